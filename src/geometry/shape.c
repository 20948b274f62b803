// SPDX-License-Identifier: MIT
// Points, segments and polygons with a margin, in the plane and in space, boxes, planes, meshes and
// rooms: distances, the first touch on a way, passing sides.
#include "geometry/shape.h"

#include "base/math_trig.h"

#include <float.h>
#include <string.h>

// ---- Making ----

static bool are_finite(const double *x, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (!(fabs(x[k]) <= DBL_MAX))
            return false;
    return true;
}

typedef struct extent {
    double low, high;
} extent;

static extent extent_of(const double *x, size_t count)
{
    extent all = {x[0], x[0]};
    for (size_t k = 1; k < count; k++) {
        all.low = x[k] < all.low ? x[k] : all.low;
        all.high = x[k] > all.high ? x[k] : all.high;
    }
    return all;
}

/// Brings the first point of each axis into the torus, the others with it.
static void fold(const covey_space *space, covey_shape *shape)
{
    covey_vec first = {shape->points[0][0], shape->points[1][0],
                       shape->dim == 3 ? shape->points[2][0] : 0.0};
    covey_vec inside = covey_space_fold(space, first);
    double shift[COVEY_AXES] = {inside.x - first.x, inside.y - first.y, inside.z - first.z};
    for (int axis = 0; axis < shape->dim; axis++)
        for (size_t k = 0; k < shape->count; k++)
            shape->points[axis][k] += shift[axis];
}

/// A folded shape lies between -1 and 2 sizes and is asked about between -1/2 and 3/2: images up to
/// two sizes away matter, on either side.
enum { ALONG = 5 };

static void set_images(const covey_space *space, covey_shape *shape)
{
    bool torus = space->kind == COVEY_SPACE_TORUS;
    shape->images = 1;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        bool has_images = torus && axis < shape->dim;
        shape->images *= has_images ? ALONG : 1;
        shape->size[axis] = has_images ? space->size[axis] : 0.0;
    }
}

covey_vec covey_shape_image(const covey_shape *shape, int k)
{
    if (k == 0)
        return (covey_vec){0.0, 0.0, 0.0};
    int cell = k <= shape->images / 2 ? k - 1 : k; // the middle one is the first
    int row = shape->dim == 3 ? cell / ALONG : cell;
    int x = row / ALONG - ALONG / 2, y = row % ALONG - ALONG / 2, z = cell % ALONG - ALONG / 2;
    return (covey_vec){x * shape->size[0], y * shape->size[1],
                       shape->dim == 3 ? z * shape->size[2] : 0.0};
}

static covey_status set_circle(const covey_space *space, covey_shape *shape, covey_error *error)
{
    double middle[COVEY_AXES] = {0}, half[COVEY_AXES] = {0};
    for (int axis = 0; axis < shape->dim; axis++) {
        extent all = extent_of(shape->points[axis], shape->count);
        middle[axis] = all.low + (all.high - all.low) * 0.5;
        half[axis] = (all.high - all.low) * 0.5;
        shape->box.low[axis] = all.low;
        shape->box.high[axis] = all.high;
        if (!(half[axis] <= DBL_MAX) ||
            (space->kind == COVEY_SPACE_TORUS && 2.0 * half[axis] > space->size[axis]))
            return covey_fail(error, COVEY_ARG, "an outline is larger than the space");
    }
    shape->center = (covey_vec){middle[0], middle[1], middle[2]};
    shape->radius = covey_vec_length((covey_vec){half[0], half[1], half[2]}) * (1.0 + 0x1p-20);
    return COVEY_OK;
}

