# SPDX-License-Identifier: MIT
"""The formal assignment in Python. With an argument it makes that mistake; "careless"
counts the agent itself in cohesion and divides by r_c whatever it is."""
import sys
from math import hypot

mistake = sys.argv[1] if len(sys.argv) > 1 else ""


def numbers():
    for line in sys.stdin:
        for word in line.split():
            yield float(word)


def force(flock, i, p):
    x, y, vx, vy = flock[i]
    cx = cy = sx = sy = ax = ay = 0.0
    near = aligned = 0
    for j, (X, Y, VX, VY) in enumerate(flock):
        d = hypot(X - x, Y - y)
        if d <= p["r_c"] and (j != i or mistake in ("cohesion-with-self", "careless")):
            cx, cy, near = cx + X, cy + Y, near + 1
        if j != i and 0 < d <= p["r_s"]:
            sx, sy = sx - (X - x) / d**2, sy - (Y - y) / d**2
        if j == i or d <= p["r_a"]:
            ax, ay, aligned = ax + VX, ay + VY, aligned + 1
    s = hypot(sx, sy)
    if s > p["f_max"] and mistake != "not-clamped":
        sx, sy = sx * p["f_max"] / s, sy * p["f_max"] / s
    fx = p["k_s"] * sx + p["k_a"] * ax / aligned
    fy = p["k_s"] * sy + p["k_a"] * ay / aligned
    if near and (p["r_c"] > 0 or mistake == "careless"):
        fx += p["k_c"] * (cx / near - x) / p["r_c"]
        fy += p["k_c"] * (cy / near - y) / p["r_c"]
    return fx, fy


def main():
    source = numbers()
    p = {name: next(source) for name in "r_c r_s f_max r_a k_c k_s k_a".split()}
    flock = [[next(source) for _ in range(4)] for _ in range(int(next(source)))]
    for dt in source:
        moved = flock if mistake == "in-place" else [list(bird) for bird in flock]
        for i in range(len(flock)):
            fx, fy = force(flock, i, p)
            bird = moved[i]
            bird[2] += fx * dt
            bird[3] += fy * dt
            bird[0] += bird[2] * dt
            bird[1] += bird[3] * dt
        flock = moved
        for bird in flock:
            print(" ".join("%.3f" % value for value in bird), flush=True)


main()
