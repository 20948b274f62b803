// SPDX-License-Identifier: MIT
#include "motions/limits.h"

#include "covey/block.h"

/// The limits that can have an effect.
typedef struct limiting {
    bool force, low, high;
} limiting;

COVEY_INLINE covey_vec limit_speed(const covey_limits *to, limiting active, covey_vec vel)
{
    if (active.low) {
        covey_vec faster = covey_vec_scale(covey_vec_unit(vel), to->min_speed);
        vel = covey_vec_length(vel) < to->min_speed ? faster : vel;
    }
    return active.high ? covey_vec_limit(vel, to->max_speed) : vel;
}

COVEY_INLINE void advance(const covey_limits_step *by, limiting active, covey_agent *agent,
                          covey_vec force)
{
    if (active.force)
        force = covey_vec_limit(force, by->limits.max_force);
    covey_vec vel = covey_vec_add(agent->vel, covey_vec_scale(force, by->time));
    agent->vel = limit_speed(&by->limits, active, vel);
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(agent->vel, by->dt));
}

static limiting limiting_of(const covey_limits *p)
{
    return (limiting){p->max_force<DBL_MAX, p->min_speed> 0.0, p->max_speed < DBL_MAX};
}

void covey_motion_limits_move(const covey_limits_step *by, covey_agent *agent, covey_vec force)
{
    advance(by, limiting_of(&by->limits), agent, force);
}

/// A function for blocks with some limits as constants: compilers make no vectors of a loop that
/// tests for them.
#define MOVER(name, force, low, high)                                                              \
    COVEY_INLINE void name##_step(const void *values, covey_agent *agent, covey_vec intent,        \
                                  double dt)                                                       \
    {                                                                                              \
        (void)dt;                                                                                  \
        advance(values, (limiting){force, low, high}, agent, intent);                              \
    }                                                                                              \
    COVEY_BLOCK_MOVE(name, name##_step, 0)
MOVER(move_free, false, false, false)
MOVER(move_below, false, false, true)
#ifdef COVEY_ONE_PASS // the others by one that tests, in builds that are to be small
COVEY_INLINE void move_any_step(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    const covey_limits_step *by = values;
    (void)dt;
    advance(by, limiting_of(&by->limits), agent, intent);
}
COVEY_BLOCK_MOVE(move_any, move_any_step, 0)
#define move_above move_any
#define move_between move_any
#define push_free move_any
#define push_below move_any
#define push_above move_any
#define push_between move_any
#else
MOVER(move_above, false, true, false)
MOVER(move_between, false, true, true)
MOVER(push_free, true, false, false)
MOVER(push_below, true, false, true)
MOVER(push_above, true, true, false)
MOVER(push_between, true, true, true)
#endif

typedef void mover(const void *values, const covey_block *agents, const covey_intents *intents,
                   double dt, covey_moves *moves);

void covey_motion_limits_move_block(const covey_limits_step *by, const covey_block *agents,
                                    const covey_intents *forces, covey_moves *moves)
{
    static mover *const movers[2][2][2] = {
        {{move_free, move_below}, {move_above, move_between}},
        {{push_free, push_below}, {push_above, push_between}},
    };
    limiting active = limiting_of(&by->limits);
    movers[active.force][active.low][active.high](by, agents, forces, by->dt, moves);
}
