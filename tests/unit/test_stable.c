// SPDX-License-Identifier: MIT
// The longest stable step of a world, by the formulas of the models' pages, and what agents do
// beyond it.
#include "support/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static covey_world *world_of(const char *model, const covey_setting *settings, size_t count)
{
    // Three agents on a line, one apart.
    static const double x[] = {1, 2, 3}, y[] = {1, 1, 1}, v[] = {3, 0, 0}, w[] = {4, 0, 0};
    covey_world *world = test_world_plain();
    covey_flock_def flock = covey_flock_def_default();
    flock.model = model;
    flock.settings = settings;
    flock.settings_count = count;
    flock.count = 3;
    flock.pos[0] = x;
    flock.pos[1] = y;
    flock.vel[0] = v;
    flock.vel[1] = w;
    test_world_add(world, &flock);
    return world;
}

static void test_limits_are_those_of_the_pages(void **unused)
{
    (void)unused;
    const struct {
        const char *model;
        covey_setting settings[4];
        size_t count;
        double limit;
    } rows[] = {
        {"morse", {{"friction", 2}, {"propulsion", 10}}, 2, 1.0 / 50}, // the first agent is fast
        {"morse", {{"friction", 0.1}, {"propulsion", 10}}, 2, 1.0 / 10},
        {"morse", {{"drive", 1}, {"friction", 4}}, 2, 0.5},
        {"active_brownian", {{"mobility", 3}, {"stiffness", 5}}, 2, 1.0 / 15},
        {"active_brownian", {{"stiffness", 0}}, 1, HUGE_VAL},
        // The agent in the middle has two neighbors of weight 1.
        {"olfati_saber", {{"radius", 100}, {"alignment", 3}, {"goal_damping", 4}}, 3, 0.2},
        {"inertial_spin", {{"alignment", 8}, {"inertia", 4}, {"turn_friction", 0.1}}, 3, 1.0},
        {"inertial_spin", {{"alignment", 8}, {"inertia", 4}, {"turn_friction", 16}}, 3, 0.5},
        {"cucker_smale", {{"strength", 5}}, 1, 0.2},
        {"reynolds", {{0}}, 0, HUGE_VAL},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        covey_world *world = world_of(rows[k].model, rows[k].settings, rows[k].count);
        uint64_t hash = covey_world_hash(world);
        double limit = covey_world_stable_dt(world);
        if (limit != rows[k].limit && !(fabs(limit - rows[k].limit) < 1e-3 * limit))
            fail_msg("row %zu: %.17g", k, limit);
        assert_int_equal(covey_world_hash(world), hash);
        covey_world_destroy(world);
    }
}

static void test_the_least_limit_of_all_flocks_counts(void **unused)
{
    (void)unused;
    const covey_setting strong = {"strength", 5}, weak = {"strength", 2};
    covey_world *world = world_of("cucker_smale", &weak, 1);
    covey_flock_def other = covey_flock_def_default();
    other.name = "other";
    other.model = "cucker_smale";
    other.settings = &strong;
    other.settings_count = 1;
    test_world_add(world, &other);
    assert_true(covey_world_stable_dt(world) == 0.5); // no agent of it yet
    const covey_pose pose = {{9, 9, 0}, {1, 0, 0}};
    assert_int_equal(covey_world_drop(world, 1, NULL), COVEY_OK);
    other.capacity = 1;
    test_world_add(world, &other);
    assert_int_equal(covey_world_spawn(world, 1, pose, NULL, NULL), COVEY_OK);
    assert_true(covey_world_stable_dt(world) == 0.2);
    covey_world_destroy(world);
}

static void test_steps_beyond_the_limit_diverge(void **unused)
{
    (void)unused;
    const char *const models[] = {"morse", "olfati_saber"};
    for (size_t k = 0; k < 2; k++)
        for (int above = 0; above < 2; above++) {
            covey_world_def def = covey_world_def_default();
            def.space = covey_space_torus(20, 20);
            covey_world *world = test_world_create(&def);
            covey_flock_def flock = covey_flock_def_default();
            flock.model = models[k];
            flock.count = 100;
            test_world_add(world, &flock);
            double dt = covey_world_stable_dt(world) * (above == 1 ? 1.6 : 0.5);
            covey_status status = COVEY_OK;
            for (int step = 0; step < 600 && status == COVEY_OK; step++)
                status = covey_world_step(world, dt);
            assert_int_equal(status, above == 1 ? COVEY_DIVERGED : COVEY_OK);
            covey_world_destroy(world);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_limits_are_those_of_the_pages),
        cmocka_unit_test(test_the_least_limit_of_all_flocks_counts),
        cmocka_unit_test(test_steps_beyond_the_limit_diverge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
