// SPDX-License-Identifier: MIT
#ifndef CHECK_ARENA_H
#define CHECK_ARENA_H

#include <stddef.h>

/// Memory that is taken piece by piece and given back as a whole. Start with all zero.
typedef struct covey_arena {
    struct covey_arena_block *blocks;
} covey_arena;

/// Zeroed room for count things of `size` bytes, valid until the arena is destroyed; NULL where
/// there is none (count 0 gives room too).
void *covey_arena_take(covey_arena *arena, size_t count, size_t size);

/// A copy of bytes with a zero behind; of a string. NULL where there is no room.
char *covey_arena_bytes(covey_arena *arena, const void *bytes, size_t size);
char *covey_arena_string(covey_arena *arena, const char *text);

void covey_arena_destroy(covey_arena *arena);

#endif
