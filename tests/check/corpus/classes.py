# SPDX-License-Identifier: MIT
"""A class for the flock, one for each agent, and methods for the rules."""
import math
import sys


class Agent:
    def __init__(self, x, y, vx, vy):
        self.x, self.y, self.vx, self.vy = x, y, vx, vy

    def distance(self, other):
        return math.sqrt((self.x - other.x) ** 2 + (self.y - other.y) ** 2)

    def neighbors(self, agents, radius):
        return [a for a in agents if a is not self and self.distance(a) <= radius]

    def cohesion(self, agents, radius):
        near = self.neighbors(agents, radius)
        if not near or radius == 0:
            return 0.0, 0.0
        x = sum(a.x for a in near) / len(near)
        y = sum(a.y for a in near) / len(near)
        return (x - self.x) / radius, (y - self.y) / radius

    def separation(self, agents, radius, limit):
        fx = fy = 0.0
        for other in self.neighbors(agents, radius):
            d = self.distance(other)
            if d == 0:
                continue
            fx += (self.x - other.x) / d / d
            fy += (self.y - other.y) / d / d
        size = math.hypot(fx, fy)
        if size > limit:
            fx, fy = fx / size * limit, fy / size * limit
        return fx, fy

    def alignment(self, agents, radius):
        near = self.neighbors(agents, radius) + [self]
        vx = sum(a.vx for a in near) / len(near)
        vy = sum(a.vy for a in near) / len(near)
        return vx, vy

    def moved(self, force, dt):
        vx = self.vx + force[0] * dt
        vy = self.vy + force[1] * dt
        return Agent(self.x + vx * dt, self.y + vy * dt, vx, vy)


class Flock:
    def __init__(self, params, agents):
        self.rc, self.rs, self.fmax, self.ra, self.kc, self.ks, self.ka = params
        self.agents = agents

    def force(self, agent):
        c = agent.cohesion(self.agents, self.rc)
        s = agent.separation(self.agents, self.rs, self.fmax)
        a = agent.alignment(self.agents, self.ra)
        fx = self.kc * c[0] + self.ks * s[0] + self.ka * a[0]
        fy = self.kc * c[1] + self.ks * s[1] + self.ka * a[1]
        return fx, fy

    def step(self, dt):
        self.agents = [a.moved(self.force(a), dt) for a in self.agents]

    def print(self):
        for a in self.agents:
            print(f"{a.x:.3f} {a.y:.3f} {a.vx:.3f} {a.vy:.3f}", flush=True)


def main():
    head = sys.stdin.readline().split()
    agents = []
    for _ in range(int(head[7])):
        agents.append(Agent(*map(float, sys.stdin.readline().split())))
    flock = Flock([float(word) for word in head[:7]], agents)
    for line in sys.stdin:
        if line.strip():
            flock.step(float(line))
            flock.print()


main()
