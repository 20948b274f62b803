// SPDX-License-Identifier: MIT
// The rules of MoBaGEn's flocking example, the interactive program that the formal assignment
// offers. With neighbors j != i, d <= radius, and r_ij = p_j - p_i:
//
//     separation = unit(-Σ unit(r_ij)/d)  over j with d < desired_separation
//     cohesion   = unit(mean r_ij),  alignment = unit(mean v_j)
//     v' = v + Σ weight · rule, at most as fast as max_speed (motion impulse)
//
// A constant speed is a min_speed as high as max_speed.
#include "covey/block.h"

typedef struct mobagen {
    double radius, desired_separation, separation, cohesion, alignment;
} mobagen;

enum { CLOSE, MATES };

static const covey_param params[] = {
    COVEY_PARAM(mobagen, radius, 35, 0, 1e9, "L", "Agents not further are neighbors."),
    COVEY_PARAM(mobagen, desired_separation, 25, 0, 1e9, "L", "Neighbors nearer than this repel."),
    COVEY_PARAM_RULE(mobagen, separation, 4.75, -1e9, 1e9, "L/T", "Weight of separation."),
    COVEY_PARAM_RULE(mobagen, cohesion, 4.25, -1e9, 1e9, "L/T", "Weight of cohesion."),
    COVEY_PARAM_RULE(mobagen, alignment, 2.9, -1e9, 1e9, "L/T", "Weight of alignment."),
    {0},
};

static const covey_setting motion_settings[] = {{"max_speed", 120}, {0}};

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const mobagen *p = values;
    bool all = p->desired_separation > p->radius;
    zone[CLOSE] = covey_zone_default(all ? p->radius : p->desired_separation);
    zone[CLOSE].strict = !all;
    zone[CLOSE].weight = COVEY_WEIGHT_INVERSE;
    zone[MATES] = covey_zone_default(p->radius);
    zone[MATES].carry = COVEY_CARRY_VELOCITY;
    return 2;
}

COVEY_INLINE covey_vec decide(const void *values, const covey_agent *self,
                              const covey_percept *percepts)
{
    (void)self;
    const mobagen *p = values;
    covey_vec away = covey_vec_unit(percepts[CLOSE].offset);
    covey_vec sum = covey_vec_scale(away, -p->separation);
    covey_vec center = covey_vec_unit(percepts[MATES].offset);
    sum = covey_vec_add(sum, covey_vec_scale(center, p->cohesion));
    covey_vec course = covey_vec_unit(percepts[MATES].carried);
    return covey_vec_add(sum, covey_vec_scale(course, p->alignment));
}

COVEY_BLOCK_DECIDE(decide_block, decide)

static unsigned idle_zones(const void *values)
{
    const mobagen *p = values;
    return (p->separation == 0.0 ? 1u << CLOSE : 0u) |
           (p->cohesion == 0.0 && p->alignment == 0.0 ? 1u << MATES : 0u);
}

extern const covey_model covey_model_mobagen;
const covey_model covey_model_mobagen = {
    .name = "mobagen",
    .title = "Three unit vectors with weights, as MoBaGEn's flocking example has them.",
    .source = "InfiniBrains, MoBaGEn, examples/flocking, 2022",
    .params = params,
    .params_size = sizeof(mobagen),
    .intent = COVEY_INTENT_CHANGE,
    .motion = "impulse",
    .motion_settings = motion_settings,
    .zones = zones,
    .decide = decide,
    .decide_block = decide_block,
    .idle_zones = idle_zones,
    .parting_zones = 1u << CLOSE,
};
