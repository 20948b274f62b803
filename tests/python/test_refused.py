# SPDX-License-Identifier: MIT
"""Whatever a user hands over: an exception of covey, and a world as it was before."""

import datetime
import pickle

import numpy as np
import pytest

import covey


@pytest.fixture
def world():
    made = covey.World(covey.torus(10, 10))
    made.add("birds", "vicsek", count=5)
    return made


def itself():
    values = {"flocks": []}
    values["flocks"].append(values)
    return values


HALF = "a\ud800"
NO_PLACES = ["12", ["1", "2"], [True, False], [1j, 2], [datetime.date(2020, 1, 1)] * 2,
             np.array(["2020-01-01"] * 2, "datetime64[D]"), [None, 1], [10**400, 1], [[1, 2], [3]]]


@pytest.mark.parametrize("place", NO_PLACES, ids=repr)
@pytest.mark.parametrize("call", [
    lambda world, place: world["birds"].spawn([place]),
    lambda world, place: world["birds"].spawn([[1, 1]], [place]),
    lambda world, place: world["birds"].put([0], [place], [[1, 0]]),
    lambda world, place: world["birds"].push([0], [place]),
    lambda world, place: world.near(place, 1),
    lambda world, place: world.influence("obstacle", points=[place, place]),
    lambda world, place: world.add("others", "vicsek", pos=[place]),
])
def test_what_is_no_place_is_refused(world, call, place):
    before = world.hash()
    with pytest.raises(covey.Error):
        call(world, place)
    assert world.hash() == before and [flock.name for flock in world] == ["birds"]


@pytest.mark.parametrize("call", [
    lambda world: setattr(world["birds"], "noise", 10**400),
    lambda world: world.restore("abc"),
    lambda world: world.restore(None),
    lambda world: world.restore(b"abc"),
    lambda world: world.add(HALF, "vicsek"),
    lambda world: world.add("birds\0", "vicsek"),
    lambda world: world[HALF],
    lambda world: world.influence("wind", flock=HALF),
    lambda world: world.__setstate__({}),
    lambda world: world.__setstate__(None),
    lambda world: covey.Scenario.of(itself()),
    lambda world: covey.Scenario.read(HALF),
    lambda world: covey.torus("1", "2"),
    lambda world: covey.torus(10**400, 2),
    lambda world: covey.preset(HALF),
    lambda world: covey.Scenario.preset("torus-0").set(HALF, 1),
    lambda world: covey.Scenario.preset("torus-0").set("dt", itself()),
], ids=range(17))
def test_values_of_users_raise_errors_of_covey(world, call):
    with pytest.raises(covey.Error):
        call(world)


def test_changed_pickles_raise_errors_of_covey(world):
    state = world.__getstate__()
    for key in state:
        for value in (None, 3, "x", []):
            changed = {**state, key: value}
            try:
                made = covey.World.__new__(covey.World)
                made.__setstate__(changed)
            except covey.Error:
                pass
    assert pickle.loads(pickle.dumps(world)).hash() == world.hash()


def test_a_picture_that_cannot_be_written_leaves_no_part(world, tmp_path):
    picture = world.picture()
    missing = tmp_path / "no folder" / "flock.png"
    with pytest.raises(covey.FileError):
        picture.save(missing)
    earlier = tmp_path / "flock.png"
    picture.save(earlier)
    before = earlier.read_bytes()
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        with pytest.raises(covey.FileError):
            picture.save(earlier)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert earlier.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["flock.png"]
