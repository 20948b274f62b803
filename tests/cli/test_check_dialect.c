// SPDX-License-Identifier: MIT
// Cases with outputs of their own are believed, whatever dialect they follow, and numbers within
// the tolerance, as they are printed.
#include "check/compare.h"
#include "support/check.h"
#include "support/files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Writes six cases of a dialect with their outputs.
static void make(const char *dialect)
{
    process covey = CHECK(0, "--make", files_path("cases"), "--dialect", dialect, "--seed", "4",
                          "--difficulty", "medium", "6");
    process_free(&covey);
}

/// Changes the outputs by a command of a shell in their folder.
static void change(const char *command)
{
    char whole[4600];
    (void)snprintf(whole, sizeof whole, "cd %s && %s", files_path("cases"), command);
    assert_true(check_shell(whole));
}

static void test_cases_are_judged_by_the_dialect_that_they_follow(void **state)
{
    (void)state;
    static const char *const dialects[] = {"text", "suite2023", "unit"};
    for (size_t own = 0; own < 3; own++)
        for (size_t asked = 0; asked < 3; asked++) {
            char note[128];
            (void)snprintf(note, sizeof note,
                           "\nnote: the expected outputs follow the dialect %s, not %s: programs "
                           "are judged by that\n",
                           dialects[own], dialects[asked]);
            make(dialects[own]);
            process covey =
                CHECK(0, "--dialect", dialects[asked], "--cases", files_path("cases"), "--json",
                      files_path("r.json"), "--", "covey", "formal", "--dialect", dialects[own]);
            assert_int_equal(strstr(covey.output.bytes, note) != NULL, own != asked);
            process_free(&covey);
            size_t size;
            char *json = files_read(files_path("r.json"), &size);
            assert_int_equal(strstr(json, "\"dialect_asked\"") != NULL, own != asked);
            check_text(json, "\"dialect_known\": true");
            free(json);
            covey = CHECK(1, "--dialect", dialects[asked], "--cases", files_path("cases"), "--",
                          "covey", "formal", "--dialect", dialects[(own + 1) % 3]);
            assert_null(strstr(covey.output.bytes, "numbers of your program are right"));
            process_free(&covey);
            check_remove("cases");
        }
    check_remove("r.json");
}

/// Two outputs are not those of the dialect: they are believed, named, and no reason for a
/// diagnosis.
static void test_outputs_that_are_not_of_the_dialect_are_believed_and_named(void **state)
{
    (void)state;
    static const char note[] = "\nnote: 2 of 6 expected outputs are not what the dialect suite2023 "
                               "gives: case-002, case-005\n";
    make("suite2023");
    change("for k in 2 5; do sed -i '1s/^[^ ]*/7.125/' case-00$k.out; done");
    process covey =
        CHECK(1, "--cases", files_path("cases"), "--", "covey", "formal", "--dialect", "suite2023");
    check_text(covey.output.bytes, note);
    check_text(covey.output.bytes,
               "\n4 of 6 cases right: case-001, case-003, case-004, case-006\n");
    assert_null(strstr(covey.output.bytes, "numbers of your program are right"));
    check_text(covey.output.bytes,
               "What is expected there is not what the dialect suite2023 gives");
    check_output(&covey, "Diagnosis: your program follows the dialect suite2023.\n  In 2 cases "
                         "something else is expected, which that dialect does not give");
    change("for k in 2 5; do cp case-00$k.out case-001.out; cp case-00$k.in case-001.in; done; "
           "rm case-002.* case-003.* case-004.* case-005.* case-006.*");
    covey =
        CHECK(0, "--cases", files_path("cases"), "--", "/bin/sh", "-c",
              "covey formal --dialect suite2023 | sed '1s/^[^ ]*/7.125/'"); // as the teacher prints
    process_free(&covey);
    check_remove("cases");
}

static void test_of_cases_that_follow_no_dialect_nothing_is_guessed(void **state)
{
    (void)state;
    make("text");
    change("sed -i '1s/^[^ ]*/7.125/' *.out");
    process covey = CHECK(1, "--cases", files_path("cases"), "--json", files_path("r.json"), "--",
                          "covey", "formal");
    check_text(covey.output.bytes, "\nnote: the expected outputs follow no dialect that is known "
                                   "here: programs are compared with them alone\n");
    check_output(&covey, "\nDiagnosis: none, as the expected outputs follow no dialect that is "
                         "known here.\n");
    size_t size;
    char *json = files_read(files_path("r.json"), &size);
    check_text(json, "\"dialect_known\": false");
    check_text(json, "\"of_the_dialect\": false");
    free(json);
    check_remove("cases");
    check_remove("r.json");
}

// ---- Sums of differences ----

