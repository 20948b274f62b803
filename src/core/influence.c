// SPDX-License-Identifier: MIT
// Influences of a world: adding, changing and removing them, and what they hold.
#include "core/influence.h"

#include "base/misuse.h"
#include "core/world.h"

#include <string.h>

covey_influence_def covey_influence_def_default(void)
{
    return (covey_influence_def){.kind = NULL};
}

static void destroy(covey_memory *memory, covey_influence_item *item)
{
    covey_params_destroy(memory, &item->params);
    covey_shape_destroy(memory, item->shape);
}

void covey_influence_clear(covey_memory *memory, covey_influence_list *list)
{
    for (size_t k = 0; k < list->count; k++)
        destroy(memory, &list->item[k]);
    covey_memory_give(memory, list->item, list->capacity, sizeof *list->item);
    *list = (covey_influence_list){0};
}

static covey_status check(const covey_world *world, const covey_influence_def *def,
                          const covey_influence *kind, covey_error *error)
{
    if (kind == NULL || kind->name == NULL || kind->act == NULL ||
        (kind->solid != NULL && kind->points == 0))
        return covey_fail(error, COVEY_ARG, "there is no influence called %s",
                          def->kind != NULL ? def->kind : "(NULL)");
    if (def->flock != NULL && covey_world_find(world, def->flock) < 0)
        return covey_fail(error, COVEY_ARG, "there is no flock called %s for %s to act on",
                          def->flock, kind->name);
    if (def->points_count < kind->points || (kind->points == 0 && def->points_count > 0))
        return covey_fail(error, COVEY_ARG, "%zu points are not what an influence %s needs",
                          def->points_count, kind->name);
    return COVEY_OK;
}

static covey_status fill(covey_world *world, const covey_influence_def *def,
                         covey_influence_item *item, covey_error *error)
{
    covey_params of = {item->kind->name, item->kind->params, item->kind->params_size, NULL};
    covey_outline outline = {def->points, def->points_count};
    covey_status status = covey_params_create(&world->memory, &of, &item->params, error);
    for (size_t k = 0; k < def->settings_count && status == COVEY_OK; k++)
        status = covey_param_set(item->params.table, item->params.values, &def->settings[k], error);
    if (status == COVEY_OK && def->points_count > 0)
        status =
            covey_shape_create(&world->memory, &world->def.space, &outline, &item->shape, error);
    return status;
}

