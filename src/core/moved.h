// SPDX-License-Identifier: MIT
// Moves of solids between two steps, by which the next step sweeps (core/sweep.h).
#ifndef COVEY_CORE_MOVED_H
#define COVEY_CORE_MOVED_H

#include "core/influence.h"

/// Around a move of the points of an influence: notes where they were at the last step. One that
/// came after that step was nowhere.
void covey_moved_before(const covey_world *world, const covey_influence_item *item);
void covey_moved_after(covey_world *world, covey_influence_item *item);

/// Finds how an item has moved from its past points, which are set.
void covey_moved_find(const covey_space *space, covey_influence_item *item);

/// After a step: all moves are over.
void covey_moved_end(covey_world *world);

/// A box and a ball around all places of an outline since the last step.
covey_boxtree_box covey_moved_box(const covey_influence_item *item);
double covey_moved_ball(const covey_influence_item *item, covey_vec *center);

/// A way, on a torus to the nearest image.
covey_vec covey_moved_shortest(const covey_space *space, covey_vec way);

#endif
