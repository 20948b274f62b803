// SPDX-License-Identifier: MIT
// Agents of three dimensions: pyramids that point where they fly, drawn with the obstacles from far
// to near. Solids too small to have faces are one triangle.
#include "base/memory.h"
#include "base/sphere.h"
#include "draw/context.h"

#include <float.h>
#include <string.h>

enum {
    DIGITS = 11, ///< bits of a key that are sorted at a time
    VALUES = 1 << DIGITS,
    SIDES = 4,
    FACETED = 7, ///< units: a shorter agent has no faces
};

// ---- From far to near ----

/// A thing to draw: agents are numbered from flock to flock, obstacles and their copies go behind.
typedef struct item {
    uint32_t key; ///< ascending from far to near
    uint32_t number;
} item;

/// An obstacle, or a triangle of it, and one of the places where it is seen.
typedef struct solid {
    const covey_picture_mark *mark;
    covey_vec shift;
    size_t triangle;
} solid;

typedef struct stage {
    covey_draw_context *context;
    covey_memory memory;
    size_t agents, count;
    item *items, *scratch;
    solid *solids;
    size_t solids_count;
} stage;

/// Floats in their order, the largest first; NaN is somewhere.
static uint32_t key_of(double depth)
{
    float number = (float)depth;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return (bits >> 31) != 0 ? bits : ~bits & 0x7fffffffU;
}

/// Sorts by the lowest digits first; equal keys stay in their order.
static void sort(stage *self)
{
    for (int shift = 0; shift < 32; shift += DIGITS) {
        uint32_t starts[VALUES + 1] = {0};
        for (size_t k = 0; k < self->count; k++)
            starts[(self->items[k].key >> shift) % VALUES + 1]++;
        for (int v = 0; v < VALUES; v++)
            starts[v + 1] += starts[v];
        for (size_t k = 0; k < self->count; k++)
            self->scratch[starts[(self->items[k].key >> shift) % VALUES]++] = self->items[k];
        item *sorted = self->scratch;
        self->scratch = self->items;
        self->items = sorted;
    }
}

static double depth_of(const stage *self, covey_vec place)
{
    const covey_camera *camera = &self->context->picture->camera;
    return -covey_vec_dot(covey_vec_sub(place, camera->center), camera->toward);
}

static bool is_drawn_here(const covey_picture_mark *mark)
{
    bool round = mark->count >= 1 && mark->count <= 2;
    return mark->kind == COVEY_MARK_SOLID && (round || mark->triangles_count > 0);
}

/// Finds the places where an obstacle is seen: its own, and on a torus the places of its copies
/// that reach into the space.
static int places_of(const covey_draw_context *context, const covey_picture_mark *mark,
                     covey_vec shifts[COVEY_DRAW_COPIES])
{
    const covey_space *space = &context->picture->space;
    covey_vec first = covey_mark_point(mark, 0), last = covey_mark_point(mark, mark->count - 1);
    double r = mark->radius;
    if (mark->triangles_count > 0)
        r += covey_mark_reach(mark);
    const covey_vec low = {-r, -r, -r};
    const covey_vec high = {space->size[0] + r, space->size[1] + r, space->size[2] + r};
    int count = covey_context_copies(context, first, covey_mark_reach(mark), shifts), kept = 0;
    for (int k = 0; k < count; k++) {
        covey_vec shift = covey_vec_sub(shifts[k], first);
        covey_vec ends[2] = {covey_vec_add(first, shift), covey_vec_add(last, shift)};
        if (k == 0 || covey_deep_clip(low, high, ends))
            shifts[kept++] = shift;
    }
    return kept;
}

/// The flock of an agent's number, which becomes its index there.
static int flock_of(const covey_picture *picture, size_t *number)
{
    int flock = 0;
    while (*number >= picture->flocks[flock].view.count)
        *number -= picture->flocks[flock++].view.count;
    return flock;
}

// ---- One agent ----

