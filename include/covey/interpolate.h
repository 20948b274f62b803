// SPDX-License-Identifier: MIT
// Agents between the last two steps, as interleaved floats that a graphics card takes.
#ifndef COVEY_INTERPOLATE_H
#define COVEY_INTERPOLATE_H

#include "covey/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The floats of an agent. A rotation turns a body that looks along x, with its back to z, to the
/// heading with its back as near to z as it can be: along x for an agent at rest.
typedef enum covey_instance_form {
    COVEY_INSTANCE_HEADING,    ///< x, y and the two of its heading: 4; in three dimensions x, y, z
                               ///< and the three of its heading: 6
    COVEY_INSTANCE_QUATERNION, ///< x, y, z and the rotation as x, y, z, w: 7
    COVEY_INSTANCE_MATRIX,     ///< a matrix of 4 × 4, column by column: 16
    COVEY_INSTANCE_ROWS,       ///< its upper three rows, row by row: 12
} covey_instance_form;

/// Where the floats of each agent go. Members that a program leaves 0 change nothing.
typedef struct covey_instances {
    float *out;            ///< room for count * stride floats, `count` being that of the view
    size_t stride;         ///< floats from an agent to the next; 0: those of `form`
    const uint32_t *order; ///< indices in the view of the agents to write, `count` of them, as from
                           ///< covey_view_order(): then agents stand by id; NULL: as in the view
    covey_vec origin;      ///< L, subtracted from places before they are rounded to floats: near
                           ///< it these have all their digits, however far it is from 0
    covey_instance_form form;
    double rest; ///< L/T: slower agents keep the heading that `out` has in their place from the
                 ///< call before (0 where there was none), so that agents that stand do not turn to
                 ///< and fro; for an order in which agents keep their places. 0: none do
} covey_instances;

/// Writes all agents of a flock a part `alpha` (0 … 1) of the way from the state before the last
/// step to that after it. Positions (L) go the shortest way, across the seams of a torus, and as
/// floats may be rounded up to its size; headings are unit vectors of the velocity in between, 0
/// for none, or as they were for agents at `rest`. Agents that were put, pushed or spawned since,
/// or that appeared elsewhere in the respawn space, stand where they are; so do all before the
/// first step and after covey_world_restore(), covey_world_adopt() or covey_world_rule().
/// Allocates nothing. COVEY_ARG; also while a call changes the world.
/// Threads: as all const calls.
COVEY_API covey_status covey_world_interpolate(const covey_world *world, int flock, double alpha,
                                               const covey_instances *to);

#ifdef __cplusplus
}
#endif
#endif
