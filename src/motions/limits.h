// SPDX-License-Identifier: MIT
// Bounds on force and speed that several motions share.
#ifndef COVEY_MOTIONS_LIMITS_H
#define COVEY_MOTIONS_LIMITS_H

#include "covey/model.h"

#include <float.h>

typedef struct covey_limits {
    double max_force, max_speed, min_speed;
} covey_limits;

#define COVEY_LIMITS_PARAMS                                                                        \
    COVEY_PARAM(covey_limits, max_force, DBL_MAX, 0, DBL_MAX, "intent", "Longest intent."),        \
        COVEY_PARAM(covey_limits, max_speed, DBL_MAX, 0, DBL_MAX, "L/T", "Highest speed."),        \
        COVEY_PARAM(covey_limits, min_speed, 0, 0, DBL_MAX, "L/T",                                 \
                    "Lowest speed; agents at rest stay there."),                                   \
    {                                                                                              \
        0                                                                                          \
    }

static inline covey_vec covey_limits_force(const covey_limits *p, covey_vec force)
{
    return p->max_force < DBL_MAX ? covey_vec_limit(force, p->max_force) : force;
}

/// The highest speed wins over the lowest.
static inline covey_vec covey_limits_speed(const covey_limits *p, covey_vec vel)
{
    if (p->min_speed > 0.0 && covey_vec_length(vel) < p->min_speed)
        vel = covey_vec_scale(covey_vec_unit(vel), p->min_speed);
    return p->max_speed < DBL_MAX ? covey_vec_limit(vel, p->max_speed) : vel;
}

#endif
