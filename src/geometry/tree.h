// SPDX-License-Identifier: MIT
#ifndef COVEY_GEOMETRY_TREE_H
#define COVEY_GEOMETRY_TREE_H

#include "base/kdtree.h"
#include "base/threads.h"
#include "covey/space.h"
#include "geometry/state.h"

/// The k-d tree of a flock, in which agents find their nearest. It is built for the first agent
/// that the grid cannot serve: where the grid can, building would take longer than searching.
typedef struct covey_tree {
    covey_kdtree nodes; ///< no points: no zone senses the nearest of this flock
    covey_kdtree_source source;
    const double *pos[COVEY_AXES];
    covey_once built;
} covey_tree;

/// Makes it the tree of these agents as they stand, for which it has room. Not while threads
/// search.
void covey_tree_begin(covey_tree *tree, const covey_space *space, const covey_state *state);

/// The tree. The first thread that asks builds it; others that ask wait.
const covey_kdtree *covey_tree_get(covey_tree *tree);

#endif
