# SPDX-License-Identifier: MIT
"""Worlds: flocks in a space, taken from step to step."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pandas as pd
from numpy.typing import ArrayLike

from covey import definitions, questions
from covey._covey import ffi, lib
from covey.columns import Column, Lease
from covey.errors import ArgumentError, InputError, check, encoded, text
from covey.flock import Flock, flock_class
from covey.influence import Influence, Pushes
from covey.measures import measure_names
from covey.model import Model, calling
from covey.scenario import Scenario
from covey.space import Space

Watcher = Callable[["World"], object]
_INSIDE = ("a function that a step calls may not change the world that steps: return what is added "
           "to the intents of its agents")
MeasureLike = str | Callable[[Flock], float]


def _destroy(keeper: Any, handle: Any) -> None:
    lib.covey_world_destroy(handle)
    lib.covey_keeper_destroy(keeper)


class _Use:
    """Holds a world for the calling thread: with world._using() as handle."""

    __slots__ = ("_world",)

    def __init__(self, world: World) -> None:
        self._world = world

    def __enter__(self) -> Any:
        if calling.worlds:
            raise ArgumentError("a function that a step calls may not use the world that steps: "
                                "it has all that it may see in its arguments")
        self._world._lock.acquire()
        return self._world._handle

    def __exit__(self, *_: object) -> None:
        self._world._lock.release()


class World:
    """Flocks in one space. covey.preset() and covey.scenario() make worlds of scenarios;
    World(space, ...) an empty one, for add().

    A world belongs to one thread at a time: calls from others wait. Steps run without Python's
    lock (GIL), so that worlds step side by side in a pool of threads.
    """

    _asking = False  # while a step asks functions of Python for their pushes

    def __init__(self, space: Space | None = None, *, seed: int = 1, dt: float = 0.1,
                 precision: str = "double", dense: str = "pairs", order: str = "together",
                 threads: int = 1, kernel: str = "fastest") -> None:
        space = space or Space()
        engine = definitions.engine(threads, kernel)
        definitions.fill(engine, space, seed, precision, dense, order)
        self._facts = definitions.Facts(space, seed, precision, dense, order, threads, kernel)
        self._begin(lambda into, error: lib.covey_world_create(engine, into, error), engine)
        self.dt = float(dt)

    @classmethod
    def of(cls, scenario: Scenario, *, threads: int = 1, kernel: str = "fastest") -> World:
        """The world of a scenario at step 0."""
        self = cls.__new__(cls)
        engine = definitions.engine(threads, kernel)
        plan = scenario.plan
        self._facts = definitions.Facts.of(plan, threads, kernel)
        self._begin(lambda into, error: lib.covey_scenario_world(scenario._handle, engine, into,
                                                                 error), engine, scenario.name)
        self._plan(plan)
        self.scenario = scenario
        return self

    @classmethod
    def resume(cls, path: Any, *, threads: int = 1, kernel: str = "fastest") -> World:
        """The world of a checkpoint of `covey run --checkpoint`, at the step where it stood."""
        scenario, state = definitions.checkpoint_of(path)
        world = cls.of(scenario, threads=threads, kernel=kernel)
        world.restore(state)
        return world

    def _begin(self, make: Callable[[Any, Any], Any], engine: Any, where: str = "") -> None:
        if hasattr(self, "_current"):  # a world already, which begins anew
            self._changed()
        keeper = lib.covey_keeper_create()
        engine.allocator = lib.covey_keeper_allocator(keeper)
        into, error = ffi.new("covey_world **"), ffi.new("covey_error *")
        status = make(into, error)
        if status != lib.COVEY_OK:
            lib.covey_keeper_destroy(keeper)
            check(status, error, where)
        self._handle = into[0]
        self._adopt(ffi.gc(into[0], lambda handle: _destroy(keeper, handle)), keeper)

    def _adopt(self, owner: Any, keeper: Any) -> None:
        """Begins with a world of C that `owner` frees and whose memory is the keeper's."""
        self._lock = threading.RLock()
        self._pushes: dict[int, Pushes] = {}
        self._models: dict[str, Model] = {}
        self._owner = owner, self._pushes, self._models  # with what the world of C refers to
        self._keeper = keeper
        self._current: Lease | None = None
        self._columns: dict[tuple[str, str], Column] = {}
        self._watchers: list[tuple[Watcher, int]] = []
        self.dt, self.link, self.bin = 0.1, 1.0, 0.0
        self.every, self.planned_steps, self.title = 1, 0, ""
        self.scenario: Scenario | None = None  #: that the world began with, or None

    def _plan(self, plan: Any) -> None:
        """Takes up what a covey_plan tells."""
        self.dt, self.link, self.bin = plan.dt, plan.link, plan.bin
        self.every, self.planned_steps = plan.every, plan.steps
        self.title = text(plan.title)

    # ---- The one way to the world of C ----

    def _using(self) -> _Use:
        return _Use(self)

    def _ask(self, question: Any, *arguments: Any) -> Any:
        with self._using() as handle:
            return question(handle, *arguments)

    def _change(self, change: Any, *arguments: Any) -> None:
        """Calls change(world, *arguments, error), behind which no column is fresh."""
        error = ffi.new("covey_error *")
        with self._using() as handle:
            self._changed()
            check(change(handle, *arguments, error), error)

    def _changed(self) -> None:
        """Makes columns stale. Whatever changes the world calls it first."""
        if self._asking:
            raise ArgumentError(_INSIDE)
        lease = self._current
        if lease is not None:
            lease.is_fresh = False
            self._current = None
            self._columns.clear()

    def _lease(self) -> Lease:
        if self._current is None:
            self._current = Lease(self._owner, self._keeper)
        return self._current

    def _index(self, name: str) -> int:
        index: int = self._ask(lib.covey_world_find, encoded(name))
        if index < 0:
            raise KeyError(f"there is no flock {name!r} in this world")
        return index

    def _view(self, name: str) -> Any:
        return self._ask(lib.covey_world_view, self._index(name))

    # ---- Facts ----

    @property
    def space(self) -> Space:
        return self._facts.space

    @property
    def dim(self) -> int:
        """Number of axes, 2 or 3."""
        return self._facts.space.dim

    @property
    def seed(self) -> int:
        return self._facts.seed

    @property
    def step_count(self) -> int:
        """Steps taken."""
        return int(self._ask(lib.covey_world_steps))

    @property
    def time(self) -> float:
        """Steps taken times dt, T."""
        return self.step_count * self.dt

    @property
    def stable_dt(self) -> float:
        """A step of this length or longer is unstable for some agent as it is now, T; inf where no
        model of the world has a limit. Takes about as long as a step."""
        with self._using() as handle:
            self._changed()
            return float(lib.covey_world_stable_dt(handle))

    @property
    def flocks(self) -> tuple[str, ...]:
        """Names of the flocks."""
        with self._using() as handle:
            return tuple(text(lib.covey_world_name(handle, index))
                         for index in range(lib.covey_world_flocks(handle)))

    def __getitem__(self, name: str) -> Flock:
        with self._using() as handle:
            index = self._index(name)
            kind = flock_class(lib.covey_world_model(handle, index),
                               lib.covey_world_motion(handle, index), self._models.get(name))
        return kind(self, name)

    def __contains__(self, name: str) -> bool:
        return int(self._ask(lib.covey_world_find, encoded(name))) >= 0

    def __iter__(self) -> Iterator[Flock]:
        return iter([self[name] for name in self.flocks])

    def __len__(self) -> int:
        return len(self.flocks)

    def __repr__(self) -> str:
        agents = ", ".join(f"{len(flock)} {flock.name}" for flock in self)
        return f"<covey.World: {agents or 'empty'}, {self.space}, step {self.step_count}>"

    def hash(self) -> int:
        """The 64-bit hash of the state: the same bits everywhere for the same run."""
        return int(self._ask(lib.covey_world_hash))

    def _one(self, flock: str | None) -> Flock:
        names = self.flocks
        if flock is None and len(names) != 1:
            raise ArgumentError(f"the world has the flocks {', '.join(names) or '(none)'}: "
                                "say which one, as in flock='boids'")
        return self[names[0] if flock is None else flock]

    # ---- Steps ----

    def step(self, dt: float | None = None) -> None:
        """Takes all flocks one step ahead, of the world's dt unless another is given."""
        if calling.worlds or self._pushes or self._models:
            with self._using():
                self._careful_step(self.dt if dt is None else dt)
        else:
            with self._lock:
                if self._current is not None:
                    self._changed()
                handle = self._handle
                status = lib.covey_world_step(handle, self.dt if dt is None else dt)
                if status:
                    check(status, lib.covey_world_error(handle))
        if self._watchers:
            self._tell()

    def _careful_step(self, dt: float) -> None:
        """A step that calls functions of Python: one that fails is taken back, for its exception."""
        self._ask_for_pushes()
        before = self._snapshot() if self._models else None
        self._changed()
        try:
            for handle, pushes in self._pushes.items():
                pushes.lay(self._handle, handle)
            status = lib.covey_world_step(self._handle, dt)
        finally:
            for handle, pushes in self._pushes.items():
                pushes.lift(self._handle, handle)
        failures = [failure for model in self._models.values() if (failure := model.failure())]
        if failures and before is not None:
            self._restore(before)
            raise failures[0]
        check(status, lib.covey_world_error(self._handle))

    def _ask_for_pushes(self) -> None:
        """Calls the functions of all influences of Python, which may not change the world."""
        if self._asking:
            raise ArgumentError(_INSIDE)
        self._asking = True
        try:
            for pushes in self._pushes.values():
                pushes.calculate(self)
        finally:
            self._asking = False

    def _tell(self) -> None:
        count = self.step_count
        for watcher, every in list(self._watchers):
            if count % every == 0:
                watcher(self)

    def watch(self, watcher: Watcher, every: int = 1) -> Watcher:
        """Calls watcher(world) after each step whose number is a multiple of `every`. unwatch()
        ends that. Returns the watcher."""
        if every < 1:
            raise ArgumentError(f"every is {every}, expected a whole number from 1 on")
        self._watchers.append((watcher, every))
        return watcher

    def unwatch(self, watcher: Watcher) -> None:
        """Ends watch()."""
        self._watchers = [entry for entry in self._watchers if entry[0] != watcher]

    def steps(self, count: int | None = None, every: int = 1) -> Iterator[int]:
        """Takes `count` steps, or those that the scenario plans, and yields the number of steps
        taken after each `every` of them, and after the last."""
        if every < 1:
            raise ArgumentError(f"every is {every}, expected a whole number from 1 on")
        if count is None and not self.planned_steps:
            raise ArgumentError("no scenario plans the steps of this world: say how many")
        count = self.planned_steps - self.step_count if count is None else count
        for done in range(1, count + 1):
            self.step()
            if done % every == 0 or done == count:
                yield self.step_count

    def run(self, count: int | None = None, *, every: int | None = None,
            measures: Sequence[MeasureLike] | None = None, flock: str | None = None,
            link: float | None = None) -> pd.DataFrame:
        """Takes steps as steps() does and measures before the first and after each `every` of them
        (else as the scenario plans), all flocks or one. `measures` are names of covey.measures and
        functions of a Flock, by default all. A frame with a row a step and flock."""
        wanted = list(measure_names(None, self.dim) if measures is None else measures)
        rows = [*self._rows(wanted, flock, link)]
        for _ in self.steps(count, self.every if every is None else every):
            rows += self._rows(wanted, flock, link)
        names = [word if isinstance(word, str) else word.__name__ for word in wanted]
        return pd.DataFrame(rows, columns=["step", "time", "flock", "agents", *names])

    def _rows(self, wanted: Sequence[MeasureLike], flock: str | None,
              link: float | None) -> Iterator[list[Any]]:
        names = [word for word in wanted if isinstance(word, str)]
        for one in list(self) if flock is None else [self[flock]]:
            known = one.measures(names, link=link)
            values = [known[word] if isinstance(word, str) else word(one) for word in wanted]
            yield [self.step_count, self.time, one.name, len(one), *values]

    # ---- Measures ----

    def measure(self, name: str, *, flock: str | None = None, link: float | None = None) -> float:
        """A measure of the world's one flock, or of the flock of that name."""
        return self._one(flock).measure(name, link=link)

    def measures(self, names: Sequence[str] | None = None, *,
                 link: float | None = None) -> pd.DataFrame:
        """Measures of all flocks as they are now: a frame with a row a flock."""
        rows = {flock.name: flock.measures(names, link=link) for flock in self}
        return pd.DataFrame.from_dict(rows, orient="index",
                                      columns=measure_names(names, self.dim))

    def profile(self, name: str, *, flock: str | None = None, link: float | None = None,
                bin: float | None = None) -> pd.DataFrame:
        """A profile of the world's one flock, or of the flock of that name."""
        return self._one(flock).profile(name, link=link, bin=bin)

    def agent_measures(self, *, link: float | None = None) -> pd.DataFrame:
        """Values of each agent of all flocks: flock, then the columns of Flock.agent_measures()."""
        parts = []
        for flock in self:
            parts.append(flock.agent_measures(link=link))
            parts[-1].insert(0, "flock", flock.name)
        if not parts:
            raise ArgumentError("the world has no flock")
        return pd.concat(parts, ignore_index=True)

    # ---- What is in it ----

    def add(self, name: str, model: str | Model = "three_rule", *, count: int | None = None,
            pos: ArrayLike | None = None, vel: ArrayLike | None = None,
            capacity: int = 0, body: float = 0.0, hard: bool = False,
            hard_passes: int = 32, layers: int = 0, mask: int = 0xFFFFFFFF,
            motion: str | None = None, hunts: str | None = None,
            catch: float = 0.0, births: bool = False,
            place: Mapping[str, Any] | None = None,
            responses: Sequence[Mapping[str, Any]] = (), **params: Any) -> Flock:
        """Adds a flock: `count` agents, at places (n, dim) with velocities (n, dim) or placed as
        `place` says; parameters of its model and motion as keywords. The bodies of `hard`
        flocks do not overlap after a step, which moves them apart at most `hard_passes` times.
        Influences act on it, and its agents avoid flocks, in whose `layers` its `mask` has a bit.
        Agents of the flock that it `hunts` are caught within `catch`, and with `births` others
        begin for them. Returns it."""
        with self._using() as handle:
            definition, keep = definitions.flock(
                self.dim, name, model, count=count, pos=pos, vel=vel, capacity=capacity, body=body,
                hard=hard, hard_passes=hard_passes, layers=layers, mask=mask,
                motion=motion, hunts=hunts, catch=catch,
                births=births, place=place, responses=responses, params=params)
            index, error = ffi.new("int *"), ffi.new("covey_error *")
            self._changed()
            status = lib.covey_world_add(handle, definition, index, error)
            failure = model.failure() if isinstance(model, Model) else None
            if failure is not None:
                lib.covey_world_drop(handle, index[0], error)
                raise failure
            check(status, error)
            if isinstance(model, Model):
                self._models[name] = model
            del keep
        return self[name]

    def drop(self, name: str) -> None:
        """Removes a flock with its agents and the influences that act on it alone."""
        with self._using() as handle:
            self._change(lib.covey_world_drop, self._index(name))
            self._know(list(self._models.values()), list(self._pushes.values()))

    def influence(self, kind: str | Callable[..., Any], *, points: ArrayLike | None = None,
                  flock: str | None = None, layers: int = 0, **params: Any) -> Influence:
        """Adds an influence of the library, with its outline (n, dim) where it has one, on all
        flocks whose `mask` has one of its `layers` (0: all of them), or on one; or a function of
        Python, see covey.Influence."""
        if callable(kind):
            flock = self._one(flock).name
            names = [pushes.name for pushes in self._pushes.values()]
            return self._add_pushes(Pushes.of(kind, flock, names))
        with self._using() as handle:
            definition, keep = definitions.influence(self.dim, kind, points, flock, layers,
                                                     params)
            number, error = ffi.new("int *"), ffi.new("covey_error *")
            self._changed()
            check(lib.covey_world_influence_add(handle, definition, number, error), error)
            del keep
        return Influence(self, int(number[0]))

    def _add_pushes(self, pushes: Pushes) -> Influence:
        number, error = ffi.new("int *"), ffi.new("covey_error *")
        with self._using() as handle:
            self._changed()
            check(lib.covey_world_influence_add(handle, pushes.definition(), number, error), error)
            self._pushes[int(number[0])] = pushes
        return Influence(self, int(number[0]))

    def schedule(self, name: str, steps: ArrayLike, values: ArrayLike, *, flock: str | None = None,
                 influence: Influence | None = None, form: str = "linear") -> None:
        """Lets a parameter of the world's one flock, of the flock of that name, or of an influence
        change with the step: `values` at `steps`, between them `linear` or in `steps`."""
        with self._using():
            index = -1 if influence is not None else self._index(self._one(flock).name)
            handle = -1 if influence is None else influence.handle
            made, keep = definitions.schedule(index, handle, name, steps, values, form)
            self._change(lib.covey_world_schedule_add, made)
            del keep

    @property
    def schedules(self) -> pd.DataFrame:
        """The schedules, a row a point: flock, influence (its handle), name, form, step, value."""
        with self._using() as handle:
            return definitions.schedules(handle)

    def clear_schedules(self) -> None:
        """Removes all schedules; their parameters keep the values that they have."""
        self._change(lib.covey_world_schedule_clear)

    @property
    def influences(self) -> tuple[Influence, ...]:
        """The influences, in the order in which they act."""
        with self._using() as handle:
            return tuple(Influence(self, int(lib.covey_world_influence_at(handle, k)))
                         for k in range(lib.covey_world_influences(handle)))

    # ---- Questions: answers are data frames ----

    def near(self, center: Sequence[float], radius: float, *,
             flock: str | None = None) -> pd.DataFrame:
        """All agents within `radius` of a place, from the nearest on: flock, id, distance, x, y."""
        return questions.near(self, flock, center, radius)

    def nearest(self, center: Sequence[float], k: int = 1, *,
                flock: str | None = None) -> pd.DataFrame:
        """The `k` agents nearest to a place, from the nearest on, as near()."""
        return questions.nearest(self, flock, center, k)

    def in_box(self, low: Sequence[float], high: Sequence[float], *,
               flock: str | None = None) -> pd.DataFrame:
        """All agents in a box between two corners, by flock and id, as near()."""
        return questions.in_box(self, flock, low, high)

    def ray(self, start: Sequence[float], way: Sequence[float], *, radius: float = 0.0,
            body: float | None = None) -> pd.DataFrame:
        """All agents and solid influences that a ball touches that flies from `start` along `way`,
        in the order of the touches: share of the way, flock, id, influence, x, y."""
        return questions.ray(self, start, way, radius, body)

    def sees(self, start: Sequence[float], end: Sequence[float]) -> bool:
        """True if no solid stands on the shortest way between two places."""
        return questions.sees(self, start, end)

    def prepare(self) -> None:
        """Makes questions fast until agents move."""
        error = ffi.new("covey_error *")
        check(self._ask(lib.covey_world_prepare, error), error)

    # ---- States ----

    def _snapshot(self) -> bytearray:
        size = lib.covey_world_snapshot_size(self._handle)
        bytes_ = bytearray(size)
        check(lib.covey_world_save(self._handle, ffi.from_buffer(bytes_), size))
        return bytes_

    def _restore(self, snapshot: bytes | bytearray) -> None:
        error = ffi.new("covey_error *")
        try:
            state = bytes(memoryview(snapshot))
        except TypeError:
            raise ArgumentError(f"a snapshot is bytes, not {type(snapshot).__name__}") from None
        self._changed()
        check(lib.covey_world_restore(self._handle, state, len(state), error), error)
        self._know(list(self._models.values()), list(self._pushes.values()))

    def _know(self, models: Sequence[Model], functions: Sequence[Pushes]) -> None:
        """Notes which flocks have which of these models, and which influences which functions."""
        handle = self._handle
        mine = dict(self._models)
        by_model = {model.name: model for model in models}
        by_kind = {pushes.name: pushes for pushes in functions}
        flocks = {text(lib.covey_world_name(handle, k)): text(lib.covey_world_model(handle, k).name)
                  for k in range(lib.covey_world_flocks(handle))}
        numbers = [lib.covey_world_influence_at(handle, k)
                   for k in range(lib.covey_world_influences(handle))]
        kinds = {number: text(lib.covey_world_influence(handle, number).kind.name)
                 for number in numbers}
        self._models.clear()
        self._models.update({name: mine[name] if name in mine and mine[name].name == model
                             else by_model[model]
                             for name, model in flocks.items() if model in by_model})
        self._pushes.clear()
        self._pushes.update({int(number): by_kind[kind] for number, kind in kinds.items()
                             if kind in by_kind})

    def snapshot(self) -> bytes:
        """The whole state as bytes, the same on every machine."""
        with self._using():
            return bytes(self._snapshot())

    def restore(self, snapshot: bytes) -> None:
        """Brings back a state of this world, or of one made in the same way, with the flocks,
        influences and schedules that it had."""
        with self._using():
            self._restore(snapshot)

    def copy(self) -> World:
        """The same world once more, which goes on by itself, without watchers."""
        state = self.__getstate__()
        made = type(self).__new__(type(self))
        made.__setstate__(state)
        return made

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> World:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        with self._using():
            return definitions.state_of(self)

    def __setstate__(self, state: dict[str, Any]) -> None:
        try:
            definitions.world_of(self, state)
        except (AttributeError, IndexError, KeyError, TypeError) as error:
            raise InputError(f"this is no state of a world: {error!r}") from None

    # ---- Files and pictures ----

    def save(self, path: Any) -> None:
        """Writes the agents as they are as a trajectory of one frame; the suffix of the path tells
        the format. record() writes many."""
        with self.record(path) as recorder:
            recorder.put()

    def record(self, path: Any, every: int | None = None) -> Any:
        """A covey.Recorder that writes a trajectory: a context manager. With `every` it writes the
        world as it is and after each step whose number is a multiple of that."""
        from covey.files import Recorder

        return Recorder(self, path, every)

    def picture(self, **options: Any) -> Any:
        """A covey.Picture of the world as it is; see there for the options."""
        from covey.pictures import Picture

        return Picture.of(self, **options)

    def film(self, path: Any = None, **options: Any) -> Any:
        """Takes steps and shows them as a film; see covey.Film.of() for the options."""
        from covey.pictures import Film

        return Film.of(self, path, **options)

    def _repr_png_(self) -> bytes:
        return bytes(self.picture().data)


