// SPDX-License-Identifier: MIT
// Parameters that are functions of the step.
#include "core/schedule.h"

#include "base/minmax.h"
#include "base/misuse.h"

#include <math.h>

// ---- Values ----

/// Returns the number of the last point at or before a step, which is not before the first.
static size_t point_at(const covey_schedule *self, uint64_t step)
{
    size_t low = 0, high = self->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (self->steps[middle] <= step)
            low = middle;
        else
            high = middle;
    }
    return low;
}

double covey_schedule_value(const covey_schedule *self, uint64_t step)
{
    COVEY_ROUND();
    if (self == NULL || self->count == 0)
        return (double)NAN;
    size_t k = point_at(self, step);
    double from = self->values[k];
    if (step <= self->steps[k] || k + 1 == self->count || self->form == COVEY_SCHEDULE_STEPS)
        return from;
    double to = self->values[k + 1], way = (double)(self->steps[k + 1] - self->steps[k]);
    double share = (double)(step - self->steps[k]) / way;
    // Both ends are weighed, as their difference may be beyond the finite range.
    double value = from * (1.0 - share) + to * share;
    double low = covey_smaller(from, to), high = covey_larger(from, to);
    return covey_smaller(covey_larger(value, low), high);
}

// ---- Checks ----

/// The row of the parameter of a schedule; NULL: there is none, and the error says so.
static const covey_param *row_of(const covey_world *world, const covey_schedule *self,
                                 covey_error *error)
{
    const covey_param *row;
    void *values;
    if (self->flock >= 0) {
        covey_flock *flock = covey_world_flock_at(world, self->flock, error);
        if (flock == NULL)
            return NULL;
        row = covey_flock_param(flock, self->name, &values);
        if (row == NULL)
            (void)covey_fail(error, COVEY_ARG, "flock %s has no parameter %.60s", flock->name,
                             self->name);
        return row;
    }
    const covey_influence *kind = covey_world_influence(world, self->influence).kind;
    row = kind != NULL ? covey_param_find(kind->params, self->name) : NULL;
    if (row == NULL)
        (void)covey_fail(error, COVEY_ARG, "there is no influence %d with a parameter %.60s",
                         self->influence, self->name);
    return row;
}

static covey_status check_points(const covey_schedule *self, const covey_param *row,
                                 covey_error *error)
{
    if (self->count == 0 || self->count > COVEY_MAX_SCHEDULE_POINTS)
        return covey_fail(error, COVEY_ARG, "a schedule has 1 to %d points, not %zu",
                          COVEY_MAX_SCHEDULE_POINTS, self->count);
    if (self->form > COVEY_SCHEDULE_STEPS)
        return covey_fail(error, COVEY_ARG, "there is no form %d of schedules", (int)self->form);
    if (self->form == COVEY_SCHEDULE_LINEAR && self->count > 1 &&
        (row->choices != NULL || row->whole))
        return covey_fail(error, COVEY_ARG,
                          "%s has nothing between two values: its schedule goes by steps",
                          row->name);
    for (size_t k = 1; k < self->count; k++)
        if (self->steps[k] <= self->steps[k - 1])
            return covey_fail(error, COVEY_ARG, "the steps of the schedule of %s do not rise",
                              row->name);
    return COVEY_OK;
}

// ---- Setting ----

static double value_now(const covey_world *world, const covey_schedule *one)
{
    return one->flock >= 0 ? covey_world_param(world, one->flock, one->name)
                           : covey_world_influence_param(world, one->influence, one->name);
}

static covey_status put(covey_world *world, const covey_schedule *one, double value,
                        covey_error *error)
{
    return one->flock >= 0
               ? covey_world_set_now(world, one->flock, one->name, value, error)
               : covey_influence_set_now(world, one->influence, one->name, value, error);
}

