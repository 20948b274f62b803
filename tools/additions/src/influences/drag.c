// SPDX-License-Identifier: MIT
// A sample of an influence: slows all agents.
#include "covey/influence.h"

typedef struct drag {
    double strength;
} drag;

static const covey_param params[] = {
    COVEY_PARAM(drag, strength, 1, 0, 1e9, "intent T/L", "Strength of the drag."),
    {0},
};

static covey_vec act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    (void)scene;
    const drag *p = values;
    return covey_vec_scale(agent->vel, -p->strength);
}

extern const covey_influence covey_influence_drag;
const covey_influence covey_influence_drag = {
    .name = "drag",
    .title = "Slows all agents.",
    .source = "covey",
    .params = params,
    .params_size = sizeof(drag),
    .act = act,
};
