# SPDX-License-Identifier: MIT
"""Copies, pickles and snapshots of worlds are whole, whatever a world is made of."""

import copy
import inspect
import json
import os
import pathlib
import pickle
import subprocess

import numpy as np
import pytest

import covey
from covey._covey import ffi, lib


def members(table):
    rows = []
    while table[len(rows)].name != ffi.NULL:
        rows.append(table[len(rows)])
    return rows


def assert_copies(world, steps=25):
    """A copy, a deep copy and a pickle of a world go on as it does."""
    copies = [copy.copy(world), copy.deepcopy(world), pickle.loads(pickle.dumps(world))]
    for other in copies:
        assert other.snapshot() == world.snapshot()
    list(world.steps(steps))
    for other in copies:
        list(other.steps(steps))
        assert other.hash() == world.hash()


@pytest.mark.parametrize("name", covey.presets)
def test_every_preset_is_copied(name):
    world = covey.preset(name)
    list(world.steps(2))
    assert_copies(world, 3 if sum(map(len, world)) > 2000 else 25)


def hunting():
    world = covey.World(covey.Space("torus", (30, 30)), seed=5)
    world.add("prey", "reynolds", count=40, body=0.1, hard=True)
    world.add("hunters", "predator", count=4, hunts="prey", catch=1.0, births=True, capacity=6,
              responses=[{"to": "prey", "rule": "chase", "weight": 2.0}])
    world.influence("obstacle", points=[[10, 10]], radius=2)
    world.schedule("max_speed", [0, 50], [20, 40], flock="prey")
    return world


def test_a_world_of_all_sorts_is_copied_and_brought_back():
    world = hunting()
    wind = world.influence("wind", strength=3, angle=1)
    world.schedule("strength", [0, 20], [1, 5], influence=wind, form="steps")
    list(world.steps(5))
    assert_copies(world.copy())
    state, pos = world.snapshot(), world.influences[0].points
    world.influences[0].points = pos + 1
    wind.remove()
    world.drop("hunters")
    world.add("grass", "vicsek", count=3)
    list(world.steps(5))
    world.restore(state)
    assert world.snapshot() == state and world.flocks == ("prey", "hunters")
    assert world["hunters"].id.tolist() == [0, 1, 2, 3]
    other = hunting()
    other.restore(state)
    assert_copies(other)


def test_functions_and_models_of_python_are_copied():
    world = covey.World(covey.Space("torus", (20, 20)))
    world.add("birds", "vicsek", count=20)
    world.add("fish", "reynolds", count=20)
    world.influence(push_right, flock="birds")
    world.influence(push_up, flock="fish")
    list(world.steps(3))
    assert_copies(world)
    first, second = (influence.kind for influence in world.influences)
    assert first == "python_push_right" and second == "python_push_up"


def test_two_functions_of_one_name_are_two_influences():
    world = covey.World(covey.Space("torus", (20, 20)))
    world.add("birds", "vicsek", count=20)
    world.influence(lambda agents: np.full_like(agents.pos, 0.1))
    world.influence(lambda agents: np.full_like(agents.pos, -0.2))
    kinds = [influence.kind for influence in world.influences]
    assert kinds == ["python_<lambda>", "python_<lambda>_2"]
    other = world.copy()
    list(world.steps(3)), list(other.steps(3))
    assert other.hash() == world.hash()


def test_a_removed_function_is_missed_by_name():
    world = covey.World(covey.Space("torus", (20, 20)))
    world.add("birds", "vicsek", count=20)
    influence = world.influence(push_right)
    state = world.snapshot()
    world.restore(state)
    influence.remove()
    with pytest.raises(covey.InputError, match="no influence called python_push_right"):
        world.restore(state)


def push_right(agents):
    return np.full_like(agents.pos, 0.3) * [1, 0]


def push_up(agents):
    return np.sin(agents.pos) * [0, 1]


def test_every_plain_member_of_a_flock_is_a_keyword_of_add():
    keywords = {"catches": "catch"}
    known = inspect.signature(covey.World.add).parameters
    plain = (lib.COVEY_MEMBER_NUMBER, lib.COVEY_MEMBER_WHOLE, lib.COVEY_MEMBER_SWITCH,
             lib.COVEY_MEMBER_TEXT, lib.COVEY_MEMBER_COLUMNS)
    names = [ffi.string(row.name).decode() for row in members(lib.covey_members_flock())
             if row.kind in plain]
    assert len(names) > 8
    for name in names:
        assert keywords.get(name, name) in known, name


