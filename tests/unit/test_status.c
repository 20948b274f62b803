// SPDX-License-Identifier: MIT
// Statuses and errors: one list gives names, texts and exit codes.
#include "covey/param.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

static const covey_status all[] = {
#define ENTRY(name, exit_code, text) COVEY_##name,
    COVEY_STATUS_LIST(ENTRY)
#undef ENTRY
};

enum { STATUSES = sizeof all / sizeof *all };

static void test_every_status_has_its_own_name_and_a_text(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < STATUSES; i++) {
        assert_int_equal(strncmp(covey_status_name(all[i]), "COVEY_", 6), 0);
        assert_true(strlen(covey_status_text(all[i])) > 0);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(covey_status_name(all[i]), covey_status_name(all[j]));
    }
}

static void test_exit_codes_are_the_documented_ones(void **unused)
{
    (void)unused;
    assert_int_equal(covey_status_exit(COVEY_OK), 0);
    assert_int_equal(covey_status_exit(COVEY_ARG), 64);
    assert_int_equal(covey_status_exit(COVEY_INPUT), 65);
    assert_int_equal(covey_status_exit(COVEY_DIVERGED), 70);
    assert_int_equal(covey_status_exit(COVEY_MEMORY), 71);
    assert_int_equal(covey_status_exit(COVEY_SYSTEM), 71);
    assert_int_equal(covey_status_exit(COVEY_IO), 74);
    assert_int_equal(covey_status_exit(COVEY_CLOSED), 0);
    assert_int_equal(covey_status_exit(COVEY_INTERRUPTED), 130);
}

static void test_unknown_statuses_are_named_so(void **unused)
{
    (void)unused;
    const int strangers[] = {-1, STATUSES, 1 << 30};
    for (size_t i = 0; i < 3; i++) {
        covey_status status = (covey_status)strangers[i];
        assert_string_equal(covey_status_name(status), "COVEY_?");
        assert_string_equal(covey_status_text(status), "unknown status");
        assert_int_equal(covey_status_exit(status), 70);
    }
}

static void test_ok_is_zero(void **unused)
{
    (void)unused;
    assert_int_equal(COVEY_OK, 0);
    assert_string_equal(covey_status_name(COVEY_OK), "COVEY_OK");
}

static void test_fail_fills_the_error_and_clears_what_it_does_not_set(void **unused)
{
    (void)unused;
    covey_error error = {.line = 1, .column = 2, .step = 3, .id = 4, .message = "old"};
    assert_int_equal(covey_fail(&error, COVEY_IO, "disk %d of %s", 7, "nine"), COVEY_IO);
    assert_int_equal(error.status, COVEY_IO);
    assert_string_equal(error.message, "disk 7 of nine");
    assert_int_equal(error.line + error.column + error.step + error.id, 0);
}

static void test_fail_needs_no_error(void **unused)
{
    (void)unused;
    assert_int_equal(covey_fail(NULL, COVEY_MEMORY, "%s", "lost"), COVEY_MEMORY);
}

static void test_long_messages_are_cut_and_end(void **unused)
{
    (void)unused;
    covey_error error;
    char text[1000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    covey_fail(&error, COVEY_ARG, "%s", text);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
    assert_int_equal(strncmp(error.message, text, sizeof error.message - 1), 0);
}

static void test_a_nan_has_no_sign_in_a_message(void **unused)
{
    (void)unused;
    const double nan = copysign((double)NAN, 1), signed_nan = copysign((double)NAN, -1);
    static const covey_param table[] = {{.name = "gain", .high = 1}, {0}};
    covey_setting setting = {"gain", signed_nan};
    double value = 0;
    covey_error error;
    assert_int_equal(covey_param_set(table, &value, &setting, &error), COVEY_ARG);
    assert_string_equal(error.message, "gain = nan is outside [0, 1]");
    covey_fail(&error, COVEY_ARG, "%g, %g; %g and %g", nan, signed_nan, signed_nan, signed_nan);
    assert_string_equal(error.message, "nan, nan; nan and nan");
    covey_fail(&error, COVEY_ARG, "%g", -HUGE_VAL);
    assert_string_equal(error.message, "-inf");
    covey_fail(&error, COVEY_ARG, "no file -nanette or a-nan in /x/-nan");
    assert_string_equal(error.message, "no file -nanette or a-nan in /x/-nan");
}

static void test_version_is_that_of_the_header(void **unused)
{
    (void)unused;
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", COVEY_VERSION_MAJOR, COVEY_VERSION_MINOR,
             COVEY_VERSION_PATCH);
    assert_string_equal(covey_version(), version);
    assert_int_equal(covey_results_epoch(), COVEY_RESULTS_EPOCH);
}

static void test_the_text_of_a_version_has_commit_and_results(void **unused)
{
    (void)unused;
    char text[100];
    const char *commit = covey_commit();
    size_t digits = strspn(commit, "0123456789abcdef");
    assert_true(strcmp(commit, "unknown") == 0 ||
                (digits == 12 && (commit[12] == '\0' || strcmp(commit + 12, "+") == 0)));
    snprintf(text, sizeof text, "%s (commit %s; results %d)", covey_version(), commit,
             covey_results_epoch());
    assert_string_equal(covey_version_text(), text);
}

static void test_results_are_read_from_the_text_of_a_version(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        int epoch;
    } rows[] = {
        {"0.1.0 (commit 0123456789ab; results 7)", 7},
        {"9.9 (commit unknown; results 120; more to come)", -1},
        {"0.1.0 (commit unknown; results 0)", 0},
        {"0.1.0; of mine (commit ;unknown; results 31)", 31},
        {"0.1.0 (commit unknown; results 999999999)", 999999999},
        {"0.1.0 (commit unknown; results 9999999999)", -1},
        {"0.1.0 (commit unknown; results )", -1},
        {"0.1.0 (commit unknown; results -1)", -1},
        {"0.1.0", -1},
        {"", -1},
        {NULL, -1},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        assert_int_equal(covey_version_results(rows[k].text), rows[k].epoch);
    assert_int_equal(covey_version_results(covey_version_text()), covey_results_epoch());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_status_has_its_own_name_and_a_text),
        cmocka_unit_test(test_exit_codes_are_the_documented_ones),
        cmocka_unit_test(test_unknown_statuses_are_named_so),
        cmocka_unit_test(test_ok_is_zero),
        cmocka_unit_test(test_fail_fills_the_error_and_clears_what_it_does_not_set),
        cmocka_unit_test(test_fail_needs_no_error),
        cmocka_unit_test(test_long_messages_are_cut_and_end),
        cmocka_unit_test(test_a_nan_has_no_sign_in_a_message),
        cmocka_unit_test(test_version_is_that_of_the_header),
        cmocka_unit_test(test_the_text_of_a_version_has_commit_and_results),
        cmocka_unit_test(test_results_are_read_from_the_text_of_a_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