/// An empty shape with room for the points, or NULL.
static covey_shape *take_shape(covey_memory *memory, int dim, const covey_outline *outline)
{
    covey_shape *shape = covey_memory_take(memory, 1, sizeof *shape);
    bool taken = shape != NULL;
    for (int axis = 0; axis < dim && taken; axis++) {
        shape->dim = dim;
        shape->count = outline->count;
        shape->form = outline->form;
        shape->points[axis] = covey_memory_take(memory, outline->count, sizeof(double));
        shape->spare[axis] = covey_memory_take(memory, outline->count, sizeof(double));
        shape->past[axis] = covey_memory_take(memory, outline->count, sizeof(double));
        taken =
            shape->points[axis] != NULL && shape->spare[axis] != NULL && shape->past[axis] != NULL;
    }
    if (taken)
        return shape;
    covey_shape_destroy(memory, shape);
    return NULL;
}

/// Corner k of a box is the second of its two points on the axes whose bits k has.
enum { BOX_CORNERS = 8, BOX_TRIANGLES = 12 };
static const uint32_t box_corners[3 * BOX_TRIANGLES] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6,
                                                        0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7,
                                                        0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};

static void place_box(const covey_shape *shape)
{
    double corners[COVEY_AXES][BOX_CORNERS];
    for (int axis = 0; axis < COVEY_AXES; axis++)
        for (int k = 0; k < BOX_CORNERS; k++)
            corners[axis][k] = shape->points[axis][k >> axis & 1];
    const double *const columns[COVEY_AXES] = {corners[0], corners[1], corners[2]};
    covey_facets_place(columns, shape->facets);
}

static void set_endless(covey_shape *shape)
{
    shape->center = covey_vec_at((const double *const *)shape->points, 0);
    shape->radius = 0.0;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        shape->box.low[axis] = -HUGE_VAL;
        shape->box.high[axis] = HUGE_VAL;
    }
}

static covey_status set_plane(const covey_space *space, covey_shape *shape, covey_error *error)
{
    const double *const *points = (const double *const *)shape->points;
    set_endless(shape);
    shape->normal = covey_vec_unit(covey_vec_sub(covey_vec_at(points, 1), shape->center));
    if (space->kind == COVEY_SPACE_TORUS)
        return covey_fail(error, COVEY_ARG,
                          "a plane divides a space, and a torus has no two sides: a thin box does");
    if (covey_vec_is_zero(shape->normal))
        return covey_fail(error, COVEY_ARG,
                          "the points of a plane are one of it and another on its free side");
    return COVEY_OK;
}

static covey_status set_room(const covey_space *space, covey_shape *shape, covey_error *error)
{
    set_endless(shape);
    if (space->kind == COVEY_SPACE_TORUS)
        return covey_fail(error, COVEY_ARG, "a room has an outside, and a torus has none");
    return COVEY_OK;
}

static covey_status set_form(const covey_space *space, covey_shape *shape, covey_error *error)
{
    if (shape->form == COVEY_INFLUENCE_PLANE)
        return set_plane(space, shape, error);
    if (shape->form == COVEY_INFLUENCE_ROOM)
        return set_room(space, shape, error);
    return set_circle(space, shape, error);
}

/// Fails for points that the form of a shape cannot have.
static covey_status check_form(const covey_shape *shape, covey_error *error)
{
    for (int axis = 0; shape->form == COVEY_INFLUENCE_BOX && axis < COVEY_AXES; axis++)
        if (shape->points[axis][0] == shape->points[axis][1])
            return covey_fail(error, COVEY_ARG, "a box needs corners that differ on every axis");
    return COVEY_OK;
}

/// Makes a shape of the spare points, whose spare points are those of now.
static covey_status try_spare(const covey_space *space, const covey_shape *shape,
                              covey_shape *moved, covey_error *error)
{
    *moved = (covey_shape){.dim = shape->dim, .count = shape->count, .form = shape->form};
    moved->facets = shape->facets;
    for (int axis = 0; axis < shape->dim; axis++) {
        moved->points[axis] = shape->spare[axis];
        moved->spare[axis] = shape->points[axis];
        moved->past[axis] = shape->past[axis];
        if (!are_finite(moved->points[axis], moved->count))
            return covey_fail(error, COVEY_ARG, "a point of an outline is not finite");
    }
    if (space->kind == COVEY_SPACE_TORUS)
        fold(space, moved);
    covey_status status = check_form(moved, error);
    if (status == COVEY_OK)
        status = set_form(space, moved, error);
    if (status == COVEY_OK)
        set_images(space, moved);
    return status;
}

