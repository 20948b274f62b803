// SPDX-License-Identifier: MIT
#include "dist/borders.h"

#include <float.h>
#include <stdlib.h>

int covey_borders_owner(const covey_region *box, int ranks, int likely, covey_vec place)
{
    if (covey_region_holds(&box[likely], place))
        return likely;
    for (int k = 0; k < ranks; k++)
        if (covey_region_holds(&box[k], place))
            return k;
    return likely; // a number that is not finite is in no box
}

double covey_borders_reach(const covey_space *space, double reach)
{
    double size = 0.0;
    if (!(reach >= 0.0 && reach < DBL_MAX))
        return reach;
    for (int axis = 0; axis < COVEY_AXES && space->kind == COVEY_SPACE_TORUS; axis++)
        size = space->size[axis] > size ? space->size[axis] : size;
    return reach * (1.0 + 0x1p-20) + 0x1p-50 * size;
}

/// How far the interval from `low` to `high` is from that of a box along an axis.
static double gap(const covey_region *box, int axis, double low, double high)
{
    return high < box->low[axis]   ? box->low[axis] - high
           : low > box->high[axis] ? low - box->high[axis]
                                   : 0.0;
}

/// The same around the seam of a torus: the least for the interval and its images.
static double way(const covey_borders *self, const covey_region *box, int axis, double low,
                  double high)
{
    double size = self->space->size[axis], least = gap(box, axis, low, high);
    for (int image = -1; image <= 1 && self->space->kind == COVEY_SPACE_TORUS; image += 2) {
        covey_region inside = *box; // outermost sides have no end, but the torus has
        inside.low[axis] = inside.low[axis] < 0.0 ? 0.0 : inside.low[axis];
        inside.high[axis] = inside.high[axis] > size ? size : inside.high[axis];
        double there = gap(&inside, axis, low + image * size, high + image * size);
        least = there < least ? there : least;
    }
    return least;
}

static bool is_near(const covey_borders *self, const covey_region *box, const double low[],
                    const double high[])
{
    double sum = 0.0;
    if (self->reach >= DBL_MAX)
        return true;
    for (int axis = 0; axis < covey_space_dim(self->space); axis++) {
        double one = way(self, box, axis, low[axis], high[axis]);
        sum += one * one;
    }
    return sum <= self->reach * self->reach;
}

bool covey_borders_find(covey_borders *self, const covey_space *space, const covey_region *box,
                        int ranks, int rank, double reach)
{
    *self = (covey_borders){.space = space, .box = box, .self = rank, .reach = reach};
    self->rank = malloc((size_t)ranks * sizeof *self->rank);
    covey_region own = box[rank];
    for (int axis = 0; axis < COVEY_AXES && space->kind == COVEY_SPACE_TORUS; axis++) {
        own.low[axis] = own.low[axis] < 0.0 ? 0.0 : own.low[axis];
        own.high[axis] = own.high[axis] > space->size[axis] ? space->size[axis] : own.high[axis];
    }
    for (int k = 0; k < ranks && self->rank != NULL && reach >= 0.0; k++)
        if (k != rank && is_near(self, &box[k], own.low, own.high))
            self->rank[self->count++] = k;
    return self->rank != NULL;
}

void covey_borders_free(covey_borders *self)
{
    free(self->rank);
    self->rank = NULL;
    self->count = 0;
}

bool covey_borders_is_inner(const covey_borders *self, covey_vec place)
{
    const covey_region *own = &self->box[self->self];
    const double at[COVEY_AXES] = {place.x, place.y, place.z};
    const covey_space *space = self->space;
    if (self->count == 0)
        return true;
    for (int axis = 0; axis < covey_space_dim(space); axis++) {
        bool wraps = space->kind == COVEY_SPACE_TORUS;
        double low = own->low[axis], high = own->high[axis];
        // At an outermost side of a torus stands the rank at the other end.
        low = wraps && low < 0.0 ? 0.0 : low;
        high = wraps && high > space->size[axis] ? space->size[axis] : high;
        if (!(at[axis] - low > self->reach && high - at[axis] > self->reach))
            return false;
    }
    return true;
}

bool covey_borders_reaches(const covey_borders *self, int number, covey_vec place)
{
    const double at[COVEY_AXES] = {place.x, place.y, place.z};
    return is_near(self, &self->box[self->rank[number]], at, at);
}
