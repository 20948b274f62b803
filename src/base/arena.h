// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_ARENA_H
#define COVEY_BASE_ARENA_H

#include "base/memory.h"

/// Memory that is taken piece by piece and given back as a whole. Start with {.memory = memory}, or
/// with all zero for memory from malloc.
typedef struct covey_arena {
    covey_memory *memory;
    struct covey_arena_block *last;
} covey_arena;

/// Zeroed room for count things of `size` bytes, aligned for doubles and pointers, valid until the
/// arena is destroyed; NULL where there is none (count 0 gives room too).
void *covey_arena_take(covey_arena *arena, size_t count, size_t size);

/// Room for one more behind count things of `size` bytes: the things where they are, or copies
/// with room for twice as many. *room is for how many there is room. NULL where there is none.
void *covey_arena_grow(covey_arena *arena, void *things, size_t count, size_t *room, size_t size);

/// A copy of bytes with a zero behind them; of a string. NULL where there is no room.
char *covey_arena_bytes(covey_arena *arena, const void *bytes, size_t size);
char *covey_arena_string(covey_arena *arena, const char *text);

/// Gives all back; the arena is empty then, as at the start.
void covey_arena_destroy(covey_arena *arena);

#endif
