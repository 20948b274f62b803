// SPDX-License-Identifier: MIT
// Going on with files: behind a bookmark a file becomes that of a run without a break, unless its
// bytes up to there are no longer those that were written.
#include "covey/format.h"
#include "support/files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_a_run_that_goes_on_gives_the_file_of_one_without_a_break(void **state)
{
    (void)state;
    const covey_format *format;
    covey_bookmark whole_marks[10], marks[7], again;
    int formats = 0;
    for (int k = 0; (format = covey_format_at(k)) != NULL; k++) {
        if (!format->built || !format->writes || strcmp(format->name, "null") == 0)
            continue;
        size_t whole_size, size;
        char *whole = files_read(files_make("whole", format, 9, whole_marks), &whole_size);
        for (uint64_t step = 0; step <= 6; step++) {
            covey_output_def def = files_def(files_make("parts", format, 6, marks));
            def.format = format->name;
            def.resume = &marks[step];
            covey_output *output = files_open(&def);
            assert_int_equal(covey_output_bookmark(output, &again), COVEY_OK);
            assert_memory_equal(&again, &marks[step], sizeof again);
            files_put(output, step + 1, 9);
            assert_int_equal(covey_output_bookmark(output, &again), COVEY_OK);
            assert_memory_equal(&again, &whole_marks[9], sizeof again);
            assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
            char *parts = files_read(files_path_for("parts", format), &size);
            assert_int_equal(size, whole_size);
            assert_memory_equal(parts, whole, size);
            free(parts);
        }
        free(whole);
        formats++;
    }
    assert_true(formats >= 5);
}

static void test_a_bookmark_is_of_a_frame(void **state)
{
    (void)state;
    covey_output_def def = files_def(files_path("none.csv"));
    covey_output *output = files_open(&def);
    covey_bookmark bookmark;
    assert_int_equal(covey_output_bookmark(output, &bookmark), COVEY_ARG);
    assert_int_equal(bookmark.bytes, 0);
    files_put(output, 0, 3);
    assert_int_equal(covey_output_bookmark(output, &bookmark), COVEY_OK);
    covey_frame_set sets[MADE_SETS];
    files_frame(3, sets); // is refused, and changes nothing
    covey_bookmark after;
    assert_int_equal(covey_output_put(output, sets, MADE_SETS, NULL), COVEY_ARG);
    assert_int_equal(covey_output_bookmark(output, &after), COVEY_OK);
    assert_memory_equal(&after, &bookmark, sizeof after);
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    def.resume = &bookmark; // steps go on behind it
    output = files_open(&def);
    assert_int_equal(covey_output_put(output, sets, MADE_SETS, NULL), COVEY_ARG);
    files_put(output, 4, 4);
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
}

/// Fails unless going on is refused with the end of a message, and changes nothing.
static void check_refused(const char *path, const covey_format *format,
                          const covey_bookmark *bookmark, const char *why)
{
    size_t size = 0, left = 0;
    char *before = files_read(path, &size);
    covey_output_def def = files_def(path);
    def.format = format->name;
    def.resume = bookmark;
    covey_output *output;
    covey_error error = {0};
    char message[400];
    (void)snprintf(message, sizeof message, "%s cannot be resumed: %s", path, why);
    assert_int_equal(covey_output_open(&def, &output, &error), COVEY_INPUT);
    assert_null(output);
    assert_string_equal(error.message, message);
    char *after = files_read(path, &left);
    assert_int_equal(after == NULL, before == NULL);
    assert_int_equal(left, size);
    assert_memory_equal(after != NULL ? after : "", before != NULL ? before : "", size);
    free(before);
    free(after);
}

static void test_going_on_with_h5md_needs_the_frame_before(void **state)
{
    (void)state;
    const covey_format *format = covey_format_find("h5md");
    const covey_bookmark kept = {.step = 4}, first = {.step = 0}, later = {.step = 7};
    if (!format->built)
        skip();
    check_refused(files_path_for("fresh", format), format, &kept, "it is not there");
    files_write(files_path_for("empty", format), "", 0);
    check_refused(files_path_for("empty", format), format, &first,
                  "it has no frame, but needs those up to step 0");
    const char *path = files_make("short", format, 6, NULL);
    check_refused(path, format, &later,
                  "its last frame is of step 6, but it needs those up to step 7");
    covey_output_def def = files_def(path);
    covey_output *output = files_open(&def);
    files_put(output, 0, 1);
    files_put(output, 5, 5); // as if a hole had been cut
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    check_refused(path, format, &kept,
                  "its last frame is of step 1, but it needs those up to step 4");
}

/// A text of steps 0 to 6 is resumed behind step 4: whatever was done to the bytes up to there
/// is noticed, whatever was done behind them does not matter.
static void check_changes(const covey_format *format)
{
    covey_bookmark marks[7];
    const char *path = files_make("edit", format, 6, marks);
    size_t size, kept = (size_t)marks[4].bytes;
    char *bytes = files_read(path, &size), cut[200], changed[200];
    (void)snprintf(changed, sizeof changed,
                   "it was changed, or is the file of another run: its first %zu bytes, up to step "
                   "4, are not what they were",
                   kept);
    for (size_t at = 0; at < kept; at += kept / 50 + 1) {
        bytes[at] ^= 1;
        files_write(path, bytes, size);
        check_refused(path, format, &marks[4], changed);
        bytes[at] ^= 1;
        files_write(path, bytes, at);
        (void)snprintf(cut, sizeof cut, "it was cut to %zu bytes, but had %zu up to step 4", at,
                       kept);
        check_refused(path, format, &marks[4], cut);
    }
    memmove(bytes + 5, bytes + 6, size - 6); // a byte goes, and all behind moves up
    files_write(path, bytes, size - 1);
    check_refused(path, format, &marks[4], changed);
    free(bytes);
}

static void test_a_file_that_was_changed_is_not_gone_on_with(void **state)
{
    (void)state;
    const covey_format *format;
    for (int k = 0; (format = covey_format_at(k)) != NULL; k++)
        if (format->put != NULL)
            check_changes(format);
}

static void test_going_on_cuts_off_all_behind_the_frame(void **state)
{
    (void)state;
    covey_bookmark marks[3];
    size_t size, left_size;
    const char *path = files_make("cut", covey_format_find("csv"), 2, marks);
    char *whole = files_read(path, &size);
    for (size_t left = size; left > marks[1].bytes; left--) {
        files_write(path, whole, left);
        covey_output_def def = files_def(path);
        def.resume = &marks[1];
        assert_int_equal(covey_output_close(files_open(&def), NULL), COVEY_OK);
        char *kept = files_read(path, &left_size);
        assert_int_equal(left_size, marks[1].bytes);
        assert_memory_equal(kept, whole, left_size);
        free(kept);
    }
    free(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_run_that_goes_on_gives_the_file_of_one_without_a_break),
        cmocka_unit_test(test_a_bookmark_is_of_a_frame),
        cmocka_unit_test(test_going_on_with_h5md_needs_the_frame_before),
        cmocka_unit_test(test_a_file_that_was_changed_is_not_gone_on_with),
        cmocka_unit_test(test_going_on_cuts_off_all_behind_the_frame),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
