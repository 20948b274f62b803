// SPDX-License-Identifier: MIT
// Newton's second law with mass and friction: with |F| at most max_force,
//
//     v' = (v + F/mass dt) / (1 + drag/mass dt),  |v'| between min_speed and max_speed
//     p' = p + (v + v')/2 dt                      update = full
//     p' = p + v' dt                              update = new
//
// Without drag and limits `full` is p + v dt + F/mass dt²/2, the full equations of motion of the
// formal assignment, and `new` at mass 1 is its simplification, the motion accelerate. Drag is
// implicit: at any step it slows agents down and never turns them back. A constant force F comes
// to the speed F/drag.
#include "covey/block.h"

#include <float.h>

typedef struct newton {
    double mass, drag, update, max_force, max_speed, min_speed;
} newton;

enum { UPDATE_FULL, UPDATE_NEW };

static const char *const updates[] = {"full", "new", NULL};

static const covey_param params[] = {
    COVEY_PARAM(newton, mass, 1, 1e-9, 1e9, "M", "Mass of an agent."),
    COVEY_PARAM(newton, drag, 0, 0, 1e9, "M/T", "Friction: force against a speed of 1."),
    COVEY_PARAM_CHOICE(newton, update, 0, 2, updates,
                       "The velocity that moves an agent: the mean over the step, or the new one."),
    COVEY_PARAM(newton, max_force, DBL_MAX, 0, DBL_MAX, "intent", "Longest intent."),
    COVEY_PARAM(newton, max_speed, DBL_MAX, 0, DBL_MAX, "L/T", "Highest speed."),
    COVEY_PARAM(newton, min_speed, 0, 0, DBL_MAX, "L/T",
                "Lowest speed; agents at rest stay there."),
    {0},
};

COVEY_INLINE covey_vec limit_speed(const newton *p, covey_vec vel)
{
    covey_vec faster = covey_vec_scale(covey_vec_unit(vel), p->min_speed);
    vel = covey_vec_length(vel) < p->min_speed ? faster : vel;
    return covey_vec_limit(vel, p->max_speed);
}

COVEY_INLINE void move(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    const newton *p = values;
    double time = dt / p->mass;
    covey_vec force = covey_vec_limit(intent, p->max_force), old = agent->vel;
    covey_vec pushed = covey_vec_add(old, covey_vec_scale(force, time));
    agent->vel = limit_speed(p, covey_vec_divide(pushed, 1.0 + p->drag * time));
    covey_vec mean = covey_vec_scale(covey_vec_add(old, agent->vel), 0.5);
    covey_vec by = p->update == (double)UPDATE_NEW ? agent->vel : mean;
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(by, dt));
}

COVEY_BLOCK_MOVE(move_block, move, 0)

extern const covey_motion covey_motion_newton;
const covey_motion covey_motion_newton = {
    .name = "newton",
    .title = "The intent is a force on a mass, with friction; the full equations of motion.",
    .params = params,
    .params_size = sizeof(newton),
    .intent = COVEY_INTENT_CHANGE,
    .move = move,
    .move_block = move_block,
};
