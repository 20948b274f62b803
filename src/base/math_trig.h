// SPDX-License-Identifier: MIT
// Angles, and angles as vectors.
#ifndef COVEY_BASE_MATH_TRIG_H
#define COVEY_BASE_MATH_TRIG_H

#include "covey/vec.h"

#include <stddef.h>

#define COVEY_PI 3.141592653589793
#define COVEY_TURN (2.0 * COVEY_PI) // exactly

/// (covey_cos(angle), covey_sin(angle)), their bits, in little more time than one of them takes.
covey_vec covey_direction(double angle);

/// v turned to the left by the angle that `by` has as a direction.
COVEY_INLINE covey_vec covey_direction_turn(covey_vec v, covey_vec by)
{
    return (covey_vec){by.x * v.x - by.y * v.y, by.y * v.x + by.x * v.y, 0.0};
}

// ---- Normal numbers ----

/// A standard normal number from a uniform one of covey_uniform(): the normal quantile at the
/// middle of that step of the 2^53 from 0 to 1. At most 8.3 in size.
double covey_normal_quantile(double uniform);

/// x[k] becomes covey_normal_quantile(uniform[k]).
void covey_normal_quantiles(const double *uniform, size_t count, double *restrict x);

#endif
