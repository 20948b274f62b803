// SPDX-License-Identifier: MIT
// Voronoi cells by walls (G. Voronoi, J. reine angew. Math. 134, 198, 1908): halfway to each other
// agent, and to each of its images on a torus, stands a wall; the cell is the part of the space
// that is on the agent's side of all of them. Walls are set from the nearest agents outward until
// all corners are nearer than half of the distance of the next one, which cannot matter then (C. H.
// Rycroft, "Voro++: a three-dimensional Voronoi cell library in C++", Chaos 19, 041111, 2009).
//
// All is seen from the agent: a wall has the unit normal n and stands at the distance c, n · x <= c
// inside. Its face is the part of its line, or in three dimensions of its plane, that the other
// walls leave; the face is the base of a triangle or pyramid with the agent at its top, so the size
// of the cell is Σ c face / dimensions. Corners of a face are solved from its two edges, never from
// other corners, so errors do not grow.
#include "measures/voronoi.h"

#include "base/sphere.h"
#include "measures/agents.h"

#include <stdlib.h>

/// Stands for the end of a space that has none.
#define FAR 1e250
/// What a corner may be beyond a wall by rounding: a wall through a corner cuts nothing off.
#define GRAZE 1e-14
/// Sines of angles between lines that are parallel but for rounding.
#define ALIKE 1e-13

enum {
    FIRST = 16, // neighbors that are asked for at first
    MOST = 256  // and at last, before the distances of all are sorted
};

/// On the plane of a face, a s + b t <= c, a and b of length 1, or 0 if the other wall is parallel;
/// s and t are the corner with the next edge.
typedef struct edge {
    double a, b, c, slack, s, t;
} edge;

typedef struct covey_voronoi_wall {
    covey_vec normal, u, v; ///< u and v span the wall; v is 0 in the plane
    double distance;
    bool is_end;      ///< of a space that has none
    bool is_face;     ///< a part of it is left
    double low, high; ///< in the plane: along u
    edge *edges;      ///< in three dimensions: counterclockwise
    size_t count, room;
} wall;

void covey_voronoi_free(covey_voronoi *self)
{
    for (size_t k = 0; k < self->room; k++)
        covey_memory_give(self->memory, self->walls[k].edges, self->walls[k].room, sizeof(edge));
    covey_memory_give(self->memory, self->walls, self->room, sizeof *self->walls);
    covey_memory_give(self->memory, self->hits, self->hits_room, sizeof *self->hits);
    *self = (covey_voronoi){.memory = self->memory};
}

// ---- Faces ----

/// `by` as an edge of the face of another wall.
static edge edge_of(const wall *of, const wall *by)
{
    double a = covey_vec_dot(by->normal, of->u), b = covey_vec_dot(by->normal, of->v);
    double c = by->distance - of->distance * covey_vec_dot(by->normal, of->normal);
    double slack = GRAZE * (fabs(of->distance) + fabs(by->distance)), size = sqrt(a * a + b * b);
    if (size <= ALIKE)
        return (edge){.c = c, .slack = slack};
    return (edge){.a = a / size, .b = b / size, .c = c / size, .slack = slack / size};
}

/// How far a place is beyond an edge; below 0 inside, or where it is on it.
static double beyond(const edge *by, double s, double t)
{
    double x = by->a * s, y = by->b * t;
    return x + y - by->c - by->slack - GRAZE * (fabs(x) + fabs(y));
}

static bool are_parallel(const edge *of, const edge *by)
{
    bool both = (of->a != 0.0 || of->b != 0.0) && (by->a != 0.0 || by->b != 0.0);
    return both && fabs(of->a * by->b - of->b * by->a) <= ALIKE;
}

static bool are_alike(const edge *of, const edge *by)
{
    return are_parallel(of, by) && of->a * by->a + of->b * by->b > 0.0;
}

/// True if the corner of two edges is beyond another. One that is far away is known by an edge that
/// is parallel, as its coordinates have lost where that is.
static bool is_beyond(const edge *of, const edge *next, const edge *by)
{
    const edge *edges[] = {of, next};
    const double away = fabs(of->s) + fabs(of->t);
    for (int k = 0; k < 2; k++)
        if (away > 1e7 * (fabs(edges[k]->c) + fabs(by->c)) && are_parallel(edges[k], by)) {
            double c = are_alike(edges[k], by) ? edges[k]->c : -edges[k]->c;
            return c - by->c > by->slack;
        }
    return beyond(by, of->s, of->t) > 0.0;
}

