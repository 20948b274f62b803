// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_ZONE_H
#define COVEY_CORE_ZONE_H

#include "covey/model.h"

/// True if an agent at distance d is inside the zone; its blind angle aside.
static inline bool covey_zone_holds(const covey_zone *zone, double d)
{
    if (zone->strict)
        return d < zone->radius && d >= zone->inner;
    return d <= zone->radius && (d > zone->inner || zone->inner == 0.0);
}

/// Counts an agent at distance d with velocity `vel` in or, with sign -1, out of a percept; its
/// weighted offset aside.
static inline void covey_zone_count(const covey_zone *zone, const void *params, double d,
                                    covey_vec vel, double sign, covey_percept *sum)
{
    double mass = zone->falloff == NULL ? 1.0 : zone->falloff(params, d);
    sum->count += sign;
    sum->mass += sign * mass;
    if (zone->carry == COVEY_CARRY_NOTHING)
        return;
    covey_vec carried = zone->carry == COVEY_CARRY_HEADING ? covey_vec_unit(vel) : vel;
    if (zone->falloff != NULL)
        carried = covey_vec_scale(carried, mass);
    sum->carried = covey_vec_add(sum->carried, covey_vec_scale(carried, sign));
}

#endif
