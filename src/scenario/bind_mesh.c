// SPDX-License-Identifier: MIT
// Binds meshes: points and triangles given as lists, or a file of them, which is turned, made
// larger and moved. The canonical form has lists, so that a checkpoint needs no file.
#include "scenario/bind.h"

#include "covey/mesh.h"

#include <string.h>

enum { CORNERS = 3 };

// ---- Lists ----

static covey_status bind_corner(covey_bind *self, const covey_node *node, size_t points,
                                uint32_t *corner)
{
    double value;
    covey_status status = covey_bind_number(self, node, "corner", &value);
    if (status != COVEY_OK)
        return status;
    if (!(value >= 0.0 && value < (double)points) || value != floor(value))
        return covey_report_fail(self->report, node->at,
                                 "a corner is the number of a point, from 0 to %zu", points - 1);
    *corner = (uint32_t)value;
    return COVEY_OK;
}

static covey_status bind_triangles(covey_bind *self, const covey_node *list,
                                   covey_bind_influence *item)
{
    size_t count = covey_node_count(list), slot = 0;
    covey_status status = COVEY_OK;
    if (list->kind != COVEY_NODE_LIST || count == 0)
        return covey_report_fail(self->report, list->at,
                                 "triangles are a list like [[0, 1, 2], [2, 1, 3]]");
    uint32_t *triangles = covey_arena_take(self->arena, CORNERS * count, sizeof *triangles);
    if (triangles == NULL)
        return covey_report_memory(self->report);
    item->def.triangles = triangles;
    item->def.triangles_count = count;
    for (const covey_node *one = list->first; one != NULL; one = one->next) {
        if (one->kind != COVEY_NODE_LIST || covey_node_count(one) != CORNERS)
            return covey_report_fail(self->report, one->at,
                                     "a triangle is three numbers of points like [0, 1, 2]");
        for (const covey_node *k = one->first; k != NULL && status == COVEY_OK; k = k->next)
            status = bind_corner(self, k, item->def.points_count, &triangles[slot++]);
        if (status != COVEY_OK)
            return status;
    }
    return COVEY_OK;
}

// ---- Files ----

static covey_status bind_vec(covey_bind *self, const covey_node *node, const char *name,
                             covey_vec *v)
{
    double *const to[COVEY_AXES] = {&v->x, &v->y, &v->z};
    if (node == NULL)
        return COVEY_OK;
    if (node->kind != COVEY_NODE_LIST || covey_node_count(node) != COVEY_AXES)
        return covey_report_fail(self->report, node->at, "%s is three numbers like [10, 20, 5]",
                                 name);
    const covey_node *value = node->first;
    covey_status status = COVEY_OK;
    for (int axis = 0; axis < COVEY_AXES && status == COVEY_OK; axis++, value = value->next)
        status = covey_bind_number(self, value, name, to[axis]);
    return status;
}

static covey_status bind_move(covey_bind *self, const covey_node *node, covey_mesh_move *move)
{
    const covey_node *scale = covey_node_find(node, "scale");
    *move = (covey_mesh_move){.scale = 1.0};
    covey_status status = COVEY_OK;
    if (scale != NULL)
        status = covey_bind_number(self, scale, "scale", &move->scale);
    if (status == COVEY_OK && !(move->scale > 0.0 && move->scale <= 1e9))
        return covey_report_fail(self->report, scale->at, "scale is above 0 and at most 1e9");
    if (status == COVEY_OK)
        status = bind_vec(self, covey_node_find(node, "turn"), "turn", &move->turn);
    return status == COVEY_OK ? bind_vec(self, covey_node_find(node, "at"), "at", &move->at)
                              : status;
}

static const void *copy(covey_bind *self, const void *from, size_t bytes)
{
    void *to = covey_arena_take(self->arena, bytes, 1);
    if (to != NULL && bytes > 0)
        memcpy(to, from, bytes);
    return to;
}

static covey_status take_mesh(covey_bind *self, const covey_mesh *mesh, covey_bind_influence *item)
{
    size_t bytes = CORNERS * mesh->triangles_count * sizeof *mesh->triangles;
    item->def.points_count = mesh->points_count;
    item->def.triangles_count = mesh->triangles_count;
    item->def.triangles = copy(self, mesh->triangles, bytes);
    bool taken = item->def.triangles != NULL;
    for (int axis = 0; axis < COVEY_AXES && taken; axis++) {
        bytes = mesh->points_count * sizeof *mesh->points[axis];
        item->def.points[axis] = copy(self, mesh->points[axis], bytes);
        taken = item->def.points[axis] != NULL;
    }
    return taken ? COVEY_OK : covey_report_memory(self->report);
}

static covey_status parse(covey_bind *self, const covey_node *node, const char *name,
                          const covey_loaded *file, covey_mesh **mesh)
{
    covey_error error = {0};
    covey_status status = covey_mesh_parse(file->bytes, file->size, covey_mesh_format_of(name),
                                           self->memory->allocator, mesh, &error);
    if (status == COVEY_OK || status == COVEY_MEMORY)
        return status == COVEY_OK ? status : covey_report_memory(self->report);
    if (error.line == 0)
        return covey_report_fail(self->report, node->at, "%.80s: %s", name, error.message);
    return covey_report_fail(self->report, node->at, "%.80s:%lu:%lu: %s", name,
                             (unsigned long)error.line, (unsigned long)error.column, error.message);
}

static covey_status bind_file(covey_bind *self, const covey_node *map, const covey_node *node,
                              covey_bind_influence *item)
{
    const char *name, *place;
    covey_bind_limits limits = {COVEY_BIND_FILE_SIZE, false};
    covey_mesh_move move;
    covey_loaded file;
    covey_mesh *mesh = NULL;
    covey_status status = covey_bind_text(self, node, "file", limits, &name);
    if (status == COVEY_OK)
        status = bind_move(self, map, &move);
    if (status == COVEY_OK)
        status = covey_bind_load(self, node, name, COVEY_MESH_MAX_BYTES, &place, &file);
    if (status != COVEY_OK)
        return status;
    status = parse(self, node, name, &file, &mesh);
    covey_load_free(self->memory, &file);
    if (status == COVEY_OK) {
        covey_mesh_transform(mesh, &move);
        status = take_mesh(self, mesh, item);
    }
    covey_mesh_destroy(mesh);
    return status;
}

covey_status covey_bind_mesh(covey_bind *self, const covey_node *node, covey_bind_influence *item)
{
    const covey_node *file = covey_node_find(node, "file");
    const covey_node *points = covey_node_find(node, "points");
    const covey_node *triangles = covey_node_find(node, "triangles");
    if (file != NULL && (points != NULL || triangles != NULL))
        return covey_report_fail(self->report, file->key_at,
                                 "a mesh has a file, or points and triangles, not both");
    if (file != NULL)
        return bind_file(self, node, file, item);
    for (const covey_member *row = covey_keys_mesh(); row->name != NULL; row++)
        if (covey_node_find(node, row->key) != NULL)
            return covey_report_fail(self->report, covey_node_find(node, row->key)->key_at,
                                     "%s goes with a file", row->key);
    if (points == NULL || triangles == NULL)
        return covey_report_fail(self->report, node->at,
                                 "a mesh needs a file, or points and triangles");
    covey_status status = covey_bind_points(self, points, &item->def);
    if (status == COVEY_OK && item->def.points_count < CORNERS)
        return covey_report_fail(self->report, points->at,
                                 "a mesh needs at least 3 points, not %zu", item->def.points_count);
    return status == COVEY_OK ? bind_triangles(self, triangles, item) : status;
}
