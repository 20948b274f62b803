// SPDX-License-Identifier: MIT
// H5MD files that were made to harm, and helpers that they have taken over: a message and a
// documented status each time, and this process stays as it was.
#define _GNU_SOURCE
#include "fence/fence.h"
#include "support/files.h"
#include "support/process.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define PYTHON "/usr/bin/python3"

enum { MODULE_IS_MISSING = 77 };

#define BROKEN "the HDF5 library failed on it: damaged, or made to be"

static int setup(void **state)
{
    return covey_format_find("h5md")->built ? files_setup(state) : 1;
}

/// A file of the steps 0 to `last`.
static const char *make_file(const char *name, uint64_t last)
{
    covey_output_def def = files_def(files_path(name));
    covey_output *output;
    covey_error error = {0};
    if (covey_output_open(&def, &output, &error) != COVEY_OK)
        fail_msg("%s", error.message);
    files_put(output, 0, last);
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    return def.path;
}

/// Reads all of a file; the number of frames that were good.
static int read_all(const covey_input_def *def, covey_error *error)
{
    covey_input *input;
    const covey_frame_set *sets;
    int count = 1, frames = -1;
    *error = (covey_error){0};
    covey_status status = covey_input_open(def, &input, error);
    while (status == COVEY_OK && count > 0) {
        status = covey_input_next(input, &sets, &count, error);
        frames++;
    }
    covey_input_close(input);
    assert_int_equal(status, error->status);
    return frames;
}

static void expect_refused(const covey_input_def *def, covey_status status, const char *says)
{
    covey_error error;
    (void)read_all(def, &error);
    if (error.status != status || strstr(error.message, says) == NULL)
        fail_msg("%s: status %d, \"%s\", not \"%s\"", def->path, (int)error.status, error.message,
                 says);
}

// ---- Helpers ----

static void test_a_helper_that_does_harm_is_a_message(void **state)
{
    (void)state;
    static const struct {
        char how;
        covey_status status;
        const char *says;
    } rows[] = {
        {'s', COVEY_SYSTEM, "does not begin"},
        {'v', COVEY_SYSTEM, "is not of this covey"},
        {'c', COVEY_INPUT, BROKEN},
        {'x', COVEY_SYSTEM, "was killed"},
        {'g', COVEY_INPUT, BROKEN},
        {'z', COVEY_INPUT, BROKEN},
        {'m', COVEY_INPUT, BROKEN},
        {'o', COVEY_INPUT, BROKEN},
        {'u', COVEY_INPUT, BROKEN},
        {'b', COVEY_INPUT, BROKEN},
        {'k', COVEY_INPUT, BROKEN},
        {'n', COVEY_INPUT, ""}, // numbers that are none are refused as from any file
        {'e', COVEY_INPUT, "red ?[31m?"},
        {'l', COVEY_INPUT, "xxxx"},
        {'h', COVEY_INPUT, BROKEN},
    };
    size_t size;
    char *bytes = files_read(make_file("whole.h5md", 3), &size);
    bytes = realloc(bytes, size + 1);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        covey_input_def def = covey_input_def_default();
        def.path = files_path("bad.h5md");
        def.helper = COVEY_BAD_HELPER;
        bytes[size] = rows[k].how;
        files_write(def.path, bytes, size + 1);
        expect_refused(&def, rows[k].status, rows[k].says);
    }
    free(bytes);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); // and nothing is left of any
}

