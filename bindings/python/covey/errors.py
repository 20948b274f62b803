# SPDX-License-Identifier: MIT
"""Exceptions: one class for each way in which covey fails, with the library's sentence."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey._covey import ffi, lib


class Error(Exception):
    """A failure of covey. str() is one sentence that begins with the place, if there is one.

    line, column: the place in a text, counted from 1; 0 where there is none
    report:       for scenarios the line with a caret under the place and what was expected; or ""
    exit_code:    the exit code of the program covey for it
    """

    exit_code = 70
    line = 0
    column = 0
    report = ""


class ArgumentError(Error, ValueError):
    """An argument is outside what the function accepts."""

    exit_code = 64


class InputError(Error, ValueError):
    """A scenario, a file or a snapshot does not follow its format."""

    exit_code = 65


class DivergedError(Error, ArithmeticError):
    """A state left the range of finite numbers: at `step`, agent `id` of flock number `flock`."""

    exit_code = 70
    step = 0
    flock = -1
    id = 0


class OutOfMemoryError(Error, MemoryError):
    """There is not enough memory."""

    exit_code = 71


class HostError(Error, OSError):
    """The system refused a thread or a program, or rounds otherwise than the library needs."""

    exit_code = 71


class FileError(Error, OSError):
    """Reading or writing failed: a disk is full, a file is missing or not to be opened."""

    exit_code = 74


class LockedError(Error, OSError):
    """Another program is writing to that file."""

    exit_code = 75


class StaleError(ArgumentError):
    """An array of a world is used after the world has changed: ask the flock for it again."""


_CLASSES: dict[int, type[Error]] = {
    lib.COVEY_ARG: ArgumentError,
    lib.COVEY_INPUT: InputError,
    lib.COVEY_DIVERGED: DivergedError,
    lib.COVEY_MEMORY: OutOfMemoryError,
    lib.COVEY_SYSTEM: HostError,
    lib.COVEY_IO: FileError,
    lib.COVEY_LOCKED: LockedError,
    lib.COVEY_CLOSED: FileError,
    lib.COVEY_INTERRUPTED: Error,
}


def text(pointer: Any) -> str:
    """A string of C; "" for NULL."""
    return "" if pointer == ffi.NULL else str(ffi.string(pointer), "utf-8", "replace")


def encoded(word: Any, what: str = "a name or text") -> bytes:
    """A string for C."""
    if not isinstance(word, str):
        raise ArgumentError(f"{what} is {word!r}, expected a string")
    try:
        made = word.encode()
    except UnicodeEncodeError:
        raise ArgumentError(f"{what} is {word!r}, which has half a character") from None
    if b"\0" in made:
        raise ArgumentError(f"{what} is {word!r}, which has a character 0")
    return made


def reals(values: Any, what: str) -> NDArray[np.float64]:
    """Numbers of a user as an array. Strings, bools, dates and complex numbers are none."""
    try:
        array = np.asarray(values)
    except (ValueError, TypeError, OverflowError) as error:
        raise ArgumentError(f"{what} are no array of numbers: {error}") from None
    if array.dtype.kind not in "iuf" and array.size:
        raise ArgumentError(f"{what} are no real numbers but of type {array.dtype}")
    return array.astype(float, copy=False)


def exception(status: int, error: Any = None, where: str = "") -> Error:
    """The exception for a status, with what the covey_error tells. `where` names the input."""
    message = text(error.message) if error is not None else ""
    message = message or text(lib.covey_status_text(status))
    line = int(error.line) if error is not None and status == lib.COVEY_INPUT else 0
    column = int(error.column) if line else 0
    place = ":".join([where] * bool(where) + [str(n) for n in (line, column) if n])
    made = _CLASSES.get(status, Error)(f"{place}: {message}" if place else message)
    made.line, made.column = line, column
    if isinstance(made, DivergedError) and error is not None:
        made.step, made.flock, made.id = int(error.step), int(error.flock), int(error.id)
    return made


def check(status: int, error: Any = None, where: str = "") -> None:
    """Raises the exception of a status other than COVEY_OK."""
    if status != lib.COVEY_OK:
        raise exception(status, error, where)