/// Where it is, and the way of light and of its own axes on the page.
typedef struct body {
    covey_point at;
    double length;               ///< px
    covey_vec ahead, left, over; ///< unit vectors
    covey_color color;
} body;

/// From above left, before the page: along right, up and toward.
static covey_vec light_of(const covey_camera *camera)
{
    covey_vec light = covey_vec_scale(camera->right, -0.42);
    light = covey_vec_add(light, covey_vec_scale(camera->up, 0.68));
    return covey_vec_add(light, covey_vec_scale(camera->toward, 0.6));
}

static covey_point moved(covey_point from, const covey_camera *camera, covey_vec way)
{
    return (covey_point){from.x + (float)covey_vec_dot(way, camera->right),
                         from.y - (float)covey_vec_dot(way, camera->up)};
}

/// A point of a body, given along its axes in its lengths.
static covey_point corner_of(const body *self, const covey_camera *camera, double ahead,
                             double left, double over)
{
    covey_vec way = covey_vec_scale(self->ahead, ahead * self->length);
    way = covey_vec_add(way, covey_vec_scale(self->left, left * self->length));
    return moved(self->at, camera,
                 covey_vec_add(way, covey_vec_scale(self->over, over * self->length)));
}

/// True for corners that go round against the clock as they are seen.
static bool faces_us(covey_point a, covey_point b, covey_point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) < 0.0F;
}

/// A point a little further on the way to another: under a neighbor drawn later, so that no paper
/// shines through the smoothed edge between the two.
static covey_point nudged(covey_point from, covey_point to)
{
    float x = to.x - from.x, y = to.y - from.y, way = sqrtf(x * x + y * y);
    float share = way > 1.4F ? 0.7F / way : 0.5F;
    return (covey_point){from.x + share * x, from.y + share * y};
}

/// The corners of the base, and where the normals of the sides between them point, along the axes.
static const double base[SIDES][2] = {{0.3, 0.0}, {0.0, 0.18}, {-0.3, 0.0}, {0.0, -0.11}};
static const double normals[SIDES + 1][3] = {
    {0.15, 0.51, 0.85}, {0.15, -0.51, 0.85}, {0.11, -0.34, -0.93}, {0.11, 0.34, -0.93}, {-1, 0, 0}};

static covey_color color_of_face(const body *self, covey_vec light, int face)
{
    const double *n = normals[face];
    covey_vec normal = covey_vec_scale(self->ahead, n[0]);
    normal = covey_vec_add(normal, covey_vec_scale(self->left, n[1]));
    normal = covey_vec_add(normal, covey_vec_scale(self->over, n[2]));
    return covey_context_lit(self->color, 0.86 + 0.26 * covey_vec_dot(normal, light));
}

static void draw_base(covey_painter *painter, const covey_point at[SIDES], covey_point tip,
                      const bool seen[SIDES], covey_color color)
{
    covey_point p[SIDES];
    for (int k = 0; k < SIDES; k++) // under the sides, which come next
        p[k] = seen[k] || seen[(k + SIDES - 1) % SIDES] ? nudged(at[k], tip) : at[k];
    covey_painter_triangle(painter,
                           &(covey_triangle){nudged(p[0], p[3]), p[1], nudged(p[2], p[3]), color});
    covey_painter_triangle(painter, &(covey_triangle){p[0], p[3], p[2], color});
}

static void draw_pyramid(covey_draw_context *context, const body *self)
{
    const covey_camera *camera = &context->picture->camera;
    covey_vec light = light_of(camera);
    covey_point tip = corner_of(self, camera, 0.6, 0.0, 0.0), at[SIDES];
    bool seen[SIDES];
    for (int k = 0; k < SIDES; k++)
        at[k] = corner_of(self, camera, -0.4, base[k][0], base[k][1]);
    for (int k = 0; k < SIDES; k++)
        seen[k] = faces_us(tip, at[k], at[(k + 1) % SIDES]);
    if (faces_us(at[0], at[3], at[2]))
        draw_base(&context->painter, at, tip, seen, color_of_face(self, light, SIDES));
    for (int k = 0; k < SIDES; k++) {
        int next = (k + 1) % SIDES, before = (k + SIDES - 1) % SIDES;
        covey_point from = at[k], to = at[next];
        if (seen[next] && next > k)
            to = nudged(to, at[(next + 1) % SIDES]);
        if (seen[before] && before > k)
            from = nudged(from, at[before]);
        if (seen[k])
            covey_painter_triangle(&context->painter,
                                   &(covey_triangle){tip, from, to, color_of_face(self, light, k)});
    }
}

