// SPDX-License-Identifier: MIT
// covey formal as a filter: frames arrive while the input stays open, and whatever ends a run (full
// disks, closed pipes, signals) ends it with its documented exit code and with whole frames. A
// signal ends every command whose output has no room in a pipe, too.
#define _POSIX_C_SOURCE 200809L
#include "support/files.h"
#include "support/program.h"

#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define COMPLAINT "covey formal: "
#define FULL COMPLAINT "writing failed: No space left on device\n"

#define FREE "1 1 1 1 0 0 0 "
#define CASE FREE "1\n1 2 3 4\n1\n" // agents fly straight on
#define FRAME "4.000 6.000 3.000 4.000\n"

/// Parameters and `agents` agents at rest, all far from one another. The caller frees it.
static char *make_head(int agents)
{
    size_t room = 64 + (size_t)agents * 24, used;
    char *text = malloc(room);
    assert_non_null(text);
    used = (size_t)snprintf(text, room, FREE "%d\n", agents);
    for (int k = 0; k < agents; k++)
        used += (size_t)snprintf(text + used, room - used, "%d 0 0 0\n", 10 * k);
    return text;
}

// ---- Live ----

static void test_each_frame_comes_before_the_next_step_is_sent(void **state)
{
    (void)state;
    static const int sizes[] = {1, 5000};
    static const char *const steps[] = {"1\n", "0.5\n", "  -0.25 ", "\n2\r", "1e-3\r\n"};
    for (size_t k = 0; k < LENGTH(sizes); k++) {
        process covey;
        program_start(&covey, &(program_case){0});
        char *head = make_head(sizes[k]);
        process_send(&covey, head);
        free(head);
        for (size_t step = 0; step < LENGTH(steps); step++) {
            process_send(&covey, steps[step]);
            assert_true(process_await_lines(&covey, (step + 1) * (size_t)sizes[k]));
        }
        process_finish(&covey);
        assert_int_equal(covey.code, 0);
        assert_int_equal(process_lines(&covey.output), LENGTH(steps) * (size_t)sizes[k]);
        assert_int_equal(covey.errors.size, 0);
        process_free(&covey);
    }
}

// A number is read once it is known to end.
static void test_a_step_waits_for_the_end_of_its_number(void **state)
{
    (void)state;
    process covey;
    program_start(&covey, &(program_case){0});
    process_send(&covey, FREE "1\n1 2 3 4\n1 1");
    assert_true(process_await_lines(&covey, 1));
    process_send(&covey, "0\n");
    assert_true(process_await_lines(&covey, 2));
    process_finish(&covey);
    assert_string_equal(covey.output.bytes, FRAME "34.000 46.000 3.000 4.000\n");
    process_free(&covey);
}

// ---- Ends ----

