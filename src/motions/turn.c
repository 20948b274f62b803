// SPDX-License-Identifier: MIT
// Every agent at the same speed, turning towards the intent by at most turn_rate dt: v' = speed
// heading', p' = p + v' dt. Without intent the heading stays.
#include "base/formula.h"
#include "base/math_trig.h"

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

/// A turn in a step of some length.
typedef struct turning {
    double speed, most; ///< rad
    covey_vec edge;     ///< direction of `most`
} turning;

static turning turning_of(const turn *p, double dt)
{
    double most = p->turn_rate * fabs(dt);
    return (turning){p->speed, most, covey_direction(most)};
}

/// True if `wanted` is further off than a turn may take. Where the sine of the difference does not
/// tell for sure, angles do.
COVEY_INLINE bool is_too_far(const turning *by, double cross, double dot, double *doubt)
{
    double beyond = fabs(cross) * by->edge.x - dot * by->edge.y;
    bool sure = (by->most < 1.5) & (fabs(beyond) > SURELY);
    if (doubt == NULL && !sure)
        return fabs(covey_atan2(cross, dot)) > by->most;
    bool none = fabs(cross) + fabs(dot) == 0.0; // no heading, or no wish
    covey_doubt_unless(sure | none, doubt);
    return beyond > 0.0;
}

/// The heading after a turn towards `wanted`, to the left if it is right behind.
COVEY_INLINE covey_vec turn_to(const turning *by, covey_vec heading, covey_vec wanted,
                               double *doubt)
{
    double cross = heading.x * wanted.y - heading.y * wanted.x;
    bool far = is_too_far(by, cross, covey_vec_dot(heading, wanted), doubt);
    covey_vec edge = {by->edge.x, cross < 0.0 ? -by->edge.y : by->edge.y};
    covey_vec turned = covey_doubt_unit(covey_direction_turn(heading, edge), doubt);
    return far ? turned : wanted;
}

COVEY_INLINE void step(const void *values, covey_agent *agent, covey_vec intent, double dt,
                       double *doubt)
{
    const turning *by = values;
    covey_vec heading = covey_doubt_unit(agent->vel, doubt);
    covey_vec wanted = covey_doubt_unit(intent, doubt);
    covey_vec turned = turn_to(by, heading, wanted, doubt);
    turned = covey_doubt_is_zero(wanted) ? heading : turned;
    turned = covey_doubt_is_zero(heading) ? wanted : turned;
    agent->vel = covey_vec_scale(turned, by->speed);
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(agent->vel, dt));
}

static void move(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    const turning by = turning_of(values, dt);
    step(&by, agent, intent, dt, NULL);
}

COVEY_FORMULA_MOVER(turn_block, step, 0)

static void move_block(const void *values, const covey_block *agents, const covey_intents *intents,
                       double dt, covey_moves *moves)
{
    const turning by = turning_of(values, dt);
    turn_block(&by, agents, intents, dt, moves);
}

extern const covey_motion covey_motion_turn;
const covey_motion covey_motion_turn = {
    .name = "turn",
    .title = "Every agent flies at the same speed and turns towards its intent at a limited rate.",
    .params = params,
    .params_size = sizeof(turn),
    .intent = COVEY_INTENT_DIRECTION,
    .move = move,
    .move_block = move_block,
};
