# SPDX-License-Identifier: MIT
"""Statistics, sweeps and plots have the numbers of the program."""

import _thread
import sqlite3
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import covey

PLAN = ["--vary", "noise=1,3", "--seeds", "1:3", "--steps", "120", "--every", "2", "--set",
        "count=30", "--measures", "polarization,clusters", "--discard", "20"]
SAME = {"vary": {"noise": [1, 3]}, "seeds": [1, 2, 3], "steps": 120, "every": 2, "count": 30,
        "measures": ["polarization", "clusters"], "discard": 20}


def program(covey_program, *words):
    return subprocess.run([covey_program, *map(str, words)], check=True, capture_output=True,
                          text=True).stdout


@pytest.fixture(scope="module")
def files(tmp_path_factory, covey_program):
    """A sweep of the program and one of Python, which are the same."""
    folder = tmp_path_factory.mktemp("sweeps")
    program(covey_program, "sweep", "vicsek-ordered", *PLAN, "--quiet", "-o", folder / "theirs.db")
    return folder / "theirs.db", covey.sweep("vicsek-ordered", path=folder / "ours.db", **SAME)


def test_statistics_of_a_table_are_those_of_the_program(tmp_path, covey_program):
    table = covey.preset("vicsek-ordered", count=30, noise=3).run(400, every=2)
    path = tmp_path / "order.csv"
    table.rename(columns={"flock": "set", "time": "t"}).drop(columns="agents").to_csv(
        path, index=False)
    for discard in ("auto", 100):
        said = program(covey_program, "stats", path, "--discard", discard, "--agents", 30)
        ours = covey.stats.table(table, discard=discard).set_index("measure")
        found = 0
        for line in said.splitlines()[1:]:
            words = line.split()
            if len(words) < 13 or words[1] not in ours.index:
                continue
            row = ours.loc[words[1]]
            found += 1
            assert [row.rows, row.discarded] == [int(word) for word in words[2:4]]
            for name, word in zip(("mean", "error", "sd", "tau", "effective", "chi", "binder",
                                   "binder_error", "drift"), words[4:13], strict=True):
                assert f"{row[name]:.4g}" == word if word != "-" else np.isnan(row[name])
            assert ("drifts" in words) == (not row.stationary)
            assert ("short" in words) == (not row.enough)
            assert ("unsettled" in words) == (not row.settled)
        assert found >= 10
    said = program(covey_program, "stats", path, "--ratio", "nearest_min/nearest_mean")
    ratio = covey.stats.ratio(table.nearest_min, table.nearest_mean)
    assert f"{ratio.value:.6g}  from {ratio.low:.6g} to {ratio.high:.6g}" in said


def test_statistics_are_what_they_say():
    random = np.random.default_rng(1)
    series = np.empty(20000)
    series[0] = 0
    for k, push in enumerate(random.normal(size=len(series) - 1)):
        series[k + 1] = 0.9 * series[k] + push
    found = covey.stats.of(series, 0)
    assert abs(found.tau - 1.9 / 0.2) < 4 * found.tau_error  # (1 + f) / (2 (1 - f))
    assert found.low < 0 < found.high and found.enough and found.stationary
    assert found.error == pytest.approx(found.sd / np.sqrt(found.effective))
    runs = covey.stats.mean([1.0, 2.0, 4.0])
    half = 4.302653 * np.std([1, 2, 4], ddof=1) / np.sqrt(3)  # Student's t of 2
    assert runs.value == pytest.approx(7 / 3) and runs.high - runs.value == pytest.approx(half)
    assert np.isnan(covey.stats.mean([5.0]).low) and float(covey.stats.mean([5.0])) == 5
    cumulant = covey.stats.binder([1.0, 1.0, 1.0], [3.0, 3.0, 3.0])
    assert cumulant.value == pytest.approx(0)
    before = series.copy()
    covey.stats.of(series)
    np.testing.assert_array_equal(series, before)
    for wrong in ([["a"]], np.zeros((2, 2)), "text"):
        with pytest.raises(covey.ArgumentError):
            covey.stats.of(wrong)
    with pytest.raises(covey.ArgumentError, match="discard"):
        covey.stats.of(series, -1)
    assert np.isnan(covey.stats.of([]).mean)


