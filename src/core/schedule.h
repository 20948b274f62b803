// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_SCHEDULE_H
#define COVEY_CORE_SCHEDULE_H

#include "core/world.h"
#include "covey/schedule.h"

// ---- The list (schedule_list.c): files through which schedules change parameters may call it ----

/// A schedule, with the copies that it points to.
typedef struct covey_scheduled {
    covey_schedule is;
    char *name;
    uint64_t *steps;
    double *values;
    double noted; ///< the parameter's value before the step at hand
} covey_scheduled;

/// True if a parameter of a flock, or of an influence where `flock` is -1, has a schedule; the
/// error says so then.
bool covey_schedule_has(const covey_world *world, int flock, int influence, const char *name,
                        covey_error *error);

/// Adds a copy of a schedule, where there is room for one more. COVEY_MEMORY.
covey_status covey_schedule_list_append(covey_world *world, const covey_schedule *one,
                                        covey_error *error);

/// Removes the last schedule.
void covey_schedule_list_pop(covey_world *world);

/// Removes the schedules of a flock that is going, and counts those behind it anew.
void covey_schedule_drop_flock(covey_world *world, int gone);

void covey_schedule_destroy(covey_memory *memory, covey_schedules *all);

// ---- Steps ----

/// Sets all parameters that have schedules to their values at the step at hand. COVEY_ARG for
/// values that do not go together, COVEY_MEMORY.
covey_status covey_schedule_apply(covey_world *world, covey_error *error);

/// covey_world_schedule_add(), for a world that has been entered.
covey_status covey_schedule_make(covey_world *world, const covey_schedule *given,
                                 covey_error *error);

/// Adds a schedule of a snapshot, which may rest without its influence.
covey_status covey_schedule_restore(covey_world *world, const covey_schedule *saved,
                                    covey_error *error);

/// Notes the values of all parameters that have schedules, and sets them to noted values again.
void covey_schedule_note(covey_world *world);
void covey_schedule_put_back(covey_world *world);

#endif
