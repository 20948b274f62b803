# SPDX-License-Identifier: MIT
"""Flocks of a world: their agents as columns, their parameters as attributes."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from covey._covey import ffi, lib
from covey.columns import Column, column
from covey.errors import ArgumentError, check, encoded, reals, text
from covey.measures import agents_view, measure_view, profile_view
from covey.model import Model
from covey.tables import Param, param_rows, strings

if TYPE_CHECKING:
    from covey.world import World

_DOUBLE = np.dtype(np.float64).str
_ID = np.dtype(np.uint32).str
_AIM = np.dtype([("to", "f8", 3), ("weight", "f4"), ("speed", "f4"), ("slowing", "f4"),
                 ("kind", "i4")])  # covey_aim


class Flock:
    """A flock of a world, by its name: world["boids"]. It stays right when other flocks go.

    Parameters of its model and motion are attributes: `flock.noise`, `flock.noise = 0.8`;
    `flock.params` and help(flock) tell them with ranges and units.
    """

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    _world: World
    _name: str
    params: Mapping[str, Param] = {}  #: parameters of its model and motion

    def __init__(self, world: World, name: str) -> None:
        object.__setattr__(self, "_world", world)
        object.__setattr__(self, "_name", name)

    def __setattr__(self, name: str, value: Any) -> None:
        if not hasattr(type(self), name):
            near = difflib.get_close_matches(name, self.params, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise AttributeError(f"flock {self._name!r} has no parameter {name!r}{hint}")
        object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        return f"<covey flock {self._name!r}: {len(self)} of model {self.model!r}>"

    def __len__(self) -> int:
        return int(self._view().count)

    # ---- The flock ----

    @property
    def name(self) -> str:
        return self._name

    @property
    def index(self) -> int:
        """Its number in the world, which changes where a flock before it is dropped."""
        return self._world._index(self._name)

    @property
    def model(self) -> str:
        """Name of its model."""
        return text(self._world._ask(lib.covey_world_model, self.index).name)

    @property
    def motion(self) -> str:
        """Name of its motion."""
        return text(self._world._ask(lib.covey_world_motion, self.index).name)

    @property
    def body(self) -> float:
        """Radius of an agent, L."""
        return float(self._world._ask(lib.covey_world_body, self.index))

    # ---- Its agents ----

    def _view(self) -> Any:
        return self._world._view(self._name)

    def _column(self, name: str, make: Callable[[Any], Column]) -> Column:
        world = self._world
        ready = world._columns.get((self._name, name))
        if ready is not None:
            return ready
        with world._using():
            kept = world._columns.get((self._name, name))
            if kept is None:
                kept = make(self._view())
                world._columns[self._name, name] = kept
            return kept

    @property
    def pos(self) -> Column:
        """Positions, L: an array (n, 2), or (n, 3) in three dimensions, that looks at the world's
        memory, read-only, until the world changes. Row i is of the agent id[i]; the order changes
        from step to step."""
        dim = self._world.dim
        return self._column("pos", lambda view: column(
            self._world._lease(), list(view.pos[0:dim]), view.count, _DOUBLE))

    @property
    def vel(self) -> Column:
        """Velocities, L/T, as `pos`."""
        dim = self._world.dim
        return self._column("vel", lambda view: column(
            self._world._lease(), list(view.vel[0:dim]), view.count, _DOUBLE))

    @property
    def id(self) -> Column:
        """Ids, which agents keep for ever, as `pos`."""
        return self._column("id", lambda view: column(
            self._world._lease(), [view.id], view.count, _ID))

    def order(self) -> NDArray[np.intp]:
        """Rows by ascending ids: flock.pos[flock.order()] is in the order of ids."""
        return np.argsort(self.id, kind="stable")

    def table(self) -> pd.DataFrame:
        """The agents as a data frame: id, x, y (, z), vx, vy (, vz), by ascending ids; a copy."""
        order, axes = self.order(), "xyz"[: self._world.dim]
        pos, vel = self.pos[order], self.vel[order]
        return pd.DataFrame({
            "id": self.id[order],
            **{axis: np.asarray(pos[:, k]) for k, axis in enumerate(axes)},
            **{f"v{axis}": np.asarray(vel[:, k]) for k, axis in enumerate(axes)},
        })

    # ---- Traits: parameters of which each agent has a value of its own ----

    @property
    def traits(self) -> dict[str, NDArray[np.float64]]:
        """The traits by name: the values of the agents, in the order of `id`; copies."""
        world, found = self._world, {}
        with world._using() as handle:
            count = len(self)
            for number in range(lib.covey_world_traits(handle, self.index)):
                row = lib.covey_world_trait(handle, self.index, number)
                found[text(row.name)] = np.array(ffi.unpack(row.values, count) if count else [])
        return found

    def trait(self, name: str, values: ArrayLike | None = None, *, low: float | None = None,
              high: float | None = None, **distribution: Sequence[float]) -> None:
        """Gives each agent a value of its own of a parameter: `values` in the order of `id`, or
        drawn: uniform=(low, high), normal=(mean, deviation) or lognormal=(mean, deviation),
        truncated to low … high. flock.noise = 0.1 makes the parameter one number again."""
        row = ffi.new("covey_trait *")
        word = ffi.new("char[]", encoded(name))
        row.name = word
        setattr(row, "from", _distribution(distribution, low, high))
        packed = None
        if values is not None:
            packed = np.ascontiguousarray(reals(values, "values"))
            if packed.shape != (len(self),):
                raise ArgumentError(f"values of a trait have the shape {packed.shape}, expected "
                                    f"({len(self)},)")
            row.values = ffi.cast("double *", packed.ctypes.data)
        self._world._change(lib.covey_world_trait_add, self.index, row)

    # ---- Changes of agents, between steps ----

    def _poses(self, pos: ArrayLike, vel: ArrayLike | None, count: int | None = None) -> Any:
        places = np.atleast_2d(reals(pos, "places"))
        ways = np.zeros_like(places) if vel is None else reals(vel, "velocities")
        dim = self._world.dim
        count = len(places) if count is None else count
        try:
            columns = [np.broadcast_to(values, (count, dim)) for values in (places, ways)]
        except ValueError:
            raise ArgumentError(f"places or velocities have the shapes {places.shape} and "
                                f"{ways.shape}, expected ({count}, {dim})") from None
        packed = np.zeros((count, 2, 3))
        packed[:, 0, :dim], packed[:, 1, :dim] = columns
        return packed, ffi.cast("covey_pose *", packed.ctypes.data)

    @staticmethod
    def _ids(ids: ArrayLike) -> Any:
        given = np.atleast_1d(np.asarray(ids))
        if given.size and (given.dtype.kind not in "iu" or given.min() < 0
                           or given.max() > lib.COVEY_NO_AGENT):
            raise ArgumentError("ids are whole numbers from 0 on")
        packed = np.ascontiguousarray(given, dtype=np.uint32)
        return packed, ffi.cast("uint32_t *", packed.ctypes.data)

    def spawn(self, pos: ArrayLike, vel: ArrayLike | None = None) -> NDArray[np.uint32]:
        """Adds agents at places (n, dim) with velocities (n, dim), all or, on an error, none, up to
        the capacity of the flock. Returns their ids."""
        packed, poses = self._poses(pos, vel)
        first = ffi.new("uint32_t *")
        self._world._change(lib.covey_world_spawn_many, self.index, len(packed), poses, first)
        return np.arange(len(packed), dtype=np.uint32) + np.uint32(first[0])

    def remove(self, ids: ArrayLike) -> None:
        """Removes agents by their ids, all or, on an error, none."""
        packed, pointer = self._ids(ids)
        self._world._change(lib.covey_world_remove_many, self.index, len(packed), pointer)

    def put(self, ids: ArrayLike, pos: ArrayLike, vel: ArrayLike) -> None:
        """Puts agents somewhere with new velocities, all or, on an error, none."""
        packed, pointer = self._ids(ids)
        kept, poses = self._poses(pos, vel, len(packed))
        self._world._change(lib.covey_world_put_many, self.index, len(packed), pointer, poses)

    def push(self, ids: ArrayLike, change: ArrayLike) -> None:
        """Adds to velocities of agents, L/T: a kick. All or, on an error, none."""
        packed, pointer = self._ids(ids)
        kick, dim = reals(change, "changes"), self._world.dim
        if kick.shape not in ((dim,), (1, dim), (len(packed), dim)):
            raise ArgumentError(f"changes have the shape {kick.shape}, expected ({len(packed)}, {dim})")
        changes = np.zeros((len(packed), 3))
        changes[:, :dim] = kick
        vectors = ffi.cast("covey_vec *", changes.ctypes.data)
        self._world._change(lib.covey_world_push_many, self.index, len(packed), pointer, vectors)

    def aim(self, ids: ArrayLike, place: ArrayLike | None = None, *,
            velocity: ArrayLike | None = None, slowing: float = 0.0, speed: float = 0.0,
            weight: float = 2.0) -> None:
        """Gives agents aims: places to come to, or velocities to have, one for each or one for all;
        without either, takes their aims away. Agents slow down within `slowing` (L) of their place
        and go there at `speed` (L/T; 0: their top speed). All or, on an error, none."""
        packed, pointer = self._ids(ids)
        if place is not None and velocity is not None:
            raise ArgumentError("an aim is a place or a velocity, not both")
        aims = np.zeros(len(packed), dtype=_AIM)
        to, dim = place if velocity is None else velocity, self._world.dim
        if to is not None:
            values = reals(to, "aims")
            if values.shape not in ((dim,), (1, dim), (len(packed), dim)):
                raise ArgumentError(f"aims have the shape {values.shape}, expected "
                                    f"({len(packed)}, {dim})")
            aims["to"][:, :dim] = values
            aims["weight"], aims["speed"], aims["slowing"] = weight, speed, slowing
            aims["kind"] = lib.COVEY_AIM_PLACE if velocity is None else lib.COVEY_AIM_VELOCITY
        of = ffi.new("covey_agents *", {"count": len(packed), "ids": pointer})
        self._world._change(lib.covey_world_aim, self.index, of[0],
                            ffi.cast("covey_aim *", aims.ctypes.data))

    def aims(self, ids: ArrayLike) -> pd.DataFrame:
        """The aims of agents by their ids: id, kind ("none", "place" or "velocity"), x, y (, z),
        weight, speed, slowing; a copy."""
        packed, pointer = self._ids(ids)
        aims = np.zeros(len(packed), dtype=_AIM)
        of = ffi.new("covey_agents *", {"count": len(packed), "ids": pointer})
        error = ffi.new("covey_error *")
        check(self._world._ask(lib.covey_world_aims, self.index, of[0],
                               ffi.cast("covey_aim *", aims.ctypes.data), error), error)
        kinds = np.array(["none", "place", "velocity"])
        return pd.DataFrame({
            "id": packed.copy(), "kind": kinds[aims["kind"]],
            **{axis: aims["to"][:, k] for k, axis in enumerate("xyz"[: self._world.dim])},
            **{name: aims[name] for name in ("weight", "speed", "slowing")},
        })

    def get(self, ids: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Positions and velocities of agents by their ids; copies."""
        packed, pointer = self._ids(ids)
        poses = np.empty((len(packed), 2, 3))
        error = ffi.new("covey_error *")
        check(self._world._ask(lib.covey_world_get_many, self.index, len(packed), pointer,
                               ffi.cast("covey_pose *", poses.ctypes.data), error), error)
        dim = self._world.dim
        return poses[:, 0, :dim].copy(), poses[:, 1, :dim].copy()

    # ---- Questions ----

    def near(self, center: Sequence[float], radius: float) -> pd.DataFrame:
        """Its agents within `radius` of a place, as World.near()."""
        return self._world.near(center, radius, flock=self._name)

    def nearest(self, center: Sequence[float], k: int = 1) -> pd.DataFrame:
        """Its `k` agents nearest to a place, as World.nearest()."""
        return self._world.nearest(center, k, flock=self._name)

    @property
    def prey(self) -> str | None:
        """The name of the flock that this one hunts; None: it hunts none."""
        with self._world._using() as handle:
            number = lib.covey_world_prey(handle, self.index)
            return None if number < 0 else text(lib.covey_world_name(handle, number))

    @property
    def caught(self) -> int:
        """Agents of its prey that it has caught since the world was made."""
        return int(self._world._ask(lib.covey_world_caught, self.index))

    @property
    def entries(self) -> int:
        """Agents that ended a step inside a solid influence, summed over all steps: 0 unless solids
        leave no room."""
        return int(self._world._ask(lib.covey_world_entries, self.index))

    def rule(self, id: int, rule: str) -> NDArray[np.float64]:
        """The part of a rule (a parameter whose `rule` is true) in the intent of an agent."""
        push = ffi.new("covey_vec *")
        with self._world._using() as handle:
            self._world._changed()
            check(lib.covey_world_rule(handle, self.index, id, encoded(rule), push))
        return np.array([push.x, push.y, push.z][: self._world.dim])

    # ---- Measures ----

    def measure(self, name: str, *, link: float | None = None) -> float:
        """A measure of covey.measures; NaN where it is undefined. Agents at distance `link` or
        nearer are of one cluster; without it, as the scenario says."""
        return self.measures([name], link=link)[name]

    def measures(self, names: Sequence[str] | None = None, *,
                 link: float | None = None) -> dict[str, float]:
        """Several measures, by name; without names all that this space has."""
        world = self._world
        with world._using():
            return measure_view(self._view(), names, world.link if link is None else link)

    def profile(self, name: str, *, link: float | None = None,
                bin: float | None = None) -> pd.DataFrame:
        """A profile of covey.profiles: a frame of x, value, count. `bin` is the width of its bins;
        without it, as the scenario says, or a quarter of `link`."""
        world = self._world
        with world._using():
            return profile_view(self._view(), name, world.link if link is None else link,
                                world.bin if bin is None else bin)

    def agent_measures(self, *, link: float | None = None) -> pd.DataFrame:
        """Values of each agent, by ascending ids: id, cluster, cluster_size, neighbors within
        `link`, nearest, its bearing (rad), local_order, the size of its Voronoi cell
        (docs/measuring.md)."""
        world = self._world
        with world._using():
            return agents_view(self._view(), world.link if link is None else link)


