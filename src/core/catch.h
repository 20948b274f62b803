// SPDX-License-Identifier: MIT
// Agents that are caught, once all have moved.
#ifndef COVEY_CORE_CATCH_H
#define COVEY_CORE_CATCH_H

#include "core/world.h"

/// Takes memory for the prey that a flock being added catches. COVEY_ARG for a distance
/// or births that cannot be, COVEY_MEMORY.
covey_status covey_catch_take(covey_world *world, covey_flock *flock, const covey_flock_def *def,
                              covey_error *error);
void covey_catch_destroy(covey_memory *memory, covey_catch *self);

/// Lets all flocks catch the prey in their reach, in their order.
void covey_catch_step(covey_world *world);

#endif
