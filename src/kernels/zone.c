// SPDX-License-Identifier: MIT
// Zones as kernels compare them.
#include "kernels/zone.h"

#include "geometry/single.h"

#include <string.h>

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

/// The largest number, the next number and the root, of doubles or of floats.
typedef struct numbers {
    double largest;
    double (*next)(double x, double towards);
    double (*root)(double x);
} numbers;

/// For x >= 0.
static double next_float(double x, double towards)
{
    float value = (float)x;
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits += towards > x ? 1 : UINT32_MAX;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static double root_float(double x)
{
    return (double)sqrtf((float)x);
}

static const numbers doubles = {DBL_MAX, nextafter, sqrt};
static const numbers floats = {(double)FLT_MAX, next_float, root_float};

/// The largest number that has a root not beyond the limit; -1 if there is none.
static double last_square(const covey_zone *zone, bool outer, const numbers *are)
{
    double radius = outer ? zone->radius : zone->inner, square = radius * radius;
    square = square < are->largest ? square : are->largest;
    if (are == &floats)
        square = covey_single_round(square);
    while (square < are->largest && !is_beyond(zone, are->root(are->next(square, HUGE_VAL)), outer))
        square = are->next(square, HUGE_VAL);
    while (square > 0.0 && is_beyond(zone, are->root(square), outer))
        square = are->next(square, 0.0);
    return square > 0.0 || !is_beyond(zone, 0.0, outer) ? square : -1.0;
}

static covey_zone_bounds bounds_of(const covey_zone *zone, const numbers *are)
{
    return (covey_zone_bounds){
        .inner = last_square(zone, false, are),
        .outer = last_square(zone, true, are),
        .sight = zone->blind_cos > -1.0 ? zone->blind_cos * fabs(zone->blind_cos) : -HUGE_VAL,
    };
}

covey_zone_bounds covey_zone_bounds_of(const covey_zone *zone)
{
    return bounds_of(zone, &doubles);
}

covey_zone_bounds covey_zone_bounds_single(const covey_zone *zone)
{
    return bounds_of(zone, &floats);
}

covey_zone covey_zone_single(const covey_zone *zone)
{
    covey_zone rounded = *zone;
    rounded.radius = covey_single_limit(zone->radius);
    rounded.inner = covey_single_limit(zone->inner);
    rounded.decay = covey_single_limit(zone->decay);
    rounded.decay = rounded.decay < (double)FLT_MAX ? rounded.decay : (double)FLT_MAX;
    return rounded;
}

bool covey_zone_contains(const covey_zone *outer, const covey_zone *zone)
{
    bool whole =
        outer->inner == 0.0 && outer->blind_cos <= -1.0 && outer->nearest == 0 && !outer->voronoi;
    bool reaches = outer->radius > zone->radius ||
                   (outer->radius == zone->radius && (zone->strict || !outer->strict));
    return outer->of == zone->of && whole && reaches &&
           (covey_zone_passes_self(zone) || !covey_zone_passes_self(outer));
}

bool covey_zone_is_same(const covey_zone *a, const covey_zone *b)
{
    return a->radius == b->radius && a->inner == b->inner && a->strict == b->strict &&
           a->self == b->self && a->blind_cos == b->blind_cos && a->weight == b->weight &&
           a->carry == b->carry && a->of == b->of && a->nearest == b->nearest &&
           a->decay == b->decay && a->falloff == b->falloff && a->voronoi == b->voronoi &&
           a->add == b->add && a->disc == b->disc;
}
