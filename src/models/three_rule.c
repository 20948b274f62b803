// SPDX-License-Identifier: MIT
// "The Three Simple Rules of Flocking Behaviors", with neighbors j != i, d < radius, and
// r_ij = p_j - p_i:
//
//     A = unit(mean v_j),  C = unit(mean r_ij),  S = unit(-mean r_ij)
//     v' = speed unit(v + alignment A + cohesion C + separation S)
//
// S is -C: at equal weights cohesion and separation cancel, exactly here, as the two are added
// before all else.
#include "covey/block.h"

typedef struct three_rule {
    double radius, alignment, cohesion, separation;
} three_rule;

static const covey_param params[] = {
    COVEY_PARAM(three_rule, radius, 25, 0, 1e9, "L", "Agents nearer than this are neighbors."),
    COVEY_PARAM_RULE(three_rule, alignment, 1, -1e9, 1e9, "L/T", "Weight of alignment."),
    COVEY_PARAM_RULE(three_rule, cohesion, 1, -1e9, 1e9, "L/T", "Weight of cohesion."),
    COVEY_PARAM_RULE(three_rule, separation, 1, -1e9, 1e9, "L/T", "Weight of separation."),
    {0},
};

static const covey_setting motion_settings[] = {{"speed", 5}, {0}};

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const three_rule *p = values;
    zone[0] = covey_zone_default(p->radius);
    zone[0].strict = true;
    zone[0].carry = COVEY_CARRY_VELOCITY;
    return 1;
}

COVEY_INLINE covey_vec decide(const void *values, const covey_agent *self,
                              const covey_percept *percepts)
{
    const three_rule *p = values;
    covey_vec cohesion = covey_vec_unit(percepts[0].offset);
    covey_vec separation = covey_vec_scale(cohesion, -1.0);
    covey_vec sum = covey_vec_add(covey_vec_scale(cohesion, p->cohesion),
                                  covey_vec_scale(separation, p->separation));
    covey_vec alignment = covey_vec_unit(percepts[0].carried);
    sum = covey_vec_add(sum, covey_vec_scale(alignment, p->alignment));
    return covey_vec_add(self->vel, sum);
}

COVEY_BLOCK_DECIDE(decide_block, decide)

static unsigned idle_zones(const void *values)
{
    const three_rule *p = values;
    return p->alignment == 0.0 && p->cohesion == 0.0 && p->separation == 0.0 ? 1u : 0u;
}

extern const covey_model covey_model_three_rule;
const covey_model covey_model_three_rule = {
    .name = "three_rule",
    .title = "Alignment, cohesion and separation as unit vectors added to the velocity.",
    .source = "V. Pemmaraju, The three simple rules of flocking behaviors: alignment, cohesion, "
              "and separation, Envato Tuts+, 2013",
    .params = params,
    .params_size = sizeof(three_rule),
    .intent = COVEY_INTENT_DIRECTION,
    .motion = "constant_speed",
    .motion_settings = motion_settings,
    .zones = zones,
    .decide = decide,
    .decide_block = decide_block,
    .idle_zones = idle_zones,
    .parting_zones = 1u,
};
