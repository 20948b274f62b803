// SPDX-License-Identifier: MIT
// A pair of agents: the offset and distance from an observer to a neighbor, and the share of that
// neighbor in the sums of a zone. These functions define every bit of a percept, in doubles or,
// where COVEY_SINGLE is defined, in floats.
//
// In floats, offsets, squares, distances, weights, carried vectors and all sums but counts are
// floats. In both precisions weights hold 1/(d + e) and 1/(d² + e') for 1/d and 1/d².
//
// For floats e is 2^-63 L and e' is e². That changes no bit from d = 2^-38 L on and keeps the
// weight finite where the square of an offset underflows. For doubles e and e' are 2^-1000, which
// changes no bit of a square that is safe (covey_vec_square_is_safe); other squares take a way of
// their own.
//
// All functions are expanded in place: called as functions, they would cost the reference kernel a
// third of its time.
#ifndef COVEY_KERNELS_PAIR_H
#define COVEY_KERNELS_PAIR_H

#include "base/fade.h"
#include "base/real.h"
#include "base/wider.h"
#include "geometry/single.h"
#include "geometry/space.h"
#include "kernels/falloff_at.h"
#include "kernels/kernels.h"
#include "kernels/zone.h"

// COVEY_PAIR_SOFT, COVEY_PAIR_SOFT_SQUARE: e and e'.
// COVEY_PAIR_LEAST_RADIUS: in a zone with a radius up to this, each weighted offset is 0, so
// the inverse of the radius, which might overflow, is not needed.
#ifdef COVEY_SINGLE
#define COVEY_PAIR_SOFT COVEY_SINGLE_SOFT
#define COVEY_PAIR_SOFT_SQUARE (COVEY_SINGLE_SOFT * COVEY_SINGLE_SOFT)
#define COVEY_PAIR_LEAST_RADIUS COVEY_SINGLE_LOW
#else
#define COVEY_PAIR_SOFT 0x1p-1000
#define COVEY_PAIR_SOFT_SQUARE 0x1p-1000
#define COVEY_PAIR_LEAST_RADIUS 0.0
#endif

/// Bound on 1/d in the weights that have a pole, so that a sum over 2^63 agents stays finite.
#define COVEY_PAIR_STEEPEST 0x1p960

/// A vector in the precision of the kernel.
#ifdef COVEY_SINGLE
typedef struct covey_real_vec {
    float x, y, z;
} covey_real_vec;
#else
typedef covey_vec covey_real_vec;
#endif

COVEY_INLINE covey_real_vec covey_real_vec_of(covey_vec v)
{
    return (covey_real_vec){(covey_real)v.x, (covey_real)v.y, (covey_real)v.z};
}

COVEY_INLINE covey_real_vec covey_real_vec_scale(covey_real_vec v, covey_real factor)
{
    return (covey_real_vec){v.x * factor, v.y * factor, v.z * factor};
}

