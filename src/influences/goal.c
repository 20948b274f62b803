// SPDX-License-Identifier: MIT
// A place to go to: F = weight unit(r), with r the way to it, until it is reached.
#include "covey/influence.h"

typedef struct goal {
    double x, y, z, weight, radius;
} goal;

static const covey_param params[] = {
    COVEY_PARAM(goal, x, 0, -1e9, 1e9, "L", "Where it is."),
    COVEY_PARAM(goal, y, 0, -1e9, 1e9, "L", "Where it is."),
    COVEY_PARAM(goal, z, 0, -1e9, 1e9, "L", "Where it is, in three dimensions."),
    COVEY_PARAM(goal, weight, 1, -1e9, 1e9, "intent", "Pull towards it."),
    COVEY_PARAM(goal, radius, 0, 0, 1e9, "L", "Agents this near have reached it."),
    {0},
};

static covey_vec act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    const goal *p = values;
    covey_vec place = {p->x, p->y, covey_space_dim(scene->space) == COVEY_AXES ? p->z : 0.0};
    if (scene->space->kind == COVEY_SPACE_TORUS)
        place = covey_space_fold(scene->space, place);
    covey_vec offset = covey_space_offset(scene->space, agent->pos, place);
    if (covey_vec_length(offset) <= p->radius)
        return (covey_vec){0, 0, 0.0};
    return covey_vec_scale(covey_vec_unit(offset), p->weight);
}

extern const covey_influence covey_influence_goal;
const covey_influence covey_influence_goal = {
    .name = "goal",
    .title = "A place that attracts every agent until it is reached.",
    .source = "covey",
    .params = params,
    .params_size = sizeof(goal),
    .act = act,
    .mark = COVEY_INFLUENCE_PLACE,
};
