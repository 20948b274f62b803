// SPDX-License-Identifier: MIT
// An allocator that counts, checks the sizes it is told, moves every block that is resized, and
// refuses when told to.
#ifndef COVEY_TESTS_SUPPORT_HEAP_H
#define COVEY_TESTS_SUPPORT_HEAP_H

#include <covey/base.h>

#include <stdbool.h>

/// All zero: nothing handed out, nothing refused.
typedef struct test_heap {
    size_t calls;   ///< that ask for memory
    size_t fail_at; ///< call that fails, from 1; 0: none
    bool for_ever;  ///< and all after it
    size_t bytes;   ///< handed out now
    size_t blocks;
} test_heap;

covey_allocator test_heap_allocator(test_heap *heap);

/// From now on refuses all calls but the next `more`.
void test_heap_refuse(test_heap *heap, size_t more);

/// Fails unless all that was handed out is back.
void test_heap_check_empty(const test_heap *heap);

/// Runs `attempt` with every call failing, once and for ever, until none is left to fail; returns
/// the number of calls. It returns COVEY_MEMORY if anything failed, else COVEY_OK, and frees all
/// that it took.
size_t test_heap_fail_everywhere(covey_status (*attempt)(test_heap *heap));

#endif