/// True if a corner of the face is beyond another wall.
static bool reaches(const wall *of, const wall *by)
{
    const edge cut = edge_of(of, by);
    if (of->count == 0)
        return beyond(&cut, of->low, 0.0) > 0.0 || beyond(&cut, of->high, 0.0) > 0.0;
    for (size_t k = 0; k < of->count; k++)
        if (is_beyond(&of->edges[k], &of->edges[k + 1 < of->count ? k + 1 : 0], &cut))
            return true;
    return false;
}

static void cut_line(wall *of, const wall *by)
{
    const edge cut = edge_of(of, by);
    bool low = beyond(&cut, of->low, 0.0) > 0.0, high = beyond(&cut, of->high, 0.0) > 0.0;
    if (low && high)
        of->is_face = false;
    else if (high)
        of->high = cut.c / cut.a;
    else if (low)
        of->low = cut.c / cut.a;
    of->is_face = of->is_face && of->low < of->high;
}

static void solve(edge *of, const edge *next)
{
    double scale = of->a * next->b - of->b * next->a;
    of->s = (of->c * next->b - of->b * next->c) / scale;
    of->t = (of->a * next->c - of->c * next->a) / scale;
}

/// Solves the corners of a new edge at *place of `count`. Lines of one direction have none: the
/// outer one goes, and if that is the new one, false comes back.
static bool join(edge *edges, size_t *count, size_t place)
{
    for (int side = 0; side < 2 && *count > 2;) {
        size_t other = (place + (side == 0 ? *count - 1 : 1)) % *count;
        if (!are_alike(&edges[other], &edges[place])) {
            side++;
            continue;
        }
        if (edges[other].c < edges[place].c)
            return false;
        for (size_t k = other; k + 1 < *count; k++)
            edges[k] = edges[k + 1];
        --*count;
        place -= other < place;
    }
    solve(&edges[(place + *count - 1) % *count], &edges[place]);
    solve(&edges[place], &edges[(place + 1) % *count]);
    return true;
}

/// Puts what a cut leaves of `count` edges to `to`, which has room for one more; returns how many.
static size_t cut_edges(const edge *from, size_t count, const edge *by, edge *to)
{
    size_t left = 0, added = SIZE_MAX;
    bool before = is_beyond(&from[count - 1], &from[0], by);
    for (size_t k = 0; k < count; k++) {
        bool now = is_beyond(&from[k], &from[k + 1 < count ? k + 1 : 0], by);
        if (!now || !before)
            to[left++] = from[k];
        if (now && !before && added == SIZE_MAX) {
            added = left;
            to[left++] = *by;
        }
        before = now;
    }
    if (added == SIZE_MAX || join(to, &left, added))
        return left;
    for (size_t k = 0; k < count; k++)
        to[k] = from[k];
    return count;
}

/// False without memory.
static bool make_edges(covey_voronoi *self, wall *of, size_t count)
{
    if (count <= of->room)
        return true;
    size_t room = 2 * count + FIRST;
    edge *grown = covey_memory_grow(self->memory, of->edges, of->room, room, sizeof *grown);
    if (grown == NULL)
        return false;
    of->edges = grown;
    of->room = room;
    return true;
}

/// False without memory. The second half of the room of edges is scratch.
static bool cut(covey_voronoi *self, wall *of, const wall *by)
{
    if (self->dim != COVEY_AXES) {
        cut_line(of, by);
        return true;
    }
    if (!make_edges(self, of, 2 * of->count + 1))
        return false;
    const edge line = edge_of(of, by);
    edge *scratch = of->edges + of->count;
    size_t left = cut_edges(of->edges, of->count, &line, scratch);
    for (size_t k = 0; k < left; k++)
        of->edges[k] = scratch[k];
    of->count = left;
    of->is_face = left > 2;
    return true;
}

/// Makes the whole wall its face; false without memory.
static bool open_face(covey_voronoi *self, wall *of)
{
    const double far = 4.0 * FAR;
    of->is_face = true;
    of->low = -far;
    of->high = far;
    of->count = 0;
    of->u = (covey_vec){-of->normal.y, of->normal.x, 0};
    of->v = (covey_vec){0, 0, 0};
    if (self->dim != COVEY_AXES)
        return true;
    if (!make_edges(self, of, 4))
        return false;
    covey_vec n = of->normal, flat = {n.y, -n.x, 0}, steep = {0, n.z, -n.y};
    of->u = covey_vec_unit(fabs(n.z) < 0.5 ? flat : steep);
    of->v = covey_sphere_cross(n, of->u);
    const edge sides[4] = {{0, -1, far, 0, far, -far},
                           {1, 0, far, 0, far, far},
                           {0, 1, far, 0, -far, far},
                           {-1, 0, far, 0, -far, -far}};
    for (int k = 0; k < 4; k++)
        of->edges[k] = sides[k];
    of->count = 4;
    return true;
}

