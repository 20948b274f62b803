// SPDX-License-Identifier: MIT
#include "measures/agents.h"

#include "base/angle.h"
#include "base/sphere.h"

double covey_agents_angle(covey_vec from, covey_vec to, int dim)
{
    covey_vec a = covey_vec_unit(from), b = covey_vec_unit(to);
    covey_vec turn = covey_sphere_cross(a, b);
    double along = covey_vec_dot(a, b);
    double across = dim == COVEY_AXES ? covey_vec_length(turn) : turn.z;
    if (!(along != 0.0 || across != 0.0))
        return (double)NAN;
    return covey_atan2(across == 0.0 ? 0.0 : across, along);
}
