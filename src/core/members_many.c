// SPDX-License-Identifier: MIT
// Many agents of a flock at once, all or none: everything is checked before anything is changed.
#include "core/members.h"

#include "covey/batch.h"

#include <float.h>
#include <inttypes.h>
#include <string.h>

/// Several agents of a flock, and the change to make.
typedef struct batch {
    covey_flock *flock;
    size_t count;
    const covey_id *ids;
    const covey_pose *poses;
    const covey_vec *changes;
} batch;

/// Finds the flock. COVEY_ARG if there is none, or if an array that is needed is NULL.
static covey_status begin(const covey_world *world, int number, bool complete, batch *all,
                          covey_error *error)
{
    all->flock = covey_world_flock_at(world, number, error);
    if (all->flock == NULL)
        return COVEY_ARG;
    if (all->count > 0 && !complete)
        return covey_fail(error, COVEY_ARG, "an array of %zu agents is NULL", all->count);
    return COVEY_OK;
}

/// The pose that agent k, at index i, is to have.
static covey_pose pose_of(const batch *all, size_t k, size_t i)
{
    return all->changes != NULL ? covey_members_pushed(all->flock, i, all->changes[k])
                                : all->poses[k];
}

/// Marks of agents by index, all 0, to find ids that repeat: in scratch of the sort.
static uint32_t *clear_marks(const covey_flock *flock)
{
    memset(flock->grid.bucket, 0, flock->state.count * sizeof *flock->grid.bucket);
    return flock->grid.bucket;
}

static bool is_within(covey_vec v, double bound)
{
    return fabs(v.x) <= bound && fabs(v.y) <= bound && fabs(v.z) <= bound;
}

/// Refuses pushes that could sum up, for an agent that is listed twice, to more than the finite
/// range half way through the batch: no sum does where each push is below its share of the range.
static covey_status check_sums(const batch *all, covey_error *error)
{
    const covey_flock *flock = all->flock;
    double most = flock->precision == COVEY_PRECISION_SINGLE ? (double)FLT_MAX : DBL_MAX;
    double bound = most / 4.0 / (double)all->count;
    for (size_t k = 0; k < all->count; k++) {
        size_t i = covey_members_find(flock, all->ids[k], NULL);
        if (!is_within(all->changes[k], bound) ||
            !is_within(covey_state_vel(&flock->state, i), bound))
            return covey_fail(error, COVEY_ARG,
                              "agent %" COVEY_PRI_ID
                              " of flock %s has a velocity or change too long for a batch "
                              "in which an agent is pushed twice",
                              all->ids[k], flock->name);
    }
    return COVEY_OK;
}

static covey_status put_all(const covey_world *world, const batch *all, covey_error *error)
{
    const covey_state *state = &all->flock->state;
    uint32_t *marked = clear_marks(all->flock);
    bool repeats = false;
    for (size_t k = 0; k < all->count; k++) {
        size_t i = covey_members_find(all->flock, all->ids[k], error);
        if (i == state->count)
            return COVEY_ARG;
        covey_pose pose = pose_of(all, k, i);
        if (covey_members_settle(world, all->flock, all->ids[k], &pose, error) != COVEY_OK)
            return COVEY_ARG;
        repeats = repeats || marked[i] != 0;
        marked[i] = 1;
    }
    if (repeats && all->changes != NULL && check_sums(all, error) != COVEY_OK)
        return COVEY_ARG;
    if (all->poses != NULL && all->count > COVEY_QUERY_TAIL)
        all->flock->query.changes = 0;
    for (size_t k = 0; k < all->count; k++) {
        size_t i = covey_members_find(all->flock, all->ids[k], NULL);
        covey_pose pose = pose_of(all, k, i);
        if (covey_members_settle(world, all->flock, all->ids[k], &pose, NULL) != COVEY_OK)
            continue;
        if (all->poses != NULL)
            covey_members_move(world, all->flock, i, pose);
        else
            covey_members_put(world, all->flock, i, pose); // a push moves none
    }
    return COVEY_OK;
}

/// Puts or pushes the agents of a batch. COVEY_ARG for one without ids, or poses or pushes.
static covey_status change(covey_world *world, int flock, batch *all, covey_error *error)
{
    bool given = all->ids != NULL && (all->poses != NULL || all->changes != NULL);
    covey_status status = covey_world_enter(world, error);
    if (status != COVEY_OK)
        return status;
    status = begin(world, flock, given, all, error);
    status = status == COVEY_OK ? put_all(world, all, error) : status;
    return covey_world_leave_still(world, status); // trees have the places of now
}

