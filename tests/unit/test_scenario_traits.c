// SPDX-License-Identifier: MIT
// Traits in scenarios: lists and distributions as values of parameters, their canonical form, and
// what is refused.
#include "support/scenario.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char text[] = "space: {kind: torus, width: 20, height: 20}\n"
                           "flocks:\n"
                           "  - name: boids\n"
                           "    model: vicsek\n"
                           "    count: 4\n"
                           "    speed: {normal: [1, 0.2], low: 0.5}\n"
                           "    noise: [0.1, 0.2, 0.3, 0.4]\n"
                           "  - {model: reynolds, max_speed: {lognormal: [3.5, 0.2], high: 90}}\n";

static void test_values_are_drawn_or_given(void **unused)
{
    (void)unused;
    covey_scenario *scenario = scenario_read(text);
    covey_world *world = scenario_world(scenario);
    double noise[4], speed[4];
    const covey_id ids[] = {3, 1, 0, 2};
    covey_agents of = {4, ids};
    assert_int_equal(covey_world_traits(world, 0), 2);
    assert_int_equal(covey_world_trait_get(world, 0, "noise", of, noise, NULL), COVEY_OK);
    assert_int_equal(covey_world_trait_get(world, 0, "speed", of, speed, NULL), COVEY_OK);
    assert_true(noise[0] == 0.4 && noise[1] == 0.2 && noise[2] == 0.1 && noise[3] == 0.3);
    for (int k = 0; k < 4; k++)
        assert_true(speed[k] >= 0.5 && speed[k] < 3.0 && (k == 0 || speed[k] != speed[k - 1]));
    covey_trait trait = covey_world_trait(world, 1, 0);
    assert_string_equal(trait.name, "max_speed");
    assert_true(trait.from.kind == COVEY_DISTRIBUTION_LOGNORMAL && trait.from.high == 90.0);
    covey_world_destroy(world);
    scenario_set(scenario, "boids.speed", "2");
    scenario_set(scenario, "noise", "{uniform: [1, 2]}");
    world = scenario_world(scenario);
    assert_int_equal(covey_world_traits(world, 0), 1);
    assert_true(covey_world_param(world, 0, "speed") == 2.0);
    assert_true(covey_world_param(world, 0, "noise") == 1.5);
    covey_world_destroy(world);
    covey_scenario_destroy(scenario);
}

/// A body may differ between agents, up to the largest of a list, or of a distribution.
static void test_bodies_differ_up_to_the_largest(void **unused)
{
    (void)unused;
    static const struct {
        const char *body;
        double least, largest;
    } rows[] = {{"[0.1, 0.5, 0.2, 0.3]", 0.1, 0.5},
                {"{uniform: [0.25, 0.75]}", 0.25, 0.75},
                {"{normal: [1, 0.5], low: 0.5, high: 2}", 0.5, 2},
                {"0.5", 0.5, 0.5}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        covey_scenario *scenario = scenario_read(text);
        char line[80];
        (void)snprintf(line, sizeof line, "\n    body: %s\n", rows[k].body);
        scenario_set(scenario, "boids.body", rows[k].body);
        char *printed = scenario_print(scenario);
        assert_non_null(strstr(printed, line));
        covey_scenario *again = scenario_read(printed);
        covey_world *world = scenario_world(again);
        covey_flock_def def = covey_flock_def_default();
        assert_int_equal(covey_world_definition(world, 0, &def), COVEY_OK);
        assert_true(def.body == rows[k].largest);
        for (size_t i = 0; i < 4 && k < 3; i++) {
            covey_trait trait = covey_world_trait(world, 0, covey_world_traits(world, 0) - 1);
            trait = strcmp(trait.name, "body") == 0 ? trait : covey_world_trait(world, 0, 0);
            assert_string_equal(trait.name, "body");
            assert_true(trait.values[i] >= rows[k].least && trait.values[i] <= def.body);
        }
        assert_int_equal(covey_world_traits(world, 0), k < 3 ? 3 : 2);
        free(printed);
        covey_world_destroy(world);
        covey_scenario_destroy(scenario);
        covey_scenario_destroy(again);
    }
}

static void test_the_canonical_form_keeps_them(void **unused)
{
    (void)unused;
    covey_scenario *scenario = scenario_read(text);
    char *printed = scenario_print(scenario);
    assert_non_null(strstr(printed, "\n    speed: {normal: [1, 0.2], low: 0.5}\n"));
    assert_non_null(strstr(printed, "\n    noise: [0.1, 0.2, 0.3, 0.4]\n"));
    assert_non_null(strstr(printed, "\n    max_speed: {lognormal: [3.5, 0.2], high: 90}\n"));
    free(printed);
    covey_scenario_destroy(scenario);
    scenario_check_round_trip(text);
}

static void test_mistakes_are_told_with_their_place(void **unused)
{
    (void)unused;
    static const struct {
        const char *key, *value, *message;
    } wrong[] = {
        {"radius", "{normal: [1, 0.1]}",
         "radius shapes what agents sense, which a flock has in common: it is one number"},
        {"speed", "{normal: [1]}", "normal is a list of two numbers, [mean, deviation]"},
        {"speed", "{uniform: 3}", "uniform is a list of two numbers, [low, high]"},
        {"speed", "{norml: [1, 2]}", "there is no key \"norml\" in speed; did you mean normal?"},
        {"speed", "{normal: [1, 2], uniform: [1, 2]}", "speed has two distributions"},
        {"speed", "{low: 3}",
         "speed is a number, a list with one for each agent, or a distribution like "
         "{normal: [1, 0.1]}"},
        {"speed", "{normal: [-9, 0.1]}",
         "the distribution of speed has too little or nothing within [0, 1e+15]"},
        {"speed", "[]", "speed has no numbers"},
        {"noise", "[1, 2]", "noise has 2 numbers, and the flock 4 agents"},
        {"noise", "[1, 2, 3, 7]", "noise is from 0 to 6.283185307179586 rad, not \"7\""},
        {"noise", "[1, 2, 3, x]", "noise is a number, not \"x\""},
        {"boids.body", "{normal: [1, 0.1]}",
         "body needs a largest number, as in {normal: [1, 0.1], high: 2}"},
        {"boids.body", "[0, 0, 0, 0]", "body has no number above 0"},
        {"boids.layers", "4294967296", "layers is from 0 to 4294967295, not \"4294967296\""},
        {"boids.mask", "1.5", "mask is a whole number, not \"1.5\""},
        {"count", "[1]", "count is a number, not a list"},
    };
    covey_scenario *scenario = scenario_read(text);
    covey_error error;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        assert_int_equal(covey_scenario_set(scenario, wrong[k].key, wrong[k].value, &error),
                         COVEY_INPUT);
        assert_string_equal(error.message, wrong[k].message);
    }
    covey_scenario_destroy(scenario);
    covey_scenario_def def = covey_scenario_def_default();
    static const char late[] = "flocks:\n  model: vicsek\n  speed: {normal: [1, -1]}\n";
    assert_int_equal(covey_scenario_read(&def, late, sizeof late - 1, &scenario, &error),
                     COVEY_INPUT);
    assert_true(error.line == 3 && error.column == 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_are_drawn_or_given),
        cmocka_unit_test(test_bodies_differ_up_to_the_largest),
        cmocka_unit_test(test_the_canonical_form_keeps_them),
        cmocka_unit_test(test_mistakes_are_told_with_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
