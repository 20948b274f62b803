// SPDX-License-Identifier: MIT
#ifndef COVEY_GEOMETRY_SPACE_H
#define COVEY_GEOMETRY_SPACE_H

#include "covey/space.h"

#include "base/minmax.h"

#include <stdbool.h>

/// COVEY_ARG for a size that is out of range.
covey_status covey_space_check(const covey_space *space, covey_error *error);

/// Coordinates are in the safe range if they are 0 or have a size between these, and so are radii
/// and sizes of a torus: squares of their differences are safe to compare and invert (see
/// covey_vec_square_is_safe).
#define COVEY_SAFE_LOW 0x1p-397
#define COVEY_SAFE_HIGH 0x1p480

static inline bool covey_space_is_safe(const covey_space *space)
{
    bool safe = true;
    for (int axis = 0; axis < covey_space_dim(space) && space->kind == COVEY_SPACE_TORUS; axis++)
        safe = safe && space->size[axis] >= COVEY_SAFE_LOW && space->size[axis] <= COVEY_SAFE_HIGH;
    return safe;
}

/// The shortest way from a to b around a circle of length `size`, rounded once and antisymmetric.
static inline double covey_space_around(double a, double b, double size)
{
    return covey_circle_offset(a, b, size);
}

/// covey_space_offset() for the inner loops.
static inline covey_vec covey_space_between(const covey_space *space, covey_vec a, covey_vec b)
{
    if (space->kind != COVEY_SPACE_TORUS)
        return covey_vec_sub(b, a);
    covey_vec offset = {
        covey_space_around(a.x, b.x, space->size[0]),
        covey_space_around(a.y, b.y, space->size[1]),
        covey_space_dim(space) == COVEY_AXES ? covey_space_around(a.z, b.z, space->size[2]) : 0.0,
    };
    return offset;
}

/// True if p is inside: between 0 and the size, both included, of all but the open plane.
bool covey_space_holds(const covey_space *space, covey_vec p);

/// The velocity of an agent of velocity v that is reflected on its way to p, beyond the walls of a
/// reflecting box, and ends at covey_space_fold(p).
covey_vec covey_space_mirror(const covey_space *space, covey_vec p, covey_vec v);

#endif
