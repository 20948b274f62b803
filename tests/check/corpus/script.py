# SPDX-License-Identifier: MIT
# A script with lists of complex numbers; all input is read at first.
import sys

data = [float(word) for word in sys.stdin.read().split()]
rc, rs, fmax, ra, kc, ks, ka = data[:7]
n = int(data[7])
rows = [data[8 + 4 * i:12 + 4 * i] for i in range(n)]
times = data[8 + 4 * n:]
pos = [complex(r[0], r[1]) for r in rows]
vel = [complex(r[2], r[3]) for r in rows]
out = []

for dt in times:
    force = []
    for i in range(n):
        near = [j for j in range(n) if j != i and abs(pos[j] - pos[i]) <= rc]
        close = [j for j in range(n) if 0 < abs(pos[j] - pos[i]) <= rs]
        group = [j for j in range(n) if abs(pos[j] - pos[i]) <= ra]
        cohesion = separation = 0j
        if near and rc > 0:
            cohesion = (sum(pos[j] for j in near) / len(near) - pos[i]) / rc
        for j in close:
            offset = pos[i] - pos[j]
            separation += offset / abs(offset) ** 2
        if abs(separation) > fmax:
            separation = separation / abs(separation) * fmax
        alignment = sum(vel[j] for j in group) / len(group)
        force.append(kc * cohesion + ks * separation + ka * alignment)
    for i in range(n):
        vel[i] += force[i] * dt
        pos[i] += vel[i] * dt
    for p, v in zip(pos, vel):
        out.append("%.3f %.3f %.3f %.3f" % (p.real, p.imag, v.real, v.imag))
for line in out:
    print(line)
