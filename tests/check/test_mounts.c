// SPDX-License-Identifier: MIT
// The files that a program sees are those that the caller named, never those that a submission
// names; and names of strangers are text wherever they are written.
#define _GNU_SOURCE
#include "check/folder.h"
#include "check/mounts.h"
#include "check/report.h"
#include "support/check.h"
#include "support/files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static bool shows(const check_mounts *mounts, const char *path)
{
    for (size_t k = 0; k < mounts->shown_count; k++) {
        const char *target = mounts->shown[k].target;
        size_t size = strlen(target);
        if (mounts->shown[k].source != NULL && strncmp(path, target, size) == 0 &&
            (path[size] == '/' || path[size] == '\0'))
            return true;
    }
    return false;
}

static bool hides(const check_mounts *mounts, const char *path)
{
    for (size_t k = 0; k < mounts->hidden_count; k++)
        if (strcmp(mounts->hidden[k], path) == 0)
            return true;
    return false;
}

static void make_program(const char *name, const char *text)
{
    check_write(files_path(name), text);
    assert_int_equal(chmod(files_path(name), 0755), 0);
}

static void make_folders(const char *const *names)
{
    for (; *names != NULL; names++)
        assert_int_equal(mkdir(files_path(*names), 0755), 0);
}

static check_mounts *plan(const check_mounts_def *def, covey_arena *arena)
{
    check_mounts *mounts = covey_arena_take(arena, 1, sizeof *mounts);
    assert_non_null(mounts);
    assert_true(check_mounts_choose(def, arena, mounts));
    return mounts;
}

/// mine/flock is a script of the program other/bin/run; mine/link leads into other.
static int lay_out(void **state)
{
    char text[8192];
    if (files_setup(state) != 0)
        return 1;
    make_folders(
        (const char *const[]){"mine", "mine/tests", "other", "other/bin", "other/notes", NULL});
    (void)snprintf(text, sizeof text, "#!%s\n", files_path("other/bin/run"));
    make_program("mine/flock", text);
    make_program("other/bin/run", "");
    make_program("other/notes/file", "");
    check_write(files_path("mine/a.in"), "");
    check_write(files_path("mine/a.out"), "");
    return symlink(files_path("other/notes/file"), files_path("mine/link"));
}

static int clear_out(void **state)
{
    check_remove("mine");
    check_remove("other");
    return files_teardown(state);
}

static void test_a_first_line_shows_nothing_that_the_caller_does_not_have_in_path(void **state)
{
    (void)state;
    covey_arena arena = {0};
    const char *const arguments[] = {files_path("mine/flock"), NULL};
    char path[4200];
    check_mounts_def def = {.arguments = arguments, .path = "/usr/bin", .home = "/nowhere"};
    const check_mounts *mounts = plan(&def, &arena);
    assert_true(shows(mounts, files_path("mine/flock")));
    assert_true(shows(mounts, "/usr/bin/env"));
    assert_false(shows(mounts, files_path("other/bin/run")));
    (void)snprintf(path, sizeof path, "/usr/bin:%s", files_path("other/bin"));
    def.path = path;
    mounts = plan(&def, &arena);
    assert_true(shows(mounts, files_path("other/bin/run")));
    assert_true(shows(mounts, files_path("other/notes"))); // its installation
    covey_arena_destroy(&arena);
}

static void test_a_link_shows_its_file_alone_and_in_a_class_nothing(void **state)
{
    (void)state;
    covey_arena arena = {0};
    char mine[4200];
    const char *const arguments[] = {"/bin/sh", files_path("mine/link"), NULL};
    check_mounts_def def = {.arguments = arguments, .path = "/usr/bin", .home = "/nowhere"};
    const check_mounts *mounts = plan(&def, &arena);
    assert_true(shows(mounts, files_path("other/notes/file")));
    assert_false(shows(mounts, files_path("other/notes")));
    (void)snprintf(mine, sizeof mine, "%s", files_path("mine"));
    def.submission = mine;
    mounts = plan(&def, &arena);
    assert_true(shows(mounts, files_path("mine/link")));
    assert_false(shows(mounts, files_path("other/notes/file")));
    covey_arena_destroy(&arena);
}

static void test_of_a_home_the_named_files_are_shown_alone(void **state)
{
    (void)state;
    covey_arena arena = {0};
    char home[4200];
    const char *const arguments[] = {files_path("mine/flock"), NULL};
    (void)snprintf(home, sizeof home, "%s", files_path("mine"));
    check_mounts_def def = {.arguments = arguments, .path = "/usr/bin", .home = home};
    const check_mounts *mounts = plan(&def, &arena);
    assert_true(mounts->lone_file);
    assert_true(shows(mounts, files_path("mine/flock")));
    assert_false(shows(mounts, files_path("mine/link")));
    def.with = home; // which the caller may want
    mounts = plan(&def, &arena);
    assert_true(shows(mounts, files_path("mine/link")));
    covey_arena_destroy(&arena);
}

