// SPDX-License-Identifier: MIT
// Cuts the space into boxes with about as much work in each: recursive coordinate bisection of
// weighted points. The only part of covey that calls Zoltan.
#ifndef COVEY_DIST_DECOMPOSE_H
#define COVEY_DIST_DECOMPOSE_H

#include "core/part.h"

#include <mpi.h>

/// Points of this rank; the points of all ranks together are cut.
typedef struct covey_points {
    size_t count;
    int dim;
    const double *pos;   ///< `dim` numbers for each
    const float *weight; ///< the work of each
} covey_points;

/// Writes the box of every rank, which together are the whole space: the same boxes on all ranks.
/// COVEY_SYSTEM if Zoltan fails on any rank.
covey_status covey_decompose(MPI_Comm ranks, const covey_points *points, covey_region *boxes,
                             covey_error *error);

#endif
