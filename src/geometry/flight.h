// SPDX-License-Identifier: MIT
// Straight flights, and where they first touch balls and, in three dimensions, tubes.
#ifndef COVEY_GEOMETRY_FLIGHT_H
#define COVEY_GEOMETRY_FLIGHT_H

#include "base/sphere.h"

#include <stdbool.h>

/// A way as where from, a unit vector and how far, so that no length is too short or long.
typedef struct covey_flight {
    covey_vec from, along;
    double length;
    bool deep; ///< in three dimensions
} covey_flight;

/// The distance along a way to the place as near as `reach` to the plane through `origin`, on
/// either side; infinite where the way does not come so near.
static inline double covey_flight_to_plane(const covey_flight *way, covey_vec origin,
                                           covey_vec normal, double reach)
{
    double height = covey_vec_dot(covey_vec_sub(way->from, origin), normal);
    if (height < 0.0) {
        height = -height;
        normal = covey_vec_scale(normal, -1.0);
    }
    double sinking = -covey_vec_dot(way->along, normal);
    if (!(sinking > 0.0))
        return HUGE_VAL;
    double far = height > reach ? (height - reach) / sinking : 0.0;
    return far <= way->length ? far : HUGE_VAL;
}

/// The distance of the line of a flight from the end of an offset from where it begins.
static inline double covey_flight_beside(const covey_flight *way, covey_vec offset)
{
    covey_vec product = covey_sphere_cross(way->along, offset);
    return way->deep ? covey_vec_length(product) : fabs(product.z);
}

/// The distance along a flight to its entry into the ball of radius `reach` around `center`;
/// infinite if it misses the ball or leads out of it.
static inline double covey_flight_ball(const covey_flight *way, covey_vec center, double reach)
{
    covey_vec offset = covey_vec_sub(way->from, center);
    double half = covey_vec_dot(offset, way->along);
    double distance = covey_vec_length(offset), beside = covey_flight_beside(way, offset);
    if (half >= 0.0)
        return HUGE_VAL;
    if (distance <= reach)
        return 0.0;
    if (beside >= reach)
        return HUGE_VAL;
    double root = sqrt((reach - beside) * (reach + beside));
    return (distance - reach) * (distance + reach) / (root - half); // without cancellation
}

/// The part of v at a right angle to a unit vector.
static inline covey_vec covey_flight_across(covey_vec v, covey_vec unit)
{
    return covey_vec_sub(v, covey_vec_scale(unit, covey_vec_dot(v, unit)));
}

/// In three dimensions: the distance along a flight to the first point as near as `reach` to the
/// inner part of an edge. Seen along the edge, the flight leads towards a circle.
static inline double covey_flight_tube(const covey_flight *way, covey_vec from, covey_vec to,
                                       double reach)
{
    covey_vec along = covey_vec_sub(to, from), axis = covey_vec_unit(along);
    covey_vec sight = covey_flight_across(way->along, axis), origin = {0.0, 0.0, 0.0};
    double slope = covey_vec_length(sight);
    if (!(slope > 0x1p-40)) // along the edge: its ends are met, if anything is
        return HUGE_VAL;
    covey_flight seen = {covey_flight_across(covey_vec_sub(way->from, from), axis),
                         covey_vec_unit(sight), 0.0, true};
    double far = covey_flight_ball(&seen, origin, reach) / slope;
    if (!(far <= way->length))
        return HUGE_VAL;
    covey_vec there = covey_vec_add(way->from, covey_vec_scale(way->along, far));
    double place = covey_vec_dot(covey_vec_sub(there, from), along);
    return place >= 0.0 && place <= covey_vec_dot(along, along) ? far : HUGE_VAL;
}

#endif
