// SPDX-License-Identifier: MIT
// The totals of a step that all ranks share in one message.
#ifndef COVEY_DIST_TOTALS_H
#define COVEY_DIST_TOTALS_H

#include "core/part.h"

#include <mpi.h>

/// Totals of one rank, or of all of them together.
typedef struct covey_step_totals {
    uint64_t status; ///< the worst covey_status
    uint64_t first;  ///< covey_diverged as a number; the least
    uint64_t stops;  ///< not 0: a rank was asked to stop
    uint64_t far;    ///< not 0: an agent goes to a rank that is not near
    uint64_t agents, pairs, sum_pairs, candidates; ///< of covey_step_result
    uint64_t work, most_work;                      ///< of all ranks; of the one that has most
    uint64_t flocks;
    struct covey_flock_totals {
        covey_totals total; ///< of the agents after the step
        uint64_t entered;
    } flock[COVEY_MAX_FLOCKS];
} covey_step_totals;

/// Totals of nothing.
covey_step_totals covey_step_totals_none(int flocks);

/// Of the code of an agent; all ids have fewer.
enum { COVEY_TOTALS_ID_BITS = 53 };

static inline uint64_t covey_step_totals_code(covey_diverged first)
{
    return (uint64_t)first.flock << COVEY_TOTALS_ID_BITS | first.id;
}

static inline covey_diverged covey_step_totals_first(const covey_step_totals *totals)
{
    return (covey_diverged){
        .flock = (int)(totals->first >> COVEY_TOTALS_ID_BITS),
        .id = (covey_id)(totals->first & ((UINT64_C(1) << COVEY_TOTALS_ID_BITS) - 1)),
    };
}

/// The way to merge totals by MPI: made once, for worlds with that number of flocks.
typedef struct covey_merger {
    MPI_Datatype type;
    MPI_Op op;
} covey_merger;

covey_merger covey_merger_create(int flocks);
void covey_merger_destroy(covey_merger *self);

/// The totals of this rank become the totals of all.
void covey_step_totals_merge(const covey_merger *merger, MPI_Comm ranks, covey_step_totals *totals);

#endif
