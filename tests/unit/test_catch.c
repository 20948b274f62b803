// SPDX-License-Identifier: MIT
// Hunters catch the prey that is near at the end of a step; others are born.
#include "support/heap.h"
#include "support/scenario.h"
#include "support/session.h"
#include "support/world.h"

#include "covey/events.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SIDE 40.0

enum { BOIDS = 200, HAWKS = 12, STEPS = 40, EVENTS = 500 };

static covey_world *make(covey_space space, int threads, double reach, bool births)
{
    covey_world_def def = covey_world_def_default();
    def.space = space;
    def.threads = threads;
    def.seed = 9;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    flock.name = "boids";
    flock.model = "torus";
    flock.count = BOIDS;
    test_world_add(world, &flock);
    flock.name = "hawks";
    flock.model = "predator";
    flock.hunts = "boids";
    flock.count = HAWKS;
    flock.catches = reach;
    flock.births = births;
    test_world_add(world, &flock);
    assert_int_equal(covey_world_events_take(world, EVENTS, NULL), COVEY_OK);
    return world;
}

static double distance(const covey_world *world, covey_vec a, covey_vec b)
{
    covey_space space = covey_world_view(world, 0).space;
    return covey_vec_length(covey_space_offset(&space, a, b));
}

/// Checks the step that was taken: `plain` took the same one and catches none, so it still has the
/// agents that were caught.
static size_t check_step(const covey_world *world, const covey_world *plain, double reach)
{
    size_t count = 0, at = 0; // events of other kinds are between
    covey_events events = covey_world_events(world);
    for (uint32_t id = 0; id < covey_world_next_id(plain, 0); id++) {
        covey_pose pose;
        if (covey_world_get(plain, 0, id, &pose, NULL) != COVEY_OK)
            continue;
        double least = HUGE_VAL;
        covey_id nearest = COVEY_NO_AGENT;
        for (uint32_t hawk = 0; hawk < HAWKS; hawk++) {
            double away = distance(world, pose.pos, test_world_pos(plain, 1, hawk));
            nearest = away < least ? hawk : nearest;
            least = away < least ? away : least;
        }
        bool caught = covey_world_index(world, 0, id) < 0;
        assert_int_equal(caught, least <= reach);
        if (!caught)
            continue;
        while (events.list[at].kind != COVEY_EVENT_CAUGHT)
            at++;
        const covey_event *event = &events.list[at++];
        count++;
        assert_true(event->flock == 0 && event->by_flock == 1 && event->watch == -1);
        assert_int_equal(event->id, id);
        assert_int_equal(event->by, nearest);
    }
    return count;
}

/// Each step is also taken by a world from the same state that catches none.
static void expect_catches(covey_space space, double reach, bool births)
{
    covey_world *world = make(space, 1, reach, births), *many = make(space, 3, reach, births);
    size_t all = 0;
    for (int step = 0; step < STEPS; step++) {
        covey_world *plain = make(space, 1, 0, false);
        assert_int_equal(covey_world_adopt(plain, world, NULL), COVEY_OK);
        for (uint32_t id = 0; id < covey_world_next_id(plain, 0); id++)
            if (covey_world_index(world, 0, id) < 0)
                (void)covey_world_remove(plain, 0, id, NULL); // which adopting makes anew
        test_world_steps(plain, 1, 0.1);
        test_world_steps(world, 1, 0.1);
        test_world_steps(many, 1, 0.1);
        all += check_step(world, plain, reach);
        assert_true(covey_world_hash(world) == covey_world_hash(many));
        assert_int_equal(covey_world_view(world, 0).count, births ? BOIDS : BOIDS - all);
        covey_world_destroy(plain);
    }
    assert_true(all > 5);
    assert_int_equal(covey_world_caught(world, 1), all);
    assert_int_equal(covey_world_next_id(world, 0), births ? BOIDS + all : BOIDS);
    covey_world_destroy(world);
    covey_world_destroy(many);
}

static void test_the_nearest_hunter_catches(void **unused)
{
    (void)unused;
    covey_space plane = covey_space_torus(SIDE, SIDE);
    expect_catches(plane, 1.5, false);
    expect_catches(plane, 1.5, true);
    expect_catches(covey_space_reflecting(SIDE, SIDE), 1.5, true);
    expect_catches(covey_space_open(), 4, false);
    expect_catches(covey_space_deep(covey_space_torus(15, 15), 15), 2, true);
    covey_world *world = make(plane, 1, SIDE, false); // across the whole torus
    test_world_steps(world, 1, 0.1);
    assert_int_equal(covey_world_view(world, 0).count, 0);
    test_world_steps(world, 2, 0.1);
    covey_world_destroy(world);
}

