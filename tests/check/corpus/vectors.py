# SPDX-License-Identifier: MIT
# A right program with small functions on lists, as those write who learned Python first.
import sys
from math import hypot


def read_input():
    words = sys.stdin.read().split()
    settings = [float(w) for w in words[:7]]
    n = int(float(words[7]))
    numbers = [float(w) for w in words[8:]]
    birds = [numbers[4 * k:4 * k + 4] for k in range(n)]
    return settings, birds, numbers[4 * n:]


def apart(a, b):
    return hypot(a[0] - b[0], a[1] - b[1])


def others(birds, me):
    return [b for b in birds if b is not me]


def average(rows, column):
    return sum(row[column] for row in rows) / len(rows)


def toward_center(birds, me, rc):
    flock = [b for b in others(birds, me) if apart(b, me) <= rc]
    if not flock or rc == 0:
        return [0, 0]
    middle = [average(flock, 0), average(flock, 1)]
    return [(middle[0] - me[0]) / rc, (middle[1] - me[1]) / rc]


def away_from_close(birds, me, rs, limit):
    push = [0, 0]
    for b in others(birds, me):
        gap = apart(b, me)
        if 0 < gap <= rs:
            push[0] += (me[0] - b[0]) / gap ** 2
            push[1] += (me[1] - b[1]) / gap ** 2
    strength = hypot(*push)
    if strength > limit:
        push = [p / strength * limit for p in push]
    return push


def same_way(birds, me, ra):
    flock = [b for b in birds if apart(b, me) <= ra]
    return [average(flock, 2), average(flock, 3)]


def forces(birds, settings):
    rc, rs, limit, ra, kc, ks, ka = settings
    result = []
    for me in birds:
        c = toward_center(birds, me, rc)
        s = away_from_close(birds, me, rs, limit)
        a = same_way(birds, me, ra)
        result.append([kc * c[k] + ks * s[k] + ka * a[k] for k in (0, 1)])
    return result


def main():
    settings, birds, times = read_input()
    for dt in times:
        pulls = forces(birds, settings)
        for me, pull in zip(birds, pulls):
            me[2] += pull[0] * dt
            me[3] += pull[1] * dt
            me[0] += me[2] * dt
            me[1] += me[3] * dt
            print("%.3f %.3f %.3f %.3f" % tuple(me))
        sys.stdout.flush()


main()
