// SPDX-License-Identifier: MIT
// Functions for blocks of motions with a branch-free formula that holds in a limited range, as
// series of angles do.
#ifndef COVEY_MOTIONS_RETRY_H
#define COVEY_MOTIONS_RETRY_H

#include "covey/block.h"

/// COVEY_BLOCK_MOVE of a formula for the plane and one for three dimensions, with one more
/// parameter, `double *retry`, which they set to 0, or to 1 where they do not hold. Such agents
/// are moved again by the function `move` for one.
#define COVEY_MOVE_OR_RETRY(name, in_plane, in_space, move, numbers)                               \
    COVEY_MOVE_TRY_IN(name##_plane, in_plane, numbers, false)                                      \
    COVEY_MOVE_TRY_IN(name##_space, in_space, numbers, true)                                       \
    static void name(const void *values, const covey_block *agents, const covey_intents *intents,  \
                     double dt, covey_moves *moves)                                                \
    {                                                                                              \
        const bool deep = covey_block_is_deep(agents);                                             \
        double retry[COVEY_BLOCK];                                                                 \
        (deep ? name##_space : name##_plane)(values, agents, intents, dt, retry, moves);           \
        for (size_t k = 0; k < agents->count; k++)                                                 \
            if (retry[k] != 0.0) {                                                                 \
                covey_agent agent = covey_block_keeper(agents, numbers, k, deep);                  \
                move(values, &agent, covey_block_intent(intents, k, deep), dt);                    \
                covey_block_moved(moves, numbers, k, deep, &agent);                                \
            }                                                                                      \
    }

/// The first half for the plane, or for three dimensions if `deep`.
#define COVEY_MOVE_TRY_IN(name, formula, numbers, deep)                                            \
    COVEY_BODY void name##_body(const void *values, const covey_block *agents,                     \
                                const covey_intents *intents, double dt, double *restrict retry,   \
                                covey_moves *restrict moves)                                       \
    {                                                                                              \
        for (size_t k = 0; k < agents->count; k++) {                                               \
            covey_agent agent = covey_block_keeper(agents, numbers, k, deep);                      \
            double beyond;                                                                         \
            const covey_vec intent = {intents->intent[0][k], intents->intent[1][k],                \
                                      deep ? intents->intent[2][k] : 0.0};                         \
            formula(values, &agent, intent, dt, &beyond);                                          \
            covey_block_moved(moves, numbers, k, deep, &agent);                                    \
            retry[k] = beyond;                                                                     \
        }                                                                                          \
    }                                                                                              \
    COVEY_WIDER(static void, name,                                                                 \
                (const void *values, const covey_block *agents, const covey_intents *intents,      \
                 double dt, double *retry, covey_moves *moves),                                    \
                (values, agents, intents, dt, retry, moves))

#endif
