// SPDX-License-Identifier: MIT
// Where neighbors stand, as agents see them: how dense other agents are by bearing from an agent's
// own flight and by distance, a mean over all agents and frames. Y. Katz, K. Tunstrøm, C. C.
// Ioannou, C. Huepe and I. D. Couzin, "Inferring the structure and dynamics of interactions in
// schooling fish", PNAS 108, 18720 (2011).
#ifndef COVEY_MAP_H
#define COVEY_MAP_H

#include "covey/measure.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bins of bearings, of 10 degrees each: in the plane from -pi to pi, counterclockwise; in three
/// dimensions from 0 to pi, and half as many.
#define COVEY_MAP_BEARINGS 36

/// A bin of a map.
typedef struct covey_map_point {
    double bearing;  ///< the middle of the bin, rad
    double distance; ///< the same, L
    double density;  ///< neighbors an agent has there, over the area of the bin, 1/L^2, or over its
                     ///< volume, 1/L^3
    uint64_t count;  ///< neighbors that were counted
} covey_map_point;

typedef struct covey_map covey_map;

/// Makes a map without frames for neighbors at distances up to `most` (L, finite and above 0),
/// which it cuts into `rings` bins of one width, 1 to COVEY_MAX_POINTS. Free it by
/// covey_map_destroy(). COVEY_ARG, COVEY_MEMORY; *made is NULL on failure.
COVEY_API covey_status covey_map_create(double most, size_t rings, covey_allocator allocator,
                                        covey_map **made, covey_error *error);

/// NULL is fine.
COVEY_API void covey_map_destroy(covey_map *map);

/// Takes a frame of a flock: all its agents that fly. Positions are inside the space, as for
/// measures; velocities may be NaN. COVEY_INPUT for a frame of another space than the first, and on
/// a torus of which half of the shortest side is less than the largest distance, where a neighbor
/// would stand at two places; COVEY_MEMORY.
COVEY_API covey_status covey_map_add(covey_map *map, const covey_view *view, covey_error *error);

/// The number of bins; 0 before the first frame.
COVEY_API size_t covey_map_size(const covey_map *map);

/// A bin by its number, ascending by bearing, then distance; all zero beyond the last. The density
/// is NaN while no agent has flown.
COVEY_API covey_map_point covey_map_at(const covey_map *map, size_t index);

#ifdef __cplusplus
}
#endif
#endif
