// SPDX-License-Identifier: MIT
// Newton's second law for mass 1, semi-implicit Euler: v' = v + F dt, p' = p + v' dt.
#include "covey/model.h"

static void move(covey_agent *agent, covey_vec intent, double dt)
{
    agent->vel = covey_vec_add(agent->vel, covey_vec_scale(intent, dt));
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(agent->vel, dt));
}

extern const covey_motion covey_motion_accelerate;
const covey_motion covey_motion_accelerate = {
    .name = "accelerate",
    .title = "The intent is a force on mass 1; velocity first, then position by the new velocity.",
    .move = move,
};
