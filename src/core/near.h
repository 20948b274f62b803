// SPDX-License-Identifier: MIT
// Which influences a block of agents has to do with. Agents of a block stand together and most
// things are somewhere else, so most blocks need not ask them. Whoever is left out adds nothing and
// stops nobody: no bit depends on it.
#ifndef COVEY_CORE_NEAR_H
#define COVEY_CORE_NEAR_H

#include "core/collide.h"

/// Where the agents of a block are.
covey_span covey_near_span(const covey_block *agents);

/// False only if the influence adds nothing to the intent of anybody in the span.
bool covey_near_acts(const covey_influence_item *item, const covey_span *span, double body);

/// Makes held[k] 1 for each agent of a block that may be inside something solid or touch it on its
/// way to the place that `to` has. All others who get to a place inside the space get there as they
/// would without what is solid.
void covey_near_hold(const covey_path *path, const covey_block *from, const covey_moves *to,
                     double held[COVEY_BLOCK]);

/// How many agents of a block are inside something solid.
uint64_t covey_near_entries(const covey_path *path, const covey_block *agents);

#endif
