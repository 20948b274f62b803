// SPDX-License-Identifier: MIT
// The extent of coordinates and the buckets that they are in, for the sort.
#ifndef COVEY_GEOMETRY_CELLS_H
#define COVEY_GEOMETRY_CELLS_H

#include "geometry/grid.h"

/// The extent of coordinates.
typedef struct covey_extent {
    double low, high;
} covey_extent;

/// The extent of x[begin] … x[end - 1], at least one coordinate.
covey_extent covey_cells_extent(const double *x, size_t begin, size_t end);

/// The same, of coordinates with `size` added to coordinates below `turn`.
covey_extent covey_cells_turned(const double *x, size_t begin, size_t end, double turn,
                                double size);

/// Finds the buckets of agents begin … end - 1, as covey_grid_bucket() has them. Returns true if a
/// coordinate is not 0 and below the safe range.
bool covey_cells_find(const covey_grid *grid, const covey_state *state, size_t begin, size_t end);

#endif
