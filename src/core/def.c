// SPDX-License-Identifier: MIT
#include "core/def.h"

#include "covey/world.h"

#include <string.h>

void covey_def_put(void *to, size_t size, const void *full, size_t known)
{
    memcpy(to, full, size < known ? size : known);
    if (size >= sizeof size)
        memcpy(to, &size, sizeof size);
}

size_t covey_def_size(const void *def, size_t known)
{
    size_t size;
    memcpy(&size, def, sizeof size);
    return size == 0 ? known : size;
}

covey_status covey_def_take(void *full, size_t known, const void *def, covey_error *error)
{
    size_t size = covey_def_size(def, known);
    if (size < sizeof size || size > known)
        return covey_fail(error, COVEY_ARG,
                          "a definition of %zu bytes, where covey %s has %zu: the program was "
                          "compiled for a later version, or the definition did not begin as the "
                          "default one",
                          size, covey_version(), known);
    memcpy(full, def, size);
    memcpy(full, &known, sizeof known);
    return COVEY_OK;
}

void covey_world_def_init(covey_world_def *def, size_t size)
{
    const covey_world_def full = {.space = covey_space_open(), .seed = 1, .threads = 1};
    if (def != NULL)
        covey_def_put(def, size, &full, sizeof full);
}

void covey_influence_def_init(covey_influence_def *def, size_t size)
{
    const covey_influence_def full = {.kind = NULL};
    if (def != NULL)
        covey_def_put(def, size, &full, sizeof full);
}
