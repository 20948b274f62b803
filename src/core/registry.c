// SPDX-License-Identifier: MIT
// Everything that has a name, from the lists models.def, motions.def and influences.def.
#include "covey/world.h"

#include <string.h>

#define ENTRY(name) extern const covey_model covey_model_##name;
#include "models/models.def"
#undef ENTRY

#define ENTRY(name) extern const covey_motion covey_motion_##name;
#include "motions/motions.def"
#undef ENTRY

#define ENTRY(name) extern const covey_influence covey_influence_##name;
#include "influences/influences.def"
#undef ENTRY

static const covey_model *const models[] = {
#define ENTRY(name) &covey_model_##name,
#include "models/models.def"
#undef ENTRY
};

static const covey_motion *const motions[] = {
#define ENTRY(name) &covey_motion_##name,
#include "motions/motions.def"
#undef ENTRY
};

static const covey_influence *const influences[] = {
#define ENTRY(name) &covey_influence_##name,
#include "influences/influences.def"
#undef ENTRY
};

enum {
    MODELS = sizeof models / sizeof *models,
    MOTIONS = sizeof motions / sizeof *motions,
    INFLUENCES = sizeof influences / sizeof *influences,
};

const covey_model *covey_model_at(int index)
{
    return index >= 0 && index < MODELS ? models[index] : NULL;
}

const covey_motion *covey_motion_at(int index)
{
    return index >= 0 && index < MOTIONS ? motions[index] : NULL;
}

const covey_influence *covey_influence_at(int index)
{
    return index >= 0 && index < INFLUENCES ? influences[index] : NULL;
}

const covey_model *covey_model_find(const char *name)
{
    for (int k = 0; k < MODELS && name != NULL; k++)
        if (strcmp(models[k]->name, name) == 0)
            return models[k];
    return NULL;
}

const covey_motion *covey_motion_find(const char *name)
{
    for (int k = 0; k < MOTIONS && name != NULL; k++)
        if (strcmp(motions[k]->name, name) == 0)
            return motions[k];
    return NULL;
}

const covey_influence *covey_influence_find(const char *name)
{
    for (int k = 0; k < INFLUENCES && name != NULL; k++)
        if (strcmp(influences[k]->name, name) == 0)
            return influences[k];
    return NULL;
}
