// SPDX-License-Identifier: MIT
#ifndef COVEY_GEOMETRY_GRID_H
#define COVEY_GEOMETRY_GRID_H

#include "covey/space.h"
#include "geometry/axis.h"
#include "geometry/state.h"

enum { COVEY_GRID_CHUNKS = 64 }; // of agents that are sorted side by side, at most

/// The canonical order of a flock, in which neighbors are found. Agents stand sorted by (row,
/// cell along the row, id), in three dimensions by (layer, row, cell, id); layers and rows are as
/// high as the longest reach, cells a quarter of it wide. All follow from the parameters alone, so
/// the order of every sum does too. In the plane there is one layer.
///
/// To sort, the part of the space where most agents are (the window) is cut into at most a few
/// buckets per agent, and each bucket is brought into the canonical order. Agents outside the
/// window share the buckets at its border, so an outlier costs nothing.
typedef struct covey_grid {
    double radius;      ///< the longest from which agents are sensed
    double reach;       ///< slightly above the longest radius: a longer way may be rounded to it
    double group_width; ///< agents of a row that look together are at most so far from each other
    bool safe;          ///< all coordinates are in the safe range, as of the last sort
    bool single;        ///< in single precision, agents can be sensed in floats, as of that sort
    bool deep;          ///< in three dimensions
    covey_axis layer;
    covey_axis row;
    covey_axis col;
    // The window: layers, rows and cells by number, 2^shift of them a bucket.
    int64_t layer_low, layer_high;
    int64_t row_low, row_high;
    int64_t col_low, col_high;
    int layer_shift, row_shift, col_shift;
    /// A window that goes around the seam of a torus: cells below these have numbers beyond the
    /// cells of the others. 0: it does not, along this axis.
    int64_t layer_turn, row_turn, col_turn;
    bool turned;   ///< the window goes around some seam; no agent is outside it then
    bool in_rows;  ///< no agent is outside the window and runs may be whole buckets, as usual
    bool direct;   ///< moreover, the window goes around no seam
    bool in_cells; ///< in_rows; moreover, every bucket is one cell
    bool plain;    ///< in_rows; moreover, 32 bits hold all numbers of cells and buckets
    // Buckets, of which one more stands before and one behind the window's.
    size_t rows; ///< rows of buckets per layer
    size_t cols; ///< buckets per row
    size_t buckets;
    uint32_t *start;        ///< first agent of each bucket, and the end
    uint32_t *quantized;    ///< of each agent (geometry/quantized.h); during the sort its order
    uint32_t *depth;        ///< the third coordinates of `quantized`; NULL in the plane
    double quantized_scale; ///< its units in a unit of length; 0: there are none
    // Scratch of the sort, which cuts the agents into chunks and the buckets into strips.
    uint32_t *bucket;             ///< of each agent
    uint32_t *ends;               ///< for each chunk, of its agents in each strip
    size_t room;                  ///< for so many agents
    size_t count, chunks, strips; ///< of agents, as of the last sort; of agents; of buckets
    int strip_shift;              ///< 2^strip_shift buckets a strip
    // Of agents that move between two sorts (geometry/stray.h).
    bool strays;  ///< they may
    double stray; ///< on each axis they may be so far from where they were at the last sort, L
    // Of a part of a torus, for the next sort.
    bool narrow;             ///< agents are in a small part of it
    double turn[COVEY_AXES]; ///< a coordinate with no agent near it; 0: none are beyond the seam
} covey_grid;

/// Agents begin … end - 1 in the canonical order. On each axis, `turn` is 0 if they are on this
/// side of the seam, 1 if beyond it at low coordinates and -1 if beyond it at high ones.
typedef struct covey_grid_run {
    uint32_t begin, end;
    int8_t turn[COVEY_AXES];
} covey_grid_run;

/// Memory for `room` agents of 2 or 3 axes. COVEY_MEMORY.
covey_status covey_grid_create(covey_memory *memory, size_t room, int dim, covey_grid *grid);
void covey_grid_destroy(covey_memory *memory, covey_grid *grid);

/// Slightly above the radius, as ways between agents may be rounded to it, L; at most DBL_MAX.
double covey_grid_reach(const covey_space *space, double radius);

/// Sets where the agents of the next sort are: in a box of a torus, or at most `margin`
/// from it. Only a guess, which decides the cost.
void covey_grid_expect(covey_grid *grid, const double low[COVEY_AXES],
                       const double high[COVEY_AXES], double margin);

/// Expects agents anywhere.
void covey_grid_expect_all(covey_grid *grid);

