// SPDX-License-Identifier: MIT
// Every agent at the same speed, turning towards the intent by at most turn_rate dt: v' = speed
// heading', p' = p + v' dt. Without intent the heading stays.
#include "covey/model.h"

typedef struct turn {
    double speed, turn_rate;
} turn;

static const covey_param params[] = {
    COVEY_PARAM(turn, speed, 1, 0, 1e15, "L/T", "Speed of every agent."),
    COVEY_PARAM(turn, turn_rate, 0.7, 0, 1e15, "rad/T", "Fastest turn."),
    {0},
};

static covey_vec rotate(covey_vec v, double angle)
{
    double c = covey_cos(angle), s = covey_sin(angle);
    return (covey_vec){c * v.x - s * v.y, s * v.x + c * v.y};
}

/// The heading after a turn towards `wanted`, to the left if it is right behind.
static covey_vec turn_to(covey_vec heading, covey_vec wanted, double most)
{
    double cross = heading.x * wanted.y - heading.y * wanted.x;
    double angle = covey_atan2(cross, covey_vec_dot(heading, wanted));
    if (fabs(angle) <= most)
        return wanted;
    return covey_vec_unit(rotate(heading, angle < 0.0 ? -most : most));
}

static void move(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    const turn *p = values;
    covey_vec heading = covey_vec_unit(agent->vel), wanted = covey_vec_unit(intent);
    if (heading.x == 0.0 && heading.y == 0.0)
        heading = wanted;
    else if (wanted.x != 0.0 || wanted.y != 0.0)
        heading = turn_to(heading, wanted, p->turn_rate * fabs(dt));
    agent->vel = covey_vec_scale(heading, p->speed);
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(agent->vel, dt));
}

extern const covey_motion covey_motion_turn;
const covey_motion covey_motion_turn = {
    .name = "turn",
    .title = "Every agent flies at the same speed and turns towards its intent at a limited rate.",
    .params = params,
    .params_size = sizeof(turn),
    .intent = COVEY_INTENT_DIRECTION,
    .move = move,
};
