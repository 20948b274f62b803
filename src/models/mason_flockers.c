// SPDX-License-Identifier: MIT
// The flockers of MASON (Luke et al. 2005), all moved by the same state. With n others within
// `neighborhood`, and v the way of a step,
//
//     w = cohesion Σ r_ij/(10 (n + 1)) + consistency Σ v_j/(n + 1) + momentum v
//         - avoidance 400/(n + dead) Σ r_ij/(d⁴ + 1) + randomness 0.05 unit(ξ)
//     v' = speed unit(w)
//
// The agent itself is one of the n + 1, and its v is in the sum. Dead ones are a flock of this
// model with the speed 0 that hunts this one: they are avoided, and that is all. ξ is uniform in
// the square from -1 to 1, in space in the cube. The weights are MASON's for steps of 1.
#include "covey/block.h"

typedef struct mason_flockers {
    double neighborhood, cohesion, avoidance, consistency, momentum, randomness;
} mason_flockers;

enum { LIVE, NEAR, DEAD };

static const covey_param params[] = {
    COVEY_PARAM(mason_flockers, neighborhood, 10, 0, 1e9, "L", "Agents beyond it do not matter."),
    COVEY_PARAM_RULE(mason_flockers, cohesion, 1, 0, 1e9, "", "Weight of cohesion."),
    COVEY_PARAM_RULE(mason_flockers, avoidance, 1, 0, 1e9, "", "Weight of avoidance."),
    COVEY_PARAM_RULE(mason_flockers, consistency, 1, 0, 1e9, "", "Weight of alignment."),
    COVEY_PARAM_RULE(mason_flockers, momentum, 1, 0, 1e9, "", "Weight of the step before."),
    COVEY_PARAM_RULE(mason_flockers, randomness, 1, 0, 1e9, "", "Weight of a random direction."),
    {0},
};

static const covey_setting motion_settings[] = {{"speed", 0.7}, {0}};

static double steep(const void *values, double d)
{
    (void)values;
    double square = d * d;
    return 1.0 / (square * square + 1.0);
}

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const mason_flockers *p = values;
    zone[LIVE] = covey_zone_default(p->neighborhood);
    zone[LIVE].self = true;
    zone[LIVE].carry = COVEY_CARRY_VELOCITY;
    zone[NEAR] = covey_zone_default(p->neighborhood);
    zone[NEAR].falloff = steep;
    zone[DEAD] = zone[NEAR];
    zone[DEAD].of = COVEY_OF_PREDATORS;
    return 3;
}

/// The mean of the sum of a zone over so many agents.
COVEY_INLINE covey_vec mean(covey_vec sum, double count)
{
    return covey_vec_scale(sum, 1.0 / (count > 1.0 ? count : 1.0));
}

/// `given`: a number in [0, 1) for each axis.
COVEY_INLINE covey_vec direction(const void *values, const covey_agent *self,
                                 const covey_percept *percepts, const double *given)
{
    const mason_flockers *p = values;
    const covey_percept live = percepts[LIVE], near = percepts[NEAR], dead = percepts[DEAD];
    covey_vec any = {2.0 * given[0] - 1.0, 2.0 * given[1] - 1.0, 2.0 * given[2] - 1.0};
    covey_vec sum = covey_vec_scale(mean(live.offset, live.count), 0.1 * p->cohesion);
    covey_vec away = mean(covey_vec_add(near.offset, dead.offset), near.count + dead.count);
    sum = covey_vec_sub(sum, covey_vec_scale(away, 400.0 * p->avoidance));
    sum = covey_vec_add(sum, covey_vec_scale(covey_vec_unit(any), 0.05 * p->randomness));
    sum = covey_vec_add(sum, covey_vec_scale(mean(live.carried, live.count), p->consistency));
    return covey_vec_add(sum, covey_vec_scale(self->vel, p->momentum));
}

/// In the plane no number is drawn for the third axis: its middle is 0 on it.
static covey_vec decide(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    double given[COVEY_BLOCK_GIVEN] = {0.5, 0.5, 0.5};
    for (uint32_t axis = 0; axis < (covey_agent_is_deep(self) ? 3 : 2); axis++)
        given[axis] = covey_uniform(self->seed, self->step, self->id, COVEY_STREAM_MODEL + axis);
    return direction(values, self, percepts, given);
}

COVEY_BLOCK_DECIDE_GIVEN(decide_given, direction)

static void decide_block(const void *values, const covey_block *agents,
                         const covey_percepts *percepts, covey_intents *intents)
{
    covey_given given;
    covey_block_uniforms(agents, COVEY_STREAM_MODEL, given.column[0]);
    covey_block_uniforms(agents, COVEY_STREAM_MODEL + 1, given.column[1]);
    if (covey_block_is_deep(agents))
        covey_block_uniforms(agents, COVEY_STREAM_MODEL + 2, given.column[2]);
    else
        for (size_t k = 0; k < agents->count; k++)
            given.column[2][k] = 0.5;
    decide_given(values, agents, percepts, &given, intents);
}

static unsigned idle_zones(const void *values)
{
    const mason_flockers *p = values;
    return (p->cohesion == 0.0 && p->consistency == 0.0 ? 1u << LIVE : 0u) |
           (p->avoidance == 0.0 ? 1u << NEAR | 1u << DEAD : 0u);
}

extern const covey_model covey_model_mason_flockers;
const covey_model covey_model_mason_flockers = {
    .name = "mason_flockers",
    .title = "The flockers of MASON: four weighted rules and a random direction.",
    .source = "S. Luke, C. Cioffi-Revilla, L. Panait, K. Sullivan, G. Balan, MASON: a multiagent "
              "simulation environment, Simulation 81, 517 (2005); its example Flockers",
    .params = params,
    .params_size = sizeof(mason_flockers),
    .intent = COVEY_INTENT_DIRECTION,
    .motion = "constant_speed",
    .motion_settings = motion_settings,
    .zones = zones,
    .decide = decide,
    .decide_block = decide_block,
    .idle_zones = idle_zones,
    .parting_zones = 1u << NEAR,
};
