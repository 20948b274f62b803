// SPDX-License-Identifier: MIT
// covey check on the command line: finished outputs, fresh cases, a class, and the name of each
// kind of failure.
#define _DEFAULT_SOURCE
#include "support/check.h"
#include "support/files.h"
#include "support/program.h"

#include <setjmp.h>
#include <signal.h>
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

/// The right output of the first built-in case, the worked example.
static const char worked[] = "0.000 0.484 0.000 -0.125\n0.000 -0.484 0.000 0.125\n";
static const char worked_input[] = "1 0 0 0 1 0 0 2\n0 0.5 0 0\n0 -0.5 0 0\n0.125\n";

static void test_the_published_suite_is_judged_by_its_own_outputs(void **state)
{
    (void)state;
    struct stat suite;
    if (stat(COVEY_SUITES, &suite) != 0)
        skip();
    process covey =
        CHECK(0, "--cases", COVEY_SUITES, "--", COVEY_PROGRAM, "formal", "--dialect", "suite2023");
    check_output(&covey, "\n15 of 15 cases right\n");
    covey =
        CHECK(1, "--dialect", "suite2023", "--cases", COVEY_SUITES, "--", COVEY_PROGRAM, "formal");
    check_output(&covey, "Diagnosis: your program matches the dialect text, not suite2023.\n");
}

/// Starts covey check with arguments ended by NULL and waits until a program that does not end is
/// at work, "hostile stubborn MARK".
static void start_with_stubborn(process *covey, const char *mark, const char *const *arguments)
{
    char command[256];
    (void)snprintf(command, sizeof command, "pgrep -f '^[^ ]*hostile stubborn %s' >/dev/null",
                   mark);
    process_start(covey, &(process_def){.arguments = arguments});
    while (!check_shell(command))
        (void)usleep(10000); // the test's own limit of time ends this
}

static void await_end_of_stubborn(const char *mark)
{
    char command[256];
    (void)snprintf(command, sizeof command, "pgrep -f '^[^ ]*hostile stubborn %s' >/dev/null",
                   mark);
    while (check_shell(command))
        (void)usleep(10000);
}

/// The grader dies by the one signal that no program can catch; the program under test dies with
/// it.
static void test_nothing_outlives_a_grader_that_is_killed(void **state)
{
    (void)state;
    char mark[64];
    (void)snprintf(mark, sizeof mark, "killed-with-%ld", (long)getpid());
    process covey;
    start_with_stubborn(&covey, mark,
                        (const char *const[]){COVEY_PROGRAM, "check", "--time-limit", "1000", "--",
                                              COVEY_HOSTILE, "stubborn", mark, NULL});
    process_kill(&covey, SIGKILL);
    process_finish(&covey);
    await_end_of_stubborn(mark);
    process_free(&covey);
    covey = CHECK(0, "--", COVEY_PROGRAM, "formal"); // removes the folders that the killed run left
    process_free(&covey);
    assert_int_equal(files_count(), 0);
}

// ---- Programs ----

static void test_a_right_program_passes_all_cases(void **state)
{
    (void)state;
    process covey = CHECK(0, "--", COVEY_PROGRAM, "formal");
    assert_null(strstr(covey.output.bytes, "Diagnosis"));
    check_output(&covey, "\n{N} of {N} cases right\n");
}

static void test_another_dialect_is_named(void **state)
{
    (void)state;
    process covey = CHECK(1, "--dialect", "unit", "--", COVEY_PROGRAM, "formal");
    check_output(&covey, "Diagnosis: your program matches the dialect text, not unit.\n");
}

