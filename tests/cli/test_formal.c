// SPDX-License-Identifier: MIT
// covey formal from its input to its output: inputs that the grammar takes, inputs that it refuses
// and how, and numbers at the edges of the doubles. Forces are switched off except where they are
// the question: agents then fly straight on, and every expected number can be read off the input.
#define _XOPEN_SOURCE 700
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define COMPLAINT "covey formal: "

#define FREE "1 1 1 1 0 0 0 "               // radii 1, F_Smax 1, all forces off
#define ONE FREE "1\n1 2 3 4\n"             // one agent
#define FRAME_1 "4.000 6.000 3.000 4.000\n" // of it, after a time step 1
#define FRAME_2 "7.000 10.000 3.000 4.000\n"

// ---- Accepted inputs ----

static void test_all_spellings_of_an_input_give_the_same_output(void **state)
{
    (void)state;
    static const char *const spellings[] = {
        FREE "1\n1 -0.5 0.25 5\n0.5\n",
        "+1 +1 +1 +1 +0 -0 +0 +1\n+1 -0.5 +0.25 +5\n+0.5\n",
        "1. 1. 1. 1. 0. .0 0. 1.\n1. -.5 .25 5.\n.5\n",
        "1e0 1E0 1e+0 1e-0 0e9 0E-9 0e+9 1e0\n10e-1 -5E-1 25e-2 .5e1 5.E-1\n",
        "0.1e1 100e-2 1.0 1.e0 0e999999999 0 0 0.001e3\n1 -0.005e2 2.5e-01 5e+00 5e-0000001\n",
        "0001 01 1 1 00 0 0 1.000e0 1 -.5 .25 5 0.5",
        FREE "1.000\n1.0000000000000000000000000000000000000000000000000 -0.50 00.250 05 00.5\n",
        "1e-400 1e-9999999999 1 1 -1e-400 0 0 1 1 -0.5 0.25 5 0.5\n",
        "\xef\xbb\xbf" FREE "1\n1 -0.5 0.25 5\n0.5\n",
        FREE "1\r1 -0.5 0.25 5\r0.5\r",
        FREE "1\r\n1 -0.5 0.25 5\r\n0.5\r\n",
        "1\t1\t1\t1\t0\t0\t0\t1\n1\t-0.5\t0.25\t5\n\t0.5\t\n",
        "\n\n  \n" FREE "1\n\n\r\n\t\n1 -0.5 0.25 5 \n \n0.5  \n\n\n",
        "1\n1\n1\n1\n0\n0\n0\n1\n1\n-0.5\n0.25\n5\n0.5\n",
        FREE "1\n1 -0.5\n0.25 5\n0.5\n",
        FREE "1\v1 -0.5 0.25 5\f0.5",
        FREE "1\n1 -0.5 0.25 5\n0.5",
        FREE "1 1 -0.5 0.25 5 0.5",
    };
    for (size_t k = 0; k < LENGTH(spellings); k++)
        program_expect(
            &(program_case){.with.input = spellings[k], .out = "1.125 2.000 0.250 5.000\n"});
}

