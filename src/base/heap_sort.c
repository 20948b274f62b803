// SPDX-License-Identifier: MIT
// For steps, which allocate nothing, and lists that are short or rare.
#include "base/heap_sort.h"

#include <string.h>

typedef struct heap {
    unsigned char *list;
    size_t size;
    bool (*before)(const void *context, const void *a, const void *b);
    const void *context;
} heap;

static unsigned char *at(const heap *self, size_t k)
{
    return self->list + k * self->size;
}

static bool is_before(const heap *self, size_t a, size_t b)
{
    return self->before(self->context, at(self, a), at(self, b));
}

static void swap(const heap *self, size_t a, size_t b)
{
    unsigned char moved[COVEY_HEAP_SORT_SIZE];
    memcpy(moved, at(self, a), self->size);
    memcpy(at(self, a), at(self, b), self->size);
    memcpy(at(self, b), moved, self->size);
}

/// Moves the item at `root` of a heap down to its place.
static void sift(const heap *self, size_t root, size_t count)
{
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && is_before(self, child, child + 1))
            child++;
        if (!is_before(self, root, child))
            return;
        swap(self, root, child);
    }
}

void covey_heap_sort(void *list, size_t count, size_t size,
                     bool (*before)(const void *context, const void *a, const void *b),
                     const void *context)
{
    const heap self = {list, size, before, context};
    for (size_t root = count / 2; root-- > 0;)
        sift(&self, root, count);
    for (size_t end = count; end-- > 1;) {
        swap(&self, 0, end);
        sift(&self, 0, end);
    }
}
