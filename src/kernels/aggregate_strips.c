// SPDX-License-Identifier: MIT
// The mode `dense: aggregate`: sums over the agents of a disc, from the strips of the flock that is
// sensed. A strip is a range of y, with its agents in the order of x. The disc cuts an inner run
// out of a strip: the agents so near along x that they are inside the disc at any height of the
// strip. Their sums are one difference of prefix sums, for any number of
// agents. Beside the inner run, on both sides, are the agents that the rim may pass through; those
// are tested one by one. Bounds need no margin for rounding: differences, squares, sums and roots
// keep the order of numbers, and around a torus they do so for each image of the agents. In three
// dimensions kernels/ball.h sums.
#include "covey/base.h"
#if COVEY_GNU

#include "base/wider.h"
#include "kernels/ball.h"

#include <float.h>
#include <string.h>

/// The two numbers of a vector in a row of prefix sums.
typedef uint64_t axis_sums __attribute__((vector_size(COVEY_PLANE * sizeof(uint64_t))));

/// All agents within a distance of the point p, and their sums so far.
typedef struct disc {
    const covey_aggregate *of;
    double p[COVEY_PLANE];
    double size[COVEY_PLANE]; ///< of the torus; 0: no agent is seen around it on this axis
    double radius;            ///< its square if `squares`; less than 0: no agent is within
    bool squares;
    covey_needed_sums needs;
    covey_zone_sum sum;
    uint64_t tested; ///< number of agents tested one by one
} disc;

typedef struct strip_run {
    size_t begin, end;
} strip_run;

/// Agents begin … end - 1 of a strip, all seen in the same image along x, and the distances along y
/// to the nearest and the furthest side of the strip.
typedef struct strip_piece {
    size_t begin, end;
    int image[COVEY_PLANE];
    double near, far;
} strip_piece;

COVEY_INLINE double smaller(double a, double b)
{
    return a < b ? a : b;
}

COVEY_INLINE double larger(double a, double b)
{
    return a > b ? a : b;
}

COVEY_INLINE double offset_of(const disc *self, int axis, double x)
{
    double size = self->size[axis], p = self->p[axis];
    return size > 0.0 ? covey_circle_offset(p, x, size) : x - p;
}

COVEY_INLINE double measure(const disc *self, double x, double y)
{
    return self->squares ? x * x + y * y : covey_vec_length((covey_vec){x, y, 0.0});
}

COVEY_INLINE bool holds(const disc *self, double x, double y)
{
    return measure(self, x, y) <= self->radius;
}

// ---- Sums ----

COVEY_INLINE void add_columns(uint64_t sum[COVEY_PLANE], const uint64_t begin[COVEY_PLANE],
                              const uint64_t end[COVEY_PLANE], uint64_t mask)
{
    axis_sums from, to, total;
    memcpy(&from, begin, sizeof from);
    memcpy(&to, end, sizeof to);
    memcpy(&total, sum, sizeof total);
    total += (to - from) & mask;
    memcpy(sum, &total, sizeof total);
}

/// Adds agents begin … end - 1 if the mask has all bits, nothing if it has none.
COVEY_INLINE void add_run(disc *self, size_t begin, size_t end, uint64_t mask)
{
    const covey_aggregate_prefix *from = &self->of->rows[begin], *to = &self->of->rows[end];
    self->sum.count += (end - begin) & mask;
    if (self->needs.pos)
        add_columns(self->sum.sum.pos, from->pos, to->pos, mask);
    if (self->needs.vel)
        add_columns(self->sum.sum.vel, from->vel, to->vel, mask);
    if (self->needs.heading)
        add_columns(self->sum.sum.heading, from->heading, to->heading, mask);
}

/// Adds an agent if it is inside. On which side of the rim it is, is a matter of chance, so a
/// branch would be predicted wrong: the sums are masked instead.
COVEY_INLINE void add_agent(disc *self, size_t k, double x, int image_x)
{
    double y = offset_of(self, 1, self->of->place[1][k]);
    uint64_t inside = holds(self, x, y);
    add_run(self, k, k + 1, -inside);
    if (self->size[0] > 0.0 && inside)
        self->sum.images[0] += image_x;
    if (self->size[1] > 0.0 && inside)
        self->sum.images[1] +=
            covey_zone_sum_image(self->p[1], self->of->place[1][k], self->size[1]);
    self->tested++;
}

