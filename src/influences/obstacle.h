// SPDX-License-Identifier: MIT
// Solids of any form: they are steered around, and cannot be entered. Their kinds differ in the
// points that they take alone.
#ifndef COVEY_INFLUENCES_OBSTACLE_H
#define COVEY_INFLUENCES_OBSTACLE_H

#include "covey/influence.h"

typedef struct covey_obstacle {
    double radius, weight, sight;
} covey_obstacle;

/// The functions of their kinds; see obstacle.c.
covey_vec covey_obstacle_act(const void *values, const covey_scene *scene,
                             const covey_agent *agent);
double covey_obstacle_solid(const void *values);
double covey_obstacle_reach(const void *values, double body);
double covey_obstacle_ahead(const void *values);

/// Members of a kind beside its name, title, source, rows and points.
#define COVEY_OBSTACLE_MEMBERS                                                                     \
    .params_size = sizeof(covey_obstacle), .act = covey_obstacle_act,                              \
    .solid = covey_obstacle_solid, .reach = covey_obstacle_reach, .ahead = covey_obstacle_ahead

/// Rows of a kind of three dimensions.
#define COVEY_OBSTACLE_PARAMS                                                                      \
    COVEY_PARAM(covey_obstacle, radius, 0, 0, 1e9, "L", "How far it reaches around its outline."), \
        COVEY_PARAM(covey_obstacle, weight, 100, 0, 1e9, "intent",                                 \
                    "Push of one that is about to be hit."),                                       \
        COVEY_PARAM(covey_obstacle, sight, 75, 0, 1e9, "L",                                        \
                    "It is seen so far ahead; 0: not at all."),                                    \
        {0},

#endif
