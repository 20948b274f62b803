// SPDX-License-Identifier: MIT
// The volume that a flock fills: that of its convex hull (C. B. Barber, D. P. Dobkin and H.
// Huhdanpaa, "The quickhull algorithm for convex hulls", ACM Trans. Math. Softw. 22, 469, 1996). It
// grows from a tetrahedron by the point that is farthest above a face, which then sees the faces
// that it replaces. On a torus by the shortest offsets from the center of mass. Points are sorted
// by place at first, so that the order of agents changes no bit; what is nearer to a face than
// rounding is on it.
#include "base/sphere.h"
#include "measures/agents.h"

#include <stdlib.h>

#define NONE UINT32_MAX
/// Of the size of the flock: a point that is less above a face is on it.
#define FLAT 1e-13

typedef struct face {
    uint32_t corner[3]; ///< counterclockwise from outside
    uint32_t above;     ///< the first point above it, NONE: none
    covey_vec normal;
    double level;
    bool is_there;
} face;

typedef struct hull {
    covey_memory *memory;
    covey_vec *points;
    size_t count;
    uint32_t *next; ///< of the points above the same face
    face *faces;
    size_t faces_count, faces_room;
    uint32_t *seen; ///< faces that the next point is above, and then the faces that replace them
    size_t seen_count, seen_room;
    uint32_t *rim; ///< pairs of corners: edges between seen faces and others
    size_t rim_count, rim_room;
} hull;

static int by_place(const void *a, const void *b)
{
    const covey_vec *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    if (p->y != q->y)
        return p->y < q->y ? -1 : 1;
    return (p->z > q->z) - (p->z < q->z);
}

static double height(const face *of, covey_vec point)
{
    return covey_vec_dot(of->normal, point) - of->level;
}

// ---- Faces ----

/// Makes room for one more of `size` bytes; false without memory.
static bool make_room(covey_memory *memory, void **block, size_t *room, size_t count, size_t size)
{
    if (count < *room)
        return true;
    void *grown = covey_memory_grow(memory, *block, *room, 2 * count + 64, size);
    if (grown == NULL)
        return false;
    *block = grown;
    *room = 2 * count + 64;
    return true;
}

static face face_of(const hull *self, uint32_t a, uint32_t b, uint32_t c)
{
    covey_vec first = covey_vec_sub(self->points[b], self->points[a]);
    covey_vec second = covey_vec_sub(self->points[c], self->points[a]);
    covey_vec normal = covey_vec_unit(covey_sphere_cross(first, second));
    return (face){.corner = {a, b, c},
                  .above = NONE,
                  .normal = normal,
                  .level = covey_vec_dot(normal, self->points[a]),
                  .is_there = true};
}

static bool add_face(hull *self, uint32_t a, uint32_t b, uint32_t c)
{
    void *block = self->faces;
    if (!make_room(self->memory, &block, &self->faces_room, self->faces_count, sizeof(face)))
        return false;
    self->faces = block;
    self->faces[self->faces_count++] = face_of(self, a, b, c);
    return true;
}

static bool add_number(covey_memory *memory, uint32_t **list, size_t *count, size_t *room,
                       uint32_t number)
{
    void *block = *list;
    if (!make_room(memory, &block, room, *count, sizeof **list))
        return false;
    *list = block;
    (*list)[(*count)++] = number;
    return true;
}

/// Gives a point to the first of the faces in the list `seen` that it is above.
static void put_point(hull *self, uint32_t point)
{
    for (size_t k = 0; k < self->seen_count; k++) {
        face *of = &self->faces[self->seen[k]];
        if (of->is_there && height(of, self->points[point]) > FLAT) {
            self->next[point] = of->above;
            of->above = point;
            return;
        }
    }
}

/// Finds the point for which `far` is largest; `far` gets the points chosen before.
static uint32_t farthest(const hull *self, double (*far)(const covey_vec *, covey_vec),
                         const covey_vec *chosen, double *most)
{
    uint32_t found = 0;
    *most = -1.0;
    for (size_t k = 0; k < self->count; k++) {
        double now = far(chosen, self->points[k]);
        if (now > *most) {
            *most = now;
            found = (uint32_t)k;
        }
    }
    return found;
}

