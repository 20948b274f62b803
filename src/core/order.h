// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_ORDER_H
#define COVEY_CORE_ORDER_H

#include "core/grid.h"

/// Sorts `size` indices of agents of one bucket by (row, cell, id). `scratch` has room for as many.
void covey_order_sort(const covey_grid *grid, const covey_state *state, uint32_t *order, size_t size,
                      uint32_t *scratch);

/// First agent of begin … end - 1, which stand sorted, at or behind the cell `col` of `row`; or end.
size_t covey_order_search(const covey_grid *grid, const covey_state *state, size_t begin, size_t end,
                          int64_t row, int64_t col);

#endif
