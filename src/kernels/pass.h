// SPDX-License-Identifier: MIT
// A pass of the fast kernel: a lane group visits its candidates and adds up the sums of up to three
// zones. Every candidate is broadcast to the lanes; each lane adds it to the sums of its own
// observer. So each sum is added up in the canonical order, whatever the number of lanes, and no
// sum goes across lanes.
//
// A zone that divides costs much for each candidate, so its candidates are filtered first. Those of
// other zones are visited as they come, run by run. docs/performance.md has a drawing.
#ifndef COVEY_KERNELS_PASS_H
#define COVEY_KERNELS_PASS_H

#include "kernels/filter.h"
#include "kernels/sums.h"

// ---- One candidate ----

/// Loads the observers of a group. Headings are negative, as offsets are. Where no slot needs them
/// they are set to a vector at hand, which costs nothing.
COVEY_INLINE void set_observers(observers *own, const lane_group *lanes, pass_kind kind)
{
    const covey_sense *sense = lanes->sense;
    own->lanes = lanes;
    own->x = load(POS(sense, from)[0] + lanes->first);
    own->y = load(POS(sense, from)[1] + lanes->first);
    own->z = kind.deep ? load(POS(sense, from)[2] + lanes->first) : own->x;
    own->heading_x = own->x;
    own->heading_y = own->y;
    own->heading_z = own->z;
    if (!any(kind, BLIND))
        return;
    wide x = load(HEADING(sense, from)[0] + lanes->first);
    wide y = load(HEADING(sense, from)[1] + lanes->first);
    wide z = kind.deep ? load(HEADING(sense, from)[2] + lanes->first) : y;
    wide_int rests = (x == (covey_real)0) & (y == (covey_real)0);
    if (kind.deep)
        rests &= z == (covey_real)0;
    own->heading_x = -(wide)((wide_int)x | rests);
    own->heading_y = -y;
    own->heading_z = -z;
}

/// Finds the squares of the distances, and of the ways ahead.
COVEY_INLINE void measure(const observers *own, pass_kind kind, lane_pairs *pairs)
{
    pairs->square = pairs->dx * pairs->dx + pairs->dy * pairs->dy;
    if (kind.deep)
        pairs->square += pairs->dz * pairs->dz;
    if (!any(kind, BLIND))
        return;
    wide ahead = own->heading_x * pairs->dx + own->heading_y * pairs->dy;
    if (kind.deep)
        ahead += own->heading_z * pairs->dz;
    pairs->ahead = signed_square(ahead);
}

/// Candidate j as seen from each lane.
COVEY_INLINE lane_pairs pairs_with(const observers *own, pass_kind kind, size_t j)
{
    const covey_sense *sense = own->lanes->sense;
    covey_real x = POS(sense, to)[0][j], y = POS(sense, to)[1][j];
    covey_real z = kind.deep ? POS(sense, to)[2][j] : 0;
    if (kind.beyond) {
        x -= own->shift_x;
        y -= own->shift_y;
    }
    if (kind.beyond && kind.deep)
        z -= own->shift_z;
    lane_pairs pairs = {.index = j, .dx = own->x - spread(x), .dy = own->y - spread(y)};
    if (kind.deep)
        pairs.dz = own->z - spread(z);
    if (kind.around) {
        pairs.dx = -around(own->x, spread(x), (covey_real)sense->space->size[0]);
        pairs.dy = -around(own->y, spread(y), (covey_real)sense->space->size[1]);
    }
    if (kind.around && kind.deep)
        pairs.dz = -around(own->z, spread(z), (covey_real)sense->space->size[2]);
    measure(own, kind, &pairs);
    return pairs;
}

/// True if a slot needs the distance itself.
COVEY_INLINE bool needs_distance(pass_kind kind)
{
    return needs_inverse(kind) || falls(kind);
}

