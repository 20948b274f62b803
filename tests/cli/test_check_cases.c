// SPDX-License-Identifier: MIT
// covey check --show and --save: cases as they are, byte for byte, wherever they come from.
#define _DEFAULT_SOURCE
#include "support/check.h"
#include "support/files.h"
#include "support/mistakes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

static void expect_shown(const char *text, size_t size, const char *const *arguments)
{
    process covey = check_run(0, arguments);
    assert_int_equal(covey.output.size, size);
    assert_memory_equal(covey.output.bytes, text, size);
    process_free(&covey);
}
#define SHOWN(text, ...) expect_shown(text, strlen(text), (const char *const[]){__VA_ARGS__, NULL})

static void test_built_in_cases_are_shown_as_they_are(void **state)
{
    (void)state;
    covey_arena arena = {0};
    check_cases cases = mistakes_builtin(&arena, STUDENT_UNIT);
    for (size_t k = 0; k < cases.count; k += 3) {
        const check_case *one = &cases.items[k];
        SHOWN(one->input, "--dialect", "unit", "--show", one->name);
        SHOWN(one->expected, "--dialect", "unit", "--show", one->name, "--expected");
    }
    covey_arena_destroy(&arena);
}

/// Whatever a teacher wrote, a comma as well.
static void test_cases_of_a_folder_are_shown_as_they_are(void **state)
{
    (void)state;
    static const char input[] = "\xef\xbb\xbf"
                                "1 0 0 0 1 0 0 1\r\n0\t0 0 0\r\n\r\n.5";
    static const char output[] = "0,000 0,000\r\n0,000";
    assert_int_equal(mkdir(files_path("own"), 0755), 0);
    check_write(files_path("own/odd.in"), input);
    check_write(files_path("own/odd.out"), output);
    SHOWN(input, "--cases", files_path("own"), "--show", "odd");
    SHOWN(output, "--cases", files_path("own"), "--show", "odd", "--expected");
    process covey = CHECK(0, "--cases", files_path("own"), "--save", files_path("copy"));
    process_free(&covey);
    char command[4096];
    (void)snprintf(command, sizeof command,
                   "cd %s && cmp own/odd.in copy/odd.in && cmp own/odd.out copy/odd.out && "
                   "grep -qx odd copy/manifest.txt && rm -r own copy",
                   files_path(""));
    assert_true(check_shell(command));
}

static void test_fresh_cases_are_shown_as_they_are_made(void **state)
{
    (void)state;
    process covey = CHECK(0, "--make", files_path("made"), "4", "--seed", "9");
    process_free(&covey);
    covey = CHECK(0, "--generate", "4", "--seed", "9", "--save", files_path("saved"));
    process_free(&covey);
    char command[4096];
    (void)snprintf(command, sizeof command, "cd %s && diff -r made saved && rm -r made",
                   files_path(""));
    assert_true(check_shell(command));
    size_t size;
    char *input = files_read(files_path("saved/case-003.in"), &size);
    SHOWN(input, "--generate", "4", "--seed", "9", "--show", "case-003");
    free(input);
    check_remove("saved");
}

/// Saved cases are judged as built-in ones.
static void test_saved_cases_are_all_cases(void **state)
{
    (void)state;
    process covey = CHECK(0, "--save", files_path("saved"));
    assert_int_equal(covey.output.size, 0);
    process_free(&covey);
    covey = CHECK(0, "--cases", files_path("saved"), "--", COVEY_PROGRAM, "formal");
    check_output(&covey, "\n{N} of {N} cases right\n");
    size_t size;
    char *manifest = files_read(files_path("saved/manifest.txt"), &size);
    check_text(manifest, "dialect text, built-in cases\nworked: the worked example of the "
                         "assignment\ncohesion: ");
    free(manifest);
    check_remove("saved");
}

/// Names of any length: the results stand one below the other, and right cases are counted.
static void test_columns_stand_whatever_the_names(void **state)
{
    (void)state;
    static const char *const names[] = {"an-edge-of-the-circle-of-r_s", "b\xc3\xb6gen", "c"};
    process covey = CHECK(0, "--make", files_path("cases"), "40");
    process_free(&covey);
    for (size_t k = 0; k < 3; k++) {
        char name[96];
        (void)snprintf(name, sizeof name, "cases/%s.in", names[k]);
        check_write(files_path(name), "1 0 0 0 1 0 0 2\n0 0.5 0 0\n0 -0.5 0 0\n0.125\n");
        (void)snprintf(name, sizeof name, "cases/%s.out", names[k]);
        check_write(files_path(name), "1.000 0.484 0.000 -0.125\n0.000 -0.484 0.000 0.125\n");
    }
    covey = CHECK(1, "--cases", files_path("cases"), "--", "covey", "formal");
    check_text(
        covey.output.bytes,
        "\nCases:\n"
        "  an-edge-of-the-circle-of-r_s  step 1, agent 1, x: expected 1.000, got 0.000\n"
        "  b\xc3\xb6gen                         step 1, agent 1, x: expected 1.000, got 0.000\n"
        "  c                             step 1, agent 1, x: expected 1.000, got 0.000\n"
        "40 of 43 cases right: case-001, case-002, ");
    check_output(&covey, "case-029, case-030 and 10 more\n");
    check_remove("cases");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_built_in_cases_are_shown_as_they_are),
        cmocka_unit_test(test_cases_of_a_folder_are_shown_as_they_are),
        cmocka_unit_test(test_fresh_cases_are_shown_as_they_are_made),
        cmocka_unit_test(test_saved_cases_are_all_cases),
        cmocka_unit_test(test_columns_stand_whatever_the_names),
    };
    return cmocka_run_group_tests(tests, check_setup, files_teardown);
}
