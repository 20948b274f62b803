// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_FLOCK_TRAITS_H
#define COVEY_CORE_FLOCK_TRAITS_H

#include "core/flock.h"

/// Makes a parameter a trait, or draws one anew; with `values`, they are those of the agents in the
/// order in which they stand. The zones are left as they are. COVEY_ARG, COVEY_MEMORY, and nothing
/// changed.
covey_status covey_flock_traits_add(covey_memory *memory, covey_flock *flock,
                                    const covey_trait *trait, covey_error *error);

/// Makes a parameter a trait whose values and distribution a snapshot has. COVEY_ARG, COVEY_MEMORY.
covey_status covey_flock_traits_make(covey_memory *memory, covey_flock *flock, const char *name,
                                     covey_error *error);

/// True if the zones of a model depend on one of its parameters, which is tried at its limits in
/// the struct `values`, and left as it was.
bool covey_flock_traits_shapes_zones(const covey_model *model, const covey_param *row,
                                     void *values);

/// COVEY_ARG if a value is outside the range of the parameter; `id` names the agent.
covey_status covey_flock_traits_check_value(const covey_param *row, double value, covey_id id,
                                            covey_error *error);

#endif
