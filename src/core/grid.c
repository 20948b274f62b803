// SPDX-License-Identifier: MIT
// Where agents are: the window of buckets around them, and the runs of agents near a place.
#include "core/grid.h"

#include "core/order.h"
#include "core/space.h"

#include <float.h>
#include <string.h>

enum {
    CELLS_PER_ROW_HEIGHT = 4,
    ROW_SPAN = 5, // rows that a row and its reach touch, two for rounding
    COL_SPAN = 2 * CELLS_PER_ROW_HEIGHT + 4, // cells that a reach touches, and two for rounding
    BUCKETS_PER_AGENT = 4,
    SAMPLES = 128,
    CHUNK = 2048, // agents that are worth a task of the sort
    STRIP = 1024, // agents, about, of a strip
    MOST_STRIPS = 512,
    PLAIN = 1 << 30, // numbers of cells and buckets that whole numbers of 32 bits hold
};

static size_t most_buckets(size_t count)
{
    return BUCKETS_PER_AGENT * count + 64;
}

/// Pieces of `size`, 1 … most of them.
static size_t pieces(size_t count, size_t size, size_t most)
{
    size_t number = count / size + 1;
    return number < most ? number : most;
}

static size_t chunks_for(size_t count)
{
    return pieces(count, CHUNK, COVEY_GRID_CHUNKS);
}

static size_t strips_for(size_t count)
{
    return pieces(count, STRIP, MOST_STRIPS);
}

covey_status covey_grid_create(covey_memory *memory, size_t room, int dim, covey_grid *grid)
{
    size_t ends = chunks_for(room) * strips_for(room);
    *grid = (covey_grid){.room = room};
    grid->ends = covey_memory_take(memory, ends, sizeof *grid->ends);
    grid->start = covey_memory_take(memory, most_buckets(room) + 1, sizeof *grid->start);
    grid->bucket = covey_memory_take(memory, room, sizeof *grid->bucket);
    grid->quantized = covey_memory_take(memory, room + COVEY_AHEAD, sizeof *grid->quantized);
    if (dim == COVEY_AXES)
        grid->depth = covey_memory_take(memory, room + COVEY_AHEAD, sizeof *grid->depth);
    if (grid->ends != NULL && grid->start != NULL && grid->bucket != NULL &&
        grid->quantized != NULL && (dim < COVEY_AXES || grid->depth != NULL))
        return COVEY_OK;
    covey_grid_destroy(memory, grid);
    return COVEY_MEMORY;
}

void covey_grid_destroy(covey_memory *memory, covey_grid *grid)
{
    size_t room = grid->room, ends = chunks_for(room) * strips_for(room);
    covey_memory_give(memory, grid->ends, ends, sizeof *grid->ends);
    covey_memory_give(memory, grid->start, most_buckets(room) + 1, sizeof *grid->start);
    covey_memory_give(memory, grid->bucket, room, sizeof *grid->bucket);
    covey_memory_give(memory, grid->quantized, room + COVEY_AHEAD, sizeof *grid->quantized);
    covey_memory_give(memory, grid->depth, room + COVEY_AHEAD, sizeof *grid->depth);
    *grid = (covey_grid){0};
}

void covey_grid_begin(covey_grid *grid, size_t count)
{
    grid->count = count;
    grid->chunks = chunks_for(count);
    grid->strips = strips_for(count);
    if (count == 0)
        grid->in_rows = grid->in_cells = grid->plain = false;
}

double covey_grid_reach(const covey_space *space, double radius)
{
    double reach = radius * (1.0 + 0x1p-20);
    // Around the seam coordinates are rounded as numbers of the torus' size, however small the
    // radius is.
    double largest = 0.0;
    for (int axis = 0; axis < covey_space_dim(space) && space->kind == COVEY_SPACE_TORUS; axis++)
        largest = space->size[axis] > largest ? space->size[axis] : largest;
    reach += largest * 0x1p-50;
    return reach < DBL_MAX ? reach : DBL_MAX;
}

