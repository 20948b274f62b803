# SPDX-License-Identifier: MIT
"""Definitions of worlds, flocks and influences for C, and worlds taken apart and put together."""

from __future__ import annotations

import difflib
import os
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from covey import tables
from covey._covey import ffi, lib
from covey.errors import ArgumentError, check, encoded, reals, text
from covey.influence import Pushes, columns_of
from covey.model import Model
from covey.scenario import Scenario
from covey.space import Space
from covey.tables import Param, param_rows, strings

if TYPE_CHECKING:
    from covey.world import World

_PRECISIONS = strings(lib.covey_precision_names())
_DENSE = strings(lib.covey_dense_names())
_ORDERS = strings(lib.covey_order_names())
_RULES = strings(lib.covey_response_rules())


def _choice(what: str, word: str, words: Sequence[str]) -> int:
    if word not in words:
        raise ArgumentError(f"{what} is {word!r}, expected one of {', '.join(words)}")
    return words.index(word)


@dataclass(frozen=True)
class Facts:
    """What a world is made with and keeps."""

    space: Space
    seed: int
    precision: str
    dense: str
    order: str
    threads: int
    kernel: str

    @classmethod
    def of(cls, plan: Any, threads: int, kernel: str) -> Facts:
        """Those of a covey_plan or covey_world_def."""
        return cls(Space.of(plan.space), plan.seed, _PRECISIONS[plan.precision],
                   _DENSE[plan.dense], _ORDERS[plan.order], threads, kernel)


def engine(threads: int, kernel: str) -> Any:
    """A covey_world_def with threads and kernel."""
    made = ffi.new("covey_world_def *", lib.covey_world_def_default())
    made.threads = threads
    found, error = ffi.new("covey_kernel_kind *"), ffi.new("covey_error *")
    check(lib.covey_kernel_find(encoded(kernel), found, error), error)
    made.kernel = found[0]
    return made


def fill(world: Any, space: Space, seed: int, precision: str, dense: str, order: str) -> None:
    """Writes the rest of a covey_world_def."""
    if not 0 <= seed < 1 << 64:
        raise ArgumentError(f"seed is {seed}, expected a whole number from 0 to 2^64 - 1")
    world.space, world.seed = space.c(), seed
    world.precision = _choice("precision", precision, _PRECISIONS)
    world.dense = _choice("dense", dense, _DENSE)
    world.order = _choice("order", order, _ORDERS)


