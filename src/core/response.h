// SPDX-License-Identifier: MIT
// Responses of a flock to others: their zones, which stand behind the model's, and their
// contributions to intents.
#ifndef COVEY_CORE_RESPONSE_H
#define COVEY_CORE_RESPONSE_H

#include "core/zone_plan.h"
#include "covey/influence.h"
#include "covey/world.h"

/// A response of a flock. Responses to the same flock sense it together.
typedef struct covey_reaction {
    char to[COVEY_NAME_SIZE];
    covey_response is; ///< its name is `to`
    int target;        ///< number of that flock in the world; -1: it is not there
    int first;         ///< the first response of the flock that is to the same
} covey_reaction;

/// All responses of a flock.
typedef struct covey_reactions {
    covey_reaction list[COVEY_MAX_ZONES];
    int count;
} covey_reactions;

/// Copies the responses of a definition. COVEY_ARG for one that makes no sense, or that is
/// there twice.
covey_status covey_reactions_take(covey_reactions *all, const covey_flock_def *def,
                                  covey_error *error);

/// The zones of the responses of the flock called `own`.
covey_zone_more covey_reactions_zones(const covey_reactions *all, const char *own);

/// The row of a number of a response that `name` means, "hawks.flee", its weight, or
/// "hawks.flee.radius"; NULL if it means another one's.
const covey_param *covey_reaction_row(const covey_response *response, const char *name);

/// The number of a response that `name` means, "hawks.flee" or "hawks.flee.radius": its row, and
/// *number becomes that of the response. NULL: there is none.
const covey_param *covey_reactions_find(const covey_reactions *all, const char *name, int *number);

/// The contribution of a response to the intent of an agent with that percept. Of the scene count
/// the step's length and the meaning of intents, which are taken for forces or directions.
covey_vec covey_reaction_push(const covey_response *response, const covey_scene *scene,
                              const covey_agent *self, const covey_percept *percept);

/// Agents that respond: contributions are multiplied by `share`. `top_speed` has one for each
/// agent, or is NULL where all have that of agents->any.
typedef struct covey_reaction_block {
    const covey_block *agents;
    const covey_scene *scene;
    const double *top_speed;
    double share;
} covey_reaction_block;

/// Adds the contribution of a response to the intents of a block of agents.
void covey_reaction_add(const covey_response *response, const covey_reaction_block *block,
                        const covey_percepts *percepts, covey_intents *intents);

#endif
