// SPDX-License-Identifier: MIT
// Obstacles that are seen ahead and cannot be entered: a circle or sphere (one point), a segment or
// capsule (two) or, in the plane, a filled polygon (three or more), each with a rim of `radius`
// around it.
//
// An agent that would, straight on, touch it within its sight is pushed sideways, at a right angle
// to its velocity, to the side that needs the smaller turn (the left one if both are equal):
//
//     F = weight (1 - t/sight) n
//
// where t is how far it is to the touch; on a torus, to that of the image that is touched first. In
// three dimensions n points away from the surface at the touch, as far as that is at a right angle
// to the velocity: past a sphere this is the smaller turn.
//
// An agent that passes by feels no push, however near.
#include "influences/obstacle.h"

#include "geometry/shape.h"

#include <float.h>

static const covey_param params[] = {
    COVEY_PARAM(covey_obstacle, radius, 20, 0, 1e9, "L", "How far it reaches around its outline."),
    COVEY_PARAM(covey_obstacle, weight, 100, 0, 1e9, "intent",
                "Push of one that is about to be hit."),
    COVEY_PARAM(covey_obstacle, sight, 75, 0, 1e9, "L", "It is seen so far ahead; 0: not at all."),
    {0},
};

/// The image that is touched first on the way; returns the share of the way up to it, above 1 if
/// there is none.
static double find_hit(const covey_shape *shape, covey_vec p, covey_vec way, double reach,
                       covey_vec *image)
{
    covey_vec images[COVEY_SHAPE_IMAGES];
    double first = 2.0;
    int count = covey_shape_near(shape, p, covey_vec_length(way) + reach, images);
    for (int k = 0; k < count; k++) {
        double share = covey_shape_hit(shape, images[k], p, way, reach);
        if (share < first) {
            first = share;
            *image = images[k];
        }
    }
    return first;
}

/// In three dimensions: away from the surface that is touched, at a right angle to the heading.
static covey_vec side_of(const covey_shape *shape, covey_vec image, covey_vec touch,
                         covey_vec heading)
{
    covey_vec away;
    (void)covey_shape_distance(shape, image, touch, &away);
    double against = covey_vec_dot(away, heading);
    covey_vec side = covey_vec_sub(away, covey_vec_scale(heading, against));
    if (covey_vec_length(side) <= 0x1p-30) // head-on: any side
        return covey_shape_across(heading, true);
    return covey_vec_unit(side);
}

covey_vec covey_obstacle_act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    const covey_obstacle *p = values;
    const covey_shape *shape = scene->shape;
    covey_vec image = {0, 0, 0.0}, heading = covey_vec_unit(agent->vel);
    double reach = p->radius + agent->body;
    covey_vec way = covey_vec_scale(heading, p->sight);
    double share = p->sight > 0.0 ? find_hit(shape, agent->pos, way, reach, &image) : 2.0;
    if (share > 1.0)
        return (covey_vec){0, 0, 0.0};
    if (covey_space_dim(scene->space) == 3) {
        covey_vec there = covey_vec_add(agent->pos, covey_vec_scale(way, share));
        covey_vec side = side_of(shape, image, there, heading);
        return covey_vec_scale(side, p->weight * (1.0 - share));
    }
    bool is_left = covey_shape_is_left(shape, image, agent->pos, heading, reach);
    covey_vec left = {-heading.y, heading.x, 0.0};
    double side = is_left ? 1.0 : -1.0;
    return covey_vec_scale(left, side * p->weight * (1.0 - share));
}

double covey_obstacle_solid(const void *values)
{
    const covey_obstacle *p = values;
    return p->radius;
}

double covey_obstacle_reach(const void *values, double body)
{
    const covey_obstacle *p = values;
    return p->sight + p->radius + body;
}

double covey_obstacle_ahead(const void *values)
{
    const covey_obstacle *p = values;
    return p->sight;
}

extern const covey_influence covey_influence_obstacle;
const covey_influence covey_influence_obstacle = {
    .name = "obstacle",
    .title = "A circle, segment or polygon that is steered around and cannot be entered.",
    .source = "M. Ose, Flocking and avoidance with boids, IT3708 project 1, NTNU, 2015; "
              "polygons, torus images and the exact stop are covey's",
    .params = params,
    .points = 1,
    COVEY_OBSTACLE_MEMBERS,
};
