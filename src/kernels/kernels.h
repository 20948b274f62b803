// SPDX-License-Identifier: MIT
#ifndef COVEY_KERNELS_KERNELS_H
#define COVEY_KERNELS_KERNELS_H

#include "base/kdtree.h"
#include "core/grid.h"
#include "covey/model.h"
#include "covey/space.h"

/// Agents of one flock sensing those of another, or their own, through some of their zones.
typedef struct covey_sense {
    const covey_space *space;
    const void *params; ///< of the sensing model, for falloff
    const covey_state *from;
    const covey_state *to;
    const covey_grid *grid;   ///< of `to`
    const covey_kdtree *tree; ///< of `to`; without points where there is none
    bool tame;                ///< the coordinates of `from` and `to` are tame; see covey_grid
    const covey_zone *zones;
    const int *which; ///< numbers of the zones that sense `to`
    int which_count;
    int zone_count; ///< percepts per agent
    bool begun;     ///< sums of these zones have begun with another flock; if not, they are 0
} covey_sense;

/// Adds what agent i of begin … end - 1 senses in each zone z of `which` to
/// percepts[(i - begin) * zone_count + z]. An agent's candidates are visited in the canonical order
/// of `to`, rows and cells counted from the agent's own on the torus, and its sums are added up in
/// that order. An agent that senses its own flock is one of its own candidates and is counted, but
/// for zones that pass it over (covey_zone_passes_self).
/// Returns the number of candidates.
typedef uint64_t covey_kernel(const covey_sense *sense, size_t begin, size_t end,
                              covey_percept *percepts);

/// The definition of every bit.
covey_kernel covey_kernels_perceive_ref;

/// For zones that sense only the nearest; sums are added up from the nearest on. The first looks at
/// everybody and is the definition, the second searches the tree, if there is one.
covey_kernel covey_kernels_perceive_nearest;
covey_kernel covey_kernels_perceive_tree;

/// Four agents at a time, by the instructions that every CPU of the architecture has, and by AVX2.
covey_kernel covey_kernels_perceive_wide;
covey_kernel covey_kernels_perceive_avx2;

/// The kernel called "ref", "wide" or "avx2", or for NULL the fastest that this CPU runs; NULL for
/// one that it does not have.
covey_kernel *covey_kernels_choose(const char *name);

/// What goes with that kernel for zones that sense only the nearest.
covey_kernel *covey_kernels_choose_nearest(const char *name);

#endif
