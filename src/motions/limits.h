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

/// A step with the limits on force and speed that hold in it.
typedef struct covey_limits_step {
    covey_limits limits;
    double time; ///< that an intent acts
    double dt;
} covey_limits_step;

/// v' = v + F time, p' = p + v' dt, with |F| at most max_force and |v'| between min_speed and
/// max_speed; the highest speed wins over the lowest.
void covey_motion_limits_move(const covey_limits_step *by, covey_agent *agent, covey_vec force);

/// The same as a function for blocks of agents; see covey_motion.
void covey_motion_limits_move_block(const covey_limits_step *by, const covey_block *agents,
                                    const covey_intents *forces, covey_moves *moves);

#endif
