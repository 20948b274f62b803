# SPDX-License-Identifier: MIT
"""Trajectory files: what worlds write, and recorded tracks, of covey or of other programs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from covey._covey import ffi, lib
from covey.errors import ArgumentError, check, encoded, text
from covey.measures import (Delays, Lags, Map, agents_view, measure_names, measure_view,
                            motion_view, profile_view)
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
        definition.provenance.version = lib.covey_version()
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
    does not have are NaN."""

    set: str
    step: int
    time: float
    space: Space
    id: NDArray[np.uint32]
    pos: NDArray[np.float64]
    vel: NDArray[np.float64]


def _fold(view: Any) -> Any:
    """Folds places beyond the seam of a torus into it; returns what keeps them."""
    dim, space = (3 if view.space.dim == 3 else 2), view.space
    if space.kind != lib.COVEY_SPACE_TORUS or not view.count:
        return None
    pos = np.array([np.frombuffer(ffi.buffer(view.pos[k], 8 * view.count)) for k in range(dim)])
    sides = np.array([[space.size[k]] for k in range(dim)])
    for i in np.flatnonzero(((pos < 0) | (pos >= sides)).any(axis=0)):
        place = lib.covey_space_fold(ffi.addressof(space), [*pos[:, i], *[0.0] * (3 - dim)])
        pos[:, i] = [place.x, place.y, place.z][:dim]
    view.pos = [*(ffi.cast("double *", row.ctypes.data) for row in pos), *[ffi.NULL] * (3 - dim)]
    return pos


def _view(row: Any) -> tuple[Any, Any]:
    """A covey_view of a covey_frame_set, inside its space, and what keeps numbers of its own."""
    view = ffi.new("covey_view *", {"count": row.count, "step": row.step, "space": row.space,
                                    "id": row.id, "pos": row.pos})
    keep, places = None, _fold(view)
    if row.vel[0] == ffi.NULL:
        keep = np.full(row.count, np.nan)
        nothing = ffi.cast("double *", keep.ctypes.data)
        dim = 3 if row.space.dim == 3 else 2
        view.vel = [nothing] * dim + [ffi.NULL] * (3 - dim)
    else:
        view.vel = row.vel
    return view[0], (view, keep, places)


def _kept(view: Any) -> tuple[Any, Any]:
    """A copy of a covey_view that outlives its frame, without places, and what keeps it."""
    copy = ffi.new("covey_view *", view)
    ids = ffi.new("uint32_t[]", view.count + 1)
    if view.count:
        ffi.memmove(ids, view.id, 4 * view.count)
    hold = [copy, ids]
    copy.id = ids
    for axis in range(3 if view.space.dim == 3 else 2):
        column = ffi.new("double[]", view.count + 1)
        if view.count:
            ffi.memmove(column, view.vel[axis], 8 * view.count)
        copy.vel[axis] = column
        hold.append(column)
    return copy[0], hold


