// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_HEADING_H
#define COVEY_CORE_HEADING_H

#include "core/state.h"
#include "covey/world.h"

/// Writes the unit velocities of all agents, 0 at rest, once for all that look at them. Returns
/// false if a thread of the executor rounds by other rules (see covey_threads_rounds_right).
bool covey_heading_find(const covey_executor *executor, const covey_state *state,
                        double *const heading[COVEY_AXES]);

#endif
