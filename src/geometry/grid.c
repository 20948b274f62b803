// SPDX-License-Identifier: MIT
// Where agents are: the window of buckets around them, and the runs of agents near a place.
#include "geometry/grid.h"

#include "geometry/sort.h"
#include "geometry/space.h"

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
    MOST_TURNED_SHIFT = 4,
    LEAST_GAP = 24,  // cells without agents before and behind a turn: a reach touches COL_SPAN
    PLAIN = 1 << 30, // numbers of cells and buckets that whole numbers of 32 bits hold
};

/// A share of a torus in which all its buckets cost more than finding out where agents are.
#define SMALL_PART 0.45

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
        grid->in_rows = grid->direct = grid->in_cells = grid->plain = grid->turned = false;
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
    grid->col = covey_axis_init(size[0], grid->reach / (double)CELLS_PER_ROW_HEIGHT, COL_SPAN);
    // Three rows, or layers, are as many as it takes to know the side of each.
    bool clear = !grid->col.all && grid->row.cells >= 3 && (!grid->deep || grid->layer.cells >= 3);
    grid->row.sided = grid->row.all && clear;
    grid->layer.sided = grid->layer.all && clear;
    grid->group_width = 2.0 * grid->reach;
    if (grid->col.cells > 0) { // a group's reach does not meet itself beyond the seam
        double free = size[0] * (double)(grid->col.cells - COL_SPAN) / (double)grid->col.cells;
        grid->group_width = free < grid->group_width ? free : grid->group_width;
    }
}

// ---- The window ----

void covey_grid_expect_all(covey_grid *grid)
{
    grid->narrow = false;
    memset(grid->turn, 0, sizeof grid->turn);
}

void covey_grid_expect(covey_grid *grid, const double low[COVEY_AXES],
                       const double high[COVEY_AXES], double margin)
{
    const covey_axis *axes[COVEY_AXES] = {&grid->col, &grid->row, &grid->layer};
    double share = 1.0;
    covey_grid_expect_all(grid);
    for (int axis = 0; axis < (grid->deep ? COVEY_AXES : 2); axis++) {
        double size = axes[axis]->size, wide = high[axis] - low[axis] + 2.0 * margin;
        if (!(wide < size))
            continue;
        share *= wide / size;
        double opposite = 0.5 * (low[axis] + high[axis]) + 0.5 * size;
        if (low[axis] < margin || high[axis] > size - margin)
            grid->turn[axis] = opposite < size ? opposite : opposite - size;
    }
    grid->narrow = share < SMALL_PART;
}

/// Cells by their numbers in the window, which goes around the seam from the cell `turn` on, if
/// that is not 0.
typedef struct extent {
    int64_t low, high, turn;
} extent;

