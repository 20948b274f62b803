# SPDX-License-Identifier: MIT
"""Sessions: runs that are changed by commands while they run, and the record that gives the same
bits again."""

from __future__ import annotations

import os
from typing import Any

from covey import definitions
from covey._covey import ffi, lib
from covey.errors import ArgumentError, check, encoded
from covey.scenario import Scenario, scenario_of, write_bytes, yaml_value
from covey.tables import presets
from covey.world import World


class Session(World):
    """A world whose changes are commands, which are recorded: session.set("boids.noise", 0.5).
    Steps, measures, columns, pictures and questions are those of a World; what would change the
    world without a record (spawn, add, restore, …) raises ArgumentError.

    Session(source) begins one, with a preset's name, a dict, a path, a text or a Scenario;
    Session.open(path) reads a recorded one, whose commands its steps carry out again.
    """

    def __init__(self, source: Any, *, threads: int = 1, kernel: str = "fastest") -> None:
        is_preset = isinstance(source, str) and source in presets
        scenario = Scenario.preset(source) if is_preset else scenario_of(source)
        handle, scenario._handle = scenario._handle, ffi.NULL
        ffi.gc(handle, None)  # it is the session's from now on
        self._open(lambda engine, into, error: lib.covey_session_create(handle, engine, into, error),
                   scenario.name, threads, kernel)

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, threads: int = 1,
             kernel: str = "fastest") -> Session:
        """Reads a session file."""
        self = cls.__new__(cls)
        name = os.fsencode(path)
        self._open(lambda engine, into, error: lib.covey_session_open(name, engine, into, error),
                   os.fspath(path), threads, kernel)
        return self

    def _open(self, make: Any, where: str, threads: int, kernel: str) -> None:
        engine = definitions.engine(threads, kernel)
        keeper = lib.covey_keeper_create()
        engine.allocator = lib.covey_keeper_allocator(keeper)
        into, error = ffi.new("covey_session **"), ffi.new("covey_error *")
        status = make(engine, into, error)
        if status != lib.COVEY_OK:
            lib.covey_keeper_destroy(keeper)
            check(status, error, where)
        self._session = ffi.gc(into[0], lambda session: _destroy(keeper, session))
        self._adopt(self._session, keeper)
        self._refresh()
        plan = lib.covey_scenario_plan(lib.covey_session_scenario(self._session))
        self._facts = definitions.Facts.of(plan, threads, kernel)

    def _refresh(self) -> None:
        """Takes up what a command may have changed."""
        self._handle = ffi.cast("covey_world *", lib.covey_session_world(self._session))
        self._plan(lib.covey_scenario_plan(lib.covey_session_scenario(self._session)))

    # ---- Commands ----

    def do(self, command: str) -> None:
        """Carries out a command of one line: "set KEY VALUE", "move KEY VALUE", "undo"."""
        error = ffi.new("covey_error *")
        with self._using():
            self._changed()
            check(lib.covey_session_do(self._session, encoded(command), error), error)
            self._refresh()

    def set(self, key: str, value: Any) -> None:
        """Changes one value of the scenario, and the world with it."""
        self.do(f"set {key} {value if isinstance(value, str) else yaml_value(value)}")

    def undo(self) -> None:
        """Takes back the last change."""
        self.do("undo")

    @property
    def undoable(self) -> int:
        """How many changes can be taken back."""
        with self._using():
            return int(lib.covey_session_undoable(self._session))

    def step(self, dt: float | None = None) -> None:
        """Takes one step, after the commands of a file that are due."""
        if dt is not None and dt != self.dt:
            raise ArgumentError("a session has steps of its scenario's dt: set dt")
        error = ffi.new("covey_error *")
        with self._using():
            self._changed()
            status = lib.covey_session_step(self._session, error)
            self._refresh()
            check(status, error)
        self._tell()

    # ---- Records ----

    def save_session(self, path: str | os.PathLike[str]) -> None:
        """Writes the record up to now, for Session.open() and covey run --replay."""
        self._write(path, lib.covey_session_write)

    def save_state(self, path: str | os.PathLike[str]) -> None:
        """Writes the state as it is as a scenario, whose step 0 it is."""
        self._write(path, lib.covey_session_write_state)

    def _write(self, path: str | os.PathLike[str], write: Any) -> None:
        error = ffi.new("covey_error *")
        with self._using():
            data = write_bytes(lambda session, sink: write(session, sink, error), self._session)
        with open(path, "wb") as file:
            file.write(data)

    def __getstate__(self) -> dict[str, Any]:
        raise ArgumentError("a session is not copied: save_session() writes its record")

    def _refused(self, *_: Any, **__: Any) -> Any:
        raise ArgumentError("a session is changed by set() and undo() alone, so that its record "
                            "gives the same bits again")

    _change = _refused
    add = influence = drop = restore = _refused


def _destroy(keeper: Any, session: Any) -> None:
    lib.covey_session_destroy(session)
    lib.covey_keeper_destroy(keeper)
