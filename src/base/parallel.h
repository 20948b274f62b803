// SPDX-License-Identifier: MIT
// Loops over items that the threads of an executor share.
#ifndef COVEY_BASE_PARALLEL_H
#define COVEY_BASE_PARALLEL_H

#include "covey/base.h"

#include <stdatomic.h>

/// The threads of a world, and whether one of them was seen to round by other rules than
/// covey_rounds_right() asks for.
typedef struct covey_workers {
    covey_executor executor;
    atomic_bool rounds_wrong;
} covey_workers;

/// Items begin … end - 1 of a loop. Shares count from 0.
typedef struct covey_share {
    size_t index;
    size_t begin, end;
} covey_share;

typedef void covey_work(void *context, covey_share share);

/// The number of shares for `count` items, from 1 to `most`: about `grain` items each, or more.
static inline size_t covey_parallel_shares(size_t count, size_t grain, size_t most)
{
    size_t shares = count / grain + 1;
    return shares < most ? shares : most;
}

/// Cuts `count` items into `shares` of nearly equal size, does the work on each of them, on any
/// thread and in any order, and returns when all are done. Notes threads that round by other rules.
void covey_parallel(covey_workers *workers, size_t count, size_t shares, covey_work *work,
                    void *context);

/// Forgets all threads noted so far, and notes the calling one if it rounds by other rules now.
/// Returns covey_parallel_rounds_right().
bool covey_parallel_begin(covey_workers *workers);

/// True if no thread has been seen to round by other rules since covey_parallel_begin().
bool covey_parallel_rounds_right(covey_workers *workers);

#endif
