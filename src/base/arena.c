// SPDX-License-Identifier: MIT
// A list of blocks; pieces are cut from the last one.
#include "base/arena.h"

#include <string.h>

enum { BLOCK = 8192, ALIGNMENT = 16 };

typedef struct covey_arena_block {
    _Alignas(ALIGNMENT) struct covey_arena_block *before;
    size_t size; ///< of `bytes`
    size_t used;
    _Alignas(ALIGNMENT) char bytes[];
} block;

static block *add_block(covey_arena *arena, size_t least)
{
    covey_memory plain = covey_memory_init((covey_allocator){0});
    covey_memory *memory = arena->memory != NULL ? arena->memory : &plain;
    size_t size = least > BLOCK ? least : BLOCK;
    block *added = covey_memory_grow(memory, NULL, 0, 1, sizeof *added + size);
    if (added == NULL)
        return NULL;
    *added = (block){.before = arena->last, .size = size};
    arena->last = added;
    return added;
}

void *covey_arena_take(covey_arena *arena, size_t count, size_t size)
{
    if (count > SIZE_MAX / 4 / (size + 1))
        return NULL;
    size_t bytes = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    block *from = arena->last;
    if (from == NULL || from->size - from->used < bytes)
        from = add_block(arena, bytes);
    if (from == NULL)
        return NULL;
    void *room = from->bytes + from->used;
    from->used += bytes;
    return memset(room, 0, bytes);
}

void *covey_arena_grow(covey_arena *arena, void *things, size_t count, size_t *room, size_t size)
{
    enum { LEAST = 32 };
    if (count < *room)
        return things;
    size_t more = count > 0 ? 2 * count : LEAST;
    void *grown = covey_arena_take(arena, more, size);
    if (grown == NULL)
        return NULL;
    if (count > 0)
        memcpy(grown, things, count * size);
    *room = more;
    return grown;
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
    covey_memory plain = covey_memory_init((covey_allocator){0});
    covey_memory *memory = arena->memory != NULL ? arena->memory : &plain;
    while (arena->last != NULL) {
        block *last = arena->last;
        arena->last = last->before;
        covey_memory_give(memory, last, 1, sizeof *last + last->size);
    }
}
