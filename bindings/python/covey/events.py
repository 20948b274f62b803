# SPDX-License-Identifier: MIT
"""What happened to agents: who was caught, bounced off a wall, came into a region or left it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from covey._covey import ffi, lib
from covey.errors import ArgumentError, check, text
from covey.influence import Influence
from covey.scenario import vector

if TYPE_CHECKING:
    from covey.world import World

_KINDS = {lib.COVEY_EVENT_ENTERED: "entered", lib.COVEY_EVENT_LEFT: "left",
          lib.COVEY_EVENT_BOUNCED: "bounced", lib.COVEY_EVENT_REAPPEARED: "reappeared",
          lib.COVEY_EVENT_CAUGHT: "caught", lib.COVEY_EVENT_PUSHED: "pushed",
          lib.COVEY_EVENT_SQUEEZED: "squeezed"}
_COLUMNS = {"step": np.int64, "event": object, "flock": object, "id": np.uint32, "region": object,
            "by_flock": object, "by": "Int64", "influence": "Int64"}


class Events:
    """Collects the events of a world, step by step, from now on until end():

        events = covey.Events(world)
        events.ball("gate", (5, 5), 1)
        world.run(1000)
        events.table()

    There is memory for `capacity` events a step; more of one step are an error, not a loss."""

    def __init__(self, world: World, *, capacity: int = 65536) -> None:
        if not 1 <= capacity <= 2**30:
            raise ArgumentError(f"capacity is {capacity}, expected 1 to 2^30 events")
        self._world, self._rows = world, list[tuple[Any, ...]]()
        self._regions: dict[str, int] = {}
        world._change(lib.covey_world_events_take, capacity)
        self._watcher = world.watch(self._take)

    def _take(self, world: World) -> None:
        with world._using() as handle:
            found = lib.covey_world_events(handle)
            if found.lost:
                raise ArgumentError(f"{found.lost} events of step {world.step_count} are beyond the "
                                    "capacity: choose a larger one")
            names = {number: name for name, number in self._regions.items()}
            flocks = [text(lib.covey_world_name(handle, k))
                      for k in range(lib.covey_world_flocks(handle))]
            for k in range(found.count):
                is_ = found.list[k]
                caught = is_.by_flock >= 0
                self._rows.append((world.step_count, _KINDS[is_.kind], flocks[is_.flock], is_.id,
                                   names.get(is_.watch), flocks[is_.by_flock] if caught else None,
                                   is_.by if caught else None,
                                   is_.influence if is_.influence >= 0 else None))

    def _watch(self, name: str, region: Any, flock: str | None) -> None:
        if name in self._regions:
            raise ArgumentError(f"there is a region {name!r} already")
        number, error = ffi.new("int *"), ffi.new("covey_error *")
        with self._world._using() as handle:
            region.flock = lib.COVEY_ALL_FLOCKS if flock is None else self._world._index(flock)
            self._world._changed()
            check(lib.covey_world_watch(handle, ffi.new("covey_watch *", region), number, error),
                  error)
        self._regions[name] = int(number[0])

    def box(self, name: str, low: Sequence[float], high: Sequence[float], *,
            flock: str | None = None) -> None:
        """Watches a box between two corners, for agents of all flocks or of one."""
        dim = self._world.dim
        self._watch(name, lib.covey_watch_box(vector(low, dim), vector(high, dim)), flock)

    def ball(self, name: str, center: Sequence[float], radius: float, *,
             flock: str | None = None) -> None:
        """Watches a ball."""
        self._watch(name, lib.covey_watch_ball(vector(center, self._world.dim), radius), flock)

    def rim(self, name: str, influence: Influence, width: float, *,
            flock: str | None = None) -> None:
        """Watches the rim of a solid influence: the places nearer than `width` to it."""
        self._watch(name, lib.covey_watch_rim(influence.handle, width), flock)

    def forget(self, name: str) -> None:
        """Watches a region no more."""
        if name not in self._regions:
            raise ArgumentError(f"there is no region {name!r}")
        self._world._change(lib.covey_world_unwatch, self._regions.pop(name))

    def table(self) -> pd.DataFrame:
        """The events so far: step, event (entered, left, bounced, reappeared, caught, pushed,
        squeezed), flock, id, and the region, or by_flock and by, the agent that caught it, or the
        handle of the influence that pushed it."""
        made = pd.DataFrame(self._rows, columns=[*_COLUMNS], dtype=object)
        return made.astype(_COLUMNS)

    def end(self) -> None:
        """Collects no more, and forgets the regions; table() stays."""
        self._world.unwatch(self._watcher)
        self._regions.clear()
        self._world._change(lib.covey_world_events_take, 0)
