// SPDX-License-Identifier: MIT
// Files when the disk is full, the reader goes away or the writer is killed: every frame that was
// acknowledged is there, at most one more, and none is wrong.
#define _GNU_SOURCE
#include "covey/checkpoint.h"
#include "formats/file.h"
#include "support/files.h"
#include "support/world.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/// Calls `check` for each format of files that this library reads and writes.
static int each_format(void (*check)(const covey_format *format))
{
    int count = 0;
    for (int k = 0; covey_format_at(k) != NULL; k++) {
        const covey_format *format = covey_format_at(k);
        if (!format->built || !format->reads || !format->writes)
            continue;
        check(format);
        count++;
    }
    return count;
}

static const char *path_for(const char *stem, const covey_format *format)
{
    char name[64];
    (void)snprintf(name, sizeof name, "%s%s", stem, format->suffix);
    return files_path(name);
}

// ---- Kills ----

static uint64_t random_state = 20240229;

/// Writes frames until it is killed, each acknowledged by its bookmark.
static void write_frames(const char *path, int acknowledge)
{
    covey_output_def def = files_def(path);
    covey_output *output;
    if (covey_output_open(&def, &output, NULL) != COVEY_OK)
        _exit(1);
    for (uint64_t step = 0;; step++) {
        covey_frame_set sets[MADE_SETS];
        covey_bookmark here;
        files_frame(step, sets);
        if (covey_output_put(output, sets, MADE_SETS, NULL) != COVEY_OK ||
            covey_output_bookmark(output, &here) != COVEY_OK ||
            write(acknowledge, &here, sizeof here) != sizeof here)
            _exit(1);
    }
}

/// Lets a child write until it has acknowledged `least` frames and `wait_us` more, and kills it;
/// returns how many frames it acknowledged, and the bookmark of the last.
static uint64_t kill_writer(const char *path, uint64_t least, size_t wait_us, covey_bookmark *last)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    (void)fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        write_frames(path, ends[1]);
    (void)close(ends[1]);
    uint64_t count = 0;
    while (count < least && read(ends[0], last, sizeof *last) == sizeof *last)
        assert_int_equal(last->step, count++);
    assert_int_equal(count, least);
    struct timespec wait = {.tv_nsec = (long)wait_us * 1000};
    (void)nanosleep(&wait, NULL);
    assert_int_equal(kill(child, SIGKILL), 0);
    int ended;
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_true(WIFSIGNALED(ended));
    while (read(ends[0], last, sizeof *last) == sizeof *last)
        assert_int_equal(last->step, count++);
    (void)close(ends[0]);
    return count;
}

static void check_kills(const covey_format *format)
{
    size_t kills = test_amount("COVEY_TEST_KILLS", 60), frames = 0, more = 0, cut = 0;
    const char *path = path_for("killed", format);
    const size_t most = strcmp(format->name, "h5md") == 0 ? 40000 : 8000; // µs; HDF5 opens slowly
    for (size_t k = 0; k < kills; k++) {
        (void)unlink(path);
        covey_bookmark last;
        uint64_t acknowledged = kill_writer(path, k % 8, test_below(&random_state, most), &last);
        covey_status status;
        covey_error error = {0};
        uint64_t there = files_count_frames(path, &status, &error);
        if (there < acknowledged || there > acknowledged + 1)
            fail_msg("%s: %llu frames of %llu: %s", format->name, (unsigned long long)there,
                     (unsigned long long)acknowledged, error.message);
        if (acknowledged > 0 && status != COVEY_OK)
            assert_int_equal(status, COVEY_INPUT);
        frames += acknowledged;
        more += there > acknowledged;
        cut += status == COVEY_INPUT && acknowledged > 0;
        if (acknowledged == 0)
            continue;
        covey_output_def def = files_def(path); // and the run can go on
        def.resume = &last;
        covey_output *output;
        if (covey_output_open(&def, &output, &error) != COVEY_OK)
            fail_msg("%s: %s", format->name, error.message);
        files_put(output, acknowledged, acknowledged + 1);
        assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
        assert_int_equal(files_count_frames(path, &status, NULL), acknowledged + 2);
        assert_int_equal(status, COVEY_OK);
    }
    print_message("%s: %zu kills, %zu frames acknowledged, %zu one more, %zu cut\n", format->name,
                  kills, frames, more, cut);
    assert_true(frames > kills);
}

static void test_a_killed_writer_leaves_every_acknowledged_frame(void **state)
{
    (void)state;
    assert_in_range(each_format(check_kills), 2, 3);
}

// ---- Full disks ----

