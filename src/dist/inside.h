// SPDX-License-Identifier: MIT
// What the files of a distribution share: its state, and the pieces that a step is made of.
// Functions with a status are called by all ranks, and end with the same status on all, if nothing
// else is said.
#ifndef COVEY_DIST_INSIDE_H
#define COVEY_DIST_INSIDE_H

#include "core/part.h"
#include "core/world.h"
#include "dist/borders.h"
#include "dist/dist.h"
#include "dist/exchange.h"
#include "dist/messages.h"
#include "dist/owned_cells.h"
#include "dist/totals.h"

#include <mpi.h>

struct covey_dist {
    covey_run_engine engine;
    covey_dist_def def;
    MPI_Comm comm; ///< a duplicate; it returns errors
    int rank, ranks;
    covey_world *world; ///< the run's. Between steps it has the agents of this rank
    bool whole;         ///< a single rank always; else for now, as all agents were looked at
    bool failed;        ///< this rank had no memory for agents that came
    covey_part part;
    covey_region *box;                         ///< of each rank
    covey_part_block *block[COVEY_MAX_FLOCKS]; ///< of the agents of this rank, and of a step
    uint8_t *marks[COVEY_MAX_FLOCKS];          ///< covey_dist_mark of each block
    size_t blocks[COVEY_MAX_FLOCKS];           ///< that there is room for
    double reach[COVEY_MAX_FLOCKS];            ///< of ghosts, in the step at hand
    bool queried[COVEY_MAX_FLOCKS];            ///< some ghosts are asked for agent by agent
    size_t owned[COVEY_MAX_FLOCKS];            ///< agents of this rank, which stand before ghosts
    covey_owned_cells cells;
    covey_borders near;
    bool near_known; ///< for these boxes
    covey_messages messages;
    covey_exchange exchange; ///< agents on their way to ranks that are not near
    covey_merger merger;
    int cuts;           ///< of boxes, at the last steps in a row
    double lost;        ///< steps, by uneven work since then
    double left_uneven; ///< how much more than the mean the rank with most work had after that
    covey_dist_stats stats;
};

/// What has to be done with some agents of a block, perhaps.
typedef enum covey_dist_mark {
    COVEY_DIST_GHOSTS = 1, ///< they are ghosts, in the step at hand
    COVEY_DIST_LEAVES = 2, ///< they have left the box in it
    COVEY_DIST_RIM = 4,    ///< they are ghosts of other ranks, in the next step
} covey_dist_mark;

int covey_dist_flocks(const covey_dist *self);
covey_state *covey_dist_state(const covey_dist *self, int flock);
covey_status covey_dist_no_memory(covey_error *error);

/// The worst status of all ranks, so that none goes on alone.
covey_status covey_dist_merge(covey_dist *self, covey_status status);

// ---- owned.c: the agents of this rank ----

/// The number of agents of block b that are there.
size_t covey_dist_block_count(const covey_dist *self, int flock, size_t b);

/// The number of blocks of a flock.
size_t covey_dist_blocks(const covey_dist *self, int flock);

/// Marks all blocks as rim, when ranks near, or how far ghosts are, have changed.
void covey_dist_mark_all(covey_dist *self);

/// Marks blocks after a step that was tried, and adds their agents to the totals.
void covey_dist_mark_blocks(const covey_dist *self, covey_step_totals *totals);

/// Makes room for blocks of all agents that a flock has room for. False without memory.
bool covey_dist_take_blocks(covey_dist *self, int flock);

/// Computes the totals of all blocks anew, and resets their costs to those of agents without pairs.
void covey_dist_measure(covey_dist *self);

/// Finds the bounds of all blocks anew; their costs stay.
void covey_dist_bound(covey_dist *self);

/// Adds new agents, which stand from index `first` on, to the totals of their blocks.
void covey_dist_note_new(covey_dist *self, int flock, size_t first);

/// Makes room for so many more agents and ghosts than there are. False without memory, which is
/// noted.
bool covey_dist_reserve(covey_dist *self, int flock, size_t more);

/// Gives memory back that a look at the whole took. False without memory, which is noted.
bool covey_dist_shrink(covey_dist *self, int flock);

/// Adds agents to the agents of this rank; a lack of memory is noted.
void covey_dist_add(covey_dist *self, int flock, const uint64_t *rows, size_t count);

/// Takes an agent out, whose index is taken by the last one.
void covey_dist_drop(covey_dist *self, int flock, size_t i);

