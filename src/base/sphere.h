// SPDX-License-Identifier: MIT
// Directions in space: vectors at right angles to one, and directions at an angle to it.
#ifndef COVEY_BASE_SPHERE_H
#define COVEY_BASE_SPHERE_H

#include "covey/vec.h"

/// a × b.
COVEY_INLINE covey_vec covey_sphere_cross(covey_vec a, covey_vec b)
{
    return (covey_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// The unit vector to the left of `heading` seen from above, +z, and at a right angle to it; +y
/// where no side is the left one, along z and for 0.
COVEY_INLINE covey_vec covey_sphere_left(covey_vec heading)
{
    covey_vec left = {-heading.y, heading.x, 0.0}, some_side = {0.0, 1.0, 0.0};
    bool upright = fabs(heading.x) + fabs(heading.y) == 0.0;
    left = covey_vec_unit(left);
    return upright ? some_side : left;
}

/// The direction at an angle to the unit vector `n` that has `lean` = (cos, sin), on that side of n
/// which `around` says, (cos, sin) of an angle counted from some axis at a right angle to n. The
/// axes are as in T. Duff et al., "Building an orthonormal basis, revisited", JCGT 6, 1 (2017):
/// smooth in n but at z = 0, and of no meaning where `around` is random.
COVEY_INLINE covey_vec covey_sphere_lean(covey_vec n, covey_vec lean, covey_vec around)
{
    double sign = copysign(1.0, n.z), a = -1.0 / (sign + n.z), b = n.x * n.y * a;
    covey_vec first = {1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x};
    covey_vec second = {b, sign + n.y * n.y * a, -n.y};
    covey_vec side =
        covey_vec_add(covey_vec_scale(first, around.x), covey_vec_scale(second, around.y));
    return covey_vec_add(covey_vec_scale(n, lean.x), covey_vec_scale(side, lean.y));
}

#endif
