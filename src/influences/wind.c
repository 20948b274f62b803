// SPDX-License-Identifier: MIT
// The same push everywhere, by its components, by its angle and strength, or by both: the vector
// (x, y, z) turned to the left by `angle` and made `strength` times as long. With x = 1 these two
// are its direction and length.
#include "base/math_trig.h"
#include "covey/influence.h"

typedef struct wind {
    double x, y, z;
    double strength, angle;
} wind;

static const covey_param params[] = {
    COVEY_PARAM(wind, x, 1, -1e9, 1e9, "intent", "Push to the right."),
    COVEY_PARAM(wind, y, 0, -1e9, 1e9, "intent", "Push upwards."),
    COVEY_PARAM(wind, z, 0, -1e9, 1e9, "intent", "Push along z, in three dimensions."),
    COVEY_PARAM(wind, strength, 1, 0, 1e9, "", "How many times as strong as (x, y, z)."),
    COVEY_PARAM(wind, angle, 0, -COVEY_TURN, COVEY_TURN, "rad",
                "Turns the push to the left, in the plane of x and y."),
    {0},
};

static covey_vec act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    (void)agent;
    const wind *p = values;
    covey_vec flat = {p->x, p->y, 0.0};
    if (p->angle != 0.0)
        flat = covey_direction_turn(flat, covey_direction(p->angle));
    double deep = covey_space_dim(scene->space) == COVEY_AXES ? p->z : 0.0;
    return (covey_vec){p->strength * flat.x, p->strength * flat.y, p->strength * deep};
}

extern const covey_influence covey_influence_wind;
const covey_influence covey_influence_wind = {
    .name = "wind",
    .title = "The same push on every agent.",
    .source = "covey",
    .params = params,
    .params_size = sizeof(wind),
    .act = act,
    .mark = COVEY_INFLUENCE_ARROWS,
};
