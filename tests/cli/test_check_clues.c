// SPDX-License-Identifier: MIT
// Reports of covey check about programs that fail for other reasons than their formulas.
#include "support/check.h"
#include "support/files.h"
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/// As print(x), console.log(x) and std::cout << x do.
#define SHORTEST " | awk '{ OFMT = \"%.15g\"; print $1 + 0, $2 + 0, $3 + 0, $4 + 0 }'"

#define FORM                                                                                       \
    "\nForm: your program does not write all numbers with three decimals.\n"                       \
    "  Some lines have numbers with more or fewer decimals than three, such as "

static void test_decimals_that_vary_hide_neither_right_numbers_nor_a_mistake(void **state)
{
    (void)state;
    process covey = CHECK(1, "--", "/bin/sh", "-c", "covey formal" SHORTEST);
    check_text(covey.output.bytes, FORM "\"0 0.484 0 -0.125\" in case worked; ");
    check_output(&covey, "\nDiagnosis: the numbers of your program are right.\n");
    covey = CHECK(1, "--json", files_path("report.json"), "--", "/bin/sh", "-c",
                  COVEY_STUDENT " 0 7 0" SHORTEST);
    check_text(covey.output.bytes, FORM "\"0 0.492 0 -0.062\" in case worked; ");
    check_output(&covey, "one mistake.\n  It counts the agent itself in the center of mass.");
    size_t size;
    char *json = files_read(files_path("report.json"), &size);
    check_text(json, "\"four_numbers_a_line\": true");
    free(json);
    check_remove("report.json");
}

/// As std::cout << std::setprecision(3) << x does: 0.0625 has too many decimals, 1.06 too few.
static void test_significant_digits_are_named_and_hide_no_other_mistake(void **state)
{
    (void)state;
    static const char name[] =
        "  It rounds to significant digits instead of to three decimals. (significant)\n";
    process covey = CHECK(1, "--", COVEY_STUDENT, "0", "28", "0");
    check_text(covey.output.bytes, FORM "\"0 0.484 0 -0.125\" in case worked; ");
    check_text(covey.output.bytes, "one mistake.\n");
    check_output(&covey, name);
    covey = CHECK(1, "--", COVEY_STUDENT, "0", "7", "28");
    check_text(covey.output.bytes, "two mistakes.\n"
                                   "  It counts the agent itself in the center of mass.");
    check_output(&covey, name);
}

/// Of the cases with several steps, one has no agents: there all that is printed is right.
static void test_a_program_that_stops_after_one_step_is_told_of_the_others(void **state)
{
    (void)state;
    process covey = CHECK(1, "--", "/bin/sh", "-c",
                          "cat >in; covey formal <in | head -n $(awk 'NR == 1 { print $8 }' in)");
    check_output(&covey,
                 "\n  It stops too early in 5 cases: move, together, crowd, backward, digits.\n"
                 "  Those cases have several time steps, as no other case has.\n");
}

static void test_the_beginning_and_the_end_of_standard_error_are_shown(void **state)
{
    (void)state;
    static const struct {
        const char *script;
        const char *words;
    } rows[] = {
        {"seq 1 5 >&2", ":\n  | 1\n  | 2\n  | 3\n  | 4\n  | 5\n\n"},
        {"echo first >&2; seq 1000 1150 >&2; echo Error: last >&2",
         ":\n  | first\n  | 1000\n  | 1001\n"},
        {"echo first >&2; seq 1000 1150 >&2; echo Error: last >&2",
         "  | 1057\n  | 1058\n  | ...\n  | 1094\n  | 1095\n"},
        {"echo first >&2; seq 1000 1150 >&2; echo Error: last >&2",
         "  | 1149\n  | 1150\n  | Error: last\n\n"},
        {"printf '%0700d' 0 >&2", "0\n  | ...\n\n"},
    };
    check_write_few("few");
    for (size_t k = 0; k < LENGTH(rows); k++) {
        process covey =
            CHECK(1, "--cases", files_path("few"), "--", "/bin/sh", "-c", rows[k].script);
        check_output(&covey, rows[k].words);
    }
    check_remove("few");
}

