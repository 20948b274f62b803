// SPDX-License-Identifier: MIT
// covey check --batch --pages: a page for each student, without a word of another one, and the
// teacher's index; and the mark that --bom puts before CSV.
#include "support/check.h"
#include "support/files.h"
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define RIGHT "exec covey formal"

/// Runs a script of Python in the folder of the test's files.
static void check_python(const char *script)
{
    check_write(files_path("look.py"), script);
    char command[1024];
    (void)snprintf(command, sizeof command, "cd %s && " PYTHON " look.py && rm look.py",
                   files_path(""));
    assert_true(check_shell(command));
}

static bool is_there(const char *name)
{
    return access(files_path(name), F_OK) == 0;
}

/// Names that would leave the folder, end a tag, run a script, stand for the index or a device, or
/// be the same file as another one; and a program of each kind.
static void submit_strangers(void)
{
    assert_int_equal(mkdir(files_path("class"), 0755), 0);
    check_write_few("few");
    check_submit("Kim Ro", RIGHT);
    check_submit("kim-ro", "covey formal | tr 7 8");
    check_submit("index", "exec " COVEY_STUDENT " 0 11 0");
    check_submit("%2e\"><img src=x onerror=alert(1)>", "exec " COVEY_STUDENT " 0 11 0 # two");
    check_submit("Com1", "kill -SEGV $$");
    check_submit("\xe7\x8e\x8b", RIGHT "; # a name of no letter that files keep");
    check_submit("line\nend & 'zoe'", "exit 3");
    check_submit("hal", RIGHT);
    check_write(files_path("class/hal/fails"), "");
    assert_int_equal(mkdir(files_path("class/ida"), 0755), 0);
}

static void end(process *covey)
{
    process_free(covey);
    check_remove("class");
    check_remove("few");
}

#define BUILD "if test -e fails; then echo 'flock.c: <b> is missing'; exit 1; fi"
#define CLASS                                                                                      \
    "--batch", files_path("class"), "--cases", files_path("few"), "--time-limit", "60", "--build", \
        BUILD

/// Tags, links and texts of all pages, beside the reports as JSON.
static const char look_at_pages[] =
    "import base64, collections, glob, hashlib, html.parser, json, os, re\n"
    "class Page(html.parser.HTMLParser):\n"
    "    def __init__(self, path):\n"
    "        super().__init__()\n"
    "        self.tags, self.links, self.text = [], [], []\n"
    "        self.raw = open(path, encoding='utf-8').read()\n"
    "        self.feed(self.raw)\n"
    "        self.text = ''.join(self.text)\n"
    "    def handle_starttag(self, tag, attributes):\n"
    "        assert not any(k.startswith('on') or k == 'src' for k, v in attributes), attributes\n"
    "        self.tags.append(tag)\n"
    "        self.links += [v for k, v in attributes if k == 'href']\n"
    "    def handle_data(self, data):\n"
    "        self.text.append(data)\n"
    "files = os.listdir('pages')\n"
    "assert all(re.fullmatch('[A-Za-z0-9_-]+[.]html', f) for f in files), files\n"
    "assert len({f.lower() for f in files}) == 10 == len(files), files\n"
    "assert not {'Com1.html', 'com1.html'} & set(files)\n"
    "index = Page('pages/index.html')\n"
    "assert sorted(index.links + ['index.html']) == sorted(files)\n"
    "rows = json.load(open('c.json'))['submissions']\n"
    "names = [r['submission'] for r in rows]\n"
    "shown = [n.replace('\\n', '?') for n in names]\n"
    "pages = [Page('pages/' + f) for f in index.links]\n"
    "for k, (page, row) in enumerate(zip(pages, rows)):\n"
    "    assert not {'script', 'a', 'img', 'link', 'b'} & set(page.tags), page.tags\n"
    "    assert \"default-src 'none'; style-src 'unsafe-inline'\\\"\" in page.raw\n"
    "    title = re.search('<h1>(.*?)</h1>', page.raw, re.S).group(1)\n"
    "    assert html.unescape(title) == shown[k], title\n"
    "    others = [n for n in shown if n != shown[k] and n not in ('index', 'Com1')]\n"
    "    assert not any(n in page.text for n in others), page.text\n"
    "    assert ('of 4 cases right' in page.text) == (row['right'] is not None)\n"
    "    assert ('flock.c: <b> is missing' in page.text) == (shown[k] == 'hal')\n"
    "    assert row['right'] is None or f\"{row['right']} of 4\" in page.text\n"
    // The index: totals are those of the reports, and its only script is the one that may run.
    "scripts = re.findall('<script>(.*?)</script>', index.raw, re.S)\n"
    "assert len(scripts) == 1 == index.tags.count('script') and 'img' not in index.tags\n"
    "mark = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()\n"
    "assert f\"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{mark}'\\\"\" in "
    "index.raw\n"
    "for state, count in re.findall(r'<li><b>(\\d+)</b> ([a-z-]+)', index.raw):\n"
    "    assert int(state) == [r['state'] for r in rows].count(count), (state, count)\n"
    "assert index.raw.count('<li><b>') == 6\n"
    "def totals(title):\n"
    "    part = index.raw.split('<h2>' + title)[1].split('<h2>')[0]\n"
    "    return re.findall('<tr><td>(.*?)</td>.*?<td class=\"n\">(\\\\d+)</td>', part)\n"
    "ran = [r['report'] for r in rows if r['right'] is not None]\n"
    "fails = collections.Counter(c['name'] for r in ran for c in r['results'] if not c['passed'])\n"
    "found = totals('Cases that fail')\n"
    "assert {k: int(v) for k, v in found} == fails and len(ran) == 7, (found, fails)\n"
    "assert [int(v) for k, v in found] == sorted(fails.values(), reverse=True)\n"
    "assert 'of 7 submissions that ran' in index.text\n"
    "assert totals('Most common mistakes') == [('not-clamped', '2')], index.raw\n"
    "cells = re.findall('<tr class=\"(.*?)\"><td><a href=.*?>(.*?)</a></td><td>(.*?)</td><td>(.*?)"
    "</td><td>(.*?)</td><td>(.*?)</td></tr>', index.raw)\n"
    "assert [html.unescape(c[1]) for c in cells] == shown, cells\n"
    "assert [c[4] for c in cells] == [r['state'] for r in rows]\n"
    "assert [c[2] for c in cells] == [f\"{r['right'] or 0}/4\" for r in rows]\n"
    "assert [c[0] for c in cells] == [['wrong', 'right'][r['right'] == 4] for r in rows]\n"
    "assert '<p id=\"filter\" hidden>' in index.raw\n";