// ---- Pieces of strips ----

/// The inner run of a piece, empty and at the middle of the disc if there is none. Both ends are
/// found by one binary search without branches, as each would be predicted wrong half the time.
COVEY_INLINE strip_run inner_of(const disc *self, const strip_piece *all)
{
    const double *x = self->of->place[0];
    bool any = holds(self, 0.0, all->far);
    double far = any ? all->far : 0.0, radius = any ? self->radius : 0.0;
    strip_run inner = {all->begin, all->begin};
    for (size_t left = all->end - all->begin; left > 0;) {
        size_t half = (left + 1) / 2;
        double before = -offset_of(self, 0, x[inner.begin + half - 1]);
        double behind = offset_of(self, 0, x[inner.end + half - 1]);
        size_t begins = measure(self, larger(before, 0.0), far) <= radius;
        size_t ends = measure(self, larger(behind, 0.0), far) > radius;
        inner.begin += half & (begins - 1);
        inner.end += half & (ends - 1);
        left -= half;
    }
    if (!any)
        inner.end = inner.begin;
    return inner;
}

/// The first of begin … end - 1 that is not below the bar. Each turn of the loop leaves a quarter:
/// its three loads do not wait for each other, as those of a binary search do.
COVEY_INLINE size_t search(const double *x, size_t begin, size_t end, double bar)
{
    size_t left = end - begin;
    while (left >= 4) {
        size_t quarter = left / 4;
        const double *at = x + begin - 1;
        size_t below = (size_t)(at[quarter] < bar) + (size_t)(at[2 * quarter] < bar) +
                       (size_t)(at[3 * quarter] < bar);
        begin += below * quarter;
        left -= 3 * quarter;
    }
    for (; left > 0; left--)
        begin += x[begin] < bar;
    return begin;
}

/// The inner run by comparing x alone: faster than inner_of(), and perhaps a few agents shorter, as
/// the root is rounded. False if it finds none, or one that reaches too far.
COVEY_INLINE bool guess_inner(const disc *self, const strip_piece *all, strip_run *inner)
{
    const double *x = self->of->place[0];
    double room = self->radius - all->far * all->far, p = self->p[0];
    if (!(room > 0.0))
        return false;
    double way = sqrt(room) * (1.0 + 0x1p-40);
    inner->begin = search(x, all->begin, all->end, p - way);
    inner->end = search(x, all->begin, all->end, p + way);
    return inner->begin < inner->end && holds(self, x[inner->begin] - p, all->far) &&
           holds(self, x[inner->end - 1] - p, all->far);
}

/// Adds the inner run of a piece at once, and the agents on both sides of it one by one, up to the
/// first that is too far along x for any y of the strip.
COVEY_INLINE void add_piece(disc *self, const strip_piece *all)
{
    const double *x = self->of->place[0];
    strip_run inner;
    bool plain = self->squares && self->size[0] == 0.0;
    if (!plain || !guess_inner(self, all, &inner))
        inner = inner_of(self, all);
    add_run(self, inner.begin, inner.end, UINT64_MAX);
    int64_t count = (int64_t)(inner.end - inner.begin);
    self->sum.images[0] += count * all->image[0];
    self->sum.images[1] += count * all->image[1];
    for (size_t k = inner.begin; k > all->begin; k--) {
        double offset = offset_of(self, 0, x[k - 1]);
        if (!holds(self, offset, all->near))
            break;
        add_agent(self, k - 1, offset, all->image[0]);
    }
    for (size_t k = inner.end; k < all->end; k++) {
        double offset = offset_of(self, 0, x[k]);
        if (!holds(self, offset, all->near))
            break;
        add_agent(self, k, offset, all->image[0]);
    }
}

// ---- Strips ----