static void test_cases_are_hidden_wherever_they_lie(void **state)
{
    (void)state;
    covey_arena arena = {0};
    char mine[4200], tests[4200];
    const char *const arguments[] = {files_path("mine/flock"), NULL};
    (void)snprintf(tests, sizeof tests, "%s", files_path("mine/tests"));
    (void)snprintf(mine, sizeof mine, "%s", files_path("mine"));
    const char *const answers[] = {tests, mine, NULL};
    const char *const hidden[] = {files_path("mine/link"), NULL};
    const check_mounts_def def = {.arguments = arguments,
                                  .answers = answers,
                                  .hidden = hidden,
                                  .path = "/usr/bin",
                                  .home = "/nowhere"};
    const check_mounts *mounts = plan(&def, &arena);
    assert_true(hides(mounts, tests));
    assert_true(hides(mounts, files_path("mine/a.in")));
    assert_true(hides(mounts, files_path("mine/a.out")));
    assert_false(hides(mounts, mine)); // the program lies there
    assert_false(hides(mounts, files_path("mine/flock")));
    covey_arena_destroy(&arena);
}

// ---- Folders ----

static void test_a_deep_and_closed_folder_goes_and_nothing_that_it_links_to(void **state)
{
    (void)state;
    char command[9000], inside[4200];
    check_folder folder;
    (void)snprintf(inside, sizeof inside, "%s", files_path("mine"));
    assert_true(check_folder_make(inside, 0, &folder));
    (void)snprintf(command, sizeof command,
                   "cd %s && ln -s %s out && ln -s / root && mkdir -p a/b/c/d e && touch a/b/x "
                   "a/b/c/y && chmod 0 a/b/c a && cd e && for k in $(seq 400); do mkdir d && "
                   "cd -P d; done",
                   folder.path, files_path("other"));
    assert_true(check_shell(command));
    assert_true(check_folder_remove(&folder));
    assert_int_equal(access(files_path("other/notes/file"), F_OK), 0);
}

static void test_folders_in_use_and_lookalikes_are_not_cleared(void **state)
{
    (void)state;
    char inside[4200];
    check_folder folder;
    (void)snprintf(inside, sizeof inside, "%s", files_path("mine"));
    assert_true(check_folder_make(inside, 0, &folder));
    make_folders((const char *const[]){"mine/covey-check-stale1", "mine/covey-check-longer1",
                                       "mine/other-check-stale1", NULL});
    assert_int_equal(symlink(files_path("other"), files_path("mine/covey-check-linked")), 0);
    check_write(files_path("mine/covey-check-stale1/file"), "x");
    check_folder_clear(inside);
    assert_int_equal(access(files_path("mine/covey-check-stale1"), F_OK), -1);
    assert_int_equal(access(files_path("mine/covey-check-longer1"), F_OK), 0);
    assert_int_equal(access(files_path("mine/other-check-stale1"), F_OK), 0);
    assert_int_equal(access(files_path("mine/covey-check-linked"), F_OK), 0);
    assert_int_equal(access(files_path("other/notes/file"), F_OK), 0);
    assert_int_equal(access(folder.path, F_OK), 0);
    assert_true(check_folder_remove(&folder));
}

// ---- Names ----

static void expect(void (*escape)(covey_text *, const char *), const char *from, const char *to)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text text = {.memory = &memory};
    escape(&text, from);
    assert_string_equal(covey_text_end(&text), to);
    covey_text_destroy(&text);
}

static void line(covey_text *text, const char *string)
{
    check_escape_line(text, string, strlen(string));
}

static void test_names_are_text_wherever_they_are_written(void **state)
{
    (void)state;
    expect(line, "a\nb\r\x1b[2J\x7f", "a?b??[2J?");
    expect(line, "bj\xc3\xb6rn \xe2\x80\xae\xff\xc2\x9b", "bj\xc3\xb6rn ????");
    expect(check_escape_csv, "=1+1", "\"'=1+1\"");
    expect(check_escape_csv, "+x", "\"'+x\"");
    expect(check_escape_csv, "-x", "\"'-x\"");
    expect(check_escape_csv, "@x", "\"'@x\"");
    expect(check_escape_csv, "a\"b\nc=", "\"a\"\"b?c=\"");
    expect(check_escape_xml, "<a b=\"c\">&\x1b", "&lt;a b=&quot;c&quot;&gt;&amp;?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_first_line_shows_nothing_that_the_caller_does_not_have_in_path),
        cmocka_unit_test(test_a_link_shows_its_file_alone_and_in_a_class_nothing),
        cmocka_unit_test(test_of_a_home_the_named_files_are_shown_alone),
        cmocka_unit_test(test_cases_are_hidden_wherever_they_lie),
        cmocka_unit_test(test_a_deep_and_closed_folder_goes_and_nothing_that_it_links_to),
        cmocka_unit_test(test_folders_in_use_and_lookalikes_are_not_cleared),
        cmocka_unit_test(test_names_are_text_wherever_they_are_written),
    };
    return cmocka_run_group_tests(tests, lay_out, clear_out);
}