static void test_each_broken_stream_gives_its_exit_code(void **state)
{
    (void)state;
    static const program_case rows[] = {
        {.with = {.in_file = "/"},
         .code = 74,
         .err = COMPLAINT "reading the input failed: Is a directory\n"},
        {.with = {.in_file = process_closed},
         .code = 74,
         .err = "covey: standard input is closed\n"},
        {.with = {.out_file = process_closed},
         .code = 74,
         .err = "covey: standard output is closed\n"},
        {.with = {.in_file = process_closed, .out_file = process_closed},
         .code = 74,
         .err = "covey: standard input is closed\n"},
        {.with = {.input = CASE, .out_file = "/dev/full"}, .code = 74, .err = FULL},
        {.with = {.input = CASE "x", .out_file = "/dev/full"}, .code = 74, .err = FULL},
        {.arguments = {"formal", "--trace", "/dev/full"},
         .with.input = CASE,
         .code = 74,
         .out = FRAME,
         .err = FULL},
        {.arguments = {"formal", "--trace", "/nowhere/trace.csv"},
         .with.input = CASE,
         .code = 74,
         .err = COMPLAINT "cannot open /nowhere/trace.csv: No such file or directory\n"},
        {.arguments = {"formal", "--trace", "/"},
         .with.input = CASE,
         .code = 74,
         .err = COMPLAINT "cannot open /: Is a directory\n"},
        {.arguments = {"formal", "--explain"},
         .with.out_file = "/dev/full",
         .code = 74,
         .err = "covey: writing failed: No space left on device\n"},
        {.arguments = {"list", "schema"},
         .with.out_file = "/dev/full",
         .code = 74,
         .err = "covey list: writing standard output failed: No space left on device\n"},
        {.arguments = {"completion", "bash"},
         .with.out_file = "/dev/full",
         .code = 74,
         .err = "covey: writing failed: No space left on device\n"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++)
        program_expect(&rows[k]);
}

static void test_a_full_disk_ends_an_endless_run(void **state)
{
    (void)state;
    process covey;
    program_start(&covey, &(program_case){.with.out_file = "/dev/full"});
    process_send(&covey, CASE);
    process_feed(&covey, "0\n0\n");
    process_finish(&covey);
    assert_int_equal(covey.code, 74);
    assert_string_equal(covey.errors.bytes, FULL);
    process_free(&covey);
}

/// Runs the program from a shell that sets the scene, with endless input, and expects exit code 74.
static void expect_failure_in_shell(const char *scene, const char *message)
{
    if (getenv("COVEY_RUN") != NULL)
        skip();
    process covey;
    process_start(&covey, &(process_def){.arguments = (const char *const[]){"bash", "-c", scene,
                                                                            COVEY_PROGRAM, NULL},
                                         .native = true});
    process_send(&covey, CASE);
    process_feed(&covey, "0\n0\n");
    process_finish(&covey);
    assert_int_equal(covey.code, 74);
    assert_string_equal(covey.errors.bytes, message);
    process_free(&covey);
}

static void test_a_limit_of_file_size_is_a_full_disk(void **state)
{
    (void)state;
    expect_failure_in_shell("ulimit -f 1; file=$(mktemp); exec 3<>\"$file\"; rm \"$file\"; "
                            "exec \"$0\" formal >&3",
                            COMPLAINT "writing failed: File too large\n");
}

static void test_closed_output_is_seen_without_standard_error_too(void **state)
{
    (void)state;
    expect_failure_in_shell("exec \"$0\" formal >&- 2>&-", "");
}

static void test_a_closed_pipe_ends_a_run_quietly(void **state)
{
    (void)state;
    process covey;
    program_start(&covey, &(program_case){0});
    process_send(&covey, CASE);
    assert_true(process_await_lines(&covey, 1));
    process_hang_up(&covey);
    process_feed(&covey, "0\n0\n");
    process_finish(&covey);
    assert_int_equal(covey.code, 0);
    assert_string_equal(covey.errors.size > 0 ? covey.errors.bytes : "", "");
    process_free(&covey);
}

static void test_an_output_without_a_reader_is_no_failure(void **state)
{
    (void)state;
    static const program_case rows[] = {
        {.arguments = {"formal"}, .with = {.input = CASE, .out_file = process_unread}},
        {.arguments = {"formal", "--explain"}, .with.out_file = process_unread},
        {.arguments = {"completion", "zsh"}, .with.out_file = process_unread},
        {.arguments = {"list", "schema"}, .with.out_file = process_unread},
        {.arguments = {"help"}, .with.out_file = process_unread},
    };
    for (size_t k = 0; k < LENGTH(rows); k++)
        program_expect(&rows[k]);
}

// ---- Signals ----

static const int signals[] = {SIGINT, SIGTERM};

static void test_a_signal_ends_the_wait_for_input(void **state)
{
    (void)state;
    static const struct {
        const char *input;
        size_t lines;
    } rows[] = {{CASE, 1}, {CASE "1", 1}};
    for (size_t k = 0; k < LENGTH(signals) * LENGTH(rows); k++) {
        process covey;
        program_start(&covey, &(program_case){0});
        process_send(&covey, rows[k / 2].input);
        assert_true(process_await_lines(&covey, rows[k / 2].lines));
        process_kill(&covey, signals[k % 2]);
        (void)process_await_lines(&covey, SIZE_MAX); // the input stays open: it must end of itself
        process_finish(&covey);
        assert_int_equal(covey.code, 130);
        assert_string_equal(covey.output.bytes, FRAME);
        assert_string_equal(covey.errors.bytes, COMPLAINT "stopped on request\n");
        process_free(&covey);
    }
}

// The steps are in the program's buffer when the signal comes, for many seconds more.
static void test_a_signal_ends_a_long_run_after_a_whole_frame(void **state)
{
    (void)state;
    enum { AGENTS = 2000, STEPS = 30000 };
    static char steps[2 * STEPS + 1];
    for (int k = 0; k < STEPS; k++)
        memcpy(steps + 2 * k, "1\n", 2);
    char *head = make_head(AGENTS);
    for (size_t k = 0; k < LENGTH(signals); k++) {
        process covey;
        program_start(&covey, &(program_case){0});
        process_send(&covey, head);
        process_send(&covey, steps);
        assert_true(process_await_lines(&covey, AGENTS));
        process_kill(&covey, signals[k]);
        process_finish(&covey);
        assert_int_equal(covey.code, 130);
        size_t lines = process_lines(&covey.output);
        assert_int_equal(lines % AGENTS, 0);
        assert_int_equal(covey.output.bytes[covey.output.size - 1], '\n');
        char message[80];
        (void)snprintf(message, sizeof message, COMPLAINT "stopped after step %zu\n",
                       lines / AGENTS);
        assert_string_equal(covey.errors.bytes, message);
        process_free(&covey);
    }
    free(head);
}

/// A named pipe that the test holds open and never reads.
static int open_unread(const char *path)
{
    assert_int_equal(mkfifo(path, 0600), 0);
    int pipe = open(path, O_RDWR | O_CLOEXEC);
    assert_true(pipe >= 0);
    return pipe;
}

/// Waits until a pipe has no room.
static void await_full(int pipe)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    struct pollfd room = {.fd = pipe, .events = POLLOUT};
    for (int k = 0; poll(&room, 1, 0) != 0; k++) {
        assert_in_range(k, 0, 60000);
        (void)nanosleep(&moment, NULL);
    }
}

