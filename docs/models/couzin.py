# SPDX-License-Identifier: MIT
"""Looks for the states of Couzin's groups in the plane: couzin.py COVEY [SEED...]. Prints the tables
of couzin.md: a row for each width of the zone of orientation, means over the seeds (by default 1 to 5)
and over steps 2000 to 3000. Needs nothing but Python; some minutes."""
import csv
import math
import subprocess
import sys

FROM, END, EVERY, LATER, NEAREST = 2000, 3000, 50, 4, 6
DT = 0.1
PRESET = {"noise": 0.03, "speed": 4}
PAPER = {"noise": 0.05, "speed": 3}


def frames_of(covey, seed, values):
    """Moments, each with (x, y, vx, vy) by agent."""
    settings = [word for name, value in values.items() for word in ("--set", f"{name}={value}")]
    output = subprocess.run(
        [covey, "run", "couzin-swarm", "--quiet", "--threads", "1", "--seed", str(seed), *settings,
         "--steps", str(END), "--every", str(EVERY), "--output", "-"],
        check=True, capture_output=True, text=True).stdout
    frames = {}
    rows = csv.DictReader(line for line in output.splitlines() if not line.startswith("#"))
    for row in rows:
        values = tuple(float(row[name]) for name in ("x", "y", "vx", "vy"))
        frames.setdefault(float(row["t"]), []).append(values)
    return [frames[t] for t in sorted(frames) if t > DT * FROM - 0.01]


def unit(x, y):
    length = math.hypot(x, y)
    return (x / length, y / length) if length > 0 else (0, 0)


def order(frame):
    """Polarization, milling and heading of all."""
    n = len(frame)
    cx, cy = sum(a[0] for a in frame) / n, sum(a[1] for a in frame) / n
    headings = [unit(a[2], a[3]) for a in frame]
    hx, hy = sum(h[0] for h in headings) / n, sum(h[1] for h in headings) / n
    out = [unit(a[0] - cx, a[1] - cy) for a in frame]
    turn = sum(o[0] * h[1] - o[1] * h[0] for o, h in zip(out, headings)) / n
    return math.hypot(hx, hy), abs(turn), math.atan2(hy, hx)


def nearest(frame, i):
    near = sorted((math.hypot(a[0] - frame[i][0], a[1] - frame[i][1]), j)
                  for j, a in enumerate(frame) if j != i)
    return {j for _, j in near[:NEAREST]}


def kept(before, after):
    """Share of the nearest that are still among the nearest."""
    same = sum(len(nearest(before, i) & nearest(after, i)) for i in range(0, len(before), 5))
    return same / NEAREST / len(range(0, len(before), 5))


def largest(frame, link=5):
    """Share of the largest group."""
    left, most = set(range(len(frame))), 0
    while left:
        group = [left.pop()]
        for i in group:
            near = {j for j in left
                    if math.hypot(frame[i][0] - frame[j][0], frame[i][1] - frame[j][1]) <= link}
            left -= near
            group += near
        most = max(most, len(group))
    return most / len(frame)


def run(covey, seed, values):
    frames = frames_of(covey, seed, values)
    orders = [order(frame) for frame in frames]
    pairs = list(zip(frames, frames[LATER:]))
    turns = [abs(math.remainder(b[2] - a[2], 2 * math.pi)) for a, b in zip(orders, orders[LATER:])]
    mean = lambda values: sum(values) / len(values)
    return (mean([o[0] for o in orders]), mean([o[1] for o in orders]),
            mean([kept(*pair) for pair in pairs[::LATER]]), math.degrees(mean(turns)),
            mean([largest(frame) for frame in frames[::LATER]]))


def state_of(p, m):
    """By the thresholds of Tunstrøm et al. 2013."""
    if p > 0.65 and m < 0.35:
        return "parallel"
    if p < 0.35 and m > 0.65:
        return "mill"
    return "swarm" if p < 0.35 and m < 0.35 else "between"


def row(covey, seeds, orientation, attraction, others):
    runs = [run(covey, seed, {"orientation": orientation, "attraction": attraction, **others})
            for seed in seeds]
    means = [sum(column) / len(runs) for column in zip(*runs)]
    states = [state_of(p, m) for p, m, *_ in runs]
    found = ", ".join(f"{states.count(s)} {s}" for s in ("swarm", "mill", "parallel", "between")
                      if s in states)
    print(f"| {orientation} | {attraction} | {means[0]:.2f} | {means[1]:.2f} | {means[2]:.2f} | "
          f"{means[3]:.0f} | {means[4]:.2f} | {found} |", flush=True)


def main():
    covey, seeds = sys.argv[1], [int(s) for s in sys.argv[2:]] or range(1, 6)
    print("As in the presets")
    for orientation in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20):
        row(covey, seeds, orientation, 25, PRESET)
    print("Speed and noise of the paper")
    for further in (5, 10, 14):
        for orientation in (1, 2, 3, 4, 5, 6, 8, 11, 15):
            row(covey, seeds, orientation, orientation + further, PAPER)


main()