static void test_a_writer_that_crashes_is_a_failed_output(void **state)
{
    (void)state;
    covey_output_def def = files_def(files_path("crashed.h5md"));
    def.helper = COVEY_BAD_HELPER;
    covey_output *output;
    covey_error error = {0}, again = {0};
    covey_frame_set sets[MADE_SETS];
    files_frame(0, sets);
    assert_int_equal(covey_output_open(&def, &output, &error), COVEY_OK);
    assert_int_equal(covey_output_put(output, sets, MADE_SETS, &error), COVEY_IO);
    assert_non_null(strstr(error.message, def.path));
    assert_int_equal(covey_output_put(output, sets, MADE_SETS, &again), COVEY_IO);
    assert_int_equal(covey_output_close(output, NULL), COVEY_IO);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

static void test_a_missing_helper_is_told(void **state)
{
    (void)state;
    covey_input_def def = covey_input_def_default();
    def.path = make_file("alone.h5md", 1);
    def.helper = files_path("covey-h5md");
    expect_refused(&def, COVEY_SYSTEM, "cannot be started: No such file or directory");
    def.trusted = true;
    expect_refused(&def, COVEY_SYSTEM, "cannot be loaded");
    covey_output_def to = files_def(files_path("to.h5md"));
    to.helper = def.helper;
    covey_output *output;
    covey_error error = {0};
    assert_int_equal(covey_output_open(&to, &output, &error), COVEY_SYSTEM);
    assert_non_null(strstr(error.message, to.helper));
}

/// Programs that wait for all children, or want to know of none, and that have no streams.
static void test_the_helper_does_not_need_the_programs_signals_or_streams(void **state)
{
    (void)state;
    const char *path = make_file("quiet.h5md", 3);
    pid_t child = fork();
    if (child == 0) {
        (void)signal(SIGCHLD, SIG_IGN);
        for (int fd = 0; fd < 3; fd++)
            (void)close(fd);
        covey_status status;
        bool good = files_count_frames(path, &status, NULL) == 4 && status == COVEY_OK;
        _exit(good ? 0 : 1);
    }
    int code;
    assert_int_equal(waitpid(child, &code, 0), child);
    assert_int_equal(code, 0);
}

static void test_a_file_that_is_trusted_is_read_in_this_process(void **state)
{
    (void)state;
    covey_input_def def = covey_input_def_default();
    covey_error error;
    def.path = make_file("trusted.h5md", 9);
    def.trusted = true;
    struct rusage before, after;
    assert_int_equal(getrusage(RUSAGE_CHILDREN, &before), 0);
    assert_int_equal(read_all(&def, &error), 10);
    assert_int_equal(error.status, COVEY_OK);
    assert_int_equal(getrusage(RUSAGE_CHILDREN, &after), 0);
    assert_int_equal(after.ru_minflt, before.ru_minflt); // there was no child
    assert_int_equal(covey_status_exit(error.status), 0);
}

static void test_the_program_loads_neither_hdf5_nor_cairo(void **state)
{
    (void)state;
    if (getenv("COVEY_RUN") != NULL)
        skip();
    assert_int_equal(setenv("LD_TRACE_LOADED_OBJECTS", "1", 1), 0);
    const char *const words[] = {COVEY_PROGRAM, "--version", NULL};
    process covey = process_run(&(process_def){.arguments = words, .native = true});
    assert_int_equal(unsetenv("LD_TRACE_LOADED_OBJECTS"), 0);
    assert_non_null(strstr(covey.output.bytes, "libc.so"));
    assert_null(strstr(covey.output.bytes, "hdf5"));
    assert_null(strstr(covey.output.bytes, "cairo"));
    process_free(&covey);
}

/// Tries calls behind the fence; returns those that fail as they should, one bit each.
static int try_behind_the_fence(int open_file)
{
    char byte;
    if (!covey_fence_few_calls())
        return MODULE_IS_MISSING;
    bool good = pread(open_file, &byte, 1, 0) == 1;
    good = good && open("/dev/null", O_RDONLY) < 0 && errno == EPERM;
    good = good && socket(AF_UNIX, SOCK_STREAM, 0) < 0 && errno == EPERM;
    good = good && kill(getppid(), 0) != 0 && errno == EPERM;
    good = good && unlink("x") != 0 && errno == EPERM;
    good = good && fork() < 0 && execl("/bin/true", "true", (char *)NULL) != 0 && errno == EPERM;
    return good ? 0 : 1;
}

static void test_behind_the_fence_there_is_only_the_open_file(void **state)
{
    (void)state;
    int file = open(make_file("fenced.h5md", 0), O_RDONLY | O_CLOEXEC), code;
    pid_t child = fork();
    if (child == 0)
        _exit(try_behind_the_fence(file));
    assert_int_equal(waitpid(child, &code, 0), child);
    (void)close(file);
    if (WIFEXITED(code) && WEXITSTATUS(code) == MODULE_IS_MISSING)
        skip();
    assert_int_equal(code, 0);
}

// ---- Files ----

static void test_a_file_of_another_length_or_head_is_refused(void **state)
{
    (void)state;
    size_t size;
    char *bytes = files_read(make_file("length.h5md", 5), &size);
    covey_input_def def = covey_input_def_default();
    covey_error error;
    def.path = files_path("cut.h5md");
    for (size_t left = 0; left < size; left += left < 64 ? 1 : 997) {
        files_write(def.path, bytes, left);
        expect_refused(&def, COVEY_INPUT, "the file is no H5MD that covey can read: it");
    }
    for (size_t at = 0; at < 48; at++) {
        bytes[at] ^= 4;
        files_write(def.path, bytes, size);
        expect_refused(&def, COVEY_INPUT, "the file is no H5MD that covey can read: it");
        bytes[at] ^= 4;
    }
    files_write(def.path, bytes, size);
    assert_int_equal(read_all(&def, &error), 6);
    free(bytes);
}

static void test_forged_contents_of_a_file_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *kind, *says;
    } rows[] = {
        {"huge", "it tells of more data than it has bytes for"},
        {"chunk", "it tells of more data than it has bytes for"},
        {"bomb", "it tells of more agents than it has bytes for"},
        {"soft", "it has links to other places or other files"},
        {"link", "it has links to other places or other files"},
        {"outside", "it has data that are in other files"},
        {"virtual", "it has data that are made of other data"},
        {"lzf", "it has data behind a filter that is not deflate"},
        {"words", "it has data that are no plain numbers"},
        {"space", "z = 0.5 is not in the plane of what came before"},
        {"steps", "the frame of step 1 comes after that of step 1"},
        {"gzip", NULL},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        covey_input_def def = covey_input_def_default();
        covey_error error;
        def.path = files_path("stranger.h5md");
        const char *const words[] = {PYTHON, COVEY_SOURCE_DIR "/tests/support/write_h5md.py",
                                     rows[k].kind, def.path, NULL};
        if (access(PYTHON, X_OK) != 0)
            skip();
        process run = process_run(&(process_def){.arguments = words, .native = true});
        int code = run.code;
        if (code != 0 && code != MODULE_IS_MISSING)
            fail_msg("%s", run.errors.bytes);
        process_free(&run);
        if (code == MODULE_IS_MISSING)
            skip();
        if (rows[k].says != NULL) {
            expect_refused(&def, COVEY_INPUT, rows[k].says);
            continue;
        }
        assert_int_equal(read_all(&def, &error), 2);
        assert_int_equal(error.status, COVEY_OK);
    }
}

