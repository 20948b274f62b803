// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_MEMORY_H
#define COVEY_BASE_MEMORY_H

#include "covey/base.h"

/// An allocator and the bytes now held from it. Everything taken must be given back with its size.
typedef struct covey_memory {
    covey_allocator allocator;
    size_t bytes;
} covey_memory;

/// Memory that takes from `allocator`, or from malloc if that is all zero.
covey_memory covey_memory_init(covey_allocator allocator);

/// Zeroed room for count things of `size` bytes; NULL where there is none (count 0 gives room too).
void *covey_memory_take(covey_memory *memory, size_t count, size_t size);

/// Room for `count` things instead of `old_count`, the old ones kept; NULL and nothing changed on
/// failure.
void *covey_memory_grow(covey_memory *memory, void *block, size_t old_count, size_t count,
                        size_t size);

/// Frees a block of take or grow. NULL is fine.
void covey_memory_give(covey_memory *memory, void *block, size_t count, size_t size);

#endif
