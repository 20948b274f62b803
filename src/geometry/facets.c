// SPDX-License-Identifier: MIT
// Distances to triangles and flights against them, by a tree of their boxes. A branch is left out
// only if its box is farther than a triangle that was found, so answers are as if all were asked.
#include "geometry/facets.h"

#include "base/minmax.h"
#include "covey/model.h"

#include <stdlib.h>
#include <string.h>

enum { SIDES = 3, STACK = 64 };

// ---- Memory ----

static bool take(covey_memory *memory, covey_facets *self)
{
    size_t count = self->count;
    self->point = covey_memory_take(memory, self->points_count, sizeof *self->point);
    self->outward = covey_memory_take(memory, self->points_count, sizeof *self->outward);
    self->corner = covey_memory_take(memory, SIDES * count, sizeof *self->corner);
    self->beside = covey_memory_take(memory, SIDES * count, sizeof *self->beside);
    self->own = covey_memory_take(memory, count, sizeof *self->own);
    self->normal = covey_memory_take(memory, count, sizeof *self->normal);
    return self->point != NULL && self->outward != NULL && self->corner != NULL &&
           self->beside != NULL && self->own != NULL && self->normal != NULL &&
           covey_boxtree_reserve(memory, count, &self->tree);
}

void covey_facets_destroy(covey_memory *memory, covey_facets *self)
{
    if (self == NULL)
        return;
    covey_memory_give(memory, self->point, self->points_count, sizeof *self->point);
    covey_memory_give(memory, self->outward, self->points_count, sizeof *self->outward);
    covey_memory_give(memory, self->corner, SIDES * self->count, sizeof *self->corner);
    covey_memory_give(memory, self->beside, SIDES * self->count, sizeof *self->beside);
    covey_memory_give(memory, self->own, self->count, sizeof *self->own);
    covey_memory_give(memory, self->normal, self->count, sizeof *self->normal);
    covey_boxtree_destroy(memory, &self->tree);
    covey_memory_give(memory, self, 1, sizeof *self);
}

// ---- Edges ----

static size_t next_side(size_t side)
{
    return side + 1 < SIDES ? side + 1 : 0;
}

/// An edge of a triangle, by its lower and its higher point.
typedef struct edge {
    uint32_t low, high, slot; ///< SIDES times the triangle, and the side
    bool rises;               ///< it leads from the lower point to the higher
} edge;

static int by_points(const void *a, const void *b)
{
    const edge *one = a, *other = b;
    if (one->low != other->low)
        return one->low < other->low ? -1 : 1;
    if (one->high != other->high)
        return one->high < other->high ? -1 : 1;
    return one->slot < other->slot ? -1 : one->slot > other->slot;
}

static void list_edges(const covey_facets *self, edge *edges)
{
    for (uint32_t slot = 0; slot < SIDES * self->count; slot++) {
        size_t side = slot % SIDES;
        uint32_t from = self->corner[slot], to = self->corner[slot - side + next_side(side)];
        bool rises = from < to;
        edges[slot] = (edge){rises ? from : to, rises ? to : from, slot, rises};
    }
}

/// Joins triangles that share an edge. `edges` are sorted.
static void join_sides(const edge *edges, covey_facets *self)
{
    size_t count = SIDES * self->count;
    self->closed = true;
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && edges[end].low == edges[begin].low &&
                              edges[end].high == edges[begin].high;)
            end++;
        const edge *one = &edges[begin], *other = &edges[end - 1];
        bool paired = end - begin == 2 && one->rises != other->rises;
        self->closed = self->closed && paired;
        self->own[one->slot / SIDES] |= (unsigned char)(1U << one->slot % SIDES);
        for (size_t k = begin; k < end; k++)
            self->beside[edges[k].slot] = edges[k].slot / SIDES;
        if (!paired)
            continue;
        self->beside[one->slot] = other->slot / SIDES;
        self->beside[other->slot] = one->slot / SIDES;
    }
}

