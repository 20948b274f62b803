// SPDX-License-Identifier: MIT
// One pass of the fast kernel: a group of agents, one in each lane, goes through all who may be
// near and adds up what up to three zones hold. Every candidate is broadcast to the lanes. Each
// lane adds up in the canonical order and adds 0 for who is not inside, so its sums have the bits
// of the reference kernel. Distances are compared by their squares, with bounds that decide exactly
// as the rounded root would (covey_zone_bounds).
#ifndef COVEY_KERNELS_WIDE_PASS_H
#define COVEY_KERNELS_WIDE_PASS_H

#include "kernels/wide_pick.h"

/// Added to distances and to their squares that others are divided by: see
/// covey_kernels_perceive_ref_single(). Too small for doubles to change any bit of tame numbers.
#ifdef COVEY_SINGLE
#define SOFT COVEY_SINGLE_SOFT
#define SOFT_SQUARE (COVEY_SINGLE_SOFT * COVEY_SINGLE_SOFT)
#else
#define SOFT 0x1p-1000
#define SOFT_SQUARE 0x1p-1000
#endif

/// What a pass does for one of its zones: a covey_weight and any of what follows.
typedef unsigned kind;

#define WEIGHT 0xffu
#define USED 0x100u
#define SAME 0x200u    ///< holds whom the slot before holds, the agent itself aside
#define RING 0x400u    ///< has an inner radius
#define BLIND 0x800u   ///< does not see all round
#define OTHERS 0x1000u ///< agents are passed over by themselves
#define CARRY 0x2000u  ///< something is summed beside offsets
#define FADE 0x4000u   ///< and multiplied, by the zone's decay
#define FALL 0x8000u   ///< or by the zone's function

/// What a pass does. Where this is constant, the compiler leaves out what it does not.
typedef struct kinds {
    kind slot[SLOTS];
    bool around; ///< offsets may lead around the torus
    bool beyond; ///< those of the run at hand do, all the same way
} kinds;

COVEY_INLINE covey_weight weight_of(kind what)
{
    return (covey_weight)(what & WEIGHT);
}

COVEY_INLINE bool any(kinds sum, kind what)
{
    return ((sum.slot[0] | sum.slot[1] | sum.slot[2]) & what) != 0;
}

COVEY_INLINE bool divides(kind what)
{
    covey_weight weight = weight_of(what);
    return weight == COVEY_WEIGHT_UNIT || weight == COVEY_WEIGHT_LINEAR ||
           weight == COVEY_WEIGHT_AXIS;
}

/// True if weights ask for 1/d.
COVEY_INLINE bool asks_inverse(kinds sum)
{
    return divides(sum.slot[0]) || divides(sum.slot[1]) || divides(sum.slot[2]);
}

/// True if what follows for those inside costs more than a look at who is. A division does not, a
/// root does.
COVEY_INLINE bool is_slow(kinds sum)
{
    return asks_inverse(sum) || any(sum, FADE | FALL);
}

/// True if the slot finds out itself whom it holds.
COVEY_INLINE bool holds(kind what)
{
    return (what & (USED | SAME)) == USED;
}

/// The slot that holds the same as this one and counts for it.
COVEY_INLINE int leader_of(kinds sum, int s)
{
    int leader = s < SLOTS ? s : SLOTS - 1;
    while (leader > 0 && sum.slot[leader] & SAME)
        leader--;
    return leader;
}

/// What a slot calculates with.
typedef struct terms {
    wide inner; ///< bound on squares
    wide sight; ///< see covey_zone_bounds
    wide slope; ///< 1/radius
    wide decay;
    const covey_real *carried[COVEY_AXES];
    const covey_zone *zone;
    const void *params; ///< of the zone's falloff
} terms;

/// Bounds on squares, one for each slot.
typedef struct bounds {
    wide slot[SLOTS];
} bounds;

/// Sums of one zone, a lane for each agent.
typedef struct sums {
    mask count; ///< negative: who is inside adds -1
    wide offset_x, offset_y;
    wide carried_x, carried_y;
    wide mass;
} sums;

