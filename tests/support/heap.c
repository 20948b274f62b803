// SPDX-License-Identifier: MIT
#include "support/heap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Stands before each block.
typedef union header {
    size_t size;
    max_align_t alignment;
} header;

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    test_heap *self = context;
    header *old = block != NULL ? (header *)block - 1 : NULL;
    assert_int_equal(old_size, old != NULL ? old->size : 0);
    header *grown = NULL;
    if (new_size > 0) {
        self->calls++;
        if (self->fail_at > 0 &&
            (self->calls == self->fail_at || (self->for_ever && self->calls > self->fail_at)))
            return NULL;
        grown = malloc(sizeof *grown + new_size);
        assert_non_null(grown);
        grown->size = new_size;
        memset(grown + 1, 0xa5, new_size);
        self->bytes += new_size;
        self->blocks++;
    }
    if (old != NULL) {
        if (grown != NULL)
            memcpy(grown + 1, block, old_size < new_size ? old_size : new_size);
        self->bytes -= old_size;
        self->blocks--;
        free(old);
    }
    return grown != NULL ? grown + 1 : NULL;
}

covey_allocator test_heap_allocator(test_heap *heap)
{
    return (covey_allocator){.resize = resize, .context = heap};
}

void test_heap_refuse(test_heap *heap, size_t more)
{
    heap->fail_at = heap->calls + more + 1;
    heap->for_ever = true;
}

void test_heap_check_empty(const test_heap *heap)
{
    assert_int_equal(heap->bytes, 0);
    assert_int_equal(heap->blocks, 0);
}

size_t test_heap_fail_everywhere(covey_status (*attempt)(test_heap *heap))
{
    size_t calls = 0;
    for (int for_ever = 0; for_ever <= 1; for_ever++) {
        covey_status status = COVEY_MEMORY;
        for (size_t k = 1; status != COVEY_OK; k++) {
            test_heap heap = {.fail_at = k, .for_ever = for_ever};
            status = attempt(&heap);
            test_heap_check_empty(&heap);
            assert_int_equal(status, heap.calls >= k ? COVEY_MEMORY : COVEY_OK);
            calls = heap.calls;
        }
    }
    return calls;
}
