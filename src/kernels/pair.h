// SPDX-License-Identifier: MIT
// One agent as seen from another, and what it adds to a zone: the definition of every bit.
#ifndef COVEY_KERNELS_PAIR_H
#define COVEY_KERNELS_PAIR_H

#include "base/fade.h"
#include "core/space.h"
#include "core/zone.h"
#include "kernels/fall.h"
#include "kernels/kernels.h"

/// Bound on 1/d in the weights that have a pole, so that a sum over 2^63 agents stays finite.
#define COVEY_PAIR_STEEPEST 0x1p960

typedef struct covey_pair {
    covey_vec offset;
    double square;
    double distance;
} covey_pair;

static inline covey_pair covey_pair_of(const covey_space *space, covey_vec from, covey_vec to)
{
    covey_pair seen = {.offset = covey_space_between(space, from, to)};
    seen.square = covey_vec_dot(seen.offset, seen.offset);
    seen.distance =
        covey_vec_square_is_safe(seen.square) ? sqrt(seen.square) : covey_vec_length(seen.offset);
    return seen;
}

/// `heading` is the unit velocity of the agent that looks, 0 at rest.
static inline bool covey_pair_is_visible(const covey_zone *zone, const covey_pair *seen,
                                         covey_vec heading)
{
    if (zone->blind_cos <= -1.0 || seen->distance == 0.0)
        return true;
    if (heading.x == 0.0 && heading.y == 0.0)
        return true;
    double ahead = covey_vec_dot(heading, seen->offset);
    if (!covey_vec_square_is_safe(seen->square))
        return ahead >= zone->blind_cos * seen->distance;
    return ahead * fabs(ahead) >= zone->blind_cos * fabs(zone->blind_cos) * seen->square;
}

/// min(1/d, COVEY_PAIR_STEEPEST)
static inline double covey_pair_steepness(double d)
{
    double inverse = 1.0 / d;
    return inverse < COVEY_PAIR_STEEPEST ? inverse : COVEY_PAIR_STEEPEST;
}

static inline double covey_pair_sign(double x)
{
    return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0;
}

static inline covey_vec covey_pair_inverse_weight(const covey_pair *seen, double factor)
{
    if (covey_vec_square_is_safe(seen->square))
        return covey_vec_scale(seen->offset, 1.0 / seen->square * factor);
    return covey_vec_scale(covey_vec_unit(seen->offset),
                           covey_pair_steepness(seen->distance) * factor);
}

static inline covey_vec covey_pair_unit_weight(const covey_pair *seen, double factor)
{
    if (covey_vec_square_is_safe(seen->square))
        return covey_vec_scale(seen->offset, 1.0 / seen->distance * factor);
    return covey_vec_scale(covey_vec_unit(seen->offset), factor);
}

static inline covey_vec covey_pair_linear_weight(const covey_pair *seen, double radius,
                                                 double factor)
{
    if (covey_vec_square_is_safe(seen->square))
        return covey_vec_scale(seen->offset, (1.0 / seen->distance - 1.0 / radius) * factor);
    return covey_vec_scale(covey_vec_unit(seen->offset), (1.0 - seen->distance / radius) * factor);
}

static inline covey_vec covey_pair_ramp_weight(const covey_pair *seen, double radius, double factor)
{
    double share = seen->distance / radius;
    if (covey_vec_square_is_safe(seen->square))
        share = seen->square * (1.0 / seen->distance) * (1.0 / radius);
    return covey_vec_scale(seen->offset, (1.0 - share) * factor);
}

static inline covey_vec covey_pair_axis_weight(const covey_pair *seen, double factor)
{
    covey_vec signs = {covey_pair_sign(seen->offset.x), covey_pair_sign(seen->offset.y)};
    return covey_vec_scale(covey_vec_scale(signs, covey_pair_steepness(seen->distance)), factor);
}

/// The factor by which a zone multiplies the share of a neighbor.
static inline double covey_pair_factor(const covey_sense *sense, const covey_zone *zone,
                                       const covey_pair *seen)
{
    if (zone->decay > 0.0)
        return covey_fade(seen->square, zone->decay);
    if (zone->falloff != NULL)
        return covey_falloff_at(sense->falloff[zone - sense->zones], seen->distance);
    return 1.0;
}

/// The weighted offset of a zone, times a factor; see covey_weight.
static inline covey_vec covey_pair_weigh(const covey_zone *zone, const covey_pair *seen,
                                         double factor)
{
    covey_vec nothing = {0, 0};
    if (seen->distance == 0.0)
        return nothing;
    switch (zone->weight) {
    case COVEY_WEIGHT_NOTHING:
        return nothing;
    case COVEY_WEIGHT_ONE:
        return covey_vec_scale(seen->offset, factor);
    case COVEY_WEIGHT_UNIT:
        return covey_pair_unit_weight(seen, factor);
    case COVEY_WEIGHT_INVERSE:
        return covey_pair_inverse_weight(seen, factor);
    case COVEY_WEIGHT_LINEAR:
        return covey_pair_linear_weight(seen, zone->radius, factor);
    case COVEY_WEIGHT_AXIS:
        return covey_pair_axis_weight(seen, factor);
    case COVEY_WEIGHT_RAMP:
        return covey_pair_ramp_weight(seen, zone->radius, factor);
    }
    return nothing;
}

/// The heading of agent j of sense->to: as it was found for all, if it was.
static inline covey_vec covey_pair_heading(const covey_sense *sense, size_t j)
{
    if (sense->to_heading[0] == NULL)
        return covey_vec_unit(covey_state_vel(sense->to, j));
    covey_vec heading = {sense->to_heading[0][j], sense->to_heading[1][j]};
    return heading;
}

/// What agent j of sense->to carries, by what a zone asks for.
static inline covey_vec covey_pair_carried(const covey_sense *sense, const covey_zone *zone,
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
    covey_vec nothing = {0, 0};
    return nothing;
}

/// Adds what is seen, agent j of sense->to, to what a zone holds.
static inline void covey_pair_add(const covey_sense *sense, const covey_zone *zone,
                                  const covey_pair *seen, size_t j, covey_percept *sum)
{
    double factor = covey_pair_factor(sense, zone, seen);
    covey_vec carried = covey_vec_scale(covey_pair_carried(sense, zone, j), factor);
    sum->count += 1.0;
    sum->weight_sum += factor;
    sum->offset = covey_vec_add(sum->offset, covey_pair_weigh(zone, seen, factor));
    sum->carried = covey_vec_add(sum->carried, carried);
}

#endif
