# SPDX-License-Identifier: MIT
"""The cost of Python: PYTHONPATH=build/python/tree /usr/bin/python3 bench/python.py

Each row is a step of a world through the module against the same step by C alone, called in the
same process, in turns; the least of the turns counts, so that other work of the machine does not.
"""

import time

import covey
from covey._covey import lib

TURNS = 15


def least(functions, repeats):
    """The least time of a call of each function, in µs."""
    best = [float("inf")] * len(functions)
    for _ in range(TURNS):
        for index, function in enumerate(functions):
            begin = time.perf_counter()
            for _ in range(repeats):
                function()
            best[index] = min(best[index], (time.perf_counter() - begin) / repeats * 1e6)
    return best


def crowd(count, model="vicsek"):
    world = covey.World(covey.torus(*[(count / 4) ** 0.5 + 1] * 2), seed=1, dt=0.1)
    world.add("a", model, count=count, radius=1)
    return world


def follow():
    return covey.Model("follow", lambda agents, percepts, params: percepts[0].carried,
                       lambda params: [covey.Zone(params.radius, weight="nothing", carry="heading")],
                       params={"radius": (1, 0, 9)}, intent="direction")


def row(name, world, repeats, agents):
    plain = crowd(agents)
    handle = plain._handle
    step = lib.covey_world_step
    python, c = least([world.step, lambda: step(handle, 0.1)], repeats)
    print(f"{name:34} {c:10.2f} {python:10.2f} {python - c:10.2f} {python / c:8.2f}")


def main():
    print(f"{'step of':34} {'C, µs':>10} {'Python, µs':>10} {'more':>10} {'ratio':>8}")
    row("no agents", crowd(0), 20000, 0)
    for count in (1, 1000, 10000):
        row(f"{count} agents", crowd(count), max(20000 // (count + 1), 3), count)
    for count in (1000, 10000):
        world = crowd(count)
        world.influence(lambda agents: 0.1 * agents.vel)
        row(f"{count}, influence of numpy", world, max(3000 // count, 2), count)
        row(f"{count}, model of numpy", crowd(count, follow()), max(3000 // count, 2), count)
    boids = crowd(1000)["a"]
    print(f"flock.pos after a step {least([lambda: (boids._world._changed(), boids.pos)], 5000)[0]:.2f} µs,"
          f" again {least([lambda: boids.pos], 20000)[0]:.2f} µs")


if __name__ == "__main__":
    main()
