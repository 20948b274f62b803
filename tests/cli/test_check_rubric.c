// SPDX-License-Identifier: MIT
// covey check --rubric: points, in every report, and what is refused.
#include "support/check.h"
#include "support/files.h"
#include "support/world.h"

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
#define UNIT "exec covey formal --dialect unit" // worked and ties are right

/// Wrong in `together` alone, which has seven agents.
#define SECRET                                                                                     \
    "read a; (echo \"$a\"; cat) | covey formal | case $a in *7) sed s/1/2/;; *) cat;; esac"

#if TEST_SANITIZED // a sanitizer takes terabytes of addresses
#define MEMORY ""
#else
#define MEMORY "memory: 512, "
#endif

/// Four cases: worked shows cohesion alone, clamp separation, ties none, together all.
static const char *const rubric =
    "title: Flocking\n"
    "points:\n"
    "  - {name: First, cases: worked, points: 4}\n"
    "  - {name: Ties & more, cases: [t*es, worked], points: 3, needs: First}\n"
    "  - {name: Push, rule: separation, points: 2.5}\n"
    "  - {name: Both, cases: [ties, clamp], points: 8, all: yes}\n"
    "  - {name: After it, cases: ties, points: 16, needs: [First, Both]}\n"
    "  - {name: Secret, cases: to*, points: 0.5, hidden: yes}\n"
    "hints: [1, 3]\n"
    "limits: {time: 60, " MEMORY "output: 200}\n";

static void check_python(const char *script)
{
    char command[8192];
    (void)snprintf(command, sizeof command, "cd %s && " PYTHON " -c \"%s\"", files_path(""),
                   script);
    assert_true(check_shell(command));
}

static void start(const char *line)
{
    assert_int_equal(mkdir(files_path("class"), 0755), 0);
    check_write_few("few");
    check_write(files_path("rubric.yaml"), rubric);
    check_submit("ada", line);
}

static void end(void)
{
    check_remove("class");
    check_remove("few");
}

#define GRADED "--cases", files_path("few"), "--rubric", files_path("rubric.yaml")

/// Programs, and the points of each item.
static void test_items_have_their_points(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        int code;
        const char *points; ///< of each item, and together
    } rows[] = {
        {RIGHT, 0, "4 3 2.5 8 16 0.5 = 34"},
        {UNIT, 1, "4 3 0 0 0 0 = 7"}, // the clamp is on the other side of K_s
        {SECRET, 1, "4 3 2.5 8 16 0 = 33.5"},
        {"cat >/dev/null", 1, "0 0 0 0 0 0 = 0"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        start(rows[k].line);
        process covey = CHECK(rows[k].code, GRADED, "--json", files_path("o.json"), "--",
                              files_path("class/ada/flock"));
        char script[512];
        (void)snprintf(script, sizeof script,
                       "import json\n"
                       "p = json.load(open('o.json'))['points']\n"
                       "words = ' '.join('%%g' %% i['earned'] for i in p['items'])\n"
                       "words += ' = %%g' %% p['earned']\n"
                       "assert words == '%s', words\n"
                       "assert p['of'] == 34 == sum(i['of'] for i in p['items'])\n",
                       rows[k].points);
        check_python(script);
        process_free(&covey);
        end();
    }
}

/// No report has the name, the input or a number of a hidden case, or a line about it.
static void test_hidden_cases_are_counted_and_not_shown(void **state)
{
    (void)state;
    start("covey formal | sed 's/^/1/'"); // all wrong
    process covey = CHECK(1, GRADED, "--json", files_path("o.json"), "--junit", files_path("o.xml"),
                          "--gradescope", files_path("o.g"), "--classroom", files_path("o.c"),
                          "--html", files_path("o.html"), "--", files_path("class/ada/flock"));
    check_text(covey.output.bytes, "0 of 3 cases right");
    check_text(covey.output.bytes, "Secret       0 of 0.5: 0 of 1 hidden case right\n");
    check_write(files_path("o.txt"), covey.output.bytes);
    check_python(
        "import re\n"
        "line = open('few/together.in').read().split(chr(10))[1]\n"
        "for f in ('o.txt', 'o.json', 'o.xml', 'o.g', 'o.c', 'o.html'):\n"
        "    text = open(f).read()\n"
        "    assert 'Secret' in text and line not in text, f\n"
        "    text = re.sub(r'together    F|together, F|.together.: ..?x|"
        ".together.: (null|.right.|.wrong.)', '', text)\n"
        "    assert 'together' not in text, (f, text[text.index('together') - 60:][:120])\n");
    process_free(&covey);
    end();
}

