// SPDX-License-Identifier: MIT
// Sums of the mode `dense: aggregate` from the strips of those sensed. A disc cuts a run out of a
// strip: those who are inside wherever in the strip's height they are. They are one difference of
// prefix sums, however many they be; on both sides of them are those that the rim passes through,
// who are looked at one by one. Bounds need no margin for rounding: differences, squares, sums and
// roots keep the order of numbers, and around a circle they do for each number of turns.
#include "base/wider.h"
#include "kernels/pair.h"
#include "kernels/tally.h"

#include <float.h>
#include <string.h>

/// Two columns of a row.
typedef uint64_t columns __attribute__((vector_size(COVEY_AXES * sizeof(uint64_t))));

/// Which sums the zones of a kernel's call need.
typedef struct wants {
    bool pos, vel, heading;
} wants;

/// All within a distance of a place.
typedef struct disc {
    const covey_aggregate *of;
    double p[COVEY_AXES];
    double size[COVEY_AXES]; ///< of the torus; 0: nobody is seen around it on this axis
    double radius;           ///< as a square if `squares`; less than 0: nobody is within
    bool squares;
    wants what;
    covey_tally tally;
    uint64_t looked_at;
} disc;

typedef struct run {
    size_t begin, end;
} run;

/// Agents begin … end - 1 of a strip, all seen after the same number of turns along x, and the ways
/// along y to the strip's nearest and furthest side.
typedef struct piece {
    size_t begin, end;
    int turn[COVEY_AXES];
    double near, far;
} piece;

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
    return self->squares ? x * x + y * y : covey_vec_length((covey_vec){x, y});
}

COVEY_INLINE bool holds(const disc *self, double x, double y)
{
    return measure(self, x, y) <= self->radius;
}

// ---- Sums ----

COVEY_INLINE void add_columns(uint64_t sum[COVEY_AXES], const uint64_t begin[COVEY_AXES],
                              const uint64_t end[COVEY_AXES], uint64_t mask)
{
    columns from, to, total;
    memcpy(&from, begin, sizeof from);
    memcpy(&to, end, sizeof to);
    memcpy(&total, sum, sizeof total);
    total += (to - from) & mask;
    memcpy(sum, &total, sizeof total);
}

/// Adds agents begin … end - 1 if the mask has all bits, nothing if it has none.
COVEY_INLINE void add_run(disc *self, size_t begin, size_t end, uint64_t mask)
{
    const covey_aggregate_row *from = &self->of->rows[begin], *to = &self->of->rows[end];
    self->tally.count += (end - begin) & mask;
    if (self->what.pos)
        add_columns(self->tally.sum.pos, from->pos, to->pos, mask);
    if (self->what.vel)
        add_columns(self->tally.sum.vel, from->vel, to->vel, mask);
    if (self->what.heading)
        add_columns(self->tally.sum.heading, from->heading, to->heading, mask);
}

/// Adds an agent if it is inside. Whom the rim leaves out is a matter of chance: a branch would be
/// guessed wrong.
COVEY_INLINE void add_agent(disc *self, size_t k, double x, int turn_x)
{
    double y = offset_of(self, 1, self->of->place[1][k]);
    uint64_t inside = holds(self, x, y);
    add_run(self, k, k + 1, -inside);
    if (self->size[0] > 0.0 && inside)
        self->tally.turns[0] += turn_x;
    if (self->size[1] > 0.0 && inside)
        self->tally.turns[1] += covey_tally_turn(self->p[1], self->of->place[1][k], self->size[1]);
    self->looked_at++;
}

// ---- Pieces of strips ----

