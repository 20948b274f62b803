// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_THREADS_H
#define COVEY_BASE_THREADS_H

#include "base/memory.h"

#include <stdatomic.h>
#include <stdbool.h>

/// Workers that wait for jobs.
typedef struct covey_threads covey_threads;

/// Starts threads - 1 workers; the caller of a job is the last one. COVEY_MEMORY or COVEY_SYSTEM.
covey_status covey_threads_create(covey_memory *memory, int threads, covey_threads **pool);

/// Ends the workers and frees the pool. NULL is fine.
void covey_threads_destroy(covey_memory *memory, covey_threads *pool);

/// The pool as an executor, valid while the pool lives. A NULL pool runs everything in place.
covey_executor covey_threads_executor(covey_threads *pool);

/// Whether something was done that the first thread to need it does.
typedef struct covey_once {
    atomic_int state;
} covey_once;

/// It was not done. No other thread may be about it.
void covey_threads_reset(covey_once *once);

/// Calls make(argument) unless it was done; returns when it is done, by whomever.
void covey_threads_once(covey_once *once, void (*make)(void *argument), void *argument);

#endif