static double from_point(const covey_vec *chosen, covey_vec p)
{
    return covey_vec_length(covey_vec_sub(p, chosen[0]));
}

static double from_line(const covey_vec *chosen, covey_vec p)
{
    covey_vec line = covey_vec_unit(covey_vec_sub(chosen[1], chosen[0]));
    return covey_vec_length(covey_sphere_cross(line, covey_vec_sub(p, chosen[0])));
}

static double from_plane(const covey_vec *chosen, covey_vec p)
{
    covey_vec normal = covey_vec_unit(covey_sphere_cross(covey_vec_sub(chosen[1], chosen[0]),
                                                         covey_vec_sub(chosen[2], chosen[0])));
    return fabs(covey_vec_dot(normal, covey_vec_sub(p, chosen[0])));
}

/// Begins with four points far from each other; *is_flat if they are in one plane. False without
/// memory.
static bool begin(hull *self, bool *is_flat)
{
    double (*const far[3])(const covey_vec *, covey_vec) = {from_point, from_line, from_plane};
    covey_vec chosen[4] = {self->points[0]};
    uint32_t at[4] = {0};
    *is_flat = false;
    for (int k = 0; k < 3 && !*is_flat; k++) {
        double most;
        at[k + 1] = farthest(self, far[k], chosen, &most);
        chosen[k + 1] = self->points[at[k + 1]];
        *is_flat = !(most > FLAT);
    }
    if (*is_flat)
        return true;
    covey_vec normal = covey_sphere_cross(covey_vec_sub(chosen[1], chosen[0]),
                                          covey_vec_sub(chosen[2], chosen[0]));
    if (covey_vec_dot(normal, covey_vec_sub(chosen[3], chosen[0])) > 0.0) {
        uint32_t swapped = at[1]; // the fourth is to be below the first face
        at[1] = at[2];
        at[2] = swapped;
    }
    return add_face(self, at[0], at[1], at[2]) && add_face(self, at[0], at[3], at[1]) &&
           add_face(self, at[1], at[3], at[2]) && add_face(self, at[2], at[3], at[0]);
}

// ---- Growth ----

/// Takes the highest point above a face off its list.
static uint32_t take_highest(hull *self, face *of)
{
    uint32_t *best = &of->above;
    double most = -1.0;
    for (uint32_t *at = &of->above; *at != NONE; at = &self->next[*at]) {
        double now = height(of, self->points[*at]);
        if (now > most) {
            most = now;
            best = at;
        }
    }
    uint32_t point = *best;
    *best = self->next[point];
    return point;
}

/// True if a face that is seen has the edge from b to a.
static bool is_inner(const hull *self, uint32_t a, uint32_t b)
{
    for (size_t k = 0; k < self->seen_count; k++) {
        const uint32_t *corner = self->faces[self->seen[k]].corner;
        for (int side = 0; side < 3; side++)
            if (corner[side] == b && corner[(side + 1) % 3] == a)
                return true;
    }
    return false;
}

/// Lists the faces that a point is above, and the edges around them; false without memory.
static bool find_rim(hull *self, covey_vec point)
{
    bool good = true;
    self->seen_count = self->rim_count = 0;
    for (size_t k = 0; k < self->faces_count && good; k++)
        if (self->faces[k].is_there && height(&self->faces[k], point) > FLAT)
            good = add_number(self->memory, &self->seen, &self->seen_count, &self->seen_room,
                              (uint32_t)k);
    for (size_t k = 0; k < self->seen_count && good; k++) {
        const uint32_t *corner = self->faces[self->seen[k]].corner;
        for (int side = 0; side < 3 && good; side++) {
            uint32_t a = corner[side], b = corner[(side + 1) % 3];
            if (is_inner(self, a, b))
                continue;
            good = add_number(self->memory, &self->rim, &self->rim_count, &self->rim_room, a) &&
                   add_number(self->memory, &self->rim, &self->rim_count, &self->rim_room, b);
        }
    }
    return good;
}

/// Joins the points above the faces that are seen, and takes these away.
static uint32_t take_points(hull *self)
{
    uint32_t all = NONE;
    for (size_t k = 0; k < self->seen_count; k++) {
        face *of = &self->faces[self->seen[k]];
        for (uint32_t at = of->above; at != NONE;) {
            uint32_t next = self->next[at];
            self->next[at] = all;
            all = at;
            at = next;
        }
        of->is_there = false;
    }
    return all;
}

