// SPDX-License-Identifier: MIT
// Schedules: a parameter that follows one gives the bits of a program that sets it step by step.
#include "support/heap.h"
#include "support/scenario.h"
#include "support/session.h"
#include "support/world.h"

#include "covey/schedule.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { STEPS = 30, SIZE = 1 << 16 };

static const uint64_t ramp_steps[] = {3, 10, 20};
static const double ramp_values[] = {4, 0.5, 5};
static const covey_schedule ramp = {0, -1,         "noise",    COVEY_SCHEDULE_LINEAR,
                                    3, ramp_steps, ramp_values};

static const char vicsek[] = "space: {kind: torus, width: 9, height: 9}\n"
                             "seed: 5\n"
                             "flocks:\n"
                             "- {name: others, model: cucker_smale, count: 9}\n"
                             "- {name: boids, model: vicsek, count: 120, speed: 0.4}\n"
                             "influences: {kind: wind, x: 1}\n";

/// The text with a `schedule`.
static const char *with(const char *schedule)
{
    static char text[SIZE];
    (void)snprintf(text, sizeof text, "%sschedule: %s\n", vicsek, schedule);
    return text;
}

static covey_world *make(int threads, covey_allocator allocator)
{
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(9, 9);
    def.threads = threads;
    def.allocator = allocator;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = test_flock_plain("vicsek", 150);
    test_world_add(world, &flock);
    return world;
}

static void test_values_are_those_between_the_points(void **unused)
{
    (void)unused;
    static const struct {
        uint64_t step;
        double linear, steps;
    } rows[] = {{0, 4, 4},       {3, 4, 4},       {4, 3.5, 4}, {9, 1, 4},   {10, 0.5, 0.5},
                {11, 0.95, 0.5}, {15, 2.75, 0.5}, {20, 5, 5},  {1000, 5, 5}};
    covey_schedule jumps = ramp;
    jumps.form = COVEY_SCHEDULE_STEPS;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        assert_true(fabs(covey_schedule_value(&ramp, rows[k].step) - rows[k].linear) < 1e-14);
        assert_true(covey_schedule_value(&jumps, rows[k].step) == rows[k].steps);
    }
    const uint64_t far[] = {0, 3};
    const double huge[] = {-1.7e308, 1.7e308};
    const covey_schedule wide = {0, -1, "x", COVEY_SCHEDULE_LINEAR, 2, far, huge};
    assert_true(fabs(covey_schedule_value(&wide, 1)) < 1e308); // where the difference overflows
}

static void test_a_schedule_gives_the_bits_of_setting_by_hand(void **unused)
{
    (void)unused;
    for (int threads = 1; threads <= 3; threads += 2) {
        covey_world *by_itself = make(threads, (covey_allocator){0});
        covey_world *by_hand = make(1, (covey_allocator){0});
        assert_int_equal(covey_world_schedule_add(by_itself, &ramp, NULL), COVEY_OK);
        for (uint64_t step = 0; step < STEPS; step++) {
            double value = covey_schedule_value(&ramp, step);
            assert_int_equal(covey_world_set(by_hand, 0, "noise", value, NULL), COVEY_OK);
            test_world_steps(by_hand, 1, 0.1);
            test_world_steps(by_itself, 1, 0.1);
            assert_true(covey_world_param(by_itself, 0, "noise") == value);
            assert_true(covey_world_hash(by_itself) == covey_world_hash(by_hand));
        }
        covey_world_destroy(by_itself);
        covey_world_destroy(by_hand);
    }
}

static atomic_int blocks_left; ///< before a step is stopped

static bool stops(void *unused)
{
    (void)unused;
    return atomic_fetch_sub(&blocks_left, 1) == 0;
}

/// Fails unless the world is saved as those bytes; takes its step in full afterwards.
static void stop_and_step(covey_world *world, covey_world *straight)
{
    static unsigned char before[SIZE], after[SIZE];
    size_t size = covey_world_snapshot_size(world);
    assert_true(size <= SIZE);
    assert_int_equal(covey_world_save(world, before, size), COVEY_OK);
    for (int block = 0; block < 2; block++) {
        atomic_store(&blocks_left, block);
        assert_int_equal(covey_world_step(world, 0.1), COVEY_INTERRUPTED);
        assert_int_equal(covey_world_save(world, after, size), COVEY_OK);
        assert_memory_equal(before, after, size);
        assert_int_equal(covey_world_steps(world), covey_world_steps(straight));
        assert_true(covey_world_hash(world) == covey_world_hash(straight));
    }
    atomic_store(&blocks_left, -1);
    test_world_steps(world, 1, 0.1);
    test_world_steps(straight, 1, 0.1);
    assert_true(covey_world_hash(world) == covey_world_hash(straight));
}