class Tracks:
    """A trajectory file. It is read anew for each call, frame by frame: files may be larger than
    memory. covey.tracks() makes it."""

    def __init__(self, path: str | os.PathLike[str], *, format: str | None = None, fps: float = 0.0,
                 scale: float = 1.0, space: Space | None = None, differences: bool = True,
                 point: str | None = None, likelihood: float = 0.0, decimal_comma: bool = False,
                 y_down: bool | None = None, trusted: bool = False) -> None:
        self.path = os.fspath(path)
        self._options = {"fps": fps, "scale": scale, "trusted": trusted,
                         "differences": differences, "likelihood": likelihood,
                         "decimal_comma": decimal_comma,
                         "y": 0 if y_down is None else 2 if y_down else 1}
        self._words, self._space = {"format": format, "point": point}, space
        self.mirrored = False
        for _ in self._rows():  # the first frame shows whether it can be read
            break

    def _rows(self) -> Iterator[Any]:
        definition = ffi.new("covey_input_def *", lib.covey_input_def_default())
        keep = [ffi.new("char[]", os.fsencode(self.path))]
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
        into, error = ffi.new("covey_input **"), ffi.new("covey_error *")
        check(lib.covey_input_open(definition, into, error), error, self.path)
        file = ffi.gc(into[0], lib.covey_input_close)
        sets, count = ffi.new("covey_frame_set **"), ffi.new("int *")
        while True:
            check(lib.covey_input_next(file, ffi.cast("const covey_frame_set **", sets), count,
                                       error), error, self.path)
            if count[0] == 0:
                return
            self.mirrored = bool(lib.covey_input_mirrored(file))
            yield from sets[0][0 : count[0]]

    def __iter__(self) -> Iterator[Frame]:
        for row in self._rows():
            view, keep = _view(row)
            dim, count = (3 if row.space.dim == 3 else 2), row.count
            columns = [np.array([ffi.unpack(axes[k], count) if count else [] for k in range(dim)])
                       for axes in (row.pos, view.vel)]
            yield Frame(text(row.set), row.step, row.time, Space.of(row.space),
                        np.array(ffi.unpack(row.id, count) if count else [], dtype=np.uint32),
                        *(column.T.reshape(count, dim) for column in columns))
            del keep

    def measure(self, *names: str, link: float = 1.0) -> pd.DataFrame:
        """Measures of all frames, by name; without names all that the space has. A frame with a
        row a step and set: step, time, set, agents, measures."""
        rows: list[list[Any]] = []
        columns = list(names)
        for row in self._rows():
            view, keep = _view(row)
            columns = columns or measure_names(None, 3 if row.space.dim == 3 else 2)
            values = measure_view(view, columns, link)
            rows.append([row.step, row.time, text(row.set), row.count, *values.values()])
            del keep
        return pd.DataFrame(rows, columns=["step", "time", "set", "agents", *columns])

    def agent_measures(self, *, link: float = 1.0) -> pd.DataFrame:
        """Values of each agent in each frame: step, time, set, then the columns of
        Flock.agent_measures()."""
        frames = []
        for row in self._rows():
            view, keep = _view(row)
            frame = agents_view(view, link)
            for place, (name, value) in enumerate(
                    (("step", row.step), ("time", row.time), ("set", text(row.set)))):
                frame.insert(place, name, value)
            frames.append(frame)
            del keep
        return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()

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
        frames: list[pd.DataFrame] = []
        before: dict[str, tuple[Any, float, Any]] = {}
        for row in self._rows():
            view, keep = _view(row)
            name = text(row.set)
            last, time, held = before.get(name, (None, 0.0, None))
            frame = motion_view(last, view, row.time - time)
            for place, (column, value) in enumerate(
                    (("step", row.step), ("time", row.time), ("set", name))):
                frame.insert(place, column, value)
            frames.append(frame)
            copy, hold = _kept(view)
            before[name] = (copy, row.time, hold)
            del keep, held
        columns = ["step", "time", "set", "id", "speed", "acceleration", "turning_rate"]
        return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=columns)

    def _over_time(self, observer: Any) -> pd.DataFrame:
        for row in self._rows():
            view, keep = _view(row)
            observer.add_view(text(row.set), view, row.time)
            del keep
        table: pd.DataFrame = observer.table()
        return table

    def profile(self, name: str, *, link: float = 1.0, bin: float = 0.0) -> pd.DataFrame:
        """A profile of all frames: a row a point, with step, time, set, x, value, count."""
        frames = []
        for row in self._rows():
            view, keep = _view(row)
            frame = profile_view(view, name, link, bin)
            frame.insert(0, "set", text(row.set))
            frame.insert(0, "time", row.time)
            frame.insert(0, "step", row.step)
            frames.append(frame)
            del keep
        if not frames:
            return pd.DataFrame(columns=["step", "time", "set", "x", "value", "count"])
        return pd.concat(frames, ignore_index=True)

    def table(self, sets: Sequence[str] | None = None) -> pd.DataFrame:
        """All agents of all frames as one frame: step, time, set, id, x, y (, z), vx, vy (, vz)."""
        parts = []
        for frame in self:
            if sets is not None and frame.set not in sets:
                continue
            axes = "xyz"[: frame.space.dim]
            parts.append(pd.DataFrame({
                "step": frame.step, "time": frame.time, "set": frame.set, "id": frame.id,
                **{axis: frame.pos[:, k] for k, axis in enumerate(axes)},
                **{f"v{axis}": frame.vel[:, k] for k, axis in enumerate(axes)},
            }))
        return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()

    def __repr__(self) -> str:
        return f"<covey.Tracks {self.path!r}>"


def tracks(path: str | os.PathLike[str], **options: Any) -> Tracks:
    """Recorded tracks of a file, of covey or of another program. Options: `format` by name where
    the suffix does not name it; `fps`, frames a T; `scale`, L a unit of the file; `space` that they
    were recorded in; `differences=False` leaves velocities that are not in the file unknown.
    Of trackers of several points of an animal: `point`, the one that is its place (without it their
    mean), `likelihood`, below which a point is missing; `decimal_comma` for tables that have it.
    `y_down` mirrors files whose y axis points down, as pictures have it; None does so for files of
    DeepLabCut, SLEAP, TRex, idtracker.ai, TrackMate and trackpy. `.mirrored` says whether it was
    done."""
    return Tracks(path, **options)
