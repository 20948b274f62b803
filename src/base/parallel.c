// SPDX-License-Identifier: MIT
// Each share of a loop is a task of the executor, which calculates under covey's rules and checks
// that before it begins.
#include "base/parallel.h"

#include "base/rounding.h"

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
    COVEY_ROUND();
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
    (void)covey_rounding_begin(); // if the executor has left others; the caller ends them
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