static void test_pages_show_each_student_only_what_is_theirs(void **state)
{
    (void)state;
    submit_strangers();
    process covey = CHECK(1, CLASS, "--pages", files_path("pages"), "--json", files_path("c.json"),
                          "--", "./flock");
    check_python(look_at_pages);
    check_remove("pages");
    check_remove("c.json");
    end(&covey);
}

/// Pages are for students: they give no more away than the report on one program, unless asked; the
/// page with all reports is the teacher's.
static void test_pages_hint_as_much_as_the_report_on_one_program(void **state)
{
    (void)state;
    static const struct {
        const char *level;
        bool says_rule, says_kind;
    } rows[] = {{NULL, false, true}, {"1", false, false}, {"2", false, true}, {"3", true, true}};
    assert_int_equal(mkdir(files_path("class"), 0755), 0);
    check_write_few("few");
    check_submit("ada", "exec " COVEY_STUDENT " 0 11 0");
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const char *name = rows[k].level != NULL ? "--hints" : NULL;
        process covey = CHECK(1, "--batch", files_path("class"), "--cases", files_path("few"),
                              "--pages", files_path("pages"), "--html", files_path("c.html"),
                              name != NULL ? name : "--jobs", name != NULL ? rows[k].level : "1",
                              "--", "./flock");
        char script[512];
        (void)snprintf(script, sizeof script,
                       "page, all = (open(f).read() for f in ('pages/ada.html', 'c.html'))\n"
                       "assert ('The assignment:' in page) == %d, page\n"
                       "assert ('does not limit separation' in page) == %d, page\n"
                       "assert ('The assignment:' in all) == %d, all\n",
                       rows[k].says_rule, rows[k].says_kind,
                       rows[k].says_rule || rows[k].level == NULL);
        check_python(script);
        process_free(&covey);
    }
    check_remove("class");
    check_remove("few");
    check_remove("pages");
    check_remove("c.html");
}

/// Runs a class with pages that cannot be written, and expects one line about it.
static void refuse(int code, const char *folder, const char *message, bool runs)
{
    process covey = CHECK(code, "--batch", files_path("class"), "--cases", files_path("few"),
                          "--pages", files_path(folder), "--", "./flock");
    check_text(covey.errors.bytes, message);
    assert_int_equal(strchr(covey.errors.bytes, '\n') - covey.errors.bytes + 1, covey.errors.size);
    assert_int_equal(covey.output.size > 0, runs);
    process_free(&covey);
}

