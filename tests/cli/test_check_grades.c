// SPDX-License-Identifier: MIT
// covey check: the results as other graders read them, and the grades in the tables of platforms.
#include "support/check.h"
#include "support/files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#define RIGHT "exec covey formal"
#define UNKNOWN "covey formal | tr 7 8"

/// Runs a script of Python in the folder of the test's files.
static void check_python(const char *script)
{
    char command[8192];
    (void)snprintf(command, sizeof command, "cd %s && " PYTHON " -c \"%s\"", files_path(""),
                   script);
    assert_true(check_shell(command));
}

// ---- One program ----

/// Keys and values are those of the graders' documentation, and every case is a test.
static void test_graders_of_others_read_the_results(void **state)
{
    (void)state;
    assert_int_equal(mkdir(files_path("class"), 0755), 0);
    check_write_few("few");
    check_submit("ben", UNKNOWN "; echo '<lost> & found' >&2");
    process covey = CHECK(1, "--cases", files_path("few"), "--gradescope", files_path("g.json"),
                          "--classroom", files_path("c.json"), "--junit", files_path("j.xml"),
                          "--time-limit", "60", "--", files_path("class/ben/flock"));
    check_write(files_path("out"), covey.output.bytes);
    check_python(
        "import json, xml.etree.ElementTree as tree\n"
        "g = json.load(open('g.json'))\n"
        "assert set(g) == {'score', 'execution_time', 'output', 'output_format', 'tests'}, g\n"
        "names = [t['name'] for t in g['tests']]\n"
        "assert len(names) == 4 and sorted(names) == names\n"
        "assert g['score'] == 2 == sum(t['score'] for t in g['tests'])\n"
        "assert g['output'] == open('out').read() and g['execution_time'] > 0\n"
        "for t in g['tests']:\n"
        "    assert t['max_score'] == 1 and t['status'] == ['failed', 'passed'][t['score']]\n"
        "c = json.load(open('c.json'))\n"
        "assert c['version'] == 3 and c['status'] == 'fail' and c['max_score'] == 4\n"
        "assert [t['name'] for t in c['tests']] == names\n"
        "for t, of in zip(c['tests'], g['tests']):\n"
        "    assert t['status'] == ['fail', 'pass'][of['score']], t\n"
        "    assert t['score'] == of['score'] and t['execution_time'] >= 0\n"
        "    assert (t['message'] is None) == (of['score'] == 1)\n"
        "s = tree.parse('j.xml').getroot()\n"
        "assert s.tag == 'testsuite' and float(s.get('time')) > 0\n"
        "assert [x.tag for x in s] == ['properties'] + 4 * ['testcase'] + ['system-out']\n"
        "cases = s.findall('testcase')\n"
        "assert [x.get('name') for x in cases] == names\n"
        "assert all(float(x.get('time')) >= 0 for x in cases)\n"
        "bad = [x.find('failure') for x in cases if x.find('failure') is not None]\n"
        "assert len(bad) == 2 == int(s.get('failures'))\n"
        "for x in bad:\n"
        "    assert x.text.startswith(x.get('message')) and '<lost> & found' in x.text, x.text\n");
    process_free(&covey);
    check_remove("class");
    check_remove("few");
}

// ---- A class ----

static void start_class(void)
{
    assert_int_equal(mkdir(files_path("class"), 0755), 0);
    check_write_few("few");
    check_submit("Ada Lovelace_12_assignsubmission_file", RIGHT);
    check_submit("turing12alan_34_12_flock", UNKNOWN);
    check_submit("mary@school.example", UNKNOWN);
    check_submit("stranger", RIGHT);
}

static void end_class(process *covey)
{
    process_free(covey);
    check_remove("class");
    check_remove("few");
}

#define CLASS "--batch", files_path("class"), "--cases", files_path("few"), "--time-limit", "60"

