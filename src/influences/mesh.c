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
    .points = 3,
    COVEY_OBSTACLE_MEMBERS,
    .form = COVEY_INFLUENCE_MESH,
};
