// SPDX-License-Identifier: MIT
// Swarmalators (O'Keeffe, Hong, Strogatz 2017): velocities against the plain formula, static states
// against what holds at rest, and the order of phases in them.
#include "base/math_trig.h"
#include "support/physics.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>

enum { MANY = 100 };

#define WIDE 20.0

static covey_world *world_of(const covey_flock_def *flock)
{
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_deep((covey_space){COVEY_SPACE_TORUS, 2, {WIDE, WIDE}}, COVEY_TURN);
    covey_world *world = test_world_create(&def);
    test_world_add(world, flock);
    return world;
}

/// `count` of them in a square of side 2, with any phases.
static covey_world *crowd(size_t count, double coupling, double synchrony, double linear)
{
    const covey_setting settings[] = {
        {"coupling", coupling}, {"synchrony", synchrony}, {"attraction", linear}};
    covey_flock_def def = test_flock_plain("swarmalators", count);
    def.settings = settings;
    def.settings_count = 3;
    def.place.x = def.place.y = 0.5 * WIDE;
    def.place.z = 0.5 * COVEY_TURN;
    def.place.width = def.place.height = 2;
    def.place.depth = COVEY_TURN;
    return world_of(&def);
}

static void test_velocities_are_those_of_the_plain_formula(void **unused)
{
    (void)unused;
    for (int linear = 0; linear < 2; linear++) {
        enum { FEW = 9 };
        const double j = 0.7, k = -0.4, w = 0.3;
        covey_world *world = crowd(FEW, j, k, linear);
        assert_int_equal(covey_world_set(world, 0, "frequency", w, NULL), COVEY_OK);
        covey_vec at[FEW];
        for (uint32_t id = 0; id < FEW; id++)
            at[id] = test_world_pos(world, 0, id);
        test_world_steps(world, 1, 1e-9);
        for (uint32_t a = 0; a < FEW; a++) {
            double x = 0, y = 0, phase = w;
            for (uint32_t b = 0; b < FEW; b++) {
                double dx = at[b].x - at[a].x, dy = at[b].y - at[a].y, d = hypot(dx, dy);
                if (a == b)
                    continue;
                double pull = (1 + j * cos(at[b].z - at[a].z)) / (linear ? 1 : d) - 1 / (d * d);
                x += dx * pull / FEW;
                y += dy * pull / FEW;
                phase += k * sin(at[b].z - at[a].z) / d / FEW;
            }
            covey_vec v = test_world_vel(world, 0, a);
            assert_true(fabs(v.x - x) < 1e-12 && fabs(v.y - y) < 1e-12 &&
                        fabs(v.z - phase) < 1e-12);
        }
        covey_world_destroy(world);
    }
}

/// Sums over pairs and orders of a flock.
typedef struct state {
    double pull;   ///< mean of d (1 + J cos Δθ) over pairs, of d² with linear attraction
    double sync;   ///< |mean of exp(iθ)|
    double wave;   ///< the larger of S±, |mean of exp(i(φ ± θ))| with φ around the center
    double spread; ///< mean square of distances from the center
    double far;    ///< the largest distance from the center
} state;

static state look(const covey_world *world, double coupling, bool linear)
{
    covey_vec at[MANY], center = {0, 0, 0};
    double c = 0, s = 0, plus[2] = {0, 0}, minus[2] = {0, 0};
    state of = {0, 0, 0, 0, 0};
    for (uint32_t a = 0; a < MANY; a++) {
        at[a] = test_world_pos(world, 0, a);
        center = covey_vec_add(center, covey_vec_scale(at[a], 1.0 / MANY));
        c += cos(at[a].z) / MANY;
        s += sin(at[a].z) / MANY;
    }
    for (uint32_t a = 0; a < MANY; a++) {
        double x = at[a].x - center.x, y = at[a].y - center.y, around = atan2(y, x);
        of.spread += (x * x + y * y) / MANY;
        of.far = fmax(of.far, hypot(x, y));
        plus[0] += cos(around + at[a].z) / MANY;
        plus[1] += sin(around + at[a].z) / MANY;
        minus[0] += cos(around - at[a].z) / MANY;
        minus[1] += sin(around - at[a].z) / MANY;
        for (uint32_t b = 0; b < a; b++) {
            double d = hypot(at[b].x - at[a].x, at[b].y - at[a].y);
            double pull = (linear ? d * d : d) * (1 + coupling * cos(at[b].z - at[a].z));
            of.pull += pull / (0.5 * MANY * (MANY - 1));
        }
    }
    of.sync = hypot(c, s);
    of.wave = fmax(hypot(plus[0], plus[1]), hypot(minus[0], minus[1]));
    return of;
}

static state rest(double coupling, double synchrony, bool linear, int steps)
{
    covey_world *world = crowd(MANY, coupling, synchrony, linear);
    test_world_steps(world, steps, 0.1);
    state of = look(world, coupling, linear);
    covey_world_destroy(world);
    print_message("J %g K %g%s: %.5f, sync %.3f, wave %.3f, spread %.4f, far %.4f\n", coupling,
                  synchrony, linear ? " linear" : "", of.pull, of.sync, of.wave, of.spread, of.far);
    return of;
}

static void test_at_rest_the_pull_of_pairs_is_their_push(void **unused)
{
    (void)unused;
    // Σ x·dx/dt is 0 where all rest: over pairs d (1 + J cos Δθ) is 1 in the mean, whatever the
    // phases. The paper's static states: sync, async and phase wave.
    const state sync = rest(0.1, 1, false, 3000), async = rest(0.1, -1, false, 3000);
    const state wave = rest(1, 0, false, 3000);
    assert_true(fabs(sync.pull - 1) < 1e-3 && fabs(async.pull - 1) < 1e-3);
    assert_true(fabs(wave.pull - 1) < 1e-3);
    // |mean of 100 random phases| is 0.09.
    assert_true(sync.sync > 0.999 && async.sync < 0.2 && wave.sync < 0.3);
    assert_true(wave.wave > 0.9 && async.wave < 0.4 && sync.wave < 0.2);
}

static void test_linear_attraction_makes_a_disc_of_the_radius_of_theory(void **unused)
{
    (void)unused;
    // In sync the density of many is that of a disc of radius 1/√(1 + J); of N, the mean square of
    // distances from the center is (1 - 1/N)/(2 (1 + J)) exactly. Without sync it is that of J = 0.
    const double j = 0.5;
    const state sync = rest(j, 1, true, 2000), async = rest(j, -1, true, 4000);
    assert_true(fabs(sync.pull - 1) < 1e-4 && fabs(async.pull - 1) < 1e-3);
    assert_true(fabs(sync.spread - (1 - 1.0 / MANY) / (2 * (1 + j))) < 1e-4);
    // The outermost of N that fill a disc evenly are less than half a distance within it.
    const double radius = 1 / sqrt(1 + j), half = 0.5 * sqrt(0.5 * COVEY_TURN / MANY);
    assert_true(sync.far < radius && sync.far > radius * (1 - half));
    assert_true(async.far < 1 && async.far > 1 - half);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_velocities_are_those_of_the_plain_formula),
        cmocka_unit_test(test_at_rest_the_pull_of_pairs_is_their_push),
        cmocka_unit_test(test_linear_attraction_makes_a_disc_of_the_radius_of_theory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
