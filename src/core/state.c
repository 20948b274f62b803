// SPDX-License-Identifier: MIT
// Arrays of a flock in one block of memory.
#include "core/state.h"

#include "base/hash.h"

#include <float.h>
#include <stdbool.h>

enum { ARRAYS = 2 * COVEY_AXES, LINE = 64 };

/// Bytes from one array of doubles to the next: whole cache lines and an odd number of them, so
/// that equal indices of several arrays do not compete for the same cache set.
static size_t stride(size_t count)
{
    size_t lines = count * sizeof(double) / LINE + 1;
    return (lines | 1) * LINE;
}

static size_t block_bytes(size_t count)
{
    return ARRAYS * stride(count) + count * sizeof(uint32_t) + LINE;
}

covey_status covey_state_create(covey_memory *memory, size_t count, covey_state *state)
{
    *state = (covey_state){.count = count};
    state->block = covey_memory_take(memory, 1, block_bytes(count));
    if (state->block == NULL)
        return COVEY_MEMORY;
    size_t shift = (LINE - (uintptr_t)state->block % LINE) % LINE;
    char *place = (char *)state->block + shift;
    for (int array = 0; array < ARRAYS; array++) {
        double *values = (double *)(void *)place;
        if (array < COVEY_AXES)
            state->pos[array] = values;
        else
            state->vel[array - COVEY_AXES] = values;
        place += stride(count);
    }
    state->id = (uint32_t *)(void *)place;
    return COVEY_OK;
}

void covey_state_destroy(covey_memory *memory, covey_state *state)
{
    covey_memory_give(memory, state->block, 1, block_bytes(state->count));
    *state = (covey_state){0};
}

static void gather(double *to, const double *from, const uint32_t *order, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = from[order[i]];
}

void covey_state_gather(covey_state *to, const covey_state *from, const uint32_t *order)
{
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        gather(to->pos[axis], from->pos[axis], order, from->count);
        gather(to->vel[axis], from->vel[axis], order, from->count);
    }
    for (size_t i = 0; i < from->count; i++)
        to->id[i] = from->id[order[i]];
}

uint64_t covey_state_hash(const covey_state *state, int flock)
{
    uint64_t own = (uint64_t)flock * UINT64_C(0x9e3779b97f4a7c15); // far from any id
    uint64_t sum = 0;
    for (size_t i = 0; i < state->count; i++) {
        uint64_t hash = covey_hash_word(own, state->id[i]);
        for (int axis = 0; axis < COVEY_AXES; axis++)
            hash = covey_hash_word(hash, covey_bits_of(state->pos[axis][i]));
        for (int axis = 0; axis < COVEY_AXES; axis++)
            hash = covey_hash_word(hash, covey_bits_of(state->vel[axis][i]));
        sum += hash;
    }
    return sum;
}

static bool is_finite(const covey_state *state, size_t i)
{
    for (int axis = 0; axis < COVEY_AXES; axis++)
        if (!(fabs(state->pos[axis][i]) <= DBL_MAX && fabs(state->vel[axis][i]) <= DBL_MAX))
            return false;
    return true;
}

ptrdiff_t covey_state_find_infinite(const covey_state *state, size_t begin, size_t end)
{
    ptrdiff_t found = -1;
    for (size_t i = begin; i < end; i++)
        if (!is_finite(state, i) && (found < 0 || state->id[i] < state->id[found]))
            found = (ptrdiff_t)i;
    return found;
}
