// SPDX-License-Identifier: MIT
// Models, motions and influences by name, from the lists models.def, motions.def, influences.def.
#include "base/registry.h"

#include "covey/world.h"

#define ENTRY(name) extern const covey_model covey_model_##name;
#include "models/models.def"
#undef ENTRY

#define ENTRY(name) extern const covey_motion covey_motion_##name;
#include "motions/motions.def"
#undef ENTRY

#define ENTRY(name) extern const covey_influence covey_influence_##name;
#include "influences/influences.def"
#undef ENTRY

static const void *const model_list[] = {
#define ENTRY(name) &covey_model_##name,
#include "models/models.def"
#undef ENTRY
};

static const void *const motion_list[] = {
#define ENTRY(name) &covey_motion_##name,
#include "motions/motions.def"
#undef ENTRY
};

static const void *const influence_list[] = {
#define ENTRY(name) &covey_influence_##name,
#include "influences/influences.def"
#undef ENTRY
};

static const covey_registry models = COVEY_REGISTRY(model_list);
static const covey_registry motions = COVEY_REGISTRY(motion_list);
static const covey_registry influences = COVEY_REGISTRY(influence_list);

_Static_assert(offsetof(covey_model, name) == 0 && offsetof(covey_motion, name) == 0 &&
                   offsetof(covey_influence, name) == 0,
               "the name comes first");

const covey_model *covey_model_at(int index)
{
    return covey_registry_at(&models, index);
}

const covey_motion *covey_motion_at(int index)
{
    return covey_registry_at(&motions, index);
}

const covey_influence *covey_influence_at(int index)
{
    return covey_registry_at(&influences, index);
}

const covey_model *covey_model_find(const char *name)
{
    return covey_registry_find(&models, name);
}

const covey_motion *covey_motion_find(const char *name)
{
    return covey_registry_find(&motions, name);
}

const covey_influence *covey_influence_find(const char *name)
{
    return covey_registry_find(&influences, name);
}
