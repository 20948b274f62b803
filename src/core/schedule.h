// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_SCHEDULE_H
#define COVEY_CORE_SCHEDULE_H

#include "core/schedule_list.h"

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
