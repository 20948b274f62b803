// SPDX-License-Identifier: MIT
// covey run writes over nothing that it reads and writes nothing twice, whatever the paths are.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static const char scenario[] = "steps: 3\nflocks: {model: torus, place: {file: start.csv}}\n";
static const char agents[] = "x,y,vx,vy\n0,0,1,0\n5,5,0,1\n";

static char folder[512];

/// The inputs, links to them, and a checkpoint of a run of them, in the folder of the test.
static int setup(void **state)
{
    int failed = files_setup(state);
    if (failed != 0)
        return failed;
    (void)snprintf(folder, sizeof folder, "%s", files_path(""));
    if (chdir(folder) != 0)
        return -1;
    files_write("scene.yaml", scenario, sizeof scenario - 1);
    files_write("start.csv", agents, sizeof agents - 1);
    bool linked = symlink("scene.yaml", "soft.csv") == 0 && link("start.csv", "hard.csv") == 0 &&
                  symlink("new.csv", "dangling.csv") == 0 && symlink(folder, "here") == 0;
    program_expect(&(program_case){.arguments = {"run", "scene.yaml", "--quiet", "--checkpoint",
                                                 "run.ckpt", "-o", "run.csv"}});
    return linked && link("run.ckpt", "saved.csv") == 0 ? 0 : -1;
}

static int teardown(void **state)
{
    (void)unlink(files_path("here"));
    return files_teardown(state);
}

static void check_content(const char *path, const char *expected)
{
    size_t size;
    char *text = files_read(path, &size);
    assert_string_equal(text, expected);
    free(text);
}

static void test_no_input_is_overwritten_and_nothing_written_twice(void **state)
{
    (void)state;
    static const struct {
        const char *arguments[6];
        const char *err;
    } rows[] = {
        {{"scene.yaml", "--measure", "scene.yaml"},
         "scene.yaml is read by the run and cannot be written"},
        {{"./scene.yaml", "--checkpoint", "scene.yaml"},
         "scene.yaml is the same file as ./scene.yaml, which the run reads"},
        {{"scene.yaml", "-o", "soft.csv"},
         "soft.csv is the same file as scene.yaml, which the run reads"},
        {{"scene.yaml", "-o", "start.csv"}, "start.csv is read by the run and cannot be written"},
        {{"scene.yaml", "-o", "hard.csv"},
         "hard.csv is the same file as start.csv, which the run reads"},
        {{"here/scene.yaml", "-o", "start.csv"},
         "start.csv is the same file as here/start.csv, which the run reads"},
        {{"scene.yaml", "-o", "new.csv", "--measure", "new.csv"}, "new.csv is to be written twice"},
        {{"scene.yaml", "-o", "new.csv", "--checkpoint", "./new.csv"},
         "new.csv and ./new.csv are the same file, to be written twice"},
        {{"scene.yaml", "-o", "new.csv", "--checkpoint", "here/new.csv"},
         "new.csv and here/new.csv are the same file, to be written twice"},
        {{"scene.yaml", "-o", "new.csv", "--measure", "dangling.csv"},
         "new.csv and dangling.csv are the same file, to be written twice"},
        {{"scene.yaml", "-o", "run.csv", "--measure", "here/run.csv"},
         "run.csv and here/run.csv are the same file, to be written twice"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        char err[300];
        (void)snprintf(err, sizeof err, "covey run: %s\n", rows[k].err);
        program_case row = {.arguments = {"run"}, .code = 64, .err = err};
        memcpy(row.arguments + 1, rows[k].arguments, sizeof rows[k].arguments);
        program_expect(&row);
        check_content("scene.yaml", scenario);
        check_content("start.csv", agents);
        assert_int_equal(access("new.csv", F_OK), -1);
    }
}

static void test_the_checkpoint_that_is_read_is_no_output(void **state)
{
    (void)state;
    size_t size, left;
    char *before = files_read("run.ckpt", &size);
    assert_int_equal(unlink("run.csv"), 0); // the output of the run leads to its checkpoint now
    assert_int_equal(symlink("saved.csv", "run.csv"), 0);
    program_expect(&(program_case){
        .arguments = {"run", "--resume", "run.ckpt"},
        .code = 64,
        .err = "covey run: run.csv is the same file as run.ckpt, which the run reads\n"});
    char *after = files_read("run.ckpt", &left);
    assert_int_equal(left, size);
    assert_memory_equal(after, before, size);
    free(before);
    free(after);
    assert_int_equal(unlink("run.csv"), 0);
}

static void test_devices_and_pipes_may_be_written_twice(void **state)
{
    (void)state;
    assert_int_equal(symlink("/dev/null", "null.csv"), 0);
    assert_int_equal(symlink("/dev/null", "null.xyz"), 0);
    program_expect(&(program_case){
        .arguments = {"run", "scene.yaml", "--quiet", "-o", "null.csv", "-o", "null.xyz"}});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_input_is_overwritten_and_nothing_written_twice),
        cmocka_unit_test(test_the_checkpoint_that_is_read_is_no_output),
        cmocka_unit_test(test_devices_and_pipes_may_be_written_twice),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
