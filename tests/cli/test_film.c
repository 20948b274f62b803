// SPDX-License-Identifier: MIT
// Films of covey render: all frames, and the files that stay when ffmpeg, a full disk, a kill or
// the user ends it.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/pictures.h"
#include "support/program.h"

#include <covey/draw.h> // which the program has then, too

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define FEW "--set", "steps=30", "--size", "320x240", "--quiet"

/// Frames that a film has, as ffprobe decodes them; -1 where it finds no film.
static int frames_of(const char *path)
{
    const char *const words[] = {
        "ffprobe", "-v", "quiet", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of",
        "csv=p=0", path, NULL};
    process probe = process_run(&(process_def){.arguments = words, .native = true});
    int frames = -1;
    if (probe.output.size > 0)
        (void)sscanf(probe.output.bytes, "%d", &frames);
    process_free(&probe);
    return frames;
}

static void test_films_have_all_frames(void **state)
{
    (void)state;
    static const char *const paths[] = {"film.mp4", "film.gif", "film.webm"};
    for (size_t k = 0; k < LENGTH(paths); k++) {
        program_expect(&(program_case){.arguments = {"render", "torus-2", "-o", paths[k], "--size",
                                                     "161x121", "--set", "steps=60", "--fps", "10"},
                                       .err = "7 frames, 0.70 s at 10 frames a second\n"});
        assert_int_equal(frames_of(paths[k]), 7);
    }
    program_expect(&(program_case){
        .arguments = {"render", "torus-2", "-o", "film.gif", "--frames", "2:3", FEW}});
    assert_int_equal(frames_of("film.gif"), 2);
}

static void test_without_ffmpeg_frames_are_written_as_images(void **state)
{
    (void)state;
    static const char *const words[] = {
        "/usr/bin/env", "PATH=/nowhere", COVEY_PROGRAM, "render", "torus-2",
        "-o",           "none.mp4",      FEW,           NULL};
    process covey = process_run(&(process_def){.arguments = words, .native = true});
    assert_int_equal(covey.code, 71);
    assert_non_null(strstr(covey.errors.bytes, "ffmpeg cannot be started: No such file"));
    assert_non_null(strstr(covey.errors.bytes, "ffmpeg -framerate 25 -i none-%06d.png none.mp4"));
    process_free(&covey);
    pictures_expect_png("none-000000.png", 320, 240);
    pictures_expect_png("none-000003.png", 320, 240);
    assert_null(files_read("none.mp4", &(size_t){0}));
}

/// Fails unless a film is as it was before the run, and no part of another is beside it.
static void expect_earlier(const char *path)
{
    char part[64];
    size_t size;
    char *bytes = files_read(path, &size);
    assert_int_equal(size, 7);
    assert_memory_equal(bytes, "earlier", 7);
    free(bytes);
    (void)snprintf(part, sizeof part, "%s.new", path);
    assert_int_equal(access(part, F_OK), -1);
}

/// A program that stands in for ffmpeg, first in PATH: /bin/sh with these commands.
static process run_with_ffmpeg(const char *commands)
{
    char script[512];
    int size = snprintf(script, sizeof script, "#!/bin/sh\n%s\n", commands);
    files_write("ffmpeg", script, (size_t)size);
    static const char *const words[] = {
        "/bin/sh", "-c",
        "chmod +x ffmpeg; PATH=.:$PATH exec \"$0\" render torus-2 -o stand-in.mp4 --set steps=40 "
        "--set every=1 --size 320x240",
        COVEY_PROGRAM, NULL};
    return process_run(&(process_def){.arguments = words, .native = true});
}

static void test_an_ffmpeg_that_fails_or_ends_early_is_told(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"cat >/dev/null; exit 3",
         "covey render: ffmpeg failed with exit code 3: stand-in.mp4 is as it was before\n"},
        {"exit 3",
         "covey render: ffmpeg failed with exit code 3: stand-in.mp4 is as it was before\n"},
        {"head -c 1000000 >/dev/null; exit 0",
         "covey render: ffmpeg ended before the film: stand-in.mp4 is as it was before\n"},
        {"head -c 1000000 >/dev/null; kill -9 $$",
         "covey render: ffmpeg was ended by signal 9: stand-in.mp4 is as it was before\n"},
        {"cat >/dev/null", // its exit code alone proves nothing
         "covey render: ffmpeg wrote no film: stand-in.mp4 is as it was before\n"},
    };
    files_write("stand-in.mp4", "earlier", 7);
    for (size_t k = 0; k < LENGTH(rows); k++) {
        process covey = run_with_ffmpeg(rows[k][0]);
        assert_int_equal(covey.code, 74);
        assert_string_equal(covey.errors.bytes, rows[k][1]);
        process_free(&covey);
        expect_earlier("stand-in.mp4");
    }
    assert_int_equal(unlink("ffmpeg"), 0);
}

