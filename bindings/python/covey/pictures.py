# SPDX-License-Identifier: MIT
"""Pictures and films of worlds, which notebooks show."""

from __future__ import annotations

import base64
import math
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from covey._covey import ffi, lib
from covey.errors import ArgumentError, HostError, check, encoded
from covey.tables import strings

if TYPE_CHECKING:
    from covey.world import World

_KINDS = {"png": lib.COVEY_IMAGE_PNG, "svg": lib.COVEY_IMAGE_SVG, "pdf": lib.COVEY_IMAGE_PDF}
_COLORINGS = strings(lib.covey_coloring_names())
_THEMES = strings(lib.covey_theme_names())
_RIM = 0.06  # around agents in the open space, as a share of what they fill


class _Page:
    """How pages of one world are drawn; in the open space the view follows the agents."""

    def __init__(self, world: World, *, width: int = 640, height: int | None = None,
                 theme: str = "light", coloring: str = "heading", title: str | None = None,
                 furnished: bool = True) -> None:
        if theme not in _THEMES or coloring not in _COLORINGS:
            raise ArgumentError(f"theme is one of {', '.join(_THEMES)}, coloring one of "
                                f"{', '.join(_COLORINGS)}")
        self.world, self.width = world, int(width)
        self.height = int(height if height is not None else round(width * 0.75))
        self._choices = _THEMES.index(theme), _COLORINGS.index(coloring)
        self._title = ffi.new("char[]", encoded(world.title if title is None else title, "title"))
        self._furnished = furnished
        self._half = [0.0, 0.0, 0.0]

    def image(self, kind: int, sink: Any) -> Any:
        """A covey_image with the world as it is."""
        into, error = ffi.new("covey_image **"), ffi.new("covey_error *")
        definition = ffi.new("covey_image_def *", {"kind": kind, "width": self.width,
                                                   "height": self.height})
        if sink is not None:
            definition.sink = sink
        check(lib.covey_image_create(definition, into, error), error)
        made = ffi.gc(into[0], lib.covey_image_destroy)
        with self.world._using() as handle:
            self._draw(handle, lib.covey_image_canvas(made))
        return made

    def _draw(self, handle: Any, canvas: Any) -> None:
        world, count = self.world, lib.covey_world_flocks(handle)
        flocks = ffi.new("covey_picture_flock[]", max(count, 1))
        keep = []
        doing = self._doing(handle) if self._choices[1] == _COLORINGS.index("doing") else []
        for index in range(count):
            flocks[index] = lib.covey_picture_flock_of(handle, index)
            if doing:
                flocks[index].doing = doing[index]
            if self._choices[1] == _COLORINGS.index("cluster"):
                keep.append(self._clusters(flocks[index].view))
                flocks[index].clusters = keep[-1]
        marks, marks_count = self._marks(handle)
        page = ffi.new("covey_picture *", lib.covey_picture_default())
        page.width, page.height, page.furnished = self.width, self.height, self._furnished
        page.theme, page.coloring = self._choices
        page.unit = max(min(self.width / 1280, self.height / 720), 0.75)
        page.space, page.link, page.focus.flock = world.space.c(), world.link, -1
        page.flocks, page.flocks_count = flocks, count
        page.marks, page.marks_count = marks, marks_count
        caption = ffi.new("char[]", f"t = {world.time:.6g}".encode())
        page.title, page.caption = self._title, caption
        speeds = [math.hypot(*v) for flock in world for v in flock.vel.tolist()] \
            if _COLORINGS[page.coloring] == "speed" else []
        page.top_speed = max((v for v in speeds if math.isfinite(v)), default=1.0)
        area = lib.covey_picture_area(page, canvas)
        low, high = self._window()
        if world.dim == 3:
            orbit = ffi.new("covey_orbit *", lib.covey_orbit_default())
            page.camera = lib.covey_camera_orbit(area, low, high, orbit)
        else:
            page.camera = lib.covey_camera_fit(area, low, high)
        lib.covey_picture_draw(page, canvas)

    def _clusters(self, view: Any) -> Any:
        numbers, error = ffi.new("uint32_t[]", view.count + 1), ffi.new("covey_error *")
        check(lib.covey_picture_clusters(ffi.new("covey_view *", view), self.world.link,
                                         ffi.new("covey_allocator *")[0], numbers, error), error)
        return numbers

    def _doing(self, handle: Any) -> list[Any]:
        """What agents do, flock by flock, in the order that the views of flocks have then."""
        told = []
        self.world._changed()
        for index in range(lib.covey_world_flocks(handle)):
            told.append(ffi.new("uint8_t[]", lib.covey_world_view(handle, index).count + 1))
            check(lib.covey_world_doing(handle, index, self.world.dt, told[-1]))
        return told

    @staticmethod
    def _marks(handle: Any) -> tuple[Any, int]:
        count = lib.covey_world_influences(handle)
        marks, used = ffi.new("covey_picture_mark[]", count + 1), 0
        for index in range(count):
            number = lib.covey_world_influence_at(handle, index)
            used += bool(lib.covey_picture_mark_of(handle, number, marks + used))
        return marks, used

    def _window(self) -> tuple[Any, Any]:
        """Corners of what is shown: the space, or a box around the agents that never shrinks."""
        world = self.world
        dim, size = world.dim, world.space.size
        if size:
            rim = 0.0 if world.space.kind == "torus" or dim == 3 else 0.012
            low, high = [-rim * s for s in size], [(1 + rim) * s for s in size]
        else:
            boxes = [(flock.pos.min(axis=0), flock.pos.max(axis=0)) for flock in world if len(flock)]
            least = [min(float(box[0][k]) for box in boxes) if boxes else -1.0 for k in range(dim)]
            most = [max(float(box[1][k]) for box in boxes) if boxes else 1.0 for k in range(dim)]
            half = [max(kept, 0.5 * b - 0.5 * a) for kept, a, b in zip(self._half, least, most)]
            self._half = [*half, *[0.0] * (3 - dim)]
            rim = _RIM * max(half) or 1.0
            middle = [0.5 * a + 0.5 * b for a, b in zip(least, most)]
            low = [m - h - rim for m, h in zip(middle, half)]
            high = [m + h + rim for m, h in zip(middle, half)]
        fill = [0.0] * (3 - dim)
        return (ffi.new("covey_vec *", (*low, *fill))[0],
                ffi.new("covey_vec *", (*high, *fill))[0])


