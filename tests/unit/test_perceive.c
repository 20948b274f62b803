// SPDX-License-Identifier: MIT
// Sums over neighbors, by hand, through every kernel of this machine: weights, carried values,
// the agent itself, the seam of the torus, other flocks.
#include "kernels/falloff_at.h"
#include "support/probe.h"
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/// A sum of one or two terms, each of at most four roundings.
static void assert_near(covey_vec found, double x, double y)
{
    if (!(fabs(found.x - x) <= 8 * DBL_EPSILON * fabs(x)) ||
        !(fabs(found.y - y) <= 8 * DBL_EPSILON * fabs(y)))
        fail_msg("(%a, %a) is not (%a, %a)", found.x, found.y, x, y);
}

// ---- Weights ----

static void test_weights(void **unused)
{
    (void)unused;
    const struct {
        covey_weight weight;
        covey_vec sum;
    } cases[] = {
        {COVEY_WEIGHT_NOTHING, {0, 0}},
        {COVEY_WEIGHT_ONE, {3, 4}},
        {COVEY_WEIGHT_UNIT, {0.6, 0.8}},
        {COVEY_WEIGHT_INVERSE, {3 / 25.0, 4 / 25.0}},
        {COVEY_WEIGHT_LINEAR, {0.5 * 0.6, 0.5 * 0.8}},
        {COVEY_WEIGHT_AXIS, {1 / 5.0, 1 / 5.0}},
        {COVEY_WEIGHT_RAMP, {0.5 * 3, 0.5 * 4}},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int turn = 0; turn < 4; turn++) {
            double sx = turn & 1 ? -1 : 1, sy = turn & 2 ? -1 : 1;
            test_scene made = {.count = 2, .x = {7, 7 + 3 * sx}, .y = {-2, -2 + 4 * sy}};
            made.settings[0] = (covey_setting){"radius", 10};
            made.settings[1] = (covey_setting){"weight", (double)cases[k].weight};
            covey_percept percept = test_scene_sense(&made, 0);
            assert_near(percept.offset, sx * cases[k].sum.x, sy * cases[k].sum.y);
            assert_true(percept.count == 1.0 && percept.weight_sum == 1.0);
        }
}

static void test_axis_weight_is_zero_on_a_level_axis(void **unused)
{
    (void)unused;
    test_scene made = {.count = 2,
                       .x = {1, 1},
                       .y = {1, 3},
                       .settings = {{"radius", 9}, {"weight", COVEY_WEIGHT_AXIS}}};
    assert_near(test_scene_sense(&made, 0).offset, 0.0, 0.5);
}

static void test_sums_are_sums(void **unused)
{
    (void)unused;
    test_scene made = {.count = 4,
                       .x = {0, 1, 0, -4},
                       .y = {0, 0, 2, 0},
                       .settings = {{"radius", 4}, {"weight", COVEY_WEIGHT_INVERSE}}};
    covey_percept percept = test_scene_sense(&made, 0);
    assert_true(percept.count == 3.0 && percept.offset.x == 0.75 && percept.offset.y == 0.5);
}

static void test_weights_with_a_pole_stay_finite(void **unused)
{
    (void)unused;
    const double weights[] = {COVEY_WEIGHT_INVERSE, COVEY_WEIGHT_AXIS};
    for (size_t k = 0; k < 2; k++) {
        test_scene made = {.count = 3, .x = {0, 5e-324, 1e-300}, .y = {0}};
        made.settings[0] = (covey_setting){"radius", 1};
        made.settings[1] = (covey_setting){"weight", weights[k]};
        covey_percept percept = test_scene_sense(&made, 0);
        assert_true(percept.offset.x == 0x1p961 && percept.offset.y == 0.0);
    }
}

static void test_directions_are_right_at_every_scale(void **unused)
{
    (void)unused;
    const double scales[] = {0x1p-1060, 0x1p-600, 0x1p-300, 1, 0x1p300, 0x1p600, 0x1p1000};
    for (size_t k = 0; k < sizeof scales / sizeof *scales; k++) {
        test_scene made = {.count = 2, .x = {0, 3 * scales[k]}, .y = {0, -4 * scales[k]}};
        made.settings[0] = (covey_setting){"radius", 5 * scales[k]};
        made.settings[1] = (covey_setting){"weight", COVEY_WEIGHT_UNIT};
        assert_near(test_scene_sense(&made, 0).offset, 0.6, -0.8);
        made.settings[1].value = COVEY_WEIGHT_ONE;
        assert_near(test_scene_sense(&made, 0).offset, 3 * scales[k], -4 * scales[k]);
    }
}

