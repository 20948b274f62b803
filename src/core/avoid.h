// SPDX-License-Identifier: MIT
// Avoidance between agents: the responses `anticipate`, a share of the intent, and `avoid`, which
// bounds the velocities that motions make. covey/response.h has the formulas.
#ifndef COVEY_CORE_AVOID_H
#define COVEY_CORE_AVOID_H

#include "core/world.h"

/// Agents of a block of a sorted flock, which begins at index `begin`, in a step of length dt.
typedef struct covey_avoid {
    const covey_world *world;
    const covey_flock *flock;
    const covey_agent *any; ///< the members that all have in common
    size_t begin, count;
    double dt;
} covey_avoid;

/// True if a flock has responses of that rule.
static inline bool covey_avoid_has(const covey_flock *flock, covey_response_rule rule)
{
    for (int k = 0; k < flock->reactions.count; k++)
        if (flock->reactions.list[k].is.rule == rule)
            return true;
    return false;
}

/// The contribution of response number k, which is `anticipate`, to the intent of the agent at
/// index i of the flock.
covey_vec covey_avoid_push(const covey_avoid *self, int k, size_t i);

/// Makes the velocities of moved agents those that `avoid` allows, and their positions follow.
/// changed[] becomes 1 for agents with another velocity; the others stay as they are.
void covey_avoid_turn(const covey_avoid *self, covey_moves *moves, double changed[COVEY_BLOCK]);

#endif
