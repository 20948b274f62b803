// SPDX-License-Identifier: MIT
// Aims: a target for each agent, a place to come to or a velocity to have.
//
// An agent with an aim steers as by an influence of Reynolds 1999 that is there for it alone: with
// r the shortest way to the place, it should have the velocity
//
//     desired = speed min(1, |r|/slowing) unit(r)
//
// or the velocity of its aim, and F = weight (desired - v) is added to its intent after all
// influences; see `arrive` in docs/models/README.md, of which it has the bounds and the meaning for
// models whose intents are directions.
//
// Aims stay with their agents from step to step, and are part of snapshots. Agents that join have
// none. covey/batch.h has the calls.
#ifndef COVEY_AIM_H
#define COVEY_AIM_H

#include "covey/base.h"
#include "covey/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum covey_aim_kind {
    COVEY_AIM_NONE,
    COVEY_AIM_PLACE,
    COVEY_AIM_VELOCITY,
} covey_aim_kind;

#define COVEY_AIM_MOST 1e9 ///< of all numbers of an aim

/// The aim of an agent. Start from a function below.
typedef struct covey_aim {
    covey_vec to;  ///< the place, L, or the velocity, L/T; z is not read in the plane
    float weight;  ///< 1/T, from 0 on: how fast the velocity comes to the desired one; of a
                   ///< direction: its length
    float speed;   ///< L/T, to go to the place at; 0: the top speed, or as it is without one
    float slowing; ///< L: agents nearer to the place slow down; 0: they run through it
    covey_aim_kind kind;
} covey_aim;

/// No aim; to a place, at rest there; to have a velocity. The weight is 2.
COVEY_API covey_aim covey_aim_none(void);
COVEY_API covey_aim covey_aim_place(covey_vec place, double slowing);
COVEY_API covey_aim covey_aim_velocity(covey_vec velocity);

#ifdef __cplusplus
}
#endif
#endif
