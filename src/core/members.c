// SPDX-License-Identifier: MIT
// Who is in a flock, and where: what users change between two steps. Ids stay 0 … count - 1.
#include "core/world.h"

/// Index of an agent; `count` if there is none of that id, and `error` says so.
static size_t find_agent(const covey_flock *flock, uint32_t id, covey_error *error)
{
    size_t i = covey_state_find(&flock->state, id);
    if (i == flock->state.count)
        covey_fail(error, COVEY_ARG, "flock %s has no agent %lu", flock->name, (unsigned long)id);
    return i;
}

/// Puts the agent at index i.
static covey_status put(const covey_world *world, covey_flock *flock, size_t i, covey_pose pose,
                        covey_error *error)
{
    uint32_t id = flock->state.id[i];
    const char *wrong = covey_place_settle(&world->def, &pose);
    if (wrong != NULL)
        return covey_fail(error, COVEY_ARG, "agent %lu of flock %s %s", (unsigned long)id,
                          flock->name, wrong);
    covey_agent agent = covey_flock_any(flock, &world->def.space, world->step);
    agent.id = id;
    agent.pos = pose.pos;
    agent.vel = pose.vel;
    if (flock->motion->aim != NULL)
        flock->motion->aim(flock->motion_params.values, &agent);
    covey_flock_note(flock, i, &agent);
    return COVEY_OK;
}

static covey_status put_agent(covey_world *world, int number, uint32_t id, covey_pose pose,
                              covey_error *error)
{
    covey_flock *flock = covey_world_flock_at(world, number, error);
    if (flock == NULL)
        return COVEY_ARG;
    size_t i = find_agent(flock, id, error);
    return i < flock->state.count ? put(world, flock, i, pose, error) : COVEY_ARG;
}

covey_status covey_world_put(covey_world *world, int number, uint32_t id, covey_pose pose,
                             covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK ? covey_world_leave(world, put_agent(world, number, id, pose, error))
                              : status;
}

static covey_status spawn_agent(covey_world *world, int number, covey_pose pose, uint32_t *id,
                                covey_error *error)
{
    covey_flock *flock = covey_world_flock_at(world, number, error);
    if (flock == NULL)
        return COVEY_ARG;
    size_t i = flock->state.count;
    if (i == flock->state.room)
        return covey_fail(error, COVEY_ARG, "flock %s has no room for more than %zu agents",
                          flock->name, i);
    flock->state.id[i] = (uint32_t)i;
    covey_flock_resize(flock, i + 1);
    covey_status status = put(world, flock, i, pose, error);
    if (status != COVEY_OK)
        covey_flock_resize(flock, i);
    else if (id != NULL)
        *id = (uint32_t)i;
    return status;
}

covey_status covey_world_spawn(covey_world *world, int number, covey_pose pose, uint32_t *id,
                               covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK
               ? covey_world_leave(world, spawn_agent(world, number, pose, id, error))
               : status;
}

/// Moves what the agent at index `from` has to the index `to`.
static void move(covey_state *state, size_t from, size_t to)
{
    covey_state_put_pos(state, to, covey_state_pos(state, from));
    covey_state_put_vel(state, to, covey_state_vel(state, from));
    for (int k = 0; k < state->own_count; k++)
        state->own[k][to] = state->own[k][from];
    state->id[to] = state->id[from];
}

static covey_status remove_agent(covey_world *world, int number, uint32_t id, covey_error *error)
{
    covey_flock *flock = covey_world_flock_at(world, number, error);
    if (flock == NULL)
        return COVEY_ARG;
    covey_state *state = &flock->state;
    size_t i = find_agent(flock, id, error);
    if (i == state->count)
        return COVEY_ARG;
    size_t last = state->count - 1;
    state->id[covey_state_find(state, (uint32_t)last)] = id;
    move(state, last, i);
    covey_flock_resize(flock, last);
    return COVEY_OK;
}

covey_status covey_world_remove(covey_world *world, int number, uint32_t id, covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK ? covey_world_leave(world, remove_agent(world, number, id, error))
                              : status;
}
