// SPDX-License-Identifier: MIT
// One step of models that no published figure holds, worked out by hand from docs/models.
#include "base/math_trig.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

/// A few roundings of numbers up to 100.
#define NEAR 1e-13

typedef struct pair {
    const char *model;
    covey_setting settings[5]; ///< ends without name
    double x[2], y[2], vx[2], vy[2];
    double dt;
} pair;

static covey_flock_def flock_def(const pair *of, size_t count)
{
    covey_flock_def def = covey_flock_def_default();
    def.model = of->model;
    def.settings = of->settings;
    while (of->settings[def.settings_count].name != NULL)
        def.settings_count++;
    def.count = count;
    def.pos[0] = of->x;
    def.pos[1] = of->y;
    def.vel[0] = of->vx;
    def.vel[1] = of->vy;
    return def;
}

static covey_world *stepped(const pair *of)
{
    covey_world_def world_def = covey_world_def_default();
    covey_world *world = test_world_create(&world_def);
    covey_flock_def def = flock_def(of, 2);
    test_world_add(world, &def);
    test_world_steps(world, 1, of->dt);
    return world;
}

static void expect_velocity(const covey_world *world, int flock, double x, double y)
{
    covey_vec vel = test_world_vel(world, flock, 0);
    if (!(fabs(vel.x - x) < NEAR && fabs(vel.y - y) < NEAR))
        fail_msg("velocity (%.17g, %.17g), expected (%.17g, %.17g)", vel.x, vel.y, x, y);
}

// ---- unicycle ----

static void test_a_unicycle_turns_to_the_others_and_keeps_its_speed(void **unused)
{
    (void)unused;
    // d points up, e = π/2, θ' = k_e e dt; the position follows by the new velocity.
    pair of = {.model = "unicycle",
               .settings = {{"k_s", 0}, {"k_a", 0}, {"k_c", 1}, {"k_e", 2}},
               .y = {0, 10},
               .vx = {3, 3},
               .dt = 0.1};
    covey_world *world = stepped(&of);
    double heading = 2.0 * 0.5 * COVEY_PI * 0.1;
    expect_velocity(world, 0, 3.0 * cos(heading), 3.0 * sin(heading));
    assert_true(fabs(test_world_pos(world, 0, 0).y - 0.3 * sin(heading)) < NEAR);
    covey_world_destroy(world);
}

static void test_equal_gains_leave_a_unicycle_alignment_alone(void **unused)
{
    (void)unused;
    // a is the mean of (3, 0) and (0, 3), at π/4.
    pair of = {.model = "unicycle",
               .settings = {{"k_s", 7}, {"k_a", 1}, {"k_c", 7}, {"k_e", 2}},
               .y = {0, 10},
               .vx = {3, 0},
               .vy = {0, 3},
               .dt = 0.1};
    covey_world *world = stepped(&of);
    double heading = 2.0 * 0.25 * COVEY_PI * 0.1;
    expect_velocity(world, 0, 3.0 * cos(heading), 3.0 * sin(heading));
    covey_world_destroy(world);
}

static void test_a_unicycle_at_the_radius_is_no_neighbor(void **unused)
{
    (void)unused;
    pair of = {.model = "unicycle",
               .settings = {{"radius", 10}, {"k_s", 0}, {"k_c", 1}},
               .y = {0, 10},
               .vx = {3, 3},
               .dt = 0.1};
    covey_world *world = stepped(&of);
    expect_velocity(world, 0, 3, 0);
    covey_world_destroy(world);
}

// ---- three_rule ----

