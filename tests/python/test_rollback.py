# SPDX-License-Identifier: MIT
"""Random programs of calls end with the bytes of the straight run, whatever was predicted and taken
back between. COVEY_ROLLBACKS is the number of programs."""

import os
import random

import numpy as np

import covey

PROGRAMS = int(os.environ.get("COVEY_ROLLBACKS", "200"))
CALLS, SIDE, ROOM = 24, 20.0, 16


def made(seed):
    world = covey.World(covey.torus(SIDE, SIDE), seed=seed, dt=0.1)
    world.add("a", "three_rule", count=8, capacity=ROOM)
    return world


def place(dice):
    return [dice.random() * SIDE, dice.random() * SIDE]


def some(dice, flock):
    ids = np.sort(flock.id)
    return int(ids[dice.randrange(len(ids))]) if len(ids) else 0


def call(world, dice):
    """One call by the dice. Those that a state refuses are refused in each run of it."""
    flock = world[world.flocks[dice.randrange(len(world.flocks))]]
    kind = dice.randrange(13)
    if kind == 0:
        flock.spawn([place(dice), place(dice)], [[1, 0], [0, 1]])
    elif kind == 1:
        flock.remove([some(dice, flock)])
    elif kind == 2:
        flock.put([some(dice, flock)], place(dice), [dice.random(), 1])
    elif kind == 3:
        flock.push([some(dice, flock)], [dice.random() - 0.5, 0.1])
    elif kind == 4:
        world.influence("obstacle", points=[place(dice)], radius=0.2 + dice.random())
    elif kind == 5 and world.influences:
        world.influences[dice.randrange(len(world.influences))].remove()
    elif kind == 6 and world.influences:
        world.influences[dice.randrange(len(world.influences))].points = [place(dice)]
    elif kind == 7:
        flock.trait("max_speed", uniform=(0.5, 1 + dice.random()))
    elif kind == 8:
        first = world.step_count + dice.randrange(5)
        world.schedule("alignment", [first, first + 1 + dice.randrange(9)],
                       [dice.random(), dice.random()], flock=flock.name)
    elif kind == 9 and len(world.flocks) < 4:
        world.add(f"b{dice.randrange(99)}", "vicsek", count=3, capacity=ROOM)
    elif kind == 10 and len(world.flocks) > 1:
        world.drop(flock.name)
    elif kind == 11:
        flock.aim([some(dice, flock)], place(dice), slowing=dice.random())
    elif flock.name == "a" and dice.random() < 0.7:
        flock.cohesion = dice.random()
    else:
        world.clear_schedules()
    for _ in range(dice.randrange(4)):
        world.step()


def take(world, seed, dones):
    dice = random.Random(seed)
    try:
        call(world, dice)
        dones.append(True)
    except covey.ArgumentError:
        dones.append(False)


def test_programs_with_rollbacks_end_as_the_straight_run():
    done, refused = [], 0
    for program in range(PROGRAMS):
        straight, back = made(program), made(program)
        dice = random.Random(program)
        for number in range(CALLS):
            seed = dice.randrange(2**32)
            take(straight, seed, done)
            while dice.random() < 0.4:  # predicted calls that did not come
                state = back.snapshot()
                for _ in range(1 + dice.randrange(3)):
                    take(back, dice.randrange(2**32), [])
                if dice.random() < 0.3:  # in another world
                    other = back.copy()
                    other.restore(state)
                    back = other
                else:
                    back.restore(state)
            take(back, seed, [])
            assert back.hash() == straight.hash(), (program, number)
        assert back.snapshot() == straight.snapshot(), program
        refused += not done[-1]
    assert sum(done) > 0.6 * len(done)  # most calls do something
    print(f"{PROGRAMS} programs of {CALLS} calls ended as without rollbacks")
