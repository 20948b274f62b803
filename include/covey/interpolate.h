// SPDX-License-Identifier: MIT
// Agents between the last two steps, as interleaved floats that a graphics card takes.
#ifndef COVEY_INTERPOLATE_H
#define COVEY_INTERPOLATE_H

#include "covey/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where the floats of each agent go: x, y, the two of its heading; in three dimensions x, y, z and
/// the three of its heading.
typedef struct covey_instances {
    float *out;            ///< room for count * stride floats, `count` being that of the view
    size_t stride;         ///< floats from an agent to the next; 0: 4, or 6 in three dimensions
    const uint32_t *order; ///< indices in the view of the agents to write, `count` of them, as from
                           ///< covey_view_order(): then agents stand by id; NULL: as in the view
} covey_instances;

/// Writes all agents of a flock a part `alpha` (0 … 1) of the way from the state before the last
/// step to that after it. Positions (L) go the shortest way, across the seams of a torus, and as
/// floats may be rounded up to its size; headings are unit vectors of the velocity in between,
/// 0 for none. Agents that were put, pushed or spawned since, or that appeared elsewhere in the
/// respawn space, stand where they are; so do all before the first step and after
/// covey_world_restore(), covey_world_adopt() or covey_world_rule(). Allocates nothing. COVEY_ARG;
/// also while a call changes the world. Threads: as all const calls.
COVEY_API covey_status covey_world_interpolate(const covey_world *world, int flock, double alpha,
                                               const covey_instances *to);

#ifdef __cplusplus
}
#endif
#endif
