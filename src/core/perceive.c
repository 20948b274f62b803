// SPDX-License-Identifier: MIT
// Sensing: calls the kernels for the zones of a flock, a block of agents at a time.
#include "core/perceive.h"

#include "core/apart.h"
#include "core/columns.h"
#include "geometry/space.h"
#include "kernels/zone.h"

#include <string.h>

/// True if agents of `flock` may sense agents of `other` by the fast kernels.
static bool are_safe(const covey_world *world, const covey_flock *flock, const covey_flock *other)
{
    return flock->grid.safe && other->grid.safe && covey_space_is_safe(&world->def.space);
}

/// True if agents of `flock` may sense agents of `other` by the fast kernels in floats.
static bool fits_floats(const covey_flock *flock, const covey_flock *other)
{
    return flock->grid.single && other->grid.single && other->grid.reach >= COVEY_SINGLE_LOW;
}

/// Agents begin … end - 1 of a flock that are to sense; the columns begin with agent `origin`.
typedef struct look {
    const covey_world *world;
    const covey_flock *flock;
    size_t origin, begin, end;
} look;

/// The percepts of zones without any flock of their relation: zero.
static void sense_nothing(const look *work, const covey_zone_batch *zones,
                          const covey_percept_columns *columns)
{
    const covey_percept nothing = {0};
    for (int k = 0; k < zones->count; k++)
        for (size_t i = work->begin; i < work->end; i++)
            covey_percept_columns_put(&columns[zones->which[k]], i - work->origin, nothing);
}

/// Senses with the zones of one relation and way, in all flocks of that relation.
static uint64_t sense_of(const look *work, const covey_zone_batch *zones,
                         const covey_percept_columns *columns)
{
    const covey_world *world = work->world;
    const covey_flock *flock = work->flock;
    bool single = world->def.precision == COVEY_PRECISION_SINGLE;
    covey_kernel *kernel = world->kernel[zones->way];
    uint64_t candidates = 0;
    bool begun = false;
    for (int number = 0; number < world->flock_count; number++) {
        if (!covey_world_meets(world, flock->number, zones->of, zones->to, number))
            continue;
        covey_flock *other = world->flock[number];
        // All members, or compilers clear it first, which takes long.
        const covey_sense sense = {
            .space = &world->def.space,
            .from = &flock->state,
            .to = &other->state,
            .grid = &other->grid,
            .tree = &other->tree,
            .sums = &other->sums,
            .safe = single && zones->way == COVEY_WAY_PAIRS ? fits_floats(flock, other)
                                                            : are_safe(world, flock, other),
            .params = flock->params.values,
            .zones = flock->plan.zones,
            .bounds = flock->plan.bounds,
            .falloff = flock->plan.falloff,
            .from_heading = {flock->heading[0], flock->heading[1], flock->heading[2]},
            .to_heading = {other->heading[0], other->heading[1], other->heading[2]},
            .from_single = &flock->single,
            .to_single = &other->single,
            .which = zones->which,
            .which_count = zones->count,
            .origin = work->origin,
            .begun = begun,
        };
        begun = true;
        candidates += kernel(&sense, work->begin, work->end, columns);
    }
    if (!begun)
        sense_nothing(work, zones, columns);
    return candidates;
}

static uint64_t sense_all(const look *work, const covey_percept_columns *columns)
{
    uint64_t candidates = 0;
    for (int k = 0; k < work->flock->plan.batches; k++)
        candidates += sense_of(work, &work->flock->plan.batch[k], columns);
    return candidates;
}

/// True if the percepts of an agent, itself counted in, depend on its position alone.
static bool depends_on_place(const covey_flock *flock)
{
    for (int z = 0; z < flock->plan.count; z++)
        if (!covey_zone_plan_rests(&flock->plan, z) &&
            (flock->plan.zones[z].blind_cos > -1.0 || flock->plan.zones[z].nearest > 0 ||
             covey_zone_asks_each(&flock->plan.zones[z]) ||
             covey_zone_passes_self(&flock->plan.zones[z])))
            return false;
    return true;
}

/// False if no agent, the first aside, has the place of the one before; z is not looked at.
static bool share_places(const covey_state *state, size_t begin, size_t end)
{
    bool repeat;
    covey_columns_repeat(state->pos[0] + begin, state->pos[1] + begin, end - begin, &repeat);
    return repeat;
}

/// Gives agent i the percepts of the agent before it.
static void repeat(const look *work, size_t i, covey_senses *senses)
{
    size_t k = i - work->origin;
    for (int z = 0; z < work->flock->plan.count; z++)
        covey_percept_columns_put(&senses->columns[z], k,
                                  k > 0
                                      ? covey_percepts_at(&senses->zone[z], k - 1,
                                                          covey_state_is_deep(&work->flock->state))
                                      : senses->before[z]);
}

