// SPDX-License-Identifier: MIT
// Agents of a view as vectors.
#ifndef COVEY_MEASURES_AGENTS_H
#define COVEY_MEASURES_AGENTS_H

#include "covey/world.h"

#include <float.h>
#include <math.h>

static inline int covey_agents_dim(const covey_view *view)
{
    return covey_space_dim(&view->space);
}

static inline covey_vec covey_agents_pos(const covey_view *view, size_t i)
{
    return covey_vec_at(view->pos, i);
}

static inline covey_vec covey_agents_vel(const covey_view *view, size_t i)
{
    return covey_vec_at(view->vel, i);
}

/// False where the velocity is unknown.
static inline bool covey_agents_known(const covey_view *view, size_t i)
{
    return !isnan(view->vel[0][i]);
}

/// Clamps values beyond the largest double to the largest double.
static inline double covey_agents_finite(double value)
{
    return value > DBL_MAX ? DBL_MAX : value < -DBL_MAX ? -DBL_MAX : value;
}

/// Returns a length that is at most 1 but for rounding, which is cut off.
static inline double covey_agents_share(double value)
{
    return value > 1.0 ? 1.0 : value;
}

/// Returns the shortest offset from `center` to an agent.
static inline covey_vec covey_agents_offset(const covey_view *view, covey_vec center, size_t i)
{
    covey_vec offset = covey_space_offset(&view->space, center, covey_agents_pos(view, i));
    return (covey_vec){covey_agents_finite(offset.x), covey_agents_finite(offset.y),
                       covey_agents_finite(offset.z)};
}

/// The angle from one direction to another, neither of which need have a length: in the plane
/// counterclockwise, in (-pi, pi]; in three dimensions from 0 to pi. NaN where one of them is none.
double covey_agents_angle(covey_vec from, covey_vec to, int dim);

#endif
