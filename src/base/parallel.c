// SPDX-License-Identifier: MIT
// Each share of a loop is a task of the executor, which checks the floating-point environment of
// its thread before it begins.
#include "base/parallel.h"

#include <float.h>

typedef struct job {
    covey_workers *workers;
    covey_work *work;
    void *context;
    size_t count, shares;
} job;

static void note_rounding(covey_workers *workers)
{
    if (!covey_rounds_right())
        atomic_store_explicit(&workers->rounds_wrong, true, memory_order_relaxed);
}

static void do_share(void *argument, size_t index)
{
    const job *all = argument;
    note_rounding(all->workers);
    all->work(all->context, (covey_share){
                                .index = index,
                                .begin = all->count * index / all->shares,
                                .end = all->count * (index + 1) / all->shares,
                            });
}

void covey_parallel(covey_workers *workers, size_t count, size_t shares, covey_work *work,
                    void *context)
{
    job all = {workers, work, context, count, shares};
    workers->executor.run(workers->executor.context, do_share, &all, shares);
}

bool covey_parallel_begin(covey_workers *workers)
{
    atomic_store_explicit(&workers->rounds_wrong, false, memory_order_relaxed);
    note_rounding(workers);
    return covey_parallel_rounds_right(workers);
}

bool covey_parallel_rounds_right(covey_workers *workers)
{
    return !atomic_load_explicit(&workers->rounds_wrong, memory_order_relaxed);
}

bool covey_rounds_right(void)
{
    volatile double one = 1.0, half_ulp = 0x1p-53, smallest = DBL_MIN;
    double tie = one + half_ulp;             // to even: 1; upward: more
    double above_tie = one + half_ulp * 1.5; // to nearest: 1 + 2^-52; downward or to zero: 1
    double subnormal = smallest * 0.5;       // flushed: 0
    volatile double kept = subnormal;
    return tie == 1.0 && above_tie > 1.0 && kept * 2.0 == smallest;
}
