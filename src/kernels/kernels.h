// SPDX-License-Identifier: MIT
#ifndef COVEY_KERNELS_KERNELS_H
#define COVEY_KERNELS_KERNELS_H

#include "core/aggregate.h"
#include "core/falloff.h"
#include "core/grid.h"
#include "core/percepts.h"
#include "core/single.h"
#include "core/tree.h"
#include "core/zone.h"
#include "covey/model.h"
#include "covey/space.h"

/// Agents of one flock sensing those of another, or their own, through some of their zones.
typedef struct covey_sense {
    const covey_space *space;
    const covey_state *from;
    const covey_state *to;
    const covey_grid *grid;      ///< of `to`
    covey_tree *tree;            ///< of `to`; without points where there is none
    const covey_aggregate *sums; ///< of `to`, where zones are summed by whole numbers
    bool tame;                   ///< the coordinates of `from` and `to` are tame; see covey_grid
    const covey_zone *zones;
    const covey_zone_bounds *bounds;        ///< of the zones
    covey_falloff *const *falloff;          ///< of the zones that have one
    const double *from_heading[COVEY_AXES]; ///< unit velocities, where a zone has a blind angle
    const double *to_heading[COVEY_AXES];   ///< where a zone carries headings
    const covey_single *from_single;        ///< in single precision, like to_single, whose
    const covey_single *to_single;          ///< headings are found under the same conditions
    const int *which;                       ///< numbers of the zones that sense `to`
    int which_count;
    size_t origin; ///< the agent of `from` whose percepts come first
    bool begun;    ///< sums of these zones have begun with another flock
} covey_sense;

/// What agent i has sensed so far: nothing in the zones that begin with this flock.
static inline void covey_sense_begin(const covey_sense *sense, size_t i,
                                     const covey_percepts *percepts, covey_percept *sums)
{
    const covey_percept nothing = {0};
    for (int k = 0; k < sense->which_count; k++) {
        int z = sense->which[k];
        sums[z] = sense->begun ? covey_percepts_at(&percepts[z], i - sense->origin) : nothing;
    }
}

/// Writes down what it has sensed in the end.
static inline void covey_sense_end(const covey_sense *sense, size_t i, const covey_percept *sums,
                                   covey_percepts *percepts)
{
    for (int k = 0; k < sense->which_count; k++) {
        int z = sense->which[k];
        covey_percepts_put(&percepts[z], i - sense->origin, sums[z]);
    }
}

/// Writes what agent i of begin … end - 1 senses in each zone z of `which` to percepts[z], at
/// i - origin, or adds it where sums have begun; columns of what a zone does not ask for hold 0
/// already. An agent's candidates are visited in the canonical order of `to`, rows and cells
/// counted from the agent's own on the torus, and its sums are added up in that order. An agent
/// that senses its own flock is one of its own candidates and is counted, but for zones that pass
/// it over (covey_zone_passes_self). Returns the number of candidates.
typedef uint64_t covey_kernel(const covey_sense *sense, size_t begin, size_t end,
                              covey_percepts *percepts);

/// The definition of every bit.
covey_kernel covey_kernels_perceive_ref;

/// Likewise of single precision: where agents cannot be sensed in floats, it is the reference of
/// double precision.
covey_kernel covey_kernels_perceive_ref_single;

/// For zones that sense only the nearest; sums are added up from the nearest on. The first looks at
/// everybody and is the definition, the others search the tree, if there is one, two or four
/// candidates at a time.
covey_kernel covey_kernels_perceive_nearest;
covey_kernel covey_kernels_perceive_tree;
covey_kernel covey_kernels_perceive_tree_avx2;
covey_kernel covey_kernels_perceive_tree_avx512;

/// For zones that only sum (covey_zone_only_sums), by whole numbers that are exact in any order.
/// The first looks at everybody and is the definition, the second takes runs of strips, if there
/// are some.
covey_kernel covey_kernels_aggregate_ref;
covey_kernel covey_kernels_aggregate_strips;

/// One, two and four agents at a time: without vectors, by those that every CPU of the architecture
/// has, and by AVX2, or moreover by the masks of AVX-512.
covey_kernel covey_kernels_perceive_scalar;
covey_kernel covey_kernels_perceive_simd;
covey_kernel covey_kernels_perceive_avx2;
covey_kernel covey_kernels_perceive_avx512;

/// One, four and eight agents at a time in single precision.
covey_kernel covey_kernels_perceive_scalar_single;
covey_kernel covey_kernels_perceive_simd_single;
covey_kernel covey_kernels_perceive_avx2_single;
covey_kernel covey_kernels_perceive_avx512_single;

/// Name of a kernel that this CPU runs, the fastest first; NULL beyond the last, which is "ref".
const char *covey_kernels_name(int index);

/// The kernel of that name and precision, or for NULL the fastest; NULL for one that this CPU does
/// not run.
covey_kernel *covey_kernels_choose(const char *name, covey_precision precision);

/// What goes with that kernel for zones that sense only the nearest.
covey_kernel *covey_kernels_choose_nearest(const char *name);

/// What goes with that kernel for zones that only sum, in the mode `dense: aggregate`.
covey_kernel *covey_kernels_choose_aggregate(const char *name);

#endif
