# SPDX-License-Identifier: MIT
"""Measures of flocks and of recorded tracks, as numbers and data frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from covey import tables
from covey._covey import ffi, lib
from covey.errors import ArgumentError, check

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
    if name not in _PROFILES:
        raise ArgumentError(f"there is no profile {name!r}; there are {', '.join(_PROFILES)}")
    definition = ffi.new("covey_measure_def *", lib.covey_measure_def_default())
    definition.link, definition.bin = link, bin
    group = lib.covey_profile_of(definition, _PROFILES[name])
    profile, error = ffi.new("covey_profile *"), ffi.new("covey_error *")
    pointer = ffi.new("covey_view *", view)
    check(lib.covey_profile_take(group, pointer, definition, profile, error), error)
    points = [(point.x, point.value, point.count) for point in profile.points[0:profile.count]]
    return pd.DataFrame({
        "x": np.array([point[0] for point in points], dtype=float),
        "value": np.array([point[1] for point in points], dtype=float),
        "count": np.array([point[2] for point in points], dtype=np.uint64),
    })