/// A program that is right in all cases shown and wrong in a hidden one is not right.
static void test_a_hidden_case_makes_a_program_wrong(void **state)
{
    (void)state;
    start(SECRET);
    process covey =
        CHECK(1, GRADED, "--junit", files_path("o.xml"), "--gradescope", files_path("o.g"),
              "--classroom", files_path("o.c"), "--", files_path("class/ada/flock"));
    check_text(covey.output.bytes, "3 of 3 cases right\n\nPoints: 33.5 of 34\n");
    check_python("import json, xml.etree.ElementTree as tree\n"
                 "s = tree.parse('o.xml').getroot()\n"
                 "assert s.get('tests') == '4' and s.get('failures') == '1', s.attrib\n"
                 "p = {x.get('name'): x.get('value') for x in s.iter('property')}\n"
                 "assert p['points'] == '33.5 of 34' and p['points: Ties & more'] == '3 of 3', p\n"
                 "f, = s.iter('failure')\n"
                 "assert f.get('message') == '0 of 1 hidden case right'\n"
                 "g = json.load(open('o.g'))\n"
                 "assert g['score'] == 33.5 == sum(t['score'] for t in g['tests'])\n"
                 "assert sum(t['max_score'] for t in g['tests']) == 34\n"
                 "assert [t['status'] for t in g['tests']] == 5 * ['passed'] + ['failed']\n"
                 "c = json.load(open('o.c'))\n"
                 "assert c['status'] == 'fail' and c['max_score'] == 34\n"
                 "assert sum(t['score'] for t in c['tests']) == 33.5\n");
    process_free(&covey);
    end();
}

/// The table, CSV, JSON, page and grades of a class have the points.
static void test_a_class_has_points(void **state)
{
    (void)state;
    start(RIGHT);
    check_submit("ben", UNIT);
    check_submit("cleo", SECRET);
    assert_int_equal(mkdir(files_path("class/dan"), 0755), 0);
    check_write(files_path("in.csv"), "Identifier,Full name,Grade,Maximum Grade,Feedback comments\n"
                                      "Participant 1,ada,,68,\nParticipant 2,ben,,68,\n"
                                      "Participant 3,cleo,,68,\nParticipant 4,dan,,68,\n");
    process covey =
        CHECK(1, "--batch", files_path("class"), GRADED, "--csv", files_path("o.csv"), "--json",
              files_path("o.json"), "--pages", files_path("pages"), "--roster",
              files_path("in.csv"), "--grades", files_path("out.csv"), "--", "./flock");
    check_text(covey.output.bytes, "right  points  alike");
    check_text(covey.output.bytes, "3/3     34             right     all right\n");
    check_text(covey.output.bytes, "3/3     33.5           wrong     1 hidden case not right\n");
    check_text(covey.output.bytes, "0/3     0              no-file   the folder is empty\n");
    check_python("import csv, json\n"
                 "t = list(csv.DictReader(open('o.csv')))\n"
                 "assert [r['points'] for r in t] == ['34', '7', '33.5', '0'], t\n"
                 "assert {r['points_possible'] for r in t} == {'34'}\n"
                 "assert [r['Ties & more'] for r in t] == ['3', '3', '3', '0']\n"
                 "assert [r['passed'] for r in t] == ['1', '0', '0', '0']\n"
                 "g = list(csv.DictReader(open('out.csv')))\n"
                 "assert [r['Grade'] for r in g] == ['68', '14', '67', '0'], g\n"
                 "assert 'Ties &amp; more: 3 of 3 points' in g[1]['Feedback comments'], g\n"
                 "j = json.load(open('o.json'))\n"
                 "assert j['points'] == 34\n"
                 "assert [s['points'] for s in j['submissions']] == [34, 7, 33.5, 0]\n"
                 "assert '<h2>Points: 7 of 34</h2>' in open('pages/ben.html').read()\n"
                 "index = open('pages/index.html').read()\n"
                 "assert '<th>points</th>' in index and '33.5</td></tr>' in index\n");
    process_free(&covey);
    check_remove("pages");
    end();
}

