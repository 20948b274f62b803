// SPDX-License-Identifier: MIT
// Containment of Reynolds 1999 (see steering.h): agents that would be outside a box or ball after
// `ahead`, going on as they go, turn along its surface and inward. With q the place that they would
// be at, d its distance from the inside, n the unit vector from q to the nearest place inside and h
// the heading,
//
//     desired = speed unit(h - min(0, h.n) n + n)
//     F       = weight min(1, d / (speed ahead)) (desired - v)
//
// so that F grows from 0 on, and an agent that flies straight at the surface feels all of it as it
// gets there. Nothing is solid: agents get outside if other things push them more.
#include "influences/steering.h"

typedef struct containment {
    double within, x, y, z, width, height, depth, radius, ahead, weight, speed;
} containment;

enum { BOX, BALL };
static const char *const bounds[] = {"box", "ball", NULL};

static const covey_param params[] = {
    COVEY_PARAM_CHOICE(containment, within, BOX, 2, bounds, "What agents stay in."),
    COVEY_PARAM(containment, x, 0, -1e9, 1e9, "L", "Its center."),
    COVEY_PARAM(containment, y, 0, -1e9, 1e9, "L", "Its center."),
    COVEY_PARAM(containment, z, 0, -1e9, 1e9, "L", "Its center, in three dimensions."),
    COVEY_PARAM(containment, width, 100, 0, 1e9, "L", "Width of the box."),
    COVEY_PARAM(containment, height, 100, 0, 1e9, "L", "Height of the box."),
    COVEY_PARAM(containment, depth, 100, 0, 1e9, "L", "Depth of the box, in three dimensions."),
    COVEY_PARAM(containment, radius, 50, 0, 1e9, "L", "Radius of the ball, a disc in the plane."),
    COVEY_PARAM(containment, ahead, 1, 0, 1e9, "T", "Agents look so far ahead."),
    COVEY_STEERING_PARAMS(containment),
    {0},
};

/// The way from x to the range within ±half.
static double back(double x, double half)
{
    if (x > half)
        return half - x;
    return x < -half ? -half - x : 0.0;
}

/// The way from the place q, seen from the center, to the nearest one inside.
static covey_vec way_in(const containment *p, covey_vec q, bool deep)
{
    double far = covey_vec_length(q);
    if (p->within == (double)BALL)
        return far > p->radius ? covey_vec_scale(covey_vec_unit(q), p->radius - far)
                               : (covey_vec){0, 0, 0};
    return (covey_vec){back(q.x, 0.5 * p->width), back(q.y, 0.5 * p->height),
                       deep ? back(q.z, 0.5 * p->depth) : 0.0};
}

static covey_vec act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    const containment *p = values;
    covey_vec ahead = covey_steering_ahead(agent, p->ahead);
    covey_vec center = covey_steering_place(scene, p->x, p->y, p->z);
    covey_vec there = covey_steering_place(scene, ahead.x, ahead.y, ahead.z);
    covey_vec q = covey_space_offset(scene->space, center, there);
    covey_vec way = way_in(p, q, covey_space_dim(scene->space) == 3);
    double outside = covey_vec_length(way);
    if (outside == 0.0)
        return (covey_vec){0, 0, 0};
    double full = covey_steering_speed(agent, p->speed), reach = full * p->ahead;
    double share = outside < reach ? outside / reach : 1.0;
    covey_vec inward = covey_vec_unit(way), heading = covey_vec_unit(agent->vel);
    double along = covey_vec_dot(heading, inward);
    covey_vec turned =
        covey_vec_add(heading, covey_vec_scale(inward, along < 0.0 ? 1.0 - along : 1.0));
    covey_vec desired = covey_vec_scale(covey_vec_unit(turned), full);
    covey_vec all = covey_steering(scene, agent, p->weight, full, desired);
    return covey_vec_scale(all, share);
}

extern const covey_influence covey_influence_containment;
const covey_influence covey_influence_containment = {
    .name = "containment",
    .title = "Agents that are about to leave a box or ball turn back.",
    .source = COVEY_STEERING_SOURCE,
    .params = params,
    .params_size = sizeof(containment),
    .act = act,
    .doing = COVEY_DOING_AVOID,
};
