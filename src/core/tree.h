// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_TREE_H
#define COVEY_CORE_TREE_H

#include "base/kdtree.h"
#include "base/threads.h"
#include "core/state.h"
#include "covey/space.h"

/// The k-d tree of a flock for those that sense their nearest. It is built when the first agent
/// looks whom the grid cannot help, as where it does help building would cost more than looking.
typedef struct covey_tree {
    covey_kdtree nodes; ///< no points: nobody senses the nearest of this flock
    covey_kdtree_source source;
    const double *pos[COVEY_AXES];
    covey_once built;
} covey_tree;

/// Makes it the tree of these agents as they stand, for which it has room. Not while others look.
void covey_tree_begin(covey_tree *tree, const covey_space *space, const covey_state *state);

/// The tree, built by the first thread that asks while others that do wait.
const covey_kdtree *covey_tree_get(covey_tree *tree);

#endif
