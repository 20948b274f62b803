// SPDX-License-Identifier: MIT
// Solids that were moved between steps push the agents that they pass over. The step after a move
// begins with it: from where the outline was at the step before to where it is, in a straight line
// or, in the plane, turning about a pole. An agent on its way stays in front of it, slides along
// it, and along solids that rest. The state does not change before the step.
#ifndef COVEY_CORE_SWEEP_H
#define COVEY_CORE_SWEEP_H

#include "core/touch.h"

/// How solids have pushed an agent.
typedef struct covey_sweep_push {
    bool pushed;
    bool squeezed; ///< until there was no room in front of them
    size_t item;   ///< index of the first one that pushed it
} covey_sweep_push;

/// Moves an agent out of the way of solids that have moved.
covey_sweep_push covey_sweep_agent(const covey_path *path, covey_agent *agent);

#endif