/// The newborn are all over the space, and clear of solids.
static void test_agents_are_born_everywhere_but_in_solids(void **unused)
{
    (void)unused;
    covey_world *world = make(covey_space_torus(SIDE, SIDE), 1, SIDE, true);
    const double x[] = {10}, y[] = {10};
    const covey_setting radius = {"radius", 8};
    covey_influence_def def = covey_influence_def_default();
    def.kind = "obstacle";
    def.points[0] = x;
    def.points[1] = y;
    def.points_count = 1;
    def.settings = &radius;
    def.settings_count = 1;
    int handle, cells[16] = {0};
    assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_OK);
    for (int step = 0; step < 20; step++) {
        test_world_steps(world, 1, 0.1);
        covey_view view = covey_world_view(world, 0);
        for (size_t i = 0; i < view.count; i++) {
            covey_vec pos = {view.pos[0][i], view.pos[1][i], 0};
            assert_true(covey_vec_length(covey_vec_sub(pos, (covey_vec){10, 10, 0})) >= 8);
            cells[4 * (int)(pos.x / 10) + (int)(pos.y / 10)] += pos.x > 20 || pos.y > 20;
        }
    }
    for (int cell = 8; cell < 16; cell++)
        assert_true(cells[cell] > 160 && cells[cell] < 440); // of 4000 in 14 cells or so
    assert_int_equal(covey_world_caught(world, 1), 20 * BOIDS);
    covey_world_destroy(world);
}

static void test_a_restored_world_has_caught_as_many(void **unused)
{
    (void)unused;
    covey_world *world = make(covey_space_torus(SIDE, SIDE), 1, 1.5, true);
    covey_world *other = make(covey_space_torus(SIDE, SIDE), 2, 1.5, true);
    covey_world *plain = make(covey_space_torus(SIDE, SIDE), 2, 1.25, true);
    test_world_steps(world, 10, 0.1);
    size_t size = covey_world_snapshot_size(world);
    void *bytes = malloc(size);
    assert_int_equal(covey_world_save(world, bytes, size), COVEY_OK);
    assert_int_equal(covey_world_restore(other, bytes, size, NULL), COVEY_OK);
    assert_int_equal(covey_world_restore(plain, bytes, size, NULL), COVEY_INPUT);
    assert_int_equal(covey_world_caught(other, 1), covey_world_caught(world, 1));
    test_world_steps(world, 10, 0.1);
    test_world_steps(other, 10, 0.1);
    assert_true(covey_world_hash(world) == covey_world_hash(other));
    free(bytes);
    covey_world_destroy(world);
    covey_world_destroy(other);
    covey_world_destroy(plain);
}

static void test_catches_that_cannot_be_are_refused(void **unused)
{
    (void)unused;
    covey_world *world = make(covey_space_open(), 1, 1, false);
    covey_flock_def flock = covey_flock_def_default();
    covey_error error;
    int number;
    flock.name = "owls";
    flock.model = "predator";
    flock.catches = 1;
    assert_int_equal(covey_world_add(world, &flock, &number, &error), COVEY_ARG);
    assert_string_equal(error.message, "flock owls hunts none that it could catch");
    flock.hunts = "boids";
    flock.births = true;
    assert_int_equal(covey_world_add(world, &flock, &number, &error), COVEY_ARG);
    flock.births = false;
    flock.catches = (double)NAN;
    assert_int_equal(covey_world_add(world, &flock, &number, &error), COVEY_ARG);
    assert_int_equal(covey_world_flocks(world), 2);
    assert_int_equal(covey_world_caught(world, 7), 0);
    assert_int_equal(covey_world_caught(NULL, 0), 0);
    assert_int_equal(covey_world_drop(world, 0, NULL), COVEY_OK); // hawks without prey
    test_world_steps(world, 2, 0.1);
    covey_world_destroy(world);
}

static covey_status attempt(test_heap *heap)
{
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(9, 9);
    def.allocator = test_heap_allocator(heap);
    covey_world *world;
    covey_flock_def flock = covey_flock_def_default();
    flock.count = 20;
    int number;
    covey_status status = covey_world_create(&def, &world, NULL);
    if (status == COVEY_OK)
        status = covey_world_add(world, &flock, &number, NULL);
    flock.name = "hawks";
    flock.hunts = "flock";
    flock.catches = 3;
    flock.births = true;
    if (status == COVEY_OK)
        status = covey_world_add(world, &flock, &number, NULL);
    size_t calls = heap->calls;
    if (status == COVEY_OK)
        test_world_steps(world, 5, 0.1);
    assert_int_equal(heap->calls, calls); // steps take no memory
    covey_world_destroy(world);
    return status;
}

