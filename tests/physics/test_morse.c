// SPDX-License-Identifier: MIT
// D'Orsogna et al. 2006, Phys. Rev. Lett. 96, 104302: the force of a Morse potential between two
// agents, the speed of one, the mill of many.
#include "support/physics.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include <math.h>

/// dU/dd with the initial values.
static double force(double d)
{
    return 0.25 * exp(-d / 2) - 2.0 * exp(-d / 0.5);
}

/// A world of agents on the x axis, with the initial values but for these settings.
static covey_world *line_up(size_t count, const double *x, const double *vx,
                            const covey_setting *settings, size_t settings_count)
{
    static const double zeros[8];
    covey_world *world = test_world_plain();
    covey_flock_def def = covey_flock_def_default();
    def.model = "morse";
    def.count = count;
    def.pos[0] = x;
    def.pos[1] = zeros;
    def.vel[0] = vx;
    def.vel[1] = zeros;
    def.settings = settings;
    def.settings_count = settings_count;
    test_world_add(world, &def);
    return world;
}

static void test_two_agents_have_the_force_of_the_potential(void **unused)
{
    (void)unused;
    const double strongest = -force(0.0), at_rest[2] = {0};
    for (int k = 1; k <= 100; k++) {
        double d = 0.119 * k, x[2] = {3.0, 3.0 + d};
        covey_world *world = line_up(2, x, at_rest, NULL, 0);
        test_world_steps(world, 1, 1e-3);
        double found = test_world_vel(world, 0, 0).x / 1e-3;
        assert_true(fabs(found - force(d)) < 1e-6 * strongest);
        assert_true(test_world_vel(world, 0, 1).x == -test_world_vel(world, 0, 0).x);
        covey_world_destroy(world);
    }
}

static void test_an_agent_alone_comes_to_its_speed(void **unused)
{
    (void)unused;
    const double x[1] = {0}, vx[1] = {0.1};
    covey_world *world = line_up(1, x, vx, NULL, 0);
    test_world_steps(world, 2000, 0.02);
    assert_true(fabs(test_world_vel(world, 0, 0).x - sqrt(1.6 / 0.5)) < 1e-12);
    covey_world_destroy(world);
}

static void test_forces_between_agents_keep_the_momentum(void **unused)
{
    (void)unused;
    const double x[5] = {0, 0.3, 0.7, 2, 5}, vx[5] = {1, -1, 0.5, 0, 0.25};
    const covey_setting still[] = {{"propulsion", 0}, {"friction", 0}};
    covey_world *world = line_up(5, x, vx, still, 2);
    test_world_steps(world, 1000, 0.01);
    double sum = 0.0, moved = 0.0;
    for (uint32_t id = 0; id < 5; id++) {
        sum += test_world_vel(world, 0, id).x;
        moved += fabs(test_world_vel(world, 0, id).x - vx[id]);
    }
    assert_true(moved > 0.1);
    assert_true(fabs(sum - 0.75) < 1e-10); // 1000 roundings of each of 20 shares below 2
    covey_world_destroy(world);
}

static void test_flocks_mill(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        physics of = {.preset = "morse-mill", .seed = seed};
        covey_world *world = physics_world(&of);
        test_world_steps(world, 8000, 0.02);
        covey_view view = covey_world_view(world, 0);
        double milling = covey_milling(&view), order = covey_polarization(&view);
        if (!(milling > 0.95 && order < 0.1))
            fail_msg("seed %d: milling %g, polarization %g", (int)seed, milling, order);
        covey_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_agents_have_the_force_of_the_potential),
        cmocka_unit_test(test_an_agent_alone_comes_to_its_speed),
        cmocka_unit_test(test_forces_between_agents_keep_the_momentum),
        cmocka_unit_test(test_flocks_mill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