static void test_a_diagnosis_shows_the_place_the_forces_and_a_hint(void **state)
{
    (void)state;
    process covey = CHECK(1, "--", COVEY_STUDENT, "0", "7", "0");
    const char *shown = strstr(covey.output.bytes, "\nDiagnosis: ");
    assert_non_null(shown);
    static const char expected[] =
        "\nDiagnosis: your program makes one mistake.\n"
        "  It counts the agent itself in the center of mass. (cohesion-with-self)\n"
        "    Hint: With one neighbor at distance 1, where is the center of mass of the "
        "neighbors?\n"
        "          The three rules do not share one list of neighbors.\n"
        "  A program with just this prints the same as yours in all {N} cases.\n"
        "  \"--hints 3\" adds the sentence of the assignment.\n"
        "\nRules: cohesion is wrong; separation and alignment are right.\n"
        "  In the first step of cases of one rule alone: wrong in worked, cohesion, edge-cohesion, "
        "digits-force; right in separation, alignment, clamp, edge-separation, edge-alignment.\n"
        "\nFirst wrong number: case worked (the worked example of the assignment)\n"
        "  step 1, agent 1, y: expected 0.484, got 0.492\n"
        "  before that step it is at 0 0.5, with the velocity 0 0\n"
        "  its neighbors: 2 at 1\n"
        "  what is right there, from the trace      x            y\n"
        "  > cohesion    K_c F_c              0.000000    -1.000000   sees agents 2   <- does not "
        "fit\n"
        "                yours                0.000000    -0.496000   give or take 0.0040\n"
        "    separation  K_s F_s              0.000000     0.000000\n"
        "    alignment   K_a F_a              0.000000     0.000000   sees agents 1\n"
        "    together    F                    0.000000    -1.000000\n"
        "    your velocity stands for F =     0.000000    -0.496000   give or take 0.0040\n"
        "  the input:\n"
        "    1 0 0 0 1 0 0 2\n"
        "    0 0.5 0 0\n"
        "    0 -0.5 0 0\n"
        "    0.125\n"
        "  every neighbor and force of that agent and step:\n"
        "    covey check --show worked | covey formal --trace - --trace-format table --agent 1 "
        "--step 1\n"
        "\n"
        "Cases:\n"
        "  worked            step 1, agent 1, y: expected 0.484, got 0.492\n"
        "  cohesion          step 1, agent 1, x: ";
    char counted[sizeof expected + 16];
    check_count(counted, sizeof counted, expected);
    assert_int_equal(strncmp(shown, counted, strlen(counted)), 0);
    check_text(covey.output.bytes, "\n11 of {N} cases right: separation, alignment, clamp, ");
    check_output(&covey, "note: all output came at the end");
}

// ---- Ways to fail ----

static void test_each_way_to_fail_has_its_words(void **state)
{
    (void)state;
    static const struct {
        const char *script;
        const char *words;
    } rows[] = {
        {"kill -SEGV $$", "crashed: SIGSEGV, Segmentation fault\n"},
        {"kill -ABRT $$", "build it with -g -fsanitize=address,undefined and give it the input\n"
                          "  of worked:\n    1 0 0 0 1 0 0 2\n    0 0.5 0 0\n"},
        {"cat >/dev/null; exit 3", "too little output: 0 lines instead of 2; ended with exit code "
                                   "3\n"},
        {"cat", "step 1, agent 1: expected four numbers, got \"1 0 0 0 1 0 0 2\"\n"},
        {"echo Enter the parameters:", "expected four numbers, got \"Enter the parameters:\"\n"},
        {"covey formal; echo", "the numbers are right, but there are empty lines\n"},
        {"covey formal | sed 's/ /  /g'", "  worked            right numbers in a wrong form\n"},
        {"covey formal | sed 's/ /  /g'",
         "between numbers, or blanks before them, such as \"0.000  0.484  0.000  -0.125\".\n"},
        {"covey formal; covey formal </dev/null; echo 1 2 3 4",
         "too much output: 3 lines instead of 2\n"},
        {"covey formal | sed 's/0\\.000/0/g'", "step 1, agent 1, x: expected 0.000, got 0\n"},
        {"covey formal; exit 1",
         "wrong: the numbers are right, but it ended with exit code 1 instead of 0\n"},
        {"echo oops >&2", "On standard error in case worked:\n  | oops\n"},
        {"printf '\\033[2Jgone\\rb\\303\\266id\\377\\r\\n\\n\\tend' >&2",
         "  | ?[2Jgone?b\xc3\xb6id?\n  | \tend\n"},
        {"yes", "too much output: stopped after "},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        check_write(files_path("worked.in"), worked_input);
        process covey = CHECK(1, "--cases", files_path(""), "--", "/bin/sh", "-c", rows[k].script);
        check_output(&covey, rows[k].words);
    }
    process covey = CHECK(1, "--cases", files_path(""), "--time-limit", "0.2", "--", "/bin/sh",
                          "-c", "while :; do :; done");
    check_output(&covey, "out of time\n");
    (void)unlink(files_path("worked.in"));
}