/// Gives each point to the first triangle that has it; `taken` are as many zeros as points.
static void share_corners(covey_facets *self, unsigned char *taken)
{
    for (size_t slot = 0; slot < SIDES * self->count; slot++) {
        uint32_t point = self->corner[slot];
        if (taken[point] == 0)
            self->own[slot / SIDES] |= (unsigned char)(1U << (SIDES + slot % SIDES));
        taken[point] = 1;
    }
}

static covey_status look_at_edges(covey_memory *memory, covey_facets *self, covey_error *error)
{
    size_t count = SIDES * self->count;
    edge *edges = covey_memory_take(memory, count, sizeof *edges);
    unsigned char *taken = covey_memory_take(memory, self->points_count, 1);
    bool good = edges != NULL && taken != NULL;
    if (good) {
        list_edges(self, edges);
        qsort(edges, count, sizeof *edges, by_points);
        join_sides(edges, self);
        share_corners(self, taken);
    }
    covey_memory_give(memory, edges, count, sizeof *edges);
    covey_memory_give(memory, taken, self->points_count, 1);
    return good ? COVEY_OK : covey_fail(error, COVEY_MEMORY, "no memory for triangles");
}

covey_status covey_facets_create(covey_memory *memory, const covey_triangles *triangles,
                                 covey_facets **facets, covey_error *error)
{
    *facets = NULL;
    if (triangles->count == 0 || triangles->count > UINT32_MAX / SIDES - 1)
        return covey_fail(error, COVEY_ARG, "%zu triangles are not 1 to %lu", triangles->count,
                          (unsigned long)(UINT32_MAX / SIDES - 1));
    for (size_t slot = 0; slot < SIDES * triangles->count; slot++)
        if (triangles->corner[slot] >= triangles->points_count)
            return covey_fail(error, COVEY_ARG, "triangle %zu has the point %lu, of %zu",
                              slot / SIDES, (unsigned long)triangles->corner[slot],
                              triangles->points_count);
    covey_facets *self = covey_memory_take(memory, 1, sizeof *self);
    if (self == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for triangles");
    self->points_count = triangles->points_count;
    self->count = triangles->count;
    covey_status status = COVEY_MEMORY;
    if (!take(memory, self)) {
        covey_fail(error, status, "no memory for triangles");
    } else {
        memcpy(self->corner, triangles->corner, SIDES * self->count * sizeof *self->corner);
        status = look_at_edges(memory, self, error);
    }
    if (status == COVEY_OK)
        *facets = self;
    else
        covey_facets_destroy(memory, self);
    return status;
}

// ---- Places ----

typedef struct triangle {
    covey_vec corner[SIDES], normal;
} triangle;

static triangle triangle_at(const covey_facets *self, size_t number)
{
    const uint32_t *corner = &self->corner[SIDES * number];
    triangle one = {{self->point[corner[0]], self->point[corner[1]], self->point[corner[2]]},
                    self->normal[number]};
    return one;
}

/// Six times the volume between a triangle and a point.
static double volume_of(const triangle *one, covey_vec from)
{
    covey_vec a = covey_vec_sub(one->corner[0], from), b = covey_vec_sub(one->corner[1], from);
    return covey_vec_dot(covey_sphere_cross(a, b), covey_vec_sub(one->corner[2], from));
}

/// Adds the normal to the normals of the corners, weighted by the angles there.
static void add_outward(covey_facets *self, size_t number, const triangle *one)
{
    for (size_t k = 0; k < SIDES; k++) {
        size_t next = next_side(k), last = next_side(next);
        covey_vec to = covey_vec_sub(one->corner[next], one->corner[k]);
        covey_vec back = covey_vec_sub(one->corner[last], one->corner[k]);
        double angle =
            covey_atan2(covey_vec_length(covey_sphere_cross(to, back)), covey_vec_dot(to, back));
        covey_vec *outward = &self->outward[self->corner[SIDES * number + k]];
        *outward = covey_vec_add(*outward, covey_vec_scale(one->normal, angle));
    }
}

static covey_boxtree_box box_of(const triangle *one)
{
    covey_boxtree_box box = covey_box_empty();
    for (size_t k = 0; k < SIDES; k++) {
        const double p[COVEY_AXES] = {one->corner[k].x, one->corner[k].y, one->corner[k].z};
        for (int axis = 0; axis < COVEY_AXES; axis++) {
            box.low[axis] = covey_smaller(p[axis], box.low[axis]);
            box.high[axis] = covey_larger(p[axis], box.high[axis]);
        }
    }
    return box;
}

void covey_facets_place(const double *const points[COVEY_AXES], covey_facets *self)
{
    double volume = 0.0;
    for (size_t k = 0; k < self->points_count; k++) {
        self->point[k] = covey_vec_at(points, k);
        self->outward[k] = (covey_vec){0.0, 0.0, 0.0};
    }
    for (size_t number = 0; number < self->count; number++) {
        triangle one = triangle_at(self, number);
        covey_vec to = covey_vec_sub(one.corner[1], one.corner[0]);
        covey_vec back = covey_vec_sub(one.corner[2], one.corner[0]);
        one.normal = covey_vec_unit(covey_sphere_cross(covey_vec_unit(to), covey_vec_unit(back)));
        self->normal[number] = one.normal;
        self->tree.box[number] = box_of(&one);
        add_outward(self, number, &one);
        volume += volume_of(&one, self->point[0]);
    }
    self->side = self->closed && volume < 0.0 ? -1.0 : 1.0;
    covey_boxtree_build(self->count, &self->tree);
}

// ---- Distance ----

/// The nearest point of triangles to a place.
typedef struct nearest {
    double square;
    size_t number;     ///< of the triangle
    covey_vec offset;  ///< from the nearest point to the place
    covey_vec outward; ///< a normal there, of any length
    bool flat;         ///< it is within the triangle, not on an edge
} nearest;

/// True if a place above or below a triangle is above or below its area.
static bool is_over(const triangle *one, covey_vec p)
{
    for (size_t k = 0; k < SIDES; k++) {
        covey_vec along = covey_vec_sub(one->corner[next_side(k)], one->corner[k]);
        covey_vec inwards = covey_sphere_cross(one->normal, along);
        if (!(covey_vec_dot(inwards, covey_vec_sub(p, one->corner[k])) >= 0.0))
            return false;
    }
    return !covey_vec_is_zero(one->normal);
}

static covey_vec outward_of_edge(const covey_facets *self, size_t number, size_t side)
{
    return covey_vec_add(self->normal[number], self->normal[self->beside[SIDES * number + side]]);
}

/// True if a triangle is nearer than the one found, or as near and has a lower number.
static bool is_nearer(double square, size_t number, const nearest *found)
{
    return square < found->square || (square == found->square && number < found->number);
}

static void ask_side(const covey_facets *self, size_t number, size_t side, covey_vec p,
                     nearest *found)
{
    const uint32_t *corner = &self->corner[SIDES * number];
    uint32_t first = corner[side], last = corner[next_side(side)];
    covey_vec along = covey_vec_sub(self->point[last], self->point[first]);
    covey_vec offset = covey_vec_sub(p, self->point[first]), outward;
    double length = covey_vec_dot(along, along);
    double share = length > 0.0 ? covey_vec_dot(offset, along) / length : 0.0;
    if (share >= 1.0) {
        offset = covey_vec_sub(p, self->point[last]);
        outward = self->outward[last];
    } else if (share > 0.0) {
        offset = covey_vec_sub(offset, covey_vec_scale(along, share));
        outward = outward_of_edge(self, number, side);
    } else {
        outward = self->outward[first];
    }
    double square = covey_vec_dot(offset, offset);
    if (is_nearer(square, number, found))
        *found = (nearest){square, number, offset, outward, false};
}

static void ask_triangle(const covey_facets *self, size_t number, covey_vec p, nearest *found)
{
    triangle one = triangle_at(self, number);
    if (!is_over(&one, p)) {
        for (size_t side = 0; side < SIDES; side++)
            ask_side(self, number, side, p, found);
        return;
    }
    double height = covey_vec_dot(covey_vec_sub(p, one.corner[0]), one.normal);
    covey_vec offset = covey_vec_scale(one.normal, height);
    if (is_nearer(height * height, number, found))
        *found = (nearest){height * height, number, offset, one.normal, true};
}

/// The square of the distance from a place to a box, no more than that to a triangle in it.
static double gap_of(const covey_boxtree_box *box, covey_vec p)
{
    const double at[COVEY_AXES] = {p.x, p.y, p.z};
    double square = 0.0;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        double under = box->low[axis] - at[axis], over = at[axis] - box->high[axis];
        double gap = covey_larger(covey_larger(under, over), 0.0);
        square += gap * gap;
    }
    return square * (1.0 - 0x1p-40);
}

