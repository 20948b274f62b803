// SPDX-License-Identifier: MIT
// The boids of a university project on a torus. With neighbors j != i, d <= radius,
// f(d) = 1 - d/radius and r_ij the shortest offset:
//
//     separation = -Σ f unit(r_ij),  alignment = unit(Σ v_j),  cohesion = unit(mean r_ij)
//     flight     = -Σ f unit(r_ij) over predators within the radius
//     v' = v + Σ weight · force, at most as fast as max_speed (motion impulse)
//
// The program behind the text takes the centroid of cohesion as the mean of the coordinates, which
// pulls agents near a seam across the world: `centroid` = absolute does the same. Its flight is
// made of the offsets themselves, -Σ f r_ij: `flight_form` = plain. Its truncation of displacements
// to whole pixels and its normalized neighbors' velocities are left out.
#include "covey/block.h"

typedef struct torus {
    double radius, separation, alignment, cohesion, flight, centroid, flight_form;
} torus;

enum { SEPARATION, MATES, PREDATORS, PLACES };
enum { CENTROID_SHORTEST, CENTROID_ABSOLUTE };

enum { FLIGHT_NORMALIZED, FLIGHT_PLAIN };

static const char *const flight_forms[] = {"normalized", "plain", NULL};
static const char *const centroids[] = {"shortest", "absolute", NULL};

static const covey_param params[] = {
    COVEY_PARAM(torus, radius, 75, 1e-9, 1e9, "L", "Agents not further are neighbors."),
    COVEY_PARAM_RULE(torus, separation, 12, -1e9, 1e9, "L/T", "Weight of separation."),
    COVEY_PARAM_RULE(torus, alignment, 10, -1e9, 1e9, "L/T", "Weight of alignment."),
    COVEY_PARAM_RULE(torus, cohesion, 12, -1e9, 1e9, "L/T", "Weight of cohesion."),
    COVEY_PARAM_RULE(torus, flight, 75, -1e9, 1e9, "L/T", "Weight of the flight from predators."),
    COVEY_PARAM_CHOICE(
        torus, centroid, 0, 2, centroids,
        "Mean of the shortest offsets, or of the coordinates, as the program has it."),
    COVEY_PARAM_CHOICE(
        torus, flight_form, 0, 2, flight_forms,
        "Flight by directions of predators, or by offsets to them, as the program has it."),
    {0},
};

static const covey_setting motion_settings[] = {{"max_speed", 75}, {0}};

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const torus *p = values;
    zone[SEPARATION] = covey_zone_default(p->radius);
    zone[SEPARATION].weight = COVEY_WEIGHT_LINEAR;
    zone[MATES] = covey_zone_default(p->radius);
    zone[MATES].carry = COVEY_CARRY_VELOCITY;
    zone[PREDATORS] = covey_zone_default(p->radius);
    zone[PREDATORS].weight =
        (int)p->flight_form == FLIGHT_PLAIN ? COVEY_WEIGHT_RAMP : COVEY_WEIGHT_LINEAR;
    zone[PREDATORS].of = COVEY_OF_PREDATORS;
    zone[PLACES] = covey_zone_default(p->radius);
    zone[PLACES].weight = COVEY_WEIGHT_NOTHING;
    zone[PLACES].carry = COVEY_CARRY_POSITION;
    return (int)p->centroid == CENTROID_ABSOLUTE ? 4 : 3;
}

/// The way to the mean of the coordinates, which is no way around the torus.
COVEY_INLINE covey_vec to_absolute_center(const covey_agent *self, const covey_percept *places)
{
    if (places->count == 0.0)
        return (covey_vec){0, 0, 0.0};
    covey_vec center = covey_vec_divide(places->carried, places->count);
    return covey_space_offset(self->space, self->pos, center);
}

COVEY_INLINE covey_vec force(const torus *p, const covey_percept *percepts, covey_vec to_center)
{
    covey_vec force = covey_vec_scale(percepts[SEPARATION].offset, -p->separation);
    covey_vec alignment = covey_vec_unit(percepts[MATES].carried);
    force = covey_vec_add(force, covey_vec_scale(alignment, p->alignment));
    force = covey_vec_add(force, covey_vec_scale(covey_vec_unit(to_center), p->cohesion));
    return covey_vec_add(force, covey_vec_scale(percepts[PREDATORS].offset, -p->flight));
}

COVEY_INLINE covey_vec by_shortest(const void *values, const covey_agent *self,
                                   const covey_percept *percepts)
{
    (void)self;
    return force(values, percepts, percepts[MATES].offset);
}

COVEY_INLINE covey_vec by_absolute(const void *values, const covey_agent *self,
                                   const covey_percept *percepts)
{
    return force(values, percepts, to_absolute_center(self, &percepts[PLACES]));
}

static covey_vec decide(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    const torus *p = values;
    return (int)p->centroid == CENTROID_ABSOLUTE ? by_absolute(values, self, percepts)
                                                 : by_shortest(values, self, percepts);
}

COVEY_BLOCK_DECIDE(decide_by_shortest, by_shortest)
COVEY_BLOCK_DECIDE(decide_by_absolute, by_absolute)

static void decide_block(const void *values, const covey_block *agents,
                         const covey_percepts *percepts, covey_intents *intents)
{
    const torus *p = values;
    if ((int)p->centroid == CENTROID_ABSOLUTE)
        decide_by_absolute(values, agents, percepts, intents);
    else
        decide_by_shortest(values, agents, percepts, intents);
}

static unsigned idle_zones(const void *values)
{
    const torus *p = values;
    bool absolute = (int)p->centroid == CENTROID_ABSOLUTE;
    return (p->separation == 0.0 ? 1u << SEPARATION : 0u) |
           (p->alignment == 0.0 && (p->cohesion == 0.0 || absolute) ? 1u << MATES : 0u) |
           (p->flight == 0.0 ? 1u << PREDATORS : 0u) |
           (p->cohesion == 0.0 && absolute ? 1u << PLACES : 0u);
}

extern const covey_model covey_model_torus;
const covey_model covey_model_torus = {
    .name = "torus",
    .title = "Boids of a torus world that flee from predators.",
    .source = "M. Ose, Flocking and avoidance with boids, IT3708 project 1, NTNU, 2015",
    .params = params,
    .params_size = sizeof(torus),
    .intent = COVEY_INTENT_CHANGE,
    .motion = "impulse",
    .motion_settings = motion_settings,
    .zones = zones,
    .decide = decide,
    .decide_block = decide_block,
    .idle_zones = idle_zones,
    .parting_zones = 1u << SEPARATION,
};
