// SPDX-License-Identifier: MIT
// The fast kernel: as many agents of a row as a vector has lanes sense at a time. This source is
// compiled once for every CPU, one agent at a time, and again for each row of cmake/kernels.txt.
//
// Zones are sensed in passes, of which passes.h has a list. Agents with coordinates outside the
// safe range are left to the reference kernel.
#include "covey/base.h"
#if COVEY_GNU

#include "geometry/sort.h"
#include "geometry/space.h"
#include "kernels/pass.h"
#include "kernels/passes.h"

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

#define VISIT_IN(name, is_deep, leads_around, ...)                                                 \
    static void name(const zone_pass *pass, const lane_group *groups, int count)                   \
    {                                                                                              \
        const pass_kind kind = {                                                                   \
            .slot = {__VA_ARGS__}, .deep = (is_deep), .around = (leads_around)};                   \
        for (const lane_group *lanes = groups; lanes < groups + count; lanes++)                    \
            visit(pass, lanes, kind);                                                              \
    }
#define PLANE_VISIT(name, ...) VISIT_IN(plane_##name, false, false, __VA_ARGS__)
#define BOTH_VISIT(name, ...)                                                                      \
    VISIT_IN(plane_##name, false, false, __VA_ARGS__)                                              \
    VISIT_IN(space_##name, true, false, __VA_ARGS__)
#define AROUND_VISIT(name, ...) VISIT_IN(plane_##name, false, true, __VA_ARGS__)
PASSES(PLANE_VISIT, BOTH_VISIT)
PASSES_AROUND(AROUND_VISIT)

/// The general pass: one zone of any kind, which is not known when compiling.
COVEY_INLINE void visit_general(const zone_pass *pass, const lane_group *groups, int count,
                                bool deep)
{
    const slot_kind slot = pass->kind.slot[0];
    const pass_kind kind = {.slot = {slot}, .deep = deep, .around = pass->kind.around};
    for (const lane_group *lanes = groups; lanes < groups + count; lanes++)
        visit(pass, lanes, kind);
}

#ifdef COVEY_ONE_PASS // which is for the plane and for three dimensions
static void visit_any(const zone_pass *pass, const lane_group *groups, int count)
{
    visit_general(pass, groups, count, pass->kind.deep);
}

/// A function, as a macro of that name would be the other one's in a single source.
static void visit_any_deep(const zone_pass *pass, const lane_group *groups, int count)
{
    visit_any(pass, groups, count);
}
#else
static void visit_any(const zone_pass *pass, const lane_group *groups, int count)
{
    visit_general(pass, groups, count, false);
}

/// The same in three dimensions.
static void visit_any_deep(const zone_pass *pass, const lane_group *groups, int count)
{
    visit_general(pass, groups, count, true);
}
#endif

/// The visits of all passes, in the plane and in three dimensions; the last are general.
typedef struct pass_visits {
    pass_visit *plane, *deep;
} pass_visits;

#define PLANE_VISITS(name, ...) {plane_##name, NULL},
#define BOTH_VISITS(name, ...) {plane_##name, space_##name},
static const pass_visits visits[PASS_COUNT + 1] = {
    PASSES(PLANE_VISITS, BOTH_VISITS) PASSES_AROUND(PLANE_VISITS){visit_any, visit_any_deep}};

/// Chooses the pass for the zones from the place `first` on. Returns how many of them it senses.
static int choose_pass(zone_pass *pass, const covey_sense *sense, const slot_kind *kind_at,
                       int first)
{
    const bool deep = sense->grid->deep;
    int zones, found = find_pass(sense, kind_at, first, &zones);
    if (found < PASS_COUNT) {
        const slot_kind *slot = passes[found].slot;
        pass->kind = (pass_kind){
            .slot = {slot[0], slot[1], slot[2]}, .deep = deep, .around = passes[found].around};
    } else {
        bool around = leads_around(sense->grid);
        pass->kind = (pass_kind){.slot = {kind_at[first]}, .deep = deep, .around = around};
    }
    pass->visit = deep ? visits[found].deep : visits[found].plane;
    return zones;
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

#endif
