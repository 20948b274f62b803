// SPDX-License-Identifier: MIT
// Worlds that have a part of a plane: totals, and which agents are there.
#include "core/part.h"

#include "base/minmax.h"
#include "core/world.h"

// ---- Totals ----

covey_totals covey_totals_none(void)
{
    covey_totals none = {0};
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        none.low[axis] = HUGE_VAL;
        none.high[axis] = -HUGE_VAL;
    }
    return none;
}

void covey_totals_add(covey_totals *totals, covey_vec pos, covey_vec vel)
{
    const double at[COVEY_AXES] = {pos.x, pos.y};
    totals->count++;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        totals->low[axis] = covey_smaller(at[axis], totals->low[axis]);
        totals->high[axis] = covey_larger(at[axis], totals->high[axis]);
    }
    totals->fastest = covey_larger(fabs(vel.x), totals->fastest);
    totals->fastest = covey_larger(fabs(vel.y), totals->fastest);
}

void covey_totals_merge(covey_totals *totals, const covey_totals *more)
{
    totals->count += more->count;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        totals->low[axis] = covey_smaller(more->low[axis], totals->low[axis]);
        totals->high[axis] = covey_larger(more->high[axis], totals->high[axis]);
    }
    totals->fastest = covey_larger(more->fastest, totals->fastest);
}

covey_totals covey_totals_of(const covey_state *state)
{
    covey_totals totals = covey_totals_none();
    for (size_t i = 0; i < state->count; i++)
        covey_totals_add(&totals, covey_state_pos(state, i), covey_state_vel(state, i));
    return totals;
}

bool covey_totals_fit_floats(const covey_totals *totals)
{
    double largest = 0.0;
    for (int axis = 0; axis < COVEY_AXES && totals->count > 0; axis++) {
        largest = covey_larger(fabs(totals->low[axis]), largest);
        largest = covey_larger(fabs(totals->high[axis]), largest);
    }
    return largest <= COVEY_SINGLE_HIGH;
}

covey_totals covey_part_totals(const covey_world *world, int number)
{
    const covey_state *state = &world->flock[number]->state;
    if (!world->has_part)
        return covey_totals_of(state);
    covey_totals totals = covey_totals_none();
    for (size_t i = 0; i < state->count; i++) {
        covey_vec pos = covey_state_pos(state, i);
        if (covey_box_holds(&world->part.own, pos))
            covey_totals_add(&totals, pos, covey_state_vel(state, i));
    }
    return totals;
}

// ---- Parts ----

void covey_world_take_part(covey_world *world, const covey_part *part)
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
    covey_flock_resize(flock, count);
    for (size_t i = 0; i < count; i++) {
        state->id[i] = agents[i].id;
        covey_state_put_pos(state, i, agents[i].pos);
        covey_state_put_vel(state, i, agents[i].vel);
        for (int k = 0; k < state->own_count; k++)
            state->own[k][i] = agents[i].own[k];
    }
    return COVEY_OK;
}

bool covey_part_stepped(const covey_world *world, int number, size_t i)
{
    const covey_state *before = &world->flock[number]->spare;
    return !world->has_part || covey_box_holds(&world->part.own, covey_state_pos(before, i));
}
