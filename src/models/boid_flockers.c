// SPDX-License-Identifier: MIT
// The boids of Mesa's BoidFlockers and of Agents.jl's Flocking, all moved by the same state: both
// have the same equation with other numbers. Over the n others with d <= vision,
//
//     h' = unit(h + (cohere Σ r_ij + match Σ h_j - separate Σ_close r_ij)/n)
//
// with h the headings; boids are close whose d is below `separation`. A boid without others flies
// straight on, and so does one whose sum is 0.
#include "covey/block.h"

typedef struct boid_flockers {
    double vision, separation, cohere, separate, match;
} boid_flockers;

enum { SEEN, CLOSE };

static const covey_param params[] = {
    COVEY_PARAM(boid_flockers, vision, 10, 0, 1e9, "L", "Agents beyond it are no neighbors."),
    COVEY_PARAM(boid_flockers, separation, 2, 0, 1e9, "L", "Neighbors nearer than this repel."),
    COVEY_PARAM_RULE(boid_flockers, cohere, 0.03, -1e9, 1e9, "1/L", "Weight of cohesion."),
    COVEY_PARAM_RULE(boid_flockers, separate, 0.015, -1e9, 1e9, "1/L", "Weight of separation."),
    COVEY_PARAM_RULE(boid_flockers, match, 0.05, -1e9, 1e9, "", "Weight of alignment."),
    {0},
};

static const covey_setting motion_settings[] = {{"speed", 1}, {0}};

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const boid_flockers *p = values;
    zone[SEEN] = covey_zone_default(p->vision);
    zone[SEEN].carry = COVEY_CARRY_HEADING;
    bool all = p->separation > p->vision;
    zone[CLOSE] = covey_zone_default(all ? p->vision : p->separation);
    zone[CLOSE].strict = !all;
    return 2;
}

COVEY_INLINE covey_vec decide(const void *values, const covey_agent *self,
                              const covey_percept *percepts)
{
    const boid_flockers *p = values;
    double n = percepts[SEEN].count > 1.0 ? percepts[SEEN].count : 1.0;
    covey_vec sum = covey_vec_add(covey_vec_scale(percepts[SEEN].offset, p->cohere),
                                  covey_vec_scale(percepts[SEEN].carried, p->match));
    sum = covey_vec_sub(sum, covey_vec_scale(percepts[CLOSE].offset, p->separate));
    return covey_vec_add(covey_vec_unit(self->vel), covey_vec_scale(sum, 1.0 / n));
}

COVEY_BLOCK_DECIDE(decide_block, decide)

static unsigned idle_zones(const void *values)
{
    const boid_flockers *p = values;
    bool none = p->cohere == 0.0 && p->match == 0.0 && p->separate == 0.0; // else n is asked for
    return (p->separate == 0.0 ? 1u << CLOSE : 0u) | (none ? 1u << SEEN : 0u);
}

extern const covey_model covey_model_boid_flockers;
const covey_model covey_model_boid_flockers = {
    .name = "boid_flockers",
    .title = "The boids of Mesa and Agents.jl: means of what neighbors do turn the heading.",
    .source = "Mesa, mesa/examples/basic/boid_flockers; Agents.jl, examples/flock.jl",
    .params = params,
    .params_size = sizeof(boid_flockers),
    .intent = COVEY_INTENT_DIRECTION,
    .motion = "constant_speed",
    .motion_settings = motion_settings,
    .zones = zones,
    .decide = decide,
    .decide_block = decide_block,
    .idle_zones = idle_zones,
    .parting_zones = 1u << CLOSE,
};
