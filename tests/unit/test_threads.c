// SPDX-License-Identifier: MIT
// The pool of workers: every task once, whatever its number; and the check of the rounding rules.
#define _GNU_SOURCE
#include "base/threads.h"
#include "support/world.h"

#include <fenv.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

#include <cmocka.h>

enum { MOST = 1000 };

typedef struct tally {
    atomic_int times[MOST + 1];
    atomic_int signals_open; ///< tasks on a thread that takes SIGINT, the caller's aside
    pthread_t caller;
} tally;

static void count(void *argument, size_t index)
{
    tally *sheet = argument;
    atomic_fetch_add(&sheet->times[index], 1);
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    if (!pthread_equal(pthread_self(), sheet->caller) && !sigismember(&blocked, SIGINT))
        atomic_fetch_add(&sheet->signals_open, 1);
}

static void assert_each_once(covey_executor executor, size_t tasks)
{
    static tally sheet;
    memset(&sheet, 0, sizeof sheet);
    sheet.caller = pthread_self();
    executor.run(executor.context, count, &sheet, tasks);
    for (size_t index = 0; index <= MOST; index++)
        assert_int_equal(sheet.times[index], index < tasks ? 1 : 0);
    assert_int_equal(sheet.signals_open, 0);
}

static void test_a_pool_runs_every_task_once(void **unused)
{
    (void)unused;
    const int threads[] = {1, 2, 3, 8, 64};
    const size_t tasks[] = {0, 1, 2, 3, 63, 64, 65, MOST};
    covey_memory memory = covey_memory_init((covey_allocator){0});
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        covey_threads *pool;
        assert_int_equal(covey_threads_create(&memory, threads[t], &pool), COVEY_OK);
        for (int repeat = 0; repeat < 20; repeat++)
            for (size_t k = 0; k < sizeof tasks / sizeof *tasks; k++)
                assert_each_once(covey_threads_executor(pool), tasks[k]);
        covey_threads_destroy(&memory, pool);
        assert_int_equal(memory.bytes, 0);
    }
}

static void test_no_pool_runs_in_place_and_in_order(void **unused)
{
    (void)unused;
    assert_each_once(covey_threads_executor(NULL), MOST);
}

static void test_destroying_no_pool_is_fine(void **unused)
{
    (void)unused;
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_threads_destroy(&memory, NULL);
}

static void *no_memory(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context, (void)block, (void)old_size, (void)new_size;
    return NULL;
}

static void test_a_pool_without_memory_is_no_pool(void **unused)
{
    (void)unused;
    covey_memory memory = covey_memory_init((covey_allocator){.resize = no_memory});
    covey_threads *pool;
    assert_int_equal(covey_threads_create(&memory, 4, &pool), COVEY_MEMORY);
    assert_null(pool);
}

// ---- Stacks ----

#if defined(__GLIBC__)
/// Threads made from now on have stacks of that size, unless their maker says another. Returns that
/// before.
static size_t set_usual_stack(size_t size)
{
    pthread_attr_t usual;
    size_t before = 0;
    assert_int_equal(pthread_getattr_default_np(&usual), 0);
    assert_int_equal(pthread_attr_getstacksize(&usual, &before), 0);
    assert_int_equal(pthread_attr_setstacksize(&usual, size), 0);
    assert_int_equal(pthread_setattr_default_np(&usual), 0);
    assert_int_equal(pthread_attr_destroy(&usual), 0);
    return before;
}

/// The smallest stack of any thread but the caller.
typedef struct least {
    pthread_t caller;
    atomic_size_t size;
    atomic_int here; ///< tasks that have begun
} least;

/// Waits for all the others, so that each thread has one.
static void note_stack(void *argument, size_t index)
{
    (void)index;
    least *found = argument;
    pthread_attr_t own;
    size_t size = 0;
    if (!pthread_equal(pthread_self(), found->caller) &&
        pthread_getattr_np(pthread_self(), &own) == 0) {
        if (pthread_attr_getstacksize(&own, &size) == 0 && size < atomic_load(&found->size))
            atomic_store(&found->size, size);
        (void)pthread_attr_destroy(&own);
    }
    atomic_fetch_add(&found->here, 1);
    while (atomic_load(&found->here) < 2)
        (void)sched_yield();
}

/// The stack of the worker of a pool of two.
static size_t stack_of_worker(void)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_threads *pool;
    assert_int_equal(covey_threads_create(&memory, 2, &pool), COVEY_OK);
    covey_executor executor = covey_threads_executor(pool);
    least found = {.caller = pthread_self(), .size = SIZE_MAX};
    executor.run(executor.context, note_stack, &found, 2);
    covey_threads_destroy(&memory, pool);
    return found.size;
}
#endif

