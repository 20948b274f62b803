// SPDX-License-Identifier: MIT
// Triangles as the outline of a shape of three dimensions. Where each edge is shared by two of
// them, which lead along it in opposite directions, they enclose an inside; else they are a sheet,
// with two sides that cannot be passed.
#ifndef COVEY_GEOMETRY_FACETS_H
#define COVEY_GEOMETRY_FACETS_H

#include "base/boxtree.h"
#include "covey/base.h"
#include "geometry/flight.h"

typedef struct covey_facets {
    size_t points_count, count;
    covey_vec *point;
    uint32_t *corner;   ///< three points of each triangle
    uint32_t *beside;   ///< the triangles beyond its three edges; its own number: there is none
    unsigned char *own; ///< which edges and corners no triangle before it has, as bits
    covey_vec *normal;  ///< of each triangle, a unit vector; 0 if it has no area
    covey_vec *outward; ///< of each point: normals around it, weighted by their angles
    covey_boxtree tree; ///< of triangles
    bool closed;
    double side; ///< 1, or -1 if the normals of closed ones point inwards
} covey_facets;

/// Three numbers of points for each triangle.
typedef struct covey_triangles {
    const uint32_t *corner;
    size_t count, points_count;
} covey_triangles;

/// Triangles without places, which covey_facets_place() gives. COVEY_ARG for a number of no point,
/// COVEY_MEMORY.
covey_status covey_facets_create(covey_memory *memory, const covey_triangles *triangles,
                                 covey_facets **facets, covey_error *error);
void covey_facets_destroy(covey_memory *memory, covey_facets *facets);

/// Takes the places of all points from columns. Takes no memory.
void covey_facets_place(const double *const points[COVEY_AXES], covey_facets *facets);

/// The distance of p from the nearest triangle, below 0 inside; `away` becomes the unit vector of
/// the shortest way out. The sign is that of J. A. Bærentzen and H. Aanæs, "Signed distance
/// computation using the angle weighted pseudonormal", IEEE TVCG 11 (2005) 243.
double covey_facets_distance(const covey_facets *facets, covey_vec p, covey_vec *away);

/// The distance along a flight to the first point nearer than `reach` to a triangle, or infinite. A
/// way out from a place that is nearer already does not count.
double covey_facets_hit(const covey_facets *facets, const covey_flight *way, double reach);

#endif
