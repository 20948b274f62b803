// SPDX-License-Identifier: MIT
// Frames of many pages against printf: every agent once, in the order of the ids, for any size
// of a page and any thread that writes it.
#include "support/streams.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { AGENTS = 17000, ROOM = 1 << 20 }; // two rounds of pages and a part of one

/// Agents that stay where they are: none senses another, and the step has length 0. Those from
/// `huge` on for 40 have numbers too long for their page.
static size_t write_case(char *text, size_t huge)
{
    size_t size = (size_t)sprintf(text, "0 0 0 0 0 0 0 %d\n", AGENTS);
    for (size_t id = 0; id < AGENTS; id++) {
        double x = id >= huge && id < huge + 40 ? 1e300 : 0.25 + (double)id;
        size += (size_t)sprintf(text + size, "%.17g %.17g 0 -%zu\n", x, -x, 1 + id % 7);
    }
    return size + (size_t)sprintf(text + size, "0\n");
}

static size_t write_expected(char *text, size_t huge)
{
    size_t size = 0;
    for (size_t id = 0; id < AGENTS; id++) {
        double x = id >= huge && id < huge + 40 ? 1e300 : 0.25 + (double)id;
        size += (size_t)sprintf(text + size, "%.3f %.3f %.3f %.3f\n", x, -x, 0.0,
                                -(double)(1 + id % 7));
    }
    return size;
}

static void check_frame(int threads, size_t huge)
{
    char *given = malloc(ROOM), *expected = malloc(ROOM);
    page *out = calloc(1, sizeof *out);
    assert_true(given != NULL && expected != NULL && out != NULL);
    tape in = {.bytes = given, .size = write_case(given, huge)};
    covey_formal_def def = covey_formal_def_default();
    def.in = tape_source(&in);
    def.out = page_sink(out);
    def.threads = threads;
    assert_int_equal(covey_formal_run(&def, NULL, NULL), COVEY_OK);
    assert_int_equal(out->size, write_expected(expected, huge));
    assert_memory_equal(out->bytes, expected, out->size);
    free(out);
    free(expected);
    free(given);
}

static void test_a_frame_of_many_pages_is_whole_and_in_order(void **unused)
{
    (void)unused;
    for (int threads = 1; threads <= 3; threads++)
        check_frame(threads, AGENTS);
}

static void test_numbers_too_long_for_a_page_are_not_lost(void **unused)
{
    (void)unused;
    const size_t places[] = {0, 200, 256, 240, 16380, AGENTS - 40};
    for (size_t k = 0; k < sizeof places / sizeof *places; k++)
        check_frame(2, places[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_frame_of_many_pages_is_whole_and_in_order),
        cmocka_unit_test(test_numbers_too_long_for_a_page_are_not_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