covey_status covey_shape_check_spare(const covey_space *space, const covey_shape *shape,
                                     covey_error *error)
{
    covey_shape moved;
    return try_spare(space, shape, &moved, error);
}

covey_status covey_shape_take_spare(const covey_space *space, covey_shape *shape,
                                    covey_error *error)
{
    covey_shape moved;
    covey_status status = try_spare(space, shape, &moved, error);
    if (status != COVEY_OK)
        return status;
    *shape = moved;
    if (shape->form == COVEY_INFLUENCE_BOX)
        place_box(shape);
    else if (shape->form == COVEY_INFLUENCE_MESH)
        covey_facets_place((const double *const *)shape->points, shape->facets);
    return COVEY_OK;
}

covey_status covey_shape_move(const covey_space *space, const covey_outline *outline,
                              covey_shape *shape, covey_error *error)
{
    for (int axis = 0; axis < shape->dim; axis++) {
        if (outline->points[axis] == NULL)
            return covey_fail(error, COVEY_ARG, "a point of an outline is not finite");
        memcpy(shape->spare[axis], outline->points[axis], outline->count * sizeof(double));
    }
    return covey_shape_take_spare(space, shape, error);
}

/// Fails unless an outline of this form may be in the space.
static covey_status check_outline(const covey_space *space, const covey_outline *outline,
                                  covey_error *error)
{
    static const char *const names[] = {"an outline", "a box",  "a plane",
                                        "a mesh",     "a line", "a room"};
    bool deep = covey_space_dim(space) == 3, plain = outline->form == COVEY_INFLUENCE_OUTLINE;
    bool line = outline->form == COVEY_INFLUENCE_LINE;
    bool mesh = outline->form == COVEY_INFLUENCE_MESH, room = outline->form == COVEY_INFLUENCE_ROOM;
    if (!deep && !plain && !line && !room)
        return covey_fail(error, COVEY_ARG, "%s is for three dimensions, and the space is a plane",
                          names[outline->form]);
    if (deep && plain && outline->count > 2)
        return covey_fail(
            error, COVEY_ARG,
            "an outline of %zu points is for the plane; in three dimensions it has one or two",
            outline->count);
    if (room && outline->count != 1)
        return covey_fail(error, COVEY_ARG, "a room has one point, its center, not %zu",
                          outline->count);
    if (!plain && !mesh && !line && !room && outline->count != 2)
        return covey_fail(error, COVEY_ARG, "%s has two points, not %zu", names[outline->form],
                          outline->count);
    if (mesh && outline->triangles.corner == NULL)
        return covey_fail(error, COVEY_ARG, "a mesh needs triangles");
    if (!mesh && outline->triangles.count > 0)
        return covey_fail(error, COVEY_ARG, "%s has no triangles", names[outline->form]);
    return COVEY_OK;
}

static covey_status take_facets(covey_memory *memory, const covey_outline *outline,
                                covey_shape *shape, covey_error *error)
{
    covey_triangles triangles = {box_corners, BOX_TRIANGLES, BOX_CORNERS};
    if (outline->form == COVEY_INFLUENCE_MESH)
        triangles =
            (covey_triangles){outline->triangles.corner, outline->triangles.count, outline->count};
    else if (outline->form != COVEY_INFLUENCE_BOX)
        return COVEY_OK;
    return covey_facets_create(memory, &triangles, &shape->facets, error);
}

