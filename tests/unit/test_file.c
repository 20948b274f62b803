// SPDX-License-Identifier: MIT
// Files below the formats: their numbers, their folders, and in which units they are read.
#define _POSIX_C_SOURCE 200809L
#include "covey/format.h"
#include "formats/file.h"
#include "support/files.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

static void test_a_folder_that_is_not_there_cannot_be_synced(void **state)
{
    (void)state;
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text text = {.memory = &memory};
    covey_error error;
    assert_int_equal(covey_file_sync_folder("/nowhere/x.csv", &text, &error), COVEY_IO);
    assert_string_equal(error.message,
                        "syncing the folder of /nowhere/x.csv failed: No such file or directory");
    assert_int_equal(covey_file_sync_folder(files_path("x.csv"), &text, &error), COVEY_OK);
    covey_text_destroy(&text);
}

/// Where the standard input is closed, a file takes its number.
static void test_a_file_may_have_the_number_0(void **state)
{
    (void)state;
    int input = dup(STDIN_FILENO);
    assert_true(input > STDIN_FILENO);
    assert_int_equal(close(STDIN_FILENO), 0);
    covey_output *output = NULL;
    covey_output_def def = files_def(files_path("zero.csv"));
    covey_status opened = covey_output_open(&def, &output, NULL);
    covey_status closed = opened == COVEY_OK ? covey_output_close(output, NULL) : opened;
    assert_int_equal(dup2(input, STDIN_FILENO), STDIN_FILENO);
    assert_int_equal(close(input), 0);
    assert_int_equal(opened, COVEY_OK);
    assert_int_equal(closed, COVEY_OK);
}

static void test_units_that_are_no_positive_numbers_are_refused(void **state)
{
    (void)state;
    const double wrong[] = {0.0, -0.0, -1.0, -5e-324, (double)NAN, HUGE_VAL, -HUGE_VAL};
    const char *const names[] = {"scale", "fps"};
    for (size_t k = 0; k < 2 * sizeof wrong / sizeof *wrong; k++) {
        double value = wrong[k / 2];
        bool of_time = k % 2 == 1;
        if (of_time && value == 0.0) // the frames a second of a file
            continue;
        covey_input_def def = covey_input_def_default();
        def.path = files_path("missing.csv");
        *(of_time ? &def.fps : &def.scale) = value;
        covey_input *input = (covey_input *)&def;
        covey_error error;
        char message[80];
        (void)snprintf(message, sizeof message, "%s = %g is not positive and finite", names[k % 2],
                       value);
        assert_int_equal(covey_input_open(&def, &input, &error), COVEY_ARG);
        assert_string_equal(error.message, message);
        assert_null(input);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_folder_that_is_not_there_cannot_be_synced),
        cmocka_unit_test(test_a_file_may_have_the_number_0),
        cmocka_unit_test(test_units_that_are_no_positive_numbers_are_refused),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
