# SPDX-License-Identifier: MIT
"""Models in Python: a function of whole columns decides for a block of agents at a time."""

from __future__ import annotations

import threading
from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey._covey import ffi, lib
from covey.errors import ArgumentError, encoded
from covey.tables import Param

_WEIGHTS = ("nothing", "one", "unit", "inverse", "linear", "axis", "ramp")
_CARRIES = ("nothing", "velocity", "heading", "position")
_OF = ("own", "predators", "prey")
_INTENTS = ("change", "direction")


class _Calling(threading.local):
    """How many functions of Python a step is calling on this thread."""

    worlds = 0


calling = _Calling()


class Agents(NamedTuple):
    """Agents in columns: positions (n, dim) in L, velocities (n, dim) in L/T, ids (n). Copies."""

    pos: NDArray[np.float64]
    vel: NDArray[np.float64]
    id: NDArray[np.uint32]
    step: int
    seed: int
    body: float


class Percept(NamedTuple):
    """The sums of a block of agents in one zone: numbers (n), offsets and carried values (n, dim),
    sums of weights (n). Copies."""

    count: NDArray[np.float64]  # type: ignore[assignment]
    offset: NDArray[np.float64]
    carried: NDArray[np.float64]
    weight_sum: NDArray[np.float64]


class Zone(NamedTuple):
    """What agents sense within a radius: see covey_zone in covey/model.h."""

    radius: float
    weight: str = "one"
    carry: str = "nothing"
    of: str = "own"
    inner: float = 0.0
    strict: bool = False
    itself: bool = False
    blind_cos: float = -1.0
    nearest: int = 0
    decay: float = 0.0
    voronoi: bool = False
    disc: float = 0.0

    def fill(self, zone: Any) -> None:
        """Writes it into a covey_zone."""
        zone[0] = lib.covey_zone_default(self.radius)
        zone.inner, zone.strict, zone.self = self.inner, self.strict, self.itself
        zone.blind_cos, zone.nearest, zone.decay = self.blind_cos, self.nearest, self.decay
        zone.voronoi, zone.disc = self.voronoi, self.disc
        for member, words in (("weight", _WEIGHTS), ("carry", _CARRIES), ("of", _OF)):
            word = getattr(self, member)
            if word not in words:
                raise ArgumentError(f"{member} of a zone is {word!r}, expected one of "
                                    f"{', '.join(words)}")
            setattr(zone, member, words.index(word))


Decide = Callable[[Agents, tuple[Percept, ...], Any], ArrayLike]
Zones = Sequence[Zone] | Callable[[Any], Sequence[Zone]]


def uniform(seed: int, step: int, ids: ArrayLike, stream: int = 0) -> NDArray[np.float64]:
    """Random numbers in [0, 1) for agents by their ids: functions of the arguments alone, the same
    everywhere. Streams 0 … 15 are for models."""
    packed = np.ascontiguousarray(ids, dtype=np.uint32)
    numbers = np.empty(packed.shape)
    lib.covey_uniforms(seed, step, stream, packed.size,
                       ffi.cast("uint32_t *", packed.ctypes.data),
                       ffi.cast("double *", numbers.ctypes.data))
    return numbers


