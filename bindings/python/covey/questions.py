# SPDX-License-Identifier: MIT
"""Questions about a world: which agents are near a place, in a box, on a ray. Answers are frames."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from covey._covey import ffi, lib
from covey.errors import ArgumentError, check, text
from covey.scenario import vector

if TYPE_CHECKING:
    from covey.world import World

_TYPES = {"agents": "neighbor", "hits": "hit"}
_ROOM = 64  # agents that there is room for at first

_VECTOR = [("x", "f8"), ("y", "f8"), ("z", "f8")]
_NEIGHBOR = np.dtype([("id", "u4"), ("flock", "i4"), ("distance", "f8"), ("pos", _VECTOR)])
_HIT = np.dtype([("share", "f8"), ("pos", _VECTOR), ("influence", "i4"), ("flock", "i4"),
                 ("id", "u4")], align=True)
assert _NEIGHBOR.itemsize == ffi.sizeof("covey_neighbor")
assert _HIT.itemsize == ffi.sizeof("covey_hit")


def _flock(world: World, name: str | None) -> int:
    return int(lib.COVEY_ALL_FLOCKS) if name is None else world._index(name)


def _names(handle: Any) -> np.ndarray[Any, Any]:
    flocks = range(lib.covey_world_flocks(handle))
    return np.array([text(lib.covey_world_name(handle, k)) for k in flocks] + [""], dtype=object)


def _places(world: World, pos: Any) -> dict[str, Any]:
    return {axis: pos[axis].copy() for axis in "xyz"[: world.dim]}


def _collect(kind: np.dtype[Any], member: str, ask: Callable[[Any], Any]) -> Any:
    """Asks until there is room for all that is found."""
    room = _ROOM
    while True:
        rows = np.zeros(room, dtype=kind)
        found = ffi.new("covey_found *", {"room": room})
        setattr(found, member, ffi.cast(f"covey_{_TYPES[member]} *", rows.ctypes.data))
        check(ask(found))
        if found.count <= room:
            return rows[: found.count]
        room = int(found.count)


def _agents(world: World, handle: Any, rows: Any) -> pd.DataFrame:
    return pd.DataFrame({"flock": _names(handle)[rows["flock"]], "id": rows["id"].copy(),
                         "distance": rows["distance"].copy(), **_places(world, rows["pos"])})


def near(world: World, flock: str | None, center: Sequence[float], radius: float) -> pd.DataFrame:
    """All agents within `radius` of a place."""
    place = vector(center, world.dim)
    with world._using() as handle:
        rows = _collect(_NEIGHBOR, "agents", lambda found: lib.covey_found_near(
            handle, _flock(world, flock), place, radius, found))
        return _agents(world, handle, rows)


def in_box(world: World, flock: str | None, low: Sequence[float],
           high: Sequence[float]) -> pd.DataFrame:
    """All agents in a box."""
    corners = vector(low, world.dim), vector(high, world.dim)
    with world._using() as handle:
        rows = _collect(_NEIGHBOR, "agents", lambda found: lib.covey_found_box(
            handle, _flock(world, flock), *corners, found))
        return _agents(world, handle, rows)


def nearest(world: World, flock: str | None, center: Sequence[float], k: int) -> pd.DataFrame:
    """The k agents nearest to a place."""
    if k < 0:
        raise ArgumentError(f"k is {k}, expected a whole number from 0 on")
    place = vector(center, world.dim)
    with world._using() as handle:
        # No more than there are: k may be large.
        agents = sum(lib.covey_world_view(handle, index).count
                     for index in range(lib.covey_world_flocks(handle)))
        rows = np.zeros(min(k, agents), dtype=_NEIGHBOR)
        count = ffi.new("size_t *")
        check(lib.covey_world_nearest(handle, _flock(world, flock), place, len(rows),
                                      ffi.cast("covey_neighbor *", rows.ctypes.data), count))
        return _agents(world, handle, rows[: count[0]])


def ray(world: World, start: Sequence[float], way: Sequence[float], radius: float,
        body: float | None) -> pd.DataFrame:
    """All that a ray touches."""
    line = ffi.new("covey_ray *", lib.covey_ray_default(vector(start, world.dim),
                                                        vector(way, world.dim)))
    line.radius = radius
    if body is not None:
        line.body = body
    with world._using() as handle:
        rows = _collect(_HIT, "hits", lambda found: lib.covey_found_ray(handle, line, found))
        is_agent = rows["influence"] < 0
        return pd.DataFrame({
            "share": rows["share"].copy(),
            "flock": _names(handle)[rows["flock"]],  # the last, "", for -1
            "id": pd.Series(rows["id"], dtype="Int64").where(is_agent),
            "influence": pd.Series(rows["influence"], dtype="Int64").where(~is_agent),
            **_places(world, rows["pos"]),
        })


def sees(world: World, start: Sequence[float], end: Sequence[float]) -> bool:
    """True if no solid is between two places."""
    result = ffi.new("bool *")
    check(world._ask(lib.covey_world_sees, lib.COVEY_ALL_FLOCKS, vector(start, world.dim),
                     vector(end, world.dim), result))
    return bool(result[0])
