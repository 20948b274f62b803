// SPDX-License-Identifier: MIT
// D'Orsogna et al. 2006, Phys. Rev. Lett. 96, 104302: the force of a Morse potential between two
// agents, the speed of one, the mill of many; and the drive of Levine, Rappel and Cohen 2000, Phys.
// Rev. E 63, 017101.
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
    covey_flock_def def = test_flock_plain("morse", count);
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

static void test_a_constant_drive_comes_to_its_speed_exponentially(void **unused)
{
    (void)unused;
    // v' = v + (propulsion - friction v) dt: the rest to the speed shrinks by 1 - friction dt.
    const double x[1] = {0}, vx[1] = {0.1};
    const covey_setting constant[] = {{"drive", 1}, {"propulsion", 1.2}, {"friction", 0.8}};
    covey_world *world = line_up(1, x, vx, constant, 3);
    double rest = 1.5 - 0.1;
    for (int step = 0; step < 500; step++) {
        test_world_steps(world, 1, 0.02);
        rest *= 1 - 0.8 * 0.02;
        assert_true(fabs(test_world_vel(world, 0, 0).x - (1.5 - rest)) < 1e-13);
    }
    covey_world_destroy(world);
}

/// The distance at which two agents of this speed go round one another, 2 speed²/d = dU/dd, the
/// smaller one of two, where they stay.
static double orbit_of(double speed)
{
    double low = 1.5, high = 2.3;
    for (int k = 0; k < 60; k++) {
        double d = 0.5 * (low + high);
        bool pulled = force(d) > 2 * speed * speed / d;
        high = pulled ? d : high;
        low = pulled ? low : d;
    }
    return low;
}

static void test_two_agents_go_round_where_the_pull_is_that_of_the_turn(void **unused)
{
    (void)unused;
    const double speed = 0.2, d = orbit_of(speed), dt = 0.005;
    for (int drive = 0; drive < 2; drive++) {
        double x[2] = {0, d}, y[2] = {0}, vx[2] = {0}, vy[2] = {-speed, speed};
        const covey_setting set[] = {{"drive", drive},
                                     {"propulsion", drive ? 0.2 : 0.04},
                                     {"friction", 1}}; // the speed 0.2 by both laws
        covey_world *world = test_world_plain();
        covey_flock_def def = test_flock_plain("morse", 2);
        def.pos[0] = x;
        def.pos[1] = y;
        def.vel[0] = vx;
        def.vel[1] = vy;
        def.settings = set;
        def.settings_count = 3;
        test_world_add(world, &def);
        double turned = 0;
        covey_vec before = {d, 0, 0};
        for (int step = 0; step < 20000; step++) {
            test_world_steps(world, 1, dt);
            covey_vec apart =
                covey_vec_sub(test_world_pos(world, 0, 1), test_world_pos(world, 0, 0));
            turned += atan2(before.x * apart.y - before.y * apart.x, covey_vec_dot(before, apart));
            before = apart;
            assert_true(fabs(covey_vec_length(apart) - d) < 0.005 * d);
        }
        double law = 2 * speed / d * 20000 * dt;
        if (!(fabs(turned - law) < 0.005 * law))
            fail_msg("drive %d: turned by %g, not %g", drive, turned, law);
        covey_world_destroy(world);
    }
}

static void expect_mills(const char *preset)
{
    for (uint64_t seed = 1; seed <= 5; seed++) {
        physics of = {.preset = preset, .seed = seed};
        covey_world *world = physics_world(&of);
        test_world_steps(world, 8000, 0.02);
        covey_view view = covey_world_view(world, 0);
        double milling = covey_milling(&view), order = covey_polarization(&view);
        if (!(milling > 0.95 && order < 0.1))
            fail_msg("%s, seed %d: milling %g, polarization %g", preset, (int)seed, milling, order);
        covey_world_destroy(world);
    }
}

static void test_flocks_mill(void **unused)
{
    (void)unused;
    expect_mills("morse-mill");
    expect_mills("levine-vortex");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_agents_have_the_force_of_the_potential),
        cmocka_unit_test(test_an_agent_alone_comes_to_its_speed),
        cmocka_unit_test(test_forces_between_agents_keep_the_momentum),
        cmocka_unit_test(test_a_constant_drive_comes_to_its_speed_exponentially),
        cmocka_unit_test(test_two_agents_go_round_where_the_pull_is_that_of_the_turn),
        cmocka_unit_test(test_flocks_mill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
