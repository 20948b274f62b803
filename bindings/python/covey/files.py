# SPDX-License-Identifier: MIT
"""Trajectory files: what worlds write, and recorded tracks, of covey or of other programs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from covey._covey import ffi, lib
from covey.errors import ArgumentError, InputError, check, encoded, text
from covey.measures import (AGENT_COLUMNS, CENTER_COLUMNS, FORCE_COLUMNS, MOTION_COLUMNS,
                            PLACE_COLUMNS, Delays, Lags, Map, measure_names,
                            measure_number, profile_number)
from covey.sources import source_of
from covey.space import Space

if TYPE_CHECKING:
    from covey.world import World


class Recorder:
    """Writes a world's trajectory to a file; the suffix tells the format: .csv, .extxyz, .h5md, …
    A context manager: the file is whole when it ends.

        with world.record("flock.h5md", every=10):
            world.run(1000)
    """

    def __init__(self, world: World, path: str | os.PathLike[str], every: int | None = None) -> None:
        self.path = os.fspath(path)
        self._world = world
        scenario = world.scenario.text() if world.scenario is not None else ""
        keep = [ffi.new("char[]", os.fsencode(self.path)), ffi.new("char[]", encoded(scenario))]
        definition = ffi.new("covey_output_def *", lib.covey_output_def_default())
        definition.path, definition.dim = keep[0], world.dim
        definition.provenance.version = lib.covey_version_text()
        definition.provenance.scenario = keep[1]
        definition.provenance.seed, definition.provenance.dt = world.seed, world.dt
        definition.link, definition.bin = world.link, world.bin
        into, error = ffi.new("covey_output **"), ffi.new("covey_error *")
        check(lib.covey_output_open(definition, into, error), error, self.path)
        self._output = into[0]
        self._watcher = None
        if every is not None:
            try:
                self.put()
                self._watcher = world.watch(lambda _: self.put(), every)
            except BaseException:
                self.close()
                raise

    def put(self) -> None:
        """Writes the world as it is as a frame."""
        if self._output is None:
            raise ArgumentError(f"{self.path} is closed")
        world, error = self._world, ffi.new("covey_error *")
        with world._using() as handle:
            names = world.flocks
            if not 0 < len(names) <= lib.COVEY_MAX_SETS:
                raise ArgumentError(f"a file has 1 to {lib.COVEY_MAX_SETS} flocks, not {len(names)}")
            sets, keep = ffi.new("covey_frame_set[]", len(names)), []
            for index, name in enumerate(names):
                view = lib.covey_world_view(handle, index)
                keep += [ffi.new("char[]", encoded(name)),
                         ffi.new("uint64_t *", lib.covey_world_entries(handle, index))]
                sets[index].set, sets[index].entries = keep[-2:]
                sets[index].step, sets[index].time = view.step, view.step * world.dt
                sets[index].space, sets[index].count = view.space, view.count
                sets[index].id, sets[index].pos, sets[index].vel = view.id, view.pos, view.vel
            check(lib.covey_output_put(self._output, sets, len(names), error), error, self.path)

    def close(self) -> None:
        """Ends the file. An error that the disk told late is raised here."""
        output, self._output = self._output, None
        if self._watcher is not None:
            self._world.unwatch(self._watcher)
        if output is not None:
            error = ffi.new("covey_error *")
            check(lib.covey_output_close(output, error), error, self.path)

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_output", None) is not None:
            lib.covey_output_close(self._output, ffi.NULL)


@dataclass(frozen=True)
class Frame:
    """A set of agents of a file at one time: copies, by ascending ids. Velocities that the file
    does not have are NaN. Functions of one are measures of tracks."""

    set: str
    step: int
    time: float
    space: Space
    id: NDArray[np.uint32]
    pos: NDArray[np.float64]
    vel: NDArray[np.float64]
    heading: NDArray[np.float64] | None = None  #: unit vectors along body axes, where the tracks have one

    def __len__(self) -> int:
        return len(self.id)


_UNITS = {"time": ("ms", "s", "min", "h", "frames"), "heading": ("radians", "degrees", "compass")}


def _unit(what: str, word: str | None) -> int:
    """The number of a covey_input_time or covey_input_heading; 0: as the file has it."""
    if word is None:
        return 0
    if word not in _UNITS[what]:
        raise ArgumentError(f"{what} is {word!r}, expected one of {', '.join(_UNITS[what])}")
    return int(getattr(lib, f"COVEY_INPUT_{what}_{word}".upper()))


FrameMeasure = str | Callable[[Frame], float]


def _column(axis: Any, count: int) -> NDArray[np.float64]:
    """A copy of numbers of C; NaN where there are none."""
    if axis == ffi.NULL or not count:
        return np.full(count, np.nan)
    return np.frombuffer(ffi.buffer(axis, 8 * count), dtype=np.float64).copy()


def _frame(row: Any) -> Frame:
    """The Frame of a covey_frame_set."""
    dim, count = (3 if row.space.dim == 3 else 2), row.count
    pos, vel = (np.stack([_column(axes[k], count) for k in range(dim)], axis=1)
                for axes in (row.pos, row.vel))
    ids = np.frombuffer(ffi.buffer(row.id, 4 * count) if count else b"", dtype=np.uint32).copy()
    heading = None
    if row.heading[0] != ffi.NULL:
        heading = np.stack([_column(row.heading[k], count) for k in range(dim)], axis=1)
    return Frame(text(row.set), row.step, row.time, Space.of(row.space), ids, pos, vel, heading)


def _view(row: Any, behind: bool = False) -> tuple[Any, Any]:
    """A covey_view of a covey_frame_set, inside its space, and what keeps numbers of its own.
    `behind`: without the velocities that were made of the way to the next frame."""
    view, memory = ffi.new("covey_view *"), ffi.new("double[]", 6 * row.count + 1)
    make = lib.covey_table_view_behind if behind else lib.covey_table_view
    make(ffi.addressof(row), memory, view)
    return view[0], (view, memory)


class Tracks:
    """A trajectory: of a file, which is read anew for each call, frame by frame, as it may be larger
    than memory; or of a data frame, an array or an open buffer. covey.tracks() makes it."""

    def __init__(self, source: Any, *, format: str | None = None, fps: float = 0.0,
                 scale: float = 1.0, space: Space | None = None, differences: bool = True,
                 point: str | None = None, axis: str | None = None, likelihood: float = 0.0, decimal_comma: bool = False,
                 y_down: bool | None = None, columns: str | Mapping[str, str | int] | None = None,
                 time: str | None = None, heading: str | None = None, project: bool = False,
                 trusted: bool = False) -> None:
        self._source = source_of(source, format)
        self.path = self._source.name
        y_down = self._source.y_down if y_down is None else y_down
        self._options = {"fps": fps, "scale": scale, "trusted": trusted,
                         "differences": differences, "likelihood": likelihood,
                         "decimal_comma": decimal_comma,
                         "y": 0 if y_down is None else 2 if y_down else 1,
                         "time": _unit("time", time), "heading": _unit("heading", heading),
                         "project": project, "id_from_file": bool(self._source.files)}
        if isinstance(columns, Mapping):
            columns = ",".join(f"{role}={name}" for role, name in columns.items())
        self._words = {"format": self._source.format, "point": point, "columns": columns,
                       "axis": axis}
        self._space = self._source.space if space is None else space
        self.mirrored = False
        self.notes: tuple[str, ...] = ()  #: what may surprise in the file, once it was read
        for _ in self._rows():  # the first frame shows whether it can be read
            break

    def _open(self) -> Any:
        definition = ffi.new("covey_input_def *", lib.covey_input_def_default())
        keep = [ffi.new("char[]", os.fsencode(self._source.path))]
        definition.path = keep[0]
        for name, value in self._options.items():
            setattr(definition, name, value)
        for name, word in self._words.items():
            if word is not None:
                keep.append(ffi.new("char[]", encoded(word)))
                setattr(definition, name, keep[-1])
        if self._space is not None:
            keep.append(ffi.new("covey_space *", self._space.c()))
            definition.space = keep[-1]
        if self._source.files:
            paths = [ffi.new("char[]", os.fsencode(path)) for path in self._source.files]
            keep += [*paths, ffi.new("char *[]", [*paths, ffi.NULL])]
            definition.files = keep[-1]
        into, error = ffi.new("covey_input **"), ffi.new("covey_error *")
        check(lib.covey_input_open(definition, into, error), error, self.path)
        return ffi.gc(into[0], lib.covey_input_close)

    def _frames(self, file: Any) -> Iterator[tuple[Any, int]]:
        sets, count = ffi.new("const covey_frame_set **"), ffi.new("int *")
        error = ffi.new("covey_error *")
        while True:
            check(lib.covey_input_next(file, sets, count, error), error, self.path)
            if count[0] == 0:
                self._note(file)
                return
            self.mirrored = bool(lib.covey_input_mirrored(file))
            yield sets[0], int(count[0])

    def _note(self, file: Any) -> None:
        found: list[str] = []
        while (note := lib.covey_input_note(file, len(found))) != ffi.NULL:
            found.append(text(note))
        self.notes = tuple(found)

    @property
    def words(self) -> dict[int, str]:
        """The words by which the file names its agents, by their numbers; none where they have
        numbers."""
        file, found = self._open(), dict[int, str]()
        for sets, count in self._frames(file):
            for row in sets[0:count]:
                for id in ffi.unpack(row.id, row.count) if row.count else []:
                    if id not in found:
                        label = lib.covey_input_label(file, id)
                        if label == ffi.NULL:
                            return {}
                        found[id] = text(label)
        return found

    def _rows(self) -> Iterator[Any]:
        for sets, count in self._frames(self._open()):
            yield from sets[0:count]

    def __iter__(self) -> Iterator[Frame]:
        return map(_frame, self._rows())

    def _table(self, kind: str, **how: Any) -> tuple[dict[str, Any], NDArray[np.float64]]:
        """All frames as records: the columns of their heads, and their numbers."""
        table, error = ffi.new("covey_table *"), ffi.new("covey_error *")
        table.kind = getattr(lib, f"COVEY_TABLE_{kind}")
        table.how = lib.covey_measure_def_default()
        for name in {"link", "bin", "wanted"} & how.keys():
            setattr(table.how, name, how[name])
        table.profile = how.get("profile", 0)
        table.reach, table.rings = how.get("reach", 0.0), how.get("rings", 0)
        order = how.get("order", [])
        table.order[0 : len(order)], table.width = order, len(order)
        file = self._open()
        try:
            check(lib.covey_table_read(file, table, error), error, self.path)
            head = np.dtype([("step", "u8"), ("time", "f8"), ("set", "u4"), ("id", "u4"),
                             ("count", "u8")])
            width = table.width if table.count else 0
            kept = np.frombuffer(bytes(ffi.buffer(table.records.bytes, table.records.size))
                                 if table.count else b"",
                                 dtype=np.dtype([("head", head), ("rest", "f8", (width,))]))
            names = [text(table.names.bytes + 64 * k) for k in range(table.names.size // 64)]
            self.mirrored = bool(table.mirrored) or self.mirrored
            self._note(file)
        finally:
            lib.covey_bytes_free(ffi.addressof(table, "records"))
            lib.covey_bytes_free(ffi.addressof(table, "names"))
        heads = kept["head"]
        sets = np.array([*names, ""], dtype=object)[heads["set"]]
        columns = {"step": heads["step"].astype(np.int64), "time": heads["time"].copy(),
                   "set": sets, "id": heads["id"].copy(), "count": heads["count"].copy()}
        return columns, np.ascontiguousarray(kept["rest"].T)

    def _dim(self) -> int:
        for row in self._rows():
            return 3 if row.space.dim == 3 else 2
        return 2

    def measure(self, *names: FrameMeasure, link: float = 1.0) -> pd.DataFrame:
        """Measures of all frames, by name, or functions of a covey.Frame; without any, all that the
        space has. A frame with a row a step and set: step, time, set, agents, measures."""
        wanted = list(names) or [*measure_names(None, self._dim())]
        words = measure_names([name for name in wanted if isinstance(name, str)], 2)
        numbers = [measure_number(word) for word in words]
        head, rest = self._table("MEASURES", link=link, order=numbers,
                                 wanted=sum({1 << number for number in numbers}))
        table = {name: head[name] for name in ("step", "time", "set")}
        table["agents"] = head["count"].astype(np.int64)
        values = iter(rest)
        own = [name for name in wanted if not isinstance(name, str)]
        made = [[function(frame) for function in own] for frame in self] if own else []
        for name in wanted:
            if isinstance(name, str):
                table[name] = next(values) if len(rest) else np.array([], dtype=float)
            else:
                table[getattr(name, "__name__", repr(name))] = [row[own.index(name)]
                                                                for row in made]
        return pd.DataFrame(table)

    def agent_measures(self, *, link: float = 1.0) -> pd.DataFrame:
        """Values of each agent in each frame: step, time, set, then the columns of
        Flock.agent_measures()."""
        head, rest = self._table("AGENTS", link=link)
        if not len(rest):
            return pd.DataFrame()
        names = AGENT_COLUMNS
        return pd.DataFrame({name: head[name] for name in ("step", "time", "set", "id")} | {
            name: column.astype(np.uint32) if k < 3 else column
            for k, (name, column) in enumerate(zip(names, rest, strict=True))})

    def lags(self, most: int) -> pd.DataFrame:
        """Profiles over the time between two frames, for 1 to `most` frames between: set, profile,
        lag, value, count. Frames have to be at one interval; behind missing ones lags begin anew."""
        return self._over_time(Lags(most))

    def delays(self, most: int) -> pd.DataFrame:
        """Which agents lead, by delays of at most `most` frames either way: set, a, b, delay,
        correlation, count. Frames are as for `lags`."""
        return self._over_time(Delays(most))

    def map(self, most: float, rings: int = 20) -> pd.DataFrame:
        """Where neighbors stand, by bearing from an agent's own flight and by distance up to `most`
        in `rings` bins: set, bearing, distance, density, count."""
        return self._over_time(Map(most, rings))

    def motion(self) -> pd.DataFrame:
        """How each agent moved since the frame before: step, time, set, id, speed, acceleration,
        turning_rate (rad/T; in the plane above 0 counterclockwise). NaN where unknown."""
        head, rest = self._table("MOTION")
        columns = {name: head[name] for name in ("step", "time", "set", "id")}
        return pd.DataFrame(columns | dict(zip(MOTION_COLUMNS, rest)),
                            columns=[*columns, *MOTION_COLUMNS])

    def center(self) -> pd.DataFrame:
        """How each group moves as one: step, time, set, agents, its center x, y, z, its mean velocity
        vx, vy, vz, speed, acceleration, turning_rate. z and vz are NaN in the plane."""
        head, rest = self._table("CENTER")
        columns = {name: head[name] for name in ("step", "time", "set")}
        columns["agents"] = head["count"].astype(np.int64)
        return pd.DataFrame(columns | dict(zip(CENTER_COLUMNS, rest)),
                            columns=[*columns, *CENTER_COLUMNS])

    def places(self) -> pd.DataFrame:
        """Where each agent is in its group: step, time, set, id, front (along the mean velocity, or,
        of agents with body axes, the mean heading), left, distance from the center."""
        head, rest = self._table("IN_GROUP")
        columns = {name: head[name] for name in ("step", "time", "set", "id")}
        return pd.DataFrame(columns | dict(zip(PLACE_COLUMNS, rest)),
                            columns=[*columns, *PLACE_COLUMNS])

    def forces(self, most: float, rings: int = 20) -> pd.DataFrame:
        """How agents accelerate by where a neighbor stands, up to the distance `most` in `rings` bins:
        set, bearing, distance, speeding, turning, count. Bins without a neighbor have no row.
        covey.plot() draws it."""
        head, rest = self._table("FORCES", reach=float(most), rings=int(rings))
        columns = {"set": head["set"]}
        columns |= dict(zip(FORCE_COLUMNS, rest)) if len(rest) else {
            name: np.array([], dtype=float) for name in FORCE_COLUMNS}
        return pd.DataFrame(columns | {"count": head["count"]})

    def _over_time(self, observer: Any) -> pd.DataFrame:
        for row in self._rows():
            view, keep = _view(row, behind=isinstance(observer, Lags))
            observer.add_view(text(row.set), view, row.time)
            del keep
        table: pd.DataFrame = observer.table()
        return table

    def profile(self, name: str, *, link: float = 1.0, bin: float = 0.0) -> pd.DataFrame:
        """A profile of all frames: a row a point, with step, time, set, x, value, count."""
        head, rest = self._table("PROFILE", link=link, bin=bin, profile=profile_number(name))
        columns = {name: head[name] for name in ("step", "time", "set")}
        columns |= dict(zip(("x", "value"), rest)) if len(rest) else {
            "x": np.array([], dtype=float), "value": np.array([], dtype=float)}
        return pd.DataFrame(columns | {"count": head["count"]})

    def table(self, sets: Sequence[str] | None = None) -> pd.DataFrame:
        """All agents of all frames as one frame: step, time, set, id, x, y (, z), vx, vy (, vz).
        tracks() reads it back, in the same space."""
        head, rest = self._table("PLACES")
        axes = "xyz"[: len(rest) // 2]
        names = [*axes, *(f"v{axis}" for axis in axes)]
        made = pd.DataFrame({name: head[name] for name in ("step", "time", "set", "id")}
                            | dict(zip(names, rest, strict=True)))
        for row in self._rows():
            made.attrs["space"] = Space.of(row.space)
            break
        if sets is not None:
            made = made[made["set"].isin(sets)].reset_index(drop=True)
        return made

    def xarray(self) -> Any:
        """All agents as an xarray.Dataset: pos and vel over step, agent (set and id) and axis, NaN
        where an agent is missing; times are a coordinate of step. It needs xarray."""
        try:
            import xarray
        except ImportError:
            raise ArgumentError("xarray is not installed: python3-xarray, or pip install xarray"
                                ) from None
        table = self.table()
        axes = [axis for axis in "xyz" if axis in table.columns]
        steps, step = np.unique(table.step.to_numpy(), return_inverse=True)
        agents = pd.MultiIndex.from_frame(table[["set", "id"]].drop_duplicates().sort_values(
            ["set", "id"]))
        agent = agents.get_indexer(pd.MultiIndex.from_frame(table[["set", "id"]]))
        values = np.full((2, len(steps), len(agents), len(axes)), np.nan)
        values[0, step, agent] = table[axes].to_numpy()
        values[1, step, agent] = table[[f"v{axis}" for axis in axes]].to_numpy()
        times = np.full(len(steps), np.nan)
        times[step] = table.time.to_numpy()
        dims = ("step", "agent", "axis")
        return xarray.Dataset(
            {"pos": (dims, values[0]), "vel": (dims, values[1])},
            coords={"step": steps, "time": ("step", times), "axis": axes,
                    "set": ("agent", agents.get_level_values("set").to_numpy(dtype=object)),
                    "id": ("agent", agents.get_level_values("id").to_numpy())})

    def save(self, path: str | os.PathLike[str], *, format: str | None = None) -> None:
        """Writes all frames to a file, in the format that its suffix or `format` names, as
        `covey convert` does: what the options of the tracks changed is changed in it."""
        target = os.fspath(path)
        if os.path.exists(target) and os.path.exists(self._source.path) and os.path.samefile(
                target, self._source.path):
            raise ArgumentError(f"{target} cannot be both read and written")
        file, error = self._open(), ffi.new("covey_error *")
        output = None
        try:
            for sets, count in self._frames(file):
                if output is None:
                    output = self._output(file, target, format, self._words["axis"])
                check(lib.covey_output_put(output, sets, count, error), error, target)
        except BaseException:
            if output is not None:
                lib.covey_output_close(output, ffi.NULL)
            raise
        if output is None:
            raise InputError(f"{self.path} has no frame")
        check(lib.covey_output_close(output, error), error, target)

    @staticmethod
    def _output(file: Any, target: str, format: str | None, axis: str | None) -> Any:
        definition = ffi.new("covey_output_def *", lib.covey_output_def_default())
        keep = [ffi.new("char[]", os.fsencode(target))]
        definition.path = keep[0]
        if format is not None:
            keep.append(ffi.new("char[]", encoded(format)))
            definition.format = keep[1]
        if axis is not None:
            keep.append(ffi.new("char[]", encoded(axis)))
            definition.axis = keep[-1]
        definition.provenance = lib.covey_input_provenance(file)
        definition.labels, definition.dim = file, lib.covey_input_dim(file)
        into, error = ffi.new("covey_output **"), ffi.new("covey_error *")
        check(lib.covey_output_open(definition, into, error), error, target)
        return into[0]

    def __repr__(self) -> str:
        return f"<covey.Tracks {self.path!r}>"


def tracks(source: Any, **options: Any) -> Tracks:
    """Recorded tracks: of a file, of covey or of another program, or of a list of files, one an agent,
    whose names are those of the agents; of a pandas frame with columns by
    name, as a table in a file has them; of an array (frames, agents, 2 or 3), in which NaN is a gap
    and whose y axis points up; or of bytes or an open buffer, which is read to its end.

    Options: `format` by name where the suffix does not name it; `fps`, frames a T; `scale`, L a unit
    of the file; `space` that they were recorded in; `differences=False` leaves velocities that are
    not in the file unknown.
    Of tables: `columns`, {"id": "Fish", "x": 3, "y": 4}, by name or number; `time`, the unit of times,
    ms, s, min, h or frames; `heading`, that of headings, radians, degrees or compass; `project` makes
    meters of degrees of longitude and latitude. `.words` has the names of agents, `.notes` what may
    surprise in the file.
    Of trackers of several points of an animal: `point`, the one that is its place (without it their
    mean), `likelihood`, below which a point is missing; `decimal_comma` for tables that have it.
    `axis`, "tail:nose", two points, or columns tail_x, nose_x and so on, or "heading", that column:
    directions of animals are along it, not along velocities.
    `y_down` mirrors files whose y axis points down, as pictures have it; None does so for files of
    DeepLabCut, SLEAP, TRex, idtracker.ai, TrackMate and trackpy. `.mirrored` says whether it was
    done."""
    return Tracks(source, **options)
