// SPDX-License-Identifier: MIT
// A persistent turning walker (Gautrais et al. 2009): an agent of constant speed v whose turning
// rate ω is pulled to the rate ω* that the intent asks for, and shaken,
//
//     dω = v [ (ω* - ω)/ξ dt + σ dW ],  ξ = curvature_length, σ = curvature_noise
//     ω' = ω* + (ω - ω*) a + v σ √(ξ/(2 v) (1 - a²)) N,  a = exp(-v dt/ξ)
//     h' = h turned by ω' dt,  v' = speed h',  p' = p + v' dt
//
// the exact solution of the first equation over a step in which ω* rests, so that no step is too
// long for it. ω* is the turning rate of the intent as an acceleration a across the heading,
// ω* = (h × a)/v. ω varies by σ √(v ξ/2); walls and obstacles, which turn velocities from outside,
// take it.
#include "base/math_trig.h"
#include "covey/block.h"

typedef struct persistent_turning {
    double speed, curvature_length, curvature_noise;
} persistent_turning;

static const covey_param params[] = {
    COVEY_PARAM(persistent_turning, speed, 1, 0, 1e9, "L/T", "Speed of every agent, v."),
    COVEY_PARAM(persistent_turning, curvature_length, 0.024, 1e-9, 1e9, "L",
                "Way over which a turn is kept, ξ."),
    COVEY_PARAM(persistent_turning, curvature_noise, 28.9, 0, 1e9, "1/(L √T)",
                "Noise of the curvature, σ."),
    {0},
};

/// A step of some length.
typedef struct pace {
    double kept; ///< the share of a turning rate
    double shake;
} pace;

static pace pace_of(const persistent_turning *p, double dt)
{
    double kept = covey_exp(-p->speed * fabs(dt) / p->curvature_length);
    double spread = p->speed * p->curvature_length * 0.5 * ((1.0 - kept) * (1.0 + kept));
    return (pace){kept, p->curvature_noise * sqrt(spread)};
}

/// `normal`: a standard normal number.
static void step(const persistent_turning *p, const pace *by, covey_agent *agent, covey_vec intent,
                 double dt, double normal)
{
    covey_vec heading = covey_vec_unit(agent->vel), wanted = covey_vec_unit(intent);
    bool none = covey_vec_is_zero(heading);
    double across = heading.x * intent.y - heading.y * intent.x;
    double goal = p->speed > 0.0 ? across / p->speed : 0.0;
    double rate = goal + (agent->extra[0] - goal) * by->kept + by->shake * normal;
    agent->extra[0] = none ? 0.0 : rate;
    covey_vec turn = covey_direction(agent->extra[0] * dt);
    heading = none ? wanted : covey_vec_unit(covey_direction_turn(heading, turn));
    agent->vel = covey_vec_scale(heading, p->speed);
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(agent->vel, dt));
}

static void move(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    const persistent_turning *p = values;
    const pace by = pace_of(p, dt);
    double normal = 0.0;
    if (by.shake != 0.0)
        normal = covey_normal_quantile(
            covey_uniform(agent->seed, agent->step, agent->id, COVEY_STREAM_MOTION));
    step(p, &by, agent, intent, dt, normal);
}

static void move_block(const void *values, const covey_block *agents, const covey_intents *intents,
                       double dt, covey_moves *moves)
{
    const persistent_turning *p = values;
    const pace by = pace_of(p, dt);
    double uniform[COVEY_BLOCK], normal[COVEY_BLOCK] = {0};
    if (by.shake != 0.0) {
        covey_block_uniforms(agents, COVEY_STREAM_MOTION, uniform);
        covey_normal_quantiles(uniform, agents->count, normal);
    }
    for (size_t k = 0; k < agents->count; k++) {
        covey_agent agent = covey_block_keeper(agents, 1, k, false);
        step(p, &by, &agent, covey_block_intent(intents, k, false), dt, normal[k]);
        covey_block_moved(moves, 1, k, false, &agent);
    }
}

static void init_from_velocity(const void *values, covey_agent *agent)
{
    (void)values;
    agent->extra[0] = 0.0;
}

extern const covey_motion covey_motion_persistent_turning;
const covey_motion covey_motion_persistent_turning = {
    .name = "persistent_turning",
    .title = "Every agent flies at the same speed, and keeps its turns for a while.",
    .params = params,
    .params_size = sizeof(persistent_turning),
    .intent = COVEY_INTENT_CHANGE,
    .extra_count = 1,
    .move = move,
    .init_from_velocity = init_from_velocity,
    .move_block = move_block,
    .plane_only = true,
};
