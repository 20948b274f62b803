// SPDX-License-Identifier: MIT
// What a flock looks like in numbers: order, rotation, spacing, clusters, speed, extent.
//
// All work on a view, in whatever order its agents are, and give the same bits in every order: sums
// are exact and rounded once. Positions must be finite and inside the space, and velocities finite,
// as they are in a world that has not diverged; or both axes of a velocity are NaN: it is unknown,
// as in recorded tracks, and the agent counts in no measure of motion. What is undefined for so few
// agents is NaN, as the distance to the nearest neighbor of somebody alone. Nothing is infinite:
// distances and speeds beyond DBL_MAX count as DBL_MAX.
#ifndef COVEY_MEASURE_H
#define COVEY_MEASURE_H

#include "covey/world.h"

#ifdef __cplusplus
extern "C" {
#endif

#define COVEY_MAX_MEASURES 32

/// A number that a flock has at one moment.
typedef struct covey_measure {
    const char *name;   ///< as a column of a table: lower case, words joined by _
    const char *title;  ///< one sentence
    const char *unit;   ///< "" for a pure number, "L", "L/T"
    const char *source; ///< paper or text that defines it
    bool moves;         ///< depends on velocities
} covey_measure;

/// The measures of the library in the order of their list, fewer than COVEY_MAX_MEASURES; NULL
/// beyond the last.
COVEY_API const covey_measure *covey_measure_at(int index);

/// Number of the measure called `name`; -1 if there is none, or for NULL.
COVEY_API int covey_measure_find(const char *name);

/// How measures are taken. Start from covey_measure_def_default().
typedef struct covey_measure_def {
    uint64_t wanted; ///< bit k: measure k is wanted; those that nobody wants cost nothing
    double link;     ///< agents at this distance or nearer are of one cluster, L
    covey_allocator allocator;
} covey_measure_def;

/// All measures, clusters linked at distance 1, malloc.
COVEY_API covey_measure_def covey_measure_def_default(void);

/// Takes the wanted measures of a flock, values[k] being measure k, in time n log n; the other
/// values stay as they are. COVEY_ARG for a link that is negative or not finite, COVEY_MEMORY; no
/// value is written then.
COVEY_API covey_status covey_measure_all(const covey_view *view, const covey_measure_def *def,
                                         double values[COVEY_MAX_MEASURES], covey_error *error);

/// Polarization |sum of v/|v|| / N: 1 when all fly the same way, about 1/sqrt(N) when none cares.
/// An agent at rest counts as no direction. NaN without agents. Source: Vicsek et al. 1995.
COVEY_API double covey_polarization(const covey_view *view);

/// Milling |sum of r/|r| x v/|v|| / N with r the offset from the center: 1 for a perfect mill, 0
/// for flight straight to or from the center, and at it. NaN without agents. Source: Couzin et al.
/// 2002 (group angular momentum).
COVEY_API double covey_milling(const covey_view *view);

/// The center of mass. On a torus, on each axis the circular mean: the direction of the sum of all
/// agents on a circle as long as the axis. Where that sum is 0 within rounding, as agents spread
/// evenly have no center, it is the middle of the axis. An empty flock's center is 0.
/// Source: Bai & Breen 2008, "Calculating center of mass in an unbounded 2D environment".
COVEY_API covey_vec covey_center(const covey_view *view);

#ifdef __cplusplus
}
#endif
#endif
