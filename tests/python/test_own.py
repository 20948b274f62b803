# SPDX-License-Identifier: MIT
"""Models and influences that are functions of Python."""

import pickle

import numpy as np
import pytest

import covey


def follow(agents, percepts, params):
    """Vicsek's rule without noise, as a model of Python."""
    return percepts[0].carried


def sight(params):
    return [covey.Zone(params.radius, weight="nothing", carry="heading", itself=True)]


def vicsek_like(decide=follow):
    return covey.Model("follow", decide, sight, params={"radius": (1, 0, 100)},
                       motion="constant_speed", intent="direction")


def crowd(model, dim=2, count=200, **params):
    world = covey.World(covey.torus(*[8.0] * dim), seed=3, dt=1)
    rng = np.random.default_rng(5)
    world.add("a", model, pos=rng.random((count, dim)) * 8, vel=rng.normal(size=(count, dim)), **params)
    return world


@pytest.mark.parametrize("dim", [2, 3])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_model_of_python_gives_the_bits_of_the_library(dim, threads):
    """vicsek without noise, which sums the same headings. More than one block of 64 agents."""
    own, library = crowd(vicsek_like(), dim), crowd("vicsek", dim, noise=0, update="new")
    assert own["a"].radius == 1
    for world in (own, library):
        world["a"].speed = 0.3
        list(world.steps(10))
    np.testing.assert_allclose(own["a"].table(), library["a"].table(), rtol=0, atol=1e-12)
    assert own.measure("polarization") > 0.2  # 200 agents at random: 0.07


def test_a_zone_may_have_voronoi_neighbors_alone():
    """vicsek with them sums the same headings; of 200 agents in the plane they are 6 in the mean."""
    zones = [covey.Zone(4, weight="nothing", carry="heading", itself=True, voronoi=True)]
    counts = []

    def decide(agents, percepts, params):
        counts.extend(percepts[0].count)
        return percepts[0].carried
    own = crowd(covey.Model("cells", decide, zones, motion="constant_speed", intent="direction"))
    library = crowd("vicsek", noise=0, radius=4, voronoi="yes")
    for world in (own, library):
        world["a"].speed = 0.3
        list(world.steps(5))
    assert np.mean(counts[:200]) == pytest.approx(7, abs=0.05)  # itself, too
    np.testing.assert_allclose(own["a"].table(), library["a"].table(), rtol=0, atol=1e-12)


def test_a_zone_may_be_a_field_of_view():
    """vision turns and brakes by it: a disc ahead, half hidden by a nearer one."""
    seen = []

    def decide(agents, percepts, params):
        seen.append((percepts[0].offset.copy(), percepts[0].carried.copy()))
        return percepts[0].offset
    own = covey.Model("eyes", decide, [covey.Zone(100, disc=1)], motion="drive")
    world = covey.World()
    world.add("a", own, pos=[[0, 0], [0, 5], [0, 9]], vel=[[1, 0]] * 3)
    world.step()
    half = np.arcsin(1 / 5)
    np.testing.assert_allclose(seen[0][0][0, :2], [0, 2 * np.sin(half)], atol=1e-12)
    np.testing.assert_allclose(seen[0][1][0, :2], [0, 2 * np.cos(half)], atol=1e-12)


def test_parameters_of_a_model_are_attributes():
    world = crowd(vicsek_like())
    world["a"].radius = 100
    world.step()
    assert world.measure("polarization") == pytest.approx(1)
    with pytest.raises(covey.ArgumentError, match="radius"):
        world["a"].radius = 101


def test_an_exception_of_a_model_leaves_the_world_as_it_was():
    calls, steps = [], []

    def fails(agents, percepts, params):
        calls.append(len(agents.id))
        steps.append(agents.step)
        if len(calls) > 6:
            raise RuntimeError("seventh block")
        return percepts[0].carried

    world = crowd(vicsek_like(fails))
    world.step()
    before, table = world.hash(), world["a"].table()
    with pytest.raises(RuntimeError, match="seventh block"):
        world.step()
    assert world.hash() == before and world.step_count == 1
    assert steps == [0] * 4 + [1] * 4 and sum(calls[:4]) == 200 and world["a"].table().equals(table)


@pytest.mark.parametrize("wrong", [lambda a, p, q: np.zeros((1, 5)), lambda a, p, q: None,
                                   lambda a, p, q: q.nothing])