static void test_without_memory_nothing_is_caught_and_no_harm_done(void **unused)
{
    (void)unused;
    assert_true(test_heap_fail_everywhere(attempt) > 4);
}

// ---- Scenarios and sessions ----

static const char hunt[] = "space: {kind: torus, width: 40, height: 40}\n"
                           "flocks:\n"
                           "- {name: boids, model: torus, count: 60}\n"
                           "- {name: hawks, model: predator, hunts: boids, count: 3, catch: 2}\n";

static void test_scenarios_have_catches(void **unused)
{
    (void)unused;
    scenario_check_round_trip(hunt);
    covey_scenario *scenario = scenario_read(hunt);
    covey_error error;
    scenario_set(scenario, "hawks.catch", "{radius: 3, births: yes}");
    assert_true(covey_scenario_flock(scenario, 1).births);
    scenario_set(scenario, "hawks.catch.radius", "0");
    assert_true(covey_scenario_flock(scenario, 1).catches == 0);
    assert_int_equal(covey_scenario_set(scenario, "boids.catch", "1", &error), COVEY_INPUT);
    assert_non_null(strstr(error.message, "boids has no key hunts"));
    covey_scenario_destroy(scenario);
}

/// The caught do not come back with a command, whether or not that makes the world anew.
static void test_the_caught_stay_away_through_commands(void **unused)
{
    (void)unused;
    covey_session *session = session_begin(hunt, 1);
    session_steps(session, 60);
    size_t left = covey_world_view(covey_session_world(session), 0).count;
    uint64_t caught = covey_world_caught(covey_session_world(session), 1);
    assert_true(left < 60 && left + caught == 60);
    session_order(session, "set boids.cohesion 0.5");
    session_order(session, "set hawks.catch.radius 1");
    assert_int_equal(covey_world_view(covey_session_world(session), 0).count, left);
    assert_int_equal(covey_world_caught(covey_session_world(session), 1), caught);
    session_order(session, "set boids.count 70");
    assert_int_equal(covey_world_view(covey_session_world(session), 0).count, left + 10);
    covey_session_destroy(session);
}

static size_t boids_of(const covey_session *session)
{
    return covey_world_view(covey_session_world(session), 0).count;
}

/// Whatever comes of the hunters, the number of agents changes by catches and the key count alone.
static void test_changed_hunters_bring_no_agent_back_and_take_none(void **unused)
{
    (void)unused;
    static const char *const changes[] = {"set hawks.catch.radius 0", "set hawks.catch.births yes",
                                          "set hawks.catch.births no", "set flocks.1 ~"};
    for (size_t k = 0; k < sizeof changes / sizeof *changes; k++)
        for (int births = 0; births < 2; births++) {
            covey_session *session = session_begin(hunt, 1);
            if (births)
                session_order(session, "set hawks.catch {radius: 2, births: yes}");
            session_steps(session, 60);
            size_t left = boids_of(session);
            assert_int_equal(left == 60, births);
            session_order(session, changes[k]);
            session_order(session, "set boids.cohesion 0.5");
            session_order(session, "set boids.body 0.25"); // makes the world anew
            assert_int_equal(boids_of(session), left);
            for (int times = 0; times < 3; times++)
                session_order(session, "undo");
            assert_int_equal(boids_of(session), left);
            session_order(session, "set boids.count 64");
            assert_int_equal(boids_of(session), left + 4);
            session_order(session, "undo");
            assert_int_equal(boids_of(session), left);
            covey_session_destroy(session);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_nearest_hunter_catches),
        cmocka_unit_test(test_agents_are_born_everywhere_but_in_solids),
        cmocka_unit_test(test_a_restored_world_has_caught_as_many),
        cmocka_unit_test(test_catches_that_cannot_be_are_refused),
        cmocka_unit_test(test_without_memory_nothing_is_caught_and_no_harm_done),
        cmocka_unit_test(test_scenarios_have_catches),
        cmocka_unit_test(test_the_caught_stay_away_through_commands),
        cmocka_unit_test(test_changed_hunters_bring_no_agent_back_and_take_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
