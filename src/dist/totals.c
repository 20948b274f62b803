// SPDX-License-Identifier: MIT
// Totals are merged by sums of whole numbers and by the least or largest of several, so that all
// ranks have the same bits, in whatever order MPI takes them.
#include "dist/totals.h"

#include <stddef.h>

covey_step_totals covey_step_totals_none(int flocks)
{
    const covey_diverged nothing = {.flock = COVEY_MAX_FLOCKS};
    covey_step_totals none = {.first = covey_step_totals_code(nothing), .flocks = (uint64_t)flocks};
    for (int f = 0; f < flocks; f++)
        none.flock[f].total = covey_totals_none();
    return none;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void merge(const covey_step_totals *more, covey_step_totals *all)
{
    all->status = larger(more->status, all->status);
    all->first = more->first < all->first ? more->first : all->first;
    all->stops = larger(more->stops, all->stops);
    all->far = larger(more->far, all->far);
    all->agents += more->agents;
    all->pairs += more->pairs;
    all->sum_pairs += more->sum_pairs;
    all->candidates += more->candidates;
    all->work += more->work;
    all->most_work = larger(more->most_work, all->most_work);
    for (uint64_t f = 0; f < all->flocks; f++) {
        covey_totals_merge(&all->flock[f].total, &more->flock[f].total);
        all->flock[f].entered += more->flock[f].entered;
    }
}

/// The function of MPI.
static void merge_each(void *more, void *all, int *count, MPI_Datatype *type)
{
    int size;
    MPI_Type_size(*type, &size);
    for (int k = 0; k < *count; k++)
        merge((const covey_step_totals *)(const void *)((const char *)more +
                                                        (size_t)k * (size_t)size),
              (covey_step_totals *)(void *)((char *)all + (size_t)k * (size_t)size));
}

covey_merger covey_merger_create(int flocks)
{
    covey_merger made;
    size_t size =
        offsetof(covey_step_totals, flock) + (size_t)flocks * sizeof(struct covey_flock_totals);
    MPI_Type_contiguous((int)(size / sizeof(uint64_t)), MPI_UINT64_T, &made.type);
    MPI_Type_commit(&made.type);
    MPI_Op_create(merge_each, 1, &made.op);
    return made;
}

void covey_merger_destroy(covey_merger *self)
{
    MPI_Type_free(&self->type);
    MPI_Op_free(&self->op);
}

void covey_step_totals_merge(const covey_merger *merger, MPI_Comm ranks, covey_step_totals *totals)
{
    MPI_Allreduce(MPI_IN_PLACE, totals, 1, merger->type, merger->op, ranks);
}
