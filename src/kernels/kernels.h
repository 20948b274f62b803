// SPDX-License-Identifier: MIT
// Kernels: functions that compute the percepts of a range of a flock's agents. All kernels of a
// precision give the same bits; they differ in speed and in the instructions that they need.
#ifndef COVEY_KERNELS_KERNELS_H
#define COVEY_KERNELS_KERNELS_H

#include "covey/model.h"
#include "covey/space.h"
#include "covey/world.h"
#include "geometry/grid.h"
#include "geometry/single.h"
#include "geometry/tree.h"
#include "kernels/aggregate.h"
#include "kernels/percepts.h"
#include "kernels/zone.h"

/// Agents of one flock (`from`) that sense those of another, or their own (`to`), through some of
/// their zones.
typedef struct covey_sense {
    const covey_space *space;
    const covey_state *from;
    const covey_state *to;
    const covey_grid *grid;      ///< of `to`
    covey_tree *tree;            ///< of `to`; without points where there is none
    const covey_aggregate *sums; ///< of `to`, where zones are summed by whole numbers
    bool safe; ///< the coordinates of `from` and `to` are in the safe range; see covey_grid
    const void *params; ///< of the model, for zones that ask each
    const covey_zone *zones;
    const covey_zone_bounds *bounds;        ///< of the zones
    covey_falloff *const *falloff;          ///< of the zones that have one
    const double *from_heading[COVEY_AXES]; ///< unit velocities, where a zone has a blind angle
    const double *to_heading[COVEY_AXES];   ///< where a zone carries headings
    const covey_single *from_single;        ///< in single precision
    const covey_single *to_single;          ///< in single precision; headings as in from_heading
                                            ///< and to_heading
    const int *which;                       ///< numbers of the zones that sense `to`
    int which_count;
    size_t origin; ///< the agent of `from` with the first percepts of the columns
    bool begun;    ///< the columns hold sums over an earlier flock already
} covey_sense;

/// The percepts of agent i so far: zero in the zones that begin with this flock.
static inline void covey_sense_begin(const covey_sense *sense, size_t i,
                                     const covey_percept_columns *columns, covey_percept *sums)
{
    const covey_percept zero = {0};
    for (int k = 0; k < sense->which_count; k++) {
        int z = sense->which[k];
        sums[z] = sense->begun ? covey_percept_columns_at(&columns[z], i - sense->origin) : zero;
    }
}

/// Stores the percepts of agent i.
static inline void covey_sense_end(const covey_sense *sense, size_t i, const covey_percept *sums,
                                   const covey_percept_columns *columns)
{
    for (int k = 0; k < sense->which_count; k++) {
        int z = sense->which[k];
        covey_percept_columns_put(&columns[z], i - sense->origin, sums[z]);
    }
}

/// Computes the percepts of the agents begin … end - 1 of sense->from: of agent i in zone z of
/// `which` at place i - origin of columns[z]. Where sums have begun, it adds to them. Columns that
/// a zone does not ask for hold 0 already and may stay as they are. The range may be any part of
/// the flock: agents of many rows, or all agents. The columns have room for the range, and a kernel
/// writes to no other place of them.
///
/// Another engine takes perception over as functions of this type: one for each way in which zones
/// are sensed, with the bits of the reference kernels below. A step calls them for a block of
/// agents at a time, from several threads at once. covey_perceive_range() (core/perceive.h) calls
/// them for as many agents as the columns have room for, up to whole flocks.
///
/// The candidates of an agent are visited in the canonical order of `to`, rows and cells counted
/// from the agent's own on the torus, and its sums are added up in that order. An agent that senses
/// its own flock is one of its own candidates and is counted, but for zones that pass it over
/// (covey_zone_passes_self). Returns the number of candidates.
typedef uint64_t covey_kernel(const covey_sense *sense, size_t begin, size_t end,
                              const covey_percept_columns *columns);

/// The definition of every bit.
covey_kernel covey_kernels_perceive_ref;

/// The definition of every bit of single precision. Agents that cannot be sensed in floats are
/// sensed by the reference kernel of double precision.
covey_kernel covey_kernels_perceive_ref_single;

/// For zones that sense only the nearest; sums are added up from the nearest on. The first looks at
/// all agents and is the definition. The others search the grid and the tree, if there is one, two
/// or four candidates at a time.
covey_kernel covey_kernels_perceive_nearest;
covey_kernel covey_kernels_perceive_tree;
covey_kernel covey_kernels_perceive_tree_avx2;
covey_kernel covey_kernels_perceive_tree_avx512;

/// For zones whose agents are looked at one by one (covey_zone_asks_each). It is the definition,
/// and there is no other.
covey_kernel covey_kernels_perceive_each;

/// For zones that only sum (covey_zone_only_sums), by whole numbers that are exact in any order.
/// The first looks at all agents and is the definition. The second takes runs of strips, if there
/// are some.
covey_kernel covey_kernels_aggregate_ref;
covey_kernel covey_kernels_aggregate_strips;

/// One, two and four agents at a time: without vectors, with those that every CPU of the
/// architecture has, and with AVX2, in the last with the masks of AVX-512 too. These four and the
/// next four are one source, perceive_lanes.c, compiled with the flags in cmake/kernels.txt.
covey_kernel covey_kernels_perceive_scalar;
covey_kernel covey_kernels_perceive_simd;
covey_kernel covey_kernels_perceive_avx2;
covey_kernel covey_kernels_perceive_avx512;

/// One, four and eight agents at a time in single precision.
covey_kernel covey_kernels_perceive_scalar_single;
covey_kernel covey_kernels_perceive_simd_single;
covey_kernel covey_kernels_perceive_avx2_single;
covey_kernel covey_kernels_perceive_avx512_single;

/// The kernel of that kind and precision; NULL for one that this CPU does not run.
covey_kernel *covey_kernels_choose(covey_kernel_kind kind, covey_precision precision);

/// The kernel beside it for zones that sense only the nearest.
covey_kernel *covey_kernels_choose_nearest(covey_kernel_kind kind);

/// The kernel beside it for zones that only sum, in worlds of COVEY_DENSE_AGGREGATE.
covey_kernel *covey_kernels_choose_aggregate(covey_kernel_kind kind);

#endif
