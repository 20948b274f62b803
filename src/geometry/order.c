// SPDX-License-Identifier: MIT
// The canonical order (layer, row, cell, id) inside a bucket: insertion for the few agents of a
// usual bucket, merging for crowds.
#include "geometry/sort.h"

#include <string.h>

enum { FEW = 12 };

typedef struct sorter {
    const covey_grid *grid;
    const covey_state *state;
    uint32_t *scratch;
} sorter;

/// Negative, 0 or positive where agent i stands before, in, or behind the cell.
static int compare_cell(const covey_grid *grid, const covey_state *state, size_t i, covey_cell cell)
{
    covey_cell own = covey_grid_cell(grid, state, i);
    if (own.layer != cell.layer)
        return own.layer < cell.layer ? -1 : 1;
    if (own.row != cell.row)
        return own.row < cell.row ? -1 : 1;
    return (own.col > cell.col) - (own.col < cell.col);
}

/// True if agent a stands before agent b, both of one bucket.
static bool before(const sorter *sort, uint32_t a, uint32_t b)
{
    const covey_grid *grid = sort->grid;
    const covey_state *state = sort->state;
    int order = 0;
    if (grid->in_rows && !grid->in_cells) { // a bucket is a few cells of one row
        int64_t own = covey_grid_col(grid, state, a), other = covey_grid_col(grid, state, b);
        order = (own > other) - (own < other);
    } else if (!grid->in_cells)
        order = compare_cell(grid, state, a, covey_grid_cell(grid, state, b));
    return order < 0 || (order == 0 && state->id[a] < state->id[b]);
}

static void insert(const sorter *sort, uint32_t *order, size_t size)
{
    for (size_t k = 1; k < size; k++) {
        uint32_t agent = order[k];
        size_t place = k;
        for (; place > 0 && before(sort, agent, order[place - 1]); place--)
            order[place] = order[place - 1];
        order[place] = agent;
    }
}

/// Merges the sorted halves order[0 … middle) and order[middle … size).
static void merge(const sorter *sort, uint32_t *order, size_t middle, size_t size)
{
    memcpy(sort->scratch, order, middle * sizeof *order);
    size_t left = 0, right = middle, place = 0;
    while (left < middle && right < size) {
        bool take_right = before(sort, order[right], sort->scratch[left]);
        order[place++] = take_right ? order[right++] : sort->scratch[left++];
    }
    memcpy(order + place, sort->scratch + left, (middle - left) * sizeof *order);
}

/// Halving 2^30 agents nests 30 deep.
static void sort_run(const sorter *sort, uint32_t *order, size_t size)
{
    if (size <= FEW) {
        insert(sort, order, size);
        return;
    }
    size_t middle = size / 2;
    sort_run(sort, order, middle);
    sort_run(sort, order + middle, size - middle);
    if (before(sort, order[middle], order[middle - 1]))
        merge(sort, order, middle, size);
}

void covey_order_sort(const covey_grid *grid, const covey_state *state, uint32_t *order,
                      size_t size, uint32_t *scratch)
{
    sort_run(&(sorter){grid, state, scratch}, order, size);
}

size_t covey_order_search(const covey_grid *grid, const covey_state *state, covey_grid_run among,
                          covey_cell cell)
{
    size_t begin = among.begin, end = among.end;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (compare_cell(grid, state, middle, cell) < 0)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}
