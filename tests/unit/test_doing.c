// SPDX-License-Identifier: MIT
// What agents do: worlds in which it is known, rules against covey_world_rule(), and that asking
// changes nothing.
#include "covey/session.h"
#include "support/scenario.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// What the agent of an id does.
static int doing_of(covey_world *world, int flock, covey_id id)
{
    uint8_t *doing = malloc(covey_world_view(world, flock).count);
    assert_non_null(doing);
    assert_int_equal(covey_world_doing(world, flock, 0.1, doing), COVEY_OK);
    covey_view view = covey_world_view(world, flock);
    int found = doing[test_view_find(&view, id)];
    free(doing);
    return found;
}

static const char head[] = "space: {kind: torus, width: 1000, height: 1000}\ndt: 0.1\n";
static const char boids[] = "flocks: [{name: boids, model: torus, place: {agents: [%s]}%s}%s]\n%s";

typedef struct row {
    const char *agents, *more, *flocks, *influences;
    int flock, doing;
} row;

static const row rows[] = {
    {"[500, 500, 10, 0]", "", "", "", 0, COVEY_DOING_NOTHING},
    // Far from each other within the radius: separation is weak, cohesion has its full weight.
    {"[500, 500, 10, 0], [570, 500, 10, 0]", "", "", "", 0, COVEY_DOING_RULE + 2},
    {"[500, 500, 10, 0], [570, 500, 10, 0]", ", cohesion: 0", "", "", 0, COVEY_DOING_RULE + 1},
    {"[500, 500, 10, 0], [510, 500, 10, 0]", ", cohesion: 1, alignment: 1", "", "", 0,
     COVEY_DOING_RULE},
    // The second rule and the third one are equal: the first of them.
    {"[500, 500, 10, 0], [570, 500, 10, 0]", ", cohesion: 10, alignment: 10", "", "", 0,
     COVEY_DOING_RULE + 1},
    {"[500, 500, 10, 0]", "",
     ", {name: hawks, model: predator, hunts: boids, radius: 90, place: {agents: [[520, 500, 0, "
     "0]]}}",
     "", 0, COVEY_DOING_FLEE},
    {"[500, 500, 10, 0]", "",
     ", {name: hawks, model: predator, hunts: boids, radius: 90, place: {agents: [[520, 500, 0, "
     "0]]}}",
     "", 1, COVEY_DOING_CHASE},
    {"[500, 500, 10, 0]", "",
     ", {name: hawks, model: predator, hunts: boids, radius: 90, place: {agents: [[700, 500, 0, "
     "0]]}}",
     "", 1, COVEY_DOING_NOTHING},
    {"[500, 500, 10, 0]", ", sees: {rocks: {rule: flee, radius: 50, weight: 9}}",
     ", {name: rocks, model: torus, place: {agents: [[520, 500, 0, 0]]}}", "", 0, COVEY_DOING_FLEE},
    {"[500, 500, 10, 0]", ", sees: {rocks: {rule: chase, radius: 50, weight: 9}}",
     ", {name: rocks, model: torus, place: {agents: [[520, 500, 0, 0]]}}", "", 0,
     COVEY_DOING_CHASE},
    {"[500, 500, 10, 0]", ", sees: {rocks: {rule: cohere, radius: 50, weight: 9}}",
     ", {name: rocks, model: torus, place: {agents: [[520, 500, 0, 0]]}}", "", 0,
     COVEY_DOING_RESPOND},
    // Away from one and towards the other: what is stronger.
    {"[500, 500, 10, 0]",
     ", sees: {rocks: [{rule: cohere, radius: 50, weight: 9}, {rule: flee, radius: 50, weight: "
     "14}]}",
     ", {name: rocks, model: torus, place: {agents: [[520, 500, 0, 0]]}}", "", 0,
     COVEY_DOING_RESPOND},
    {"[500, 500, 10, 0]",
     ", sees: {rocks: [{rule: cohere, radius: 50, weight: 9}, {rule: flee, radius: 50, weight: "
     "16}]}",
     ", {name: rocks, model: torus, place: {agents: [[520, 500, 0, 0]]}}", "", 0, COVEY_DOING_FLEE},
    {"[500, 500, 10, 0]", "", "",
     "influences: [{kind: obstacle, points: [[530, 501]], radius: 10, sight: 60}]\n", 0,
     COVEY_DOING_AVOID},
    {"[500, 500, 10, 0]", "", "",
     "influences: [{kind: wall, left: 480, bottom: 0, width: 900, height: 900, margin: 50}]\n", 0,
     COVEY_DOING_AVOID},
    {"[500, 500, 10, 0]", "", "", "influences: [{kind: wind, x: 1, y: 0}]\n", 0, COVEY_DOING_LED},
    {"[500, 500, 10, 0]", "", "", "influences: [{kind: flee, x: 520, y: 500, radius: 50}]\n", 0,
     COVEY_DOING_FLEE},
    // Two winds that are weaker than the goal each and stronger together.
    {"[500, 500, 10, 0], [570, 500, 10, 0]", "", "",
     "influences: [{kind: wind, x: 7, y: 0}, {kind: wind, x: 7, y: 0}]\n", 0, COVEY_DOING_LED},
    {"[500, 500, 10, 0], [570, 500, 10, 0]", "", "",
     "influences: [{kind: wind, x: 7, y: 0}, {kind: wind, x: 3, y: 0}]\n", 0, COVEY_DOING_RULE + 2},
    // As strong as cohesion, which comes after it; alone, so that no sum is rounded.
    {"[500, 500, 10, 0], [570, 500, 10, 0]", ", separation: 0, alignment: 0", "",
     "influences: [{kind: wind, x: 12, y: 0}]\n", 0, COVEY_DOING_LED},
    // Nothing moves an agent whose speed is held at 0.
    {"[500, 500, 0, 0]", ", max_speed: 0", "", "influences: [{kind: wind, x: 1, y: 0}]\n", 0,
     COVEY_DOING_NOTHING},
    // On the flock alone that it acts on.
    {"[500, 500, 10, 0]", "", ", {name: rocks, model: torus, place: {agents: [[900, 500, 0, 0]]}}",
     "influences: [{kind: wind, x: 1, y: 0, flock: rocks}]\n", 0, COVEY_DOING_NOTHING},
};

