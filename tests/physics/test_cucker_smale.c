// SPDX-License-Identifier: MIT
// Cucker & Smale 2007, IEEE Trans. Autom. Control 52, 852, and the effect of semi-implicit Euler on
// it.
#include "support/physics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include <math.h>

enum { AGENTS = 100 };

typedef struct moment {
    covey_vec mean;
    double variance, widest;
} moment;

static moment moment_of(const covey_world *world)
{
    moment found = {.variance = 0.0};
    covey_view view = covey_world_view(world, 0);
    assert_int_equal(view.count, AGENTS);
    for (size_t i = 0; i < AGENTS; i++) {
        found.mean.x += view.vel[0][i] / (double)AGENTS;
        found.mean.y += view.vel[1][i] / (double)AGENTS;
        for (size_t j = 0; j < i; j++) {
            double d = hypot(view.pos[0][i] - view.pos[0][j], view.pos[1][i] - view.pos[1][j]);
            found.widest = d > found.widest ? d : found.widest;
        }
    }
    for (size_t i = 0; i < AGENTS; i++)
        found.variance +=
            (pow(view.vel[0][i] - found.mean.x, 2) + pow(view.vel[1][i] - found.mean.y, 2)) /
            (double)AGENTS;
    return found;
}

static covey_world *start(const char *decay)
{
    physics of = {.preset = "cucker-smale", .set = {{"decay", decay}}, .seed = 1};
    return physics_world(&of);
}

static void test_without_decay_all_differences_shrink_by_one_factor(void **unused)
{
    (void)unused;
    // ψ = 1: dv_i/dt = K (mean - v_i), so a step multiplies every difference by 1 - K dt.
    covey_world *world = start("0");
    moment first = moment_of(world);
    const double dt = 0.05;
    double factor = 1.0;
    for (int step = 1; step <= 200; step++) {
        assert_int_equal(covey_world_step(world, dt), COVEY_OK);
        factor *= (1.0 - dt) * (1.0 - dt);
        moment now = moment_of(world);
        // Roundings of 200 sums of 100 terms, each below 1e-16 of the speed 1.
        assert_true(fabs(now.variance - factor * first.variance) < 1e-12);
        assert_true(hypot(now.mean.x - first.mean.x, now.mean.y - first.mean.y) < 1e-12);
    }
    assert_true(factor * first.variance < 1e-6);
    covey_world_destroy(world);
}

static void test_velocities_agree_at_least_as_fast_as_the_theorem_says(void **unused)
{
    (void)unused;
    // With D the widest distance so far, ψ >= ψ(D): the variance falls by (1 - K ψ(D) dt)² a step
    // or more, as the coupling is symmetric and K dt < 1.
    covey_world *world = start("0.25");
    moment before = moment_of(world), first = before;
    const double dt = 0.05;
    double widest = before.widest;
    for (int step = 1; step <= 1000; step++) {
        assert_int_equal(covey_world_step(world, dt), COVEY_OK);
        moment now = moment_of(world);
        double coupling = pow(1.0 + widest * widest, -0.25);
        assert_true(now.variance <= before.variance * pow(1.0 - coupling * dt, 2.0) + 1e-15);
        assert_true(hypot(now.mean.x - first.mean.x, now.mean.y - first.mean.y) < 1e-12);
        widest = now.widest > widest ? now.widest : widest;
        before = now;
    }
    assert_true(before.variance < 1e-8 * first.variance);
    covey_world_destroy(world);
}

static void test_a_fast_decay_lets_a_flock_fall_apart(void **unused)
{
    (void)unused;
    // Beyond decay 1/2 there are starts that never agree, such as this one.
    covey_world *world = start("2");
    moment first = moment_of(world);
    for (int step = 1; step <= 2000; step++)
        assert_int_equal(covey_world_step(world, 0.05), COVEY_OK);
    moment last = moment_of(world);
    assert_true(last.variance > 0.1 * first.variance);
    assert_true(last.widest > 5.0 * first.widest);
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_decay_all_differences_shrink_by_one_factor),
        cmocka_unit_test(test_velocities_agree_at_least_as_fast_as_the_theorem_says),
        cmocka_unit_test(test_a_fast_decay_lets_a_flock_fall_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
