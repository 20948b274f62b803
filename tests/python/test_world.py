# SPDX-License-Identifier: MIT
"""Worlds: steps, states, flocks, questions."""

import copy
import math
import pickle
import subprocess

import numpy as np
import pytest

import covey


@pytest.fixture
def world():
    return covey.preset("vicsek-ordered", noise=0.8, seed=3)


def crowd(dim=2, count=50, **options):
    """A flock of the model couzin in a torus, at random places."""
    made = covey.World(covey.torus(*[20.0] * dim), seed=7, dt=0.1, **options)
    rng = np.random.default_rng(1)
    made.add("fish", "couzin", pos=rng.random((count, dim)) * 20, vel=rng.normal(size=(count, dim)))
    return made


def test_a_world_knows_its_longest_stable_step(world):
    assert world.stable_dt == math.inf
    assert covey.preset("morse-mill").stable_dt == 1.0
    assert covey.preset("cucker-smale", strength=5).stable_dt == 0.2


def test_a_flock_of_the_default_model_flocks():
    made = covey.World(covey.torus(100, 100), seed=1, dt=0.01)
    made.add("birds", count=200)
    made.run(2000)
    assert made.measure("polarization") > 0.95


def test_every_preset_gives_the_hash_of_the_first_steps_again():
    for name in covey.presets:
        one, two = covey.preset(name), covey.preset(name, threads=2)
        for each in (one, two):
            for _ in range(3):
                each.step()
        assert one.hash() == two.hash(), name
        assert one.hash() != covey.preset(name).hash(), name


def test_steps_yield_multiples_and_the_last(world):
    assert list(world.steps(25, every=10)) == [10, 20, 25]
    assert world.step_count == 25
    with pytest.raises(covey.ArgumentError):
        list(world.steps(5, every=0))
    short = covey.preset("vicsek-ordered", steps=12)
    list(short.steps(2))
    assert list(short.steps(every=5)) == [7, 12] and list(short.steps()) == []
    with pytest.raises(covey.ArgumentError, match="how many"):
        list(covey.World().steps())


def test_snapshot_goes_on_with_the_same_bits(world):
    world.step()
    state = world.snapshot()
    assert list(world.steps(5)) and (end := world.hash())
    world.restore(state)
    assert world.step_count == 1
    list(world.steps(5))
    assert world.hash() == end


def test_damaged_snapshot_is_refused_and_changes_nothing(world):
    state = bytearray(world.snapshot())
    before = world.hash()
    state[40] ^= 1
    for damaged in (bytes(state), b"", bytes(state[:-1])):
        with pytest.raises(covey.InputError):
            world.restore(damaged)
    assert world.hash() == before


@pytest.mark.parametrize("name", ["torus-predators", "torus-obstacles", "informed", "couzin-mill"])
def test_copies_and_pickles_go_on_with_the_same_bits(name):
    world = covey.preset(name)
    list(world.steps(5))
    flock = next(iter(world))
    flock.remove([int(flock.id[0])])
    copies = [copy.copy(world), copy.deepcopy(world), pickle.loads(pickle.dumps(world))]
    list(world.steps(20))
    for other in copies:
        assert other.step_count == 5
        list(other.steps(20))
        assert other.hash() == world.hash()
        assert other.snapshot() == world.snapshot()


def test_each_agent_may_have_a_value_of_its_own():
    """Traits, and copies of worlds that have them."""
    world = crowd()
    fish = world["fish"]
    fish.trait("speed", normal=(1, 0.1), low=0.8)
    drawn = fish.traits["speed"]
    assert drawn.min() >= 0.8 and 0.05 < drawn.std() < 0.12 and len(drawn) == 50
    values = np.linspace(0.5, 2, 50)
    by_id = dict(zip(fish.id.tolist(), values))
    fish.trait("speed", values)
    list(world.steps(3))
    assert fish.traits["speed"].tolist() == [by_id[number] for number in fish.id.tolist()]
    speeds = np.sqrt((fish.vel**2).sum(axis=1))
    np.testing.assert_allclose(speeds, fish.traits["speed"], rtol=1e-9)
    twin = pickle.loads(pickle.dumps(world))
    list(twin.steps(5)), list(world.steps(5))
    assert twin.hash() == world.hash()
    for wrong in ({"values": [1]}, {"normal": (1,)}, {"speed": (1, 2)}, {"values": np.full(50, -1)},
                  {"normal": (1, 0.1), "uniform": (1, 2)}):
        with pytest.raises(covey.ArgumentError):
            fish.trait("speed", **wrong)
    fish.speed = 1
    assert fish.traits["speed"].tolist() == [1] * 50