void covey_grid_set_radius(covey_grid *grid, const covey_space *space, double radius)
{
    grid->radius = radius;
    double size[COVEY_AXES] = {0};
    if (space->kind == COVEY_SPACE_TORUS)
        memcpy(size, space->size, sizeof size);
    grid->reach = covey_grid_reach(space, radius);
    grid->deep = covey_space_dim(space) == COVEY_AXES;
    grid->layer = covey_axis_init(size[2], grid->reach, ROW_SPAN);
    grid->row = covey_axis_init(size[1], grid->reach, ROW_SPAN);
    grid->col = covey_axis_init(size[0], grid->reach / CELLS_PER_ROW_HEIGHT, COL_SPAN);
    grid->group_width = 2.0 * grid->reach;
    if (grid->col.cells > 0) { // a group's reach does not meet itself beyond the seam
        double free = size[0] * (double)(grid->col.cells - COL_SPAN) / (double)grid->col.cells;
        grid->group_width = free < grid->group_width ? free : grid->group_width;
    }
}

// ---- The window ----

typedef struct extent {
    int64_t low, high;
} extent;

/// Cells of some agents spread over the flock, ascending.
static size_t sample(const covey_axis *axis, const double *x, size_t count, int64_t *cells)
{
    size_t size = count < SAMPLES ? count : SAMPLES;
    for (size_t k = 0; k < size; k++) {
        int64_t cell = covey_axis_cell(axis, x[k * count / size]);
        size_t place = k;
        for (; place > 0 && cells[place - 1] > cell; place--)
            cells[place] = cells[place - 1];
        cells[place] = cell;
    }
    return size;
}

/// The extent of all but outliers: from quartile to quartile, and four times as far on both sides.
/// (Only a choice of window; rounding does no harm as long as the quartiles stay inside.)
static extent main_extent(const covey_axis *axis, const double *x, size_t count, extent all,
                          bool *has_outliers)
{
    int64_t cells[SAMPLES];
    size_t size = sample(axis, x, count, cells);
    extent quartiles = {cells[size / 4], cells[size - 1 - size / 4]};
    double margin = 4.0 * ((double)quartiles.high - (double)quartiles.low) + 16.0;
    double low = (double)quartiles.low - margin, high = (double)quartiles.high + margin;
    extent window = all;
    if ((double)all.low < low)
        window.low = (int64_t)low < quartiles.low ? (int64_t)low : quartiles.low;
    if ((double)all.high > high)
        window.high = (int64_t)high > quartiles.high ? (int64_t)high : quartiles.high;
    *has_outliers = *has_outliers || window.low > all.low || window.high < all.high;
    return window;
}

static uint64_t length(int64_t low, int64_t high, int shift)
{
    return (((uint64_t)high - (uint64_t)low) >> shift) + 1;
}

/// Cells of the places between `low` and `high`.
static extent extent_of(const covey_axis *axis, double low, double high)
{
    return (extent){covey_axis_cell(axis, low), covey_axis_cell(axis, high)};
}

/// A window by the extent of its layers, rows and cells.
typedef struct window {
    extent layers, rows, cols;
} window;

/// True if each cell can have a bucket to itself.
static bool fits(const window *all, uint64_t budget)
{
    const extent axes[] = {all->layers, all->rows, all->cols};
    for (size_t k = 0; k < sizeof axes / sizeof *axes; k++) {
        uint64_t cells = length(axes[k].low, axes[k].high, 0);
        if (cells > budget)
            return false;
        budget /= cells;
    }
    return true;
}

bool covey_grid_holds_torus(const covey_grid *grid)
{
    const window all = {{0, grid->deep ? grid->layer.cells - 1 : 0},
                        {0, grid->row.cells - 1},
                        {0, grid->col.cells - 1}};
    return grid->row.cells > 0 && fits(&all, most_buckets(grid->count) - 2);
}

static bool is_plain(extent cells)
{
    return cells.low >= -PLAIN && cells.high <= PLAIN;
}

