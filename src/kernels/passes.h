// SPDX-License-Identifier: MIT
// The passes that are compiled, by the zones that each senses, and which of them some zones take.
//
// A pass is compiled for each kind of zone (PASSES_OF_ONE), and for some kinds that models have
// together, up to three in one pass with all sums in registers (PASSES_OF_SEVERAL). On a torus of
// fewer than three radii offsets may lead around it, and the most frequent zones have passes for
// that (PASSES_AROUND). Only rare zones take the general pass: the others of such a torus, and
// those with a falloff or decay on top of a weight that falls off by itself.
#ifndef COVEY_KERNELS_PASSES_H
#define COVEY_KERNELS_PASSES_H

#include "kernels/kernels.h"
#include "kernels/kinds.h"

#define ONE (USED | COVEY_WEIGHT_ONE)
#define UNIT (USED | COVEY_WEIGHT_UNIT)
#define INVERSE (USED | COVEY_WEIGHT_INVERSE)
#define LINEAR (USED | COVEY_WEIGHT_LINEAR)
#define AXIS (USED | COVEY_WEIGHT_AXIS)
#define RAMP (USED | COVEY_WEIGHT_RAMP)
#define COUNT (USED | COVEY_WEIGHT_NOTHING)

/// Zones that are sensed in one pass: X(name, slots). Names list the weights of the slots; `alike`
/// stands where all slots hold the same agents. Of slots that hold the same agents at most one
/// carries a vector: an agent that one of them passes over can be counted for the others
/// afterwards, but its vector cannot be added.
#define PASSES_OF_SEVERAL(X)                                                                       \
    X(inverse_count_one_pair, INVERSE, COUNT | CARRY | NOT_SELF | BLIND, ONE | SAME | BLIND)       \
    X(inverse_count_one, INVERSE | BLIND, COUNT | CARRY | NOT_SELF | BLIND, ONE | BLIND)           \
    X(unit_count_unit_rings, UNIT, COUNT | CARRY | RING | BLIND, UNIT | RING | BLIND)              \
    X(linear_one_alike, LINEAR | NOT_SELF, ONE | CARRY | SAME)                                     \
    X(unit_linear, UNIT | CARRY | NOT_SELF, LINEAR)

/// Passes of the formal rules, which are of the plane.
#define PASSES_OF_FORMAL(X)                                                                        \
    X(one_inverse_count_alike, ONE, INVERSE | SAME, COUNT | CARRY | SAME)                          \
    X(one_inverse_count, ONE, INVERSE, COUNT | CARRY)                                              \
    X(one_axis_count_alike, ONE, AXIS | SAME, COUNT | CARRY | SAME)                                \
    X(one_axis_count, ONE, AXIS, COUNT | CARRY)

