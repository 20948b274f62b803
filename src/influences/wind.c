// SPDX-License-Identifier: MIT
// The same push everywhere.
#include "covey/influence.h"

typedef struct wind {
    double x, y;
} wind;

static const covey_param params[] = {
    COVEY_PARAM(wind, x, 1, -1e9, 1e9, "intent", "Push to the right."),
    COVEY_PARAM(wind, y, 0, -1e9, 1e9, "intent", "Push upwards."),
    {0},
};

static covey_vec act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    (void)scene;
    (void)agent;
    const wind *p = values;
    return (covey_vec){p->x, p->y, 0.0};
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
