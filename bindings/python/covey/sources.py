# SPDX-License-Identifier: MIT
"""Where tracks come from: files, data frames, arrays and open buffers. All become files that the
library reads, so that every rule of docs/files.md holds for each of them."""

from __future__ import annotations

import os
import pathlib
import tempfile
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from covey._covey import ffi, lib
from covey.errors import ArgumentError, FileError, reals, text
from covey.space import Space


@dataclass
class Source:
    """A file to read: its path, the name that messages have, and what the source says itself."""

    path: str
    name: str
    format: str | None = None
    space: Space | None = None
    y_down: bool | None = None
    folder: tempfile.TemporaryDirectory[str] | None = None  # gone with the source
    files: tuple[str, ...] = ()  # further ones, of other agents


def _suffix(format: str | None) -> str:
    known = ffi.NULL if format is None else lib.covey_format_find(format.encode())
    return ".csv" if known == ffi.NULL else text(known.suffix) or ".txt"


def _kept(name: str, suffix: str) -> Source:
    folder = tempfile.TemporaryDirectory(prefix="covey-", ignore_cleanup_errors=True)
    return Source(os.path.join(folder.name, "tracks" + suffix), name, folder=folder)


def _of_frame(table: pd.DataFrame) -> Source:
    """A table with columns by name, as a CSV file has them; `flock` is another name of `set`."""
    if any(name is not None for name in table.index.names):
        table = table.reset_index()
    names = [str(name) for name in table.columns]
    table = table.set_axis(["set" if name == "flock" else name for name in names], axis=1)
    narrow = [name for name in table.columns[table.dtypes == np.float32]]
    table = table.astype(dict.fromkeys(narrow, np.float64))
    made = _kept("a DataFrame", ".csv")
    space = table.attrs.get("space")
    made.space = space if isinstance(space, Space) else None
    table.to_csv(made.path, index=False)
    return made


def _of_array(array: Any) -> Source:
    """Places (frames, agents, 2 or 3); NaN is a gap. Agents have the numbers from 1 on."""
    if isinstance(array, np.ma.MaskedArray):
        masked: Any = array
        array = masked.astype(float).filled(np.nan)
    places = reals(array, "places")
    if places.ndim != 3 or places.shape[2] not in (2, 3):
        raise ArgumentError(f"an array of tracks has the shape (frames, agents, 2 or 3), not "
                            f"{places.shape}")
    made = _kept("an array", ".npy")
    made.y_down = False
    np.save(made.path, np.ascontiguousarray(places, dtype=np.float64), allow_pickle=False)
    return made


def _of_bytes(content: Any, format: str | None, name: str) -> Source:
    suffix = "".join(pathlib.PurePath(name).suffixes[-2:]) if format is None else _suffix(format)
    made = _kept(name or "a buffer", suffix if suffix.strip(".") else ".csv")
    with open(made.path, "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
    return made


def source_of(source: Any, format: str | None) -> Source:
    """A path as it is; a data frame, an array, bytes or an open file as a file of its own."""
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        return Source(path if isinstance(path, str) else os.fsdecode(path), str(path), format)
    if isinstance(source, (list, tuple)) and source and all(
            isinstance(path, (str, os.PathLike)) for path in source):
        paths = [os.fsdecode(os.fspath(path)) for path in source]
        return Source(paths[0], paths[0], format, files=tuple(paths[1:]))
    try:
        if isinstance(source, pd.DataFrame):
            return _of_frame(source)
        if isinstance(source, (bytes, bytearray, memoryview)):
            return _of_bytes(source, format, "")
        if hasattr(source, "read"):
            name = getattr(source, "name", "")
            return _of_bytes(source.read(), format, name if isinstance(name, str) else "")
    except OSError as error:
        raise FileError(f"tracks are read from a file of their own: {error}") from error
    return _of_array(source)
