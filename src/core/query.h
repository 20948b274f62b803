// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_QUERY_H
#define COVEY_CORE_QUERY_H

#include "core/query_pick.h"
#include "core/world.h"

/// True if the tree of the flock holds its agents as they are now.
bool covey_query_is_ready(const covey_world *world, const covey_flock *flock);

/// The agents of a flock, in the order of its tree if that is ready.
covey_query_agents covey_query_agents_of(const covey_world *world, const covey_flock *flock);

/// True if all coordinates are finite.
bool covey_query_is_place(covey_vec p);

/// The place that is asked about: on a torus the one inside.
covey_vec covey_query_place(const covey_space *space, covey_vec p);

/// COVEY_ARG for no world, one that is being changed, or the number of no flock.
covey_status covey_query_check(const covey_world *world, int flock);

#endif
