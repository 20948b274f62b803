// SPDX-License-Identifier: MIT
// Finds the influences that are near a block of agents. Agents of a block stand together and most
// influences are elsewhere, so most blocks skip them. Skipping an influence changes no bit: its
// contribution to the block is exactly zero, and it stops no agent of it.
#ifndef COVEY_CORE_NEAR_H
#define COVEY_CORE_NEAR_H

#include "core/collide.h"

/// The extent of a block of agents.
covey_span covey_near_span(const covey_block *agents);

/// False only if the influence adds nothing to the intent of any agent in the span.
bool covey_near_acts(const covey_influence_item *item, const covey_span *span, double body);

/// Sets held[k] to 1 for each agent of a block that may be inside a solid or touch one on its way
/// to its position in `to`. Solids have no effect on the other agents that end inside the space.
void covey_near_hold(const covey_path *path, const covey_block *from, const covey_moves *to,
                     double held[COVEY_BLOCK]);

/// Returns the number of agents of a block that are inside a solid.
uint64_t covey_near_entries(const covey_path *path, const covey_block *agents);

#endif
