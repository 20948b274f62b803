// SPDX-License-Identifier: MIT
// All JSON that the program writes is JSON to a strict reader, whatever files, cases, programs and
// submissions are called and print.
#define _DEFAULT_SOURCE
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

/// Quotes, a backslash, controls, bytes that are no UTF-8, and a letter that turns the direction.
#define HOSTILE "a \"b\" \\ <c>\t\r\x01\x7f\xff\xc3 \xe2\x80\xae'"

/// Fails for forms that RFC 8259 does not know, keys that come twice, and lines that are not as
/// covey writes them, with a line end behind the last bracket alone.
static const char reader[] =
    "import json, sys\n"
    "def refuse(x): raise ValueError(x)\n"
    "def once(pairs):\n"
    "    if len(dict(pairs)) != len(pairs): refuse(pairs)\n"
    "    return dict(pairs)\n"
    "text = open(sys.argv[1], 'rb').read().decode('utf-8')\n"
    "top = json.loads(text, parse_constant=refuse, object_pairs_hook=once)\n"
    "assert text.endswith('}\\n') and not text.endswith('\\n\\n')\n"
    "def strings(x):\n"
    "    if isinstance(x, dict):\n"
    "        for k in x: yield k; yield from strings(x[k])\n"
    "    elif isinstance(x, list):\n"
    "        for y in x: yield from strings(y)\n"
    "    elif isinstance(x, str): yield x\n"
    "whole = sys.argv[2].encode('utf-8', 'surrogateescape').decode('utf-8', 'replace')\n"
    "assert any(whole in x for x in strings(top)), text\n";

/// Reads a file of the test and finds a string in one of its strings.
static void expect_json(const char *name, const char *string)
{
    char path[4096];
    (void)snprintf(path, sizeof path, "%s", files_path(name));
    process python = process_run(
        &(process_def){.arguments = (const char *const[]){PYTHON, "-c", reader, path, string, NULL},
                       .native = true});
    if (python.code != 0)
        fail_msg("%s", python.errors.bytes);
    process_free(&python);
}

/// Writes a text to the file FOLDER/NAMEENDING of the test.
static void write_named(const char *folder, const char *name, const char *ending, const char *text)
{
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    check_write(files_path(path), text);
}

static void test_run(void **state)
{
    (void)state;
    write_named(".", HOSTILE, ".yaml", "steps: 2\nflocks: [{model: vicsek, count: 5}]\n");
    char path[4096];
    (void)snprintf(path, sizeof path, "%s", files_path("./" HOSTILE ".yaml"));
    char *json = program_output(&(program_case){.arguments = {"run", path, "--json", "--quiet"}});
    check_write(files_path("r.json"), json);
    free(json);
    expect_json("r.json", HOSTILE);
    expect_json("r.json", covey_version());
    expect_json("r.json", covey_commit());
}

static void test_list_schema(void **state)
{
    (void)state;
    char *json = program_output(&(program_case){.arguments = {"list", "schema"}});
    check_write(files_path("r.json"), json);
    free(json);
    expect_json("r.json", "A scenario of covey");
}

static const char pair[] = "10 10 10 10 1 1 1 2\n0 0.5 0 0\n0 -0.5 0 0\n0.25\n";

static void write_cases(void)
{
    assert_int_equal(mkdir(files_path("cases"), 0755), 0);
    write_named("cases", HOSTILE, ".in", pair);
    write_named("cases", "plain", ".in", pair);
}

/// Programs that print bytes that no string holds as they are, in place of a number and of
/// everything.
static const char *const prints[] = {
    "printf '0.000 \"\\\\\\001\\377 0.000 -0.125\\n'",
    "printf '%s\\n' \""
    "{\\\"x\\\": [1, 2"
    "\"; printf '\\303\\033[2J' >&2; exit 3",
    "covey formal | tr 0 '\\377'",
};

static void test_check(void **state)
{
    (void)state;
    write_cases();
    for (size_t k = 0; k < LENGTH(prints); k++) {
        process covey = CHECK(1, "--cases", files_path("cases"), "--json", files_path("r.json"),
                              "--", "/bin/sh", "-c", prints[k]);
        process_free(&covey);
        expect_json("r.json", HOSTILE);
        expect_json("r.json", covey_version_text());
    }
    check_remove("cases");
}

static void test_check_output(void **state)
{
    (void)state;
    write_named(".", HOSTILE, ".in", pair);
    write_named(".", HOSTILE, ".out", HOSTILE "\n");
    char input[4096];
    (void)snprintf(input, sizeof input, "%s", files_path("./" HOSTILE ".in"));
    process covey = CHECK(1, "--json", files_path("r.json"), "--output",
                          files_path("./" HOSTILE ".out"), input);
    process_free(&covey);
    expect_json("r.json", HOSTILE);
}

static void test_check_batch(void **state)
{
    (void)state;
    static const char *const flocks[] = {"exec covey formal", "printf '\\377\"\\\\\\n'", "exit 1"};
    write_cases();
    assert_int_equal(mkdir(files_path("class"), 0755), 0);
    for (size_t k = 0; k < LENGTH(flocks); k++) {
        char name[200];
        (void)snprintf(name, sizeof name, "%zu" HOSTILE, k);
        check_submit(name, flocks[k]);
    }
    check_submit("fails", "no-build");
    process covey = CHECK(1, "--batch", files_path("class"), "--cases", files_path("cases"),
                          "--json", files_path("r.json"), "--build",
                          "if grep -q no-build flock; then printf '\\377\"\\\\\\001'; exit 1; fi",
                          "--", "./flock");
    process_free(&covey);
    expect_json("r.json", "1" HOSTILE);
    expect_json("r.json", covey_version_text());
    expect_json("r.json", "\xff\"\\\x01");
    check_remove("class");
    check_remove("cases");
}

/// A command that gets an option --json needs a test above.
static void test_no_other_command_writes_json(void **state)
{
    (void)state;
    char *all = program_output(&(program_case){.arguments = {"help"}});
    int count = 0, with = 0;
    char *line = strstr(all, "commands:\n");
    assert_non_null(line);
    for (line = strtok(strchr(line, '\n'), "\n"); line != NULL && line[0] == ' ';
         line = strtok(NULL, "\n")) {
        char name[32];
        assert_int_equal(sscanf(line, " %31s", name), 1);
        process help = program_run(&(program_case){.arguments = {"help", name}});
        bool writes = strstr(help.output.bytes, "--json") != NULL;
        bool known = strcmp(name, "run") == 0 || strcmp(name, "check") == 0;
        if (writes != known)
            fail_msg("covey %s: --json is %s", name, writes ? "without a test" : "gone");
        with += writes;
        count++;
        process_free(&help);
    }
    assert_true(count > 10);
    assert_int_equal(with, 2);
    free(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_run),         cmocka_unit_test(test_list_schema),
        cmocka_unit_test(test_check),       cmocka_unit_test(test_check_output),
        cmocka_unit_test(test_check_batch), cmocka_unit_test(test_no_other_command_writes_json),
    };
    return cmocka_run_group_tests(tests, check_setup, files_teardown);
}
