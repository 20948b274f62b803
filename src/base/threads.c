// SPDX-License-Identifier: MIT
// A pool of workers for jobs of many small tasks. Any thread may run any task; each task must write
// to places of its own, so that the result does not depend on the thread.
//
// Jobs follow each other closely in a step, so a worker without a task looks for one for a moment
// before it sleeps. A job does not wait for workers that have not begun with it: beside other
// programs, some may not get to a processor for long.
#define _POSIX_C_SOURCE 200809L
#include "base/threads.h"

#ifndef __wasm__ // which has threads_alone.c

#include "base/locks.h"
#include "covey/base.h"

#include <stdatomic.h>

struct covey_threads {
    covey_lock lock;
    covey_signal start;
    covey_signal done;
    // The job, written under the lock while no worker is at work.
    covey_task *task;
    void *argument;
    size_t count;
    atomic_size_t next;
    bool open; ///< workers may begin with it
    bool quit;
    atomic_uint job; ///< its number
    atomic_int busy; ///< workers that have begun and not ended
    int looks;       ///< of a moment
    int workers;
    int capacity;
    covey_thread worker[];
};

/// Looks of a moment: some microseconds, less than it takes to wake up a thread.
enum { LOOKS = 500 };

/// Hints to the processor that this thread waits for another.
static void pause_shortly(void)
{
#if COVEY_GNU && defined(__x86_64__)
    __builtin_ia32_pause();
#elif COVEY_GNU && defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/// Waits for a moment for a job other than `seen`.
static void look_for_job(covey_threads *pool, unsigned seen)
{
    for (int k = 0; k < pool->looks; k++) {
        if (atomic_load_explicit(&pool->job, memory_order_relaxed) != seen)
            return;
        pause_shortly();
    }
}

/// Waits for a moment for all workers to end.
static void look_for_end(covey_threads *pool)
{
    for (int k = 0; k < pool->looks; k++) {
        if (atomic_load_explicit(&pool->busy, memory_order_relaxed) == 0)
            return;
        pause_shortly();
    }
}

static void run_tasks(covey_threads *pool)
{
    size_t index;
    while ((index = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed)) < pool->count)
        pool->task(pool->argument, index);
}

/// Runs tasks of the job that is open. The lock is held before and after.
static void join_in(covey_threads *pool)
{
    atomic_fetch_add_explicit(&pool->busy, 1, memory_order_relaxed);
    covey_lock_give(&pool->lock);
    run_tasks(pool);
    covey_lock_take(&pool->lock);
    if (atomic_fetch_sub_explicit(&pool->busy, 1, memory_order_relaxed) == 1)
        covey_signal_one(&pool->done);
}

COVEY_THREAD_MAIN(work, argument)
{
    covey_threads *pool = argument;
    unsigned seen = 0;
    covey_lock_take(&pool->lock);
    while (!pool->quit) {
        unsigned job = atomic_load_explicit(&pool->job, memory_order_relaxed);
        if (job == seen) {
            covey_signal_wait(&pool->start, &pool->lock);
            continue;
        }
        seen = job;
        if (pool->open && atomic_load_explicit(&pool->next, memory_order_relaxed) < pool->count)
            join_in(pool);
        covey_lock_give(&pool->lock);
        look_for_job(pool, seen);
        covey_lock_take(&pool->lock);
    }
    covey_lock_give(&pool->lock);
    return COVEY_THREAD_END;
}

static void run_in_place(void *context, covey_task *task, void *argument, size_t count)
{
    (void)context;
    for (size_t index = 0; index < count; index++)
        task(argument, index);
}

static void run_in_pool(void *context, covey_task *task, void *argument, size_t count)
{
    if (count == 1) { // not worth waking a worker
        run_in_place(NULL, task, argument, count);
        return;
    }
    covey_threads *pool = context;
    covey_lock_take(&pool->lock);
    pool->task = task;
    pool->argument = argument;
    pool->count = count;
    atomic_store_explicit(&pool->next, 0, memory_order_relaxed);
    pool->open = true;
    atomic_fetch_add_explicit(&pool->job, 1, memory_order_relaxed);
    covey_signal_all(&pool->start);
    covey_lock_give(&pool->lock);

    run_tasks(pool);

    look_for_end(pool);
    covey_lock_take(&pool->lock);
    pool->open = false;
    while (atomic_load_explicit(&pool->busy, memory_order_relaxed) > 0)
        covey_signal_wait(&pool->done, &pool->lock);
    covey_lock_give(&pool->lock);
}

covey_executor covey_threads_executor(covey_threads *pool)
{
    return (covey_executor){.run = pool == NULL ? run_in_place : run_in_pool, .context = pool};
}

enum { NOT_DONE, IN_WORK, DONE };

void covey_threads_reset(covey_once *once)
{
    atomic_store_explicit(&once->state, NOT_DONE, memory_order_relaxed);
}

void covey_threads_once(covey_once *once, void (*make)(void *argument), void *argument)
{
    int found = NOT_DONE;
    if (atomic_load_explicit(&once->state, memory_order_acquire) == DONE)
        return;
    if (atomic_compare_exchange_strong(&once->state, &found, IN_WORK)) {
        make(argument);
        atomic_store_explicit(&once->state, DONE, memory_order_release);
    }
    while (atomic_load_explicit(&once->state, memory_order_acquire) != DONE)
        covey_thread_yield();
}

static size_t pool_bytes(int workers)
{
    return sizeof(covey_threads) + (size_t)workers * sizeof(covey_thread);
}

/// Least number of bytes of a worker's stack, with some for functions that covey calls, such as
/// models of the program, where a limit or the system makes stacks small.
#define LEAST_STACK ((size_t)512 * 1024)

static bool start_workers(covey_threads *pool)
{
    bool started = true;
    while (started && pool->workers < pool->capacity) {
        started = covey_thread_start(&pool->worker[pool->workers], LEAST_STACK, work, pool);
        pool->workers += started;
    }
    return started;
}

covey_status covey_threads_create(covey_memory *memory, int threads, covey_threads **result)
{
    int workers = threads - 1;
    *result = NULL;
    covey_threads *pool = covey_memory_take(memory, 1, pool_bytes(workers));
    if (pool == NULL)
        return COVEY_MEMORY;
    pool->capacity = workers;
    // With fewer processors than threads, looking takes processors from threads that have work.
    pool->looks = covey_processors() >= threads ? LOOKS : 0;
    covey_lock_init(&pool->lock);
    covey_signal_init(&pool->start);
    covey_signal_init(&pool->done);
    atomic_init(&pool->next, 0);
    atomic_init(&pool->job, 0);
    atomic_init(&pool->busy, 0);
    if (!start_workers(pool)) {
        covey_threads_destroy(memory, pool);
        return COVEY_SYSTEM;
    }
    *result = pool;
    return COVEY_OK;
}

void covey_threads_destroy(covey_memory *memory, covey_threads *pool)
{
    if (pool == NULL)
        return;
    covey_lock_take(&pool->lock);
    pool->quit = true;
    covey_signal_all(&pool->start);
    covey_lock_give(&pool->lock);
    for (int i = 0; i < pool->workers; i++)
        covey_thread_join(pool->worker[i]);
    covey_signal_end(&pool->done);
    covey_signal_end(&pool->start);
    covey_lock_end(&pool->lock);
    covey_memory_give(memory, pool, 1, pool_bytes(pool->capacity));
}

#endif
