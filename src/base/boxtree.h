// SPDX-License-Identifier: MIT
// A tree of boxes: finds the boxes that meet a box, in the order of their numbers. Nodes are
// numbered as in a heap, node k above 2k and 2k + 1; leaves are runs of items that stand near each
// other.
#ifndef COVEY_BASE_BOXTREE_H
#define COVEY_BASE_BOXTREE_H

#include "base/memory.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

enum { COVEY_BOX_AXES = 3 };

/// All from `low` to `high` on each axis. A box with low > high is empty and meets no other.
typedef struct covey_boxtree_box {
    double low[COVEY_BOX_AXES], high[COVEY_BOX_AXES];
} covey_boxtree_box;

static inline covey_boxtree_box covey_box_empty(void)
{
    return (covey_boxtree_box){{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
}

/// False for boxes with NaN.
static inline bool covey_box_meets(const covey_boxtree_box *a, const covey_boxtree_box *b)
{
    return (a->low[0] <= b->high[0]) & (b->low[0] <= a->high[0]) & (a->low[1] <= b->high[1]) &
           (b->low[1] <= a->high[1]) & (a->low[2] <= b->high[2]) & (b->low[2] <= a->high[2]);
}

/// An item in the order of leaves.
typedef struct covey_boxtree_place {
    uint64_t code; ///< of where it is
    uint32_t item;
} covey_boxtree_place;

typedef struct covey_boxtree {
    size_t count, room;      ///< items that it has, and has memory for
    size_t leaves;           ///< a power of two
    covey_boxtree_box *box;  ///< of each item, by number
    covey_boxtree_box *node; ///< from 1 on
    covey_boxtree_place *place;
    uint32_t *leaf; ///< of each item, by number
} covey_boxtree;

/// Gives the tree room for so many items; where it had less, it is empty and to be built again.
/// Returns false without memory, and nothing is changed.
bool covey_boxtree_reserve(covey_memory *memory, size_t room, covey_boxtree *tree);
void covey_boxtree_destroy(covey_memory *memory, covey_boxtree *tree);

/// Builds the tree of box[0 … count - 1], which the caller has set. Takes no memory.
void covey_boxtree_build(size_t count, covey_boxtree *tree);

/// Gives an item another box. Nodes above it only grow, so that it is found; after many moves
/// searches look into more of them than they would have to, until covey_boxtree_fit().
void covey_boxtree_move(covey_boxtree *tree, size_t item, const covey_boxtree_box *box);

/// Makes all nodes as small as the boxes below them, but leaves items in their places, which is
/// right until many have gone far: then the tree is better built again.
void covey_boxtree_fit(covey_boxtree *tree);

/// Places of items, from `begin` on.
typedef struct covey_boxtree_range {
    size_t begin, end;
} covey_boxtree_range;

/// The places below a node from tree->leaves on, a leaf.
static inline covey_boxtree_range covey_boxtree_leaf(const covey_boxtree *tree, size_t node)
{
    uint64_t leaf = node - tree->leaves, count = tree->count;
    covey_boxtree_range range = {(size_t)(leaf * count / tree->leaves),
                                 (size_t)((leaf + 1) * count / tree->leaves)};
    return range;
}

enum { COVEY_FINDS = 256 };

/// Items found, at most COVEY_FINDS: all from number `from` on, or with `more` all up to `last`.
typedef struct covey_finds {
    uint32_t from, last;
    bool more; ///< a search from last + 1 on finds the others
    size_t count;
    uint32_t item[COVEY_FINDS];
} covey_finds;

/// Begins a search for items from that number on.
static inline void covey_finds_begin(covey_finds *found, size_t from)
{
    found->from = (uint32_t)from;
    found->last = UINT32_MAX;
    found->more = false;
    found->count = 0;
}

/// Adds an item.
void covey_finds_add(covey_finds *found, uint32_t item);

/// Adds all items of a tree whose box meets `box`.
void covey_boxtree_find(const covey_boxtree *tree, const covey_boxtree_box *box,
                        covey_finds *found);

/// Ends a search: brings items into ascending order, each once.
void covey_finds_end(covey_finds *found);

#endif
