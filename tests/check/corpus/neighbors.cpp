// SPDX-License-Identifier: MIT
// A right program as the course's frame asks for: rules that see a neighborhood and return a force,
// weights beside them, forces collected for each boid and applied at the end.
#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>
#include <vector>

struct V2 {
    double x = 0, y = 0;
    V2 operator+(V2 o) const
    {
        return {x + o.x, y + o.y};
    }
    V2 operator-(V2 o) const
    {
        return {x - o.x, y - o.y};
    }
    V2 operator*(double k) const
    {
        return {x * k, y * k};
    }
    V2 operator/(double k) const
    {
        return {x / k, y / k};
    }
    V2 &operator+=(V2 o)
    {
        return *this = *this + o;
    }
    double mag() const
    {
        return std::sqrt(x * x + y * y);
    }
    V2 norm() const
    {
        return mag() > 0 ? *this / mag() : V2{};
    }
};

struct Boid {
    V2 position, velocity, force;
};

using Neighborhood = std::vector<Boid *>;

struct Rule {
    double weight, radius;
    Rule(double weight, double radius) : weight(weight), radius(radius) {}
    virtual ~Rule() = default;
    virtual V2 compute(const Neighborhood &near, Boid *self) = 0;
};

struct Cohesion : Rule {
    using Rule::Rule;
    V2 compute(const Neighborhood &near, Boid *self) override
    {
        V2 center;
        if (near.empty() || radius <= 0)
            return center;
        for (Boid *other : near)
            center += other->position;
        center = center / (double)near.size();
        return (center - self->position) / radius;
    }
};

struct Separation : Rule {
    double most;
    Separation(double weight, double radius, double most) : Rule(weight, radius), most(most) {}
    V2 compute(const Neighborhood &near, Boid *self) override
    {
        V2 total;
        for (Boid *other : near) {
            V2 away = self->position - other->position;
            double d = away.mag();
            if (d > 0)
                total += away.norm() / d;
        }
        if (total.mag() > most)
            total = total.norm() * most;
        return total;
    }
};

struct Alignment : Rule {
    using Rule::Rule;
    V2 compute(const Neighborhood &near, Boid *self) override
    {
        V2 mean = self->velocity;
        for (Boid *other : near)
            mean += other->velocity;
        return mean / (near.size() + 1.0);
    }
};

static Neighborhood lookAround(std::vector<Boid> &boids, Boid *self, double radius)
{
    Neighborhood near;
    for (Boid &other : boids)
        if (&other != self && (other.position - self->position).mag() <= radius)
            near.push_back(&other);
    return near;
}

int main()
{
    double rc, rs, fmax, ra, kc, ks, ka, dt;
    size_t n;
    if (!(std::cin >> rc >> rs >> fmax >> ra >> kc >> ks >> ka >> n))
        return 1;
    std::vector<std::unique_ptr<Rule>> rules;
    rules.push_back(std::make_unique<Cohesion>(kc, rc));
    rules.push_back(std::make_unique<Separation>(ks, rs, fmax));
    rules.push_back(std::make_unique<Alignment>(ka, ra));
    std::vector<Boid> boids(n);
    for (Boid &b : boids)
        std::cin >> b.position.x >> b.position.y >> b.velocity.x >> b.velocity.y;
    while (std::cin >> dt) {
        for (Boid &b : boids) {
            b.force = {};
            for (auto &rule : rules)
                b.force += rule->compute(lookAround(boids, &b, rule->radius), &b) * rule->weight;
        }
        for (Boid &b : boids) {
            b.velocity += b.force * dt;
            b.position += b.velocity * dt;
            std::printf("%.3f %.3f %.3f %.3f\n", b.position.x, b.position.y, b.velocity.x,
                        b.velocity.y);
        }
        std::fflush(stdout);
    }
}
