// SPDX-License-Identifier: MIT
// Memory through an allocator: every call carries the right sizes, bytes are counted exactly.
#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// An allocator that remembers its last call and refuses when told to.
typedef struct ledger {
    size_t old_size, new_size;
    size_t calls;
    bool refuse;
} ledger;

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    ledger *book = context;
    book->old_size = old_size;
    book->new_size = new_size;
    book->calls++;
    if (new_size == 0) {
        free(block);
        return book; // may be anything
    }
    if (book->refuse)
        return NULL;
    char *grown = realloc(block, new_size);
    assert_non_null(grown);
    if (new_size > old_size)
        memset(grown + old_size, 0xa5, new_size - old_size);
    return grown;
}

static covey_memory memory_of(ledger *book)
{
    return covey_memory_init((covey_allocator){resize, book});
}

static void test_take_gives_zeroed_room_and_counts_it(void **unused)
{
    (void)unused;
    ledger book = {0};
    covey_memory memory = memory_of(&book);
    const char zeros[30] = {0};
    char *block = covey_memory_take(&memory, 10, 3);
    assert_memory_equal(block, zeros, 30);
    assert_int_equal(book.old_size, 0);
    assert_int_equal(book.new_size, 30);
    assert_int_equal(memory.bytes, 30);
    covey_memory_give(&memory, block, 10, 3);
    assert_int_equal(book.old_size, 30);
    assert_int_equal(book.new_size, 0);
    assert_int_equal(memory.bytes, 0);
}

static void test_nothing_at_all_is_room_too(void **unused)
{
    (void)unused;
    ledger book = {0};
    covey_memory memory = memory_of(&book);
    void *block = covey_memory_take(&memory, 0, 8);
    assert_non_null(block);
    covey_memory_give(&memory, block, 0, 8);
    assert_int_equal(memory.bytes, 0);
}

static void test_sizes_that_overflow_are_refused_without_asking(void **unused)
{
    (void)unused;
    ledger book = {0};
    covey_memory memory = memory_of(&book);
    assert_null(covey_memory_take(&memory, SIZE_MAX, 1));
    assert_null(covey_memory_take(&memory, SIZE_MAX / 2, 2));
    assert_null(covey_memory_take(&memory, SIZE_MAX / 8 + 1, 8));
    assert_int_equal(book.calls, 0);
    assert_int_equal(memory.bytes, 0);
}

static void test_grow_keeps_what_was_there(void **unused)
{
    (void)unused;
    ledger book = {0};
    covey_memory memory = memory_of(&book);
    char *block = covey_memory_take(&memory, 4, 1);
    memcpy(block, "bird", 4);
    block = covey_memory_grow(&memory, block, 4, 100, 1);
    assert_memory_equal(block, "bird", 4);
    assert_int_equal(book.old_size, 4);
    assert_int_equal(book.new_size, 100);
    assert_int_equal(memory.bytes, 100);
    covey_memory_give(&memory, block, 100, 1);
}

static void test_refused_growth_changes_nothing(void **unused)
{
    (void)unused;
    ledger book = {0};
    covey_memory memory = memory_of(&book);
    char *block = covey_memory_take(&memory, 4, 1);
    memcpy(block, "bird", 4);
    book.refuse = true;
    assert_null(covey_memory_grow(&memory, block, 4, 100, 1));
    assert_null(covey_memory_take(&memory, 1, 1));
    assert_memory_equal(block, "bird", 4);
    assert_int_equal(memory.bytes, 4);
    covey_memory_give(&memory, block, 4, 1);
    assert_int_equal(memory.bytes, 0);
}

static void test_giving_null_is_fine(void **unused)
{
    (void)unused;
    ledger book = {0};
    covey_memory memory = memory_of(&book);
    covey_memory_give(&memory, NULL, 5, 5);
    assert_int_equal(book.calls, 0);
    assert_int_equal(memory.bytes, 0);
}

static void test_the_standard_allocator_serves_when_none_is_given(void **unused)
{
    (void)unused;
    covey_memory memory = covey_memory_init((covey_allocator){0});
    void *block = covey_memory_take(&memory, 1000, 8);
    assert_non_null(block);
    assert_int_equal((uintptr_t)block % _Alignof(max_align_t), 0);
    block = covey_memory_grow(&memory, block, 1000, 10, 8);
    assert_int_equal(memory.bytes, 80);
    covey_memory_give(&memory, block, 10, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_take_gives_zeroed_room_and_counts_it),
        cmocka_unit_test(test_nothing_at_all_is_room_too),
        cmocka_unit_test(test_sizes_that_overflow_are_refused_without_asking),
        cmocka_unit_test(test_grow_keeps_what_was_there),
        cmocka_unit_test(test_refused_growth_changes_nothing),
        cmocka_unit_test(test_giving_null_is_fine),
        cmocka_unit_test(test_the_standard_allocator_serves_when_none_is_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
