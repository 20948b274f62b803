// SPDX-License-Identifier: MIT
// A balanced k-d tree (J. L. Bentley, "Multidimensional binary search trees used for associative
// searching", 1975): the points of a node are halved at the median of its widest axis, down to a
// few. Bounds need no margin for rounding. The distance of two points on an axis is a function of
// their exact difference, rounded once, that rises and, on a circle, falls again beyond half the
// size; so on a box it is least at an end. Squares, sums and roots keep the order of numbers.
#include "base/kdtree.h"

#include "base/minmax.h"

enum { LEAF = 8, DEPTH_MAX = 32 };

static unsigned depth_of(size_t count)
{
    unsigned depth = 0;
    while (count >> depth > LEAF)
        depth++;
    return depth;
}

static size_t boxes_of(size_t count)
{
    return ((size_t)2 << depth_of(count)) - 1;
}

covey_status covey_kdtree_init(covey_kdtree *tree, covey_memory *memory, size_t capacity)
{
    *tree = (covey_kdtree){.capacity = capacity};
    if (capacity >= COVEY_KDTREE_NONE)
        return COVEY_MEMORY;
    tree->points = covey_memory_take(memory, capacity, sizeof *tree->points);
    tree->boxes = covey_memory_take(memory, boxes_of(capacity), sizeof *tree->boxes);
    if (tree->points != NULL && tree->boxes != NULL)
        return COVEY_OK;
    covey_kdtree_free(tree, memory);
    return COVEY_MEMORY;
}

void covey_kdtree_free(covey_kdtree *tree, covey_memory *memory)
{
    covey_memory_give(memory, tree->points, tree->capacity, sizeof *tree->points);
    covey_memory_give(memory, tree->boxes, boxes_of(tree->capacity), sizeof *tree->boxes);
    *tree = (covey_kdtree){0};
}

// ---- Building ----

static covey_kdtree_box box_around(int axes, const covey_kdtree_point *points, size_t count)
{
    covey_kdtree_box box = {.lowest_id = COVEY_NO_AGENT};
    for (int axis = 0; axis < axes && count > 0; axis++)
        box.low[axis] = box.high[axis] = points[0].pos[axis];
    for (size_t i = 0; i < count; i++) {
        for (int axis = 0; axis < axes; axis++) {
            double x = points[i].pos[axis];
            box.low[axis] = x < box.low[axis] ? x : box.low[axis];
            box.high[axis] = x > box.high[axis] ? x : box.high[axis];
        }
        if (points[i].id < box.lowest_id)
            box.lowest_id = points[i].id;
    }
    return box;
}

static int widest_axis(int axes, const covey_kdtree_box *box)
{
    int widest = 0;
    double width = -1.0;
    for (int axis = 0; axis < axes; axis++) {
        double half = box->high[axis] * 0.5 - box->low[axis] * 0.5; // the whole may overflow
        if (half > width) {
            width = half;
            widest = axis;
        }
    }
    return widest;
}

static void swap(covey_kdtree_point *a, covey_kdtree_point *b)
{
    covey_kdtree_point kept = *a;
    *a = *b;
    *b = kept;
}

/// Splits the points [low, high] at the coordinate of one of them: no point up to the result is
/// above it, no point behind the result below. Equals are spread over both sides, so that crowds
/// split evenly.
static size_t part(covey_kdtree_point *points, size_t low, size_t high, int axis)
{
    // A place that no order of the points can aim at: a multiple of 2^64 over the golden ratio.
    uint64_t draw = (low + high) * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    swap(&points[low], &points[low + (size_t)(draw * (high - low) >> 32)]);
    double pivot = points[low].pos[axis];
    size_t i = low, j = high;
    for (;;) {
        while (points[i].pos[axis] < pivot)
            i++;
        while (points[j].pos[axis] > pivot)
            j--;
        if (i >= j)
            return j;
        swap(&points[i++], &points[j--]);
    }
}

/// Orders the points so that none before `middle` is above it and none behind below (Hoare,
/// "Algorithm 65: find", 1961).
static void select_middle(covey_kdtree_point *points, size_t count, size_t middle, int axis)
{
    size_t low = 0, high = count - 1;
    while (low < high) {
        size_t cut = part(points, low, high, axis);
        if (middle <= cut)
            high = cut;
        else
            low = cut + 1;
    }
}

