// SPDX-License-Identifier: MIT
// covey check --batch: the result of each kind of submission, in every form of the table, and the
// files that builds find.
#define _DEFAULT_SOURCE
#include "support/check.h"
#include "support/files.h"

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

/// A right program, and the change that makes it wrong in a way that is on no list.
#define RIGHT "exec covey formal"
#define UNKNOWN "covey formal | tr 7 8"

static void start_class(void)
{
    assert_int_equal(mkdir(files_path("class"), 0755), 0);
}

static void submit_nothing(const char *name)
{
    char path[256];
    (void)snprintf(path, sizeof path, "class/%s", name);
    assert_int_equal(mkdir(files_path(path), 0755), 0);
}

/// A class of all kinds.
static void submit_all_kinds(void)
{
    start_class();
    check_write_few("few");
    check_submit("ada", RIGHT);
    check_submit("ben", UNKNOWN);
    check_submit("cleo", "# another comment\n" UNKNOWN);
    check_submit("dan", "exec " COVEY_STUDENT " 0 11 0");
    check_submit("eve", "exec " COVEY_STUDENT " 0 11 0 # the same");
    check_submit("fay", "kill -SEGV $$");
    check_submit("gus", "echo of standard error >&2; exit 3");
    check_submit("hal", RIGHT);
    check_write(files_path("class/hal/fails"), "");
    submit_nothing("ida");
    submit_nothing("jon");
    check_write(files_path("class/jon/readme"), "my program is on my other computer\n");
}

#define BUILD "if test -e fails; then echo it stands on standard output; exit 1; fi"
#define CLASS                                                                                      \
    "--batch", files_path("class"), "--cases", files_path("few"), "--time-limit", "60", "--build", \
        BUILD

/// Of unknown mistakes the words are of no interest here.
static void test_each_kind_of_submission_has_its_word(void **state)
{
    (void)state;
    submit_all_kinds();
    process covey = CHECK(1, CLASS, "--", "./flock");
    const char *const lines[] = {
        "\nada                         4/4            right     all right\n",
        "\nben                         2/4     A      wrong     ",
        "\ncleo                        2/4     A      wrong     ",
        "\ndan                         2/4            wrong     not-clamped\n"
        "eve                         2/4            wrong     not-clamped\n",
        "\nfay                         0/4            crash     clamp: crashed: SIGSEGV",
        "\ngus                         0/4            crash     clamp: too little output",
        "\nhal                         0/4            no-build  does not build\n",
        "\nida                         0/4            no-file   the folder is empty\n",
        "\njon                         0/4            no-file   there is no program ./flock that "
        "can be executed\n",
    };
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++)
        check_text(covey.output.bytes, lines[k]);
    process_free(&covey);
    check_remove("class");
    check_remove("few");
}

static void test_a_class_can_be_read_by_machines(void **state)
{
    (void)state;
    submit_all_kinds();
    process covey =
        CHECK(1, CLASS, "--json", files_path("c.json"), "--junit", files_path("c.xml"), "--csv",
              files_path("c.csv"), "--html", files_path("c.html"), "--", "./flock");
    process_free(&covey);
    char command[8192];
    (void)snprintf(
        command, sizeof command,
        "cd %s && " PYTHON " -c \"import csv, json, xml.etree.ElementTree as tree\n"
        "states = 'right wrong wrong wrong wrong crash crash no-build no-file no-file'.split()\n"
        "alike = ['', 'A', 'A'] + 7 * ['']\n"
        "r = json.load(open('c.json'))\n"
        "s = r['submissions']\n"
        "assert r['cases'] == 4 and not r['passed'] and r['dialect'] == 'text'\n"
        "assert [x['state'] for x in s] == states, s\n"
        "assert [x['alike'] for x in s] == [a or None for a in alike], s\n"
        "assert [x['right'] for x in s[7:]] == 3 * [None], s\n"
        "assert s[3]['report']['diagnosis'][0]['mistakes'] == ['not-clamped']\n"
        "assert s[7]['build_output'] == 'it stands on standard output\\\\n', s[7]\n"
        "assert s[0]['right'] == 4 and 'report' not in s[7]\n"
        "rows = list(csv.DictReader(open('c.csv')))\n"
        "assert [x['state'] for x in rows] == states and [x['alike'] for x in rows] == alike\n"
        "suites = tree.parse('c.xml').getroot().findall('testsuite')\n"
        "assert [x.get('name') for x in suites] == [x['submission'] for x in s]\n"
        "assert [x.get('type') for x in suites[7].iter('error')] == ['no-build']\n"
        "assert [x.get('type') for x in suites[8].iter('error')] == ['no-file']\n"
        "assert len(suites[5].findall('testcase/failure')) == 4\n"
        "assert suites[0].find('testcase').get('classname') == 'ada'\n"
        "assert 'it stands on standard output' in suites[7].find('system-out').text\n"
        "page = open('c.html').read()\n"
        "assert page.count('<td>no-file</td>') == 2 and '<td>crash</td>' in page\n"
        "assert 'it stands on standard output' in page\n\" && rm c.json c.xml c.csv c.html",
        files_path(""));
    assert_true(check_shell(command));
    check_remove("class");
    check_remove("few");
}