/// Programs in the dialect of a course, and what the report says of each.
static void test_reports_by_a_sum_name_what_differs(void **state)
{
    (void)state;
    static const struct {
        const char *sum, *program;
        int code;
        const char *says;
    } rows[] = {
        {"text+strict+alignment-difference", "text+alignment-difference+strict", 0,
         "{N} of {N} cases right"},
        {"text+decimals=5", "text+decimals=5", 0, "{N} of {N} cases right"},
        {"text+first-frame", "text", 1,
         "your program matches the dialect text, not text+first-frame.\n"
         "  You follow the written text. These cases follow another program;\n"
         "  it differs from the text as text+first-frame says.\n"},
        {"text+strict+alignment-difference", "text+strict", 1,
         "your program makes one mistake.\n  It does not do what this dialect asks for: a program "
         "takes the difference from the own velocity"},
        {"text+strict", "text+strict+in-place", 1,
         "your program makes one mistake.\n  It moves agents one by one"},
        {"ai4games-2026", "text", 1,
         "You follow the written text. These cases follow another program, that of the 20 tests of "
         "the course of 2026;\n  it differs from the text in cohesion and separation.\n"},
        {"suite2023", "text", 1,
         "that of the 15 tests published in 2023;\n  it differs from the text in separation.\n"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char line[256];
        (void)snprintf(line, sizeof line, "exec covey formal --dialect %s", rows[k].program);
        process covey = CHECK(rows[k].code, "--dialect", rows[k].sum, "--", "sh", "-c", line);
        check_output(&covey, rows[k].says);
    }
}

/// A file stands for its sum; what is wrong in it has its place.
static void test_a_file_names_the_dialect_of_a_course(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int code;
        const char *says;
    } rows[] = {
        {"title: Games\ndialect: unit\ndifferences: [strict, decimals=4]\n", 0,
         "{N} cases, dialect unit+decimals=4+strict (Games)"},
        {"differences: strict\n", 1, "{N} cases, dialect text+strict"},
        {"differences: [strict, strit]\n", 65,
         "d.yaml:1:23: there is no dialect or difference "
         "\"strit\"; did you mean strict?"},
        {"differences: [strict,\n cohesion-strict]\n", 65,
         "d.yaml:2:2: strict and cohesion-strict contradict each other"},
        {"dialect: unti\ndifferences: strict\n", 65, "d.yaml:1:10: there is no dialect"},
        {"dialect: unit\n", 65, "the file lacks the key differences"},
        {"difference: strict\n", 65, "did you mean differences?"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        check_write(files_path("d.yaml"), rows[k].text);
        process covey = CHECK(rows[k].code, "--dialect", files_path("d.yaml"), "--", "sh", "-c",
                              "exec covey formal --dialect unit+strict+decimals=4");
        check_text(rows[k].code == 65 ? covey.errors.bytes : covey.output.bytes, rows[k].says);
        process_free(&covey);
    }
    check_remove("d.yaml");
}

// ---- Tolerance ----

static bool are_alike(double tolerance, const char *a, const char *b)
{
    check_compare_def def = {.tolerance = tolerance};
    return check_compare_lines(&def, (check_line){a, strlen(a)}, (check_line){b, strlen(b)});
}

static void test_a_tolerance_is_held_to_the_digits_that_are_printed(void **state)
{
    (void)state;
    for (int k = -30000; k < 30000; k += 7) {
        char a[32], b[32], c[32];
        (void)snprintf(a, sizeof a, "%.3f", k / 1000.0);
        (void)snprintf(b, sizeof b, "%.3f", (k + 1) / 1000.0);
        (void)snprintf(c, sizeof c, "%.4f", (k + 1.1) / 1000.0);
        assert_true(are_alike(0.001, a, b));
        assert_true(are_alike(0.001, b, a));
        assert_false(are_alike(0.0009, a, b));
        assert_false(are_alike(0.001, a, c));
        assert_true(are_alike(0.0011, a, c));
    }
    assert_true(are_alike(0.1, "123456789012.3", "123456789012.4"));
    assert_false(are_alike(0.1, "123456789012.3", "123456789012.41"));
    assert_true(are_alike(0.3, "1e-1", "0.4"));
    assert_true(are_alike(1e-20, "1e-20", "0"));
    assert_false(are_alike(1e-20, "1.1e-20", "0"));
    assert_true(are_alike(2, "-1", "+1"));
    assert_false(are_alike(2, "-1.000", "1.001"));
    assert_false(are_alike(1, "nan", "0"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases_are_judged_by_the_dialect_that_they_follow),
        cmocka_unit_test(test_outputs_that_are_not_of_the_dialect_are_believed_and_named),
        cmocka_unit_test(test_of_cases_that_follow_no_dialect_nothing_is_guessed),
        cmocka_unit_test(test_reports_by_a_sum_name_what_differs),
        cmocka_unit_test(test_a_file_names_the_dialect_of_a_course),
        cmocka_unit_test(test_a_tolerance_is_held_to_the_digits_that_are_printed),
    };
    return cmocka_run_group_tests(tests, check_setup, files_teardown);
}
