// SPDX-License-Identifier: MIT
// The zones of Couzin et al. (2002), in the plane and, as published, in space. With r_ij = p_j -
// p_i:
//
//     d = -Σ unit(r_ij)                  over all within `repulsion`, if there are any (eq. 1);
//     d = the mean of
//         d_o = Σ unit(v_j)              beyond that and within `orientation` (eq. 2),
//         d_a = Σ unit(r_ij)             beyond that and within `attraction` (eq. 3),
//                                        or the one of the two whose zone is not empty.
//
// The mean is of the two sums, not of the neighbors: whichever zone holds more decides.
// Agents in the blind angle behind are not seen but for repulsion. d is turned by a Gaussian random
// angle of standard deviation `noise`, and the agent turns towards it by at most turn_rate dt
// (motion turn); without any neighbor it goes straight on, noise aside.
#include "base/math_trig.h"
#include "models/swerve.h"

typedef struct couzin {
    double repulsion, orientation, attraction, blind_angle, noise;
} couzin;

enum { REPULSION, ORIENTATION, ATTRACTION };

static const covey_param params[] = {
    COVEY_PARAM(couzin, repulsion, 1, 0, 1e9, "L", "Outer radius of repulsion."),
    COVEY_PARAM(couzin, orientation, 3, 0, 1e9, "L", "Outer radius of orientation."),
    COVEY_PARAM(couzin, attraction, 15, 0, 1e9, "L", "Outer radius of attraction."),
    COVEY_PARAM(couzin, blind_angle, 0.25 * COVEY_TURN, 0, COVEY_TURN, "rad",
                "Unseen angle behind."),
    COVEY_PARAM(couzin, noise, 0.05, 0, COVEY_TURN, "rad", "Standard deviation of the heading."),
    {0},
};

static const covey_setting motion_settings[] = {
    {"speed", 3}, {"turn_rate", 0.6981317007977318}, {0}};

static covey_zone zone_of(const couzin *p, double inner, double radius)
{
    covey_zone zone = covey_zone_default(radius > inner ? radius : inner);
    zone.inner = inner;
    zone.blind_cos = p->blind_angle > 0.0 ? covey_cos(0.5 * (COVEY_TURN - p->blind_angle)) : -1.0;
    return zone;
}

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const couzin *p = values;
    double oriented = p->orientation > p->repulsion ? p->orientation : p->repulsion;
    zone[REPULSION] = covey_zone_default(p->repulsion);
    zone[REPULSION].weight = COVEY_WEIGHT_UNIT;
    zone[ORIENTATION] = zone_of(p, p->repulsion, p->orientation);
    zone[ORIENTATION].weight = COVEY_WEIGHT_NOTHING;
    zone[ORIENTATION].carry = COVEY_CARRY_HEADING;
    zone[ATTRACTION] = zone_of(p, oriented, p->attraction);
    zone[ATTRACTION].weight = COVEY_WEIGHT_UNIT;
    return 3;
}

COVEY_INLINE covey_vec direction(const covey_agent *self, const covey_percept *percepts)
{
    bool apart = percepts[REPULSION].count != 0.0;
    covey_vec away = covey_vec_scale(percepts[REPULSION].offset, -1.0);
    covey_vec sum = covey_vec_add(percepts[ORIENTATION].carried, percepts[ATTRACTION].offset);
    sum = apart ? away : sum; // the mean and the sum of two point the same way
    return covey_vec_is_zero(sum) ? self->vel : sum;
}

COVEY_INLINE covey_vec without_noise(const void *values, const covey_agent *self,
                                     const covey_percept *percepts)
{
    (void)values;
    return covey_vec_unit(direction(self, percepts));
}

COVEY_INLINE covey_vec with_noise(const void *values, const covey_agent *self,
                                  const covey_percept *percepts, const double *given)
{
    const couzin *p = values;
    return covey_swerve(without_noise(values, self, percepts), p->noise, given);
}

COVEY_INLINE covey_vec with_noise_in_space(const void *values, const covey_agent *self,
                                           const covey_percept *percepts, const double *given)
{
    const couzin *p = values;
    return covey_swerve_in_space(without_noise(values, self, percepts), p->noise, given);
}

static covey_vec decide(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    const couzin *p = values;
    if (p->noise == 0.0)
        return without_noise(values, self, percepts);
    double given[2] = {covey_swerve_number(self, COVEY_STREAM_MODEL)};
    if (!covey_agent_is_deep(self))
        return with_noise(values, self, percepts, given);
    given[1] = covey_swerve_number(self, COVEY_STREAM_MODEL + 1);
    return with_noise_in_space(values, self, percepts, given);
}

COVEY_BLOCK_DECIDE(decide_without_noise, without_noise)
COVEY_BLOCK_DECIDE_GIVEN_IN(decide_in_plane, with_noise, false)
COVEY_BLOCK_DECIDE_GIVEN_IN(decide_in_space, with_noise_in_space, true)

static void decide_block(const void *values, const covey_block *agents,
                         const covey_percepts *percepts, covey_intents *intents)
{
    const couzin *p = values;
    covey_given given;
    if (p->noise == 0.0) {
        decide_without_noise(values, agents, percepts, intents);
        return;
    }
    covey_swerve_numbers(agents, COVEY_STREAM_MODEL, given.column[0]);
    if (!covey_block_is_deep(agents)) {
        decide_in_plane(values, agents, percepts, &given, intents);
        return;
    }
    covey_swerve_numbers(agents, COVEY_STREAM_MODEL + 1, given.column[1]);
    decide_in_space(values, agents, percepts, &given, intents);
}

extern const covey_model covey_model_couzin;
const covey_model covey_model_couzin = {
    .name = "couzin",
    .title = "Zones of repulsion, orientation and attraction, a blind angle and limited turns.",
    .source = "I. D. Couzin, J. Krause, R. James, G. D. Ruxton, N. R. Franks, Collective memory "
              "and spatial sorting in animal groups, J. Theor. Biol. 218, 1 (2002)",
    .params = params,
    .params_size = sizeof(couzin),
    .intent = COVEY_INTENT_DIRECTION,
    .motion = "turn",
    .motion_settings = motion_settings,
    .zones = zones,
    .decide = decide,
    .decide_block = decide_block,
    .parting_zones = 1u << REPULSION,
};
