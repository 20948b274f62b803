// SPDX-License-Identifier: MIT
// What the files of a distribution share: its state, and the pieces that a step is made of. All
// functions with a status are called by all ranks, and end with the same status on all.
#ifndef COVEY_DIST_INSIDE_H
#define COVEY_DIST_INSIDE_H

#include "core/part.h"
#include "core/world.h"
#include "dist/dist.h"
#include "dist/exchange.h"

struct covey_dist {
    covey_run_engine engine;
    covey_dist_def def;
    MPI_Comm comm;
    int rank, ranks;
    covey_world *world; ///< the run's
    bool together;      ///< a flock catches agents, or has hard bodies
    covey_part part;
    covey_region *box;                ///< of each rank
    covey_rows own[COVEY_MAX_FLOCKS]; ///< agents in the box of this rank
    covey_rows all[COVEY_MAX_FLOCKS]; ///< those of all ranks, when they are looked at
    size_t present[COVEY_MAX_FLOCKS]; ///< own agents and ghosts of the step at hand
    covey_parcels leaving[COVEY_MAX_FLOCKS];
    float *work[COVEY_MAX_FLOCKS]; ///< of each owned agent, `own.count`; NULL: it is not looked at
    float *cost[COVEY_MAX_FLOCKS]; ///< of each block of a part
    uint64_t looks_at;             ///< the step of the next look at the work
    covey_dist_stats stats;
};

int covey_dist_flocks(const covey_dist *self);
covey_status covey_dist_no_memory(covey_error *error);

/// The worst status of all ranks, so that none goes on alone.
covey_status covey_dist_merge(covey_dist *self, covey_status status);

/// The place and the velocity in a row.
covey_vec covey_dist_place(const covey_dist *self, const uint64_t *row);
covey_vec covey_dist_velocity(const covey_dist *self, const uint64_t *row);

// ---- own.c: the agents of this rank ----

/// Makes agents of the world the own ones: those in the box of this rank, or with `stepped` those
/// that have stepped there, with the work of each if it is looked at. False without memory; other
/// ranks do not know.
bool covey_dist_keep(covey_dist *self, bool stepped);

/// Fills the world with the rows of each flock, and tells it its part; NULL: they are all agents.
/// Other ranks do not know of a failure.
covey_status covey_dist_fill(covey_dist *self, const covey_rows *rows, const covey_part *part,
                             covey_error *error);

/// Sends the parcels of a flock; those that come lie behind its own rows.
covey_status covey_dist_send(covey_dist *self, int flock, bool failed, covey_error *error);

/// Brings the agents of all ranks to rank 0, or to all of them, and fills the world there.
covey_status covey_dist_bring(covey_dist *self, bool all, covey_error *error);

// ---- cut.c: the boxes ----

/// Cuts the space into boxes of about as much work, or as many agents where work is not looked at.
covey_status covey_dist_cut(covey_dist *self, covey_error *error);

/// Cuts the space anew if the work of the ranks has become uneven.
covey_status covey_dist_balance(covey_dist *self, covey_error *error);

/// Sends agents that are not in the box of this rank to the rank that has it.
covey_status covey_dist_migrate(covey_dist *self, covey_error *error);

/// Room for the work of the agents that are present, and its end.
bool covey_dist_take_cost(covey_dist *self);
void covey_dist_drop_cost(covey_dist *self);

// ---- step.c ----

/// Takes a step of the length dt, as covey_run_engine says.
covey_status covey_dist_step(void *dist, double dt, covey_error *error);

#endif
