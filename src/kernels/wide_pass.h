// SPDX-License-Identifier: MIT
// One pass of the fast kernel: a group of agents, one in each lane, goes through all who may be
// near and adds up what up to three zones hold. Every candidate is broadcast to the lanes, which
// add up in the canonical order.
#ifndef COVEY_KERNELS_WIDE_PASS_H
#define COVEY_KERNELS_WIDE_PASS_H

#include "kernels/wide_pick.h"
#include "kernels/wide_sums.h"

// ---- Candidates ----

/// Headings point backwards, as offsets do. Those that nobody asks for are whatever is at hand.
COVEY_INLINE void set_viewers(viewers *made, const group *lanes, kinds sum)
{
    const covey_sense *sense = lanes->sense;
    made->lanes = lanes;
    made->x = load(POS(sense, from)[0] + lanes->first);
    made->y = load(POS(sense, from)[1] + lanes->first);
    made->heading_x = made->x;
    made->heading_y = made->y;
    if (!any(sum, BLIND))
        return;
    wide x = load(HEADING(sense, from)[0] + lanes->first);
    wide y = load(HEADING(sense, from)[1] + lanes->first);
    mask rests = (x == (covey_real)0) & (y == (covey_real)0);
    made->heading_x = -(wide)((mask)x | rests);
    made->heading_y = -y;
}

COVEY_INLINE pairs pairs_with(const viewers *own, kinds sum, size_t j)
{
    const covey_sense *sense = own->lanes->sense;
    covey_real x = POS(sense, to)[0][j], y = POS(sense, to)[1][j];
    if (sum.beyond) {
        x -= own->shift_x;
        y -= own->shift_y;
    }
    pairs seen = {.index = j, .dx = own->x - spread(x), .dy = own->y - spread(y)};
    if (sum.around) {
        seen.dx = -around(own->x, spread(x), (covey_real)sense->space->size[0]);
        seen.dy = -around(own->y, spread(y), (covey_real)sense->space->size[1]);
    }
    seen.square = seen.dx * seen.dx + seen.dy * seen.dy;
    if (any(sum, BLIND))
        seen.ahead = signed_square(own->heading_x * seen.dx + own->heading_y * seen.dy);
    return seen;
}

COVEY_INLINE bool fades(kinds sum)
{
    return (sum.slot[0] & FADE) != 0;
}

COVEY_INLINE bool falls(kinds sum)
{
    return (sum.slot[0] & FALL) != 0;
}

/// True if anything is calculated from the distance itself.
COVEY_INLINE bool asks_distance(kinds sum)
{
    return asks_inverse(sum) || falls(sum);
}

COVEY_INLINE void visit_one(const plan *made, const viewers *own, kinds sum, size_t j, tally *total)
{
    pairs seen = pairs_with(own, sum, j);
    const wide distance = asks_distance(sum) ? root(seen.square) : seen.square;
    if (asks_inverse(sum))
        seen.inverse = divide(spread(1), distance, SOFT);
    if (falls(sum))
        seen.factor = falloff_at(made->slot[0].falloff, distance);
    if (fades(sum))
        seen.factor = fade_power(fade_exponent(fade_parts(seen.square), made->slot[0].decay));
    hold_all(made, own, sum, &seen, total);
    add_all(made, sum, &seen, total);
}

COVEY_INLINE void visit_run(const plan *made, const viewers *own, const covey_grid_run *run,
                            kinds sum, tally *total)
{
    for (size_t j = run->begin; j < run->end; j++)
        visit_one(made, own, sum, j, total);
}

/// A run from beyond the seam of the torus: coordinates are shifted by the size of the space, the
/// candidates' or the viewers' own. One of the two shifts of an axis is 0, and subtracting the
/// other is exact.
COVEY_INLINE void visit_beyond(const plan *made, const viewers *own, const covey_grid_run *run,
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
    for (const covey_grid_run *run = lanes->run; run < lanes->run + lanes->runs; run++) {
        if ((run->turn[0] | run->turn[1]) != 0)
            visit_beyond(made, own, run, sum, total);
        else
            visit_run(made, own, run, sum, total);
    }
}

// ---- Those who were picked ----

