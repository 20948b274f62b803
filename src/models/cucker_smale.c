// SPDX-License-Identifier: MIT
// The model of Cucker and Smale (2007): agents come to the velocity of others, of near ones more,
//
//     dv_i/dt = (strength/N) Σ ψ(d) (v_j - v_i),  ψ(d) = (1 + d²)^-decay
//
// over the others within `radius`, N being the size of the flock (the paper has no 1/N, and a
// length in ψ, which is 1 here). Without a radius, decay below 1/2 leads to one common velocity
// from any start, if the step is short.
#include "covey/block.h"

#include <float.h>

typedef struct cucker_smale {
    double strength, decay, radius;
} cucker_smale;

static const covey_param params[] = {
    COVEY_PARAM_RULE(cucker_smale, strength, 1, 0, 1e9, "1/T", "Strength of the coupling."),
    COVEY_PARAM(cucker_smale, decay, 0.25, 0, 1e3, "", "How fast it falls with distance."),
    COVEY_PARAM(cucker_smale, radius, DBL_MAX, 0, DBL_MAX, "L", "Agents beyond it do not matter."),
    {0},
};

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const cucker_smale *p = values;
    zone[0] = covey_zone_default(p->radius);
    zone[0].weight = COVEY_WEIGHT_NOTHING;
    zone[0].carry = COVEY_CARRY_VELOCITY;
    zone[0].decay = p->decay;
    return 1;
}

COVEY_INLINE covey_vec decide(const void *values, const covey_agent *self,
                              const covey_percept *percepts)
{
    const cucker_smale *p = values;
    covey_vec others = percepts[0].carried;
    covey_vec own = covey_vec_scale(self->vel, percepts[0].weight_sum);
    return covey_vec_scale(covey_vec_sub(others, own), p->strength / (double)self->flock_count);
}

COVEY_BLOCK_DECIDE(decide_block, decide)

/// With all others near, an agent takes strength dt of the way to their mean velocity in a step.
static double stable_dt(const covey_pace *pace)
{
    const cucker_smale *p = pace->params;
    return 1.0 / p->strength;
}

static unsigned idle_zones(const void *values)
{
    const cucker_smale *p = values;
    return p->strength == 0.0 ? 1u : 0u;
}

extern const covey_model covey_model_cucker_smale;
const covey_model covey_model_cucker_smale = {
    .name = "cucker_smale",
    .title = "Agents come to the velocity of the others, the more the nearer they are.",
    .source = "F. Cucker, S. Smale, Emergent behavior in flocks, IEEE Trans. Autom. Control 52, "
              "852 (2007)",
    .params = params,
    .params_size = sizeof(cucker_smale),
    .intent = COVEY_INTENT_CHANGE,
    .motion = "accelerate",
    .zones = zones,
    .decide = decide,
    .decide_block = decide_block,
    .stable_dt = stable_dt,
    .idle_zones = idle_zones,
};
