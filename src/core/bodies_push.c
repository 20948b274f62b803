// SPDX-License-Identifier: MIT
// Pushes by lists: the pairs of many bodies are put into columns, which are calculated without a
// decision, and then each body sums its pairs in their order. Pairs that do not touch push by 0,
// which changes no sum. Pairs whose squares are not safe are left to the sums of bodies_near.c,
// which have the same bits.
#include "core/bodies_push.h"

#include "base/minmax.h"
#include "core/columns.h"
#include "covey/block.h"
#include "geometry/space.h"

#include <math.h>
#include <string.h>

#define DEEP 1024.0 ///< counts a pair that overlaps by more than half, beside 1

// Squares are safe between these; see covey_vec_square_is_safe().
#define LOW 0x1p-900
#define HIGH 0x1p1000

enum { PAIRS = 256 }; // in columns at a time

/// Columns of pairs.
typedef struct pairs {
    double way[COVEY_AXES][PAIRS]; ///< to the other body, then the push of that one
    double apart[PAIRS];           ///< the sum of the radii
    double count[PAIRS];           ///< 0, 1 if they touch, or 1 + DEEP
    double overlap[PAIRS];         ///< by the sum of the radii
    double rare[PAIRS];            ///< 1 if the square is not safe
} pairs;

COVEY_INLINE void calculate(size_t count, bool deep, pairs *all)
{
    for (size_t p = 0; p < count; p++) {
        covey_vec way = {all->way[0][p], all->way[1][p], deep ? all->way[2][p] : 0.0};
        double square = covey_vec_dot(way, way), apart = all->apart[p];
        double distance = sqrt(square), gap = apart - distance;
        double half = covey_larger(0.5 * gap, 0.0);
        way = covey_vec_scale(covey_vec_divide(way, distance), half);
        all->way[0][p] = way.x;
        all->way[1][p] = way.y;
        if (deep)
            all->way[2][p] = way.z;
        all->count[p] =
            (gap > 0.0 ? 1.0 : 0.0) + (square < 0.25 * apart * apart ? DEEP : 0.0);
        all->overlap[p] = gap / apart;
        all->rare[p] = (square >= LOW ? 0.0 : 1.0) + (square <= HIGH ? 0.0 : 1.0);
    }
}

COVEY_BODY void calculate_plane_body(size_t count, pairs *all)
{
    calculate(count, false, all);
}
COVEY_WIDER(static void, calculate_plane, (size_t count, pairs *all), (count, all))

COVEY_BODY void calculate_space_body(size_t count, pairs *all)
{
    calculate(count, true, all);
}
COVEY_WIDER(static void, calculate_space, (size_t count, pairs *all), (count, all))

/// A share at work.
typedef struct work {
    const covey_bodies_sweep *self;
    bool deep;
    double worst[PAIRS]; ///< the largest overlaps so far
    bool heap;
    pairs all;
} work;

/// Puts the pairs of a body into columns, from place p on.
static void put_pairs(work *own, size_t k, size_t p)
{
    const covey_bodies *bodies = &own->self->world->bodies;
    const covey_space *space = &own->self->world->def.space;
    const uint32_t *near = bodies->near + bodies->lists[k].begin;
    const double radius = bodies->radius[k];
    size_t count = bodies->lists[k].count;
    for (size_t n = 0; n < count; n++)
        own->all.apart[p + n] = radius + bodies->radius[near[n]];
    for (int axis = 0; axis < (own->deep ? COVEY_AXES : COVEY_PLANE); axis++) {
        const double *at = bodies->at[axis], here = at[k], size = space->size[axis];
        double *way = own->all.way[axis] + p;
        if (space->kind == COVEY_SPACE_TORUS)
            for (size_t n = 0; n < count; n++)
                way[n] = covey_space_around(here, at[near[n]], size);
        else
            for (size_t n = 0; n < count; n++)
                way[n] = at[near[n]] - here;
    }
}

/// Sums the pairs of a body, from place p on.
static void sum_pairs(work *own, size_t k, size_t p)
{
    const pairs *all = &own->all;
    double x = 0.0, y = 0.0, z = 0.0, met = 0.0;
    for (size_t end = p + own->self->world->bodies.lists[k].count; p < end; p++) {
        x -= all->way[0][p];
        y -= all->way[1][p];
        z -= own->deep ? all->way[2][p] : 0.0;
        met += all->count[p];
    }
    double deep = floor(met / DEEP);
    own->self->push[k] = (struct covey_push){{x, y, z}, (uint32_t)(met - DEEP * deep)};
    own->heap = own->heap || deep >= COVEY_BODIES_DEEP;
}

/// Finds the pushes of bodies begin … end - 1, which have `count` pairs.
static void push_some(work *own, size_t begin, size_t end, size_t count)
{
    bool rare = false;
    size_t p = 0;
    for (size_t k = begin; k < end; p += own->self->world->bodies.lists[k++].count)
        put_pairs(own, k, p);
    (own->deep ? calculate_space : calculate_plane)(count, &own->all);
    covey_columns_any(own->all.rare, count, &rare);
    if (rare) {
        for (size_t k = begin; k < end; k++)
            own->heap = covey_bodies_near_sum(own->self, k, own->worst) || own->heap;
        return;
    }
    covey_columns_raise(own->all.overlap, count, own->worst);
    p = 0;
    for (size_t k = begin; k < end; p += own->self->world->bodies.lists[k++].count)
        sum_pairs(own, k, p);
}

void covey_bodies_push_listed(void *context, covey_share share)
{
    const covey_bodies_sweep *self = context;
    const struct covey_body_list *lists = self->world->bodies.lists;
    work own;
    own.self = self;
    own.deep = covey_space_dim(&self->world->def.space) == COVEY_AXES;
    own.heap = false;
    memset(own.worst, 0, sizeof own.worst);
    for (size_t begin = share.begin, end = begin; begin < share.end; begin = end) {
        size_t count = 0;
        for (; end < share.end && count + lists[end].count <= PAIRS; end++)
            count += lists[end].count;
        push_some(&own, begin, end, count);
    }
    double worst = 0.0;
    for (size_t p = 0; p < PAIRS; p++)
        worst = own.worst[p] > worst ? own.worst[p] : worst;
    self->worst[share.index] = own.heap ? COVEY_BODIES_HEAP : worst;
}
