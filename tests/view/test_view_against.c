// SPDX-License-Identifier: MIT
// The flock of a student's program over the right one, by script.
#define _XOPEN_SOURCE 700
#include "against.h"
#include "view/view_draw.h"

#include "support/files.h"
#include "support/pictures.h"
#include "support/recorder.h"
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
static void view(const char *program, const char *script, const char *begins, const char *says)
{
    files_write("script", script, strlen(script));
    process run = program_run(&(program_case){
        .arguments = {"view", "late.in", "--script", "script", "--size", "700x500", "--theme",
                      "light", program != NULL ? "--against" : NULL, program}});
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

/// The picture of the program's flock after `step` steps, on a page of 600 x 600 px.
static void draw_at(viewer *of, view_draw *pictures, const against *shown, uint64_t step,
                    recorder *to)
{
    const view_draw_page page = {600, 600, 1, true};
    viewer_go(of, (double)step);
    for (int k = 0; k < 3; k++)
        viewer_advance(of, 1.0 / 60.0, true);
    assert_int_equal(of->now->step, step);
    view_draw_draw(pictures, of, &page, &to->canvas);
    recorder_clear(to);
    against_draw(shown, of, &to->canvas);
}

/// A dart and a line for each agent; of the selected agent its radius, its neighbors and two
/// arrows; a ring at the wrong number in its step alone; nothing behind the end of the output.
static void test_what_is_drawn_of_the_program(void **unused)
{
    (void)unused;
    static const char output[] = "wrong 3 1 step 3, agent 1, x: expected 1.250, got 1.500\n"
                                 "0.5 0 1 0\n2.5 0 -1 0\n0 4 0 0\n"
                                 "1 0 1 0\n2 0 -1 0\n0 4 0 0\n"
                                 "1.5 0 1 0\n1.5 0 -1 0\n0 4 0 0\n";
    static const char red[] = "b3261eff";
    files_write("output", output, sizeof output - 1);
    sim *world;
    viewer of;
    against shown;
    view_draw *pictures = view_draw_create();
    recorder *to = recorder_create();
    settings set = settings_read(NULL);
    set.theme = 0.0;
    const sim_def def = {.name = "late.in", .how = {.threads = 1}};
    assert_int_equal(sim_create(&def, &world, NULL), COVEY_OK);
    viewer_init(&of, world, &set, NULL);
    of.page.box = (covey_box){0, 0, 600, 600};
    assert_int_equal(against_open(&shown, "output", &of, NULL), COVEY_OK);
    assert_int_equal(of.selected_flock, 0);
    assert_int_equal(of.selected, of.now->flocks[0].id[0]);
    // The neighbor is at the distance 1, the radius, where the third step begins.
    static const struct {
        uint64_t step;
        size_t darts, lines, rings;
        const char *arrow;
    } rows[] = {
        {2, 3 + 1, 3 + 1 + 1, 1, "right force"},
        {3, 3 + 2, 3 + 1 + 2, 2, "your velocity"},
        {1, 3, 3, 1, NULL},
        {4, 0, 0, 0, NULL},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        draw_at(&of, pictures, &shown, rows[k].step, to);
        assert_int_equal(recorder_count(to, "dart"), rows[k].darts);
        assert_int_equal(recorder_count(to, "line"), rows[k].lines);
        assert_int_equal(recorder_count_of(to, "disc", red), rows[k].rings);
        assert_true(rows[k].arrow == NULL || recorder_label(to, rows[k].arrow) != NULL);
        assert_non_null(recorder_label(
            to, "first wrong number: step 3, agent 1, x: expected 1.250, got 1.500"));
    }
    assert_non_null(recorder_label(to, "the program printed no state of this step"));
    against_close(&shown);
    viewer_free(&of);
    sim_destroy(world);
    view_draw_destroy(pictures);
    free(to);
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
        cmocka_unit_test(test_what_is_drawn_of_the_program),
        cmocka_unit_test(test_a_program_may_end_early_or_diverge),
        cmocka_unit_test(test_mistakes_are_told),
    };
    return cmocka_run_group_tests(tests, setup, files_teardown);
}
