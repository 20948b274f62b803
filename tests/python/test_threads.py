# SPDX-License-Identifier: MIT
"""Worlds in pools of threads, and one world in several threads."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import covey


def end(seed):
    world = covey.preset("vicsek-ordered", seed=seed, count=150)
    list(world.steps(100, every=10))
    return world.hash(), world.measure("polarization")


def test_a_pool_of_threads_gives_the_results_of_one():
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(end, range(12))) == [end(seed) for seed in range(12)]


def test_steps_let_other_threads_run():
    """While one thread is in a long step of C, another one counts."""
    world = covey.preset("vicsek-ordered", count=8000, radius=1)
    inside, counted = threading.Event(), []

    def count():
        inside.wait()
        while not done.is_set():
            counted.append(len(counted))

    done = threading.Event()
    other = threading.Thread(target=count)
    other.start()
    inside.set()
    for _ in range(3):
        world.step()
    done.set()
    other.join()
    assert len(counted) > 1000  # holding the lock it would be counted between steps alone


def test_threads_that_share_a_world_wait_for_each_other():
    world = covey.preset("vicsek-ordered", count=2000)
    failures = []

    def use(what):
        try:
            for _ in range(50):
                what()
        except Exception as failure:
            failures.append(failure)

    def look():
        try:
            assert np.isfinite(world["vicsek"].pos.copy()).all()
        except covey.StaleError:
            pass  # another thread has stepped in between: it is told

    threads = [threading.Thread(target=use, args=[what]) for what in
               (world.step, world.step, look, world.measures, world.snapshot, world.copy)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures and world.step_count == 100
    other = covey.preset("vicsek-ordered", count=2000)
    list(other.steps(100))
    assert other.hash() == world.hash()
