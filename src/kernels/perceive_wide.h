// SPDX-License-Identifier: MIT
// The fast kernel, for files that say how many lanes a wide number has: as many agents of a row
// sense at a time.
//
// Zones are sensed in passes. A pass is compiled for each kind of zone (PASSES_OF_ONE), and for
// some kinds that models have together, up to three in one pass with all sums in registers
// (PASSES_OF_SEVERAL). Only what hardly occurs takes the general pass: offsets around a torus that
// is smaller than two radii, a falloff or decay on top of a weight that falls off by itself.
// Numbers that are not tame are left to the reference kernel.
#ifndef COVEY_KERNELS_PERCEIVE_WIDE_H
#define COVEY_KERNELS_PERCEIVE_WIDE_H

#include "core/cells.h"
#include "core/space.h"
#include "kernels/wide_pass.h"

/// A zone with a radius up to this holds nobody but who is at distance 0.
#ifdef COVEY_SINGLE
#define LEAST_RADIUS COVEY_SINGLE_LOW
#else
#define LEAST_RADIUS COVEY_TAME_LOW
#endif

// ---- Passes ----

#define ONE (USED | COVEY_WEIGHT_ONE)
#define UNIT (USED | COVEY_WEIGHT_UNIT)
#define INVERSE (USED | COVEY_WEIGHT_INVERSE)
#define LINEAR (USED | COVEY_WEIGHT_LINEAR)
#define AXIS (USED | COVEY_WEIGHT_AXIS)
#define RAMP (USED | COVEY_WEIGHT_RAMP)
#define COUNT (USED | COVEY_WEIGHT_NOTHING)

/// Zones that are sensed in one pass: X(name, slots). Names tell weights, from slot to slot;
/// `alike` stands where all slots hold the same agents. Of slots that hold the same one carries at
/// most: an agent that one of them passes over can be counted for the others afterwards, but what
/// it carries cannot be added.
#define PASSES_OF_SEVERAL(X)                                                                       \
    X(one_inverse_count_alike, ONE, INVERSE | SAME, COUNT | CARRY | SAME)                          \
    X(one_inverse_count, ONE, INVERSE, COUNT | CARRY)                                              \
    X(one_axis_count_alike, ONE, AXIS | SAME, COUNT | CARRY | SAME)                                \
    X(one_axis_count, ONE, AXIS, COUNT | CARRY)                                                    \
    X(inverse_count_one_pair, INVERSE, COUNT | CARRY | OTHERS | BLIND, ONE | SAME | BLIND)         \
    X(inverse_count_one, INVERSE | BLIND, COUNT | CARRY | OTHERS | BLIND, ONE | BLIND)             \
    X(unit_count_unit_rings, UNIT, COUNT | CARRY | RING | BLIND, UNIT | RING | BLIND)              \
    X(linear_one_alike, LINEAR | OTHERS, ONE | CARRY | SAME)                                       \
    X(unit_linear, UNIT | CARRY | OTHERS, LINEAR)