static void test_a_mistake_with_something_besides_is_known_in_most(void **state)
{
    (void)state;
    process covey = CHECK(1, "--", "/bin/sh", "-c", COVEY_STUDENT " 0 7 0 | sed '22s/^/1/'");
    check_text(covey.output.bytes,
               "\nDiagnosis: most of it is known.\n  It counts the agent itself "
               "in the center of mass. (cohesion-with-self)\n");
    check_output(&covey,
                 "prints the same numbers as yours in {N-2} of {N-1} cases.\n  In the others yours "
                 "does something else besides, which is not known.\n");
}

static void test_silence_is_not_alike_and_how_far_a_crash_came_is_chance(void **state)
{
    (void)state;
    if (!check_has_fence())
        skip(); // the table begins with a line that says so
    check_write_few("few");
    assert_int_equal(mkdir(files_path("class"), 0755), 0);
    check_submit("ada", "exit 0");
    check_submit("bj\xc3\xb6rn", "exit 0");
    check_submit("cleo", "echo 1 2 3");
    check_submit("dan", "echo 1 2 3");
    check_submit("eve", "echo 1; kill -9 $$");
    check_submit("finn", "echo 2; kill -9 $$"); // how far one came is chance
    process covey =
        CHECK(1, "--batch", files_path("class"), "--cases", files_path("few"), "--", "./flock");
    static const char row[] = "too little output: 0 lines instead of 6\n";
    char table[800];
    (void)snprintf(
        table, sizeof table,
        "submission                   right  alike  state     result\n"
        "ada                         0/4            wrong     clamp: %s"
        "bj\xc3\xb6rn                       0/4            wrong     clamp: %s"
        "cleo                        0/4     A      wrong     clamp: step 1, agent 1: expected "
        "four "
        "numbers, got \"1 2 3\"\n"
        "dan                         0/4     A      wrong     clamp: step 1, agent 1: expected "
        "four "
        "numbers, got \"1 2 3\"\n"
        "eve                         0/4     B      crash     clamp: crashed: SIGKILL, Killed\n"
        "finn                        0/4     B      crash     clamp: crashed: SIGKILL, Killed\n",
        row, row);
    assert_string_equal(covey.output.bytes, table);
    process_free(&covey);
    check_remove("few");
    check_remove("class");
}

/// Without forces, many programs print the same: none is said to be the one at hand.
static void test_several_mistakes_that_fit_are_named_alike(void **state)
{
    (void)state;
    check_write(files_path("gain.in"), "1 1 1 1 0 0 0 1\n0 0 1 0\n0.5\n");
    check_write(files_path("mine.out"), "0.750 0.000 1.500 0.000\n");
    process covey = CHECK(1, "--output", files_path("mine.out"), files_path("gain.in"));
    assert_null(strstr(covey.output.bytes, "makes one mistake"));
    check_output(&covey,
                 "Diagnosis: one of these fits your program, and these cases cannot tell which.\n"
                 "  - It leaves a gain out, as if it were 1: K_a. (gain-left-out)\n"
                 "  - It leaves a gain out, as if it were 1: K_c, K_s and K_a. (gain-left-out)\n"
                 "  The built-in cases tell them apart.\n"
                 "  A program with just the first of these prints the same as yours in 1 case.\n");
    (void)unlink(files_path("mine.out"));
    (void)unlink(files_path("gain.in"));
}

static void expect_json(const char *test)
{
    char command[8192];
    (void)snprintf(command, sizeof command,
                   PYTHON " -c \"import json\nr = json.load(open('%s'))\nassert %s, r\n\"",
                   files_path("r.json"), test);
    assert_true(check_shell(command));
    (void)unlink(files_path("r.json"));
}

