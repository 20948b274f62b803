// SPDX-License-Identifier: MIT
// The list of the schedules of a world: copies, with memory of their own.
#include "core/schedule.h"

#include <string.h>

static bool is_of(const covey_schedule *one, int flock, int influence, const char *name)
{
    return one->flock == flock && one->influence == influence && strcmp(one->name, name) == 0;
}

bool covey_schedule_has(const covey_world *world, int flock, int influence, const char *name,
                        covey_error *error)
{
    for (int k = 0; k < world->schedules.count; k++)
        if (name != NULL && is_of(&world->schedules.list[k].is, flock, influence, name)) {
            (void)covey_fail(error, COVEY_ARG, "%.60s follows a schedule", name);
            return true;
        }
    return false;
}

// ---- Copies ----

/// Gives back the copy of a schedule.
static void give(covey_memory *memory, covey_scheduled *one)
{
    covey_memory_give(memory, one->name, strlen(one->is.name) + 1, 1);
    covey_memory_give(memory, one->steps, one->is.count, sizeof *one->steps);
    covey_memory_give(memory, one->values, one->is.count, sizeof *one->values);
}

/// Makes *copy a copy with memory of its own.
static bool copy_of(covey_memory *memory, const covey_schedule *one, covey_scheduled *copy)
{
    size_t size = strlen(one->name) + 1;
    *copy = (covey_scheduled){
        .is = *one,
        .name = covey_memory_take(memory, size, 1),
        .steps = covey_memory_take(memory, one->count, sizeof *copy->steps),
        .values = covey_memory_take(memory, one->count, sizeof *copy->values),
    };
    if (copy->name == NULL || copy->steps == NULL || copy->values == NULL) {
        give(memory, copy);
        return false;
    }
    memcpy(copy->name, one->name, size);
    memcpy(copy->steps, one->steps, one->count * sizeof *copy->steps);
    memcpy(copy->values, one->values, one->count * sizeof *copy->values);
    copy->is.name = copy->name;
    copy->is.steps = copy->steps;
    copy->is.values = copy->values;
    return true;
}

// ---- The list ----

covey_status covey_schedule_list_append(covey_world *world, const covey_schedule *one,
                                        covey_error *error)
{
    covey_schedules *all = &world->schedules;
    covey_scheduled copy;
    if (all->list == NULL)
        all->list = covey_memory_take(&world->memory, COVEY_MAX_SCHEDULES, sizeof *all->list);
    if (all->list == NULL || !copy_of(&world->memory, one, &copy))
        return covey_fail(error, COVEY_MEMORY, "no memory for a schedule");
    all->list[all->count++] = copy;
    return COVEY_OK;
}

void covey_schedule_list_pop(covey_world *world)
{
    covey_schedules *all = &world->schedules;
    give(&world->memory, &all->list[--all->count]);
}

void covey_schedule_drop_flock(covey_world *world, int gone)
{
    covey_schedules *all = &world->schedules;
    int kept = 0;
    for (int k = 0; k < all->count; k++) {
        covey_scheduled *one = &all->list[k];
        if (one->is.flock == gone) {
            give(&world->memory, one);
            continue;
        }
        one->is.flock -= one->is.flock > gone;
        all->list[kept++] = *one;
    }
    all->count = kept;
}

void covey_schedule_destroy(covey_memory *memory, covey_schedules *all)
{
    while (all->count > 0)
        give(memory, &all->list[--all->count]);
    covey_memory_give(memory, all->list, COVEY_MAX_SCHEDULES, sizeof *all->list);
    all->list = NULL;
}
