// SPDX-License-Identifier: MIT
// Wheel and pedal: the intent along the heading changes the speed, the intent across it turns the
// heading, at a rate that no speed changes,
//
//     v' = v + F∥ dt,  ψ' = ψ + F⊥ dt,  p' = p + v' (cos ψ', sin ψ') dt
//
// with v' between min_speed and max_speed: no agent goes backwards or loses its heading.
#include "base/math_trig.h"
#include "covey/block.h"

#include <float.h>

typedef struct drive {
    double min_speed, max_speed;
} drive;

static const covey_param params[] = {
    COVEY_PARAM(drive, min_speed, 0.001, 1e-9, DBL_MAX, "L/T", "Lowest speed."),
    COVEY_PARAM(drive, max_speed, DBL_MAX, 0, DBL_MAX, "L/T", "Highest speed."),
    {0},
};

static void move(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    const drive *p = values;
    covey_vec heading = covey_vec_unit(agent->vel);
    if (covey_vec_is_zero(heading))
        heading = covey_vec_unit(intent);
    double across = heading.x * intent.y - heading.y * intent.x;
    double speed = covey_vec_length(agent->vel) + covey_vec_dot(heading, intent) * dt;
    speed = speed > p->min_speed ? speed : p->min_speed;
    speed = speed < p->max_speed ? speed : p->max_speed;
    heading = covey_vec_unit(covey_direction_turn(heading, covey_direction(across * dt)));
    agent->vel = covey_vec_scale(heading, speed);
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(agent->vel, dt));
}

static void move_block(const void *values, const covey_block *agents, const covey_intents *intents,
                       double dt, covey_moves *moves)
{
    for (size_t k = 0; k < agents->count; k++) {
        covey_agent agent = covey_block_keeper(agents, 0, k, false);
        move(values, &agent, covey_block_intent(intents, k, false), dt);
        covey_block_moved(moves, 0, k, false, &agent);
    }
}

extern const covey_motion covey_motion_drive;
const covey_motion covey_motion_drive = {
    .name = "drive",
    .title = "Intents along the heading change the speed, intents across it turn the heading.",
    .params = params,
    .params_size = sizeof(drive),
    .intent = COVEY_INTENT_CHANGE,
    .move = move,
    .move_block = move_block,
    .plane_only = true,
};
