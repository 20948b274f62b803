// SPDX-License-Identifier: MIT
// Gathers observers into lanes: as many consecutive agents of a row as a vector has lanes, which
// then visit their candidates together. docs/performance.md has a drawing.
#ifndef COVEY_KERNELS_GATHER_H
#define COVEY_KERNELS_GATHER_H

#include "geometry/sort.h"
#include "kernels/kernels.h"
#include "kernels/simd.h"

/// The columns of observers (`from`) or of candidates (`to`), in the precision of the kernel.
#ifdef COVEY_SINGLE
#define POS(sense, side) ((sense)->side##_single->pos)
#define VEL(sense, side) ((sense)->side##_single->vel)
#define HEADING(sense, side) ((sense)->side##_single->heading)
#else
#define POS(sense, side) ((sense)->side->pos)
#define VEL(sense, side) ((sense)->side->vel)
#define HEADING(sense, side) ((sense)->side##_heading)
#endif

/// `used` observers of one row, one in each lane, and the runs of their candidates. The agents
/// first … first + used - 1 stand side by side in the state, so a vector is loaded at once. Lanes
/// beyond `used` hold the numbers that follow there; their sums are never stored. There are always
/// numbers to load, as columns of agents have others behind them or room for COVEY_AHEAD more.
typedef struct lane_group {
    const covey_sense *sense;
    size_t first;
    int used;
    int runs;
    bool can_filter; ///< see check_runs()
    uint64_t candidates;
    const covey_grid_run *run;
    const covey_percept_columns *columns;
} lane_group;

/// Agents up to `end` that may be in one group: of one row of a layer, or of any where all rows or
/// layers are visited; with the extents of their y and z, and the rows and layers that they can see
/// into.
typedef struct row_segment {
    size_t end;
    covey_extent y, z;
    covey_grid_lines lines;
} row_segment;

/// covey_cells_extent() of `count` > 0 agents with the lanes of this kernel: that takes 1 ns an
/// agent off a step.
static covey_extent extent_of(const covey_real *x, size_t count)
{
    covey_real low = x[0], high = x[0];
    if (count >= LANES) {
        wide lows = load(x), highs = lows;
        for (size_t k = LANES; k + LANES <= count; k += LANES) {
            lows = smaller(load(x + k), lows);
            highs = larger(load(x + k), highs);
        }
        for (int lane = 0; lane < LANES; lane++) {
            low = lows[lane] < low ? lows[lane] : low;
            high = highs[lane] > high ? highs[lane] : high;
        }
    }
    for (size_t k = count - count % LANES; k < count; k++) {
        low = x[k] < low ? x[k] : low;
        high = x[k] > high ? x[k] : high;
    }
    return (covey_extent){(double)low, (double)high};
}

/// True if x[begin] … x[end - 1], whose first cell is `cell`, are all in that cell, or cells do not
/// matter; *found becomes their extent then.
static bool is_one_line(const covey_axis *axis, const covey_real *x, size_t begin, size_t end,
                        covey_extent *found)
{
    int64_t cell = covey_axis_cell(axis, (double)x[begin]);
    if (!covey_axis_is_blurred(axis) && covey_axis_cell(axis, (double)x[end - 1]) != cell)
        return false;
    *found = extent_of(x + begin, end - begin);
    return covey_axis_is_blurred(axis) || (covey_axis_cell(axis, found->low) == cell &&
                                           covey_axis_cell(axis, found->high) == cell);
}

/// The end of the agents from `begin` on, at most `end`, that are in the cell of the first.
static size_t end_of_line(const covey_axis *axis, const covey_real *x, size_t begin, size_t end)
{
    int64_t cell = covey_axis_cell(axis, (double)x[begin]);
    size_t next = begin + 1;
    while (next < end &&
           (covey_axis_is_blurred(axis) || covey_axis_cell(axis, (double)x[next]) == cell))
        next++;
    return next;
}

/// The segment that begins with agent `begin` and does not go beyond `end`. A kernel is called for
/// any range of a flock, often for agents of one row. Agents are sorted by layer and row, so the
/// first guess is that the last agent is in the row of the first and all between them are. They are
/// not where the sort puts agents outside its window into one bucket; then the segment ends before
/// the first agent of another row.
COVEY_INLINE row_segment segment_of(const covey_sense *sense, bool deep, size_t begin, size_t end)
{
    const covey_real *y = POS(sense, from)[1], *z = POS(sense, from)[2];
    const covey_grid *grid = sense->grid;
    row_segment segment = {.end = end, .z = {0.0, 0.0}};
    if (!is_one_line(&grid->row, y, begin, end, &segment.y) ||
        (deep && !is_one_line(&grid->layer, z, begin, end, &segment.z))) {
        segment.end = end_of_line(&grid->row, y, begin, end);
        if (deep)
            segment.end = end_of_line(&grid->layer, z, begin, segment.end);
        segment.y = extent_of(y + begin, segment.end - begin);
        if (deep)
            segment.z = extent_of(z + begin, segment.end - begin);
    }
    const covey_area area = {
        {0.0, segment.y.low, segment.z.low}, {0.0, segment.y.high, segment.z.high}, grid->reach};
    segment.lines = covey_grid_lines_within(grid, &area);
    return segment;
}

/// The extent of up to LANES agents, without a loop.
COVEY_INLINE covey_extent extent_of_group(const covey_real *x, int count)
{
    covey_real low = x[0], high = x[0];
    UNROLL for (int lane = 1; lane < count; lane++)
    {
        low = x[lane] < low ? x[lane] : low;
        high = x[lane] > high ? x[lane] : high;
    }
    return (covey_extent){(double)low, (double)high};
}

/// True if agents that extend so far may be in one group: each visits the candidates of all, so the
/// further they are from each other, the more of these are in vain.
COVEY_INLINE bool is_narrow(const covey_grid *grid, covey_extent x)
{
    return grid->col.all || x.high - x.low <= grid->group_width;
}

/// Chooses how many agents from `first` on are in the group: as many as there are lanes, if the
/// segment has them and they are near enough to each other, else fewer. Returns the extent of their
/// x. It hardly ever takes fewer, so that comes first and without a loop.
COVEY_INLINE covey_extent gather(lane_group *lanes, const row_segment *segment)
{
    const covey_real *x = POS(lanes->sense, from)[0] + lanes->first;
    size_t left = segment->end - lanes->first;
    lanes->used = LANES;
    if (left >= LANES) {
        covey_extent found = extent_of_group(x, LANES);
        if (is_narrow(lanes->sense->grid, found))
            return found;
    }
    lanes->used = left < LANES ? (int)left : LANES - 1;
    while (lanes->used > 1 && !is_narrow(lanes->sense->grid, extent_of_group(x, lanes->used)))
        lanes->used--;
    return extent_of_group(x, lanes->used);
}

#endif
