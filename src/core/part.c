// SPDX-License-Identifier: MIT
// Worlds that have a part of a plane, and which agents are there.
#include "core/part.h"

#include "core/world.h"

covey_totals covey_part_totals(const covey_world *world, int number)
{
    const covey_state *state = &world->flock[number]->state;
    if (!world->has_part)
        return covey_totals_of(state);
    covey_totals totals = covey_totals_none();
    for (size_t i = 0; i < state->count; i++) {
        covey_vec pos = covey_state_pos(state, i);
        if (covey_region_holds(&world->part.own, pos))
            covey_totals_add(&totals, pos, covey_state_vel(state, i));
    }
    return totals;
}

void covey_part_take(covey_world *world, const covey_part *part)
{
    world->has_part = part != NULL;
    if (part != NULL)
        world->part = *part;
    for (int number = 0; number < world->flock_count; number++)
        world->flock[number]->total = part != NULL ? &world->part.total[number] : NULL;
}

covey_status covey_part_fill(covey_world *world, int number, const covey_agent *agents,
                             size_t count, covey_error *error)
{
    covey_flock *flock = world->flock[number];
    covey_state *state = &flock->state;
    if (count > state->room)
        return covey_fail(error, COVEY_ARG, "flock %s has no room for %zu agents", flock->name,
                          count);
    if (flock->traits.count > 0 || state->user != NULL)
        return covey_fail(error, COVEY_ARG,
                          "flock %s has traits or user data, which parts do not hand over",
                          flock->name);
    world->changes++;
    flock->has_before = false;
    covey_flock_resize(flock, count);
    for (size_t i = 0; i < count; i++) {
        state->id[i] = agents[i].id;
        covey_state_put_pos(state, i, agents[i].pos);
        covey_state_put_vel(state, i, agents[i].vel);
        for (int k = 0; k < state->extra_count; k++)
            state->extra[k][i] = agents[i].extra[k];
        if (agents[i].id >= flock->index.next)
            flock->index.next = (uint64_t)agents[i].id + 1;
    }
    covey_index_fill(&flock->index, state->id, count);
    return COVEY_OK;
}

bool covey_part_stepped(const covey_world *world, int number, size_t i)
{
    const covey_state *before = &world->flock[number]->next;
    return !world->has_part || covey_region_holds(&world->part.own, covey_state_pos(before, i));
}
