// SPDX-License-Identifier: MIT
// A push per step, independent of the step's length: v' = v + F, p' = p + v' dt, with |F| at most
// max_force and |v'| between min_speed and max_speed.
#include "motions/limits.h"

static const covey_param params[] = {COVEY_LIMITS_PARAMS};

static void move(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    const covey_limits *p = values;
    covey_motion_limits_move(&(covey_limits_step){*p, 1.0, dt}, agent, intent);
}

static void move_block(const void *values, const covey_block *agents, const covey_intents *intents,
                       double dt, covey_moves *moves)
{
    const covey_limits *p = values;
    covey_motion_limits_move_block(&(covey_limits_step){*p, 1.0, dt}, agents, intents, moves);
}

extern const covey_motion covey_motion_impulse;
const covey_motion covey_motion_impulse = {
    .name = "impulse",
    .title = "The intent is added to the velocity in each step, independent of the step's length.",
    .params = params,
    .params_size = sizeof(covey_limits),
    .intent = COVEY_INTENT_CHANGE,
    .impulse = true,
    .move = move,
    .move_block = move_block,
};