/// Sends the signal once the output of the program has filled the pipe at `path`.
static void expect_stopped(program_case row, const char *path, int signal)
{
    if (getenv("COVEY_RUN") != NULL)
        skip();
    int pipe = open_unread(path);
    process covey;
    program_start(&covey, &row);
    if (row.arguments[0] == NULL) { // covey formal
        process_send(&covey, CASE);
        for (int k = 0; k < 5000; k++) // as many as the pipe of the input holds
            process_send(&covey, "0\n");
    }
    await_full(pipe);
    process_kill(&covey, signal);
    process_finish(&covey);
    assert_int_equal(covey.code, 130);
    if (strstr(covey.errors.bytes, "stopped") == NULL)
        fail_msg("%s: %s", row.arguments[0], covey.errors.bytes);
    process_free(&covey);
    (void)close(pipe);
    assert_int_equal(unlink(path), 0);
}

static void test_a_signal_ends_the_wait_for_a_reader(void **state)
{
    (void)state;
    const char *path = files_path("unread.csv"), *tracks = files_path("tracks.csv");
    free(program_output(&(program_case){.arguments = {"run", "torus-0", "--steps", "300", "--every",
                                                      "1", "--quiet", "-o", tracks}}));
    const program_case rows[] = {
        {.with.out_file = path},
        {.arguments = {"run", "torus-0", "--every", "1", "-o", "-"}, .with.out_file = path},
        {.arguments = {"run", "torus-0", "--every", "1", "-o", path}},
        {.arguments = {"run", "torus-0", "--every", "1", "--measure", "-"}, .with.out_file = path},
        {.arguments = {"run", "torus-0", "--hash", "--quiet", "--steps", "1000000"},
         .with.out_file = path},
        {.arguments = {"convert", tracks, "-"}, .with.out_file = path},
        {.arguments = {"measure", tracks, "--agents"}, .with.out_file = path},
        {.arguments = {"measure", tracks, "--motion"}, .with.out_file = path},
    };
    for (size_t k = 0; k < LENGTH(rows); k++)
        expect_stopped(rows[k], path, signals[k % 2]);
}

