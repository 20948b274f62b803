// SPDX-License-Identifier: MIT
// The error of the turns of Couzin's models: a direction d is turned by a Gaussian angle.
//
// In space it is the paper's "spherically wrapped Gaussian": two numbers of standard deviation
// `noise` on axes at right angles to d are an arrow in the plane that touches the sphere of
// directions at d, and d goes as far and to that side on the sphere. Seen from any side at a right
// angle to d, that is the plane's error; the whole angle has the mean square 2 noise².
#ifndef COVEY_MODELS_SWERVE_H
#define COVEY_MODELS_SWERVE_H

#include "base/angle.h"
#include "base/math_trig.h"
#include "base/sphere.h"
#include "covey/block.h"

/// The unit vector `straight`, or 0, turned. `given`: a number of the normal distribution, at most
/// 8.3 in size.
COVEY_INLINE covey_vec covey_swerve(covey_vec straight, double noise, const double *given)
{
    return covey_direction_turn(straight, covey_direction_within(noise * given[0]));
}

/// The same in three dimensions, given two such numbers.
COVEY_INLINE covey_vec covey_swerve_in_space(covey_vec straight, double noise, const double *given)
{
    covey_vec arrow = {given[0], given[1], 0.0};
    covey_vec lean = covey_direction_within(noise * covey_vec_length(arrow));
    covey_vec bent = covey_sphere_lean(straight, lean, covey_vec_unit(arrow));
    return covey_vec_is_zero(straight) ? straight : bent;
}

/// One of the numbers of an agent.
static inline double covey_swerve_number(const covey_agent *self, uint32_t stream)
{
    return covey_normal_quantile(covey_uniform(self->seed, self->step, self->id, stream));
}

/// x[k] becomes that of agent k.
static inline void covey_swerve_numbers(const covey_block *agents, uint32_t stream, double *x)
{
    double uniform[COVEY_BLOCK];
    covey_block_uniforms(agents, stream, uniform);
    covey_normal_quantiles(uniform, agents->count, x);
}

#endif
