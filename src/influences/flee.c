// SPDX-License-Identifier: MIT
// Flee of Reynolds 1999 (see steering.h): full speed away from a place that is nearer than
// `radius`,
//
//     desired = -speed unit(r)
//
// with r the way to it. An agent at the very place goes on as it goes.
#include "influences/steering.h"

typedef struct flee {
    double x, y, z, radius, weight, speed;
} flee;

static const covey_param params[] = {
    COVEY_STEERING_PLACE(flee),
    COVEY_PARAM(flee, radius, 100, 0, 1e9, "L", "Agents nearer than this flee."),
    COVEY_STEERING_PARAMS(flee),
    {0},
};

static covey_vec act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    const flee *p = values;
    covey_vec place = covey_steering_place(scene, p->x, p->y, p->z);
    covey_vec way = covey_steering_way(scene, agent, place);
    if (!(covey_vec_length(way) < p->radius))
        return (covey_vec){0, 0, 0};
    double full = covey_steering_speed(agent, p->speed);
    covey_vec away = covey_vec_is_zero(way) ? agent->vel : covey_vec_scale(way, -1.0);
    covey_vec desired = covey_vec_scale(covey_vec_unit(away), full);
    return covey_steering(scene, agent, p->weight, full, desired);
}

extern const covey_influence covey_influence_flee;
const covey_influence covey_influence_flee = {
    .name = "flee",
    .title = "Agents near a place steer away from it.",
    .source = COVEY_STEERING_SOURCE,
    .params = params,
    .params_size = sizeof(flee),
    .act = act,
    .doing = COVEY_DOING_FLEE,
};