/// A program that stops while it reads says so in its language; behind much else, too.
static void test_a_program_that_cannot_read_its_input_learns_why(void **state)
{
    (void)state;
    static const struct {
        const char *input, *script, *words;
    } rows[] = {
        {"1 1 1 1 1 1 1 1\n0 0 0 1\n0.5\n", "echo '  what():  stod' >&2; kill -ABRT $$",
         "which is empty.\n"},
        {"1 1 1 1 1 1 1 1\r\n0 0 0 1\r\n0.5\r\n",
         "seq 9999 >&2; echo java.lang.NumberFormatException >&2; exit 1", " CR LF, as Windows"},
        {"1 1 1 1 1 1 1 1\n0 0 0 1\n0.5\n\n",
         "echo 'ValueError: could not convert string to float: ' >&2; exit 1", "an empty line, in"},
        {"1 1 1 1 1 1 1 1 \n0 0 0 1\n0.5\n",
         "echo 'ValueError: could not convert string to float: ' >&2; exit 1", "end with blanks:"},
        {"1 1 1 1 1 1 1 1\n0 0 0 1\n0.5\n",
         "echo 9 9 9 9; echo 'ValueError: could not convert string to float: ' >&2; exit 1",
         "It prints frames before: look at how it finds the end of the input.\n"},
    };
    assert_int_equal(mkdir(files_path("few"), 0755), 0);
    for (size_t k = 0; k < LENGTH(rows); k++) {
        check_write(files_path("few/one.in"), rows[k].input);
        process covey =
            CHECK(1, "--cases", files_path("few"), "--", "/bin/sh", "-c", rows[k].script);
        check_text(covey.output.bytes,
                   "\nReading: your program takes a text for a number that is none, in 1 case: "
                   "one.\n");
        check_output(&covey, rows[k].words);
    }
    check_remove("few");
}

/// Of many mistakes that fit, what they share, and the first ones.
static void test_many_mistakes_that_fit_are_told_by_what_they_share(void **state)
{
    (void)state;
    check_write(files_path("pair.in"), "2 4 5 4 2 0 1 2\n0 1 1 0.5\n0 0 2 1.5\n0.25\n");
    check_write(files_path("mine.out"), "0.281 1.125 1.125 0.500\n0.469 0.375 1.875 1.500\n");
    process covey = CHECK(1, "--output", files_path("mine.out"), files_path("pair.in"));
    check_output(
        &covey,
        "Diagnosis: one of 7 explanations fits your program, and these cases cannot tell which.\n"
        "  All of them have this in common: it takes the difference from the own velocity as the "
        "force of alignment. (alignment-difference)\n"
        "  - It takes the difference from the own velocity as the force of alignment. "
        "(alignment-difference)\n"
        "    and counts the agent itself in the center of mass. (cohesion-with-self)\n");
    check_write(files_path("mine.out"), "0.344 1.156 1.375 0.625\n0.594 0.469 2.375 1.875\n");
    covey = CHECK(1, "--output", files_path("mine.out"), files_path("pair.in"));
    assert_null(strstr(covey.output.bytes, "in common"));
    check_output(&covey, "cannot tell which.\n  - It ");
    (void)unlink(files_path("mine.out"));
    (void)unlink(files_path("pair.in"));
}

/// The boilerplate of a course, whose three rules return nothing; and one rule that does so. Here
/// gains are set to 0 on their way into a right program.
static void test_rules_that_add_no_force_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *gains, *diagnosis, *sentence;
    } rows[] = {
        {"$5=0; $6=0; $7=0", "\nDiagnosis: no force acts on any agent.\n\n",
         "r['rules']['without_force'] == ['cohesion', 'separation', 'alignment']"},
        {"$6=0", "\nDiagnosis: separation adds no force.\n\n",
         "r['rules']['without_force'] == ['separation']"},
        {"$5=0; $7=0", "\nDiagnosis: cohesion and alignment add no force.\n\n",
         "r['rules']['without_force'] == ['cohesion', 'alignment']"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        char script[256];
        (void)snprintf(script, sizeof script, "awk 'NR == 1 {%s} {print}' | covey formal",
                       rows[k].gains);
        process covey = CHECK(1, "--json", files_path("r.json"), "--", "/bin/sh", "-c", script);
        check_output(&covey, rows[k].diagnosis);
        expect_json(rows[k].sentence);
    }
}

