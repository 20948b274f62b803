// SPDX-License-Identifier: MIT
// The boxes of ranks: which has a place, and which are near it, around the seam of a torus too.
#ifndef COVEY_DIST_BORDERS_H
#define COVEY_DIST_BORDERS_H

#include "core/part.h"

/// The ranks near the box of one rank.
typedef struct covey_borders {
    const covey_space *space;
    const covey_region *box; ///< of all ranks
    int self;
    double reach;
    int count;
    int *rank; ///< of those near; the caller's rank is not among them
} covey_borders;

/// The rank that has a place: `likely`, if it does.
int covey_borders_owner(const covey_region *box, int ranks, int likely, covey_vec place);

/// A reach with room for the rounding of distances, as grids have it; DBL_MAX and negative ones
/// stay.
double covey_borders_reach(const covey_space *space, double reach);

/// Finds the ranks with a box at most `reach` from that of `rank`; none for a negative reach.
/// False without memory.
bool covey_borders_find(covey_borders *self, const covey_space *space, const covey_region *box,
                        int ranks, int rank, double reach);
void covey_borders_free(covey_borders *self);

/// True if a place in the box of the rank is farther than the reach from all others.
bool covey_borders_is_inner(const covey_borders *self, covey_vec place);

/// True if a place is at most the reach from the box of the rank near that has this number.
bool covey_borders_reaches(const covey_borders *self, int number, covey_vec place);

#endif
