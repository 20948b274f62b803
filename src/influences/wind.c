// SPDX-License-Identifier: MIT
// The same push everywhere.
#include "covey/influence.h"

typedef struct wind {
    double x, y, z;
} wind;

static const covey_param params[] = {
    COVEY_PARAM(wind, x, 1, -1e9, 1e9, "intent", "Push to the right."),
    COVEY_PARAM(wind, y, 0, -1e9, 1e9, "intent", "Push upwards."),
    COVEY_PARAM(wind, z, 0, -1e9, 1e9, "intent", "Push along z, in three dimensions."),
    {0},
};

static covey_vec act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    (void)agent;
    const wind *p = values;
    return (covey_vec){p->x, p->y, covey_space_dim(scene->space) == COVEY_AXES ? p->z : 0.0};
}

extern const covey_influence covey_influence_wind;
const covey_influence covey_influence_wind = {
    .name = "wind",
    .title = "The same push on every agent.",
    .source = "covey",
    .params = params,
    .params_size = sizeof(wind),
    .act = act,
};
