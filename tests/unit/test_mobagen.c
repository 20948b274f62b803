// SPDX-License-Identifier: MIT
// The model mobagen through a world of a few agents placed by hand, against its equations worked
// out here; and the model unicycle as points of first and second order.
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/// Agents of a flock; the parameters end with a setting without name.
typedef struct cast {
    const char *model, *motion;
    covey_setting settings[5];
    size_t count;
    double x[3], y[3], vx[3], vy[3];
} cast;

static covey_world *world_of(const cast *given)
{
    covey_world_def engine = covey_world_def_default();
    covey_flock_def def = covey_flock_def_default();
    covey_world *world = test_world_create(&engine);
    def.model = given->model;
    def.motion = given->motion;
    def.settings = given->settings;
    while (given->settings[def.settings_count].name != NULL)
        def.settings_count++;
    def.count = given->count;
    def.pos[0] = given->x;
    def.pos[1] = given->y;
    def.vel[0] = given->vx;
    def.vel[1] = given->vy;
    test_world_add(world, &def);
    return world;
}

/// Fails unless the first agent has this velocity after a step, but for some operations on numbers
/// up to `size`, an ulp each.
static void check_step(const cast *given, double dt, double x, double y, double size)
{
    covey_world *world = world_of(given);
    test_world_steps(world, 1, dt);
    covey_vec found = test_world_vel(world, 0, 0);
    double bound = 32 * DBL_EPSILON * size;
    if (!(fabs(found.x - x) < bound && fabs(found.y - y) < bound))
        fail_msg("(%.17g, %.17g), not (%.17g, %.17g)", found.x, found.y, x, y);
    covey_world_destroy(world);
}

// ---- MoBaGEn ----

/// The second agent is 5 away, the third 30, which is a neighbor but not too near.
static void test_three_unit_vectors_are_added(void **unused)
{
    (void)unused;
    cast three = {.model = "mobagen",
                  .settings = {{"separation", 4}, {"cohesion", 2}, {"alignment", 1}},
                  .count = 3,
                  .x = {0, 3, 0},
                  .y = {0, 4, 30},
                  .vx = {10, 0, 0},
                  .vy = {0, 6, 2}};
    double all = sqrt(3 * 3 + 34 * 34), cx = 2 * 3 / all, cy = 2 * 34 / all + 1;
    check_step(&three, 0.02, 10 - 4 * 0.6 + cx, -4 * 0.8 + cy, 10);
    three.settings[3] = (covey_setting){"desired_separation", 30}; // not nearer than that
    check_step(&three, 0.02, 10 - 4 * 0.6 + cx, -4 * 0.8 + cy, 10);
    three.settings[3].value = 31;
    double sx = 0.12, sy = 0.16 + 1.0 / 30, length = sqrt(sx * sx + sy * sy);
    check_step(&three, 0.02, 10 - 4 * sx / length + cx, -4 * sy / length + cy, 10);
    three.settings[3] = (covey_setting){"radius", 29}; // the third is no neighbor
    check_step(&three, 0.02, 10 - 2 * 0.6, -2 * 0.8 + 1, 10);
    three.settings[3] = (covey_setting){"radius", 5}; // not further: the second is one
    check_step(&three, 0.02, 10 - 2 * 0.6, -2 * 0.8 + 1, 10);
}

/// Its two switches: a constant speed is min_speed, a highest acceleration max_force.
static void test_its_switches_are_limits(void **unused)
{
    (void)unused;
    cast pair = {.model = "mobagen", .count = 2, .x = {0, 30}, .vx = {100, 100}};
    check_step(&pair, 0.02, 107.15, 0, 120); // cohesion 4.25 and alignment 2.9
    pair.settings[0] = (covey_setting){"max_force", 1};
    check_step(&pair, 0.02, 101, 0, 120);
    pair.settings[0] = (covey_setting){"min_speed", 120};
    check_step(&pair, 0.02, 120, 0, 120);
}

// ---- The unicycle lesson's other dynamics ----

/// d = (k_c - k_s) unit(c) + k_a unit(a) as velocity and as force, with its length.
static void test_the_vector_of_a_unicycle_moves_points_of_both_orders(void **unused)
{
    (void)unused;
    cast pair = {.model = "unicycle",
                 .motion = "kinematic",
                 .settings = {{"k_s", 2}, {"k_a", 0.5}, {"k_c", 3}},
                 .count = 2,
                 .x = {0, 3},
                 .y = {0, 4},
                 .vx = {5, 0},
                 .vy = {0, 5}};
    double x = 0.6 + 0.5 / sqrt(2), y = 0.8 + 0.5 / sqrt(2);
    check_step(&pair, 0.01, x, y, 5);
    pair.settings[3] = (covey_setting){"gain", 7};
    check_step(&pair, 0.01, 7 * x, 7 * y, 20);
    pair.motion = "accelerate";
    pair.settings[3] = (covey_setting){0};
    check_step(&pair, 0.5, 5 + 0.5 * x, 0.5 * y, 5);
    pair.motion = "newton";
    pair.settings[3] = (covey_setting){"mass", 4};
    check_step(&pair, 0.5, 5 + 0.125 * x, 0.125 * y, 5);
    pair.x[1] = 99; // alone it flies on
    check_step(&pair, 0.5, 5, 0, 5);
}

/// Influences act in the measure of the motion: steering changes the velocity of a point.
static void test_influences_on_such_points_are_forces(void **unused)
{
    (void)unused;
    cast one = {.model = "unicycle", .motion = "accelerate", .count = 1, .vx = {5}};
    const covey_setting settings[] = {{"y", 1e6}, {"weight", 0.5}, {"speed", 5}};
    covey_influence_def def = covey_influence_def_default();
    def.kind = "seek";
    def.settings = settings;
    def.settings_count = 3;
    covey_world *world = world_of(&one);
    covey_error error;
    int handle;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, &error), COVEY_OK);
    test_world_steps(world, 1, 0.1);
    covey_vec found = test_world_vel(world, 0, 0); // v + weight ((0, 5) - v) dt
    assert_true(fabs(found.x - 4.75) < 1e-5 && fabs(found.y - 0.25) < 1e-5); // y is not infinite
    covey_world_destroy(world);
}

/// A model whose intent has no length that counts is not moved by forces.
static void test_other_directions_are_no_forces(void **unused)
{
    (void)unused;
    covey_flock_def def = covey_flock_def_default();
    covey_world_def engine = covey_world_def_default();
    covey_world *world = test_world_create(&engine);
    covey_error error;
    def.model = "three_rule";
    def.motion = "accelerate";
    int flock;
    assert_int_equal(covey_world_add(world, &def, &flock, &error), COVEY_ARG);
    assert_non_null(strstr(error.message, "cannot follow the model three_rule"));
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_three_unit_vectors_are_added),
        cmocka_unit_test(test_its_switches_are_limits),
        cmocka_unit_test(test_the_vector_of_a_unicycle_moves_points_of_both_orders),
        cmocka_unit_test(test_influences_on_such_points_are_forces),
        cmocka_unit_test(test_other_directions_are_no_forces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
