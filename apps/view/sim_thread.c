// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "window.h"

#include <pthread.h>
#include <stdlib.h>

struct sim_thread {
    sim *world;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t work, idle;
    bool ends; ///< under the lock
};

// ---- The guard ----

static void lock(void *context)
{
    sim_thread *self = context;
    pthread_mutex_lock(&self->lock);
}

static void unlock(void *context)
{
    sim_thread *self = context;
    pthread_mutex_unlock(&self->lock);
}

static void wake(void *context)
{
    sim_thread *self = context;
    pthread_cond_signal(&self->work);
}

static void settle(void *context)
{
    sim_thread *self = context;
    pthread_cond_wait(&self->idle, &self->lock);
}

// ---- The thread ----

static void *work(void *context)
{
    sim_thread *self = context;
    pthread_mutex_lock(&self->lock);
    while (!self->ends) {
        if (!sim_has_work(self->world)) {
            pthread_cond_broadcast(&self->idle);
            pthread_cond_wait(&self->work, &self->lock);
            continue;
        }
        pthread_mutex_unlock(&self->lock);
        sim_work(self->world);
        pthread_mutex_lock(&self->lock);
    }
    pthread_mutex_unlock(&self->lock);
    return NULL;
}

sim *sim_thread_of(sim_thread *self)
{
    return self->world;
}

static void free_all(sim_thread *self)
{
    sim_destroy(self->world);
    (void)pthread_cond_destroy(&self->idle);
    (void)pthread_cond_destroy(&self->work);
    (void)pthread_mutex_destroy(&self->lock);
    free(self);
}

covey_status sim_thread_start(const sim_def *def, sim_thread **made, covey_error *error)
{
    *made = NULL;
    sim_thread *self = calloc(1, sizeof *self);
    if (self == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for a world");
    covey_status status = sim_create(def, &self->world, error);
    if (status != COVEY_OK) {
        free(self);
        return status;
    }
    (void)pthread_mutex_init(&self->lock, NULL);
    (void)pthread_cond_init(&self->work, NULL);
    (void)pthread_cond_init(&self->idle, NULL);
    const sim_guard guard = {self, lock, unlock, wake, settle};
    sim_share(self->world, &guard);
    if (pthread_create(&self->thread, NULL, work, self) != 0) {
        free_all(self);
        return covey_fail(error, COVEY_SYSTEM, "the system gave no thread");
    }
    *made = self;
    return COVEY_OK;
}

void sim_thread_stop(sim_thread *self)
{
    if (self == NULL)
        return;
    pthread_mutex_lock(&self->lock);
    self->ends = true;
    pthread_cond_signal(&self->work);
    pthread_mutex_unlock(&self->lock);
    (void)pthread_join(self->thread, NULL);
    free_all(self);
}
