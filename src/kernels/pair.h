// SPDX-License-Identifier: MIT
// One agent as seen from another, and what it adds to a zone: the definition of every bit.
#ifndef COVEY_KERNELS_PAIR_H
#define COVEY_KERNELS_PAIR_H

#include "base/fade.h"
#include "core/space.h"
#include "core/zone.h"
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

static inline covey_vec covey_pair_inverse_weight(const covey_pair *seen)
{
    if (covey_vec_square_is_safe(seen->square))
        return covey_vec_scale(seen->offset, 1.0 / seen->square);
    return covey_vec_scale(covey_vec_unit(seen->offset), covey_pair_steepness(seen->distance));
}

static inline covey_vec covey_pair_unit_weight(const covey_pair *seen)
{
    if (covey_vec_square_is_safe(seen->square))
        return covey_vec_scale(seen->offset, 1.0 / seen->distance);
    return covey_vec_unit(seen->offset);
}

static inline covey_vec covey_pair_linear_weight(const covey_pair *seen, double radius)
{
    if (covey_vec_square_is_safe(seen->square))
        return covey_vec_scale(seen->offset, 1.0 / seen->distance - 1.0 / radius);
    return covey_vec_scale(covey_vec_unit(seen->offset), 1.0 - seen->distance / radius);
}

static inline covey_vec covey_pair_axis_weight(const covey_pair *seen)
{
    covey_vec signs = {covey_pair_sign(seen->offset.x), covey_pair_sign(seen->offset.y)};
    return covey_vec_scale(signs, covey_pair_steepness(seen->distance));
}

/// The weighted offset of a zone; see covey_weight.
static inline covey_vec covey_pair_weigh(const covey_zone *zone, const covey_pair *seen)
{
    covey_vec nothing = {0, 0};
    if (seen->distance == 0.0)
        return nothing;
    switch (zone->weight) {
    case COVEY_WEIGHT_NOTHING:
        return nothing;
    case COVEY_WEIGHT_ONE:
        return seen->offset;
    case COVEY_WEIGHT_UNIT:
        return covey_pair_unit_weight(seen);
    case COVEY_WEIGHT_INVERSE:
        return covey_pair_inverse_weight(seen);
    case COVEY_WEIGHT_LINEAR:
        return covey_pair_linear_weight(seen, zone->radius);
    case COVEY_WEIGHT_AXIS:
        return covey_pair_axis_weight(seen);
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

/// What agent j of sense->to adds to a percept; its weighted offset aside.
static inline covey_percept covey_pair_share(const covey_sense *sense, const covey_zone *zone,
                                             const covey_pair *seen, size_t j)
{
    covey_percept share = {.count = 1.0, .mass = 1.0};
    if (zone->decay > 0.0)
        share.mass = covey_fade(seen->square, zone->decay);
    if (zone->falloff != NULL)
        share.mass = zone->falloff(sense->params, seen->distance);
    if (zone->carry == COVEY_CARRY_VELOCITY)
        share.carried = covey_state_vel(sense->to, j);
    else if (zone->carry == COVEY_CARRY_HEADING)
        share.carried = covey_pair_heading(sense, j);
    else if (zone->carry == COVEY_CARRY_POSITION)
        share.carried = covey_state_pos(sense->to, j);
    share.carried = covey_vec_scale(share.carried, share.mass);
    return share;
}

/// Adds what is seen, agent j of sense->to, to what a zone holds.
static inline void covey_pair_add(const covey_sense *sense, const covey_zone *zone,
                                  const covey_pair *seen, size_t j, covey_percept *sum)
{
    covey_percept share = covey_pair_share(sense, zone, seen, j);
    sum->count += share.count;
    sum->mass += share.mass;
    sum->offset = covey_vec_add(sum->offset, covey_pair_weigh(zone, seen));
    sum->carried = covey_vec_add(sum->carried, share.carried);
}

#endif
