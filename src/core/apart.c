// SPDX-License-Identifier: MIT
// Agents at one place. They have no way apart, so a rule that repels would keep them together for
// ever: with the same velocity they decide the same. So agents of a flock at the very same place
// part two by two, in the order of their ids: each sees the one before it and the one behind it at
// 1/64 of a zone's radius, in a direction that is a function of the seed, the step and both ids,
// opposite for the two. That is so in the zones by which a model lets agents repel; in all others
// the offset between them is 0.
//
// Kernels add 0 for such pairs; the share is added here, the same for every kernel. Agents of one
// place are in one cell, where ids ascend, and so in one bucket of the grid; unless agents move
// between two sorts.
#include "core/apart.h"

#include "base/bits.h"
#include "base/math_trig.h"
#include "base/streams.h"
#include "core/columns.h"
#include "geometry/stray.h"
#include "kernels/pair.h"

#define TURN 6.283185307179586
#define SHARE 0x1p-6 // of the radius

enum { MOST_AT_ONCE = 4 * COVEY_BLOCK };

/// The direction from the agent of the lower id to the other one.
static covey_vec way_of(const covey_flock *flock, uint64_t step, covey_id low, covey_id high)
{
    uint64_t seed = covey_hash_word(flock->seed, (uint64_t)high);
    covey_vec way = covey_direction(TURN * covey_uniform(seed, step, low, COVEY_STREAM_PARTING));
    if (!covey_state_is_deep(&flock->state))
        return way;
    double z = 2.0 * covey_uniform(seed, step, low, COVEY_STREAM_PARTING + 1) - 1.0;
    covey_vec deep = covey_vec_scale(way, sqrt(1.0 - z * z));
    deep.z = z;
    return deep;
}

/// Adds the share of an agent that is seen in that direction.
static void add_share(const covey_flock *flock, covey_vec way, size_t k, covey_senses *senses)
{
    const covey_zone_plan *plan = &flock->plan;
    const covey_sense sense = {.zones = plan->zones, .falloff = plan->falloff};
    for (int z = 0; z < plan->count; z++) {
        const covey_zone *zone = &plan->zones[z];
        double d = zone->radius * SHARE;
        if ((plan->parting >> z & 1u) == 0 || d == 0.0)
            continue;
        const covey_pair pair = {covey_vec_scale(way, d), d * d, d};
        covey_vec share = covey_pair_weigh(zone, &pair, covey_pair_factor(&sense, zone, &pair));
        senses->zone[z].offset[0][k] += share.x;
        senses->zone[z].offset[1][k] += share.y;
        if (covey_state_is_deep(&flock->state))
            senses->zone[z].offset[2][k] += share.z;
    }
}

/// Agent i, number k of its block, parts from agents of the ids `low` and `high`, if it has them.
typedef struct parting {
    size_t i, k;
    bool has_low, has_high;
    covey_id low, high;
} parting;

static void part_from(const covey_flock *flock, uint64_t step, const parting *at,
                      covey_senses *senses)
{
    covey_id own = flock->state.id[at->i];
    if (at->has_low)
        add_share(flock, covey_vec_scale(way_of(flock, step, at->low, own), -1.0), at->k, senses);
    if (at->has_high)
        add_share(flock, way_of(flock, step, own, at->high), at->k, senses);
}

/// The ids next to that of agent i among the agents that are where it is now, wherever they stood.
static parting find_astray(const covey_space *space, const covey_flock *flock, size_t i)
{
    const covey_state *state = &flock->state;
    parting at = {.i = i};
    covey_grid_run runs[COVEY_GRID_RUNS];
    int count = covey_stray_runs(&flock->grid, space, state, covey_state_pos(state, i), runs);
    for (int k = 0; k < count; k++)
        for (size_t j = runs[k].begin; j < runs[k].end; j++) {
            covey_id id = state->id[j];
            if (j == i || !covey_state_same_place(state, i, j))
                continue;
            if (id < state->id[i]) {
                at.low = at.has_low && at.low > id ? at.low : id;
                at.has_low = true;
            } else {
                at.high = at.has_high && at.high < id ? at.high : id;
                at.has_high = true;
            }
        }
    return at;
}

/// Agents begin … end - 1 of the bucket low … high - 1.
typedef struct bucket {
    size_t low, high, begin, end;
} bucket;

/// False if no two of them have the same x, as nearly always.
static bool may_share(const double *x, const bucket *at)
{
    bool same = false;
    for (size_t i = at->begin; i < at->end && !same; i++) {
        covey_columns_hold(x + i + 1, x[i], at->high - i - 1, &same);
        if (!same)
            covey_columns_hold(x + at->low, x[i], at->begin - at->low, &same);
    }
    return same;
}

static void part(const covey_flock *flock, uint64_t step, const bucket *at, size_t first,
                 covey_senses *senses)
{
    const covey_state *state = &flock->state;
    for (size_t i = at->begin; i < at->end; i++) {
        size_t before = i, behind = i + 1;
        while (before > at->low && !covey_state_same_place(state, i, before - 1))
            before--;
        while (behind < at->high && !covey_state_same_place(state, i, behind))
            behind++;
        parting found = {i, i - first, before > at->low, behind < at->high, 0, 0};
        found.low = found.has_low ? state->id[before - 1] : 0;
        found.high = found.has_high ? state->id[behind] : 0;
        part_from(flock, step, &found, senses);
    }
}

/// The bucket with agent i.
static size_t bucket_of(const covey_grid *grid, size_t i)
{
    size_t low = 0, high = grid->buckets;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (grid->start[middle] <= i)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/// True if no two agents of one bucket have the same x, as nearly always, for the buckets from
/// `first` on with agents up to `end`; where these are many, false.
static bool are_apart(const covey_flock *flock, size_t first, size_t end)
{
    const uint32_t *start = flock->grid.start + first;
    uint32_t low = *start, high = low, most = 0;
    while (high < (uint32_t)end) {
        uint32_t next = *++start;
        most = next - high > most ? next - high : most;
        high = next;
    }
    bool meet = true;
    if (high - low <= MOST_AT_ONCE)
        covey_columns_meet(flock->state.pos[0] + low, high - low, most, &meet);
    return !meet;
}

void covey_apart_see(const covey_world *world, const covey_flock *flock, size_t begin, size_t end,
                     covey_senses *senses)
{
    for (size_t i = begin; i < end && flock->grid.strays; i++) {
        parting found = find_astray(&world->def.space, flock, i);
        found.k = i - begin;
        part_from(flock, world->step, &found, senses);
    }
    if (flock->grid.strays)
        return;
    const uint32_t *start = flock->grid.start;
    size_t from = begin, first = bucket_of(&flock->grid, begin);
    if (are_apart(flock, first, end))
        return;
    for (size_t b = first; from < end; b++) {
        bucket at = {start[b], start[b + 1], from, start[b + 1] < end ? start[b + 1] : end};
        if (at.high - at.low > 1 && may_share(flock->state.pos[0], &at))
            part(flock, world->step, &at, begin, senses);
        from = at.end;
    }
}