/// Each level is done before the next: a node's points are there once its parent is split.
static void build_level(covey_kdtree *tree, unsigned level)
{
    for (size_t place = 0; place >> level == 0; place++) {
        covey_kdtree_node node = {level, place};
        size_t begin = covey_kdtree_begin(tree, node), end = covey_kdtree_end(tree, node);
        covey_kdtree_box *box = &tree->boxes[covey_kdtree_box_of(node)];
        *box = box_around(tree->axes, tree->points + begin, end - begin);
        if (level == tree->depth)
            continue;
        size_t middle = covey_kdtree_begin(tree, covey_kdtree_child(node, 1));
        select_middle(tree->points + begin, end - begin, middle - begin,
                      widest_axis(tree->axes, box));
    }
}

void covey_kdtree_build(covey_kdtree *tree, const covey_kdtree_source *source)
{
    tree->count = source->count;
    tree->depth = depth_of(source->count);
    tree->axes = source->pos[2] != NULL ? COVEY_AXES : COVEY_PLANE;
    for (int axis = 0; axis < tree->axes; axis++)
        tree->size[axis] = source->size[axis];
    for (size_t i = 0; i < source->count; i++) {
        covey_kdtree_point point = {.id = source->id[i], .index = (uint32_t)i};
        for (int axis = 0; axis < tree->axes; axis++)
            point.pos[axis] = source->pos[axis][i];
        tree->points[i] = point;
    }
    for (unsigned level = 0; level <= tree->depth; level++)
        build_level(tree, level);
}

// ---- Bounds ----

double covey_kdtree_gap(const covey_kdtree *tree, const covey_kdtree_box *a,
                        const covey_kdtree_box *b)
{
    double gap[COVEY_AXES] = {0.0};
    for (int axis = 0; axis < tree->axes; axis++) {
        if (a->high[axis] >= b->low[axis] && b->high[axis] >= a->low[axis])
            continue;
        double ahead = fabs(covey_kdtree_offset(tree, axis, a->high[axis], b->low[axis]));
        double behind = fabs(covey_kdtree_offset(tree, axis, b->high[axis], a->low[axis]));
        gap[axis] = covey_smaller(ahead, behind);
    }
    return covey_vec_length((covey_vec){gap[0], gap[1], gap[2]});
}

double covey_kdtree_reach(const covey_kdtree *tree, const covey_kdtree_box *a,
                          const covey_kdtree_box *b)
{
    double reach[COVEY_AXES] = {0.0};
    for (int axis = 0; axis < tree->axes; axis++) {
        double ahead = b->high[axis] - a->low[axis], behind = a->high[axis] - b->low[axis];
        reach[axis] = covey_larger(ahead, behind); // one of them is not negative
        if (tree->size[axis] > 0.0)
            reach[axis] = covey_smaller(reach[axis], tree->size[axis] * 0.5);
    }
    return covey_vec_length((covey_vec){reach[0], reach[1], reach[2]});
}

static double gap_to(const covey_kdtree *tree, const covey_kdtree_box *box, const double *p)
{
    covey_kdtree_box point = {.low = {p[0], p[1], p[2]}, .high = {p[0], p[1], p[2]}};
    return covey_kdtree_gap(tree, &point, box);
}

// ---- Nearest ----

typedef struct search {
    const covey_kdtree *tree;
    const covey_kdtree_query *query;
    double p[COVEY_AXES];
    size_t found;
    covey_kdtree_hit *hits;
} search;

static inline bool comes_before(double distance, covey_id id, const covey_kdtree_hit *hit)
{
    return distance < hit->distance || (distance == hit->distance && id < hit->id);
}

/// Whether something so near and with an id no lower may belong to the hits.
static inline bool is_wanted(const search *self, double distance, covey_id id)
{
    if (self->found < self->query->limit)
        return distance <= self->query->radius;
    return comes_before(distance, id, &self->hits[self->found - 1]);
}