def test_copy_is_a_world_of_its_own(world):
    other = world.copy()
    before = world.hash()
    other.step()
    assert world.hash() == before != other.hash()


def test_parameters_are_attributes_with_words_ranges_and_errors(world):
    flock = world["vicsek"]
    assert flock.noise == 0.8
    flock.noise = np.float32(0.5)
    assert world["vicsek"].noise == 0.5
    doc = type(flock).noise.__doc__
    assert "0 … 6.28319 rad" in doc and "noise" in doc
    assert flock.update == "old"
    flock.update = "new"
    assert flock.update == "new"
    for name, bad in (("noise", 99), ("noise", math.nan), ("noise", "much"), ("update", "soon"),
                      ("noise", [1])):
        with pytest.raises(covey.ArgumentError, match=name):
            setattr(flock, name, bad)
    with pytest.raises(AttributeError, match="did you mean noise"):
        flock.nois = 1
    with pytest.raises(AttributeError):
        flock.nois


def test_no_parameter_hides_behind_a_member_of_flock():
    for kind in [*covey.models.values(), *covey.motions.values()]:
        for name in kind.params:
            assert not hasattr(covey.Flock, name), f"{kind.name}.{name}"


def test_worlds_of_three_dimensions():
    world = crowd(dim=3)
    flock = world["fish"]
    assert world.dim == 3 and flock.pos.shape == (50, 3)
    list(world.steps(10))
    assert np.isfinite(flock.pos).all() and (np.asarray(flock.vel)[:, 2] != 0).any()
    assert list(flock.table().columns) == ["id", "x", "y", "z", "vx", "vy", "vz"]
    assert "milling_axis_x" in world.measures().columns
    assert "milling_axis_x" not in covey.preset("vicsek-ordered").measures().columns


def test_batches_change_all_or_none():
    world = crowd(count=3)
    world2 = covey.World(covey.torus(9, 9))
    flock = world2.add("a", "vicsek", count=2, capacity=5)
    ids = flock.spawn([[1, 2], [3, 4]], [[0, 1], [1, 0]])
    assert ids.tolist() == [2, 3] and len(flock) == 4
    pos, vel = flock.get(ids)
    assert pos.tolist() == [[1, 2], [3, 4]] and vel.tolist() == [[0, 1], [1, 0]]
    with pytest.raises(covey.ArgumentError):
        flock.spawn(np.ones((2, 2)), np.ones((2, 2)))
    assert len(flock) == 4
    with pytest.raises(covey.ArgumentError):
        flock.remove([2, 77])
    flock.remove([2])
    assert sorted(flock.id.tolist()) == [0, 1, 3]
    flock.put([0, 3], [5, 5], [[1, 0], [0, 1]])
    assert flock.get([3, 0])[0].tolist() == [[5, 5], [5, 5]]
    flock.push(0, [0.5, 0])
    assert flock.get(0)[1].tolist() == [[1.5, 0]]
    for bad in ([-1], [1.5], ["a"], [2**32]):
        with pytest.raises(covey.ArgumentError):
            flock.get(bad)
    with pytest.raises(covey.ArgumentError, match="shape"):
        flock.put([0], [1, 2, 3], [1, 2])
    assert len(world["fish"]) == 3


