// SPDX-License-Identifier: MIT
// A list of blocks from malloc.
#include "check/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct covey_arena_block {
    struct covey_arena_block *next;
    max_align_t bytes[];
} block;

void *covey_arena_take(covey_arena *arena, size_t count, size_t size)
{
    if (size > 0 && count > (SIZE_MAX / 2) / size)
        return NULL;
    block *taken = calloc(1, sizeof *taken + count * size);
    if (taken == NULL)
        return NULL;
    taken->next = arena->blocks;
    arena->blocks = taken;
    return taken->bytes;
}

char *covey_arena_bytes(covey_arena *arena, const void *bytes, size_t size)
{
    char *copy = covey_arena_take(arena, size + 1, 1);
    if (copy != NULL && size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

char *covey_arena_string(covey_arena *arena, const char *text)
{
    return covey_arena_bytes(arena, text, strlen(text));
}

void covey_arena_destroy(covey_arena *arena)
{
    while (arena->blocks != NULL) {
        block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
}
