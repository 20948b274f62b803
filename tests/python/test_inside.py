# SPDX-License-Identifier: MIT
"""A function that a step calls asks its world what it likes, and cannot change it."""

import inspect

import numpy as np
import pytest

import covey

PLACE = [1.0, 1.0]
MODEL = "formal"
RULE = next(name for name, row in covey.models[MODEL].params.items() if row.rule)


def made():
    """A world with a function of Python and an influence of the library."""
    world = covey.World(covey.torus(9, 9), seed=4, dt=0.1)
    world.add("a", MODEL, count=20, capacity=40)
    world.influence("obstacle", points=[PLACE], radius=0.5)
    return world


def still(agents):
    return np.zeros_like(agents.pos)


# Calls of all members of the three classes that have one. None: it has no call here.
CALLS = {
    "World.__init__": lambda w: w.__init__(covey.torus(9, 9)),
    "World.__getitem__": lambda w: w["a"],
    "World.__contains__": lambda w: "a" in w,
    "World.__iter__": list,
    "World.__len__": len,
    "World.__repr__": repr,
    "World.__copy__": lambda w: w.__copy__(),
    "World.__deepcopy__": lambda w: w.__deepcopy__({}),
    "World.__getstate__": lambda w: w.__getstate__(),
    "World.__setstate__": lambda w: w.__setstate__(made().__getstate__()),
    "World._repr_png_": lambda w: w._repr_png_(),
    "World.add": lambda w: w.add("b", MODEL, count=3),
    "World.agent_measures": lambda w: w.agent_measures(),
    "World.copy": lambda w: w.copy(),
    "World.drop": lambda w: w.drop("a"),
    "World.film": None,  # it takes steps, and needs ffmpeg
    "World.hash": lambda w: w.hash(),
    "World.in_box": lambda w: w.in_box(PLACE, [3, 3]),
    "World.influence": lambda w: w.influence("wind", x=1),
    "World.influence of a function": lambda w: w.influence(still),
    "World.measure": lambda w: w.measure("polarization"),
    "World.measures": lambda w: w.measures(),
    "World.near": lambda w: w.near(PLACE, 2),
    "World.nearest": lambda w: w.nearest(PLACE, 2),
    "World.of": None,  # makes another world
    "World.picture": lambda w: w.picture(width=160),
    "World.picture of what agents do": lambda w: w.picture(width=160, coloring="doing"),
    "World.prepare": lambda w: w.prepare(),
    "World.profile": lambda w: w.profile(next(iter(covey.profiles))),
    "World.ray": lambda w: w.ray(PLACE, [3, 3]),
    "World.record": None,  # test_files.py
    "World.resume": None,  # makes another world
    "World.restore": lambda w: w.restore(w.snapshot()),
    "World.run": lambda w: w.run(2),
    "World.save": None,
    "World.sees": lambda w: w.sees(PLACE, [3, 3]),
    "World.snapshot": lambda w: w.snapshot(),
    "World.schedule": lambda w: w.schedule("r_c", [0], [2.0], flock=w.flocks[0]),
    "World.clear_schedules": lambda w: w.clear_schedules(),
    "World.step": lambda w: w.step(),
    "World.steps": lambda w: list(w.steps(2)),
    "World.unwatch": lambda w: w.unwatch(still),
    "World.watch": lambda w: w.watch(lambda _: None),
    "Flock.__init__": lambda w: covey.Flock(w, "a"),
    "Flock.__len__": lambda w: len(w["a"]),
    "Flock.__repr__": lambda w: repr(w["a"]),
    "Flock.__setattr__": lambda w: setattr(w["a"], RULE, 2),
    "Flock.agent_measures": lambda w: w["a"].agent_measures(),
    "Flock.aim": lambda w: w["a"].aim([0], PLACE),
    "Flock.aims": lambda w: w["a"].aims([0]),
    "Flock.get": lambda w: w["a"].get(0),
    "Flock.measure": lambda w: w["a"].measure("polarization"),
    "Flock.measures": lambda w: w["a"].measures(),
    "Flock.near": lambda w: w["a"].near(PLACE, 2),
    "Flock.nearest": lambda w: w["a"].nearest(PLACE, 2),
    "Flock.order": lambda w: w["a"].order(),
    "Flock.profile": lambda w: w["a"].profile(next(iter(covey.profiles))),
    "Flock.push": lambda w: w["a"].push(0, [1, 0]),
    "Flock.put": lambda w: w["a"].put(0, PLACE, [1, 0]),
    "Flock.remove": lambda w: w["a"].remove(0),
    "Flock.rule": lambda w: w["a"].rule(0, RULE),
    "Flock.spawn": lambda w: w["a"].spawn(PLACE, [1, 0]),
    "Flock.table": lambda w: w["a"].table(),
    "Flock.trait": lambda w: w["a"].trait(RULE, uniform=(1, 2)),
    "Influence.__init__": lambda w: covey.Influence(w, 0),
    "Influence.__getitem__": lambda w: w.influences[0]["radius"],
    "Influence.__setitem__": lambda w: w.influences[0].__setitem__("radius", 0.7),
    "Influence.__repr__": lambda w: repr(w.influences[0]),
    "Influence.remove": lambda w: w.influences[0].remove(),
    "Influence.points": lambda w: setattr(w.influences[0], "points", [[2, 2]]),
}