static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/// Writes until the limit is hit; returns how many frames were acknowledged.
static uint64_t fill(const char *path, rlim_t bytes)
{
    covey_output_def def = files_def(path);
    covey_output *output;
    covey_error error = {0};
    covey_status status = COVEY_OK;
    uint64_t frames = 0;
    limit_files(bytes);
    if (covey_output_open(&def, &output, &error) == COVEY_OK) {
        for (; status == COVEY_OK; frames += status == COVEY_OK) {
            covey_frame_set sets[MADE_SETS];
            files_frame(frames, sets);
            status = covey_output_put(output, sets, MADE_SETS, &error);
        }
        covey_error again = {0}, closing = {0};
        assert_int_equal(covey_output_put(output, NULL, 0, &again), status);
        assert_string_equal(again.message, error.message);
        assert_int_equal(covey_output_close(output, &closing), status);
    }
    limit_files(RLIM_INFINITY);
    assert_int_equal(error.status, COVEY_IO);
    assert_int_equal(covey_status_exit(error.status), 74);
    assert_non_null(strstr(error.message, "File too large"));
    return frames;
}

static void check_full_disk(const covey_format *format)
{
    const char *path = path_for("full", format);
    // HDF5 takes room for a thousand frames at once, the first time 1.9 MB.
    bool binary = strcmp(format->name, "h5md") == 0;
    rlim_t piece = binary ? 400012 : 211, pieces = binary ? 8 : 40, most = 0;
    for (rlim_t limit = 0; limit < piece * pieces; limit += piece) {
        (void)unlink(path);
        uint64_t frames = fill(path, limit);
        most = frames > most ? frames : most;
        covey_status status;
        covey_error error = {0};
        if (frames == 0)
            continue;
        assert_int_equal(files_count_frames(path, &status, &error), frames);
        assert_int_equal(status, COVEY_OK); // the part of a frame was taken back
    }
    assert_true(most > (binary ? 2000 : 2));
}

static void test_a_full_disk_keeps_the_frames_before(void **state)
{
    (void)state;
    assert_in_range(each_format(check_full_disk), 2, 3);
}

static void test_a_full_disk_keeps_the_old_checkpoint(void **state)
{
    (void)state;
    const char *path = files_path("checkpoint");
    static const char big[10000] = "";
    covey_checkpoint made = {.scenario = "a", .snapshot = big, .snapshot_size = 10};
    covey_error error = {0};
    assert_int_equal(covey_checkpoint_write(path, &made, (covey_allocator){0}, NULL), COVEY_OK);
    made.snapshot_size = sizeof big;
    int count = files_count();
    for (rlim_t bytes = 0; bytes < sizeof big; bytes += 1000) {
        limit_files(bytes);
        covey_status status = covey_checkpoint_write(path, &made, (covey_allocator){0}, &error);
        limit_files(RLIM_INFINITY);
        assert_int_equal(status, COVEY_IO);
        assert_int_equal(files_count(), count);
    }
    covey_checkpoint *read;
    assert_int_equal(covey_checkpoint_read(path, (covey_allocator){0}, &read, NULL), COVEY_OK);
    assert_int_equal(read->snapshot_size, 10);
    covey_checkpoint_destroy(read);
}

static void test_a_device_without_room_is_reported(void **state)
{
    (void)state;
    static const char *const formats[] = {"csv", "extxyz", "digest"};
    for (int k = 0; k < 3; k++) {
        covey_output_def def = files_def("/dev/full");
        def.format = formats[k];
        covey_output *output;
        covey_error error = {0};
        covey_status status = covey_output_open(&def, &output, &error);
        if (status == COVEY_OK) {
            covey_frame_set sets[MADE_SETS];
            files_frame(0, sets);
            status = covey_output_put(output, sets, MADE_SETS, &error);
            assert_int_equal(covey_output_close(output, NULL), COVEY_IO);
        }
        assert_int_equal(status, COVEY_IO);
        assert_string_equal(error.message, "writing /dev/full failed: No space left on device");
    }
}

// ---- Closed pipes ----

static void test_a_pipe_without_a_reader_is_closed(void **state)
{
    (void)state;
    int ends[2];
    char path[32];
    assert_int_equal(pipe(ends), 0);
    (void)snprintf(path, sizeof path, "/dev/fd/%d", ends[1]);
    covey_output_def def = files_def(path);
    def.format = "csv";
    covey_output *output;
    covey_error error = {0};
    assert_int_equal(covey_output_open(&def, &output, &error), COVEY_OK);
    files_put(output, 0, 1);
    (void)close(ends[0]);
    covey_frame_set sets[MADE_SETS];
    files_frame(2, sets);
    assert_int_equal(covey_output_put(output, sets, MADE_SETS, &error), COVEY_CLOSED);
    assert_int_equal(error.status, COVEY_CLOSED);
    assert_int_equal(covey_output_close(output, NULL), COVEY_CLOSED);
    (void)close(ends[1]);
}

// ---- Readers that take nothing ----

static bool stops_at_once(void *context)
{
    ++*(int *)context;
    return true;
}

