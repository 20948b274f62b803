// SPDX-License-Identifier: MIT
// Threads that share a sweep. One connection to the database serves them all, one after the other;
// a run is long beside what it has to say there.
#define _POSIX_C_SOURCE 200809L
#include "sweep/sweep.h"

#include "base/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

/// The sweep that threads share.
typedef struct shared {
    const covey_sweep_def *def; ///< the caller's
    covey_sweep_def own;        ///< the same, with a `stop` that knows of failures
    pthread_mutex_t lock;       ///< of all below, and of the store
    atomic_bool ends;           ///< a thread failed, or the sweep is to stop
    atomic_llong looked;        ///< seconds, when leases were looked after last
    covey_status status;        ///< of the first failure
    covey_error error;
    uint64_t total;
} shared;

static void fail(shared *self, covey_status status, const covey_error *error)
{
    if (self->status == COVEY_OK) {
        self->status = status;
        self->error = *error;
    }
    atomic_store(&self->ends, true);
}

/// Asked by every thread after each step: renews leases, now and then.
static bool stops(void *context)
{
    shared *self = context;
    if (self->def->stop != NULL && self->def->stop(self->def->context))
        return true;
    long long now = (long long)time(NULL), looked = atomic_load(&self->looked);
    if (now - looked >= 2 && atomic_compare_exchange_strong(&self->looked, &looked, now)) {
        covey_error error = {0};
        (void)pthread_mutex_lock(&self->lock);
        covey_status status = covey_sweep_store_renew(self->def->store, &error);
        if (status != COVEY_OK && status != COVEY_LOCKED) // a busy file is asked again
            fail(self, status, &error);
        (void)pthread_mutex_unlock(&self->lock);
    }
    return atomic_load(&self->ends);
}

/// Takes the next run. False if there is nothing more to do; *number is UINT64_MAX if others have
/// all that is left.
static bool take(shared *self, uint64_t *number)
{
    covey_error error = {0};
    uint64_t left = 0;
    (void)pthread_mutex_lock(&self->lock);
    covey_status status = COVEY_OK;
    if (!atomic_load(&self->ends))
        status = covey_sweep_store_take(self->def->store, number, &left, &error);
    if (status != COVEY_OK)
        fail(self, status, &error);
    else if (self->def->watch != NULL && !atomic_load(&self->ends))
        self->def->watch(self->def->context, self->total - left, self->total);
    bool more = !atomic_load(&self->ends) && left > 0;
    (void)pthread_mutex_unlock(&self->lock);
    return more;
}

static void carry_out(shared *self, uint64_t number)
{
    covey_sweep_row row;
    covey_error error = {0};
    covey_status status = covey_sweep_run(&self->own, number, &row, &error);
    (void)pthread_mutex_lock(&self->lock);
    if (status == COVEY_OK)
        status = covey_sweep_store_put(self->def->store, &row, &error);
    if (status != COVEY_OK)
        fail(self, status, &error);
    (void)pthread_mutex_unlock(&self->lock);
    covey_sweep_row_free(&row);
}

static void wait_a_little(void)
{
    const struct timespec moment = {.tv_nsec = 200000000};
    (void)nanosleep(&moment, NULL);
}

static void work(void *context, size_t index)
{
    shared *self = context;
    uint64_t number;
    (void)index;
    while (take(self, &number)) {
        if (number != UINT64_MAX) {
            carry_out(self, number);
            continue;
        }
        wait_a_little();
        if (stops(self)) {
            (void)pthread_mutex_lock(&self->lock);
            fail(self, COVEY_INTERRUPTED, &(covey_error){.message = "stopped"});
            (void)pthread_mutex_unlock(&self->lock);
        }
    }
}

covey_status covey_sweep_go(const covey_sweep_def *def, covey_error *error)
{
    shared self = {.def = def, .own = *def, .lock = PTHREAD_MUTEX_INITIALIZER};
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_threads *pool = NULL;
    self.own.stop = stops;
    self.own.context = &self;
    for (uint64_t k = 0, runs = covey_sweep_runs(def->plan); k < runs; k++)
        self.total += covey_sweep_has(def->plan, k);
    covey_status status = covey_threads_create(&memory, def->threads, &pool);
    if (status != COVEY_OK)
        return covey_fail(error, status, "%d threads: %s", def->threads, covey_status_text(status));
    covey_executor executor = covey_threads_executor(pool);
    executor.run(executor.context, work, &self, (size_t)def->threads);
    covey_threads_destroy(&memory, pool);
    (void)pthread_mutex_destroy(&self.lock);
    if (self.status != COVEY_OK && error != NULL)
        *error = self.error;
    return self.status;
}
