// SPDX-License-Identifier: MIT
#include "covey/handles.h"

#include "core/moved.h"
#include "core/schedule.h"
#include "core/world.h"

#include <string.h>

// ---- Flocks ----

int covey_world_flock_handle(const covey_world *world, int number)
{
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    return flock != NULL ? flock->given : -1;
}

int covey_world_flock_of(const covey_world *world, int handle)
{
    int count = world != NULL ? world->flock_count : 0;
    for (int number = 0; number < count; number++)
        if (world->flock[number]->given == handle)
            return number;
    return -1;
}

// ---- Parameters ----

static int rows_of(const covey_param *table)
{
    int rows = 0;
    while (table[rows].name != NULL)
        rows++;
    return rows;
}

/// Ids are the rows of the model, then those of the motion.
static bool find_row(const covey_flock *flock, int id, covey_world_row *found)
{
    int rows = rows_of(flock->params.table), more = rows_of(flock->motion_params.table);
    if (id < 0 || id >= rows + more)
        return false;
    bool of_model = id < rows;
    const covey_params *of = of_model ? &flock->params : &flock->motion_params;
    *found = (covey_world_row){&of->table[of_model ? id : id - rows], of->values};
    return true;
}

int covey_world_param_id(const covey_world *world, int number, const char *name)
{
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    if (flock == NULL)
        return -1;
    const covey_param *row = covey_param_find(flock->params.table, name);
    if (row != NULL)
        return (int)(row - flock->params.table);
    row = covey_param_find(flock->motion_params.table, name);
    return row != NULL ? rows_of(flock->params.table) + (int)(row - flock->motion_params.table)
                       : -1;
}

static covey_status set_by_id(covey_world *world, int number, int id, double value,
                              covey_error *error)
{
    covey_flock *flock = covey_world_flock_at(world, number, error);
    covey_world_row at;
    if (flock == NULL)
        return COVEY_ARG;
    if (!find_row(flock, id, &at))
        return covey_fail(error, COVEY_ARG, "flock %s has no parameter of id %d", flock->name, id);
    if (covey_schedule_has(world, number, -1, at.row->name, error))
        return COVEY_ARG;
    return covey_world_set_row(world, flock, &at, value, error);
}

covey_status covey_world_set_by_id(covey_world *world, int flock, int id, double value,
                                   covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK
               ? covey_world_leave_still(world, set_by_id(world, flock, id, value, error))
               : status;
}

double covey_world_param_by_id(const covey_world *world, int number, int id)
{
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    covey_world_row at;
    return flock != NULL && find_row(flock, id, &at) ? covey_param_value(at.row, at.values)
                                                     : (double)NAN;
}

// ---- Influences ----

/// Sets parameter number `id`, as it is one.
static covey_status set_item(covey_influence_item *item, int id, double value, covey_error *error)
{
    const covey_param table[] = {item->params.table[id], {0}};
    const covey_setting setting = {table[0].name, value};
    return covey_param_set(table, item->params.values, &setting, error);
}

int covey_world_influence_param_id(const covey_world *world, int handle, const char *name)
{
    const covey_influence_item *item =
        world != NULL ? covey_influence_by_handle(world, handle, NULL) : NULL;
    const covey_param *row = item != NULL ? covey_param_find(item->params.table, name) : NULL;
    return row != NULL ? (int)(row - item->params.table) : -1;
}

static covey_status set_influence(covey_world *world, int handle, int id, double value,
                                  covey_error *error)
{
    covey_influence_item *item = covey_influence_by_handle(world, handle, error);
    if (item == NULL)
        return COVEY_ARG;
    if (id < 0 || id >= rows_of(item->params.table))
        return covey_fail(error, COVEY_ARG, "influence %s has no parameter of id %d",
                          item->kind->name, id);
    if (covey_schedule_has(world, -1, handle, item->params.table[id].name, error))
        return COVEY_ARG;
    covey_status status = set_item(item, id, value, error);
    if (status == COVEY_OK)
        covey_bounds_change(world, (size_t)(item - world->influences.item));
    return status;
}

covey_status covey_world_influence_set_by_id(covey_world *world, int handle, int id, double value,
                                             covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK
               ? covey_world_leave_still(world, set_influence(world, handle, id, value, error))
               : status;
}

// ---- Places ----

/// The numbers of the parameters x, y and z; false if there are no such, or if they are no lengths,
/// as those of wind.
static bool find_place(const covey_influence_item *item, int dim, int id[COVEY_AXES])
{
    static const char *const names[] = {"x", "y", "z"};
    bool all = true;
    for (int axis = 0; axis < dim; axis++) {
        const covey_param *row = covey_param_find(item->params.table, names[axis]);
        all = all && row != NULL && strcmp(row->unit, "L") == 0;
        id[axis] = row != NULL ? (int)(row - item->params.table) : -1;
    }
    return all;
}

/// Sets the parameters, all or none.
static covey_status place_params(const covey_world *world, covey_influence_item *item,
                                 const int id[COVEY_AXES], const double to[COVEY_AXES],
                                 covey_error *error)
{
    int dim = covey_space_dim(&world->def.space), set = 0;
    double before[COVEY_AXES] = {0};
    covey_status status = COVEY_OK;
    for (; set < dim && status == COVEY_OK; set++) {
        const covey_param *row = &item->params.table[id[set]];
        before[set] = covey_param_value(row, item->params.values);
        status = covey_schedule_has(world, -1, item->handle, row->name, error)
                     ? COVEY_ARG
                     : set_item(item, id[set], to[set], error);
    }
    while (status != COVEY_OK && set-- > 0)
        (void)set_item(item, id[set], before[set], NULL);
    return status;
}

/// Moves the outline so that its first point is there.
static covey_status place_outline(covey_world *world, covey_influence_item *item,
                                  const double to[COVEY_AXES], covey_error *error)
{
    covey_shape *shape = item->shape;
    covey_moved_before(world, item);
    for (int axis = 0; axis < shape->dim; axis++) {
        double change = to[axis] - shape->points[axis][0];
        for (size_t k = 0; k < shape->count; k++)
            shape->spare[axis][k] = shape->points[axis][k] + change;
        shape->spare[axis][0] = to[axis];
    }
    covey_status status = covey_shape_take_spare(&world->def.space, shape, error);
    if (status == COVEY_OK)
        covey_moved_after(world, item);
    return status;
}

static covey_status place(covey_world *world, int handle, covey_vec place, covey_error *error)
{
    covey_influence_item *item = covey_influence_by_handle(world, handle, error);
    const double to[] = {place.x, place.y, place.z};
    int id[COVEY_AXES];
    covey_status status = COVEY_ARG;
    if (item == NULL)
        return COVEY_ARG;
    if (find_place(item, covey_space_dim(&world->def.space), id))
        status = place_params(world, item, id, to, error);
    else if (item->shape != NULL)
        status = place_outline(world, item, to, error);
    else
        return covey_fail(error, COVEY_ARG, "influence %s is at no place", item->kind->name);
    if (status == COVEY_OK)
        covey_bounds_change(world, (size_t)(item - world->influences.item));
    return status;
}

covey_status covey_world_influence_place(covey_world *world, int handle, covey_vec to,
                                         covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK ? covey_world_leave_still(world, place(world, handle, to, error))
                              : status;
}
