// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_COLLIDE_H
#define COVEY_CORE_COLLIDE_H

#include "core/influence.h"

/// The space and the influences that an agent may meet on its way.
typedef struct covey_path {
    const covey_space *space;
    const covey_influence_list *influences;
    int flock;
    double dt;    ///< the length of the step, T
    double grain; ///< share of a coordinate that rounding stays far below
    bool solid;   ///< anything is solid for that flock
} covey_path;

/// How a way ended.
typedef enum covey_met {
    COVEY_MET_NOTHING,
    COVEY_MET_TURN,    ///< its velocity was changed on the way
    COVEY_MET_RESPAWN, ///< it left the space and appeared elsewhere
} covey_met;

/// Moves an agent from `from` towards agent->pos, around solids and back into the space, and makes
/// agent->pos its position then. Without solids a position well inside the space stays as it is.
covey_met covey_collide(const covey_path *path, covey_vec from, covey_agent *agent);

#endif
