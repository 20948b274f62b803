// SPDX-License-Identifier: MIT
// Numbers of agents by id: traits, and the user data that a program keeps with them.
// All is checked before anything is changed or written.
#include "base/misuse.h"
#include "core/flock_traits.h"
#include "core/members.h"

// ---- Traits ----

int covey_world_traits(const covey_world *world, int number)
{
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    return flock != NULL ? flock->traits.count : 0;
}

covey_trait covey_world_trait(const covey_world *world, int number, int index)
{
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    if (flock == NULL || index < 0 || index >= flock->traits.count)
        return (covey_trait){.name = NULL};
    const covey_trait_use *use = &flock->traits.use[index];
    return (covey_trait){use->row->name, use->draws.from, flock->state.trait[index]};
}

/// Fails if the typical value of a trait does not go with the other parameters, as a highest speed
/// below the lowest.
static covey_status try_typical(covey_flock *flock, const covey_trait *trait, covey_error *error)
{
    void *values;
    const covey_param *row = covey_flock_param(flock, trait->name, &values);
    if (row == NULL || covey_distribution_check(&trait->from, row, NULL) != COVEY_OK)
        return COVEY_OK; // adding it fails
    covey_setting before = {trait->name, covey_param_value(row, values)};
    covey_setting typical = {trait->name, covey_distribution_typical(&trait->from, row)};
    (void)covey_flock_set(flock, &typical, NULL);
    covey_status status = covey_flock_update(flock, error);
    (void)covey_flock_set(flock, &before, NULL);
    (void)covey_flock_update(flock, NULL);
    return status;
}

static covey_status add(covey_world *world, int number, const covey_trait *trait,
                        covey_error *error)
{
    covey_flock *flock = covey_world_flock_at(world, number, error);
    if (flock == NULL)
        return COVEY_ARG;
    size_t bytes_before = world->memory.bytes;
    covey_status status = try_typical(flock, trait, error);
    if (status == COVEY_OK)
        status = covey_flock_traits_add(&world->memory, flock, trait, error);
    if (status == COVEY_OK)
        status = covey_flock_update(flock, error);
    covey_world_relate(world); // a weight of 0 that is a trait has a zone again
    if (status == COVEY_OK)
        status = covey_world_take_trees(world, error);
    covey_world_set_radii(world);
    world->stats.agent_bytes += world->memory.bytes - bytes_before;
    return status;
}

covey_status covey_world_trait_add(covey_world *world, int number, const covey_trait *trait,
                                   covey_error *error)
{
    if (trait == NULL)
        return covey_missing(error, __func__);
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK ? covey_world_leave_still(world, add(world, number, trait, error))
                              : status;
}

/// The trait of a flock by its name. COVEY_ARG, and -1.
static int find_trait(const covey_flock *flock, const char *name, covey_error *error)
{
    int trait = covey_traits_find(&flock->traits, name);
    if (trait < 0)
        covey_fail(error, COVEY_ARG, "flock %s has no trait called %s", flock->name,
                   name != NULL ? name : "(NULL)");
    return trait;
}

covey_status covey_world_trait_get(const covey_world *world, int number, const char *name,
                                   covey_agents of, double *values, covey_error *error)
{
    covey_members_meant asked;
    covey_status status = covey_members_mean(world, number, &of, values, &asked, error);
    int trait = status == COVEY_OK ? find_trait(asked.flock, name, error) : -1;
    for (size_t k = 0; k < of.count && trait >= 0; k++)
        values[k] = asked.flock->state.trait[trait][covey_members_at(&asked, k)];
    return trait >= 0 ? COVEY_OK : COVEY_ARG;
}

static covey_status put_trait(const covey_members_meant *asked, const char *name,
                              const double *values, covey_error *error)
{
    const covey_state *state = &asked->flock->state;
    int trait = find_trait(asked->flock, name, error);
    if (trait < 0)
        return COVEY_ARG;
    const covey_param *row = asked->flock->traits.use[trait].row;
    for (size_t k = 0; k < asked->of.count; k++) {
        covey_id id = state->id[covey_members_at(asked, k)];
        if (covey_flock_traits_check_value(row, values[k], id, error) != COVEY_OK)
            return COVEY_ARG;
    }
    for (size_t k = 0; k < asked->of.count; k++)
        state->trait[trait][covey_members_at(asked, k)] = values[k];
    return COVEY_OK;
}

covey_status covey_world_trait_put(covey_world *world, int number, const char *name,
                                   covey_agents of, const double *values, covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    if (status != COVEY_OK)
        return status;
    covey_members_meant asked;
    status = covey_members_mean(world, number, &of, values, &asked, error);
    return covey_world_leave_still(
        world, status == COVEY_OK ? put_trait(&asked, name, values, error) : status);
}

// ---- User data ----

static covey_status take_user(covey_world *world, int number, covey_error *error)
{
    covey_flock *flock = covey_world_flock_at(world, number, error);
    if (flock == NULL)
        return COVEY_ARG;
    size_t bytes_before = world->memory.bytes;
    covey_status status = covey_state_add_user(&world->memory, &flock->state, &flock->next);
    world->stats.agent_bytes += world->memory.bytes - bytes_before;
    return status == COVEY_OK ? status
                              : covey_fail(error, COVEY_MEMORY,
                                           "no memory for the user data of flock %s", flock->name);
}

covey_status covey_world_user_take(covey_world *world, int number, covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK ? covey_world_leave_still(world, take_user(world, number, error))
                              : status;
}

const uint64_t *covey_world_user(const covey_world *world, int number)
{
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    return flock != NULL ? flock->state.user : NULL;
}

static covey_status find_user(const covey_flock *flock, covey_error *error)
{
    if (flock->state.user != NULL)
        return COVEY_OK;
    return covey_fail(error, COVEY_ARG,
                      "flock %s has no user data: covey_world_user_take() gives it some",
                      flock->name);
}

covey_status covey_world_user_get(const covey_world *world, int number, covey_agents of,
                                  uint64_t *values, covey_error *error)
{
    covey_members_meant asked;
    covey_status status = covey_members_mean(world, number, &of, values, &asked, error);
    if (status == COVEY_OK)
        status = find_user(asked.flock, error);
    for (size_t k = 0; k < of.count && status == COVEY_OK; k++)
        values[k] = asked.flock->state.user[covey_members_at(&asked, k)];
    return status;
}

covey_status covey_world_user_put(covey_world *world, int number, covey_agents of,
                                  const uint64_t *values, covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    if (status != COVEY_OK)
        return status;
    covey_members_meant asked;
    status = covey_members_mean(world, number, &of, values, &asked, error);
    if (status == COVEY_OK)
        status = find_user(asked.flock, error);
    for (size_t k = 0; k < of.count && status == COVEY_OK; k++)
        asked.flock->state.user[covey_members_at(&asked, k)] = values[k];
    return covey_world_leave_still(world, status);
}
