// SPDX-License-Identifier: MIT
// Functions for blocks of agents from the formulas of functions for one: loops that compilers
// calculate several agents of at a time, if the formula has no branch (see base/doubt.h).
#ifndef COVEY_BASE_FORMULA_H
#define COVEY_BASE_FORMULA_H

#include "base/doubt.h"
#include "covey/model.h"

enum { COVEY_FORMULA_ZONES = 3 }; // of a model, at most

/// A model's decide(), with the doubt that base/doubt.h has.
typedef covey_vec covey_formula_wish(const void *params, const covey_agent *self,
                                     const covey_percept *percepts, double *doubt);

/// Of a model whose agents draw a number a step: `drawn`.
typedef covey_vec covey_formula_drawn(const void *params, const covey_agent *self,
                                      const covey_percept *percepts, double drawn, double *doubt);

/// A motion's move(), likewise.
typedef void covey_formula_step(const void *params, covey_agent *agent, covey_vec intent, double dt,
                                double *doubt);

/// Agent k of a block.
COVEY_INLINE covey_agent covey_formula_agent(const covey_block *agents, size_t k)
{
    covey_agent agent = *agents->any;
    agent.id = agents->id[k];
    agent.pos = (covey_vec){agents->pos[0][k], agents->pos[1][k]};
    agent.vel = (covey_vec){agents->vel[0][k], agents->vel[1][k]};
    return agent;
}

/// A formula at work.
typedef struct covey_formula_model {
    covey_formula_wish *wish;      ///< or NULL, and
    covey_formula_drawn *of_drawn; ///< with
    const double *drawn;           ///< a number of each agent
    int zones;                     ///< 1 … COVEY_FORMULA_ZONES
    const void *params;
} covey_formula_model;

typedef struct covey_formula_motion {
    covey_formula_step *step;
    int own; ///< of covey_motion
    const void *params;
    double dt;
} covey_formula_motion;

/// A model's decide_block().
COVEY_INLINE void covey_formula_decide(covey_formula_model model, const covey_block *agents,
                                       const covey_percepts *percepts,
                                       covey_intents *restrict intents)
{
    for (size_t k = 0; k < agents->count; k++) {
        double doubt = 0.0;
        const covey_agent self = covey_formula_agent(agents, k);
        const covey_percept near[COVEY_FORMULA_ZONES] = {
            covey_percepts_at(&percepts[0], k),
            covey_percepts_at(&percepts[1 % model.zones], k),
            covey_percepts_at(&percepts[2 % model.zones], k),
        };
        covey_vec want = model.wish != NULL
                             ? model.wish(model.params, &self, near, &doubt)
                             : model.of_drawn(model.params, &self, near, model.drawn[k], &doubt);
        intents->want[0][k] = want.x;
        intents->want[1][k] = want.y;
        intents->doubt[k] = doubt;
    }
}

/// A motion's move_block().
COVEY_INLINE void covey_formula_move(covey_formula_motion motion, const covey_block *agents,
                                     const covey_intents *intents, covey_moves *restrict moves)
{
    for (size_t k = 0; k < agents->count; k++) {
        double doubt = 0.0;
        covey_agent agent = covey_formula_agent(agents, k);
        if (motion.own > 0)
            agent.own[0] = agents->own[0][k];
        if (motion.own > 1)
            agent.own[1] = agents->own[1][k];
        covey_vec intent = {intents->want[0][k], intents->want[1][k]};
        motion.step(motion.params, &agent, intent, motion.dt, &doubt);
        moves->pos[0][k] = agent.pos.x;
        moves->pos[1][k] = agent.pos.y;
        moves->vel[0][k] = agent.vel.x;
        moves->vel[1][k] = agent.vel.y;
        if (motion.own > 0)
            moves->own[0][k] = agent.own[0];
        if (motion.own > 1)
            moves->own[1][k] = agent.own[1];
        moves->doubt[k] = doubt;
    }
}

// ---- Functions made of formulas ----

/// A function like decide_block(), for so many zones, from the formula `wish`.
#define COVEY_FORMULA_DECIDER(name, wish, zones)                                                   \
    COVEY_INLINE void name##_body(const void *values, const covey_block *agents,                   \
                                  const covey_percepts *percepts, covey_intents *intents)          \
    {                                                                                              \
        covey_formula_model model = {wish, NULL, NULL, zones, values};                             \
        covey_formula_decide(model, agents, percepts, intents);                                    \
    }                                                                                              \
    COVEY_WIDER(static void, name,                                                                 \
                (const void *values, const covey_block *agents, const covey_percepts *percepts,    \
                 covey_intents *intents),                                                          \
                (values, agents, percepts, intents))

/// Likewise, with a number that each agent has drawn, from the formula `of_drawn`.
#define COVEY_FORMULA_DRAWN_DECIDER(name, of_drawn, zones)                                         \
    COVEY_INLINE void name##_body(const void *values, const covey_block *agents,                   \
                                  const covey_percepts *percepts, const double *drawn,             \
                                  covey_intents *intents)                                          \
    {                                                                                              \
        covey_formula_model model = {NULL, of_drawn, drawn, zones, values};                        \
        covey_formula_decide(model, agents, percepts, intents);                                    \
    }                                                                                              \
    COVEY_WIDER(static void, name,                                                                 \
                (const void *values, const covey_block *agents, const covey_percepts *percepts,    \
                 const double *drawn, covey_intents *intents),                                     \
                (values, agents, percepts, drawn, intents))

/// A function like move_block() from the formula `step`, for so many numbers of its own.
#define COVEY_FORMULA_MOVER(name, step, own)                                                       \
    COVEY_INLINE void name##_body(const void *values, const covey_block *agents,                   \
                                  const covey_intents *intents, double dt, covey_moves *moves)     \
    {                                                                                              \
        covey_formula_motion motion = {step, own, values, dt};                                     \
        covey_formula_move(motion, agents, intents, moves);                                        \
    }                                                                                              \
    COVEY_WIDER(static void, name,                                                                 \
                (const void *values, const covey_block *agents, const covey_intents *intents,      \
                 double dt, covey_moves *moves),                                                   \
                (values, agents, intents, dt, moves))

/// A model's decide() and decide_block() from its formula `wish`.
#define COVEY_FORMULA_DECIDE(zones)                                                                \
    static covey_vec decide(const void *values, const covey_agent *self,                           \
                            const covey_percept *percepts)                                         \
    {                                                                                              \
        return wish(values, self, percepts, NULL);                                                 \
    }                                                                                              \
    COVEY_FORMULA_DECIDER(decide_block, wish, zones)

/// A motion's move() and move_block() from its formula `step`, for so many numbers of its own.
#define COVEY_FORMULA_MOVE(own)                                                                    \
    static void move(const void *values, covey_agent *agent, covey_vec intent, double dt)          \
    {                                                                                              \
        step(values, agent, intent, dt, NULL);                                                     \
    }                                                                                              \
    COVEY_FORMULA_MOVER(move_block, step, own)

#endif
