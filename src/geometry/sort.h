// SPDX-License-Identifier: MIT
#ifndef COVEY_GEOMETRY_SORT_H
#define COVEY_GEOMETRY_SORT_H

#include "base/parallel.h"
#include "geometry/grid.h"

/// Brings `state` into the canonical order, with `spare` (as large) as scratch, and the grid up to
/// date. If a thread rounds by other rules (see covey_parallel), the order may
/// be another, but no agent is lost.
void covey_sort(covey_grid *grid, covey_workers *workers, covey_state *state, covey_state *spare);

#endif