/// A dart as long as it is seen, but never so short that it points nowhere.
static void draw_speck(covey_draw_context *context, const body *self)
{
    const covey_camera *camera = &context->picture->camera;
    double x = covey_vec_dot(self->ahead, camera->right),
           y = covey_vec_dot(self->ahead, camera->up);
    double seen = sqrt(x * x + y * y),
           longer = seen < 0.5 ? fmin(0.5 / fmax(seen, 1e-3), 8.0) : 1.0;
    float fx = (float)(longer * x * self->length), fy = (float)(-longer * y * self->length);
    float wide = (float)(0.3 * self->length / fmax(seen, 1e-3)), sx = (float)-y * wide,
          sy = (float)-x * wide;
    covey_point p = self->at;
    covey_painter_triangle(&context->painter,
                           &(covey_triangle){{p.x + 0.6F * fx, p.y + 0.6F * fy},
                                             {p.x - 0.4F * fx + sx, p.y - 0.4F * fy + sy},
                                             {p.x - 0.4F * fx - sx, p.y - 0.4F * fy - sy},
                                             self->color});
}

/// An agent without heading: six corners.
static void draw_ball(covey_draw_context *context, const body *self)
{
    const float r = (float)(0.25 * self->length), h = 0.866F * r;
    const float corners[6][2] = {{r, 0},  {0.5F * r, h},   {-0.5F * r, h},
                                 {-r, 0}, {-0.5F * r, -h}, {0.5F * r, -h}};
    covey_point p = self->at;
    for (int k = 1; k < 5; k++)
        covey_painter_triangle(&context->painter,
                               &(covey_triangle){{p.x + corners[0][0], p.y},
                                                 {p.x + corners[k][0], p.y + corners[k][1]},
                                                 {p.x + corners[k + 1][0], p.y + corners[k + 1][1]},
                                                 self->color});
}

/// Its back turned up: level wings, as far as its heading lets it.
static void turn(body *self, covey_vec heading)
{
    self->ahead = heading;
    covey_vec left = covey_vec_unit((covey_vec){-heading.y, heading.x, 0.0});
    self->left = covey_vec_is_zero(left) ? (covey_vec){1, 0, 0} : left;
    self->over = covey_sphere_cross(self->ahead, self->left);
}

static void draw_agent(const stage *self, int flock, size_t i)
{
    covey_draw_context *context = self->context;
    const covey_view *view = &context->picture->flocks[flock].view;
    const covey_camera *camera = &context->picture->camera;
    covey_vec ahead = covey_context_ahead(view, i), heading = covey_vec_unit(ahead);
    covey_sight sight;
    if (!covey_camera_look(camera, covey_vec_at(view->pos, i), &sight))
        return;
    double length = covey_context_dart(context, flock), unit = context->picture->unit;
    bool hunts = context->picture->flocks[flock].prey >= 0; // which are to be seen from afar
    double depth = hunts ? 0.5 * (sight.depth + context->nearest) : sight.depth;
    covey_color color = covey_context_haze(context, covey_context_color(context, flock, i), depth);
    body agent = {.at = sight.point,
                  .length = fmax(length * sight.scale / camera->scale, 2.2 * unit),
                  .color = color};
    bool heads = covey_vec_length(ahead) <= DBL_MAX && !covey_vec_is_zero(heading);
    if (heads)
        turn(&agent, heading);
    if (!heads)
        draw_ball(context, &agent);
    else if (agent.length < (double)FACETED * unit)
        draw_speck(context, &agent);
    else
        draw_pyramid(context, &agent);
}

