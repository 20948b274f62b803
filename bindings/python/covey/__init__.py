# SPDX-License-Identifier: MIT
"""covey simulates flocks, with the same bits everywhere.

    import covey
    world = covey.preset("vicsek-ordered", noise=0.8, seed=3)
    for step in world.steps(1000, every=100):
        print(step, world.measure("polarization"))

docs/python.md is a tour. Units: length L and time T are yours to choose; angles are radians.
"""

from __future__ import annotations

from typing import Any

from covey import stats
from covey._covey import lib as _lib
from covey.columns import Column
from covey.errors import (ArgumentError, DivergedError, Error, FileError, HostError, InputError,
                          LockedError, OutOfMemoryError, StaleError, text as _text)
from covey.events import Events
from covey.files import Frame, Recorder, Tracks, tracks
from covey.flock import Flock
from covey.influence import Influence
from covey.measures import Delays, Lags, Map
from covey.model import Agents, Model, Percept, Zone, uniform
from covey.pictures import Film, Picture
from covey.plots import plot
from covey.scenario import Scenario, scenario_of as _scenario_of
from covey.session import Session
from covey.space import Space, open_space, reflecting, respawn, torus
from covey.sweeps import Sweep, sweep
from covey.tables import (Kind, Measure, Param, influences, measures, models, motions, presets,
                          profiles)
from covey.world import World

__version__ = _text(_lib.covey_version())
__commit__ = _text(_lib.covey_commit())
__results__ = int(_lib.covey_results_epoch())  # the results epoch, see docs/determinism.md


def _world(scenario: Scenario, threads: int, kernel: str, values: dict[str, Any]) -> World:
    for key, value in values.items():
        scenario.set(key, value)
    return World.of(scenario, threads=threads, kernel=kernel)


def preset(name: str, *, threads: int = 1, kernel: str = "fastest", **values: Any) -> World:
    """The world of a preset of the library, at step 0. `values` are keys of the scenario and
    parameters of its flocks: noise=0.8, seed=3, **{"boids.separation": 20}."""
    return _world(Scenario.preset(name), threads, kernel, values)


def scenario(source: Any, *, threads: int = 1, kernel: str = "fastest", **values: Any) -> World:
    """The world of a scenario, at step 0: a dict, the path of a YAML file, a text of several
    lines, or a Scenario. `values` as for preset()."""
    return _world(_scenario_of(source), threads, kernel, values)


__all__ = [
    "Agents", "ArgumentError", "Column", "Delays", "DivergedError", "Error", "Events", "FileError", "Film",
    "Flock", "Frame", "HostError", "Influence", "InputError", "Kind", "Lags", "LockedError", "Map", "Measure", "Model",
    "OutOfMemoryError", "Param", "Percept", "Picture", "Recorder", "Scenario", "Session", "Space",
    "StaleError", "Sweep", "Tracks", "World", "Zone", "influences", "measures", "models", "motions",
    "open_space", "plot", "preset", "presets", "profiles", "reflecting", "respawn", "scenario", "stats",
    "sweep", "torus", "tracks", "uniform",
]
