// SPDX-License-Identifier: MIT
// What an agent has sensed of a flock in a zone that only sums: the definition of every bit of the
// mode `dense: aggregate`, whoever adds it up.
#ifndef COVEY_KERNELS_TALLY_H
#define COVEY_KERNELS_TALLY_H

#include "core/zone.h"
#include "kernels/kernels.h"

/// Agents, their sums in units, and how often they are seen around the torus: each one at `turns`
/// sizes from where it is.
typedef struct covey_tally {
    uint64_t count;
    covey_aggregate_row sum;
    int64_t turns[COVEY_AXES];
} covey_tally;

static inline void covey_tally_take(covey_tally *from, const covey_tally *what)
{
    from->count -= what->count;
    covey_aggregate_take(&from->sum, &what->sum);
    for (int axis = 0; axis < COVEY_AXES; axis++)
        from->turns[axis] -= what->turns[axis];
}

/// Which way the offset from a to b goes around a circle of length `size`, as
/// covey_circle_offset() has it: -1, 0 or 1 sizes are added to b. 0 on a straight axis of size 0.
static inline int covey_tally_turn(double a, double b, double size)
{
    double straight = b - a;
    return size > 0.0 ? (straight < size * -0.5) - (straight > size * 0.5) : 0;
}

static inline double covey_tally_sum(uint64_t whole, covey_aggregate_unit unit)
{
    return (double)(int64_t)whole * unit.size;
}

static inline covey_vec covey_tally_vec(const uint64_t whole[COVEY_AXES], covey_aggregate_unit unit)
{
    return (covey_vec){covey_tally_sum(whole[0], unit), covey_tally_sum(whole[1], unit)};
}

/// The offsets from agent i of sense->from, summed.
static inline covey_vec covey_tally_offset(const covey_sense *sense, size_t i,
                                           const covey_tally *tally)
{
    uint64_t offset[COVEY_AXES];
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        uint64_t own = covey_aggregate_whole(sense->from->pos[axis][i], sense->sums->pos);
        uint64_t shift = sense->sums->around[axis] * (uint64_t)tally->turns[axis];
        offset[axis] = tally->sum.pos[axis] + shift - tally->count * own;
    }
    return covey_tally_vec(offset, sense->sums->pos);
}

/// Positions are summed as offsets from the agent that looks, which is count times nearer.
static inline covey_vec covey_tally_places(const covey_sense *sense, size_t i,
                                           const covey_tally *tally)
{
    covey_vec sum = covey_tally_offset(sense, i, tally);
    const double *size = sense->space->size;
    double count = (double)tally->count;
    sum.x += count * sense->from->pos[0][i] - (double)tally->turns[0] * size[0];
    sum.y += count * sense->from->pos[1][i] - (double)tally->turns[1] * size[1];
    return sum;
}

static inline covey_vec covey_tally_carried(const covey_sense *sense, size_t i, covey_carry carry,
                                            const covey_tally *tally)
{
    switch (carry) {
    case COVEY_CARRY_NOTHING:
        break;
    case COVEY_CARRY_VELOCITY:
        return covey_tally_vec(tally->sum.vel, sense->sums->vel);
    case COVEY_CARRY_HEADING:
        return covey_tally_vec(tally->sum.heading, sense->sums->heading);
    case COVEY_CARRY_POSITION:
        return covey_tally_places(sense, i, tally);
    }
    return (covey_vec){0, 0};
}

/// Adds what agent i has sensed to what the zone holds.
static inline void covey_tally_end(const covey_sense *sense, size_t i, const covey_zone *zone,
                                   const covey_tally *tally, covey_percept *sum)
{
    sum->count += (double)tally->count;
    sum->weight_sum += (double)tally->count;
    if (zone->weight == COVEY_WEIGHT_ONE)
        sum->offset = covey_vec_add(sum->offset, covey_tally_offset(sense, i, tally));
    covey_vec carried = covey_tally_carried(sense, i, zone->carry, tally);
    sum->carried = covey_vec_add(sum->carried, carried);
}

#endif