/// Two rules are wrong, in ways that have no names: the report says which, and marks them.
static void test_the_rules_that_are_wrong_are_named_and_marked(void **state)
{
    (void)state;
    static const char script[] = "awk 'NR == 1 {$6 *= 1.5; $7 *= 1.25} {print}' | covey formal";
    process covey = CHECK(1, "--json", files_path("r.json"), "--", "/bin/sh", "-c", script);
    check_text(covey.output.bytes, "\nRules: separation and alignment are wrong; cohesion is "
                                   "right.\n  In the first step of cases of one rule alone: wrong "
                                   "in separation, alignment, clamp, edge-separation, ");
    check_text(covey.output.bytes, "\n  > separation  K_s F_s ");
    assert_null(strstr(covey.output.bytes, "\n  > alignment")); // it has no gain in that case
    check_output(&covey, "\nFirst wrong number: case separation ");
    expect_json("r['rules']['message'] == 'separation and alignment are wrong; cohesion is right' "
                "and r['rules']['separation'] == 'wrong' and r['rules']['cohesion'] == 'right' "
                "and not r['first']['forces']['separation']['fits']");
    static const char sum[] = "awk 'NR == 1 && $5 * $7 != 0 {$5 *= 1.5} {print}' | covey formal";
    covey = CHECK(1, "--", "/bin/sh", "-c", sum);
    check_output(&covey, "\nRules: each rule is right for itself, and wherever several act");
}

/// It never ends where r_a is 0, in two cases; the last is
/// not run, so no word is said of what sets the two apart.
static void test_nothing_is_concluded_from_cases_that_were_not_run(void **state)
{
    (void)state;
    process covey = CHECK(1, "--jobs", "1", "--time-limit", "2", "--json", files_path("r.json"),
                          "--", "/bin/sh", "-c",
                          "read a b c d rest; [ $d != 0 ] || while :; do :; done; "
                          "(echo $a $b $c $d $rest; cat) | covey formal");
    assert_null(strstr(covey.output.bytes, "as no other case has"));
    check_output(&covey, "  It runs out of time in 2 cases: worked, zero.\n");
    expect_json("r['results'][0]['passed'] is False and r['results'][0]['exit_code'] is None and "
                "r['results'][-1]['passed'] is None and r['results'][-1]['finished'] is None and "
                "r['same_when_run_again'] is None and "
                "'unfinished_have' not in r and r['right'] == r['cases'] - 3");
}

static void test_json_says_null_of_a_saved_output_where_a_run_would_show_it(void **state)
{
    (void)state;
    check_write(files_path("worked.in"), "1 0 0 0 1 0 0 2\n0 0.5 0 0\n0 -0.5 0 0\n0.125\n");
    check_write(files_path("mine.out"), "0.000 0.484 0.000 -0.125\n");
    process covey = CHECK(1, "--json", files_path("r.json"), "--output", files_path("mine.out"),
                          files_path("worked.in"));
    process_free(&covey);
    expect_json("r['fenced'] is None and r['same_when_run_again'] is None and "
                "r['output_at_the_end'] is None and r['four_numbers_a_line']");
    (void)unlink(files_path("mine.out"));
    (void)unlink(files_path("worked.in"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decimals_that_vary_hide_neither_right_numbers_nor_a_mistake),
        cmocka_unit_test(test_significant_digits_are_named_and_hide_no_other_mistake),
        cmocka_unit_test(test_a_program_that_stops_after_one_step_is_told_of_the_others),
        cmocka_unit_test(test_the_beginning_and_the_end_of_standard_error_are_shown),
        cmocka_unit_test(test_a_mistake_with_something_besides_is_known_in_most),
        cmocka_unit_test(test_silence_is_not_alike_and_how_far_a_crash_came_is_chance),
        cmocka_unit_test(test_several_mistakes_that_fit_are_named_alike),
        cmocka_unit_test(test_nothing_is_concluded_from_cases_that_were_not_run),
        cmocka_unit_test(test_json_says_null_of_a_saved_output_where_a_run_would_show_it),
        cmocka_unit_test(test_many_mistakes_that_fit_are_told_by_what_they_share),
        cmocka_unit_test(test_rules_that_add_no_force_are_named),
        cmocka_unit_test(test_the_rules_that_are_wrong_are_named_and_marked),
        cmocka_unit_test(test_a_program_that_cannot_read_its_input_learns_why),
    };
    return cmocka_run_group_tests(tests, check_setup, files_teardown);
}