/// Finds the distances along y to a strip, and the image along y of its agents if all of them are
/// seen in the same. If not, the strip has no inner run.
COVEY_INLINE void set_distances(const disc *self, const covey_aggregate_strip *strip,
                                strip_piece *all)
{
    double p = self->p[1], size = self->size[1];
    if (size == 0.0) {
        all->near = larger(larger(p - strip->high, strip->low - p), 0.0);
        all->far = larger(p - strip->low, strip->high - p);
        return;
    }
    double low = fabs(covey_circle_offset(p, strip->low, size));
    double high = fabs(covey_circle_offset(p, strip->high, size));
    all->image[1] = covey_zone_sum_image(p, strip->low, size);
    bool whole = all->image[1] == covey_zone_sum_image(p, strip->high, size);
    all->near = strip->low <= p && p <= strip->high ? 0.0 : smaller(low, high);
    all->far = whole ? larger(low, high) : HUGE_VAL;
}

/// The first agent of a piece with an image along x below `image`: images fall with x.
static size_t find_below(const disc *self, const strip_piece *all, int image)
{
    const double *x = self->of->place[0];
    size_t low = all->begin, high = all->end;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (covey_zone_sum_image(self->p[0], x[middle], self->size[0]) < image)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/// Adds a strip, cut where the images along x change.
COVEY_INLINE void add_strip(disc *self, strip_piece *all)
{
    if (self->size[0] == 0.0) {
        add_piece(self, all);
        return;
    }
    size_t end = all->end;
    for (int image = 1; image >= -1; image--) {
        all->end = find_below(self, all, image);
        all->image[0] = image;
        add_piece(self, all);
        all->begin = all->end;
        all->end = end;
    }
}

COVEY_INLINE void add_strips(disc *self)
{
    const covey_aggregate *of = self->of;
    for (size_t s = 0; s < of->strips; s++) {
        size_t begin = s * of->length, end = begin + of->length;
        strip_piece all = {.begin = begin, .end = end < of->count ? end : of->count};
        set_distances(self, &of->strip[s], &all);
        if (holds(self, 0.0, all.near))
            add_strip(self, &all);
    }
}

/// Adds all strips. Without a torus in reach it does so with constants, so that the compiler leaves
/// out all that the usual case does not need.
static void add_disc(disc *self)
{
    if (!self->squares || self->size[0] > 0.0 || self->size[1] > 0.0) {
        add_strips(self);
        return;
    }
    disc plain = *self;
    plain.squares = true;
    plain.size[0] = plain.size[1] = 0.0;
    add_strips(&plain);
    *self = plain;
}

// ---- Zones ----

/// The largest square with a root of at most `length`.
static double square_of(double length)
{
    double square = length * length;
    while (sqrt(square) > length)
        square = nextafter(square, 0.0);
    while (sqrt(nextafter(square, DBL_MAX)) <= length)
        square = nextafter(square, DBL_MAX);
    return square;
}

/// The size of the torus, or 0 where a disc of `radius` does not reach the seam.
static double size_of(const covey_space *space, int axis, double p, double radius)
{
    double size = space->kind == COVEY_SPACE_TORUS ? space->size[axis] : 0.0;
    double reach = radius * (1.0 + 0x1p-20);
    return p > reach && p < size - reach ? 0.0 : size;
}

static covey_needed_sums needs_of(const covey_sense *sense)
{
    covey_needed_sums all = {false, false, false};
    for (int k = 0; k < sense->which_count; k++) {
        const covey_zone *zone = &sense->zones[sense->which[k]];
        all.pos =
            all.pos || zone->weight == COVEY_WEIGHT_ONE || zone->carry == COVEY_CARRY_POSITION;
        all.vel = all.vel || zone->carry == COVEY_CARRY_VELOCITY;
        all.heading = all.heading || zone->carry == COVEY_CARRY_HEADING;
    }
    return all;
}

static bool may_square(const covey_sense *sense, double radius)
{
    bool safe = radius == 0.0 || (radius >= COVEY_SAFE_LOW && radius <= COVEY_SAFE_HIGH);
    return sense->safe && safe;
}

/// add_within() in three dimensions.
static uint64_t add_within_ball(const covey_sense *sense, size_t i, double radius,
                                covey_zone_sum *sum)
{
    covey_vec pos = covey_state_pos(sense->from, i);
    covey_ball around = {
        .of = sense->sums,
        .p = {pos.x, pos.y, pos.z},
        .squares = may_square(sense, radius),
        .needs = needs_of(sense),
        .sum = *sum,
    };
    for (int axis = 0; axis < COVEY_AXES; axis++)
        around.size[axis] = size_of(sense->space, axis, around.p[axis], radius);
    around.radius = around.squares ? square_of(radius) : radius;
    if (radius >= 0.0)
        covey_ball_sum(&around);
    *sum = around.sum;
    return around.tested;
}

/// Adds the agents within `radius` of agent i to the sum; none are for a radius less than 0.
/// Returns the number of agents tested one by one.
static uint64_t add_within(const covey_sense *sense, size_t i, double radius, covey_zone_sum *sum)
{
    if (covey_state_is_deep(sense->to))
        return add_within_ball(sense, i, radius, sum);
    covey_vec pos = covey_state_pos(sense->from, i);
    disc around = {
        .of = sense->sums,
        .p = {pos.x, pos.y},
        .size = {size_of(sense->space, 0, pos.x, radius), size_of(sense->space, 1, pos.y, radius)},
        .squares = may_square(sense, radius),
        .needs = needs_of(sense),
        .sum = *sum,
    };
    around.radius = around.squares ? square_of(radius) : radius;
    if (radius >= 0.0)
        add_disc(&around);
    *sum = around.sum;
    return around.tested;
}

/// Sums the agents in a zone: those of the outer disc without those of the inner one.
static uint64_t sum_zone(const covey_sense *sense, size_t i, const covey_zone *zone,
                         covey_zone_sum *sum)
{
    double outer = zone->strict ? nextafter(zone->radius, -1.0) : zone->radius;
    double inner = zone->strict || zone->inner == 0.0 ? nextafter(zone->inner, -1.0) : zone->inner;
    covey_zone_sum too_near = {0};
    *sum = too_near;
    uint64_t tested = add_within(sense, i, outer, sum);
    tested += add_within(sense, i, smaller(inner, outer), &too_near);
    covey_zone_sum_subtract(sum, &too_near);
    return tested;
}

static bool same_reach(const covey_zone *a, const covey_zone *b)
{
    return a->radius == b->radius && a->inner == b->inner && a->strict == b->strict;
}

/// Senses for agent i. Zones of the same reach share their sums; the agent itself, which is at
/// distance 0, is taken out for each.
static uint64_t sense_agent(const covey_sense *sense, size_t i, covey_percept *percepts)
{
    uint64_t tested = 0;
    covey_zone_sum shared = {0}, own = {.count = 1};
    own.sum = covey_aggregate_of(sense->sums, sense->from, i);
    const covey_zone *last = NULL;
    for (int k = 0; k < sense->which_count; k++) {
        const covey_zone *zone = &sense->zones[sense->which[k]];
        if (last == NULL || !same_reach(zone, last))
            tested += sum_zone(sense, i, zone, &shared);
        last = zone;
        covey_zone_sum sum = shared;
        if (sense->from == sense->to && covey_zone_passes_self(zone) && covey_zone_holds(zone, 0.0))
            covey_zone_sum_subtract(&sum, &own);
        covey_zone_sum_end(sense, i, zone, &sum, &percepts[sense->which[k]]);
    }
    return tested;
}

uint64_t covey_kernels_aggregate_strips(const covey_sense *sense, size_t begin, size_t end,
                                        const covey_percept_columns *columns)
{
    if (!covey_aggregate_is_there(sense->sums))
        return covey_kernels_aggregate_ref(sense, begin, end, columns);
    uint64_t candidates = 0;
    for (size_t i = begin; i < end; i++) {
        covey_percept sums[COVEY_MAX_ZONES];
        covey_sense_begin(sense, i, columns, sums);
        candidates += sense_agent(sense, i, sums);
        covey_sense_end(sense, i, sums, columns);
    }
    return candidates;
}

#endif
