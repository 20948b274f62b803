// SPDX-License-Identifier: MIT
// Schedules: parameters of flocks and influences that change with the step, as a ramp, a quench or
// a loop needs it.
//
// A schedule is a function of the step alone, so a world that is restored to a step, on any number
// of threads, goes on with the same values. The step from step s to s + 1 is taken with the value
// at s; before the first step that a schedule lists it is the first value, from the last one on the
// last value.
#ifndef COVEY_SCHEDULE_H
#define COVEY_SCHEDULE_H

#include "covey/world.h"

#ifdef __cplusplus
extern "C" {
#endif

#define COVEY_MAX_SCHEDULES 64            ///< of a world
#define COVEY_MAX_SCHEDULE_POINTS 1000000 ///< of a schedule

typedef enum covey_schedule_form {
    COVEY_SCHEDULE_LINEAR, ///< straight from value to value; not for choices and whole numbers
    COVEY_SCHEDULE_STEPS,  ///< each value until the next one's step
} covey_schedule_form;

/// A schedule. Everything that it points to is copied by covey_world_schedule_add().
typedef struct covey_schedule {
    int flock;        ///< whose parameter it is; -1: that of an influence
    int influence;    ///< its handle; -1: a flock's
    const char *name; ///< of the parameter, as covey_world_set() or covey_world_influence_set()
                      ///< take it
    covey_schedule_form form;
    size_t count;          ///< of points, 1 or more
    const uint64_t *steps; ///< at which they are, rising
    const double *values;  ///< in the range of the parameter
} covey_schedule;

/// Names of the forms, in the order of their numbers, up to a NULL. Static strings.
COVEY_API const char *const *covey_schedule_names(void);

/// The value at a step; NaN for a schedule without points.
COVEY_API double covey_schedule_value(const covey_schedule *schedule, uint64_t step);

/// Adds a schedule between two steps and sets its parameter to the value of the step at hand. From
/// then on covey_world_set() and covey_world_influence_set() do not take that parameter: COVEY_ARG.
/// COVEY_ARG, too, for an unknown flock, influence or parameter, one that has a schedule already, a
/// value that it cannot have, steps that do not rise, a linear schedule of a choice or whole
/// number, or too many schedules or points; COVEY_MEMORY. The world is as before then. A schedule
/// ends with its flock, and rests without its influence.
COVEY_API covey_status covey_world_schedule_add(covey_world *world, const covey_schedule *schedule,
                                                covey_error *error);

/// The number of schedules, and one of them, in the order in which they were added: valid until a
/// schedule or flock is added or removed. Without points beyond the last.
COVEY_API int covey_world_schedules(const covey_world *world);
COVEY_API covey_schedule covey_world_schedule(const covey_world *world, int index);

/// Removes all schedules; their parameters keep the values that they have.
COVEY_API covey_status covey_world_schedule_clear(covey_world *world, covey_error *error);

#ifdef __cplusplus
}
#endif
#endif