covey_status covey_shape_create(covey_memory *memory, const covey_space *space,
                                const covey_outline *outline, covey_shape **result,
                                covey_error *error)
{
    *result = NULL;
    covey_status status = check_outline(space, outline, error);
    if (status != COVEY_OK)
        return status;
    covey_shape *shape = take_shape(memory, covey_space_dim(space), outline);
    if (shape == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for an outline");
    status = take_facets(memory, outline, shape, error);
    if (status == COVEY_OK)
        status = covey_shape_move(space, outline, shape, error);
    if (status == COVEY_OK)
        *result = shape;
    else
        covey_shape_destroy(memory, shape);
    return status;
}

void covey_shape_destroy(covey_memory *memory, covey_shape *shape)
{
    if (shape == NULL)
        return;
    for (int axis = 0; axis < shape->dim; axis++) {
        covey_memory_give(memory, shape->points[axis], shape->count, sizeof(double));
        covey_memory_give(memory, shape->spare[axis], shape->count, sizeof(double));
        covey_memory_give(memory, shape->past[axis], shape->count, sizeof(double));
    }
    covey_facets_destroy(memory, shape->facets);
    covey_memory_give(memory, shape, 1, sizeof *shape);
}

// ---- Asking ----

static covey_vec point(const covey_shape *shape, covey_vec image, size_t k)
{
    covey_vec p = {shape->points[0][k], shape->points[1][k],
                   shape->dim == 3 ? shape->points[2][k] : 0.0};
    return covey_vec_add(p, image);
}

static double cross(covey_vec a, covey_vec b)
{
    return a.x * b.y - a.y * b.x;
}

/// Number of edges; a single point is an edge from itself to itself.
static size_t edges_of(const covey_shape *shape)
{
    return shape->count > 2 ? shape->count : 1;
}

typedef struct edge {
    covey_vec from, to;
} edge;

static edge edge_of(const covey_shape *shape, covey_vec image, size_t k)
{
    size_t next = k + 1 < shape->count ? k + 1 : 0;
    return (edge){point(shape, image, k), point(shape, image, next)};
}

/// The vector from the nearest point of an edge to p.
static covey_vec from_edge(edge e, covey_vec p)
{
    covey_vec along = covey_vec_sub(e.to, e.from), offset = covey_vec_sub(p, e.from);
    double length = covey_vec_dot(along, along);
    double share = length > 0.0 ? covey_vec_dot(offset, along) / length : 0.0;
    share = share > 0.0 ? share : 0.0;
    if (share >= 1.0)
        return covey_vec_sub(p, e.to);
    return covey_vec_sub(offset, covey_vec_scale(along, share));
}

/// True if the ray from p to the right crosses the edge: an odd number of them surround p.
static bool crosses(edge e, covey_vec p)
{
    if ((e.from.y > p.y) == (e.to.y > p.y))
        return false;
    double share = (p.y - e.from.y) / (e.to.y - e.from.y);
    return p.x < e.from.x + share * (e.to.x - e.from.x);
}

static covey_vec left_of(covey_vec v)
{
    return (covey_vec){-v.y, v.x, 0.0};
}

covey_vec covey_shape_across(covey_vec v, bool deep)
{
    if (!deep)
        return covey_vec_unit(left_of(v));
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    covey_vec across = {-v.y, v.x, 0.0};
    if (x <= y && x <= z)
        across = (covey_vec){0.0, -v.z, v.y};
    else if (y <= z)
        across = (covey_vec){v.z, 0.0, -v.x};
    return covey_vec_unit(across);
}

static double distance_of_outline(const covey_shape *shape, covey_vec image, covey_vec p,
                                  covey_vec *away)
{
    bool inside = false;
    covey_vec nearest = {0, 0, 0.0}, along = {1, 0, 0.0};
    double least = HUGE_VAL;
    for (size_t k = 0; k < edges_of(shape); k++) {
        edge e = edge_of(shape, image, k);
        covey_vec offset = from_edge(e, p);
        double distance = covey_vec_length(offset);
        if (shape->count > 2 && crosses(e, p))
            inside = !inside;
        if (distance < least) {
            least = distance;
            nearest = offset;
            along = covey_vec_sub(e.to, e.from);
        }
    }
    *away = covey_vec_unit(nearest);
    if (covey_vec_is_zero(*away)) // on the outline: to the left of it, or up
        *away = covey_shape_across(along, shape->dim == 3);
    if (covey_vec_is_zero(*away))
        *away = (covey_vec){0, 1, 0.0};
    if (!inside)
        return least;
    *away = covey_vec_scale(*away, -1.0);
    return -least;
}

static double distance_in_room(const covey_shape *shape, covey_vec p, covey_vec *away)
{
    covey_vec inward = covey_vec_sub(shape->center, p);
    *away = covey_vec_unit(inward);
    if (covey_vec_is_zero(*away))
        *away = (covey_vec){0, 1, 0.0};
    return -covey_vec_length(inward);
}

double covey_shape_distance(const covey_shape *shape, covey_vec image, covey_vec p, covey_vec *away)
{
    if (shape->facets != NULL)
        return covey_facets_distance(shape->facets, covey_vec_sub(p, image), away);
    if (shape->form == COVEY_INFLUENCE_ROOM)
        return distance_in_room(shape, p, away);
    if (shape->form != COVEY_INFLUENCE_PLANE)
        return distance_of_outline(shape, image, p, away);
    *away = shape->normal;
    return covey_vec_dot(covey_vec_sub(p, shape->center), shape->normal);
}

/// The numbers of sizes, from `first` to `last`, by which images on an axis are near enough.
typedef struct turns_range {
    int first, last;
} turns_range;

static turns_range near_on_axis(double p, double center, double size, double bound)
{
    turns_range range = {1, 0};
    double straight = fabs(p - center);
    if (size == 0.0 || (straight < 0.5 * size && bound < 0.49 * size)) // no other is as near
        return straight <= bound ? (turns_range){0, 0} : range;
    for (int turn = -(ALONG / 2); turn <= ALONG / 2; turn++) {
        if (!(fabs(p - (center + turn * size)) <= bound))
            continue;
        range.first = range.first > range.last ? turn : range.first;
        range.last = turn;
    }
    return range;
}

int covey_shape_near(const covey_shape *shape, covey_vec p, double far,
                     covey_vec found[COVEY_SHAPE_IMAGES])
{
    double bound = (shape->radius + far) * (1.0 + 0x1p-20);
    int count = 0;
    if (shape->form == COVEY_INFLUENCE_PLANE || shape->form == COVEY_INFLUENCE_ROOM) { // no images
        found[0] = (covey_vec){0.0, 0.0, 0.0};
        return 1;
    }
    turns_range x = near_on_axis(p.x, shape->center.x, shape->size[0], bound);
    turns_range y = near_on_axis(p.y, shape->center.y, shape->size[1], bound);
    turns_range z = near_on_axis(p.z, shape->center.z, shape->size[2], bound);
    bool first = x.first * x.last <= 0 && y.first * y.last <= 0 && z.first * z.last <= 0;
    if (first && x.first <= x.last && y.first <= y.last && z.first <= z.last)
        found[count++] = (covey_vec){0.0, 0.0, 0.0};
    for (int i = x.first; i <= x.last; i++)
        for (int j = y.first; j <= y.last; j++)
            for (int k = z.first; k <= z.last; k++)
                if (i != 0 || j != 0 || k != 0)
                    found[count++] =
                        (covey_vec){i * shape->size[0], j * shape->size[1], k * shape->size[2]};
    return count;
}

/// In the plane: the distance along a flight to the first point as near as `reach` to the inner
/// part of an edge, on either side.
static double hit_side(const covey_flight *way, edge e, double reach)
{
    covey_vec along = covey_vec_sub(e.to, e.from);
    covey_vec normal = covey_vec_unit(left_of(along));
    double far = covey_flight_to_plane(way, e.from, normal, reach);
    if (!(far < HUGE_VAL))
        return far;
    covey_vec there = covey_vec_add(way->from, covey_vec_scale(way->along, far));
    double place = covey_vec_dot(covey_vec_sub(there, e.from), along);
    return place >= 0.0 && place <= covey_vec_dot(along, along) ? far : HUGE_VAL;
}

/// The distance along a flight to the first point nearer than `reach` to the solid side of a plane.
static double hit_plane(const covey_shape *shape, const covey_flight *way, double reach)
{
    covey_vec offset = covey_vec_sub(way->from, shape->center);
    double height = covey_vec_dot(offset, shape->normal);
    double sinking = -covey_vec_dot(way->along, shape->normal);
    if (!(sinking > 0.0))
        return HUGE_VAL;
    return height > reach ? (height - reach) / sinking : 0.0;
}

/// The distance along a flight to the last point of the ball of radius -reach around the center of
/// a room; below 0 where all of the ball is behind.
static double hit_room(const covey_shape *shape, const covey_flight *way, double reach)
{
    covey_vec offset = covey_vec_sub(way->from, shape->center);
    double radius = reach < 0.0 ? -reach : 0.0, along = covey_vec_dot(offset, way->along);
    double outside = covey_vec_dot(offset, offset) - radius * radius; // exact near the wall
    double square = along * along - outside;
    return sqrt(square > 0.0 ? square : 0.0) - along;
}

static double hit_outline(const covey_shape *shape, covey_vec image, const covey_flight *way,
                          double reach)
{
    double first = HUGE_VAL;
    for (size_t k = 0; k < edges_of(shape); k++) {
        edge e = edge_of(shape, image, k);
        double far = covey_flight_ball(way, e.from, reach);
        first = far < first ? far : first;
        if (shape->count == 1)
            break;
        far = covey_flight_ball(way, e.to, reach);
        first = far < first ? far : first;
        far = way->deep ? covey_flight_tube(way, e.from, e.to, reach) : hit_side(way, e, reach);
        first = far < first ? far : first;
    }
    return first;
}

double covey_shape_hit(const covey_shape *shape, covey_vec image, covey_vec p, covey_vec way,
                       double reach)
{
    covey_flight line = {p, covey_vec_unit(way), covey_vec_length(way), shape->dim == 3};
    double first;
    if (shape->form == COVEY_INFLUENCE_PLANE) {
        first = hit_plane(shape, &line, reach);
    } else if (shape->form == COVEY_INFLUENCE_ROOM) {
        first = hit_room(shape, &line, reach);
    } else if (shape->facets != NULL) {
        line.from = covey_vec_sub(p, image);
        first = covey_facets_hit(shape->facets, &line, reach);
    } else {
        first = hit_outline(shape, image, &line, reach);
    }
    if (!(first <= line.length))
        return 2.0;
    return first > 0.0 ? first / line.length : 0.0;
}

bool covey_shape_is_left(const covey_shape *shape, covey_vec image, covey_vec p, covey_vec heading,
                         double reach)
{
    if (shape->count == 1) {
        // Both turns are half the angle that it takes up, one more and one less its direction: two
        // arc tangents add nothing, unless rounding may make them equal.
        covey_vec offset = covey_vec_sub(point(shape, image, 0), p);
        double aside = cross(heading, offset), along = covey_vec_dot(heading, offset);
        if (fabs(aside) > fabs(along) * 0x1p-30 && fabs(aside) < HUGE_VAL)
            return aside < 0.0;
    }
    covey_turns turns = covey_shape_turns(shape, image, p, heading, reach);
    return turns.left <= turns.right;
}

covey_turns covey_shape_turns(const covey_shape *shape, covey_vec image, covey_vec p,
                              covey_vec heading, double reach)
{
    const double quarter = 0.25 * COVEY_TURN;
    covey_turns turns = {-2.0 * quarter, -2.0 * quarter};
    for (size_t k = 0; k < shape->count; k++) {
        covey_vec offset = covey_vec_sub(point(shape, image, k), p);
        double square = covey_vec_dot(offset, offset) - reach * reach;
        double half = square > 0.0 ? covey_atan2(reach, sqrt(square)) : quarter;
        double angle = covey_atan2(cross(heading, offset), covey_vec_dot(heading, offset));
        turns.left = angle + half > turns.left ? angle + half : turns.left;
        turns.right = half - angle > turns.right ? half - angle : turns.right;
    }
    return turns;
}
