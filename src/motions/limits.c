// SPDX-License-Identifier: MIT
#include "motions/limits.h"

#include "base/formula.h"

/// Which limits limit.
typedef struct limiting {
    bool force, low, high;
} limiting;

COVEY_INLINE covey_vec limit_speed(const covey_limits *to, limiting what, covey_vec vel,
                                   double *doubt)
{
    if (what.low) {
        covey_vec faster = covey_vec_scale(covey_doubt_unit(vel, doubt), to->min_speed);
        vel = covey_doubt_length(vel, doubt) < to->min_speed ? faster : vel;
    }
    return what.high ? covey_doubt_limit(vel, to->max_speed, doubt) : vel;
}

COVEY_INLINE void advance(const covey_limits_step *by, limiting what, covey_agent *agent,
                          covey_vec force, double *doubt)
{
    if (what.force)
        force = covey_doubt_limit(force, by->limits.max_force, doubt);
    covey_vec vel = covey_vec_add(agent->vel, covey_vec_scale(force, by->time));
    agent->vel = limit_speed(&by->limits, what, vel, doubt);
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(agent->vel, by->dt));
}

static limiting limiting_of(const covey_limits *p)
{
    return (limiting){p->max_force<DBL_MAX, p->min_speed> 0.0, p->max_speed < DBL_MAX};
}

void covey_motion_limits_move(const covey_limits_step *by, covey_agent *agent, covey_vec force)
{
    advance(by, limiting_of(&by->limits), agent, force, NULL);
}

/// The block function for a kind of limits. Had it to ask, compilers would calculate agents one by
/// one.
#define MOVER(name, force, low, high)                                                              \
    COVEY_INLINE void name##_step(const void *values, covey_agent *agent, covey_vec intent,        \
                                  double dt, double *doubt)                                        \
    {                                                                                              \
        (void)dt;                                                                                  \
        advance(values, (limiting){force, low, high}, agent, intent, doubt);                       \
    }                                                                                              \
    COVEY_FORMULA_MOVER(name, name##_step, 0)
MOVER(move_free, false, false, false)
MOVER(move_below, false, false, true)
MOVER(move_between, true, true, true)

void covey_motion_limits_move_block(const covey_limits_step *by, const covey_block *agents,
                                    const covey_intents *forces, covey_moves *moves)
{
    limiting what = limiting_of(&by->limits);
    if (what.force || what.low)
        move_between(by, agents, forces, by->dt, moves);
    else if (what.high)
        move_below(by, agents, forces, by->dt, moves);
    else
        move_free(by, agents, forces, by->dt, moves);
}