def test_questions_agree_with_numpy():
    for dim in (2, 3):
        world = crowd(dim=dim, count=200)
        flock = world["fish"]
        center = np.full(dim, 1.0)
        offset = (np.asarray(flock.pos) - center + 10) % 20 - 10
        distance = np.sqrt((offset**2).sum(axis=1))
        order = np.argsort(distance)
        ids = np.asarray(flock.id)[order]
        inside = distance[order] <= 6
        found = world.near(center, 6)
        assert found.id.tolist() == ids[inside].tolist() and len(found) > 3
        np.testing.assert_allclose(found.distance, distance[order][inside], rtol=1e-12)
        assert world.nearest(center, 5).id.tolist() == ids[:5].tolist()
        assert len(world.nearest(center, 10**9)) == 200
        assert len(flock.near(center, 100)) == 200  # more than there is room for at first
        box = world.in_box([2] * dim, [12] * dim)
        held = ((flock.pos >= 2) & (flock.pos <= 12)).all(axis=1)
        assert box.id.tolist() == sorted(np.asarray(flock.id)[held].tolist())


def test_hard_bodies_do_not_overlap():
    world = covey.World(seed=1)
    with pytest.raises(covey.ArgumentError, match="need a radius above 0"):
        world.add("points", "vicsek", count=3, hard=True)
    flock = world.add("a", "vicsek", pos=[[0, 0], [0.5, 0]], vel=[[1, 0], [1, 0]], body=1.0,
                      hard=True)
    world.step(0.01)
    assert np.linalg.norm(flock.pos[0] - flock.pos[1]) > 1.99


def test_layers_say_what_a_flock_minds_and_bodies_may_differ():
    world = covey.World(seed=1)
    wall = {"points": [[5, -9], [5, 9]], "radius": 0.2, "weight": 0, "layers": 2}
    world.influence("obstacle", **wall)
    for name, mask in (("walkers", 3), ("birds", 4)):
        world.add(name, "cucker_smale", pos=[[0.0, 0.0]], vel=[[1.0, 0.0]], body=0.5, mask=mask)
    world["walkers"].trait("body", [0.25])
    with pytest.raises(covey.ArgumentError, match="outside"):
        world["birds"].trait("body", [0.75])
    for _ in range(60):
        world.step(0.1)
    assert world["birds"].pos[0, 0] > 5.9
    assert 5 - 0.2 - 0.25 - 1e-3 < world["walkers"].pos[0, 0] < 5 - 0.2 - 0.25 + 1e-9
    assert world["walkers"].traits["body"].tolist() == [0.25]


def test_rays_meet_agents_and_obstacles():
    world = covey.World(covey.torus(100, 100))
    rock = world.influence("obstacle", points=[[50, 50]], radius=5)
    flock = world.add("a", "vicsek", pos=[[20.0, 50.0]], vel=[[1, 0]], body=1.0)
    hits = world.ray([10, 50], [60, 0])
    assert hits.flock.tolist() == ["a", ""] and hits.id[0] == 0 and hits.influence[1] == rock.handle
    np.testing.assert_allclose(hits.share, [9 / 60, 35 / 60])
    assert not world.sees([10, 50], [59, 50]) and world.sees([10, 10], [20, 10])
    rock.points = [[50, 80]]
    assert world.sees([10, 50], [59, 50]) and rock.points.tolist() == [[50, 80]]
    rock["radius"] = 7
    assert rock["radius"] == 7 and rock.kind == "obstacle"
    rock.remove()
    assert world.influences == ()
    with pytest.raises(KeyError):
        rock.kind
    assert len(flock) == 1


