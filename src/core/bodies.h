// SPDX-License-Identifier: MIT
// Hard bodies, which do not overlap once all agents have moved.
#ifndef COVEY_CORE_BODIES_H
#define COVEY_CORE_BODIES_H

#include "core/world.h"

/// Takes memory for the bodies of a flock that is being added, with those that the world has.
/// COVEY_ARG for hard bodies without a size, COVEY_MEMORY.
covey_status covey_bodies_take(covey_world *world, covey_flock *flock, const covey_flock_def *def,
                               covey_error *error);
void covey_bodies_destroy(covey_world *world);

/// Pushes apart the agents with hard bodies that overlap.
void covey_bodies_step(covey_world *world);

#endif
