# SPDX-License-Identifier: MIT
"""Columns look at a world's memory without a copy, and never at memory that is gone."""

import gc
import os
import pickle

import numpy as np
import pytest

import covey
from covey._covey import ffi, lib


@pytest.fixture
def world():
    return covey.preset("vicsek-ordered")


def address(array):
    return array.__array_interface__["data"][0]


def test_columns_are_the_memory_of_the_world(world):
    flock = world["vicsek"]
    view = lib.covey_world_view(world._handle, 0)
    assert address(flock.pos) == int(ffi.cast("uintptr_t", view.pos[0]))
    assert address(flock.pos[:, 1]) == int(ffi.cast("uintptr_t", view.pos[1]))
    assert address(flock.vel[:, 1]) == int(ffi.cast("uintptr_t", view.vel[1]))
    assert address(flock.id) == int(ffi.cast("uintptr_t", view.id))
    assert flock.pos[7, 1] == view.pos[1][7] and flock.id[7] == view.id[7]
    assert flock.pos is flock.pos  # made once a state


def test_columns_are_read_only(world):
    pos = world["vicsek"].pos
    with pytest.raises(ValueError):
        pos[0, 0] = 1
    with pytest.raises(ValueError):
        pos += 1
    with pytest.raises(ValueError):
        pos.flags.writeable = True


CHANGES = {
    "step": lambda w: w.step(),
    "restore": lambda w: w.restore(w.snapshot()),
    "put": lambda w: w["vicsek"].put(0, [1, 1], [0, 1]),
    "remove": lambda w: w["vicsek"].remove(0),
    "parameter": lambda w: setattr(w["vicsek"], "noise", 0.5),
    "add": lambda w: w.add("more", "vicsek", count=3),
    "drop": lambda w: w.drop("vicsek"),
    "influence": lambda w: w.influence("wind", x=1),
}


@pytest.mark.parametrize("name", CHANGES)
def test_columns_raise_after_a_change(world, name):
    flock = world["vicsek"]
    pos, part, ids = flock.pos, flock.pos[:5, 0], flock.id
    kept = pos.copy()
    CHANGES[name](world)
    uses = [lambda: pos[0], lambda: pos + 1, lambda: pos.mean(), lambda: np.mean(pos), lambda: part.sum(),
            lambda: np.concatenate([kept, pos]), lambda: pos.copy(), lambda: pos.tolist(), lambda: repr(pos),
            lambda: str(ids), lambda: list(pos), lambda: pickle.dumps(pos),
            lambda: np.dot(kept.T, pos), lambda: np.hypot(part, 1), lambda: pos.astype(int), lambda: sorted(ids)]
    for use in uses:
        with pytest.raises(covey.StaleError):
            use()
    assert isinstance(kept, np.ndarray) and kept.sum() > 0


def test_results_of_columns_are_plain_arrays(world):
    pos = world["vicsek"].pos
    results = [pos + 1, pos.copy(), np.sqrt(pos), np.sort(pos, axis=0), pos.astype("f4"), pos.mean(axis=0)]
    world.step()
    for result in results:
        assert type(result) is np.ndarray and np.isfinite(result).all()
    assert type(pickle.loads(pickle.dumps(world["vicsek"].pos))) is np.ndarray


def test_columns_outlive_their_world_and_flock():
    """What a column looks at stays, whatever becomes of the world: 200 worlds, whose memory a
    freed one would share with the next."""
    kept = []
    for seed in range(200):
        world = covey.World(covey.torus(9, 9), seed=seed)
        flock = world.add("a", "vicsek", count=64)
        raw = np.asarray(flock.pos).view(np.ndarray)  # numpy's, which no step makes stale
        kept.append((raw, raw.copy()))
        if seed % 2:
            world.drop("a")
            world.add("b", "vicsek", count=64)
        del world, flock
    gc.collect()
    for raw, copy in kept:
        np.testing.assert_array_equal(raw, copy)


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_memory_is_flat_over_a_thousand_worlds():
    """A world takes 100 kB or more: a leak of one in five would show."""

    def use():
        world = covey.preset("vicsek-ordered", count=300)
        flock = world["vicsek"]
        flock.pos.sum(), flock.table()
        world.step()
        world.restore(world.snapshot())
        world.watch(lambda _: None)
        world.influence(lambda agents: np.zeros_like(agents.pos), flock="vicsek")
        world.step()

    for _ in range(50):
        use()
    gc.collect()
    before = resident()
    for _ in range(1000):
        use()
    gc.collect()
    assert resident() - before < 20e6


def test_memory_of_dropped_flocks_goes_with_the_columns_that_look_at_it():
    """300 flocks of 1 MB, one after the other in one world."""

    world = covey.World(covey.torus(99, 99))
    peaks = []
    for turn in range(300):
        pos = world.add("a", "vicsek", count=5000).pos
        world.drop("a")
        del pos
        if turn in (50, 299):
            peaks.append(resident())
    assert peaks[1] - peaks[0] < 20e6


def test_an_empty_flock_has_empty_columns():
    world = covey.World()
    flock = world.add("none", "vicsek")
    assert flock.pos.shape == (0, 2) and flock.id.shape == (0,) and len(flock.table()) == 0
    world.step()
