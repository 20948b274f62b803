// SPDX-License-Identifier: MIT
// Zones as kernels compare them.
#include "core/zone.h"

#include <float.h>

covey_zone covey_zone_default(double radius)
{
    return (covey_zone){.radius = radius, .blind_cos = -1.0, .weight = COVEY_WEIGHT_ONE};
}

/// True if d is beyond the inner radius, and true if it is beyond the outer one.
static bool is_beyond(const covey_zone *zone, double d, bool outer)
{
    if (outer)
        return zone->strict ? d >= zone->radius : d > zone->radius;
    return zone->strict ? d >= zone->inner : d > zone->inner || zone->inner == 0.0;
}

/// The largest square whose root is not beyond; -1 if there is none.
static double last_square(const covey_zone *zone, bool outer)
{
    double radius = outer ? zone->radius : zone->inner, square = radius * radius;
    square = square < DBL_MAX ? square : DBL_MAX;
    while (square < DBL_MAX && !is_beyond(zone, sqrt(nextafter(square, DBL_MAX)), outer))
        square = nextafter(square, DBL_MAX);
    while (square > 0.0 && is_beyond(zone, sqrt(square), outer))
        square = nextafter(square, 0.0);
    return square > 0.0 || !is_beyond(zone, 0.0, outer) ? square : -1.0;
}

covey_zone_bounds covey_zone_bounds_of(const covey_zone *zone)
{
    return (covey_zone_bounds){
        .inner = last_square(zone, false),
        .outer = last_square(zone, true),
        .sight = zone->blind_cos > -1.0 ? zone->blind_cos * fabs(zone->blind_cos) : -HUGE_VAL,
    };
}
