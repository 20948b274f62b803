// SPDX-License-Identifier: MIT
#ifndef COVEY_KERNELS_ZONE_H
#define COVEY_KERNELS_ZONE_H

#include "covey/model.h"

/// True if an agent at distance d is inside the zone; its blind angle aside.
static inline bool covey_zone_holds(const covey_zone *zone, double d)
{
    if (zone->strict)
        return d < zone->radius && d >= zone->inner;
    return d <= zone->radius && (d > zone->inner || zone->inner == 0.0);
}

/// True if the agents of the zone are looked at one by one, by code that is for such zones.
static inline bool covey_zone_asks_each(const covey_zone *zone)
{
    return zone->add != NULL || zone->voronoi || zone->disc > 0.0;
}

/// True if an agent that this zone leaves out must be passed over on the way. Taking it out of the
/// finished sums instead is exact for its count, and its offset is 0, but not for its carried value
/// or for the room that it takes among the nearest.
static inline bool covey_zone_passes_self(const covey_zone *zone)
{
    bool carries = zone->carry != COVEY_CARRY_NOTHING || zone->decay > 0.0 || zone->falloff != NULL;
    return zone->of == COVEY_OF_OWN && !zone->self &&
           (carries || zone->nearest > 0 || covey_zone_asks_each(zone));
}

/// True if `outer` surely counts every agent that `zone` counts.
bool covey_zone_contains(const covey_zone *outer, const covey_zone *zone);

/// A zone in terms of squares of distances, for kernels without roots: where squares are safe, an
/// agent is inside exactly if inner < d² <= outer, and is seen at an angle α from the heading if
/// cos α |cos α| >= sight, which is minus infinity for a zone that sees all round.
typedef struct covey_zone_bounds {
    double inner, outer;
    double sight;
} covey_zone_bounds;

covey_zone_bounds covey_zone_bounds_of(const covey_zone *zone);

/// How a zone is sensed: pair by pair, only the nearest, each agent by a function of the model, as
/// a Voronoi neighbor or as a disc in the field of view, or by sums of whole numbers.
typedef enum covey_way {
    COVEY_WAY_PAIRS,
    COVEY_WAY_NEAREST,
    COVEY_WAY_EACH,
    COVEY_WAY_SUMS
} covey_way;

/// True if a zone asks for nothing but sums over agents, in which each agent has the same share for
/// all that sense it: such zones the mode `dense: aggregate` sums by whole numbers.
static inline bool covey_zone_only_sums(const covey_zone *zone)
{
    return zone->weight <= COVEY_WEIGHT_ONE && zone->blind_cos <= -1.0 && zone->nearest == 0 &&
           zone->decay == 0.0 && zone->falloff == NULL && !covey_zone_asks_each(zone);
}

/// True if all members of two zones are the same.
bool covey_zone_is_same(const covey_zone *one, const covey_zone *other);

/// The zone as single precision has it, its lengths and decay being those of floats, and its bounds
/// for squares that are floats, of roots that are.
covey_zone covey_zone_single(const covey_zone *zone);
covey_zone_bounds covey_zone_bounds_single(const covey_zone *zone);

// ---- A zone's function of the distance ----
//
// Kernels calculate it by cubic pieces on equal parts of the distances from 0 to the radius. Every
// kernel takes the pieces, so bits do not depend on the kernel, and the function itself is called
// only when parameters change.

enum { COVEY_FALLOFF_PIECES = 256 };

/// Piece k holds distances d with k <= d·scale <= k + 1; its four numbers are the coefficients of
/// the powers of t = d·scale - k, from 0 to 3.
typedef struct covey_falloff {
    double scale; ///< pieces per length; 0 for the radius 0
    double piece[COVEY_FALLOFF_PIECES][4];
    float single_scale;
    float single_piece[COVEY_FALLOFF_PIECES][4];
} covey_falloff;

/// Samples the function of a zone four times a piece, both ends included. False if a value or a
/// coefficient is not finite.
bool covey_falloff_sample(const covey_zone *zone, const void *params, covey_falloff *table);

#endif