def test_measures_are_those_of_the_program(covey_program):
    """The same table as covey run writes, to the bit."""
    command = [covey_program, "run", "vicsek-ordered", "--steps", "20", "--every", "5", "--quiet",
               "--measure", "-"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = [line.split(",") for line in text.splitlines() if not line.startswith("#")]
    table = covey.preset("vicsek-ordered").run(20, every=5)
    assert table.step.tolist() == [0, 5, 10, 15, 20]
    for name in covey.measures:
        if name in lines[0]:
            column = lines[0].index(name)
            assert [float(line[column]) for line in lines[1:]] == table[name].tolist(), name


def test_measures_of_your_own_and_unknown_ones(world):
    table = world.run(2, measures=["polarization", len, lambda flock: float(flock.pos.max())])
    assert list(table.columns)[4:] == ["polarization", "len", "<lambda>"]
    assert table.len.tolist() == [300] * 2  # every 10, as planned: at 0 and at the last
    with pytest.raises(covey.ArgumentError, match="polarization"):
        world.measure("polarisation")
    with pytest.raises(covey.ArgumentError, match="say which one"):
        covey.preset("torus-predators").measure("polarization")
    name = next(iter(covey.profiles))
    assert {"x", "value", "count"} == set(world.profile(name, bin=0.5).columns)


def test_a_world_that_diverges_says_where():
    world = covey.World(dt=1)
    world.add("a", "formal", pos=[[0, 0], [1e308, 0]], vel=[[0, 0], [1e308, 0]])
    with pytest.raises(covey.DivergedError) as info:
        world.step()
    error = info.value
    assert (error.exit_code, error.step, error.flock, error.id) == (70, 1, 0, 1)
    assert isinstance(error, ArithmeticError)


def test_flocks_are_added_and_dropped():
    world = crowd()
    hawks = world.add("hawks", "predator", count=2, hunts="fish")
    fish = world["fish"]
    assert world.flocks == ("fish", "hawks") and "hawks" in world and len(world) == 2
    world.drop("fish")
    assert world.flocks == ("hawks",) and hawks.index == 0 and len(hawks) == 2
    with pytest.raises(KeyError):
        len(fish)
    world.step()
    for bad in ({"model": "vicsec"}, {"count": 3, "pos": np.ones((2, 2))}, {"nose": 1},
                {"pos": np.ones((2, 3))}, {"pos": [[math.nan, 0]]}, {"motion": "swim"}):
        with pytest.raises(covey.ArgumentError):
            world.add("b", **{"model": "vicsek", **bad})
    assert world.flocks == ("hawks",)


def test_watchers_are_told_and_may_be_ended(world):
    told = []
    watcher = world.watch(lambda w: told.append(w.step_count), every=3)
    list(world.steps(7))
    world.unwatch(watcher)
    list(world.steps(7))
    assert told == [3, 6]


def test_aims_lead_agents_and_are_given_back():
    world = covey.World(covey.torus(20, 20), seed=3)
    fish = world.add("fish", model="reynolds", count=4, pos=[[1, 1], [5, 5], [19, 19], [9, 3]],
                     vel=np.zeros((4, 2)), separation=0, alignment=0, cohesion=0, min_speed=0,
                     max_speed=4)
    fish.aim([0, 2], [[17, 1], [1, 19]], slowing=3)
    fish.aim(1, velocity=(0, 2), weight=5)
    aims = fish.aims([2, 1, 3])
    assert list(aims["kind"]) == ["place", "velocity", "none"]
    assert list(aims["x"]) == [1, 0, 0] and list(aims["slowing"]) == [3, 0, 0]
    for _ in range(800):
        world.step(0.02)
    pos, vel = fish.get([0, 2, 1])
    assert np.allclose(pos[:2], [[17, 1], [1, 19]], atol=1e-3)  # by the shortest way
    assert np.allclose(vel, [[0, 0], [0, 0], [0, 2]], atol=1e-3)
    fish.aim([0, 1, 2])
    assert set(fish.aims([0, 1, 2, 3])["kind"]) == {"none"}
    for bad in ({"place": [1, 2, 3]}, {"place": [math.nan, 0]}, {"place": [1, 2], "weight": -1},
                {"place": [1, 2], "velocity": [1, 2]}):
        with pytest.raises(covey.ArgumentError):
            fish.aim(0, **bad)
    with pytest.raises(covey.ArgumentError):
        fish.aim(99, [1, 1])