// ---- Mistakes that are on no list ----

static void test_without_a_diagnosis_the_report_says_what_failures_have_in_common(void **state)
{
    (void)state;
    static const struct {
        const char *script;
        const char *words;
    } rows[] = {
        {"awk 'NR == 1 { $6 *= 1.5 } 1' | covey formal",
         "  Every case in which separation acts is wrong, and every other is right.\n"},
        {"awk 'NR == 1 { $6 *= 1.5 } 1' | covey formal", "  > separation  K_s F_s"},
        {"covey formal | sed '8,$s/1$/5/'",
         "  The first step is right in every case, a later one is not: something is carried over\n"
         "  wrongly from one step to the next.\n"},
        {"covey formal | awk '{ printf \"%.3f %s %s %s\\n\", $1 + 0.01, $2, $3, $4 }'",
         "  Where a line is wrong first, its velocity is right and its position is not.\n"},
        {"covey formal | awk '{ printf \"%.3f %s %s0 %s\\n\", $1 + 0.01, $2, $3, $4 }'",
         "  Where a line is wrong first, its velocity is right and its position is not.\n"},
        {"covey formal | awk '{ printf \"%s %s %.3f %s\\n\", $1, $2, $3 + 0.001, $4 }'",
         "  No number is off by more than 0.001: this looks like rounding.\n"},
        {"covey formal | awk '{ printf \"%d.000 %d.000 %d.000 %d.000\\n\", 3 * $1 + 2, $2, $3, $4 "
         "}'",
         "  Every number that is printed is whole: does your program read or compute with whole "
         "numbers?\n"},
        {"covey formal | awk '{ printf \"%.6f %.6f %.6f %.6f\\n\", $1, $2, $3, $4 }'",
         "  In 4 cases the numbers are right, but not written with three decimals.\n"},
        {"covey formal | awk '{ printf \"%.2g %.2g %.2g %.2g\\n\", $1, $2, $3, $4 }'",
         "  Write all numbers with three decimals first: those that lack digits look wrong.\n"},
    };
    check_write_few("few");
    for (size_t k = 0; k < LENGTH(rows); k++) {
        process covey =
            CHECK(1, "--cases", files_path("few"), "--", "/bin/sh", "-c", rows[k].script);
        check_text(covey.output.bytes, "no mistake that is known here");
        check_output(&covey, rows[k].words);
    }
    check_remove("few");
}

/// 0.16 of 740740: no mistake of the step, though it is more than a last digit.
static void test_a_large_number_that_is_little_off_looks_like_float(void **state)
{
    (void)state;
    static const char words[] =
        "\n  No number is off by more than a hundred-thousandth of itself: this "
        "looks like float instead of double.\n";
    check_write(files_path("far.in"), "1 1 1 1 0 0 0 1\n123456.78 0 1234567.125 0\n0.5\n");
    check_write(files_path("mine.out"), "740740.500 0.000 1234567.125 0.000\n");
    process covey = CHECK(1, "--output", files_path("mine.out"), files_path("far.in"));
    check_text(covey.output.bytes, "got 740740.500");
    assert_null(strstr(covey.output.bytes, "what does not fit"));
    assert_null(strstr(covey.output.bytes, "its position is not"));
    check_output(&covey, words);
    (void)unlink(files_path("mine.out"));
    (void)unlink(files_path("far.in"));
}

