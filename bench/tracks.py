# SPDX-License-Identifier: MIT
"""The cost of tables in Python against the program's: PYTHONPATH=build/python/tree /usr/bin/python3
bench/tracks.py [BUILD]

Each row is the time of a table of recorded tracks in Python over that of the same table by the
program covey, in turns; the least of the turns counts.
"""

import pathlib
import subprocess
import sys
import tempfile
import time

import covey

TURNS = 5
PROGRAM = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build/dev") / "covey"


def seconds(function):
    begin = time.perf_counter()
    function()
    return time.perf_counter() - begin


def row(name, python, *words):
    command = [PROGRAM, *words]

    def program():
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    best = [float("inf")] * 2
    for _ in range(TURNS):
        for k, function in enumerate((python, program)):
            best[k] = min(best[k], seconds(function))
    print(f"{name:24} {best[0] * 1e3:9.1f} ms {best[1] * 1e3:9.1f} ms {best[0] / best[1]:6.2f}")


with tempfile.TemporaryDirectory() as folder:
    print(f"{'':24} {'Python':>12} {'program':>12}  ratio")
    for agents, steps in ((20, 5000), (300, 500)):
        path = f"{folder}/{agents}.csv"
        world = covey.preset("vicsek-ordered", count=agents)
        with world.record(path, every=1):
            for _ in world.steps(steps):
                pass
        tracks = covey.tracks(path)
        about = f"{agents} agents"
        row(f"measures, {about}", tracks.measure, "measure", path)
        row(f"agents, {about}", tracks.agent_measures, "measure", path, "--agents")
        row(f"motion, {about}", tracks.motion, "measure", path, "--motion")
        row(f"all places, {about}", tracks.table, "convert", path, f"{folder}/out.csv")
        row(f"lags, {about}", lambda: tracks.lags(10), "measure", path, "--lags", "10")
