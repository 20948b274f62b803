// SPDX-License-Identifier: MIT
// Every agent at the same speed, turning at once: v' = speed unit(intent), p' = p + v' dt, or
// p' = p + v dt where `update` is old. Without intent the heading stays.
#include "covey/block.h"

typedef struct constant_speed {
    double speed, update;
} constant_speed;

enum { UPDATE_NEW, UPDATE_OLD };

static const char *const updates[] = {"new", "old", NULL};

static const covey_param params[] = {
    COVEY_PARAM(constant_speed, speed, 1, 0, 1e15, "L/T", "Speed of every agent."),
    COVEY_PARAM_CHOICE(constant_speed, update, 0, 2, updates,
                       "The velocity that moves an agent: that after its turn or before it."),
    {0},
};

COVEY_INLINE void move(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    const constant_speed *p = values;
    covey_vec wanted = covey_vec_unit(intent);
    covey_vec old = agent->vel, heading = covey_vec_unit(old);
    bool none = covey_vec_is_zero(wanted);
    agent->vel = covey_vec_scale(none ? heading : wanted, p->speed);
    covey_vec by = p->update == (double)UPDATE_OLD ? old : agent->vel;
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(by, dt));
}

COVEY_BLOCK_MOVE(move_block, move, 0)

extern const covey_motion covey_motion_constant_speed;
const covey_motion covey_motion_constant_speed = {
    .name = "constant_speed",
    .title = "Every agent flies at the same speed in the direction of its intent, at once.",
    .params = params,
    .params_size = sizeof(constant_speed),
    .intent = COVEY_INTENT_DIRECTION,
    .move = move,
    .move_block = move_block,
};
