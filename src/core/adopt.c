// SPDX-License-Identifier: MIT
// A world that goes on where another one is, whose flocks or influences are not quite the same.
#include "core/world.h"

#include "base/misuse.h"

/// Where the agent of each id stands, written to what is scratch between steps.
static const uint32_t *find_places(covey_flock *flock)
{
    uint32_t *place = flock->spare.id;
    for (size_t i = 0; i < flock->state.count; i++)
        place[flock->state.id[i]] = (uint32_t)i;
    return place;
}

static void adopt_agents(covey_flock *to, const covey_flock *from)
{
    bool same_motion = to->motion == from->motion;
    const uint32_t *place = find_places(to);
    for (size_t i = 0; i < from->state.count; i++) {
        uint32_t id = from->state.id[i];
        if (id >= to->state.count)
            continue;
        size_t at = place[id];
        covey_state_put_pos(&to->state, at, covey_state_pos(&from->state, i));
        covey_state_put_vel(&to->state, at, covey_state_vel(&from->state, i));
        for (int k = 0; k < to->state.own_count; k++)
            to->state.own[k][at] = same_motion ? from->state.own[k][i] : 0.0;
    }
}

static bool same_space(const covey_space *a, const covey_space *b)
{
    bool same = a->kind == b->kind;
    for (int axis = 0; axis < COVEY_AXES && a->kind != COVEY_SPACE_OPEN; axis++)
        same = same && a->size[axis] == b->size[axis];
    return same;
}

static covey_status adopt(covey_world *world, const covey_world *from, covey_error *error)
{
    if (world->step != 0 || world->stats.steps != 0)
        return covey_fail(error, COVEY_ARG, "a world that has taken steps adopts no agents");
    if (!same_space(&world->def.space, &from->def.space))
        return covey_fail(error, COVEY_ARG, "a world adopts no agents of another space");
    if (world->def.precision != from->def.precision)
        return covey_fail(error, COVEY_ARG, "a world adopts no agents of another precision");
    for (int number = 0; number < world->flock_count; number++) {
        covey_flock *to = world->flock[number];
        int other = covey_world_find(from, to->name);
        if (other < 0)
            continue;
        adopt_agents(to, from->flock[other]);
        to->entries = from->flock[other]->entries;
        if (to->motion != from->flock[other]->motion)
            covey_flock_aim(to, &world->def.space, from->step);
    }
    world->step = from->step;
    covey_stats own = world->stats;
    world->stats = from->stats;
    world->stats.bytes = own.bytes;
    world->stats.agent_bytes = own.agent_bytes;
    world->error = from->error;
    return COVEY_OK;
}

covey_status covey_world_adopt(covey_world *world, const covey_world *from, covey_error *error)
{
    if (from == NULL)
        return covey_missing(error, __func__);
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK ? covey_world_leave(world, adopt(world, from, error)) : status;
}
