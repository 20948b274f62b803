// SPDX-License-Identifier: MIT
// The boxes of ranks: which has a place, and which are near it, around the seam of a torus too.
#ifndef COVEY_DIST_BORDERS_H
#define COVEY_DIST_BORDERS_H

#include "core/part.h"

/// Another rank, and how far its box is from that of this rank at least.
typedef struct covey_remote {
    double away;
    int rank;
} covey_remote;

/// The ranks near the box of one rank.
typedef struct covey_borders {
    const covey_space *space;
    const covey_region *box; ///< of all ranks
    covey_region *inside;    ///< the part of each that is in a torus
    int self, ranks;
    double reach;
    int count;
    int *rank;         ///< of the near ranks; the caller's rank is not among them
    covey_remote *all; ///< all ranks, the caller's too, the nearest first
} covey_borders;

/// The rank that has a place, sought among the near ones first.
int covey_borders_owner(const covey_borders *self, covey_vec place);

/// The number of a rank among the near ones, or -1.
int covey_borders_number(const covey_borders *self, int rank);

/// Finds the ranks with a box at most about `reach` from that of this rank; those with boxes that
/// touch its own at least. Of two ranks each finds the other, or none does. False without memory.
bool covey_borders_find(covey_borders *self, const covey_space *space, const covey_region *box,
                        int ranks, int rank, double reach);
void covey_borders_free(covey_borders *self);

/// The places in the box of this rank that are farther than the reach, one that is at most that of
/// the borders, from all others; an axis may have none.
covey_region covey_borders_inner(const covey_borders *self, double reach);

/// True if all places between `low` and `high` are inner ones.
static inline bool covey_borders_is_inner(const covey_region *inner, int dim,
                                          const double low[COVEY_AXES],
                                          const double high[COVEY_AXES])
{
    bool within = true;
    for (int axis = 0; axis < dim; axis++)
        within = within && low[axis] > inner->low[axis] && high[axis] < inner->high[axis];
    return within;
}

/// A reach with room for the rounding of distances, as grids have it; DBL_MAX and negative ones
/// stay.
double covey_borders_reach(const covey_space *space, double reach);

/// True if a place is at most the reach from the box of any other rank.
bool covey_borders_meets(const covey_borders *self, int rank, covey_vec place, double reach);

/// How far a place is from the box of this rank; 0 inside.
double covey_borders_away(const covey_borders *self, covey_vec place);

/// True if a place is at most the reach from the box of the rank near that has this number.
bool covey_borders_reaches(const covey_borders *self, int number, covey_vec place, double reach);

#endif