// ---- Walls ----

/// The largest distance of a corner of the face.
static double reach_of(const wall *of)
{
    double most = 0.0;
    for (size_t k = 0; k < of->count; k++) {
        covey_vec corner = {of->distance, of->edges[k].s, of->edges[k].t};
        double length = covey_vec_length(corner);
        most = length > most ? length : most;
    }
    if (of->count > 0)
        return most;
    double far = -of->low > of->high ? -of->low : of->high;
    return covey_vec_length((covey_vec){of->distance, far, 0});
}

static bool is_cut(const covey_voronoi *self, const wall *by)
{
    for (size_t k = 0; k < self->count; k++)
        if (self->walls[k].is_face && reaches(&self->walls[k], by))
            return true;
    return false;
}

static wall *next_wall(covey_voronoi *self)
{
    if (self->count == self->room) {
        size_t room = 2 * self->room + FIRST;
        wall *grown = covey_memory_grow(self->memory, self->walls, self->room, room, sizeof *grown);
        if (grown == NULL)
            return NULL;
        for (size_t k = self->room; k < room; k++)
            grown[k] = (wall){.room = 0};
        self->walls = grown;
        self->room = room;
    }
    return &self->walls[self->count];
}

/// Sets a wall, if it cuts something off the cell; one of the space in any case. False without
/// memory.
static bool add_wall(covey_voronoi *self, covey_vec normal, double distance, bool of_space)
{
    wall *made = next_wall(self);
    if (made == NULL)
        return false;
    made->normal = normal;
    made->distance = distance;
    made->is_end = distance == FAR;
    if (!of_space && !is_cut(self, made))
        return true;
    bool good = open_face(self, made);
    for (size_t k = 0; k < self->count && good; k++) {
        wall *other = &self->walls[k];
        if (!other->is_face)
            continue;
        if (made->is_face)
            good = cut(self, made, other);
        good = good && cut(self, other, made);
    }
    self->count++;
    self->reach = 0.0;
    for (size_t k = 0; k < self->count; k++) {
        double far = self->walls[k].is_face ? reach_of(&self->walls[k]) : 0.0;
        self->reach = far > self->reach ? far : self->reach;
    }
    return good;
}

/// The walls of the space: halfway to the agent's own images on a torus, those of a box, or far
/// away.
static bool add_space(covey_voronoi *self, const covey_view *view, size_t i)
{
    bool good = true;
    for (int axis = 0; axis < self->dim && good; axis++)
        for (int side = 1; side >= -1 && good; side -= 2) {
            double size = view->space.size[axis], at = view->pos[axis][i];
            double distance = side > 0 ? size - at : at;
            if (view->space.kind == COVEY_SPACE_TORUS)
                distance = 0.5 * size;
            if (view->space.kind == COVEY_SPACE_OPEN)
                distance = FAR;
            covey_vec normal = {axis == 0 ? side : 0, axis == 1 ? side : 0, axis == 2 ? side : 0};
            good = add_wall(self, normal, distance, true);
        }
    return good;
}

/// Sets the wall of an agent at an offset, if it is near enough.
static bool add_other(covey_voronoi *self, covey_vec offset)
{
    double distance = covey_vec_length(offset);
    return distance > 2.0 * self->reach ||
           add_wall(self, covey_vec_unit(offset), 0.5 * distance, false);
}

/// Sets the walls of the images of an agent on a torus, all but the nearest one, which is at
/// `offset`.
static bool add_images(covey_voronoi *self, const covey_space *space, covey_vec offset)
{
    bool good = true;
    double size[COVEY_AXES] = {0, 0, 0};
    int most[COVEY_AXES] = {0, 0, 0};
    for (int axis = 0; axis < self->dim; axis++) {
        size[axis] = space->size[axis];
        most[axis] = 2.0 * self->reach < 0.5 * size[axis] ? 0 : 1; // the nearest is within half
    }
    for (int z = -most[2]; z <= most[2]; z++)
        for (int y = -most[1]; y <= most[1]; y++)
            for (int x = -most[0]; x <= most[0] && good; x++)
                if (x != 0 || y != 0 || z != 0)
                    good =
                        add_other(self, (covey_vec){offset.x + x * size[0], offset.y + y * size[1],
                                                    offset.z + z * size[2]});
    return good;
}

