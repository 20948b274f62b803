// SPDX-License-Identifier: MIT
// The model of examples/02_own_model.c, as it stands there, to be measured beside covey's own.
#include "scene.h"

#include <string.h>

#define main example_main
int example_main(void);
#include "../examples/02_own_model.c"

static const covey_model one_by_one = {
    .name = "followers-one",
    .title = "The same, one agent after the other.",
    .source = "examples/02_own_model.c",
    .params = params,
    .params_size = sizeof(followers),
    .motion = "accelerate",
    .zones = zones,
    .decide = decide,
};

const covey_model *scene_model(const char *name)
{
    if (strcmp(name, model.name) == 0)
        return &model;
    return strcmp(name, one_by_one.name) == 0 ? &one_by_one : covey_model_find(name);
}