/// Makes a point a corner of the hull; false without memory.
static bool add_point(hull *self, uint32_t point)
{
    if (!find_rim(self, self->points[point]))
        return false;
    uint32_t above = take_points(self);
    for (size_t k = 0; k + 1 < self->rim_count; k += 2) {
        uint32_t a = self->rim[k], b = self->rim[k + 1], at = (uint32_t)self->faces_count;
        if (k / 2 < self->seen_count)
            self->faces[self->seen[k / 2]] = face_of(self, a, b, point);
        else if (!add_face(self, a, b, point) ||
                 !add_number(self->memory, &self->seen, &self->seen_count, &self->seen_room, at))
            return false;
    }
    while (above != NONE) {
        uint32_t next = self->next[above];
        put_point(self, above);
        above = next;
    }
    return true;
}

/// False without memory.
static bool grow(hull *self)
{
    bool good = true;
    for (uint32_t k = 0; k < self->faces_count && good; k++) {
        good = add_number(self->memory, &self->seen, &self->seen_count, &self->seen_room, k);
    }
    for (size_t k = 0; k < self->count && good; k++)
        put_point(self, (uint32_t)k);
    for (size_t k = 0; k < self->faces_count && good;) {
        face *of = &self->faces[k];
        if (of->is_there && of->above != NONE) {
            good = add_point(self, take_highest(self, of));
            k = 0; // a face that was done may have been replaced
        } else
            k++;
    }
    return good;
}

static double volume_of(const hull *self)
{
    double six = 0.0;
    for (size_t k = 0; k < self->faces_count; k++) {
        const face *of = &self->faces[k];
        if (of->is_there)
            six += covey_vec_dot(
                self->points[of->corner[0]],
                covey_sphere_cross(self->points[of->corner[1]], self->points[of->corner[2]]));
    }
    return six / 6.0;
}

// ---- The measure ----

/// Puts all agents as seen from the center, scaled by a power of two to at most 1.
static int place_points(const covey_view *view, covey_vec *points)
{
    covey_vec center = covey_center(view);
    double most = 0.0;
    int exponent;
    for (size_t i = 0; i < view->count; i++) {
        points[i] = covey_agents_offset(view, center, i);
        double length = covey_agents_finite(covey_vec_length(points[i]));
        most = length > most ? length : most;
    }
    (void)frexp(most, &exponent);
    for (size_t i = 0; i < view->count; i++)
        points[i] = (covey_vec){ldexp(points[i].x, -exponent), ldexp(points[i].y, -exponent),
                                ldexp(points[i].z, -exponent)};
    qsort(points, view->count, sizeof *points, by_place);
    return exponent;
}

static covey_status compute(covey_measure_work *work, double *values)
{
    covey_memory *memory = &work->shared->memory;
    const size_t count = work->view->count;
    if (count < 2)
        return COVEY_OK;
    hull self = {.memory = memory, .count = count};
    self.points = covey_memory_take(memory, count, sizeof *self.points);
    self.next = covey_memory_take(memory, count, sizeof *self.next);
    bool good = self.points != NULL && self.next != NULL, is_flat = false;
    if (good) {
        int exponent = place_points(work->view, self.points);
        good = begin(&self, &is_flat) && (is_flat || grow(&self));
        values[0] = is_flat ? 0.0 : covey_agents_finite(ldexp(volume_of(&self), 3 * exponent));
    }
    covey_memory_give(memory, self.points, count, sizeof *self.points);
    covey_memory_give(memory, self.next, count, sizeof *self.next);
    covey_memory_give(memory, self.faces, self.faces_room, sizeof *self.faces);
    covey_memory_give(memory, self.seen, self.seen_room, sizeof *self.seen);
    covey_memory_give(memory, self.rim, self.rim_room, sizeof *self.rim);
    return good ? COVEY_OK : COVEY_MEMORY;
}

static const covey_measure columns[] = {
    {"hull_volume", "Volume of the convex hull.", "L^3",
     "Barber et al. 1996, doi:10.1145/235815.235821", false, NULL},
    {0},
};

const covey_measure_group covey_measure_hull_volume = {
    .name = "hull_volume", .columns = columns, .compute = compute, .dim = COVEY_AXES};
