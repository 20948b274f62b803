// SPDX-License-Identifier: MIT
// A k-d tree of points in the open plane or on a torus: nearest points and all within a distance,
// with exactly the distances and ties that a scan over all pairs gives.
#ifndef COVEY_BASE_KDTREE_H
#define COVEY_BASE_KDTREE_H

#include "base/memory.h"
#include "base/minmax.h"
#include "covey/vec.h"

#include <stdbool.h>

/// The index of no point, for queries that leave no point out.
#define COVEY_KDTREE_NONE UINT32_MAX

/// A point as the tree holds it; `index` is its place in the caller's arrays.
typedef struct covey_kdtree_point {
    double pos[COVEY_AXES];
    covey_id id;
    uint32_t index;
} covey_kdtree_point;

/// The smallest box around the points of a node, and the lowest of their ids.
typedef struct covey_kdtree_box {
    double low[COVEY_AXES];
    double high[COVEY_AXES];
    covey_id lowest_id;
} covey_kdtree_box;

/// Built for some points; valid until built again. The root is node 0, the children of node k are
/// 2k + 1 and 2k + 2, all leaves are `depth` levels below the root.
typedef struct covey_kdtree {
    double size[COVEY_AXES]; ///< of the torus; 0: the axis is straight
    int axes;                ///< 2 or 3
    size_t count;
    unsigned depth;
    covey_kdtree_point *points; ///< points of a node side by side
    covey_kdtree_box *boxes;
    size_t capacity;
} covey_kdtree;

/// The points of a tree: `count` finite positions per axis (inside [0, size) where size is not 0)
/// and ids. In the plane pos[2] is NULL.
typedef struct covey_kdtree_source {
    size_t count;
    const double *const *pos;
    const covey_id *id;
    double size[COVEY_AXES];
} covey_kdtree_source;

/// Room for up to `capacity` < 2^32 - 1 points; COVEY_MEMORY, and nothing taken, where there is
/// none. `free` gives it back, also that of a tree that is all zero.
covey_status covey_kdtree_init(covey_kdtree *tree, covey_memory *memory, size_t capacity);
void covey_kdtree_free(covey_kdtree *tree, covey_memory *memory);

/// Builds the tree of at most `capacity` points, in time n log n; allocates nothing.
void covey_kdtree_build(covey_kdtree *tree, const covey_kdtree_source *source);

/// A point that was found: its index in the caller's arrays, id and distance.
typedef struct covey_kdtree_hit {
    double distance;
    covey_id id;
    uint32_t index;
} covey_kdtree_hit;

/// The up to `limit` points nearest to p, in the order (distance, id), without that of index
/// `skip`; returns their number. The distance is covey_vec_length() of the shortest offset. Time
/// grows with log n and, as hits are kept sorted, with the square of limit at worst.
size_t covey_kdtree_nearest(const covey_kdtree *tree, covey_vec p, uint32_t skip, size_t limit,
                            covey_kdtree_hit *hits);

/// A search for the nearest of the points within `radius` for which `accepts` returns true.
typedef bool covey_kdtree_test(const void *context, const covey_kdtree_hit *hit);
typedef struct covey_kdtree_query {
    covey_vec p;
    uint32_t skip;
    size_t limit;
    double radius;
    covey_kdtree_test *accepts; ///< NULL: to all
    const void *context;
} covey_kdtree_query;

/// As covey_kdtree_nearest(); adds the number of distances computed to *candidates.
size_t covey_kdtree_find(const covey_kdtree *tree, const covey_kdtree_query *query,
                         covey_kdtree_hit *hits, uint64_t *candidates);

/// Calls `visit` for every point within `radius` of p, in an order of no meaning.
void covey_kdtree_within(const covey_kdtree *tree, covey_vec p, double radius,
                         void (*visit)(void *context, const covey_kdtree_hit *hit), void *context);

// ---- Inside, for walks of one's own ----

/// A node by its level and its place on that level, 0 … 2^level - 1.
typedef struct covey_kdtree_node {
    unsigned level;
    size_t place;
} covey_kdtree_node;

static inline size_t covey_kdtree_box_of(covey_kdtree_node node)
{
    return ((size_t)1 << node.level) - 1 + node.place;
}

/// The first point of a node; the node ends where the next on its level begins.
static inline size_t covey_kdtree_begin(const covey_kdtree *tree, covey_kdtree_node node)
{
    return (size_t)((uint64_t)tree->count * node.place >> node.level);
}

static inline size_t covey_kdtree_end(const covey_kdtree *tree, covey_kdtree_node node)
{
    node.place++;
    return covey_kdtree_begin(tree, node);
}

static inline covey_kdtree_node covey_kdtree_child(covey_kdtree_node node, size_t which)
{
    return (covey_kdtree_node){node.level + 1, 2 * node.place + which};
}

/// Offset on one axis from a to b.
static inline double covey_kdtree_offset(const covey_kdtree *tree, int axis, double a, double b)
{
    return tree->size[axis] > 0.0 ? covey_circle_offset(a, b, tree->size[axis]) : b - a;
}

static inline double covey_kdtree_distance(const covey_kdtree *tree, const double *a,
                                           const double *b)
{
    covey_vec offset = {covey_kdtree_offset(tree, 0, a[0], b[0]),
                        covey_kdtree_offset(tree, 1, a[1], b[1]),
                        tree->axes > 2 ? covey_kdtree_offset(tree, 2, a[2], b[2]) : 0.0};
    return covey_vec_length(offset);
}

/// No point of box a is nearer to one of box b than `gap`, and none further than `reach`; rounding
/// included, as both are made by the operations that make a distance.
double covey_kdtree_gap(const covey_kdtree *tree, const covey_kdtree_box *a,
                        const covey_kdtree_box *b);
double covey_kdtree_reach(const covey_kdtree *tree, const covey_kdtree_box *a,
                          const covey_kdtree_box *b);

/// Groups points that are linked by pairs at distance <= radius, directly or through others. Writes
/// for every point the number of its group to group[index], tree->count of them, and returns
/// the number of groups. Groups count from 0 in an order of no meaning. `work` has room for
/// covey_kdlink_room(tree->count) numbers.
size_t covey_kdlink_groups(const covey_kdtree *tree, double radius, uint32_t *group,
                           uint32_t *work);
size_t covey_kdlink_room(size_t count);

#endif
