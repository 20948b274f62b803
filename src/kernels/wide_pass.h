// SPDX-License-Identifier: MIT
// One pass of the fast kernel: a group of agents, one in each lane, goes through all who may be
// near and adds up what up to three zones hold. Every candidate is broadcast to the lanes. Each
// lane adds up in the canonical order and adds 0 for who is not inside, so its sums have the bits
// of the reference kernel. Distances are compared by their squares, with bounds that decide exactly
// as the rounded root would (covey_zone_bounds).
#ifndef COVEY_KERNELS_WIDE_PASS_H
#define COVEY_KERNELS_WIDE_PASS_H

#include "kernels/kernels.h"
#include "kernels/wide.h"

enum { SLOTS = 3 };

/// Added to distances and to their squares that others are divided by: see
/// covey_kernels_perceive_ref_single(). Too small for doubles to change any bit of tame numbers.
#ifdef COVEY_SINGLE
#define SOFT COVEY_SINGLE_SOFT
#define SOFT_SQUARE (COVEY_SINGLE_SOFT * COVEY_SINGLE_SOFT)
#else
#define SOFT 0x1p-1000
#define SOFT_SQUARE 0x1p-1000
#endif

/// Who looks (`from`) or is looked at (`to`), in the numbers of the precision.
#ifdef COVEY_SINGLE
#define POS(sense, side) ((sense)->side##_single->pos)
#define VEL(sense, side) ((sense)->side##_single->vel)
#define HEADING(sense, side) ((sense)->side##_single->heading)
#else
#define POS(sense, side) ((sense)->side->pos)
#define VEL(sense, side) ((sense)->side->vel)
#define HEADING(sense, side) ((sense)->side##_heading)
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

INLINE covey_weight weight_of(kind what)
{
    return (covey_weight)(what & WEIGHT);
}

INLINE bool any(kinds sum, kind what)
{
    return ((sum.slot[0] | sum.slot[1] | sum.slot[2]) & what) != 0;
}

INLINE bool divides(kind what)
{
    covey_weight weight = weight_of(what);
    return weight == COVEY_WEIGHT_UNIT || weight == COVEY_WEIGHT_LINEAR ||
           weight == COVEY_WEIGHT_AXIS;
}

/// The slot that holds the same as this one and counts for it.
INLINE int leader_of(kinds sum, int s)
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

/// A candidate whose share is still to be added: on the long way to it the next one overtakes.
typedef struct due {
    wide exponent;
    mask inside;
    size_t index;
} due;

/// Sums of one zone, a lane for each agent.
typedef struct sums {
    mask count; ///< negative: who is inside adds -1
    wide offset_x, offset_y;
    wide carried_x, carried_y;
    wide mass;
    due last; ///< of who fades
} sums;

typedef struct tally {
    sums slot[SLOTS];
} tally;

/// `used` agents of one row, one after the other in the state, and whom they may see. Lanes beyond
/// hold whatever follows there (the arrays of a state lie in one block, so there is always
/// something) and are not looked at.
typedef struct group {
    const covey_sense *sense;
    size_t first;
    int used;
    covey_vec low, high;
    covey_run run[COVEY_GRID_RUNS];
    int runs;
    covey_percepts *percepts;
} group;

/// Goes through all candidates and writes the percepts.
typedef struct plan plan;
typedef void visitor(const plan *made, const group *lanes);

/// Up to three zones, sensed in one pass.
struct plan {
    kinds sum;
    visitor *visit;
    bounds outer[LANES + 1]; ///< for the agent of each lane as a candidate, and for all others
    terms slot[SLOTS];
    int zone[SLOTS];     ///< their numbers
    double extra[SLOTS]; ///< 1 where the agent itself belongs to the count and is not in it
};

// ---- Sums ----

/// A candidate as seen from each lane.
typedef struct pairs {
    const bounds *outer;
    wide dx, dy, square;
    wide inverse; ///< 1/d, for weights that ask for it
    wide ahead;   ///< how far ahead, a signed square, for blind angles; NaN for who rests
    size_t index;
    mask inside; ///< of the slot at hand
} pairs;

INLINE mask inside_of(kind what, const terms *with, wide outer, const pairs *seen)
{
    mask inside = seen->square <= outer;
    if (what & RING)
        inside &= seen->square > with->inner;
    if (what & BLIND)
        inside &= ~(seen->ahead < with->sight * seen->square);
    return inside;
}