def test_wrong_results_of_a_model_are_told(wrong):
    world = crowd(vicsek_like(wrong))
    with pytest.raises((covey.ArgumentError, TypeError, AttributeError)):
        world.step()
    assert world.step_count == 0


def test_zones_that_are_wrong_are_told_when_the_flock_is_added():
    for zones in ([covey.Zone(1, weight="heavy")], [covey.Zone(1)] * 9, lambda params: 1 / 0):
        with pytest.raises((covey.ArgumentError, ZeroDivisionError)):
            crowd(covey.Model("wrong", follow, zones))


def test_a_step_may_not_be_used_from_inside():
    def nosy(agents, percepts, params):
        world.hash()

    world = crowd(vicsek_like(nosy))
    with pytest.raises(covey.ArgumentError, match="may not use the world"):
        world.step()


def test_random_numbers_are_functions_of_agent_and_step():
    ids = np.arange(1000)
    numbers = covey.uniform(1, 2, ids)
    assert numbers.min() >= 0 and numbers.max() < 1 and abs(numbers.mean() - 0.5) < 0.05
    assert covey.uniform(1, 2, ids[::-1]).tolist() == numbers[::-1].tolist()
    assert (covey.uniform(1, 3, ids) != numbers).all()
    assert (covey.uniform(1, 2, ids, stream=1) != numbers).all()


def drift(agents):
    return np.full(agents.pos.shape, 0.25) * (agents.id[:, None] % 2)


def test_an_influence_of_python_acts_as_one_of_the_library():
    """A function that blows like the wind gives the bits of the wind."""
    def blow(agents):
        return np.tile([0.5, -0.25], (len(agents.id), 1))

    worlds = [covey.preset("torus-2") for _ in range(2)]
    worlds[0].influence(blow)
    worlds[1].influence("wind", x=0.5, y=-0.25)
    for world in worlds:
        list(world.steps(20))
    assert worlds[0].hash() == worlds[1].hash() != covey.preset("torus-2").hash()


def test_an_influence_sees_all_agents_by_ids_and_reaches_each():
    seen = []

    def look(agents):
        seen.append(agents)
        return drift(agents)

    world = covey.World(dt=1)
    flock = world.add("a", "formal", pos=np.arange(20.0).reshape(10, 2) * 9, vel=np.zeros((10, 2)))
    flock.remove([4])
    influence = world.influence(look)
    world.step()
    agents = seen[0]
    assert agents.id.tolist() == [0, 1, 2, 3, 5, 6, 7, 8, 9] and agents.step == 0
    assert agents.pos[4].tolist() == [90, 99]
    table = flock.table().set_index("id")
    assert (table.vx == 0.25 * (table.index % 2)).all()
    influence.remove()
    world.step()
    assert len(seen) == 1 and world.influences == ()


def test_an_exception_of_an_influence_leaves_the_world_as_it_was():
    world = covey.preset("torus-2")
    before = world.snapshot()
    for wrong in (lambda agents: 1 / 0, lambda agents: agents.pos[:1], lambda agents: agents.pos * np.nan):
        influence = world.influence(wrong)
        with pytest.raises((ZeroDivisionError, covey.ArgumentError)):
            world.step()
        influence.remove()
    assert world.hash() == covey.preset("torus-2").hash() and world.step_count == 0
    assert len(before) == len(world.snapshot())


def test_snapshots_hold_no_address_and_pickles_go_on():
    def world():
        made = covey.preset("torus-2")
        made.influence(drift)
        return made

    one, two = world(), world()
    one.step(), two.step()
    assert one.snapshot() == two.snapshot()
    three = pickle.loads(pickle.dumps(one))
    one.step(), three.step()
    assert one.snapshot() == three.snapshot()
    model = crowd(vicsek_like())
    other = pickle.loads(pickle.dumps(model))
    model.step(), other.step()
    assert model.hash() == other.hash()


def test_numba_functions_are_models_and_influences():
    numba = pytest.importorskip("numba")
    decide = numba.njit(lambda agents, percepts, params: percepts[0].carried + 0 * params.radius)
    worlds = [crowd(vicsek_like(function)) for function in (decide, follow)]
    for world in worlds:
        world.influence(numba.njit(lambda agents: agents.vel * 0.1) if world is worlds[0]
                        else lambda agents: agents.vel * 0.1)
        list(world.steps(3))
    assert worlds[0].hash() == worlds[1].hash()
