// SPDX-License-Identifier: MIT
#ifndef COVEY_GEOMETRY_TOTALS_H
#define COVEY_GEOMETRY_TOTALS_H

#include "geometry/state.h"

/// Facts about all agents of a flock, over all parts.
typedef struct covey_totals {
    uint64_t count;
    double low[COVEY_AXES], high[COVEY_AXES]; ///< of positions; low > high without agents
    double fastest;                           ///< largest component of a velocity, in size
} covey_totals;

/// Totals of no agents, of one agent, and the sum of two.
covey_totals covey_totals_none(void);
void covey_totals_add(covey_totals *totals, covey_vec pos, covey_vec vel);
void covey_totals_merge(covey_totals *totals, const covey_totals *more);

/// Totals of all agents of a state.
covey_totals covey_totals_of(const covey_state *state);

/// True if agents of such totals can be sensed in floats; see geometry/single.h.
bool covey_totals_fit_floats(const covey_totals *totals);

#endif
