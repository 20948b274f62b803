// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_PERCEIVE_H
#define COVEY_CORE_PERCEIVE_H

#include "core/world.h"
#include "kernels/percepts.h"

/// The percepts of a block of agents, each counting itself in; `columns` are those of `zone`, so
/// the struct must not be copied. `before` are the percepts of the agent at `next` - 1, the last
/// one of the block before.
typedef struct covey_senses {
    covey_percepts zone[COVEY_MAX_ZONES];
    covey_percept_columns columns[COVEY_MAX_ZONES];
    covey_percept before[COVEY_MAX_ZONES];
    size_t next; ///< 0: there was no block before
} covey_senses;

/// Makes it ready for blocks of agents of that flock.
void covey_perceive_begin(const covey_flock *flock, covey_senses *senses);

/// Fills the columns with the percepts of agents begin … end - 1, at most COVEY_BLOCK of them,
/// which stand behind the agents of the last call. Flocks must be sorted. Returns the number of
/// candidates.
uint64_t covey_perceive(const covey_world *world, const covey_flock *flock, size_t begin,
                        size_t end, covey_senses *senses);

/// The same for any number of agents, as many as the columns have room for, up to all of the flock:
/// fills places 0 … end - begin - 1 of columns[z], which hold 0 before, for each zone z of the
/// flock. Each kernel is called once for each related flock.
uint64_t covey_perceive_range(const covey_world *world, const covey_flock *flock, size_t begin,
                              size_t end, const covey_percept_columns columns[COVEY_MAX_ZONES]);

/// Makes the percepts of the last `count` agents, all of a call, those of others: takes the agents
/// themselves out in zones that leave them out, and lets agents at one place part.
void covey_perceive_others(const covey_world *world, const covey_flock *flock, size_t count,
                           covey_senses *senses);

/// Sorts all flocks between two steps, so that agents can be perceived as the next step would.
/// COVEY_DIVERGED if the world has diverged, COVEY_SYSTEM if a thread rounds by other rules.
covey_status covey_perceive_ready(covey_world *world);

/// The percepts of agent i of a sorted flock in each zone, itself left out.
void covey_perceive_one(const covey_world *world, const covey_flock *flock, size_t i,
                        covey_percept percepts[COVEY_MAX_ZONES]);

/// Writes the unit velocities of all agents, 0 at rest, once for all that sense them.
void covey_heading_find(covey_workers *workers, const covey_state *state,
                        double *const heading[COVEY_AXES]);

#endif
