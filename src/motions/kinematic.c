// SPDX-License-Identifier: MIT
// Points of first order: the intent is a velocity at once, v' = gain intent, at most as fast as
// max_speed, p' = p + v' dt. Without intent the velocity stays.
#include "covey/block.h"

#include <float.h>

typedef struct kinematic {
    double gain, max_speed;
} kinematic;

static const covey_param params[] = {
    COVEY_PARAM(kinematic, gain, 1, 0, 1e9, "L/T", "Speed by an intent of length 1."),
    COVEY_PARAM(kinematic, max_speed, DBL_MAX, 0, DBL_MAX, "L/T", "Highest speed."),
    {0},
};

COVEY_INLINE void move(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    const kinematic *p = values;
    covey_vec wanted = covey_vec_limit(covey_vec_scale(intent, p->gain), p->max_speed);
    agent->vel = covey_vec_is_zero(intent) ? agent->vel : wanted;
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(agent->vel, dt));
}

COVEY_BLOCK_MOVE(move_block, move, 0)

extern const covey_motion covey_motion_kinematic;
const covey_motion covey_motion_kinematic = {
    .name = "kinematic",
    .title = "The intent is the velocity, at once: its length is a speed.",
    .params = params,
    .params_size = sizeof(kinematic),
    .intent = COVEY_INTENT_DIRECTION,
    .move = move,
    .move_block = move_block,
};
