// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_HEAP_SORT_H
#define COVEY_BASE_HEAP_SORT_H

#include "covey/base.h"

#include <stdbool.h>
#include <stddef.h>

enum { COVEY_HEAP_SORT_SIZE = 64 };

/// Sorts `count` items of `size` bytes each, at most COVEY_HEAP_SORT_SIZE, and takes no memory.
/// `before` says whether one item comes before another, and gets `context`, which may be NULL;
/// equal items come in any order.
void covey_heap_sort(void *list, size_t count, size_t size,
                     bool (*before)(const void *context, const void *a, const void *b),
                     const void *context);

// ---- Orders of ids ----

/// Finds the ascending order of `count` different ids: the k-th number of `order` becomes the index
/// of the k-th lowest. `order` and `room`, which is scratch, are bytes for `count` numbers of type
/// uint32_t each, aligned or not; they share no byte with `id`.
void covey_id_order(const covey_id *id, size_t count, void *order, void *room);

/// The k-th number of an order.
uint32_t covey_id_order_at(const void *order, size_t k);

#endif