static covey_status make_room(covey_world *world, covey_error *error)
{
    covey_influence_list *list = &world->influences;
    if (list->count < list->capacity)
        return COVEY_OK;
    size_t capacity = 2 * list->capacity + 4;
    covey_influence_item *grown =
        covey_memory_grow(&world->memory, list->item, list->capacity, capacity, sizeof *list->item);
    if (grown == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for an influence");
    list->item = grown;
    list->capacity = capacity;
    return COVEY_OK;
}

static covey_status add(covey_world *world, const covey_influence_def *def, int *number,
                        covey_error *error)
{
    covey_influence_list *list = &world->influences;
    covey_influence_item item = {.kind = def->own_kind};
    if (item.kind == NULL)
        item.kind = covey_influence_find(def->kind);
    covey_status status = check(world, def, item.kind, error);
    if (status != COVEY_OK)
        return status;
    item.flock = def->flock != NULL ? covey_world_find(world, def->flock) : -1;
    status = fill(world, def, &item, error);
    if (status == COVEY_OK)
        status = make_room(world, error);
    if (status != COVEY_OK) {
        destroy(&world->memory, &item);
        return status;
    }
    list->item[list->count] = item;
    *number = (int)list->count++;
    return COVEY_OK;
}

covey_status covey_world_influence_add(covey_world *world, const covey_influence_def *def,
                                       int *number, covey_error *error)
{
    if (def == NULL || number == NULL || (def->settings == NULL && def->settings_count > 0))
        return covey_missing(error, __func__);
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK ? covey_world_leave(world, add(world, def, number, error)) : status;
}

static bool is_known(const covey_world *world, int number)
{
    return number >= 0 && (size_t)number < world->influences.count;
}

static covey_status remove_at(covey_world *world, int number, covey_error *error)
{
    covey_influence_list *list = &world->influences;
    if (!is_known(world, number))
        return covey_fail(error, COVEY_ARG, "there is no influence number %d", number);
    covey_influence_item gone = list->item[number]; // out of the list before callbacks free it
    list->count--;
    memmove(&list->item[number], &list->item[number + 1],
            (list->count - (size_t)number) * sizeof *list->item);
    destroy(&world->memory, &gone);
    return COVEY_OK;
}

covey_status covey_world_influence_remove(covey_world *world, int number, covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK ? covey_world_leave(world, remove_at(world, number, error)) : status;
}

static covey_status move(covey_world *world, int number, const double *points[COVEY_AXES],
                         covey_error *error)
{
    if (!is_known(world, number))
        return covey_fail(error, COVEY_ARG, "there is no influence number %d", number);
    covey_shape *shape = world->influences.item[number].shape;
    if (shape == NULL)
        return covey_fail(error, COVEY_ARG, "influence %s has no outline",
                          world->influences.item[number].kind->name);
    covey_outline outline = {points, shape->count};
    return covey_shape_move(&world->def.space, &outline, shape, error);
}

covey_status covey_world_influence_move(covey_world *world, int number,
                                        const double *points[COVEY_AXES], covey_error *error)
{
    if (points == NULL)
        return covey_missing(error, __func__);
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK ? covey_world_leave(world, move(world, number, points, error))
                              : status;
}

static covey_status set(covey_world *world, int number, const char *name, double value,
                        covey_error *error)
{
    if (!is_known(world, number))
        return covey_fail(error, COVEY_ARG, "there is no influence number %d", number);
    const covey_params *params = &world->influences.item[number].params;
    covey_setting setting = {name, value};
    return covey_param_set(params->table, params->values, &setting, error);
}

covey_status covey_world_influence_set(covey_world *world, int number, const char *name,
                                       double value, covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK ? covey_world_leave(world, set(world, number, name, value, error))
                              : status;
}

double covey_world_influence_param(const covey_world *world, int number, const char *name)
{
    if (world == NULL)
        return (double)NAN;
    if (!is_known(world, number))
        return (double)NAN;
    const covey_params *params = &world->influences.item[number].params;
    const covey_param *row = covey_param_find(params->table, name);
    return row != NULL ? covey_param_value(row, params->values) : (double)NAN;
}

int covey_world_influences(const covey_world *world)
{
    if (world == NULL)
        return 0;
    return (int)world->influences.count;
}

covey_influence_view covey_world_influence(const covey_world *world, int number)
{
    if (world == NULL)
        return (covey_influence_view){.flock = -1};
    covey_influence_view view = {.flock = -1};
    if (!is_known(world, number))
        return view;
    const covey_influence_item *item = &world->influences.item[number];
    view.kind = item->kind;
    view.flock = item->flock;
    for (int axis = 0; axis < COVEY_AXES && item->shape != NULL; axis++) {
        view.points_count = item->shape->count;
        view.points[axis] = item->shape->points[axis];
    }
    return view;
}

// ---- In a step ----

bool covey_influence_is_solid(const covey_influence_list *list, int flock)
{
    for (size_t k = 0; k < list->count; k++)
        if (covey_influence_stops(&list->item[k], flock))
            return true;
    return false;
}

static bool holds(const covey_influence_item *item, covey_vec p, double body)
{
    double reach = item->kind->solid(item->params.values) + body;
    for (int k = 0; k < item->shape->images; k++) {
        covey_vec image = item->shape->image[k], away;
        if (covey_shape_is_near(item->shape, image, p, reach) &&
            covey_shape_distance(item->shape, image, p, &away) < reach)
            return true;
    }
    return false;
}

bool covey_influence_holds(const covey_influence_list *list, int flock, covey_vec p, double body)
{
    for (size_t k = 0; k < list->count; k++) {
        const covey_influence_item *item = &list->item[k];
        if (covey_influence_stops(item, flock) && holds(item, p, body))
            return true;
    }
    return false;
}
