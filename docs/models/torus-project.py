# SPDX-License-Identifier: MIT
"""Measures the scenarios of the torus project: torus-project.py COVEY [SEED...]. Prints the figures
of torus-project.md, means over the seeds (by default 1 to 5) and one a seed. Needs nothing but Python."""
import csv
import math
import os
import subprocess
import sys
import tempfile

WIDTH, HEIGHT, BODY, RADIUS, LINK = 1500, 1000, 5, 75, 25
START, END, EVERY = 2500, 3000, 5
COLUMNS = ("polarization", "cluster_polarization", "nearest_mean", "speed_mean", "speed_cv",
           "clusters", "cluster_largest")


def offset(a, b):
    return (math.remainder(b[0] - a[0], WIDTH), math.remainder(b[1] - a[1], HEIGHT))


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else math.nan


def spread(values):
    middle = mean(values)
    return math.sqrt(mean((x - middle) ** 2 for x in values))


def heading_of(frame, ids):
    return math.atan2(sum(frame[i][3] for i in ids), sum(frame[i][2] for i in ids))


def angle(a, b):
    return abs(math.remainder(b - a, 2 * math.pi))


def rows(path):
    with open(path) as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def frames_of(path):
    """Moments, each with (x, y, vx, vy) by agent."""
    frames = {}
    for row in rows(path):
        if float(row["t"]) < 0.1 * START - 0.01:
            continue
        values = tuple(float(row[name]) for name in ("x", "y", "vx", "vy"))
        frames.setdefault(float(row["t"]), {})[int(row["id"])] = values
    return [frames[t] for t in sorted(frames)]


def near(frame, radius):
    """Pairs at most `radius` apart, with their offsets."""
    return {(i, j): r for i in frame for j in range(i)
            if math.hypot(*(r := offset(frame[i], frame[j]))) <= radius}


def groups_of(frame, pairs, least):
    """Groups of at least so many agents, each a dict of places unrolled from the torus."""
    beside = {i: [] for i in frame}
    for (i, j), (x, y) in pairs.items():
        beside[i].append((j, x, y))
        beside[j].append((i, -x, -y))
    left, groups = set(frame), []
    while left:
        first = left.pop()
        places, queue = {first: frame[first][:2]}, [first]
        while queue:
            i = queue.pop()
            for j, x, y in beside[i]:
                if j in left:
                    left.remove(j)
                    places[j] = (places[i][0] + x, places[i][1] + y)
                    queue.append(j)
        if len(places) >= least:
            groups.append(places)
    return groups


def elongation(frame, places):
    """Standard deviation of the places along the group's heading over that across it."""
    course = heading_of(frame, places)
    x, y = math.cos(course), math.sin(course)
    along = spread([p[0] * x + p[1] * y for p in places.values()])
    across = spread([p[1] * x - p[0] * y for p in places.values()])
    return along / across


def measure_moments(frames, found):
    """Figures of single frames, and of pairs of frames 50 steps apart."""
    step, ratios, counts, sizes, turns, touching = 10, [], [], [], [], []
    for k in range(0, len(frames) - step, step):
        frame, later = frames[k], frames[k + step]
        pairs = near(frame, LINK)
        groups = groups_of(frame, pairs, 10)
        counts.append(len(groups))
        for places in groups:
            sizes.append(len(places))
            ratios.append(elongation(frame, places))
            turns.append(math.degrees(angle(heading_of(frame, places), heading_of(later, places))))
        close = {i for pair, r in pairs.items() if math.hypot(*r) < 2 * BODY for i in pair}
        touching.append(len(close) / len(frame))
    ratios.sort()
    found.update(groups=mean(counts), group_size=mean(sizes), group_turn=mean(turns),
                 elongation=ratios[len(ratios) // 2] if ratios else math.nan,
                 long=mean(r > 1 for r in ratios), touching=mean(touching))


def measure_courses(frames, found):
    """Figures of the agents over time."""
    speeds = [[math.hypot(f[i][2], f[i][3]) for f in frames] for i in frames[0]]
    found["speed_change"] = mean(spread(s) for s in speeds) / mean(mean(s) for s in speeds)
    turns, swings = [], []
    for before, after in zip(frames, frames[1:]):
        mean_heading = heading_of(after, after)
        for i in after:
            course = heading_of(after, [i])
            turns.append(angle(heading_of(before, [i]), course))
            swings.append(angle(mean_heading, course) ** 2)
    found["turn"] = math.degrees(mean(turns)) / (EVERY * 0.1)
    found["swing"] = math.degrees(math.sqrt(mean(swings)))


def measure_bonds(frames, found):
    """How many neighbors are still neighbors after 50 T, and how far those moved to each other."""
    first, last = near(frames[0], RADIUS), near(frames[-1], RADIUS)
    kept = [pair for pair in first if pair in last]
    found["kept"] = len(kept) / len(first) if first else math.nan
    moved = [(first[k][0] - last[k][0]) ** 2 + (first[k][1] - last[k][1]) ** 2 for k in kept]
    found["shift"] = math.sqrt(mean(moved)) if moved else math.nan


def empty(frame):
    """Share of the world that is further than the radius from every agent."""
    free, columns, lines = 0, 75, 50
    for k in range(columns * lines):
        place = ((k % columns) * WIDTH / columns, (k // columns) * HEIGHT / lines)
        free += all(math.hypot(*offset(place, boid)) > RADIUS for boid in frame.values())
    return free / (columns * lines)


def measure(covey, scenario, centroid, seed):
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        command = f"{covey} run torus-{scenario} --set centroid={centroid} --seed {seed} --every "
        command += f"{EVERY} --link {RADIUS} --measure measures.csv --output tracks.csv --quiet"
        subprocess.run(command.split(), check=True)
        table, frames = rows("measures.csv"), frames_of("tracks.csv")
        os.chdir("/")
    late = [row for row in table if int(row["step"]) > START]
    found = {name: mean(float(row[name]) for row in late) for name in COLUMNS}
    found["unevenness"] = mean(float(r["nearest_sd"]) / float(r["nearest_mean"]) for r in late)
    never = [int(row["step"]) for row in table if float(row["polarization"]) < 0.95]
    good = [int(row["step"]) for row in table if float(row["cluster_polarization"]) >= 0.95]
    found["groups_aligned_at"] = good[0] if good else math.inf
    found["aligned_from"] = never[-1] + EVERY if never[-1] < END else math.inf
    found["empty"] = mean(empty(frame) for frame in frames[::50])
    measure_moments(frames, found)
    measure_courses(frames, found)
    measure_bonds(frames, found)
    return found


def main():
    covey = os.path.abspath(sys.argv[1])
    seeds = [int(word) for word in sys.argv[2:]] or [1, 2, 3, 4, 5]
    for centroid in ("absolute", "shortest"):
        for scenario in range(1, 7):
            found = [measure(covey, scenario, centroid, seed) for seed in seeds]
            print(f"torus-{scenario} {centroid}")
            for name in found[0]:
                values = [one[name] for one in found]
                usable = [x for x in values if math.isfinite(x)]
                print(f"  {name:20} {mean(usable):8.3f}   ", *(f"{x:8.3f}" for x in values),
                      flush=True)


main()
