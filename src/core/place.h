// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_PLACE_H
#define COVEY_CORE_PLACE_H

#include "core/influence.h"
#include "covey/world.h"
#include "geometry/state.h"

/// A share of the agents of each flock, by their ids: for parts of a world (core/part.h).
typedef struct covey_slice {
    int number, of; ///< 0 … of - 1; `of` 0: there is one that has them all
} covey_slice;

/// The ids in a slice of `count`: from the result to *end - 1.
static inline size_t covey_slice_begin(covey_slice slice, size_t count, size_t *end)
{
    uint64_t of = slice.of > 0 ? (uint64_t)slice.of : 1;
    uint64_t number = slice.of > 0 ? (uint64_t)slice.number : 0;
    *end = (size_t)((uint64_t)count * (number + 1) / of);
    return (size_t)((uint64_t)count * number / of);
}

/// A flock to be made, with its world and number.
typedef struct covey_flock_setup {
    const covey_world_def *world; ///< its seed being the flock's
    const covey_flock_def *def;
    const covey_influence_list *influences; ///< drawn positions keep clear of the solid ones
    int number;
    covey_slice slice; ///< which agents of it
} covey_flock_setup;

/// Makes a pose the one that a world keeps: folded on a torus, rounded to its precision. Returns
/// the reason why it is refused, worded to follow "agent 3 of flock boids"; NULL if it is fine.
const char *covey_place_settle(const covey_world_def *world, covey_pose *pose);

/// Fills a new state from a flock definition: the ids of the slice, positions and velocities given
/// or drawn; drawn positions keep clear of solids that act on the flock. COVEY_ARG for a value that
/// is not finite or in its range, a place outside the space, or no room to be found.
covey_status covey_place_agents(const covey_flock_setup *plan, covey_state *state,
                                covey_error *error);

#endif
