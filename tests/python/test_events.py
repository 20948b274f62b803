# SPDX-License-Identifier: MIT
"""Events are what tables of the agents show, and schedules are those that were added."""

import subprocess
import warnings

import numpy as np
import pytest

import covey


def test_events_are_what_the_places_show():
    world = covey.preset("torus-2", seed=4)
    events = covey.Events(world)
    events.box("half", (0, 0), (world.space.size[0] / 2, world.space.size[1]))
    events.ball("disk", (10, 10), 5)
    inside, wanted = None, []
    for step in world.steps(60):
        table = world[world.flocks[0]].table()
        now = table.x.to_numpy() <= world.space.size[0] / 2
        if inside is not None:
            wanted += [(step, "entered" if now[i] else "left", table.id[i])
                       for i in np.flatnonzero(now != inside)]
        inside = now
    table = events.table()
    found = table[(table.region == "half") & (table.step > 1)]
    assert list(zip(found.step, found.event, found.id, strict=True)) == wanted and wanted
    assert set(table.region) <= {"half", "disk"} and (table.flock == world.flocks[0]).all()
    with pytest.raises(covey.ArgumentError, match="already"):
        events.ball("disk", (1, 1), 1)
    with pytest.raises(covey.ArgumentError, match="no region"):
        events.forget("ring")
    events.forget("half")
    before = len(events.table())
    events.end()
    for _ in world.steps(20):
        pass
    assert len(events.table()) == before


def test_the_caught_are_counted_and_named():
    world = covey.World(covey.torus(10, 10), seed=2, dt=0.1)
    world.add("fish", "three_rule", count=40)
    shark = world.add("shark", "three_rule", count=2, hunts="fish", catch=1.0)
    events = covey.Events(world)
    for _ in world.steps(50):
        pass
    caught = events.table().query("event == 'caught'")
    assert world["shark"].caught == len(caught) == 40 - len(world["fish"]) > 0
    assert set(caught.flock) == {"fish"} and set(caught.by_flock) == {"shark"}
    assert set(caught.by) <= {0, 1} and not set(caught.id) & set(world["fish"].id.tolist())
    assert shark.prey == "fish" and world["fish"].prey is None and shark.entries == 0


def test_more_events_than_there_is_memory_for_are_an_error():
    world = covey.preset("vicsek-ordered", seed=1)
    events = covey.Events(world, capacity=1)
    events.box("a", (0, 0), (2, 5))
    with pytest.raises(covey.ArgumentError, match="beyond the capacity"):
        for _ in world.steps(50):
            pass
    for wrong in (0, 2**31):
        with pytest.raises(covey.ArgumentError):
            covey.Events(world, capacity=wrong)


def test_a_checkpoint_of_the_program_goes_on(tmp_path, covey_program):
    path = tmp_path / "run.ckpt"
    subprocess.run([covey_program, "run", "vicsek-ordered", "--set", "noise=2", "--steps", "40",
                    "--checkpoint", path, "--quiet"], check=True)
    world, plain = covey.World.resume(path), covey.preset("vicsek-ordered", noise=2)
    assert world.step_count == 40 and world[world.flocks[0]].noise == 2
    for _ in plain.steps(60):
        pass
    for _ in world.steps(20):
        pass
    assert world.hash() == plain.hash()
    with pytest.raises(covey.FileError):
        covey.World.resume(tmp_path / "absent")
    (tmp_path / "bad").write_bytes(path.read_bytes()[:-9])
    with pytest.raises(covey.InputError):
        covey.World.resume(tmp_path / "bad")


def test_a_checkpoint_of_other_results_goes_on_with_a_warning(tmp_path, covey_program, monkeypatch):
    path = tmp_path / "run.ckpt"
    subprocess.run([covey_program, "run", "torus-0", "--steps", "2", "--checkpoint", path, "--quiet"], check=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        covey.World.resume(path)

    class Later:
        """The library, one results epoch later."""

        def __getattr__(self, name):
            found = getattr(covey._covey.lib, name)
            return (lambda: found() + 1) if name == "covey_results_epoch" else found

    monkeypatch.setattr(covey.definitions, "lib", Later())
    with pytest.warns(UserWarning, match=f"is of results {covey.__results__}, and this covey has results"):
        assert covey.World.resume(path).step_count == 2


def test_schedules_are_listed_and_removed():
    world = covey.preset("vicsek-ordered", seed=1)
    assert world.schedules.empty
    world.schedule("noise", [0, 10], [0.1, 2])
    rows = world.schedules
    assert rows[["name", "form", "step", "value"]].to_numpy().tolist() == [
        ["noise", "linear", 0, 0.1], ["noise", "linear", 10, 2]]
    assert rows.flock.tolist() == [world.flocks[0]] * 2
    for _ in world.steps(5):
        pass
    world.clear_schedules()
    assert world.schedules.empty and world[world.flocks[0]].noise == pytest.approx(0.86)  # of step 4
