// SPDX-License-Identifier: MIT
// Worlds that have a part of a plane, and which agents are there.
#include "core/part.h"

#include "core/bodies.h"
#include "core/members.h"
#include "core/predation.h"
#include "core/world.h"

#include <string.h>

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

/// A part's agents come and go in each step, and have any ids: an index would take long to keep.
static void take_flock(covey_flock *flock, const covey_totals *total)
{
    bool indexed = flock->state.index != NULL;
    flock->total = total;
    bool keeps = total == NULL && flock->index.place != NULL;
    flock->state.index = flock->next.index = keeps ? &flock->index : NULL;
    if (keeps && !indexed)
        covey_index_fill(&flock->index, flock->state.id, flock->state.count);
}

void covey_part_take_slice(covey_world *world, covey_slice slice)
{
    world->slice = slice;
}

covey_status covey_part_make_room(covey_world *world, int number, size_t room, covey_error *error)
{
    covey_flock *flock = world->flock[number];
    size_t bytes_before = world->memory.bytes;
    world->changes++;
    if (covey_flock_make_room(&world->memory, flock, room) != COVEY_OK ||
        covey_bodies_make_room(world) != COVEY_OK || covey_catch_make_room(world) != COVEY_OK)
        return covey_fail(error, COVEY_MEMORY, "no memory for the %zu agents of flock %s", room,
                          flock->name);
    world->stats.agent_bytes += world->memory.bytes - bytes_before;
    covey_world_set_radii(world);
    return covey_world_take_trees(world, error);
}

void covey_part_take(covey_world *world, const covey_part *part)
{
    world->has_part = part != NULL;
    if (part != NULL)
        world->part = *part;
    for (int number = 0; number < world->flock_count; number++)
        take_flock(world->flock[number], part != NULL ? &world->part.total[number] : NULL);
}

// ---- Rows ----

/// All columns of a state that rows have, one after the other.
typedef struct columns {
    double *at[2 * COVEY_AXES + COVEY_MAX_EXTRA + COVEY_MAX_TRAITS];
    int count;
} columns;

static columns columns_of(const covey_state *state)
{
    columns all = {.count = 0};
    for (int axis = 0; axis < state->dim; axis++)
        all.at[all.count++] = state->pos[axis];
    for (int axis = 0; axis < state->dim; axis++)
        all.at[all.count++] = state->vel[axis];
    for (int k = 0; k < state->extra_count; k++)
        all.at[all.count++] = state->extra[k];
    for (int k = 0; k < state->trait_count; k++)
        all.at[all.count++] = state->trait[k];
    return all;
}

/// Words of user data and an aim, behind the columns.
#define AIM_WORDS (sizeof(covey_aim) / sizeof(uint64_t))

static size_t rest_of(const covey_state *state)
{
    return (state->user != NULL ? 1U : 0U) + (state->aim != NULL ? AIM_WORDS : 0U);
}

static void put_rest(const covey_state *state, size_t i, uint64_t *words)
{
    if (state->user != NULL)
        *words++ = state->user[i];
    if (state->aim != NULL)
        memcpy(words, &state->aim[i], sizeof *state->aim);
}

static void take_rest(const covey_state *state, size_t i, const uint64_t *words)
{
    if (state->user != NULL)
        state->user[i] = *words++;
    if (state->aim != NULL)
        memcpy(&state->aim[i], words, sizeof *state->aim);
}

size_t covey_part_width(const covey_world *world, int number)
{
    const covey_state *state = &world->flock[number]->state;
    return 1 + (size_t)columns_of(state).count + rest_of(state);
}

size_t covey_part_ghost_width(const covey_world *world, int number)
{
    const covey_flock *flock = world->flock[number];
    size_t words = 1 + 2 * (size_t)flock->state.dim;
    if (flock->traits.body >= 0) // the columns up to that of bodies
        words += (size_t)flock->state.extra_count + (size_t)flock->traits.body + 1;
    return words;
}

void covey_part_pack(const covey_world *world, int number, size_t begin, size_t end, uint64_t *rows)
{
    const covey_state *state = &world->flock[number]->state;
    const columns all = columns_of(state);
    const size_t width = covey_part_width(world, number);
    for (size_t i = begin; i < end; i++, rows += width) {
        rows[0] = state->id[i];
        for (int k = 0; k < all.count; k++)
            memcpy(&rows[1 + k], &all.at[k][i], sizeof *rows);
        put_rest(state, i, rows + 1 + all.count);
    }
}

covey_status covey_part_fill(covey_world *world, int number, const uint64_t *rows, size_t count,
                             covey_error *error)
{
    covey_flock *flock = world->flock[number];
    covey_state *state = &flock->state;
    const size_t width = covey_part_width(world, number);
    if (count > state->room)
        return covey_fail(error, COVEY_ARG, "flock %s has no room for %zu agents", flock->name,
                          count);
    covey_flock_resize(flock, 0);
    (void)covey_part_add(world, number, rows, count, width);
    if (state->index != NULL)
        covey_index_fill(&flock->index, state->id, count);
    return COVEY_OK;
}

void covey_part_pack_one(const covey_world *world, int number, size_t i, size_t width,
                         uint64_t *row)
{
    const covey_state *state = &world->flock[number]->state;
    const columns all = columns_of(state);
    row[0] = state->id[i];
    for (size_t k = 0; k < (size_t)all.count && k + 1 < width; k++)
        memcpy(&row[1 + k], &all.at[k][i], sizeof *row);
    if (width > 1 + (size_t)all.count)
        put_rest(state, i, row + 1 + all.count);
}

bool covey_part_add(covey_world *world, int number, const uint64_t *rows, size_t count,
                    size_t width)
{
    covey_flock *flock = world->flock[number];
    covey_state *state = &flock->state;
    const columns all = columns_of(state);
    size_t first = state->count;
    if (count > state->room - first)
        return false;
    world->changes++;
    flock->has_before = false;
    covey_flock_resize(flock, first + count);
    for (size_t i = first; i < first + count; i++, rows += width) {
        state->id[i] = (covey_id)rows[0];
        for (size_t k = 0; k < (size_t)all.count && k + 1 < width; k++)
            memcpy(&all.at[k][i], &rows[1 + k], sizeof *rows);
        if (width > 1 + (size_t)all.count)
            take_rest(state, i, rows + 1 + all.count);
        if (rows[0] >= flock->index.next)
            flock->index.next = rows[0] + 1;
    }
    return true;
}

void covey_part_spawn(covey_world *world, int number, covey_id id, covey_pose pose)
{
    covey_flock *flock = world->flock[number];
    size_t i = flock->state.count;
    world->changes++;
    flock->state.id[i] = id;
    covey_flock_resize(flock, i + 1);
    covey_traits_draw(&flock->traits, &flock->state, flock->seed, i);
    covey_members_put(world, flock, i, pose);
}

void covey_part_drop(covey_world *world, int number, size_t i)
{
    covey_flock *flock = world->flock[number];
    covey_state *state = &flock->state;
    const columns all = columns_of(state);
    size_t last = state->count - 1;
    state->id[i] = state->id[last];
    for (int k = 0; k < all.count; k++)
        all.at[k][i] = all.at[k][last];
    if (state->user != NULL)
        state->user[i] = state->user[last];
    if (state->aim != NULL)
        state->aim[i] = state->aim[last];
    covey_flock_resize(flock, last);
}

bool covey_part_stepped(const covey_world *world, int number, size_t i)
{
    const covey_state *before = &world->flock[number]->next;
    return !world->has_part || covey_region_holds(&world->part.own, covey_state_pos(before, i));
}
