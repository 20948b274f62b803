# SPDX-License-Identifier: MIT
"""Influences of a world: those of the library, and functions of Python."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey._covey import ffi, lib
from covey.errors import ArgumentError, OutOfMemoryError, check, encoded, reals, text
from covey.model import Agents
from covey.tables import Param, param_rows

if TYPE_CHECKING:
    from covey.world import World

Push = Callable[[Agents], ArrayLike]


class Influence:
    """An influence of a world, by its handle. Its parameters are items: influence["radius"].

    A function of Python, given to World.influence(), is called before each step with all Agents of
    its flock, by ascending ids, and returns what is added to their intents (n, dim). It may be
    compiled by numba. It may ask the world, but not change it: ArgumentError. An exception leaves
    the world as it was.
    """

    def __init__(self, world: World, handle: int) -> None:
        self._world = world
        self.handle = handle

    def _view(self) -> Any:
        view = self._world._ask(lib.covey_world_influence, self.handle)
        if view.kind == ffi.NULL:
            raise KeyError(f"influence {self.handle} was removed")
        return view

    @property
    def kind(self) -> str:
        return text(self._view().kind.name)

    @property
    def flock(self) -> str | None:
        """Name of the only flock that it acts on; None: all."""
        index = self._view().flock
        return None if index < 0 else text(self._world._ask(lib.covey_world_name, index))

    @property
    def params(self) -> Mapping[str, Param]:
        """Its parameters. A function of Python has none."""
        if self.handle in self._world._pushes:
            return {}
        return param_rows(self._view().kind.params)

    @property
    def points(self) -> NDArray[np.float64]:
        """Its outline, L: an array (n, dim), a copy. To assign to it moves the influence."""
        view, dim = self._view(), self._world.dim
        made = np.empty((view.points_count, dim))
        for axis in range(dim if view.points_count else 0):
            made[:, axis] = ffi.unpack(view.points[axis], view.points_count)
        return made

    @points.setter
    def points(self, points: ArrayLike) -> None:
        given, count = np.atleast_2d(reals(points, "points")), self._view().points_count
        if given.shape != (count, self._world.dim):
            raise ArgumentError(f"the outline has the shape {(count, self._world.dim)}, not "
                                f"{given.shape}")
        keep, pointers = columns_of(given)
        self._world._change(lib.covey_world_influence_move, self.handle, pointers)
        del keep

    def __getitem__(self, name: str) -> float | str:
        row = self._row(name)
        return row.value(self._world._ask(lib.covey_world_influence_param, self.handle,
                                          encoded(name)))

    def __setitem__(self, name: str, value: Any) -> None:
        self._world._change(lib.covey_world_influence_set, self.handle, encoded(name),
                            self._row(name).number(value))

    def _row(self, name: str) -> Param:
        if name not in self.params:
            known = ", ".join(self.params) or "none"
            raise KeyError(f"{self.kind} has no parameter {name!r}; its parameters: {known}")
        return self.params[name]

    def remove(self) -> None:
        """Removes it from the world."""
        self._world._change(lib.covey_world_influence_remove, self.handle)
        self._world._pushes.pop(self.handle, None)

    def __repr__(self) -> str:
        return f"<covey influence {self.handle}: {self.kind}>"


def columns_of(rows: NDArray[np.float64]) -> tuple[Any, Any]:
    """The columns of an array (n, dim) as pointers of C, and what keeps them."""
    columns = [np.ascontiguousarray(rows[:, axis]) for axis in range(rows.shape[1])]
    addresses = [ffi.cast("double *", column.ctypes.data) for column in columns]
    return columns, ffi.new("double *[3]", addresses)


class Pushes:
    """A function of Python as an influence on one flock. Its pushes are calculated before a step
    and lie where the step finds them, and nowhere else: no snapshot has their address."""

    def __init__(self, function: Push, flock: str, name: str) -> None:
        self.function, self.flock, self.name = function, flock, name
        title = f"The function {getattr(function, '__name__', 'function')} of Python."
        self._strings = [ffi.new("char[]", encoded(word)) for word in (name, title)]
        kind = lib.covey_pushes_kind(*self._strings)
        if kind == ffi.NULL:
            raise OutOfMemoryError("out of memory")
        self.kind = ffi.gc(kind, lib.covey_pushes_kind_destroy)
        self._c = ffi.new("covey_pushes *")
        self._numbers = [lib.covey_pushes_number(self._c, part) for part in (0, 1)]
        self._keep: tuple[Any, ...] = ()

    @classmethod
    def of(cls, function: Push, flock: str, names: Collection[str]) -> Pushes:
        """That of a function, under a name that is none of `names`."""
        first = f"python_{getattr(function, '__name__', 'function')}"
        later = (f"{first}_{number}" for number in range(2, len(names) + 3))
        return cls(function, flock, next(name for name in (first, *later) if name not in names))

    def definition(self) -> Any:
        """A covey_influence_def, whose strings stay as long as this."""
        made = ffi.new("covey_influence_def *", lib.covey_influence_def_default())
        self._strings.append(ffi.new("char[]", encoded(self.flock)))
        made.custom_kind, made.flock = self.kind, self._strings[-1]
        return made

    def calculate(self, world: World) -> None:
        """Asks the function, for the state as it is."""
        flock = world[self.flock]
        order = flock.order()
        ids = np.array(flock.id[order], dtype=np.uint32)  # the function may write to its copy
        agents = Agents(flock.pos[order], flock.vel[order], ids.copy(), world.step_count,
                        world.seed, flock.body)
        pushes = np.asarray(self.function(agents), dtype=float)
        shape = len(order), world.dim
        if pushes.shape != shape:
            raise ArgumentError(f"an influence returned an array of the shape {pushes.shape}, "
                                f"expected {shape}")
        if not np.isfinite(pushes).all():
            raise ArgumentError("an influence returned numbers that are not finite")
        keep, pointers = columns_of(pushes)
        self._keep = keep, pointers, ids
        self._c.count, self._c.id = shape[0], ffi.cast("uint32_t *", ids.ctypes.data)
        for axis in range(3):
            self._c.push[axis] = pointers[axis]

    def lay(self, world: Any, handle: int) -> None:
        """Tells the influence of that handle where the pushes are."""
        self._set(world, handle, self._numbers)

    def lift(self, world: Any, handle: int) -> None:
        """Takes that back."""
        self._set(world, handle, [0.0, 0.0])

    @staticmethod
    def _set(world: Any, handle: int, numbers: list[float]) -> None:
        for name, number in zip((b"high", b"low"), numbers):
            error = ffi.new("covey_error *")
            check(lib.covey_world_influence_set(world, handle, name, number, error), error)
