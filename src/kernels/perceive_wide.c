// SPDX-License-Identifier: MIT
// The fast kernel: four agents of a row sense at a time, one per lane, and every candidate is
// broadcast to them. Each lane adds up in the canonical order and adds 0 for who is not inside, so
// its sums have the bits of the reference kernel. Radii are compared by squares, with a bound that
// decides exactly as the square root would. What does not fit (blind angles, far and tiny numbers,
// tori of few cells) is left to the reference kernel.
#include "core/space.h"
#include "core/zone.h"
#include "kernels/kernels.h"

#include <float.h>
#include <string.h>

enum { LANES = 4, SLOTS = 3 };

typedef double wide __attribute__((vector_size(LANES * sizeof(double))));
typedef int64_t mask __attribute__((vector_size(LANES * sizeof(int64_t))));

#define INLINE static inline __attribute__((always_inline))
#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2")))
#else
#define AVX2
#endif

/// What is summed in a slot: a zone's weight and carry, or nothing at all.
typedef struct kind {
    bool used;
    covey_weight weight;
    covey_carry carry;
} kind;

typedef struct kinds {
    kind slot[SLOTS];
} kinds;

/// Up to three zones, sensed in one pass.
typedef struct plan {
    kinds sum;
    bool is_formal;      ///< the sums of formal_kinds
    double bound[SLOTS]; ///< a zone holds d exactly if d² <= bound
    int zone[SLOTS];
} plan;

typedef struct sums {
    mask count; ///< negative: a lane that is inside is -1
    wide offset_x, offset_y;
    wide carried_x, carried_y;
} sums;

/// `used` agents of one row, one after the other in the state. Lanes beyond hold whatever follows
/// there (the arrays of a state lie in one block, so there is always something) and are not looked
/// at.
typedef struct group {
    const double *x, *y;
    int used;
    covey_vec low, high;
} group;

typedef struct range {
    size_t begin, end;
} range;

/// The candidates of a run as the group sees them: on the torus, shifted by the size of the space
/// where the run lies beyond the seam. One of the two shifts of an axis is 0, and subtracting the
/// other is exact.
typedef struct view {
    covey_run run;
    covey_vec their_shift, own_shift;
} view;

// ---- Plans ----

/// The largest square whose root the zone holds; less than 0 if there is none.
static double bound_of(const covey_zone *zone)
{
    double bound = zone->radius * zone->radius;
    while (covey_zone_holds(zone, sqrt(nextafter(bound, DBL_MAX))))
        bound = nextafter(bound, DBL_MAX);
    while (bound >= 0.0 && !covey_zone_holds(zone, sqrt(bound)))
        bound = nextafter(bound, -DBL_MAX);
    return bound;
}

static bool is_plain(const covey_zone *zone)
{
    bool tame =
        zone->radius == 0.0 || (zone->radius >= COVEY_TAME_LOW && zone->radius <= COVEY_TAME_HIGH);
    return tame && !covey_zone_passes_self(zone) && zone->inner == 0.0 && zone->blind_cos <= -1.0 &&
           zone->decay == 0.0 && zone->falloff == NULL && zone->weight <= COVEY_WEIGHT_INVERSE &&
           zone->weight != COVEY_WEIGHT_UNIT && zone->carry <= COVEY_CARRY_VELOCITY;
}

static bool is_simple(const covey_sense *sense)
{
    if (!sense->tame || sense->grid->row.all || sense->grid->col.all)
        return false;
    for (int k = 0; k < sense->which_count; k++)
        if (!is_plain(&sense->zones[sense->which[k]]))
            return false;
    return true;
}

/// The formal model: cohesion, separation, alignment.
static const kinds formal_kinds = {{
    {true, COVEY_WEIGHT_ONE, COVEY_CARRY_NOTHING},
    {true, COVEY_WEIGHT_INVERSE, COVEY_CARRY_NOTHING},
    {true, COVEY_WEIGHT_NOTHING, COVEY_CARRY_VELOCITY},
}};

static bool same_kinds(const kinds *a, const kinds *b)
{
    for (int s = 0; s < SLOTS; s++)
        if (a->slot[s].used != b->slot[s].used || a->slot[s].weight != b->slot[s].weight ||
            a->slot[s].carry != b->slot[s].carry)
            return false;
    return true;
}

static plan plan_of(const covey_sense *sense, int first)
{
    plan made = {0};
    for (int s = 0; s < SLOTS && first + s < sense->which_count; s++) {
        int z = sense->which[first + s];
        const covey_zone *zone = &sense->zones[z];
        made.sum.slot[s] = (kind){true, zone->weight, zone->carry};
        made.bound[s] = bound_of(zone);
        made.zone[s] = z;
    }
    made.is_formal = same_kinds(&made.sum, &formal_kinds);
    return made;
}

// ---- Groups ----

