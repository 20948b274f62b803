// SPDX-License-Identifier: MIT
// The agents of a flock between two steps: they are looked up, put elsewhere, added and removed by
// their ids. An id belongs to one agent for ever: the next one is above all that were given, and
// the id of an agent that was removed is not found any more.
#include "core/members.h"
#include "base/heap_sort.h"

#include "base/misuse.h"

#include <inttypes.h>

size_t covey_members_find(const covey_flock *flock, covey_id id, covey_error *error)
{
    size_t i = covey_state_find(&flock->state, id);
    if (i == flock->state.count)
        covey_fail(error, COVEY_ARG, "flock %s has no agent %" COVEY_PRI_ID, flock->name, id);
    return i;
}

covey_status covey_members_mean(const covey_world *world, int number, const covey_agents *of,
                                const void *values, covey_members_meant *meant, covey_error *error)
{
    *meant = (covey_members_meant){covey_world_flock_at(world, number, error), *of};
    if (meant->flock == NULL)
        return COVEY_ARG;
    size_t count = meant->flock->state.count;
    if (of->count > 0 && values == NULL)
        return covey_fail(error, COVEY_ARG, "an array of %zu agents is NULL", of->count);
    if (of->ids == NULL && of->count != count && of->count > 0)
        return covey_fail(error, COVEY_ARG, "flock %s has %zu agents, not %zu", meant->flock->name,
                          count, of->count);
    for (size_t k = 0; k < of->count && of->ids != NULL; k++)
        if (covey_members_find(meant->flock, of->ids[k], error) == count)
            return COVEY_ARG;
    return COVEY_OK;
}

covey_status covey_members_settle(const covey_world *world, const covey_flock *flock, covey_id id,
                                  covey_pose *pose, covey_error *error)
{
    const char *wrong = covey_place_settle(&world->def, pose);
    if (wrong == NULL)
        return COVEY_OK;
    return covey_fail(error, COVEY_ARG, "agent %" COVEY_PRI_ID " of flock %s %s", id, flock->name,
                      wrong);
}

void covey_members_put(const covey_world *world, covey_flock *flock, size_t i, covey_pose pose)
{
    covey_agent agent = covey_flock_any(flock, &world->def.space, world->step);
    agent.id = flock->state.id[i];
    agent.pos = pose.pos;
    agent.vel = pose.vel;
    covey_own_params own;
    if (flock->motion->init_from_velocity != NULL)
        flock->motion->init_from_velocity(covey_flock_motion_of(flock, i, &own), &agent);
    covey_flock_store(flock, i, &agent);
    covey_state_put_pos(&flock->next, i, covey_state_pos(&flock->state, i)); // it came no way
    covey_state_put_vel(&flock->next, i, covey_state_vel(&flock->state, i));
}

covey_pose covey_members_pushed(const covey_flock *flock, size_t i, covey_vec change)
{
    return (covey_pose){covey_state_pos(&flock->state, i),
                        covey_vec_add(covey_state_vel(&flock->state, i), change)};
}

covey_status covey_members_check_room(const covey_flock *flock, size_t count, covey_error *error)
{
    if (count > flock->capacity - flock->state.count)
        return covey_fail(error, COVEY_ARG, "flock %s has no room for more than %zu agents",
                          flock->name, flock->capacity);
    if (count > COVEY_INDEX_IDS - flock->index.next)
        return covey_fail(error, COVEY_ARG,
                          "flock %s has given all of its %llu ids, none of which is used again",
                          flock->name, (unsigned long long)COVEY_INDEX_IDS);
    return COVEY_OK;
}

covey_id covey_members_add(const covey_world *world, covey_flock *flock, covey_pose pose)
{
    size_t i = flock->state.count;
    covey_id id = (covey_id)flock->index.next;
    flock->state.id[i] = id;
    covey_flock_resize(flock, i + 1);
    covey_traits_draw(&flock->traits, &flock->state, flock->seed, i);
    if (flock->marks != NULL)
        flock->marks[i] = 0;
    covey_members_put(world, flock, i, pose);
    covey_index_add(&flock->index, flock->state.id, i);
    return id;
}

/// Moves position and velocity of the agent at index `from` to the index `to`.
static void move_pose(covey_state *state, size_t from, size_t to)
{
    covey_state_put_pos(state, to, covey_state_pos(state, from));
    covey_state_put_vel(state, to, covey_state_vel(state, from));
}

