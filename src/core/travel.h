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

/// True if nothing stands in the way of somebody who wants to p, which is well inside the space.
static inline bool covey_travel_is_free(const covey_course *course, covey_vec p)
{
    const double *size = course->space->size;
    return !course->solid && (course->space->kind == COVEY_SPACE_OPEN ||
                              (p.x > 0.0 && p.x < size[0] && p.y > 0.0 && p.y < size[1]));
}

/// Takes an agent whose motion wants it to go from `from` to agent->pos to where it gets: around
/// what is solid and back into the space. Returns true if its velocity was changed on the way.
bool covey_travel(const covey_course *course, covey_vec from, covey_agent *agent);

#endif
