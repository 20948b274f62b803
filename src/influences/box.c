// SPDX-License-Identifier: MIT
// A box with sides along the axes, between two opposite corners. Agents see it and slide along it
// as they do with an obstacle.
#include "influences/obstacle.h"

static const covey_param params[] = {COVEY_OBSTACLE_PARAMS};

extern const covey_influence covey_influence_box;
const covey_influence covey_influence_box = {
    .name = "box",
    .title = "In three dimensions: a box that is steered around and cannot be entered.",
    .source = "covey",
    .params = params,
    .points = 2,
    COVEY_OBSTACLE_MEMBERS,
    .form = COVEY_INFLUENCE_BOX,
};
