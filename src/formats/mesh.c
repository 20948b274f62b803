// SPDX-License-Identifier: MIT
// Meshes of files: points are joined where their coordinates are the same, as STL repeats them for
// each triangle.
#include "formats/mesh.h"

#include "base/misuse.h"
#include "base/parse.h"
#include "base/rounding.h"
#include "formats/file.h"

#include <stdlib.h>
#include <string.h>

enum { CORNERS = 3 };

// ---- What readers use ----

covey_status covey_mesh_refuse(const covey_mesh_text *self, const char *message)
{
    covey_fail(self->error, COVEY_INPUT, "%s", message);
    if (self->error != NULL) {
        self->error->line = self->line;
        self->error->column = (uint64_t)(self->at - self->line_begin) + 1;
    }
    return COVEY_INPUT;
}

/// Room for one more thing of that size in a list; NULL without memory.
static void *grow(covey_memory *memory, void *list, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return list;
    size_t more = 2 * *room + 64;
    void *grown = covey_memory_grow(memory, list, *room, more, size);
    if (grown != NULL)
        *room = more;
    return grown;
}

static covey_status no_memory(const covey_mesh_text *self)
{
    return covey_fail(self->error, COVEY_MEMORY, "no memory for a mesh");
}

covey_status covey_mesh_add_point(covey_mesh_text *self, const double point[COVEY_AXES])
{
    if (self->points_count == CORNERS * COVEY_MESH_MAX_TRIANGLES)
        return covey_mesh_refuse(self, "there are too many points");
    void *grown = grow(self->memory, self->point, self->points_count, &self->points_room,
                       sizeof *self->point);
    if (grown == NULL)
        return no_memory(self);
    self->point = grown;
    for (int axis = 0; axis < COVEY_AXES; axis++)
        self->point[self->points_count][axis] = point[axis] + 0.0; // no -0
    self->points_count++;
    return COVEY_OK;
}

covey_status covey_mesh_add_triangle(covey_mesh_text *self, const uint32_t corner[CORNERS])
{
    if (self->corners_count == CORNERS * COVEY_MESH_MAX_TRIANGLES)
        return covey_mesh_refuse(self, "there are more than 4194304 triangles");
    for (int k = 0; k < CORNERS; k++) {
        void *grown = grow(self->memory, self->corner, self->corners_count, &self->corners_room,
                           sizeof *self->corner);
        if (grown == NULL)
            return no_memory(self);
        self->corner = grown;
        self->corner[self->corners_count++] = corner[k];
    }
    return COVEY_OK;
}

bool covey_mesh_is_place(const double point[COVEY_AXES])
{
    for (int axis = 0; axis < COVEY_AXES; axis++)
        if (!(fabs(point[axis]) <= COVEY_MESH_MAX_PLACE))
            return false;
    return true;
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\v' || byte == '\f';
}

void covey_mesh_skip(covey_mesh_text *self, bool lines)
{
    for (; self->at < self->end; self->at++) {
        bool ends = *self->at == '\n';
        if (!is_blank(*self->at) && !(ends && lines))
            return;
        if (ends) {
            self->line++;
            self->line_begin = self->at + 1;
        }
    }
}

void covey_mesh_skip_line(covey_mesh_text *self)
{
    const char *end = memchr(self->at, '\n', (size_t)(self->end - self->at));
    self->at = end != NULL ? end : self->end;
    if (end == NULL)
        return;
    self->at++;
    self->line++;
    self->line_begin = self->at;
}

bool covey_mesh_takes(covey_mesh_text *self, const char *word)
{
    const char *at = self->at;
    for (; *word != '\0'; word++, at++) {
        char byte = at < self->end ? *at : '\0';
        byte = byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
        if (byte != *word)
            return false;
    }
    if (at < self->end && !is_blank(*at) && *at != '\n')
        return false;
    self->at = at;
    return true;
}

covey_status covey_mesh_take_place(covey_mesh_text *self, double point[COVEY_AXES])
{
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        size_t used = 0;
        covey_mesh_skip(self, false);
        covey_parse_result result =
            covey_parse_prefix(self->at, (size_t)(self->end - self->at), &point[axis], &used);
        const char *after = self->at + used;
        bool whole = after == self->end || is_blank(*after) || *after == '\n';
        if (result == COVEY_PARSE_NOT_A_NUMBER || !whole)
            return covey_mesh_refuse(self, "expected a number");
        if (result != COVEY_PARSE_OK || !(fabs(point[axis]) <= COVEY_MESH_MAX_PLACE))
            return covey_mesh_refuse(self, "a coordinate is beyond 1e15");
        self->at = after;
    }
    return COVEY_OK;
}