/// A node that is still to be looked into.
typedef struct pending {
    size_t node;
    double bound;
} pending;

static void ask_leaf(const covey_facets *self, size_t node, covey_vec p, nearest *found)
{
    covey_boxtree_range range = covey_boxtree_leaf(&self->tree, node);
    for (size_t k = range.begin; k < range.end; k++)
        ask_triangle(self, self->tree.place[k].item, p, found);
}

static nearest find_nearest(const covey_facets *self, covey_vec p)
{
    nearest found = {.square = HUGE_VAL, .number = SIZE_MAX};
    pending stack[STACK];
    size_t size = 0;
    stack[size++] = (pending){1, 0.0};
    while (size > 0) {
        pending top = stack[--size];
        if (top.bound > found.square)
            continue;
        if (top.node >= self->tree.leaves) {
            ask_leaf(self, top.node, p, &found);
            continue;
        }
        size_t one = 2 * top.node, other = one + 1;
        double near = gap_of(&self->tree.node[one], p), far = gap_of(&self->tree.node[other], p);
        bool first = near <= far;
        stack[size++] = first ? (pending){other, far} : (pending){one, near};
        stack[size++] = first ? (pending){one, near} : (pending){other, far};
    }
    return found;
}

double covey_facets_distance(const covey_facets *self, covey_vec p, covey_vec *away)
{
    nearest found = find_nearest(self, p);
    double distance = covey_vec_length(found.offset);
    double height = covey_vec_dot(found.offset, found.outward) * self->side;
    bool inside = self->closed && height < 0.0;
    covey_vec outward = covey_vec_scale(covey_vec_unit(found.outward), self->side);
    *away = covey_vec_scale(covey_vec_unit(found.offset), inside ? -1.0 : 1.0);
    if (found.flat)
        *away = covey_vec_scale(outward, self->closed || height >= 0.0 ? 1.0 : -1.0);
    else if (covey_vec_is_zero(*away))
        *away = outward;
    if (covey_vec_is_zero(*away))
        *away = (covey_vec){0.0, 1.0, 0.0};
    return inside ? -distance : distance;
}