// The file had frames that the checkpoint before does not know, and the run takes these again.
static void test_a_run_goes_on_that_waited_for_a_reader(void **state)
{
    (void)state;
    const char *path = files_path("unread.csv"), *broken = files_path("broken.csv"),
               *whole = files_path("whole.csv"), *point = files_path("run.ckpt");
    expect_stopped((program_case){.arguments = {"run", "torus-0", "--steps", "100", "--every", "1",
                                                "-o", broken, "-o", path, "--checkpoint", point,
                                                "--checkpoint-every", "2"}},
                   path, SIGINT);
    int pipe = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600); // a file in its place
    assert_true(pipe >= 0 && close(pipe) == 0);
    free(program_output(&(program_case){.arguments = {"run", "torus-0", "--steps", "100", "--every",
                                                      "1", "--quiet", "-o", whole}}));
    program_expect_message(&(program_case){
        .arguments = {"run", "--resume", point, "--quiet"}, .code = 65, .says = "unread.csv"});
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink("/dev/null", path), 0);
    program_expect_message(&(program_case){
        .arguments = {"run", "--resume", point, "--quiet", "--allow-paths"}, .says = ""});
    size_t size;
    char *left = files_read(broken, &size), *right = files_read(whole, &size);
    files_drop_comments(left);
    files_drop_comments(right);
    assert_string_equal(left, right);
    free(left);
    free(right);
}

static void test_a_signal_that_is_ignored_stays_ignored(void **state)
{
    (void)state;
    (void)signal(SIGINT, SIG_IGN); // for the program to inherit, as under nohup
    process covey;
    program_start(&covey, &(program_case){0});
    (void)signal(SIGINT, SIG_DFL);
    process_send(&covey, CASE);
    assert_true(process_await_lines(&covey, 1));
    process_kill(&covey, SIGINT);
    process_send(&covey, "0\n");
    assert_true(process_await_lines(&covey, 2));
    process_finish(&covey);
    assert_int_equal(covey.code, 0);
    process_free(&covey);
}

// 256 stacks do not fit.
static void test_threads_that_the_system_refuses_are_an_error(void **state)
{
    (void)state;
    if (!process_can_limit_memory())
        skip();
    program_expect(&(program_case){.arguments = {"formal", "--threads", "256"},
                                   .with = {.input = CASE, .memory = 256 << 20},
                                   .code = 71,
                                   .err = COMPLAINT "the system did not give 256 threads\n"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_frame_comes_before_the_next_step_is_sent),
        cmocka_unit_test(test_a_step_waits_for_the_end_of_its_number),
        cmocka_unit_test(test_each_broken_stream_gives_its_exit_code),
        cmocka_unit_test(test_a_full_disk_ends_an_endless_run),
        cmocka_unit_test(test_a_limit_of_file_size_is_a_full_disk),
        cmocka_unit_test(test_closed_output_is_seen_without_standard_error_too),
        cmocka_unit_test(test_a_closed_pipe_ends_a_run_quietly),
        cmocka_unit_test(test_an_output_without_a_reader_is_no_failure),
        cmocka_unit_test(test_a_signal_ends_the_wait_for_input),
        cmocka_unit_test(test_a_signal_ends_a_long_run_after_a_whole_frame),
        cmocka_unit_test(test_a_signal_ends_the_wait_for_a_reader),
        cmocka_unit_test(test_a_run_goes_on_that_waited_for_a_reader),
        cmocka_unit_test(test_a_signal_that_is_ignored_stays_ignored),
        cmocka_unit_test(test_threads_that_the_system_refuses_are_an_error),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
