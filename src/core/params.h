// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_PARAMS_H
#define COVEY_CORE_PARAMS_H

#include "base/memory.h"
#include "covey/param.h"

/// The parameters of a model, motion or influence in use: its table and a copy of its struct.
typedef struct covey_params {
    const char *owner; ///< name of the model, motion or influence
    const covey_param *table;
    size_t size;
    void *values;
} covey_params;

/// The struct at its initial values. A NULL table has no rows. COVEY_ARG for a table that reaches
/// beyond the struct, COVEY_MEMORY.
covey_status covey_params_create(covey_memory *memory, const covey_params *of, covey_params *params,
                                 covey_error *error);
void covey_params_destroy(covey_memory *memory, covey_params *params);

/// Number of doubles in the struct.
size_t covey_params_count(const covey_params *params);

#endif
