// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_PLACE_H
#define COVEY_CORE_PLACE_H

#include "core/state.h"
#include "covey/world.h"

/// Fills a new state from a flock definition: ids 0 … count - 1, positions and velocities given or
/// drawn. COVEY_ARG for a value or a box that is not finite.
covey_status covey_place(const covey_world_def *world, const covey_flock_def *def,
                         covey_state *state, covey_error *error);

#endif
