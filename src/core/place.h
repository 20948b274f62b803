// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_PLACE_H
#define COVEY_CORE_PLACE_H

#include "core/influence.h"
#include "core/state.h"
#include "covey/world.h"

/// Fills a new state from a flock definition: ids 0 … count - 1, positions and velocities given or
/// drawn; drawn positions keep clear of what is solid for the flock of that number. COVEY_ARG for a
/// value or a box that is not finite, a given place outside the space, or no room to be found.
covey_status covey_place(const covey_world_def *world, const covey_flock_def *def,
                         const covey_influence_list *solids, int flock, covey_state *state,
                         covey_error *error);

#endif
