// SPDX-License-Identifier: MIT
// The fast kernel: as many agents of a row as a vector has lanes sense at a time. This source is
// compiled once for every CPU, one agent at a time, and again for each row of cmake/kernels.txt.
//
// Zones are sensed in passes. A pass is compiled for each kind of zone (PASSES_OF_ONE), and for
// some kinds that models have together, up to three in one pass with all sums in registers
// (PASSES_OF_SEVERAL). Only rare zones take the general pass: those with offsets around a torus
// that is smaller than two radii, and those with a falloff or decay on top of a weight that falls
// off by itself. Agents with coordinates outside the safe range are left to the reference kernel.
#include "core/cells.h"
#include "core/space.h"
#include "kernels/pass.h"

#ifndef COVEY_KERNEL
#define COVEY_KERNEL covey_kernels_perceive_scalar
#endif

/// A zone with a radius up to this holds only agents at distance 0.
#ifdef COVEY_SINGLE
#define LEAST_RADIUS COVEY_SINGLE_LOW
#else
#define LEAST_RADIUS COVEY_SAFE_LOW
#endif

// ---- Compiled passes ----

#define ONE (USED | COVEY_WEIGHT_ONE)
#define UNIT (USED | COVEY_WEIGHT_UNIT)
#define INVERSE (USED | COVEY_WEIGHT_INVERSE)
#define LINEAR (USED | COVEY_WEIGHT_LINEAR)
#define AXIS (USED | COVEY_WEIGHT_AXIS)
#define RAMP (USED | COVEY_WEIGHT_RAMP)
#define COUNT (USED | COVEY_WEIGHT_NOTHING)

/// Zones that are sensed in one pass: X(name, slots). Names tell the weights of the slots; `alike`
/// stands where all slots hold the same agents. Of slots that hold the same agents at most one
/// carries a vector: an agent that one of them passes over can be counted for the others
/// afterwards, but its vector cannot be added.
#define PASSES_OF_SEVERAL(X)                                                                       \
    X(one_inverse_count_alike, ONE, INVERSE | SAME, COUNT | CARRY | SAME)                          \
    X(one_inverse_count, ONE, INVERSE, COUNT | CARRY)                                              \
    X(one_axis_count_alike, ONE, AXIS | SAME, COUNT | CARRY | SAME)                                \
    X(one_axis_count, ONE, AXIS, COUNT | CARRY)                                                    \
    X(inverse_count_one_pair, INVERSE, COUNT | CARRY | NOT_SELF | BLIND, ONE | SAME | BLIND)       \
    X(inverse_count_one, INVERSE | BLIND, COUNT | CARRY | NOT_SELF | BLIND, ONE | BLIND)           \
    X(unit_count_unit_rings, UNIT, COUNT | CARRY | RING | BLIND, UNIT | RING | BLIND)              \
    X(linear_one_alike, LINEAR | NOT_SELF, ONE | CARRY | SAME)                                     \
    X(unit_linear, UNIT | CARRY | NOT_SELF, LINEAR)

