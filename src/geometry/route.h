// SPDX-License-Identifier: MIT
// Ways through the points of an influence, straight from each to the next or as a smooth curve
// (Catmull-Rom, of which every span is SPAN chords), open or closed.
#ifndef COVEY_GEOMETRY_ROUTE_H
#define COVEY_GEOMETRY_ROUTE_H

#include "geometry/shape.h"

typedef struct covey_route {
    const covey_shape *shape;
    bool closed, smooth;
} covey_route;

/// A place on a route: how far it is from the start, along the route; on a torus, of which image;
/// the offset to it from the place that was asked about.
typedef struct covey_route_place {
    double along;
    covey_vec image;
    covey_vec offset;
} covey_route_place;

/// The length of a route.
double covey_route_length(const covey_route *route);

/// The place on a route that is `along` from its start, and the unit vector `forward` of the route
/// there. Before the start and beyond the end, these are those of the start and the end; a closed
/// route goes round and round.
covey_vec covey_route_at(const covey_route *route, double along, covey_vec *forward);

/// The place on a route, or on one of its images, that is nearest to p, which is inside the torus.
covey_route_place covey_route_nearest(const covey_route *route, covey_vec p);

#endif
