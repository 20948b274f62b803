// SPDX-License-Identifier: MIT
// Films of the window: they can be played however they end, and have steps of their own.
#include "support/files.h"
#include "support/process.h"
#include "support/viewing.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static bool has_ffmpeg(void)
{
    static const char *const words[] = {"ffmpeg", "-version", NULL};
    process run = process_run(&(process_def){.arguments = words, .native = true});
    bool there = run.code == 0;
    process_free(&run);
    return there;
}

static void test_a_window_closed_while_it_films_leaves_a_film(void **unused)
{
    (void)unused;
    static const char *const words[] = {"ffmpeg", "-v",   "error", "-i", "flock-2.mp4",
                                        "-f",     "null", "-",     NULL};
    if (!has_ffmpeg())
        skip();
    said all = play("torus-0", "press film\nframes 1\nsay\nkey V\nframes 1\nsay\n"
                               "key V\nframes 10\nsay\nquit\nframes 9\n");
    assert_string_equal(value(&all, 0, "film"), "1");
    assert_string_equal(value(&all, 1, "film"), "0");
    char path[4096], told[4200];
    assert_non_null(getcwd(path, sizeof path));
    (void)snprintf(told, sizeof told, "filming to %s/flock-2.mp4", path);
    assert_string_equal(value(&all, 2, "message"), told);
    forget(&all);
    process run = process_run(&(process_def){.arguments = words, .native = true});
    assert_int_equal(run.code, 0);
    assert_int_equal(run.errors.size, 0);
    process_free(&run);
}

/// Each frame of a film is some steps after the one before, as many as the speed asks for, however
/// fast the window draws.
static void test_a_film_has_the_steps_of_its_own_time(void **unused)
{
    (void)unused;
    static const char *const words[] = {"ffprobe",       "-v",
                                        "error",         "-count_frames",
                                        "-show_entries", "stream=nb_read_frames",
                                        "-of",           "csv=p=0",
                                        "flock-3.mp4",   NULL};
    if (!has_ffmpeg())
        skip();
    said all = play("torus-0", "slide speed 0.75\npress film\nframes 1\nsay\nframes 20\nsay\n"
                               "key Space\nframes 5\nkey V\nframes 1\n");
    double steps = strtod(value(&all, 1, "step"), NULL) - strtod(value(&all, 0, "step"), NULL);
    double speed = strtod(value(&all, 0, "set.speed"), NULL);
    forget(&all);
    process run = process_run(&(process_def){.arguments = words, .native = true});
    assert_int_equal(run.code, 0);
    assert_true(speed > 60 && fabs(steps - 20 * speed / 30) <= 1);
    long frames = strtol(run.output.bytes, NULL, 10); // the first, 20, and that of the key
    assert_true(frames >= 21 && frames <= 22);
    process_free(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_window_closed_while_it_films_leaves_a_film),
        cmocka_unit_test(test_a_film_has_the_steps_of_its_own_time),
    };
    return cmocka_run_group_tests(tests, viewing_setup, files_teardown);
}