static void test_workers_have_room_where_stacks_are_small(void **unused)
{
    (void)unused;
#if defined(__GLIBC__)
    const size_t small = (size_t)64 * 1024, large = (size_t)4096 * 1024;
    size_t before = set_usual_stack(small);
    size_t size = stack_of_worker();
    (void)set_usual_stack(large);
    size_t usual = stack_of_worker();
    (void)set_usual_stack(before);
    assert_in_range(size, (size_t)512 * 1024, large - 1);
    assert_in_range(usual, large, SIZE_MAX - 1);
#else
    skip();
#endif
}

/// More than there are addresses: the system makes no thread.
static void test_a_pool_whose_threads_cannot_be_made_is_no_pool(void **unused)
{
    (void)unused;
#if defined(__GLIBC__) && SIZE_MAX > UINT32_MAX && !TEST_SANITIZED // which do not go on then
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_threads *pool;
    size_t before = set_usual_stack((size_t)1 << 50);
    covey_status status = covey_threads_create(&memory, 4, &pool);
    covey_world_def def = covey_world_def_default();
    def.threads = 4;
    covey_world *world;
    covey_error error;
    covey_status created = covey_world_create(&def, &world, &error);
    (void)set_usual_stack(before);
    assert_int_equal(status, COVEY_SYSTEM);
    assert_null(pool);
    assert_int_equal(memory.bytes, 0);
    assert_int_equal(created, COVEY_SYSTEM);
    assert_null(world);
    assert_string_equal(error.message, "the system did not give 4 threads");
#else
    skip();
#endif
}

// ---- Rounding ----

/// Ways to set the floating-point environment.
static void round_by(unsigned mode)
{
    assert_int_equal(fesetround((int)mode), 0);
}

#if defined(__SSE__)
static void flush_by(unsigned flags)
{
    _mm_setcsr(_mm_getcsr() | flags);
}
#endif

/// A world of some agents refuses the step, keeps its state, and steps again once all is well.
static covey_status step_under(void (*set)(unsigned), unsigned rules, bool *right)
{
    uint64_t random = 1;
    test_flock agents = test_flock_create(TEST_UNIFORM, 100, 1.0, 5.0, &random);
    covey_world *world = test_world_of(covey_space_open(), &agents, NULL, 0);
    test_flock_destroy(&agents);
    uint64_t before = covey_world_hash(world);
    covey_flock_def more = covey_flock_def_default();
    more.name = "more";
    int number;
    set(rules);
    *right = covey_rounds_right();
    covey_status status = covey_world_step(world, 0.1);
    covey_status added = covey_world_add(world, &more, &number, NULL);
    fesetenv(FE_DFL_ENV);
    assert_int_equal(added, status);
    if (status == COVEY_SYSTEM) {
        assert_int_equal(covey_world_hash(world), before);
        assert_string_equal(
            covey_world_error(world)->message,
            "a thread does not round to nearest or flushes subnormal numbers to zero");
    }
    assert_int_equal(covey_world_step(world, 0.1), COVEY_OK);
    covey_world_destroy(world);
    return status;
}

static void test_the_usual_rules_are_right(void **unused)
{
    (void)unused;
    bool right;
    assert_int_equal(step_under(round_by, FE_TONEAREST, &right), COVEY_OK);
    assert_true(right);
}

static void test_a_step_refuses_other_roundings(void **unused)
{
    (void)unused;
    const unsigned modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (size_t i = 0; i < 3; i++) {
        bool right = true;
        assert_int_equal(step_under(round_by, modes[i], &right), COVEY_SYSTEM);
        assert_false(right);
    }
}

static void test_a_step_refuses_to_flush_subnormal_numbers(void **unused)
{
    (void)unused;
#if defined(__SSE__)
    const unsigned flush_results = 0x8000, flush_operands = 0x0040;
    const unsigned flags[] = {flush_results, flush_operands, flush_results | flush_operands};
    for (size_t i = 0; i < 3; i++) {
        bool right = true;
        assert_int_equal(step_under(flush_by, flags[i], &right), COVEY_SYSTEM);
        assert_false(right);
    }
#else
    skip();
#endif
}

/// The engine's threads, one of which rounds upward.
static void run_rounding_upward(void *context, covey_task *task, void *argument, size_t tasks)
{
    (void)context;
    for (size_t index = 0; index < tasks; index++) {
        fesetround(index == tasks - 1 ? FE_UPWARD : FE_TONEAREST);
        task(argument, index);
    }
    fesetround(FE_TONEAREST);
}

static void test_one_thread_that_rounds_otherwise_is_enough(void **unused)
{
    (void)unused;
    covey_world_def def = covey_world_def_default();
    def.executor.run = run_rounding_upward;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    flock.count = 1000;
    test_world_add(world, &flock);
    assert_int_equal(covey_world_step(world, 0.1), COVEY_SYSTEM);
    covey_world_destroy(world);
}

enum { JOBS = 5 }; // of a step: four to sort, and the one in which agents act

