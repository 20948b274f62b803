// SPDX-License-Identifier: MIT
// Every agent at the same speed, turning towards the intent by at most turn_rate dt: v' = speed
// heading', p' = p + v' dt. Without intent the heading stays.
#include "base/direction.h"
#include "covey/model.h"

#include <stdbool.h>

typedef struct turn {
    double speed, turn_rate;
} turn;

static const covey_param params[] = {
    COVEY_PARAM(turn, speed, 1, 0, 1e15, "L/T", "Speed of every agent."),
    COVEY_PARAM(turn, turn_rate, 0.7, 0, 1e15, "rad/T", "Fastest turn."),
    {0},
};

/// How surely an angle below a quarter turn is passed: more than all rounding there is.
#define SURELY 0x1p-40

/// True if `wanted` is further off than `most`, whose direction is `edge`. Where the sine of the
/// difference does not tell for sure, angles do.
static bool is_too_far(double cross, double dot, double most, covey_vec edge)
{
    double beyond = fabs(cross) * edge.x - dot * edge.y;
    if (most < 1.5 && fabs(beyond) > SURELY)
        return beyond > 0.0;
    return fabs(covey_atan2(cross, dot)) > most;
}

/// The heading after a turn towards `wanted`, to the left if it is right behind.
static covey_vec turn_to(covey_vec heading, covey_vec wanted, double most)
{
    double cross = heading.x * wanted.y - heading.y * wanted.x;
    covey_vec edge = covey_direction(most);
    if (!is_too_far(cross, covey_vec_dot(heading, wanted), most, edge))
        return wanted;
    if (cross < 0.0)
        edge.y = -edge.y;
    return covey_vec_unit(covey_direction_turn(heading, edge));
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