/// The time, in nanoseconds: a namespace may give every process the same number.
static void test_a_program_that_is_not_the_same_twice_is_named(void **state)
{
    (void)state;
    static const char script[] = "covey formal | sed \"s/[0-9]*$/$(date +%N)/\"";
    check_write_few("few");
    process covey = CHECK(1, "--cases", files_path("few"), "--", "/bin/sh", "-c", script);
    check_output(&covey, "Diagnosis: your program prints something else when it is run again, as "
                         "in case clamp.\n");
    check_remove("few");
}

// ---- Finished outputs, and form ----

static void test_a_wrong_form_does_not_hide_what_the_numbers_tell(void **state)
{
    (void)state;
    static const char right[] = "\nDiagnosis: the numbers of your program are right.\n";
    static const char in_place[] = "(in-place)\n";
    static const struct {
        const char *script, *form, *diagnosis;
    } rows[] = {
        {"echo Enter r_c:; covey formal",
         "not of an agent, such as \"Enter r_c:\" in case clamp; 3 more alike.\n", right},
        {"covey formal | sed 's/ /, /g'",
         "more than numbers and one space between them, such as "
         "\"-0.275, 0.020, -1.523, -0.275\" in case clamp; 3 more alike.\n",
         right},
        {"covey formal | tr '\\n' ' '", "do not have four numbers, such as \"-0.275 0.0", right},
        {COVEY_STUDENT " 0 1 0 | sed 's/ /; /g'", "such as \"-0.275; 0.020; -1", in_place},
        {COVEY_STUDENT " 0 1 0 | sed 's/ /; /g'", "such as \"-0.275; 0.020; -1",
         "\nFirst wrong number: case clamp\n  step 1, agent 2, x: expected 0.482, got 0.435\n"},
        {COVEY_STUDENT " 0 1 0 | sed 's/ /; /g'", "such as \"-0.275; 0.020; -1",
         "  A program with just this prints the same numbers as yours in all 4 cases.\n"},
    };
    check_write_few("few");
    for (size_t k = 0; k < LENGTH(rows); k++) {
        process covey =
            CHECK(1, "--cases", files_path("few"), "--", "/bin/sh", "-c", rows[k].script);
        check_text(covey.output.bytes, rows[k].form);
        check_output(&covey, rows[k].diagnosis);
    }
    check_remove("few");
}

static void test_harmless_form_is_overlooked_unless_all_must_be_exact(void **state)
{
    (void)state;
    static const struct {
        const char *output;
        const char *note;
    } rows[] = {
        {worked, NULL},
        {"0.000 0.484 0.000 -0.125\r\n0.000 -0.484 0.000 0.125\r\n", "lines end with CR LF"},
        {"0.000 0.484 0.000 -0.125 \n0.000 -0.484 0.000 0.125\n", "blanks at the ends of lines"},
        {"0.000 0.484 0.000 -0.125\n0.000 -0.484 0.000 0.125", "the last line has no end"},
        {"-0.000 0.484 0.000 -0.125\n0.000 -0.484 0.000 0.125\n", "zeros have a minus sign"},
    };
    check_write(files_path("worked.in"), worked_input);
    for (size_t k = 0; k < LENGTH(rows); k++) {
        check_write(files_path("mine.out"), rows[k].output);
        process covey = CHECK(0, "--output", files_path("mine.out"), files_path("worked.in"));
        assert_int_equal(strstr(covey.output.bytes, "overlooked") != NULL, rows[k].note != NULL);
        check_output(&covey, rows[k].note != NULL ? rows[k].note : "1 of 1 case right");
        covey = CHECK(rows[k].note != NULL, "--exact", "--output", files_path("mine.out"),
                      files_path("worked.in"));
        process_free(&covey);
    }
    (void)unlink(files_path("mine.out"));
    (void)unlink(files_path("worked.in"));
}