// ---- Points that are one ----

typedef struct place {
    double at[COVEY_AXES];
    uint32_t number;
} place;

static int compare(const place *a, const place *b)
{
    for (int axis = 0; axis < COVEY_AXES; axis++)
        if (a->at[axis] != b->at[axis])
            return a->at[axis] < b->at[axis] ? -1 : 1;
    return 0;
}

static int by_place(const void *a, const void *b)
{
    const place *one = a, *other = b;
    int order = compare(one, other);
    return order != 0 ? order : one->number < other->number ? -1 : one->number > other->number;
}

/// Writes to same[k] the lowest number of a point that is where point k is. False without memory.
static bool find_same(const covey_mesh_text *self, uint32_t *same)
{
    size_t count = self->points_count;
    place *places = covey_memory_take(self->memory, count, sizeof *places);
    if (places == NULL)
        return false;
    for (size_t k = 0; k < count; k++) {
        memcpy(places[k].at, self->point[k], sizeof places[k].at);
        places[k].number = (uint32_t)k;
    }
    qsort(places, count, sizeof *places, by_place);
    for (size_t k = 0, first = 0; k < count; k++) {
        first = compare(&places[k], &places[first]) == 0 ? first : k;
        same[places[k].number] = places[first].number;
    }
    covey_memory_give(self->memory, places, count, sizeof *places);
    return true;
}

/// Keeps triangles of three points, and the points that they use, in the order in which the file
/// has them. `same` becomes the new number of each point.
static void keep_used(covey_mesh_text *self, uint32_t *same)
{
    size_t corners = 0, points = 0;
    for (size_t k = 0; k < self->corners_count; k += CORNERS) {
        uint32_t a = same[self->corner[k]], b = same[self->corner[k + 1]],
                 c = same[self->corner[k + 2]];
        if (a == b || b == c || c == a)
            continue;
        self->corner[corners++] = a;
        self->corner[corners++] = b;
        self->corner[corners++] = c;
    }
    self->corners_count = corners;
    for (size_t k = 0; k < self->points_count; k++)
        same[k] = UINT32_MAX;
    for (size_t k = 0; k < corners; k++)
        same[self->corner[k]] = 0;
    for (size_t k = 0; k < self->points_count; k++) {
        if (same[k] == UINT32_MAX)
            continue;
        memmove(self->point[points], self->point[k], sizeof self->point[k]);
        same[k] = (uint32_t)points++;
    }
    self->points_count = points;
    for (size_t k = 0; k < corners; k++)
        self->corner[k] = same[self->corner[k]];
}

static covey_status join_points(covey_mesh_text *self)
{
    size_t count = self->points_count;
    uint32_t *same = covey_memory_take(self->memory, count, sizeof *same);
    bool found = same != NULL && find_same(self, same);
    if (found)
        keep_used(self, same);
    covey_memory_give(self->memory, same, count, sizeof *same);
    if (!found)
        return no_memory(self);
    return self->corners_count > 0 ? COVEY_OK : covey_mesh_refuse(self, "there are no triangles");
}

// ---- Meshes ----

static covey_status make(const covey_mesh_text *self, covey_mesh **result)
{
    covey_mesh *mesh = covey_memory_take(self->memory, 1, sizeof *mesh);
    if (mesh == NULL)
        return no_memory(self);
    *mesh = (covey_mesh){.points_count = self->points_count,
                         .triangles_count = self->corners_count / CORNERS,
                         .taken = {self->points_count, self->corners_count / CORNERS},
                         .allocator = self->memory->allocator};
    mesh->triangles = covey_memory_take(self->memory, self->corners_count, sizeof *mesh->triangles);
    bool taken = mesh->triangles != NULL;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        mesh->points[axis] = covey_memory_take(self->memory, self->points_count, sizeof(double));
        taken = taken && mesh->points[axis] != NULL;
    }
    if (!taken) {
        covey_mesh_destroy(mesh);
        return no_memory(self);
    }
    memcpy(mesh->triangles, self->corner, self->corners_count * sizeof *mesh->triangles);
    for (int axis = 0; axis < COVEY_AXES; axis++)
        for (size_t k = 0; k < self->points_count; k++)
            mesh->points[axis][k] = self->point[k][axis];
    *result = mesh;
    return COVEY_OK;
}

