// SPDX-License-Identifier: MIT
// Everything that has a name, from the lists models.def and motions.def.
#include "core/registry.h"

#include "covey/world.h"

#include <string.h>

#define ENTRY(name) extern const covey_model covey_model_##name;
#include "models/models.def"
#undef ENTRY

#define ENTRY(name) extern const covey_motion covey_motion_##name;
#include "motions/motions.def"
#undef ENTRY

static const covey_model *const models[] = {
#define ENTRY(name) &covey_model_##name,
#include "models/models.def"
#undef ENTRY
    NULL,
};

static const covey_motion *const motions[] = {
#define ENTRY(name) &covey_motion_##name,
#include "motions/motions.def"
#undef ENTRY
    NULL,
};

const covey_model *covey_model_at(int index)
{
    for (int k = 0; models[k] != NULL; k++)
        if (k == index)
            return models[k];
    return NULL;
}

const covey_motion *covey_motion_at(int index)
{
    for (int k = 0; motions[k] != NULL; k++)
        if (k == index)
            return motions[k];
    return NULL;
}

const covey_model *covey_registry_model(const char *name)
{
    for (const covey_model *const *model = models; *model != NULL; model++)
        if (strcmp((*model)->name, name) == 0)
            return *model;
    return NULL;
}

const covey_motion *covey_registry_motion(const char *name)
{
    for (const covey_motion *const *motion = motions; *motion != NULL; motion++)
        if (strcmp((*motion)->name, name) == 0)
            return *motion;
    return NULL;
}
