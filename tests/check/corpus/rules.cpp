// SPDX-License-Identifier: MIT
// A class for each rule, as games have them: computeForce(neighborhood, boid).
#include <cmath>
#include <iomanip>
#include <iostream>
#include <memory>
#include <vector>

struct Vector2 {
    double x = 0, y = 0;

    Vector2 operator+(const Vector2 &o) const
    {
        return {x + o.x, y + o.y};
    }
    Vector2 operator-(const Vector2 &o) const
    {
        return {x - o.x, y - o.y};
    }
    Vector2 operator*(double s) const
    {
        return {x * s, y * s};
    }
    Vector2 operator/(double s) const
    {
        return {x / s, y / s};
    }
    Vector2 &operator+=(const Vector2 &o)
    {
        return *this = *this + o;
    }
    double getMagnitude() const
    {
        return std::sqrt(x * x + y * y);
    }
    Vector2 normalized() const
    {
        return *this / getMagnitude();
    }
};

struct Boid {
    Vector2 position, velocity;
};

using Neighborhood = std::vector<const Boid *>;

class FlockingRule
{
  public:
    double weight = 1, radius = 0;

    FlockingRule(double weight, double radius) : weight(weight), radius(radius) {}
    virtual ~FlockingRule() = default;
    virtual Vector2 computeForce(const Neighborhood &neighborhood, const Boid *boid) = 0;

    Vector2 computeWeightedForce(const std::vector<Boid> &boids, const Boid *boid)
    {
        Neighborhood neighborhood;
        for (const Boid &other : boids) {
            double distance = (other.position - boid->position).getMagnitude();
            if (&other != boid && distance <= radius)
                neighborhood.push_back(&other);
        }
        return computeForce(neighborhood, boid) * weight;
    }
};

class CohesionRule : public FlockingRule
{
  public:
    using FlockingRule::FlockingRule;

    Vector2 computeForce(const Neighborhood &neighborhood, const Boid *boid) override
    {
        Vector2 cohesionForce;
        Vector2 center;
        if (neighborhood.empty() || radius == 0)
            return cohesionForce;
        for (const Boid *neighbor : neighborhood) {
            center += neighbor->position;
        }
        center = center / double(neighborhood.size());
        cohesionForce = (center - boid->position) / radius;
        return cohesionForce;
    }
};

class SeparationRule : public FlockingRule
{
    double maxForce;

  public:
    SeparationRule(double weight, double radius, double maxForce)
        : FlockingRule(weight, radius), maxForce(maxForce)
    {
    }

    Vector2 computeForce(const Neighborhood &neighborhood, const Boid *boid) override
    {
        Vector2 separatingForce;
        for (const Boid *neighbor : neighborhood) {
            Vector2 away = boid->position - neighbor->position;
            double distance = away.getMagnitude();
            if (distance == 0)
                continue;
            separatingForce += away.normalized() / distance;
        }
        if (separatingForce.getMagnitude() > maxForce)
            separatingForce = separatingForce.normalized() * maxForce;
        return separatingForce;
    }
};

class AlignmentRule : public FlockingRule
{
  public:
    using FlockingRule::FlockingRule;

    Vector2 computeForce(const Neighborhood &neighborhood, const Boid *boid) override
    {
        Vector2 averageVelocity = boid->velocity;
        for (const Boid *neighbor : neighborhood) {
            averageVelocity += neighbor->velocity;
        }
        averageVelocity = averageVelocity / double(neighborhood.size() + 1);
        return averageVelocity;
    }
};

class World
{
    std::vector<Boid> boids;
    std::vector<std::unique_ptr<FlockingRule>> rules;

  public:
    void load(std::istream &in)
    {
        double rc, rs, fsmax, ra, kc, ks, ka;
        int count = 0;
        in >> rc >> rs >> fsmax >> ra >> kc >> ks >> ka >> count;
        rules.push_back(std::make_unique<CohesionRule>(kc, rc));
        rules.push_back(std::make_unique<SeparationRule>(ks, rs, fsmax));
        rules.push_back(std::make_unique<AlignmentRule>(ka, ra));
        boids.resize(count);
        for (Boid &b : boids)
            in >> b.position.x >> b.position.y >> b.velocity.x >> b.velocity.y;
    }

    void update(double deltaTime)
    {
        std::vector<Boid> newBoids;
        for (const Boid &boid : boids) {
            Vector2 force;
            for (auto &rule : rules)
                force += rule->computeWeightedForce(boids, &boid);
            Boid moved = boid;
            moved.velocity += force * deltaTime;
            moved.position += moved.velocity * deltaTime;
            newBoids.push_back(moved);
        }
        boids = newBoids;
    }

    void print(std::ostream &out) const
    {
        out << std::fixed << std::setprecision(3);
        for (const Boid &b : boids)
            out << b.position.x << " " << b.position.y << " " << b.velocity.x << " " << b.velocity.y
                << std::endl;
    }
};

int main()
{
    World world;
    world.load(std::cin);
    double deltaTime;
    while (std::cin >> deltaTime) {
        world.update(deltaTime);
        world.print(std::cout);
    }
    return 0;
}