/// One zone with a falloff.
#define PASSES_OF_FALLOFF(X, name, weight)                                                         \
    X(name##_fall, weight | OTHERS | FALL | RING | BLIND)                                          \
    X(name##_carry_fall, weight | CARRY | OTHERS | FALL | RING | BLIND)

/// One zone that sees all round from its middle on, or with an inner radius or a blind angle, for
/// each weight: its offsets alone, and with what it carries.
#define PASSES_OF_WEIGHT(X, name, weight)                                                          \
    X(name, weight)                                                                                \
    X(name##_carry, weight | CARRY | OTHERS)                                                       \
    X(name##_seen, weight | RING | BLIND)                                                          \
    X(name##_carry_seen, weight | CARRY | OTHERS | RING | BLIND)

#define PASSES_OF_ONE(X)                                                                           \
    X(count_carry_self, COUNT | CARRY)                                                             \
    X(one_carry_self, ONE | CARRY)                                                                 \
    PASSES_OF_WEIGHT(X, count, COUNT)                                                              \
    PASSES_OF_WEIGHT(X, one, ONE)                                                                  \
    PASSES_OF_WEIGHT(X, unit, UNIT)                                                                \
    PASSES_OF_WEIGHT(X, inverse, INVERSE)                                                          \
    PASSES_OF_WEIGHT(X, linear, LINEAR)                                                            \
    PASSES_OF_WEIGHT(X, axis, AXIS)                                                                \
    PASSES_OF_WEIGHT(X, ramp, RAMP)                                                                \
    PASSES_OF_FALLOFF(X, count, COUNT)                                                             \
    PASSES_OF_FALLOFF(X, one, ONE)                                                                 \
    PASSES_OF_FALLOFF(X, unit, UNIT)                                                               \
    X(count_carry_fade, COUNT | CARRY | OTHERS | FADE)                                             \
    X(count_carry_fade_seen, COUNT | CARRY | OTHERS | FADE | RING | BLIND)

/// The first that fits is taken.
#define PASSES(X) PASSES_OF_SEVERAL(X) PASSES_OF_ONE(X)

#define VISITOR(name, ...)                                                                         \
    static void pass_##name(const plan *made, const group *groups, int count)                      \
    {                                                                                              \
        for (const group *lanes = groups; lanes < groups + count; lanes++)                         \
            visit(made, lanes, (kinds){.slot = {__VA_ARGS__}});                                    \
    }
PASSES(VISITOR)

typedef struct pass {
    kind slot[SLOTS];
    visitor *visit;
} pass;

#define ROW(name, ...) {{__VA_ARGS__}, pass_##name},
static const pass passes[] = {PASSES(ROW)};

/// Any zone, alone: the general pass.
static void visit_any(const plan *made, const group *groups, int count)
{
    for (const group *lanes = groups; lanes < groups + count; lanes++)
        visit(made, lanes, (kinds){.slot = {made->sum.slot[0]}, .around = made->sum.around});
}

// ---- Plans ----

/// True if agents have to be told from themselves: no ring holds them anyway.
static bool passes_self(const covey_zone *zone)
{
    return covey_zone_passes_self(zone) && zone->inner == 0.0;
}

static kind kind_of(const covey_zone *zone)
{
    return USED | zone->weight | (zone->inner > 0.0 ? RING : 0) |
           (zone->blind_cos > -1.0 ? BLIND : 0) | (passes_self(zone) ? OTHERS : 0) |
           (zone->carry != COVEY_CARRY_NOTHING ? CARRY : 0) | (zone->decay > 0.0 ? FADE : 0) |
           (zone->falloff != NULL ? FALL : 0);
}

static bool is_same(const covey_zone *a, const covey_zone *b)
{
    return a->radius == b->radius && a->inner == b->inner && a->strict == b->strict &&
           a->blind_cos == b->blind_cos;
}

static const covey_zone *zone_at(const covey_sense *sense, int place)
{
    return &sense->zones[sense->which[place]];
}

/// Number of zones from the place `first` on that a compiled pass senses, 0 if it does not fit. A
/// test that a zone does not need changes nothing. `kind_at` are the kinds of zones by place.
static int fits(const pass *compiled, const covey_sense *sense, const kind *kind_at, int first)
{
    const kind tests = RING | BLIND | OTHERS;
    kind tested = 0; // of those that hold the same
    int s = 0;
    for (; s < SLOTS && compiled->slot[s] & USED; s++) {
        if (first + s == sense->which_count)
            return 0;
        kind slot = compiled->slot[s], what = kind_at[first + s];
        bool same = (slot & SAME) != 0;
        tested = same ? tested : slot & tests;
        if (((slot ^ what) & ~(SAME | tests)) != 0 || (what & tests & ~tested) != 0 ||
            (same && !is_same(zone_at(sense, first + s), zone_at(sense, first + s - 1))))
            return 0;
    }
    return s;
}

/// Chooses what senses the zones from the place `first` on. Returns how many of them.
static int choose_pass(plan *made, const covey_sense *sense, const kind *kind_at, int first)
{
    bool around = sense->grid->row.all || sense->grid->col.all;
    for (size_t k = 0; k < sizeof passes / sizeof *passes && !around; k++) {
        int zones = fits(&passes[k], sense, kind_at, first);
        if (zones == 0)
            continue;
        const kind *slot = passes[k].slot;
        made->sum = (kinds){.slot = {slot[0], slot[1], slot[2]}};
        made->visit = passes[k].visit;
        return zones;
    }
    made->sum = (kinds){.slot = {kind_at[first]}, .around = around};
    made->visit = visit_any;
    return 1;
}

static void set_terms(terms *with, const covey_sense *sense, int z)
{
    const covey_zone *zone = &sense->zones[z];
    const covey_zone_bounds *bound = &sense->bounds[z];
    with->inner = spread((covey_real)bound->inner);
    with->sight = spread((covey_real)bound->sight);
    with->slope = spread(zone->radius > LEAST_RADIUS ? (covey_real)(1.0 / zone->radius) : 0);
    with->decay = spread((covey_real)zone->decay);
    with->falloff = zone->falloff != NULL ? sense->falloff[z] : NULL;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        with->carried[axis] = VEL(sense, to)[axis];
        if (zone->carry == COVEY_CARRY_HEADING)
            with->carried[axis] = HEADING(sense, to)[axis];
        if (zone->carry == COVEY_CARRY_POSITION)
            with->carried[axis] = POS(sense, to)[axis];
    }
}

/// The bounds of all slots, which a zone that passes agents over takes away from their own lanes.
static void set_bounds(plan *made, const covey_sense *sense, int count)
{
    bool passes_over[SLOTS] = {false};
    double widest = -1.0;
    for (int s = 0; s < count; s++) {
        const covey_zone *zone = &sense->zones[made->zone[s]];
        int leader = leader_of(made->sum, s);
        double outer = sense->bounds[made->zone[s]].outer;
        passes_over[leader] = passes_over[leader] || covey_zone_passes_self(zone);
        widest = outer > widest ? outer : widest;
        for (int lane = 0; lane <= LANES; lane++)
            made->outer[lane].slot[s] = spread((covey_real)outer);
    }
    made->spot_bound = covey_spot_bound(sense->grid->spot_scale, widest);
    for (int s = 0; s < count; s++) {
        const covey_zone *zone = &sense->zones[made->zone[s]];
        bool left_out = passes_over[leader_of(made->sum, s)] && !covey_zone_passes_self(zone);
        made->extra[s] = left_out && covey_zone_holds(zone, 0.0) ? 1.0 : 0.0;
        for (int lane = 0; lane < LANES && passes_over[s]; lane++)
            made->outer[lane].slot[s][lane] = -1;
    }
}

/// Plans to sense the zones from the place `first` on. Returns how many of them.
static int plan_of(plan *made, const covey_sense *sense, const kind *kind_at, int first)
{
    int count = choose_pass(made, sense, kind_at, first);
    for (int s = 0; s < count; s++) {
        made->zone[s] = sense->which[first + s];
        set_terms(&made->slot[s], sense, made->zone[s]);
    }
    set_bounds(made, sense, count);
    return count;
}

/// Passes that are planned at a time: hardly a model has more, and stacks may be small.
enum { PLANS = 3 };

/// Plans to sense the zones from the place *next on, which becomes the first of those that are
/// left. Returns the number of passes.
static int plan_some(plan plans[PLANS], const covey_sense *sense, int *next)
{
    kind kind_at[COVEY_MAX_ZONES];
    for (int k = 0; k < sense->which_count; k++)
        kind_at[k] = kind_of(zone_at(sense, k));
    int count = 0;
    for (; count < PLANS && *next < sense->which_count; count++)
        *next += plan_of(&plans[count], sense, kind_at, *next);
    return count;
}

// ---- Groups ----

/// Agents of one row, or of any if all rows are visited, up to `end`: between which y, and which
/// rows they may see into.
typedef struct stretch {
    size_t end;
    covey_extent y;
    covey_reach rows;
} stretch;

/// covey_cells_extent() of `count` > 0 agents with the lanes of this kernel: that takes 1 ns an
/// agent off a step.
static covey_extent extent_of(const covey_real *x, size_t count)
{
    covey_real low = x[0], high = x[0];
    if (count >= LANES) {
        wide lows = load(x), highs = lows;
        for (size_t k = LANES; k + LANES <= count; k += LANES) {
            lows = smaller(load(x + k), lows);
            highs = larger(load(x + k), highs);
        }
        for (int lane = 0; lane < LANES; lane++) {
            low = lows[lane] < low ? lows[lane] : low;
            high = highs[lane] > high ? highs[lane] : high;
        }
    }
    for (size_t k = count - count % LANES; k < count; k++) {
        low = x[k] < low ? x[k] : low;
        high = x[k] > high ? x[k] : high;
    }
    return (covey_extent){(double)low, (double)high};
}

/// The stretch that begins with agent `begin` and does not go beyond `end`.
static stretch stretch_of(const covey_sense *sense, size_t begin, size_t end)
{
    const covey_real *y = POS(sense, from)[1];
    const covey_axis *row = &sense->grid->row;
    stretch made = {.end = end};
    int64_t cell = covey_axis_cell(row, (double)y[begin]);
    bool one = row->all || covey_axis_cell(row, (double)y[end - 1]) == cell;
    if (one)
        made.y = extent_of(y + begin, end - begin);
    one = row->all || (one && covey_axis_cell(row, made.y.low) == cell &&
                       covey_axis_cell(row, made.y.high) == cell);
    if (!one) {
        made.end = begin + 1;
        while (made.end < end && covey_axis_cell(row, (double)y[made.end]) == cell)
            made.end++;
        made.y = extent_of(y + begin, made.end - begin);
    }
    const covey_area area = {{0.0, made.y.low}, {0.0, made.y.high}, sense->grid->reach};
    made.rows = covey_grid_rows_within(sense->grid, &area);
    return made;
}

/// Likewise of a few, expanded in place.
COVEY_INLINE covey_extent extent_of_group(const covey_real *x, int count)
{
    covey_real low = x[0], high = x[0];
    UNROLL for (int lane = 1; lane < count; lane++)
    {
        low = x[lane] < low ? x[lane] : low;
        high = x[lane] > high ? x[lane] : high;
    }
    return (covey_extent){(double)low, (double)high};
}

COVEY_INLINE bool is_narrow(const covey_grid *grid, covey_extent x)
{
    return grid->col.all || x.high - x.low <= grid->group_width;
}

/// Makes it the next group of the stretch, of as many agents as are not too far from each other.
/// Returns between which x they are.
COVEY_INLINE covey_extent gather(group *lanes, const stretch *row)
{
    const covey_real *x = POS(lanes->sense, from)[0] + lanes->first;
    size_t left = row->end - lanes->first;
    lanes->used = LANES;
    if (left >= LANES) {
        covey_extent found = extent_of_group(x, LANES);
        if (is_narrow(lanes->sense->grid, found))
            return found;
    }
    lanes->used = left < LANES ? (int)left : LANES - 1;
    while (lanes->used > 1 && !is_narrow(lanes->sense->grid, extent_of_group(x, lanes->used)))
        lanes->used--;
    return extent_of_group(x, lanes->used);
}

/// Groups that are gathered before they sense: finding out who is near takes long, but many can do
/// so at a time. All their runs have room for that of four groups, as hardly one has many.
enum { GROUPS = 16, RUNS = 4 * COVEY_GRID_RUNS };

/// Finds the runs of a group that is to be gathered.
COVEY_INLINE void find_runs(group *lanes, const stretch *row, covey_grid_run runs[COVEY_GRID_RUNS])
{
    const covey_sense *sense = lanes->sense;
    covey_extent x = gather(lanes, row);
    const covey_area area = {{x.low, row->y.low}, {x.high, row->y.high}, sense->grid->reach};
    lanes->run = runs;
    lanes->runs = covey_grid_runs_within(sense->grid, sense->to, &area, row->rows, runs);
    look_over_runs(lanes);
}

/// Some groups of agents that sense, from `first` on.
typedef struct look {
    const covey_sense *sense;
    covey_percepts *percepts;
    size_t first;
} look;

/// Senses by some groups of the stretch. Returns the number of candidates.
static uint64_t sense_groups(look *by, const plan *plans, int plan_count, const stretch *row)
{
    group groups[GROUPS];
    covey_grid_run runs[RUNS];
    int count = 0, found = 0;
    uint64_t candidates = 0;
    for (; count < GROUPS && found <= RUNS - COVEY_GRID_RUNS && by->first < row->end; count++) {
        group *lanes = &groups[count];
        lanes->sense = by->sense;
        lanes->percepts = by->percepts;
        lanes->first = by->first;
        find_runs(lanes, row, runs + found);
        found += lanes->runs;
        candidates += lanes->candidates * (uint64_t)lanes->used;
        by->first += (size_t)lanes->used;
    }
    for (const plan *made = plans; made < plans + plan_count; made++)
        made->visit(made, groups, count);
    return candidates;
}

/// Senses up to agent `end`. Returns the number of candidates.
static inline uint64_t sense_until(size_t end, look *by, const plan *plans, int plan_count)
{
    uint64_t candidates = 0;
    while (by->first < end) {
        const stretch row = stretch_of(by->sense, by->first, end);
        while (by->first < row.end)
            candidates += sense_groups(by, plans, plan_count, &row);
    }
    return candidates;
}

static inline uint64_t perceive(const covey_sense *sense, size_t begin, size_t end,
                                covey_percepts *percepts)
{
    if (!sense->tame)
        return covey_kernels_perceive_ref(sense, begin, end, percepts); // of double precision
    uint64_t candidates = 0;
    for (int next = 0; next < sense->which_count;) { // the candidates are the same each time
        plan plans[PLANS];
        int plan_count = plan_some(plans, sense, &next);
        look by = {sense, percepts, begin};
        candidates = sense_until(end, &by, plans, plan_count);
    }
    return candidates;
}

#endif
