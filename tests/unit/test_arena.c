// SPDX-License-Identifier: MIT
// The arena: pieces are zero, aligned, apart from each other, and all given back.
#include "base/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { PIECES = 400 };

static void test_pieces_are_zero_aligned_and_apart(void **state)
{
    (void)state;
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_arena arena = {.memory = &memory};
    unsigned char *piece[PIECES];
    for (size_t k = 0; k < PIECES; k++) {
        piece[k] = covey_arena_take(&arena, k % 100, k); // up to 39,501 bytes, and none
        assert_non_null(piece[k]);
        assert_int_equal((uintptr_t)piece[k] % 16, 0);
        for (size_t byte = 0; byte < k % 100 * k; byte++)
            assert_int_equal(piece[k][byte], 0);
        if (k % 100 * k > 0)
            memset(piece[k], (int)(k % 255) + 1, k % 100 * k);
    }
    for (size_t k = 0; k < PIECES; k++)
        for (size_t byte = 0; byte < k % 100 * k; byte++)
            assert_int_equal(piece[k][byte], k % 255 + 1);
    assert_true(memory.bytes > 0);
    covey_arena_destroy(&arena);
    assert_int_equal(memory.bytes, 0);
    assert_null(arena.last);
}

static void test_copies_end_with_a_zero(void **state)
{
    (void)state;
    covey_arena arena = {0}; // from malloc
    char text[] = "a\0bc";
    char *bytes = covey_arena_bytes(&arena, text, 4), *string = covey_arena_string(&arena, "bird");
    memset(text, 'x', sizeof text);
    assert_memory_equal(bytes, "a\0bc", 5);
    assert_string_equal(string, "bird");
    assert_string_equal(covey_arena_bytes(&arena, NULL, 0), "");
    covey_arena_destroy(&arena);
    covey_arena_destroy(&arena);
}

/// What is in a list stays as it grows, and a list with room stays where it is.
static void test_a_list_grows_with_its_things(void **state)
{
    (void)state;
    enum { MANY = 1000 };
    covey_arena arena = {0};
    int *list = NULL;
    size_t room = 0, moves = 0;
    for (size_t count = 0; count < MANY; count++) {
        int *grown = covey_arena_grow(&arena, list, count, &room, sizeof *list);
        assert_non_null(grown);
        assert_true(count < room);
        moves += grown != list;
        list = grown;
        list[count] = (int)count;
    }
    assert_in_range(moves, 1, 10);
    for (int k = 0; k < MANY; k++)
        assert_int_equal(list[k], k);
    covey_arena_destroy(&arena);
}

static void test_sizes_that_are_no_sizes_are_refused(void **state)
{
    (void)state;
    covey_arena arena = {0};
    assert_null(covey_arena_take(&arena, SIZE_MAX, 2));
    assert_null(covey_arena_take(&arena, 2, SIZE_MAX - 1));
    assert_null(covey_arena_take(&arena, SIZE_MAX / 8, 8));
    assert_null(arena.last);
}

static void *refuse(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    (void)block;
    (void)old_size;
    (void)new_size;
    return NULL;
}

static void test_without_memory_nothing_is_taken(void **state)
{
    (void)state;
    covey_memory memory = covey_memory_init((covey_allocator){.resize = refuse});
    covey_arena arena = {.memory = &memory};
    assert_null(covey_arena_take(&arena, 1, 1));
    assert_null(covey_arena_string(&arena, "bird"));
    size_t room = 0;
    assert_null(covey_arena_grow(&arena, NULL, 0, &room, 1));
    assert_int_equal(room, 0);
    covey_arena_destroy(&arena);
    assert_int_equal(memory.bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces_are_zero_aligned_and_apart),
        cmocka_unit_test(test_copies_end_with_a_zero),
        cmocka_unit_test(test_a_list_grows_with_its_things),
        cmocka_unit_test(test_sizes_that_are_no_sizes_are_refused),
        cmocka_unit_test(test_without_memory_nothing_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
