// SPDX-License-Identifier: MIT
// The unicycle of "Lesson 1: Flocking": each agent keeps its speed s and steers its heading θ with
// a proportional controller towards the direction d of its intent:
//
//     e = wrap(atan2(d) - θ) in (-π, π],  θ' = θ + k_e e dt,  v' = s' (cos θ', sin θ'),
//     s' = max(s + u_s dt, 0),  p' = p + v' dt
//
// Without intent the heading stays. An angle is a heading in the plane alone. k_e is multiplied per
// agent and step by turn_noise. The lesson's program does not wrap e (error = raw); θ itself is
// kept in (-π, π] either way.
#include "base/angle.h"
#include "base/math_trig.h"
#include "motions/gain_noise.h"
#include "motions/retry.h"

typedef struct unicycle {
    double k_e, u_s, turn_noise, error;
} unicycle;

enum { HEADING, SPEED, EXTRA_COUNT };
enum { ERROR_WRAPPED, ERROR_RAW };

static const char *const noises[] = {"none", "text", "program", NULL};
static const char *const errors[] = {"wrapped", "raw", NULL};

static const covey_param params[] = {
    COVEY_PARAM(unicycle, k_e, 1.3, -1e9, 1e9, "1/T", "Gain of the heading error."),
    COVEY_PARAM(unicycle, u_s, 0, -1e9, 1e9, "L/T^2",
                "Speed input: by how much speeds grow; none falls below 0."),
    COVEY_PARAM_CHOICE(unicycle, turn_noise, 0, COVEY_GAIN_KINDS, noises, "Noise on k_e."),
    COVEY_PARAM_CHOICE(unicycle, error, 0, 2, errors, "Whether the error is wrapped."),
    {0},
};

typedef double wrapping(double angle);

/// The same angle in (-π, π], but for rounding, which may leave it beyond.
COVEY_INLINE double wrap_nearly(double angle)
{
    double wrapped = angle - 2.0 * COVEY_PI * floor((angle + COVEY_PI) / (2.0 * COVEY_PI));
    return wrapped <= -COVEY_PI ? wrapped + 2.0 * COVEY_PI : wrapped;
}

/// The same angle, at most π; huge ones may be left below -π.
COVEY_INLINE double wrap(double angle)
{
    double wrapped = wrap_nearly(angle);
    return wrapped > COVEY_PI ? COVEY_PI : wrapped;
}

/// The error of the heading.
COVEY_INLINE double error_of(const unicycle *p, const covey_agent *agent, covey_vec intent,
                             wrapping *wrapped)
{
    double raw = covey_angle(intent) - agent->extra[HEADING];
    double kept = p->error == (double)ERROR_WRAPPED ? -1.0 : HUGE_VAL; // up to there
    return fabs(raw) > kept ? wrapped(raw) : raw;
}

/// The heading after a step towards `turned`, or that of an agent that goes straight on.
COVEY_INLINE double heading_of(const covey_agent *agent, bool straight_on, double turned)
{
    return straight_on ? agent->extra[HEADING] : turned;
}

/// Goes in a heading, which has this direction. An agent that goes straight on at the same speed
/// keeps the bits of its velocity.
COVEY_INLINE void go(const unicycle *p, covey_agent *agent, bool straight_on, covey_vec direction,
                     double dt)
{
    double speed = agent->extra[SPEED] + p->u_s * dt;
    speed = speed > 0.0 ? speed : 0.0;
    covey_vec turned = covey_vec_scale(direction, speed);
    bool keeps = straight_on & (speed == agent->extra[SPEED]);
    agent->vel.x = keeps ? agent->vel.x : turned.x;
    agent->vel.y = keeps ? agent->vel.y : turned.y;
    agent->extra[SPEED] = speed;
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(agent->vel, dt));
}

/// Moves an agent without noise; holds where rounding leaves angles within the range of the series
/// for sine and cosine.
COVEY_INLINE void try_move(const void *values, covey_agent *agent, covey_vec intent, double dt,
                           double *retry)
{
    const unicycle *p = values;
    bool straight_on = covey_vec_is_zero(intent);
    double error = error_of(p, agent, intent, wrap_nearly);
    double turned = wrap_nearly(agent->extra[HEADING] + p->k_e * error * dt);
    double heading = heading_of(agent, straight_on, turned);
    double most = p->error == (double)ERROR_WRAPPED ? COVEY_PI : HUGE_VAL;
    *retry = ((fabs(error) <= most) & (fabs(heading) <= COVEY_PI)) ? 0.0 : 1.0;
    agent->extra[HEADING] = heading;
    go(p, agent, straight_on, covey_direction_within(heading), dt);
}

static void move(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    const unicycle *p = values;
    bool straight_on = covey_vec_is_zero(intent);
    double factor = covey_gain_factor((int)p->turn_noise, 0, agent, COVEY_STREAM_MOTION);
    double error = error_of(p, agent, intent, wrap);
    double turned = wrap(agent->extra[HEADING] + p->k_e * factor * error * dt);
    agent->extra[HEADING] = heading_of(agent, straight_on, turned);
    go(p, agent, straight_on, covey_direction(agent->extra[HEADING]), dt);
}

COVEY_MOVE_OR_RETRY(move_without_noise, try_move, try_move, move, EXTRA_COUNT)
COVEY_BLOCK_MOVE(move_one_by_one, move, EXTRA_COUNT)

static void move_block(const void *values, const covey_block *agents, const covey_intents *intents,
                       double dt, covey_moves *moves)
{
    const unicycle *p = values;
    if ((int)p->turn_noise == COVEY_GAIN_CONSTANT)
        move_without_noise(values, agents, intents, dt, moves);
    else
        move_one_by_one(values, agents, intents, dt, moves);
}

/// Takes the speed of the velocity once, at the start; later only the heading follows it.
static void init_from_velocity(const void *values, covey_agent *agent)
{
    (void)values;
    if (agent->extra[SPEED] == 0.0)
        agent->extra[SPEED] = covey_vec_length(agent->vel);
    if (agent->vel.x != 0.0 || agent->vel.y != 0.0)
        agent->extra[HEADING] = covey_atan2(agent->vel.y, agent->vel.x);
    agent->vel = covey_vec_scale(covey_direction(agent->extra[HEADING]), agent->extra[SPEED]);
}

extern const covey_motion covey_motion_unicycle;
const covey_motion covey_motion_unicycle = {
    .name = "unicycle",
    .title = "Every agent keeps its own speed; a proportional controller turns it to its intent.",
    .params = params,
    .params_size = sizeof(unicycle),
    .intent = COVEY_INTENT_DIRECTION,
    .extra_count = EXTRA_COUNT,
    .move = move,
    .move_block = move_block,
    .init_from_velocity = init_from_velocity,
    .plane_only = true,
};
