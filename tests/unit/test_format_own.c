// SPDX-License-Identifier: MIT
// Formats that a program brings along.
#include "covey/encoder.h"
#include "support/files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// The number of the frame and of its agents, a line each; knows the frames before by its memory.
static void put_numbers(covey_encoder *encoder, const covey_frame_set *sets, int count)
{
    uint64_t agents = 0;
    for (int k = 0; k < count; k++)
        agents += sets[k].count;
    for (int k = 0; k < COVEY_FORMAT_WORDS; k++)
        encoder->memory[k] += (uint64_t)k + 1;
    covey_text_integer(encoder->text, encoder->memory[0]);
    covey_text_string(encoder->text, " ");
    covey_text_integer(encoder->text, encoder->memory[COVEY_FORMAT_WORDS - 1]);
    covey_text_string(encoder->text, " ");
    covey_text_integer(encoder->text, agents);
    covey_text_put(encoder->text, "\n", 1);
}

static const covey_format numbers = {.name = "numbers", .suffix = ".num", .put = put_numbers};
static const covey_format *const custom_formats[] = {&numbers, NULL};

static void test_a_format_of_ones_own_goes_on_with_what_it_remembers(void **state)
{
    (void)state;
    covey_output_def def = files_def(files_path("own.NUM")); // no head, a suffix in any case
    def.custom_formats = custom_formats;
    covey_bookmark bookmark;
    covey_output *output = files_open(&def);
    files_put(output, 0, 1);
    assert_int_equal(covey_output_bookmark(output, &bookmark), COVEY_OK);
    files_put(output, 2, 5);
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    def.resume = &bookmark;
    output = files_open(&def);
    files_put(output, 2, 2);
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    size_t size;
    char *text = files_read(def.path, &size);
    assert_string_equal(text, "1 8 5\n2 16 5\n3 24 5\n");
    free(text);
}

static void test_a_format_of_ones_own_comes_before_the_librarys(void **state)
{
    (void)state;
    const covey_format mine = {.name = "csv", .suffix = ".csv", .put = put_numbers};
    const covey_format *const own[] = {&mine, &numbers, NULL};
    const char *const formats[] = {"csv", NULL};
    for (int k = 0; k < 2; k++) {
        covey_output_def def = files_def(files_path("mine.csv"));
        def.custom_formats = own;
        def.format = formats[k];
        covey_output *output = files_open(&def);
        files_put(output, 0, 0);
        assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
        size_t size;
        char *text = files_read(def.path, &size);
        assert_string_equal(text, "1 8 5\n");
        free(text);
    }
}

static void test_formats_of_ones_own_that_are_not_whole_are_refused(void **state)
{
    (void)state;
    const covey_format formats[] = {{.suffix = ".x", .put = put_numbers},
                                    {.name = "", .suffix = ".x", .put = put_numbers},
                                    {.name = "x", .put = put_numbers},
                                    {.name = "x", .suffix = ".x"}};
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
        const covey_format *const own[] = {&formats[k], NULL};
        covey_output_def def = files_def(files_path("y.csv"));
        def.custom_formats = own;
        covey_output *output;
        covey_error error = {0};
        assert_int_equal(covey_output_open(&def, &output, &error), COVEY_ARG);
        assert_non_null(strstr(error.message, "a format of your own needs"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_format_of_ones_own_goes_on_with_what_it_remembers),
        cmocka_unit_test(test_a_format_of_ones_own_comes_before_the_librarys),
        cmocka_unit_test(test_formats_of_ones_own_that_are_not_whole_are_refused),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