def test_a_world_of_another_definition_names_what_differs():
    world, other = hunting(), covey.World(covey.Space("torus", (30, 30)), seed=5)
    other.add("prey", "reynolds", count=40, body=0.2, hard=True)
    with pytest.raises(covey.InputError, match="flock prey's body"):
        other.restore(world.snapshot())
    assert other.flocks == ("prey",)


@pytest.mark.parametrize("wrong", [
    {"steps": [0, 1], "values": [1]}, {"steps": [-1], "values": [1]}, {"steps": [0.5], "values": [1]},
    {"steps": [], "values": []}, {"steps": [0], "values": ["a"]},
    {"steps": [0], "values": [1], "form": "cubic"}, {"steps": [0], "values": [1], "flock": "nobody"}])
def test_schedules_that_cannot_be_are_refused(wrong):
    world = hunting()
    with pytest.raises((covey.Error, KeyError)):
        world.schedule("cohesion", wrong["steps"], wrong["values"],
                       **{"flock": "prey", **{key: wrong[key] for key in ("form", "flock") if key in wrong}})


# ---- The law of tests/laws/test_members_scenario.c: each member, set to another value ----

STEPS = 25  # MEMBERS_STEPS


def variants():
    """A world in which one member differs from the usual, for each member with a key."""
    program = pathlib.Path(os.environ.get("COVEY_LIBRARIES", "build/dev")) / "tests/test_laws_members_scenario"
    if not program.exists():
        return [pytest.param(None, marks=pytest.mark.skip(f"there is no {program}"))]
    lines = subprocess.run([program, "list"], check=True, capture_output=True, text=True).stdout
    rows = map(json.loads, lines.splitlines())
    return [pytest.param(row, id=f"{row['definition']}.{row['member']}") for row in rows]


@pytest.mark.parametrize("variant", variants())
def test_every_member_comes_through_copies_and_pickles(variant):
    world = covey.scenario(variant["text"])
    copies = [world.copy(), pickle.loads(pickle.dumps(world))]
    for one in [world, *copies]:
        list(one.steps(STEPS))
        assert one.hash() == int(variant["hash"], 16)


def value_of(row, struct):
    """A member as world.add() takes it; None where that takes another one in its place."""
    value = getattr(struct, ffi.string(row.name).decode())
    if row.kind == lib.COVEY_MEMBER_TEXT:
        return ffi.string(value).decode() if value != ffi.NULL else None
    if row.kind == lib.COVEY_MEMBER_CHOICE:
        return ffi.string(row.choices()[int(value)]).decode()
    plain = (lib.COVEY_MEMBER_NUMBER, lib.COVEY_MEMBER_WHOLE, lib.COVEY_MEMBER_SWITCH)
    return value if row.kind in plain else None


def keywords(table, struct):
    found = {ffi.string(row.name).decode(): value_of(row, struct) for row in members(table)}
    return {name: value for name, value in found.items() if value is not None}


@pytest.mark.parametrize("variant", variants())
def test_a_flock_that_is_added_with_each_member_is_that_of_the_scenario(variant):
    if variant["definition"] in ("trait", "distribution") or variant["member"] == "traits":
        pytest.skip("add() takes one value for all agents")
    text = variant["text"].split("\ninfluences:")[0].split("\nschedule:")[0]
    world = covey.scenario(text, **{"flocks.0.max_speed": 2})
    plan = world._facts
    other = covey.World(world.space, seed=world.seed, dt=world.dt, precision=plan.precision,
                        dense=plan.dense, order=plan.order)
    for index, flock in enumerate(world):
        made = ffi.new("covey_flock_def *")
        assert lib.covey_world_definition(world._handle, index, made) == lib.COVEY_OK
        given = keywords(lib.covey_members_flock(), made)
        given["catch"] = given.pop("catches")
        given["responses"] = [keywords(lib.covey_members_response(), made.responses[k])
                              for k in range(made.responses_count)]
        for setting in ffi.unpack(made.settings, made.settings_count):
            given[ffi.string(setting.name).decode()] = setting.value
        # Agents begin in the order of their ids, which is not that of memory.
        order = np.argsort(flock.id)
        other.add(**given, pos=flock.pos[order], vel=flock.vel[order])
    for one in (world, other):
        list(one.steps(STEPS))
    assert other.hash() == world.hash()
