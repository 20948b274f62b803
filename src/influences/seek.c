// SPDX-License-Identifier: MIT
// Seek of Reynolds 1999 (see steering.h): full speed to a place,
//
//     desired = speed unit(r)
//
// with r the way to it. Agents run through it and turn round, as moths do at a lamp; `arrive` stops
// there.
#include "influences/steering.h"

typedef struct seek {
    double x, y, z, weight, speed;
} seek;

static const covey_param params[] = {
    COVEY_STEERING_PLACE(seek),
    COVEY_STEERING_PARAMS(seek),
    {0},
};

static covey_vec act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    const seek *p = values;
    covey_vec place = covey_steering_place(scene, p->x, p->y, p->z);
    covey_vec way = covey_steering_way(scene, agent, place);
    double full = covey_steering_speed(agent, p->speed);
    covey_vec desired = covey_vec_scale(covey_vec_unit(way), full);
    return covey_steering(scene, agent, p->weight, full, desired);
}

extern const covey_influence covey_influence_seek;
const covey_influence covey_influence_seek = {
    .name = "seek",
    .title = "Agents steer to a place at full speed.",
    .source = COVEY_STEERING_SOURCE,
    .params = params,
    .params_size = sizeof(seek),
    .act = act,
};