static void test_an_agent_does_what_acts_most_on_it(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const row *one = &rows[k];
        char text[1024], body[900];
        (void)snprintf(body, sizeof body, boids, one->agents, one->more, one->flocks,
                       one->influences);
        (void)snprintf(text, sizeof text, "%s%s", head, body);
        covey_scenario *scenario = scenario_read(text);
        covey_world *world = scenario_world(scenario);
        int doing = doing_of(world, one->flock, 0);
        if (doing != one->doing)
            fail_msg("row %zu: %d, not %d", k, doing, one->doing);
        covey_world_destroy(world);
        covey_scenario_destroy(scenario);
    }
}

/// The world of a preset after some steps.
static covey_world *run(const char *name, int steps)
{
    const covey_preset *preset = covey_preset_find(name);
    assert_non_null(preset);
    covey_scenario *scenario = scenario_read(preset->text);
    covey_world *world = scenario_world(scenario);
    test_world_steps(world, steps, covey_scenario_plan(scenario).dt);
    covey_scenario_destroy(scenario);
    return world;
}

static void test_of_rules_the_strongest_is_told(void **unused)
{
    (void)unused;
    covey_world *world = run("torus-0", 30);
    int told[3] = {0};
    for (uint32_t id = 0; id < 200; id++) {
        static const char *const rules[] = {"separation", "alignment", "cohesion"};
        double most = 0.0;
        int wanted = COVEY_DOING_NOTHING;
        for (int k = 0; k < 3; k++) {
            covey_vec push;
            assert_int_equal(covey_world_rule(world, 0, id, rules[k], &push), COVEY_OK);
            if (covey_vec_length(push) > most) {
                most = covey_vec_length(push);
                wanted = COVEY_DOING_RULE + k;
            }
        }
        assert_int_equal(doing_of(world, 0, id), wanted);
        if (wanted >= COVEY_DOING_RULE)
            told[wanted - COVEY_DOING_RULE]++;
    }
    assert_true((told[0] > 0) + (told[1] > 0) + (told[2] > 0) >= 2); // or it says little
    covey_world_destroy(world);
}

static void test_nothing_acts_on_the_dead(void **unused)
{
    (void)unused;
    covey_world *world = run("mason-flockers", 30);
    for (uint32_t id = 0; id < 20; id++)
        assert_int_equal(doing_of(world, covey_world_find(world, "dead"), id), COVEY_DOING_NOTHING);
    covey_world_destroy(world);
}

static void test_a_model_without_rules_is_one(void **unused)
{
    (void)unused;
    covey_world *world = run("vicsek-ordered", 3);
    assert_int_equal(doing_of(world, 0, 0), COVEY_DOING_RULES);
    covey_world_destroy(world);
    world = run("shepherd", 10);
    int dogs = covey_world_prey(world, 1) >= 0 ? 1 : 0;
    assert_int_equal(doing_of(world, dogs, 0), COVEY_DOING_CHASE);
    covey_world_destroy(world);
}

static void test_asking_changes_no_bit(void **unused)
{
    (void)unused;
    static const char *const names[] = {"torus-predators", "couzin-mill-3d", "crowd", "shepherd"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        covey_world *asked = run(names[k], 20), *left = run(names[k], 20);
        for (int flock = 0; flock < covey_world_flocks(asked); flock++)
            (void)doing_of(asked, flock, 0);
        assert_true(covey_world_hash(asked) == covey_world_hash(left));
        test_world_expect_alike(asked, left);
    }
}

static void test_what_makes_no_sense_is_refused(void **unused)
{
    (void)unused;
    uint8_t doing[200];
    covey_world *world = run("torus-2", 0);
    assert_int_equal(covey_world_doing(world, 1, 0.1, doing), COVEY_ARG);
    assert_int_equal(covey_world_doing(world, -1, 0.1, doing), COVEY_ARG);
    assert_int_equal(covey_world_doing(world, 0, (double)NAN, doing), COVEY_ARG);
    assert_int_equal(covey_world_doing(world, 0, 0.1, NULL), COVEY_ARG);
    assert_int_equal(covey_world_doing(NULL, 0, 0.1, doing), COVEY_ARG);
    assert_int_equal(covey_session_doing(NULL, 0, doing), COVEY_ARG);
    covey_world_destroy(world);
}

static void test_all_but_rules_have_words(void **unused)
{
    (void)unused;
    for (int k = 0; k < COVEY_DOING_RULE; k++)
        assert_non_null(covey_doing_name(k));
    assert_null(covey_doing_name(-1));
    assert_null(covey_doing_name(COVEY_DOING_RULE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_agent_does_what_acts_most_on_it),
        cmocka_unit_test(test_of_rules_the_strongest_is_told),
        cmocka_unit_test(test_nothing_acts_on_the_dead),
        cmocka_unit_test(test_a_model_without_rules_is_one),
        cmocka_unit_test(test_asking_changes_no_bit),
        cmocka_unit_test(test_what_makes_no_sense_is_refused),
        cmocka_unit_test(test_all_but_rules_have_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
