// SPDX-License-Identifier: MIT
// A push per step, whatever the step's length: v' = v + F, p' = p + v' dt, with |F| at most
// max_force and |v'| between min_speed and max_speed.
#include "motions/limits.h"

static const covey_param params[] = {COVEY_LIMITS_PARAMS};

static void move(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    const covey_limits *p = values;
    covey_vec push = covey_limits_force(p, intent);
    agent->vel = covey_limits_speed(p, covey_vec_add(agent->vel, push));
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(agent->vel, dt));
}

extern const covey_motion covey_motion_impulse;
const covey_motion covey_motion_impulse = {
    .name = "impulse",
    .title = "The intent is added to the velocity in each step, whatever the step's length.",
    .params = params,
    .params_size = sizeof(covey_limits),
    .intent = COVEY_INTENT_CHANGE,
    .move = move,
};
