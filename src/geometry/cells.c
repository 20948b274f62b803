// SPDX-License-Identifier: MIT
#include "geometry/sort.h"

#include "base/bits.h"
#include "base/wider.h"
#include "geometry/space.h"

#include <math.h>

// ---- Extent ----

enum { PART = 8 }; // extents that are found side by side

/// A coordinate, with `size` added below `turn` if it counts as beyond a seam.
COVEY_INLINE double beyond(double x, bool turned, double turn, double size)
{
    return turned && x < turn ? x + size : x;
}

COVEY_BODY covey_extent extent_of(const double *restrict x, size_t count, bool turned, double turn,
                                  double size)
{
    double low[PART], high[PART];
    for (int k = 0; k < PART; k++)
        low[k] = high[k] = beyond(x[0], turned, turn, size);
    size_t i = 0;
    for (; i + PART <= count; i += PART)
        for (size_t k = 0; k < PART; k++) {
            double at = beyond(x[i + k], turned, turn, size);
            low[k] = at < low[k] ? at : low[k];
            high[k] = at > high[k] ? at : high[k];
        }
    covey_extent found = {low[0], high[0]};
    for (int k = 1; k < PART; k++) {
        found.low = low[k] < found.low ? low[k] : found.low;
        found.high = high[k] > found.high ? high[k] : found.high;
    }
    for (; i < count; i++) {
        double at = beyond(x[i], turned, turn, size);
        found.low = at < found.low ? at : found.low;
        found.high = at > found.high ? at : found.high;
    }
    return found;
}

COVEY_BODY void find_extent_body(const double *restrict x, size_t count, covey_extent *found)
{
    *found = extent_of(x, count, false, 0.0, 0.0);
}
COVEY_WIDER(static void, find_extent, (const double *x, size_t count, covey_extent *found),
            (x, count, found))

COVEY_BODY void find_turned_extent_body(const double *restrict x, size_t count, double turn,
                                        double size, covey_extent *found)
{
    *found = extent_of(x, count, true, turn, size);
}
COVEY_WIDER(static void, find_turned_extent,
            (const double *x, size_t count, double turn, double size, covey_extent *found),
            (x, count, turn, size, found))

covey_extent covey_cells_extent(const double *x, size_t begin, size_t end)
{
    covey_extent found;
    find_extent(x + begin, end - begin, &found);
    return found;
}

covey_extent covey_cells_turned(const double *x, size_t begin, size_t end, double turn, double size)
{
    covey_extent found;
    find_turned_extent(x + begin, end - begin, turn, size, &found);
    return found;
}

// ---- Buckets ----

/// The numbers that give the cells along an axis, which count from `first`; the last one of the
/// axis is `last`, and cells below `turn` come behind that, `cells` further.
typedef struct line {
    double inverse, first, last, turn, cells;
} line;

static line line_of(const covey_axis *axis, int64_t first, int64_t turn)
{
    double last = axis->cells > 0 ? (double)(axis->cells - 1) : (double)INT32_MAX;
    return (line){axis->inverse, (double)first, last, (double)turn, (double)axis->cells};
}

/// covey_axis_cell() and covey_grid_turned(), where whole numbers of 32 bits hold it.
COVEY_INLINE double cell_of(line along, double x, bool turned)
{
    double quotient = x * along.inverse, cell = (double)(int32_t)quotient;
    cell -= cell > quotient ? 1.0 : 0.0;
    cell = cell < along.last ? cell : along.last;
    if (turned)
        cell += cell < along.turn ? along.cells : 0.0;
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
    double share;     ///< of a bucket, for a cell of a row
    uint32_t *bucket; ///< of the first agent
} plain_grid;

/// In the plane. `usual`: buckets are cells, and the window goes around no seam. Returns not 0 if a
/// coordinate is not 0 and below the safe range.
COVEY_BODY uint64_t find(const plain_grid *grid, const double *restrict x, const double *restrict y,
                         size_t count, bool usual)
{
    const plain_grid by = *grid;
    uint32_t *restrict bucket = by.bucket;
    uint64_t any = 0;
    for (size_t i = 0; i < count; i++) {
        double across = cell_of(by.row, y[i], !usual), along = cell_of(by.col, x[i], !usual);
        any |= tiny(x[i]) | tiny(y[i]);
        if (!usual)
            along = (double)(int32_t)(along * by.share) + 1.0;
        bucket[i] = (uint32_t)(int32_t)(across * by.cols + along);
    }
    return any;
}

COVEY_BODY void find_plain_body(const plain_grid *grid, const double *restrict x,
                                const double *restrict y, size_t count, uint64_t *small)
{
    *small = find(grid, x, y, count, true);
}
COVEY_WIDER(static void, find_plain,
            (const plain_grid *grid, const double *x, const double *y, size_t count,
             uint64_t *small),
            (grid, x, y, count, small))

COVEY_BODY void find_shared_body(const plain_grid *grid, const double *restrict x,
                                 const double *restrict y, size_t count, uint64_t *small)
{
    *small = find(grid, x, y, count, false);
}
COVEY_WIDER(static void, find_shared,
            (const plain_grid *grid, const double *x, const double *y, size_t count,
             uint64_t *small),
            (grid, x, y, count, small))

/// The usual case in three dimensions; `layer` and `rows` are of the layers.
COVEY_BODY void find_deep_body(const plain_grid *grid, const double *restrict x,
                               const double *restrict y, const double *restrict z, size_t count,
                               uint64_t *small)
{
    const plain_grid by = *grid;
    uint32_t *restrict bucket = by.bucket;
    uint64_t any = 0;
    for (size_t i = 0; i < count; i++) {
        double across = cell_of(by.layer, z[i], false) * by.rows + cell_of(by.row, y[i], false);
        double place = across * by.cols + cell_of(by.col, x[i], false);
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
    const bool usual = grid->in_cells && !grid->turned;
    if (!grid->plain || (grid->deep && !usual))
        return find_any(grid, state, begin, end);
    const plain_grid by = {
        .layer = line_of(&grid->layer, grid->layer_low, grid->layer_turn),
        .row = line_of(&grid->row, grid->row_low, grid->row_turn),
        // Bucket 0 is always empty.
        .col = line_of(&grid->col, grid->col_low - (usual ? 1 : 0), grid->col_turn),
        .rows = (double)grid->rows,
        .cols = (double)grid->cols,
        .share = ldexp(1.0, -grid->col_shift),
        .bucket = grid->bucket + begin,
    };
    uint64_t small;
    const double *x = state->pos[0] + begin, *y = state->pos[1] + begin;
    size_t count = end - begin;
    if (grid->deep)
        find_deep(&by, x, y, state->pos[2] + begin, count, &small);
    else if (usual)
        find_plain(&by, x, y, count, &small);
    else
        find_shared(&by, x, y, count, &small);
    return small != 0;
}
