// SPDX-License-Identifier: MIT
// Triangles. A mesh that encloses a solid has an inside; any other is a sheet.
#include "influences/obstacle.h"

static const covey_param params[] = {COVEY_OBSTACLE_PARAMS};

extern const covey_influence covey_influence_mesh;
const covey_influence covey_influence_mesh = {
    .name = "mesh",
    .title = "In three dimensions: triangles, from a file, that cannot be passed.",
    .source = "Inside and outside: Baerentzen and Aanaes, IEEE TVCG 11 (2005) 243",
    .params = params,
    .params_size = sizeof(covey_obstacle),
    .points = 3,
    .act = covey_obstacle_act,
    .solid = covey_obstacle_solid,
    .reach = covey_obstacle_reach,
    .ahead = covey_obstacle_ahead,
    .form = COVEY_INFLUENCE_MESH,
};
