// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_HEAP_SORT_H
#define COVEY_BASE_HEAP_SORT_H

#include <stdbool.h>
#include <stddef.h>

enum { COVEY_HEAP_SORT_SIZE = 64 };

/// Sorts `count` items of `size` bytes each, at most COVEY_HEAP_SORT_SIZE, and takes no memory.
/// `before` says whether one comes before another; equal items come in any order.
void covey_heap_sort(void *list, size_t count, size_t size,
                     bool (*before)(const void *a, const void *b));

#endif
