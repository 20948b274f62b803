// SPDX-License-Identifier: MIT
// A world that holds a part of the agents of a larger one, for engines that spread a plane over
// several processes or devices. The part owns the agents inside a box. Agents of other parts that
// its own agents can sense stand among them as ghosts: plain agents, with their own ids and true
// coordinates. A step takes the owned agents ahead, with the bits of the whole plane.
//
// One step of an engine, in each part:
//   covey_part_take         the box, and the totals of whole flocks, merged over all parts
//   covey_step_try          the owned agents sense, decide and move to the next state
//   (merge)                 the statuses, and covey_step_first() over all parts
//   covey_step_finish       the next state becomes the state
//   covey_part_stepped      separates the agents to keep, or to hand over, from ghosts to drop
//   covey_part_drop, _add   agents that go, and the agents and ghosts that come for the next step
//   covey_step_meet         bodies and catches of all parts, for which it calls the engine
//
// Ghosts of a flock are all agents of other parts that are within its longest zone of the box, as
// covey_world_ghost_reach() returns it.
#ifndef COVEY_CORE_PART_H
#define COVEY_CORE_PART_H

#include "core/place.h"
#include "covey/world.h"
#include "geometry/state.h"

/// Makes flocks that are added from now on have only the agents of a slice of their ids.
void covey_part_take_slice(covey_world *world, covey_slice slice);

/// Coordinates x with low < x <= high on each axis; an outermost side is -DBL_MAX or DBL_MAX. Both
/// sides of z are 0 in the plane.
typedef struct covey_region {
    double low[COVEY_AXES], high[COVEY_AXES];
} covey_region;

/// Results of a step for the agents of a block, in the order of agents until the next sort.
typedef struct covey_part_block {
    covey_totals moved; ///< of its owned agents, in the next state; `fastest` only if sums need it
    float cost;         ///< pairs of an owned agent, sums apart, on average; 0 without owned agents
} covey_part_block;

/// The part of a plane that a world owns.
typedef struct covey_part {
    covey_region own;
    covey_totals total[COVEY_MAX_FLOCKS];
    /// NULL, or memory of the caller: covey_step_try() fills in one for every COVEY_BLOCK agents.
    covey_part_block *block[COVEY_MAX_FLOCKS];
} covey_part;

/// The first agent, by flock and id, that leaves the finite range in a step.
typedef struct covey_diverged {
    int flock; ///< COVEY_MAX_FLOCKS: there is none
    covey_id id;
} covey_diverged;

static inline bool covey_region_holds(const covey_region *box, covey_vec p)
{
    bool flat = box->low[2] == box->high[2];
    return p.x > box->low[0] && p.x <= box->high[0] && p.y > box->low[1] && p.y <= box->high[1] &&
           (flat || (p.z > box->low[2] && p.z <= box->high[2]));
}

/// From now on the world owns a part, which is copied; NULL: it is whole again. Flocks are to be
/// added before. A world that has a part keeps no index of ids: agents are looked up slowly.
void covey_part_take(covey_world *world, const covey_part *part);

/// Totals of the owned agents of a flock: of all agents, if the world is whole.
covey_totals covey_part_totals(const covey_world *world, int flock);

/// The distance from the box up to which ghosts of a flock can be sensed, L; DBL_MAX: anywhere; -1:
/// nowhere.
double covey_world_ghost_reach(const covey_world *world, int flock);

/// Informs the grid of a flock where the agents of a part are, before a sort.
void covey_part_expect(covey_world *world, int flock);

/// Agents on their way from part to part are rows of words: the id, then the bits of the numbers of
/// position, velocity, motion and traits, and the user's data. A row of a flock has this many
/// words.
size_t covey_part_width(const covey_world *world, int flock);

/// The place in a row of a flock from which `dim` words are the position; the velocity follows.
enum { COVEY_PART_POS = 1 };

/// Words of a row of a ghost, which others sense and which does not step: id, position, velocity,
/// and the columns up to its body if agents of the flock have their own.
size_t covey_part_ghost_width(const covey_world *world, int flock);

/// Writes the agents at indices begin … end - 1 of a flock as rows.
void covey_part_pack(const covey_world *world, int flock, size_t begin, size_t end, uint64_t *rows);

/// Makes the agents of these rows the agents of a flock, under the ids that they have. COVEY_ARG if
/// there is no room for them; nothing is changed then.
covey_status covey_part_fill(covey_world *world, int flock, const uint64_t *rows, size_t count,
                             covey_error *error);

/// Writes the agent at index i of a flock as the first `width` words of a row.
void covey_part_pack_one(const covey_world *world, int flock, size_t i, size_t width,
                         uint64_t *row);

/// Gives a flock room for so many agents, at least as many as it has; not within a step.
/// COVEY_MEMORY; the world can only be destroyed then.
covey_status covey_part_make_room(covey_world *world, int flock, size_t room, covey_error *error);

/// Adds agents behind the agents of a flock, under the ids that they have. With rows of ghosts,
/// other numbers of them are not set. False if there is no room for them; nothing is changed then.
bool covey_part_add(covey_world *world, int flock, const uint64_t *rows, size_t count,
                    size_t width);

/// Adds an agent behind the agents of a flock, which has room for it, as one that begins there.
void covey_part_spawn(covey_world *world, int flock, covey_id id, covey_pose pose);

/// Takes an agent out of a flock. The last agent takes its index.
void covey_part_drop(covey_world *world, int flock, size_t i);

/// The first half of covey_world_step(): sorts, and lets the owned agents step into the next state
/// of their flocks, which no view shows yet. Statuses as of a step, but COVEY_DIVERGED only if an
/// earlier step was; *first is the first owned agent that diverges.
covey_status covey_step_try(covey_world *world, double dt, covey_diverged *first);

/// The second half, or none if the step is not to happen: the next state becomes the state.
/// COVEY_DIVERGED if `first`, merged over all parts, names an agent.
covey_status covey_step_finish(covey_world *world, covey_diverged first);

/// How agents meet once all have moved. An engine lets those of all parts meet at once; each part
/// makes the same calls.
typedef struct covey_step_contacts {
    void *context;
    /// Pushes hard bodies apart (core/bodies.h); called where a flock has some.
    covey_status (*push_apart)(void *context, covey_world *world);
    /// Lets the flock `hunters` catch its prey (core/predation.h); called for each such flock.
    covey_status (*catch_prey)(void *context, covey_world *world, int hunters);
} covey_step_contacts;

/// After the second half, the rest of a step in its order: bodies, prey flock by flock, events.
/// The first status that is not COVEY_OK ends it.
covey_status covey_step_meet(covey_world *world, const covey_step_contacts *contacts);

/// The first of two by flock and id.
covey_diverged covey_step_first(covey_diverged one, covey_diverged other);

/// True if the agent at index i of a flock was an owned one in the step that has just ended. The
/// others were ghosts, and their positions are not to be used. Valid until the next sort.
bool covey_part_stepped(const covey_world *world, int flock, size_t i);

#endif
