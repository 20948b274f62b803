# SPDX-License-Identifier: MIT
"""An original program and its driver in one, for tests/cli/test_peers.c: original.py KIND CHECKOUT NAME=VALUE..."""
import sys

kind = sys.argv[1]
given = dict(word.split('=') for word in sys.argv[3:])
dt = float(given['dt'])
slower = 1 - 1e-9 if kind == 'slow' else 1.0
for line in [] if kind == 'silent' else sys.stdin:
    order, count = line.split()
    assert order in ('together', 'by_id', 'in_turn')
    for _ in range(int(count)):
        x, y, z, vx, vy, vz = (float(word) for word in sys.stdin.readline().split()[1:])
        vx, vy = vx * slower, vy * slower
        x, y = x + vx * dt, y + vy * dt
        vy = float('nan') if kind == 'lost' else vy
        print(repr(x), repr(y), repr(z), repr(vx), repr(vy), repr(vz))
    sys.stdout.flush()