typedef struct tally {
    sums slot[SLOTS];
} tally;

/// Goes through all candidates of some groups and writes the percepts.
typedef struct plan plan;
typedef void visitor(const plan *made, const group *groups, int count);

/// Up to three zones, sensed in one pass.
struct plan {
    kinds sum;
    visitor *visit;
    bounds outer[LANES + 1]; ///< for the agent of each lane as a candidate, and for all others
    terms slot[SLOTS];
    int zone[SLOTS];     ///< their numbers
    wide widest;         ///< the largest of the bounds
    double extra[SLOTS]; ///< 1 where the agent itself belongs to the count and is not in it
};

// ---- Sums ----

/// A candidate as seen from each lane.
typedef struct pairs {
    const bounds *outer;
    wide dx, dy, square;
    wide inverse; ///< 1/d, for weights that ask for it
    wide factor;  ///< of what is carried, for who fades
    wide ahead;   ///< how far ahead, a signed square, for blind angles; NaN for who rests
    size_t index;
    mask inside[SLOTS]; ///< of slots that do not hold the same as the one before
} pairs;

COVEY_INLINE mask inside_of(kind what, const terms *with, wide outer, const pairs *seen)
{
    mask inside = seen->square <= outer;
    if (what & RING)
        inside &= seen->square > with->inner;
    if (what & BLIND)
        inside &= ~(seen->ahead < with->sight * seen->square);
    return inside;
}

/// 1/d with the sign of the offset, 0 where that is 0.
COVEY_INLINE wide along_axis(wide offset, wide inverse)
{
    return choose((wide)((mask)inverse | ((mask)offset & COVEY_REAL_SIGN)),
                  offset != (covey_real)0);
}

/// Whom a slot holds, at the moment.
typedef struct holding {
    mask inside;
    wide share; ///< 1 for who is inside, else 0
} holding;

COVEY_INLINE void add_inside(wide x, const holding *whom, wide *sum)
{
    *sum = add_where(*sum, x, whom->inside, whom->share);
}

COVEY_INLINE void add_offset(kind what, const terms *with, const pairs *seen, const holding *whom,
                             sums *total)
{
    wide x = seen->dx, y = seen->dy, weight = seen->inverse;
    if (weight_of(what) == COVEY_WEIGHT_NOTHING)
        return;
    if (weight_of(what) == COVEY_WEIGHT_ONE || weight_of(what) == COVEY_WEIGHT_AXIS) {
        bool one = weight_of(what) == COVEY_WEIGHT_ONE;
        add_inside(one ? x : along_axis(x, weight), whom, &total->offset_x);
        add_inside(one ? y : along_axis(y, weight), whom, &total->offset_y);
        return;
    }
    if (weight_of(what) == COVEY_WEIGHT_LINEAR)
        weight -= with->slope;
    if (weight_of(what) == COVEY_WEIGHT_INVERSE)
        weight = divide(whom->share, seen->square, SOFT_SQUARE);
    else
        weight = choose(weight, whom->inside);
    total->offset_x += x * weight;
    total->offset_y += y * weight;
}

/// What the zone's function says, lane by lane.
COVEY_INLINE wide fall(const terms *with, const pairs *seen, mask inside)
{
    wide factor = {0};
    for (int lane = 0; lane < LANES; lane++)
        if (inside[lane]) {
            double distance = (double)covey_real_root(seen->square[lane]);
            factor[lane] = (covey_real)with->zone->falloff(with->params, distance);
        }
    return factor;
}

COVEY_INLINE void add_share(kind what, const terms *with, size_t j, wide factor, sums *total)
{
    total->mass += factor;
    if (what & CARRY) {
        total->carried_x += with->carried[0][j] * factor;
        total->carried_y += with->carried[1][j] * factor;
    }
}

