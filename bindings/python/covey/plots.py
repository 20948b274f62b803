# SPDX-License-Identifier: MIT
"""Plots of sweeps and tables with matplotlib, of the numbers that the program has."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pandas as pd

from covey import stats
from covey.errors import ArgumentError
from covey.sweeps import Sweep

_KINDS = {"mean": ("mean", "error"), "chi": ("chi", "chi_error"), "binder": ("binder", None),
          "tau": ("tau", None), "sd": ("sd", None), "effective": ("effective", None)}


def _pyplot() -> Any:
    try:
        import matplotlib.pyplot as pyplot
    except ImportError:
        raise ArgumentError("matplotlib is not installed: python3-matplotlib, or pip install "
                            "matplotlib") from None
    return pyplot


def _axes(ax: Any) -> Any:
    pyplot = _pyplot()
    return pyplot.subplots()[1] if ax is None else ax


def _keys(points: pd.DataFrame, x: str | None, by: str | None) -> tuple[str, str | None]:
    """The key of the axis and that of the curves, checked: no other key may vary by itself."""
    keys = list(points.columns[: list(points.columns).index("runs")])
    varying = [key for key in keys if points[key].nunique() > 1]
    x = x or next(iter(varying or keys), None)
    for name, key in (("x", x), ("by", by)):
        if key is not None and key not in keys:
            raise ArgumentError(f"{name} is {key!r}, expected one of {', '.join(keys)}")
    if x is None:
        raise ArgumentError("no key varies in this sweep")
    drawn = [x] if by is None else [x, by]
    for key in varying:
        if key not in drawn and points.groupby(drawn)[key].nunique().max() > 1:
            if by is not None:
                raise ArgumentError(f"{key} varies, too: choose rows of points() yourself")
            return _keys(points, x, key)
    if not pd.api.types.is_numeric_dtype(points[x]):
        raise ArgumentError(f"x needs numbers, and values of {x} are words")
    return x, by


def _of_sweep(sweep: Sweep, x: str | None, y: str, by: str | None, statistic: str,
              flock: str | None, axes: Any) -> None:
    points = sweep.points(y, flock=flock)
    x, by = _keys(points, x, by)
    value, error = _KINDS[statistic]
    for name, part in [(None, points)] if by is None else points.groupby(by, sort=True):
        part = part.sort_values(x)
        line, = axes.plot(part[x], part[value], marker="o", markersize=3,
                          label=None if name is None else f"{by} {name}")
        low, high = ((part["binder_low"], part["binder_high"]) if error is None else
                     (part[value] - part[error], part[value] + part[error]))
        if error is not None or value == "binder":
            axes.fill_between(part[x], low, high, color=line.get_color(), alpha=0.25, linewidth=0)
    axes.set_xlabel(x)
    axes.set_ylabel(y if statistic == "mean" else f"{statistic} of {y}")
    if by is not None:
        axes.legend()


def _of_table(table: pd.DataFrame, x: str | None, y: str, by: str | None, axes: Any) -> None:
    x = x or next((name for name in ("time", "step", "x", "lag") if name in table.columns), None)
    by = by or next((name for name in ("flock", "set") if name in table.columns
                     and table[name].nunique() > 1), None)
    for name in (x, y, by):
        if name is not None and name not in table.columns:
            raise ArgumentError(f"the table has no column {name!r}")
    if x is None:
        raise ArgumentError("the table has no column time, step, x or lag: say which is x")
    for name, part in [(None, table)] if by is None else table.groupby(by, sort=False):
        line, = axes.plot(part[x], part[y], linewidth=1, label=name)
        if x not in ("time", "step") or part[x].duplicated().any():
            continue
        is_ = stats.of(part[y].to_numpy(dtype=float))
        ends = part[x].iloc[[min(is_.discarded, len(part) - 1), -1]]
        axes.plot(ends, [is_.mean] * 2, color=line.get_color(), linestyle="--", linewidth=1)
        axes.fill_between(ends, is_.low, is_.high, color=line.get_color(), alpha=0.25, linewidth=0)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    if by is not None:
        axes.legend()


_AROUND = {"speeding": "acceleration ahead, L/T²", "turning": "acceleration to the left, L/T²",
           "density": "neighbors, 1/L²", "count": "pairs"}


def _width(distances: pd.Series) -> float:
    """The width of rings with these middles, which are odd multiples of half of it."""
    middles = np.unique(np.round(distances / distances.min(), 9)) * distances.min()
    return float(min([2 * middles[0], *np.diff(middles)]))


def _of_bins(table: pd.DataFrame, y: str | None, flock: str | None, least: int, ax: Any) -> Any:
    """Discs of bins by bearing and distance, as `covey plot` draws them: ahead is up."""
    pyplot = _pyplot()
    from matplotlib.colors import LogNorm
    wanted = [name for name in _AROUND if name in table.columns] if y is None else [y]
    if not set(wanted) <= _AROUND.keys() & set(table.columns):
        raise ArgumentError(f"y is {y!r}, expected a column of {', '.join(_AROUND)}")
    if flock is not None or table["set"].nunique() > 1:
        flock = table["set"].iloc[0] if flock is None else flock
        table = table[table["set"] == flock]
    if ax is None:
        figure = pyplot.figure(figsize=(4.6 * len(wanted), 4.4), layout="constrained")
        axes = [figure.add_subplot(1, len(wanted), k + 1, projection="polar")
                for k in range(len(wanted))]
    elif len(wanted) > 1 or ax.name != "polar":
        raise ArgumentError("ax has to be polar, and of one column: choose it by y")
    else:
        axes = [ax]
    if not (table["count"] >= least).any():
        raise ArgumentError(f"no bin has {least} pairs")
    width = _width(table.distance)
    rings = np.floor(table.distance / width).astype(int)
    sectors = np.floor((table.bearing + np.pi) / (2 * np.pi) * 36).astype(int).clip(0, 35)
    edges = np.arange(37) / 36 * 2 * np.pi - np.pi, np.arange(rings.max() + 2) * width
    for name, axis in zip(wanted, axes, strict=True):
        grid = np.full((rings.max() + 1, 36), np.nan)
        shown = (table["count"] >= least) | (name == "count")
        grid[rings[shown], sectors[shown]] = table[name][shown]
        most = np.nanmax(np.abs(grid)) or 1.0
        axis.set_theta_offset(np.pi / 2)
        axis.set_facecolor("0.9")
        axis.grid(False)
        scale: dict[str, Any] = {"vmin": 0}
        if name in ("speeding", "turning"):
            scale = {"cmap": "RdBu_r", "vmin": -most, "vmax": most}
        elif name == "count":
            scale = {"norm": LogNorm(1, max(most, 2))}
        drawn = axis.pcolormesh(*edges, grid, **scale)
        axis.set_xticks([0, np.pi / 2, np.pi, 3 * np.pi / 2], ["ahead", "left", "behind", "right"])
        axis.set_title(_AROUND[name])
        axis.figure.colorbar(drawn, ax=axis, shrink=0.7, pad=0.12)
    return axes if ax is None else ax


def plot(data: Sweep | pd.DataFrame | str | os.PathLike[str], x: str | None = None,
         y: str | None = None, *, by: str | None = None, statistic: str = "mean",
         flock: str | None = None, least: int = 10, ax: Any = None) -> Any:
    """Draws a measure with matplotlib and returns the axes.

    Without `y` it is polarization. Of a Sweep or its file: `y` over the key `x`, a curve for each value of `by`; the band is one
    standard error, as `covey plot` draws it, of `statistic` "binder" the interval of 95 %. Others are
    "chi", "tau", "sd" and "effective".
    Of a table of World.run() or Tracks.measure(): `y` over time, a curve for each flock; dashed is
    the mean of covey.stats.of() from where it settles, the band its interval of 95 %.
    Of a table of Tracks.forces() or Tracks.map(): discs around an agent that flies up, for each of its
    columns or for `y`; bins of fewer than `least` pairs stay blank. It returns a list of axes.
    """
    if statistic not in _KINDS:
        raise ArgumentError(f"statistic is {statistic!r}, expected one of {', '.join(_KINDS)}")
    if isinstance(data, (str, os.PathLike)):
        data = Sweep(data)
    if not isinstance(data, (Sweep, pd.DataFrame)):
        raise ArgumentError(f"plots are of a Sweep or a table, not of {type(data).__name__}")
    if isinstance(data, pd.DataFrame) and {"bearing", "distance", "count"} <= {*data.columns}:
        return _of_bins(data, y, flock, least, ax)
    y = "polarization" if y is None else y
    axes = _axes(ax)
    if isinstance(data, Sweep):
        _of_sweep(data, x, y, by, statistic, flock, axes)
    else:
        _of_table(data, x, y, by, axes)
    return axes
