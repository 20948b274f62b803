// SPDX-License-Identifier: MIT
// The birds of NetLogo's Flocking (Wilensky 1998), all turned by the same state. With others within
// `vision`, and the nearest of them at a distance below `minimum_separation`:
//
//     θ' = θ + clamp(θ - θ_nearest, separate_degrees)                        separate
//
// else, with φ = θ + clamp(angle(Σ unit(v_j)) - θ, align_degrees):           align
//
//     θ' = φ + clamp(angle(Σ unit(r_ij)) - φ, cohere_degrees)                cohere
//
// where differences of angles are in (-180°, 180°], counted clockwise as NetLogo does: a bird whose
// difference is 180° turns to its right. Turns are per step, however long it is.
#include "base/angle.h"
#include "base/math_trig.h"
#include "covey/block.h"

typedef struct netlogo_flocking {
    double vision, minimum_separation, align_degrees, cohere_degrees, separate_degrees;
} netlogo_flocking;

enum { NEAREST, MATES };

static const covey_param params[] = {
    COVEY_PARAM(netlogo_flocking, vision, 5, 0, 1e9, "L", "Agents beyond it are no flockmates."),
    COVEY_PARAM(netlogo_flocking, minimum_separation, 1, 0, 1e9, "L",
                "Nearer to the nearest flockmate than this, agents separate."),
    COVEY_PARAM_RULE(netlogo_flocking, align_degrees, 5, 0, 180, "degrees",
                     "Most that a step of alignment turns."),
    COVEY_PARAM_RULE(netlogo_flocking, cohere_degrees, 3, 0, 180, "degrees",
                     "Most that a step of cohesion turns."),
    COVEY_PARAM_RULE(netlogo_flocking, separate_degrees, 1.5, 0, 180, "degrees",
                     "Most that a step of separation turns."),
    {0},
};

static const covey_setting motion_settings[] = {{"speed", 1}, {0}};

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const netlogo_flocking *p = values;
    zone[NEAREST] = covey_zone_default(p->vision);
    zone[NEAREST].nearest = 1;
    zone[NEAREST].carry = COVEY_CARRY_HEADING;
    zone[MATES] = covey_zone_default(p->vision);
    zone[MATES].weight = COVEY_WEIGHT_UNIT;
    zone[MATES].carry = COVEY_CARRY_HEADING;
    return 2;
}

/// The angle from one direction to another, counterclockwise in [-π, π); 0 if one of them is 0.
COVEY_INLINE double angle_to(covey_vec from, covey_vec to)
{
    covey_vec seen = {covey_vec_dot(from, to), from.x * to.y - from.y * to.x, 0.0};
    double angle = covey_angle(seen);
    angle = covey_vec_is_zero(seen) ? 0.0 : angle;
    return angle >= COVEY_PI ? -COVEY_PI : angle;
}

COVEY_INLINE covey_vec turned(covey_vec heading, double angle)
{
    return covey_vec_unit(covey_direction_turn(heading, covey_direction_within(angle)));
}

COVEY_INLINE double radians(double degrees)
{
    return degrees * (COVEY_PI / 180.0);
}

/// The heading turned towards the wanted one by at most so much.
COVEY_INLINE covey_vec towards(covey_vec heading, covey_vec wanted, double degrees)
{
    double most = radians(degrees), angle = angle_to(heading, wanted);
    covey_vec edge = turned(heading, copysign(most, angle)), at = covey_vec_unit(wanted);
    at = covey_vec_is_zero(at) ? heading : at;
    return fabs(angle) > most ? edge : at;
}

/// The heading turned from that of another by at most so much.
COVEY_INLINE covey_vec away(covey_vec heading, covey_vec other, double degrees)
{
    double most = radians(degrees), angle = angle_to(other, heading);
    covey_vec made = turned(heading, fabs(angle) > most ? copysign(most, angle) : angle);
    return angle == 0.0 ? heading : made;
}

COVEY_INLINE covey_vec decide(const void *values, const covey_agent *self,
                              const covey_percept *percepts)
{
    const netlogo_flocking *p = values;
    covey_vec heading = covey_vec_unit(self->vel);
    double distance = covey_vec_length(percepts[NEAREST].offset);
    bool near = (percepts[NEAREST].count != 0.0) & (distance < p->minimum_separation);
    covey_vec apart = away(heading, percepts[NEAREST].carried, p->separate_degrees);
    covey_vec aligned = towards(heading, percepts[MATES].carried, p->align_degrees);
    covey_vec joined = towards(aligned, percepts[MATES].offset, p->cohere_degrees);
    return near ? apart : joined;
}

// Of the plane alone.
COVEY_BLOCK_DECIDE_IN(decide_block, decide, false)

extern const covey_model covey_model_netlogo_flocking;
const covey_model covey_model_netlogo_flocking = {
    .name = "netlogo_flocking",
    .title =
        "The birds of NetLogo's Flocking: three rules, each of which turns by so much at most.",
    .source = "U. Wilensky, NetLogo Flocking model, Center for Connected Learning and "
              "Computer-Based Modeling, Northwestern University, 1998",
    .params = params,
    .params_size = sizeof(netlogo_flocking),
    .intent = COVEY_INTENT_DIRECTION,
    .motion = "constant_speed",
    .motion_settings = motion_settings,
    .zones = zones,
    .decide = decide,
    .decide_block = decide_block,
    .plane_only = true,
};