COVEY_INLINE covey_real covey_real_vec_dot(covey_real_vec a, covey_real_vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// ---- The pair ----

typedef struct covey_pair {
    covey_real_vec offset; ///< from the observer to the neighbor
    covey_real square;     ///< of the distance
    covey_real distance;
} covey_pair;

/// False where the square of the distance overflowed or lost digits: then formulas must not use it.
/// Floats are always safe, as agents with such coordinates are sensed in doubles.
COVEY_INLINE bool covey_pair_is_safe(const covey_pair *pair)
{
#ifdef COVEY_SINGLE
    (void)pair;
    return true;
#else
    return covey_vec_square_is_safe(pair->square);
#endif
}

/// covey_circle_offset() in the precision of the kernel.
COVEY_INLINE covey_real covey_pair_around(covey_real own, covey_real other, covey_real size)
{
    const covey_real half = (covey_real)0.5;
    covey_real straight = other - own;
    if (straight > size * half)
        return (other - size) - own;
    if (straight < size * -half)
        return other - (own - size);
    return straight;
}

COVEY_INLINE covey_pair covey_pair_of(const covey_space *space, covey_vec from, covey_vec to)
{
    covey_real_vec own = covey_real_vec_of(from), other = covey_real_vec_of(to);
    covey_pair pair = {.offset = {other.x - own.x, other.y - own.y, other.z - own.z}};
    if (space->kind == COVEY_SPACE_TORUS) {
        pair.offset.x = covey_pair_around(own.x, other.x, (covey_real)space->size[0]);
        pair.offset.y = covey_pair_around(own.y, other.y, (covey_real)space->size[1]);
        if (covey_space_dim(space) == COVEY_AXES)
            pair.offset.z = covey_pair_around(own.z, other.z, (covey_real)space->size[2]);
    }
    pair.square = covey_real_vec_dot(pair.offset, pair.offset);
#ifdef COVEY_SINGLE
    pair.distance = covey_real_root(pair.square);
#else
    pair.distance = covey_pair_is_safe(&pair) ? sqrt(pair.square) : covey_vec_length(pair.offset);
#endif
    return pair;
}

/// True unless the neighbor is in the blind angle of the zone. `heading` is the unit velocity of
/// the observer; an observer at rest, with heading 0, sees all round.
COVEY_INLINE bool covey_pair_is_visible(const covey_zone *zone, const covey_pair *pair,
                                        covey_real_vec heading)
{
    if (zone->blind_cos <= -1.0 || (heading.x == 0 && heading.y == 0 && heading.z == 0))
        return true;
    covey_real ahead = covey_real_vec_dot(heading, pair->offset);
    if (!covey_pair_is_safe(pair))
        return pair->distance == 0 || (double)ahead >= zone->blind_cos * (double)pair->distance;
    covey_real forward = ahead * (ahead < 0 ? -ahead : ahead);
    return !(forward < (covey_real)(zone->blind_cos * fabs(zone->blind_cos)) * pair->square);
}

// ---- Weighted offsets ----

COVEY_INLINE covey_real covey_pair_sign(covey_real x)
{
    return (covey_real)(x > 0) - (covey_real)(x < 0);
}

#ifndef COVEY_SINGLE
/// min(1/d, COVEY_PAIR_STEEPEST)
COVEY_INLINE double covey_pair_steepness(double d)
{
    double inverse = 1.0 / d;
    return inverse < COVEY_PAIR_STEEPEST ? inverse : COVEY_PAIR_STEEPEST;
}

/// covey_pair_weigh() where the square must not be used: by the unit vector and the distance.
COVEY_INLINE covey_vec covey_pair_weigh_unsafe(const covey_zone *zone, const covey_pair *pair,
                                               double factor)
{
    double d = pair->distance, share = 1.0 - d / zone->radius;
    covey_vec unit = covey_vec_unit(pair->offset), zero = {0, 0, 0};
    if (d == 0.0)
        return zero;
    switch (zone->weight) {
    case COVEY_WEIGHT_NOTHING:
        break;
    case COVEY_WEIGHT_ONE:
        return covey_vec_scale(pair->offset, factor);
    case COVEY_WEIGHT_UNIT:
        return covey_vec_scale(unit, factor);
    case COVEY_WEIGHT_INVERSE:
        return covey_vec_scale(unit, covey_pair_steepness(d) * factor);
    case COVEY_WEIGHT_LINEAR:
        return covey_vec_scale(unit, share * factor);
    case COVEY_WEIGHT_AXIS:
        unit = (covey_vec){covey_pair_sign(pair->offset.x), covey_pair_sign(pair->offset.y),
                           covey_pair_sign(pair->offset.z)};
        return covey_vec_scale(covey_vec_scale(unit, covey_pair_steepness(d)), factor);
    case COVEY_WEIGHT_RAMP:
        return covey_vec_scale(pair->offset, share * factor);
    }
    return zero;
}
#endif

/// 1/d
COVEY_INLINE covey_real covey_pair_inverse(const covey_pair *pair)
{
    return 1 / (pair->distance + COVEY_PAIR_SOFT);
}

/// 1/d²
COVEY_INLINE covey_real covey_pair_inverse_square(const covey_pair *pair)
{
    return 1 / (pair->square + COVEY_PAIR_SOFT_SQUARE);
}

/// The inverse of the radius.
COVEY_INLINE covey_real covey_pair_slope(const covey_zone *zone)
{
    return zone->radius > COVEY_PAIR_LEAST_RADIUS ? (covey_real)(1.0 / zone->radius) : 0;
}

/// The offset by its signs along all axes, times 1/d.
COVEY_INLINE covey_real_vec covey_pair_along_axes(const covey_pair *pair)
{
    covey_real_vec sides = {covey_pair_sign(pair->offset.x), covey_pair_sign(pair->offset.y),
                            covey_pair_sign(pair->offset.z)};
    return covey_real_vec_scale(sides, covey_pair_inverse(pair));
}

/// The weighted offset of a zone, times a factor; see covey_weight.
COVEY_INLINE covey_real_vec covey_pair_weigh(const covey_zone *zone, const covey_pair *pair,
                                             covey_real factor)
{
#ifndef COVEY_SINGLE
    if (!covey_pair_is_safe(pair))
        return covey_pair_weigh_unsafe(zone, pair, factor);
#endif
    covey_real weight = 1;
    switch (zone->weight) {
    case COVEY_WEIGHT_NOTHING:
        return (covey_real_vec){0, 0, 0};
    case COVEY_WEIGHT_ONE:
        return covey_real_vec_scale(pair->offset, factor);
    case COVEY_WEIGHT_AXIS:
        return covey_real_vec_scale(covey_pair_along_axes(pair), factor);
    case COVEY_WEIGHT_UNIT:
        weight = covey_pair_inverse(pair);
        break;
    case COVEY_WEIGHT_INVERSE:
        weight = covey_pair_inverse_square(pair);
        break;
    case COVEY_WEIGHT_LINEAR:
        weight = covey_pair_inverse(pair) - covey_pair_slope(zone);
        break;
    case COVEY_WEIGHT_RAMP:
        weight -= pair->square * covey_pair_inverse(pair) * covey_pair_slope(zone);
        break;
    }
    return covey_real_vec_scale(pair->offset, weight * factor);
}

// ---- Sums ----

/// The factor by which a zone multiplies the share of a neighbor: that of its decay or its falloff.
COVEY_INLINE covey_real covey_pair_factor(const covey_sense *sense, const covey_zone *zone,
                                          const covey_pair *pair)
{
    if (zone->decay > 0.0)
        return covey_fade(pair->square, (covey_real)zone->decay);
    if (zone->falloff != NULL)
        return covey_falloff_at(sense->falloff[zone - sense->zones], pair->distance);
    return 1;
}

/// The heading of agent j of sense->to, from the table of headings where there is one.
COVEY_INLINE covey_vec covey_pair_heading(const covey_sense *sense, size_t j)
{
    if (sense->to_heading[0] == NULL)
        return covey_vec_unit(covey_state_vel(sense->to, j));
    covey_vec heading = {sense->to_heading[0][j], sense->to_heading[1][j],
                         covey_state_is_deep(sense->to) ? sense->to_heading[2][j] : 0.0};
    return heading;
}

/// The vector of agent j of sense->to that the zone carries.
COVEY_INLINE covey_vec covey_pair_carried(const covey_sense *sense, const covey_zone *zone,
                                          size_t j)
{
    switch (zone->carry) {
    case COVEY_CARRY_NOTHING:
        break;
    case COVEY_CARRY_VELOCITY:
        return covey_state_vel(sense->to, j);
    case COVEY_CARRY_HEADING:
        return covey_pair_heading(sense, j);
    case COVEY_CARRY_POSITION:
        return covey_state_pos(sense->to, j);
    }
    covey_vec zero = {0, 0, 0};
    return zero;
}

/// A sum with one more share, added in the precision of the kernel.
COVEY_INLINE covey_vec covey_pair_sum(covey_vec sum, covey_real_vec share)
{
    covey_vec total = {(double)((covey_real)sum.x + share.x), (double)((covey_real)sum.y + share.y),
                       (double)((covey_real)sum.z + share.z)};
    return total;
}

/// Adds the neighbor of a pair, agent j of sense->to, to the percept of a zone. Expanded in place:
/// as a function it would cost the reference kernel a fifth of its time.
COVEY_INLINE void covey_pair_add(const covey_sense *sense, const covey_zone *zone,
                                 const covey_pair *pair, size_t j, covey_percept *sum)
{
    covey_real factor = covey_pair_factor(sense, zone, pair);
    covey_real_vec carried =
        covey_real_vec_scale(covey_real_vec_of(covey_pair_carried(sense, zone, j)), factor);
    sum->count += 1.0;
#ifdef COVEY_SINGLE // without a factor the sum is the count, which may be too large for a float
    bool has_factor = zone->decay > 0.0 || zone->falloff != NULL;
    sum->weight_sum = has_factor ? (double)((float)sum->weight_sum + factor) : sum->count;
#else
    sum->weight_sum += factor;
#endif
    sum->offset = covey_pair_sum(sum->offset, covey_pair_weigh(zone, pair, factor));
    sum->carried = covey_pair_sum(sum->carried, carried);
}

#endif