static void test_steps_that_do_not_rise_are_bad_input_in_every_format(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text;
    } files[] = {
        {"still.csv", "# covey 0.1.0\n# seed 1\n# dt 1\n# | a\nset,t,id,x,y,vx,vy,heading,speed\n"
                      "# open\n# agents 1\na,0,0,0,0,1,0,0,1\na,0.25,0,1,0,1,0,0,1\n"},
        {"still.xyz", "1\nProperties=species:S:1:pos:R:3 Time=0 step=5\na 0 0 0\n"
                      "1\nProperties=species:S:1:pos:R:3 Time=1 step=5\na 1 0 0\n"},
    };
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        covey_input_def def = covey_input_def_default();
        def.path = files_path(files[k].name);
        files_write(def.path, files[k].text, strlen(files[k].text));
        expect_refused(&def, COVEY_INPUT, "comes after that of step");
    }
    assert_int_equal(covey_status_exit(COVEY_INPUT), 65);
}

// ---- Kills ----

/// A child that goes on with a file is killed while it opens it, or soon after.
static void kill_resume(const char *path, uint64_t step, long wait_us)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        covey_output_def def = files_def(path);
        covey_output *output;
        const covey_bookmark bookmark = {.step = step};
        def.resume = &bookmark;
        if (covey_output_open(&def, &output, NULL) == COVEY_OK)
            files_put(output, step + 1, step + 1000);
        _exit(0);
    }
    const struct timespec wait = {.tv_nsec = wait_us * 1000};
    (void)nanosleep(&wait, NULL);
    (void)kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

static void test_a_kill_while_a_run_goes_on_never_leaves_a_stuck_file(void **state)
{
    (void)state;
    const char *path = make_file("stuck.h5md", 40);
    const uint64_t kept = 20;
    for (long k = 0; k < 40; k++) {
        covey_error error = {0};
        kill_resume(path, kept, 1 + 1000 * k);
        covey_output_def def = files_def(path);
        covey_output *output;
        const covey_bookmark bookmark = {.step = kept};
        def.resume = &bookmark;
        if (covey_output_open(&def, &output, &error) != COVEY_OK)
            fail_msg("killed after %ld ms: %s", k, error.message);
        files_put(output, kept + 1, 40);
        assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
        covey_status status;
        assert_int_equal(files_count_frames(path, &status, NULL), 41);
        assert_int_equal(status, COVEY_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_helper_that_does_harm_is_a_message),
        cmocka_unit_test(test_a_writer_that_crashes_is_a_failed_output),
        cmocka_unit_test(test_a_missing_helper_is_told),
        cmocka_unit_test(test_the_helper_does_not_need_the_programs_signals_or_streams),
        cmocka_unit_test(test_a_file_that_is_trusted_is_read_in_this_process),
        cmocka_unit_test(test_the_program_loads_neither_hdf5_nor_cairo),
        cmocka_unit_test(test_behind_the_fence_there_is_only_the_open_file),
        cmocka_unit_test(test_a_file_of_another_length_or_head_is_refused),
        cmocka_unit_test(test_forged_contents_of_a_file_are_refused),
        cmocka_unit_test(test_steps_that_do_not_rise_are_bad_input_in_every_format),
        cmocka_unit_test(test_a_kill_while_a_run_goes_on_never_leaves_a_stuck_file),
    };
    if (!covey_format_find("h5md")->built)
        return 0;
    return cmocka_run_group_tests(tests, setup, files_teardown);
}
