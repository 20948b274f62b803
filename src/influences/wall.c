// SPDX-License-Identifier: MIT
// Soft walls around a box: within `margin` of an edge, or beyond it, each axis pushes back with the
// same strength, +weight or -weight.
#include "covey/influence.h"

typedef struct wall {
    double left, bottom, width, height, margin, weight, front, depth;
} wall;

static const covey_param params[] = {
    COVEY_PARAM(wall, left, 0, -1e9, 1e9, "L", "Left edge of the box."),
    COVEY_PARAM(wall, bottom, 0, -1e9, 1e9, "L", "Lower edge of the box."),
    COVEY_PARAM(wall, width, 800, 0, 1e9, "L", "Width of the box."),
    COVEY_PARAM(wall, height, 600, 0, 1e9, "L", "Height of the box."),
    COVEY_PARAM(wall, margin, 40, 0, 1e9, "L", "Agents nearer to an edge are pushed."),
    COVEY_PARAM(wall, weight, 1, -1e9, 1e9, "intent", "Push along each axis."),
    COVEY_PARAM(wall, front, 0, -1e9, 1e9, "L", "Lowest z of the box, in three dimensions."),
    COVEY_PARAM(wall, depth, 600, 0, 1e9, "L", "Depth of the box, in three dimensions."),
    {0},
};

static double push(double x, double low, double size, double margin)
{
    if (x < low + margin)
        return 1.0;
    return x > low + size - margin ? -1.0 : 0.0;
}

static covey_vec act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    const wall *p = values;
    covey_vec sides = {push(agent->pos.x, p->left, p->width, p->margin),
                       push(agent->pos.y, p->bottom, p->height, p->margin), 0.0};
    if (covey_space_dim(scene->space) == 3)
        sides.z = push(agent->pos.z, p->front, p->depth, p->margin);
    return covey_vec_scale(sides, p->weight);
}

extern const covey_influence covey_influence_wall;
const covey_influence covey_influence_wall = {
    .name = "wall",
    .title = "Soft walls that push agents back near the edges of a box.",
    .source = "The demo of: The three simple rules of flocking behaviors, Envato Tuts+, 2013",
    .params = params,
    .params_size = sizeof(wall),
    .act = act,
    .doing = COVEY_DOING_AVOID,
    .mark = COVEY_INFLUENCE_WALLS,
};
