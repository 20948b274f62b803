// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_SORT_H
#define COVEY_CORE_SORT_H

#include "core/grid.h"

/// Brings `state` into the canonical order, with `spare` (as large) as scratch, and lets the grid
/// know where everybody is. Returns false if a thread of the executor rounds by other rules (see
/// covey_threads_rounds_right); nobody is lost then.
bool covey_sort(covey_grid *grid, const covey_executor *executor, covey_state *state,
                covey_state *spare);

#endif
