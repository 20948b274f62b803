// SPDX-License-Identifier: MIT
// Regions that are watched, and which places they hold.
#include "core/events.h"
#include "core/query.h"
#include "core/world.h"
#include "geometry/space.h"

static covey_watch make(covey_watch_kind kind)
{
    return (covey_watch){.kind = kind, .flock = COVEY_ALL_FLOCKS, .influence = -1};
}

covey_watch covey_watch_box(covey_vec low, covey_vec high)
{
    covey_watch region = make(COVEY_WATCH_BOX);
    region.low = low;
    region.high = high;
    return region;
}

covey_watch covey_watch_ball(covey_vec center, double radius)
{
    covey_watch region = make(COVEY_WATCH_BALL);
    region.low = center;
    region.radius = radius;
    return region;
}

covey_watch covey_watch_rim(int influence, double width)
{
    covey_watch region = make(COVEY_WATCH_RIM);
    region.influence = influence;
    region.radius = width;
    return region;
}

/// The solid influence of a handle, or NULL.
static const covey_influence_item *find_solid(const covey_world *world, int handle)
{
    const covey_influence_list *list = &world->influences;
    for (size_t k = 0; k < list->count; k++)
        if (list->item[k].handle == handle && list->item[k].kind->solid != NULL)
            return &list->item[k];
    return NULL;
}

/// The ends of a box on an axis: on a torus folded, or all of it.
static void settle_axis(const covey_space *space, int axis, double *low, double *high)
{
    double size = space->size[axis];
    bool whole = *high - *low >= size;
    covey_vec ends = covey_space_fold(space, (covey_vec){*low, *low, *low});
    *low = whole ? 0.0 : (axis == 0 ? ends.x : axis == 1 ? ends.y : ends.z);
    ends = covey_space_fold(space, (covey_vec){*high, *high, *high});
    *high = whole ? size : (axis == 0 ? ends.x : axis == 1 ? ends.y : ends.z);
}

static covey_status settle_box(const covey_space *space, covey_watch *region, covey_error *error)
{
    bool deep = covey_space_dim(space) == COVEY_AXES;
    if (region->low.x > region->high.x || region->low.y > region->high.y ||
        (deep && region->low.z > region->high.z))
        return covey_fail(error, COVEY_ARG, "the low corner of a box is beyond its high one");
    if (space->kind != COVEY_SPACE_TORUS)
        return COVEY_OK;
    settle_axis(space, 0, &region->low.x, &region->high.x);
    settle_axis(space, 1, &region->low.y, &region->high.y);
    if (deep)
        settle_axis(space, 2, &region->low.z, &region->high.z);
    return COVEY_OK;
}

covey_status covey_watch_settle(const covey_world *world, covey_watch *region, covey_error *error)
{
    const covey_space *space = &world->def.space;
    if (region->flock != COVEY_ALL_FLOCKS &&
        covey_world_flock_at(world, region->flock, error) == NULL)
        return COVEY_ARG;
    switch (region->kind) {
    case COVEY_WATCH_BOX:
        if (!covey_query_is_place(region->low) || !covey_query_is_place(region->high))
            return covey_fail(error, COVEY_ARG, "a corner of a box is not finite");
        return settle_box(space, region, error);
    case COVEY_WATCH_BALL:
        if (!covey_query_is_place(region->low) || !(region->radius >= 0.0))
            return covey_fail(error, COVEY_ARG,
                              "a ball needs a finite center and a radius of 0 or above");
        region->low = covey_query_place(space, region->low);
        return COVEY_OK;
    case COVEY_WATCH_RIM:
        if (!(region->radius > 0.0))
            return covey_fail(error, COVEY_ARG, "the width of a rim is above 0");
        return find_solid(world, region->influence) != NULL
                   ? COVEY_OK
                   : covey_fail(error, COVEY_ARG, "there is no solid influence with the handle %d",
                                region->influence);
    }
    return covey_fail(error, COVEY_ARG, "there is no kind %d of regions", (int)region->kind);
}

/// True from low to high, or beyond one of them where the box lies across the seam.
static bool is_between(double low, double x, double high)
{
    return low <= high ? x >= low && x <= high : x >= low || x <= high;
}

bool covey_watch_holds(const covey_world *world, const covey_watch *region, covey_vec place,
                       double body)
{
    const covey_space *space = &world->def.space;
    const covey_influence_item *item;
    switch (region->kind) {
    case COVEY_WATCH_BOX:
        return is_between(region->low.x, place.x, region->high.x) &&
               is_between(region->low.y, place.y, region->high.y) &&
               (covey_space_dim(space) < COVEY_AXES ||
                is_between(region->low.z, place.z, region->high.z));
    case COVEY_WATCH_BALL:
        return covey_vec_length(covey_space_offset(space, region->low, place)) <= region->radius;
    case COVEY_WATCH_RIM:
        item = find_solid(world, region->influence);
        return item != NULL && covey_influence_contains(item, place, body + region->radius);
    }
    return false;
}
