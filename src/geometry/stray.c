// SPDX-License-Identifier: MIT
#include "geometry/stray.h"

#include "base/minmax.h"
#include "geometry/space.h"

/// The most times the grid's reach that are searched row by row: in three dimensions more rows and
/// layers than there are runs would be touched.
enum { WIDEST = 8, WIDEST_DEEP = 2 };

void covey_stray_note(covey_grid *grid, const covey_space *space, covey_vec from, covey_vec to)
{
    covey_vec way = covey_space_between(space, from, to);
    grid->stray = covey_larger(fabs(way.x), grid->stray);
    grid->stray = covey_larger(fabs(way.y), grid->stray);
    grid->stray = covey_larger(fabs(way.z), grid->stray);
}

/// True if a reach does not meet itself beyond the seam: it touches one cell more than fit into it,
/// and two for rounding.
static bool has_room(const covey_axis *axis, double reach)
{
    return axis->cells == 0 ||
           (!axis->all && 2.0 * reach * axis->inverse + 3.0 <= (double)axis->cells);
}

/// True if the grid can say which agents are within `reach` of a place.
static bool can_search(const covey_grid *grid, double reach)
{
    double times = grid->deep ? (double)WIDEST_DEEP : (double)WIDEST;
    return reach <= times * grid->reach && has_room(&grid->row, reach) &&
           has_room(&grid->col, reach) && (!grid->deep || has_room(&grid->layer, reach));
}

/// Sorts runs into the order in which their agents stand.
static void put_in_order(covey_grid_run *runs, int count)
{
    for (int k = 1; k < count; k++) {
        const covey_grid_run run = runs[k];
        int at = k;
        for (; at > 0 && run.begin < runs[at - 1].begin; at--)
            runs[at] = runs[at - 1];
        runs[at] = run;
    }
}

int covey_stray_runs(const covey_grid *grid, const covey_space *space, const covey_state *state,
                     covey_vec pos, covey_grid_run runs[COVEY_GRID_RUNS])
{
    const covey_area area = {pos, pos, covey_grid_reach(space, grid->reach + grid->stray)};
    int count = COVEY_GRID_RUNS;
    if (can_search(grid, area.reach)) {
        const covey_grid_lines lines = covey_grid_lines_within(grid, &area);
        count = covey_grid_runs_within(grid, state, &area, &lines, runs);
    }
    if (count == COVEY_GRID_RUNS) { // for which there may be no room
        runs[0] = (covey_grid_run){.begin = 0, .end = (uint32_t)state->count};
        return 1;
    }
    put_in_order(runs, count);
    return count;
}