/// 1/d with the sign of the offset, 0 where that is 0.
INLINE wide along_axis(wide offset, wide inverse)
{
    return choose((wide)((mask)inverse | ((mask)offset & COVEY_REAL_SIGN)),
                  offset != (covey_real)0);
}

INLINE void add_offset(kind what, const terms *with, const pairs *seen, sums *total)
{
    wide x = seen->dx, y = seen->dy, weight = seen->inverse;
    if (weight_of(what) == COVEY_WEIGHT_NOTHING)
        return;
    if (weight_of(what) == COVEY_WEIGHT_ONE || weight_of(what) == COVEY_WEIGHT_AXIS) {
        bool one = weight_of(what) == COVEY_WEIGHT_ONE;
        total->offset_x += choose(one ? x : along_axis(x, weight), seen->inside);
        total->offset_y += choose(one ? y : along_axis(y, weight), seen->inside);
        return;
    }
    if (weight_of(what) == COVEY_WEIGHT_INVERSE)
        weight = invert(seen->square, SOFT_SQUARE);
    if (weight_of(what) == COVEY_WEIGHT_LINEAR)
        weight -= with->slope;
    weight = choose(weight, seen->inside);
    total->offset_x += x * weight;
    total->offset_y += y * weight;
}

/// What the zone's function says, lane by lane.
INLINE wide fall(const terms *with, const pairs *seen)
{
    wide factor = {0};
    for (int lane = 0; lane < LANES; lane++)
        if (seen->inside[lane]) {
            double distance = (double)covey_real_root(seen->square[lane]);
            factor[lane] = (covey_real)with->zone->falloff(with->params, distance);
        }
    return factor;
}

INLINE void add_share(kind what, const terms *with, size_t j, wide factor, sums *total)
{
    total->mass += factor;
    if (what & CARRY) {
        total->carried_x += with->carried[0][j] * factor;
        total->carried_y += with->carried[1][j] * factor;
    }
}

INLINE void add_last(kind what, const terms *with, sums *total)
{
    wide factor = choose(fade_power(total->last.exponent), total->last.inside);
    if (what & FADE)
        add_share(what, with, total->last.index, factor, total);
}

INLINE void add_carried(kind what, const terms *with, const pairs *seen, sums *total)
{
    if (what & FADE) {
        add_last(what, with, total);
        wide exponent = fade_exponent(seen->square, with->decay);
        total->last = (due){exponent, seen->inside, seen->index};
    } else if (what & FALL) {
        add_share(what, with, seen->index, fall(with, seen), total);
    } else if (what & CARRY) {
        wide x = spread(with->carried[0][seen->index]), y = spread(with->carried[1][seen->index]);
        total->carried_x += choose(x, seen->inside);
        total->carried_y += choose(y, seen->inside);
    }
}

INLINE void add(const plan *made, kinds sum, int s, pairs *seen, tally *total)
{
    kind what = sum.slot[s];
    if (!(what & USED))
        return;
    if (!(what & SAME)) {
        seen->inside = inside_of(what, &made->slot[s], seen->outer->slot[s], seen);
        total->slot[s].count += seen->inside;
    }
    add_offset(what, &made->slot[s], seen, &total->slot[s]);
    add_carried(what, &made->slot[s], seen, &total->slot[s]);
}

// ---- Candidates ----

/// What stays the same on the way through a run: the lanes' agents, and what coordinates of
/// candidates are less by where the run lies beyond the seam.
typedef struct viewers {
    const group *lanes;
    wide x, y;
    wide heading_x, heading_y; ///< NaN at rest
    covey_real shift_x, shift_y;
} viewers;

INLINE viewers viewers_of(const group *lanes, kinds sum)
{
    const covey_sense *sense = lanes->sense;
    viewers made = {
        .lanes = lanes,
        .x = load(POS(sense, from)[0] + lanes->first),
        .y = load(POS(sense, from)[1] + lanes->first),
    };
    if (any(sum, BLIND)) {
        made.heading_x = load(HEADING(sense, from)[0] + lanes->first);
        made.heading_y = load(HEADING(sense, from)[1] + lanes->first);
        mask rests = (made.heading_x == (covey_real)0) & (made.heading_y == (covey_real)0);
        made.heading_x = (wide)((mask)made.heading_x | rests);
    }
    return made;
}