// ---- All ----

/// The pieces of an obstacle that are drawn by themselves.
static size_t pieces_of(const covey_picture_mark *mark)
{
    return mark->triangles_count > 0 ? mark->triangles_count : 1;
}

static covey_vec corner_at(const solid *one, size_t k)
{
    uint32_t point = one->mark->triangles[3 * one->triangle + k];
    return covey_vec_add(covey_mark_point(one->mark, point), one->shift);
}

/// The middle of a triangle, or of both ends.
static covey_vec middle_of(const solid *one)
{
    const covey_picture_mark *mark = one->mark;
    if (mark->triangles_count > 0)
        return covey_vec_scale(
            covey_vec_add(covey_vec_add(corner_at(one, 0), corner_at(one, 1)), corner_at(one, 2)),
            1.0 / 3.0);
    covey_vec first = covey_mark_point(mark, 0), last = covey_mark_point(mark, mark->count - 1);
    return covey_vec_add(covey_vec_scale(covey_vec_add(first, last), 0.5), one->shift);
}

/// Corners a little further out, under or over the corners of the neighbors, so that no paper
/// shines through the smoothed edges between.
static void grow(covey_point corners[3])
{
    const covey_point middle = {(corners[0].x + corners[1].x + corners[2].x) / 3.0F,
                                (corners[0].y + corners[1].y + corners[2].y) / 3.0F};
    for (int k = 0; k < 3; k++) {
        float x = corners[k].x - middle.x, y = corners[k].y - middle.y;
        float way = sqrtf(x * x + y * y), share = way > 1.0F ? 0.8F / way : 0.0F;
        corners[k] = (covey_point){corners[k].x + share * x, corners[k].y + share * y};
    }
}

/// How deep the middle of a face of a box is, whose triangles come in pairs.
static double face_depth(const covey_camera *camera, const solid *one)
{
    covey_vec low = corner_at(one, 0), high = low;
    for (size_t k = 0; k < 6; k++) {
        solid half = *one;
        half.triangle = one->triangle / 2 * 2 + k / 3;
        covey_vec at = corner_at(&half, k % 3);
        low = (covey_vec){fmin(low.x, at.x), fmin(low.y, at.y), fmin(low.z, at.z)};
        high = (covey_vec){fmax(high.x, at.x), fmax(high.y, at.y), fmax(high.z, at.z)};
    }
    covey_vec middle = covey_vec_scale(covey_vec_add(low, high), 0.5);
    return -covey_vec_dot(covey_vec_sub(middle, camera->center), camera->toward);
}

/// A triangle in the light that falls on the side that is seen.
static void draw_facet(covey_draw_context *context, const solid *one)
{
    const covey_camera *camera = &context->picture->camera;
    covey_sight seen[3];
    for (size_t k = 0; k < 3; k++)
        if (!covey_camera_look(camera, corner_at(one, k), &seen[k]))
            return;
    covey_vec a = covey_vec_sub(corner_at(one, 1), corner_at(one, 0));
    covey_vec b = covey_vec_sub(corner_at(one, 2), corner_at(one, 0));
    covey_vec normal = covey_vec_unit(covey_sphere_cross(a, b));
    double light = covey_vec_dot(normal, light_of(camera));
    light = faces_us(seen[0].point, seen[1].point, seen[2].point) ? light : -light;
    double depth = (seen[0].depth + seen[1].depth + seen[2].depth) / 3.0;
    if (one->mark->points[0] == NULL) // both triangles of a box's face have one color
        depth = face_depth(camera, one);
    covey_color color = covey_context_role(context, COVEY_ROLE_OBSTACLE);
    color = covey_context_lit(covey_context_haze(context, color, depth), 0.92 + 0.3 * light);
    covey_point at[3] = {seen[0].point, seen[1].point, seen[2].point};
    grow(at);
    covey_painter_triangle(&context->painter, &(covey_triangle){at[0], at[1], at[2], color});
}

