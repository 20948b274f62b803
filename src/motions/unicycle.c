// SPDX-License-Identifier: MIT
// The unicycle of "Lesson 1: Flocking": each agent keeps its speed s and steers its heading θ with
// a proportional controller towards the direction d that it wants:
//
//     e = wrap(atan2(d) - θ) in (-π, π],  θ' = θ + k_e e dt,  v' = s (cos θ', sin θ'),
//     p' = p + v' dt
//
// Without intent the heading stays. k_e is multiplied per agent and step by turn_noise. The
// lesson's program does not wrap e (error = raw); θ itself is kept in (-π, π] either way.
#include "base/angle.h"
#include "base/formula.h"
#include "motions/gain_noise.h"

typedef struct unicycle {
    double k_e, turn_noise, error;
} unicycle;

enum { HEADING, SPEED, OWN };
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

/// The same angle in (-π, π], in doubt where rounding leaves it beyond.
COVEY_INLINE double wrap(double angle, double *doubt)
{
    double wrapped = angle - 2.0 * PI * floor((angle + PI) / (2.0 * PI));
    wrapped = wrapped <= -PI ? wrapped + 2.0 * PI : wrapped;
    if (doubt == NULL)
        return wrapped > PI ? PI : wrapped;
    covey_doubt_unless(wrapped <= PI, doubt);
    return wrapped;
}

COVEY_INLINE covey_vec velocity(double heading, double speed, double *doubt)
{
    return covey_vec_scale(covey_doubt_direction(heading, doubt), speed);
}

/// Random numbers are drawn one by one.
COVEY_INLINE double gain_of(const unicycle *p, const covey_agent *agent, double *doubt)
{
    if (doubt == NULL)
        return p->k_e * covey_gain_factor((int)p->turn_noise, 0, agent, COVEY_STREAM_MOTION);
    covey_doubt_unless(p->turn_noise == COVEY_GAIN_CONSTANT, doubt);
    return p->k_e;
}

COVEY_INLINE void step(const void *values, covey_agent *agent, covey_vec intent, double dt,
                       double *doubt)
{
    const unicycle *p = values;
    bool straight_on = covey_doubt_is_zero(intent);
    double old = agent->own[HEADING], gain = gain_of(p, agent, doubt);
    double raw = covey_doubt_angle(intent, doubt) - old;
    double kept = p->error == ERROR_WRAPPED ? -1.0 : HUGE_VAL; // up to there
    double error = fabs(raw) > kept ? wrap(raw, doubt) : raw;
    double heading = wrap(old + gain * error * dt, doubt);
    covey_vec turned = velocity(heading, agent->own[SPEED], doubt);
    agent->own[HEADING] = straight_on ? old : heading;
    agent->vel.x = straight_on ? agent->vel.x : turned.x;
    agent->vel.y = straight_on ? agent->vel.y : turned.y;
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(agent->vel, dt));
}

COVEY_FORMULA_MOVE(OWN)

/// The speed is taken once; after that only the heading follows.
static void aim(const void *values, covey_agent *agent)
{
    (void)values;
    if (agent->own[SPEED] == 0.0)
        agent->own[SPEED] = covey_vec_length(agent->vel);
    if (agent->vel.x != 0.0 || agent->vel.y != 0.0)
        agent->own[HEADING] = covey_atan2(agent->vel.y, agent->vel.x);
    agent->vel = velocity(agent->own[HEADING], agent->own[SPEED], NULL);
}

extern const covey_motion covey_motion_unicycle;
const covey_motion covey_motion_unicycle = {
    .name = "unicycle",
    .title = "Every agent keeps its own speed; a proportional controller turns it to its intent.",
    .params = params,
    .params_size = sizeof(unicycle),
    .intent = COVEY_INTENT_DIRECTION,
    .own = OWN,
    .move = move,
    .move_block = move_block,
    .aim = aim,
};
