// SPDX-License-Identifier: MIT
// Solids that were moved between steps push the agents that they pass over. The step after a move
// begins with it: from where the outline was at the step before to where it is, in a straight line
// or, in the plane, turning about a pole. An agent on its way stays in front of it, slides along
// it, and along solids that rest. The state does not change before the step.
#ifndef COVEY_CORE_SWEEP_H
#define COVEY_CORE_SWEEP_H

#include "core/touch.h"

/// Around a move of the points of an influence: notes where they were at the last step. One that
/// came after that step was nowhere.
void covey_sweep_before(const covey_world *world, const covey_influence_item *item);
void covey_sweep_after(covey_world *world, covey_influence_item *item);

/// Lets the moves of an influence before the next step be jumps, as if it came there.
void covey_sweep_jump(covey_world *world, int handle);

/// Finds how an item has moved from its past points, which are set.
void covey_sweep_find(const covey_space *space, covey_influence_item *item);

/// After a step: all moves are over.
void covey_sweep_end(covey_world *world);

/// A box and a ball around all places of an outline since the last step.
covey_boxtree_box covey_sweep_box(const covey_influence_item *item);
double covey_sweep_ball(const covey_influence_item *item, covey_vec *center);

/// How solids have pushed an agent.
typedef struct covey_sweep_push {
    bool pushed;
    bool squeezed; ///< until there was no room in front of them
    size_t item;   ///< index of the first one that pushed it
} covey_sweep_push;

/// Moves an agent out of the way of solids that have moved.
covey_sweep_push covey_sweep_agent(const covey_path *path, covey_agent *agent);

#endif