static void test_a_tolerance_lets_numbers_differ(void **state)
{
    (void)state;
    check_write(files_path("worked.in"), worked_input);
    check_write(files_path("mine.out"), "0 0.4841 0 -0.125\n0 -0.484 0.00 0.1249\n");
    process covey = CHECK(0, "--tolerance", "0.0002", "--output", files_path("mine.out"),
                          files_path("worked.in"));
    process_free(&covey);
    covey = CHECK(1, "--tolerance", "0.00005", "--output", files_path("mine.out"),
                  files_path("worked.in"));
    process_free(&covey);
    check_write(files_path("mine.out"), "0 0.484 0 -0.25\n0 -0.484 0 0.125\n"); // 1/8 off
    covey = CHECK(0, "--tolerance", "0.125", "--output", files_path("mine.out"),
                  files_path("worked.in"));
    process_free(&covey);
    (void)unlink(files_path("mine.out"));
    (void)unlink(files_path("worked.in"));
}

// ---- Reports for machines ----

static void test_reports_can_be_read_by_machines(void **state)
{
    (void)state;
    process covey = CHECK(1, "--json", files_path("r.json"), "--junit", files_path("r.xml"), "--",
                          COVEY_STUDENT, "0", "1", "0");
    process_free(&covey);
    char command[8192];
    (void)snprintf(command, sizeof command,
                   PYTHON
                   " -c \"import json, xml.etree.ElementTree as tree\n"
                   "r = json.load(open('%s'))\n"
                   "assert r['diagnosis'] == [{'dialect': 'text', 'mistakes': ['in-place'], "
                   "'explained': r['cases']}], r\n"
                   "assert not r['passed'] and len(r['results']) == r['cases'] > 19\n"
                   "assert r['results'][0]['column'] == 'y', r\n"
                   "assert r['results'][0]['finished'] and 'unfinished_have' not in r, r\n"
                   "suite = tree.parse('%s').getroot()\n"
                   "assert len(suite.findall('testcase')) == r['cases']\n"
                   "assert len(suite.findall('testcase/failure')) == r['cases'] - r['right']\n\"",
                   files_path("r.json"), files_path("r.xml"));
    assert_true(check_shell(command));
    (void)unlink(files_path("r.json"));
    (void)unlink(files_path("r.xml"));
}

/// As on the terminal; test_a_diagnosis_shows_the_place_the_forces_and_a_hint has the same student.
static void test_json_has_the_forces_on_the_first_wrong_agent(void **state)
{
    (void)state;
    process covey = CHECK(1, "--json", files_path("r.json"), "--", COVEY_STUDENT, "0", "7", "0");
    process_free(&covey);
    char command[8192];
    (void)snprintf(command, sizeof command,
                   PYTHON
                   " -c \"import json\n"
                   "r = json.load(open('%s'))['first']\n"
                   "f = r.pop('forces')\n"
                   "assert r == {'case': 'worked', 'step': 1, 'agent': 1, 'column': 'y', "
                   "'expected': '0.484', 'got': '0.492', 'trace': "
                   "'covey check --show worked | covey formal --trace - --trace-format table "
                   "--agent 1 --step 1'}, r\n"
                   "u = f.pop('used')\n"
                   "assert (u['x'], round(u['y'], 6), round(u['doubt'], 6)) == (0, -0.496, 0.004)\n"
                   "assert f == {'cohesion': {'x': 0, 'y': -1, 'fits': False, 'sees': '2'}, "
                   "'separation': {'x': 0, 'y': 0, 'fits': True, 'sees': ''}, "
                   "'alignment': {'x': 0, 'y': 0, 'fits': True, 'sees': '1'}, "
                   "'together': {'x': 0, 'y': -1, 'fits': True}, 'step_fits': True}, f\n\"",
                   files_path("r.json"));
    assert_true(check_shell(command));
    (void)unlink(files_path("r.json"));
}

static void test_json_tells_what_was_not_finished(void **state)
{
    (void)state;
    process covey = CHECK(1, "--json", files_path("r.json"), "--", "/bin/sh", "-c",
                          "read r rest; [ $r != 0 ] && (echo $r $rest; cat) | covey formal");
    process_free(&covey);
    char command[8192];
    (void)snprintf(command, sizeof command,
                   PYTHON
                   " -c \"import json\n"
                   "r = json.load(open('%s'))\n"
                   "assert [c['name'] for c in r['results'] if not c['finished']] == ['zero'], r\n"
                   "assert r['unfinished_have'] == 'r_c = 0' and 'first' not in r, r\n\"",
                   files_path("r.json"));
    assert_true(check_shell(command));
    (void)unlink(files_path("r.json"));
}

