// SPDX-License-Identifier: MIT
// Active Ornstein-Uhlenbeck particles (Szamel 2014; Fodor et al. 2016): the propulsion is a noise
// with a memory, and forces move the agent besides,
//
//     v' = v a + √(D/τ (1 - a²)) N,  a = exp(-dt/τ),  τ = persistence, D = diffusivity
//     p' = p + (v' + mobility F) dt
//
// with F the intent and N standard normal numbers, new for each agent, step and axis. The first
// line is exact for any dt: each component of v varies by √(D/τ), and alone an agent gets
// 2 D (t - τ (1 - exp(-t/τ))) in the mean square along each axis. max_speed bounds v'.
#include "base/math_trig.h"
#include "covey/block.h"

#include <float.h>

typedef struct ornstein_uhlenbeck {
    double persistence, diffusivity, mobility, max_speed;
} ornstein_uhlenbeck;

static const covey_param params[] = {
    COVEY_PARAM(ornstein_uhlenbeck, persistence, 1, 1e-9, 1e9, "T", "Memory of the propulsion, τ."),
    COVEY_PARAM(ornstein_uhlenbeck, diffusivity, 1, 0, 1e9, "L²/T",
                "Diffusion in the long run, D."),
    COVEY_PARAM(ornstein_uhlenbeck, mobility, 1, 0, 1e9, "T", "Speed by a force of 1."),
    COVEY_PARAM(ornstein_uhlenbeck, max_speed, DBL_MAX, 0, DBL_MAX, "L/T", "Highest speed of v."),
    {0},
};

typedef struct pace {
    double kept, shake;
} pace;

static pace pace_of(const ornstein_uhlenbeck *p, double dt)
{
    double kept = covey_exp(-fabs(dt) / p->persistence);
    double spread = p->diffusivity / p->persistence * ((1.0 - kept) * (1.0 + kept));
    return (pace){kept, sqrt(spread)};
}

static void step(const ornstein_uhlenbeck *p, const pace *by, covey_agent *agent, covey_vec intent,
                 double dt, covey_vec normal)
{
    covey_vec kept = covey_vec_scale(agent->vel, by->kept);
    covey_vec vel = covey_vec_add(kept, covey_vec_scale(normal, by->shake));
    agent->vel = covey_vec_limit(vel, p->max_speed);
    covey_vec flow = covey_vec_add(agent->vel, covey_vec_scale(intent, p->mobility));
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(flow, dt));
}

static double normal_of(const covey_agent *agent, uint32_t axis)
{
    return covey_normal_quantile(
        covey_uniform(agent->seed, agent->step, agent->id, COVEY_STREAM_MOTION + axis));
}

static void move(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    const pace by = pace_of(values, dt);
    covey_vec normal = {normal_of(agent, 0), normal_of(agent, 1), 0.0};
    if (covey_agent_is_deep(agent))
        normal.z = normal_of(agent, 2);
    step(values, &by, agent, intent, dt, normal);
}

static void move_block(const void *values, const covey_block *agents, const covey_intents *intents,
                       double dt, covey_moves *moves)
{
    const bool deep = covey_block_is_deep(agents);
    const pace by = pace_of(values, dt);
    double uniform[COVEY_BLOCK], normal[COVEY_AXES][COVEY_BLOCK] = {{0}};
    for (uint32_t axis = 0; axis < (deep ? 3u : 2u); axis++) {
        covey_block_uniforms(agents, COVEY_STREAM_MOTION + axis, uniform);
        covey_normal_quantiles(uniform, agents->count, normal[axis]);
    }
    for (size_t k = 0; k < agents->count; k++) {
        covey_agent agent = covey_block_agent(agents, k, deep);
        step(values, &by, &agent, covey_block_intent(intents, k, deep), dt,
             (covey_vec){normal[0][k], normal[1][k], normal[2][k]});
        covey_block_moved(moves, 0, k, deep, &agent);
    }
}

extern const covey_motion covey_motion_ornstein_uhlenbeck;
const covey_motion covey_motion_ornstein_uhlenbeck = {
    .name = "ornstein_uhlenbeck",
    .title = "The propulsion is a noise with a memory; forces move an agent, too.",
    .params = params,
    .params_size = sizeof(ornstein_uhlenbeck),
    .intent = COVEY_INTENT_CHANGE,
    .move = move,
    .move_block = move_block,
};
