// SPDX-License-Identifier: MIT
// Arrays of a flock in one block of memory.
#include "core/state.h"

#include "base/hash.h"

enum { LINE = 64 };

/// Bytes from one array of doubles to the next: whole cache lines and an odd number of them, so
/// that equal indices of several arrays do not compete for the same cache set.
static size_t stride(size_t count)
{
    size_t lines = count * sizeof(double) / LINE + 1;
    return (lines | 1) * LINE;
}

static size_t block_bytes(size_t count, int own_count)
{
    size_t arrays = 2 * COVEY_AXES + (size_t)own_count;
    return arrays * stride(count) + count * sizeof(uint32_t) + LINE;
}

static double *cut(char **place, size_t count)
{
    double *array = (double *)(void *)*place;
    *place += stride(count);
    return array;
}

covey_status covey_state_create(covey_memory *memory, size_t count, int own_count,
                                covey_state *state)
{
    *state = (covey_state){.count = count, .own_count = own_count};
    state->block = covey_memory_take(memory, 1, block_bytes(count, own_count));
    if (state->block == NULL)
        return COVEY_MEMORY;
    size_t shift = (LINE - (uintptr_t)state->block % LINE) % LINE;
    char *place = (char *)state->block + shift;
    for (int axis = 0; axis < COVEY_AXES; axis++)
        state->pos[axis] = cut(&place, count);
    for (int axis = 0; axis < COVEY_AXES; axis++)
        state->vel[axis] = cut(&place, count);
    for (int k = 0; k < own_count; k++)
        state->own[k] = cut(&place, count);
    state->id = (uint32_t *)(void *)place;
    return COVEY_OK;
}

void covey_state_destroy(covey_memory *memory, covey_state *state)
{
    covey_memory_give(memory, state->block, 1, block_bytes(state->count, state->own_count));
    *state = (covey_state){0};
}

static void gather(double *to, const double *from, const uint32_t *order, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        to[i] = from[order[i]];
}

void covey_state_gather(covey_state *to, const covey_state *from, const uint32_t *order,
                        size_t begin, size_t end)
{
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        gather(to->pos[axis], from->pos[axis], order, begin, end);
        gather(to->vel[axis], from->vel[axis], order, begin, end);
    }
    for (int k = 0; k < from->own_count; k++)
        gather(to->own[k], from->own[k], order, begin, end);
    for (size_t i = begin; i < end; i++)
        to->id[i] = from->id[order[i]];
}

uint64_t covey_state_hash(const covey_state *state, int flock)
{
    covey_hash_agents agents = {.count = state->count, .id = state->id};
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        agents.pos[axis] = state->pos[axis];
        agents.vel[axis] = state->vel[axis];
    }
    return covey_hash_flock(flock, &agents);
}

void covey_state_widen(const covey_state *state, int axis, double *low, double *high)
{
    for (size_t i = 0; i < state->count; i++) {
        double x = state->pos[axis][i];
        *low = x < *low ? x : *low;
        *high = x > *high ? x : *high;
    }
}

ptrdiff_t covey_state_find_infinite(const covey_state *state, size_t begin, size_t end)
{
    ptrdiff_t found = -1;
    for (size_t i = begin; i < end; i++)
        if (!covey_state_is_finite(state, i) && (found < 0 || state->id[i] < state->id[found]))
            found = (ptrdiff_t)i;
    return found;
}
