# SPDX-License-Identifier: MIT
"""Statistics of series, as measures of a flock are: the numbers of `covey stats`, by the same code.

A step is nearly the one before, so that a thousand rows are not a thousand measurements: errors of
means count how many independent ones they are worth. docs/sweeps.md defines each word.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from covey._covey import ffi, lib
from covey.errors import ArgumentError, reals

_HEAD = ("step", "time", "t", "flock", "set", "agents", "id")


@dataclass(frozen=True)
class Interval:
    """A number, and the interval of 95 % in which it is; NaN where that is unknown."""

    value: float
    low: float
    high: float

    def __float__(self) -> float:
        return self.value


@dataclass(frozen=True)
class Series:
    """Statistics of a series. `count` values are taken, behind `discarded` ones at the beginning;
    `low` and `high` are the interval of 95 % of the mean, minimum and maximum the values' range."""

    count: int
    discarded: int
    mean: float
    error: float
    sd: float
    tau: float
    tau_error: float
    effective: float
    minimum: float
    maximum: float
    square: float
    fourth: float
    binder: float
    binder_error: float
    variance_error: float
    drift: float
    stationary: bool
    enough: bool
    settled: bool

    @property
    def low(self) -> float:
        """Lower end of the interval of 95 % of the mean."""
        return self.mean - 1.959964 * self.error

    @property
    def high(self) -> float:
        """Upper end of it."""
        return self.mean + 1.959964 * self.error

    def susceptibility(self, agents: float) -> float:
        """N (<m^2> - <m>^2) of N agents."""
        return agents * self.sd**2


def _packed(values: ArrayLike, what: str = "values") -> tuple[NDArray[np.float64], Any]:
    packed = np.array(reals(values, what), dtype=np.float64)
    if packed.ndim != 1:
        raise ArgumentError(f"{what} are a series, not an array of the shape {packed.shape}")
    return packed, ffi.cast("double *", packed.ctypes.data)


def of(values: ArrayLike, discard: int | str = "auto") -> Series:
    """Statistics of a series. `discard` values are left out at the beginning; "auto" finds by MSER-5
    how many, and pays for the choice in the error."""
    packed, pointer = _packed(values)
    first, settled = 0, True
    if discard == "auto":
        scratch = np.empty(len(packed) + 1)
        where, is_settled = ffi.new("size_t *"), ffi.new("bool *")
        found = lib.covey_series_settled(pointer, len(packed),
                                         ffi.cast("double *", scratch.ctypes.data), where,
                                         is_settled)
        first, settled = int(where[0]), bool(is_settled[0])
    else:
        if isinstance(discard, str) or isinstance(discard, bool) or int(discard) < 0:
            raise ArgumentError(f"discard is {discard!r}, expected a number from 0 on, or 'auto'")
        first = min(int(discard), len(packed))
        rest, pointer = _packed(packed[first:])
        found = lib.covey_series_of(pointer, len(rest))
    names = ("mean", "error", "sd", "tau", "tau_error", "effective", "square", "fourth", "binder",
             "binder_error", "variance_error", "drift", "stationary", "enough")
    return Series(count=int(found.count), discarded=first, settled=settled, minimum=found.low,
                  maximum=found.high, **{name: getattr(found, name) for name in names})


def table(frame: pd.DataFrame, measures: Sequence[str] | None = None, *,
          discard: int | str = "auto", agents: float | None = None) -> pd.DataFrame:
    """Statistics of a table of World.run() or Tracks.measure(), as `covey stats` has them of a file:
    a row for each flock and measure. `discard` is in steps where the table has them. chi is for the
    `agents` of the table, or for as many as are said."""
    by = next((name for name in ("flock", "set") if name in frame.columns), None)
    names = [str(name) for name in frame.columns if name not in _HEAD] if measures is None else [
        *measures]
    for name in names:
        if name not in frame.columns:
            raise ArgumentError(f"the table has no column {name!r}")
    groups = [("", frame)] if by is None else list(frame.groupby(by, sort=False))
    rows = []
    for flock, part in groups:
        first = discard
        if not isinstance(discard, str) and "step" in part.columns:
            first = int((part["step"] < discard).sum())
        count = agents
        if count is None and "agents" in part.columns and len(part):
            count = float(part["agents"].iloc[-1])
        for name in names:
            is_ = of(part[name].to_numpy(dtype=float), first)
            rows.append({"flock": flock, "measure": name, "rows": is_.count,
                         "discarded": is_.discarded, "mean": is_.mean, "error": is_.error,
                         "low": is_.low, "high": is_.high, "sd": is_.sd, "tau": is_.tau,
                         "effective": is_.effective,
                         "chi": math.nan if count is None else is_.susceptibility(count),
                         "binder": is_.binder, "binder_error": is_.binder_error,
                         "drift": is_.drift, "stationary": is_.stationary, "enough": is_.enough,
                         "settled": is_.settled})
    return pd.DataFrame(rows)


def _interval(found: Any) -> Interval:
    return Interval(found.value, found.low, found.high)


def mean(values: ArrayLike) -> Interval:
    """The mean of independent values, as of runs with other seeds, with the interval of 95 % by
    Student's t; no interval for one value."""
    packed, pointer = _packed(values)
    return _interval(lib.covey_series_mean(pointer, len(packed)))


def binder(square: ArrayLike, fourth: ArrayLike) -> Interval:
    """Binder's cumulant over independent runs, of the mean square and the mean fourth power that
    each of them has, with the interval of 95 % by a jackknife and Student's t."""
    squares, one = _packed(square, "squares")
    fourths, other = _packed(fourth, "fourth powers")
    if len(squares) != len(fourths):
        raise ArgumentError(f"there are {len(squares)} squares and {len(fourths)} fourth powers")
    return _interval(lib.covey_series_binder(one, other, len(squares)))


def ratio(a: ArrayLike, b: ArrayLike, discard: int | str = "auto") -> Interval:
    """The ratio of the means of two series, taken in pairs, with the interval of 95 % by a circular
    block bootstrap. What is left out at the beginning is that of `a`."""
    above, below = _packed(a)[0], _packed(b)[0]
    if len(above) != len(below):
        raise ArgumentError(f"the series have {len(above)} and {len(below)} values")
    first = of(above, discard).discarded
    both = np.isfinite(above) & np.isfinite(below)
    both[:first] = False
    above, one = _packed(above[both])
    below, other = _packed(below[both])
    tau = max([0.5, *(is_.tau for is_ in (of(above, 0), of(below, 0)) if is_.tau > 0.5)])
    how = ffi.new("covey_bootstrap *", {"block": math.ceil(4 * tau), "draws": 2000, "level": 0.95,
                                        "seed": 1})
    return _interval(lib.covey_series_ratio(one, other, len(above), how))