// ---- Fresh cases ----

static void test_fresh_cases_are_the_same_for_the_same_seed(void **state)
{
    (void)state;
    static const char *const levels[] = {"easy", "medium", "hard"};
    for (size_t k = 0; k < LENGTH(levels); k++) {
        char command[8192];
        process covey =
            CHECK(0, "--make", files_path("a"), "12", "--seed", "7", "--difficulty", levels[k]);
        process_free(&covey);
        covey = CHECK(0, "--make", files_path("b"), "12", "--seed", "7", "--difficulty", levels[k]);
        process_free(&covey);
        covey = CHECK(0, "--make", files_path("c"), "12", "--seed", "8", "--difficulty", levels[k]);
        process_free(&covey);
        covey = CHECK(0, "--cases", files_path("a"), "--", COVEY_PROGRAM, "formal");
        check_output(&covey, "\n12 of 12 cases right\n");
        (void)snprintf(command, sizeof command,
                       "cd %s && diff -r a b && ! diff -qr a c >/dev/null && "
                       "test $(ls a | wc -l) = 25 && grep -c case- a/manifest.txt | grep -qx 12 && "
                       "rm -r a b c",
                       files_path(""));
        assert_true(check_shell(command));
    }
    process covey =
        CHECK(1, "--generate", "6", "--difficulty", "hard", "--", COVEY_STUDENT, "0", "1", "0");
    check_output(&covey, "(in-place)");
}

// ---- A class ----

static void add_submission(const char *name, const char *source)
{
    char path[256];
    (void)snprintf(path, sizeof path, "class/%s", name);
    assert_int_equal(mkdir(files_path(path), 0755), 0);
    (void)snprintf(path, sizeof path, "class/%s/flock.py", name);
    check_write(files_path(path), source);
    char command[8192];
    (void)snprintf(command, sizeof command, "cp " PROGRAMS "flock.py %s/%s/right.py",
                   files_path("class"), name);
    assert_true(check_shell(command));
}

static void test_a_class_is_one_table(void **state)
{
    (void)state;
    if (!check_has_fence())
        skip(); // the tables say so
    assert_int_equal(mkdir(files_path("class"), 0755), 0);
    add_submission("ada", "import runpy, sys\nsys.argv = ['x']\n"
                          "runpy.run_path(sys.path[0] + '/right.py')\n");
    add_submission("ben", "import runpy, sys\nsys.argv = ['x', 'not-clamped']\n"
                          "runpy.run_path(sys.path[0] + '/right.py')\n");
    add_submission("cleo", "import sys\nsys.argv = ['x', 'not-clamped']\n"
                           "exec(open(sys.path[0] + '/right.py').read())\n");
    add_submission("dan", "this is no Python\n");
    check_write_few("few");
    process covey =
        CHECK(1, "--batch", files_path("class"), "--cases", files_path("few"), "--time-limit", "60",
              "--build", PYTHON " -m py_compile flock.py", "--csv", files_path("class.csv"),
              "--html", files_path("class.html"), "--", PYTHON, "flock.py");
    assert_string_equal(covey.output.bytes,
                        "submission                   right  alike  state     result\n"
                        "ada                         4/4            right     all right\n"
                        "ben                         2/4            wrong     not-clamped\n"
                        "cleo                        2/4            wrong     not-clamped\n"
                        "dan                         0/4            no-build  does not build\n");
    process_free(&covey);
    size_t size;
    char *csv = files_read(files_path("class.csv"), &size);
    char *html = files_read(files_path("class.html"), &size);
    assert_string_equal(csv, "submission,right,cases,passed,alike,state,result,fenced\n"
                             "\"ada\",4,4,1,,right,\"all right\",1\n"
                             "\"ben\",2,4,0,,wrong,\"not-clamped\",1\n"
                             "\"cleo\",2,4,0,,wrong,\"not-clamped\",1\n"
                             "\"dan\",0,4,0,,no-build,\"does not build\",1\n");
    check_text(html, "<summary>not-clamped</summary><pre>ben: 4 cases");
    check_text(html, "SyntaxError");
    assert_null(strstr(html, "://"));                                         // it needs no server
    check_text(html, "<meta name=\"viewport\" content=\"width=device-width"); // and no wide screen
    free(csv);
    free(html);
    check_remove("few");
    check_remove("class");
    check_remove("class.csv");
    check_remove("class.html");
}