static void test_three_rules_add_up_before_the_speed_is_set(void **unused)
{
    (void)unused;
    // v + A + 2 C + 0.5 S = (5, 0) + (0, 1) + (0, 2) - (0, 0.5), brought to the length 5.
    pair of = {
        .model = "three_rule",
        .settings = {{"alignment", 1}, {"cohesion", 2}, {"separation", 0.5}, {"radius", 300}},
        .y = {0, 100},
        .vx = {5, 0},
        .vy = {0, 5},
        .dt = 1};
    covey_world *world = stepped(&of);
    double length = hypot(5.0, 2.5);
    expect_velocity(world, 0, 25.0 / length, 12.5 / length);
    assert_true(fabs(test_world_pos(world, 0, 0).x - 25.0 / length) < NEAR);
    covey_world_destroy(world);
}

// ---- torus and predator ----

/// A boid at the origin and a predator 30 to its right, after a step of 0.1.
static covey_world *hunted(double flight, double form)
{
    covey_world_def world_def = covey_world_def_default();
    covey_world *world = test_world_create(&world_def);
    pair prey = {.model = "torus", .settings = {{"flight", flight}, {"flight_form", form}}},
         hunter = {.model = "predator", .x = {30}, .vy = {10}};
    covey_flock_def def = flock_def(&prey, 1);
    def.name = "prey";
    test_world_add(world, &def);
    def = flock_def(&hunter, 1);
    def.name = "hunters";
    def.hunts = "prey";
    test_world_add(world, &def);
    test_world_steps(world, 1, 0.1);
    return world;
}

static void test_prey_flees_and_predators_chase(void **unused)
{
    (void)unused;
    // At 30 of 75, f = 0.6: flight is 75 · 0.6 away, the chase 50 towards, each a push per step.
    covey_world *world = hunted(75, 0);
    expect_velocity(world, 0, -45, 0);
    expect_velocity(world, 1, -50, 10);
    assert_true(fabs(test_world_pos(world, 0, 0).x + 4.5) < NEAR);
    covey_world_destroy(world);
    // With the offset itself: 2 · 0.6 · 30.
    world = hunted(2, 1);
    expect_velocity(world, 0, -36, 0);
    covey_world_destroy(world);
}

// ---- reynolds ----

static void test_steering_is_the_difference_to_full_speed(void **unused)
{
    (void)unused;
    // Away from (3, 4) at full speed, less the velocity: -(30, 40) - (30, 0), times 0.1, dt 0.5.
    pair of = {.model = "reynolds",
               .settings = {{"separation", 0.1}, {"alignment", 0}, {"cohesion", 0}},
               .x = {0, 3},
               .y = {0, 4},
               .vx = {30, 30},
               .dt = 0.5};
    covey_world *world = stepped(&of);
    expect_velocity(world, 0, 30.0 - 3.0, -2.0);
    covey_world_destroy(world);
}

static void test_steering_is_clamped_and_blind_behind(void **unused)
{
    (void)unused;
    // Alignment wants (0, 50), and the view of 3π/2 ends at 135 degrees. At 121 degrees the other
    // is seen, and (0, 50) - (30, 0) is clamped to 10; at 149 degrees it is not.
    pair of = {.model = "reynolds",
               .settings = {{"separation", 0}, {"cohesion", 0}},
               .x = {0, -3},
               .y = {0, 5},
               .vx = {30, 0},
               .vy = {0, 30},
               .dt = 0.5};
    covey_world *world = stepped(&of);
    double length = hypot(30.0, 50.0);
    expect_velocity(world, 0, 30.0 - 150.0 / length, 250.0 / length);
    covey_world_destroy(world);
    of.x[1] = -5;
    of.y[1] = 3;
    world = stepped(&of);
    expect_velocity(world, 0, 30, 0);
    covey_world_destroy(world);
}

