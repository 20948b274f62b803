// SPDX-License-Identifier: MIT
// Traits of a flock: the parameters of which each agent has its own value. Their columns
// stand in the state (geometry/state.h), where the sort moves them along with the agents.
#ifndef COVEY_CORE_TRAITS_H
#define COVEY_CORE_TRAITS_H

#include "base/memory.h"
#include "core/distribution.h"
#include "core/params.h"
#include "geometry/state.h"

/// A trait in use; its values are the column of its number in the state.
typedef struct covey_trait_use {
    const covey_param *row;
    bool of_motion;
    bool of_body;      ///< the radius of agents, which is no parameter
    covey_draws draws; ///< for agents that join
} covey_trait_use;

/// The traits of a flock.
typedef struct covey_traits {
    covey_trait_use use[COVEY_MAX_TRAITS];
    int count;
    bool of_model;  ///< some trait is a parameter of the model
    bool of_motion; ///< some trait is one of the motion
    int top_speed;  ///< the trait that is the highest speed of an agent; -1: none is
    int body;       ///< the trait that is its radius; -1: none is
} covey_traits;

/// The struct of a model or motion for one agent.
typedef struct covey_own_params {
    double value[COVEY_TRAIT_PARAMS];
} covey_own_params;

/// The parameters of the model or of the motion for the agent at index i: a copy in `own` of the
/// common ones, with its own values in place of traits.
void *covey_traits_params(const covey_traits *traits, const covey_state *state,
                          const covey_params *common, bool of_motion, size_t i,
                          covey_own_params *own);

/// The trait of that name, or -1.
int covey_traits_find(const covey_traits *traits, const char *name);

/// Draws the values of a new agent, which has user data 0 and no aim.
void covey_traits_draw(const covey_traits *traits, const covey_state *state, uint64_t seed,
                       size_t i);

/// Gives all agents one value from now on, also agents that join.
void covey_traits_level(covey_traits *traits, const covey_state *state, int trait, double value);

/// True if the two draw the same numbers.
bool covey_traits_same(const covey_draws *one, const covey_draws *other);

/// Sets the other members after a change of the list.
void covey_traits_note(covey_traits *traits);

#endif
