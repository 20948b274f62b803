// SPDX-License-Identifier: MIT
// Entering worlds, finding flocks in them, and looking at both. Nothing changes but the mark that a
// call is at work, so every file of the core may call this one.
#include "base/misuse.h"
#include "core/world.h"

#include <string.h>

covey_status covey_world_enter(covey_world *world, covey_error *error)
{
    if (world == NULL)
        return covey_fail(error, COVEY_ARG, "the world is NULL");
    COVEY_MISUSE(world->busy);
    if (world->busy)
        return covey_fail(error, COVEY_ARG,
                          "the world is being changed: a callback may look at it and no more");
    world->busy = true;
    world->rules = covey_rounding_begin();
    world->unchanged = world->changes++;
    return COVEY_OK;
}

covey_status covey_world_leave(covey_world *world, covey_status status)
{
    if (status == COVEY_ARG) // it was refused
        world->changes = world->unchanged;
    world->busy = false;
    covey_rounding_end(&world->rules);
    return status;
}

covey_status covey_world_leave_still(covey_world *world, covey_status status)
{
    world->changes = world->unchanged;
    return covey_world_leave(world, status);
}

// ---- Flocks ----

int covey_world_find(const covey_world *world, const char *name)
{
    if (world == NULL)
        return -1;
    for (int number = 0; number < world->flock_count && name != NULL; number++)
        if (strcmp(world->flock[number]->name, name) == 0)
            return number;
    return -1;
}

covey_flock *covey_world_flock_at(const covey_world *world, int number, covey_error *error)
{
    if (world != NULL && number >= 0 && number < world->flock_count)
        return world->flock[number];
    covey_fail(error, COVEY_ARG, "there is no flock number %d", number);
    return NULL;
}

// ---- Looking ----

const covey_error *covey_world_error(const covey_world *world)
{
    static const covey_error none = {.status = COVEY_ARG, .message = "the world is NULL"};
    return world != NULL ? &world->error : &none;
}

uint64_t covey_world_steps(const covey_world *world)
{
    if (world == NULL)
        return 0;
    return world->step;
}

int covey_world_flocks(const covey_world *world)
{
    if (world == NULL)
        return 0;
    return world->flock_count;
}

const char *covey_world_name(const covey_world *world, int number)
{
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    return flock != NULL ? flock->name : NULL;
}

const covey_model *covey_world_model(const covey_world *world, int number)
{
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    return flock != NULL ? flock->model : NULL;
}

const covey_motion *covey_world_motion(const covey_world *world, int number)
{
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    return flock != NULL ? flock->motion : NULL;
}

int covey_world_prey(const covey_world *world, int number)
{
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    return flock != NULL ? flock->hunts : -1;
}

int covey_world_responses(const covey_world *world, int number)
{
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    return flock != NULL ? flock->reactions.count : 0;
}

covey_response covey_world_response(const covey_world *world, int number, int index)
{
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    if (flock == NULL || index < 0 || index >= flock->reactions.count)
        return covey_response_default(NULL, COVEY_RESPONSE_FLEE);
    return flock->reactions.list[index].is;
}

double covey_world_body(const covey_world *world, int number)
{
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    return flock != NULL ? flock->body : 0.0;
}

uint64_t covey_world_entries(const covey_world *world, int number)
{
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    return flock != NULL ? flock->entries : 0;
}

int covey_world_zones(const covey_world *world, int number, covey_zone zones[COVEY_MAX_ZONES])
{
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    if (flock == NULL || zones == NULL)
        return 0;
    memcpy(zones, flock->plan.zones, sizeof flock->plan.zones);
    return flock->plan.own_count;
}

covey_view covey_world_view(const covey_world *world, int number)
{
    if (world == NULL)
        return (covey_view){0};
    covey_view view = {.step = world->step, .space = world->def.space};
    const covey_flock *flock = covey_world_flock_at(world, number, NULL);
    if (flock == NULL)
        return view;
    view.count = flock->state.count;
    view.id = flock->state.id;
    for (int axis = 0; axis < flock->state.dim; axis++) {
        view.pos[axis] = flock->state.pos[axis];
        view.vel[axis] = flock->state.vel[axis];
    }
    return view;
}

uint64_t covey_world_hash(const covey_world *world)
{
    if (world == NULL)
        return 0;
    uint64_t sum = 0;
    for (int number = 0; number < world->flock_count; number++)
        sum += covey_state_hash(&world->flock[number]->state, number);
    return sum;
}

covey_stats covey_world_stats(const covey_world *world)
{
    if (world == NULL)
        return (covey_stats){0};
    covey_stats stats = world->stats;
    stats.bytes = world->memory.bytes;
    return stats;
}
