// SPDX-License-Identifier: MIT
// The model of Vicsek et al. (1995), eqs. 1 and 2: with all agents, itself included, nearer than
// the radius,
//
//     θ' = angle(Σ unit(v_j)) + U(-noise/2, noise/2)
//
// at constant speed. The paper moves by the old velocity, p' = p + v dt; here, as everywhere,
// positions follow the new one, p' = p + v' dt. Seen from there, headings follow places that are a
// step newer, which matters where agents cross a good part of the radius in one step.
#include "base/angle.h"
#include "covey/block.h"

#define TURN 6.283185307179586

typedef struct vicsek {
    double radius, noise;
} vicsek;

static const covey_param params[] = {
    COVEY_PARAM(vicsek, radius, 1, 0, 1e9, "L", "Agents nearer than this are averaged."),
    COVEY_PARAM(vicsek, noise, 0.1, 0, TURN, "rad", "Full width of the angular noise."),
    {0},
};

static const covey_setting motion_settings[] = {{"speed", 0.03}, {0}};

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const vicsek *p = values;
    zone[0] = covey_zone_default(p->radius);
    zone[0].strict = true;
    zone[0].weight = COVEY_WEIGHT_NOTHING;
    zone[0].carry = COVEY_CARRY_HEADING;
    zone[0].self = true;
    return 1;
}

/// `given`: a number in [0, 1).
COVEY_INLINE covey_vec direction(const void *values, const covey_agent *self,
                                 const covey_percept *percepts, const double *given)
{
    const vicsek *p = values;
    covey_vec mean = percepts[0].carried;
    mean = covey_vec_is_zero(mean) ? self->vel : mean;
    double heading = covey_angle(mean) + p->noise * (given[0] - 0.5);
    return covey_direction_within(heading);
}

static covey_vec decide(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    double uniform = covey_uniform(self->seed, self->step, self->id, COVEY_STREAM_MODEL);
    return direction(values, self, percepts, &uniform);
}

COVEY_BLOCK_DECIDE_GIVEN(decide_given, direction)

static void decide_block(const void *values, const covey_block *agents,
                         const covey_percepts *percepts, covey_intents *intents)
{
    covey_given uniform;
    covey_block_uniforms(agents, COVEY_STREAM_MODEL, uniform.column[0]);
    decide_given(values, agents, percepts, &uniform, intents);
}

extern const covey_model covey_model_vicsek;
const covey_model covey_model_vicsek = {
    .name = "vicsek",
    .title = "Agents take the mean heading of those near them, with noise.",
    .source = "T. Vicsek, A. Czirók, E. Ben-Jacob, I. Cohen, O. Shochet, Novel type of phase "
              "transition in a system of self-driven particles, Phys. Rev. Lett. 75, 1226 (1995)",
    .params = params,
    .params_size = sizeof(vicsek),
    .intent = COVEY_INTENT_DIRECTION,
    .motion = "constant_speed",
    .motion_settings = motion_settings,
    .zones = zones,
    .decide = decide,
    .decide_block = decide_block,
};
