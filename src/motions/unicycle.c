// SPDX-License-Identifier: MIT
// The unicycle of "Lesson 1: Flocking": each agent keeps its speed s and steers its heading θ with
// a proportional controller towards the direction d that it wants:
//
//     e = wrap(atan2(d) - θ) in (-π, π],  θ' = θ + k_e e dt,  v' = s (cos θ', sin θ'),
//     p' = p + v' dt
//
// Without intent the heading stays. k_e is multiplied per agent and step by turn_noise. The
// lesson's program does not wrap e (error = raw); θ itself is kept in (-π, π] either way.
#include "base/direction.h"
#include "base/gain.h"

typedef struct unicycle {
    double k_e, turn_noise, error;
} unicycle;

enum { HEADING, SPEED };
enum { ERROR_WRAPPED, ERROR_RAW };

#define PI 3.141592653589793

static const char *const noises[] = {"none", "text", "program", NULL};
static const char *const errors[] = {"wrapped", "raw", NULL};

static const covey_param params[] = {
    COVEY_PARAM(unicycle, k_e, 1.3, -1e9, 1e9, "1/T", "Gain of the heading error."),
    COVEY_PARAM_CHOICE(unicycle, turn_noise, 0, COVEY_GAIN_KINDS, noises, "Noise on k_e."),
    COVEY_PARAM_CHOICE(unicycle, error, 0, 2, errors, "Whether the error is wrapped."),
    {0},
};

/// The same angle in (-π, π].
static double wrap(double angle)
{
    double wrapped = angle - 2.0 * PI * floor((angle + PI) / (2.0 * PI));
    return wrapped <= -PI ? wrapped + 2.0 * PI : wrapped > PI ? PI : wrapped;
}

static covey_vec velocity(const covey_agent *agent)
{
    return covey_vec_scale(covey_direction(agent->own[HEADING]), agent->own[SPEED]);
}

static void move(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    const unicycle *p = values;
    if (intent.x != 0.0 || intent.y != 0.0) {
        double error = covey_atan2(intent.y, intent.x) - agent->own[HEADING];
        if ((int)p->error == ERROR_WRAPPED)
            error = wrap(error);
        double gain = p->k_e * covey_gain_factor((int)p->turn_noise, 0, agent, COVEY_STREAM_MOTION);
        agent->own[HEADING] = wrap(agent->own[HEADING] + gain * error * dt);
        agent->vel = velocity(agent);
    }
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(agent->vel, dt));
}

/// The speed is taken once; after that only the heading follows.
static void aim(const void *values, covey_agent *agent)
{
    (void)values;
    if (agent->own[SPEED] == 0.0)
        agent->own[SPEED] = covey_vec_length(agent->vel);
    if (agent->vel.x != 0.0 || agent->vel.y != 0.0)
        agent->own[HEADING] = covey_atan2(agent->vel.y, agent->vel.x);
    agent->vel = velocity(agent);
}

extern const covey_motion covey_motion_unicycle;
const covey_motion covey_motion_unicycle = {
    .name = "unicycle",
    .title = "Every agent keeps its own speed; a proportional controller turns it to its intent.",
    .params = params,
    .params_size = sizeof(unicycle),
    .intent = COVEY_INTENT_DIRECTION,
    .own = 2,
    .move = move,
    .aim = aim,
};
