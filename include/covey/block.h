// SPDX-License-Identifier: MIT
// Functions for blocks of agents, made of the functions for one.
//
// A flock is stepped in blocks of up to COVEY_BLOCK agents, whose numbers lie in columns: vel[0][k]
// and percepts[zone].offset[1][k] belong to agent k. A function for blocks is a loop over k, of
// which compilers calculate two or four agents at a time. One line makes it of the function for one
// agent, which is plain C, and it gives the same bits:
//
//     COVEY_INLINE covey_vec decide(const void *values, const covey_agent *self,
//                                   const covey_percept *percepts)
//     {
//         const rules *p = values;
//         covey_vec center = covey_vec_unit(percepts[CROWD].offset);
//         return covey_vec_add(self->vel, covey_vec_scale(center, p->cohesion));
//     }
//     COVEY_BLOCK_DECIDE(decide_block, decide)
//
// and the covey_model has .decide = decide, .decide_block = decide_block.
//
// Shapes: columns of a covey_block are parts of the flock's arrays and hold `count` numbers; the
// ones of percepts, intents and moves have room for COVEY_BLOCK. All are aligned as a double is,
// and no result overlaps an argument.
//
// Compilers make vectors of + - * /, sqrt, fabs, comparisons, `condition ? a : b` with two values
// at hand, parameters, COVEY_INLINE functions of all that, and so of all functions of covey/vec.h.
// They make none of calls of other functions (covey_sin, covey_uniform), `if` and return in the
// middle, && and ||, a zone whose number is not constant. The bits are right then, too, but agents
// are calculated one by one. gcc -fopt-info-vec and clang -Rpass=loop-vectorize
// say which loops became vectors. They need -O2 (gcc before 12: -O3) and covey::model's flags.
#ifndef COVEY_BLOCK_H
#define COVEY_BLOCK_H