// ---- Neighbors ----

static int by_distance(const void *a, const void *b)
{
    const covey_kdtree_hit *p = a, *q = b;
    if (p->distance != q->distance)
        return p->distance < q->distance ? -1 : 1;
    return (p->id > q->id) - (p->id < q->id);
}

/// All other agents by their distance; returns their number.
static size_t sort_all(covey_voronoi *self, const covey_view *view, size_t i)
{
    size_t count = 0;
    for (size_t j = 0; j < view->count; j++) {
        covey_vec way =
            covey_space_offset(&view->space, covey_agents_pos(view, i), covey_agents_pos(view, j));
        if (j != i)
            self->hits[count++] =
                (covey_kdtree_hit){covey_vec_length(way), view->id[j], (uint32_t)j};
    }
    qsort(self->hits, count, sizeof *self->hits, by_distance);
    return count;
}

/// Finds the `limit` nearest agents, or all, in order; false without memory.
static bool find_hits(covey_voronoi *self, const covey_kdtree *tree, const covey_view *view,
                      size_t i, size_t *limit)
{
    bool all = *limit > MOST || *limit >= view->count;
    size_t room = all ? view->count : *limit;
    if (room > self->hits_room) {
        covey_kdtree_hit *grown =
            covey_memory_grow(self->memory, self->hits, self->hits_room, room, sizeof *grown);
        if (grown == NULL)
            return false;
        self->hits = grown;
        self->hits_room = room;
    }
    *limit = all ? sort_all(self, view, i)
                 : covey_kdtree_nearest(tree, covey_agents_pos(view, i), (uint32_t)i, *limit,
                                        self->hits);
    return true;
}

static covey_vec offset_to(const covey_view *view, size_t i, const covey_kdtree_hit *hit)
{
    return covey_space_offset(&view->space, covey_agents_pos(view, i),
                              covey_agents_pos(view, hit->index));
}

/// Sets the walls of all agents, nearest first, that may matter; then those of their images, which
/// matter only where cells are as large as a part of the torus.
static bool add_neighbors(covey_voronoi *self, const covey_kdtree *tree, const covey_view *view,
                          size_t i)
{
    size_t done = 0, count = 0;
    bool good = true, more = view->count > 1;
    for (size_t asked = FIRST; more && good; asked *= 4) {
        count = asked;
        good = find_hits(self, tree, view, i, &count);
        for (; done < count && good && self->hits[done].distance <= 2.0 * self->reach; done++)
            good = add_other(self, offset_to(view, i, &self->hits[done]));
        more = done == count && count + 1 < view->count;
    }
    for (size_t k = 0; k < done && good && view->space.kind == COVEY_SPACE_TORUS; k++)
        if (self->hits[k].distance <= 2.0 * self->reach)
            good = add_images(self, &view->space, offset_to(view, i, &self->hits[k]));
    return good;
}

// ---- The cell ----

static double size_of(const wall *face)
{
    if (face->count == 0)
        return face->high - face->low;
    double twice = 0.0;
    for (size_t k = 0; k < face->count; k++) {
        const edge *a = &face->edges[k], *b = &face->edges[(k + 1) % face->count];
        twice += a->s * b->t - b->s * a->t;
    }
    return 0.5 * twice;
}

covey_status covey_voronoi_cell(covey_voronoi *self, const covey_kdtree *tree,
                                const covey_view *view, size_t i, double *size)
{
    covey_kdtree_hit nearest;
    *size = (double)NAN;
    self->count = 0;
    self->dim = covey_agents_dim(view);
    if (covey_kdtree_nearest(tree, covey_agents_pos(view, i), (uint32_t)i, 1, &nearest) == 1 &&
        nearest.distance == 0.0)
        return COVEY_OK;
    if (!add_space(self, view, i) || !add_neighbors(self, tree, view, i))
        return COVEY_MEMORY;
    double sum = 0.0;
    for (size_t k = 0; k < self->count; k++) {
        const wall *face = &self->walls[k];
        if (face->is_face && face->is_end)
            return COVEY_OK;
        if (face->is_face)
            sum += face->distance * size_of(face);
    }
    *size = covey_agents_finite(sum / self->dim);
    return COVEY_OK;
}