static void test_a_stopped_step_leaves_the_world_as_it_was(void **unused)
{
    (void)unused;
    for (int threads = 1; threads <= 3; threads += 2) {
        covey_world *straight = make(1, (covey_allocator){0});
        covey_world_def def = covey_world_def_default();
        def.space = covey_space_torus(9, 9);
        def.threads = threads;
        def.stop = stops;
        covey_world *world = test_world_create(&def);
        covey_flock_def flock = test_flock_plain("vicsek", 150);
        test_world_add(world, &flock);
        assert_int_equal(covey_world_schedule_add(straight, &ramp, NULL), COVEY_OK);
        assert_int_equal(covey_world_schedule_add(world, &ramp, NULL), COVEY_OK);
        for (int step = 0; step < STEPS; step++)
            stop_and_step(world, straight);
        covey_world_destroy(straight);
        covey_world_destroy(world);
    }
}

/// Also where the parameter of the world had the value of another step.
static void test_a_restored_world_goes_on_with_the_schedule(void **unused)
{
    (void)unused;
    covey_world *world = make(1, (covey_allocator){0}), *other = make(2, (covey_allocator){0});
    assert_int_equal(covey_world_schedule_add(world, &ramp, NULL), COVEY_OK);
    assert_int_equal(covey_world_schedule_add(other, &ramp, NULL), COVEY_OK);
    test_world_steps(world, 7, 0.1);
    size_t size = covey_world_snapshot_size(world);
    void *bytes = malloc(size);
    assert_int_equal(covey_world_save(world, bytes, size), COVEY_OK);
    test_world_steps(world, 10, 0.1);
    test_world_steps(other, 25, 0.1);
    assert_int_equal(covey_world_restore(other, bytes, size, NULL), COVEY_OK);
    test_world_steps(other, 10, 0.1);
    assert_true(covey_world_hash(world) == covey_world_hash(other));
    free(bytes);
    covey_world_destroy(world);
    covey_world_destroy(other);
}

static covey_status attempt(test_heap *heap)
{
    covey_world *world;
    covey_world_def def = covey_world_def_default();
    def.allocator = test_heap_allocator(heap);
    covey_status status = covey_world_create(&def, &world, NULL);
    covey_flock_def flock = test_flock_plain("topological", 20);
    int number;
    if (status == COVEY_OK)
        status = covey_world_add(world, &flock, &number, NULL);
    const double values[] = {7, 3, 9};
    const covey_schedule neighbors = {0, -1,         "neighbors", COVEY_SCHEDULE_STEPS,
                                      3, ramp_steps, values};
    if (status == COVEY_OK)
        status = covey_world_schedule_add(world, &neighbors, NULL);
    size_t calls = heap->calls;
    if (status == COVEY_OK)
        test_world_steps(world, STEPS, 0.1);
    assert_int_equal(heap->calls, calls); // steps take no memory
    covey_world_destroy(world);
    return status;
}

static void test_without_memory_there_is_no_schedule_and_no_harm(void **unused)
{
    (void)unused;
    assert_true(test_heap_fail_everywhere(attempt) > 4);
}

static void expect_refused(covey_world *world, covey_schedule bad, const char *part)
{
    covey_error error;
    int before = covey_world_schedules(world);
    assert_int_equal(covey_world_schedule_add(world, &bad, &error), COVEY_ARG);
    if (strstr(error.message, part) == NULL)
        fail_msg("%s lacks %s", error.message, part);
    assert_int_equal(covey_world_schedules(world), before);
    assert_true(covey_world_param(world, 0, "noise") == 0.25);
}

