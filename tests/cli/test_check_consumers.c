// SPDX-License-Identifier: MIT
// covey check: each file that other programs read keeps their rules, whatever is graded; the rules
// are in consumers.py.
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

static void hold(const char *kind, const char *files)
{
    char command[1024];
    (void)snprintf(command, sizeof command,
                   "cd %s && " PYTHON " " COVEY_SOURCE_DIR "/tests/cli/consumers.py %s %s",
                   files_path(""), kind, files);
    if (!check_shell(command))
        fail_msg("%s", command);
}

static void start(void)
{
    assert_int_equal(mkdir(files_path("class"), 0755), 0);
    check_write_few("few");
    check_write(files_path("rubric.yaml"),
                "points:\n"
                "  - {name: 'A <b> & \"c\"', cases: [worked, ties, clamp], points: 1}\n"
                "  - {name: Rule, rule: separation, points: 3.25, needs: 'A <b> & \"c\"'}\n"
                "  - {name: Secret, cases: together, points: 0.1, hidden: yes}\n");
}

static void end(void)
{
    check_remove("class");
    check_remove("few");
}

/// Programs of all kinds, with and without points.
static void test_results_of_a_program_keep_the_rules(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        int code;
    } rows[] = {
        {"exec covey formal", 0},
        {"exec covey formal --dialect unit", 1},
        {"covey formal | tr 7 8", 1},
        {"printf '\\033[31m<&\\001\\377\\n' | tee /dev/stderr; kill -SEGV $$", 1},
        {"read a; case $a in *7) exit 3;; esac; (echo \"$a\"; cat) | covey formal", 1},
        {"echo nan nan nan nan", 1},
        {"yes", 1},
    };
    start();
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        for (int points = 0; points < 2; points++) {
            process covey =
                CHECK(rows[k].code, "--cases", files_path("few"), "--gradescope", files_path("o.g"),
                      "--classroom", files_path("o.c"), "--junit", files_path("o.xml"),
                      points ? "--rubric" : "--jobs", points ? files_path("rubric.yaml") : "2",
                      "--", "sh", "-c", rows[k].line);
            process_free(&covey);
            hold("gradescope", "o.g");
            hold("classroom", "o.c");
            hold("junit", "o.xml");
        }
    end();
}

/// A class with submissions that cannot be run, and names that are hard to write.
static void test_results_of_a_class_keep_the_rules(void **state)
{
    (void)state;
    start();
    check_submit("Ada \"A\" <b> & c_12_x", "exec covey formal");
    check_submit("ben_34_y", "covey formal | tr 7 8");
    assert_int_equal(mkdir(files_path("class/dan"), 0755), 0);
    check_write(
        files_path("m.csv"),
        "Identifier,Full name,Status,Grade,Maximum Grade,Grade can be changed,Last modified "
        "(grade),Feedback comments\n"
        "Participant 12,Ada,Submitted,,7.00,Yes,-,\n"
        "Participant 34,\"Ben, B\",Submitted,,100.00,Yes,-,\n"
        "Participant 56,Cleo,No submission,,100.00,Yes,-,old\n");
    process covey =
        CHECK(1, "--batch", files_path("class"), "--cases", files_path("few"), "--rubric",
              files_path("rubric.yaml"), "--junit", files_path("o.xml"), "--roster",
              files_path("m.csv"), "--grades", files_path("m2.csv"), "--", "./flock");
    process_free(&covey);
    hold("junit", "o.xml");
    hold("moodle", "m.csv m2.csv");
    check_write(files_path("c.csv"),
                "Student,ID,SIS User ID,SIS Login ID,Section,Flocking (5),Total\n"
                "    Points Possible,,,,,10,(read only)\n"
                "Ada,12,s12,ada,One,,0\n\"Ben, B\",34,s34,ben,One,,0\nCleo,56,s56,cleo,One,3,0\n");
    covey = CHECK(1, "--batch", files_path("class"), "--cases", files_path("few"), "--roster",
                  files_path("c.csv"), "--grades", files_path("c2.csv"), "--", "./flock");
    process_free(&covey);
    hold("canvas", "c.csv c2.csv");
    end();
}

/// What follows from the numbers alone is in JUnit's XML, as in the text and in JSON.
static void test_reasoned_mistakes_are_in_every_report(void **state)
{
    (void)state;
    const char *line =
        "(read c s f a rest; echo ${c%.*} ${s%.*} $f ${a%.*} $rest; cat) | covey formal | "
        "while read x y vx vy; do echo $x $vx $y $vy; done";
    process covey = CHECK(1, "--junit", files_path("o.xml"), "--json", files_path("o.json"), "--",
                          "sh", "-c", line);
    char command[2048];
    check_text(covey.output.bytes, "(read-whole-radii)");
    (void)snprintf(
        command, sizeof command,
        "cd %s && " PYTHON " -c \"import json, xml.etree.ElementTree as tree\n"
        "names = [f['name'] for f in json.load(open('o.json'))['reasoned']['proved'][0]]\n"
        "s = tree.parse('o.xml').getroot()\n"
        "result, = [p.get('value') for p in s.iter('property') if p.get('name') == 'result']\n"
        "assert len(names) == 2, names\n"
        "for name in names:\n"
        "    assert name in result and name in s.findtext('system-out'), (name, result)\n\"",
        files_path(""));
    assert_true(check_shell(command));
    process_free(&covey);
    hold("junit", "o.xml");
}

/// The commands of the recipes for graders run, and give what the graders read.
static void test_recipes_run_as_they_stand(void **state)
{
    (void)state;
    char command[1024];
    assert_int_equal(mkdir(files_path("recipes"), 0755), 0);
    (void)snprintf(command, sizeof command,
                   PYTHON " " COVEY_SOURCE_DIR "/tests/cli/recipes.py " COVEY_SOURCE_DIR
                          "/docs/check.md %s >/dev/null",
                   files_path("recipes"));
    assert_true(check_shell(command));
    hold("classroom", "recipes/classroom.json");
    hold("gradescope", "recipes/results.json");
    (void)snprintf(command, sizeof command, "grep -q '\"max_score\": 10' %s",
                   files_path("recipes/results.json"));
    assert_true(check_shell(command));
    check_remove("recipes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results_of_a_program_keep_the_rules),
        cmocka_unit_test(test_results_of_a_class_keep_the_rules),
        cmocka_unit_test(test_reasoned_mistakes_are_in_every_report),
        cmocka_unit_test(test_recipes_run_as_they_stand),
    };
    return cmocka_run_group_tests(tests, check_setup, files_teardown);
}
