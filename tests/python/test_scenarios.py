# SPDX-License-Identifier: MIT
"""Scenarios of all kinds, and the errors of wrong ones."""

import math
import pathlib

import numpy as np
import pytest

import covey

ROOT = pathlib.Path(__file__).parents[2]
SCENARIO = {
    "space": {"kind": "torus", "width": 30, "height": np.float64(20)},
    "seed": np.int64(5),
    "dt": 0.5,
    "flocks": [
        {"name": "boids", "model": "torus", "count": 40, "separation": 2},
        {"name": "hawks", "model": "predator", "hunts": "boids", "count": 2},
    ],
    "influences": [{"kind": "obstacle", "points": np.array([[4, 3]]), "radius": 1},
                   {"kind": "wind", "x": 1e-3, "flock": "boids"}],
}
YAML = """
space: {kind: torus, width: 30, height: 20}
seed: 5
dt: 0.5
flocks:
  - {name: boids, model: torus, count: 40, separation: 2}
  - {name: hawks, model: predator, hunts: boids, count: 2}
influences:
  - {kind: obstacle, points: [[4, 3]], radius: 1}
  - {kind: wind, x: 0.001, flock: boids}
"""


def test_dict_text_and_file_are_one_world(tmp_path):
    path = tmp_path / "file.yaml"
    path.write_text(YAML)
    worlds = [covey.scenario(source) for source in
              (SCENARIO, YAML, str(path), path, covey.Scenario.of(SCENARIO))]
    for world in worlds:
        list(world.steps(5))
        assert world.hash() == worlds[0].hash()
        assert world.scenario.text() == worlds[0].scenario.text()
    assert worlds[0].dt == 0.5 and worlds[0].seed == 5 and worlds[0].space == covey.torus(30, 20)


def test_presets_are_the_scenarios_of_the_tree():
    for name in covey.presets:
        text = (ROOT / "scenarios" / f"{name}.yaml").read_text()
        assert covey.scenario(text).hash() == covey.preset(name).hash()
    with pytest.raises(covey.ArgumentError, match="covey.presets"):
        covey.preset("vicsek")


def test_values_are_changed_by_keywords():
    world = covey.scenario(SCENARIO, seed=9, **{"boids.separation": 3, "hawks.count": 4})
    assert world.seed == 9 and world["boids"].separation == 3 and len(world["hawks"]) == 4
    scenario = covey.Scenario.of(SCENARIO)
    scenario.set("boids.place", {"kind": "disc", "radius": 2})
    assert "disc" in scenario.text()
    with pytest.raises(covey.InputError, match="seed"):
        covey.preset("torus-2", seed=-1)


def changed(path, value):
    """SCENARIO with another value at a path."""
    def copy(node):
        if isinstance(node, dict):
            return {key: copy(item) for key, item in node.items()}
        return [copy(item) for item in node] if isinstance(node, list) else node

    made = copy(SCENARIO)
    node = made
    for word in path[:-1]:
        node = node[word]
    node[path[-1]] = value
    return made


@pytest.mark.parametrize("path, value, place", [
    (("flocks", 0, "count"), -3, "flocks.0.count"),
    (("flocks", 1, "model"), "eagle", "flocks.1.model"),
    (("flocks", 0, "nose"), 1, "flocks.0.nose"),
    (("space", "width"), "wide", "space.width"),
    (("influences", 1, "x"), math.nan, "influences.1.x"),
    (("dt",), math.inf, "dt"),
    (("sed",), 1, "sed"),
])
def test_errors_of_dicts_name_the_keys_and_say_what_files_say(path, value, place):
    with pytest.raises(covey.InputError) as info:
        covey.scenario(changed(path, value))
    assert str(info.value).startswith(f"scenario: {place}: ") and "^" in info.value.report
    sentence = str(info.value).split(": ", 2)[2]
    report = info.value.report.split("\n")[0]  # of the text that the dict became
    assert report.endswith(f": {sentence}") and report.startswith("scenario:")


def test_what_is_no_scenario_is_refused(tmp_path):
    for wrong in ({"flocks": {1: 2}}, {"flocks": object()}, 5, None):
        with pytest.raises(covey.ArgumentError):
            covey.scenario(wrong)
    with pytest.raises(covey.FileError):
        covey.scenario(str(tmp_path / "absent.yaml"))
    with pytest.raises(covey.InputError) as info:
        covey.scenario("flocks:\n  model: vicsek\n  noise: 99\n")
    assert (info.value.line, info.value.column) == (3, 10)
    assert info.value.exit_code == 65 and isinstance(info.value, ValueError)


def test_tables_tell_what_the_library_knows():
    assert covey.models["vicsek"].params["noise"].unit == "rad"
    assert covey.motions["constant_speed"].params["update"].choices == ("new", "old")
    assert "Vicsek" in covey.models["vicsek"].source
    assert covey.measures["polarization"].unit == "" and covey.measures["polarization"].dims == (2, 3)
    assert len(covey.influences) > 3 and "obstacle" in covey.influences
    assert covey.__version__ == ".".join(map(str, (covey._covey.lib.COVEY_VERSION_MAJOR,
                                                   covey._covey.lib.COVEY_VERSION_MINOR,
                                                   covey._covey.lib.COVEY_VERSION_PATCH)))
    assert covey.__results__ == covey._covey.lib.COVEY_RESULTS_EPOCH > 0
    text = covey._covey.ffi.string(covey._covey.lib.covey_version_text()).decode()
    assert text == f"{covey.__version__} (commit {covey.__commit__}; results {covey.__results__})"