COVEY_INLINE void visit_one(const zone_pass *pass, const observers *own, pass_kind kind, size_t j,
                            pass_sums *total)
{
    lane_pairs pairs = pairs_with(own, kind, j);
    const wide distance = needs_distance(kind) ? root(pairs.square) : pairs.square;
    if (needs_inverse(kind))
        pairs.inverse = divide(spread(1), distance, COVEY_PAIR_SOFT);
    if (falls(kind))
        pairs.factor = falloff_at(pass->slot[0].falloff, distance);
    if (fades(kind))
        pairs.factor = fade_power(fade_exponent(fade_parts_of(pairs.square), pass->slot[0].decay));
    compare_all(pass, own, kind, &pairs, total);
    add_all(pass, kind, &pairs, total);
}

// ---- Runs ----

COVEY_INLINE void visit_run(const zone_pass *pass, const observers *own, const covey_grid_run *run,
                            pass_kind kind, pass_sums *total)
{
    for (size_t j = run->begin; j < run->end; j++)
        visit_one(pass, own, kind, j, total);
}

/// Visits a run that lies beyond the seam of the torus. All its candidates are seen around the same
/// way, so the loop needs no nearest image: the size of the space is subtracted beforehand, either
/// from the coordinates of the candidates or of the observers. One of the two shifts of
/// an axis is 0, and subtracting the other is exact.
COVEY_INLINE void visit_beyond(const zone_pass *pass, const observers *own,
                               const covey_grid_run *run, pass_kind kind, pass_sums *total)
{
    const covey_space *space = own->lanes->sense->space;
    const covey_real width = (covey_real)space->size[0], height = (covey_real)space->size[1];
    observers here = *own;
    here.x -= spread(run->turn[0] < 0 ? width : 0);
    here.y -= spread(run->turn[1] < 0 ? height : 0);
    here.shift_x = run->turn[0] > 0 ? width : 0;
    here.shift_y = run->turn[1] > 0 ? height : 0;
    if (kind.deep) {
        const covey_real depth = (covey_real)space->size[2];
        here.z -= spread(run->turn[2] < 0 ? depth : 0);
        here.shift_z = run->turn[2] > 0 ? depth : 0;
    }
    kind.beyond = true;
    visit_run(pass, &here, run, kind, total);
}

COVEY_INLINE void visit_runs(const zone_pass *pass, const observers *own, pass_kind kind,
                             pass_sums *total)
{
    const lane_group *lanes = own->lanes;
    for (const covey_grid_run *run = lanes->run; run < lanes->run + lanes->runs; run++) {
        if (is_turned(run, kind.deep))
            visit_beyond(pass, own, run, kind, total);
        else
            visit_run(pass, own, run, kind, total);
    }
}

/// Visits the runs of a group whose candidates cannot be filtered, as at the seam: in small worlds
/// of the plane a good share of all groups. Elsewhere, and where few passes are compiled, it visits
/// all runs as if they lay beyond the seam, with a shift of 0 where they do not: that is one loop
/// to compile instead of two.
COVEY_INLINE void visit_unfiltered(const zone_pass *pass, const observers *own, pass_kind kind,
                                   pass_sums *total)
{
    const lane_group *lanes = own->lanes;
#if !defined(COVEY_FEW_PASSES) && !defined(COVEY_USUAL_PASSES) && !defined(COVEY_ONE_PASS)
    const bool small = kind.deep;
#else
    const bool small = true;
#endif
    if (!small)
        visit_runs(pass, own, kind, total);
    for (const covey_grid_run *run = lanes->run; small && run < lanes->run + lanes->runs; run++)
        visit_beyond(pass, own, run, kind, total);
}

// ---- Filtered candidates ----

/// True if a candidate needs a root, a series or a falloff.
COVEY_INLINE bool is_slow(pass_kind kind)
{
    return needs_inverse(kind) || any(kind, FADE | FALL);
}

COVEY_INLINE bool divides_by_square(slot_kind slot)
{
    return weight_of(slot) == COVEY_WEIGHT_INVERSE;
}

/// True if it takes less time to filter the candidates than to visit those in vain that a filter
/// would leave out: so it is if a visit includes a division, and in three dimensions, where five
/// of six candidates are out of reach.
COVEY_INLINE bool pays_to_filter(pass_kind kind)
{
    return kind.deep || is_slow(kind) || divides_by_square(kind.slot[0]) ||
           divides_by_square(kind.slot[1]) || divides_by_square(kind.slot[2]);
}

enum { BATCH = 32 };