/// One zone with a falloff.
#define PASSES_OF_FALLOFF(X, name, weight)                                                         \
    X(name##_fall, weight | NOT_SELF | FALL | RING | BLIND)                                        \
    X(name##_carry_fall, weight | CARRY | NOT_SELF | FALL | RING | BLIND)

/// One zone of a weight: its offsets alone and with a carried vector, each without an inner radius
/// and a blind angle and with either.
#define PASSES_OF_WEIGHT(X, name, weight)                                                          \
    X(name, weight)                                                                                \
    X(name##_carry, weight | CARRY | NOT_SELF)                                                     \
    X(name##_seen, weight | RING | BLIND)                                                          \
    X(name##_carry_seen, weight | CARRY | NOT_SELF | RING | BLIND)

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
    X(count_carry_fade, COUNT | CARRY | NOT_SELF | FADE)                                           \
    X(count_carry_fade_seen, COUNT | CARRY | NOT_SELF | FADE | RING | BLIND)

/// The first that fits is taken.
#define PASSES(X) PASSES_OF_SEVERAL(X) PASSES_OF_ONE(X)

#define VISIT_IN(name, is_deep, ...)                                                               \
    static void name(const zone_pass *pass, const lane_group *groups, int count)                   \
    {                                                                                              \
        for (const lane_group *lanes = groups; lanes < groups + count; lanes++)                    \
            visit(pass, lanes, (pass_kind){.slot = {__VA_ARGS__}, .deep = is_deep});               \
    }
#define VISIT(name, ...)                                                                           \
    VISIT_IN(plane_##name, false, __VA_ARGS__)                                                     \
    VISIT_IN(space_##name, true, __VA_ARGS__)
PASSES(VISIT)

typedef struct compiled_pass {
    slot_kind slot[SLOTS];
    pass_visit *visit, *visit_deep; ///< in the plane and in three dimensions
} compiled_pass;

#define ENTRY(name, ...) {{__VA_ARGS__}, plane_##name, space_##name},
static const compiled_pass passes[] = {PASSES(ENTRY)};

/// The general pass: one zone of any kind, which is not known when compiling.
static void visit_any(const zone_pass *pass, const lane_group *groups, int count)
{
    const pass_kind kind = {.slot = {pass->kind.slot[0]}, .around = pass->kind.around};
    for (const lane_group *lanes = groups; lanes < groups + count; lanes++)
        visit(pass, lanes, kind);
}

/// The same in three dimensions.
static void visit_any_deep(const zone_pass *pass, const lane_group *groups, int count)
{
    const slot_kind slot = pass->kind.slot[0];
    const pass_kind kind = {.slot = {slot}, .deep = true, .around = pass->kind.around};
    for (const lane_group *lanes = groups; lanes < groups + count; lanes++)
        visit(pass, lanes, kind);
}

// ---- Choosing passes ----

/// True if the zone needs to pass over the agent itself. A ring does not: it holds no agent at
/// distance 0.
static bool passes_self(const covey_zone *zone)
{
    return covey_zone_passes_self(zone) && zone->inner == 0.0;
}

static slot_kind kind_of(const covey_zone *zone)
{
    return USED | zone->weight | (zone->inner > 0.0 ? RING : 0) |
           (zone->blind_cos > -1.0 ? BLIND : 0) | (passes_self(zone) ? NOT_SELF : 0) |
           (zone->carry != COVEY_CARRY_NOTHING ? CARRY : 0) | (zone->decay > 0.0 ? FADE : 0) |
           (zone->falloff != NULL ? FALL : 0);
}

/// True if both zones hold the same agents, the agent itself aside.
static bool is_same(const covey_zone *a, const covey_zone *b)
{
    return a->radius == b->radius && a->inner == b->inner && a->strict == b->strict &&
           a->blind_cos == b->blind_cos;
}

static const covey_zone *zone_at(const covey_sense *sense, int place)
{
    return &sense->zones[sense->which[place]];
}

/// Number of zones from the place `first` on that a compiled pass senses, 0 if it does not fit. It
/// fits if each zone has the weight and the sums of its slot, and no test (ring, blind angle, the
/// agent itself) that its slot, or the slot that compares for it, lacks. A test more than the zone
/// needs changes no result. `kind_at` are the kinds of the zones by place.
static int fits(const compiled_pass *compiled, const covey_sense *sense, const slot_kind *kind_at,
                int first)
{
    const slot_kind tests = RING | BLIND | NOT_SELF;
    slot_kind tested = 0; // by the slot that compares
    int s = 0;
    for (; s < SLOTS && compiled->slot[s] & USED; s++) {
        if (first + s == sense->which_count)
            return 0;
        slot_kind slot = compiled->slot[s], zone = kind_at[first + s];
        bool same = (slot & SAME) != 0;
        tested = same ? tested : slot & tests;
        if (((slot ^ zone) & ~(SAME | tests)) != 0 || (zone & tests & ~tested) != 0 ||
            (same && !is_same(zone_at(sense, first + s), zone_at(sense, first + s - 1))))
            return 0;
    }
    return s;
}

/// Chooses the pass for the zones from the place `first` on. Returns how many of them it senses.
static int choose_pass(zone_pass *pass, const covey_sense *sense, const slot_kind *kind_at,
                       int first)
{
    const bool deep = sense->grid->deep;
    bool around = sense->grid->row.all || sense->grid->col.all || (deep && sense->grid->layer.all);
    for (size_t k = 0; k < sizeof passes / sizeof *passes && !around; k++) {
        int zones = fits(&passes[k], sense, kind_at, first);
        if (zones == 0)
            continue;
        const slot_kind *slot = passes[k].slot;
        pass->kind = (pass_kind){.slot = {slot[0], slot[1], slot[2]}, .deep = deep};
        pass->visit = deep ? passes[k].visit_deep : passes[k].visit;
        return zones;
    }
    pass->kind = (pass_kind){.slot = {kind_at[first]}, .deep = deep, .around = around};
    pass->visit = deep ? visit_any_deep : visit_any;
    return 1;
}

// ---- Values of zones ----

static void set_values(slot_values *with, const covey_sense *sense, int z)
{
    const covey_zone *zone = &sense->zones[z];
    const covey_zone_bounds *bound = &sense->bounds[z];
    with->inner = spread((covey_real)bound->inner);
    with->sight = spread((covey_real)bound->sight);
    with->slope = spread(zone->radius > LEAST_RADIUS ? (covey_real)(1.0 / zone->radius) : 0);
    with->decay = spread((covey_real)zone->decay);
    with->falloff = zone->falloff != NULL ? sense->falloff[z] : NULL;
    for (int axis = 0; axis < sense->to->dim; axis++) {
        with->carried[axis] = VEL(sense, to)[axis];
        if (zone->carry == COVEY_CARRY_HEADING)
            with->carried[axis] = HEADING(sense, to)[axis];
        if (zone->carry == COVEY_CARRY_POSITION)
            with->carried[axis] = POS(sense, to)[axis];
    }
}

/// Sets the outer bounds of all slots. If one of the zones that share a slot's comparison passes
/// the agent itself over, all of them leave it out, and `extra` counts it for the others.
static void set_bounds(zone_pass *pass, const covey_sense *sense, int count)
{
    bool passes_over[SLOTS] = {false};
    double widest = -1.0;
    for (int s = 0; s < count; s++) {
        const covey_zone *zone = &sense->zones[pass->zone[s]];
        int leader = leader_of(pass->kind, s);
        double outer = sense->bounds[pass->zone[s]].outer;
        passes_over[leader] = passes_over[leader] || covey_zone_passes_self(zone);
        widest = outer > widest ? outer : widest;
        for (int lane = 0; lane <= LANES; lane++)
            pass->outer[lane].slot[s] = spread((covey_real)outer);
    }
    pass->quantized_bound =
        covey_quantized_bound(sense->grid->quantized_scale, widest, sense->grid->deep);
    for (int s = 0; s < count; s++) {
        const covey_zone *zone = &sense->zones[pass->zone[s]];
        bool left_out = passes_over[leader_of(pass->kind, s)] && !covey_zone_passes_self(zone);
        pass->extra[s] = left_out && covey_zone_holds(zone, 0.0) ? 1.0 : 0.0;
        for (int lane = 0; lane < LANES && passes_over[s]; lane++)
            pass->outer[lane].slot[s][lane] = -1;
    }
}

/// Plans the pass for the zones from the place `first` on. Returns how many of them it senses.
static int plan_pass(zone_pass *pass, const covey_sense *sense, const slot_kind *kind_at, int first)
{
    int count = choose_pass(pass, sense, kind_at, first);
    for (int s = 0; s < count; s++) {
        pass->zone[s] = sense->which[first + s];
        set_values(&pass->slot[s], sense, pass->zone[s]);
    }
    set_bounds(pass, sense, count);
    return count;
}

/// Passes that are planned at a time: hardly a model has more, and the stack of a thread may be
/// small.
enum { PLANS = 3 };

/// Plans passes for the zones from the place *next on, which becomes the first of those that are
/// left. Returns the number of passes.
static int plan_some(zone_pass plans[PLANS], const covey_sense *sense, int *next)
{
    slot_kind kind_at[COVEY_MAX_ZONES];
    for (int k = 0; k < sense->which_count; k++)
        kind_at[k] = kind_of(zone_at(sense, k));
    int count = 0;
    for (; count < PLANS && *next < sense->which_count; count++)
        *next += plan_pass(&plans[count], sense, kind_at, *next);
    return count;
}

// ---- Groups ----

/// Groups that find their runs before the first of them visits its candidates. To find runs is a
/// long chain of loads and comparisons, but those of several groups do not depend on each other, so
/// a processor works on many at a time. Together their runs have room for those of four groups at
/// worst, as hardly a group has many.
enum { GROUPS = 16, RUNS = 2 * COVEY_GRID_RUNS };

/// Gathers the group that begins with agent lanes->first and finds its runs.
COVEY_INLINE void find_runs(lane_group *lanes, const row_segment *segment, bool deep,
                            covey_grid_run runs[COVEY_GRID_RUNS])
{
    const covey_sense *sense = lanes->sense;
    covey_extent x = gather(lanes, segment);
    const covey_area area = {{x.low, segment->y.low, segment->z.low},
                             {x.high, segment->y.high, segment->z.high},
                             sense->grid->reach};
    lanes->run = runs;
    lanes->runs = covey_grid_runs_within(sense->grid, sense->to, &area, &segment->lines, runs);
    check_runs(lanes, deep);
}

/// The agents that have not sensed yet: from `first` on.
typedef struct progress {
    const covey_sense *sense;
    const covey_percept_columns *columns;
    size_t first;
} progress;

/// Computes the percepts of some groups of the segment. Returns the number of candidates.
COVEY_INLINE uint64_t sense_groups(progress *at, const zone_pass *plans, int plan_count,
                                   const row_segment *segment, bool deep)
{
    lane_group groups[GROUPS];
    covey_grid_run runs[RUNS];
    int count = 0, found = 0;
    uint64_t candidates = 0;
    for (; count < GROUPS && found <= RUNS - COVEY_GRID_RUNS && at->first < segment->end; count++) {
        lane_group *lanes = &groups[count];
        lanes->sense = at->sense;
        lanes->columns = at->columns;
        lanes->first = at->first;
        find_runs(lanes, segment, deep, runs + found);
        found += lanes->runs;
        candidates += lanes->candidates * (uint64_t)lanes->used;
        at->first += (size_t)lanes->used;
    }
    for (const zone_pass *pass = plans; pass < plans + plan_count; pass++)
        pass->visit(pass, groups, count);
    return candidates;
}

/// Computes the percepts up to agent `end`. Returns the number of candidates.
COVEY_INLINE uint64_t sense_until(size_t end, progress *at, const zone_pass *plans, int plan_count,
                                  bool deep)
{
    uint64_t candidates = 0;
    while (at->first < end) {
        const row_segment segment = segment_of(at->sense, deep, at->first, end);
        while (at->first < segment.end)
            candidates += sense_groups(at, plans, plan_count, &segment, deep);
    }
    return candidates;
}

static uint64_t sense_plane(size_t end, progress *at, const zone_pass *plans, int plan_count)
{
    return sense_until(end, at, plans, plan_count, false);
}

static uint64_t sense_space(size_t end, progress *at, const zone_pass *plans, int plan_count)
{
    return sense_until(end, at, plans, plan_count, true);
}

uint64_t COVEY_KERNEL(const covey_sense *sense, size_t begin, size_t end,
                      const covey_percept_columns *columns)
{
    if (!sense->safe)
        return covey_kernels_perceive_ref(sense, begin, end, columns); // of double precision
    uint64_t candidates = 0;
    for (int next = 0; next < sense->which_count;) { // the candidates are the same each time
        zone_pass plans[PLANS];
        int plan_count = plan_some(plans, sense, &next);
        progress at = {sense, columns, begin};
        candidates = sense->grid->deep ? sense_space(end, &at, plans, plan_count)
                                       : sense_plane(end, &at, plans, plan_count);
    }
    return candidates;
}
