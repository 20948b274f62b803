// SPDX-License-Identifier: MIT
// The sums over a flock's agents in a zone that only sums, by whole numbers: the definition of
// every bit of the mode `dense: aggregate`. Sums of whole numbers are exact, so their order does
// not matter.
#ifndef COVEY_KERNELS_ZONE_SUM_H
#define COVEY_KERNELS_ZONE_SUM_H

#include "kernels/kernels.h"
#include "kernels/zone.h"

/// A number of agents, their sums in units of the aggregate, and, for each axis of a torus, the sum
/// of their images: the observer senses an agent at its position plus `image` sizes of the torus.
typedef struct covey_zone_sum {
    uint64_t count;
    covey_aggregate_row sum;
    int64_t images[COVEY_AXES];
} covey_zone_sum;

static inline void covey_zone_sum_subtract(covey_zone_sum *from, const covey_zone_sum *part)
{
    from->count -= part->count;
    covey_aggregate_take(&from->sum, &part->sum);
    for (int axis = 0; axis < COVEY_AXES; axis++)
        from->images[axis] -= part->images[axis];
}

/// The image of b that is nearest to a on a circle of length `size`, as covey_circle_offset() has
/// it: b plus -1, 0 or 1 sizes. 0 on a straight axis, of size 0.
static inline int covey_zone_sum_image(double a, double b, double size)
{
    double straight = b - a;
    return size > 0.0 ? (straight < size * -0.5) - (straight > size * 0.5) : 0;
}

static inline double covey_zone_sum_number(uint64_t units, covey_aggregate_unit unit)
{
    return (double)(int64_t)units * unit.size;
}

static inline covey_vec covey_zone_sum_vec(const uint64_t units[COVEY_AXES],
                                           covey_aggregate_unit unit)
{
    return (covey_vec){covey_zone_sum_number(units[0], unit), covey_zone_sum_number(units[1], unit),
                       covey_zone_sum_number(units[2], unit)};
}

/// The sum of the offsets from agent i of sense->from.
static inline covey_vec covey_zone_sum_offset(const covey_sense *sense, size_t i,
                                              const covey_zone_sum *sum)
{
    uint64_t offset[COVEY_AXES] = {0};
    for (int axis = 0; axis < sense->from->dim; axis++) {
        uint64_t own = covey_aggregate_whole(sense->from->pos[axis][i], sense->sums->pos);
        uint64_t shift = sense->sums->around[axis] * (uint64_t)sum->images[axis];
        offset[axis] = sum->sum.pos[axis] + shift - sum->count * own;
    }
    return covey_zone_sum_vec(offset, sense->sums->pos);
}

/// The sum of the positions. It is made from that of the offsets, which has smaller numbers and so
/// loses less when it is rounded to a double.
static inline covey_vec covey_zone_sum_positions(const covey_sense *sense, size_t i,
                                                 const covey_zone_sum *sum)
{
    covey_vec total = covey_zone_sum_offset(sense, i, sum);
    const double *size = sense->space->size;
    double count = (double)sum->count;
    total.x += count * sense->from->pos[0][i] - (double)sum->images[0] * size[0];
    total.y += count * sense->from->pos[1][i] - (double)sum->images[1] * size[1];
    if (covey_state_is_deep(sense->from))
        total.z += count * sense->from->pos[2][i] - (double)sum->images[2] * size[2];
    return total;
}

static inline covey_vec covey_zone_sum_carried(const covey_sense *sense, size_t i,
                                               covey_carry carry, const covey_zone_sum *sum)
{
    switch (carry) {
    case COVEY_CARRY_NOTHING:
        break;
    case COVEY_CARRY_VELOCITY:
        return covey_zone_sum_vec(sum->sum.vel, sense->sums->vel);
    case COVEY_CARRY_HEADING:
        return covey_zone_sum_vec(sum->sum.heading, sense->sums->heading);
    case COVEY_CARRY_POSITION:
        return covey_zone_sum_positions(sense, i, sum);
    }
    return (covey_vec){0, 0, 0};
}

/// Adds the sums that agent i senses to its percept of the zone.
static inline void covey_zone_sum_end(const covey_sense *sense, size_t i, const covey_zone *zone,
                                      const covey_zone_sum *sum, covey_percept *percept)
{
    percept->count += (double)sum->count;
    percept->weight_sum += (double)sum->count;
    if (zone->weight == COVEY_WEIGHT_ONE)
        percept->offset = covey_vec_add(percept->offset, covey_zone_sum_offset(sense, i, sum));
    covey_vec carried = covey_zone_sum_carried(sense, i, zone->carry, sum);
    percept->carried = covey_vec_add(percept->carried, carried);
}

#endif