/// covey_space_around()
INLINE wide around(wide own, wide their, covey_real size)
{
    wide straight = their - own;
    wide above = choose(spread(size), straight > size * (covey_real)0.5);
    wide below = choose(spread(size), straight < size * (covey_real)-0.5);
    return (their - above) - (own - below);
}

INLINE pairs pairs_with(const viewers *own, kinds sum, size_t j)
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
    if (divides(sum.slot[0]) || divides(sum.slot[1]) || divides(sum.slot[2]))
        seen.inverse = invert(root(seen.square), SOFT);
    if (any(sum, BLIND))
        seen.ahead = signed_square(own->heading_x * seen.dx + own->heading_y * seen.dy);
    return seen;
}

INLINE void visit_run(const plan *made, const viewers *own, const covey_run *run, kinds sum,
                      tally *total)
{
    for (size_t j = run->begin; j < run->end; j++) {
        pairs seen = pairs_with(own, sum, j);
        size_t lane = any(sum, OTHERS) ? j - own->lanes->first : LANES;
        seen.outer = &made->outer[lane < LANES ? lane : LANES];
        add(made, sum, 0, &seen, total);
        add(made, sum, 1, &seen, total);
        add(made, sum, 2, &seen, total);
    }
}

/// A run from beyond the seam of the torus: coordinates are shifted by the size of the space, the
/// candidates' or the viewers' own. One of the two shifts of an axis is 0, and subtracting the
/// other is exact.
INLINE void visit_beyond(const plan *made, const viewers *own, const covey_run *run, kinds sum,
                         tally *total)
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

// ---- Percepts ----

/// Store by store: what compilers make of a struct that is all 0, a string instruction, costs a
/// third of the kernel.
INLINE void clear(sums *total)
{
    const wide zero = {0};
    total->count = (mask)zero;
    total->offset_x = zero;
    total->offset_y = zero;
    total->carried_x = zero;
    total->carried_y = zero;
    total->mass = zero;
    total->last.exponent = zero;
    total->last.inside = (mask)zero;
    total->last.index = 0;
}

/// Where the percepts of the group's first agent are in the columns.
INLINE size_t place_of(const group *lanes)
{
    return lanes->first - lanes->sense->origin;
}

/// Goes on where the sums over another flock ended.
static void take_sums(const plan *made, const group *lanes, tally *totals)
{
    for (int s = 0; s < SLOTS && made->sum.slot[s] & USED; s++)
        for (int lane = 0; lane < lanes->used; lane++) {
            covey_percept sum =
                covey_percepts_at(&lanes->percepts[made->zone[s]], place_of(lanes) + (size_t)lane);
            sums *total = &totals->slot[s];
            total->count[lane] = -(covey_real_int)sum.count;
            total->offset_x[lane] = (covey_real)sum.offset.x;
            total->offset_y[lane] = (covey_real)sum.offset.y;
            total->carried_x[lane] = (covey_real)sum.carried.x;
            total->carried_y[lane] = (covey_real)sum.carried.y;
            total->mass[lane] = (covey_real)sum.mass;
        }
}

INLINE void begin_sums(const plan *made, const group *lanes, tally *totals)
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
INLINE void put(doubles found, int used, double *column)
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

INLINE void put_slot(const plan *made, const group *lanes, kinds sum, int s, const tally *totals)
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

INLINE void visit(const plan *made, const group *lanes, kinds sum)
{
    tally total;
    begin_sums(made, lanes, &total);
    viewers own = viewers_of(lanes, sum);
    for (const covey_run *run = lanes->run; run < lanes->run + lanes->runs; run++) {
        if (run->turn[0] == 0 && run->turn[1] == 0)
            visit_run(made, &own, run, sum, &total);
        else
            visit_beyond(made, &own, run, sum, &total);
    }
    add_last(sum.slot[0], &made->slot[0], &total.slot[0]);
    add_last(sum.slot[1], &made->slot[1], &total.slot[1]);
    add_last(sum.slot[2], &made->slot[2], &total.slot[2]);
    put_slot(made, lanes, sum, 0, &total);
    put_slot(made, lanes, sum, 1, &total);
    put_slot(made, lanes, sum, 2, &total);
}

#endif
