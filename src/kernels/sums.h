// SPDX-License-Identifier: MIT
// The share of one candidate in the sums of a pass: up to three zones at once, for all observers of
// a lane group. In each lane an observer that does not hold the candidate adds 0, or nothing, so
// its sums have the bits of the reference kernel. Distances are compared by their squares, with
// bounds that decide exactly as the rounded root would (covey_zone_bounds).
#ifndef COVEY_KERNELS_SUMS_H
#define COVEY_KERNELS_SUMS_H

#include "kernels/gather.h"
#include "kernels/kinds.h"
#include "kernels/pair.h"
#include "kernels/simd.h"

// ---- Passes ----

/// The numbers of a slot's zone, in all lanes.
typedef struct slot_values {
    wide inner; ///< bound on squares
    wide sight; ///< see covey_zone_bounds
    wide slope; ///< 1/radius
    wide decay;
    const covey_real *carried[COVEY_AXES]; ///< the columns of the vector that the zone carries
    const covey_falloff *falloff;
} slot_values;

/// Outer bounds on squares, one for each slot.
typedef struct slot_bounds {
    wide slot[SLOTS];
} slot_bounds;

typedef struct zone_pass zone_pass;

/// Visits all candidates of some lane groups and stores the percepts.
typedef void pass_visit(const zone_pass *pass, const lane_group *groups, int count);

/// Up to three zones that are sensed together.
///
/// An agent is one of its own candidates. Zones that pass it over must leave it out in its own lane
/// and in no other, without a branch in the loop. So there are LANES + 1 sets of bounds. When the
/// agent of a lane is the candidate, the set of that lane serves: it holds -1 in the lane, and no
/// square is at most -1. The last set serves all other candidates.
struct zone_pass {
    pass_kind kind;
    pass_visit *visit;
    slot_bounds outer[LANES + 1];
    slot_values slot[SLOTS];
    int zone[SLOTS];         ///< the numbers of the zones
    int32_t quantized_bound; ///< bound between quantized positions for the widest zone
    double extra[SLOTS];     ///< 1 where the agent itself belongs to the count and is not in it
};

// ---- Sums ----

/// The sums of one zone, a lane for each observer. Masks are -1 in the lanes inside, so counts are
/// negative. Offsets lead from the candidate to the observer, so their sums are negative, too: a
/// candidate's coordinates can be subtracted as they are loaded and broadcast.
typedef struct slot_sums {
    wide_int count;
    wide offset_x, offset_y, offset_z;
    wide carried_x, carried_y, carried_z;
    wide weight_sum;
} slot_sums;

typedef struct pass_sums {
    slot_sums slot[SLOTS];
} pass_sums;

/// The observers of a group, and the shift of a candidate's coordinates where the run at hand lies
/// beyond the seam.
typedef struct observers {
    const lane_group *lanes;
    wide x, y, z;
    wide heading_x, heading_y, heading_z; ///< negative; NaN at rest
    covey_real shift_x, shift_y, shift_z;
} observers;

/// A candidate as seen from each lane.
typedef struct lane_pairs {
    const slot_bounds *outer;
    wide dx, dy, dz, square;
    wide inverse; ///< 1/d, for weights that need it
    wide factor;  ///< of the zone's decay or falloff
    wide ahead;   ///< signed square of the way ahead, for blind angles; NaN for observers at rest
    size_t index;
    lane_mask inside[SLOTS]; ///< of slots that compare
} lane_pairs;

// ---- Comparing ----

/// The lanes with observers that hold the candidate in the slot's zone.
COVEY_INLINE lane_mask inside_of(slot_kind slot, const slot_values *with, wide outer,
                                 const lane_pairs *pairs)
{
    lane_mask inside = is_at_most(pairs->square, outer);
    if (slot & RING)
        inside &= is_above(pairs->square, with->inner);
    if (slot & BLIND)
        inside &= is_not_below(pairs->ahead, with->sight * pairs->square);
    return inside;
}

COVEY_INLINE void compare_slot(const zone_pass *pass, pass_kind kind, int s, lane_pairs *pairs,
                               pass_sums *total)
{
    slot_kind slot = kind.slot[s];
    if (!compares(slot))
        return;
    pairs->inside[s] = inside_of(slot, &pass->slot[s], pairs->outer->slot[s], pairs);
    total->slot[s].count = count_inside(total->slot[s].count, pairs->inside[s]);
}

/// Finds the lanes that hold the candidate in each slot, and counts it there. The slots are written
/// one by one, here and below: in a loop over them, compilers would keep the sums in memory.
COVEY_INLINE void compare_all(const zone_pass *pass, const observers *own, pass_kind kind,
                              lane_pairs *pairs, pass_sums *total)
{
    size_t lane = any(kind, NOT_SELF) ? pairs->index - own->lanes->first : LANES;
    pairs->outer = &pass->outer[lane < LANES ? lane : LANES];
    compare_slot(pass, kind, 0, pairs, total);
    compare_slot(pass, kind, 1, pairs, total);
    compare_slot(pass, kind, 2, pairs, total);
}

