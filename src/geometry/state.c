// SPDX-License-Identifier: MIT
// Arrays of a flock in one block of memory; the columns of its traits and user data, which come and
// go one by one, are beside it.
#include "geometry/state.h"

#include "base/bits.h"
#include "geometry/stream.h"

enum { NEAR_BYTES = 1 << 24 }; // of each of a flock's two states, where caches hold 32 MB

/// Of an agent.
static size_t numbers(const covey_state *state)
{
    return 2 * (size_t)state->dim + (size_t)state->extra_count;
}

static size_t block_bytes(const covey_state *state)
{
    size_t room = state->room;
    return numbers(state) * covey_state_stride(room, sizeof(double)) + room * sizeof(covey_id) +
           COVEY_LINE;
}

static double *cut(char **place, size_t room)
{
    double *array = (double *)(void *)*place;
    *place += covey_state_stride(room, sizeof(double));
    return array;
}

covey_status covey_state_create(covey_memory *memory, size_t room, int dim, int extra_count,
                                covey_state *state)
{
    *state = (covey_state){.count = room, .room = room, .dim = dim, .extra_count = extra_count};
    state->near = NEAR_BYTES / (numbers(state) * sizeof(double) + sizeof(covey_id));
    state->block = covey_memory_take(memory, 1, block_bytes(state));
    if (state->block == NULL)
        return COVEY_MEMORY;
    size_t shift = (COVEY_LINE - (uintptr_t)state->block % COVEY_LINE) % COVEY_LINE;
    char *place = (char *)state->block + shift;
    for (int axis = 0; axis < dim; axis++)
        state->pos[axis] = cut(&place, room);
    for (int axis = 0; axis < dim; axis++)
        state->vel[axis] = cut(&place, room);
    for (int k = 0; k < extra_count; k++)
        state->extra[k] = cut(&place, room);
    state->id = (covey_id *)(void *)place;
    return COVEY_OK;
}

static void give_column(covey_memory *memory, covey_state *state, int k)
{
    covey_memory_give(memory, state->trait[k], state->room, sizeof(double));
    state->trait[k] = NULL;
}

/// Gives back the columns of traits and user data.
static void destroy_traits(covey_memory *memory, covey_state *state)
{
    for (int k = 0; k < state->trait_count; k++)
        give_column(memory, state, k);
    covey_memory_give(memory, state->user, state->room, sizeof *state->user);
    covey_memory_give(memory, state->aim, state->room, sizeof *state->aim);
    state->user = NULL;
    state->aim = NULL;
}

void covey_state_destroy(covey_memory *memory, covey_state *state)
{
    destroy_traits(memory, state);
    covey_memory_give(memory, state->block, 1, block_bytes(state));
    *state = (covey_state){0};
}

bool covey_state_holds_ids(const covey_state *state)
{
    uintptr_t block = (uintptr_t)state->block, id = (uintptr_t)state->id;
    return id >= block && id < block + block_bytes(state);
}

typedef struct range {
    size_t begin, end;
} range;

/// Gathers positions and velocities in one go. If the state is far, positions are stored by way of
/// the caches all the same: the sort reads them once more.
COVEY_INLINE void gather_main(const covey_state *to, const covey_state *from, const uint32_t *order,
                              range agents, bool far)
{
    double *to_x = to->pos[0], *to_y = to->pos[1], *to_u = to->vel[0], *to_v = to->vel[1];
    const double *x = from->pos[0], *y = from->pos[1], *u = from->vel[0], *v = from->vel[1];
    for (size_t i = agents.begin; i < agents.end; i++) {
        uint32_t j = order[i];
        to_x[i] = x[j];
        to_y[i] = y[j];
        covey_stream_put(&to_u[i], u[j], far);
        covey_stream_put(&to_v[i], v[j], far);
    }
    covey_stream_end(far);
}

/// Gathers the third components.
static void gather_deep(const covey_state *to, const covey_state *from, const uint32_t *order,
                        range agents)
{
    for (size_t i = agents.begin; i < agents.end; i++) {
        to->pos[2][i] = from->pos[2][order[i]];
        to->vel[2][i] = from->vel[2][order[i]];
    }
}

/// Ids, and where they stand now. While ids are their own seats that is one more write an agent.
static void gather_ids(covey_state *to, const covey_state *from, const uint32_t *order,
                       range agents)
{
    covey_index *index = to->index;
    covey_id *to_id = to->id;
    uint32_t *place = index != NULL && !index->hashed ? index->place : NULL;
    const covey_id *id = from->id;
    if (place == NULL)
        for (size_t i = agents.begin; i < agents.end; i++)
            to_id[i] = id[order[i]];
    else
        for (size_t i = agents.begin; i < agents.end; i++) {
            to_id[i] = id[order[i]];
            place[to_id[i]] = (uint32_t)i;
        }
    if (index != NULL && index->hashed)
        covey_index_note(index, to_id, agents.begin, agents.end);
}