/// A limit of file size is a full disk for ffmpeg.
static void test_a_full_disk_leaves_the_earlier_film_and_says_so(void **state)
{
    (void)state;
    static const char *const paths[] = {"full.mp4", "full.webm", "full.gif"};
    for (size_t k = 0; k < LENGTH(paths); k++) {
        const char *const words[] = {
            "/bin/sh",
            "-c",
            "ulimit -f 20; exec \"$0\" render torus-2 -o $1 --set steps=200",
            COVEY_PROGRAM,
            paths[k],
            NULL};
        files_write(paths[k], "earlier", 7);
        process covey = process_run(&(process_def){.arguments = words, .native = true});
        assert_int_equal(covey.code, 74);
        assert_non_null(strstr(covey.errors.bytes, "is as it was before\n"));
        process_free(&covey);
        expect_earlier(paths[k]);
    }
}

/// Starts a film without end and waits until some of it is on disk.
static void start_film(process *covey, const char *path)
{
    program_start(covey, &(program_case){.arguments = {"render", "torus-2", "-o", path, "--size",
                                                       "320x240", "--set", "every=1", "--set",
                                                       "steps=5000", "--fps", "10"}});
    for (int k = 0; k < 600; k++) { // a minute at most
        char part[64];
        size_t size = 0;
        (void)snprintf(part, sizeof part, "%s.new", path);
        free(files_read(part, &size));
        if (size > 20000)
            return;
        (void)nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    fail_msg("there is no film");
}

/// Starts a film and ends it before its time.
static process film_ended_by(int signal, const char *path)
{
    process covey;
    start_film(&covey, path);
    process_kill(&covey, signal);
    process_finish(&covey);
    return covey;
}

static void test_an_interrupt_ends_the_film_with_all_its_frames(void **state)
{
    (void)state;
    process covey = film_ended_by(SIGINT, "stopped.mp4");
    assert_int_equal(covey.code, 130);
    int told;
    const char *stopped = strstr(covey.errors.bytes, "stopped after ");
    assert_non_null(stopped);
    assert_int_equal(sscanf(stopped, "stopped after %d", &told), 1);
    assert_int_equal(frames_of("stopped.mp4"), told);
    process_free(&covey);
}

static void test_a_killed_render_leaves_the_earlier_film_and_a_part_that_plays(void **state)
{
    (void)state;
    files_write("killed.mp4", "earlier", 7);
    process covey = film_ended_by(SIGKILL, "killed.mp4");
    assert_int_equal(covey.signal, SIGKILL);
    process_free(&covey);
    assert_true(frames_of("killed.mp4.new") > 10);
    (void)unlink("killed.mp4.new");
    expect_earlier("killed.mp4");
}

static void test_a_film_that_is_being_written_is_refused_to_a_second_render(void **state)
{
    (void)state;
    process first;
    start_film(&first, "one.mp4");
    program_expect(&(program_case){.arguments = {"render", "torus-2", "-o", "one.mp4", FEW},
                                   .code = 75,
                                   .err = "covey render: another program is writing one.mp4\n"});
    process_kill(&first, SIGINT);
    process_finish(&first);
    assert_int_equal(first.code, 130);
    process_free(&first);
    assert_true(frames_of("one.mp4") > 10);
    program_expect(&(program_case){.arguments = {"render", "torus-2", "-o", "one.mp4", FEW}});
    assert_int_equal(frames_of("one.mp4"), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_films_have_all_frames),
        cmocka_unit_test(test_without_ffmpeg_frames_are_written_as_images),
        cmocka_unit_test(test_an_ffmpeg_that_fails_or_ends_early_is_told),
        cmocka_unit_test(test_an_interrupt_ends_the_film_with_all_its_frames),
        cmocka_unit_test(test_a_full_disk_leaves_the_earlier_film_and_says_so),
        cmocka_unit_test(test_a_killed_render_leaves_the_earlier_film_and_a_part_that_plays),
        cmocka_unit_test(test_a_film_that_is_being_written_is_refused_to_a_second_render),
    };
    return cmocka_run_group_tests(tests, pictures_setup, files_teardown);
}