#include "covey/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A model's decide_block() from the COVEY_INLINE function `formula`, which is its decide(). It may
/// read as many zones as a model can have; zones that it does not read cost nothing.
#define COVEY_BLOCK_DECIDE(name, formula)                                                          \
    COVEY_BLOCK_DECIDE_IN(name##_plane, formula, false)                                            \
    COVEY_BLOCK_DECIDE_IN(name##_space, formula, true)                                             \
    static void name(const void *values, const covey_block *agents,                                \
                     const covey_percepts *percepts, covey_intents *intents)                       \
    {                                                                                              \
        (covey_block_is_deep(agents) ? name##_space : name##_plane)(values, agents, percepts,      \
                                                                    intents);                      \
    }

/// Its half for the plane, or for three dimensions if `deep`.
#define COVEY_BLOCK_DECIDE_IN(name, formula, deep)                                                 \
    COVEY_BODY void name##_body(const void *values, const covey_block *agents,                     \
                                const covey_percepts *percepts,                                    \
                                covey_intents *COVEY_RESTRICT intents)                             \
    {                                                                                              \
        for (size_t k = 0; k < agents->count; k++) {                                               \
            const covey_agent self = covey_block_agent(agents, k, deep);                           \
            covey_percept near[COVEY_MAX_ZONES];                                                   \
            covey_block_sense(percepts, k, deep, near);                                            \
            const covey_vec intent = formula(values, &self, near);                                 \
            intents->intent[0][k] = intent.x;                                                      \
            intents->intent[1][k] = intent.y;                                                      \
            if (deep)                                                                              \
                intents->intent[2][k] = intent.z;                                                  \
        }                                                                                          \
    }                                                                                              \
    COVEY_WIDER(static void, name,                                                                 \
                (const void *values, const covey_block *agents, const covey_percepts *percepts,    \
                 covey_intents *intents),                                                          \
                (values, agents, percepts, intents))

/// Columns of numbers that agents are given besides their percepts.
#define COVEY_BLOCK_GIVEN 4
typedef struct covey_given {
    double column[COVEY_BLOCK_GIVEN][COVEY_BLOCK];
} covey_given;

/// A function like decide_block() with one more parameter, a `const covey_given *`: random numbers
/// from covey_block_uniforms() as a rule, or numbers made of these. The formula has one more, too,
/// the numbers of its agent, `const double *given`. Columns that it does not read may be empty.
#define COVEY_BLOCK_DECIDE_GIVEN(name, formula)                                                    \
    COVEY_BLOCK_DECIDE_GIVEN_IN(name##_plane, formula, false)                                      \
    COVEY_BLOCK_DECIDE_GIVEN_IN(name##_space, formula, true)                                       \
    static void name(const void *values, const covey_block *agents,                                \
                     const covey_percepts *percepts, const covey_given *columns,                   \
                     covey_intents *intents)                                                       \
    {                                                                                              \
        (covey_block_is_deep(agents) ? name##_space : name##_plane)(values, agents, percepts,      \
                                                                    columns, intents);             \
    }

/// Its half for the plane, or for three dimensions if `deep`.
#define COVEY_BLOCK_DECIDE_GIVEN_IN(name, formula, deep)                                           \
    COVEY_BODY void name##_body(const void *values, const covey_block *agents,                     \
                                const covey_percepts *percepts, const covey_given *columns,        \
                                covey_intents *COVEY_RESTRICT intents)                             \
    {                                                                                              \
        for (size_t k = 0; k < agents->count; k++) {                                               \
            const covey_agent self = covey_block_agent(agents, k, deep);                           \
            covey_percept near[COVEY_MAX_ZONES];                                                   \
            double given[COVEY_BLOCK_GIVEN];                                                       \
            covey_block_sense(percepts, k, deep, near);                                            \
            covey_block_give(columns, k, given);                                                   \
            const covey_vec intent = formula(values, &self, near, given);                          \
            intents->intent[0][k] = intent.x;                                                      \
            intents->intent[1][k] = intent.y;                                                      \
            if (deep)                                                                              \
                intents->intent[2][k] = intent.z;                                                  \
        }                                                                                          \
    }                                                                                              \
    COVEY_WIDER(static void, name,                                                                 \
                (const void *values, const covey_block *agents, const covey_percepts *percepts,    \
                 const covey_given *columns, covey_intents *intents),                              \
                (values, agents, percepts, columns, intents))

/// A motion's move_block() from the COVEY_INLINE function `formula`, which is its move(). `numbers`
/// is the motion's `extra_count`.
#define COVEY_BLOCK_MOVE(name, formula, numbers)                                                   \
    typedef char name##_numbers[(numbers) >= 0 && (numbers) <= COVEY_MAX_EXTRA ? 1 : -1];          \
    COVEY_BLOCK_MOVE_IN(name##_plane, formula, numbers, false)                                     \
    COVEY_BLOCK_MOVE_IN(name##_space, formula, numbers, true)                                      \
    static void name(const void *values, const covey_block *agents, const covey_intents *intents,  \
                     double dt, covey_moves *moves)                                                \
    {                                                                                              \
        (covey_block_is_deep(agents) ? name##_space : name##_plane)(values, agents, intents, dt,   \
                                                                    moves);                        \
    }

/// Its half for the plane, or for three dimensions if `deep`.
#define COVEY_BLOCK_MOVE_IN(name, formula, numbers, deep)                                          \
    COVEY_BODY void name##_body(const void *values, const covey_block *agents,                     \
                                const covey_intents *intents, double dt,                           \
                                covey_moves *COVEY_RESTRICT moves)                                 \
    {                                                                                              \
        for (size_t k = 0; k < agents->count; k++) {                                               \
            covey_agent agent = covey_block_keeper(agents, numbers, k, deep);                      \
            const covey_vec intent = {intents->intent[0][k], intents->intent[1][k],                \
                                      deep ? intents->intent[2][k] : 0.0};                         \
            formula(values, &agent, intent, dt);                                                   \
            covey_block_moved(moves, numbers, k, deep, &agent);                                    \
        }                                                                                          \
    }                                                                                              \
    COVEY_WIDER(static void, name,                                                                 \
                (const void *values, const covey_block *agents, const covey_intents *intents,      \
                 double dt, covey_moves *moves),                                                   \
                (values, agents, intents, dt, moves))

/// x[k] becomes covey_uniform() of agent k and the stream. Does nothing if a pointer is NULL.
COVEY_API void covey_block_uniforms(const covey_block *agents, uint32_t stream, double *x);

// ---- Parts of the functions above ----

// All of them take `deep`, true in three dimensions. It is a constant where they are used, so the
// plane costs nothing more: the block's pos[2] is NULL there. The loops above load or store numbers
// themselves: gcc 12 gives a function that does not the flags of the code expanded in it, and then
// makes no vectors of it.

/// Agent k without its extra numbers.
COVEY_INLINE covey_agent covey_block_agent(const covey_block *agents, size_t k, bool deep)
{
    covey_agent agent = *agents->any;
    agent.id = agents->id[k];
    agent.pos.x = agents->pos[0][k];
    agent.pos.y = agents->pos[1][k];
    agent.pos.z = deep ? agents->pos[2][k] : 0.0;
    agent.vel.x = agents->vel[0][k];
    agent.vel.y = agents->vel[1][k];
    agent.vel.z = deep ? agents->vel[2][k] : 0.0;
    return agent;
}

/// Agent k with its extra numbers.
COVEY_INLINE covey_agent covey_block_keeper(const covey_block *agents, int numbers, size_t k,
                                            bool deep)
{
    covey_agent agent = covey_block_agent(agents, k, deep);
    if (numbers > 0)
        agent.extra[0] = agents->extra[0][k];
    if (numbers > 1)
        agent.extra[1] = agents->extra[1][k];
    if (numbers > 2)
        agent.extra[2] = agents->extra[2][k];
    return agent;
}

/// The percepts of agent k; written out, as a loop in a loop would not become vectors.
COVEY_INLINE void covey_block_sense(const covey_percepts *percepts, size_t k, bool deep,
                                    covey_percept near[COVEY_MAX_ZONES])
{
    near[0] = covey_percepts_at(&percepts[0], k, deep);
    near[1] = covey_percepts_at(&percepts[1], k, deep);
    near[2] = covey_percepts_at(&percepts[2], k, deep);
    near[3] = covey_percepts_at(&percepts[3], k, deep);
    near[4] = covey_percepts_at(&percepts[4], k, deep);
    near[5] = covey_percepts_at(&percepts[5], k, deep);
    near[6] = covey_percepts_at(&percepts[6], k, deep);
    near[7] = covey_percepts_at(&percepts[7], k, deep);
}

typedef char covey_block_senses_all_zones[COVEY_MAX_ZONES == 8 ? 1 : -1];

/// The numbers that agent k is given.
COVEY_INLINE void covey_block_give(const covey_given *columns, size_t k,
                                   double given[COVEY_BLOCK_GIVEN])
{
    given[0] = columns->column[0][k];
    given[1] = columns->column[1][k];
    given[2] = columns->column[2][k];
    given[3] = columns->column[3][k];
}

/// The intent of agent k.
COVEY_INLINE covey_vec covey_block_intent(const covey_intents *intents, size_t k, bool deep)
{
    covey_vec intent = {intents->intent[0][k], intents->intent[1][k],
                        deep ? intents->intent[2][k] : 0.0};
    return intent;
}

/// Writes the intent of agent k.
COVEY_INLINE void covey_block_intend(covey_intents *intents, size_t k, bool deep, covey_vec intent)
{
    intents->intent[0][k] = intent.x;
    intents->intent[1][k] = intent.y;
    if (deep)
        intents->intent[2][k] = intent.z;
}

/// Writes agent k after its move.
COVEY_INLINE void covey_block_moved(covey_moves *moves, int numbers, size_t k, bool deep,
                                    const covey_agent *agent)
{
    moves->pos[0][k] = agent->pos.x;
    moves->pos[1][k] = agent->pos.y;
    moves->vel[0][k] = agent->vel.x;
    moves->vel[1][k] = agent->vel.y;
    if (deep) {
        moves->pos[2][k] = agent->pos.z;
        moves->vel[2][k] = agent->vel.z;
    }
    if (numbers > 0)
        moves->extra[0][k] = agent->extra[0];
    if (numbers > 1)
        moves->extra[1][k] = agent->extra[1];
    if (numbers > 2)
        moves->extra[2][k] = agent->extra[2];
}

#ifdef __cplusplus
}
#endif
#endif