// What has room is written; then comes the second that a reader is given.
static void test_a_full_pipe_ends_an_output_that_is_to_stop(void **state)
{
    (void)state;
    int ends[2], asked = 0;
    char path[32];
    assert_int_equal(pipe(ends), 0);
    (void)snprintf(path, sizeof path, "/dev/fd/%d", ends[1]);
    covey_output_def def = files_def(path);
    def.format = "csv";
    def.stop = stops_at_once;
    def.context = &asked;
    covey_output *output;
    covey_error error = {0};
    covey_status status = COVEY_OK;
    uint64_t step = 0;
    assert_int_equal(covey_output_open(&def, &output, &error), COVEY_OK);
    for (; status == COVEY_OK && step < 100000; step++) {
        covey_frame_set sets[MADE_SETS];
        files_frame(step, sets);
        status = covey_output_put(output, sets, MADE_SETS, &error);
    }
    assert_true(step > 10 && asked > 0);
    assert_int_equal(status, COVEY_INTERRUPTED);
    assert_non_null(strstr(error.message, "takes nothing"));
    assert_int_equal(covey_output_close(output, NULL), COVEY_INTERRUPTED);
    (void)close(ends[0]);
    (void)close(ends[1]);
}

static void on_alarm(int number)
{
    (void)number;
}

// Signals come until one interrupts the open() of a pipe that no process reads.
static void test_a_signal_ends_the_wait_for_a_reader_to_come(void **state)
{
    (void)state;
    const char *path = files_path("unread.csv");
    int asked = 0;
    assert_int_equal(mkfifo(path, 0600), 0);
    struct sigaction action = {.sa_handler = on_alarm}, before;
    assert_int_equal(sigaction(SIGALRM, &action, &before), 0);
    const struct itimerval often = {{0, 10000}, {0, 10000}}, never = {{0, 0}, {0, 0}};
    covey_output_def def = files_def(path);
    def.stop = stops_at_once;
    def.context = &asked;
    covey_output *output;
    covey_error error = {0};
    assert_int_equal(setitimer(ITIMER_REAL, &often, NULL), 0);
    assert_int_equal(covey_output_open(&def, &output, &error), COVEY_INTERRUPTED);
    assert_int_equal(setitimer(ITIMER_REAL, &never, NULL), 0);
    assert_int_equal(sigaction(SIGALRM, &before, NULL), 0);
    assert_null(output);
    assert_true(asked > 0);
    assert_non_null(strstr(error.message, "has no reader"));
    assert_int_equal(unlink(path), 0);
}

// ---- Pipes that do not wait ----

enum { PASSED = 1 << 18 }; // bytes, more than a pipe holds

/// Makes a pipe and gives its other end to a child: to read all or to write, byte by byte. Returns
/// the file of our end, which does not wait.
static covey_file open_pipe(bool reads, pid_t *child)
{
    int ends[2];
    char byte = 'x';
    assert_int_equal(pipe(ends), 0);
    *child = fork();
    assert_true(*child >= 0);
    if (*child == 0) {
        int count = 0;
        (void)close(ends[reads ? 0 : 1]);
        while (count < PASSED && (reads ? write(ends[1], &byte, 1) : read(ends[0], &byte, 1)) == 1)
            count++;
        _exit(count == PASSED ? 0 : 1);
    }
    (void)close(ends[reads ? 1 : 0]);
    int fd = ends[reads ? 0 : 1];
    assert_int_equal(fcntl(fd, F_SETFL, O_NONBLOCK), 0);
    return (covey_file){.fd = fd, .owned = true, .path = "pipe"};
}

static void close_pipe(covey_file *file, pid_t child)
{
    int ended;
    assert_int_equal(covey_file_close(file, NULL), COVEY_OK);
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_int_equal(ended, 0);
}

static void test_a_pipe_that_does_not_wait_is_waited_for(void **state)
{
    (void)state;
    static char bytes[PASSED];
    pid_t child;
    size_t written = 0, read = 0, count = 1;
    covey_file file = open_pipe(false, &child);
    assert_int_equal(covey_file_write(&file, bytes, sizeof bytes, &written, NULL), COVEY_OK);
    assert_int_equal(written, sizeof bytes);
    close_pipe(&file, child);
    file = open_pipe(true, &child);
    covey_source source = covey_file_source(&file);
    for (; count > 0; read += count)
        assert_int_equal(source.read(source.context, bytes, sizeof bytes, &count), COVEY_OK);
    assert_int_equal(read, PASSED);
    close_pipe(&file, child);
}

int main(void)
{
    (void)signal(SIGXFSZ, SIG_IGN);
    (void)signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_killed_writer_leaves_every_acknowledged_frame),
        cmocka_unit_test(test_a_full_disk_keeps_the_frames_before),
        cmocka_unit_test(test_a_full_disk_keeps_the_old_checkpoint),
        cmocka_unit_test(test_a_device_without_room_is_reported),
        cmocka_unit_test(test_a_pipe_without_a_reader_is_closed),
        cmocka_unit_test(test_a_full_pipe_ends_an_output_that_is_to_stop),
        cmocka_unit_test(test_a_signal_ends_the_wait_for_a_reader_to_come),
        cmocka_unit_test(test_a_pipe_that_does_not_wait_is_waited_for),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
