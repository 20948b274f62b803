// SPDX-License-Identifier: MIT
// A group of agents, one in each lane, and who of their candidates is worth more than a look. Where
// roots and divisions take most of the time, only those go through them that one of the group
// may hold: here lanes are candidates, which are compared with one agent of the group at a time.
#ifndef COVEY_KERNELS_WIDE_PICK_H
#define COVEY_KERNELS_WIDE_PICK_H

#include "kernels/wide_sums.h"

enum { BATCH = 64 };

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
