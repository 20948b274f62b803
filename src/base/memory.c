// SPDX-License-Identifier: MIT
// Memory through the caller's allocator, counted.
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void *resize_by_libc(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    (void)old_size;
    if (new_size > 0)
        return realloc(block, new_size);
    free(block);
    return NULL;
}

/// Bytes of `count` things, at least 1; 0 if the product is no size.
static size_t bytes_of(size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / 2 / size)
        return 0;
    return count * size > 0 ? count * size : 1;
}

covey_memory covey_memory_init(covey_allocator allocator)
{
    if (allocator.resize == NULL)
        allocator = (covey_allocator){.resize = resize_by_libc};
    return (covey_memory){.allocator = allocator};
}

void *covey_memory_take(covey_memory *memory, size_t count, size_t size)
{
    void *block = covey_memory_grow(memory, NULL, 0, count, size);
    if (block != NULL)
        memset(block, 0, bytes_of(count, size));
    return block;
}

void *covey_memory_grow(covey_memory *memory, void *block, size_t old_count, size_t count,
                        size_t size)
{
    size_t old_bytes = block == NULL ? 0 : bytes_of(old_count, size);
    size_t bytes = bytes_of(count, size);
    if (bytes == 0)
        return NULL;
    const covey_allocator *allocator = &memory->allocator;
    void *grown = allocator->resize(allocator->context, block, old_bytes, bytes);
    if (grown != NULL)
        memory->bytes += bytes - old_bytes;
    return grown;
}

void covey_memory_give(covey_memory *memory, void *block, size_t count, size_t size)
{
    if (block == NULL)
        return;
    size_t bytes = bytes_of(count, size);
    memory->allocator.resize(memory->allocator.context, block, bytes, 0);
    memory->bytes -= bytes;
}
