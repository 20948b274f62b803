// SPDX-License-Identifier: MIT
// Binds the grid of vectors of an influence: nodes in a list or a file, with the columns of agents,
// row by row.
#include "scenario/bind.h"

#include <math.h>

/// Nodes may be off by so much of a cell, as files have decimals.
static const double OFF = 1e-6;

static bool has_nodes(const covey_bind_agents *nodes)
{
    return nodes->count > 0 && nodes->vel[0] != NULL;
}

/// The number of nodes, from the first on, that have the same coordinate on an axis.
static size_t same(const covey_bind_agents *nodes, int axis)
{
    size_t k = 1;
    while (nodes->pos[axis] != NULL && k < nodes->count &&
           nodes->pos[axis][k] == nodes->pos[axis][0])
        k++;
    return nodes->pos[axis] != NULL ? k : nodes->count;
}

/// Finds the nodes on each axis; false if all of them make no whole rows and layers.
static bool find_counts(const covey_bind_agents *nodes, size_t count[COVEY_AXES])
{
    size_t layer = same(nodes, 2), row = same(nodes, 1);
    row = row < layer ? row : layer;
    count[0] = row;
    count[1] = layer / row;
    count[2] = nodes->count / layer;
    return count[0] * count[1] * count[2] == nodes->count;
}

/// The distance of nodes on an axis, of which the last is the furthest: 1 for a single one.
static double cell_of(const double *x, size_t nodes, size_t count)
{
    return count > 1 ? (x[nodes - 1] - x[0]) / (double)(count - 1) : 1.0;
}

/// The first node that is not in its place on the axis; the number of nodes if there is none.
static size_t find_astray(const covey_bind_agents *nodes, const size_t count[COVEY_AXES], int axis,
                          double cell)
{
    size_t before = axis == 0 ? 1 : (axis == 1 ? count[0] : count[0] * count[1]);
    const double *x = nodes->pos[axis];
    for (size_t k = 0; k < nodes->count; k++) {
        double place = x[0] + cell * (double)(k / before % count[axis]);
        if (!(fabs(x[k] - place) <= OFF * cell))
            return k;
    }
    return nodes->count;
}

static covey_status make_grid(covey_bind *self, covey_node_span at, covey_bind_influence *item)
{
    const covey_bind_agents *nodes = &item->nodes;
    covey_field *field = covey_arena_take(self->arena, 1, sizeof *field);
    if (field == NULL)
        return covey_report_memory(self->report);
    if (!has_nodes(nodes) || !find_counts(nodes, field->count))
        return covey_report_fail(
            self->report, at, "a grid of vectors is nodes %s, as many in each row",
            covey_bind_dim(self) == COVEY_AXES ? "[x, y, z, vx, vy, vz] layer by layer, row by row"
                                               : "[x, y, vx, vy] row by row");
    double low[COVEY_AXES] = {0, 0, 0}, cell[COVEY_AXES] = {1, 1, 1};
    for (int axis = 0; axis < COVEY_AXES && nodes->pos[axis] != NULL; axis++) {
        low[axis] = nodes->pos[axis][0];
        cell[axis] = cell_of(nodes->pos[axis], nodes->count, field->count[axis]);
        size_t astray = find_astray(nodes, field->count, axis, cell[axis]);
        if (astray < nodes->count)
            return covey_report_fail(self->report, at,
                                     "node %zu, counted from 0, is not where it belongs in a grid "
                                     "of %zu rows of %zu nodes, x before y, both ascending",
                                     astray, field->count[1], field->count[0]);
        field->value[axis] = nodes->vel[axis];
    }
    field->low = (covey_vec){low[0], low[1], low[2]};
    field->cell = (covey_vec){cell[0], cell[1], cell[2]};
    item->def.field = field;
    return COVEY_OK;
}

covey_status covey_bind_grid(covey_bind *self, const covey_node *node, covey_bind_influence *item)
{
    const covey_node *list = covey_node_find(node, "nodes"), *file = covey_node_find(node, "file");
    if (item->kind->form == COVEY_INFLUENCE_MESH)
        file = NULL; // it is the mesh's, see bind_mesh.c
    const covey_node *given = list != NULL ? list : file;
    if (given == NULL && !item->kind->field)
        return COVEY_OK;
    if (given == NULL)
        return covey_report_fail(self->report, node->at,
                                 "an influence of kind %s needs nodes, or a file of them",
                                 item->kind->name);
    if (!item->kind->field)
        return covey_report_fail(self->report, given->key_at, "an influence of kind %s has no %s",
                                 item->kind->name, given->key);
    if (list != NULL && file != NULL)
        return covey_report_fail(self->report, file->key_at,
                                 "an influence has a file or nodes, not both");
    covey_status status = list != NULL ? covey_bind_agents_of(self, list, &item->nodes)
                                       : covey_bind_file(self, file, NULL, &item->nodes);
    return status == COVEY_OK ? make_grid(self, given->at, item) : status;
}
