// SPDX-License-Identifier: MIT
// Worlds of single precision: every number of their agents is that of a float.
#ifndef COVEY_GEOMETRY_SINGLE_H
#define COVEY_GEOMETRY_SINGLE_H

#include "base/parallel.h"
#include "covey/space.h"
#include "geometry/state.h"

#include <float.h>
#include <stdbool.h>

/// Agents are sensed in floats if no coordinate is beyond HIGH and the reach of their grid is LOW
/// or above: then no square of a distance overflows, and one that underflows is that of an agent
/// within reach. Otherwise they are sensed in doubles. Sizes of the space are between the two.
#define COVEY_SINGLE_LOW 0x1p-60
#define COVEY_SINGLE_HIGH 0x1p60

/// Added to a distance, L, before a division by it; see covey_kernels_perceive_ref_single.
#define COVEY_SINGLE_SOFT 0x1p-63f

/// A flock's agents in floats, as they stand. In the plane the columns of the third axis are NULL.
typedef struct covey_single {
    float *pos[COVEY_AXES];
    float *vel[COVEY_AXES];
    float *heading[COVEY_AXES]; ///< unit velocities, 0 at rest
} covey_single;

/// Room for `count` agents of 2 or 3 axes. COVEY_MEMORY.
covey_status covey_single_create(covey_memory *memory, size_t count, int dim, covey_single *copy);
void covey_single_destroy(covey_memory *memory, size_t count, covey_single *copy);

/// The float next to x, of two the even one; infinite beyond the largest. Volatile, as gcc 12 takes
/// two of these side by side for vectors and then drops the way to floats and back.
static inline double covey_single_round(double x)
{
    volatile float rounded = (float)x;
    return (double)rounded;
}

/// True for NaN and infinities, too.
static inline bool covey_single_has(double x)
{
    return !(covey_single_round(x) < x || covey_single_round(x) > x);
}

static inline covey_vec covey_single_round_vec(covey_vec v)
{
    covey_vec rounded = {covey_single_round(v.x), covey_single_round(v.y), covey_single_round(v.z)};
    return rounded;
}

/// A length or exponent of a zone, which may be DBL_MAX, as kernels for floats compare with it.
static inline double covey_single_limit(double x)
{
    return x < (double)FLT_MAX ? covey_single_round(x) : x;
}

/// The place in the space next to p, which is inside. The end of a torus is its beginning.
static inline covey_vec covey_single_place(const covey_space *space, covey_vec p)
{
    p = covey_single_round_vec(p);
    if (space->kind == COVEY_SPACE_TORUS) {
        p.x = p.x == space->size[0] ? 0.0 : p.x;
        p.y = p.y == space->size[1] ? 0.0 : p.y;
        if (covey_space_dim(space) == COVEY_AXES)
            p.z = p.z == space->size[2] ? 0.0 : p.z;
    }
    return p;
}

/// Rounds all numbers of an agent inside its space.
static inline void covey_single_settle(covey_agent *agent, int extra_count)
{
    agent->pos = covey_single_place(agent->space, agent->pos);
    agent->vel = covey_single_round_vec(agent->vel);
    for (int k = 0; k < extra_count; k++)
        agent->extra[k] = covey_single_round(agent->extra[k]);
}

/// Makes float copies of sorted agents, with headings if `looks`.
void covey_single_copy(covey_workers *workers, const covey_state *state, bool looks,
                       const covey_single *copy);

#endif
