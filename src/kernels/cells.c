// SPDX-License-Identifier: MIT
// What the sort asks of coordinates, two at a time: how far they extend and in which buckets they
// are.
#include "kernels/cells.h"

#include "core/space.h"

#define COVEY_LANES 2
#include "kernels/wide.h"

/// Numbers of cells and buckets.
typedef int32_t numbers __attribute__((vector_size(COVEY_LANES * sizeof(int32_t))));

// ---- Extent ----

/// x in the lanes that `where` tells, y in the others.
COVEY_INLINE wide pick(mask where, wide x, wide y)
{
    return (wide)(((mask)x & where) | ((mask)y & ~where));
}

covey_extent covey_cells_extent(const double *x, size_t begin, size_t end)
{
    wide low = spread(x[begin]), high = low;
    size_t i = begin;
    for (; i + LANES <= end; i += LANES) {
        wide here = load(x + i);
        low = pick(here < low, here, low);
        high = pick(here > high, here, high);
    }
    covey_extent found = {low[0], high[0]};
    for (int lane = 1; lane < LANES; lane++) {
        found.low = low[lane] < found.low ? low[lane] : found.low;
        found.high = high[lane] > found.high ? high[lane] : found.high;
    }
    for (; i < end; i++) {
        found.low = x[i] < found.low ? x[i] : found.low;
        found.high = x[i] > found.high ? x[i] : found.high;
    }
    return found;
}

// ---- Buckets ----

/// What finds the cells along an axis: they count from `first` on, none is behind `last`.
typedef struct line {
    wide inverse, first, last;
} line;

static line line_of(const covey_axis *axis, int64_t first)
{
    double last = axis->cells > 0 ? (double)(axis->cells - 1) : (double)INT32_MAX;
    return (line){spread(axis->inverse), spread((double)first), spread(last)};
}

/// covey_axis_cell(), where whole numbers of 32 bits hold it.
COVEY_INLINE wide cells_of(const line *along, wide x)
{
    wide quotient = x * along->inverse;
    wide cell = __builtin_convertvector(__builtin_convertvector(quotient, numbers), wide);
    cell -= choose(spread(1.0), cell > quotient);
    for (int lane = 0; lane < LANES; lane++) // one instruction
        cell[lane] = cell[lane] < along->last[lane] ? cell[lane] : along->last[lane];
    return cell - along->first;
}

/// Not 0 in the lanes of coordinates that are too small to be tame, the sign aside.
COVEY_INLINE mask tiny(wide x)
{
    wide size = (wide)((mask)x & COVEY_REAL_SIZE);
    return (mask)choose(size, size < COVEY_TAME_LOW);
}

static bool is_tiny(double x)
{
    return fabs(x) < COVEY_TAME_LOW && x != 0.0;
}

/// Likewise, one by one.
static bool find_any(const covey_grid *grid, const covey_state *state, size_t begin, size_t end)
{
    bool found = false;
    for (size_t i = begin; i < end; i++) {
        double x = state->pos[0][i], y = state->pos[1][i];
        found = found || is_tiny(x) || is_tiny(y);
        int64_t row = covey_axis_cell(&grid->row, y), col = covey_axis_cell(&grid->col, x);
        grid->bucket[i] = (uint32_t)covey_grid_bucket(grid, row, col);
    }
    return found;
}

bool covey_cells_find(const covey_grid *grid, const covey_state *state, size_t begin, size_t end)
{
    if (!grid->plain)
        return find_any(grid, state, begin, end);
    const double *x = state->pos[0], *y = state->pos[1];
    uint32_t *buckets = grid->bucket;
    const line row = line_of(&grid->row, grid->row_low);
    const line col = line_of(&grid->col, grid->col_low - 1); // bucket 0 is that of nobody
    const wide cols = spread((double)grid->cols);
    mask small = {0};
    size_t i = begin;
    for (; i + LANES <= end; i += LANES) {
        wide here_x = load(x + i), here_y = load(y + i);
        wide bucket = cells_of(&row, here_y) * cols + cells_of(&col, here_x);
        numbers found = __builtin_convertvector(bucket, numbers);
        memcpy(buckets + i, &found, sizeof found);
        small |= tiny(here_x) | tiny(here_y);
    }
    bool found = find_any(grid, state, i, end);
    for (int lane = 0; lane < LANES; lane++)
        found = found || small[lane] != 0;
    return found;
}