static void take(search *self, const covey_kdtree_point *point)
{
    const covey_kdtree_query *query = self->query;
    double distance = covey_kdtree_distance(self->tree, self->p, point->pos);
    covey_kdtree_hit hit = {distance, point->id, point->index};
    if (point->index == query->skip || !is_wanted(self, distance, point->id) ||
        (query->accepts != NULL && !query->accepts(query->context, &hit)))
        return;
    size_t k = self->found < query->limit ? self->found++ : query->limit - 1;
    for (; k > 0 && comes_before(distance, point->id, &self->hits[k - 1]); k--)
        self->hits[k] = self->hits[k - 1];
    self->hits[k] = hit;
}

/// Nodes that may hold hits, to be looked at later.
typedef struct pending {
    covey_kdtree_node node;
    double gap;
} pending;

static pending pending_of(const search *self, covey_kdtree_node node)
{
    return (pending){node,
                     gap_to(self->tree, &self->tree->boxes[covey_kdtree_box_of(node)], self->p)};
}

static covey_id lowest_id(const search *self, const pending *at)
{
    return self->tree->boxes[covey_kdtree_box_of(at->node)].lowest_id;
}

/// Puts the children of a node on the stack, the more promising one on top.
static size_t push_children(const search *self, covey_kdtree_node node, pending *stack, size_t used)
{
    pending first = pending_of(self, covey_kdtree_child(node, 0));
    pending second = pending_of(self, covey_kdtree_child(node, 1));
    bool in_order = first.gap < second.gap ||
                    (first.gap == second.gap && lowest_id(self, &first) < lowest_id(self, &second));
    stack[used] = in_order ? second : first;
    stack[used + 1] = in_order ? first : second;
    return used + 2;
}

size_t covey_kdtree_nearest(const covey_kdtree *tree, covey_vec p, uint32_t skip, size_t limit,
                            covey_kdtree_hit *hits)
{
    covey_kdtree_query query = {.p = p, .skip = skip, .limit = limit, .radius = HUGE_VAL};
    uint64_t candidates = 0;
    return covey_kdtree_find(tree, &query, hits, &candidates);
}

size_t covey_kdtree_find(const covey_kdtree *tree, const covey_kdtree_query *query,
                         covey_kdtree_hit *hits, uint64_t *candidates)
{
    search self = {tree, query, {query->p.x, query->p.y, query->p.z}, 0, hits};
    if (query->limit == 0 || tree->count == 0)
        return 0;
    pending stack[DEPTH_MAX + 2] = {{{0, 0}, 0.0}};
    for (size_t used = 1; used > 0;) {
        pending at = stack[--used];
        if (!is_wanted(&self, at.gap, lowest_id(&self, &at)))
            continue;
        if (at.node.level < tree->depth) {
            used = push_children(&self, at.node, stack, used);
            continue;
        }
        size_t begin = covey_kdtree_begin(tree, at.node), end = covey_kdtree_end(tree, at.node);
        for (size_t i = begin; i < end; i++)
            take(&self, &tree->points[i]);
        *candidates += end - begin;
    }
    return self.found;
}

void covey_kdtree_within(const covey_kdtree *tree, covey_vec p, double radius,
                         void (*visit)(void *context, const covey_kdtree_hit *hit), void *context)
{
    const double at[COVEY_AXES] = {p.x, p.y, p.z};
    covey_kdtree_node stack[DEPTH_MAX + 2] = {{0, 0}};
    for (size_t used = tree->count > 0; used > 0;) {
        covey_kdtree_node node = stack[--used];
        if (gap_to(tree, &tree->boxes[covey_kdtree_box_of(node)], at) > radius)
            continue;
        if (node.level < tree->depth) {
            stack[used++] = covey_kdtree_child(node, 1);
            stack[used++] = covey_kdtree_child(node, 0);
            continue;
        }
        for (size_t i = covey_kdtree_begin(tree, node); i < covey_kdtree_end(tree, node); i++) {
            const covey_kdtree_point *point = &tree->points[i];
            double distance = covey_kdtree_distance(tree, at, point->pos);
            if (distance <= radius)
                visit(context, &(covey_kdtree_hit){distance, point->id, point->index});
        }
    }
}
