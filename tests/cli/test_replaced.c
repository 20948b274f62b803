// SPDX-License-Identifier: MIT
// Pictures replace earlier ones whole: after a kill there is the old one or the new one, and two
// programs do not write the same one.
#define _DEFAULT_SOURCE
#include "support/files.h"
#include "support/inject.h"
#include "support/pictures.h"
#include "support/program.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static int setup(void **state)
{
    if (pictures_setup(state) != 0)
        return -1;
    program_expect(&(program_case){.arguments = {"run", "torus-2", "--steps=30", "--quiet", "-o",
                                                 "run.csv", "--measure", "order.csv"}});
    return 0;
}

static void render(const char *source, const char *path, const char *option, const char *value)
{
    program_expect(&(program_case){.arguments = {"render", source, "-o", path, "--quiet", "--size",
                                                 "320x240", option, value}});
}

/// Runs that are killed at each call that changes a file: the picture is the old or the new one.
static void test_a_killed_render_leaves_a_whole_picture(void **state)
{
    (void)state;
    if (!inject_works())
        skip();
    static const char *const suffixes[] = {"png", "svg"};
    for (size_t k = 0; k < LENGTH(suffixes); k++) {
        char before[16], after[16], path[16];
        (void)snprintf(before, sizeof before, "before.%s", suffixes[k]);
        (void)snprintf(after, sizeof after, "after.%s", suffixes[k]);
        (void)snprintf(path, sizeof path, "kill.%s", suffixes[k]);
        render("run.csv", before, "--frame", "0");
        render("run.csv", after, "--frame", "3");
        const char *const words[] = {COVEY_PROGRAM, "render",  "run.csv", "-o", path,
                                     "--size",      "320x240", "--quiet", NULL};
        size_t olds = 0, news = 0;
        bool reached = true;
        for (size_t when = 1; reached; when++) {
            render("run.csv", path, "--frame", "0");
            inject_def def = {.arguments = words,
                              .output = "/dev/null",
                              .errors = "/dev/null",
                              .when = when,
                              .action = INJECT_TEAR};
            reached = inject_run(&def).reached;
            bool is_old = pictures_are_same(before, path);
            assert_true(is_old || pictures_are_same(after, path));
            olds += is_old;
            news += !is_old;
        }
        assert_true(olds > 0 && news > 1); // the last run was not killed
    }
}

static void test_a_full_disk_leaves_the_earlier_picture(void **state)
{
    (void)state;
    static const char *const words[] = {"/bin/sh", "-c",
                                        "ulimit -f 1; exec \"$0\" render run.csv -o full.png",
                                        COVEY_PROGRAM, NULL};
    files_write("full.png", "earlier", 7);
    process covey = process_run(&(process_def){.arguments = words, .native = true});
    assert_int_equal(covey.code, 74);
    process_free(&covey);
    size_t size;
    char *kept = files_read("full.png", &size);
    assert_int_equal(size, 7);
    assert_memory_equal(kept, "earlier", 7);
    free(kept);
    assert_null(files_read("full.png.new", &size));
}

static void test_a_picture_that_another_program_writes_is_refused(void **state)
{
    (void)state;
    int file = open("held.png.new", O_WRONLY | O_CREAT, 0666);
    assert_true(file >= 0);
    assert_int_equal(flock(file, LOCK_EX), 0);
    program_expect(&(program_case){.arguments = {"render", "run.csv", "-o", "held.png"},
                                   .code = 75,
                                   .err = "covey render: another program is writing held.png\n"});
    program_expect(&(program_case){.arguments = {"plot", "order.csv", "-o", "held.png"},
                                   .code = 75,
                                   .err = "covey plot: another program is writing held.png\n"});
    (void)close(file);
    render("run.csv", "held.png", NULL, NULL); // the part that is left is taken over
    assert_null(files_read("held.png.new", &(size_t){0}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_killed_render_leaves_a_whole_picture),
        cmocka_unit_test(test_a_full_disk_leaves_the_earlier_picture),
        cmocka_unit_test(test_a_picture_that_another_program_writes_is_refused),
    };
    return cmocka_run_group_tests(tests, setup, files_teardown);
}