// ---- Flights ----

/// A flight and how near it may come to anything, and two unit vectors at right angles to it.
typedef struct beam {
    const covey_flight *way;
    double reach;
    covey_vec right, up;
} beam;

static beam beam_of(const covey_flight *way, double reach)
{
    covey_vec a = way->along, right = {-a.y, a.x, 0.0};
    if (fabs(a.z) > fabs(a.x) && fabs(a.z) > fabs(a.y))
        right = (covey_vec){0.0, -a.z, a.y};
    right = covey_vec_unit(right);
    return (beam){way, reach, right, covey_sphere_cross(a, right)};
}

/// True if a flight passes through a triangle, as points are seen along it. Rounding products never
/// turns "greater" into "less", and equal products count for both sides of an edge, so that no
/// flight slips through between two triangles.
static bool pierces(const covey_facets *self, size_t number, const beam *ray)
{
    double x[SIDES], y[SIDES];
    for (size_t k = 0; k < SIDES; k++) {
        covey_vec p = self->point[self->corner[SIDES * number + k]];
        covey_vec offset = covey_vec_sub(p, ray->way->from);
        x[k] = covey_vec_dot(offset, ray->right);
        y[k] = covey_vec_dot(offset, ray->up);
    }
    bool left = true, right = true;
    for (size_t k = 0; k < SIDES; k++) {
        double one = x[k] * y[next_side(k)], other = x[next_side(k)] * y[k];
        left = left && one >= other;
        right = right && one <= other;
    }
    return left || right;
}

