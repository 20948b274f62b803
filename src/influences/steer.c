// SPDX-License-Identifier: MIT
// A hand on one agent: forward along its heading and left at a right angle to it,
//
//     F = forward h + left (-h_y, h_x)
//
// with h its heading, or (1, 0) where it is at rest. In three dimensions, with l = unit(-h_y, h_x,
// 0), which is its left seen from +z, and +y where it flies along z,
//
//     F = forward h + left l + up (h × l)
#include "base/sphere.h"
#include "covey/influence.h"

typedef struct steer {
    double agent, forward, left, up;
} steer;

static const covey_param params[] = {
    COVEY_PARAM_WHOLE(steer, agent, 0, 0, (double)COVEY_MAX_ID, "", "Number of the agent."),
    COVEY_PARAM(steer, forward, 0, -1e9, 1e9, "intent", "Push ahead; below 0: back."),
    COVEY_PARAM(steer, left, 0, -1e9, 1e9, "intent", "Push to the left; below 0: to the right."),
    COVEY_PARAM(steer, up, 0, -1e9, 1e9, "intent",
                "Push upwards, in three dimensions; below 0: downwards."),
    {0},
};

static covey_vec push_in_space(const steer *p, covey_vec heading)
{
    const covey_vec along_x = {1, 0, 0};
    covey_vec left = covey_sphere_left(heading);
    heading = covey_vec_is_zero(heading) ? along_x : heading;
    covey_vec up = covey_sphere_cross(heading, left);
    covey_vec level =
        covey_vec_add(covey_vec_scale(heading, p->forward), covey_vec_scale(left, p->left));
    return covey_vec_add(level, covey_vec_scale(up, p->up));
}

static covey_id only(const void *values)
{
    const steer *p = values;
    return (covey_id)p->agent;
}

static covey_vec act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    const steer *p = values;
    if (agent->id != only(p))
        return (covey_vec){0, 0, 0.0};
    covey_vec heading = covey_vec_unit(agent->vel), left = {-heading.y, heading.x, 0.0};
    if (covey_space_dim(scene->space) == COVEY_AXES)
        return push_in_space(p, heading);
    if (heading.x == 0.0 && heading.y == 0.0) {
        heading = (covey_vec){1, 0, 0.0};
        left = (covey_vec){0, 1, 0.0};
    }
    return covey_vec_add(covey_vec_scale(heading, p->forward), covey_vec_scale(left, p->left));
}

extern const covey_influence covey_influence_steer;
const covey_influence covey_influence_steer = {
    .name = "steer",
    .title = "A hand that steers one agent.",
    .source = "covey",
    .params = params,
    .params_size = sizeof(steer),
    .act = act,
    .only = only,
};