static void gather_group(const covey_sense *sense, size_t first, size_t end, group *lanes)
{
    const covey_state *from = sense->from;
    const covey_axis *rows = &sense->grid->row;
    covey_vec low = covey_state_pos(from, first), high = low;
    int64_t row = covey_axis_cell(rows, low.y);
    size_t i = first + 1;
    for (; i < end && i < first + LANES; i++) {
        covey_vec pos = covey_state_pos(from, i);
        double left = pos.x < low.x ? pos.x : low.x, right = pos.x > high.x ? pos.x : high.x;
        if (covey_axis_cell(rows, pos.y) != row || !(right - left <= sense->grid->group_width))
            break;
        low = (covey_vec){left, pos.y < low.y ? pos.y : low.y};
        high = (covey_vec){right, pos.y > high.y ? pos.y : high.y};
    }
    *lanes = (group){from->pos[0] + first, from->pos[1] + first, (int)(i - first), low, high};
}

// ---- Sums ----

/// `value` in the lanes where `inside` is true, 0 elsewhere. Wide values are passed by address or
/// expanded in place: how they are passed by value depends on the instruction set.
#define SELECT(value, inside) ((wide)((mask)(value) & (inside)))

/// A candidate and its velocity, as seen from each lane.
typedef struct pairs {
    wide dx, dy, square;
    double vel_x, vel_y;
} pairs;

INLINE void add(kind sum, double bound, const pairs *seen, sums *total)
{
    if (!sum.used)
        return;
    mask inside = seen->square <= bound;
    total->count += inside;
    if (sum.weight == COVEY_WEIGHT_ONE) {
        total->offset_x += SELECT(seen->dx, inside);
        total->offset_y += SELECT(seen->dy, inside);
    } else if (sum.weight == COVEY_WEIGHT_INVERSE) {
        // A tame square is 0, with an offset of 0, or so large that the tiny number is rounded
        // away.
        wide weight = SELECT(1.0 / (seen->square + 0x1p-1000), inside);
        total->offset_x += seen->dx * weight;
        total->offset_y += seen->dy * weight;
    }
    if (sum.carry == COVEY_CARRY_VELOCITY) {
        wide vel_x = {seen->vel_x, seen->vel_x, seen->vel_x, seen->vel_x};
        wide vel_y = {seen->vel_y, seen->vel_y, seen->vel_y, seen->vel_y};
        total->carried_x += SELECT(vel_x, inside);
        total->carried_y += SELECT(vel_y, inside);
    }
}

/// What stays the same on the way through the candidates.
typedef struct pass {
    const covey_sense *sense;
    const plan *made;
    const group *lanes;
} pass;

/// Goes through all runs and adds to the totals, or begins with them at 0 if the sums are new. This
/// alone is compiled for each instruction set, as code that mixes sets pays for every change.
typedef void visitor(const pass *on, const covey_run *runs, int count, sums *totals);

/// With constant `sum` the compiler keeps all totals in registers; with constant `shifted` false it
/// leaves the shifts out.
INLINE void visit(const pass *on, const view *seen, kinds sum, bool shifted, sums *totals)
{
    sums total0 = totals[0], total1 = totals[1], total2 = totals[2];
    wide own_x, own_y;
    memcpy(&own_x, on->lanes->x, sizeof own_x);
    memcpy(&own_y, on->lanes->y, sizeof own_y);
    own_x -= seen->own_shift.x;
    own_y -= seen->own_shift.y;
    const covey_state *to = on->sense->to;
    const double *x = to->pos[0], *y = to->pos[1], *vx = to->vel[0], *vy = to->vel[1];
    const double *bound = on->made->bound;
    double shift_x = seen->their_shift.x, shift_y = seen->their_shift.y;
    double bound0 = bound[0], bound1 = bound[1], bound2 = bound[2];
    for (size_t j = seen->run.begin; j < seen->run.end; j++) {
        pairs here = {.vel_x = vx[j], .vel_y = vy[j]};
        here.dx = (shifted ? x[j] - shift_x : x[j]) - own_x;
        here.dy = (shifted ? y[j] - shift_y : y[j]) - own_y;
        here.square = here.dx * here.dx + here.dy * here.dy;
        add(sum.slot[0], bound0, &here, &total0);
        add(sum.slot[1], bound1, &here, &total1);
        add(sum.slot[2], bound2, &here, &total2);
    }
    totals[0] = total0;
    totals[1] = total1;
    totals[2] = total2;
}

/// Store by store: for so few bytes the compiler's choice, a string instruction, costs a third of
/// the kernel.
INLINE void clear(sums *totals)
{
    const wide zero = {0.0, 0.0, 0.0, 0.0};
    for (sums *total = totals; total < totals + SLOTS; total++) {
        total->count = (mask)zero;
        total->offset_x = zero;
        total->offset_y = zero;
        total->carried_x = zero;
        total->carried_y = zero;
    }
}

