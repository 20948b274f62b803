// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_PERCEIVE_H
#define COVEY_CORE_PERCEIVE_H

#include "core/world.h"

enum { COVEY_BLOCK = 64 }; // agents that sense and decide at a time

/// What a block of agents senses, each agent as it counts itself in; `before` is what the
/// agent ahead of the block sensed.
typedef struct covey_percepts {
    covey_percept before[COVEY_MAX_ZONES];
    covey_percept block[COVEY_BLOCK * COVEY_MAX_ZONES];
    bool has_before;
} covey_percepts;

/// Fills percepts->block for agents begin … end - 1, at most COVEY_BLOCK of them; with has_before,
/// they follow on those of the last call. Flocks must be sorted. Returns the number of candidates.
uint64_t covey_perceive(const covey_world *world, const covey_flock *flock, size_t begin,
                        size_t end, covey_percepts *percepts);

/// Takes the agent itself out of the percepts that it counts in, where their zones leave it out.
void covey_perceive_others(const covey_flock *flock, covey_percept *percepts);

#endif
