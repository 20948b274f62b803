// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_APART_H
#define COVEY_CORE_APART_H

#include "core/perceive.h"

/// Adds the shares of agents at one place to the percepts of agents begin … end - 1 of a sorted
/// flock, a block.
void covey_apart_see(const covey_world *world, const covey_flock *flock, size_t begin, size_t end,
                     covey_senses *senses);

#endif
