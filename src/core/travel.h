// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_TRAVEL_H
#define COVEY_CORE_TRAVEL_H

#include "core/influence.h"

/// What an agent may meet on its way.
typedef struct covey_course {
    const covey_space *space;
    const covey_influence_list *influences;
    int flock;
    double grain; ///< share of a coordinate that rounding stays far below
    bool solid;   ///< anything is solid for that flock
} covey_course;

/// Takes an agent whose motion wants it to go from `from` to agent->pos to where it gets: around
/// what is solid and back into the space. Where nothing is solid, who wants to be well inside the
/// space gets there. Returns true if its velocity was changed on the way.
bool covey_travel(const covey_course *course, covey_vec from, covey_agent *agent);

#endif
