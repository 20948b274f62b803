// SPDX-License-Identifier: MIT
// Obstacles that are seen ahead and cannot be entered: a circle (one point), a segment (two) or a
// filled polygon (three or more), each with a rim of `radius` around it.
//
// An agent that would, straight on, touch it within its sight is pushed sideways, at a right angle
// to its velocity, to the side that needs the smaller turn (the left one if both are equal):
//
//     F = weight (1 - t/sight) n
//
// where t is how far it is to the touch; on a torus, to that of the image that is touched first.
// An agent that passes by feels no push, however near.
#include "influences/shape.h"

#include <float.h>

typedef struct obstacle {
    double radius, weight, sight;
} obstacle;

static const covey_param params[] = {
    COVEY_PARAM(obstacle, radius, 20, 0, 1e9, "L", "How far it reaches around its outline."),
    COVEY_PARAM(obstacle, weight, 100, 0, 1e9, "intent", "Push of one that is about to be hit."),
    COVEY_PARAM(obstacle, sight, 75, 0, 1e9, "L", "It is seen so far ahead; 0: not at all."),
    {0},
};

/// The image that is touched first on the way; returns the share of the way up to it, above 1 if
/// there is none.
static double find_hit(const covey_shape *shape, covey_vec p, covey_vec way, double reach,
                       covey_vec *image)
{
    double first = 2.0, far = covey_vec_length(way) + reach;
    for (int k = 0; k < shape->images; k++) {
        covey_vec here = covey_shape_image(shape, k);
        if (!covey_shape_is_near(shape, here, p, far))
            continue;
        double share = covey_shape_hit(shape, here, p, way, reach);
        if (share < first) {
            first = share;
            *image = here;
        }
    }
    return first;
}

static covey_vec act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    const obstacle *p = values;
    const covey_shape *shape = scene->shape;
    covey_vec image = {0, 0, 0.0}, heading = covey_vec_unit(agent->vel);
    double reach = p->radius + agent->body;
    covey_vec way = covey_vec_scale(heading, p->sight);
    double share = p->sight > 0.0 ? find_hit(shape, agent->pos, way, reach, &image) : 2.0;
    if (share > 1.0)
        return (covey_vec){0, 0, 0.0};
    covey_turns turns = covey_shape_turns(shape, image, agent->pos, heading, reach);
    covey_vec left = {-heading.y, heading.x, 0.0};
    double side = turns.left <= turns.right ? 1.0 : -1.0;
    return covey_vec_scale(left, side * p->weight * (1.0 - share));
}

static double solid(const void *values)
{
    const obstacle *p = values;
    return p->radius;
}

static double reach(const void *values, double body)
{
    const obstacle *p = values;
    return p->sight + p->radius + body;
}

static double ahead(const void *values)
{
    const obstacle *p = values;
    return p->sight;
}

extern const covey_influence covey_influence_obstacle;
const covey_influence covey_influence_obstacle = {
    .name = "obstacle",
    .title = "A circle, segment or polygon that is steered around and cannot be entered.",
    .source = "M. Ose, Flocking and avoidance with boids, IT3708 project 1, NTNU, 2015; "
              "polygons, torus images and the exact stop are covey's",
    .params = params,
    .params_size = sizeof(obstacle),
    .points = 1,
    .act = act,
    .solid = solid,
    .reach = reach,
    .ahead = ahead,
};
