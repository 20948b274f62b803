// SPDX-License-Identifier: MIT
// Influences of a world: adding, changing and removing them, and the places that they hold.
#include "core/influence.h"

#include "base/misuse.h"
#include "core/def.h"
#include "core/moved.h"
#include "core/schedule.h"
#include "core/world.h"

#include <limits.h>
#include <string.h>

static void destroy(covey_memory *memory, covey_influence_item *item)
{
    covey_params_destroy(memory, &item->params);
    covey_shape_destroy(memory, item->shape);
    covey_field_destroy(memory, item->field);
}

void covey_influence_clear(covey_memory *memory, covey_influence_list *list)
{
    for (size_t k = 0; k < list->count; k++)
        destroy(memory, &list->item[k]);
    covey_memory_give(memory, list->item, list->capacity, sizeof *list->item);
    covey_bounds_destroy(memory, &list->bounds);
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
    if (def->triangles_count > 0 && kind->form != COVEY_INFLUENCE_MESH)
        return covey_fail(error, COVEY_ARG, "an influence %s has no triangles", kind->name);
    if (def->points_count < kind->points || (kind->points == 0 && def->points_count > 0))
        return covey_fail(error, COVEY_ARG,
                          "%zu points are not the number that an influence %s needs",
                          def->points_count, kind->name);
    if (kind->field != (def->field != NULL))
        return covey_fail(error, COVEY_ARG, "an influence %s %s", kind->name,
                          kind->field ? "needs a grid of vectors" : "has no grid of vectors");
    return COVEY_OK;
}

static covey_status fill(covey_world *world, const covey_influence_def *def,
                         covey_influence_item *item, covey_error *error)
{
    covey_params of = {item->kind->name, item->kind->params, item->kind->params_size, NULL};
    covey_outline outline = {.points = def->points,
                             .count = def->points_count,
                             .form = item->kind->form,
                             .triangles = {def->triangles, def->triangles_count, 0}};
    covey_status status = covey_params_create(&world->memory, &of, &item->params, error);
    for (size_t k = 0; k < def->settings_count && status == COVEY_OK; k++)
        status = covey_param_set(item->params.table, item->params.values, &def->settings[k], error);
    if (status == COVEY_OK && def->points_count > 0)
        status =
            covey_shape_create(&world->memory, &world->def.space, &outline, &item->shape, error);
    if (status == COVEY_OK && def->field != NULL)
        status = covey_field_create(&world->memory, covey_space_dim(&world->def.space), def->field,
                                    &item->field, error);
    return status;
}

static covey_status make_room(covey_world *world, covey_error *error)
{
    covey_influence_list *list = &world->influences;
    if (list->count < list->capacity)
        return COVEY_OK;
    size_t capacity = 2 * list->capacity + 4;
    covey_influence_item *grown = covey_memory_take(&world->memory, capacity, sizeof *grown);
    if (grown == NULL || !covey_bounds_reserve(&world->memory, capacity,
                                               covey_space_dim(&world->def.space), &list->bounds)) {
        covey_memory_give(&world->memory, grown, capacity, sizeof *grown);
        return covey_fail(error, COVEY_MEMORY, "no memory for an influence");
    }
    if (list->count > 0)
        memcpy(grown, list->item, list->count * sizeof *grown);
    covey_memory_give(&world->memory, list->item, list->capacity, sizeof *grown);
    list->item = grown;
    list->capacity = capacity;
    return COVEY_OK;
}

/// The flocks on which an item acts; that of the next number has the mask `coming`.
static uint64_t flocks_of(const covey_world *world, const covey_influence_item *item,
                          uint32_t coming)
{
    uint64_t flocks = 0;
    for (int number = 0; number <= world->flock_count && number < COVEY_MAX_FLOCKS; number++) {
        uint32_t mask = number < world->flock_count ? world->flock[number]->mask : coming;
        bool acts = (item->flock < 0 || item->flock == number) && (item->layers & mask) != 0;
        flocks |= (uint64_t)acts << number;
    }
    return flocks;
}

void covey_influence_relate(covey_world *world, uint32_t coming)
{
    covey_influence_list *list = &world->influences;
    for (size_t k = 0; k < list->count; k++)
        list->item[k].flocks = flocks_of(world, &list->item[k], coming);
    list->bounds.ready = false;
}