covey_status covey_schedule_apply(covey_world *world, covey_error *error)
{
    covey_status status = COVEY_OK;
    covey_error why;
    for (int k = 0; k < world->schedules.count && status == COVEY_OK; k++) {
        const covey_schedule *one = &world->schedules.list[k].is;
        double value = covey_schedule_value(one, world->step), now = value_now(world, one);
        bool rests = one->flock < 0 && !(now == now);
        if (!rests && now != value)
            status = put(world, one, value, &why);
        if (status != COVEY_OK)
            (void)covey_fail(error, status, "the schedule of %.60s at step %llu: %.120s", one->name,
                             (unsigned long long)world->step, why.message);
    }
    return status;
}

void covey_schedule_note(covey_world *world)
{
    for (int k = 0; k < world->schedules.count; k++)
        world->schedules.list[k].noted = value_now(world, &world->schedules.list[k].is);
}

void covey_schedule_put_back(covey_world *world)
{
    // Backwards, each value is set beside others that it was set beside before.
    for (int k = world->schedules.count - 1; k >= 0; k--) {
        const covey_scheduled *one = &world->schedules.list[k];
        if (value_now(world, &one->is) != one->noted && one->noted == one->noted)
            (void)put(world, &one->is, one->noted, NULL);
    }
}

/// Tries every value now, so that no step can fail on one or need memory. Then sets the parameter
/// to the value of the present step, or back to the value before if one is refused.
static covey_status try_values(covey_world *world, const covey_schedule *one, covey_error *error)
{
    double before = value_now(world, one);
    covey_status status = COVEY_OK;
    for (size_t k = 0; k < one->count && status == COVEY_OK; k++)
        status = put(world, one, one->values[k], error);
    if (status == COVEY_OK)
        status = put(world, one, covey_schedule_value(one, world->step), error);
    if (status != COVEY_OK)
        (void)put(world, one, before, NULL);
    return status;
}

covey_status covey_schedule_make(covey_world *world, const covey_schedule *given,
                                 covey_error *error)
{
    covey_schedule one = *given;
    covey_schedules *all = &world->schedules;
    if (one.flock >= 0)
        one.influence = -1;
    const covey_param *row = row_of(world, &one, error);
    if (row == NULL || check_points(&one, row, error) != COVEY_OK ||
        covey_schedule_has(world, one.flock, one.influence, one.name, error))
        return COVEY_ARG;
    if (all->count == COVEY_MAX_SCHEDULES)
        return covey_fail(error, COVEY_ARG, "a world has at most %d schedules",
                          COVEY_MAX_SCHEDULES);
    covey_status status = covey_schedule_list_append(world, &one, error);
    if (status != COVEY_OK)
        return status;
    status = try_values(world, &all->list[all->count - 1].is, error);
    if (status != COVEY_OK)
        covey_schedule_list_pop(world);
    return status;
}

covey_status covey_schedule_restore(covey_world *world, const covey_schedule *saved,
                                    covey_error *error)
{
    bool rests = saved->flock < 0 && covey_world_influence(world, saved->influence).kind == NULL;
    if (saved->name == NULL || saved->count == 0)
        return covey_fail(error, COVEY_ARG, "a schedule lacks a name or points");
    return rests ? covey_schedule_list_append(world, saved, error)
                 : covey_schedule_make(world, saved, error);
}

covey_status covey_world_schedule_add(covey_world *world, const covey_schedule *schedule,
                                      covey_error *error)
{
    if (schedule == NULL || schedule->name == NULL ||
        (schedule->count > 0 && (schedule->steps == NULL || schedule->values == NULL)))
        return covey_missing(error, __func__);
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK
               ? covey_world_leave_still(world, covey_schedule_make(world, schedule, error))
               : status;
}

int covey_world_schedules(const covey_world *world)
{
    return world != NULL ? world->schedules.count : 0;
}

covey_schedule covey_world_schedule(const covey_world *world, int index)
{
    if (world == NULL || index < 0 || index >= world->schedules.count)
        return (covey_schedule){.flock = -1, .influence = -1};
    return world->schedules.list[index].is;
}

covey_status covey_world_schedule_clear(covey_world *world, covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    if (status != COVEY_OK)
        return status;
    covey_schedule_destroy(&world->memory, &world->schedules);
    return covey_world_leave_still(world, COVEY_OK);
}
