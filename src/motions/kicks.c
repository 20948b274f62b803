// SPDX-License-Identifier: MIT
// Burst and coast, as small fish swim (Calovi et al. 2018): kicks, each at a time of its agent, and
// straight glides between them. A glide of initial speed v has gone
//
//     v τ₀ (1 - exp(-t/τ₀)) after the time t, and its speed is v exp(-t/τ₀), with τ₀ = coast_time
//
// At a kick the heading turns by F⊥ + turn_noise N, where F⊥ is the intent's part across it, in
// radians, and N a standard normal number; the speed and the time to the next kick are drawn from
// Rayleigh distributions of the means speed and kick_time, or with a smaller kick_spread from
// nearer to these. All that is exact for any step, in which an agent kicks once at most: a glide
// that would end in its first step ends with it. Agents begin with a kick.
#include "base/angle.h"
#include "covey/block.h"

typedef struct kicks {
    double speed, kick_time, kick_spread, coast_time, turn_noise;
} kicks;

static const covey_param params[] = {
    COVEY_PARAM(kicks, speed, 2, 0, 1e9, "L/T", "Mean speed after a kick."),
    COVEY_PARAM(kicks, kick_time, 1, 1e-9, 1e9, "T", "Mean time between kicks."),
    COVEY_PARAM(kicks, kick_spread, 1, 0, 1, "", "Share of chance in both; 0: always the mean."),
    COVEY_PARAM(kicks, coast_time, 1.6, 1e-9, 1e9, "T", "A glide slows down in it, τ₀."),
    COVEY_PARAM(kicks, turn_noise, 0.38, 0, 1e9, "rad", "Noise of the turn at a kick, γ_R."),
    {0},
};

/// The number that the motion keeps.
enum { LEFT }; // time to the next kick, T

/// Uniform numbers of an agent.
enum { TURN, SPEED, TIME, HEADING };

static double uniform(const covey_agent *agent, uint32_t which)
{
    return covey_uniform(agent->seed, agent->step, agent->id, COVEY_STREAM_MOTION + which);
}

/// A number of the mean 1, a Rayleigh number in full spread.
static double chance(const kicks *p, const covey_agent *agent, uint32_t which)
{
    const double four_over_pi = 8.0 / COVEY_TURN;
    double drawn = sqrt(-four_over_pi * covey_log(1.0 - uniform(agent, which)));
    return p->kick_spread * drawn + (1.0 - p->kick_spread);
}

/// Goes on for a time, and slows down; `sense` is -1 back in time.
static void coast(const kicks *p, covey_agent *agent, double time, double sense)
{
    double kept = covey_exp(-time / p->coast_time), way = p->coast_time * (1.0 - kept) * sense;
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(agent->vel, way));
    agent->vel = covey_vec_scale(agent->vel, kept);
}

static void kick(const kicks *p, covey_agent *agent, covey_vec heading, double turn)
{
    if (p->turn_noise != 0.0)
        turn += p->turn_noise * covey_normal_quantile(uniform(agent, TURN));
    heading = covey_vec_unit(covey_direction_turn(heading, covey_direction(turn)));
    agent->vel = covey_vec_scale(heading, p->speed * chance(p, agent, SPEED));
    agent->extra[LEFT] = p->kick_time * chance(p, agent, TIME);
}

static void move(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    const kicks *p = values;
    double rest = fabs(dt), sense = dt < 0.0 ? -1.0 : 1.0;
    covey_vec heading = covey_vec_unit(agent->vel);
    if (covey_vec_is_zero(heading))
        heading = covey_vec_is_zero(intent)
                      ? covey_direction_within(COVEY_TURN * uniform(agent, HEADING))
                      : covey_vec_unit(intent);
    if (agent->extra[LEFT] < rest) {
        coast(p, agent, agent->extra[LEFT], sense);
        rest -= agent->extra[LEFT];
        kick(p, agent, heading, heading.x * intent.y - heading.y * intent.x);
    }
    coast(p, agent, rest, sense);
    double left = agent->extra[LEFT] - rest;
    agent->extra[LEFT] = left > 0.0 ? left : 0.0;
}

static void move_block(const void *values, const covey_block *agents, const covey_intents *intents,
                       double dt, covey_moves *moves)
{
    for (size_t k = 0; k < agents->count; k++) {
        covey_agent agent = covey_block_keeper(agents, 1, k, false);
        move(values, &agent, covey_block_intent(intents, k, false), dt);
        covey_block_moved(moves, 1, k, false, &agent);
    }
}

extern const covey_motion covey_motion_kicks;
const covey_motion covey_motion_kicks = {
    .name = "kicks",
    .title = "Agents kick now and then, turn when they do, and coast in between.",
    .params = params,
    .params_size = sizeof(kicks),
    .intent = COVEY_INTENT_CHANGE,
    .extra_count = 1,
    .move = move,
    .move_block = move_block,
    .plane_only = true,
};