covey_status covey_influence_make(covey_world *world, const covey_influence_def *def, int *handle,
                                  covey_error *error)
{
    covey_influence_list *list = &world->influences;
    if (list->next == INT_MAX)
        return covey_fail(error, COVEY_ARG,
                          "the world has given all handles of influences, none of which is used "
                          "again");
    covey_influence_item item = {.kind = def->custom_kind};
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
    *handle = item.handle = list->next++;
    item.since = world->step;
    item.layers = def->layers != 0 ? def->layers : COVEY_ALL_LAYERS;
    item.flocks = flocks_of(world, &item, COVEY_ALL_LAYERS);
    list->item[list->count++] = item;
    list->bounds.ready = false;
    return COVEY_OK;
}

covey_status covey_world_influence_add(covey_world *world, const covey_influence_def *def,
                                       int *handle, covey_error *error)
{
    if (def == NULL || handle == NULL || (def->settings == NULL && def->settings_count > 0))
        return covey_missing(error, __func__);
    covey_influence_def full = covey_influence_def_default();
    covey_status status = covey_def_take(&full, sizeof full, def, error);
    if (status == COVEY_OK)
        status = covey_world_enter(world, error);
    return status == COVEY_OK
               ? covey_world_leave_still(world, covey_influence_make(world, &full, handle, error))
               : status;
}

/// Where a handle is in a list in which they rise, as they do where no session has changed it.
static size_t find_rising(const covey_influence_list *list, int handle)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (list->item[middle].handle < handle)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

covey_influence_item *covey_influence_by_handle(const covey_world *world, int handle,
                                                covey_error *error)
{
    const covey_influence_list *list = &world->influences;
    size_t likely = handle >= 0 ? find_rising(list, handle) : list->count;
    if (likely < list->count && list->item[likely].handle == handle)
        return &list->item[likely];
    for (size_t k = 0; k < list->count; k++)
        if (list->item[k].handle == handle)
            return &list->item[k];
    covey_fail(error, COVEY_ARG, "there is no influence %d", handle);
    return NULL;
}

void covey_influence_bring(covey_influence_list *list, size_t index)
{
    covey_influence_item last = list->item[list->count - 1];
    memmove(&list->item[index + 1], &list->item[index],
            (list->count - 1 - index) * sizeof *list->item);
    list->item[index] = last;
    list->bounds.ready = false;
}

void covey_influence_drop(covey_memory *memory, covey_influence_list *list, size_t index)
{
    covey_influence_item gone = list->item[index]; // out of the list before callbacks free it
    list->count--;
    list->bounds.ready = false;
    memmove(&list->item[index], &list->item[index + 1], (list->count - index) * sizeof *list->item);
    destroy(memory, &gone);
}

static covey_status remove_item(covey_world *world, int handle, covey_error *error)
{
    covey_influence_list *list = &world->influences;
    covey_influence_item *item = covey_influence_by_handle(world, handle, error);
    if (item == NULL)
        return COVEY_ARG;
    covey_influence_drop(&world->memory, list, (size_t)(item - list->item));
    return COVEY_OK;
}

covey_status covey_world_influence_remove(covey_world *world, int handle, covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK ? covey_world_leave_still(world, remove_item(world, handle, error))
                              : status;
}

static covey_status move(covey_world *world, int handle, const double *const *points,
                         covey_error *error)
{
    covey_influence_item *item = covey_influence_by_handle(world, handle, error);
    if (item == NULL)
        return COVEY_ARG;
    if (item->shape == NULL)
        return covey_fail(error, COVEY_ARG, "influence %s has no outline", item->kind->name);
    covey_outline outline = {.points = points, .count = item->shape->count};
    covey_moved_before(world, item);
    covey_status status = covey_shape_move(&world->def.space, &outline, item->shape, error);
    if (status != COVEY_OK)
        return status;
    covey_moved_after(world, item);
    covey_bounds_change(world, (size_t)(item - world->influences.item));
    return COVEY_OK;
}

covey_status covey_world_influence_move(covey_world *world, int handle, const double *const *points,
                                        covey_error *error)
{
    if (points == NULL)
        return covey_missing(error, __func__);
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK ? covey_world_leave_still(world, move(world, handle, points, error))
                              : status;
}

