// SPDX-License-Identifier: MIT
// The center of mass; on a torus the circular mean of each axis (L. Bai & D. Breen, "Calculating
// center of mass in an unbounded 2D environment", 2008).
#include "base/math_trig.h"
#include "base/rounding.h"
#include "measures/agents.h"
#include "measures/sum.h"

/// The mean of unit vectors has an error of some 2^-52; a shorter mean has no direction.
#define NO_DIRECTION 0x1p-46

static double straight_mean(const double *pos, size_t count)
{
    covey_sum sum = {0};
    for (size_t i = 0; i < count; i++)
        covey_sum_add(&sum, pos[i]);
    return covey_sum_mean(&sum, count);
}

static double circular_mean(const double *pos, size_t count, double size)
{
    covey_sum x = {0}, y = {0};
    for (size_t i = 0; i < count; i++) {
        double angle = pos[i] / size * COVEY_TURN;
        covey_sum_add(&x, covey_cos(angle));
        covey_sum_add(&y, covey_sin(angle));
    }
    covey_vec mean = {covey_sum_mean(&x, count), covey_sum_mean(&y, count), 0.0};
    if (covey_vec_length(mean) < NO_DIRECTION)
        return 0.5 * size;
    return covey_atan2(mean.y, mean.x) / COVEY_TURN * size;
}

covey_vec covey_center(const covey_view *view)
{
    COVEY_ROUND();
    if (view == NULL)
        return (covey_vec){0, 0, 0.0};
    double center[COVEY_AXES] = {0.0};
    for (int axis = 0; axis < covey_agents_dim(view) && view->count > 0; axis++)
        center[axis] = view->space.kind == COVEY_SPACE_TORUS
                           ? circular_mean(view->pos[axis], view->count, view->space.size[axis])
                           : straight_mean(view->pos[axis], view->count);
    return covey_space_fold(&view->space, (covey_vec){center[0], center[1], center[2]});
}
