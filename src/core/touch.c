// SPDX-License-Identifier: MIT
#include "core/touch.h"

#include "base/minmax.h"
#include "core/world.h"

covey_path covey_touch_path(const covey_world *world, const covey_flock *flock)
{
    return (covey_path){
        .space = &world->def.space,
        .influences = &world->influences,
        .flock = flock->number,
        .dt = world->dt,
        .grain = flock->precision == COVEY_PRECISION_SINGLE ? 0x1p-21 : 0x1p-40,
        .solid = covey_influence_is_solid(&world->influences, flock->number),
        .swept = world->influences.swept,
    };
}

double covey_touch_size(covey_vec v)
{
    return covey_larger(covey_larger(fabs(v.x), fabs(v.y)), fabs(v.z));
}

covey_thing covey_touch_thing(const covey_path *path, const covey_influence_item *item, double body)
{
    return (covey_thing){path, item->shape, item->kind->solid(item->params.values) + body};
}

double covey_touch_margin(const covey_thing *solid, covey_vec image, double size)
{
    const covey_shape *shape = solid->shape;
    double shape_size = covey_touch_size(covey_vec_add(shape->center, image)) + shape->radius;
    return fabs(solid->reach) * 0x1p-26 + covey_larger(size, shape_size) * solid->path->grain;
}

/// An offset as far as that of any image on each axis, away from the origin as the shape is.
static covey_vec farthest(const covey_shape *shape)
{
    const double center[COVEY_AXES] = {shape->center.x, shape->center.y, shape->center.z};
    double far[COVEY_AXES];
    for (int axis = 0; axis < COVEY_AXES; axis++)
        far[axis] = center[axis] < 0.0 ? -2.0 * shape->size[axis] : 2.0 * shape->size[axis];
    return (covey_vec){far[0], far[1], far[2]};
}

void covey_touch_find(const covey_thing *solid, covey_vec p, covey_vec way, covey_touch *first)
{
    const covey_shape *shape = solid->shape;
    double length = covey_vec_length(way),
           most = covey_touch_margin(solid, farthest(shape), covey_touch_size(p) + length);
    covey_vec images[COVEY_SHAPE_IMAGES];
    int count = covey_shape_near(shape, p, solid->reach + most + length, images);
    for (int k = 0; k < count; k++) {
        covey_vec image = images[k];
        double margin = covey_touch_margin(solid, image, covey_touch_size(p) + length);
        double share = covey_shape_hit(shape, image, p, way, solid->reach + margin);
        if (share > 1.0 || share >= first->share)
            continue;
        covey_vec there = covey_vec_add(p, covey_vec_scale(way, share));
        covey_shape_distance(shape, image, there, &first->away);
        first->share = share;
        first->margin = margin;
        first->hollow = shape->form == COVEY_INFLUENCE_ROOM ? -solid->reach - margin : 0.0;
    }
}

covey_boxtree_box covey_touch_box(covey_vec p, covey_vec way)
{
    covey_vec end = covey_vec_add(p, way);
    return (covey_boxtree_box){
        {covey_smaller(p.x, end.x), covey_smaller(p.y, end.y), covey_smaller(p.z, end.z)},
        {covey_larger(p.x, end.x), covey_larger(p.y, end.y), covey_larger(p.z, end.z)},
    };
}

covey_touch covey_touch_of(const covey_path *path, covey_vec p, covey_vec way, double body)
{
    covey_touch first = {.share = 2.0};
    covey_boxtree_box box = covey_touch_box(p, way);
    covey_among near;
    covey_among_solids(path->influences, &box, body, 0, &near);
    for (ptrdiff_t k = covey_among_next(&near); k >= 0; k = covey_among_next(&near)) {
        const covey_influence_item *item = &path->influences->item[k];
        if (!covey_influence_stops(item, path->flock))
            continue;
        covey_thing solid = covey_touch_thing(path, item, body);
        covey_touch_find(&solid, p, way, &first);
    }
    return first;
}
