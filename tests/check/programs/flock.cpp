// SPDX-License-Identifier: MIT
// The formal assignment in C++ with iostream.
#include <cmath>
#include <complex>
#include <iomanip>
#include <iostream>
#include <vector>

using vec = std::complex<double>;

struct Bird {
    vec p, v;
};

struct Flock {
    double rc, rs, limit, ra, kc, ks, ka;
    std::vector<Bird> birds;

    vec force(std::size_t i) const
    {
        vec center, push, mean;
        int near = 0, aligned = 0;
        for (std::size_t j = 0; j < birds.size(); j++) {
            const vec to = birds[j].p - birds[i].p;
            const double d = std::abs(to);
            if (j != i && d <= rc) {
                center += to;
                near++;
            }
            if (j != i && d > 0 && d <= rs)
                push -= to / d / d;
            if (j == i || d <= ra) {
                mean += birds[j].v;
                aligned++;
            }
        }
        if (std::abs(push) > limit)
            push *= limit / std::abs(push);
        vec sum = ks * push + ka * mean / double(aligned);
        if (near > 0 && rc > 0)
            sum += kc * center / double(near) / rc;
        return sum;
    }

    void step(double dt)
    {
        std::vector<Bird> next = birds;
        for (std::size_t i = 0; i < birds.size(); i++) {
            next[i].v += force(i) * dt;
            next[i].p += next[i].v * dt;
        }
        birds = next;
    }
};

int main()
{
    Flock flock;
    std::size_t count = 0;
    std::cin >> flock.rc >> flock.rs >> flock.limit >> flock.ra >> flock.kc >> flock.ks >>
        flock.ka >> count;
    for (std::size_t i = 0; i < count; i++) {
        double x, y, vx, vy;
        std::cin >> x >> y >> vx >> vy;
        flock.birds.push_back({{x, y}, {vx, vy}});
    }
    std::cout << std::fixed << std::setprecision(3);
    for (double dt; std::cin >> dt;) {
        flock.step(dt);
        for (const Bird &b : flock.birds)
            std::cout << b.p.real() << ' ' << b.p.imag() << ' ' << b.v.real() << ' ' << b.v.imag()
                      << '\n';
        std::cout << std::flush;
    }
}