void covey_members_drop(covey_flock *flock, size_t i)
{
    covey_state *state = &flock->state;
    size_t last = state->count - 1;
    bool indexed = state->index != NULL; // else it had a part of the agents to begin with
    if (indexed)
        covey_index_remove(&flock->index, state->id[i]);
    if (i < last) {
        move_pose(state, last, i);
        move_pose(&flock->next, last, i); // where it was before the last step
        covey_state_move_traits(state, last, i);
        if (flock->marks != NULL)
            flock->marks[i] = flock->marks[last];
        for (int k = 0; k < state->extra_count; k++)
            state->extra[k][i] = state->extra[k][last];
        state->id[i] = state->id[last];
        if (indexed)
            covey_index_note(&flock->index, state->id, i, i + 1);
    }
    covey_flock_resize(flock, last);
}

void covey_members_move(const covey_world *world, covey_flock *flock, size_t i, covey_pose pose)
{
    covey_query_tree *tree = &flock->query;
    covey_vec from = covey_state_pos(&flock->state, i);
    covey_members_put(world, flock, i, pose);
    if (tree->id != NULL && tree->changes == world->unchanged &&
        !covey_query_tree_move(tree, flock->state.id[i], from, covey_state_pos(&flock->state, i)))
        tree->changes = 0;
}

static covey_status put_agent(covey_world *world, int number, covey_id id, covey_pose pose,
                              covey_error *error)
{
    covey_flock *flock = covey_world_flock_at(world, number, error);
    if (flock == NULL)
        return COVEY_ARG;
    size_t i = covey_members_find(flock, id, error);
    if (i == flock->state.count || covey_members_settle(world, flock, id, &pose, error) != COVEY_OK)
        return COVEY_ARG;
    covey_members_move(world, flock, i, pose);
    return COVEY_OK;
}

covey_status covey_world_put(covey_world *world, int number, covey_id id, covey_pose pose,
                             covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK
               ? covey_world_leave_still(world, put_agent(world, number, id, pose, error))
               : status;
}

void covey_members_note_added(const covey_world *world, covey_flock *flock, size_t i)
{
    covey_query_tree *tree = &flock->query;
    if (tree->id != NULL && tree->changes == world->unchanged &&
        !covey_query_tree_add(tree, flock->state.id[i], covey_state_pos(&flock->state, i)))
        tree->changes = 0;
}

void covey_members_note_dropped(const covey_world *world, covey_flock *flock)
{
    covey_query_tree *tree = &flock->query;
    if (tree->id != NULL && tree->changes == world->unchanged &&
        (flock->state.index == NULL || !covey_query_tree_remove(tree)))
        tree->changes = 0;
}

static covey_status spawn_agent(covey_world *world, int number, covey_pose pose, covey_id *id,
                                covey_error *error)
{
    covey_flock *flock = covey_world_flock_at(world, number, error);
    if (flock == NULL || covey_members_check_room(flock, 1, error) != COVEY_OK ||
        covey_members_settle(world, flock, (covey_id)flock->index.next, &pose, error) != COVEY_OK)
        return COVEY_ARG;
    covey_id given = covey_members_add(world, flock, pose);
    covey_members_note_added(world, flock, flock->state.count - 1);
    if (id != NULL)
        *id = given;
    return COVEY_OK;
}

covey_status covey_world_spawn(covey_world *world, int number, covey_pose pose, covey_id *id,
                               covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK
               ? covey_world_leave_still(world, spawn_agent(world, number, pose, id, error))
               : status;
}

static covey_status remove_agent(covey_world *world, int number, covey_id id, covey_error *error)
{
    covey_flock *flock = covey_world_flock_at(world, number, error);
    size_t i = flock != NULL ? covey_members_find(flock, id, error) : 0;
    if (flock == NULL || i == flock->state.count)
        return COVEY_ARG;
    covey_members_drop(flock, i);
    covey_members_note_dropped(world, flock);
    return COVEY_OK;
}

covey_status covey_world_remove(covey_world *world, int number, covey_id id, covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK
               ? covey_world_leave_still(world, remove_agent(world, number, id, error))
               : status;
}

// ---- Looking agents up ----

covey_status covey_world_get(const covey_world *world, int number, covey_id id, covey_pose *pose,
                             covey_error *error)
{
    if (pose == NULL)
        return covey_missing(error, __func__);
    const covey_flock *flock = covey_world_flock_at(world, number, error);
    if (flock == NULL)
        return COVEY_ARG;
    size_t i = covey_members_find(flock, id, error);
    if (i == flock->state.count)
        return COVEY_ARG;
    *pose = (covey_pose){covey_state_pos(&flock->state, i), covey_state_vel(&flock->state, i)};
    return COVEY_OK;
}

ptrdiff_t covey_world_index(const covey_world *world, int number, covey_id id)
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
