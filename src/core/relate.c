// SPDX-License-Identifier: MIT
// Relations between the flocks of a world, the radii that follow from them, and removal of flocks.
#include "base/minmax.h"
#include "core/events.h"
#include "core/schedule_list.h"
#include "core/world.h"

#include <string.h>

// ---- Relations ----

static bool responds(const covey_flock *flock, int other)
{
    for (int k = 0; k < flock->reactions.count; k++)
        if (flock->reactions.list[k].target == other)
            return true;
    return false;
}

bool covey_world_senses(const covey_world *world, int watcher, int other)
{
    const covey_flock *flock = world->flock[watcher];
    return watcher == other || flock->hunts == other || world->flock[other]->hunts == watcher ||
           responds(flock, other);
}

bool covey_world_meets(const covey_world *world, int watcher, covey_of of, int to, int other)
{
    switch (of) {
    case COVEY_OF_OWN:
        return watcher == other;
    case COVEY_OF_PREDATORS:
        return world->flock[other]->hunts == watcher;
    case COVEY_OF_PREY:
        return world->flock[watcher]->hunts == other;
    case COVEY_OF_NAMED:
        return world->flock[watcher]->reactions.list[to].target == other;
    }
    return false;
}

static void note_zones(const covey_world *world, int watcher, int other)
{
    const covey_zone_plan *plan = &world->flock[watcher]->plan;
    covey_sensed *sensed = &world->flock[other]->sensed;
    for (int z = 0; z < plan->count; z++) {
        if (!covey_world_meets(world, watcher, plan->zones[z].of, plan->to[z], other))
            continue;
        double *radius = &sensed->radius[plan->way[z]];
        *radius = covey_larger(*radius, plan->zones[z].radius);
        sensed->headings = sensed->headings || (plan->way[z] != COVEY_WAY_SUMS &&
                                                plan->zones[z].carry == COVEY_CARRY_HEADING);
    }
}

static void note_sensed(const covey_world *world, int number)
{
    covey_flock *flock = world->flock[number];
    flock->sensed = (covey_sensed){{-1.0, -1.0, -1.0}, covey_zone_plan_looks_ahead(&flock->plan)};
    for (int watcher = 0; watcher < world->flock_count; watcher++)
        note_zones(world, watcher, number);
}

void covey_world_relate(covey_world *world)
{
    for (int number = 0; number < world->flock_count; number++) {
        covey_reactions *all = &world->flock[number]->reactions;
        for (int k = 0; k < all->count; k++)
            all->list[k].target = covey_world_find(world, all->list[k].to);
    }
    for (int number = 0; number < world->flock_count; number++)
        note_sensed(world, number);
}

// ---- Removal ----

/// Takes a number out of those of the flocks that another number means; -1: it meant that one.
static int without(int number, int gone)
{
    if (number == gone)
        return -1;
    return number > gone ? number - 1 : number;
}

/// Removes the influences that act on the flock alone.
static void drop_influences(covey_world *world, int number)
{
    covey_influence_list *list = &world->influences;
    list->bounds.ready = false; // they know the numbers of flocks
    for (size_t k = 0; k < list->count; k++) {
        bool gone = list->item[k].flock == number;
        list->item[k].flock = without(list->item[k].flock, number);
        if (gone)
            covey_influence_drop(&world->memory, list, k--);
    }
}

static covey_status drop(covey_world *world, int number, covey_error *error)
{
    covey_flock *gone = covey_world_flock_at(world, number, error);
    if (gone == NULL)
        return COVEY_ARG;
    if (world->has_part)
        return covey_fail(error, COVEY_ARG, "a world that owns a part keeps its flocks");
    drop_influences(world, number);
    covey_events_drop_flock(world, number);
    covey_schedule_drop_flock(world, number);
    world->flock_count--;
    memmove(&world->flock[number], &world->flock[number + 1],
            (size_t)(world->flock_count - number) * sizeof(covey_flock *));
    for (int k = 0; k < world->flock_count; k++) {
        covey_flock *flock = world->flock[k];
        flock->number = k;
        flock->hunts = without(flock->hunts, number);
    }
    if (world->error.status == COVEY_DIVERGED)
        world->error.flock = without(world->error.flock, number);
    covey_world_relate(world);
    covey_world_set_radii(world);
    size_t bytes_before = world->memory.bytes;
    covey_flock_destroy(&world->memory, gone);
    world->stats.agent_bytes -= bytes_before - world->memory.bytes;
    return COVEY_OK;
}

covey_status covey_world_drop(covey_world *world, int number, covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK ? covey_world_leave(world, drop(world, number, error)) : status;
}
