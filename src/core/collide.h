// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_COLLIDE_H
#define COVEY_CORE_COLLIDE_H

#include "core/influence.h"

/// What an agent may meet on its way.
typedef struct covey_path {
    const covey_space *space;
    const covey_influence_list *influences;
    int flock;
    double grain; ///< share of a coordinate that rounding stays far below
    bool solid;   ///< anything is solid for that flock
} covey_path;

/// Takes an agent whose motion wants it to go from `from` to agent->pos to where it gets: around
/// what is solid and back into the space. Where nothing is solid, who wants to be well inside the
/// space gets there. Returns true if its velocity was changed on the way.
bool covey_collide(const covey_path *path, covey_vec from, covey_agent *agent);

#endif
