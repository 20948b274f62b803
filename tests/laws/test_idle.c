// SPDX-License-Identifier: MIT
// A rule of weight 0 costs nothing and changes nothing: agents step as with a radius of 0 for it.
#include "core/world.h"
#include "support/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define SIDE 64.0

enum { AGENTS = 150, STEPS = 12 };

/// The library's model, but all of its zones are sensed.
static covey_model sensing;

static covey_world *world_of(const covey_model *model, bool plain, bool deep)
{
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(SIDE, SIDE);
    if (deep)
        def.space = covey_space_deep(def.space, SIDE);
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    sensing = *model;
    sensing.idle_zones = NULL;
    flock.model = model->name;
    flock.custom_model = plain ? &sensing : NULL;
    flock.count = AGENTS;
    test_world_add(world, &flock);
    flock.name = "hunters";
    flock.hunts = "flock";
    flock.count = 8;
    test_world_add(world, &flock);
    return world;
}

static void set(covey_world *world, const char *name, double value)
{
    for (int flock = 0; flock < 2; flock++)
        assert_int_equal(covey_world_set(world, flock, name, value, NULL), COVEY_OK);
}

static unsigned idle_of(const covey_world *world)
{
    return world->flock[0]->plan.idle;
}

/// The largest way between agents of one id in two worlds.
static double difference(const covey_world *one, const covey_world *other)
{
    double most = 0.0;
    for (int flock = 0; flock < 2; flock++)
        for (covey_id id = 0; id < (flock == 0 ? AGENTS : 8); id++) {
            covey_vec way =
                covey_vec_sub(test_world_vel(one, flock, id), test_world_vel(other, flock, id));
            most = fmax(most, covey_vec_length(way));
        }
    return most;
}

/// A subset of the rules of a model at weight 0, by bits.
static void silence(covey_world *world, const covey_model *model, unsigned rules)
{
    int rule = 0;
    for (const covey_param *row = model->params; row->name != NULL; row++)
        if (row->rule && (rules >> rule++ & 1u) != 0)
            set(world, row->name, 0.0);
}

static int rules_of(const covey_model *model)
{
    int rules = 0;
    for (const covey_param *row = model->params; row->name != NULL; row++)
        rules += row->rule;
    return rules < 4 ? rules : 4;
}

/// Sums go over the same agents but in the order of other cells, which can change last bits; after
/// a step these are within 1e-12 of a speed.
static void test_rules_of_weight_0_change_nothing(void **unused)
{
    (void)unused;
    int idle = 0;
    for (int k = 0; covey_model_at(k) != NULL; k++)
        for (int deep = 0; deep < 2; deep++) {
            const covey_model *model = covey_model_at(k);
            if (deep == 1 && (model->plane_only || covey_motion_find(model->motion)->plane_only))
                continue;
            for (unsigned rules = 0; rules < 1u << rules_of(model); rules++) {
                covey_world *world = world_of(model, false, deep == 1);
                covey_world *plain = world_of(model, true, deep == 1);
                silence(world, model, rules);
                silence(plain, model, rules);
                assert_int_equal(idle_of(plain), 0);
                idle += rules != 0 && idle_of(world) != 0;
                assert_int_equal(rules == 0 && idle_of(world) != 0, 0);
                test_world_steps(world, 1, TEST_DT);
                test_world_steps(plain, 1, TEST_DT);
                double most = difference(world, plain);
                if (!(most <= 1e-9))
                    fail_msg("%s without rules %x differs by %g", model->name, rules, most);
                covey_world_destroy(world);
                covey_world_destroy(plain);
            }
        }
    assert_true(idle > 50);
}

static covey_world *separating(double radius)
{
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(200, 200);
    covey_world *world = test_world_create(&def);
    const covey_setting settings[] = {{"separation_radius", 10},
                                      {"alignment", 0},
                                      {"cohesion", 0},
                                      {"alignment_radius", radius},
                                      {"cohesion_radius", radius}};
    covey_flock_def flock = covey_flock_def_default();
    flock.model = "reynolds";
    flock.settings = settings;
    flock.settings_count = sizeof settings / sizeof *settings;
    flock.count = 2000;
    test_world_add(world, &flock);
    return world;
}

static void test_radii_that_no_rule_sees_cost_nothing(void **unused)
{
    (void)unused;
    covey_world *wide = separating(50), *none = separating(0);
    test_world_steps(wide, STEPS, TEST_DT);
    test_world_steps(none, STEPS, TEST_DT);
    assert_int_equal(covey_world_hash(wide), covey_world_hash(none));
    covey_stats first = covey_world_stats(wide), second = covey_world_stats(none);
    assert_int_equal(first.candidates, second.candidates);
    assert_int_equal(first.pairs, second.pairs);
    assert_true(first.pairs > 0);
    covey_world_destroy(wide);
    covey_world_destroy(none);
}

static void test_a_weight_that_comes_back_is_sensed_again(void **unused)
{
    (void)unused;
    covey_world *world = separating(50), *always = separating(50);
    const uint64_t steps[] = {0, 4, 8};
    const double values[] = {0, 2, 0};
    const covey_schedule schedule = {.flock = 0,
                                     .influence = -1,
                                     .name = "cohesion",
                                     .steps = steps,
                                     .values = values,
                                     .count = 3,
                                     .form = COVEY_SCHEDULE_STEPS};
    assert_int_equal(covey_world_schedule_add(world, &schedule, NULL), COVEY_OK);
    for (int step = 0; step < STEPS; step++) {
        if (step == 4 || step == 8)
            assert_int_equal(covey_world_set(always, 0, "cohesion", step == 4 ? 2 : 0, NULL),
                             COVEY_OK);
        test_world_steps(world, 1, TEST_DT);
        test_world_steps(always, 1, TEST_DT);
        assert_int_equal(idle_of(always), idle_of(world));
        assert_int_equal(idle_of(world) == 2, step >= 4 && step < 8); // alignment alone
        assert_int_equal(covey_world_hash(world), covey_world_hash(always));
    }
    covey_world_destroy(world);
    covey_world_destroy(always);
}

static void test_a_weight_that_is_a_trait_is_that_of_each_agent(void **unused)
{
    (void)unused;
    covey_world *world = separating(50), *common = separating(50);
    double values[2000];
    for (size_t i = 0; i < 2000; i++)
        values[i] = 1.5;
    covey_trait trait = {"cohesion", covey_distribution_number(0.0), NULL};
    assert_int_equal(covey_world_trait_add(world, 0, &trait, NULL), COVEY_OK);
    assert_int_equal(idle_of(world), 2); // alignment alone
    trait.values = values;
    assert_int_equal(covey_world_trait_add(world, 0, &trait, NULL), COVEY_OK);
    assert_int_equal(covey_world_set(common, 0, "cohesion", 1.5, NULL), COVEY_OK);
    test_world_steps(world, STEPS, TEST_DT);
    test_world_steps(common, STEPS, TEST_DT);
    for (covey_id id = 0; id < 2000; id++)
        assert_true(test_world_pos(world, 0, id).x == test_world_pos(common, 0, id).x);
    covey_world_destroy(world);
    covey_world_destroy(common);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules_of_weight_0_change_nothing),
        cmocka_unit_test(test_radii_that_no_rule_sees_cost_nothing),
        cmocka_unit_test(test_a_weight_that_comes_back_is_sensed_again),
        cmocka_unit_test(test_a_weight_that_is_a_trait_is_that_of_each_agent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
