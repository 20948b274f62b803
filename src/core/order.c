// SPDX-License-Identifier: MIT
// The canonical order (row, cell, id) inside a bucket: insertion for the few agents of a usual
// bucket, merging for crowds.
#include "core/order.h"

#include <string.h>

enum { FEW = 12 };

/// True if agent a stands before agent b, both of one bucket.
static bool before(const covey_grid *grid, const covey_state *state, uint32_t a, uint32_t b)
{
    if (grid->exact)
        return state->id[a] < state->id[b];
    int64_t row_a = covey_axis_cell(&grid->row, state->pos[1][a]);
    int64_t row_b = covey_axis_cell(&grid->row, state->pos[1][b]);
    if (row_a != row_b)
        return row_a < row_b;
    int64_t col_a = covey_axis_cell(&grid->col, state->pos[0][a]);
    int64_t col_b = covey_axis_cell(&grid->col, state->pos[0][b]);
    if (col_a != col_b)
        return col_a < col_b;
    return state->id[a] < state->id[b];
}

static void insert(const covey_grid *grid, const covey_state *state, uint32_t *order, size_t size)
{
    for (size_t k = 1; k < size; k++) {
        uint32_t agent = order[k];
        size_t place = k;
        for (; place > 0 && before(grid, state, agent, order[place - 1]); place--)
            order[place] = order[place - 1];
        order[place] = agent;
    }
}

/// Merges the sorted halves order[0 … middle) and order[middle … size).
static void merge(const covey_grid *grid, const covey_state *state, uint32_t *order, size_t middle,
                  size_t size, uint32_t *scratch)
{
    memcpy(scratch, order, middle * sizeof *order);
    size_t left = 0, right = middle, place = 0;
    while (left < middle && right < size) {
        bool take_right = before(grid, state, order[right], scratch[left]);
        order[place++] = take_right ? order[right++] : scratch[left++];
    }
    memcpy(order + place, scratch + left, (middle - left) * sizeof *order);
}

void covey_order_sort(const covey_grid *grid, const covey_state *state, uint32_t *order, size_t size,
                      uint32_t *scratch)
{
    if (size <= FEW) {
        insert(grid, state, order, size);
        return;
    }
    size_t middle = size / 2; // halving 2^32 agents nests 32 deep
    covey_order_sort(grid, state, order, middle, scratch);
    covey_order_sort(grid, state, order + middle, size - middle, scratch);
    if (before(grid, state, order[middle], order[middle - 1]))
        merge(grid, state, order, middle, size, scratch);
}

size_t covey_order_search(const covey_grid *grid, const covey_state *state, size_t begin, size_t end,
                          int64_t row, int64_t col)
{
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        int64_t row_there = covey_axis_cell(&grid->row, state->pos[1][middle]);
        int64_t col_there = covey_axis_cell(&grid->col, state->pos[0][middle]);
        if (row_there < row || (row_there == row && col_there < col))
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}