// ---- Self, carry, falloff ----

static void test_self_and_coincident_agents(void **unused)
{
    (void)unused;
    for (int weight = 0; weight <= COVEY_WEIGHT_RAMP; weight++)
        for (int self = 0; self < 2; self++) {
            test_scene made = {.count = 3, .x = {4, 4, 4}, .y = {1, 1, 1}};
            made.settings[0] = (covey_setting){"weight", weight};
            made.settings[1] = (covey_setting){"self", self};
            covey_percept percept = test_scene_sense(&made, 0);
            assert_true(percept.count == 2.0 + self && percept.weight_sum == percept.count);
            assert_true(percept.offset.x == 0.0 && percept.offset.y == 0.0);
        }
}

static void test_own_velocity_leaves_no_trace_in_what_others_carry(void **unused)
{
    (void)unused;
    // Adding one's own share and subtracting it again would leave -2.8e-17 and lose the 3.
    test_scene small = {.count = 3, .x = {0, 0.5, 0.25}, .vx = {0.1, 1, -1}};
    test_scene large = {.count = 3, .x = {0, 0.5, 0.25}, .vx = {1e17, 1, 2}};
    small.settings[0] = large.settings[0] = (covey_setting){"carry", COVEY_CARRY_VELOCITY};
    assert_true(test_scene_sense(&small, 0).carried.x == 0.0);
    assert_true(test_scene_sense(&large, 0).carried.x == 3.0);
}

static void test_carry(void **unused)
{
    (void)unused;
    test_scene made = {.count = 4,
                       .x = {0, 0.5, 0.25, 9},
                       .vx = {100, 3, 0, 7},
                       .vy = {100, 4, 0, 7},
                       .settings = {{"carry", COVEY_CARRY_NOTHING}, {"self", 0}}};
    assert_near(test_scene_sense(&made, 0).carried, 0, 0);
    made.settings[0].value = COVEY_CARRY_VELOCITY;
    assert_near(test_scene_sense(&made, 0).carried, 3, 4);
    made.settings[0].value = COVEY_CARRY_HEADING;
    covey_vec carried = test_scene_sense(&made, 0).carried;
    assert_true(fabs(carried.x - 0.6) < 4 * DBL_EPSILON); // 1/sqrt 2 came and went
    made.settings[0].value = COVEY_CARRY_VELOCITY;
    made.settings[1].value = 1;
    assert_near(test_scene_sense(&made, 0).carried, 103, 104);
}

static void test_falloff_multiplies_what_is_carried(void **unused)
{
    (void)unused;
    test_scene made = {
        .count = 3,
        .x = {0, 1, -2},
        .vx = {50, 64, 16},
        .settings = {{"radius", 3}, {"falloff", 1}, {"carry", COVEY_CARRY_VELOCITY}, {"self", 1}}};
    covey_percept percept = test_scene_sense(&made, 0);
    assert_true(percept.count == 3.0);
    assert_near((covey_vec){percept.carried.x, percept.weight_sum}, 50 + 49 + 16 * 0.625,
                1 + 49 / 64.0 + 0.625);
    made.settings[3].value = 0;
    percept = test_scene_sense(&made, 0);
    assert_true(percept.count == 2.0);
    assert_near((covey_vec){percept.carried.x, percept.weight_sum}, 59, 49 / 64.0 + 0.625);
}

static void test_falloff_and_decay_multiply_offsets(void **unused)
{
    (void)unused;
    const double distance = 5.0, fall = 1 - 5 / 4.0 + 125 / 64.0, fade = 1 / 26.0;
    const double length[] = {0, 5, 1, 1 / 5.0, 0.5, 0};
    for (int weight = 0; weight <= COVEY_WEIGHT_LINEAR; weight++)
        for (int decays = 0; decays < 2; decays++) {
            test_scene made = {.count = 2,
                               .x = {7, 10},
                               .y = {-2, 2},
                               .settings = {{"radius", 2 * distance},
                                            {"weight", weight},
                                            {decays ? "decay" : "falloff", 1}}};
            double factor = length[weight] * (decays ? fade : fall);
            assert_near(test_scene_sense(&made, 0).offset, 0.6 * factor, 0.8 * factor);
            made.settings[1].value = COVEY_WEIGHT_AXIS;
            factor = (decays ? fade : fall) / distance;
            assert_near(test_scene_sense(&made, 0).offset, factor, factor);
        }
}

/// e^-d, which no cubic is.
static double exponential(const void *params, double d)
{
    (void)params;
    return covey_exp(-d);
}