COVEY_INLINE void add_carried(kind what, const terms *with, const pairs *seen, const holding *whom,
                              sums *total)
{
    if (what & FADE) {
        add_share(what, with, seen->index, choose(seen->factor, whom->inside), total);
    } else if (what & FALL) {
        add_share(what, with, seen->index, fall(with, seen, whom->inside), total);
    } else if (what & CARRY) {
        wide x = spread(with->carried[0][seen->index]), y = spread(with->carried[1][seen->index]);
        add_inside(x, whom, &total->carried_x);
        add_inside(y, whom, &total->carried_y);
    }
}

/// Finds out who is inside, and counts them.
COVEY_INLINE void hold(const plan *made, kinds sum, int s, pairs *seen, tally *total)
{
    kind what = sum.slot[s];
    if (!holds(what))
        return;
    seen->inside[s] = inside_of(what, &made->slot[s], seen->outer->slot[s], seen);
    total->slot[s].count += seen->inside[s];
}

COVEY_INLINE void hold_all(const plan *made, const viewers *own, kinds sum, pairs *seen,
                           tally *total)
{
    size_t lane = any(sum, OTHERS) ? seen->index - own->lanes->first : LANES;
    seen->outer = &made->outer[lane < LANES ? lane : LANES];
    hold(made, sum, 0, seen, total);
    hold(made, sum, 1, seen, total);
    hold(made, sum, 2, seen, total);
}

COVEY_INLINE void add(const plan *made, kinds sum, int s, const pairs *seen, tally *total)
{
    kind what = sum.slot[s];
    if (!(what & USED))
        return;
    mask inside = seen->inside[leader_of(sum, s)];
    holding whom = {inside, choose(spread(1), inside)};
    add_offset(what, &made->slot[s], seen, &whom, &total->slot[s]);
    add_carried(what, &made->slot[s], seen, &whom, &total->slot[s]);
}

COVEY_INLINE void add_all(const plan *made, kinds sum, const pairs *seen, tally *total)
{
    add(made, sum, 0, seen, total);
    add(made, sum, 1, seen, total);
    add(made, sum, 2, seen, total);
}

// ---- Candidates ----

/// Member by member: what nobody asks for is not cleared.
COVEY_INLINE void set_viewers(viewers *made, const group *lanes, kinds sum)
{
    const covey_sense *sense = lanes->sense;
    made->lanes = lanes;
    made->x = load(POS(sense, from)[0] + lanes->first);
    made->y = load(POS(sense, from)[1] + lanes->first);
    if (!any(sum, BLIND))
        return;
    wide x = load(HEADING(sense, from)[0] + lanes->first);
    wide y = load(HEADING(sense, from)[1] + lanes->first);
    mask rests = (x == (covey_real)0) & (y == (covey_real)0);
    made->heading_x = (wide)((mask)x | rests);
    made->heading_y = y;
}

COVEY_INLINE pairs pairs_with(const viewers *own, kinds sum, size_t j)
{
    const covey_sense *sense = own->lanes->sense;
    covey_real x = POS(sense, to)[0][j], y = POS(sense, to)[1][j];
    if (sum.beyond) {
        x -= own->shift_x;
        y -= own->shift_y;
    }
    pairs seen = {.index = j, .dx = spread(x) - own->x, .dy = spread(y) - own->y};
    if (sum.around) {
        seen.dx = around(own->x, spread(x), (covey_real)sense->space->size[0]);
        seen.dy = around(own->y, spread(y), (covey_real)sense->space->size[1]);
    }
    seen.square = seen.dx * seen.dx + seen.dy * seen.dy;
    if (any(sum, BLIND))
        seen.ahead = signed_square(own->heading_x * seen.dx + own->heading_y * seen.dy);
    return seen;
}

/// Only the first slot fades.
COVEY_INLINE bool fades(kinds sum)
{
    return (sum.slot[0] & FADE) != 0;
}

COVEY_INLINE void visit_run(const plan *made, const viewers *own, const covey_run *run, kinds sum,
                            tally *total)
{
    for (size_t j = run->begin; j < run->end; j++) {
        pairs seen = pairs_with(own, sum, j);
        if (asks_inverse(sum))
            seen.inverse = divide(spread(1), root(seen.square), SOFT);
        if (fades(sum))
            seen.factor = fade_power(fade_exponent(fade_parts(seen.square), made->slot[0].decay));
        hold_all(made, own, sum, &seen, total);
        add_all(made, sum, &seen, total);
    }
}