static void test_a_missing_file_is_no_crash(void **state)
{
    (void)state;
    start_class();
    check_write_few("few");
    submit_nothing("ada");
    submit_nothing("ben");
    check_write(files_path("class/ada/flock.sh"), RIGHT "\n");
    check_write(files_path("class/ben/flok.sh"), RIGHT "\n");
    process covey = CHECK(1, "--batch", files_path("class"), "--cases", files_path("few"), "--",
                          "/bin/sh", "-e", "flock.sh");
    check_text(covey.output.bytes, "ada                         4/4            right ");
    check_text(covey.output.bytes, "ben                         0/4            no-file   there is "
                                   "no flock.sh\n");
    process_free(&covey);
    check_remove("class");
    check_remove("few");
}

/// As Go's modules and caches: a home that can be written to, where files and folders are
/// made that no user may change; and nothing of it is left.
static void test_builds_have_a_home_and_a_temporary_folder(void **state)
{
    (void)state;
    static const char build[] = "set -e; test -d \"$TMPDIR\"; cp flock.src \"$TMPDIR/part\"\n"
                                "mkdir -p \"$HOME/.cache/go-build\" \"$HOME/go/pkg/mod\"\n"
                                "cp \"$TMPDIR/part\" \"$HOME/.cache/go-build/part\"\n"
                                "cp \"$HOME/.cache/go-build/part\" \"$HOME/go/pkg/mod/part\"\n"
                                "chmod a-w \"$HOME/go/pkg/mod/part\" \"$HOME/go/pkg/mod\"\n"
                                "case \"$HOME\" in /root | /home/*) exit 1 ;; esac\n"
                                "cp \"$HOME/go/pkg/mod/part\" flock; chmod +x flock\n";
    start_class();
    check_write_few("few");
    submit_nothing("ada");
    check_write(files_path("class/ada/flock.src"), "#!/bin/sh\n" RIGHT "\n");
    process covey =
        CHECK(0, "--batch", files_path("class"), "--cases", files_path("few"), "--build", build);
    check_output(&covey, "ada                         4/4            right ");
    check_remove("class");
    check_remove("few");
    assert_int_equal(files_count(), 0);
}

/// A program that prints what is right for the case "worked", in several languages and layouts.
static void test_a_class_of_many_languages_needs_no_command(void **state)
{
    (void)state;
    static const char c[] =
        "#include <stdio.h>\nint main(void) { puts(\"0.000 0.484 0.000 -0.125\\n"
        "0.000 -0.484 0.000 0.125\"); return getchar() == EOF; }\n";
    static const char js[] = "process.stdout.write('0.000 0.484 0.000 -0.125\\n0.000 -0.484 0.000 "
                             "0.125\\n')\n";
    static const char py[] = "print('0.000 0.484 0.000 -0.125\\n0.000 -0.484 0.000 0.125')\n";
    const struct {
        const char *file, *text, *result;
    } files[] = {
        {"c/one.c", c, "right"},
        {"cpp/my flock.cpp", c, "right"},
        {"deep/in/it/flock.py", py, "right"},
        {"js/my flock.js", js, check_shell("command -v node >/dev/null") ? "right" : "crash"},
        {"make/one.c", c, "right"},
        {"make/Makefile", "boids: one.c\n\tcc -o boids one.c\n", "right"},
        {"note/readme", "see my other mail\n", "no-build"},
        {"py/flock.py", py, "right"},
        {"two/a.py", py, "no-build"},
        {"two/b.py", py, "no-build"},
    };
    char path[256], line[128];
    assert_int_equal(mkdir(files_path("few"), 0755), 0);
    check_write(files_path("few/worked.in"), "1 0 0 0 1 0 0 2\n0 0.5 0 0\n0 -0.5 0 0\n0.125\n");
    start_class();
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        (void)snprintf(path, sizeof path, "mkdir -p \"$(dirname '%s/%s')\"", files_path("class"),
                       files[k].file);
        assert_true(check_shell(path));
        (void)snprintf(path, sizeof path, "class/%s", files[k].file);
        check_write(files_path(path), files[k].text);
    }
    process covey = CHECK(1, "--batch", files_path("class"), "--cases", files_path("few"),
                          "--time-limit", "60", "--build", "auto");
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        int size = (int)strcspn(files[k].file, "/");
        (void)snprintf(line, sizeof line, "\n%.*s%*s%s/1            %s", size, files[k].file,
                       28 - size, "", strcmp(files[k].result, "right") == 0 ? "1" : "0",
                       files[k].result);
        check_text(covey.output.bytes, line);
    }
    process_free(&covey);
    check_remove("class");
    check_remove("few");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_kind_of_submission_has_its_word),
        cmocka_unit_test(test_a_class_can_be_read_by_machines),
        cmocka_unit_test(test_a_missing_file_is_no_crash),
        cmocka_unit_test(test_a_class_of_many_languages_needs_no_command),
        cmocka_unit_test(test_builds_have_a_home_and_a_temporary_folder),
    };
    return cmocka_run_group_tests(tests, check_setup, files_teardown);
}