/// Gathers the columns of traits and user data.
static void gather_traits(const covey_state *to, const covey_state *from, const uint32_t *order,
                          range agents)
{
    for (int k = 0; k < from->trait_count; k++)
        for (size_t i = agents.begin; i < agents.end; i++)
            to->trait[k][i] = from->trait[k][order[i]];
    for (size_t i = agents.begin; i < agents.end && from->user != NULL; i++)
        to->user[i] = from->user[order[i]];
    for (size_t i = agents.begin; i < agents.end && from->aim != NULL; i++)
        to->aim[i] = from->aim[order[i]];
}

void covey_state_gather(covey_state *to, const covey_state *from, const uint32_t *order,
                        size_t begin, size_t end)
{
    const range agents = {begin, end};
    if (covey_state_is_far(from))
        gather_main(to, from, order, agents, true);
    else
        gather_main(to, from, order, agents, false);
    if (covey_state_is_deep(from))
        gather_deep(to, from, order, agents);
    for (int k = 0; k < from->extra_count; k++)
        for (size_t i = begin; i < end; i++)
            to->extra[k][i] = from->extra[k][order[i]];
    gather_traits(to, from, order, agents);
    gather_ids(to, from, order, agents);
}

size_t covey_state_find(const covey_state *state, covey_id id)
{
    size_t i = state->index != NULL ? covey_index_find(state->index, id) : 0;
    if (i == COVEY_INDEX_NONE)
        return state->count;
    if (i < state->count && state->id[i] == id)
        return i;
    i = 0; // no index is kept, or a sort is at work
    while (i < state->count && state->id[i] != id)
        i++;
    return i;
}

uint64_t covey_state_hash(const covey_state *state, int flock)
{
    covey_hash_agents agents = {.count = state->count, .id = state->id};
    for (int axis = 0; axis < state->dim; axis++) {
        agents.pos[axis] = state->pos[axis];
        agents.vel[axis] = state->vel[axis];
    }
    return covey_hash_flock(flock, &agents);
}

ptrdiff_t covey_state_find_infinite(const covey_state *state, size_t begin, size_t end)
{
    ptrdiff_t found = -1;
    for (size_t i = begin; i < end; i++)
        if (!covey_state_is_finite(state, i) && (found < 0 || state->id[i] < state->id[found]))
            found = (ptrdiff_t)i;
    return found;
}

// ---- Traits and user data ----

void covey_state_drop_trait(covey_memory *memory, covey_state *state, covey_state *next)
{
    int k = state->trait_count - 1;
    give_column(memory, state, k);
    give_column(memory, next, k);
    state->trait_count = next->trait_count = k;
}

covey_status covey_state_add_trait(covey_memory *memory, covey_state *state, covey_state *next)
{
    int k = state->trait_count;
    state->trait[k] = covey_memory_take(memory, state->room, sizeof(double));
    next->trait[k] = covey_memory_take(memory, next->room, sizeof(double));
    state->trait_count = next->trait_count = k + 1;
    if (state->trait[k] != NULL && next->trait[k] != NULL)
        return COVEY_OK;
    covey_state_drop_trait(memory, state, next);
    return COVEY_MEMORY;
}

covey_status covey_state_add_user(covey_memory *memory, covey_state *state, covey_state *next)
{
    if (state->user != NULL)
        return COVEY_OK;
    uint64_t *one = covey_memory_take(memory, state->room, sizeof *one);
    uint64_t *other = covey_memory_take(memory, next->room, sizeof *other);
    if (one == NULL || other == NULL) {
        covey_memory_give(memory, one, state->room, sizeof *one);
        covey_memory_give(memory, other, next->room, sizeof *other);
        return COVEY_MEMORY;
    }
    state->user = one;
    next->user = other;
    return COVEY_OK;
}

covey_status covey_state_add_aims(covey_memory *memory, covey_state *state, covey_state *next)
{
    if (state->aim != NULL)
        return COVEY_OK;
    covey_aim *one = covey_memory_take(memory, state->room, sizeof *one);
    covey_aim *other = covey_memory_take(memory, next->room, sizeof *other);
    if (one == NULL || other == NULL) {
        covey_memory_give(memory, one, state->room, sizeof *one);
        covey_memory_give(memory, other, next->room, sizeof *other);
        return COVEY_MEMORY;
    }
    state->aim = one;
    next->aim = other;
    return COVEY_OK;
}

void covey_state_swap_traits(covey_state *to, covey_state *from)
{
    for (int k = 0; k < to->trait_count; k++) {
        double *column = to->trait[k];
        to->trait[k] = from->trait[k];
        from->trait[k] = column;
    }
    uint64_t *user = to->user;
    to->user = from->user;
    from->user = user;
    covey_aim *aim = to->aim;
    to->aim = from->aim;
    from->aim = aim;
}

void covey_state_move_traits(const covey_state *state, size_t from, size_t to)
{
    for (int k = 0; k < state->trait_count; k++)
        state->trait[k][to] = state->trait[k][from];
    if (state->user != NULL)
        state->user[to] = state->user[from];
    if (state->aim != NULL)
        state->aim[to] = state->aim[from];
}
