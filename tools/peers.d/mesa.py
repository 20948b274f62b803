# SPDX-License-Identifier: MIT
"""Steps of Mesa's BoidFlockers for tools/peers: mesa.py CHECKOUT NAME=VALUE...

The boid and the space of the checkout run as they are. Agent and Model are stand-ins, as Mesa's import
the rest of it; so is scipy's distance, which a torus does not ask for. Values that are not given are the
initial ones of the checkout's BoidFlockers.
"""
import inspect
import random
import sys
import types
from pathlib import Path

import numpy as np

checkout = Path(sys.argv[1])
given = {name: float(value) for name, value in (word.split('=') for word in sys.argv[2:])}


class Agent:
    """What a boid needs of Mesa's agent: nothing but its model."""

    def __init__(self, model):
        self.model = model


def stand_in(name, **members):
    """A module without a file; imports below it go on in the checkout."""
    module = types.ModuleType(name)
    module.__path__ = [str(checkout.joinpath(*name.split('.')))]
    vars(module).update(members)
    sys.modules[name] = module


for package in ('mesa.examples', 'mesa.examples.basic', 'mesa.experimental', 'scipy', 'scipy.spatial'):
    stand_in(package)
stand_in('mesa', Model=object)
stand_in('mesa.agent', Agent=Agent, AgentSet=list)
stand_in('scipy.spatial.distance', cdist=None)
stand_in('mesa.examples.basic.boid_flockers')

from mesa.examples.basic.boid_flockers.agents import Boid  # noqa: E402 (of the checkout)
from mesa.examples.basic.boid_flockers.model import BoidFlockers  # noqa: E402
from mesa.experimental.continuous_space import ContinuousSpace  # noqa: E402

initial = {name: parameter.default for name, parameter in inspect.signature(BoidFlockers).parameters.items()}
values = {name: given.get(name, initial[name])
          for name in ('speed', 'vision', 'separation', 'cohere', 'separate', 'match')}
order = random.Random(1)


def flock(rows):
    """A space with a boid for each row."""
    space = ContinuousSpace([[0, given['width']], [0, given['height']]], torus=True, random=order, n_agents=len(rows))
    return [Boid(None, space, position=row[:2].copy(), direction=row[3:5] / values['speed'], **values) for row in rows]


def put(boid, row):
    boid.position = row[:2].copy()
    boid.direction = row[3:5] / values['speed']


def answer(boid):
    x, y = (float(number) for number in boid.position)
    vx, vy = (float(number) * values['speed'] for number in boid.direction)
    return f'{x!r} {y!r} 0 {vx!r} {vy!r} 0'


def together(boids, rows):
    lines = []
    for boid, row in zip(boids, rows):
        boid.step()
        lines.append(answer(boid))
        put(boid, row)
    return lines


def one_by_one(boids, turns):
    for boid in turns:
        boid.step()
    return [answer(boid) for boid in boids]


for line in sys.stdin:
    kind, count = line.split()
    table = np.array([[float(word) for word in sys.stdin.readline().split()[1:]] for _ in range(int(count))])
    boids = flock(table)
    turns = order.sample(boids, len(boids)) if kind == 'in_turn' else boids
    print('\n'.join(together(boids, table) if kind == 'together' else one_by_one(boids, turns)), flush=True)
