// SPDX-License-Identifier: MIT
// Numbers for calls in every frame: handles of flocks, ids of parameters, places of influences.
#ifndef COVEY_HANDLES_H
#define COVEY_HANDLES_H

#include "covey/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Flocks ----
//
// The number of a flock changes when one before it is removed. Its handle never does, and is never
// given to another flock: the handle of one that was removed is the handle of none. Snapshots have
// handles, so they are the same after a rollback.

/// The handle of a flock, from 0 on; -1 for an unknown number.
COVEY_API int covey_world_flock_handle(const covey_world *world, int flock);

/// The number that the flock of a handle has now; -1 if there is none.
COVEY_API int covey_world_flock_of(const covey_world *world, int handle);

// ---- Parameters ----
//
// An id stands for a parameter of model or motion, or of an influence, without a search for its
// name. It is the same in all flocks of that model and motion, and in all influences of that kind.

/// The id of a parameter of a flock's model or motion, from 0 on; -1 for an unknown name.
COVEY_API int covey_world_param_id(const covey_world *world, int flock, const char *name);

/// covey_world_set() and covey_world_param() by the id of the parameter.
COVEY_API covey_status covey_world_set_by_id(covey_world *world, int flock, int id, double value,
                                             covey_error *error);
COVEY_API double covey_world_param_by_id(const covey_world *world, int flock, int id);

/// The same for influences.
COVEY_API int covey_world_influence_param_id(const covey_world *world, int handle,
                                             const char *name);
COVEY_API covey_status covey_world_influence_set_by_id(covey_world *world, int handle, int id,
                                                       double value, covey_error *error);

// ---- Places of influences ----

/// Brings an influence to a place: the parameters x, y and, in three dimensions, z of one that is
/// at a place by them become it; the outline of another one is moved as it is, so that its first
/// point is there. Allocates nothing. COVEY_ARG for an unknown handle, an influence with neither, a
/// parameter that follows a schedule, or a place where it cannot be; it stays where it was then.
COVEY_API covey_status covey_world_influence_place(covey_world *world, int handle, covey_vec place,
                                                   covey_error *error);

#ifdef __cplusplus
}
#endif
#endif