// ---- Adding ----

/// 1/d with the sign of the offset, 0 where that is 0.
COVEY_INLINE wide along_axis(wide offset, wide inverse)
{
    return choose((wide)((wide_int)inverse | ((wide_int)offset & COVEY_REAL_SIGN)),
                  offset != (covey_real)0);
}

/// Adds offsets that are weighted by 1 or by axis.
COVEY_INLINE void add_plain_offset(slot_kind slot, bool deep, const lane_pairs *pairs,
                                   const mask_share *mask, slot_sums *total)
{
    bool one = weight_of(slot) == COVEY_WEIGHT_ONE;
    wide x = one ? pairs->dx : along_axis(pairs->dx, pairs->inverse);
    wide y = one ? pairs->dy : along_axis(pairs->dy, pairs->inverse), z = {0};
    if (deep)
        z = one ? pairs->dz : along_axis(pairs->dz, pairs->inverse);
    if (has_factor(slot)) {
        wide factor = weight_inside(pairs->factor, mask);
        total->offset_x = add_weighted(total->offset_x, x * factor, mask);
        total->offset_y = add_weighted(total->offset_y, y * factor, mask);
        if (deep)
            total->offset_z = add_weighted(total->offset_z, z * factor, mask);
    } else {
        total->offset_x = add_inside(total->offset_x, x, mask);
        total->offset_y = add_inside(total->offset_y, y, mask);
        if (deep)
            total->offset_z = add_inside(total->offset_z, z, mask);
    }
}

/// Adds weighted offsets; the weights are as in covey_pair_weigh(), in the same steps.
COVEY_INLINE void add_offset(slot_kind slot, bool deep, const slot_values *with,
                             const lane_pairs *pairs, const mask_share *mask, slot_sums *total)
{
    wide weight = pairs->inverse;
    if (weight_of(slot) == COVEY_WEIGHT_NOTHING)
        return;
    if (weight_of(slot) == COVEY_WEIGHT_ONE || weight_of(slot) == COVEY_WEIGHT_AXIS) {
        add_plain_offset(slot, deep, pairs, mask, total);
        return;
    }
    if (weight_of(slot) == COVEY_WEIGHT_LINEAR)
        weight -= with->slope;
    if (weight_of(slot) == COVEY_WEIGHT_RAMP)
        weight = spread(1) - pairs->square * weight * with->slope;
    if (weight_of(slot) == COVEY_WEIGHT_INVERSE)
        weight = divide(one_inside(mask), pairs->square, COVEY_PAIR_SOFT_SQUARE);
    if (has_factor(slot))
        weight *= pairs->factor;
    if (weight_of(slot) != COVEY_WEIGHT_INVERSE || has_factor(slot))
        weight = weight_inside(weight, mask);
    total->offset_x = add_weighted(total->offset_x, pairs->dx * weight, mask);
    total->offset_y = add_weighted(total->offset_y, pairs->dy * weight, mask);
    if (deep)
        total->offset_z = add_weighted(total->offset_z, pairs->dz * weight, mask);
}

/// Adds the carried vector and the factor. The vector is that of the candidate, the same in all
/// lanes.
COVEY_INLINE void add_carried(slot_kind slot, bool deep, const slot_values *with,
                              const lane_pairs *pairs, const mask_share *mask, slot_sums *total)
{
    wide factor = spread(1);
    if (has_factor(slot)) {
        factor = weight_inside(pairs->factor, mask);
        total->weight_sum = add_weighted(total->weight_sum, factor, mask);
    }
    if (!(slot & CARRY))
        return;
    wide x = spread(with->carried[0][pairs->index]), y = spread(with->carried[1][pairs->index]);
    wide z = {0};
    if (deep)
        z = spread(with->carried[2][pairs->index]);
    if (has_factor(slot)) {
        total->carried_x = add_weighted(total->carried_x, x * factor, mask);
        total->carried_y = add_weighted(total->carried_y, y * factor, mask);
        if (deep)
            total->carried_z = add_weighted(total->carried_z, z * factor, mask);
    } else {
        total->carried_x = add_inside(total->carried_x, x, mask);
        total->carried_y = add_inside(total->carried_y, y, mask);
        if (deep)
            total->carried_z = add_inside(total->carried_z, z, mask);
    }
}