static void count_items(stage *self)
{
    const covey_picture *picture = self->context->picture;
    covey_vec shifts[COVEY_DRAW_COPIES];
    for (int k = 0; k < picture->flocks_count; k++)
        self->agents += picture->flocks[k].view.count;
    for (size_t k = 0; k < picture->marks_count; k++)
        if (is_drawn_here(&picture->marks[k]))
            self->solids_count += (size_t)places_of(self->context, &picture->marks[k], shifts) *
                                  pieces_of(&picture->marks[k]);
    self->count = self->agents + self->solids_count;
}

static bool take_memory(stage *self)
{
    self->items = covey_memory_take(&self->memory, self->count, sizeof *self->items);
    self->scratch = covey_memory_take(&self->memory, self->count, sizeof *self->scratch);
    self->solids = covey_memory_take(&self->memory, self->solids_count, sizeof *self->solids);
    return self->items != NULL && self->scratch != NULL && self->solids != NULL;
}

static void give_memory(stage *self)
{
    covey_memory_give(&self->memory, self->items, self->count, sizeof *self->items);
    covey_memory_give(&self->memory, self->scratch, self->count, sizeof *self->scratch);
    covey_memory_give(&self->memory, self->solids, self->solids_count, sizeof *self->solids);
}

static void list_agents(stage *self)
{
    const covey_picture *picture = self->context->picture;
    uint32_t next = 0;
    for (int k = 0; k < picture->flocks_count; k++)
        for (size_t i = 0; i < picture->flocks[k].view.count; i++, next++)
            self->items[next] =
                (item){key_of(depth_of(self, covey_vec_at(picture->flocks[k].view.pos, i))), next};
}

/// A piece is as far as its middle.
static void list_solids(stage *self)
{
    const covey_picture *picture = self->context->picture;
    covey_vec shifts[COVEY_DRAW_COPIES];
    size_t next = 0;
    for (size_t k = 0; k < picture->marks_count; k++) {
        const covey_picture_mark *mark = &picture->marks[k];
        size_t copies = is_drawn_here(mark) ? (size_t)places_of(self->context, mark, shifts) : 0;
        for (size_t piece = 0; piece < copies * pieces_of(mark); piece++, next++) {
            solid *one = &self->solids[next];
            *one = (solid){mark, shifts[piece / pieces_of(mark)], piece % pieces_of(mark)};
            self->items[self->agents + next] =
                (item){key_of(depth_of(self, middle_of(one))), (uint32_t)(self->agents + next)};
        }
    }
}

static void draw_item(stage *self, size_t number)
{
    if (number >= self->agents) {
        const solid *one = &self->solids[number - self->agents];
        if (one->mark->triangles_count > 0) {
            draw_facet(self->context, one);
            return;
        }
        covey_painter_flush(&self->context->painter);
        covey_mark_draw_solid(self->context, one->mark, one->shift);
        return;
    }
    int flock = flock_of(self->context->picture, &number);
    draw_agent(self, flock, number);
}

void covey_solids_draw(covey_draw_context *context)
{
    stage self = {.context = context, .memory = covey_memory_init(context->picture->allocator)};
    count_items(&self);
    if (take_memory(&self)) {
        list_agents(&self);
        list_solids(&self);
        sort(&self);
        for (size_t k = 0; k < self.count; k++)
            draw_item(&self, self.items[k].number);
    } else {
        for (size_t k = 0; k < context->picture->marks_count; k++)
            if (is_drawn_here(&context->picture->marks[k]) &&
                context->picture->marks[k].triangles_count == 0)
                covey_mark_draw_solid(context, &context->picture->marks[k], (covey_vec){0, 0, 0});
        for (size_t number = 0; number < self.agents; number++)
            draw_item(&self, number);
    }
    give_memory(&self);
    covey_painter_flush(&context->painter);
}
