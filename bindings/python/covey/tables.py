# SPDX-License-Identifier: MIT
"""What the library knows: models, motions, influences, measures and their parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from covey._covey import ffi, lib
from covey.errors import ArgumentError, text

Row = TypeVar("Row")


def strings(list_of_c: Any) -> tuple[str, ...]:
    """A list of C that ends with NULL."""
    found: list[str] = []
    while list_of_c != ffi.NULL and list_of_c[len(found)] != ffi.NULL:
        found.append(text(list_of_c[len(found)]))
    return tuple(found)


@dataclass(frozen=True)
class Param:
    """A parameter: its range is low … high; with `choices` its value is one of these words."""

    name: str
    initial: float | str
    low: float
    high: float
    unit: str
    text: str
    choices: tuple[str, ...] = ()
    whole: bool = False
    rule: bool = False

    @property
    def doc(self) -> str:
        """The sentence with range, unit and initial value, as help() shows it."""
        if self.choices:
            return f"{self.text} One of {', '.join(self.choices)}; initially {self.initial}."
        unit = f" {self.unit}" if self.unit else ""
        return f"{self.text} {self.low:g} … {self.high:g}{unit}; initially {self.initial:g}."

    def number(self, value: Any) -> float:
        """The number that the library has for a value: a word's place among the choices."""
        if isinstance(value, str):
            if value not in self.choices:
                expected = ", ".join(self.choices) or "a number"
                raise ArgumentError(f"{self.name} is {value!r}, expected {expected}")
            return float(self.choices.index(value))
        try:
            return float(value)
        except (TypeError, ValueError, OverflowError) as error:
            raise ArgumentError(f"{self.name} is {value!r}, expected a number") from error

    def value(self, number: float) -> float | str:
        """The value for a number of the library."""
        return self.choices[int(number)] if self.choices else number


def param_rows(table: Any) -> dict[str, Param]:
    """A parameter table of the library, by the names of the rows."""
    found: dict[str, Param] = {}
    while table != ffi.NULL and table[len(found)].name != ffi.NULL:
        row = table[len(found)]
        choices = strings(row.choices)
        initial = choices[int(row.initial)] if choices else row.initial
        name = text(row.name)
        found[name] = Param(name, initial, row.low, row.high, text(row.unit), text(row.text),
                            choices, bool(row.whole), bool(row.rule))
    return found


@dataclass(frozen=True)
class Kind:
    """A model, motion or influence of the library."""

    name: str
    title: str
    source: str
    params: Mapping[str, Param]


@dataclass(frozen=True)
class Measure:
    """A number that a flock has in each frame."""

    name: str
    title: str
    unit: str
    source: str
    dims: tuple[int, ...]  #: axes of the worlds that have it


class Table(Mapping[str, Row], Generic[Row]):
    """A list of the library by names, in its order."""

    def __init__(self, rows: Callable[[], dict[str, Row]]) -> None:
        self._rows = rows()

    def __getitem__(self, name: str) -> Row:
        return self._rows[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return f"<{len(self)}: {', '.join(self)}>"


def _entries(at: Callable[[int], Any]) -> Iterator[Any]:
    index = 0
    while (entry := at(index)) != ffi.NULL:
        yield entry
        index += 1


def _kinds(at: Callable[[int], Any], has_source: bool = True) -> dict[str, Kind]:
    return {
        text(entry.name): Kind(text(entry.name), text(entry.title),
                               text(entry.source) if has_source else "", param_rows(entry.params))
        for entry in _entries(at)
    }


def _measures() -> dict[str, Measure]:
    definition = ffi.new("covey_measure_def *", lib.covey_measure_def_default())
    return {
        text(entry.name): Measure(text(entry.name), text(entry.title), text(entry.unit),
                                  text(entry.source),
                                  tuple(dim for dim in (2, 3)
                                        if lib.covey_measure_fits(definition, index, dim)))
        for index, entry in enumerate(_entries(lib.covey_measure_at))
    }


def _profiles() -> dict[str, Measure]:
    definition = ffi.new("covey_measure_def *", lib.covey_measure_def_default())
    found = {}
    for group in _entries(lambda index: lib.covey_profile_of(definition, index)):
        row = group.columns[0]
        found[text(row.name)] = Measure(text(row.name), text(row.title), text(row.unit),
                                        text(row.source), (group.dim,) if group.dim else (2, 3))
    return found


models: Table[Kind] = Table(lambda: _kinds(lib.covey_model_at))
motions: Table[Kind] = Table(lambda: _kinds(lib.covey_motion_at, has_source=False))
influences: Table[Kind] = Table(lambda: _kinds(lib.covey_influence_at))
measures: Table[Measure] = Table(_measures)
profiles: Table[Measure] = Table(_profiles)
presets: tuple[str, ...] = tuple(text(entry.name) for entry in _entries(lib.covey_preset_at))