static void test_pieces_of_a_falloff_are_as_near_as_promised(void **unused)
{
    (void)unused;
    static covey_falloff table;
    covey_zone zone = covey_zone_default(8.0);
    zone.falloff = exponential;
    assert_true(covey_falloff_sample(&zone, NULL, &table));
    const double part = 8.0 / (double)COVEY_FALLOFF_PIECES, most = part * part * part * part / 1944;
    double worst = 0.0;
    for (int k = 0; k <= 100000; k++) {
        double d = 8.0 * k / 100000;
        worst = fmax(worst, fabs(covey_falloff_at(&table, d) - covey_exp(-d)) / covey_exp(-d));
    }
    assert_true(worst <= 1.1 * most && worst >= 0.5 * most);
    assert_true(covey_falloff_at(&table, 0.0) == 1.0);
    zone.radius = 0.0;
    assert_true(covey_falloff_sample(&zone, NULL, &table));
    assert_true(covey_falloff_at(&table, 0.0) == 1.0);
}

static double pole(const void *params, double d)
{
    (void)params;
    return 1.0 / d;
}

static void test_a_falloff_with_a_pole_is_refused(void **unused)
{
    (void)unused;
    static covey_falloff table;
    covey_zone zone = covey_zone_default(1.0);
    zone.falloff = pole;
    assert_false(covey_falloff_sample(&zone, NULL, &table));
}

static void test_decay_multiplies_what_is_carried(void **unused)
{
    (void)unused;
    test_scene made = {
        .count = 3,
        .x = {0, 1, -3},
        .vx = {50, 8, 20},
        .settings = {{"radius", 3}, {"decay", 1}, {"carry", COVEY_CARRY_VELOCITY}, {"self", 1}}};
    covey_percept percept = test_scene_sense(&made, 0);
    assert_true(percept.count == 3.0);
    assert_near((covey_vec){percept.carried.x, percept.weight_sum}, 50 + 4 + 2, 1.0 + 0.5 + 0.1);
    made.settings[3].value = 0;
    percept = test_scene_sense(&made, 0);
    assert_true(percept.count == 2.0);
    assert_near((covey_vec){percept.carried.x, percept.weight_sum}, 4 + 2, 0.5 + 0.1);
}

static void test_a_zone_falls_off_in_one_way(void **unused)
{
    (void)unused;
    test_scene made = {.count = 1, .settings = {{"decay", 1}, {"falloff", 1}}};
    covey_world *world = test_scene_world(covey_space_open());
    covey_flock_def def = test_scene_def(&made);
    covey_error error;
    int number;
    assert_int_equal(covey_world_add(world, &def, &number, &error), COVEY_ARG);
    assert_string_equal(error.message, "model probe has a zone with radius 1 that makes no sense");
    covey_world_destroy(world);
}

/// Agents on one place fly to the right and to the left: a third one is before one and behind the
/// other. Without a blind angle they would sense the same.
static void test_agents_on_one_place_see_where_they_fly_each(void **unused)
{
    (void)unused;
    for (int carry = 0; carry <= COVEY_CARRY_POSITION; carry++)
        for (int self = 0; self < 2; self++) {
            test_scene made = {.space = covey_space_open(),
                               .count = 3,
                               .x = {0, 0, 0.5},
                               .vx = {1, -1, 1},
                               .settings = {{"blind_cos", 0}, {"self", self}, {"carry", carry}}};
            covey_world *world = test_scene_world(made.space);
            covey_flock_def def = test_scene_def(&made);
            test_world_add(world, &def);
            covey_percept percepts[3];
            test_sense_all(world, 0, percepts);
            assert_true(percepts[0].count == 2.0 + self); // an agent at distance 0 is seen
            assert_true(percepts[1].count == 1.0 + self);
            covey_world_destroy(world);
        }
}

// ---- Spaces and flocks ----

static void test_the_seam_of_a_torus(void **unused)
{
    (void)unused;
    for (int radius = 1; radius <= 4; radius++) {
        test_scene made = {.space = covey_space_torus(40, 30),
                           .count = 3,
                           .x = {0.25, 39.75, 0.25},
                           .y = {29.75, 0.25, 29.25},
                           .settings = {{"radius", radius}, {"weight", COVEY_WEIGHT_ONE}}};
        covey_percept percept = test_scene_sense(&made, 0);
        assert_true(percept.count == 2.0);
        assert_true(percept.offset.x == -0.5 && percept.offset.y == 0.0);
    }
}