/// One zone with a falloff.
#define PASSES_OF_FALLOFF(X, name, weight)                                                         \
    X(name##_fall, weight | NOT_SELF | FALL | RING | BLIND)                                        \
    X(name##_carry_fall, weight | CARRY | NOT_SELF | FALL | RING | BLIND)

/// One zone of a weight: its offsets alone and with a carried vector.
#define PASSES_OF_WEIGHT(X, name, weight)                                                          \
    X(name, weight)                                                                                \
    X(name##_carry, weight | CARRY | NOT_SELF)

/// The same with an inner radius, a blind angle or both.
#define PASSES_OF_SEEN(X, name, weight)                                                            \
    X(name##_seen, weight | RING | BLIND)                                                          \
    X(name##_carry_seen, weight | CARRY | NOT_SELF | RING | BLIND)

#define PASSES_OF_ONE(X)                                                                           \
    X(count_carry_self, COUNT | CARRY)                                                             \
    X(one_carry_self, ONE | CARRY)                                                                 \
    PASSES_OF_WEIGHT(X, count, COUNT)                                                              \
    PASSES_OF_WEIGHT(X, one, ONE)                                                                  \
    PASSES_OF_WEIGHT(X, linear, LINEAR)                                                            \
    PASSES_OF_SEEN(X, count, COUNT)                                                                \
    PASSES_OF_SEEN(X, one, ONE)                                                                    \
    PASSES_OF_SEEN(X, unit, UNIT)                                                                  \
    PASSES_OF_SEEN(X, inverse, INVERSE)                                                            \
    PASSES_OF_SEEN(X, linear, LINEAR)                                                              \
    PASSES_OF_SEEN(X, axis, AXIS)                                                                  \
    PASSES_OF_SEEN(X, ramp, RAMP)                                                                  \
    PASSES_OF_FALLOFF(X, count, COUNT)                                                             \
    PASSES_OF_FALLOFF(X, one, ONE)                                                                 \
    PASSES_OF_FALLOFF(X, unit, UNIT)                                                               \
    X(count_carry_fade, COUNT | CARRY | NOT_SELF | FADE)                                           \
    X(count_carry_fade_seen, COUNT | CARRY | NOT_SELF | FADE | RING | BLIND)

/// One zone of the plane. In three dimensions it takes a pass that compares for a ring and a blind
/// angle, too.
#define PASSES_OF_ONE_PLANE(X)                                                                     \
    PASSES_OF_WEIGHT(X, unit, UNIT)                                                                \
    PASSES_OF_WEIGHT(X, inverse, INVERSE)                                                          \
    PASSES_OF_WEIGHT(X, axis, AXIS)                                                                \
    PASSES_OF_WEIGHT(X, ramp, RAMP)

/// All passes, PLANE(name, slots) for the plane alone and BOTH(name, slots) the others. The
/// first that fits is taken.
#ifdef COVEY_FEW_PASSES
// For builds that look for faults of memory or try another compiler. The general pass, which is
// always there, takes all steps that there are: beside it a pass for each kind of loop is enough.
#define PASSES(PLANE, BOTH)                                                                        \
    BOTH(count_carry_self, COUNT | CARRY)                                                          \
    BOTH(unit_count_unit_rings, UNIT, COUNT | CARRY | RING | BLIND, UNIT | RING | BLIND)           \
    BOTH(unit_fall, UNIT | NOT_SELF | FALL | RING | BLIND)
#elif defined(COVEY_USUAL_PASSES)
// For a page, which is loaded before it runs: those of the plane that models take with their
// initial parameters and presets with theirs. All else, such as a blind angle that a slider opens
// and most of three dimensions, is left to the general pass.
#define PASSES(PLANE, BOTH)                                                                        \
    PLANE(one_inverse_count_alike, ONE, INVERSE | SAME, COUNT | CARRY | SAME)                      \
    PLANE(one_inverse_count, ONE, INVERSE, COUNT | CARRY)                                          \
    PLANE(inverse_count_one_pair, INVERSE, COUNT | CARRY | NOT_SELF | BLIND, ONE | SAME | BLIND)   \
    BOTH(unit_count_unit_rings, UNIT, COUNT | CARRY | RING | BLIND, UNIT | RING | BLIND)           \
    PLANE(linear_one_alike, LINEAR | NOT_SELF, ONE | CARRY | SAME)                                 \
    PLANE(unit_linear, UNIT | CARRY | NOT_SELF, LINEAR)                                            \
    BOTH(count_carry_self, COUNT | CARRY)                                                          \
    PLANE(one_carry_self, ONE | CARRY)                                                             \
    PLANE(count_carry, COUNT | CARRY | NOT_SELF)                                                   \
    PLANE(one_carry, ONE | CARRY | NOT_SELF)                                                       \
    PLANE(unit, UNIT)                                                                              \
    PLANE(unit_carry, UNIT | CARRY | NOT_SELF)                                                     \
    PLANE(linear, LINEAR)                                                                          \
    PASSES_OF_SEEN(PLANE, unit, UNIT)                                                              \
    PLANE(unit_fall, UNIT | NOT_SELF | FALL | RING | BLIND)
#elif defined(COVEY_ONE_PASS)
// For a page, too, whose floats are rare: the general pass takes nearly all.
#define PASSES(PLANE, BOTH) PLANE(count_carry_self, COUNT | CARRY)
#else
#define PASSES(PLANE, BOTH)                                                                        \
    PASSES_OF_FORMAL(PLANE)                                                                        \
    PASSES_OF_SEVERAL(BOTH)                                                                        \
    PASSES_OF_ONE_PLANE(PLANE)                                                                     \
    PASSES_OF_ONE(BOTH)
#endif

/// Passes of the plane with offsets around the torus.
#if defined(COVEY_USUAL_PASSES) || defined(COVEY_ONE_PASS)
#define PASSES_AROUND(X)
#elif defined(COVEY_FEW_PASSES)
#define PASSES_AROUND(X) X(around_count_carry, COUNT | CARRY | NOT_SELF)
#else
#define PASSES_AROUND(X)                                                                           \
    X(around_inverse_count_one, INVERSE, COUNT | CARRY | NOT_SELF | BLIND, ONE | SAME | BLIND)     \
    X(around_unit_count_unit, UNIT, COUNT | CARRY | RING | BLIND, UNIT | RING | BLIND)             \
    X(around_one_inverse_count, ONE, INVERSE, COUNT | CARRY)                                       \
    X(around_count_carry, COUNT | CARRY | NOT_SELF)
#endif

/// The zones of a pass.
typedef struct compiled_pass {
    slot_kind slot[SLOTS];
    bool plane_alone;
    bool around;
} compiled_pass;

#define PLANE_ENTRY(name, ...) {{__VA_ARGS__}, true, false},
#define BOTH_ENTRY(name, ...) {{__VA_ARGS__}, false, false},
#define AROUND_ENTRY(name, ...) {{__VA_ARGS__}, true, true},
static const compiled_pass passes[] = {PASSES(PLANE_ENTRY, BOTH_ENTRY) PASSES_AROUND(AROUND_ENTRY)};
enum { PASS_COUNT = sizeof passes / sizeof *passes };

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

/// True if offsets may lead around the torus, however near agents are.
static bool leads_around(const covey_grid *grid)
{
    return covey_axis_is_blurred(&grid->row) || grid->col.all ||
           (grid->deep && covey_axis_is_blurred(&grid->layer));
}

/// The pass, by its place in `passes`, for the zones from the place `first` on, and in *zones how
/// many of them it senses: the general pass is PASS_COUNT and senses one.
static int find_pass(const covey_sense *sense, const slot_kind *kind_at, int first, int *zones)
{
    const covey_grid *grid = sense->grid;
    const bool around = leads_around(grid);
    for (int k = 0; k < PASS_COUNT; k++) {
        bool can = passes[k].around == around && !(passes[k].plane_alone && grid->deep);
        *zones = can ? fits(&passes[k], sense, kind_at, first) : 0;
        if (*zones > 0)
            return k;
    }
    *zones = 1;
    return PASS_COUNT;
}

#endif
