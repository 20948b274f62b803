// SPDX-License-Identifier: MIT
#include "core/cells.h"

#include "base/bits.h"
#include "base/wider.h"
#include "core/space.h"

// ---- Extent ----

enum { PART = 8 }; // extents that are found side by side

COVEY_BODY void find_extent_body(const double *restrict x, size_t count, covey_extent *found)
{
    double low[PART], high[PART];
    for (int k = 0; k < PART; k++)
        low[k] = high[k] = x[0];
    size_t i = 0;
    for (; i + PART <= count; i += PART)
        for (size_t k = 0; k < PART; k++) {
            low[k] = x[i + k] < low[k] ? x[i + k] : low[k];
            high[k] = x[i + k] > high[k] ? x[i + k] : high[k];
        }
    *found = (covey_extent){low[0], high[0]};
    for (int k = 1; k < PART; k++) {
        found->low = low[k] < found->low ? low[k] : found->low;
        found->high = high[k] > found->high ? high[k] : found->high;
    }
    for (; i < count; i++) {
        found->low = x[i] < found->low ? x[i] : found->low;
        found->high = x[i] > found->high ? x[i] : found->high;
    }
}
COVEY_WIDER(static void, find_extent, (const double *x, size_t count, covey_extent *found),
            (x, count, found))

covey_extent covey_cells_extent(const double *x, size_t begin, size_t end)
{
    covey_extent found;
    find_extent(x + begin, end - begin, &found);
    return found;
}

// ---- Buckets ----

/// The numbers that give the cells along an axis, which count from `first` to `last`.
typedef struct line {
    double inverse, first, last;
} line;

static line line_of(const covey_axis *axis, int64_t first)
{
    double last = axis->cells > 0 ? (double)(axis->cells - 1) : (double)INT32_MAX;
    return (line){axis->inverse, (double)first, last};
}

/// covey_axis_cell(), where whole numbers of 32 bits hold it.
COVEY_INLINE double cell_of(line along, double x)
{
    double quotient = x * along.inverse, cell = (double)(int32_t)quotient;
    cell -= cell > quotient ? 1.0 : 0.0;
    cell = cell < along.last ? cell : along.last;
    return cell - along.first;
}

/// Not 0 if x is not 0 and below the safe range.
COVEY_INLINE uint64_t tiny(double x)
{
    double size = fabs(x);
    return covey_bits_of(size < COVEY_SAFE_LOW ? size : 0.0);
}

/// The numbers that give the buckets of a plain grid.
typedef struct plain_grid {
    line layer, row, col;
    double rows, cols;
    uint32_t *bucket; ///< of the first agent
} plain_grid;

/// `small`: not 0 if a coordinate is not 0 and below the safe range.
COVEY_BODY void find_plain_body(const plain_grid *grid, const double *restrict x,
                                const double *restrict y, size_t count, uint64_t *small)
{
    const plain_grid by = *grid;
    uint32_t *restrict bucket = by.bucket;
    uint64_t any = 0;
    for (size_t i = 0; i < count; i++) {
        double place = cell_of(by.row, y[i]) * by.cols + cell_of(by.col, x[i]);
        bucket[i] = (uint32_t)(int32_t)place;
        any |= tiny(x[i]) | tiny(y[i]);
    }
    *small = any;
}
COVEY_WIDER(static void, find_plain,
            (const plain_grid *grid, const double *x, const double *y, size_t count,
             uint64_t *small),
            (grid, x, y, count, small))

/// The same in three dimensions; `layer` and `rows` tell of the layers.
COVEY_BODY void find_deep_body(const plain_grid *grid, const double *restrict x,
                               const double *restrict y, const double *restrict z, size_t count,
                               uint64_t *small)
{
    const plain_grid by = *grid;
    uint32_t *restrict bucket = by.bucket;
    uint64_t any = 0;
    for (size_t i = 0; i < count; i++) {
        double across = cell_of(by.layer, z[i]) * by.rows + cell_of(by.row, y[i]);
        double place = across * by.cols + cell_of(by.col, x[i]);
        bucket[i] = (uint32_t)(int32_t)place;
        any |= tiny(x[i]) | tiny(y[i]) | tiny(z[i]);
    }
    *small = any;
}
COVEY_WIDER(static void, find_deep,
            (const plain_grid *grid, const double *x, const double *y, const double *z,
             size_t count, uint64_t *small),
            (grid, x, y, z, count, small))

/// Finds the buckets of any grid, one agent at a time. Returns true if a coordinate is not 0 and
/// below the safe range.
static bool find_any(const covey_grid *grid, const covey_state *state, size_t begin, size_t end)
{
    bool found = false;
    for (size_t i = begin; i < end; i++) {
        covey_vec pos = covey_state_pos(state, i);
        found = found || (tiny(pos.x) | tiny(pos.y) | tiny(pos.z)) != 0;
        grid->bucket[i] = (uint32_t)covey_grid_bucket(grid, covey_grid_cell(grid, state, i));
    }
    return found;
}

bool covey_cells_find(const covey_grid *grid, const covey_state *state, size_t begin, size_t end)
{
    if (!grid->plain)
        return find_any(grid, state, begin, end);
    const plain_grid by = {
        .layer = line_of(&grid->layer, grid->layer_low),
        .row = line_of(&grid->row, grid->row_low),
        .col = line_of(&grid->col, grid->col_low - 1), // bucket 0 is always empty
        .rows = (double)grid->rows,
        .cols = (double)grid->cols,
        .bucket = grid->bucket + begin,
    };
    uint64_t small;
    const double *x = state->pos[0] + begin, *y = state->pos[1] + begin;
    if (grid->deep)
        find_deep(&by, x, y, state->pos[2] + begin, end - begin, &small);
    else
        find_plain(&by, x, y, end - begin, &small);
    return small != 0;
}