/// The distance along a flight to the first point as near as `reach` to the inner part of a
/// triangle, on either side.
static double hit_face(const covey_facets *self, size_t number, const beam *ray)
{
    const covey_flight *way = ray->way;
    double reach = ray->reach;
    triangle one = triangle_at(self, number);
    double far = covey_flight_to_plane(way, one.corner[0], one.normal, reach);
    if (!(far < HUGE_VAL))
        return far;
    if (reach == 0.0)
        return pierces(self, number, ray) ? far : HUGE_VAL;
    covey_vec there = covey_vec_add(way->from, covey_vec_scale(way->along, far));
    return is_over(&one, there) ? far : HUGE_VAL;
}

/// A point of a triangle that no triangle before it has is asked about, and an edge.
static double hit_triangle(const covey_facets *self, size_t number, const beam *ray)
{
    const covey_flight *way = ray->way;
    double reach = ray->reach;
    const uint32_t *corner = &self->corner[SIDES * number];
    double first = hit_face(self, number, ray);
    for (size_t side = 0; side < SIDES && reach > 0.0; side++) {
        covey_vec from = self->point[corner[side]], to = self->point[corner[next_side(side)]];
        if ((self->own[number] >> side & 1U) != 0)
            first = covey_smaller(covey_flight_tube(way, from, to, reach), first);
        if ((self->own[number] >> (SIDES + side) & 1U) != 0)
            first = covey_smaller(covey_flight_ball(way, from, reach), first);
    }
    return first;
}

/// The distance along a flight at which it is as near as `reach` to a box, or less; infinite if it
/// never is.
static double entry_of(const covey_boxtree_box *box, const covey_flight *way, double reach)
{
    const double from[COVEY_AXES] = {way->from.x, way->from.y, way->from.z};
    const double along[COVEY_AXES] = {way->along.x, way->along.y, way->along.z};
    double enter = 0.0, leave = way->length;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        double most = covey_larger(fabs(box->low[axis]), fabs(box->high[axis]));
        double wide = reach + (reach + most + fabs(from[axis])) * 0x1p-30;
        double low = box->low[axis] - wide - from[axis], high = box->high[axis] + wide - from[axis];
        if (fabs(along[axis]) * way->length <= wide * 0x1p-40) { // it stays where it is
            if (!(low <= 0.0 && high >= 0.0))
                return HUGE_VAL;
            continue;
        }
        double one = low / along[axis], other = high / along[axis];
        enter = covey_larger(covey_smaller(one, other), enter);
        leave = covey_smaller(covey_larger(one, other), leave);
    }
    return enter * (1.0 - 0x1p-30) <= leave * (1.0 + 0x1p-30) ? enter : HUGE_VAL;
}

double covey_facets_hit(const covey_facets *self, const covey_flight *way, double reach)
{
    const beam ray = beam_of(way, reach);
    double first = HUGE_VAL;
    pending stack[STACK];
    size_t size = 0;
    stack[size++] = (pending){1, entry_of(&self->tree.node[1], way, reach)};
    while (size > 0) {
        pending top = stack[--size];
        if (!(top.bound <= way->length) || top.bound * (1.0 - 0x1p-30) > first)
            continue;
        if (top.node >= self->tree.leaves) {
            covey_boxtree_range range = covey_boxtree_leaf(&self->tree, top.node);
            for (size_t k = range.begin; k < range.end; k++) {
                double far = hit_triangle(self, self->tree.place[k].item, &ray);
                first = covey_smaller(far, first);
            }
            continue;
        }
        size_t one = 2 * top.node, other = one + 1;
        double near = entry_of(&self->tree.node[one], way, reach);
        double far = entry_of(&self->tree.node[other], way, reach);
        bool ahead = near <= far;
        stack[size++] = ahead ? (pending){other, far} : (pending){one, near};
        stack[size++] = ahead ? (pending){one, near} : (pending){other, far};
    }
    return first <= way->length ? first : HUGE_VAL;
}