/// One rule of a form alone: its change of (30, 0) in half a unit of time, with one other at
/// (3, 4) that has a velocity of (33, 4).
static void check_form(double form, const char *rule, double weight, covey_vec right)
{
    pair of = {.model = "reynolds",
               .settings = {{"separation", 0}, {"alignment", 0}, {"cohesion", 0}, {"form", form}},
               .x = {0, 3},
               .y = {0, 4},
               .vx = {30, 33},
               .vy = {0, 4},
               .dt = 0.5};
    for (int k = 0; k < 3; k++)
        if (strcmp(of.settings[k].name, rule) == 0)
            of.settings[k].value = weight;
    covey_world *world = stepped(&of);
    expect_velocity(world, 0, right.x, right.y);
    covey_world_destroy(world);
}

static void test_the_forces_of_the_paper_are_no_differences_to_full_speed(void **unused)
{
    (void)unused;
    const double paper = 1, normalized = 2;
    check_form(paper, "separation", 50, (covey_vec){30.0 - 3.0, -4.0}); // -50 (3, 4)/25
    check_form(paper, "alignment", 1, (covey_vec){31.5, 2.0});          // (33, 4) - (30, 0)
    check_form(paper, "cohesion", 0.1, (covey_vec){30.0, 2.0});         // (30, 40) - (30, 0)
    check_form(normalized, "separation", 2, (covey_vec){30.0 - 0.6, -0.8});
    check_form(normalized, "alignment", 2, (covey_vec){30.6, 0.8});
    check_form(normalized, "cohesion", 2, (covey_vec){30.0, 1.0});
}

// ---- Shares of rules ----

enum { MANY = 100 };

static covey_vec decide_many(const void *params, const covey_agent *self,
                             const covey_percept *percepts)
{
    (void)self;
    (void)percepts;
    const double *values = params;
    return (covey_vec){values[0] + values[MANY - 1], values[MANY - 1]};
}

static int no_zones(const void *params, covey_zone zones[COVEY_MAX_ZONES])
{
    (void)params;
    (void)zones;
    return 0;
}

static void test_the_share_of_a_rule_is_told_for_any_number_of_parameters(void **unused)
{
    (void)unused;
    static const covey_param params[] = {
        {.name = "first", .initial = 5, .high = 9, .unit = "", .text = "", .rule = true},
        {.name = "last",
         .offset = (MANY - 1) * sizeof(double),
         .initial = 3,
         .high = 9,
         .unit = "",
         .text = "",
         .rule = true},
        {0},
    };
    static const covey_model many = {.name = "many",
                                     .title = "",
                                     .source = "",
                                     .params = params,
                                     .params_size = MANY * sizeof(double),
                                     .motion = "impulse",
                                     .zones = no_zones,
                                     .decide = decide_many};
    covey_world_def world_def = covey_world_def_default();
    covey_world *world = test_world_create(&world_def);
    covey_flock_def def = covey_flock_def_default();
    def.custom_model = &many;
    def.count = 1;
    test_world_add(world, &def);
    covey_vec push;
    assert_int_equal(covey_world_rule(world, 0, 0, "last", &push), COVEY_OK);
    assert_true(push.x == 3 && push.y == 3);
    assert_int_equal(covey_world_rule(world, 0, 0, "first", &push), COVEY_OK);
    assert_true(push.x == 5 && push.y == 0);
    assert_true(covey_world_param(world, 0, "last") == 3);
    assert_true(covey_world_param(world, 0, "first") == 5);
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_unicycle_turns_to_the_others_and_keeps_its_speed),
        cmocka_unit_test(test_equal_gains_leave_a_unicycle_alignment_alone),
        cmocka_unit_test(test_a_unicycle_at_the_radius_is_no_neighbor),
        cmocka_unit_test(test_three_rules_add_up_before_the_speed_is_set),
        cmocka_unit_test(test_prey_flees_and_predators_chase),
        cmocka_unit_test(test_steering_is_the_difference_to_full_speed),
        cmocka_unit_test(test_steering_is_clamped_and_blind_behind),
        cmocka_unit_test(test_the_forces_of_the_paper_are_no_differences_to_full_speed),
        cmocka_unit_test(test_the_share_of_a_rule_is_told_for_any_number_of_parameters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
