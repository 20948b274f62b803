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

enum {
    PAIRS = 256, // in columns at a time
    DEEP = 1024, // counts a pair that overlaps by more than half, beside 1
};

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
            (gap > 0.0 ? 1.0 : 0.0) + (square < 0.25 * apart * apart ? (double)DEEP : 0.0);
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
    own->self->push[k] = (struct covey_push){{x, y, z}, (uint32_t)met % DEEP};
    own->heap = own->heap || (uint32_t)met / DEEP >= COVEY_BODIES_DEEP;
}

/// Finds the pushes of bodies begin … end - 1, which have `count` pairs.
static void push_some(work *own, size_t begin, size_t end, size_t count)
{
    const covey_bodies *bodies = &own->self->world->bodies;
    const size_t first = bodies->lists[begin].begin;
    bool rare = false;
    put_pairs(bodies->near + first, bodies->of + first, count, own);
    (own->deep ? calculate_space : calculate_plane)(count, &own->all);
    covey_columns_any(own->all.rare, count, &rare);
    if (rare) {
        for (size_t k = begin; k < end; k++)
            own->heap = covey_bodies_near_sum(own->self, k, own->worst) || own->heap;
        return;
    }
    covey_columns_raise(own->all.overlap, count, own->worst);
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
