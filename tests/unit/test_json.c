// SPDX-License-Identifier: MIT
// JSON: each byte of strings and keys, numbers, and the separators of values.
#include "formats/json.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/// A writer into memory.
typedef struct fixture {
    char buffer[COVEY_WRITER_LEAST];
    char text[COVEY_WRITER_LEAST];
    covey_writer writer;
    covey_json json;
} fixture;

static covey_status append(void *context, const void *bytes, size_t size)
{
    fixture *self = context;
    size_t used = strlen(self->text);
    if (used + size >= sizeof self->text)
        return COVEY_IO;
    memcpy(self->text + used, bytes, size);
    return COVEY_OK;
}

static covey_json *start(fixture *self)
{
    *self = (fixture){.writer.sink = {.write = append, .context = self}};
    self->writer.buffer = self->buffer;
    self->writer.size = sizeof self->buffer;
    self->json.out = &self->writer;
    return &self->json;
}

static void expect(fixture *self, const char *text)
{
    assert_int_equal(covey_writer_flush(&self->writer), COVEY_OK);
    assert_string_equal(self->text, text);
}

static void test_strings_and_keys_are_escaped(void **state)
{
    (void)state;
    static const struct {
        const char *text, *escaped;
    } rows[] = {
        {"", ""},
        {"plain", "plain"},
        {"\"", "\\\""},
        {"\\", "\\\\"},
        {"a\tb\nc\rd", "a\\u0009b\\u000ac\\u000dd"},
        {"\x01\x1f\x7f", "\\u0001\\u001f\\u007f"},
        {"\xc3\xa4\xe2\x82\xac\xf0\x9f\x90\xa6", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x90\xa6"},
        {"\xff", "\\ufffd"},
        {"a\xc3", "a\\ufffd"},                     // cut short
        {"\xc3\"", "\\ufffd\\\""},                 // the quote is not part of the letter
        {"\xed\xa0\x80", "\\ufffd\\ufffd\\ufffd"}, // half of a pair of UTF-16
        {"\xc0\x80", "\\ufffd\\ufffd"},            // a zero in two bytes
        {"</script>", "</script>"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        fixture made;
        covey_json *json = start(&made);
        char expected[200];
        (void)snprintf(expected, sizeof expected, "{\"%s\": \"%s\"}\n", rows[k].escaped,
                       rows[k].escaped);
        covey_json_object(json, NULL);
        covey_json_string(json, rows[k].text, rows[k].text);
        covey_json_close(json);
        expect(&made, expected);
    }
}

static void test_numbers_are_the_shortest_and_finite(void **state)
{
    (void)state;
    fixture made;
    covey_json *json = start(&made);
    covey_json_list(json, NULL);
    covey_json_number(json, NULL, 0.1);
    covey_json_number(json, NULL, -0.0);
    covey_json_number(json, NULL, 1e300);
    covey_json_number(json, NULL, (double)NAN);
    covey_json_number(json, NULL, (double)INFINITY);
    covey_json_number(json, NULL, -(double)INFINITY);
    covey_json_whole(json, NULL, UINT64_MAX);
    covey_json_bool(json, NULL, true);
    covey_json_bool(json, NULL, false);
    covey_json_close(json);
    expect(&made, "[0.1, 0, 1e+300, null, null, null, 18446744073709551615, true, false]\n");
}

static void test_objects_and_lists_nest(void **state)
{
    (void)state;
    fixture made;
    covey_json *json = start(&made);
    covey_json_object(json, NULL);
    covey_json_list(json, "a");
    covey_json_close(json);
    covey_json_object(json, "b");
    covey_json_close(json);
    covey_json_list(json, "c");
    covey_json_list(json, NULL);
    covey_json_whole(json, NULL, 1);
    covey_json_close(json);
    covey_json_object(json, NULL);
    covey_json_whole(json, "d", 2);
    covey_json_close(json);
    covey_json_close(json);
    covey_json_whole(json, "e", 3);
    covey_json_close(json);
    expect(&made, "{\"a\": [], \"b\": {}, \"c\": [[1], {\"d\": 2}], \"e\": 3}\n");
}

static void test_values_begin_lines_where_wanted(void **state)
{
    (void)state;
    fixture made;
    covey_json *json = start(&made);
    covey_json_object(json, NULL);
    covey_json_line(json);
    covey_json_whole(json, "a", 1);
    covey_json_whole(json, "b", 2);
    covey_json_line(json);
    covey_json_list(json, "c");
    covey_json_line(json);
    covey_json_object(json, NULL);
    covey_json_whole(json, "d", 3);
    covey_json_close(json);
    covey_json_line(json);
    covey_json_object(json, NULL);
    covey_json_close(json);
    covey_json_close(json);
    covey_json_list(json, "e");
    covey_json_close(json);
    covey_json_close(json);
    expect(&made,
           "{\n  \"a\": 1, \"b\": 2,\n  \"c\": [\n    {\"d\": 3},\n    {}\n  ], \"e\": []\n}\n");
}

static void test_the_deepest_nesting_closes_as_it_was_opened(void **state)
{
    (void)state;
    enum { DEEP = 32 };
    fixture made;
    covey_json *json = start(&made);
    char expected[8 * DEEP] = "";
    for (int level = 0; level < DEEP; level++) {
        bool list = level % 3 == 0, in_list = level > 0 && (level - 1) % 3 == 0;
        const char *key = level == 0 || in_list ? NULL : "k";
        (list ? covey_json_list : covey_json_object)(json, key);
        strcat(expected, key != NULL ? "\"k\": " : "");
        strcat(expected, list ? "[" : "{");
    }
    for (int level = DEEP; level-- > 0;) {
        covey_json_close(json);
        strcat(expected, level % 3 == 0 ? "]" : "}");
    }
    strcat(expected, "\n");
    expect(&made, expected);
}

static covey_status refuse(void *context, const void *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    ++*(int *)context;
    return COVEY_IO;
}

static void test_a_failed_write_is_told_once_at_the_end(void **state)
{
    (void)state;
    int calls = 0;
    char buffer[COVEY_WRITER_LEAST];
    covey_writer out = {
        .sink = {.write = refuse, .context = &calls}, .buffer = buffer, .size = sizeof buffer};
    covey_json json = {.out = &out};
    covey_json_list(&json, NULL);
    for (int k = 0; k < 3000; k++)
        covey_json_whole(&json, NULL, 1000000);
    covey_json_close(&json);
    assert_int_equal(covey_writer_flush(&out), COVEY_IO);
    assert_int_equal(calls, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strings_and_keys_are_escaped),
        cmocka_unit_test(test_numbers_are_the_shortest_and_finite),
        cmocka_unit_test(test_objects_and_lists_nest),
        cmocka_unit_test(test_values_begin_lines_where_wanted),
        cmocka_unit_test(test_the_deepest_nesting_closes_as_it_was_opened),
        cmocka_unit_test(test_a_failed_write_is_told_once_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
