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

/// True if an agent that this zone leaves out must be passed over on the way. Taking it out of the
/// finished sums instead is exact for its count, and its offset is 0, but not for what it carries
/// or for the room that it takes among the nearest.
static inline bool covey_zone_passes_self(const covey_zone *zone)
{
    bool carries = zone->carry != COVEY_CARRY_NOTHING || zone->falloff != NULL;
    return zone->of == COVEY_OF_OWN && !zone->self && (carries || zone->nearest > 0);
}

/// What one agent at distance d adds to a percept; its weighted offset aside.
static inline covey_percept covey_zone_share(const covey_zone *zone, const void *params, double d,
                                             covey_vec pos, covey_vec vel)
{
    covey_percept share = {.count = 1.0, .mass = 1.0};
    if (zone->carry == COVEY_CARRY_VELOCITY)
        share.carried = vel;
    else if (zone->carry == COVEY_CARRY_HEADING)
        share.carried = covey_vec_unit(vel);
    else if (zone->carry == COVEY_CARRY_POSITION)
        share.carried = pos;
    if (zone->falloff != NULL) {
        share.mass = zone->falloff(params, d);
        share.carried = covey_vec_scale(share.carried, share.mass);
    }
    return share;
}

#endif
