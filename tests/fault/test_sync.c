// SPDX-License-Identifier: MIT
// Against power failures: files that a checkpoint needs are on the disk before the checkpoint takes
// its place. The calls of the system stand in for the disk: here they are listed and made to fail.
#define _GNU_SOURCE
#include "support/files.h"
#include "support/scenario.h"

#include <covey/run.h>

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

/// Calls that sync or rename, a word each: the last part of the path.
static char calls[4000];
static const char *fails_on; ///< name whose sync fails, or NULL

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static void note(const char *call, const char *path)
{
    size_t used = strlen(calls);
    (void)snprintf(calls + used, sizeof calls - used, "%s%s ", call, name_of(path));
}

/// Take the place of those in the C library.
int fsync(int fd)
{
    char link[64], path[512];
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, sizeof path - 1);
    assert_true(size > 0);
    path[size] = '\0';
    note("sync:", path);
    if (fails_on == NULL || strcmp(name_of(path), fails_on) != 0)
        return (int)syscall(SYS_fsync, fd);
    errno = EIO;
    return -1;
}

int rename(const char *from, const char *to)
{
    note("rename:", to);
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

static const char *taken; ///< checkpoint that another program writes in between, or NULL

/// Before the new file is locked, the other program puts it in its place and begins with the next.
int flock(int fd, int operation)
{
    if (taken != NULL) {
        char name[600];
        (void)snprintf(name, sizeof name, "%s.new", taken);
        assert_int_equal(renameat(AT_FDCWD, name, AT_FDCWD, taken), 0);
        (void)close(open(name, O_WRONLY | O_CREAT, 0666));
        taken = NULL;
    }
    return (int)syscall(SYS_flock, fd, operation);
}

static covey_status run(const char *outputs, covey_error *error)
{
    char text[900];
    (void)snprintf(text, sizeof text,
                   "steps: 4\nflocks: {model: torus, count: 3}\noutputs: %s\n"
                   "measures: {file: %s}\n",
                   outputs, files_path("measures"));
    covey_scenario *scenario = scenario_read(text);
    covey_run_def def = covey_run_def_default();
    def.scenario = scenario;
    def.checkpoint = files_path("run.ckpt");
    def.checkpoint_every = 4;
    calls[0] = '\0';
    covey_status status = covey_run(&def, NULL, error);
    covey_scenario_destroy(scenario);
    return status;
}

static void test_outputs_are_on_the_disk_before_the_checkpoint(void **state)
{
    (void)state;
    const char *format = covey_format_find("h5md")->built ? "run.h5md" : "run.digest";
    char outputs[600], folder[600], expected[1200];
    (void)snprintf(outputs, sizeof outputs, "[%s, %s]", files_path("run.csv"), files_path(format));
    (void)snprintf(folder, sizeof folder, "%s", files_path(""));
    folder[strlen(folder) - 1] = '\0';
    const char *f = name_of(folder);
    covey_error error = {0};
    if (run(outputs, &error) != COVEY_OK)
        fail_msg("%s", error.message);
    int size =
        snprintf(expected, sizeof expected,
                 "sync:run.csv sync:%s sync:%s sync:%s sync:measures sync:%s ", f, format, f, f);
    assert_memory_equal(calls, expected, (size_t)size); // new names once, at the first checkpoint
    (void)snprintf(expected, sizeof expected, "sync:run.csv sync:%s sync:measures ", format);
    const char *second = strstr(calls + 1, expected);
    assert_non_null(second);
    const char *renamed = strstr(calls, "rename:run.ckpt ");
    assert_true(renamed != NULL && renamed < second);
    assert_non_null(strstr(second, "rename:run.ckpt "));
    char end[600];
    int length = snprintf(end, sizeof end, "rename:run.ckpt sync:%s ", f);
    assert_string_equal(calls + strlen(calls) - (size_t)length, end);
}

static void test_a_checkpoint_is_not_written_into_that_of_another_program(void **state)
{
    (void)state;
    const char *path = files_path("taken.ckpt");
    covey_checkpoint made = {.scenario = "a", .snapshot = "0123456789", .snapshot_size = 10}, *read;
    taken = path;
    assert_int_equal(covey_checkpoint_write(path, &made, (covey_allocator){0}, NULL), COVEY_OK);
    assert_null(taken);
    assert_int_equal(covey_checkpoint_read(path, (covey_allocator){0}, &read, NULL), COVEY_OK);
    assert_int_equal(read->snapshot_size, 10);
    covey_checkpoint_destroy(read);
}

static void test_a_failing_sync_leaves_the_old_checkpoint(void **state)
{
    (void)state;
    covey_error error = {0};
    fails_on = "sync.csv";
    covey_status status = run(files_path("sync.csv"), &error);
    fails_on = NULL;
    assert_int_equal(status, COVEY_IO);
    assert_non_null(strstr(error.message, "syncing "));
    assert_null(strstr(calls, "rename:"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outputs_are_on_the_disk_before_the_checkpoint),
        cmocka_unit_test(test_a_checkpoint_is_not_written_into_that_of_another_program),
        cmocka_unit_test(test_a_failing_sync_leaves_the_old_checkpoint),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