static void test_an_interrupt_leaves_the_table_of_those_that_are_done(void **state)
{
    (void)state;
    if (!check_has_fence())
        skip(); // the tables say so
    static const char table[] =
        "submission                   right  alike  state     result\n"
        "ada                        {N}/{N}           right     all right\n";
    char mark[64], line[4500];
    (void)snprintf(mark, sizeof mark, "stopped-with-%ld", (long)getpid());
    (void)snprintf(line, sizeof line, "exec " COVEY_HOSTILE " stubborn %s", mark);
    assert_int_equal(mkdir(files_path("class"), 0755), 0);
    check_submit("ada", "exec covey formal");
    check_submit("ben", line);
    check_submit("cleo", "exec covey formal");
    process covey;
    start_with_stubborn(&covey, mark,
                        (const char *const[]){COVEY_PROGRAM, "check", "--with", COVEY_EXAMPLES_DIR,
                                              "--time-limit", "1000", "--batch",
                                              files_path("class"), "--csv", files_path("class.csv"),
                                              NULL});
    process_kill(&covey, SIGINT);
    process_finish(&covey);
    assert_int_equal(covey.code, 130);
    char counted[256];
    check_count(counted, sizeof counted, table);
    assert_string_equal(covey.output.bytes, counted);
    assert_string_equal(covey.errors.bytes, "covey check: stopped after 1 of 3 submissions\n");
    process_free(&covey);
    await_end_of_stubborn(mark);
    size_t size;
    char *csv = files_read(files_path("class.csv"), &size);
    check_count(counted, sizeof counted,
                "submission,right,cases,passed,alike,state,result,fenced\n"
                "\"ada\",{N},{N},1,,right,\"all right\",1\n");
    assert_string_equal(csv, counted);
    free(csv);
    check_remove("class");
    check_remove("class.csv");
    assert_int_equal(files_count(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_published_suite_is_judged_by_its_own_outputs),
        cmocka_unit_test(test_nothing_outlives_a_grader_that_is_killed),
        cmocka_unit_test(test_a_right_program_passes_all_cases),
        cmocka_unit_test(test_another_dialect_is_named),
        cmocka_unit_test(test_a_diagnosis_shows_the_place_the_forces_and_a_hint),
        cmocka_unit_test(test_each_way_to_fail_has_its_words),
        cmocka_unit_test(test_without_a_diagnosis_the_report_says_what_failures_have_in_common),
        cmocka_unit_test(test_a_large_number_that_is_little_off_looks_like_float),
        cmocka_unit_test(test_a_program_that_is_not_the_same_twice_is_named),
        cmocka_unit_test(test_a_wrong_form_does_not_hide_what_the_numbers_tell),
        cmocka_unit_test(test_harmless_form_is_overlooked_unless_all_must_be_exact),
        cmocka_unit_test(test_a_tolerance_lets_numbers_differ),
        cmocka_unit_test(test_reports_can_be_read_by_machines),
        cmocka_unit_test(test_json_has_the_forces_on_the_first_wrong_agent),
        cmocka_unit_test(test_json_tells_what_was_not_finished),
        cmocka_unit_test(test_fresh_cases_are_the_same_for_the_same_seed),
        cmocka_unit_test(test_a_class_is_one_table),
        cmocka_unit_test(test_an_interrupt_leaves_the_table_of_those_that_are_done),
    };
    return cmocka_run_group_tests(tests, check_setup, files_teardown);
}