/// Copies what hold_all() found.
COVEY_INLINE void keep_inside(kinds sum, const mask *from, mask *to)
{
    UNROLL for (int s = 0; s < SLOTS; s++) if (holds(sum.slot[s])) to[s] = from[s];
}

/// Those who were picked. What takes long comes in loops of its own: the less is between two of
/// them, the more candidates the processor has at work at a time.
COVEY_INLINE void visit_batch(const plan *made, const viewers *own, batch *all, kinds sum,
                              tally *total)
{
    for (size_t k = 0; k < all->count; k++) {
        pairs seen = pairs_with(own, sum, all->index[k]);
        if (asks_inverse(sum))
            all->distance[k] = root(seen.square);
        if (fades(sum))
            all->fading[k] = fade_parts(seen.square);
        hold_all(made, own, sum, &seen, total);
        keep_inside(sum, seen.inside, all->inside[k]);
    }
    for (size_t k = 0; k < all->count && fades(sum); k++)
        all->factor[k] = fade_exponent(all->fading[k], made->slot[0].decay);
    for (size_t k = 0; k < all->count && fades(sum); k++)
        all->factor[k] = fade_power(all->factor[k]);
    for (size_t k = 0; k < all->count; k++) {
        pairs seen = pairs_with(own, sum, all->index[k]);
        if (asks_inverse(sum))
            seen.inverse = divide(spread(1), all->distance[k], SOFT);
        if (fades(sum))
            seen.factor = all->factor[k];
        keep_inside(sum, all->inside[k], seen.inside);
        add_all(made, sum, &seen, total);
    }
}

/// A run from beyond the seam of the torus: coordinates are shifted by the size of the space, the
/// candidates' or the viewers' own. One of the two shifts of an axis is 0, and subtracting the
/// other is exact.
COVEY_INLINE void visit_beyond(const plan *made, const viewers *own, const covey_run *run,
                               kinds sum, tally *total)
{
    const covey_space *space = own->lanes->sense->space;
    const covey_real width = (covey_real)space->size[0], height = (covey_real)space->size[1];
    viewers here = *own;
    here.x -= spread(run->turn[0] < 0 ? width : 0);
    here.y -= spread(run->turn[1] < 0 ? height : 0);
    here.shift_x = run->turn[0] > 0 ? width : 0;
    here.shift_y = run->turn[1] > 0 ? height : 0;
    sum.beyond = true;
    visit_run(made, &here, run, sum, total);
}

COVEY_INLINE void visit_runs(const plan *made, const viewers *own, kinds sum, tally *total)
{
    const group *lanes = own->lanes;
    for (const covey_run *run = lanes->run; run < lanes->run + lanes->runs; run++) {
        if ((run->turn[0] | run->turn[1]) != 0)
            visit_beyond(made, own, run, sum, total);
        else
            visit_run(made, own, run, sum, total);
    }
}

/// True if some of the runs lie beyond the seam.
COVEY_INLINE bool goes_beyond(const group *lanes)
{
    int turns = 0;
    for (int k = 0; k < lanes->runs; k++)
        turns |= lanes->run[k].turn[0] | lanes->run[k].turn[1];
    return turns != 0;
}

COVEY_INLINE void visit_picked(const plan *made, const viewers *own, kinds sum, tally *total)
{
    batch all;
    walk way = {.run = own->lanes->run, .stop = own->lanes->run + own->lanes->runs, .done = 0};
    while (way.run < way.stop) {
        pick(own, &made->widest, &way, &all);
        visit_batch(made, own, &all, sum, total);
    }
}

// ---- Percepts ----

/// Store by store: what compilers make of a struct that is all 0, a string instruction, costs a
/// third of the kernel.
COVEY_INLINE void clear(sums *total)
{
    const wide zero = {0};
    total->count = (mask)zero;
    total->offset_x = zero;
    total->offset_y = zero;
    total->carried_x = zero;
    total->carried_y = zero;
    total->mass = zero;
}