def _settings(params: Mapping[str, Any], rows: Mapping[str, Param], of: str) -> tuple[Any, Any]:
    """Parameters as a list of covey_setting, and what keeps their names."""
    made, keep = ffi.new("covey_setting[]", len(params)), []
    for setting, (name, value) in zip(made, params.items()):
        if name not in rows:
            near = difflib.get_close_matches(name, rows, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise ArgumentError(f"{of} has no parameter {name!r}{hint}")
        keep.append(ffi.new("char[]", encoded(name)))
        setting.name, setting.value = keep[-1], rows[name].number(value)
    return made, keep


def _struct(kind: str, initial: Any, table: Any, values: Mapping[str, Any], of: str) -> Any:
    """A struct of doubles that a parameter table describes."""
    made, rows = ffi.new(f"{kind} *", initial), param_rows(table)
    settings, keep = _settings(values, rows, of)
    error = ffi.new("covey_error *")
    for setting in settings:
        check(lib.covey_param_set(table, made, ffi.new("covey_setting *", setting), error), error)
    del keep
    return made[0]


def _axes(rows: ArrayLike, count: int | None, dim: int, what: str) -> tuple[int, Any, Any]:
    array = reals(rows, what)
    if array.ndim != 2 or array.shape[1] != dim or count not in (None, len(array)):
        expected = f"({'n' if count is None else count}, {dim})"
        raise ArgumentError(f"{what} has the shape {array.shape}, expected {expected}")
    keep, pointers = columns_of(array)
    return len(array), keep, pointers


def _responses(given: Sequence[Mapping[str, Any]]) -> tuple[Any, Any]:
    made, keep = ffi.new("covey_response[]", len(given)), []
    table = lib.covey_response_params()
    for index, response in enumerate(given):
        rest = dict(response)
        keep.append(ffi.new("char[]", encoded(rest.pop("to"), "to")))
        rule = _choice("rule", rest.pop("rule"), _RULES)
        initial = lib.covey_response_default(keep[-1], rule)
        made[index] = _struct("covey_response", initial, table, rest, "a response")
    return made, keep


def flock(dim: int, name: str, model: str | Model, *, count: int | None, pos: ArrayLike | None,
          vel: ArrayLike | None, capacity: int, body: float, hard: bool, hard_passes: int,
          layers: int, mask: int,
          motion: str | None, hunts: str | None, place: Mapping[str, Any] | None, catch: float,
          births: bool, responses: Sequence[Mapping[str, Any]],
          params: Mapping[str, Any]) -> tuple[Any, Any]:
    """A covey_flock_def, and what keeps all that it points to."""
    made = ffi.new("covey_flock_def *", lib.covey_flock_def_default())
    keep: list[Any] = []

    def string(word: str) -> Any:
        keep.append(ffi.new("char[]", encoded(word)))
        return keep[-1]

    if isinstance(model, Model):
        rows, its_motion = dict(model.params), model.motion
        made.custom_model = model.c()
    elif model in tables.models:
        rows = dict(tables.models[model].params)
        its_motion = text(lib.covey_model_find(encoded(model)).motion)
        made.model = string(model)
    else:
        raise ArgumentError(f"there is no model {model!r}; there are {', '.join(tables.models)}")
    moved = motion or its_motion
    _choice("motion", moved, list(tables.motions))
    rows.update(tables.motions[moved].params)
    made.name, made.motion = string(name), string(moved)
    made.hunts = ffi.NULL if hunts is None else string(hunts)
    settings, names = _settings(params, rows, f"flock {name!r} of these model and motion")
    made.settings, made.settings_count = settings, len(params)
    given, words = _responses(responses)
    made.responses, made.responses_count = given, len(given)
    keep += [settings, names, given, words]
    for member, values in (("pos", pos), ("vel", vel)):
        if values is not None:
            count, columns, pointers = _axes(values, count, dim, member)
            keep += [columns, pointers]
            setattr(made, member, pointers)
    made.count, made.capacity, made.body, made.hard = count or 0, capacity, body, hard
    made.hard_passes, made.layers, made.mask = hard_passes, layers, mask
    made.catches, made.births = catch, births
    if place is not None:
        made.place = _struct("covey_placement", lib.covey_placement_default(),
                             lib.covey_placement_params(), place, "place")
    return made, keep


def influence(dim: int, kind: str, points: ArrayLike | None, on: str | None, layers: int,
              params: Mapping[str, Any]) -> tuple[Any, Any]:
    """A covey_influence_def, and what keeps all that it points to."""
    if kind not in tables.influences:
        raise ArgumentError(f"there is no influence {kind!r}; there are "
                            f"{', '.join(tables.influences)}")
    made = ffi.new("covey_influence_def *", lib.covey_influence_def_default())
    keep = [ffi.new("char[]", encoded(kind)), ffi.new("char[]", encoded(on or "", "flock"))]
    made.kind, made.flock = keep[0], ffi.NULL if on is None else keep[1]
    made.layers = layers
    settings, names = _settings(params, tables.influences[kind].params, kind)
    made.settings, made.settings_count = settings, len(params)
    if points is not None:
        rows = np.atleast_2d(reals(points, "points"))
        made.points_count, columns, made.points = _axes(rows, None, dim, "points")
        keep += [columns, made.points]
    return made, [*keep, settings, names]


# ---- Worlds taken apart: a snapshot, and what it cannot have ----

_KEPT = ("dt", "link", "bin", "every", "planned_steps", "title")


def state_of(world: World) -> dict[str, Any]:
    """All that world_of() makes the same world of."""
    models = list({id(model): model for model in world._models.values()}.values())
    names = [model.name for model in models]
    for name in names:
        if names.count(name) > 1:
            raise ArgumentError(f"two models of the world are called {name!r}: to copy it, give "
                                "each a name of its own")
    return {
        "threads": world._facts.threads,
        "kernel": world._facts.kernel,
        "kept": {name: getattr(world, name) for name in _KEPT},
        "scenario": world.scenario,
        "models": models,
        "functions": [(pushes.function, pushes.flock, pushes.name)
                      for pushes in world._pushes.values()],
        "snapshot": bytes(world._snapshot()),
    }


def world_of(world: World, state: Mapping[str, Any]) -> None:
    """Makes `world`, which is empty, the one that state_of() took apart."""
    models, snapshot = state["models"], bytes(state["snapshot"])
    functions = [Pushes(*row) for row in state["functions"]]
    made, plugins = engine(state["threads"], state["kernel"]), ffi.new("covey_plugins *")
    plugins.models = own = ffi.new("covey_model *[]", [*(model.c() for model in models), ffi.NULL])
    plugins.influences = kinds = ffi.new("covey_influence *[]",
                                         [*(one.kind for one in functions), ffi.NULL])
    world._begin(lambda into, error: lib.covey_world_create_from(
        snapshot, len(snapshot), made, plugins, into, error), made)
    del own, kinds
    is_made = ffi.new("covey_world_def *", lib.covey_world_def_default())
    lib.covey_world_def_of(world._handle, is_made)
    world._facts = Facts.of(is_made, state["threads"], state["kernel"])
    for name, value in state["kept"].items():
        setattr(world, name, value)
    world.scenario = state["scenario"]
    world._know(models, functions)


def schedule(flock: int, influence: int, name: str, steps: ArrayLike, values: ArrayLike,
             form: str) -> tuple[Any, Any]:
    """A covey_schedule, and what keeps all that it points to."""
    at, numbers = reals(steps, "steps"), reals(values, "values")
    if at.ndim != 1 or at.shape != numbers.shape:
        raise ArgumentError(f"steps and values have the shapes {at.shape} and {numbers.shape}, "
                            "expected one list of numbers each, of one length")
    if (at < 0).any() or (at != np.floor(at)).any() or (at > 2**53).any():
        raise ArgumentError("steps are whole numbers from 0 on")
    made = ffi.new("covey_schedule *")
    keep = [ffi.new("char[]", encoded(name)), ffi.new("uint64_t[]", at.astype("u8").tolist()),
            ffi.new("double[]", numbers.tolist())]
    made.flock, made.influence, made.name = flock, influence, keep[0]
    made.form = _choice("form", form, strings(lib.covey_schedule_names()))
    made.count, made.steps, made.values = len(at), keep[1], keep[2]
    return made, keep


def schedules(handle: Any) -> pd.DataFrame:
    """The schedules of a world of C, a row a point."""
    forms, rows = strings(lib.covey_schedule_names()), []
    for k in range(lib.covey_world_schedules(handle)):
        row = lib.covey_world_schedule(handle, k)
        flock = None if row.flock < 0 else text(lib.covey_world_name(handle, row.flock))
        influence = None if row.influence < 0 else int(row.influence)
        rows += [(flock, influence, text(row.name), forms[row.form], int(row.steps[i]),
                  float(row.values[i])) for i in range(row.count)]
    names = ["flock", "influence", "name", "form", "step", "value"]
    return pd.DataFrame(rows, columns=names)


def checkpoint_of(path: Any) -> tuple[Scenario, bytes]:
    """The scenario and the state of a checkpoint."""
    name = os.fspath(path)
    into, error, nothing = (ffi.new(f"{kind} *") for kind in
                            ("covey_checkpoint *", "covey_error", "covey_allocator"))
    check(lib.covey_checkpoint_read(os.fsencode(name), nothing[0], into, error), error, name)
    try:
        state = bytes(ffi.buffer(into[0].snapshot, into[0].snapshot_size))
        scenario = text(into[0].scenario)
        epoch = ffi.new("uint64_t *")
        known = lib.covey_checkpoint_find(into[0], b"results", epoch)
    finally:
        lib.covey_checkpoint_destroy(into[0])
    if not known or epoch[0] != lib.covey_results_epoch():
        of = f"is of results {epoch[0]}" if known else "names no results epoch"
        warnings.warn(f"{name} {of}, and this covey has results {lib.covey_results_epoch()}: from here "
                      "on its run may come to other bits than it would have come to", stacklevel=3)
    return Scenario.read(scenario, name=name, folder=os.path.dirname(name) or "."), state