def look(world):
    """All that a step goes by. Rows of arrays are in the order that the world has them in."""
    return (world.snapshot(), world.flocks, [each.handle for each in world.influences],
            *(flock.id.tolist() for flock in world))


def changes(call):
    """Whether a call changes a world between two steps, as its columns say or its state."""
    world = made()
    ids, before = world["a"].id, look(world)
    call(world)
    if look(world) != before:
        return True
    try:
        ids.tolist()
    except covey.StaleError:
        return True
    return False


def test_calls_are_of_all_members():
    members = {f"{kind.__name__}.{name}" for kind in (covey.World, covey.Flock, covey.Influence)
               for name, value in vars(kind).items()
               if (inspect.isroutine(value) or isinstance(value, classmethod)
                   or getattr(value, "fset", None))
               and (not name.startswith("_") or name.endswith("_"))}
    assert members <= set(CALLS), "add a call for each new member to CALLS"


@pytest.mark.parametrize("name", [name for name, call in CALLS.items() if call])
def test_no_function_of_an_influence_changes_its_world(name):
    call, world, raised = CALLS[name], made(), []

    def meddle(agents):
        before = look(world)
        try:
            call(world)
        except covey.ArgumentError as error:
            raised.append(error)
        assert look(world) == before
        return still(agents)

    world.influence(meddle)
    plain = made()
    plain.influence(still)
    world.step(), plain.step()
    assert bool(raised) == changes(call)
    assert all("may not change the world" in str(error) for error in raised)
    assert world["a"].table().equals(plain["a"].table()) and world.step_count == 1
    world["a"].remove(0)  # after the step all is allowed again


def test_an_error_of_a_change_inside_is_raised_by_the_step():
    world = made()
    world.influence(lambda agents: world["a"].spawn(PLACE))
    with pytest.raises(covey.ArgumentError, match="may not change the world"):
        world.step()
    assert world.step_count == 0 and len(world["a"]) == 20


def test_what_a_function_writes_to_its_arrays_reaches_no_agent():
    def scribble(agents):
        pushes = agents.id[:, None] * [0.1, 0.0]
        agents.id[:], agents.pos[:], agents.vel[:] = 7, -1, 99
        return pushes

    world, plain = made(), made()
    world.influence(scribble)
    plain.influence(lambda agents: agents.id[:, None] * [0.1, 0.0])
    world.step(), plain.step()
    assert world["a"].table().equals(plain["a"].table())
