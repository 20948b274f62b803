// SPDX-License-Identifier: MIT
// A world on several processes of MPI, its ranks. Each has a box of the space and the agents in it,
// and takes them from step to step by the library's own step, with the agents of other ranks that
// they can sense beside them (core/part.h): so every step has the bits of covey_world_step().
//
// A step: ghosts come from the ranks near; the owned agents step; one message informs all ranks how
// that went; agents that left their box go to the rank that has it. The boxes are cut anew where
// the work of ranks has become uneven.
//
// A rank's world is made with a slice of the ids of each flock and has room for its own agents and
// ghosts. Where a command of a session changes a flock itself, each rank has the whole world for
// that moment.
#ifndef COVEY_DIST_DIST_H
#define COVEY_DIST_DIST_H

#include "run/engine.h"

#include <mpi.h>

typedef struct covey_dist covey_dist;

/// How the agents are distributed. Zero is a good beginning.
typedef struct covey_dist_def {
    uint64_t balance_every; ///< cuts anew after so many steps, for tests; 0: where that pays
    uint64_t free_bytes;    ///< that this machine has, for tests; 0: what the system says
    double reach;           ///< of ghosts, times that needed; 0: 1. Below 1 is wrong, for tests
} covey_dist_def;

/// What a rank has done.
typedef struct covey_dist_stats {
    uint64_t steps;
    uint64_t agents, ghosts; ///< of the last step
    uint64_t ghosts_sum;     ///< of all steps
    uint64_t migrants;       ///< agents that went to other ranks
    uint64_t bytes_sent;     ///< of ghosts and migrants
    uint64_t cuts;           ///< how many times boxes were cut
    double imbalance;        ///< work of the rank that has most, by the mean, in the last step
    double waiting;          ///< s, for the slowest rank of each step
    double cutting;          ///< s, to cut boxes anew and to bring agents to their ranks
    bool heard;              ///< another rank failed, and this one did not
} covey_dist_stats;

/// For all processes of `ranks`. NULL without memory.
covey_dist *covey_dist_create(MPI_Comm ranks, const covey_dist_def *def);
void covey_dist_destroy(covey_dist *self); ///< NULL is fine

/// For covey_run_def; valid as long as the distribution.
const covey_run_engine *covey_dist_engine(covey_dist *self);

covey_dist_stats covey_dist_stats_of(const covey_dist *self);

#endif