/// Hints grow with the attempt; an option goes before the rubric.
static void test_hints_come_with_attempts(void **state)
{
    (void)state;
    static const struct {
        const char *attempt, *option, *value, *has, *lacks;
    } rows[] = {
        {"1", "--jobs", "1", "--hints 2\" says", "Hint:"},
        {"2", "--jobs", "1", "The assignment:", "--hints 3"},
        {"9", "--jobs", "1", "The assignment:", "--hints 3"},
        {"1", "--hints", "2", "Hint:", "The assignment:"},
    };
    start("covey formal | while read x y vx vy; do echo $vx $vy $x $y; done");
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        process covey = CHECK(1, GRADED, "--attempt", rows[k].attempt, rows[k].option,
                              rows[k].value, "--", files_path("class/ada/flock"));
        check_text(covey.output.bytes, rows[k].has);
        assert_null(strstr(covey.output.bytes, rows[k].lacks));
        process_free(&covey);
    }
    end();
}

/// Mistakes in a rubric, and the place and words of the message about each.
static void test_a_rubric_that_is_wrong_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"pionts: []\n",
         "rubric.yaml:1:1: there is no key \"pionts\" in the file; did you mean points?"},
        {"title: x\n", "the file lacks the key points"},
        {"points: {name: a, points: 1, cases: worked, for: 2}\n",
         "1:45: there is no key \"for\" in points"},
        {"points: {name: a, points: -1, cases: worked}\n", "points is a number from 0 to 1000000"},
        {"points: {name: a, points: 0, cases: worked}\n", "there are no points to earn"},
        {"points: {name: a, points: 1}\n", "an item has either cases or a rule"},
        {"points: {name: a, points: 1, cases: a, rule: alignment}\n", "either cases or a rule"},
        {"points: {name: a, points: 1, rule: alinment}\n", "did you mean alignment?"},
        {"points: {name: a, points: 1, rule: alignment}\n", "shows alignment alone"},
        {"points: {name: a, points: 1, cases: wroked}\n",
         "1:37: there is no case \"wroked\"; did you mean worked?"},
        {"points: {name: a, points: 1, cases: [t*], hidden: maybe}\n", "no hidden \"maybe\""},
        {"points: {name: a, points: 1, cases: '*', hidden: yes}\n", "all cases are hidden"},
        {"points:\n  - {name: a, points: 1, cases: t*, hidden: yes}\n"
         "  - {name: b, points: 1, cases: ties}\n",
         "3:33: the case ties is hidden in \"a\" and not in \"b\""},
        {"points:\n  - {name: a, points: 1, cases: t*}\n  - {name: a, points: 1, cases: t*}\n",
         "an item above has that name"},
        {"points:\n  - {name: a, points: 1, cases: t*, needs: b}\n"
         "  - {name: b, points: 1, cases: t*}\n",
         "no item \"b\" above this one"},
        {"points: {name: a, points: 1, cases: t*}\nhints: [1, 4]\n",
         "hints is a whole number from 1 to 3"},
        {"points: {name: a, points: 1, cases: t*}\nlimits: {tme: 4}\n", "did you mean time?"},
        {"points: [\n", "rubric.yaml:"},
        {"points: {name: a, name: b, points: 1, cases: t*}\n", "name"},
    };
    start(RIGHT);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        check_write(files_path("rubric.yaml"), rows[k].text);
        process covey = CHECK(65, GRADED, "--", files_path("class/ada/flock"));
        check_text(covey.errors.bytes, rows[k].message);
        assert_int_equal(covey.output.size, 0);
        process_free(&covey);
    }
    end();
}

/// The limits of a rubric end what passes them.
static void test_a_rubric_limits_runs(void **state)
{
    (void)state;
    start("cat >/dev/null; yes 0.000 0.000 0.000 0.000 | head -c 3000");
    check_write(files_path("rubric.yaml"),
                "points: {name: a, points: 1, cases: '*'}\nlimits: {output: 2}\n");
    process covey = CHECK(1, GRADED, "--", files_path("class/ada/flock"));
    check_text(covey.output.bytes, "too much output: stopped after");
    process_free(&covey);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_items_have_their_points),
        cmocka_unit_test(test_hidden_cases_are_counted_and_not_shown),
        cmocka_unit_test(test_a_hidden_case_makes_a_program_wrong),
        cmocka_unit_test(test_a_class_has_points),
        cmocka_unit_test(test_hints_come_with_attempts),
        cmocka_unit_test(test_a_rubric_that_is_wrong_is_refused),
        cmocka_unit_test(test_a_rubric_limits_runs),
    };
    return cmocka_run_group_tests(tests, check_setup, files_teardown);
}
