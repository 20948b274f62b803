// SPDX-License-Identifier: MIT
// A plane through the first point. The second is straight above it on the free side; all on the
// other side is solid.
#include "influences/obstacle.h"

static const covey_param params[] = {COVEY_OBSTACLE_PARAMS};

extern const covey_influence covey_influence_plane;
const covey_influence covey_influence_plane = {
    .name = "plane",
    .title = "In three dimensions: ground, or a cliff: all on one side of a plane is solid.",
    .source = "covey",
    .params = params,
    .points = 2,
    COVEY_OBSTACLE_MEMBERS,
    .form = COVEY_INFLUENCE_PLANE,
};
