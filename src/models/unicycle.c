// SPDX-License-Identifier: MIT
// "Lesson 1: Flocking", the algorithm of Reynolds for unicycles. With n neighbors nearer than the
// radius (d < radius) and r_ij = p_j - p_i:
//
//     s = -Σ r_ij                       separation
//     a = (v_i + Σ v_j) / (1 + n)       alignment, the agent's own velocity included
//     c = Σ r_ij / (1 + n)              cohesion: centroid of all, itself included, less p_i
//     d = k_s unit(s) + k_a unit(a) + k_c unit(c)
//
// The agent steers towards d (motion unicycle), or takes d for its velocity (kinematic) or for a
// force (accelerate, newton); without neighbors it flies on as it does. Here
// unit(s) = -unit(c) always: at equal gains the two cancel but for the noise on them. The text
// defines c and the sign of the control the other way round; its program does as above.
#include "covey/block.h"
#include "motions/gain_noise.h"

typedef struct unicycle {
    double radius, k_s, k_a, k_c, gain_noise;
} unicycle;

static const char *const noises[] = {"none", "text", "program", NULL};

static const covey_param params[] = {
    COVEY_PARAM(unicycle, radius, 40, 0, 1e9, "L", "Agents nearer than this are neighbors."),
    COVEY_PARAM_RULE(unicycle, k_s, 1, -1e9, 1e9, "", "Gain of separation."),
    COVEY_PARAM_RULE(unicycle, k_a, 0.3, -1e9, 1e9, "", "Gain of alignment."),
    COVEY_PARAM_RULE(unicycle, k_c, 1, -1e9, 1e9, "", "Gain of cohesion."),
    COVEY_PARAM_CHOICE(unicycle, gain_noise, 0, COVEY_GAIN_KINDS, noises, "Noise on the gains."),
    {0},
};

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const unicycle *p = values;
    zone[0] = covey_zone_default(p->radius);
    zone[0].strict = true;
    zone[0].carry = COVEY_CARRY_VELOCITY;
    zone[0].self = true;
    return 1;
}

typedef struct gains {
    double k_s, k_a, k_c;
} gains;

COVEY_INLINE covey_vec direction(const covey_percept *near, gains by)
{
    covey_vec straight_on = {0, 0, 0.0};
    covey_vec to_center = covey_vec_unit(near->offset);
    covey_vec sum = covey_vec_scale(to_center, by.k_c - by.k_s); // unit(s) = -unit(c)
    sum = covey_vec_add(sum, covey_vec_scale(covey_vec_unit(near->carried), by.k_a));
    return near->count <= 1.0 ? straight_on : sum; // it counts itself
}

COVEY_INLINE covey_vec without_noise(const void *values, const covey_agent *self,
                                     const covey_percept *percepts)
{
    (void)self;
    const unicycle *p = values;
    return direction(&percepts[0], (gains){p->k_s, p->k_a, p->k_c});
}

static covey_vec decide(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    const unicycle *p = values;
    int kind = (int)p->gain_noise;
    const gains drawn = {
        .k_a = p->k_a * covey_gain_factor(kind, 0, self, COVEY_STREAM_MODEL),
        .k_s = p->k_s * covey_gain_factor(kind, 1, self, COVEY_STREAM_MODEL + 1),
        .k_c = p->k_c * covey_gain_factor(kind, 1, self, COVEY_STREAM_MODEL + 2),
    };
    return direction(&percepts[0], drawn);
}

// Of the plane alone.
COVEY_BLOCK_DECIDE_IN(decide_without_noise, without_noise, false)
COVEY_BLOCK_DECIDE_IN(decide_one_by_one, decide, false)

static void decide_block(const void *values, const covey_block *agents,
                         const covey_percepts *percepts, covey_intents *intents)
{
    const unicycle *p = values;
    if ((int)p->gain_noise == COVEY_GAIN_CONSTANT)
        decide_without_noise(values, agents, percepts, intents);
    else
        decide_one_by_one(values, agents, percepts, intents);
}

static unsigned idle_zones(const void *values)
{
    const unicycle *p = values;
    return p->k_s == 0.0 && p->k_a == 0.0 && p->k_c == 0.0 ? 1u : 0u;
}

extern const covey_model covey_model_unicycle;
const covey_model covey_model_unicycle = {
    .name = "unicycle",
    .title = "Reynolds' rules for unicycles, as a lesson on swarms gives them.",
    .source = "H. Garcia de Marina, Lesson 1: Flocking, course on swarm robotics",
    .params = params,
    .params_size = sizeof(unicycle),
    .intent = COVEY_INTENT_DIRECTION,
    .motion = "unicycle",
    .zones = zones,
    .decide = decide,
    .decide_block = decide_block,
    .plane_only = true,
    .also_change = true,
    .idle_zones = idle_zones,
    .parting_zones = 1u,
};
