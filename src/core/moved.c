// SPDX-License-Identifier: MIT
// Of the points of an outline at two steps: the middle of all goes straight, and in the plane they
// turn about it by the angle that fits all of them best. Both together are a turn about a pole.
#include "core/moved.h"

#include "base/math_trig.h"
#include "base/minmax.h"
#include "core/world.h"
#include "geometry/space.h"

#include <string.h>

#define LEAST_TURN 1e-6 ///< rad; turns below it are none

covey_vec covey_moved_shortest(const covey_space *space, covey_vec v)
{
    const double way[COVEY_AXES] = {v.x, v.y, v.z};
    double kept[COVEY_AXES] = {v.x, v.y, v.z};
    int axes = space->kind == COVEY_SPACE_TORUS ? covey_space_dim(space) : 0;
    for (int axis = 0; axis < axes; axis++)
        kept[axis] -= space->size[axis] * floor(way[axis] / space->size[axis] + 0.5);
    return (covey_vec){kept[0], kept[1], kept[2]};
}

/// The mean of the points.
static covey_vec mean_point(const covey_shape *shape, double *const points[COVEY_AXES])
{
    double mean[COVEY_AXES] = {0.0};
    for (int axis = 0; axis < shape->dim; axis++) {
        for (size_t k = 0; k < shape->count; k++)
            mean[axis] += points[axis][k];
        mean[axis] /= (double)shape->count;
    }
    return (covey_vec){mean[0], mean[1], mean[2]};
}

/// The angle by which the points have turned about their middles, as nearly as all of them have.
static double turn_of(const covey_shape *shape, covey_vec was, covey_vec now)
{
    double along = 0.0, across = 0.0;
    for (size_t k = 0; k < shape->count; k++) {
        covey_vec a = {shape->past[0][k] - was.x, shape->past[1][k] - was.y, 0.0};
        covey_vec b = {shape->points[0][k] - now.x, shape->points[1][k] - now.y, 0.0};
        along += covey_vec_dot(a, b);
        across += a.x * b.y - a.y * b.x;
    }
    double turn = along != 0.0 || across != 0.0 ? covey_atan2(across, along) : 0.0;
    return fabs(turn) >= LEAST_TURN ? turn : 0.0;
}

void covey_moved_find(const covey_space *space, covey_influence_item *item)
{
    const covey_shape *shape = item->shape;
    covey_swept *swept = &item->swept;
    covey_vec was = mean_point(shape, shape->past), now = mean_point(shape, shape->points);
    swept->way = covey_moved_shortest(space, covey_vec_sub(now, was));
    swept->turn = shape->dim == COVEY_PLANE ? turn_of(shape, was, now) : 0.0;
    swept->is = true;
    if (swept->turn == 0.0)
        return;
    double half = 0.5 * swept->turn;
    covey_vec across = {-swept->way.y, swept->way.x, 0.0};
    swept->pole = covey_vec_add(covey_vec_sub(now, covey_vec_scale(swept->way, 0.5)),
                                covey_vec_scale(across, 0.5 * covey_cos(half) / covey_sin(half)));
}

static bool counts(const covey_world *world, const covey_influence_item *item)
{
    return item->kind->solid != NULL && item->since != world->step;
}

void covey_moved_before(const covey_world *world, const covey_influence_item *item)
{
    const covey_shape *shape = item->shape;
    if (!counts(world, item) || item->swept.is)
        return;
    for (int axis = 0; axis < shape->dim; axis++)
        memcpy(shape->past[axis], shape->points[axis], shape->count * sizeof(double));
}

void covey_moved_after(covey_world *world, covey_influence_item *item)
{
    if (!counts(world, item))
        return;
    covey_moved_find(&world->def.space, item);
    world->influences.swept = true;
}

void covey_moved_end(covey_world *world)
{
    covey_influence_list *list = &world->influences;
    for (size_t k = 0; k < list->count && list->swept; k++) {
        list->item[k].wide = list->item[k].swept.is;
        list->item[k].swept.is = false;
    }
    list->wide = list->wide || list->swept;
    list->swept = false;
}

/// The radius of a circle around the middle of an outline that turns, which it never leaves.
static double round_of(const covey_influence_item *item, covey_vec now)
{
    const covey_shape *shape = item->shape;
    double most = 0.0;
    for (size_t k = 0; k < shape->count; k++) {
        covey_vec way = {shape->points[0][k] - now.x, shape->points[1][k] - now.y, 0.0};
        most = covey_larger(most, covey_vec_length(way));
    }
    return most + 0.5 * covey_vec_length(item->swept.way); // an arc is as far from its chord
}

covey_boxtree_box covey_moved_box(const covey_influence_item *item)
{
    const covey_shape *shape = item->shape;
    const double way[COVEY_AXES] = {item->swept.way.x, item->swept.way.y, item->swept.way.z};
    covey_boxtree_box box = shape->box;
    if (item->swept.turn != 0.0) {
        covey_vec now = mean_point(shape, shape->points);
        double by = round_of(item, now);
        box.low[0] = now.x - by;
        box.low[1] = now.y - by;
        box.high[0] = now.x + by;
        box.high[1] = now.y + by;
    }
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        box.low[axis] = covey_smaller(box.low[axis], box.low[axis] - way[axis]);
        box.high[axis] = covey_larger(box.high[axis], box.high[axis] - way[axis]);
    }
    return box;
}

double covey_moved_ball(const covey_influence_item *item, covey_vec *center)
{
    const covey_shape *shape = item->shape;
    bool turns = item->swept.turn != 0.0;
    covey_vec now = turns ? mean_point(shape, shape->points) : shape->center;
    *center = covey_vec_sub(now, covey_vec_scale(item->swept.way, 0.5));
    return 0.5 * covey_vec_length(item->swept.way) + (turns ? round_of(item, now) : shape->radius);
}