/// Sets the longest radius (L, finite, >= 0) that the agents of this flock are sensed from.
void covey_grid_set_radius(covey_grid *grid, const covey_space *space, double radius);

/// True if the window can well be all of a torus. For covey_sort().
bool covey_grid_holds_torus(const covey_grid *grid);

/// Gets ready to sort `count` agents, at most as many as there is room for; where there are none,
/// no neighbor is found then. For covey_sort().
void covey_grid_begin(covey_grid *grid, size_t count);

/// Chooses the window for agents between `low` and `high`; coordinates below `turn` have the size
/// of the torus added. For covey_sort().
void covey_grid_set_window(covey_grid *grid, const covey_state *state, covey_vec low,
                           covey_vec high);

/// A cell by its numbers on all axes; the layer is 0 in the plane.
typedef struct covey_cell {
    int64_t layer, row, col;
} covey_cell;

/// The number of a cell in the window, which goes around the seam from the cell `turn` on.
static inline int64_t covey_grid_turned(const covey_axis *axis, int64_t turn, int64_t cell)
{
    return cell < turn ? cell + axis->cells : cell;
}

/// The cell of agent i, by its numbers in the window.
static inline covey_cell covey_grid_cell(const covey_grid *grid, const covey_state *state, size_t i)
{
    covey_cell cell = {grid->deep ? covey_axis_cell(&grid->layer, state->pos[2][i]) : 0,
                       covey_axis_cell(&grid->row, state->pos[1][i]),
                       covey_axis_cell(&grid->col, state->pos[0][i])};
    if (grid->turned) {
        cell.layer = covey_grid_turned(&grid->layer, grid->layer_turn, cell.layer);
        cell.row = covey_grid_turned(&grid->row, grid->row_turn, cell.row);
        cell.col = covey_grid_turned(&grid->col, grid->col_turn, cell.col);
    }
    return cell;
}

/// The cell of agent i along its row, by its number in the window.
static inline int64_t covey_grid_col(const covey_grid *grid, const covey_state *state, size_t i)
{
    int64_t col = covey_axis_cell(&grid->col, state->pos[0][i]);
    return covey_grid_turned(&grid->col, grid->col_turn, col);
}

/// The bucket of a cell of a layer inside the window: rows beyond it share the bucket at its end.
static inline size_t covey_grid_deep_bucket(const covey_grid *grid, covey_cell cell)
{
    int64_t row = cell.row, col = cell.col;
    if (row < grid->row_low || row > grid->row_high) {
        col = row < grid->row_low ? grid->col_low : grid->col_high;
        row = row < grid->row_low ? grid->row_low : grid->row_high;
    }
    col = col < grid->col_low ? grid->col_low : col;
    col = col > grid->col_high ? grid->col_high : col;
    uint64_t above = ((uint64_t)cell.layer - (uint64_t)grid->layer_low) >> grid->layer_shift;
    uint64_t across = ((uint64_t)row - (uint64_t)grid->row_low) >> grid->row_shift;
    uint64_t along = ((uint64_t)col - (uint64_t)grid->col_low) >> grid->col_shift;
    return 1 + ((size_t)above * grid->rows + (size_t)across) * grid->cols + (size_t)along;
}

/// Bucket of a cell: inside the window one of its own, or that of a few cells; at its border that
/// of all beyond.
static inline size_t covey_grid_bucket(const covey_grid *grid, covey_cell cell)
{
    int64_t across_all = grid->deep ? cell.layer : cell.row;
    if (across_all < (grid->deep ? grid->layer_low : grid->row_low))
        return 0;
    if (across_all > (grid->deep ? grid->layer_high : grid->row_high))
        return grid->buckets - 1;
    if (grid->deep)
        return covey_grid_deep_bucket(grid, cell);
    int64_t row = cell.row, col = cell.col;
    col = col < grid->col_low ? grid->col_low : col;
    col = col > grid->col_high ? grid->col_high : col;
    uint64_t across = ((uint64_t)row - (uint64_t)grid->row_low) >> grid->row_shift;
    uint64_t along = ((uint64_t)col - (uint64_t)grid->col_low) >> grid->col_shift;
    return 1 + (size_t)across * grid->cols + (size_t)along;
}

/// At most so many runs surround a place: two a row, and rounding may add rows and layers where
/// coordinates are so large that few doubles lie in a reach.
enum { COVEY_GRID_RUNS = 64 };

/// Rows and layers; one layer in the plane.
typedef struct covey_grid_lines {
    covey_reach rows, layers;
} covey_grid_lines;

