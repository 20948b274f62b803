// SPDX-License-Identifier: MIT
// The numbers of an output are found whatever stands between them, and the other words are shown.
#include "check/format_errors.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *output;
    const char *numbers;                      ///< lines that end with "|"
    const char *samples[CHECK_FORMAT_ERRORS]; ///< NULL: none
} picks[] = {
    {"0.500 1.000 -2.000 3.000\n", "0.500 1.000 -2.000 3.000|", {NULL, NULL, NULL}},
    {"1 2 3 4\n-nan inf 1e-05 0\n", "1 2 3 4|-nan inf 1e-05 0|", {NULL, NULL, NULL}},
    {"0.5, 1.0, -2.0, 3.0\n", "0.5 1.0 -2.0 3.0|", {NULL, "0.5, 1.0, -2.0, 3.0", NULL}},
    {"(1 2) (3 4)\n", "1 2 3 4|", {NULL, "(1 2) (3 4)", NULL}},
    {"7: 0.5 1.0 2.0 nan\n", "0.5 1.0 2.0 nan|", {NULL, "7: 0.5 1.0 2.0 nan", NULL}},
    {"7 0.5 1.0 2.0 3.0\n", "0.5 1.0 2.0 3.0|", {NULL, "7 0.5 1.0 2.0 3.0", NULL}},
    {"x=0.5 y=1.0 vx=2.0 vy=3.0\n", "0.5 1.0 2.0 3.0|", {NULL, "x=0.5 y=1.0 vx=2.0 vy=3.0", NULL}},
    {"Frame 1, dt = 0.125:\n1 2 3 4\n", "1 2 3 4|", {"Frame 1, dt = 0.125:", NULL, NULL}},
    {"---\n1 2 3 4\n", "1 2 3 4|", {"---", NULL, NULL}},
    {"1.0 2.0\n3.0 4.0\n5.0\n", "1.0 2.0 3.0 4.0|", {NULL, NULL, "1.0 2.0"}},
    {"1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0\n",
     "1.0 2.0 3.0 4.0|5.0 6.0 7.0 8.0|",
     {NULL, NULL, "1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0"}},
    {"A line that has many more letters than a sample holds\n",
     "",
     {"A line that has many more letters than a sam...", NULL, NULL}},
    {"0,484 1,000 -0,000 3,5\n",
     "0.484 1.000 0.000 3.5|",
     {[CHECK_FORMAT_COMMAS] = "0,484 1,000 -0,000 3,5"}},
    {"0,5, 1,0, -2,0, 3,0\n", "0.5 1.0 -2.0 3.0|", {[CHECK_FORMAT_COMMAS] = "0,5, 1,0, -2,0, 3,0"}},
    {"1,2,3,4\n", "1 2 3 4|", {[CHECK_FORMAT_SIGNS] = "1,2,3,4"}},
    {".484 -.125 +1.000 007.5\n",
     "0.484 -0.125 1.000 7.5|",
     {[CHECK_FORMAT_SPELLING] = ".484 -.125 +1.000 007.5"}},
    {"0.484E+00 -1.5E-01 0.000E+00 2.0\n", "0.484E+00 -1.5E-01 0.000E+00 2.0|", {0}},
    {"0.125\n1 2 3 4\n5 6 7 8\n", "1 2 3 4|5 6 7 8|", {[CHECK_FORMAT_TEXT] = "0.125"}},
    {"0.5 1.0 2.0 3.0 4.0\n0.5 5.0 6.0 7.0 8.0\n",
     "1.0 2.0 3.0 4.0|5.0 6.0 7.0 8.0|",
     {[CHECK_FORMAT_SIGNS] = "0.5 1.0 2.0 3.0 4.0"}},
    {"1.0 2.0 3.0 4.0 0.5\n-1.0 6.0 7.0 8.0 0.5\n",
     "1.0 2.0 3.0 4.0|-1.0 6.0 7.0 8.0|",
     {[CHECK_FORMAT_SIGNS] = "1.0 2.0 3.0 4.0 0.5"}},
    {"{\"step\": 1, \"agents\": [{\"x\": 0.5, \"y\": 1, \"vx\": 2, \"vy\": 3}]}\n",
     "0.5 1 2 3|",
     {[CHECK_FORMAT_JSON] = "{\"step\": 1, \"agents\": [{\"x\": 0.5, \"y\": 1, \"v..."}},
    {"[\n{\"x\": 0.5,\n\"y\": 1,\n\"v\": [2, 3]}\n]\n", "0.5 1 2 3|", {[CHECK_FORMAT_JSON] = "["}},
    {"", "", {NULL, NULL, NULL}},
};

