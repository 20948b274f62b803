# SPDX-License-Identifier: MIT
"""Columns: numpy arrays that look at the memory of a world, without a copy.

A column is of use until the world changes next; used after that it raises StaleError. Its memory
stays until the last column that looks at it is gone, also where the world has moved on, dropped
the flock or is gone itself.
"""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from covey._covey import ffi, lib
from covey.errors import StaleError


class Lease:
    """The state of a world between two changes, which columns are of. It keeps the world's memory
    where it is: `owner` frees the world of C, `keeper` is its allocator."""

    __slots__ = ("owner", "keeper", "is_fresh")

    def __init__(self, owner: Any, keeper: Any) -> None:
        self.owner = owner
        self.keeper = keeper
        self.is_fresh = True
        lib.covey_keeper_hold(keeper)

    def __del__(self) -> None:
        lib.covey_keeper_release(self.keeper)


class _Memory:
    """Tells numpy where numbers are, and keeps them there."""

    __slots__ = ("__array_interface__", "lease")

    def __init__(self, lease: Lease, address: int, shape: tuple[int, ...],
                 strides: tuple[int, ...], kind: str) -> None:
        self.lease = lease
        self.__array_interface__ = {
            "version": 3, "data": (address, True), "shape": shape, "strides": strides,
            "typestr": kind,
        }


def _plain(value: Any) -> Any:
    """The same with columns, also in lists, as arrays of numpy."""
    if isinstance(value, Column):
        return value._checked()
    if isinstance(value, (list, tuple)) and any(isinstance(item, (Column, list)) for item in value):
        return type(value)(map(_plain, value))
    return value


class Column(np.ndarray[Any, Any]):
    """A read-only array in the memory of a world. It knows whether the world has changed."""

    _lease: Lease | None

    def __array_finalize__(self, obj: Any) -> None:
        is_copy = isinstance(obj, Column) and obj.flags.owndata
        self._lease = None if is_copy else getattr(obj, "_lease", None)

    def _checked(self) -> NDArray[Any]:
        lease = self._lease
        if lease is not None and not lease.is_fresh and not self.flags.owndata:
            raise StaleError("the world has changed since this array was made: ask its flock again,"
                             " or keep a copy()")
        return self.view(np.ndarray)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        given = {key: _plain(value) for key, value in kwargs.items()}
        return getattr(ufunc, method)(*map(_plain, inputs), **given)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        given = {key: _plain(value) for key, value in kwargs.items()}
        return function(*map(_plain, args), **given)

    def __getitem__(self, key: Any) -> Any:
        found = self._checked()[_plain(key)]
        keys = key if isinstance(key, tuple) else (key,)
        if not isinstance(found, np.ndarray) or any(isinstance(k, (np.ndarray, list)) for k in keys):
            return found  # a number, or a copy
        part = found.view(Column)
        part._lease = self._lease
        return part

    def __repr__(self) -> str:
        return repr(self._checked())

    def __str__(self) -> str:
        return str(self._checked())

    def __float__(self) -> float:
        return float(self._checked())

    def __reduce__(self) -> Any:
        return self._checked().copy().__reduce__()

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        return self._checked().copy().__reduce_ex__(protocol)

    def __deepcopy__(self, memo: Any) -> Any:
        return self._checked().copy()


def _guarded(name: str) -> Any:
    method = getattr(np.ndarray, name)

    def guarded(self: Column, *args: Any, **kwargs: Any) -> Any:
        return method(self._checked(), *map(_plain, args), **kwargs)

    guarded.__name__ = name
    guarded.__doc__ = method.__doc__
    return guarded


# Methods that numpy does not lead through ufuncs: their results are arrays of their own.
for _name in ("argmax", "argmin", "argsort", "astype", "choose", "compress", "copy", "cumprod",
              "cumsum", "diagonal", "dot", "flatten", "item", "max", "mean", "min", "nonzero",
              "prod", "ptp", "repeat", "round", "searchsorted", "std", "sum", "take", "tobytes",
              "tofile", "tolist", "trace", "var", "__contains__", "__copy__"):
    setattr(Column, _name, _guarded(_name))


def column(lease: Lease, pointers: list[Any], count: int, kind: str) -> Column:
    """A column of `count` numbers for one pointer, else of the shape (count, pointers)."""
    addresses = [int(ffi.cast("uintptr_t", pointer)) for pointer in pointers]
    size = np.dtype(kind).itemsize
    shape: tuple[int, ...] = (count,)
    strides: tuple[int, ...] = (size,)
    if len(addresses) > 1:
        step = addresses[1] - addresses[0]
        if any(b - a != step for a, b in zip(addresses, addresses[1:])):
            raise AssertionError("the axes of a flock are not evenly spaced")
        shape, strides = (count, len(addresses)), (size, step)
    if count == 0:
        return np.empty(shape, dtype=kind).view(Column)
    made = np.asarray(_Memory(lease, addresses[0], shape, strides, kind)).view(Column)
    made._lease = lease
    return made