def test_a_sweep_is_that_of_the_program(files, covey_program):
    path, sweep = files
    for table in ("runs", "statistics"):
        assert program(covey_program, "sweep", "show", path, "--csv", "-", "--table", table) == \
            program(covey_program, "sweep", "show", sweep.path, "--csv", "-", "--table", table)
    assert len(sweep.runs) == 6 and repr(sweep).endswith("6 of 6 runs are done>")
    points = sweep.points()
    said = program(covey_program, "stats", path, "--measures", "polarization").splitlines()
    for row, line in zip(points.itertuples(), said[2:], strict=False):
        words = line.split()
        for name, word in zip(("noise", "runs", "mean", "low", "high", "error", "within", "sd",
                               "tau", "effective", "chi", "chi_error", "binder", "binder_low",
                               "binder_high"), words, strict=False):
            assert f"{getattr(row, name):.4g}" == word
    with pytest.raises(covey.ArgumentError, match="no run with the measure"):
        sweep.points("milling")
    assert sweep.series.empty
    for read in (lambda: sweep.profiles, lambda: sweep.agents, lambda: sweep.tracks(0)):
        with pytest.raises(covey.ArgumentError, match="sweeps with keep="):
            read()


def test_sweeps_grow_keep_and_end(tmp_path):
    path = tmp_path / "grown.db"
    small = dict(SAME, seeds=1, keep=["series", "profiles", "agents", "trajectory"])
    covey.sweep("vicsek-ordered", path=path, **small)
    with pytest.raises(covey.ArgumentError, match="--grow adds the 4 runs"):
        covey.sweep("vicsek-ordered", path=path, **dict(small, seeds="1:3"))
    sweep = covey.sweep("vicsek-ordered", path=path, grow=True, **dict(small, seeds="1:3"))
    assert len(sweep.runs) == 6 and len(sweep.agents) == 6 * 30 and len(sweep.profiles) > 6
    tracks = sweep.tracks(4)
    order = tracks.measure("polarization").polarization
    series = sweep.series
    np.testing.assert_array_equal(order, series[series.run == 4].polarization)
    world = covey.scenario(sweep.scenario(4))
    for _ in world.steps(120):
        pass
    assert f"{world.hash():016x}" == sweep.runs.hash[4]
    ended = covey.sweep("vicsek-ordered", until="polarization > 0.8", count=30, steps=200, every=1,
                        vary={"noise": "0.1,6"}, measures=["polarization"])
    assert ended.runs.stopped[0] == ended.runs.steps[0] < 200 and np.isnan(ended.runs.stopped[1])
    pairs = covey.sweep("vicsek-ordered", steps=5, measures=["polarization"],
                        together=[{"count": 10, "space.width": 3.5}, {"count": 20, "space.width": 5}])
    assert pairs.runs[["count", "space.width"]].to_numpy().tolist() == [[10, 3.5], [20, 5]]


def test_a_scenario_brings_its_sweep_along():
    scenario = {"space": {"kind": "torus", "width": 5, "height": 5}, "steps": 20,
                "flocks": {"model": "vicsek", "count": 10},
                "sweep": {"vary": {"noise": [1, 2]}, "seeds": "1:2", "measures": ["milling"]}}
    sweep = covey.sweep(scenario)
    assert sweep.runs.noise.tolist() == [1, 1, 2, 2] and "milling" in sweep.runs
    assert covey.sweep(scenario, vary={"noise": 3}, seeds=7).runs.noise.tolist() == [3]


