# SPDX-License-Identifier: MIT
"""Measures of flocks and of recorded tracks, as numbers and data frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from covey import tables
from covey._covey import ffi, lib
from covey.errors import ArgumentError, check, text

if TYPE_CHECKING:
    from covey.world import World

_NUMBERS = {name: number for number, name in enumerate(tables.measures)}
_PROFILES = {name: number for number, name in enumerate(tables.profiles)}


def measure_names(names: Sequence[str] | None, dim: int) -> list[str]:
    """The measures that are wanted; without names all that a space of so many axes has."""
    if names is None:
        return [name for name, row in tables.measures.items() if dim in row.dims]
    for name in names:
        if name not in _NUMBERS:
            raise ArgumentError(f"there is no measure {name!r}; there are {', '.join(_NUMBERS)}")
    return list(names)


def measure_number(name: str) -> int:
    """The number of a measure."""
    return _NUMBERS[name]


def profile_number(name: str) -> int:
    """The number of a profile."""
    if name not in _PROFILES:
        raise ArgumentError(f"there is no profile {name!r}; there are {', '.join(_PROFILES)}")
    return _PROFILES[name]


def measure_view(view: Any, names: Sequence[str] | None, link: float) -> dict[str, float]:
    """Measures of a covey_view."""
    wanted = measure_names(names, 3 if view.space.dim == 3 else 2)
    definition = ffi.new("covey_measure_def *", lib.covey_measure_def_default())
    definition.link = link
    definition.wanted = sum({1 << _NUMBERS[name] for name in wanted})
    values = ffi.new("double[]", [float("nan")] * lib.COVEY_MAX_MEASURES)
    error = ffi.new("covey_error *")
    pointer = ffi.new("covey_view *", view)
    check(lib.covey_measure_all(pointer, definition, values, error), error)
    return {name: values[_NUMBERS[name]] for name in wanted}


def profile_view(view: Any, name: str, link: float, bin: float) -> pd.DataFrame:
    """A profile of a covey_view."""
    number = profile_number(name)
    definition = ffi.new("covey_measure_def *", lib.covey_measure_def_default())
    definition.link, definition.bin = link, bin
    group = lib.covey_profile_of(definition, number)
    profile, error = ffi.new("covey_profile *"), ffi.new("covey_error *")
    pointer = ffi.new("covey_view *", view)
    check(lib.covey_profile_take(group, pointer, definition, profile, error), error)
    points = [(point.x, point.value, point.count) for point in profile.points[0:profile.count]]
    return pd.DataFrame({
        "x": np.array([point[0] for point in points], dtype=float),
        "value": np.array([point[1] for point in points], dtype=float),
        "count": np.array([point[2] for point in points], dtype=np.uint64),
    })


AGENT_COLUMNS = ("cluster", "cluster_size", "neighbors", "nearest", "bearing", "local_order", "voronoi")


def agents_view(view: Any, link: float) -> pd.DataFrame:
    """The values of each agent of a covey_view, by ascending ids."""
    definition = ffi.new("covey_measure_def *", lib.covey_measure_def_default())
    definition.link = link
    values, error = ffi.new("covey_agent_values[]", view.count + 1), ffi.new("covey_error *")
    cells = ffi.new("double[]", view.count + 1)
    pointer = ffi.new("covey_view *", view)
    check(lib.covey_measure_agents(pointer, definition, values, error), error)
    check(lib.covey_measure_cells(pointer, definition, cells, error), error)
    known = view.vel[0] != ffi.NULL
    ids = np.frombuffer(ffi.buffer(view.id, 4 * view.count) if view.count else b"", np.uint32)
    order = np.argsort(ids, kind="stable")
    kind = np.dtype([("nearest", "f8"), ("bearing", "f8"), ("local_order", "f8"),
                     ("neighbors", "u4"), ("cluster", "u4"), ("cluster_size", "u4")], align=True)
    assert kind.itemsize == ffi.sizeof("covey_agent_values")
    kept = np.frombuffer(ffi.buffer(values, kind.itemsize * view.count), dtype=kind)[order]
    columns = {"id": ids[order], **{name: kept[name].copy() for name in AGENT_COLUMNS[:-1]},
               "voronoi": np.frombuffer(ffi.buffer(cells, 8 * view.count))[order]}
    if not known:
        columns |= {name: np.full(view.count, np.nan) for name in ("bearing", "local_order")}
    return pd.DataFrame(columns)


MOTION_COLUMNS = ("speed", "acceleration", "turning_rate")
CENTER_COLUMNS = ("x", "y", "z", "vx", "vy", "vz", *MOTION_COLUMNS)
PLACE_COLUMNS = ("front", "left", "distance")
FORCE_COLUMNS = ("bearing", "distance", "speeding", "turning")


class _OverTime:
    """Observes worlds: numbers that need several frames, of each set."""

    _noun = ""

    def __init__(self, most: int) -> None:
        self.most = int(most)
        self._sets: dict[str, Any] = {}
        if not 1 <= self.most <= lib.COVEY_MAX_POINTS:
            raise ArgumentError(f"there are 1 to {lib.COVEY_MAX_POINTS} {self._noun}, not {most}")

    def add(self, world: World) -> None:
        """Takes all flocks of a world as they are. Frames have to be at one
        interval; where some are missing, lags and delays begin anew."""
        for flock in world:
            with world._using():
                view = flock._view()
                ids = ffi.unpack(view.id, view.count) if view.count else []
                sorted_view, keep = _in_order(view, ids)
                self.add_view(flock.name, sorted_view, world.time)
                del keep

    def add_view(self, name: str, view: Any, time: float) -> None:
        """Takes a covey_view with ascending ids as the next frame of a set."""
        error = ffi.new("covey_error *")
        call = {word: getattr(lib, f"covey_{self._noun}_{word}")
                for word in ("create", "destroy", "add")}
        if name not in self._sets:
            made = ffi.new(f"covey_{self._noun} **")
            nothing = ffi.new("covey_allocator *")
            check(call["create"](self.most, nothing[0], made, error), error)
            self._sets[name] = ffi.gc(made[0], call["destroy"])
        pointer = ffi.new("covey_view *", view)
        check(call["add"](self._sets[name], pointer, time, error), error)


class Lags(_OverTime):
    """Profiles over the time between two frames, for 1 to `most` frames between: mean squared
    displacement, that within the flock, memory of headings (docs/measuring.md). It observes a
    world:

        lags = covey.Lags(100)
        world.watch(lags.add)
        world.run(1000)
        lags.table()
    """

    _noun = "lags"

    def table(self) -> pd.DataFrame:
        """The profiles so far: set, profile, lag (T), value, count."""
        rows = []
        profile = ffi.new("covey_profile *")
        for name, lags in self._sets.items():
            for which in range(lib.COVEY_LAGS):
                about = text(lib.covey_lags_about(which).name)
                lib.covey_lags_take(lags, which, profile)
                rows += [(name, about, point.x, point.value, point.count)
                         for point in profile.points[0 : profile.count]]
        kinds = {"lag": float, "value": float, "count": np.uint64}
        return pd.DataFrame(rows, columns=["set", "profile", "lag", "value", "count"]).astype(kinds)


class Delays(_OverTime):
    """Which agents lead: for each pair the delay, at most `most` frames either way, at which their
    headings agree best (docs/measuring.md). It observes a world as Lags does."""

    _noun = "delays"

    def table(self) -> pd.DataFrame:
        """The pairs that were seen together: set, a, b, delay (T; above 0 where a leads),
        correlation, count."""
        rows = []
        found, count = ffi.new("covey_delay **"), ffi.new("size_t *")
        error = ffi.new("covey_error *")
        for name, delays in self._sets.items():
            check(lib.covey_delays_find(delays, found, count, error), error)
            rows += [(name, at.a, at.b, at.delay, at.correlation, at.count)
                     for at in found[0][0 : count[0]] if at.count > 0]
            lib.covey_delays_free(delays, found[0], count[0])
        columns = ["set", "a", "b", "delay", "correlation", "count"]
        kinds = {"a": np.uint32, "b": np.uint32, "delay": float, "correlation": float,
                 "count": np.uint64}
        return pd.DataFrame(rows, columns=columns).astype(kinds)


class Map(_OverTime):
    """Where neighbors stand: how dense other agents are by bearing from an agent's own flight and by
    distance, up to `most` in `rings` bins (docs/measuring.md). It observes a world as Lags does."""

    _noun = "map"

    def __init__(self, most: float, rings: int = 20) -> None:
        self.reach, self.rings = float(most), int(rings)
        self._sets = {}
        self._make()

    def _make(self) -> Any:
        made, error = ffi.new("covey_map **"), ffi.new("covey_error *")
        nothing = ffi.new("covey_allocator *")
        check(lib.covey_map_create(self.reach, self.rings, nothing[0], made, error), error)
        return ffi.gc(made[0], lib.covey_map_destroy)

    def add_view(self, name: str, view: Any, time: float) -> None:
        """Takes a covey_view as a frame of a set."""
        if name not in self._sets:
            self._sets[name] = self._make()
        error = ffi.new("covey_error *")
        check(lib.covey_map_add(self._sets[name], ffi.new("covey_view *", view), error), error)

    def table(self) -> pd.DataFrame:
        """The bins: set, bearing (rad), distance (L), density (1/L^2, or 1/L^3), count."""
        rows = []
        for name, made in self._sets.items():
            points = [lib.covey_map_at(made, k) for k in range(lib.covey_map_size(made))]
            rows += [(name, at.bearing, at.distance, at.density, at.count) for at in points]
        kinds = {"bearing": float, "distance": float, "density": float, "count": np.uint64}
        columns = ["set", "bearing", "distance", "density", "count"]
        return pd.DataFrame(rows, columns=columns).astype(kinds)


def _in_order(view: Any, ids: Sequence[int]) -> tuple[Any, Any]:
    """A covey_view of the same agents by ascending ids, and what keeps its numbers."""
    order = np.argsort(np.array(ids, dtype=np.uint32), kind="stable")
    ordered = ffi.new("covey_view *", view)
    keep: list[Any] = [ordered, np.array(ids, dtype=np.uint32)[order]]
    ordered.id = ffi.cast("uint32_t *", keep[1].ctypes.data)
    for axes, to in ((view.pos, ordered.pos), (view.vel, ordered.vel)):
        for axis in range(3):
            if axes[axis] == ffi.NULL or not view.count:
                continue
            column = np.frombuffer(ffi.buffer(axes[axis], 8 * view.count), dtype=np.float64)[order]
            keep.append(column)
            to[axis] = ffi.cast("double *", column.ctypes.data)
    return ordered[0], keep
