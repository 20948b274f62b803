// SPDX-License-Identifier: MIT
// "Lesson 1: Flocking", the algorithm of Reynolds for unicycles. With n neighbors nearer than the
// radius (d < radius) and r_ij = p_j - p_i:
//
//     s = -Σ r_ij                       separation
//     a = (v_i + Σ v_j) / (1 + n)       alignment, the agent's own velocity included
//     c = Σ r_ij / (1 + n)              cohesion: centroid of all, itself included, less p_i
//     d = k_s unit(s) + k_a unit(a) + k_c unit(c)
//
// The agent steers towards d (motion unicycle); without neighbors it keeps its heading. Here
// unit(s) = -unit(c) always: at equal gains the two cancel but for the noise on them. The text
// defines c and the sign of the control the other way round; its program does as above.
#include "base/formula.h"
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

/// The random factor of a gain. Random numbers are drawn one by one.
COVEY_INLINE double factor(const unicycle *p, int whole, const covey_agent *self, uint32_t stream,
                           double *doubt)
{
    if (doubt == NULL)
        return covey_gain_factor((int)p->gain_noise, whole, self, COVEY_STREAM_MODEL + stream);
    covey_doubt_unless(p->gain_noise == COVEY_GAIN_CONSTANT, doubt);
    return 1.0;
}

COVEY_INLINE covey_vec wish(const void *values, const covey_agent *self,
                            const covey_percept *percepts, double *doubt)
{
    const unicycle *p = values;
    const covey_percept *near = &percepts[0];
    covey_vec straight_on = {0, 0};
    double k_a = p->k_a * factor(p, 0, self, 0, doubt);
    double k_s = p->k_s * factor(p, 1, self, 1, doubt);
    double k_c = p->k_c * factor(p, 1, self, 2, doubt);
    covey_vec to_center = covey_doubt_unit(near->offset, doubt);
    covey_vec sum = covey_vec_scale(to_center, k_c - k_s); // unit(s) = -unit(c)
    sum = covey_vec_add(sum, covey_vec_scale(covey_doubt_unit(near->carried, doubt), k_a));
    return near->count <= 1.0 ? straight_on : sum; // no agent but itself
}

COVEY_FORMULA_DECIDE(1)

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
};