COVEY_INLINE void add_slot(const zone_pass *pass, pass_kind kind, int s, const lane_pairs *pairs,
                           pass_sums *total)
{
    slot_kind slot = kind.slot[s];
    if (!(slot & USED))
        return;
    mask_share mask = share_of(pairs->inside[leader_of(kind, s)]);
    add_offset(slot, kind.deep, &pass->slot[s], pairs, &mask, &total->slot[s]);
    add_carried(slot, kind.deep, &pass->slot[s], pairs, &mask, &total->slot[s]);
}

COVEY_INLINE void add_all(const zone_pass *pass, pass_kind kind, const lane_pairs *pairs,
                          pass_sums *total)
{
    add_slot(pass, kind, 0, pairs, total);
    add_slot(pass, kind, 1, pairs, total);
    add_slot(pass, kind, 2, pairs, total);
}

// ---- Percepts ----

/// Sets all sums to 0, store by store: for a struct that is all 0 compilers choose a string
/// instruction, which costs a third of the kernel.
COVEY_INLINE void clear(slot_sums *total, bool deep)
{
    const wide zero = {0};
    total->count = (wide_int)zero;
    total->offset_x = zero;
    total->offset_y = zero;
    total->carried_x = zero;
    total->carried_y = zero;
    if (deep) {
        total->offset_z = zero;
        total->carried_z = zero;
    }
    total->weight_sum = zero;
}

/// The place of the group's first agent in the columns of percepts.
COVEY_INLINE size_t place_of(const lane_group *lanes)
{
    return lanes->first - lanes->sense->origin;
}

/// Takes up the sums over another flock. A sum that was rounded to -0 becomes 0.
static void take_sums(const zone_pass *pass, const lane_group *lanes, pass_sums *totals)
{
    for (int s = 0; s < SLOTS && pass->kind.slot[s] & USED; s++)
        for (int lane = 0; lane < lanes->used; lane++) {
            covey_percept sum = covey_percept_columns_at(&lanes->columns[pass->zone[s]],
                                                         place_of(lanes) + (size_t)lane);
            slot_sums *total = &totals->slot[s];
            total->count[lane] = -(covey_real_int)sum.count;
            total->offset_x[lane] = 0 - (covey_real)sum.offset.x;
            total->offset_y[lane] = 0 - (covey_real)sum.offset.y;
            total->carried_x[lane] = (covey_real)sum.carried.x + 0;
            total->carried_y[lane] = (covey_real)sum.carried.y + 0;
            total->offset_z[lane] = 0 - (covey_real)sum.offset.z;
            total->carried_z[lane] = (covey_real)sum.carried.z + 0;
            total->weight_sum[lane] = (covey_real)sum.weight_sum + 0;
        }
}

/// Begins the sums of a group. take_sums() gets a copy: if the address of the sums left this
/// function, they would stay in memory all through the pass.
COVEY_INLINE void begin_sums(const zone_pass *pass, const lane_group *lanes, bool deep,
                             pass_sums *totals)
{
    clear(&totals->slot[0], deep);
    clear(&totals->slot[1], deep);
    clear(&totals->slot[2], deep);
    if (lanes->sense->begun) {
        pass_sums begun = *totals;
        take_sums(pass, lanes, &begun);
        *totals = begun;
    }
}

/// Stores the used lanes in a column. It goes from lane to lane without a loop, which would keep
/// the sums in memory all through the pass.
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

/// Stores the percepts of the group in the zone of a slot. Columns that the zone does not ask for
/// stay as they are.
COVEY_INLINE void put_slot(const zone_pass *pass, const lane_group *lanes, pass_kind kind, int s,
                           const pass_sums *totals)
{
    slot_kind slot = kind.slot[s];
    if (!(slot & USED))
        return;
    const slot_sums *total = &totals->slot[s];
    const covey_percept_columns *zone = &lanes->columns[pass->zone[s]];
    size_t k = place_of(lanes);
    int used = lanes->used;
    doubles count = number_of(totals->slot[leader_of(kind, s)].count);
    if (any(kind, SAME))
        count += pass->extra[s];
    put(count, used, zone->count + k);
    put(has_factor(slot) ? in_doubles(total->weight_sum) : count, used, zone->weight_sum + k);
    if (weight_of(slot) != COVEY_WEIGHT_NOTHING) {
        put(in_doubles(0 - total->offset_x), used, zone->offset[0] + k);
        put(in_doubles(0 - total->offset_y), used, zone->offset[1] + k);
        if (kind.deep)
            put(in_doubles(0 - total->offset_z), used, zone->offset[2] + k);
    }
    if (slot & CARRY) {
        put(in_doubles(total->carried_x), used, zone->carried[0] + k);
        put(in_doubles(total->carried_y), used, zone->carried[1] + k);
        if (kind.deep)
            put(in_doubles(total->carried_z), used, zone->carried[2] + k);
    }
}

#endif