static void test_pages_that_cannot_be_written_have_one_message(void **state)
{
    (void)state;
    assert_int_equal(mkdir(files_path("class"), 0755), 0);
    check_write_few("few");
    check_submit("ada", RIGHT);
    check_write(files_path("file"), "kept");
    refuse(74, "file", "covey check: cannot write to the folder ", false);
    refuse(74, "no/pages", "/no/pages: No such file or directory\n", false);
    refuse(64, "class/pages", "/class/pages lies in the folder of the submissions\n", false);
    refuse(64, "class/ada/pages", "/pages lies in the folder of the submissions\n", false);
    refuse(64, "class", "/class lies in the folder of the submissions\n", false);
    assert_false(is_there("class/pages") || is_there("class/ada/pages"));
    assert_true(is_there("class/ada/flock"));
    assert_int_equal(mkdir(files_path("pages"), 0755), 0);
    assert_int_equal(mkdir(files_path("pages/ada.html"), 0755), 0);
    refuse(74, "pages", "/pages/ada.html", true);
    check_remove("class");
    check_remove("few");
    check_remove("file");
    check_remove("pages");
}

/// Pages of an earlier run lie in a folder that programs see.
static void test_programs_do_not_see_the_pages(void **state)
{
    (void)state;
    if (!check_has_fence())
        skip();
    char line[2048], side[512];
    (void)snprintf(side, sizeof side, "%s", files_path("side"));
    (void)snprintf(line, sizeof line,
                   "test -e %s/seen || exit 4; test ! -e %s/pages/bob.html || exit 3\n"
                   "cat >/dev/null; echo 0.000 0.484 0.000 -0.125; echo 0.000 -0.484 0.000 0.125",
                   side, side);
    assert_int_equal(mkdir(files_path("class"), 0755), 0);
    check_submit("ada", line);
    assert_int_equal(mkdir(files_path("few"), 0755), 0);
    check_write(files_path("few/worked.in"), "1 0 0 0 1 0 0 2\n0 0.5 0 0\n0 -0.5 0 0\n0.125\n");
    assert_int_equal(mkdir(side, 0755), 0);
    assert_int_equal(mkdir(files_path("side/pages"), 0755), 0);
    check_write(files_path("side/seen"), "");
    check_write(files_path("side/pages/bob.html"), "not for ada");
    process covey = program_run(&(program_case){
        .arguments = {"check", "--memory-limit", "0", "--time-limit", "60", "--with", side,
                      "--batch", files_path("class"), "--cases", files_path("few"), "--pages",
                      files_path("side/pages"), "--", "./flock"}});
    assert_true(is_there("side/pages/bob.html") && is_there("side/pages/ada.html"));
    check_remove("side");
    end(&covey);
}

/// The mark stands before the table once, which is the same behind it.
static void test_a_mark_shows_programs_of_tables_the_letters(void **state)
{
    (void)state;
    submit_strangers();
    process covey = CHECK(1, CLASS, "--csv", files_path("plain.csv"), "--", "./flock");
    process_free(&covey);
    covey = CHECK(1, CLASS, "--bom", "--csv", files_path("marked.csv"), "--html",
                  files_path("c.html"), "--", "./flock");
    check_python(
        "plain, marked = (open(f, 'rb').read() for f in ('plain.csv', 'marked.csv'))\n"
        "assert marked == b'\\xef\\xbb\\xbf' + plain and plain.startswith(b'submission,')\n"
        "assert '\\u738b' in marked.decode('utf-8-sig')\n"
        "assert open('c.html', 'rb').read().startswith(b'<!DOCTYPE')\n");
    check_remove("plain.csv");
    check_remove("marked.csv");
    check_remove("c.html");
    end(&covey);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pages_show_each_student_only_what_is_theirs),
        cmocka_unit_test(test_pages_hint_as_much_as_the_report_on_one_program),
        cmocka_unit_test(test_pages_that_cannot_be_written_have_one_message),
        cmocka_unit_test(test_programs_do_not_see_the_pages),
        cmocka_unit_test(test_a_mark_shows_programs_of_tables_the_letters),
    };
    return cmocka_run_group_tests(tests, check_setup, files_teardown);
}
