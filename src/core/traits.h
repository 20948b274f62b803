// SPDX-License-Identifier: MIT
// Traits of a flock: the parameters of which each agent has its own value. Columns of values
// and of user data stand in the state, where the sort moves them along with their agents; a step
// does not change them.
#ifndef COVEY_CORE_TRAITS_H
#define COVEY_CORE_TRAITS_H

#include "base/memory.h"
#include "core/distribution.h"
#include "core/params.h"
#include "core/state.h"

/// A trait in use; its values are the column of its number in the state.
typedef struct covey_trait_use {
    const covey_param *row;
    bool of_motion;
    covey_draws draws; ///< for agents that join
} covey_trait_use;

/// The traits of a flock.
typedef struct covey_traits {
    covey_trait_use use[COVEY_MAX_TRAITS];
    int count;
    bool of_model;  ///< some trait is a parameter of the model
    bool of_motion; ///< some trait is one of the motion
    int top_speed;  ///< the trait that is the highest speed of an agent; -1: none is
} covey_traits;

/// The struct of a model or motion for one agent.
typedef struct covey_own_params {
    double value[COVEY_TRAIT_PARAMS];
} covey_own_params;

/// Adds a column to the traits of both states of a flock, or user data if they have none. All is 0.
/// COVEY_MEMORY, and nothing changed.
covey_status covey_traits_add_column(covey_memory *memory, covey_state *state, covey_state *next);
covey_status covey_traits_add_user(covey_memory *memory, covey_state *state, covey_state *next);

/// Takes the last column away.
void covey_traits_drop_column(covey_memory *memory, covey_state *state, covey_state *next);

/// Gives back the columns and user data of a state.
void covey_traits_destroy(covey_memory *memory, covey_state *state);

/// Hands the columns and user data of `from`, whose agents stand as those of `to` do, over to it;
/// `from` gets those of `to`, as scratch.
void covey_traits_swap(covey_state *to, covey_state *from);

/// Gathers columns and user data; see covey_state_gather().
void covey_traits_gather(const covey_state *to, const covey_state *from, const uint32_t *order,
                         size_t begin, size_t end);

/// Copies those of agent `from` to index `to`.
void covey_traits_move(const covey_state *state, size_t from, size_t to);

/// The parameters of the model or of the motion for the agent at index i: a copy in `own` of the
/// common ones, with its own values in place of traits.
void *covey_traits_params(const covey_traits *traits, const covey_state *state,
                          const covey_params *common, bool of_motion, size_t i,
                          covey_own_params *own);

/// The trait of that name, or -1.
int covey_traits_find(const covey_traits *traits, const char *name);

/// Draws the values of a new agent.
void covey_traits_draw(const covey_traits *traits, const covey_state *state, uint64_t seed,
                       size_t i);

/// Gives all agents one value from now on, also agents that join.
void covey_traits_level(covey_traits *traits, const covey_state *state, int trait, double value);

/// True if the two draw the same numbers.
bool covey_traits_same(const covey_draws *one, const covey_draws *other);

/// Sets the other members after a change of the list.
void covey_traits_note(covey_traits *traits);

#endif
