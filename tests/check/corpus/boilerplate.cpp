// SPDX-License-Identifier: MIT
// The course's shape with the forces added in the loop over neighbors. What is right here adds a
// share of the mean for each neighbor.
#include <cmath>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace std;

struct Vec {
    double x, y;
};

struct Boid {
    Vec p, v, f;
};

double rc, rs, fMax, ra, kc, ks, ka;
vector<Boid> flock;

double dist(const Boid &a, const Boid &b)
{
    return sqrt(pow(a.p.x - b.p.x, 2) + pow(a.p.y - b.p.y, 2));
}

vector<Boid *> getNeighborhood(Boid &boid, double radius)
{
    vector<Boid *> result;
    for (auto &other : flock)
        if (&other != &boid && dist(other, boid) <= radius)
            result.push_back(&other);
    return result;
}

class Cohesion
{
  public:
    Vec computeForce(const vector<Boid *> &neighborhood, Boid *boid)
    {
        Vec force = {0, 0};
        double count = double(neighborhood.size());
        if (rc <= 0)
            return force;
        for (auto other : neighborhood) {
            force.x += (other->p.x - boid->p.x) / count / rc;
            force.y += (other->p.y - boid->p.y) / count / rc;
        }
        return force;
    }
};

class Separation
{
  public:
    Vec computeForce(const vector<Boid *> &neighborhood, Boid *boid)
    {
        Vec force = {0, 0};
        for (auto other : neighborhood) {
            double d = dist(*other, *boid);
            if (d > 0) {
                force.x += (boid->p.x - other->p.x) / (d * d);
                force.y += (boid->p.y - other->p.y) / (d * d);
            }
        }
        double m = sqrt(force.x * force.x + force.y * force.y);
        if (m > fMax) {
            force.x *= fMax / m;
            force.y *= fMax / m;
        }
        return force;
    }
};

class Alignment
{
  public:
    Vec computeForce(const vector<Boid *> &neighborhood, Boid *boid)
    {
        double count = double(neighborhood.size()) + 1;
        Vec force = {boid->v.x / count, boid->v.y / count};
        for (auto other : neighborhood) {
            force.x += other->v.x / count;
            force.y += other->v.y / count;
        }
        return force;
    }
};

void applyRules()
{
    for (auto &boid : flock) {
        Vec c = Cohesion().computeForce(getNeighborhood(boid, rc), &boid);
        Vec s = Separation().computeForce(getNeighborhood(boid, rs), &boid);
        Vec a = Alignment().computeForce(getNeighborhood(boid, ra), &boid);
        boid.f.x = kc * c.x + ks * s.x + ka * a.x;
        boid.f.y = kc * c.y + ks * s.y + ka * a.y;
    }
}

void moveAll(double dt)
{
    for (auto &boid : flock) {
        boid.v.x += boid.f.x * dt;
        boid.v.y += boid.f.y * dt;
        boid.p.x += boid.v.x * dt;
        boid.p.y += boid.v.y * dt;
    }
}

int main()
{
    string line;
    getline(cin, line);
    stringstream first(line);
    int n = 0;
    first >> rc >> rs >> fMax >> ra >> kc >> ks >> ka >> n;
    for (int i = 0; i < n; i++) {
        Boid b = {};
        getline(cin, line);
        stringstream ss(line);
        ss >> b.p.x >> b.p.y >> b.v.x >> b.v.y;
        flock.push_back(b);
    }
    while (getline(cin, line)) {
        if (line.empty())
            continue;
        double dt = stod(line);
        applyRules();
        moveAll(dt);
        for (auto &b : flock)
            printf("%.3f %.3f %.3f %.3f\n", b.p.x, b.p.y, b.v.x, b.v.y);
    }
}
