// SPDX-License-Identifier: MIT
// Flocks that hunt others. Once all agents are sorted, models that herd find their prey as one
// herd (herd.c). Once all have moved, hunters catch the prey in their reach, which is gone then,
// and as many agents may be born (catch.c; its memory is in catch_room.c).
#ifndef COVEY_CORE_PREDATION_H
#define COVEY_CORE_PREDATION_H

#include "base/memory.h"
#include "covey/world.h"

struct covey_flock;

// ---- Herds ----

/// Finds the herds of the flocks whose models want them, once all agents are sorted.
void covey_herd_find(covey_world *world);

// ---- Catches ----

/// A hunter: its coordinate on the first axis, and its index.
typedef struct covey_hunter {
    double x;
    uint32_t index;
} covey_hunter;

/// An agent that was caught, and its hunter.
typedef struct covey_prey {
    covey_id id, by;
    uint32_t index; ///< of the agent when it is found
} covey_prey;

/// How a flock catches the agents of its prey, with scratch of a step.
typedef struct covey_catch {
    double radius; ///< 0: it catches none
    bool births;
    uint64_t caught;
    size_t room, prey_room;
    covey_hunter *hunters; ///< `room`
    covey_prey *prey;      ///< `prey_room`
    covey_id *caught_ids;  ///< `prey_room`
    uint32_t *order;       ///< 2 `prey_room`
} covey_catch;

/// Takes memory for the prey that a flock being added catches. COVEY_ARG for a distance
/// or births that cannot be, COVEY_MEMORY.
covey_status covey_catch_take(covey_world *world, struct covey_flock *flock,
                              const covey_flock_def *def, covey_error *error);
void covey_catch_destroy(covey_memory *memory, covey_catch *self);

/// Makes the memory fit the room of the flocks. COVEY_MEMORY.
covey_status covey_catch_make_room(covey_world *world);

/// True if a flock catches agents.
bool covey_catch_hunts(const struct covey_flock *flock);

/// Lets such a flock catch the prey in its reach.
void covey_catch_step(covey_world *world, int hunters);

// ---- Catches of all parts, for engines whose worlds have parts ----

/// Finds the agents that a flock catches, `prey` of its scratch, by ascending index. Returns their
/// number.
/// In a part, the ghosts of hunters in reach must be present, the ghosts of prey need not.
size_t covey_catch_find(covey_world *world, int hunters);

/// The next newborn of a flock, for one that was caught at a velocity, in the order of the ids of
/// all parts: takes its id, and returns false if there is none left.
bool covey_catch_birth(covey_world *world, struct covey_flock *prey, covey_vec vel, covey_id *id,
                       covey_pose *pose);

#endif
