// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_HEADING_H
#define COVEY_CORE_HEADING_H

#include "base/parallel.h"
#include "geometry/state.h"

/// Writes the unit velocities of all agents, 0 at rest, once for all that sense them.
void covey_heading_find(covey_workers *workers, const covey_state *state,
                        double *const heading[COVEY_AXES]);

#endif