/// The run of those inside wherever they are in the strip, empty and at the disc's middle if there
/// are none. Without branches, as each would be guessed wrong half the time.
COVEY_INLINE run inner_of(const disc *self, const piece *all)
{
    const double *x = self->of->place[0];
    bool any = holds(self, 0.0, all->far);
    double far = any ? all->far : 0.0, radius = any ? self->radius : 0.0;
    run inner = {all->begin, all->begin};
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

/// The first of begin … end - 1 that is not below the bar. Each turn leaves a quarter.
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

/// Like inner_of(), but faster and perhaps a few agents shorter; false if it finds none.
COVEY_INLINE bool guess_inner(const disc *self, const piece *all, run *inner)
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

COVEY_INLINE void add_piece(disc *self, const piece *all)
{
    const double *x = self->of->place[0];
    run inner;
    bool plain = self->squares && self->size[0] == 0.0;
    if (!plain || !guess_inner(self, all, &inner))
        inner = inner_of(self, all);
    add_run(self, inner.begin, inner.end, UINT64_MAX);
    int64_t count = (int64_t)(inner.end - inner.begin);
    self->tally.turns[0] += count * all->turn[0];
    self->tally.turns[1] += count * all->turn[1];
    for (size_t k = inner.begin; k > all->begin; k--) {
        double offset = offset_of(self, 0, x[k - 1]);
        if (!holds(self, offset, all->near))
            break;
        add_agent(self, k - 1, offset, all->turn[0]);
    }
    for (size_t k = inner.end; k < all->end; k++) {
        double offset = offset_of(self, 0, x[k]);
        if (!holds(self, offset, all->near))
            break;
        add_agent(self, k, offset, all->turn[0]);
    }
}

// ---- Strips ----

/// The ways along y to a strip and, if all in it are seen after the same number of turns, that
/// number.
COVEY_INLINE void look_across(const disc *self, const covey_aggregate_strip *strip, piece *all)
{
    double p = self->p[1], size = self->size[1];
    if (size == 0.0) {
        all->near = larger(larger(p - strip->high, strip->low - p), 0.0);
        all->far = larger(p - strip->low, strip->high - p);
        return;
    }
    double low = fabs(covey_circle_offset(p, strip->low, size));
    double high = fabs(covey_circle_offset(p, strip->high, size));
    all->turn[1] = covey_tally_turn(p, strip->low, size);
    bool whole = all->turn[1] == covey_tally_turn(p, strip->high, size);
    all->near = strip->low <= p && p <= strip->high ? 0.0 : smaller(low, high);
    all->far = whole ? larger(low, high) : HUGE_VAL;
}

/// The first agent of a piece that is seen after fewer turns along x, which fall with x.
static size_t find_fewer(const disc *self, const piece *all, int turn)
{
    const double *x = self->of->place[0];
    size_t low = all->begin, high = all->end;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (covey_tally_turn(self->p[0], x[middle], self->size[0]) < turn)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/// Adds a strip, cut where the turns along x change.
COVEY_INLINE void add_strip(disc *self, piece *all)
{
    if (self->size[0] == 0.0) {
        add_piece(self, all);
        return;
    }
    size_t end = all->end;
    for (int turn = 1; turn >= -1; turn--) {
        all->end = find_fewer(self, all, turn);
        all->turn[0] = turn;
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
        piece all = {.begin = begin, .end = end < of->count ? end : of->count};
        look_across(self, &of->strip[s], &all);
        if (holds(self, 0.0, all.near))
            add_strip(self, &all);
    }
}

/// In the usual case, constants leave out whatever else there is.
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

/// The largest square whose root is at most `length`.
static double square_of(double length)
{
    double square = length * length;
    while (sqrt(square) > length)
        square = nextafter(square, 0.0);
    while (sqrt(nextafter(square, DBL_MAX)) <= length)
        square = nextafter(square, DBL_MAX);
    return square;
}

/// The torus' size, or 0 where a disc of `radius` does not reach the seam.
static double size_of(const covey_space *space, int axis, double p, double radius)
{
    double size = space->kind == COVEY_SPACE_TORUS ? space->size[axis] : 0.0;
    double reach = radius * (1.0 + 0x1p-20);
    return p > reach && p < size - reach ? 0.0 : size;
}

static wants wants_of(const covey_sense *sense)
{
    wants all = {false, false, false};
    for (int k = 0; k < sense->which_count; k++) {
        const covey_zone *zone = &sense->zones[sense->which[k]];
        all.pos =
            all.pos || zone->weight == COVEY_WEIGHT_ONE || zone->carry == COVEY_CARRY_POSITION;
        all.vel = all.vel || zone->carry == COVEY_CARRY_VELOCITY;
        all.heading = all.heading || zone->carry == COVEY_CARRY_HEADING;
    }
    return all;
}

/// Adds what is within `radius` of agent i to the tally; nobody is for a radius less than 0.
/// Returns the number of agents looked at.
static uint64_t look(const covey_sense *sense, size_t i, double radius, covey_tally *tally)
{
    covey_vec pos = covey_state_pos(sense->from, i);
    bool tame = radius == 0.0 || (radius >= COVEY_TAME_LOW && radius <= COVEY_TAME_HIGH);
    disc made = {
        .of = sense->sums,
        .p = {pos.x, pos.y},
        .size = {size_of(sense->space, 0, pos.x, radius), size_of(sense->space, 1, pos.y, radius)},
        .squares = sense->tame && tame,
        .what = wants_of(sense),
        .tally = *tally,
    };
    made.radius = made.squares ? square_of(radius) : radius;
    if (radius >= 0.0)
        add_disc(&made);
    *tally = made.tally;
    return made.looked_at;
}

/// What is nearer than the zone's inner rim is taken out of a disc again.
static uint64_t look_around(const covey_sense *sense, size_t i, const covey_zone *zone,
                            covey_tally *tally)
{
    double outer = zone->strict ? nextafter(zone->radius, -1.0) : zone->radius;
    double inner = zone->strict || zone->inner == 0.0 ? nextafter(zone->inner, -1.0) : zone->inner;
    covey_tally unseen = {0};
    *tally = unseen;
    uint64_t looked_at = look(sense, i, outer, tally);
    looked_at += look(sense, i, smaller(inner, outer), &unseen);
    covey_tally_take(tally, &unseen);
    return looked_at;
}

static bool same_reach(const covey_zone *a, const covey_zone *b)
{
    return a->radius == b->radius && a->inner == b->inner && a->strict == b->strict;
}

/// Zones of the same reach share what they have seen; the agent itself, which is at distance 0, is
/// taken out for each.
static uint64_t sense_agent(const covey_sense *sense, size_t i, covey_percept *percepts)
{
    uint64_t looked_at = 0;
    covey_tally seen = {0}, own = {.count = 1};
    own.sum = covey_aggregate_of(sense->sums, sense->from, i);
    const covey_zone *last = NULL;
    for (int k = 0; k < sense->which_count; k++) {
        const covey_zone *zone = &sense->zones[sense->which[k]];
        if (last == NULL || !same_reach(zone, last))
            looked_at += look_around(sense, i, zone, &seen);
        last = zone;
        covey_tally all = seen;
        if (sense->from == sense->to && covey_zone_passes_self(zone) && covey_zone_holds(zone, 0.0))
            covey_tally_take(&all, &own);
        covey_tally_end(sense, i, zone, &all, &percepts[sense->which[k]]);
    }
    return looked_at;
}

uint64_t covey_kernels_aggregate_strips(const covey_sense *sense, size_t begin, size_t end,
                                        covey_percepts *percepts)
{
    if (sense->sums->rows == NULL)
        return covey_kernels_aggregate_ref(sense, begin, end, percepts);
    uint64_t candidates = 0;
    for (size_t i = begin; i < end; i++) {
        covey_percept sums[COVEY_MAX_ZONES];
        covey_sense_begin(sense, i, percepts, sums);
        candidates += sense_agent(sense, i, sums);
        covey_sense_end(sense, i, sums, percepts);
    }
    return candidates;
}