covey_status covey_world_put_many(covey_world *world, int flock, size_t count, const covey_id *ids,
                                  const covey_pose *poses, covey_error *error)
{
    batch all = {.count = count, .ids = ids, .poses = poses};
    return change(world, flock, &all, error);
}

covey_status covey_world_push_many(covey_world *world, int flock, size_t count, const covey_id *ids,
                                   const covey_vec *changes, covey_error *error)
{
    batch all = {.count = count, .ids = ids, .changes = changes};
    return change(world, flock, &all, error);
}

covey_status covey_world_push(covey_world *world, int flock, covey_id id, covey_vec change,
                              covey_error *error)
{
    return covey_world_push_many(world, flock, 1, &id, &change, error);
}

static covey_status spawn_all(const covey_world *world, const batch *all, covey_id *first,
                              covey_error *error)
{
    covey_flock *flock = all->flock;
    covey_id next = (covey_id)flock->index.next;
    if (covey_members_check_room(flock, all->count, error) != COVEY_OK)
        return COVEY_ARG;
    for (size_t k = 0; k < all->count; k++) {
        covey_pose pose = all->poses[k];
        if (covey_members_settle(world, flock, next + (covey_id)k, &pose, error) != COVEY_OK)
            return COVEY_ARG;
    }
    for (size_t k = 0; k < all->count; k++) {
        covey_pose pose = all->poses[k];
        (void)covey_place_settle(&world->def, &pose);
        (void)covey_members_add(world, flock, pose);
        covey_members_note_added(world, flock, flock->state.count - 1);
    }
    if (first != NULL)
        *first = next;
    return COVEY_OK;
}

covey_status covey_world_spawn_many(covey_world *world, int flock, size_t count,
                                    const covey_pose *poses, covey_id *first, covey_error *error)
{
    batch all = {.count = count, .poses = poses};
    covey_status status = covey_world_enter(world, error);
    if (status != COVEY_OK)
        return status;
    status = begin(world, flock, poses != NULL, &all, error);
    return covey_world_leave_still(world, status == COVEY_OK ? spawn_all(world, &all, first, error)
                                                             : status);
}

static covey_status remove_all(const covey_world *world, const batch *all, covey_error *error)
{
    covey_flock *flock = all->flock;
    uint32_t *marked = clear_marks(flock);
    for (size_t k = 0; k < all->count; k++) {
        size_t i = covey_members_find(flock, all->ids[k], error);
        if (i == flock->state.count)
            return COVEY_ARG;
        if (marked[i]++ > 0)
            return covey_fail(error, COVEY_ARG,
                              "agent %" COVEY_PRI_ID " of flock %s is to be removed twice",
                              all->ids[k], flock->name);
    }
    for (size_t k = 0; k < all->count; k++) {
        covey_members_drop(flock, covey_members_find(flock, all->ids[k], NULL));
        covey_members_note_dropped(world, flock);
    }
    return COVEY_OK;
}

covey_status covey_world_remove_many(covey_world *world, int flock, size_t count,
                                     const covey_id *ids, covey_error *error)
{
    batch all = {.count = count, .ids = ids};
    covey_status status = covey_world_enter(world, error);
    if (status != COVEY_OK)
        return status;
    status = begin(world, flock, ids != NULL, &all, error);
    return covey_world_leave_still(world,
                                   status == COVEY_OK ? remove_all(world, &all, error) : status);
}

covey_status covey_world_get_many(const covey_world *world, int flock, size_t count,
                                  const covey_id *ids, covey_pose *poses, covey_error *error)
{
    batch all = {.count = count, .ids = ids};
    covey_status status = begin(world, flock, ids != NULL && poses != NULL, &all, error);
    for (size_t k = 0; k < count && status == COVEY_OK; k++)
        if (covey_members_find(all.flock, ids[k], error) == all.flock->state.count)
            status = COVEY_ARG;
    for (size_t k = 0; k < count && status == COVEY_OK; k++)
        status = covey_world_get(world, flock, ids[k], &poses[k], error);
    return status;
}
