// SPDX-License-Identifier: MIT
// Every agent at the same speed, turning at once: v' = speed unit(intent), p' = p + v' dt. Without
// intent the heading stays.
#include "covey/model.h"

typedef struct constant_speed {
    double speed;
} constant_speed;

static const covey_param params[] = {
    COVEY_PARAM(constant_speed, speed, 1, 0, 1e15, "L/T", "Speed of every agent."),
    {0},
};

static void move(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    const constant_speed *p = values;
    covey_vec heading = covey_vec_unit(intent);
    if (heading.x == 0.0 && heading.y == 0.0)
        heading = covey_vec_unit(agent->vel);
    agent->vel = covey_vec_scale(heading, p->speed);
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(agent->vel, dt));
}

extern const covey_motion covey_motion_constant_speed;
const covey_motion covey_motion_constant_speed = {
    .name = "constant_speed",
    .title = "Every agent flies at the same speed the way that it wants, at once.",
    .params = params,
    .params_size = sizeof(constant_speed),
    .intent = COVEY_INTENT_DIRECTION,
    .move = move,
};
