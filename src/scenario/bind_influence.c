// SPDX-License-Identifier: MIT
// Binds the influences of a scenario: kind, outline, the flock that they act on, and every
// parameter.
#include "scenario/bind.h"

#include <stdio.h>

static covey_status bind_kind(covey_bind *self, const covey_node *node, covey_bind_influence *item)
{
    if (node->kind != COVEY_NODE_MAP)
        return covey_report_fail(self->report, node->at,
                                 "an influence is a mapping like {kind: wind, x: 1}");
    const covey_node *kind = covey_node_find(node, "kind");
    if (kind == NULL)
        return covey_report_fail(self->report, node->at, "an influence needs a kind");
    covey_report_words kinds = {.count = 0}, words = {.count = 0};
    for (int k = 0; covey_influence_at(k) != NULL; k++)
        covey_report_add(&kinds, covey_influence_at(k)->name);
    covey_status status = covey_bind_word(self, kind, "influence", &kinds);
    if (status != COVEY_OK)
        return status;
    item->kind = covey_influence_find(kind->text);
    item->def.kind = item->kind->name;
    bool mesh = item->kind->form == COVEY_INFLUENCE_MESH;
    for (const covey_member *row = covey_members_influence(); row->name != NULL; row++)
        if (row->key != NULL && (mesh || row->kind != COVEY_MEMBER_CORNERS))
            covey_report_add(&words, row->key);
    covey_report_add(&words, "file");
    if (mesh)
        covey_keys_add(&words, covey_keys_mesh(), NULL);
    covey_report_add_table(&words, item->kind->params);
    char noun[80];
    (void)snprintf(noun, sizeof noun, "an influence of kind %s", item->kind->name);
    return covey_bind_keys(self, node, noun, &words);
}

static covey_status bind_flock(covey_bind *self, const covey_node *node, covey_bind_influence *item)
{
    const covey_node *given = covey_node_find(node, "flock");
    if (given == NULL)
        return COVEY_OK;
    covey_report_words words = {.count = 0};
    for (size_t k = 0; k < self->plan->flocks_count; k++)
        covey_report_add(&words, self->plan->flocks[k].def.name);
    covey_status status = covey_bind_word(self, given, "flock", &words);
    item->def.flock = given->text;
    return status;
}

static covey_status bind_points(covey_bind *self, const covey_node *node,
                                covey_bind_influence *item)
{
    covey_influence_form form = item->kind->form;
    bool flat = form == COVEY_INFLUENCE_OUTLINE || form == COVEY_INFLUENCE_LINE ||
                form == COVEY_INFLUENCE_ROOM;
    if (!flat && covey_bind_dim(self) != COVEY_AXES)
        return covey_report_fail(self->report, node->at,
                                 "a %s is for three dimensions, and the space is a plane",
                                 item->kind->name);
    if (item->kind->form == COVEY_INFLUENCE_MESH)
        return covey_bind_mesh(self, node, item);
    const covey_node *given = covey_node_find(node, "points");
    size_t least = item->kind->points;
    if (given == NULL && least == 0)
        return COVEY_OK;
    if (given == NULL)
        return covey_report_fail(self->report, node->at, "an influence of kind %s needs points",
                                 item->kind->name);
    if (least == 0)
        return covey_report_fail(self->report, given->key_at,
                                 "an influence of kind %s has no points", item->kind->name);
    covey_status status = covey_bind_points(self, given, &item->def);
    if (status == COVEY_OK && item->def.points_count < least)
        status = covey_report_fail(self->report, given->at,
                                   "an influence of kind %s needs at least %zu points, not %zu",
                                   item->kind->name, least, item->def.points_count);
    return status;
}

covey_status covey_bind_influence_item(covey_bind *self, const covey_node *node, void *to)
{
    covey_bind_influence *item = to;
    *item = (covey_bind_influence){.node = node, .def = covey_influence_def_default()};
    covey_status status = bind_kind(self, node, item);
    if (status == COVEY_OK)
        status = bind_flock(self, node, item);
    if (status == COVEY_OK)
        status = bind_points(self, node, item);
    if (status == COVEY_OK)
        status = covey_bind_grid(self, node, item);
    if (status != COVEY_OK)
        return status;
    const covey_param *table = item->kind->params;
    item->params = covey_bind_params(self, table, item->kind->params_size);
    size_t rows = covey_bind_rows(table);
    covey_setting *settings = covey_arena_take(self->arena, rows, sizeof *settings);
    if (item->params == NULL || settings == NULL)
        return covey_report_memory(self->report);
    status = covey_bind_members(self, node, covey_members_influence(), NULL, &item->def);
    if (status == COVEY_OK)
        status = covey_bind_flat(self, node, table);
    if (status == COVEY_OK)
        status = covey_bind_table(self, node, table, item->params);
    (void)covey_bind_settings(table, item->params, settings);
    item->def.settings = settings;
    item->def.settings_count = rows;
    return status;
}

bool covey_bind_comes_first(const covey_bind_influence *item)
{
    return item->kind->solid != NULL && item->def.flock == NULL;
}

covey_status covey_bind_influence_order(covey_bind *self, const covey_node *list,
                                        covey_bind_plan *plan)
{
    (void)list;
    plan->order = covey_arena_take(self->arena, plan->influences_count, sizeof *plan->order);
    if (plan->order == NULL)
        return covey_report_memory(self->report);
    size_t next = 0;
    for (int first = 1; first >= 0; first--)
        for (size_t k = 0; k < plan->influences_count; k++) {
            covey_bind_influence *item = &plan->influences[k];
            if (covey_bind_comes_first(item) != (first == 1))
                continue;
            plan->order[next] = (uint32_t)k;
            item->number = next++;
        }
    return COVEY_OK;
}
