// SPDX-License-Identifier: MIT
// Single agents of a flock between two steps, for calls that are about one or about many.
#ifndef COVEY_CORE_MEMBERS_H
#define COVEY_CORE_MEMBERS_H

#include "core/world.h"

/// Agents of a flock that a call is about.
typedef struct covey_members_meant {
    covey_flock *flock;
    covey_agents of;
} covey_members_meant;

/// Finds the flock and all agents. COVEY_ARG, also where `values` is NULL.
covey_status covey_members_mean(const covey_world *world, int number, const covey_agents *of,
                                const void *values, covey_members_meant *meant, covey_error *error);

/// The index of agent k of them.
static inline size_t covey_members_at(const covey_members_meant *meant, size_t k)
{
    return meant->of.ids != NULL ? covey_state_find(&meant->flock->state, meant->of.ids[k]) : k;
}

/// Index of an agent; `count` if there is none of that id, and `error` says so.
size_t covey_members_find(const covey_flock *flock, covey_id id, covey_error *error);

/// Makes a pose the one that the world keeps. COVEY_ARG if it is refused, and the error names the
/// agent.
covey_status covey_members_settle(const covey_world *world, const covey_flock *flock, covey_id id,
                                  covey_pose *pose, covey_error *error);

/// Puts the agent at index i into a settled pose.
void covey_members_put(const covey_world *world, covey_flock *flock, size_t i, covey_pose pose);

/// The same for an agent that was there before; the tree for questions, if it was ready before the
/// call at hand, notes it.
void covey_members_move(const covey_world *world, covey_flock *flock, size_t i, covey_pose pose);

/// The pose of the agent at index i after a push.
covey_pose covey_members_pushed(const covey_flock *flock, size_t i, covey_vec change);

/// COVEY_ARG if so many agents cannot join.
covey_status covey_members_check_room(const covey_flock *flock, size_t count, covey_error *error);

/// Adds an agent in a settled pose; there is room. Returns its id.
covey_id covey_members_add(const covey_world *world, covey_flock *flock, covey_pose pose);

/// Notes in the tree for questions, if it was ready before the call at hand, that the agent at
/// index i has joined, or that one was removed.
void covey_members_note_added(const covey_world *world, covey_flock *flock, size_t i);
void covey_members_note_dropped(const covey_world *world, covey_flock *flock);

/// Removes the agent at index i.
void covey_members_drop(covey_flock *flock, size_t i);

#endif
