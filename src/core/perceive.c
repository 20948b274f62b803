// SPDX-License-Identifier: MIT
// Who senses whom: brings zones, flocks and kernels together, a block of agents at a time.
#include "core/perceive.h"

#include "core/space.h"
#include "core/zone.h"

#include <string.h>

/// Numbers of the zones of `flock` that sense in the relation `of` and that way.
static int zones_of(const covey_flock *flock, covey_of of, covey_way way, int *which)
{
    int count = 0;
    for (int z = 0; z < flock->zone_count; z++)
        if (flock->zones[z].of == of && flock->way[z] == way)
            which[count++] = z;
    return count;
}

static bool is_related(const covey_world *world, const covey_flock *flock, int other, covey_of of)
{
    switch (of) {
    case COVEY_OF_OWN:
        return world->flock[other] == flock;
    case COVEY_OF_PREDATORS:
        return world->flock[other]->hunts >= 0 && world->flock[world->flock[other]->hunts] == flock;
    case COVEY_OF_PREY:
        return flock->hunts == other;
    }
    return false;
}

/// True if the fast kernels may sense agents of `other` from those of `flock`.
static bool is_tame(const covey_world *world, const covey_flock *flock, const covey_flock *other)
{
    return flock->grid.tame && other->grid.tame && covey_space_is_tame(&world->def.space);
}

/// Likewise in floats.
static bool fits_floats(const covey_flock *flock, const covey_flock *other)
{
    return flock->grid.single && other->grid.single && other->grid.reach >= COVEY_SINGLE_LOW;
}

/// Agents begin … end - 1 of a flock that are to sense.
typedef struct look {
    const covey_world *world;
    const covey_flock *flock;
    size_t begin, end;
} look;

/// Senses with the zones of one relation and way, whatever flocks they mean.
static uint64_t sense_of(const look *work, covey_of of, covey_way way, covey_percept *percepts)
{
    const covey_world *world = work->world;
    const covey_flock *flock = work->flock;
    bool single = world->def.precision == COVEY_PRECISION_SINGLE;
    covey_kernel *kernel = world->kernel[way];
    uint64_t candidates = 0;
    int which[COVEY_MAX_ZONES];
    int count = zones_of(flock, of, way, which);
    bool begun = false;
    for (int number = 0; count > 0 && number < world->flock_count; number++) {
        if (!is_related(world, flock, number, of))
            continue;
        covey_flock *other = world->flock[number];
        covey_sense sense = {
            .space = &world->def.space,
            .params = flock->params.values,
            .from = &flock->state,
            .to = &other->state,
            .grid = &other->grid,
            .tree = &other->tree,
            .sums = &other->sums,
            .tame = single && way == COVEY_WAY_PAIRS ? fits_floats(flock, other)
                                                     : is_tame(world, flock, other),
            .zones = flock->zones,
            .bounds = flock->bounds,
            .from_single = &flock->single,
            .to_single = &other->single,
            .which = which,
            .which_count = count,
            .zone_count = flock->zone_count,
            .begun = begun,
        };
        for (int axis = 0; axis < COVEY_AXES && !single; axis++) {
            sense.from_heading[axis] = flock->spare.vel[axis];
            sense.to_heading[axis] = other->spare.vel[axis];
        }
        begun = true;
        candidates += kernel(&sense, work->begin, work->end, percepts);
    }
    const covey_percept nothing = {0};
    for (size_t i = 0; i < work->end - work->begin && !begun; i++)
        for (int k = 0; k < count; k++)
            percepts[i * (size_t)flock->zone_count + (size_t)which[k]] = nothing;
    return candidates;
}

static uint64_t sense_all(const look *work, covey_percept *percepts)
{
    uint64_t candidates = 0;
    for (int of = COVEY_OF_OWN; of <= COVEY_OF_PREY; of++)
        for (int way = COVEY_WAY_PAIRS; way <= COVEY_WAY_SUMS; way++)
            candidates += sense_of(work, (covey_of)of, (covey_way)way, percepts);
    return candidates;
}

/// True if what an agent counts depends on nothing but its place.
static bool depends_on_place(const covey_flock *flock)
{
    for (int z = 0; z < flock->zone_count; z++)
        if (flock->zones[z].blind_cos > -1.0 || flock->zones[z].nearest > 0 ||
            covey_zone_passes_self(&flock->zones[z]))
            return false;
    return true;
}

static bool same_place(const covey_state *state, size_t i, size_t j)
{
    return state->pos[0][i] == state->pos[0][j] && state->pos[1][i] == state->pos[1][j];
}

/// Where sums depend on the place alone, only the first of several agents on one place looks: a
/// crowd on one point costs no more than its number.
uint64_t covey_perceive(const covey_world *world, const covey_flock *flock, size_t begin,
                        size_t end, covey_percepts *percepts)
{
    size_t zones = (size_t)flock->zone_count, bytes = zones * sizeof(covey_percept);
    bool share = depends_on_place(flock);
    uint64_t candidates = 0;
    const covey_percept *last = percepts->has_before ? percepts->before : NULL;
    size_t i = begin;
    while (i < end) {
        covey_percept *here = &percepts->block[(i - begin) * zones];
        if (share && last != NULL && same_place(&flock->state, i, i - 1)) {
            memcpy(here, last, bytes);
            last = here;
            i++;
            continue;
        }
        size_t stop = i + 1;
        while (stop < end && !(share && same_place(&flock->state, stop, stop - 1)))
            stop++;
        candidates += sense_all(&(look){world, flock, i, stop}, here);
        last = here + (stop - i - 1) * zones;
        i = stop;
    }
    memcpy(percepts->before, percepts->block + (end - begin - 1) * zones, bytes);
    percepts->has_before = true;
    return candidates;
}

void covey_perceive_others(const covey_flock *flock, covey_percept *percepts)
{
    for (int z = 0; z < flock->zone_count; z++) {
        percepts[z].count -= flock->own_share[z];
        percepts[z].mass -= flock->own_share[z];
    }
}