/// Shares `budget` buckets among the cells of an axis, 2^shift of them a bucket. Returns how many
/// buckets each of these can be cut into.
static uint64_t cut_axis(extent cells, uint64_t budget, int *shift)
{
    *shift = 0;
    while (length(cells.low, cells.high, *shift) > budget)
        ++*shift;
    return budget / length(cells.low, cells.high, *shift);
}

/// True if the axis has so many cells that a shift by 63 would not share them out; a shift by 64 is
/// none.
static bool is_endless(extent cells, uint64_t budget)
{
    return length(cells.low, cells.high, 63) > budget;
}

/// Makes buckets of the window's cells. Layers that share a bucket cannot be told apart by row
/// first, nor rows by cell: then there is one row, or one column.
static void cut_window(covey_grid *grid, window all, bool has_outliers)
{
    uint64_t budget = cut_axis(all.layers, most_buckets(grid->count) - 2, &grid->layer_shift);
    bool one_row = grid->layer_shift > 0 || is_endless(all.rows, budget);
    if (one_row)
        all.rows.high = all.rows.low;
    budget = cut_axis(all.rows, budget, &grid->row_shift);
    bool one_column = one_row || grid->row_shift > 0 || is_endless(all.cols, budget);
    if (one_column)
        all.cols.high = all.cols.low;
    (void)cut_axis(all.cols, budget, &grid->col_shift);
    grid->layer_low = all.layers.low;
    grid->layer_high = all.layers.high;
    grid->row_low = all.rows.low;
    grid->row_high = all.rows.high;
    grid->col_low = all.cols.low;
    grid->col_high = all.cols.high;
    // Around a seam, the two ends of a reach could meet in one bucket of several cells.
    grid->in_cells = !has_outliers && !one_column && grid->col_shift == 0;
    grid->in_rows = grid->in_cells || (!has_outliers && !one_column && grid->col.cells == 0);
    grid->cols = (size_t)length(all.cols.low, all.cols.high, grid->col_shift);
    grid->rows = (size_t)length(all.rows.low, all.rows.high, grid->row_shift);
    size_t layers = (size_t)length(all.layers.low, all.layers.high, grid->layer_shift);
    grid->buckets = layers * grid->rows * grid->cols + 2;
    grid->plain = grid->in_cells && is_plain(all.layers) && is_plain(all.rows) &&
                  is_plain(all.cols) && grid->buckets <= (size_t)PLAIN;
}

void covey_grid_set_window(covey_grid *grid, const covey_state *state, covey_vec low,
                           covey_vec high)
{
    window all = {
        {0, 0}, extent_of(&grid->row, low.y, high.y), extent_of(&grid->col, low.x, high.x)};
    if (grid->deep)
        all.layers = extent_of(&grid->layer, low.z, high.z);
    bool has_outliers = false;
    size_t count = state->count;
    if (!fits(&all, most_buckets(grid->count) - 2)) {
        if (grid->deep)
            all.layers = main_extent(&grid->layer, state->pos[2], count, all.layers, &has_outliers);
        all.rows = main_extent(&grid->row, state->pos[1], count, all.rows, &has_outliers);
        all.cols = main_extent(&grid->col, state->pos[0], count, all.cols, &has_outliers);
    }
    cut_window(grid, all, has_outliers);
    grid->strip_shift = 0;
    while ((grid->buckets - 1) >> grid->strip_shift >= grid->strips)
        grid->strip_shift++;
}

// ---- Surroundings ----

/// Part of a reach on one side of the seam.
typedef struct part {
    int64_t low, high;
    int turn;
} part;

/// Cuts a reach at the seam, if it goes around it. Returns the number of parts.
static int cut(covey_reach reach, const covey_axis *axis, part parts[2])
{
    if (reach.low <= reach.high) {
        parts[0] = (part){reach.low, reach.high, 0};
        return 1;
    }
    parts[0] = (part){reach.low, axis->cells - 1, reach.below ? 1 : 0};
    parts[1] = (part){0, reach.high, reach.below ? 0 : -1};
    return 2;
}