static void test_schedules_that_cannot_be_are_refused(void **unused)
{
    (void)unused;
    covey_world *world = make(1, (covey_allocator){0});
    assert_int_equal(covey_world_set(world, 0, "noise", 0.25, NULL), COVEY_OK);
    covey_schedule bad = ramp;
    bad.flock = 1;
    expect_refused(world, bad, "flock");
    bad = ramp;
    bad.name = "nose";
    expect_refused(world, bad, "no parameter nose");
    bad = ramp;
    bad.flock = -1;
    bad.influence = 4;
    expect_refused(world, bad, "no influence 4");
    bad = ramp;
    bad.count = 0;
    expect_refused(world, bad, "1 to 1000000 points");
    bad = ramp;
    bad.form = (covey_schedule_form)2;
    expect_refused(world, bad, "no form 2");
    bad = ramp;
    bad.name = "update";
    expect_refused(world, bad, "goes by steps");
    bad = ramp;
    bad.steps = (const uint64_t[]){3, 3, 4};
    expect_refused(world, bad, "do not rise");
    bad = ramp;
    bad.values = (const double[]){1, 2, 100};
    expect_refused(world, bad, "noise");
    covey_world_destroy(world);
}

static void test_a_scheduled_parameter_is_not_set_otherwise(void **unused)
{
    (void)unused;
    covey_world *world = make(1, (covey_allocator){0});
    covey_error error;
    assert_int_equal(covey_world_schedule_add(world, &ramp, NULL), COVEY_OK);
    assert_true(covey_world_param(world, 0, "noise") == 4);
    assert_int_equal(covey_world_schedule_add(world, &ramp, &error), COVEY_ARG);
    assert_int_equal(covey_world_set(world, 0, "noise", 1, &error), COVEY_ARG);
    assert_string_equal(error.message, "noise follows a schedule");
    assert_int_equal(covey_world_schedule_clear(world, NULL), COVEY_OK);
    assert_int_equal(covey_world_set(world, 0, "noise", 1, NULL), COVEY_OK);
    covey_world_destroy(world);
}

/// Each value alone is fine. The step moves no agent, and the world goes on without schedules.
static void test_schedules_that_meet_are_told_with_their_step(void **unused)
{
    (void)unused;
    static const uint64_t steps[] = {0, 20};
    static const double rising[] = {0, 60}, falling[] = {75, 20};
    const covey_schedule low = {0, -1, "min_speed", COVEY_SCHEDULE_LINEAR, 2, steps, rising};
    const covey_schedule high = {0, -1, "max_speed", COVEY_SCHEDULE_LINEAR, 2, steps, falling};
    covey_world *world = test_world_create(&(covey_world_def){.seed = 1, .threads = 1});
    covey_flock_def flock = test_flock_plain("torus", 9);
    test_world_add(world, &flock);
    assert_int_equal(covey_world_schedule_add(world, &low, NULL), COVEY_OK);
    assert_int_equal(covey_world_schedule_add(world, &high, NULL), COVEY_OK);
    test_world_steps(world, 14, 0.1);
    uint64_t hash = covey_world_hash(world);
    assert_int_equal(covey_world_step(world, 0.1), COVEY_ARG);
    assert_non_null(strstr(covey_world_error(world)->message, "at step 14: min_speed"));
    assert_true(covey_world_steps(world) == 14 && covey_world_hash(world) == hash);
    assert_int_equal(covey_world_schedule_clear(world, NULL), COVEY_OK);
    test_world_steps(world, 1, 0.1);
    covey_world_destroy(world);
}

static void test_schedules_stay_with_their_flocks(void **unused)
{
    (void)unused;
    covey_scenario *scenario =
        scenario_read(with("[{set: boids.noise, steps: [0, 9], values: [0, 3]},"
                           " {set: others.decay, steps: [0], values: [1]}]"));
    covey_world *world = scenario_world(scenario);
    assert_int_equal(covey_world_schedules(world), 2);
    assert_int_equal(covey_world_drop(world, 0, NULL), COVEY_OK);
    assert_int_equal(covey_world_schedules(world), 1);
    test_world_steps(world, 4, 0.1);
    assert_true(covey_world_param(world, 0, "noise") == 1);
    assert_int_equal(covey_world_schedule(world, 1).count, 0);
    covey_world_destroy(world);
    covey_scenario_destroy(scenario);
}

// ---- Scenarios and sessions ----