INLINE view view_of(const covey_sense *sense, const covey_run *run)
{
    const double *size = sense->space->size;
    return (view){
        .run = *run,
        .their_shift = {run->turn[0] > 0 ? size[0] : 0.0, run->turn[1] > 0 ? size[1] : 0.0},
        .own_shift = {run->turn[0] < 0 ? size[0] : 0.0, run->turn[1] < 0 ? size[1] : 0.0},
    };
}

INLINE void visit_runs(const pass *on, const covey_run *runs, int count, sums *totals)
{
    if (!on->sense->begun)
        clear(totals);
    for (int k = 0; k < count; k++) {
        view seen = view_of(on->sense, &runs[k]);
        bool shifted = runs[k].turn[0] > 0 || runs[k].turn[1] > 0;
        if (on->made->is_formal && !shifted)
            visit(on, &seen, formal_kinds, false, totals);
        else if (on->made->is_formal)
            visit(on, &seen, formal_kinds, true, totals);
        else
            visit(on, &seen, on->made->sum, true, totals);
    }
}

static void visit_runs_plain(const pass *on, const covey_run *runs, int count, sums *totals)
{
    visit_runs(on, runs, count, totals);
}

AVX2 static void visit_runs_avx2(const pass *on, const covey_run *runs, int count, sums *totals)
{
    visit_runs(on, runs, count, totals);
}

// ---- Percepts ----

/// Goes on where the sums over another flock ended.
static void take_sums(const pass *on, const covey_percept *percepts, sums *totals)
{
    for (int s = 0; s < SLOTS; s++)
        for (int lane = 0; lane < LANES; lane++) {
            bool real = on->made->sum.slot[s].used && lane < on->lanes->used;
            int place = lane * on->sense->zone_count + on->made->zone[s];
            covey_percept sum = real ? percepts[place] : (covey_percept){0};
            totals[s].count[lane] = -(int64_t)sum.count;
            totals[s].offset_x[lane] = sum.offset.x;
            totals[s].offset_y[lane] = sum.offset.y;
            totals[s].carried_x[lane] = sum.carried.x;
            totals[s].carried_y[lane] = sum.carried.y;
        }
}

static void put_sums(const pass *on, const sums *totals, covey_percept *percepts)
{
    for (int s = 0; s < SLOTS && on->made->sum.slot[s].used; s++)
        for (int lane = 0; lane < on->lanes->used; lane++) {
            covey_percept *sum = &percepts[lane * on->sense->zone_count + on->made->zone[s]];
            sum->count = (double)-totals[s].count[lane];
            sum->mass = sum->count;
            sum->offset.x = totals[s].offset_x[lane];
            sum->offset.y = totals[s].offset_y[lane];
            sum->carried.x = totals[s].carried_x[lane];
            sum->carried.y = totals[s].carried_y[lane];
        }
}

static uint64_t sense_group(const pass *on, visitor *visit_all, covey_percept *percepts)
{
    covey_run runs[COVEY_GRID_RUNS];
    const covey_sense *sense = on->sense;
    int count = covey_grid_runs(sense->grid, sense->to, on->lanes->low, on->lanes->high, runs);
    sums totals[SLOTS];
    if (sense->begun)
        take_sums(on, percepts, totals);
    visit_all(on, runs, count, totals);
    put_sums(on, totals, percepts);
    uint64_t candidates = 0;
    for (int k = 0; k < count; k++)
        candidates += runs[k].end - runs[k].begin;
    return candidates * (uint64_t)on->lanes->used;
}

static uint64_t sense_all(const covey_sense *sense, range agents, visitor *visit_all,
                          covey_percept *percepts)
{
    if (!is_simple(sense))
        return covey_kernels_perceive_ref(sense, agents.begin, agents.end, percepts);
    uint64_t candidates = 0;
    for (int first = 0; first < sense->which_count; first += SLOTS) {
        plan made = plan_of(sense, first);
        for (size_t i = agents.begin; i < agents.end;) {
            group lanes;
            gather_group(sense, i, agents.end, &lanes);
            pass on = {sense, &made, &lanes};
            covey_percept *here = percepts + (i - agents.begin) * (size_t)sense->zone_count;
            candidates += sense_group(&on, visit_all, here);
            i += (size_t)lanes.used;
        }
    }
    return candidates;
}

uint64_t covey_kernels_perceive_wide(const covey_sense *sense, size_t begin, size_t end,
                                     covey_percept *percepts)
{
    return sense_all(sense, (range){begin, end}, visit_runs_plain, percepts);
}

uint64_t covey_kernels_perceive_avx2(const covey_sense *sense, size_t begin, size_t end,
                                     covey_percept *percepts)
{
    return sense_all(sense, (range){begin, end}, visit_runs_avx2, percepts);
}