/// Cells of some agents spread over the flock, ascending.
static size_t sample(const covey_axis *axis, int64_t turn, const double *x, size_t count,
                     int64_t *cells)
{
    size_t size = count < SAMPLES ? count : SAMPLES;
    for (size_t k = 0; k < size; k++) {
        int64_t cell = covey_axis_cell(axis, x[k * count / size]);
        cell = covey_grid_turned(axis, turn, cell);
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
    size_t size = sample(axis, all.turn, x, count, cells);
    extent quartiles = {cells[size / 4], cells[size - 1 - size / 4], all.turn};
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

/// Cells of the places between `low` and `high`, places below `turn` with the torus' size added.
/// All cells, if no wide gap is left: a reach must not meet both ends of the window.
static extent extent_of(const covey_axis *axis, double low, double high, double turn)
{
    double size = axis->size;
    if (turn > 0.0 && low >= size)
        return extent_of(axis, low - size, high - size, 0.0);
    if (!(turn > 0.0 && high >= size))
        return (extent){covey_axis_cell(axis, low), covey_axis_cell(axis, high), 0};
    // A cell more at both ends: a sum with the size was rounded.
    extent found = {covey_axis_cell(axis, low) - 1, covey_axis_cell(axis, high - size) + 1,
                    covey_axis_cell(axis, turn)};
    if (found.turn - found.high < LEAST_GAP || found.low - found.turn < LEAST_GAP || axis->all)
        return (extent){0, axis->cells - 1, 0};
    found.high += axis->cells;
    return found;
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

/// All of a torus.
static window whole(const covey_grid *grid)
{
    return (window){{0, grid->deep ? grid->layer.cells - 1 : 0, 0},
                    {0, grid->row.cells - 1, 0},
                    {0, grid->col.cells - 1, 0}};
}

bool covey_grid_holds_torus(const covey_grid *grid)
{
    const window all = whole(grid);
    return !grid->narrow && grid->row.cells > 0 && fits(&all, most_buckets(grid->count) - 2);
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

/// Shares the cells of a row among `budget` buckets. Around a seam, none has cells of both sides,
/// so that no run, as runs are cut there, has an agent of another one.
static void cut_row(covey_grid *grid, extent *cols, uint64_t budget)
{
    bool turned = cols->turn > 0 && budget > 1;
    (void)cut_axis(*cols, turned ? budget - 1 : budget, &grid->col_shift);
    if (!turned || grid->col_shift > MOST_TURNED_SHIFT)
        return;
    int64_t size = INT64_C(1) << grid->col_shift, rest = (grid->col.cells - cols->low) % size;
    cols->low -= rest > 0 ? size - rest : 0;
}

/// Makes buckets of the window's cells. Layers that share a bucket cannot be separated by row
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
    cut_row(grid, &all.cols, budget);
    grid->layer_low = all.layers.low;
    grid->layer_high = all.layers.high;
    grid->row_low = all.rows.low;
    grid->row_high = all.rows.high;
    grid->col_low = all.cols.low;
    grid->col_high = all.cols.high;
    grid->layer_turn = all.layers.turn;
    grid->row_turn = all.rows.turn;
    grid->col_turn = all.cols.turn;
    grid->turned = (all.layers.turn | all.rows.turn | all.cols.turn) != 0;
    grid->in_rows = !has_outliers && !one_column &&
                    (all.cols.turn == 0 || grid->col_shift <= MOST_TURNED_SHIFT);
    grid->direct = grid->in_rows && !grid->turned;
    grid->in_cells = grid->in_rows && grid->col_shift == 0;
    grid->cols = (size_t)length(all.cols.low, all.cols.high, grid->col_shift);
    grid->rows = (size_t)length(all.rows.low, all.rows.high, grid->row_shift);
    size_t layers = (size_t)length(all.layers.low, all.layers.high, grid->layer_shift);
    grid->buckets = layers * grid->rows * grid->cols + 2;
    grid->plain = grid->in_rows && is_plain(all.layers) && is_plain(all.rows) &&
                  is_plain(all.cols) && grid->buckets <= (size_t)PLAIN;
}

/// Narrows a window to most agents, if it has too many cells for buckets. True if it has outliers
/// then.
static bool narrow(const covey_grid *grid, const covey_state *state, window *all)
{
    bool has_outliers = false;
    size_t count = state->count;
    if (fits(all, most_buckets(grid->count) - 2))
        return false;
    if (grid->deep)
        all->layers = main_extent(&grid->layer, state->pos[2], count, all->layers, &has_outliers);
    all->rows = main_extent(&grid->row, state->pos[1], count, all->rows, &has_outliers);
    all->cols = main_extent(&grid->col, state->pos[0], count, all->cols, &has_outliers);
    return has_outliers;
}

static window window_of(const covey_grid *grid, covey_vec low, covey_vec high, const double *turn)
{
    window all = {{0, 0, 0},
                  extent_of(&grid->row, low.y, high.y, turn[1]),
                  extent_of(&grid->col, low.x, high.x, turn[0])};
    if (grid->deep)
        all.layers = extent_of(&grid->layer, low.z, high.z, turn[2]);
    return all;
}

void covey_grid_set_window(covey_grid *grid, const covey_state *state, covey_vec low,
                           covey_vec high)
{
    window all = window_of(grid, low, high, grid->turn);
    bool has_outliers = narrow(grid, state, &all);
    cut_window(grid, all, has_outliers);
    if (grid->turned && !grid->in_rows) { // searches are in windows without turns
        all = whole(grid);
        has_outliers = narrow(grid, state, &all);
        cut_window(grid, all, has_outliers);
    }
    grid->strip_shift = 0;
    while ((grid->buckets - 1) >> grid->strip_shift >= grid->strips)
        grid->strip_shift++;
}

// ---- Surroundings ----

/// Part of a reach on one side of the seam, by numbers of cells in the window.
typedef struct part {
    int64_t low, high;
    int turn;
} part;

/// A seam cuts a reach into two; and a turned window cuts one of them.
enum { PARTS = 3 };

/// Gives the `count` parts of a reach the numbers in a window that goes around the seam, without
/// the cells beyond its ends, where no agents are. Returns their number.
static int turn_parts(const covey_axis *axis, extent among, int count, part parts[PARTS])
{
    part given[2] = {parts[0], parts[1]};
    int found = 0;
    for (int k = 0; k < 2 * count; k++) { // cells below the turn, then those above, of each
        part piece = given[k / 2];
        if (k % 2 == 0) {
            piece.high = piece.high < among.turn ? piece.high : among.turn - 1;
            piece.low += axis->cells;
            piece.high += axis->cells;
        } else
            piece.low = piece.low > among.turn ? piece.low : among.turn;
        piece.low = piece.low > among.low ? piece.low : among.low;
        piece.high = piece.high < among.high ? piece.high : among.high;
        if (piece.low <= piece.high)
            parts[found++] = piece;
    }
    return found;
}

/// Cuts a reach at the seam, if it goes around it. Returns the number of parts.
static inline int cut(covey_reach reach, const covey_axis *axis, part parts[PARTS])
{
    if (reach.low > reach.high) {
        parts[0] = (part){reach.low, axis->cells - 1, reach.below ? 1 : 0};
        parts[1] = (part){0, reach.high, reach.below ? 0 : -1};
        if (axis->all) { // in plain order
            const part first = parts[1];
            parts[1] = parts[0];
            parts[0] = first;
        }
        return 2;
    }
    parts[0] = (part){reach.low, reach.high, 0};
    return 1;
}

/// search_run() where no agent is outside the window: whole buckets, and so a few agents more.
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

/// Finds the agents of one row of a layer, that of the cell `line`, in the cells `cols`.
static void search_run(const covey_grid *grid, const covey_state *state, covey_cell line,
                       const part *cols, covey_grid_run *run)
{
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
    bool in_buckets; ///< runs may be whole buckets
} layer_part;

/// Adds the runs of some rows behind the first `count`. Returns the new count. Runs are filled in
/// place, member by member: a struct copied right after its members were stored has to wait for
/// them.
static int add_row_runs(const covey_grid *grid, const covey_state *state, const layer_part *at,
                        covey_grid_run runs[COVEY_GRID_RUNS], int count)
{
    for (int64_t row = at->rows->low; row <= at->rows->high; row++)
        for (int c = 0; c < at->col_parts && count < COVEY_GRID_RUNS; c++) {
            const covey_cell line = {at->layer, row, 0};
            runs[count].begin = runs[count].end = 0;
            if (at->in_buckets)
                find_buckets(grid, line, &at->cols[c], &runs[count]);
            else
                search_run(grid, state, line, &at->cols[c], &runs[count]);
            runs[count].turn[0] = (int8_t)at->cols[c].turn;
            runs[count].turn[1] = (int8_t)at->rows->turn;
            runs[count++].turn[2] = (int8_t)at->turn;
        }
    return count;
}

/// True if the two ends of a reach around the seam meet in one bucket of several cells.
static bool do_meet(const covey_grid *grid, const part cols[PARTS], int col_parts)
{
    if (col_parts < 2 || grid->turned || cols[1].high < grid->col_low)
        return false;
    return (cols[0].low - grid->col_low) >> grid->col_shift <= (cols[1].high - grid->col_low) >>
           grid->col_shift;
}

/// True if neither a seam nor the turn of a window cuts a reach.
static inline bool is_straight(covey_reach reach, int64_t turn)
{
    return reach.low <= reach.high && (reach.low < turn) == (reach.high < turn);
}

/// Such a reach by the numbers in the window.
static inline covey_reach turned_reach(const covey_axis *axis, int64_t turn, covey_reach reach)
{
    int64_t more = reach.low < turn ? axis->cells : 0;
    return (covey_reach){reach.low + more, reach.high + more, false};
}

/// The runs in a window around a seam of a reach that none cuts, as for most agents.
static int turned_runs(const covey_grid *grid, const covey_grid_lines *lines, covey_reach reach,
                       covey_grid_run runs[COVEY_GRID_RUNS])
{
    covey_reach cols = turned_reach(&grid->col, grid->col_turn, reach);
    covey_reach rows = turned_reach(&grid->row, grid->row_turn, lines->rows);
    if (!grid->deep)
        return covey_grid_row_runs(grid, 1, rows, cols, runs, COVEY_GRID_RUNS);
    const covey_grid_lines deep = {rows,
                                   turned_reach(&grid->layer, grid->layer_turn, lines->layers)};
    return covey_grid_layer_runs(grid, &deep, cols, runs);
}

int covey_grid_any_runs(const covey_grid *grid, const covey_state *state,
                        const covey_grid_lines *lines, covey_reach reach,
                        covey_grid_run runs[COVEY_GRID_RUNS])
{
    if (state->count == 0)
        return 0;
    if (grid->turned && grid->in_rows && is_straight(reach, grid->col_turn) &&
        is_straight(lines->rows, grid->row_turn) &&
        (!grid->deep || is_straight(lines->layers, grid->layer_turn)))
        return turned_runs(grid, lines, reach, runs);
    part layers[PARTS], rows[PARTS], cols[PARTS];
    int layer_parts = cut(lines->layers, &grid->layer, layers);
    int row_parts = cut(lines->rows, &grid->row, rows);
    int col_parts = cut(reach, &grid->col, cols), count = 0;
    const extent layer_window = {grid->layer_low, grid->layer_high, grid->layer_turn};
    const extent row_window = {grid->row_low, grid->row_high, grid->row_turn};
    const extent col_window = {grid->col_low, grid->col_high, grid->col_turn};
    if (layer_window.turn > 0)
        layer_parts = turn_parts(&grid->layer, layer_window, layer_parts, layers);
    if (row_window.turn > 0)
        row_parts = turn_parts(&grid->row, row_window, row_parts, rows);
    if (col_window.turn > 0)
        col_parts = turn_parts(&grid->col, col_window, col_parts, cols);
    bool in_buckets = grid->in_rows && !do_meet(grid, cols, col_parts);
    for (int l = 0; l < layer_parts; l++)
        for (int64_t layer = layers[l].low; layer <= layers[l].high; layer++)
            for (int r = 0; r < row_parts; r++) {
                const layer_part at = {layer, layers[l].turn, &rows[r],
                                       cols,  col_parts,      in_buckets};
                count = add_row_runs(grid, state, &at, runs, count);
            }
    return count;
}
