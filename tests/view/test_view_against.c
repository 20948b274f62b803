// SPDX-License-Identifier: MIT
// The flock of a student's program over the right one, by script.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/pictures.h"
#include "support/viewing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Two agents meet: until the third step no force acts. A third is out of reach.
static const char late[] = "0 1 5 0 0 1 0 3\n0 0 1 0\n3 0 -1 0\n0 4 0 0\n0.5\n0.5\n0.5\n0.5\n";

/// All agents fly straight on, in a layout that covey check reads and names.
static const char straight[] =
    "{ for (i = 1; i <= NF; i++) a[++m] = $i }\n"
    "END { n = a[8]; for (t = 9 + 4 * n; t <= m; t++) for (i = 0; i < n; i++) {\n"
    "  k = 9 + 4 * i; a[k] += a[k + 2] * a[t]; a[k + 1] += a[k + 3] * a[t]\n"
    "  printf \"x=%.3f y=%.3f vx=%.3f vy=%.3f\\n\", a[k], a[k + 1], a[k + 2], a[k + 3] } }\n";

static int setup(void **state)
{
    if (viewing_setup(state) != 0)
        return 1;
    files_write("late.in", late, sizeof late - 1);
    files_write("straight.awk", straight, sizeof straight - 1);
    return 0;
}

/// Runs a script over the case beside a program, or with NULL alone; checks the state that it says
/// first, and what standard error has.
static void view(const char *against, const char *script, const char *begins, const char *says)
{
    files_write("script", script, strlen(script));
    process run = program_run(&(program_case){
        .arguments = {"view", "late.in", "--script", "script", "--size", "700x500", "--theme",
                      "light", against != NULL ? "--against" : NULL, against}});
    char state[64];
    (void)snprintf(state, sizeof state, "step %.20s\n", begins);
    assert_non_null(run.output.bytes);
    if (strstr(run.output.bytes, state) == NULL)
        fail_msg("no %s in %s", state, run.output.bytes);
    if (says != NULL && (run.errors.bytes == NULL || strstr(run.errors.bytes, says) == NULL))
        fail_msg("no \"%s\" in %s", says, run.errors.bytes);
    process_free(&run);
}

static void test_a_window_opens_before_the_first_wrong_number(void **unused)
{
    (void)unused;
    view("awk -f straight.awk",
         "frames 3\nsay\nkey Tab\nframes 3\nshot before.png\nkey .\n"
         "frames 3\nshot after.png\n",
         "2", "covey view: --against: ");
    assert_false(pictures_are_same("before.png", "after.png"));
    view("awk -f straight.awk",
         "frames 3\nkey .\nframes 3\nkey .\nframes 3\nkey ,\nframes 3\nsay\n", "3", NULL);
}

/// Each thing that only the program's flock has changes the picture: its force before the wrong
/// step, and its places behind it.
static void test_both_flocks_are_drawn(void **unused)
{
    (void)unused;
    char right[4096];
    (void)snprintf(right, sizeof right, "'%s' \"formal\"", COVEY_PROGRAM);
    static const char shots[] = "frames 3\nsay\nclick @0 4\npress last\nframes 3\nkey Tab\n"
                                "frames 9\nshot %s-4.png\nkey ,\nframes 3\nkey ,\n"
                                "frames 9\nshot %s-2.png\n";
    char script[512];
    (void)snprintf(script, sizeof script, shots, "right", "right");
    view(right, script, "0", "--against: all right");
    (void)snprintf(script, sizeof script, shots, "alone", "alone");
    view(NULL, script, "0", NULL);
    (void)snprintf(script, sizeof script, shots, "wrong", "wrong");
    view("awk -f straight.awk", script, "2", "--against: ");
    assert_false(pictures_are_same("right-4.png", "alone-4.png"));
    assert_false(pictures_are_same("right-2.png", "alone-2.png"));
    assert_false(pictures_are_same("wrong-4.png", "right-4.png"));
    assert_false(pictures_are_same("wrong-2.png", "right-2.png"));
}

/// Output that ends early, and places that are no numbers, are shown as far as they go.
static void test_a_program_may_end_early_or_diverge(void **unused)
{
    (void)unused;
    static const char some[] = "END { for (i = 0; i < 3; i++) print \"nan 1e300 nan -1e308\"\n"
                               "  for (i = 0; i < 3; i++) print \"1.000 inf 0.000 1.000\" }\n";
    files_write("some.awk", some, sizeof some - 1);
    view("awk -f some.awk",
         "frames 3\nsay\npress last\nframes 3\npress back\nframes 2\n"
         "press back\nframes 2\npress back\nframes 2\n",
         "0", "--against: ");
}

static void test_mistakes_are_told(void **unused)
{
    (void)unused;
    static const char mute[] = "END { print \"ready\" }\n";
    files_write("mute.awk", mute, sizeof mute - 1);
    const program_case rows[] = {
        {.arguments = {"view", "--against", "awk", "--frames", "1"},
         .code = 64,
         .says = "--against needs a case"},
        {.arguments = {"view", "late.in", "--against", "'awk", "--frames", "1"},
         .code = 64,
         .says = "--against 'awk is no command"},
        {.arguments = {"view", "late.in", "--against", " ", "--frames", "1"},
         .code = 64,
         .says = "is no command"},
        {.arguments = {"view", "late.in", "--against", "./nosuch", "--frames", "1"},
         .code = 65,
         .says = "nosuch"},
        {.arguments = {"view", "late.in", "--against", "awk -f mute.awk", "--frames", "1"},
         .code = 65,
         .says = "printed no numbers"},
        {.arguments = {"view", "none.in", "--against", "awk -f mute.awk", "--frames", "1"},
         .code = 74,
         .says = "none.in"},
        {.arguments = {"view", "late.in", "--against", "awk -f straight.awk", "--set",
                       "flocks.0.dialect=none", "--frames", "1"},
         .code = 64,
         .says = "there is no dialect none"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        program_expect_message(&rows[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_window_opens_before_the_first_wrong_number),
        cmocka_unit_test(test_both_flocks_are_drawn),
        cmocka_unit_test(test_a_program_may_end_early_or_diverge),
        cmocka_unit_test(test_mistakes_are_told),
    };
    return cmocka_run_group_tests(tests, setup, files_teardown);
}
