// SPDX-License-Identifier: MIT
// A k-d tree that is built by the first thread that needs it.
#include "geometry/tree.h"

void covey_tree_begin(covey_tree *tree, const covey_space *space, const covey_state *state)
{
    tree->source = (covey_kdtree_source){.count = state->count, .pos = tree->pos, .id = state->id};
    for (int axis = 0; axis < state->dim; axis++) {
        tree->pos[axis] = state->pos[axis];
        tree->source.size[axis] = space->kind == COVEY_SPACE_TORUS ? space->size[axis] : 0.0;
    }
    covey_threads_reset(&tree->built);
}

static void build(void *argument)
{
    covey_tree *tree = argument;
    covey_kdtree_build(&tree->nodes, &tree->source);
}

const covey_kdtree *covey_tree_get(covey_tree *tree)
{
    covey_threads_once(&tree->built, build, tree);
    return &tree->nodes;
}
