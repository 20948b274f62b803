// SPDX-License-Identifier: MIT
// The facts of a step that all ranks share in one message.
#ifndef COVEY_DIST_FACTS_H
#define COVEY_DIST_FACTS_H

#include "core/part.h"

#include <mpi.h>

/// Facts of one rank, or of all of them together.
typedef struct covey_facts {
    uint64_t status; ///< the worst covey_status
    uint64_t first;  ///< covey_diverged as a number; the least
    uint64_t stops;  ///< not 0: a rank was asked to stop
    uint64_t far;    ///< not 0: an agent goes to a rank that is not near
    uint64_t agents, pairs, sum_pairs, candidates; ///< of covey_step_result
    uint64_t work, most_work;                      ///< of all ranks; of the one that has most
    uint64_t flocks;
    struct covey_flock_facts {
        covey_totals total; ///< of the agents after the step
        uint64_t entered;
    } flock[COVEY_MAX_FLOCKS];
} covey_facts;

/// Facts of nothing.
covey_facts covey_facts_none(int flocks);

/// Of the code of an agent; all ids have fewer.
enum { COVEY_FACTS_ID_BITS = 53 };

static inline uint64_t covey_facts_code(covey_diverged first)
{
    return (uint64_t)first.flock << COVEY_FACTS_ID_BITS | first.id;
}

static inline covey_diverged covey_facts_first(const covey_facts *facts)
{
    return (covey_diverged){
        .flock = (int)(facts->first >> COVEY_FACTS_ID_BITS),
        .id = (covey_id)(facts->first & ((UINT64_C(1) << COVEY_FACTS_ID_BITS) - 1)),
    };
}

/// The way to merge facts by MPI: made once, for worlds with that number of flocks.
typedef struct covey_merger {
    MPI_Datatype type;
    MPI_Op op;
} covey_merger;

covey_merger covey_merger_create(int flocks);
void covey_merger_destroy(covey_merger *self);

/// The facts of this rank become the facts of all.
void covey_facts_merge(const covey_merger *merger, MPI_Comm ranks, covey_facts *facts);

#endif
