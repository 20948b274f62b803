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

// Squares are safe between these; see covey_vec_square_is_safe().
#define LOW 0x1p-900
#define HIGH 0x1p1000

#define DEEP 0x1p10 ///< counts a pair that overlaps by more than half, beside 1
#define RARE 0x1p20 ///< counts a pair whose square is not safe

enum { PAIRS = 256 }; // in columns at a time

/// Columns of pairs.
typedef struct pairs {
    double way[COVEY_AXES][PAIRS]; ///< to the other body, then the push of that one
    double apart[PAIRS];           ///< the sum of the radii
    double count[PAIRS];           ///< 0, 1 if they touch, or 1 + DEEP; and RARE
    double overlap[PAIRS];         ///< by the sum of the radii, times RARE; 0 for such a square
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
        double met = (gap > 0.0 ? 1.0 : 0.0) + (square < 0.25 * apart * apart ? DEEP : 0.0);
        double rare = (square >= LOW ? 0.0 : RARE) + (square <= HIGH ? 0.0 : RARE);
        all->count[p] = met + rare;
        all->overlap[p] = gap / apart * (RARE - rare);
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
    double most[PAIRS]; ///< the largest overlaps so far, times RARE
    double worst;       ///< the largest of bodies with such squares, and of thick crowds
    pairs all;
} work;

/// Puts pairs into columns: the places `near` in the lists of the bodies `of`.
static void put_pairs(const uint32_t *near, const uint32_t *of, size_t count, work *own)
{
    const covey_bodies *bodies = &own->self->world->bodies;
    const covey_space *space = &own->self->world->def.space;
    const double *radius = bodies->radius;
    for (size_t p = 0; p < count; p++)
        own->all.apart[p] = radius[of[p]] + radius[near[p]];
    for (int axis = 0; axis < (own->deep ? COVEY_AXES : COVEY_PLANE); axis++) {
        const double *at = bodies->at[axis], size = space->size[axis];
        double *way = own->all.way[axis];
        if (space->kind == COVEY_SPACE_TORUS)
            for (size_t p = 0; p < count; p++)
                way[p] = covey_space_around(at[of[p]], at[near[p]], size);
        else
            for (size_t p = 0; p < count; p++)
                way[p] = at[near[p]] - at[of[p]];
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
    if (met >= RARE) {
        double worst = covey_bodies_near_worst(covey_bodies_near_sum(own->self, k, &own->worst));
        own->worst = covey_larger(worst, own->worst);
        return;
    }
    own->self->push[k] = (struct covey_push){{x, y, z}, (uint32_t)met % (uint32_t)DEEP};
    if (met >= COVEY_BODIES_SOME * DEEP)
        own->worst = covey_larger(covey_bodies_near_worst((size_t)(met / DEEP)), own->worst);
}

/// Finds the pushes of bodies begin … end - 1, which have `count` pairs.
static void push_some(work *own, size_t begin, size_t end, size_t count)
{
    const covey_bodies *bodies = &own->self->world->bodies;
    const size_t first = bodies->lists[begin].begin;
    put_pairs(bodies->near + first, bodies->of + first, count, own);
    (own->deep ? calculate_space : calculate_plane)(count, &own->all);
    covey_columns_raise(own->all.overlap, count, own->most);
    for (size_t k = begin; k < end; k++)
        sum_pairs(own, k, bodies->lists[k].begin - first);
}

void covey_bodies_push_listed(void *context, covey_share share)
{
    const covey_bodies_sweep *self = context;
    const struct covey_body_list *lists = self->world->bodies.lists;
    work own;
    own.self = self;
    own.deep = covey_space_dim(&self->world->def.space) == COVEY_AXES;
    own.worst = 0.0;
    memset(own.most, 0, sizeof own.most);
    for (size_t begin = share.begin, end = begin; begin < share.end; begin = end) {
        size_t count = 0;
        for (; end < share.end && count + lists[end].count <= PAIRS; end++)
            count += lists[end].count;
        push_some(&own, begin, end, count);
    }
    for (size_t p = 0; p < PAIRS; p++)
        own.worst = covey_larger(own.most[p] / RARE, own.worst);
    self->worst[share.index] = own.worst;
}
