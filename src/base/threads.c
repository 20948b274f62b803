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

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#if defined(_WIN32)
#include <windows.h>
#else
#include <signal.h>
#include <unistd.h>
#endif

struct covey_threads {
    pthread_mutex_t lock;
    pthread_cond_t start;
    pthread_cond_t done;
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
    pthread_t worker[];
};

/// Looks of a moment: some microseconds, less than it takes to wake up a thread.
enum { LOOKS = 500 };

/// Tells the processor that this thread waits for another.
static void pause_shortly(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
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
    pthread_mutex_unlock(&pool->lock);
    run_tasks(pool);
    pthread_mutex_lock(&pool->lock);
    if (atomic_fetch_sub_explicit(&pool->busy, 1, memory_order_relaxed) == 1)
        pthread_cond_signal(&pool->done);
}

static void *work(void *argument)
{
    covey_threads *pool = argument;
    unsigned seen = 0;
    pthread_mutex_lock(&pool->lock);
    while (!pool->quit) {
        unsigned job = atomic_load_explicit(&pool->job, memory_order_relaxed);
        if (job == seen) {
            pthread_cond_wait(&pool->start, &pool->lock);
            continue;
        }
        seen = job;
        if (pool->open && atomic_load_explicit(&pool->next, memory_order_relaxed) < pool->count)
            join_in(pool);
        pthread_mutex_unlock(&pool->lock);
        look_for_job(pool, seen);
        pthread_mutex_lock(&pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
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
    pthread_mutex_lock(&pool->lock);
    pool->task = task;
    pool->argument = argument;
    pool->count = count;
    atomic_store_explicit(&pool->next, 0, memory_order_relaxed);
    pool->open = true;
    atomic_fetch_add_explicit(&pool->job, 1, memory_order_relaxed);
    pthread_cond_broadcast(&pool->start);
    pthread_mutex_unlock(&pool->lock);

    run_tasks(pool);

    look_for_end(pool);
    pthread_mutex_lock(&pool->lock);
    pool->open = false;
    while (atomic_load_explicit(&pool->busy, memory_order_relaxed) > 0)
        pthread_cond_wait(&pool->done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
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
        (void)sched_yield();
}

static size_t pool_bytes(int workers)
{
    return sizeof(covey_threads) + (size_t)workers * sizeof(pthread_t);
}

/// Least number of bytes of a worker's stack, with some for functions that covey calls, such as
/// models of the program, where a limit or the system makes stacks small.
#define LEAST_STACK ((size_t)512 * 1024)

static bool has_room(pthread_attr_t *worker)
{
    size_t usual;
    return pthread_attr_getstacksize(worker, &usual) == 0 &&
           (usual >= LEAST_STACK || pthread_attr_setstacksize(worker, LEAST_STACK) == 0);
}

static bool start_workers(covey_threads *pool, const pthread_attr_t *worker)
{
    bool started = true;
    while (started && pool->workers < pool->capacity) {
        started = pthread_create(&pool->worker[pool->workers], worker, work, pool) == 0;
        pool->workers += started;
    }
    return started;
}

#if defined(_WIN32)

static int processors(void)
{
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    return (int)system.dwNumberOfProcessors;
}

static bool start_quietly(covey_threads *pool, const pthread_attr_t *worker)
{
    return start_workers(pool, worker); // no thread is sent a signal
}

#else

static int processors(void)
{
    return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

/// Workers take no signals: those are for the threads of the program.
static bool start_quietly(covey_threads *pool, const pthread_attr_t *worker)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = start_workers(pool, worker);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

#endif

static bool fill(covey_threads *pool)
{
    pthread_attr_t worker;
    if (pthread_attr_init(&worker) != 0)
        return false;
    bool filled = has_room(&worker) && start_quietly(pool, &worker);
    (void)pthread_attr_destroy(&worker);
    return filled;
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
    pool->looks = processors() >= threads ? LOOKS : 0;
    pthread_mutex_init(&pool->lock, NULL); // these three cannot fail with default attributes
    pthread_cond_init(&pool->start, NULL);
    pthread_cond_init(&pool->done, NULL);
    atomic_init(&pool->next, 0);
    atomic_init(&pool->job, 0);
    atomic_init(&pool->busy, 0);
    if (!fill(pool)) {
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
    pthread_mutex_lock(&pool->lock);
    pool->quit = true;
    pthread_cond_broadcast(&pool->start);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->workers; i++)
        pthread_join(pool->worker[i], NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->start);
    pthread_mutex_destroy(&pool->lock);
    covey_memory_give(memory, pool, 1, pool_bytes(pool->capacity));
}

#endif
