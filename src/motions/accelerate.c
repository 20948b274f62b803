// SPDX-License-Identifier: MIT
// Newton's second law for mass 1, semi-implicit Euler: v' = v + F dt, p' = p + v' dt, with |F| at
// most max_force and |v'| between min_speed and max_speed.
#include "motions/limits.h"

static const covey_param params[] = {COVEY_LIMITS_PARAMS};

static void move(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    const covey_limits *p = values;
    covey_motion_limits_move(&(covey_limits_step){*p, dt, dt}, agent, intent);
}

static void move_block(const void *values, const covey_block *agents, const covey_intents *intents,
                       double dt, covey_moves *moves)
{
    const covey_limits *p = values;
    covey_motion_limits_move_block(&(covey_limits_step){*p, dt, dt}, agents, intents, moves);
}

extern const covey_motion covey_motion_accelerate;
const covey_motion covey_motion_accelerate = {
    .name = "accelerate",
    .title = "The intent is a force on mass 1; velocity first, then position by the new velocity.",
    .params = params,
    .params_size = sizeof(covey_limits),
    .intent = COVEY_INTENT_CHANGE,
    .move = move,
    .move_block = move_block,
};
