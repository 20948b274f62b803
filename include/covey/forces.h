// SPDX-License-Identifier: MIT
// How agents accelerate by where a neighbor stands: the mean change of velocity, along an agent's
// own flight and to the left of it, by bearing and distance of its neighbors, over all pairs of an
// agent and a neighbor and all frames. Y. Katz, K. Tunstrøm, C. C. Ioannou, C. Huepe and I. D.
// Couzin, PNAS 108, 18720 (2011); J. E. Herbert-Read et al., PNAS 108, 18726 (2011).
#ifndef COVEY_FORCES_H
#define COVEY_FORCES_H

#include "covey/map.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A bin: COVEY_MAP_BEARINGS bearings from -pi to pi, and as many distances as there are rings.
typedef struct covey_force {
    double bearing;  ///< the middle of the bin, rad, counterclockwise from an agent's own flight
    double distance; ///< the same, L
    double speeding; ///< mean acceleration along the flight, L/T^2; NaN where count is 0
    double turning;  ///< the same to the left of it
    uint64_t count;  ///< pairs of an agent and a neighbor
} covey_force;

typedef struct covey_forces covey_forces;

/// Makes a table without frames for neighbors nearer than `most` (L, finite and above 0), which it
/// cuts into `rings` bins of one width, 1 to COVEY_MAX_POINTS. Free it by covey_forces_destroy().
/// COVEY_ARG, COVEY_MEMORY; *made is NULL on failure.
COVEY_API covey_status covey_forces_create(double most, size_t rings, covey_allocator allocator,
                                           covey_forces **made, covey_error *error);

/// NULL is fine.
COVEY_API void covey_forces_destroy(covey_forces *forces);

/// Adds the accelerations from one frame of a flock to the next, `elapsed` > 0 later: those of the
/// agents that are in both, whose velocities are known in both and that fly, or have a heading,
/// before. Flight and neighbors are those before. Positions are inside the space; ids ascend. The
/// time grows with the square of the number of agents. COVEY_ARG for another time; COVEY_INPUT for
/// frames in three dimensions.
COVEY_API covey_status covey_forces_add(covey_forces *forces, const covey_view *before,
                                        const covey_view *now, double elapsed, covey_error *error);

/// The number of bins.
COVEY_API size_t covey_forces_size(const covey_forces *forces);

/// A bin by its number, ascending by bearing, then distance; all zero beyond the last.
COVEY_API covey_force covey_forces_at(const covey_forces *forces, size_t index);

#ifdef __cplusplus
}
#endif
#endif