covey_status covey_mesh_parse(const char *bytes, size_t size, covey_mesh_format format,
                              covey_allocator allocator, covey_mesh **mesh, covey_error *error)
{
    COVEY_ROUND();
    if (mesh == NULL || bytes == NULL)
        return covey_missing(error, __func__);
    *mesh = NULL;
    if (size > COVEY_MESH_MAX_BYTES)
        return covey_fail(error, COVEY_INPUT, "a mesh has at most %zu bytes", COVEY_MESH_MAX_BYTES);
    covey_memory memory = covey_memory_init(allocator);
    covey_mesh_text text = {.memory = &memory,
                            .bytes = bytes,
                            .at = bytes,
                            .end = bytes + size,
                            .line = 1,
                            .line_begin = bytes,
                            .error = error};
    covey_status status = format == COVEY_MESH_OBJ ? covey_mesh_obj(&text) : covey_mesh_stl(&text);
    if (status == COVEY_OK)
        status = join_points(&text);
    if (status == COVEY_OK)
        status = make(&text, mesh);
    covey_memory_give(&memory, text.point, text.points_room, sizeof *text.point);
    covey_memory_give(&memory, text.corner, text.corners_room, sizeof *text.corner);
    return status;
}

covey_mesh_format covey_mesh_format_of(const char *path)
{
    size_t size = path != NULL ? strlen(path) : 0;
    static const char suffix[] = ".obj";
    if (size < sizeof suffix)
        return COVEY_MESH_STL;
    for (size_t k = 0; k + 1 < sizeof suffix; k++) {
        char byte = path[size + 1 - sizeof suffix + k];
        if ((byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte) != suffix[k])
            return COVEY_MESH_STL;
    }
    return COVEY_MESH_OBJ;
}

covey_status covey_mesh_read(const char *path, covey_allocator allocator, covey_mesh **mesh,
                             covey_error *error)
{
    COVEY_ROUND();
    if (path == NULL || mesh == NULL)
        return covey_missing(error, __func__);
    *mesh = NULL;
    covey_memory memory = covey_memory_init(allocator);
    covey_loaded file;
    covey_status status = covey_load_file(&memory, path, COVEY_MESH_MAX_BYTES, &file, error);
    if (status != COVEY_OK)
        return status;
    covey_error own = {0};
    status =
        covey_mesh_parse(file.bytes, file.size, covey_mesh_format_of(path), allocator, mesh, &own);
    covey_load_free(&memory, &file);
    if (status == COVEY_OK)
        return status;
    covey_fail(error, status, "%.200s: %s", path, own.message);
    if (error != NULL) {
        error->line = own.line;
        error->column = own.column;
    }
    return status;
}

void covey_mesh_destroy(covey_mesh *mesh)
{
    if (mesh == NULL)
        return;
    covey_memory memory = covey_memory_init(mesh->allocator);
    for (int axis = 0; axis < COVEY_AXES; axis++)
        covey_memory_give(&memory, mesh->points[axis], mesh->taken[0], sizeof(double));
    covey_memory_give(&memory, mesh->triangles, CORNERS * mesh->taken[1], sizeof *mesh->triangles);
    covey_memory_give(&memory, mesh, 1, sizeof *mesh);
}

/// Turns the plane of two coordinates.
static void turn(double angle, double *x, double *y)
{
    double c = covey_cos(angle), s = covey_sin(angle), old = *x;
    *x = c * old - s * *y;
    *y = s * old + c * *y;
}

void covey_mesh_transform(covey_mesh *mesh, const covey_mesh_move *move)
{
    COVEY_ROUND();
    if (mesh == NULL || move == NULL)
        return;
    for (size_t k = 0; k < mesh->points_count; k++) {
        double x = mesh->points[0][k], y = mesh->points[1][k], z = mesh->points[2][k];
        if (move->turn.x != 0.0)
            turn(move->turn.x, &y, &z);
        if (move->turn.y != 0.0)
            turn(move->turn.y, &z, &x);
        if (move->turn.z != 0.0)
            turn(move->turn.z, &x, &y);
        mesh->points[0][k] = x * move->scale + move->at.x;
        mesh->points[1][k] = y * move->scale + move->at.y;
        mesh->points[2][k] = z * move->scale + move->at.z;
    }
}

covey_influence_def covey_mesh_influence(const covey_mesh *mesh)
{
    covey_influence_def def = covey_influence_def_default();
    def.kind = "mesh";
    if (mesh == NULL)
        return def;
    for (int axis = 0; axis < COVEY_AXES; axis++)
        def.points[axis] = mesh->points[axis];
    def.points_count = mesh->points_count;
    def.triangles = mesh->triangles;
    def.triangles_count = mesh->triangles_count;
    return def;
}