/// True if roots or more are asked for.
COVEY_INLINE bool is_slow(kinds sum)
{
    return asks_inverse(sum) || any(sum, FADE | FALL);
}

COVEY_INLINE bool asks_square(kind what)
{
    return weight_of(what) == COVEY_WEIGHT_INVERSE;
}

/// True if picking takes less than coming closer to those who are not picked: that includes a
/// division.
COVEY_INLINE bool pays_to_pick(kinds sum)
{
    return is_slow(sum) || asks_square(sum.slot[0]) || asks_square(sum.slot[1]) ||
           asks_square(sum.slot[2]);
}

enum { BATCH = 32 };

/// Some of them, and what is calculated with each on the way.
typedef struct batch {
    size_t count;
    const uint32_t *index;
    wide distance[BATCH];
    fading fading[BATCH];
    wide factor[BATCH];
    held inside[BATCH][SLOTS];
} batch;

/// Copies what hold_all() found.
COVEY_INLINE void keep_inside(kinds sum, const held *from, held *to)
{
    UNROLL for (int s = 0; s < SLOTS; s++) if (holds(sum.slot[s])) to[s] = from[s];
}

/// What takes long comes in loops of its own: the less is between two of them, the more candidates
/// the processor has at work at a time.
COVEY_INLINE void visit_batch(const plan *made, const viewers *own, batch *all, kinds sum,
                              tally *total)
{
    for (size_t k = 0; k < all->count; k++) {
        pairs seen = pairs_with(own, sum, all->index[k]);
        if (asks_distance(sum))
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
    for (size_t k = 0; k < all->count && falls(sum); k++)
        all->factor[k] = falloff_at(made->slot[0].falloff, all->distance[k]);
    for (size_t k = 0; k < all->count; k++) {
        pairs seen = pairs_with(own, sum, all->index[k]);
        if (asks_inverse(sum))
            seen.inverse = divide(spread(1), all->distance[k], SOFT);
        if (fades(sum) || falls(sum))
            seen.factor = all->factor[k];
        keep_inside(sum, all->inside[k], seen.inside);
        add_all(made, sum, &seen, total);
    }
}

COVEY_INLINE void visit_batches(const plan *made, const viewers *own, const picked *all, kinds sum,
                                tally *total)
{
    batch some;
    for (size_t k = 0; k < all->count; k += BATCH) {
        some.index = all->index + k;
        some.count = all->count - k < BATCH ? all->count - k : BATCH;
        visit_batch(made, own, &some, sum, total);
    }
}

COVEY_INLINE void visit_picked(const plan *made, const viewers *own, kinds sum, tally *total)
{
    picked all;
    walk way = {.run = own->lanes->run, .stop = own->lanes->run + own->lanes->runs, .done = 0};
    while (way.run < way.stop) {
        pick(own->lanes, made->spot_bound, &way, &all);
        if (is_slow(sum))
            visit_batches(made, own, &all, sum, total);
        else
            for (size_t k = 0; k < all.count; k++)
                visit_one(made, own, sum, all.index[k], total);
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
    total->weight_sum = zero;
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
            total->offset_x[lane] = 0 - (covey_real)sum.offset.x;
            total->offset_y[lane] = 0 - (covey_real)sum.offset.y;
            total->carried_x[lane] = (covey_real)sum.carried.x + 0;
            total->carried_y[lane] = (covey_real)sum.carried.y + 0;
            total->weight_sum[lane] = (covey_real)sum.weight_sum + 0;
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
    put(has_factor(what) ? in_doubles(total->weight_sum) : count, used, zone->weight_sum + k);
    if (weight_of(what) != COVEY_WEIGHT_NOTHING) {
        put(in_doubles(0 - total->offset_x), used, zone->offset[0] + k);
        put(in_doubles(0 - total->offset_y), used, zone->offset[1] + k);
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
    if (pays_to_pick(sum) && !sum.around && lanes->can_pick)
        visit_picked(made, &own, sum, &total);
    else
        visit_runs(made, &own, sum, &total);
    put_slot(made, lanes, sum, 0, &total);
    put_slot(made, lanes, sum, 1, &total);
    put_slot(made, lanes, sum, 2, &total);
}

#endif
