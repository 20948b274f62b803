// SPDX-License-Identifier: MIT
// Parameters are kept and saved as an array of doubles.
#include "core/params.h"

#include <stdbool.h>

static const covey_param no_rows[] = {{0}};

static bool is_sound(const covey_params *params)
{
    bool sound = params->size % sizeof(double) == 0;
    for (const covey_param *row = params->table; row->name != NULL; row++)
        sound = sound && row->offset % sizeof(double) == 0 && row->offset < params->size;
    return sound;
}

covey_status covey_params_create(covey_memory *memory, const covey_params *of, covey_params *params,
                                 covey_error *error)
{
    *params = *of;
    params->values = NULL;
    if (params->table == NULL)
        params->table = no_rows;
    if (!is_sound(params))
        return covey_fail(error, COVEY_ARG,
                          "the parameters of %s reach beyond its params_size or are no doubles",
                          params->owner);
    params->values = covey_memory_take(memory, 1, params->size);
    if (params->values == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for the parameters of %s", params->owner);
    covey_param_init(params->table, params->values);
    return COVEY_OK;
}

void covey_params_destroy(covey_memory *memory, covey_params *params)
{
    covey_memory_give(memory, params->values, 1, params->size);
    params->values = NULL;
}

size_t covey_params_count(const covey_params *params)
{
    return params->size / sizeof(double);
}