static void test_a_radius_beyond_the_torus_meets_every_agent_once(void **unused)
{
    (void)unused;
    test_scene made = {.space = covey_space_torus(4, 4),
                       .count = 4,
                       .x = {0, 1, 2, 3},
                       .settings = {{"radius", 1e9}, {"weight", COVEY_WEIGHT_ONE}}};
    covey_percept percept = test_scene_sense(&made, 0);
    assert_true(percept.count == 3.0 && percept.offset.x == 2.0); // 1 + 2 - 1
}

/// Adds the scene's agents as a flock.
static void add_flock(covey_world *world, const char *name, const char *hunts,
                      const test_scene *made)
{
    covey_flock_def def = test_scene_def(made);
    def.name = name;
    def.hunts = hunts;
    test_world_add(world, &def);
}

static void assert_senses(covey_world *world, const char *name, double count, double sum)
{
    covey_percept percept = test_sense(world, covey_world_find(world, name), 0, 0);
    if (!(percept.count == count && percept.offset.x == sum))
        fail_msg("%s: %g agents at %g", name, percept.count, percept.offset.x);
}

static void test_predators_and_prey(void **unused)
{
    (void)unused;
    const covey_setting one = {"weight", COVEY_WEIGHT_ONE};
    const covey_setting fear = {"of", COVEY_OF_PREDATORS}, chase = {"of", COVEY_OF_PREY};
    const test_scene boids = {.count = 3, .x = {0, 100, 0.5}, .settings = {fear, one}};
    const test_scene cats = {.count = 1, .x = {-0.25}, .settings = {chase, one}};
    const test_scene hawks = {.count = 3, .x = {0.25, 50, 0.75}, .settings = {fear, one}};
    const test_scene eagles = {.count = 1, .x = {0.5}, .settings = {chase, one}};
    covey_world *world = test_scene_world(covey_space_open());
    add_flock(world, "boids", NULL, &boids);
    add_flock(world, "cats", "boids", &cats);
    add_flock(world, "hawks", "boids", &hawks);
    add_flock(world, "eagles", "hawks", &eagles);
    assert_senses(world, "boids", 3, -0.25 + 0.25 + 0.75); // a cat and two hawks
    assert_senses(world, "cats", 2, 0.25 + 0.75);
    assert_senses(world, "hawks", 1, 0.25);
    assert_senses(world, "eagles", 2, -0.25 + 0.25);
    covey_world_destroy(world);
}

static void test_a_predator_at_the_same_place_counts(void **unused)
{
    (void)unused;
    covey_world *world = test_scene_world(covey_space_open());
    test_scene prey = {.count = 1, .settings = {{"of", COVEY_OF_PREDATORS}}};
    test_scene hunter = {.count = 1, .settings = {{"of", COVEY_OF_OWN}}};
    add_flock(world, "boids", NULL, &prey);
    add_flock(world, "hawks", "boids", &hunter);
    assert_true(test_sense(world, 0, 0, 0).count == 1.0);
    assert_true(test_sense(world, 1, 0, 0).count == 0.0);
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_axis_weight_is_zero_on_a_level_axis),
        cmocka_unit_test(test_sums_are_sums),
        cmocka_unit_test(test_weights_with_a_pole_stay_finite),
        cmocka_unit_test(test_directions_are_right_at_every_scale),
        cmocka_unit_test(test_self_and_coincident_agents),
        cmocka_unit_test(test_own_velocity_leaves_no_trace_in_what_others_carry),
        cmocka_unit_test(test_carry),
        cmocka_unit_test(test_falloff_multiplies_what_is_carried),
        cmocka_unit_test(test_falloff_and_decay_multiply_offsets),
        cmocka_unit_test(test_pieces_of_a_falloff_are_as_near_as_promised),
        cmocka_unit_test(test_a_falloff_with_a_pole_is_refused),
        cmocka_unit_test(test_decay_multiplies_what_is_carried),
        cmocka_unit_test(test_a_zone_falls_off_in_one_way),
        cmocka_unit_test(test_agents_on_one_place_see_where_they_fly_each),
        cmocka_unit_test(test_the_seam_of_a_torus),
        cmocka_unit_test(test_a_radius_beyond_the_torus_meets_every_agent_once),
        cmocka_unit_test(test_predators_and_prey),
        cmocka_unit_test(test_a_predator_at_the_same_place_counts),
    };
    int failures = 0;
    while (test_next_kernel())
        failures +=
            cmocka_run_group_tests_name(covey_kernel_names()[test_kernel], tests, NULL, NULL);
    return failures;
}