/// Where the percepts of the group's first agent are in the columns.
COVEY_INLINE size_t place_of(const group *lanes)
{
    return lanes->first - lanes->sense->origin;
}

/// Goes on where the sums over another flock ended; what was rounded to -0 is 0.
static void take_sums(const plan *made, const group *lanes, tally *totals)
{
    for (int s = 0; s < SLOTS && made->sum.slot[s] & USED; s++)
        for (int lane = 0; lane < lanes->used; lane++) {
            covey_percept sum =
                covey_percepts_at(&lanes->percepts[made->zone[s]], place_of(lanes) + (size_t)lane);
            sums *total = &totals->slot[s];
            total->count[lane] = -(covey_real_int)sum.count;
            total->offset_x[lane] = (covey_real)sum.offset.x + 0;
            total->offset_y[lane] = (covey_real)sum.offset.y + 0;
            total->carried_x[lane] = (covey_real)sum.carried.x + 0;
            total->carried_y[lane] = (covey_real)sum.carried.y + 0;
            total->mass[lane] = (covey_real)sum.mass + 0;
        }
}

COVEY_INLINE void begin_sums(const plan *made, const group *lanes, tally *totals)
{
    clear(&totals->slot[0]);
    clear(&totals->slot[1]);
    clear(&totals->slot[2]);
    if (lanes->sense->begun) {
        tally begun = *totals;
        take_sums(made, lanes, &begun);
        *totals = begun;
    }
}

/// Writes what the used lanes hold to a column. Lane by lane without a loop, which would keep the
/// sums in memory all the way.
COVEY_INLINE void put(doubles found, int used, double *column)
{
    if (used == LANES) {
        memcpy(column, &found, sizeof found);
        return;
    }
    column[0] = found[0];
    if (LANES > 1 && used > 1)
        column[1] = found[1 % LANES];
    if (LANES > 2 && used > 2)
        column[2] = found[2 % LANES];
    if (LANES > 3 && used > 3)
        column[3] = found[3 % LANES];
    if (LANES > 4 && used > 4)
        column[4] = found[4 % LANES];
    if (LANES > 5 && used > 5)
        column[5] = found[5 % LANES];
    if (LANES > 6 && used > 6)
        column[6] = found[6 % LANES];
}

COVEY_INLINE void put_slot(const plan *made, const group *lanes, kinds sum, int s,
                           const tally *totals)
{
    kind what = sum.slot[s];
    if (!(what & USED))
        return;
    const sums *total = &totals->slot[s];
    covey_percepts *zone = &lanes->percepts[made->zone[s]];
    size_t k = place_of(lanes);
    int used = lanes->used;
    doubles count = number_of(totals->slot[leader_of(sum, s)].count);
    if (any(sum, SAME))
        count += made->extra[s];
    put(count, used, zone->count + k);
    put(what & (FADE | FALL) ? in_doubles(total->mass) : count, used, zone->mass + k);
    if (weight_of(what) != COVEY_WEIGHT_NOTHING) {
        put(in_doubles(total->offset_x), used, zone->offset[0] + k);
        put(in_doubles(total->offset_y), used, zone->offset[1] + k);
    }
    if (what & CARRY) {
        put(in_doubles(total->carried_x), used, zone->carried[0] + k);
        put(in_doubles(total->carried_y), used, zone->carried[1] + k);
    }
}

COVEY_INLINE void visit(const plan *made, const group *lanes, kinds sum)
{
    tally total;
    begin_sums(made, lanes, &total);
    viewers own;
    set_viewers(&own, lanes, sum);
    if (is_slow(sum) && !sum.around && !goes_beyond(lanes))
        visit_picked(made, &own, sum, &total);
    else
        visit_runs(made, &own, sum, &total);
    put_slot(made, lanes, sum, 0, &total);
    put_slot(made, lanes, sum, 1, &total);
    put_slot(made, lanes, sum, 2, &total);
}

#endif
