// SPDX-License-Identifier: MIT
// Sums over all agents within a distance in three dimensions, from the k-d tree of the flock that
// is sensed: a box of the tree that is wholly inside adds the difference of two prefix sums, one
// that is wholly outside nothing, and the few agents of a small box at the rim are tested one by
// one. Bounds need no margin for rounding, as for strips; the images of a box around a torus are
// those of its agents where both of its ends have the same.
#ifndef COVEY_KERNELS_BALL_H
#define COVEY_KERNELS_BALL_H

#include "base/minmax.h"
#include "kernels/pair.h"
#include "kernels/zone_sum.h"

/// Agents of a node that are tested one by one rather than by its children: more than a leaf of the
/// tree has.
enum { COVEY_BALL_FEW = 32 };

/// The sums that the zones of a kernel's call need.
typedef struct covey_needed_sums {
    bool pos, vel, heading;
} covey_needed_sums;

/// All agents within a distance of the point p, and their sums so far.
typedef struct covey_ball {
    const covey_aggregate *of;
    double p[COVEY_AXES];
    double size[COVEY_AXES]; ///< of the torus; 0: no agent is seen around it on this axis
    double radius;           ///< its square if `squares`
    bool squares;
    covey_needed_sums needs;
    covey_zone_sum sum;
    uint64_t tested; ///< number of agents tested one by one
} covey_ball;

/// A box along an axis: the distances to its nearest and its furthest agent, at most and at least
/// those, and their image; `far` is infinite if they have several.
typedef struct covey_ball_span {
    double near, far;
    int image;
} covey_ball_span;

/// As in all functions below, `plain` is a constant, true if the ball is of squares and reaches no
/// seam of a torus, so that compilers leave out all that it does not need.
COVEY_INLINE bool covey_ball_holds(const covey_ball *self, bool plain, covey_vec way)
{
    bool squares = plain || self->squares;
    return (squares ? covey_vec_dot(way, way) : covey_vec_length(way)) <= self->radius;
}

COVEY_INLINE covey_ball_span covey_ball_look(const covey_ball *self, bool plain, int axis,
                                             const covey_kdtree_box *box)
{
    const double p = self->p[axis], size = self->size[axis];
    const double low = box->low[axis], high = box->high[axis];
    const double before = p - low, behind = high - p; // below 0 where p is outside
    if (plain || size == 0.0) {
        double out = covey_larger(covey_larger(-before, -behind), 0.0);
        return (covey_ball_span){out, covey_larger(before, behind), 0};
    }
    double to_low = fabs(covey_circle_offset(p, low, size));
    double to_high = fabs(covey_circle_offset(p, high, size));
    int image = covey_zone_sum_image(p, low, size);
    bool whole = image == covey_zone_sum_image(p, high, size), around = low <= p && p <= high;
    return (covey_ball_span){around ? 0.0 : covey_smaller(to_low, to_high),
                             whole ? covey_larger(to_low, to_high) : HUGE_VAL, image};
}

COVEY_INLINE void covey_ball_add_vec(uint64_t sum[COVEY_AXES], const uint64_t from[COVEY_AXES],
                                     const uint64_t to[COVEY_AXES], uint64_t mask)
{
    sum[0] += (to[0] - from[0]) & mask;
    sum[1] += (to[1] - from[1]) & mask;
    sum[2] += (to[2] - from[2]) & mask;
}

/// Adds agents begin … end - 1 of the tree if the mask has all bits, nothing if it has none.
COVEY_INLINE void covey_ball_add(covey_ball *self, size_t begin, size_t end, uint64_t mask)
{
    const covey_aggregate_row *from = &self->of->runs[begin], *to = &self->of->runs[end];
    self->sum.count += (end - begin) & mask;
    if (self->needs.pos)
        covey_ball_add_vec(self->sum.sum.pos, from->pos, to->pos, mask);
    if (self->needs.vel)
        covey_ball_add_vec(self->sum.sum.vel, from->vel, to->vel, mask);
    if (self->needs.heading)
        covey_ball_add_vec(self->sum.sum.heading, from->heading, to->heading, mask);
}

COVEY_INLINE double covey_ball_offset(const covey_ball *self, bool plain, int axis, double x)
{
    double size = self->size[axis], p = self->p[axis];
    return !plain && size > 0.0 ? covey_circle_offset(p, x, size) : x - p;
}

/// Tests the agents of a node one by one. On which side of the rim each is, is a matter of chance,
/// so a branch would be predicted wrong: the sums are masked instead.
COVEY_INLINE void covey_ball_test(covey_ball *self, bool plain, size_t begin, size_t end)
{
    for (size_t k = begin; k < end; k++) {
        const double *at = self->of->tree.points[k].pos;
        covey_vec way = {covey_ball_offset(self, plain, 0, at[0]),
                         covey_ball_offset(self, plain, 1, at[1]),
                         covey_ball_offset(self, plain, 2, at[2])};
        bool inside = covey_ball_holds(self, plain, way);
        covey_ball_add(self, k, k + 1, -(uint64_t)inside);
        for (int axis = 0; axis < COVEY_AXES && inside && !plain; axis++)
            self->sum.images[axis] +=
                covey_zone_sum_image(self->p[axis], at[axis], self->size[axis]);
    }
    self->tested += end - begin;
}

/// Adds agents begin … end - 1, all in a box, where that is enough, or if they are few; false if
/// its children are needed.
COVEY_INLINE bool covey_ball_take(covey_ball *self, bool plain, const covey_kdtree_box *box,
                                  size_t begin, size_t end)
{
    const covey_ball_span x = covey_ball_look(self, plain, 0, box);
    const covey_ball_span y = covey_ball_look(self, plain, 1, box);
    const covey_ball_span z = covey_ball_look(self, plain, 2, box);
    if (!covey_ball_holds(self, plain, (covey_vec){x.near, y.near, z.near}))
        return true;
    if (covey_ball_holds(self, plain, (covey_vec){x.far, y.far, z.far})) {
        covey_ball_add(self, begin, end, UINT64_MAX);
        self->sum.images[0] += (int64_t)(end - begin) * x.image;
        self->sum.images[1] += (int64_t)(end - begin) * y.image;
        self->sum.images[2] += (int64_t)(end - begin) * z.image;
        return true;
    }
    if (end - begin > COVEY_BALL_FEW)
        return false;
    covey_ball_test(self, plain, begin, end);
    return true;
}

COVEY_INLINE void covey_ball_walk(covey_ball *self, bool plain)
{
    const covey_kdtree *tree = &self->of->tree;
    covey_kdtree_node open[64]; // two for each level at most
    int count = tree->count > 0 ? 1 : 0;
    open[0] = (covey_kdtree_node){0, 0};
    while (count > 0) {
        const covey_kdtree_node node = open[--count];
        const size_t begin = covey_kdtree_begin(tree, node), end = covey_kdtree_end(tree, node);
        if (covey_ball_take(self, plain, &tree->boxes[covey_kdtree_box_of(node)], begin, end))
            continue;
        open[count++] = covey_kdtree_child(node, 1);
        open[count++] = covey_kdtree_child(node, 0);
    }
}

/// Adds all agents within.
static inline void covey_ball_sum(covey_ball *self)
{
    if (!self->squares || self->size[0] > 0.0 || self->size[1] > 0.0 || self->size[2] > 0.0) {
        covey_ball_walk(self, false);
        return;
    }
    covey_ball plain = *self;
    covey_ball_walk(&plain, true);
    *self = plain;
}

#endif
