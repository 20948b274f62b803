// SPDX-License-Identifier: MIT
// Filters and folds over complex numbers.
#include <algorithm>
#include <complex>
#include <functional>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <numeric>
#include <sstream>
#include <vector>

using C = std::complex<double>;
struct A {
    C p, v;
};
using Flock = std::vector<A>;

static Flock near(const Flock &all, const A &me, double radius)
{
    Flock found;
    std::copy_if(all.begin(), all.end(), std::back_inserter(found),
                 [&](const A &o) { return std::abs(o.p - me.p) <= radius && &o != &me; });
    return found;
}

static C total(const Flock &all, const std::function<C(const A &)> &what)
{
    return std::accumulate(all.begin(), all.end(), C(0),
                           [&](C sum, const A &a) { return sum + what(a); });
}

int main()
{
    double rc, rs, fmax, ra, kc, ks, ka;
    std::size_t n = 0;
    std::cin >> rc >> rs >> fmax >> ra >> kc >> ks >> ka >> n;
    Flock flock(n);
    for (A &a : flock) {
        double x, y, vx, vy;
        std::cin >> x >> y >> vx >> vy;
        a = {{x, y}, {vx, vy}};
    }
    auto cohesion = [&](const A &me) -> C {
        Flock seen = near(flock, me, rc);
        if (seen.empty() || rc == 0)
            return 0;
        return (total(seen, [](const A &a) { return a.p; }) / double(seen.size()) - me.p) / rc;
    };
    auto separation = [&](const A &me) -> C {
        C push = total(near(flock, me, rs), [&](const A &a) {
            C to = me.p - a.p;
            return to == C(0) ? C(0) : to / std::norm(to);
        });
        return std::abs(push) > fmax ? std::polar(fmax, std::arg(push)) : push;
    };
    auto alignment = [&](const A &me) -> C {
        Flock seen = near(flock, me, ra);
        seen.push_back(me);
        return total(seen, [](const A &a) { return a.v; }) / double(seen.size());
    };
    double dt;
    while (std::cin >> dt) {
        Flock next;
        std::transform(flock.begin(), flock.end(), std::back_inserter(next), [&](const A &me) {
            C force = kc * cohesion(me) + ks * separation(me) + ka * alignment(me);
            C v = me.v + force * dt;
            return A{me.p + v * dt, v};
        });
        flock.swap(next);
        std::ostringstream out;
        out << std::fixed << std::setprecision(3);
        for (const A &a : flock)
            out << a.p.real() << ' ' << a.p.imag() << ' ' << a.v.real() << ' ' << a.v.imag()
                << '\n';
        std::cout << out.str() << std::flush;
    }
}