/// Places from `low` to `high`, which are in one row of a layer and at most group_width apart, and
/// how far to look from there. On a torus a reach must not meet itself beyond the seam.
typedef struct covey_area {
    covey_vec low, high;
    double reach;
} covey_area;

/// The runs, one a row, in a layer of a direct grid, of a reach that no seam cuts; `first` is its
/// first bucket, `room` the number of runs that there is room for.
static inline int covey_grid_row_runs(const covey_grid *grid, size_t first, covey_reach rows,
                                      covey_reach cols, covey_grid_run *runs, int room)
{
    int64_t row = rows.low > grid->row_low ? rows.low : grid->row_low;
    int64_t last = rows.high < grid->row_high ? rows.high : grid->row_high;
    int64_t low = cols.low > grid->col_low ? cols.low : grid->col_low;
    int64_t high = cols.high < grid->col_high ? cols.high : grid->col_high;
    if (low > high)
        return 0;
    // Unsigned, as the window may be longer than int64_t can say.
    size_t begin = (size_t)(((uint64_t)low - (uint64_t)grid->col_low) >> grid->col_shift);
    size_t end = (size_t)(((uint64_t)high - (uint64_t)grid->col_low) >> grid->col_shift) + 1;
    const uint32_t *start = grid->start + first + (size_t)(row - grid->row_low) * grid->cols;
    int count = 0;
    for (; row <= last && count < room; row++) {
        covey_grid_run *run = &runs[count++];
        run->begin = start[begin];
        run->end = start[end];
        run->turn[0] = run->turn[1] = run->turn[2] = 0;
        start += grid->cols;
    }
    return count;
}

/// covey_grid_row_runs() in all layers of a reach.
static inline int covey_grid_layer_runs(const covey_grid *grid, const covey_grid_lines *lines,
                                        covey_reach cols, covey_grid_run runs[COVEY_GRID_RUNS])
{
    int64_t layer = lines->layers.low, last = lines->layers.high;
    layer = layer > grid->layer_low ? layer : grid->layer_low;
    last = last < grid->layer_high ? last : grid->layer_high;
    int count = 0;
    for (; layer <= last; layer++) {
        size_t first = 1 + (size_t)(layer - grid->layer_low) * grid->rows * grid->cols;
        count += covey_grid_row_runs(grid, first, lines->rows, cols, runs + count,
                                     COVEY_GRID_RUNS - count);
    }
    return count;
}

/// covey_grid_runs_within() for every grid and reach, of the cells `cols` of each row.
int covey_grid_any_runs(const covey_grid *grid, const covey_state *state,
                        const covey_grid_lines *lines, covey_reach cols,
                        covey_grid_run runs[COVEY_GRID_RUNS]);

/// The rows and layers of an area's reach.
static inline covey_grid_lines covey_grid_lines_within(const covey_grid *grid,
                                                       const covey_area *area)
{
    covey_grid_lines lines = {covey_axis_reach(&grid->row, area->low.y, area->high.y, area->reach),
                              {0, 0, false}};
    if (grid->deep)
        lines.layers = covey_axis_reach(&grid->layer, area->low.z, area->high.z, area->reach);
    return lines;
}

/// All agents that may be within the reach (and some that are not), as of the last sort, in the
/// order in which they are to be visited; `lines` are those of the reach. Returns the number of
/// runs; with a reach above that of the grid, COVEY_GRID_RUNS of them may not be all.
static inline int covey_grid_runs_within(const covey_grid *grid, const covey_state *state,
                                         const covey_area *area, const covey_grid_lines *lines,
                                         covey_grid_run runs[COVEY_GRID_RUNS])
{
    covey_reach cols = covey_axis_reach(&grid->col, area->low.x, area->high.x, area->reach);
    bool plain = grid->direct && lines->rows.low <= lines->rows.high && cols.low <= cols.high;
    if (plain && !grid->deep)
        return covey_grid_row_runs(grid, 1, lines->rows, cols, runs, COVEY_GRID_RUNS);
    if (plain && lines->layers.low <= lines->layers.high)
        return covey_grid_layer_runs(grid, lines, cols, runs);
    return covey_grid_any_runs(grid, state, lines, cols, runs);
}

/// All agents that may be within the grid's reach; otherwise as covey_grid_runs_within().
static inline int covey_grid_runs(const covey_grid *grid, const covey_state *state, covey_vec low,
                                  covey_vec high, covey_grid_run runs[COVEY_GRID_RUNS])
{
    const covey_area area = {low, high, grid->reach};
    covey_grid_lines lines = covey_grid_lines_within(grid, &area);
    return covey_grid_runs_within(grid, state, &area, &lines, runs);
}

#endif
