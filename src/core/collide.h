// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_COLLIDE_H
#define COVEY_CORE_COLLIDE_H

#include "core/touch.h"

/// Things that an agent meets on its way, one bit each.
enum {
    COVEY_MET_TURN = 1,    ///< its velocity was changed
    COVEY_MET_RESPAWN = 2, ///< it left the space and appeared elsewhere
    COVEY_MET_PUSH = 4,    ///< a solid that has moved pushed it
    COVEY_MET_SQUEEZE = 8, ///< until there was no room in front of that
};

/// Moves an agent from `from` towards agent->pos, around solids and back into the space, and makes
/// agent->pos its position then. Without solids a position well inside the space stays as it is.
/// Returns the bits of all that it met; an agent that respawns has no turn.
unsigned covey_collide(const covey_path *path, covey_vec from, covey_agent *agent);

#endif