/// find_run() where no agent is outside the window: whole buckets, and so a few agents more.
static void find_buckets(const covey_grid *grid, covey_cell line, const part *cols,
                         covey_grid_run *run)
{
    int64_t low = cols->low > grid->col_low ? cols->low : grid->col_low;
    int64_t high = cols->high < grid->col_high ? cols->high : grid->col_high;
    if (line.layer < grid->layer_low || line.layer > grid->layer_high || line.row < grid->row_low ||
        line.row > grid->row_high || low > high)
        return;
    // Unsigned, as the window may be longer than int64_t can say.
    uint64_t above = (uint64_t)line.layer - (uint64_t)grid->layer_low;
    uint64_t across = above * grid->rows + ((uint64_t)line.row - (uint64_t)grid->row_low);
    uint64_t first = ((uint64_t)low - (uint64_t)grid->col_low) >> grid->col_shift;
    uint64_t last = ((uint64_t)high - (uint64_t)grid->col_low) >> grid->col_shift;
    const uint32_t *start = grid->start + 1 + (size_t)across * grid->cols;
    run->begin = start[first];
    run->end = start[last + 1];
}

/// Finds the agents of one row of a layer, that of the cell `line`, in the cells `cols`. Runs are
/// filled in place, member by member: a struct copied right after its members were stored has to
/// wait for them.
static void find_run(const covey_grid *grid, const covey_state *state, covey_cell line,
                     const part *cols, covey_grid_run *run)
{
    run->begin = run->end = 0;
    if (grid->in_rows) {
        find_buckets(grid, line, cols, run);
        return;
    }
    covey_cell low = {line.layer, line.row, cols->low}, high = {line.layer, line.row, cols->high};
    size_t first = covey_grid_bucket(grid, low), last = covey_grid_bucket(grid, high);
    covey_grid_run head = {.begin = grid->start[first], .end = grid->start[first + 1]};
    run->begin = (uint32_t)covey_order_search(grid, state, head, low);
    covey_grid_run rest = {.begin = grid->start[last], .end = grid->start[last + 1]};
    rest.begin = run->begin > rest.begin ? run->begin : rest.begin;
    high.col++;
    run->end = (uint32_t)covey_order_search(grid, state, rest, high);
}

/// Part of the rows of a layer, and the parts of their cells.
typedef struct layer_part {
    int64_t layer;
    int turn;
    const part *rows, *cols;
    int col_parts;
} layer_part;

/// Adds the runs of some rows behind the first `count`. Returns the new count.
static int add_row_runs(const covey_grid *grid, const covey_state *state, const layer_part *at,
                        covey_grid_run runs[COVEY_GRID_RUNS], int count)
{
    for (int64_t row = at->rows->low; row <= at->rows->high; row++)
        for (int c = 0; c < at->col_parts && count < COVEY_GRID_RUNS; c++) {
            const covey_cell line = {at->layer, row, 0};
            find_run(grid, state, line, &at->cols[c], &runs[count]);
            runs[count].turn[0] = (int8_t)at->cols[c].turn;
            runs[count].turn[1] = (int8_t)at->rows->turn;
            runs[count++].turn[2] = (int8_t)at->turn;
        }
    return count;
}

int covey_grid_any_runs(const covey_grid *grid, const covey_state *state, const covey_area *area,
                        covey_grid_run runs[COVEY_GRID_RUNS])
{
    if (state->count == 0)
        return 0;
    covey_grid_lines lines = covey_grid_lines_within(grid, area);
    covey_reach reach = covey_axis_reach(&grid->col, area->low.x, area->high.x, area->reach);
    part layers[2], rows[2], cols[2];
    int layer_parts = cut(lines.layers, &grid->layer, layers);
    int row_parts = cut(lines.rows, &grid->row, rows), col_parts = cut(reach, &grid->col, cols);
    int count = 0;
    for (int l = 0; l < layer_parts; l++)
        for (int64_t layer = layers[l].low; layer <= layers[l].high; layer++)
            for (int r = 0; r < row_parts; r++) {
                const layer_part at = {layer, layers[l].turn, &rows[r], cols, col_parts};
                count = add_row_runs(grid, state, &at, runs, count);
            }
    return count;
}