_DISTRIBUTIONS = strings(lib.covey_distribution_names())


def _distribution(given: Mapping[str, Sequence[float]], low: float | None,
                  high: float | None) -> Any:
    """A covey_distribution of its name and two numbers."""
    made = ffi.new("covey_distribution *", lib.covey_distribution_number(0))
    for name, numbers in given.items():
        if len(given) > 1 or name not in _DISTRIBUTIONS or len(numbers) != 2:
            raise ArgumentError("a trait has values, or one distribution of two numbers: uniform, "
                                "normal or lognormal")
        made.kind = _DISTRIBUTIONS.index(name)
        made.first, made.second = map(float, numbers)
    made.low = made.low if low is None else low
    made.high = made.high if high is None else high
    return made[0]


def _property(row: Param) -> property:
    def get(flock: Flock) -> float | str:
        world = flock._world
        return row.value(world._ask(lib.covey_world_param, flock.index, encoded(row.name)))

    def put(flock: Flock, value: Any) -> None:
        flock._world._change(lib.covey_world_set, flock.index, encoded(row.name), row.number(value))

    return property(get, put, doc=row.doc)


_classes: dict[int, type[Flock]] = {}


def flock_class(model: Any, motion: Any, custom: Model | None) -> type[Flock]:
    """The class of flocks with this covey_model, which may be of `custom`, and covey_motion: a
    property for each parameter, made of their tables."""
    known = _classes if custom is None else custom.flock_classes
    key = int(ffi.cast("uintptr_t", motion))
    if custom is None:
        key = key << 64 | int(ffi.cast("uintptr_t", model))
    if key not in known:
        params = {**param_rows(model.params), **param_rows(motion.params)}
        members: dict[str, Any] = {name: _property(row) for name, row in params.items()
                                   if not hasattr(Flock, name)}
        members["params"] = params
        members["__doc__"] = f"A flock of the model {text(model.name)}: {text(model.title)}"
        known[key] = type(f"Flock_{text(model.name)}", (Flock,), members)
    return known[key]
