// SPDX-License-Identifier: MIT
// Another way to take the steps of a run: by several processes, its ranks, each of which has a part
// of the agents and calls covey_run() with the same definition. All functions are called by all
// ranks, in the same order.
#ifndef COVEY_RUN_ENGINE_H
#define COVEY_RUN_ENGINE_H

#include "core/place.h"
#include "covey/checkpoint.h"
#include "covey/session.h"

/// Takes agents of a flock: rows of words, the id and the bits of the position and the velocity, as
/// many of each as the space has axes.
typedef struct covey_run_taker {
    void *context;
    covey_status (*take)(void *context, int flock, const uint64_t *rows, size_t count,
                         covey_error *error);
} covey_run_taker;

typedef struct covey_run_engine {
    void *context;
    bool writes;       ///< this is the rank that writes files and prints
    bool measures;     ///< measures of the last state are wanted, also if no file has measures
    covey_slice slice; ///< the agents of each flock that the world of this rank is made with

    /// Takes up the world as it is at the first step: with all agents, or with a slice of them. It
    /// stays the run's. After gather(): takes up the world that each rank has by then, which may be
    /// another one, with all agents.
    covey_status (*begin)(void *context, covey_world *world, covey_error *error);
    /// Fills the worlds of all ranks with all agents, whose order in memory is another one on each
    /// rank, so that all can change them in the same way. The next call is begin(). COVEY_MEMORY.
    covey_status (*gather)(void *context, covey_error *error);
    /// One step. Its status is that of all ranks. `before` is the status of what this rank did
    /// since the last step; no rank takes a step if it is a failure on one. *stops says whether
    /// this rank was asked to stop; afterwards, whether any rank was.
    covey_status (*step)(void *context, double dt, covey_status before, bool *stops,
                         covey_error *error);
    /// Fills the world of the rank that writes with all agents, until the next step. COVEY_MEMORY.
    covey_status (*look)(void *context, covey_error *error);
    /// Hands all agents to the rank that writes, some at a time: flock by flock, ids ascending. Its
    /// status is that of all ranks. COVEY_MEMORY.
    covey_status (*stream)(void *context, const covey_run_taker *taker, covey_error *error);
    /// Leaves its own agents alone to each rank, if one of them has all by now.
    void (*part)(void *context);
    /// Brings `count` words of each rank to the rank that writes, by the number of the rank.
    void (*collect)(void *context, const uint64_t *mine, int count, uint64_t *all);
    uint64_t (*count)(void *context, int flock);    ///< agents of a flock of the whole
    uint64_t (*tell)(void *context, uint64_t word); ///< that of the rank that writes
    uint64_t (*hash)(void *context);                ///< covey_world_hash() of the whole
    uint64_t (*agents)(void *context);              ///< of the whole

    /// The statuses of all ranks: COVEY_OK if all are, else a failure, or COVEY_INTERRUPTED if
    /// there is none.
    covey_status (*agree)(void *context, covey_status status);
} covey_run_engine;

/// covey_session_open(), but with ranks the session's world has the agents of this rank's slice.
covey_status covey_run_open_session(const char *path, const covey_world_def *engine,
                                    const covey_run_engine *ranks, covey_session **session,
                                    covey_error *error);

/// covey_checkpoint_read(), but with ranks the agents of a checkpoint stay on the disk,
/// where covey_run() reads them.
covey_status covey_run_open_checkpoint(const char *path, const covey_run_engine *ranks,
                                       covey_checkpoint **checkpoint, covey_error *error);

#endif