/// Some candidates, and the numbers that one loop over them leaves for the next.
typedef struct batch {
    size_t count;
    const uint32_t *index;
    wide distance[BATCH];
    fade_parts parts[BATCH];
    wide factor[BATCH];
    lane_mask inside[BATCH][SLOTS];
} batch;

/// Copies the masks of slots that compare.
COVEY_INLINE void copy_inside(pass_kind kind, const lane_mask *from, lane_mask *to)
{
    UNROLL for (int s = 0; s < SLOTS; s++) if (compares(kind.slot[s])) to[s] = from[s];
}

/// Visits a batch in several short loops instead of a long one: roots, series and powers each in a
/// loop of their own, with the results in memory between them. A processor works on several
/// candidates at a time, as far as its window of instructions reaches; with a short loop that is
/// many candidates, with a long one few. Offsets are calculated twice, which takes less time than
/// to store and load them.
COVEY_INLINE void visit_batch(const zone_pass *pass, const observers *own, batch *all,
                              pass_kind kind, pass_sums *total)
{
    for (size_t k = 0; k < all->count; k++) {
        lane_pairs pairs = pairs_with(own, kind, all->index[k]);
        if (needs_distance(kind))
            all->distance[k] = root(pairs.square);
        if (fades(kind))
            all->parts[k] = fade_parts_of(pairs.square);
        compare_all(pass, own, kind, &pairs, total);
        copy_inside(kind, pairs.inside, all->inside[k]);
    }
    for (size_t k = 0; k < all->count && fades(kind); k++)
        all->factor[k] = fade_exponent(all->parts[k], pass->slot[0].decay);
    for (size_t k = 0; k < all->count && fades(kind); k++)
        all->factor[k] = fade_power(all->factor[k]);
    for (size_t k = 0; k < all->count && falls(kind); k++)
        all->factor[k] = falloff_at(pass->slot[0].falloff, all->distance[k]);
    for (size_t k = 0; k < all->count; k++) {
        lane_pairs pairs = pairs_with(own, kind, all->index[k]);
        if (needs_inverse(kind))
            pairs.inverse = divide(spread(1), all->distance[k], COVEY_PAIR_SOFT);
        if (fades(kind) || falls(kind))
            pairs.factor = all->factor[k];
        copy_inside(kind, all->inside[k], pairs.inside);
        add_all(pass, kind, &pairs, total);
    }
}

COVEY_INLINE void visit_batches(const zone_pass *pass, const observers *own, const filtered *all,
                                pass_kind kind, pass_sums *total)
{
    batch some;
    for (size_t k = 0; k < all->count; k += BATCH) {
        some.index = all->index + k;
        some.count = all->count - k < BATCH ? all->count - k : BATCH;
        visit_batch(pass, own, &some, kind, total);
    }
}

COVEY_INLINE void visit_filtered(const zone_pass *pass, const observers *own, pass_kind kind,
                                 pass_sums *total)
{
    filtered kept;
    const lane_group *lanes = own->lanes;
    cursor place = {.run = lanes->run, .stop = lanes->run + lanes->runs, .done = 0};
    while (place.run < place.stop) {
        filter(lanes, kind.deep, pass->quantized_bound, &place, &kept);
        if (is_slow(kind))
            visit_batches(pass, own, &kept, kind, total);
        else
            for (size_t k = 0; k < kept.count; k++)
                visit_one(pass, own, kind, kept.index[k], total);
    }
}

// ---- A group ----

/// Visits all candidates of a group and stores its percepts.
COVEY_INLINE void visit(const zone_pass *pass, const lane_group *lanes, pass_kind kind)
{
    pass_sums total;
    begin_sums(pass, lanes, kind.deep, &total);
    observers own;
    set_observers(&own, lanes, kind);
    if (!pays_to_filter(kind))
        visit_runs(pass, &own, kind, &total);
    else if (!kind.around && lanes->can_filter)
        visit_filtered(pass, &own, kind, &total);
    else
        visit_unfiltered(pass, &own, kind, &total);
    put_slot(pass, lanes, kind, 0, &total);
    put_slot(pass, lanes, kind, 1, &total);
    put_slot(pass, lanes, kind, 2, &total);
}

#endif
