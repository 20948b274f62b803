// SPDX-License-Identifier: MIT
// The pool of workers: every task once, whatever its number.
#define _GNU_SOURCE
#include "base/threads.h"
#include "support/world.h"

#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>

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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
