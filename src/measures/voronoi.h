// SPDX-License-Identifier: MIT
// The Voronoi cell of an agent: all places that are nearer to it than to any other agent.
#ifndef COVEY_MEASURES_VORONOI_H
#define COVEY_MEASURES_VORONOI_H

#include "base/kdtree.h"
#include "covey/world.h"

/// Room in which cells are made, one after another; all zero but `memory` at first, and given back
/// by covey_voronoi_free().
typedef struct covey_voronoi {
    covey_memory *memory;
    struct covey_voronoi_wall *walls; ///< around the cell, walls of the space first
    size_t count, room;
    covey_kdtree_hit *hits;
    size_t hits_room;
    int dim;
    double reach; ///< the largest distance of a corner
} covey_voronoi;

/// Finds the area of the cell of agent i, in three dimensions its volume: NaN where it has no end,
/// or where another agent stands at the same place. `tree` holds all agents of the view.
/// COVEY_MEMORY.
covey_status covey_voronoi_cell(covey_voronoi *self, const covey_kdtree *tree,
                                const covey_view *view, size_t i, double *size);
void covey_voronoi_free(covey_voronoi *self);

#endif
