// SPDX-License-Identifier: MIT
// The numbers of an output are found whatever stands between them, and what does is shown.
#include "check/form.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_numbers_are_found_whatever_stands_between_them(void **state)
{
    (void)state;
    static const struct {
        const char *output;
        const char *numbers; ///< lines that end with "|"
        covey_form_found found;
    } rows[] = {
        {"0.500 1.000 -2.000 3.000\n", "0.500 1.000 -2.000 3.000|", {{"", "", ""}}},
        {"1 2 3 4\n-nan inf 1e-05 0\n", "1 2 3 4|-nan inf 1e-05 0|", {{"", "", ""}}},
        {"0.5, 1.0, -2.0, 3.0\n", "0.5 1.0 -2.0 3.0|", {{"", "0.5, 1.0, -2.0, 3.0", ""}}},
        {"(1 2) (3 4)\n", "1 2 3 4|", {{"", "(1 2) (3 4)", ""}}},
        {"7: 0.5 1.0 2.0 nan\n", "0.5 1.0 2.0 nan|", {{"", "7: 0.5 1.0 2.0 nan", ""}}},
        {"7 0.5 1.0 2.0 3.0\n", "0.5 1.0 2.0 3.0|", {{"", "7 0.5 1.0 2.0 3.0", ""}}},
        {"x=0.5 y=1.0 vx=2.0 vy=3.0\n",
         "0.5 1.0 2.0 3.0|",
         {{"", "x=0.5 y=1.0 vx=2.0 vy=3.0", ""}}},
        {"Frame 1, dt = 0.125:\n1 2 3 4\n", "1 2 3 4|", {{"Frame 1, dt = 0.125:", "", ""}}},
        {"---\n1 2 3 4\n", "1 2 3 4|", {{"---", "", ""}}},
        {"1.0 2.0\n3.0 4.0\n5.0\n", "1.0 2.0 3.0 4.0|", {{"", "", "1.0 2.0"}}},
        {"1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0\n",
         "1.0 2.0 3.0 4.0|5.0 6.0 7.0 8.0|",
         {{"", "", "1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0"}}},
        {"A line that has many more letters than a sample holds\n",
         "",
         {{"A line that has many more letters than a sam...", "", ""}}},
        {"", "", {{"", "", ""}}},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        covey_arena arena = {0};
        covey_answer answer, numbers;
        covey_form_found found = {0};
        char all[256] = "";
        assert_true(covey_answer_read(&arena, rows[k].output, strlen(rows[k].output), &answer));
        assert_true(covey_form_pick(&arena, &answer, &numbers, &found));
        for (size_t line = 0; line < numbers.count; line++)
            strcat(strncat(all, numbers.lines[line].text, numbers.lines[line].size), "|");
        assert_string_equal(all, rows[k].numbers);
        for (int one = 0; one < COVEY_FORM_TROUBLES; one++)
            assert_string_equal(found.sample[one], rows[k].found.sample[one]);
        covey_arena_destroy(&arena);
    }
}

/// A line for a heading, one for the numbers: what was found first is kept.
static void test_the_first_line_of_each_trouble_is_shown(void **state)
{
    (void)state;
    static const char *const outputs[] = {"start\n1.0 2.0\n", "1 2 3 4\nstop\n3.0\n(5.0)\n"};
    covey_arena arena = {0};
    covey_form_found found = {0};
    assert_false(covey_form_is_wrong(&found));
    for (size_t k = 0; k < 2; k++) {
        covey_answer answer, numbers;
        assert_true(covey_answer_read(&arena, outputs[k], strlen(outputs[k]), &answer));
        assert_true(covey_form_pick(&arena, &answer, &numbers, &found));
        assert_true(covey_form_is_wrong(&found));
    }
    assert_string_equal(found.sample[COVEY_FORM_TEXT], "start");
    assert_string_equal(found.sample[COVEY_FORM_SIGNS], "(5.0)");
    assert_string_equal(found.sample[COVEY_FORM_COUNT], "1.0 2.0");
    covey_arena_destroy(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_are_found_whatever_stands_between_them),
        cmocka_unit_test(test_the_first_line_of_each_trouble_is_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
