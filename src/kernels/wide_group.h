// SPDX-License-Identifier: MIT
// Agents that look around together, one in each lane.
#ifndef COVEY_KERNELS_WIDE_GROUP_H
#define COVEY_KERNELS_WIDE_GROUP_H

#include "kernels/kernels.h"
#include "kernels/wide.h"

/// Who looks (`from`) or is looked at (`to`), in the numbers of the precision.
#ifdef COVEY_SINGLE
#define POS(sense, side) ((sense)->side##_single->pos)
#define VEL(sense, side) ((sense)->side##_single->vel)
#define HEADING(sense, side) ((sense)->side##_single->heading)
#else
#define POS(sense, side) ((sense)->side->pos)
#define VEL(sense, side) ((sense)->side->vel)
#define HEADING(sense, side) ((sense)->side##_heading)
#endif

/// `used` agents of one row, one after the other in the state, and whom they may see. Lanes beyond
/// hold whatever follows there and are not looked at; there is always something, as arrays of
/// agents have others behind them or room for COVEY_AHEAD more.
typedef struct group {
    const covey_sense *sense;
    size_t first;
    int used;
    int runs;
    bool can_pick; ///< see look_over_runs()
    uint64_t candidates;
    const covey_grid_run *run;
    covey_percepts *percepts;
} group;

/// What stays the same on the way through a run: the lanes' agents, and what coordinates of
/// candidates are less by where the run lies beyond the seam.
typedef struct viewers {
    const group *lanes;
    wide x, y;
    wide heading_x, heading_y; ///< negative; NaN at rest
    covey_real shift_x, shift_y;
} viewers;

#endif