/// The engine rounds upward in the job whose turn the countdown tells.
static void run_spoiling(void *context, covey_task *task, void *argument, size_t tasks)
{
    int *countdown = context;
    fesetround((*countdown)-- == 0 ? FE_UPWARD : FE_TONEAREST);
    for (size_t index = 0; index < tasks; index++)
        task(argument, index);
    fesetround(FE_TONEAREST);
}

/// No agent moves under another rounding mode.
static void test_other_rounding_in_any_job_of_a_step_is_found(void **unused)
{
    (void)unused;
    for (int job = 0; job < JOBS; job++) {
        int countdown = job;
        covey_world_def def = covey_world_def_default();
        def.executor = (covey_executor){.run = run_spoiling, .context = &countdown};
        covey_world *world = test_world_create(&def);
        covey_flock_def flock = covey_flock_def_default();
        flock.count = 10;
        test_world_add(world, &flock);
        uint64_t hash = covey_world_hash(world);
        assert_int_equal(covey_world_step(world, 0.1), COVEY_SYSTEM);
        assert_true(job < JOBS - 1 || countdown == -1); // the last one was the last
        assert_int_equal(covey_world_hash(world), hash);
        assert_int_equal(covey_world_steps(world), 0);
        assert_int_equal(covey_world_step(world, 0.1), COVEY_OK);
        assert_int_not_equal(covey_world_hash(world), hash);
        covey_world_destroy(world);
    }
}

/// A solid disc that fills a torus of 12 x 12: no agent gets out.
static void add_disc(covey_world *world)
{
    double x = 6, y = 6;
    const covey_setting settings[] = {{"radius", 10}};
    test_world_obstacle(world, (covey_influence_def){.points = {&x, &y},
                                                     .points_count = 1,
                                                     .settings = settings,
                                                     .settings_count = 1});
}

/// Both flocks stay if the first has already computed its next places.
static void test_other_rounding_in_the_last_of_two_flocks_keeps_both(void **unused)
{
    (void)unused;
    int countdown = 2 * JOBS - 1;
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(12, 12);
    def.executor = (covey_executor){.run = run_spoiling, .context = &countdown};
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    flock.count = 10;
    test_world_add(world, &flock);
    flock.name = "other";
    test_world_add(world, &flock);
    add_disc(world);
    uint64_t hash = covey_world_hash(world);
    assert_int_equal(covey_world_step(world, 0.1), COVEY_SYSTEM);
    assert_int_equal(countdown, -1);
    assert_int_equal(covey_world_hash(world), hash);
    assert_int_equal(covey_world_entries(world, 0), 0);
    assert_int_equal(covey_world_stats(world).steps, 0);
    assert_int_equal(covey_world_step(world, 0.1), COVEY_OK);
    assert_int_equal(covey_world_entries(world, 0), 10);
    covey_world_destroy(world);
}

// ---- Once ----

typedef struct shared {
    covey_once once;
    int made; ///< not atomic: every thread that returns must see it
    atomic_int wrong;
} shared;

static void make(void *argument)
{
    shared *one = argument;
    one->made++;
}

static void need(void *argument, size_t index)
{
    (void)index;
    shared *one = argument;
    covey_threads_once(&one->once, make, one);
    if (one->made != 1)
        atomic_fetch_add(&one->wrong, 1);
}

static void test_an_object_that_all_need_is_made_once(void **unused)
{
    (void)unused;
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_threads *pool;
    assert_int_equal(covey_threads_create(&memory, 4, &pool), COVEY_OK);
    covey_executor executor = covey_threads_executor(pool);
    shared one = {.made = 0};
    for (int round = 0; round < 200; round++) {
        covey_threads_reset(&one.once);
        one.made = 0;
        executor.run(executor.context, need, &one, 16);
        assert_int_equal(one.made, 1);
        assert_int_equal(one.wrong, 0);
    }
    covey_threads_destroy(&memory, pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_object_that_all_need_is_made_once),
        cmocka_unit_test(test_a_pool_runs_every_task_once),
        cmocka_unit_test(test_no_pool_runs_in_place_and_in_order),
        cmocka_unit_test(test_destroying_no_pool_is_fine),
        cmocka_unit_test(test_a_pool_without_memory_is_no_pool),
        cmocka_unit_test(test_workers_have_room_where_stacks_are_small),
        cmocka_unit_test(test_a_pool_whose_threads_cannot_be_made_is_no_pool),
        cmocka_unit_test(test_the_usual_rules_are_right),
        cmocka_unit_test(test_a_step_refuses_other_roundings),
        cmocka_unit_test(test_a_step_refuses_to_flush_subnormal_numbers),
        cmocka_unit_test(test_one_thread_that_rounds_otherwise_is_enough),
        cmocka_unit_test(test_other_rounding_in_any_job_of_a_step_is_found),
        cmocka_unit_test(test_other_rounding_in_the_last_of_two_flocks_keeps_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
