// SPDX-License-Identifier: MIT
// The predator of the torus boids: with f(d) = 1 - d/radius over all prey within the radius,
//
//     v' = v + chase unit(Σ f unit(r_ij)), at most as fast as max_speed (motion impulse)
//
// and straight on where there is no prey. It is 1.5 times as fast as its prey.
#include "covey/block.h"

typedef struct predator {
    double radius, chase;
} predator;

static const covey_param params[] = {
    COVEY_PARAM(predator, radius, 75, 1e-9, 1e9, "L", "Prey that is not further is seen."),
    COVEY_PARAM_RULE(predator, chase, 50, -1e9, 1e9, "L/T", "Weight of the chase."),
    {0},
};

static const covey_setting motion_settings[] = {{"max_speed", 112.5}, {0}};

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const predator *p = values;
    zone[0] = covey_zone_default(p->radius);
    zone[0].weight = COVEY_WEIGHT_LINEAR;
    zone[0].of = COVEY_OF_PREY;
    return 1;
}

COVEY_INLINE covey_vec decide(const void *values, const covey_agent *self,
                              const covey_percept *percepts)
{
    (void)self;
    const predator *p = values;
    return covey_vec_scale(covey_vec_unit(percepts[0].offset), p->chase);
}

COVEY_BLOCK_DECIDE(decide_block, decide)

static unsigned idle_zones(const void *values)
{
    const predator *p = values;
    return p->chase == 0.0 ? 1u : 0u;
}

extern const covey_model covey_model_predator;
const covey_model covey_model_predator = {
    .name = "predator",
    .title = "Chases the flock that it hunts, nearer prey more than further.",
    .source = "M. Ose, Flocking and avoidance with boids, IT3708 project 1, NTNU, 2015",
    .params = params,
    .params_size = sizeof(predator),
    .intent = COVEY_INTENT_CHANGE,
    .motion = "impulse",
    .motion_settings = motion_settings,
    .zones = zones,
    .decide = decide,
    .decide_block = decide_block,
    .idle_zones = idle_zones,
};
