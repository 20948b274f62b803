# SPDX-License-Identifier: MIT
"""Scenarios: whole runs as YAML texts, files or dicts, with the library's errors."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from covey._covey import ffi, lib
from covey.errors import ArgumentError, InputError, check, encoded, exception, reals, text

_REPORT = 2048


def write_bytes(write: Any, *arguments: Any) -> bytes:
    """What a function of the library writes to its sink: write(*arguments, sink) -> status."""
    to = ffi.new("covey_bytes *")
    try:
        check(write(*arguments, lib.covey_bytes_sink(to)))
        return bytes(ffi.buffer(to.bytes, to.size)) if to.size else b""
    finally:
        lib.covey_bytes_free(to)


def yaml_value(value: Any) -> str:
    """A value as YAML, in one line: JSON, but for numbers that JSON has not."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if value is None:
        return "~"
    if isinstance(value, float) and not math.isfinite(value):
        return repr(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(k)}: {yaml_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(yaml_value, value)) + "]"
    if isinstance(value, (bool, int, float, str)):
        return json.dumps(value, ensure_ascii=False)
    raise ArgumentError(f"a scenario has no values of type {type(value).__name__}: {value!r}")


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise ArgumentError(f"a key of a scenario is {key!r}, expected a string")
    return json.dumps(key, ensure_ascii=False)


class _Lines:
    """Writes a dict as YAML, each key and item on a line of its own, and keeps the path of each."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.paths: list[str] = []

    def put(self, value: Any, path: str, head: str, indent: int) -> None:
        """Writes `value` behind `head`, its own keys and items below."""
        if isinstance(value, Mapping) and value:
            self.line(head, path)
            for key, item in value.items():
                below = f"{path}.{key}" if path else str(key)
                self.put(item, below, " " * indent + _key(key) + ":", indent + 2)
        elif isinstance(value, (list, tuple)) and any(isinstance(v, Mapping) for v in value):
            self.line(head, path)
            for index, item in enumerate(value):
                self.put(item, f"{path}.{index}", " " * indent + "-", indent + 2)
        else:
            self.line(f"{head} {yaml_value(value)}", path)

    def line(self, line: str, path: str) -> None:
        if line:
            self.lines.append(line)
            self.paths.append(path)


class Scenario:
    """A scenario. Start from Scenario.open(path), .preset(name), .read(text) or .of(dict)."""

    def __init__(self, handle: Any, name: str) -> None:
        self._handle = handle
        self.name = name

    # ---- Where scenarios come from ----

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Scenario:
        """Reads a file. Files that it names are looked for in its folder."""
        return cls._make(os.fspath(path), None, os.fspath(path))

    @classmethod
    def read(cls, yaml: str, *, name: str = "scenario", folder: str | None = None) -> Scenario:
        """Reads a text. `folder` is where files that it names are looked for; None: nowhere."""
        return cls._make(name, encoded(yaml), None, folder)

    @classmethod
    def preset(cls, name: str) -> Scenario:
        """A ready-made scenario of the library; covey.presets has all names."""
        found = lib.covey_preset_find(encoded(name))
        if found == ffi.NULL:
            raise ArgumentError(f"there is no preset {name!r}; covey.presets has their names")
        return cls._make(name, bytes(ffi.buffer(found.text, found.size)), None)

    @classmethod
    def of(cls, values: Mapping[str, Any], *, folder: str | None = None) -> Scenario:
        """Makes one of a dict with the keys of docs/scenarios.md. An error names the keys that
        lead to its place, as in "flocks.boids.count"."""
        lines = _Lines()
        try:
            lines.put(values, "", "", 0)
        except RecursionError:
            raise ArgumentError("a scenario holds itself, or is nested too deeply") from None
        yaml = "\n".join(lines.lines) + "\n"
        try:
            return cls._make("scenario", encoded(yaml), None, folder)
        except InputError as error:
            if not 1 <= error.line <= len(lines.paths):
                raise
            place = lines.paths[error.line - 1]
            sentence = str(error).split(": ", 1)[-1]
            made = InputError(f"scenario: {place}: {sentence}")
            made.report = error.report
            raise made from None

    @classmethod
    def _make(cls, name: str, yaml: bytes | None, path: str | None,
              folder: str | None = None) -> Scenario:
        definition = ffi.new("covey_scenario_def *", lib.covey_scenario_def_default())
        report = ffi.new("char[]", _REPORT)
        definition.report, definition.report_size = report, _REPORT
        keep = [ffi.new("char[]", encoded(name))]
        definition.name = keep[0]
        if folder is not None:
            keep.append(ffi.new("char[]", os.fsencode(folder)))
            definition.folder = keep[1]
        handle, error = ffi.new("covey_scenario **"), ffi.new("covey_error *")
        if path is not None:
            status = lib.covey_scenario_open(definition, os.fsencode(path), handle, error)
        else:
            assert yaml is not None
            status = lib.covey_scenario_read(definition, yaml, len(yaml), handle, error)
        if status != lib.COVEY_OK:
            failure = exception(status, error, name)
            failure.report = text(report)
            raise failure
        return cls(ffi.gc(handle[0], lib.covey_scenario_destroy), name)

    # ---- What can be done with them ----

    def set(self, key: str, value: Any) -> Scenario:
        """Changes one value: a key of the text ("dt", "space.width"), a flock's name and a key of
        it ("boids.separation"), or a parameter that some flock has ("noise")."""
        error = ffi.new("covey_error *")
        try:
            word = value if isinstance(value, str) else yaml_value(value)
        except RecursionError:
            raise ArgumentError(f"the value of {key} holds itself, or is nested too deeply") from None
        status = lib.covey_scenario_set(self._handle, encoded(key), encoded(word), error)
        check(status, error, key)
        return self

    def text(self) -> str:
        """The scenario as YAML, with every key and parameter."""
        return write_bytes(lib.covey_scenario_print, self._handle).decode()

    @property
    def plan(self) -> Any:
        """Space, seed, dt, steps and files, as covey_plan of covey/scenario.h. Valid until the
        scenario is changed or gone."""
        return lib.covey_scenario_plan(self._handle)

    def copy(self) -> Scenario:
        """The same scenario once more, which changes by itself."""
        return Scenario.read(self.text(), name=self.name)

    def __repr__(self) -> str:
        return f"<covey.Scenario {self.name!r}>"

    def __reduce__(self) -> Any:
        return Scenario.read, (self.text(),)


def scenario_of(source: Any) -> Scenario:
    """A scenario from what a caller has: a Scenario, a dict, a path, a text of several lines."""
    if isinstance(source, Scenario):
        return source.copy()
    if isinstance(source, Mapping):
        return Scenario.of(source)
    if isinstance(source, str) and "\n" in source:
        return Scenario.read(source)
    if isinstance(source, (str, os.PathLike)):
        return Scenario.open(source)
    raise ArgumentError(f"a scenario is a dict, a path or a text, not {type(source).__name__}")


def vector(value: Sequence[float] | Any, dim: int = 0) -> Any:
    """A covey_vec of two or three numbers; of just `dim` where that is given."""
    numbers = reals(value, "a place or vector").ravel().tolist()
    if len(numbers) not in ((2, 3) if dim == 0 else (dim,)):
        expected = "2 or 3" if dim == 0 else str(dim)
        raise ArgumentError(f"a place or vector has {len(numbers)} numbers, expected {expected}")
    return ffi.new("covey_vec *", (*numbers, *[0.0] * (3 - len(numbers))))[0]