def test_what_is_wrong_is_said(tmp_path):
    for options, says in (({"vary": {"noise": 9}}, "vary noise: 9 is refused"),
                          ({"vary": {"noize": 1}}, "did you mean noise"),
                          ({"measures": ["order"]}, "no measure 'order'"),
                          ({"keep": "all"}, "keep has summary"),
                          ({"until": "order < 1"}, "no measure"),
                          ({"discard": "some"}, "discard is 'some'"),
                          ({"discard": 100, "steps": 50}, "leaves nothing"),
                          ({"threads": 0}, "threads is 0"), ({"seeds": "3:1"}, "seeds"),
                          ({"kernel": "none"}, "none"), ({"grow": True, "design": "ring"}, "ring")):
        with pytest.raises(covey.ArgumentError, match=says):
            covey.sweep("vicsek-ordered", **options)
    (tmp_path / "notes.txt").write_text("notes")
    for name in ("notes.txt", "absent.db"):
        with pytest.raises(covey.Error):
            covey.Sweep(tmp_path / name)
    with pytest.raises(covey.ArgumentError, match="is no file of a sweep"):
        covey.sweep("vicsek-ordered", path=tmp_path / "notes.txt", steps=2)
    assert (tmp_path / "notes.txt").read_text() == "notes"


def test_a_sweep_is_stopped_and_goes_on(tmp_path):
    path, plan = tmp_path / "stopped.db", {"seeds": "1:300", "steps": 100, "count": 30, "threads": 1,
                                           "measures": ["polarization"]}

    def has_runs():
        try:
            return path.exists() and len(sqlite3.connect(path).execute(
                "select name from sqlite_master where name='runs'").fetchall()) > 0
        except sqlite3.OperationalError:  # it is just written
            return False

    def interrupt():
        while not has_runs():
            time.sleep(0.01)
        _thread.interrupt_main()

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        covey.sweep("vicsek-ordered", path=path, **plan)
        time.sleep(9)
    before = len(covey.Sweep(path).runs)
    assert before < 300
    assert len(covey.sweep("vicsek-ordered", path=path, **plan).runs) == 300


# ---- Plots ----

def test_plots_have_the_numbers_of_the_program(files):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("svg")
    sweep, points = files[1], files[1].points("clusters")
    line = covey.plot(sweep, "noise", "clusters").lines[0]
    np.testing.assert_array_equal(line.get_xdata(), points.noise)
    np.testing.assert_array_equal(line.get_ydata(), points["mean"])
    axes = covey.plot(sweep.path, statistic="binder")
    np.testing.assert_array_equal(axes.lines[0].get_ydata(), sweep.points().binder)
    assert axes.get_ylabel() == "binder of polarization" and axes.get_xlabel() == "noise"
    table = covey.preset("torus-2").run(60, every=3)
    axes = covey.plot(table, y="polarization")
    assert len(axes.lines) == 2  # the series, and its mean
    assert axes.lines[1].get_ydata()[0] == covey.stats.of(table.polarization).mean
    for options, says in (({"x": "noize"}, "x is 'noize'"), ({"statistic": "mode"}, "statistic is"),
                          ({"y": "order"}, "no run with the measure")):
        with pytest.raises(covey.ArgumentError, match=says):
            covey.plot(sweep, **options)
    with pytest.raises(covey.ArgumentError, match="no column 'order'"):
        covey.plot(table, y="order")
    with pytest.raises(covey.ArgumentError, match="not of int"):
        covey.plot(5)


def test_without_matplotlib_plots_are_refused(files):
    code = ("import sys, covey; sys.modules['matplotlib'] = sys.modules['matplotlib.pyplot'] = None\n"
            "try: covey.plot(sys.argv[1])\nexcept covey.ArgumentError as e: print(e)")
    said = subprocess.run([sys.executable, "-c", code, str(files[0])], check=True,
                          capture_output=True, text=True).stdout
    assert said == ("matplotlib is not installed: python3-matplotlib, or pip install matplotlib\n")
