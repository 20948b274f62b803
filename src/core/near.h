// SPDX-License-Identifier: MIT
// Finds the influences that are near a block of agents. Agents of a block stand together and most
// influences are elsewhere, so most blocks skip them. Skipping an influence changes no bit: its
// contribution to the agent is exactly zero, and it does not stop it.
#ifndef COVEY_CORE_NEAR_H
#define COVEY_CORE_NEAR_H

#include "core/collide.h"

/// A box for each agent of a block, around a straight way of it, and one around all of them.
typedef struct covey_sweep {
    size_t count;
    int axes;
    double ends[COVEY_AXES][2][COVEY_BLOCK]; ///< on each axis low ends, high ends
    covey_boxtree_box all;
} covey_sweep;

/// Ways along the headings of agents, as far as any influence is seen ahead.
void covey_near_look(const covey_path *path, const covey_block *agents, covey_sweep *rays);

/// A box around the agents, wider by `by`.
covey_boxtree_box covey_near_span(const covey_path *path, const covey_block *agents, double by);

/// Sets marks[k] to 1 for each agent whose box meets the solid at that index, or an
/// image of it, and leaves the others. Returns false if there is none.
bool covey_near_mark(const covey_path *path, const covey_sweep *ways, size_t index,
                     double marks[COVEY_BLOCK]);

/// Sets held[k] to 1 for each agent of a block that may be inside a solid or touch one on its way
/// to its position in `to`. Solids have no effect on the other agents that end inside the space.
void covey_near_hold(const covey_path *path, const covey_block *from, const covey_moves *to,
                     double held[COVEY_BLOCK]);

/// Returns the number of agents of a block that are inside a solid.
uint64_t covey_near_entries(const covey_path *path, const covey_block *agents);

#endif