static void test_legal_inputs_give_their_frames(void **state)
{
    (void)state;
    static const program_case rows[] = {
        {.with.input = FREE "0"},
        {.with.input = FREE "0\n1\n2\n3\n"},
        {.with.input = ONE},
        {.with.input = FREE "2.000\n1 2 3 4\n5 6 7 8\n1\n",
         .out = FRAME_1 "12.000 14.000 7.000 8.000\n"},
        {.with.input = ONE "0\n1\n-1\n1e-400\n-1e-400\n",
         .out = "1.000 2.000 3.000 4.000\n" FRAME_1 "1.000 2.000 3.000 4.000\n"
                "1.000 2.000 3.000 4.000\n1.000 2.000 3.000 4.000\n"},
        {.with.input = FREE "1\n1 2 0 0\n1.7976931348623157e308\n-1.7976931348623157e308\n",
         .out = "1.000 2.000 0.000 0.000\n1.000 2.000 0.000 0.000\n"},
        {.with.input = FREE "1\n-0 -0.0004 -0.0005 -5e-324\n0\n",
         .out = "0.000 0.000 -0.001 0.000\n"},
        {.with.input = FREE "1\n1.0625 -1.0625 0.0005 2.5\n0\n",
         .out = "1.062 -1.062 0.001 2.500\n"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++)
        program_expect(&rows[k]);
}

static void test_a_number_may_have_65536_characters(void **state)
{
    (void)state;
    static char input[66000];
    memset(input, '0', 65536);
    (void)snprintf(input + 65535, sizeof input - 65535, "%s", ONE "1\n");
    program_expect(&(program_case){.with.input = input, .out = FRAME_1});
}

static void test_several_steps_on_a_line_give_one_warning(void **state)
{
    (void)state;
    static const program_case rows[] = {
        {.with.input = ONE "1 1\n",
         .out = FRAME_1 FRAME_2,
         .err = COMPLAINT "warning: line 3 holds several time steps; if it is an agent, N = 1 is "
                          "too small\n"},
        {.with.input = ONE "\r0\n1 0 -1 0\n0 0\n1\n",
         .out =
             "1.000 2.000 3.000 4.000\n" FRAME_1 FRAME_1 "1.000 2.000 3.000 4.000\n"
             "1.000 2.000 3.000 4.000\n1.000 2.000 3.000 4.000\n1.000 2.000 3.000 4.000\n" FRAME_1,
         .err = COMPLAINT "warning: line 5 holds several time steps; if it is an agent, N = 1 is "
                          "too small\n"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++)
        program_expect(&rows[k]);
}

// ---- Refused inputs ----

typedef struct bad_token {
    const char *text;
    const char *found;    ///< as the message shows it; NULL: the text in quotes
    const char *expected; ///< NULL: a decimal number
} bad_token;

static const char range[] = ", a number within 1.7976931348623157e308";
static const char point[] = ", a decimal number (with a point, not a comma)";
static const char space[] = ", a decimal number (with white space behind it, not a comma)";
static const char minus[] = ", a decimal number (with the sign -, not a longer one)";
static const char utf8[] = ", a decimal number (the input is UTF-16, not UTF-8)";

static const bad_token bad_tokens[] = {
    {.text = "x"},
    {.text = "abc"},
    {.text = "1x"},
    {.text = "1_0"},
    {.text = "nan"},
    {.text = "NaN"},
    {.text = "-nan"},
    {.text = "inf"},
    {.text = "-inf"},
    {.text = "Infinity"},
    {.text = "0x10"},
    {.text = "0x1p3"},
    {.text = "1d5"},
    {.text = "1f"},
    {.text = "."},
    {.text = "+"},
    {.text = "-"},
    {.text = "-."},
    {.text = "e5"},
    {.text = ".e5"},
    {.text = "1e"},
    {.text = "1e+"},
    {.text = "1e5.5"},
    {.text = "1.2.3"},
    {.text = "1..2"},
    {.text = "--1"},
    {.text = "+-1"},
    {.text = "1-"},
    {.text = "1;2"},
    {.text = "\"1\""},
    {.text = "0,5", .expected = point},
    {.text = "1,2,3", .expected = space},
    {.text = "1.5,2", .expected = space},
    {.text = "1,", .expected = space},
    {.text = ",1", .expected = space},
    {.text = "1e400", .expected = range},
    {.text = "-1e400", .expected = range},
    {.text = "1.7976931348623159e308", .expected = range},
    {.text = "1e99999999999999999999", .expected = range},
    {.text = "\342\210\2221", .found = "\"\\xe2\\x88\\x921\"", .expected = minus},
    {.text = "\342\200\2231", .found = "\"\\xe2\\x80\\x931\"", .expected = minus},
    {.text = "\377\3761", .found = "\"\\xff\\xfe1\"", .expected = utf8},
    {.text = "\376\3771", .found = "\"\\xfe\\xff1\"", .expected = utf8},
    {.text = "1\xef\xbb\xbf", .found = "\"1\\xef\\xbb\\xbf\""},
    {.text = "\xff\x7f", .found = "\"\\xff\\x7f\""},
    {.text = "abcdefghijklmnopqrstuvwxyz", .found = "\"abcdefghijklmnopqrstuvwx\"..."},
};

/// Places where a number stands, each with the input and output before it.
static const struct place {
    const char *before;
    int line, column;
    const char *wanted;
    const char *out;
} places[] = {
    {"", 1, 1, "r_c", ""},
    {FREE, 1, 15, "N", ""},
    {FREE "2\n1 2 3 4\n\n5 6 7 ", 4, 7, "vy of agent 2 of 2", ""},
    {ONE "1\n ", 4, 2, "a time step", FRAME_1},
};

static void test_a_bad_token_is_refused_wherever_it_stands(void **state)
{
    (void)state;
    for (size_t k = 0; k < LENGTH(bad_tokens) * LENGTH(places); k++) {
        const bad_token *token = &bad_tokens[k / LENGTH(places)];
        const struct place *place = &places[k % LENGTH(places)];
        char input[200], found[80], err[300];
        (void)snprintf(input, sizeof input, "%s%s 1\n", place->before, token->text);
        (void)snprintf(found, sizeof found, "\"%s\"", token->text);
        (void)snprintf(err, sizeof err, COMPLAINT "line %d, column %d: found %s, expected %s%s\n",
                       place->line, place->column, token->found != NULL ? token->found : found,
                       place->wanted,
                       token->expected != NULL ? token->expected : ", a decimal number");
        program_expect(
            &(program_case){.with.input = input, .code = 65, .out = place->out, .err = err});
    }
}

// ONE "1\n" and a bad token behind it, as bytes that are not all text.
#define WITH_NUL ONE "1\n1\0002\n"

static void test_each_refusal_names_its_place(void **state)
{
    (void)state;
#define REFUSED(text, written, message)                                                            \
    {                                                                                              \
        .with.input = (text), .code = 65, .out = (written), .err = COMPLAINT message "\n"          \
    }
    static const program_case rows[] = {
        REFUSED("", "", "line 1, column 1: found the end of the input, expected r_c"),
        REFUSED("\xef\xbb\xbf", "", "line 1, column 1: found the end of the input, expected r_c"),
        REFUSED(" \r\n\n ", "", "line 3, column 2: found the end of the input, expected r_c"),
        REFUSED("\xef\xbb", "",
                "line 1, column 1: found \"\\xef\\xbb\", expected r_c, a decimal number"),
        REFUSED("\xef\xbb\xbf x", "",
                "line 1, column 2: found \"x\", expected r_c, a decimal number"),
        REFUSED("1 2\n3\n", "", "line 3, column 1: found the end of the input, expected r_a"),
        REFUSED("-1 ", "", "line 1, column 1: found -1, expected r_c >= 0"),
        REFUSED("1 -2.50", "", "line 1, column 3: found -2.5, expected r_s >= 0"),
        REFUSED("1 1 -1e-5", "", "line 1, column 5: found -0.00001, expected F_Smax >= 0"),
        REFUSED("1 1 1\n-5e-324", "", "line 2, column 1: found -5e-324, expected r_a >= 0"),
        REFUSED(FREE "1.5 ", "", "line 1, column 15: found 1.5, expected N, a whole number >= 0"),
        REFUSED(FREE "-1\n", "", "line 1, column 15: found -1, expected N, a whole number >= 0"),
        REFUSED(FREE "-0.5\n", "",
                "line 1, column 15: found -0.5, expected N, a whole number >= 0"),
        REFUSED(FREE "1000000001\n", "",
                "line 1, column 15: found 1000000001, expected N <= 1000000000 agents"),
        REFUSED(FREE "1e300\n", "",
                "line 1, column 15: found 1e+300, expected N <= 1000000000 agents"),
        REFUSED(FREE "3\n1 2 3 4\n5 6 7 8\n1\n", "",
                "line 5, column 1: found the end of the input, expected y of agent 3 of 3"),
        REFUSED(FREE "2\n1 2 3 4\n5 6 7", "",
                "line 3, column 6: found the end of the input, expected vy of agent 2 of 2"),
        REFUSED(FREE "1\n\r\n\r\r\n\n1 2\n3 nan\n", "",
                "line 7, column 3: found \"nan\", expected vy of agent 1 of 1, a decimal number"),
        REFUSED(FREE "1\r1 2 3 4\r1\r1\r\ra", FRAME_1 FRAME_2,
                "line 6, column 1: found \"a\", expected a time step, a decimal number"),
        REFUSED(FREE "1\r\n1 2 3 4\r\n1\r\n\t1 \r\n\r\n\ta", FRAME_1 FRAME_2,
                "line 6, column 2: found \"a\", expected a time step, a decimal number"),
        {.with.input = WITH_NUL,
         .with.input_size = sizeof WITH_NUL - 1,
         .code = 65,
         .out = FRAME_1,
         .err = COMPLAINT
         "line 4, column 1: found \"1\\x002\", expected a time step, a decimal number\n"},
    };
#undef REFUSED
    for (size_t k = 0; k < LENGTH(rows); k++)
        program_expect(&rows[k]);
}

static void test_a_token_without_end_is_refused_and_not_collected(void **state)
{
    (void)state;
    static char digits[100000];
    memset(digits, '7', sizeof digits - 1);
    program_expect(&(program_case){
        .with = {.input = digits, .input_endless = true},
        .code = 65,
        .err = COMPLAINT "line 1, column 1: found \"777777777777777777777777\"..., expected r_c, a "
                         "number of at most 65536 characters\n"});
}

// With 900,000,000 agents positions and velocities alone take 28.8 GB.
static void test_an_untrue_n_takes_no_memory(void **state)
{
    (void)state;
    if (!process_can_limit_memory())
        skip();
    program_expect(&(program_case){
        .with = {.input = FREE "900000000\n1 2 3 4\n5 6 7 8\n", .memory = 256 << 20},
        .code = 65,
        .err = COMPLAINT "line 4, column 1: found the end of the input, expected x of agent 3 of "
                         "900000000\n"});
}

// ---- The edges of the doubles ----

static void test_a_state_that_leaves_the_finite_numbers_stops_the_run(void **state)
{
    (void)state;
    static const program_case rows[] = {
        {.with.input = FREE "2\n4 6 0 0\n0 0 10 0\n1\n1e308\n1\n",
         .code = 70,
         .out = "4.000 6.000 0.000 0.000\n10.000 0.000 10.000 0.000\n",
         .err = COMPLAINT "step 2: agent 2 of 2 left the range of finite numbers\n"},
        {.with.input = "0 0 0 0 0 0 1e308 3\n0 0 0 0\n5 5 10 0\n5 5 10 0\n1\n",
         .code = 70,
         .err = COMPLAINT "step 1: agent 2 of 3 left the range of finite numbers\n"},
        {.with.input = "1.7e308 0 0 0 1 0 0 3\n-0.9e308 0 0 0\n0.8e308 0 0 0\n0.8e308 1 0 0\n1\n",
         .code = 70,
         .err = COMPLAINT "step 1: agent 1 of 3 left the range of finite numbers\n"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++)
        program_expect(&rows[k]);
}

// The last agent in space is the first in the input.
static void test_the_first_of_many_agents_that_leave_is_named(void **state)
{
    (void)state;
    char input[8000];
    size_t used = (size_t)snprintf(input, sizeof input, FREE "300\n");
    for (int k = 0; k < 300; k++)
        used += (size_t)snprintf(input + used, sizeof input - used, "%d 0 10 0\n", -10 * k);
    (void)snprintf(input + used, sizeof input - used, "1e308\n");
    program_expect(&(program_case){.with.input = input,
                                   .code = 70,
                                   .err = COMPLAINT
                                   "step 1: agent 1 of 300 left the range of finite numbers\n"});
}

/// Two agents at 0 and (offset, offset), at rest, one time step 1: agent 1 must get the velocity
/// (v, v), agent 2 its opposite.
static void check_direction(const char *params, double offset, double v)
{
    char input[200], out[1000];
    (void)snprintf(input, sizeof input, "%s 2\n0 0 0 0\n%.17g %.17g 0 0\n1\n", params, offset,
                   offset);
    (void)snprintf(out, sizeof out, "%.3f %.3f %.3f %.3f\n%.3f %.3f %.3f %.3f\n", v, v, v, v,
                   offset - v, offset - v, -v, -v);
    program_expect(&(program_case){.with.input = input, .out = out});
}

static void test_huge_and_tiny_offsets_keep_their_direction(void **state)
{
    (void)state;
    check_direction("1.6e308 0 0 0 1 0 0", 1e308, 0.625);    // (1e308, 1e308) / 1.6e308
    check_direction("5e-324 0 0 0 0.5 0 0", 5e-324, 0.354);  // longer than r_c: 1 / sqrt(2)
    check_direction("0 1.7e308 1 0 0 1e308 0", 1e308, -0.5); // 1 / sqrt(2) / (sqrt(2) 1e308)
    check_direction("0 1 2 0 0 1 0", 5e-324, -1.414);        // clamped to 2
}

/// Standard output has the lines of the trace alone, those that a file has.
static void test_a_trace_can_be_standard_output(void **state)
{
    (void)state;
    static const char two[] = "1 0 0 0 1 0 0 2  0 0.5 0 0  0 -0.5 0 0  0.125";
    char path[] = "/tmp/covey-trace-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    char *results = program_output(
        &(program_case){.arguments = {"formal", "--trace", path}, .with.input = two});
    char *trace =
        program_output(&(program_case){.arguments = {"formal", "--trace", "-"}, .with.input = two});
    char expected[4096];
    ssize_t size = read(file, expected, sizeof expected - 1);
    assert_true(size > 0);
    expected[size] = '\0';
    assert_string_equal(trace, expected);
    assert_int_equal(strncmp(trace, "step,agent,", 11), 0);
    assert_int_equal(strncmp(results, "0.000 0.484 ", 12), 0);
    free(results);
    free(trace);
    assert_int_equal(close(file) + unlink(path), 0);
    assert_int_not_equal(access("-", F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_spellings_of_an_input_give_the_same_output),
        cmocka_unit_test(test_legal_inputs_give_their_frames),
        cmocka_unit_test(test_a_number_may_have_65536_characters),
        cmocka_unit_test(test_several_steps_on_a_line_give_one_warning),
        cmocka_unit_test(test_a_bad_token_is_refused_wherever_it_stands),
        cmocka_unit_test(test_each_refusal_names_its_place),
        cmocka_unit_test(test_a_token_without_end_is_refused_and_not_collected),
        cmocka_unit_test(test_an_untrue_n_takes_no_memory),
        cmocka_unit_test(test_a_state_that_leaves_the_finite_numbers_stops_the_run),
        cmocka_unit_test(test_the_first_of_many_agents_that_leave_is_named),
        cmocka_unit_test(test_huge_and_tiny_offsets_keep_their_direction),
        cmocka_unit_test(test_a_trace_can_be_standard_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