void covey_influence_jump(covey_world *world, int handle)
{
    covey_influence_item *item = covey_influence_by_handle(world, handle, NULL);
    if (item == NULL)
        return;
    item->since = world->step;
    item->swept.is = false;
}

covey_status covey_influence_set_now(covey_world *world, int handle, const char *name, double value,
                                     covey_error *error)
{
    covey_influence_item *item = covey_influence_by_handle(world, handle, error);
    if (item == NULL)
        return COVEY_ARG;
    covey_setting setting = {name, value};
    covey_status status = covey_param_set(item->params.table, item->params.values, &setting, error);
    if (status == COVEY_OK)
        covey_bounds_change(world, (size_t)(item - world->influences.item));
    return status;
}

covey_status covey_world_influence_set(covey_world *world, int handle, const char *name,
                                       double value, covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    if (status != COVEY_OK)
        return status;
    if (covey_schedule_has(world, -1, handle, name, error))
        return covey_world_leave_still(world, COVEY_ARG);
    return covey_world_leave_still(world,
                                   covey_influence_set_now(world, handle, name, value, error));
}

double covey_world_influence_param(const covey_world *world, int handle, const char *name)
{
    const covey_influence_item *item =
        world != NULL ? covey_influence_by_handle(world, handle, NULL) : NULL;
    const covey_param *row = item != NULL ? covey_param_find(item->params.table, name) : NULL;
    return row != NULL ? covey_param_value(row, item->params.values) : (double)NAN;
}

int covey_world_influences(const covey_world *world)
{
    if (world == NULL)
        return 0;
    return (int)world->influences.count;
}

int covey_world_influence_at(const covey_world *world, int index)
{
    bool is_there = world != NULL && index >= 0 && (size_t)index < world->influences.count;
    return is_there ? world->influences.item[index].handle : -1;
}

covey_influence_view covey_world_influence(const covey_world *world, int handle)
{
    covey_influence_view view = {.flock = -1};
    const covey_influence_item *item =
        world != NULL ? covey_influence_by_handle(world, handle, NULL) : NULL;
    if (item == NULL)
        return view;
    view.kind = item->kind;
    view.flock = item->flock;
    view.layers = item->layers;
    view.field = item->field != NULL ? &item->field->grid : NULL;
    for (int axis = 0; item->shape != NULL && axis < item->shape->dim; axis++) {
        view.points_count = item->shape->count;
        view.points[axis] = item->shape->points[axis];
    }
    if (item->shape != NULL && item->shape->form == COVEY_INFLUENCE_MESH) {
        view.triangles = item->shape->facets->corner;
        view.triangles_count = item->shape->facets->count;
        view.closed = item->shape->facets->closed;
    }
    return view;
}

// ---- In a step ----

bool covey_influence_is_solid(const covey_influence_list *list, int flock)
{
    if (list->bounds.ready)
        return list->bounds.solid[flock];
    for (size_t k = 0; k < list->count; k++)
        if (covey_influence_stops(&list->item[k], flock))
            return true;
    return false;
}

bool covey_influence_contains(const covey_influence_item *item, covey_vec p, double body)
{
    double reach = item->kind->solid(item->params.values) + body;
    covey_vec images[COVEY_SHAPE_IMAGES], away;
    int count = covey_shape_near(item->shape, p, reach, images);
    for (int k = 0; k < count; k++)
        if (covey_shape_distance(item->shape, images[k], p, &away) < reach)
            return true;
    return false;
}

bool covey_influence_has(const covey_influence_item *item, int flock, covey_vec p, double body)
{
    return covey_influence_stops(item, flock) && covey_influence_contains(item, p, body);
}

bool covey_influence_holds(const covey_influence_list *list, int flock, covey_vec p, double body)
{
    covey_boxtree_box point = {{p.x, p.y, p.z}, {p.x, p.y, p.z}};
    covey_among near;
    covey_among_solids(list, &point, body, 0, &near);
    for (ptrdiff_t k = covey_among_next(&near); k >= 0; k = covey_among_next(&near))
        if (covey_influence_has(&list->item[k], flock, p, body))
            return true;
    return false;
}
