// SPDX-License-Identifier: MIT
// Sums of the mode `dense: aggregate`: whole numbers of small units, modulo 2^64. They are exact,
// so neither the order nor the way in which they are added up matters, and a difference of two
// prefix sums is the sum of all between.
//
// For the prefix sums the agents of a flock are cut by y into strips of equally many, however they
// lie, and each strip is sorted by x: agents of a strip within some way to both sides are one run.
// In three dimensions they are the points of a k-d tree, where agents of a box are one run.
#ifndef COVEY_KERNELS_AGGREGATE_H
#define COVEY_KERNELS_AGGREGATE_H

#include "base/kdtree.h"
#include "covey/space.h"
#include "geometry/state.h"

/// The numbers that an agent adds to sums, or the sums over several agents.
typedef struct covey_aggregate_row {
    uint64_t pos[COVEY_AXES];
    uint64_t vel[COVEY_AXES];
    uint64_t heading[COVEY_AXES];
} covey_aggregate_row;

/// The sum over the first agents of the strips, which are of the plane.
typedef struct covey_aggregate_prefix {
    uint64_t pos[COVEY_PLANE];
    uint64_t vel[COVEY_PLANE];
    uint64_t heading[COVEY_PLANE];
} covey_aggregate_prefix;

/// A power of two and 1 over it.
typedef struct covey_aggregate_unit {
    double size, per;
} covey_aggregate_unit;

/// Agents of a strip are from `low` to `high` on the y axis.
typedef struct covey_aggregate_strip {
    double low, high;
} covey_aggregate_strip;

/// The agents of a flock in units and in strips, as of the last sort.
typedef struct covey_aggregate {
    covey_aggregate_unit pos, vel, heading;
    uint64_t around[COVEY_AXES];  ///< the torus' size; 0 elsewhere
    size_t room;                  ///< for so many agents
    size_t count, strips, length; ///< agents; strips; agents a strip, but the last has the rest
    covey_aggregate_strip *strip;
    double *place[COVEY_PLANE];   ///< of the agents, strip by strip; NULL: there is no memory
    covey_aggregate_prefix *rows; ///< rows[k] is the sum over the first k agents
    struct covey_aggregate_item *item, *spare; ///< scratch of the sort
    covey_kdtree tree;         ///< in three dimensions, in place of strips, places and rows
    covey_aggregate_row *runs; ///< runs[k] is the sum over the first k points of the tree
} covey_aggregate;

/// Room for `room` agents of `dim` axes. COVEY_MEMORY.
covey_status covey_aggregate_create(covey_memory *memory, size_t room, int dim,
                                    covey_aggregate *made);

/// False if no memory was taken: sums are made agent by agent then.
static inline bool covey_aggregate_is_there(const covey_aggregate *made)
{
    return made->rows != NULL || made->runs != NULL;
}

void covey_aggregate_destroy(covey_memory *memory, covey_aggregate *made);

/// Chooses the units for sums over agents of these totals, of offsets up to `reach` on each axis.
void covey_aggregate_measure(covey_aggregate *made, const covey_totals *totals,
                             const covey_space *space, double reach);

/// Fills strips and rows, or the tree and its runs.
void covey_aggregate_fill(covey_aggregate *made, const covey_state *state);

/// The nearest whole number of units, of two as near the even one, modulo 2^64; from 2^51 units on
/// the whole part. A number from 2^117 units on, where doubles are multiples of 2^64, gives 0.
static inline uint64_t covey_aggregate_whole(double x, covey_aggregate_unit unit)
{
    double units = x * unit.per;
    if (fabs(units) < 0x1p51)
        return (uint64_t)(int64_t)((units + 0x1.8p52) - 0x1.8p52);
    if (fabs(units) < 0x1p63)
        return (uint64_t)(int64_t)units;
    if (fabs(units) < 0x1p117)
        return (uint64_t)(units - 0x1p64 * floor(units * 0x1p-64));
    return 0;
}

/// The row of the agent at index i of `state`.
static inline covey_aggregate_row covey_aggregate_of(const covey_aggregate *made,
                                                     const covey_state *state, size_t i)
{
    covey_vec heading = covey_vec_unit(covey_state_vel(state, i));
    covey_aggregate_row row = {.heading = {0}};
    for (int axis = 0; axis < state->dim; axis++) {
        row.pos[axis] = covey_aggregate_whole(state->pos[axis][i], made->pos);
        row.vel[axis] = covey_aggregate_whole(state->vel[axis][i], made->vel);
    }
    row.heading[0] = covey_aggregate_whole(heading.x, made->heading);
    row.heading[1] = covey_aggregate_whole(heading.y, made->heading);
    row.heading[2] = covey_aggregate_whole(heading.z, made->heading);
    return row;
}

/// Adds a row, or takes it away.
static inline void covey_aggregate_add(covey_aggregate_row *sum, const covey_aggregate_row *row)
{
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        sum->pos[axis] += row->pos[axis];
        sum->vel[axis] += row->vel[axis];
        sum->heading[axis] += row->heading[axis];
    }
}

static inline void covey_aggregate_take(covey_aggregate_row *sum, const covey_aggregate_row *row)
{
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        sum->pos[axis] -= row->pos[axis];
        sum->vel[axis] -= row->vel[axis];
        sum->heading[axis] -= row->heading[axis];
    }
}

#endif