/// Takes out agents that are not in the box of this rank, which other ranks have, too.
void covey_dist_keep_owned(covey_dist *self);

/// True if an agent that has stepped into the next state is no longer near this rank's box.
bool covey_dist_goes_far(const covey_dist *self);

/// After a step: drops ghosts, and sends agents that left the box to near ranks.
void covey_dist_hand_over(covey_dist *self);

/// Sends agents that are not in the box of this rank to the rank that has it, wherever that is.
covey_status covey_dist_migrate(covey_dist *self, covey_error *error);

// ---- ghosts.c ----

/// Finds out which ranks are near, where boxes or parameters have changed.
covey_status covey_dist_find_near(covey_dist *self, covey_error *error);

/// Brings the ghosts near the box of this rank, behind its own agents.
void covey_dist_take_ghosts(covey_dist *self);

/// How far ghosts have to come from for a distance at which agents meet.
double covey_dist_contact_reach(const covey_dist *self, double reach);

/// Finds ranks up to a distance, if the known ones are not so far. All ranks ask for the same
/// one.
covey_status covey_dist_widen(covey_dist *self, double reach, covey_error *error);

/// Brings agents of flocks behind the owned ones, `owned` of each flock, each from another reach;
/// 0: none.
void covey_dist_take_near(covey_dist *self, const double reach[COVEY_MAX_FLOCKS]);

/// Leaves owned agents alone, `owned` of each flock.
void covey_dist_leave_ghosts(covey_dist *self);

// ---- room.c ----

/// COVEY_MEMORY, on this rank alone, if its machine has no room for the agents of flocks that are
/// sensed from everywhere. All ranks call it.
covey_status covey_dist_check_room(covey_dist *self, covey_error *error);

// ---- contacts.c ----

/// After a step: lets agents meet, of all ranks.
covey_status covey_dist_contacts(covey_dist *self, covey_error *error);

// ---- queries.c ----

/// True if ranks ask for the nearest agents of a flock, instead of having all in reach as ghosts.
bool covey_dist_is_queried(const covey_dist *self, int flock);

/// Brings the nearest of a flock that agents of this rank may sense and that it does not have. All
/// ranks call it; a lack of memory is noted.
void covey_dist_query(covey_dist *self, int flock);

// ---- gather.c ----

/// Brings the agents of all ranks to rank 0, or to all of them, whose worlds are whole then.
covey_status covey_dist_gather(covey_dist *self, bool all, covey_error *error);

/// Makes the world again one that has the agents of this rank alone.
void covey_dist_part(covey_dist *self);

// ---- blocks.c ----

/// Hands the agents of all ranks to rank 0 in the order of their ids, as covey_run_engine says.
covey_status covey_dist_stream(void *context, const covey_run_taker *taker, covey_error *error);

// ---- decompose.c: the only part of covey that calls Zoltan ----

// Cuts the space into boxes with about as much work in each: recursive coordinate bisection of
// weighted points.

/// Points of this rank; the points of all ranks together are cut.
typedef struct covey_points {
    size_t count;
    int dim;
    const double *pos;   ///< `dim` numbers for each
    const float *weight; ///< the work of each
} covey_points;

/// Writes the box of every rank, which together are the whole space: the same boxes on all ranks.
/// COVEY_SYSTEM if Zoltan fails on any rank.
covey_status covey_decompose(MPI_Comm ranks, const covey_points *points, covey_region *boxes,
                             covey_error *error);

// ---- cut.c: the boxes ----

/// Work of an agent beside its pairs, in pairs.
#define COVEY_DIST_WORK_OF_AGENT 8.0F

/// Takes agents, or one of every few, for a cut, by the work of their blocks. After a step that was
/// finished (`stepped`) these are the agents that stepped, before they are handed over. False
/// without memory.
bool covey_dist_take_points(const covey_dist *self, bool stepped, covey_points *points);
void covey_dist_free_points(covey_points *points);

/// Cuts the space into boxes of about as much work. The points are gone then; `taken`: there was
/// memory for them.
covey_status covey_dist_cut(covey_dist *self, bool taken, covey_points *points, covey_error *error);

// ---- step.c ----

/// Merges the totals of the agents as they are, for all ranks.
void covey_dist_tell_totals(covey_dist *self);

/// Takes a step of the length dt, as covey_run_engine says.
covey_status covey_dist_step(void *dist, double dt, covey_status before, bool *stops,
                             covey_error *error);

#endif
