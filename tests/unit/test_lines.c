// SPDX-License-Identifier: MIT
// Lines of any input, however they end and however its bytes come in.
#include "formats/lines.h"
#include "support/heap.h"
#include "support/streams.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/// All lines of a text that comes in pieces, as "number:end[text]", a ! behind one that is not
/// whole.
static const char *read_all(const char *text, size_t piece)
{
    static char out[400];
    test_heap heap = {0};
    covey_memory memory = covey_memory_init(test_heap_allocator(&heap));
    tape in = {.bytes = text, .size = strlen(text), .piece = piece};
    covey_lines lines;
    covey_line line = {0};
    size_t used = 0;
    out[0] = '\0';
    covey_lines_init(&lines, &memory, tape_source(&in), NULL);
    for (;;) {
        assert_int_equal(covey_lines_next(&lines, &line, NULL), COVEY_OK);
        if (line.ended)
            break;
        used += (size_t)snprintf(out + used, sizeof out - used, "%d:%d[%.*s]%s", (int)line.number,
                                 (int)line.end, (int)line.size, line.text, line.whole ? "" : "!");
    }
    covey_lines_destroy(&lines);
    test_heap_check_empty(&heap);
    return out;
}

static void test_lines_end_alike_whatever_pieces_they_come_in(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"", ""},
        {"a", "1:1[a]!"},
        {"a\n", "1:2[a]"},
        {"a\r", "1:2[a]"},
        {"a\r\nb\rc\n\nd", "1:3[a]2:5[b]3:7[c]4:8[]5:9[d]!"},
        {"\r\r\n\n\r", "1:1[]2:3[]3:4[]4:5[]"},
        {"a\rb\nc\r", "1:2[a]2:4[b]3:6[c]"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++)
        for (size_t piece = 1; piece <= 12; piece++)
            assert_string_equal(read_all(rows[k][0], piece), rows[k][1]);
}

static void test_a_byte_order_mark_counts_before_the_first_line_alone(void **state)
{
    (void)state;
    for (size_t piece = 1; piece <= 12; piece++) {
        assert_string_equal(read_all("\xef\xbb\xbf"
                                     "a\nb\n",
                                     piece),
                            "1:5[a]2:7[b]");
        assert_string_equal(read_all("a\n\xef\xbb\xbf"
                                     "b\n",
                                     piece),
                            "1:2[a]2:7[\xef\xbb\xbf"
                            "b]");
    }
}

static void test_a_line_is_quoted_short_and_in_plain_letters(void **state)
{
    (void)state;
    char quoted[COVEY_LINES_QUOTED];
    covey_lines_quote(quoted, "a\tb\xc3\xa9\x7f", 6);
    assert_string_equal(quoted, "\"a\\x09b\\xc3\\xa9\\x7f\"");
    covey_lines_quote(quoted, "123456789012345678901234", 24);
    assert_string_equal(quoted, "\"123456789012345678901234\"");
    covey_lines_quote(quoted, "1234567890123456789012345", 25);
    assert_string_equal(quoted, "\"123456789012345678901234\"...");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_end_alike_whatever_pieces_they_come_in),
        cmocka_unit_test(test_a_byte_order_mark_counts_before_the_first_line_alone),
        cmocka_unit_test(test_a_line_is_quoted_short_and_in_plain_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
