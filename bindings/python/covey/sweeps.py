# SPDX-License-Identifier: MIT
"""Sweeps: a scenario with all values of some keys and many seeds, as `covey sweep` carries it out."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
import threading
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from covey import tables
from covey._covey import ffi, lib
from covey.errors import ArgumentError, FileError, check, encoded, text
from covey.files import Tracks
from covey.measures import measure_names, measure_number
from covey.scenario import Scenario, scenario_of, yaml_value
from covey.space import Space

_NUMBERS = ("runs", "mean", "low", "high", "error", "within", "sd", "tau", "effective", "chi",
            "chi_error", "binder", "binder_low", "binder_high", "drifting", "short")
_WHOLE = ("runs", "drifting", "short")
_ORDER = {"runs": "run", "statistics": "run,flock,measure", "series": "run,flock,step",
          "profiles": "run,flock,profile,x", "agents": "run,flock,id",
          "trajectory": "run,step,flock,id"}


class Sweep:
    """The file of a sweep, of covey.sweep() or of the program: tables of its runs as data frames,
    and the statistics of a measure point by point."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        if not os.path.exists(self.path):
            raise FileError(f"{self.path}: there is no sweep in it")
        if not lib.covey_sweeping_is(os.fsencode(self.path)):
            raise ArgumentError(f"{self.path} is no file of a sweep")

    def _read(self, table: str, where: str = "", values: Sequence[Any] = ()) -> pd.DataFrame:
        with contextlib.closing(sqlite3.connect(self.path, timeout=60)) as base:
            known = [row[0] for row in base.execute("select name from sqlite_master")]
            if table not in known:
                raise ArgumentError(f"{self.path} has no {table}: sweeps with keep={table!r} have")
            return pd.read_sql(f"select * from {table} {where} order by {_ORDER[table]}", base,
                               params=list(values))

    @property
    def runs(self) -> pd.DataFrame:
        """A row for each run: the values, seed, outcome, steps, hash, means and errors."""
        return self._read("runs")

    @property
    def statistics(self) -> pd.DataFrame:
        """A row for each run, flock and measure, with all that covey.stats.of() has."""
        return self._read("statistics")

    @property
    def series(self) -> pd.DataFrame:
        """A row for each run, flock and step; of sweeps with keep="series"."""
        return self._read("series")

    @property
    def profiles(self) -> pd.DataFrame:
        """Profiles, means over samples; of sweeps with keep="profiles"."""
        return self._read("profiles")

    @property
    def agents(self) -> pd.DataFrame:
        """The agents of the last states; of sweeps with keep="agents"."""
        return self._read("agents")

    def tracks(self, run: int) -> Tracks:
        """The trajectory of a run; of sweeps with keep="trajectory"."""
        rows = self._read("trajectory", "where run=?", [int(run)])
        if rows.empty:
            raise ArgumentError(f"{self.path} has no trajectory of run {run}")
        scenario = self.scenario(run)
        plan = scenario.plan
        space = Space.of(plan.space)
        rows.insert(1, "t", rows["step"] * plan.dt)
        return Tracks(rows.drop(columns="run"), space=space)

    def scenario(self, run: int) -> Scenario:
        """The scenario of a run, with its values and its seed."""
        with contextlib.closing(sqlite3.connect(self.path, timeout=60)) as base:
            plan = base.execute("select plan from sweep").fetchone()[0]
            keys = [row[0] for row in base.execute("select key from variables order by number")]
        row = self._read("runs", "where run=?", [int(run)])
        if row.empty:
            raise ArgumentError(f"{self.path} has no run {run}")
        made = Scenario.read(plan.split("\nscenario\n", 1)[1], name=self.path)
        for key in keys:
            value = row[key].iloc[0]
            made.set(key, value.item() if isinstance(value, np.generic) else value)
        return made.set("seed", int(row["seed"].iloc[0]))

    def points(self, measure: str = "polarization", *, flock: str | None = None) -> pd.DataFrame:
        """The statistics of a measure at each point, a point being all runs that differ by their
        seeds alone, as `covey stats` has them: the values, runs, mean with its interval by Student's
        t, error between seeds and within runs, sd, tau, effective, chi, binder, and how many runs
        drift or are too short."""
        found = ffi.new("covey_pointed *")
        kept = [ffi.addressof(found, name) for name in ("keys", "values", "numbers")]
        error = ffi.new("covey_error *")
        name = ffi.NULL if flock is None else encoded(flock)
        try:
            check(lib.covey_sweeping_points(os.fsencode(self.path), name, encoded(measure), found,
                                            error), error)
            keys, values = ([text(one.bytes + 64 * k) for k in range(one.size // 64)]
                            for one in kept[:2])
            raw = bytes(ffi.buffer(kept[2].bytes, kept[2].size)) if kept[2].size else b""
            numbers = np.frombuffer(raw).reshape(-1, len(_NUMBERS))
        finally:
            for one in kept:
                lib.covey_bytes_free(one)
        columns: dict[str, Any] = {}
        for k, key in enumerate(keys):
            column = pd.Series(values[k :: len(keys)], dtype=object)
            with contextlib.suppress(ValueError):
                column = pd.to_numeric(column)
            columns[key] = column
        for k, word in enumerate(_NUMBERS):
            columns[word] = numbers[:, k].astype(np.int64) if word in _WHOLE else numbers[:, k].copy()
        return pd.DataFrame(columns)

    def __repr__(self) -> str:
        with contextlib.closing(sqlite3.connect(self.path, timeout=60)) as base:
            done = base.execute("select count(*) from runs").fetchone()[0]
            left = base.execute("select count(*) from work").fetchone()[0]
        return f"<covey.Sweep {self.path!r}: {done} of {done + left} runs are done>"


def _word(value: Any) -> str:
    return value if isinstance(value, str) else yaml_value(value)


def _values(values: Any) -> str:
    """A range or list as text; a value that is a list or dict stays one."""
    if isinstance(values, str):
        return values
    if isinstance(values, Iterable) and not isinstance(values, Mapping):
        return ",".join(_word(value) for value in values)
    return _word(values)


def _lists(words: Sequence[str]) -> tuple[Any, list[Any]]:
    keep = [ffi.new("char[]", encoded(word)) for word in words]
    return ffi.new("char *[]", [*keep, ffi.NULL]), keep


def _start(job: Any, scenario: Scenario) -> None:
    """Carries the sweep out in a thread, so that Ctrl-C can stop it."""
    error, status = ffi.new("covey_error *"), []

    def run() -> None:
        status.append(lib.covey_sweeping_run(job, scenario._handle, error))

    thread = threading.Thread(target=run)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.05)
    except BaseException:
        job.stop = 1
        thread.join()
        raise
    if status[0] != lib.COVEY_OK and text(error.message).startswith("--"):
        ffi.memmove(error.message, text(error.message)[2:].encode() + b"\0",
                    len(text(error.message).encode()) - 1)
    check(status[0], error)


def _source(source: Any, values: Mapping[str, Any]) -> tuple[Scenario, str]:
    """The scenario, and the folder where files are that it names."""
    if isinstance(source, str) and source in tables.presets:
        made, folder = Scenario.preset(source), "."
    else:
        made = scenario_of(source)
        is_path = isinstance(source, os.PathLike) or (isinstance(source, str)
                                                      and "\n" not in source)
        folder = os.path.dirname(os.fspath(source)) or "." if is_path else "."
    for key, value in values.items():
        made.set(key, value)
    return made, folder


def sweep(source: Any, *, vary: Mapping[str, Any] | None = None,
          together: Sequence[Mapping[str, Any]] | None = None, seeds: Any = None,
          steps: int | None = None, every: int | None = None, discard: int | str | None = None,
          measures: Sequence[str] | None = None, design: str | None = None,
          keep: str | Sequence[str] | None = None, until: str | None = None,
          path: str | os.PathLike[str] | None = None, threads: int | None = None,
          grow: bool = False, kernel: str = "fastest", **values: Any) -> Sweep:
    """Runs a scenario, a preset by its name or anything that scenario() takes, with all combinations
    of the values of `vary`, {"noise": [1, 3]} or {"noise": "0:6:0.5"}, and each seed, and returns the
    Sweep. What is not said is taken from the scenario's own section `sweep`.

    together: points whose values go together, [{"count": 40, "space.width": 3.1}, …]
    seeds:    a number, several, or "1:20"
    discard:  steps before the statistics begin; "auto" finds them for each series
    design:   "grid", or "latin:100" and "random:100" with values "0:6"
    keep:     "series", "profiles", "agents", "trajectory", or several
    until:    ends a run once a measure is so: "extent_rms < 5"
    path:     the file, of SQLite; None: one that goes with the Sweep. Stopped or killed, the same
              call goes on; with `grow` it takes more seeds and values
    threads:  runs at a time; None: one a processor
    values:   of the scenario, for all runs
    """
    scenario, folder = _source(source, values)
    for key, number in (("steps", steps), ("every", every)):
        if number is not None:
            scenario.set(key, number)
    own = lib.covey_scenario_sweep(scenario._handle)
    has_own = vary is None and together is None
    vary_words = ([text(own.vary[k]) for k in range(own.vary_count)] if has_own else
                  [f"{key}={_values(value)}" for key, value in (vary or {}).items()])
    with_words = ([text(getattr(own, "with")[k]) for k in range(own.with_count)] if has_own else
                  [":".join(f"{key}={_values(value)}" for key, value in point.items())
                   for point in together or ()])
    said = {"seeds": seeds, "design": design, "keep": keep, "until": until}
    initial = {"seeds": "1", "design": "grid", "keep": "summary", "until": ""}
    words = {name: _values(value) if value is not None else text(getattr(own, name))
             or initial[name] for name, value in said.items()}
    discarded: Any = (text(own.discard) or "auto") if discard is None else discard
    names = text(own.measures) if measures is None else ",".join(measures)
    made = None
    if path is None:
        made = tempfile.TemporaryDirectory(prefix="covey-", ignore_cleanup_errors=True)
        path = os.path.join(made.name, "sweep.db")
    held: list[Any] = []
    job = ffi.new("covey_sweeping *")
    for name, word in (("path", os.fsencode(path)), ("folder", os.fsencode(folder)),
                       *((name, encoded(word)) for name, word in words.items() if word)):
        held.append(ffi.new("char[]", word))
        setattr(job, name, held[-1])
    for name, listed in (("vary", vary_words), ("with", with_words)):
        pointers, kept = _lists(listed)
        held += [pointers, kept]
        setattr(job, name, pointers)
        setattr(job, f"{name}_count", len(listed))
    try:
        job.discard = 2**64 - 1 if discarded == "auto" else int(discarded)
    except (TypeError, ValueError, OverflowError):
        raise ArgumentError(f"discard is {discarded!r}, expected a number of steps, or 'auto'"
                            ) from None
    wanted = [] if names in ("", "all") else measure_names(names.split(","), 2)
    job.measures = sum({1 << measure_number(name) for name in wanted})
    job.threads = os.cpu_count() or 1 if threads is None else threads
    if not 1 <= job.threads <= lib.COVEY_MAX_THREADS:
        raise ArgumentError(f"threads is {threads}, expected 1 to {lib.COVEY_MAX_THREADS}")
    kind, error = ffi.new("covey_kernel_kind *"), ffi.new("covey_error *")
    check(lib.covey_kernel_find(encoded(kernel), kind, error), error)
    job.kernel, job.grow = int(kind[0]), grow
    _start(job, scenario)
    for count, verb in ((job.diverged, "diverged"), (job.refused, "refused their values")):
        if count:
            warnings.warn(f"{count} runs {verb}: column message of runs says why", stacklevel=2)
    found = Sweep(path)
    found._folder = made
    return found
