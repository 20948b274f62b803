// SPDX-License-Identifier: MIT
// A round room, a disc or in three dimensions a ball, that agents cannot leave: all outside is
// solid. An agent that would, straight on, touch its wall within its sight turns along it,
//
//     F = weight (1 - t/sight) n
//
// where t is how far it is to the touch and n the direction away from the wall there, as far as
// that is at a right angle to the velocity: of the two sides the one with the smaller turn; head-on
// the left one, in three dimensions any. At the wall an agent follows it, chord by chord, without
// getting slower.
#include "geometry/shape.h"

typedef struct arena {
    double radius, weight, sight;
} arena;

static const covey_param params[] = {
    COVEY_PARAM(arena, radius, 100, 1e-9, 1e9, "L", "Its radius."),
    COVEY_PARAM(arena, weight, 0, 0, 1e9, "intent", "Push of one that is about to hit the wall."),
    COVEY_PARAM(arena, sight, 20, 0, 1e9, "L", "The wall is seen so far ahead; 0: not at all."),
    {0},
};

static covey_vec act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    const arena *p = values;
    const covey_vec here = {0, 0, 0};
    covey_vec heading = covey_vec_unit(agent->vel), away;
    covey_vec way = covey_vec_scale(heading, p->sight);
    double share = 2.0;
    if (p->weight > 0.0 && p->sight > 0.0)
        share = covey_shape_hit(scene->shape, here, agent->pos, way, agent->body - p->radius);
    if (share > 1.0)
        return here;
    covey_vec there = covey_vec_add(agent->pos, covey_vec_scale(way, share));
    (void)covey_shape_distance(scene->shape, here, there, &away);
    double against = covey_vec_dot(away, heading);
    covey_vec side = covey_vec_sub(away, covey_vec_scale(heading, against));
    bool head_on = covey_vec_length(side) <= 0x1p-30;
    side = head_on ? covey_shape_across(heading, covey_space_dim(scene->space) == 3) : side;
    return covey_vec_scale(covey_vec_unit(side), p->weight * (1.0 - share));
}

static double solid(const void *values)
{
    const arena *p = values;
    return -p->radius;
}

static double ahead(const void *values)
{
    const arena *p = values;
    return p->sight;
}

extern const covey_influence covey_influence_arena;
const covey_influence covey_influence_arena = {
    .name = "arena",
    .title = "A round room that agents cannot leave, with a wall that they follow.",
    .source = "covey",
    .params = params,
    .params_size = sizeof(arena),
    .points = 1,
    .act = act,
    .solid = solid,
    .ahead = ahead,
    .form = COVEY_INFLUENCE_ROOM,
};
