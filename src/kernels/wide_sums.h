// SPDX-License-Identifier: MIT
// What a pass of the fast kernel adds up of one candidate, for a group of agents. Each lane adds 0,
// or nothing, for who is not inside, so its sums have the bits of the reference kernel. Distances
// are compared by their squares, with bounds that decide exactly as the rounded root would
// (covey_zone_bounds).
#ifndef COVEY_KERNELS_WIDE_SUMS_H
#define COVEY_KERNELS_WIDE_SUMS_H

#include "kernels/wide_group.h"
#include "kernels/wide_held.h"

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

/// What a pass does for one of its zones: a covey_weight and any of what follows.
typedef unsigned kind;

#define WEIGHT 0xffu
#define USED 0x100u
#define SAME 0x200u    ///< holds whom the slot before holds, the agent itself aside
#define RING 0x400u    ///< has an inner radius
#define BLIND 0x800u   ///< does not see all round
#define OTHERS 0x1000u ///< agents are passed over by themselves
#define CARRY 0x2000u  ///< something is summed beside offsets
#define FADE 0x4000u   ///< all is multiplied by a factor: by the zone's decay
#define FALL 0x8000u   ///< or by its falloff; either in the first slot alone

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
           weight == COVEY_WEIGHT_AXIS || weight == COVEY_WEIGHT_RAMP;
}

/// True if weights ask for 1/d.
COVEY_INLINE bool asks_inverse(kinds sum)
{
    return divides(sum.slot[0]) || divides(sum.slot[1]) || divides(sum.slot[2]);
}

/// True if shares are multiplied by a factor.
COVEY_INLINE bool has_factor(kind what)
{
    return (what & (FADE | FALL)) != 0;
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
    const covey_falloff *falloff;
} terms;

/// Bounds on squares, one for each slot.
typedef struct bounds {
    wide slot[SLOTS];
} bounds;

/// Sums of one zone, a lane for each agent.
typedef struct sums {
    mask count;              ///< negative: who is inside adds -1
    wide offset_x, offset_y; ///< negative
    wide carried_x, carried_y;
    wide weight_sum;
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
    int32_t spot_bound;  ///< of the widest, between spots
    double extra[SLOTS]; ///< 1 where the agent itself belongs to the count and is not in it
};

// ---- Sums ----

/// A candidate as seen from each lane. Offsets lead from it to the agent: its coordinates can be
/// subtracted as they are loaded. What is added up of them is the negative of the sums then, with
/// the bits of them.
typedef struct pairs {
    const bounds *outer;
    wide dx, dy, square;
    wide inverse; ///< 1/d, for weights that ask for it
    wide factor;  ///< of the zone's decay or falloff
    wide ahead;   ///< how far ahead, a signed square, for blind angles; NaN for who rests
    size_t index;
    held inside[SLOTS]; ///< of slots that do not hold the same as the one before
} pairs;

COVEY_INLINE held inside_of(kind what, const terms *with, wide outer, const pairs *seen)
{
    held inside = is_at_most(seen->square, outer);
    if (what & RING)
        inside &= is_above(seen->square, with->inner);
    if (what & BLIND)
        inside &= is_not_below(seen->ahead, with->sight * seen->square);
    return inside;
}

/// 1/d with the sign of the offset, 0 where that is 0.
COVEY_INLINE wide along_axis(wide offset, wide inverse)
{
    return choose((wide)((mask)inverse | ((mask)offset & COVEY_REAL_SIGN)),
                  offset != (covey_real)0);
}

/// Adds offsets that are taken as they are or by their signs.
COVEY_INLINE void add_plain_offset(kind what, const pairs *seen, const holding *whom, sums *total)
{
    bool one = weight_of(what) == COVEY_WEIGHT_ONE;
    wide x = one ? seen->dx : along_axis(seen->dx, seen->inverse);
    wide y = one ? seen->dy : along_axis(seen->dy, seen->inverse);
    if (has_factor(what)) {
        wide factor = weight_inside(seen->factor, whom);
        total->offset_x = add_weighted(total->offset_x, x * factor, whom);
        total->offset_y = add_weighted(total->offset_y, y * factor, whom);
    } else {
        total->offset_x = add_inside(total->offset_x, x, whom);
        total->offset_y = add_inside(total->offset_y, y, whom);
    }
}

COVEY_INLINE void add_offset(kind what, const terms *with, const pairs *seen, const holding *whom,
                             sums *total)
{
    wide weight = seen->inverse;
    if (weight_of(what) == COVEY_WEIGHT_NOTHING)
        return;
    if (weight_of(what) == COVEY_WEIGHT_ONE || weight_of(what) == COVEY_WEIGHT_AXIS) {
        add_plain_offset(what, seen, whom, total);
        return;
    }
    if (weight_of(what) == COVEY_WEIGHT_LINEAR)
        weight -= with->slope;
    if (weight_of(what) == COVEY_WEIGHT_RAMP)
        weight = spread(1) - seen->square * weight * with->slope;
    if (weight_of(what) == COVEY_WEIGHT_INVERSE)
        weight = divide(one_inside(whom), seen->square, SOFT_SQUARE);
    if (has_factor(what))
        weight *= seen->factor;
    if (weight_of(what) != COVEY_WEIGHT_INVERSE || has_factor(what))
        weight = weight_inside(weight, whom);
    total->offset_x = add_weighted(total->offset_x, seen->dx * weight, whom);
    total->offset_y = add_weighted(total->offset_y, seen->dy * weight, whom);
}

COVEY_INLINE void add_carried(kind what, const terms *with, const pairs *seen, const holding *whom,
                              sums *total)
{
    wide factor = spread(1);
    if (has_factor(what)) {
        factor = weight_inside(seen->factor, whom);
        total->weight_sum = add_weighted(total->weight_sum, factor, whom);
    }
    if (!(what & CARRY))
        return;
    wide x = spread(with->carried[0][seen->index]), y = spread(with->carried[1][seen->index]);
    if (has_factor(what)) {
        total->carried_x = add_weighted(total->carried_x, x * factor, whom);
        total->carried_y = add_weighted(total->carried_y, y * factor, whom);
    } else {
        total->carried_x = add_inside(total->carried_x, x, whom);
        total->carried_y = add_inside(total->carried_y, y, whom);
    }
}

/// Finds out who is inside, and counts them.
COVEY_INLINE void hold(const plan *made, kinds sum, int s, pairs *seen, tally *total)
{
    kind what = sum.slot[s];
    if (!holds(what))
        return;
    seen->inside[s] = inside_of(what, &made->slot[s], seen->outer->slot[s], seen);
    total->slot[s].count = count_inside(total->slot[s].count, seen->inside[s]);
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
    holding whom = holding_of(seen->inside[leader_of(sum, s)]);
    add_offset(what, &made->slot[s], seen, &whom, &total->slot[s]);
    add_carried(what, &made->slot[s], seen, &whom, &total->slot[s]);
}

COVEY_INLINE void add_all(const plan *made, kinds sum, const pairs *seen, tally *total)
{
    add(made, sum, 0, seen, total);
    add(made, sum, 1, seen, total);
    add(made, sum, 2, seen, total);
}

#endif
