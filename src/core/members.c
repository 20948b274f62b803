// SPDX-License-Identifier: MIT
// The agents of a flock between two steps: they are looked up, put elsewhere, added and removed by
// their ids. An id belongs to one agent for ever: the next one is above all that were given, and
// the id of an agent that was removed is not found any more.
#include "core/world.h"

#include "base/id_order.h"
#include "base/misuse.h"

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
    if (flock->motion->init_from_velocity != NULL)
        flock->motion->init_from_velocity(flock->motion_params.values, &agent);
    covey_flock_store(flock, i, &agent);
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
    if (flock->index.next == COVEY_INDEX_IDS)
        return covey_fail(error, COVEY_ARG,
                          "flock %s has given all of its %llu ids, none of which is used again",
                          flock->name, (unsigned long long)COVEY_INDEX_IDS);
    flock->state.id[i] = (uint32_t)flock->index.next;
    covey_flock_resize(flock, i + 1);
    covey_status status = put(world, flock, i, pose, error);
    if (status != COVEY_OK) {
        covey_flock_resize(flock, i);
        return status;
    }
    covey_index_add(&flock->index, flock->state.id, i);
    if (id != NULL)
        *id = flock->state.id[i];
    return COVEY_OK;
}

covey_status covey_world_spawn(covey_world *world, int number, covey_pose pose, uint32_t *id,
                               covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK
               ? covey_world_leave(world, spawn_agent(world, number, pose, id, error))
               : status;
}

/// Moves the agent at index `from` to the index `to`.
static void move(covey_state *state, size_t from, size_t to)
{
    covey_state_put_pos(state, to, covey_state_pos(state, from));
    covey_state_put_vel(state, to, covey_state_vel(state, from));
    for (int k = 0; k < state->extra_count; k++)
        state->extra[k][to] = state->extra[k][from];
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
    covey_index_remove(&flock->index, id);
    if (i < last) {
        move(state, last, i);
        covey_index_note(&flock->index, state->id, i, i + 1);
    }
    covey_flock_resize(flock, last);
    return COVEY_OK;
}

covey_status covey_world_remove(covey_world *world, int number, uint32_t id, covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK ? covey_world_leave(world, remove_agent(world, number, id, error))
                              : status;
}

// ---- Looking agents up ----

covey_status covey_world_get(const covey_world *world, int number, uint32_t id, covey_pose *pose,
                             covey_error *error)
{
    if (pose == NULL)
        return covey_missing(error, __func__);
    const covey_flock *flock = covey_world_flock_at(world, number, error);
    if (flock == NULL)
        return COVEY_ARG;
    size_t i = find_agent(flock, id, error);
    if (i == flock->state.count)
        return COVEY_ARG;
    *pose = (covey_pose){covey_state_pos(&flock->state, i), covey_state_vel(&flock->state, i)};
    return COVEY_OK;
}

ptrdiff_t covey_world_index(const covey_world *world, int number, uint32_t id)
{
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    size_t i = flock != NULL ? covey_state_find(&flock->state, id) : 0;
    return flock != NULL && i < flock->state.count ? (ptrdiff_t)i : -1;
}

uint64_t covey_world_next_id(const covey_world *world, int number)
{
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    return flock != NULL ? flock->index.next : 0;
}

void covey_view_order(const covey_view *view, uint32_t *order)
{
    if (view != NULL && order != NULL)
        covey_id_order(view->id, view->count, order, order + view->count);
}
