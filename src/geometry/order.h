// SPDX-License-Identifier: MIT
#ifndef COVEY_GEOMETRY_ORDER_H
#define COVEY_GEOMETRY_ORDER_H

#include "geometry/grid.h"

/// Sorts `size` indices of agents of one bucket by (layer, row, cell, id). `scratch` has room for
/// as many.
void covey_order_sort(const covey_grid *grid, const covey_state *state, uint32_t *order,
                      size_t size, uint32_t *scratch);

/// First agent of `among`, which stand sorted, in or behind the cell; or the end of them.
size_t covey_order_search(const covey_grid *grid, const covey_state *state, covey_grid_run among,
                          covey_cell cell);

#endif
