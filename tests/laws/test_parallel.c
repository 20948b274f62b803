// SPDX-License-Identifier: MIT
// The thread that computes an agent, the number of threads and other worlds change no bit.
#include "support/world.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { AGENTS = 3000, STEPS = 12, WORLDS = 4 };
#define DT 0.05

static const covey_setting settings[] = {
    {"r_c", 2}, {"r_s", 1}, {"r_a", 1.5}, {"K_s", 0.2}, {"K_a", -0.1}};

static covey_world *make(covey_space space, int threads, covey_executor executor)
{
    covey_world_def def = covey_world_def_default();
    def.space = space;
    def.threads = threads;
    def.executor = executor;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    flock.model = "formal";
    flock.count = AGENTS;
    flock.settings = settings;
    flock.settings_count = sizeof settings / sizeof *settings;
    test_world_add(world, &flock);
    return world;
}

static covey_world *make_plain(uint64_t seed)
{
    covey_world_def def = covey_world_def_default();
    def.seed = seed;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    flock.model = "formal";
    flock.count = AGENTS;
    test_world_add(world, &flock);
    return world;
}

static void run_backwards(void *context, covey_task *task, void *argument, size_t count)
{
    (void)context;
    while (count-- > 0)
        task(argument, count);
}

static void test_any_number_of_threads_gives_the_same_hash(void **unused)
{
    (void)unused;
    const int threads[] = {1, 2, 3, 8, 64};
    const covey_space spaces[] = {covey_space_open(), covey_space_torus(60, 50)};
    for (int s = 0; s < 2; s++) {
        covey_world *expected = make(spaces[s], 1, (covey_executor){.run = run_backwards});
        test_world_steps(expected, STEPS, DT);
        for (size_t k = 0; k < sizeof threads / sizeof *threads; k++) {
            covey_world *world = make(spaces[s], threads[k], (covey_executor){0});
            test_world_steps(world, STEPS, DT);
            assert_true(covey_world_hash(world) == covey_world_hash(expected));
            assert_int_equal(covey_world_stats(world).pairs, covey_world_stats(expected).pairs);
            covey_world_destroy(world);
        }
        covey_world_destroy(expected);
    }
}

static void test_worlds_stepped_by_turns_do_not_meet(void **unused)
{
    (void)unused;
    uint64_t alone[WORLDS];
    covey_world *world[WORLDS];
    for (uint64_t seed = 0; seed < WORLDS; seed++) {
        covey_world *single = make_plain(seed);
        test_world_steps(single, STEPS, DT);
        alone[seed] = covey_world_hash(single);
        covey_world_destroy(single);
        world[seed] = make_plain(seed);
    }
    for (int step = 0; step < STEPS; step++)
        for (int k = 0; k < WORLDS; k++)
            test_world_steps(world[k], 1, DT);
    for (int k = 0; k < WORLDS; k++) {
        assert_true(covey_world_hash(world[k]) == alone[k]);
        covey_world_destroy(world[k]);
    }
}

/// Fails no test itself: assertions belong to the thread of the test.
static void *step_alone(void *argument)
{
    for (int step = 0; step < STEPS; step++)
        if (covey_world_step(argument, DT) != COVEY_OK)
            return NULL;
    return argument;
}

static void test_distinct_worlds_run_on_distinct_threads(void **unused)
{
    (void)unused;
    covey_world *world[WORLDS], *expected = make_plain(7);
    pthread_t thread[WORLDS];
    test_world_steps(expected, STEPS, DT);
    for (int k = 0; k < WORLDS; k++) {
        world[k] = make_plain(7);
        assert_int_equal(pthread_create(&thread[k], NULL, step_alone, world[k]), 0);
    }
    for (int k = 0; k < WORLDS; k++) {
        void *result;
        assert_int_equal(pthread_join(thread[k], &result), 0);
        assert_ptr_equal(result, world[k]);
        assert_true(covey_world_hash(world[k]) == covey_world_hash(expected));
        covey_world_destroy(world[k]);
    }
    covey_world_destroy(expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_number_of_threads_gives_the_same_hash),
        cmocka_unit_test(test_worlds_stepped_by_turns_do_not_meet),
        cmocka_unit_test(test_distinct_worlds_run_on_distinct_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
