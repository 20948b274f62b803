// SPDX-License-Identifier: MIT
// Agents that are caught, once all have moved.
#ifndef COVEY_CORE_CATCH_H
#define COVEY_CORE_CATCH_H

#include "core/world.h"

/// A hunter: its coordinate on the first axis, and its index.
struct covey_hunter {
    double x;
    uint32_t index;
};

/// Takes memory for the prey that a flock being added catches. COVEY_ARG for a distance
/// or births that cannot be, COVEY_MEMORY.
covey_status covey_catch_take(covey_world *world, covey_flock *flock, const covey_flock_def *def,
                              covey_error *error);
void covey_catch_destroy(covey_memory *memory, covey_catch *self);

/// True if a flock catches agents.
static inline bool covey_catch_hunts(const covey_flock *flock)
{
    return flock->catches.radius > 0.0 && flock->hunts >= 0;
}

/// Lets such a flock catch the prey in its reach.
void covey_catch_step(covey_world *world, int hunters);

// ---- For engines whose worlds have parts: these make a step of all parts, flock by flock ----

/// Makes the memory fit the room of the flocks. COVEY_MEMORY.
covey_status covey_catch_make_room(covey_world *world);

/// An agent that was caught, and its hunter.
typedef struct covey_prey {
    covey_id id, by;
    uint32_t index; ///< of the agent when it is found
} covey_prey;

/// Finds the agents that a flock catches, `prey` of its scratch, by ascending index. Returns their
/// number.
/// In a part, the ghosts of hunters in reach must be present, the ghosts of prey need not.
size_t covey_catch_find(covey_world *world, int hunters);

/// The next newborn of a flock, for one that was caught at a velocity, in the order of the ids of
/// all parts: takes its id, and returns false if there is none left.
bool covey_catch_birth(covey_world *world, covey_flock *prey, covey_vec vel, covey_id *id,
                       covey_pose *pose);

#endif
