// SPDX-License-Identifier: MIT
// A block of agents deciding and moving. A model or motion that has a function for blocks does it
// with columns, another one agent by agent.
#ifndef COVEY_CORE_GROUP_H
#define COVEY_CORE_GROUP_H

#include "core/collide.h"
#include "core/world.h"

/// Agents of a flock, from `begin` on, at work. `world`, `flock`, `agents.any`, `moved` and
/// `speeds` are set once.
typedef struct covey_group {
    const covey_world *world;
    covey_flock *flock;
    size_t begin;
    covey_block agents;
    covey_totals *moved; ///< of the moved agents; NULL: not wanted
    bool speeds;         ///< `moved` includes their velocities, too
} covey_group;

/// Makes the group agents begin … end - 1, at most COVEY_BLOCK of them.
void covey_group_take(covey_group *group, size_t begin, size_t end);

/// Writes the intents of the agents from their percepts in each zone, responses and influences
/// aside.
void covey_group_decide(const covey_group *group, const covey_percepts *percepts,
                        covey_intents *intents);

/// Adds the contributions of responses to other flocks to the intents, for a step of length dt.
void covey_group_respond(const covey_group *group, const covey_percepts *percepts, double dt,
                         covey_intents *intents);

/// Adds the contributions of the influences of the path to the intents.
void covey_group_influence(const covey_group *group, const covey_path *path,
                           covey_intents *intents);

/// Moves the agents by their intents as far as their path is free, and stores them into the next
/// state of the flock. *entries grows by the number of agents that end inside a solid. Returns
/// false if one of their numbers is not finite. The totals at `moved` take up these agents.
bool covey_group_move(const covey_group *group, const covey_intents *intents,
                      const covey_path *path, double dt, uint64_t *entries);

#endif
