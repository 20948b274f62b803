// SPDX-License-Identifier: MIT
#include "dist/borders.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

int covey_borders_number(const covey_borders *self, int rank)
{
    for (int n = 0; n < self->count; n++)
        if (self->rank[n] == rank)
            return n;
    return -1;
}

int covey_borders_owner(const covey_borders *self, covey_vec place)
{
    if (covey_region_holds(&self->box[self->self], place))
        return self->self;
    for (int n = 0; n < self->count; n++)
        if (covey_region_holds(&self->box[self->rank[n]], place))
            return self->rank[n];
    for (int k = 0; k < self->ranks; k++)
        if (covey_region_holds(&self->box[k], place))
            return k;
    return self->self; // a number that is not finite is in no box
}

/// How far the interval from `low` to `high` is from that of a box along an axis.
static double gap(const covey_region *box, int axis, double low, double high)
{
    return high < box->low[axis]   ? box->low[axis] - high
           : low > box->high[axis] ? low - box->high[axis]
                                   : 0.0;
}

/// A box without the ends that the outermost ones have beyond a torus.
static covey_region clipped(const covey_space *space, const covey_region *box)
{
    covey_region inside = *box;
    for (int axis = 0; axis < covey_space_dim(space) && space->kind == COVEY_SPACE_TORUS; axis++) {
        inside.low[axis] = inside.low[axis] < 0.0 ? 0.0 : inside.low[axis];
        inside.high[axis] =
            inside.high[axis] > space->size[axis] ? space->size[axis] : inside.high[axis];
    }
    return inside;
}

/// The same around the seam of a torus: the least for the interval and its images.
static double way(const covey_space *space, const covey_region *box, int axis, double low,
                  double high)
{
    double size = space->size[axis], least = gap(box, axis, low, high);
    for (int image = -1; image <= 1 && space->kind == COVEY_SPACE_TORUS; image += 2) {
        double there = gap(box, axis, low + image * size, high + image * size);
        least = there < least ? there : least;
    }
    return least;
}

static bool is_near(const covey_space *space, const covey_region *box, const double low[],
                    const double high[], double reach)
{
    double sum = 0.0;
    if (reach >= DBL_MAX)
        return true;
    for (int axis = 0; axis < covey_space_dim(space); axis++) {
        double one = way(space, box, axis, low[axis], high[axis]);
        sum += one * one;
    }
    return sum <= reach * reach;
}

double covey_borders_reach(const covey_space *space, double reach)
{
    double size = 0.0;
    if (!(reach >= 0.0 && reach < DBL_MAX))
        return reach;
    for (int axis = 0; axis < COVEY_AXES && space->kind == COVEY_SPACE_TORUS; axis++)
        size = space->size[axis] > size ? space->size[axis] : size;
    reach = reach * (1.0 + 0x1p-20) + 0x1p-50 * size;
    return reach < DBL_MAX ? reach : DBL_MAX;
}

/// A little less than the distance of two boxes.
static double distance(const covey_borders *self, int one, int other)
{
    const covey_space *space = self->space;
    covey_region a = self->inside[one], b = self->inside[other];
    double sum = 0.0, less = 0.0;
    for (int axis = 0; axis < covey_space_dim(space); axis++) {
        double along = way(space, &b, axis, a.low[axis], a.high[axis]);
        sum += along * along;
        less += space->kind == COVEY_SPACE_TORUS ? 0x1p-48 * space->size[axis] : 0.0;
    }
    return sqrt(sum) * (1.0 - 0x1p-20) - less;
}

static int compare(const void *a, const void *b)
{
    double x = ((const covey_remote *)a)->away, y = ((const covey_remote *)b)->away;
    return (x > y) - (x < y);
}

/// Asked alike on both ranks, and with room for the rounding of places around the seam.
static bool are_near(const covey_borders *self, int one, int other)
{
    const covey_space *space = self->space;
    covey_region a = self->inside[one < other ? one : other];
    covey_region b = self->inside[one < other ? other : one];
    double reach = self->reach * (1.0 + 0x1p-20);
    for (int axis = 0; axis < COVEY_AXES && space->kind == COVEY_SPACE_TORUS; axis++)
        reach += 0x1p-48 * space->size[axis];
    return is_near(space, &b, a.low, a.high, reach);
}

bool covey_borders_find(covey_borders *self, const covey_space *space, const covey_region *box,
                        int ranks, int rank, double reach)
{
    *self =
        (covey_borders){.space = space, .box = box, .self = rank, .ranks = ranks, .reach = reach};
    self->reach = reach >= 0.0 ? reach : 0.0;
    self->inside = malloc((size_t)ranks * sizeof *self->inside);
    if (self->inside == NULL)
        return false;
    for (int k = 0; k < ranks; k++)
        self->inside[k] = clipped(space, &box[k]);
    self->rank = malloc((size_t)ranks * sizeof *self->rank);
    for (int k = 0; k < ranks && self->rank != NULL; k++)
        if (k != rank && are_near(self, k, rank))
            self->rank[self->count++] = k;
    self->all = malloc((size_t)ranks * sizeof *self->all);
    for (int k = 0; k < ranks && self->all != NULL; k++)
        self->all[k] = (covey_remote){distance(self, rank, k), k};
    if (self->all != NULL)
        qsort(self->all, (size_t)ranks, sizeof *self->all, compare);
    return self->rank != NULL && self->all != NULL;
}

void covey_borders_free(covey_borders *self)
{
    free(self->inside);
    free(self->rank);
    free(self->all);
    self->inside = NULL;
    self->rank = NULL;
    self->all = NULL;
    self->count = 0;
}

covey_region covey_borders_inner(const covey_borders *self, double reach)
{
    // At an outermost side of a torus stands the rank at the other end; in an open space there is
    // none.
    covey_region inner = self->inside[self->self];
    for (int axis = 0; axis < covey_space_dim(self->space); axis++) {
        inner.low[axis] += inner.low[axis] > -DBL_MAX ? reach : 0.0;
        inner.high[axis] -= inner.high[axis] < DBL_MAX ? reach : 0.0;
    }
    return inner;
}

bool covey_borders_meets(const covey_borders *self, int rank, covey_vec place, double reach)
{
    const double at[COVEY_AXES] = {place.x, place.y, place.z};
    return rank != self->self && is_near(self->space, &self->inside[rank], at, at, reach);
}

bool covey_borders_reaches(const covey_borders *self, int number, covey_vec place, double reach)
{
    return covey_borders_meets(self, self->rank[number], place, reach);
}

double covey_borders_away(const covey_borders *self, covey_vec place)
{
    const double at[COVEY_AXES] = {place.x, place.y, place.z};
    const covey_region box = clipped(self->space, &self->box[self->self]);
    double sum = 0.0;
    if (covey_region_holds(&self->box[self->self], place))
        return 0.0;
    for (int axis = 0; axis < covey_space_dim(self->space); axis++) {
        double one = way(self->space, &box, axis, at[axis], at[axis]);
        sum += one * one;
    }
    return sqrt(sum);
}