class Picture:
    """A picture of a world: bytes in `data`. Notebooks show it; save() writes it."""

    def __init__(self, data: bytes, kind: str) -> None:
        self.data, self.kind = data, kind

    @classmethod
    def of(cls, world: World, *, kind: str = "png", **options: Any) -> Picture:
        """Draws. kind: png, svg or pdf; width and height in px; theme: light or dark; coloring:
        heading, speed, cluster, kind, id or doing; title; furnished=False leaves texts and legend out."""
        if kind not in _KINDS:
            raise ArgumentError(f"kind is {kind!r}, expected one of {', '.join(_KINDS)}")
        to = ffi.new("covey_bytes *")
        try:
            image = _Page(world, **options).image(_KINDS[kind], lib.covey_bytes_sink(to))
            error = ffi.new("covey_error *")
            check(lib.covey_image_finish(image, error), error)
            return cls(bytes(ffi.buffer(to.bytes, to.size)), kind)
        finally:
            lib.covey_bytes_free(to)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Replaces a file by it, whole or not at all: FileError leaves the file as it was."""
        error = ffi.new("covey_error *")
        check(lib.covey_image_save(os.fsencode(path), self.data, len(self.data), error), error)

    def _repr_png_(self) -> bytes | None:
        return self.data if self.kind == "png" else None

    def _repr_svg_(self) -> str | None:
        return self.data.decode() if self.kind == "svg" else None

    def __repr__(self) -> str:
        return f"<covey.Picture: {self.kind}, {len(self.data)} bytes>"


@contextmanager
def _without_sigpipe() -> Iterator[None]:
    """ffmpeg may go at any time, which is an error of a write then. Python ignores the signal
    unless a program has set it otherwise."""
    try:
        before = signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    except ValueError:  # another thread than the main one: it stays as it is
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGPIPE, before)


class Film:
    """A film in a file at `path`. Notebooks show it. One without a path of yours lies in a folder
    that goes with this object."""

    def __init__(self, path: str, folder: Any = None) -> None:
        self.path, self._folder = path, folder

    @classmethod
    def of(cls, world: World, path: str | os.PathLike[str] | None = None, *, steps: int = 300,
           every: int = 1, fps: float = 30.0, **options: Any) -> Film:
        """Takes `steps` and shows the world before them and after each `every` of them, `fps`
        frames a second. The suffix of the path tells the kind: .mp4, .webm or .gif. Options as
        Picture.of()."""
        folder = tempfile.TemporaryDirectory() if path is None else None
        name = os.path.join(folder.name, "flock.mp4") if folder else os.fspath(path or "")
        if not lib.covey_film_is(os.fsencode(name)):
            raise ArgumentError(f"a film ends in .mp4, .webm or .gif, not as {name!r}")
        program = shutil.which("ffmpeg")
        if program is None:
            raise HostError("films need ffmpeg, which is not on the PATH")
        page = _Page(world, **options)
        page.width, page.height = page.width // 2 * 2, page.height // 2 * 2  # films need even ones
        with _without_sigpipe():
            cls._write(world, page, name, program, steps, every, fps)
        return cls(name, folder)

    @staticmethod
    def _write(world: World, page: _Page, name: str, program: str, steps: int, every: int,
               fps: float) -> None:
        environment = [ffi.new("char[]", f"{key}={value}".encode("utf-8", "surrogateescape"))
                       for key, value in os.environ.items()]
        words = ffi.new("char *[]", [*environment, ffi.NULL])
        keep = [ffi.new("char[]", os.fsencode(name)), ffi.new("char[]", os.fsencode(program))]
        definition = ffi.new("covey_film_def *", {
            "path": keep[0], "program": keep[1], "environment": words, "width": page.width,
            "height": page.height, "fps": fps})
        film, error = ffi.new("covey_film **"), ffi.new("covey_error *")
        check(lib.covey_film_open(definition, film, error), error, name)
        try:
            check(lib.covey_film_put(film[0], page.image(lib.COVEY_IMAGE_PNG, None), error), error)
            for _ in world.steps(steps, every):
                check(lib.covey_film_put(film[0], page.image(lib.COVEY_IMAGE_PNG, None), error),
                      error, name)
        except BaseException:
            lib.covey_film_drop(film[0])
            raise
        check(lib.covey_film_close(film[0], error), error, name)

    @property
    def data(self) -> bytes:
        """The bytes of the file."""
        with open(self.path, "rb") as file:
            return file.read()

    def _repr_html_(self) -> str:
        kind = self.path.rsplit(".", 1)[-1].lower()
        data = base64.b64encode(self.data).decode()
        if kind == "gif":
            return f'<img src="data:image/gif;base64,{data}"/>'
        return f'<video controls loop src="data:video/{kind};base64,{data}"></video>'

    def __repr__(self) -> str:
        return f"<covey.Film {self.path!r}>"