static void test_numbers_are_found_whatever_stands_between_them(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof picks / sizeof *picks; k++) {
        covey_arena arena = {0};
        check_lines answer, numbers;
        check_format_errors found = {0};
        char all[256] = "";
        assert_true(check_lines_read(&arena, picks[k].output, strlen(picks[k].output), &answer));
        assert_true(check_format_pick(&arena, &answer, &numbers, &found));
        for (size_t line = 0; line < numbers.count; line++)
            strcat(strncat(all, numbers.lines[line].text, numbers.lines[line].size), "|");
        assert_string_equal(all, picks[k].numbers);
        for (int one = 0; one < CHECK_FORMAT_ERRORS; one++)
            assert_string_equal(found.sample[one],
                                picks[k].samples[one] != NULL ? picks[k].samples[one] : "");
        covey_arena_destroy(&arena);
    }
}

/// A line for a heading, one for the numbers: the first finding is kept.
static void test_the_first_line_of_each_format_error_is_shown(void **state)
{
    (void)state;
    static const char *const outputs[] = {"start\n1.0 2.0\n", "1 2 3 4\nstop\n3.0\n(5.0)\n"};
    covey_arena arena = {0};
    check_format_errors found = {0};
    assert_false(check_format_is_wrong(&found));
    for (size_t k = 0; k < 2; k++) {
        check_lines answer, numbers;
        assert_true(check_lines_read(&arena, outputs[k], strlen(outputs[k]), &answer));
        assert_true(check_format_pick(&arena, &answer, &numbers, &found));
        assert_true(check_format_is_wrong(&found));
    }
    assert_string_equal(found.sample[CHECK_FORMAT_TEXT], "start");
    assert_string_equal(found.sample[CHECK_FORMAT_SIGNS], "(5.0)");
    assert_string_equal(found.sample[CHECK_FORMAT_COUNT], "1.0 2.0");
    covey_arena_destroy(&arena);
}

/// Rounded, and kept from the first: `vary` is of both outputs together.
static void test_numbers_that_are_written_in_several_ways_are_rounded(void **state)
{
    (void)state;
    static const struct {
        const char *outputs[2];
        bool vary;
        const char *numbers; ///< of both
        const char *sample;
    } rows[] = {
        {{"0.250 1.000 2.000 3.000\n", "4.000 nan 5.000 6.000\n"},
         false,
         "0.250 1.000 2.000 3.000|4.000 nan 5.000 6.000|",
         ""},
        {{"0.25 1.50 2.50 3.50\n", "4.00 5.00 6.00 7.00\n"},
         false,
         "0.250 1.500 2.500 3.500|4.000 5.000 6.000 7.000|",
         "0.25 1.50 2.50 3.50"},
        {{"0.5 1.5 2.5 3.5\n", "4 5 6 7\n"},
         true,
         "0.500 1.500 2.500 3.500|4.000 5.000 6.000 7.000|",
         "0.5 1.5 2.5 3.5"},
        {{"0.250 1.000 2.000 3.000\n0.000 -0.0 1.2e+05 inf\n", ""},
         true,
         "0.250 1.000 2.000 3.000|0.000 0.000 120000.000 inf|",
         "0.000 0.0 1.2e+05 inf"},
        {{"1e+00 2e+00 3e+00 4e+00\n", ""},
         true,
         "1.000 2.000 3.000 4.000|",
         "1e+00 2e+00 3e+00 4e+00"},
        {{"1.0625 -1.0005 0.48437499 nan\n", ""},
         true,
         "1.062 -1.000 0.484 nan|",
         "1.0625 -1.0005 0.48437499 nan"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        covey_arena arena = {0};
        check_format_errors found = {0};
        check_decimals decimals = {0};
        char all[256] = "";
        for (int one = 0; one < 2; one++) {
            check_lines answer, numbers;
            const char *output = rows[k].outputs[one];
            assert_true(check_lines_read(&arena, output, strlen(output), &answer));
            assert_true(check_format_pick(&arena, &answer, &numbers, &found));
            check_format_add_decimals(&numbers, &decimals);
            assert_true(check_format_round(&arena, &numbers, &found));
            for (size_t line = 0; line < numbers.count; line++)
                strcat(strncat(all, numbers.lines[line].text, numbers.lines[line].size), "|");
        }
        assert_int_equal(decimals.vary, rows[k].vary);
        assert_string_equal(all, rows[k].numbers);
        assert_string_equal(found.sample[CHECK_FORMAT_DECIMALS], rows[k].sample);
        assert_int_equal(check_format_is_wrong(&found), rows[k].sample[0] != '\0');
        assert_true(check_format_has_four(&found));
        covey_arena_destroy(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_are_found_whatever_stands_between_them),
        cmocka_unit_test(test_the_first_line_of_each_format_error_is_shown),
        cmocka_unit_test(test_numbers_that_are_written_in_several_ways_are_rounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
