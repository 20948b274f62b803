// SPDX-License-Identifier: MIT
// Arrival of Reynolds 1999 (see steering.h): to a place as seek does, but slower within `slowing`
// of it, and at rest there,
//
//     desired = speed min(1, |r|/slowing) unit(r)
//
// with r the way to it. Near it, r'' = -weight (r' + (speed/slowing) r): agents come to it without
// running past it if 4 speed <= weight slowing. Motions of a constant speed cannot slow down.
#include "influences/steering.h"

typedef struct arrive {
    double x, y, z, slowing, weight, speed;
} arrive;

static const covey_param params[] = {
    COVEY_STEERING_PLACE(arrive),
    COVEY_PARAM(arrive, slowing, 50, 0, 1e9, "L", "Agents nearer than this slow down."),
    COVEY_STEERING_PARAMS(arrive),
    {0},
};

static covey_vec act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    const arrive *p = values;
    covey_vec place = covey_steering_place(scene, p->x, p->y, p->z);
    covey_vec way = covey_steering_way(scene, agent, place);
    double full = covey_steering_speed(agent, p->speed), far = covey_vec_length(way);
    double speed = far < p->slowing ? full * (far / p->slowing) : full;
    covey_vec desired = covey_vec_scale(covey_vec_unit(way), speed);
    return covey_steering(scene, agent, p->weight, full, desired);
}

extern const covey_influence covey_influence_arrive;
const covey_influence covey_influence_arrive = {
    .name = "arrive",
    .title = "Agents steer to a place and stop there.",
    .source = COVEY_STEERING_SOURCE,
    .params = params,
    .params_size = sizeof(arrive),
    .act = act,
};