static void test_scenarios_print_their_schedules(void **unused)
{
    (void)unused;
    scenario_check_round_trip(with("{set: noise, steps: [0, 10], values: [5, 0]}"));
    scenario_check_round_trip(
        with("[{set: boids.update, steps: [0, 4], values: [old, new]},"
             " {set: influences.0.x, steps: [5], values: [2], form: steps}]"));
    covey_scenario *scenario = scenario_read(with("{set: noise, steps: [0, 10], values: [5, 0]}"));
    covey_error error;
    assert_int_equal(covey_scenario_set(scenario, "boids.noise", "1", &error), COVEY_INPUT);
    assert_non_null(strstr(error.message, "boids.noise follows its schedule"));
    scenario_set(scenario, "schedule.0.values", "[5, 1]");
    scenario_set(scenario, "schedule.0", "~");
    scenario_set(scenario, "boids.noise", "1");
    assert_int_equal(covey_scenario_schedule(scenario, 0).count, 0);
    covey_scenario_destroy(scenario);
}

static covey_status write_text(void *context, const void *bytes, size_t size)
{
    strncat(context, bytes, size);
    return COVEY_OK;
}

/// Commands that make the world anew, or change its influences, leave the schedules as they are.
static void test_schedules_go_on_through_commands(void **unused)
{
    (void)unused;
    static char text[SIZE];
    covey_session *session =
        session_begin(with("[{set: noise, steps: [0, 20], values: [0, 4]},"
                           " {set: influences.0.x, steps: [0, 20], values: [1, 3]}]"),
                      1);
    session_steps(session, 5);
    session_order(session, "set speed 0.6");
    session_order(session, "set influences.1 {kind: wind, y: 1}");
    session_order(session, "set boids.count 130");
    session_steps(session, 6);
    const covey_world *world = covey_session_world(session);
    assert_true(covey_world_param(world, 1, "noise") == 2);
    assert_true(covey_world_influence_param(world, covey_world_influence_at(world, 0), "x") == 2);
    session_order(session, "set schedule.0.values [0, 2]");
    session_steps(session, 1);
    assert_true(fabs(covey_world_param(covey_session_world(session), 1, "noise") - 1.1) < 1e-15);
    text[0] = '\0';
    const covey_sink sink = {write_text, text};
    assert_int_equal(covey_session_write_state(session, sink, NULL), COVEY_OK);
    covey_scenario *scenario = scenario_read(text);
    covey_schedule first = covey_scenario_schedule(scenario, 0);
    assert_int_equal(first.steps[0], 0); // which is step 12 of the session
    assert_int_equal(first.steps[1], 8);
    assert_true(fabs(first.values[0] - 1.2) < 1e-15 && first.values[1] == 2);
    covey_scenario_destroy(scenario);
    covey_session_destroy(session);
}

static void test_null_is_refused(void **unused)
{
    (void)unused;
    covey_world *world = make(1, (covey_allocator){0});
    covey_schedule bad = ramp;
    assert_int_equal(covey_world_schedule_add(NULL, &ramp, NULL), COVEY_ARG);
    assert_int_equal(covey_world_schedule_add(world, NULL, NULL), COVEY_ARG);
    bad.steps = NULL;
    assert_int_equal(covey_world_schedule_add(world, &bad, NULL), COVEY_ARG);
    assert_int_equal(covey_world_schedules(NULL), 0);
    assert_int_equal(covey_world_schedule(NULL, 0).count, 0);
    assert_int_equal(covey_world_schedule_clear(NULL, NULL), COVEY_ARG);
    assert_int_equal(covey_scenario_schedule(NULL, 0).count, 0);
    assert_true(isnan(covey_schedule_value(NULL, 0)));
    assert_string_equal(covey_schedule_names()[COVEY_SCHEDULE_STEPS], "steps");
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_are_those_between_the_points),
        cmocka_unit_test(test_a_schedule_gives_the_bits_of_setting_by_hand),
        cmocka_unit_test(test_a_stopped_step_leaves_the_world_as_it_was),
        cmocka_unit_test(test_a_restored_world_goes_on_with_the_schedule),
        cmocka_unit_test(test_without_memory_there_is_no_schedule_and_no_harm),
        cmocka_unit_test(test_schedules_that_cannot_be_are_refused),
        cmocka_unit_test(test_a_scheduled_parameter_is_not_set_otherwise),
        cmocka_unit_test(test_schedules_that_meet_are_told_with_their_step),
        cmocka_unit_test(test_schedules_stay_with_their_flocks),
        cmocka_unit_test(test_scenarios_print_their_schedules),
        cmocka_unit_test(test_schedules_go_on_through_commands),
        cmocka_unit_test(test_null_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
