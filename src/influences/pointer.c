// SPDX-License-Identifier: MIT
// A place that attracts or repels, as a mouse pointer does: at distance d <= radius,
//
//     F = weight (1 - d/radius) unit(r)
//
// with r the way to it; a negative weight repels.
#include "covey/influence.h"

typedef struct pointer {
    double x, y, z, weight, radius;
} pointer;

static const covey_param params[] = {
    COVEY_PARAM(pointer, x, 0, -1e9, 1e9, "L", "Where it is."),
    COVEY_PARAM(pointer, y, 0, -1e9, 1e9, "L", "Where it is."),
    COVEY_PARAM(pointer, z, 0, -1e9, 1e9, "L", "Where it is, in three dimensions."),
    COVEY_PARAM(pointer, weight, 10, -1e9, 1e9, "intent", "Pull at its place; below 0: push."),
    COVEY_PARAM(pointer, radius, 200, 1e-9, 1e9, "L", "It is felt so far."),
    {0},
};

static covey_vec act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    const pointer *p = values;
    covey_vec place = {p->x, p->y, covey_space_dim(scene->space) == COVEY_AXES ? p->z : 0.0};
    if (scene->space->kind == COVEY_SPACE_TORUS)
        place = covey_space_fold(scene->space, place);
    covey_vec offset = covey_space_offset(scene->space, agent->pos, place);
    double distance = covey_vec_length(offset);
    if (!(distance <= p->radius))
        return (covey_vec){0, 0, 0.0};
    return covey_vec_scale(covey_vec_unit(offset), p->weight * (1.0 - distance / p->radius));
}

extern const covey_influence covey_influence_pointer;
const covey_influence covey_influence_pointer = {
    .name = "pointer",
    .title = "A place that attracts or repels those near it.",
    .source = "covey",
    .params = params,
    .params_size = sizeof(pointer),
    .act = act,
    .mark = COVEY_INFLUENCE_PLACE,
};
