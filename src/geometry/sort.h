// SPDX-License-Identifier: MIT
// The sort of agents into the canonical order (geometry/grid.h), and its parts.
#ifndef COVEY_GEOMETRY_SORT_H
#define COVEY_GEOMETRY_SORT_H

#include "base/parallel.h"
#include "geometry/grid.h"

/// Brings `state` into the canonical order, with `spare` (as large) as scratch, and the grid up to
/// date. If a thread rounds by other rules (see covey_parallel), the order may
/// be another, but no agent is lost.
void covey_sort(covey_grid *grid, covey_workers *workers, covey_state *state, covey_state *spare);

// ---- Parts of the sort: the extent of coordinates, and the buckets that they are in ----

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

// ---- The order of the agents of a bucket ----

/// Sorts `size` indices of agents of one bucket by (layer, row, cell, id). `scratch` has room for
/// as many.
void covey_order_sort(const covey_grid *grid, const covey_state *state, uint32_t *order,
                      size_t size, uint32_t *scratch);

/// First agent of `among`, which stand sorted, in or behind the cell; or the end of them.
size_t covey_order_search(const covey_grid *grid, const covey_state *state, covey_grid_run among,
                          covey_cell cell);

#endif
