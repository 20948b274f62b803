// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_WORLD_H
#define COVEY_CORE_WORLD_H

#include "base/parallel.h"
#include "base/rounding.h"
#include "base/threads.h"
#include "core/flock.h"
#include "core/influence.h"
#include "core/part.h"
#include "kernels/kernels.h"

enum { COVEY_MAX_TASKS = 256 };

#define COVEY_WRONG_ROUNDING                                                                       \
    "a thread does not round to nearest or flushes subnormal numbers to zero"

/// Results of one task of a step, or of all of them; see covey_stats.
typedef struct covey_step_result {
    uint64_t agents;
    uint64_t pairs;
    uint64_t sum_pairs;
    uint64_t candidates;
    uint64_t entries;
    covey_diverged first;
} covey_step_result;

/// The schedules of a world, with copies of all that they point to.
typedef struct covey_schedules {
    struct covey_scheduled *list; ///< room for COVEY_MAX_SCHEDULES; NULL: there were none
    int count;
} covey_schedules;

/// Scratch for hard bodies.
typedef struct covey_bodies {
    struct covey_body *list;
    struct covey_body *spare; ///< room to sort it
    struct covey_push *push;
    struct covey_body_list *lists; ///< of the bodies near each one
    uint32_t *near;                ///< their places in the list
    uint32_t *of;                  ///< for each of these, the place of the body whose list it is in
    double *at[COVEY_AXES];        ///< where the bodies of the list are, once there are lists
    double *radius;                ///< their radii
    covey_vec *start;              ///< where bodies were before they were pushed, flock by flock
    size_t room;
    struct covey_body *ghosts; ///< of other parts on their way into the list; NULL: has no part
    size_t count;              ///< of the list, in a world that has a part
} covey_bodies;

struct covey_world {
    covey_world_def def;
    covey_memory memory;
    covey_threads *pool;
    covey_workers workers;
    covey_kernel *kernel[COVEY_WAY_SUMS + 1]; ///< for zones that are sensed that way
    covey_flock *flock[COVEY_MAX_FLOCKS];
    int flock_count;
    covey_slice slice; ///< of the flocks that are added
    int flocks_given;  ///< flocks ever added
    covey_influence_list influences;
    covey_schedules schedules;
    covey_bodies bodies;
    bool busy;                      ///< a call is changing it; callbacks of that call may not
    covey_rounding rules;           ///< of the caller's thread before that call
    struct covey_event_log *events; ///< NULL: none are wanted
    uint64_t changes;               ///< calls that may have moved agents
    uint64_t unchanged;             ///< the same before the call at hand
    uint64_t step;
    double dt; ///< of the last step
    covey_stats stats;
    covey_error error;
    bool has_part;
    covey_part part;         ///< if it has one
    atomic_bool stopped;     ///< def.stop ended the step at hand
    covey_step_result tried; ///< of the step that has been tried, for statistics
    covey_step_result result[COVEY_MAX_TASKS];
};

/// Every call that changes a world begins with the first and ends with the second, which returns
/// `status`. COVEY_ARG for no world, or for one that another call is changing: this one comes from
/// a callback of that.
covey_status covey_world_enter(covey_world *world, covey_error *error);
covey_status covey_world_leave(covey_world *world, covey_status status);

/// The end of a call that has moved no agent, so that trees for questions stay ready.
covey_status covey_world_leave_still(covey_world *world, covey_status status);

/// A flock by its number; NULL if there is none, and the error says so, with COVEY_ARG.
covey_flock *covey_world_flock_at(const covey_world *world, int number, covey_error *error);

/// Looks up the flocks that responses name, and how each flock is sensed: after every change of
/// flocks or zones, and before the two below.
void covey_world_relate(covey_world *world);

/// True if agents of flock `watcher` may sense agents of flock `other`, now or with other zones of
/// their models.
bool covey_world_senses(const covey_world *world, int watcher, int other);

/// True if a zone of flock `watcher` that senses `of`, and of those its response number `to`,
/// senses flock `other`.
bool covey_world_meets(const covey_world *world, int watcher, covey_of of, int to, int other);

/// A parameter of a flock, and the struct that has it.
typedef struct covey_world_row {
    const covey_param *row;
    void *values;
} covey_world_row;

/// Sets a parameter, with all that follows. COVEY_ARG, and all is as before; COVEY_MEMORY.
covey_status covey_world_set_row(covey_world *world, covey_flock *flock, const covey_world_row *at,
                                 double value, covey_error *error);

/// Parts of covey_world_set() and covey_world_influence_set(), for parameters with schedules too.
covey_status covey_world_set_now(covey_world *world, int number, const char *name, double value,
                                 covey_error *error);
covey_status covey_influence_set_now(covey_world *world, int handle, const char *name, double value,
                                     covey_error *error);

/// Gives the grid of every flock the longest radius in which any flock senses it.
void covey_world_set_radii(covey_world *world);

/// Takes memory for the trees of flocks in which a zone senses the nearest, and for trees and sums
/// where the mode is `dense: aggregate`. COVEY_MEMORY; without them the search gives the
/// same, slowly.
covey_status covey_world_take_trees(covey_world *world, covey_error *error);

/// Brings every flock into the canonical order, makes trees ready, builds sums and finds headings.
void covey_world_sort(covey_world *world);

#endif