/// First agent with known or requested percepts, of a block that begins with `begin`.
static size_t first_of(const covey_senses *senses, size_t begin)
{
    return senses->next == begin && begin > 0 ? begin - 1 : begin;
}

/// Senses once for all agents at the same position: a crowd on one point takes a time that grows
/// with its number, not with the square of it.
static uint64_t sense_places(const look *all, covey_senses *senses)
{
    const covey_state *state = &all->flock->state;
    size_t first = first_of(senses, all->begin);
    uint64_t candidates = 0;
    look some = *all;
    while (some.begin < all->end) {
        size_t i = some.begin;
        if (i > first && covey_state_same_place(state, i, i - 1)) {
            repeat(all, i, senses);
            some.begin++;
            continue;
        }
        some.end = i + 1;
        while (some.end < all->end && !covey_state_same_place(state, some.end, some.end - 1))
            some.end++;
        candidates += sense_all(&some, senses->columns);
        some.begin = some.end;
    }
    return candidates;
}

void covey_perceive_begin(const covey_flock *flock, covey_senses *senses)
{
    const size_t axes = (size_t)flock->state.dim;
    senses->next = 0;
    for (int z = 0; z < flock->plan.count; z++) {
        covey_percepts *zone = &senses->zone[z];
        senses->columns[z] = covey_percept_columns_of(zone);
        if (!covey_state_is_deep(&flock->state))
            senses->columns[z].offset[2] = senses->columns[z].carried[2] = NULL;
        if (covey_zone_plan_rests(&flock->plan, z))
            memset(zone, 0, sizeof *zone);
        // Kernels may leave these columns as they are.
        if (flock->plan.zones[z].weight == COVEY_WEIGHT_NOTHING)
            memset(zone->offset, 0, axes * sizeof *zone->offset);
        if (flock->plan.zones[z].carry == COVEY_CARRY_NOTHING)
            memset(zone->carried, 0, axes * sizeof *zone->carried);
    }
}

uint64_t covey_perceive(const covey_world *world, const covey_flock *flock, size_t begin,
                        size_t end, covey_senses *senses)
{
    const look all = {world, flock, begin, begin, end};
    size_t first = first_of(senses, begin);
    bool share = share_places(&flock->state, first, end) && depends_on_place(flock);
    uint64_t candidates = share ? sense_places(&all, senses) : sense_all(&all, senses->columns);
    for (int z = 0; z < flock->plan.count; z++)
        senses->before[z] = covey_percepts_at(&senses->zone[z], end - begin - 1,
                                              covey_state_is_deep(&flock->state));
    senses->next = end;
    return candidates;
}

uint64_t covey_perceive_range(const covey_world *world, const covey_flock *flock, size_t begin,
                              size_t end, const covey_percept_columns columns[COVEY_MAX_ZONES])
{
    const look all = {world, flock, begin, begin, end};
    return sense_all(&all, columns);
}

void covey_perceive_others(const covey_world *world, const covey_flock *flock, size_t count,
                           covey_senses *senses)
{
    if (flock->plan.parting != 0)
        covey_apart_see(world, flock, senses->next - count, senses->next, senses);
    for (int z = 0; z < flock->plan.count; z++) {
        if (flock->plan.self_share[z] == 0.0)
            continue;
        covey_columns_lower(flock->plan.self_share[z], count, senses->zone[z].count);
        covey_columns_lower(flock->plan.self_share[z], count, senses->zone[z].weight_sum);
    }
}

covey_status covey_perceive_ready(covey_world *world)
{
    if (world->error.status == COVEY_DIVERGED)
        return COVEY_DIVERGED;
    if (!covey_parallel_begin(&world->workers))
        return COVEY_SYSTEM;
    covey_world_sort(world);
    if (!covey_parallel_rounds_right(&world->workers))
        return COVEY_SYSTEM;
    return COVEY_OK;
}

void covey_perceive_one(const covey_world *world, const covey_flock *flock, size_t i,
                        covey_percept percepts[COVEY_MAX_ZONES])
{
    covey_senses senses;
    covey_perceive_begin(flock, &senses);
    (void)covey_perceive(world, flock, i, i + 1, &senses);
    covey_perceive_others(world, flock, 1, &senses);
    for (int z = 0; z < flock->plan.count; z++)
        percepts[z] = covey_percepts_at(&senses.zone[z], 0, covey_state_is_deep(&flock->state));
}
