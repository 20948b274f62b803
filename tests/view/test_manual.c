// SPDX-License-Identifier: MIT
// The manual has the keys of the key sheet, row by row.
#include "view/input.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/golden.h"
#include "support/process.h"

static void expect_rows(const char *manual, const input_key *rows)
{
    const char *at = manual;
    for (const input_key *row = rows; row->name != NULL; row++) {
        char entry[256];
        if (row->name[0] == '\0')
            continue;
        (void)snprintf(entry, sizeof entry, "\n*%s*\n\t%s\n", row->name, row->text);
        at = strstr(at, entry);
        if (at == NULL)
            fail_msg("man/covey-view.1.scd has not, or not in its place:%s", entry);
    }
}

static void test_the_manual_has_the_key_sheet_in_its_order(void **unused)
{
    (void)unused;
    char *manual = golden_read(COVEY_SOURCE_DIR "/man/covey-view.1.scd");
    assert_non_null(manual);
    expect_rows(manual, input_mouse);
    expect_rows(manual, input_keys);
    free(manual);
}

static void test_no_key_has_two_meanings(void **unused)
{
    (void)unused;
    for (const input_key *a = input_keys; a->name != NULL; a++)
        for (const input_key *b = a + 1; b->name != NULL; b++)
            assert_false(a->code == b->code && a->control == b->control);
}

static void test_the_program_tells_its_help_without_a_screen(void **unused)
{
    (void)unused;
    static const char *const rows[][3] = {{"--help", "usage: covey view [OPTION]... [NAME]"},
                                          {"-h", "--allow-paths"},
                                          {"--version", "covey-view 0."}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const char *const arguments[] = {"/usr/bin/env", "-i", COVEY_PROGRAM "-view", rows[k][0],
                                         NULL};
        process run = process_run(&(process_def){.arguments = arguments});
        assert_int_equal(run.code, 0);
        assert_non_null(strstr(run.output.bytes, rows[k][1]));
        assert_string_equal(run.errors.bytes, "");
        process_free(&run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_manual_has_the_key_sheet_in_its_order),
        cmocka_unit_test(test_no_key_has_two_meanings),
        cmocka_unit_test(test_the_program_tells_its_help_without_a_screen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
