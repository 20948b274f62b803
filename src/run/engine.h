// SPDX-License-Identifier: MIT
// Another way to take the steps of a run: by several processes, its ranks, each of which has a part
// of the agents and calls covey_run() with the same definition. All functions are called by all
// ranks, in the same order.
#ifndef COVEY_RUN_ENGINE_H
#define COVEY_RUN_ENGINE_H

#include "covey/world.h"

typedef struct covey_run_engine {
    void *context;
    bool writes; ///< this is the rank that writes files and prints

    /// Takes up the world, which has all agents, as it is at the first step. It stays the run's.
    covey_status (*begin)(void *context, covey_world *world, covey_error *error);
    /// One step. Its status is that of all ranks. `before` is the status of what this rank did
    /// since the last step; no rank takes a step if it is a failure on one. *stops tells whether
    /// this rank was asked to stop; afterwards, whether any rank was.
    covey_status (*step)(void *context, double dt, covey_status before, bool *stops,
                         covey_error *error);
    /// Fills the world of the rank that writes with all agents, until the next step. COVEY_MEMORY.
    covey_status (*look)(void *context, covey_error *error);
    uint64_t (*hash)(void *context); ///< covey_world_hash() of the whole

    /// The statuses of all ranks: COVEY_OK if all are, else a failure, or COVEY_INTERRUPTED if
    /// there is none.
    covey_status (*agree)(void *context, covey_status status);
} covey_run_engine;

#endif