/// Only the cells of grades and comments change; the mark of the order of bytes, quotes and ends of
/// lines stay.
static void test_a_worksheet_of_moodle_gets_grades_and_comments(void **state)
{
    (void)state;
    start_class();
    check_write(files_path("in.csv"),
                "\xef\xbb\xbfIdentifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum "
                "Grade\",\"Feedback comments\"\r\n"
                "Participant 12,Ada Lovelace,ada@school.example,,,50.00,\r\n"
                "Participant 7,\"Mary, \"\"M\"\"\",mary@school.example,,3,7.00,old\r\n"
                "Participant 99,=Late,late@school.example,,,50.00,\r\n");
    process covey = CHECK(1, CLASS, "--roster", files_path("in.csv"), "--grades",
                          files_path("out.csv"), "--", "./flock");
    check_text(covey.errors.bytes, "covey check: no row of the table is of the submission "
                                   "stranger\n");
    check_text(covey.errors.bytes, "submission turing12alan_34_12_flock\n");
    check_text(covey.errors.bytes, "covey check: 1 row of the table has no submission\n");
    check_python(
        "raw = open('out.csv', 'rb').read()\n"
        "assert raw[:3] == b'\\xef\\xbb\\xbf' and raw.count(b'\\r\\n') == 4\n"
        "import csv\n"
        "a, b = (list(csv.reader(open(f, newline='', encoding='utf-8-sig'))) for f in "
        "('in.csv', 'out.csv'))\n"
        "assert [x[:4] + x[5:6] for x in a] == [x[:4] + x[5:6] for x in b] and a[0] == b[0]\n"
        "assert [x[4] for x in b] == ['Grade', '50', '3.5', ''], b\n"
        "assert b[1][6] == 'all right' and b[2][6] not in ('', 'old') and b[3] == a[3]\n");
    end_class(&covey);
}

/// The student's number stands before that of the submission, which may be another's; digits inside
/// a name are no number.
static void test_a_gradebook_of_canvas_gets_the_points(void **state)
{
    (void)state;
    start_class();
    check_write(files_path("in.csv"),
                "Student,ID,SIS Login ID,Section,Flocking (5),Boids (6),Total\n"
                "    Points Possible,,,,10,8,(read only)\n"
                "\"Turing, Alan\",34,alan,S1,,,\n"
                "\"Lovelace, Ada\",12,ada,S1,,1,\n"
                "\"Shelley, Mary\",56,mary,S1,,,\n");
    process covey = CHECK(1, CLASS, "--roster", files_path("in.csv"), "--grades",
                          files_path("out.csv"), "--assignment", "Boids", "--", "./flock");
    check_python("rows = open('out.csv').read()\n"
                 "assert rows == open('in.csv').read()"
                 ".replace('34,alan,S1,,,', '34,alan,S1,,4,')"
                 ".replace('12,ada,S1,,1,', '12,ada,S1,,8,')"
                 ".replace('56,mary,S1,,,', '56,mary,S1,,4,'), rows\n");
    end_class(&covey);
}

/// Tables that are refused before any program is run, and the message about each.
static void test_a_table_that_is_not_understood_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *table, *assignment, *message;
    } rows[] = {
        {"", NULL, "line 1 is neither of Moodle's worksheet"},
        {"name,grade\nada,1\n", NULL, "line 1 is neither of Moodle's worksheet"},
        {"Student,ID,A (1),B (2)\n Points Possible,,1,1\n", NULL, "more than one column of an"},
        {"Student,ID,A (1),B (2)\n Points Possible,,1,1\n", "C", "no column of an assignment C"},
        {"Student,ID,Total\n", NULL, "no column of an assignment"},
        {"Student,ID,A (1)\nAda,12,\n", NULL, "\"Points Possible\" has no points for A (1)"},
    };
    start_class();
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        check_write(files_path("in.csv"), rows[k].table);
        const char *name = rows[k].assignment != NULL ? "--assignment" : "--jobs";
        const char *value = rows[k].assignment != NULL ? rows[k].assignment : "1";
        process covey = CHECK(65, CLASS, name, value, "--roster", files_path("in.csv"), "--grades",
                              files_path("out.csv"), "--", "./flock");
        check_text(covey.errors.bytes, rows[k].message);
        assert_int_equal(covey.output.size, 0);
        process_free(&covey);
    }
    check_remove("class");
    check_remove("few");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_graders_of_others_read_the_results),
        cmocka_unit_test(test_a_worksheet_of_moodle_gets_grades_and_comments),
        cmocka_unit_test(test_a_gradebook_of_canvas_gets_the_points),
        cmocka_unit_test(test_a_table_that_is_not_understood_is_refused),
    };
    return cmocka_run_group_tests(tests, check_setup, files_teardown);
}
