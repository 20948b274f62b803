// SPDX-License-Identifier: MIT
// Pushes and aims of agents, and calls about many agents at once, between two steps.
#ifndef COVEY_BATCH_H
#define COVEY_BATCH_H

#include "covey/aim.h"
#include "covey/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Adds `change` (L/T) to the velocity of an agent between two steps, and lets its motion take the
/// sum up: an explosion, a kick, a gust for one agent. The limits of its motion, as its highest
/// speed, hold from the next step on. Allocates nothing. COVEY_ARG as covey_world_put().
COVEY_API covey_status covey_world_push(covey_world *world, int flock, covey_id id,
                                        covey_vec change, covey_error *error);

// ---- Many agents at once ----
//
// Each does the same as the call for one agent, for `count` of them in the order given, or nothing
// at all: on COVEY_ARG, of which the error names the first reason, no agent has changed and nothing
// was written. None allocates. Arrays have `count` entries; with a count of 0 they may be NULL.

/// covey_world_get() of agents by their ids, which may repeat.
COVEY_API covey_status covey_world_get_many(const covey_world *world, int flock, size_t count,
                                            const covey_id *ids, covey_pose *poses,
                                            covey_error *error);

/// covey_world_put(); of an id that repeats the last pose counts.
COVEY_API covey_status covey_world_put_many(covey_world *world, int flock, size_t count,
                                            const covey_id *ids, const covey_pose *poses,
                                            covey_error *error);

/// covey_world_push(); changes for an id that repeats add up. Each alone has to be one that the
/// agent as it is now can take. If an id repeats, all changes and the velocities of their agents
/// have to be, on each axis, at most the largest number of the precision over 4 `count`, so that no
/// sum leaves the finite range: else COVEY_ARG.
COVEY_API covey_status covey_world_push_many(covey_world *world, int flock, size_t count,
                                             const covey_id *ids, const covey_vec *changes,
                                             covey_error *error);

/// covey_world_spawn(): the new agents get the next `count` ids, the first of which *first becomes,
/// if it is not NULL.
COVEY_API covey_status covey_world_spawn_many(covey_world *world, int flock, size_t count,
                                              const covey_pose *poses, covey_id *first,
                                              covey_error *error);

/// covey_world_remove(); an id that repeats is refused.
COVEY_API covey_status covey_world_remove_many(covey_world *world, int flock, size_t count,
                                               const covey_id *ids, covey_error *error);

// ---- Aims (covey/aim.h) ----

/// Gives agents aims in place of those that they have; covey_aim_none() takes an aim away. Of an id
/// that repeats the last aim counts. Allocates for the first aim of a flock alone. COVEY_ARG for an
/// unknown flock or agent, or an aim with a number that is not finite or out of range;
/// COVEY_MEMORY. No agent has changed then.
COVEY_API covey_status covey_world_aim(covey_world *world, int flock, covey_agents of,
                                       const covey_aim *aims, covey_error *error);

/// Writes the aims of agents; on a torus places are those inside. COVEY_ARG for an unknown flock or
/// agent; nothing is written then.
COVEY_API covey_status covey_world_aims(const covey_world *world, int flock, covey_agents of,
                                        covey_aim *aims, covey_error *error);

#ifdef __cplusplus
}
#endif
#endif
