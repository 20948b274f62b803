// SPDX-License-Identifier: MIT
// Agents that move between two sorts, one after another. They stand in the order of the last sort,
// by the places that they had then, so those near a place are looked for further off, by the
// longest way that any of them has moved since; where that is too far, all are looked at.
#ifndef COVEY_GEOMETRY_STRAY_H
#define COVEY_GEOMETRY_STRAY_H

#include "geometry/grid.h"

/// From now on agents do move between two sorts, or not; as after a sort, none has moved yet.
static inline void covey_stray_begin(covey_grid *grid, bool strays)
{
    grid->strays = strays;
    grid->stray = 0.0;
}

/// Notes that an agent has moved.
void covey_stray_note(covey_grid *grid, const covey_space *space, covey_vec from, covey_vec to);

/// All agents that may be within the grid's reach of a place now (and some that are not), in the
/// order in which they stand. Returns the number of runs.
int covey_stray_runs(const covey_grid *grid, const covey_space *space, const covey_state *state,
                     covey_vec pos, covey_grid_run runs[COVEY_GRID_RUNS]);

/// covey_grid_runs() around a place, or covey_stray_runs() where agents move between two sorts.
static inline int covey_stray_find(const covey_grid *grid, const covey_space *space,
                                   const covey_state *state, covey_vec pos,
                                   covey_grid_run runs[COVEY_GRID_RUNS])
{
    return grid->strays ? covey_stray_runs(grid, space, state, pos, runs)
                        : covey_grid_runs(grid, state, pos, pos, runs);
}

#endif
