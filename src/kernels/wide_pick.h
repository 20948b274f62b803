// SPDX-License-Identifier: MIT
// A group of agents, one in each lane, and who of their candidates is worth more than a look. Where
// roots and divisions take most of the time, only those go through them that one of the group
// may hold: here lanes are candidates, which are compared with one agent of the group at a time.
#ifndef COVEY_KERNELS_WIDE_PICK_H
#define COVEY_KERNELS_WIDE_PICK_H

#include "kernels/kernels.h"
#include "kernels/wide.h"

enum { BATCH = 64, SLOTS = 3 };

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
/// hold whatever follows there (the arrays of a state lie in one block, so there is always
/// something) and are not looked at.
typedef struct group {
    const covey_sense *sense;
    size_t first;
    int used;
    int runs;
    const covey_run *run;
    covey_percepts *percepts;
} group;

/// What stays the same on the way through a run: the lanes' agents, and what coordinates of
/// candidates are less by where the run lies beyond the seam.
typedef struct viewers {
    const group *lanes;
    wide x, y;
    wide heading_x, heading_y; ///< NaN at rest
    covey_real shift_x, shift_y;
} viewers;

/// Candidates by their indices, and what is calculated with each of them on the way.
typedef struct batch {
    size_t count;
    uint32_t index[BATCH];
    wide distance[BATCH];
    fading fading[BATCH];
    wide factor[BATCH];
    mask inside[BATCH][SLOTS];
} batch;

/// How far a way through the runs has come: candidates `done` of the run at hand.
typedef struct walk {
    const covey_run *run, *stop;
    size_t done;
} walk;

/// Agents, each in all lanes.
typedef struct spots {
    wide x[LANES], y[LANES];
} spots;

COVEY_INLINE spots spots_of(const viewers *own)
{
    spots made;
    UNROLL for (int lane = 0; lane < LANES; lane++)
    {
        int used = lane < own->lanes->used ? lane : 0;
        made.x[lane] = spread(own->x[used]);
        made.y[lane] = spread(own->y[used]);
    }
    return made;
}

/// The square of how far each place is from the nearest of the agents.
COVEY_INLINE wide nearest_square(const spots *own, wide x, wide y)
{
    wide nearest = {0};
    UNROLL for (int lane = 0; lane < LANES; lane++)
    {
        wide dx = x - own->x[lane], dy = y - own->y[lane], square = dx * dx + dy * dy;
        nearest = lane == 0 ? square : smaller(square, nearest);
    }
    return nearest;
}

/// Makes the next batch: those within the bound on squares of any of the group, which are all on
/// this side of the seam.
static void pick(const viewers *own, const wide *bound, walk *way, batch *all)
{
    const covey_sense *sense = own->lanes->sense;
    const covey_real *x = POS(sense, to)[0], *y = POS(sense, to)[1];
    const wide most = *bound;
    const spots here = spots_of(own);
    size_t count = 0;
    for (; way->run < way->stop && count <= BATCH - LANES; way->run++, way->done = 0) {
        size_t at = way->run->begin + way->done, end = way->run->end;
        mask left = (covey_real_int)(end - at) - __builtin_convertvector(lane_numbers(), mask);
        for (; at < end && count <= BATCH - LANES; at += LANES, left -= LANES) {
            mask inside = (nearest_square(&here, load(x + at), load(y + at)) <= most) & (left > 0);
            UNROLL for (int lane = 0; lane < LANES; lane++)
            {
                all->index[count] = (uint32_t)at + (uint32_t)lane;
                count -= (size_t)inside[lane];
            }
        }
        way->done = at - way->run->begin;
        if (at < end)
            break;
    }
    all->count = count;
}

#endif
