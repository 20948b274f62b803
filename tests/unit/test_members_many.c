// SPDX-License-Identifier: MIT
// Many agents at once: as many calls for one agent, or nothing at all.
#include "covey/batch.h"
#include "support/world.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { AGENTS = 40, CAPACITY = 60 };

static covey_world *make_world(void)
{
    covey_world *world = test_world_in(covey_space_torus(20, 20));
    covey_flock_def flock = covey_flock_def_default();
    flock.model = "unicycle"; // its motion keeps numbers that follow from the velocity
    flock.count = AGENTS;
    flock.capacity = CAPACITY;
    test_world_add(world, &flock);
    test_world_steps(world, 2, 0.1);
    return world;
}

static const covey_id ids[] = {7, 31, 0, 12};
static const covey_pose poses[] = {{{1, 2, 0}, {1, 0, 0}},
                                   {{21, 3, 0}, {0, 2, 0}},
                                   {{4, 4, 0}, {-1, 0, 0}},
                                   {{9, 9, 0}, {0, 0, 0}}};
static const covey_vec changes[] = {{1, 0, 0}, {0, -2, 0}, {3, 3, 0}, {0, 0, 0}};

static void test_many_calls_are_as_one_call_each(void **unused)
{
    (void)unused;
    covey_world *many = make_world(), *one = make_world();
    covey_id first = 0;
    covey_pose got[4], alone;
    assert_int_equal(covey_world_put_many(many, 0, 4, ids, poses, NULL), COVEY_OK);
    assert_int_equal(covey_world_push_many(many, 0, 4, ids, changes, NULL), COVEY_OK);
    assert_int_equal(covey_world_spawn_many(many, 0, 4, poses, &first, NULL), COVEY_OK);
    assert_int_equal(covey_world_remove_many(many, 0, 3, ids + 1, NULL), COVEY_OK);
    for (int k = 0; k < 4; k++) {
        covey_pose pushed = poses[k];
        pushed.vel = covey_vec_add(pushed.vel, changes[k]);
        assert_int_equal(covey_world_put(one, 0, ids[k], pushed, NULL), COVEY_OK);
    }
    for (int k = 0; k < 4; k++)
        assert_int_equal(covey_world_spawn(one, 0, poses[k], NULL, NULL), COVEY_OK);
    for (int k = 1; k < 4; k++)
        assert_int_equal(covey_world_remove(one, 0, ids[k], NULL), COVEY_OK);
    assert_int_equal(first, AGENTS);
    assert_true(covey_world_hash(many) == covey_world_hash(one));
    const covey_id asked[] = {7, 7, 41, 3};
    assert_int_equal(covey_world_get_many(many, 0, 4, asked, got, NULL), COVEY_OK);
    for (int k = 0; k < 4; k++) {
        assert_int_equal(covey_world_get(one, 0, asked[k], &alone, NULL), COVEY_OK);
        assert_memory_equal(&got[k], &alone, sizeof alone);
    }
    test_world_steps(many, 3, 0.1);
    test_world_steps(one, 3, 0.1);
    assert_true(covey_world_hash(many) == covey_world_hash(one));
    covey_world_destroy(many);
    covey_world_destroy(one);
}

static void test_one_wrong_entry_changes_no_agent(void **unused)
{
    (void)unused;
    covey_world *world = make_world();
    uint64_t hash = covey_world_hash(world);
    const covey_id unknown[] = {7, 99}, twice[] = {3, 5, 3};
    covey_pose wrong[2] = {poses[0], {{(double)NAN, 0, 0}, {0, 0, 0}}},
               got[2] = {poses[1], poses[1]};
    const covey_vec far[] = {{1, 0, 0}, {HUGE_VAL, 0, 0}};
    covey_pose crowd[CAPACITY] = {{{0, 0, 0}, {0, 0, 0}}};
    covey_id first = 77;
    covey_error error;
    assert_int_equal(covey_world_put_many(world, 0, 2, unknown, poses, &error), COVEY_ARG);
    assert_string_equal(error.message, "flock flock has no agent 99");
    assert_int_equal(covey_world_put_many(world, 0, 2, ids, wrong, NULL), COVEY_ARG);
    assert_int_equal(covey_world_push_many(world, 0, 2, ids, far, NULL), COVEY_ARG);
    assert_int_equal(covey_world_push(world, 0, 99, far[0], NULL), COVEY_ARG);
    const covey_vec sums[] = {{0, 0.8 * DBL_MAX, 0}, {1, 0, 0}, {0, 0.8 * DBL_MAX, 0}};
    assert_int_equal(covey_world_push_many(world, 0, 3, twice, sums, &error), COVEY_ARG);
    assert_string_equal(error.message, "agent 3 of flock flock has a velocity or change too long "
                                       "for a batch in which an agent is pushed twice");
    assert_int_equal(covey_world_spawn_many(world, 0, 2, wrong, &first, NULL), COVEY_ARG);
    assert_int_equal(covey_world_spawn_many(world, 0, CAPACITY - AGENTS + 1, crowd, &first, NULL),
                     COVEY_ARG);
    assert_int_equal(covey_world_remove_many(world, 0, 2, unknown, NULL), COVEY_ARG);
    assert_int_equal(covey_world_remove_many(world, 0, 3, twice, &error), COVEY_ARG);
    assert_string_equal(error.message, "agent 3 of flock flock is to be removed twice");
    assert_int_equal(covey_world_get_many(world, 0, 2, unknown, got, NULL), COVEY_ARG);
    assert_memory_equal(&got[0], &poses[1], sizeof got[0]);
    assert_int_equal(covey_world_put_many(world, 0, 2, NULL, poses, NULL), COVEY_ARG);
    assert_int_equal(covey_world_remove_many(world, 1, 0, NULL, NULL), COVEY_ARG);
    assert_int_equal(covey_world_remove_many(NULL, 0, 0, NULL, NULL), COVEY_ARG);
    assert_int_equal(covey_world_put_many(world, 0, 0, NULL, NULL, NULL), COVEY_OK);
    assert_int_equal(first, 77);
    assert_int_equal(covey_world_next_id(world, 0), AGENTS);
    assert_true(covey_world_hash(world) == hash);
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many_calls_are_as_one_call_each),
        cmocka_unit_test(test_one_wrong_entry_changes_no_agent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