class Model:
    """A model of your own, for World.add().

    decide(agents, percepts, params) returns the intents (n, dim) of a block of up to 64 Agents:
    changes of velocity, or directions with intent="direction". It sees copies, one Percept a zone,
    and a named tuple of the parameters. It may be compiled by numba. Blocks are decided in any
    order, so that an intent may depend on nothing but its agent's row. An exception ends the step,
    the world stays as before it, and step() raises it.

    zones: what agents sense, or a function of the parameters that returns it
    params: name -> (initial, low, high) or a covey.Param
    """

    def __init__(self, name: str, decide: Decide, zones: Zones, *,
                 params: Mapping[str, Param | tuple[float, float, float]] | None = None,
                 motion: str = "constant_speed", intent: str = "change", title: str = "") -> None:
        if intent not in _INTENTS:
            raise ArgumentError(f"intent is {intent!r}, expected one of {', '.join(_INTENTS)}")
        self.name, self.decide, self.zones = name, decide, zones
        self.motion, self.intent, self.title = motion, intent, title
        self.params = {key: _param(key, row) for key, row in (params or {}).items()}
        self.flock_classes: dict[int, type] = {}
        self._values = namedtuple("Params", list(self.params))  # type: ignore[misc]
        self._failures: list[BaseException] = []
        self._zone_count = 0
        self._keep: list[Any] = []
        self._c = self._make()

    def __reduce__(self) -> Any:
        return _model_of, (self.name, self.decide, self.zones, self.params, self.motion,
                           self.intent, self.title)

    def c(self) -> Any:
        """Its covey_model, valid as long as this."""
        return self._c

    def failure(self) -> BaseException | None:
        """The first exception since the last call, or None."""
        failures, self._failures = self._failures, []
        return failures[0] if failures else None

    # ---- The covey_model ----

    def _string(self, value: str) -> Any:
        self._keep.append(ffi.new("char[]", encoded(value)))
        return self._keep[-1]

    def _table(self) -> Any:
        rows = ffi.new("covey_param[]", len(self.params) + 1)
        for index, row in enumerate(self.params.values()):
            rows[index].name, rows[index].text = self._string(row.name), self._string(row.text)
            rows[index].unit, rows[index].offset = self._string(row.unit), 8 * index
            rows[index].initial, rows[index].low = float(row.initial), row.low
            rows[index].high, rows[index].whole, rows[index].rule = row.high, row.whole, row.rule
        self._keep.append(rows)
        return rows

    def _make(self) -> Any:
        model = ffi.new("covey_model *")
        model.name, model.title = self._string(self.name), self._string(self.title or self.name)
        model.source, model.motion = self._string("Python"), self._string(self.motion)
        model.params, model.params_size = self._table(), max(8, 8 * len(self.params))
        model.intent = _INTENTS.index(self.intent)
        kinds = {name: field.type for name, field in ffi.typeof("covey_model").fields}
        functions: dict[str, Callable[..., Any]] = {
            "zones": self._write_zones, "decide": self._decide_one,
            "decide_block": self._decide_block}
        for member, function in functions.items():
            failed = {"zones": 0, "decide": ffi.new("covey_vec *")[0]}.get(member)
            callback = ffi.callback(kinds[member], self._guarded(function, failed))
            self._keep.append(callback)
            setattr(model, member, callback)
        return model

    def _guarded(self, function: Callable[..., Any], result: Any) -> Callable[..., Any]:
        """The function, whose exceptions wait for the end of the step; `result` where it fails."""

        def guarded(*arguments: Any) -> Any:
            calling.worlds += 1
            try:
                return function(*arguments)
            except BaseException as failure:
                self._failures.append(failure)
                return result
            finally:
                calling.worlds -= 1

        return guarded

    def _params(self, values: Any) -> Any:
        return self._values(*ffi.unpack(ffi.cast("const double *", values), len(self.params)))

    def _write_zones(self, values: Any, zones: Any) -> int:
        wanted = self.zones(self._params(values)) if callable(self.zones) else self.zones
        if len(wanted) > lib.COVEY_MAX_ZONES:
            raise ArgumentError(f"{len(wanted)} zones, at most {lib.COVEY_MAX_ZONES}")
        for index, zone in enumerate(wanted):
            zone.fill(zones + index)
        self._zone_count = len(wanted)
        return len(wanted)

    def _decide_block(self, values: Any, block: Any, percepts: Any, intents: Any) -> None:
        count, any_ = block.count, block.any
        dim = 3 if block.pos[2] != ffi.NULL else 2
        room = lib.COVEY_BLOCK
        agents = Agents(_columns(block.pos, count, dim), _columns(block.vel, count, dim),
                        np.frombuffer(ffi.buffer(block.id, 4 * count), np.uint32).copy(),
                        any_.step, any_.seed, any_.body)
        size = self._zone_count * ffi.sizeof("covey_percepts")
        sums = np.frombuffer(ffi.buffer(percepts, size)).reshape(-1, 8, room)[:, :, :count].copy()
        sensed = tuple(Percept(zone[0], zone[1 : 1 + dim].T, zone[4 : 4 + dim].T, zone[7])
                       for zone in sums)
        into = np.frombuffer(ffi.buffer(intents, ffi.sizeof("covey_intents"))).reshape(3, room)
        into[:, :count] = 0.0
        into[:dim, :count] = self._decided(agents, sensed, values, count, dim).T

    def _decide_one(self, values: Any, agent: Any, percepts: Any) -> Any:
        dim = 3 if agent.space.dim == 3 else 2
        agents = Agents(_row(agent.pos, dim), _row(agent.vel, dim),
                        np.array([agent.id], dtype=np.uint32), agent.step, agent.seed, agent.body)
        sensed = tuple(
            Percept(np.array([p.count]), _row(p.offset, dim), _row(p.carried, dim),
                    np.array([p.weight_sum])) for p in percepts[0 : self._zone_count])
        push = self._decided(agents, sensed, values, 1, dim)[0]
        return ffi.new("covey_vec *", (*push, *[0.0] * (3 - dim)))[0]

    def _decided(self, agents: Agents, sensed: tuple[Percept, ...], values: Any, count: int,
                 dim: int) -> NDArray[np.float64]:
        decided = np.asarray(self.decide(agents, sensed, self._params(values)), dtype=float)
        if decided.shape != (count, dim):
            raise ArgumentError(f"decide() of {self.name} returned an array of the shape "
                                f"{decided.shape}, expected {(count, dim)}")
        return decided


def _param(name: str, row: Param | tuple[float, float, float]) -> Param:
    if isinstance(row, Param):
        return row
    initial, low, high = map(float, row)
    return Param(name, initial, low, high, "", f"Parameter {name}.")


def _model_of(name: str, decide: Decide, zones: Zones, params: Any, motion: str, intent: str,
              title: str) -> Model:
    return Model(name, decide, zones, params=params, motion=motion, intent=intent, title=title)


def _columns(pointers: Any, count: int, dim: int) -> NDArray[np.float64]:
    made = np.empty((count, dim))
    for axis in range(dim):
        made[:, axis] = np.frombuffer(ffi.buffer(pointers[axis], 8 * count))
    return made


def _row(v: Any, dim: int) -> NDArray[np.float64]:
    return np.array([[v.x, v.y, v.z][:dim]])
