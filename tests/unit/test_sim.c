// SPDX-License-Identifier: MIT
// The world of the viewer on its thread, and the sliders that go with its frames.
#define _POSIX_C_SOURCE 200809L
#include "view/input.h"
#include "view/slider.h"
#include "window.h"

#include "support/files.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static sim_thread *thread; ///< of the world at hand

static sim *begin(const char *name)
{
    covey_error error = {0};
    const sim_def def = {.name = name, .how = {.threads = 1}};
    if (sim_thread_start(&def, &thread, &error) != COVEY_OK)
        print_error("%s\n", error.message);
    assert_non_null(thread);
    return sim_thread_of(thread);
}

/// The frame once all orders are done.
static const frame *settled(sim *of)
{
    sim_settle(of);
    return sim_frame(of);
}

// ---- The thread ----

enum { STEPS = 40 };

static double sum_of(const covey_view *view)
{
    double sum = 0.0;
    for (size_t i = 0; i < view->count; i++)
        sum += (1.0 + view->id[i]) * view->pos[0][i] - view->pos[1][i] + view->vel[0][i];
    return sum;
}

/// A frame seen while steps are taken is of one of them, whole.
static void test_a_frame_is_one_step_whole(void **unused)
{
    (void)unused;
    double sums[STEPS + 1];
    uint64_t hashes[STEPS + 1];
    sim *slow = begin("torus-0");
    for (uint64_t k = 0; k <= STEPS; k++) {
        sim_go(slow, 1, k);
        const frame *now = settled(slow);
        covey_view view = frame_view(now, 0);
        assert_int_equal(now->step, k);
        sums[k] = sum_of(&view);
        hashes[k] = now->hash;
    }
    sim_thread_stop(thread);
    sim *fast = begin("torus-0");
    sim_go(fast, 1, STEPS);
    for (const frame *now = sim_frame(fast); now->step < STEPS; now = sim_frame(fast)) {
        covey_view view = frame_view(now, 0);
        assert_true(sum_of(&view) == sums[now->step]);
        assert_int_equal(now->hash, hashes[now->step]);
    }
    sim_thread_stop(thread);
}

/// The thread is held up by a file that does not come: were anything that a window asks for to wait
/// for the thread, this would never end.
static void test_a_window_never_waits_for_the_world(void **unused)
{
    (void)unused;
    static const char scenario[] = "flocks: {model: torus, count: 7}\n";
    int ends[2];
    char open_it[64];
    assert_int_equal(pipe(ends), 0);
    (void)snprintf(open_it, sizeof open_it, "open /dev/fd/%d", ends[0]);
    sim *of = begin("torus-0");
    assert_true(sim_order(of, open_it));
    for (uint32_t k = 0; k < 100; k++) {
        sim_go(of, 1, 10 + k);
        sim_watch(of, 0, k, false);
        assert_true(sim_order(of, "undo"));
        assert_int_equal(sim_frame(of)->loaded, 1);
    }
    assert_int_equal(write(ends[1], scenario, sizeof scenario - 1), sizeof scenario - 1);
    assert_int_equal(close(ends[1]), 0);
    const frame *now = settled(of);
    assert_int_equal(now->loaded, 2);
    assert_int_equal(now->flocks[0].count, 7);
    assert_int_equal(now->step, 0); // the goal was that of the world before
    sim_thread_stop(thread);
    assert_int_equal(close(ends[0]), 0);
}

/// The window says so every frame, also before the world has looked.
static void test_an_agent_that_is_watched_is_told(void **unused)
{
    (void)unused;
    sim *of = begin("torus-0");
    for (uint32_t k = 0; k < 200; k++) {
        sim_watch(of, 0, k, false);
        sim_watch(of, 0, k, false);
        const frame *now = settled(of);
        assert_int_equal(now->watched_flock, 0);
        assert_int_equal(now->watched, k);
        assert_true(now->rules_count >= 3);
    }
    sim_watch(of, -1, 0, false);
    assert_int_equal(settled(of)->watched_flock, -1);
    sim_thread_stop(thread);
}

/// Agents that come after others went have other ids: frames have gaps then, and the watched agent
/// is the same agent or none.
static void test_frames_have_gaps_where_agents_went(void **unused)
{
    (void)unused;
    sim *of = begin("torus-0");
    size_t count = settled(of)->flocks[0].count, index;
    assert_true(count > 40);
    assert_true(sim_order(of, "agents -20"));
    assert_true(sim_order(of, "agents 10"));
    sim_go(of, 1, 7);
    sim_watch(of, 0, (uint32_t)count - 15, false);
    const frame *now = settled(of);
    const frame_flock *flock = &now->flocks[0];
    assert_int_equal(flock->count, count - 10);
    for (size_t k = 0; k < flock->count; k++) {
        assert_int_equal(flock->id[k], k < count - 20 ? k : k + 20);
        assert_true(frame_find(flock, flock->id[k], &index));
        assert_int_equal(index, k);
    }
    assert_false(frame_find(flock, (uint32_t)count - 15, &index));
    assert_false(frame_find(flock, (uint32_t)count + 10, &index));
    assert_int_equal(now->rules_count, 0);
    sim_watch(of, 0, (uint32_t)count + 9, false);
    assert_true(settled(of)->rules_count >= 3);
    sim_thread_stop(thread);
}

/// The plots begin with the first values, until they are full; then they lose the first value.
static void test_plots_have_the_last_values_in_their_order(void **unused)
{
    (void)unused;
    sim *of = begin("torus-0");
    double before[FRAME_SERIES + 8];
    const frame_plots plots = {0, {0, 1, covey_measure_find("nearest_mean"), PLOT_SPEEDS}};
    sim_plot(of, &plots);
    int count = 0;
    for (uint64_t step = 0; step < 5 * (FRAME_SERIES + 8); step += 5) { // measured every 5 steps
        sim_go(of, 1, step);
        const frame_series *now = &settled(of)->series;
        before[count++] = now->values[2][now->count - 1];
        int first = count - now->count;
        assert_true(now->steps[now->count - 1] == (double)step);
        assert_true(isnan(now->values[3][0]));
        assert_int_equal(now->count, count < FRAME_SERIES ? count : FRAME_SERIES);
        assert_memory_equal(now->values[2], before + first, (size_t)now->count * sizeof(double));
    }
    sim_thread_stop(thread);
}

// ---- The past ----

/// Going back shows the step as it was; another future begins there, and the first one is kept
/// until it is thrown away. A goal from before the jump moves nothing.
static void test_time_goes_back_and_another_way(void **unused)
{
    (void)unused;
    uint64_t hashes[STEPS + 1];
    sim *of = begin("torus-0");
    for (uint64_t k = 0; k <= STEPS; k++) {
        sim_go(of, 1, k);
        hashes[k] = settled(of)->hash;
    }
    int values = sim_frame(of)->series.count;
    assert_true(sim_order(of, "go 17"));
    sim_go(of, 1, STEPS);
    const frame *now = settled(of);
    assert_int_equal(now->step, 17);
    assert_int_equal(now->hash, hashes[17]);
    assert_int_equal(now->begin, 0);
    assert_int_equal(now->end, STEPS);
    assert_true(now->series.count < values);
    uint64_t jumps = now->jumps;
    sim_go(of, jumps, 20);
    assert_int_equal(settled(of)->hash, hashes[20]);
    assert_true(sim_order(of, "set flocks.0.cohesion 40"));
    sim_go(of, jumps, 30);
    now = settled(of);
    assert_int_equal(now->branches_count, 1);
    assert_int_equal(now->branches[0], STEPS);
    assert_int_equal(now->end, 30);
    assert_true(now->hash != hashes[30]);
    uint64_t other = now->hash;
    assert_true(sim_order(of, "take 0"));
    now = settled(of);
    assert_int_equal(now->hash, hashes[30]);
    assert_int_equal(now->end, STEPS);
    assert_true(sim_order(of, "take 0"));
    assert_int_equal(settled(of)->hash, other);
    assert_true(sim_order(of, "forget"));
    assert_int_equal(settled(of)->branches_count, 0);
    assert_true(sim_order(of, "take 0"));
    assert_string_equal(settled(of)->message, "there is no branch 0");
    assert_true(sim_order(of, "go -3"));
    assert_string_equal(settled(of)->message, "-3 is no step");
    assert_true(sim_order(of, "go 1000")); // no step is taken for it
    assert_int_equal(settled(of)->step, 30);
    assert_true(sim_order(of, "restart"));
    now = settled(of);
    assert_int_equal(now->end, 0);
    sim_thread_stop(thread);
}

// ---- Without a thread ----

typedef struct told {
    char path[64];
    char text[64];
    int calls;
} told;

static covey_status keep_text(void *context, const char *path, const void *bytes, size_t size,
                              covey_error *error)
{
    told *self = context;
    (void)error;
    (void)snprintf(self->path, sizeof self->path, "%s", path);
    (void)snprintf(self->text, sizeof self->text, "%.*s", (int)(size < 17 ? size : 17),
                   (const char *)bytes);
    self->calls++;
    return COVEY_OK;
}

/// A page has no second thread: its own does the work, to the same bits, and gets the files.
static void test_a_world_works_without_a_thread(void **unused)
{
    (void)unused;
    told kept = {.calls = 0};
    covey_error error = {0};
    const sim_def def = {
        .name = "torus-0", .how = {.threads = 1}, .files = {&kept, keep_text, NULL}};
    sim *alone, *other = begin("torus-0");
    assert_int_equal(sim_create(&def, &alone, &error), COVEY_OK);
    sim *const both[] = {alone, other};
    for (size_t k = 0; k < 2; k++) {
        assert_true(sim_order(both[k], "set flocks.0.cohesion 3"));
        sim_go(both[k], 1, STEPS);
    }
    assert_int_equal(settled(alone)->step, STEPS);
    assert_int_equal(sim_frame(alone)->hash, settled(other)->hash);
    assert_true(sim_order(alone, "save-session here"));
    assert_true(sim_has_work(alone));
    sim_work(alone);
    assert_false(sim_has_work(alone));
    assert_string_equal(sim_frame(alone)->message, "saved here");
    assert_int_equal(kept.calls, 1);
    assert_string_equal(kept.path, "here");
    assert_string_equal(kept.text, "# covey session 2");
    sim_destroy(alone);
    sim_thread_stop(thread);
}

/// A session that is opened goes the way that it went, and another one from where it is changed.
static void test_a_session_plays_and_is_taken_over(void **unused)
{
    (void)unused;
    static const char text[] = "# covey session 2\n"
                               "flocks: {model: torus, count: 30}\n"
                               "space: {kind: torus, width: 300, height: 300}\n"
                               "...\n"
                               "3 set flocks.0.alignment 0\n"
                               "5 set flocks.0.count 40\n"
                               "8 end 0000000000000000\n";
    const char *path = files_path("played.session");
    files_write(path, text, sizeof text - 1);
    sim *of = begin(path);
    const frame *now = settled(of);
    assert_int_equal(now->flocks[0].count, 30);
    sim_go(of, now->jumps, 8);
    now = settled(of);
    assert_int_equal(now->flocks[0].count, 40);
    uint64_t hash = now->hash;
    assert_true(sim_order(of, "go 4"));
    now = settled(of);
    assert_int_equal(now->flocks[0].count, 30);
    assert_true(sim_order(of, "set flocks.0.count 35"));
    sim_go(of, settled(of)->jumps, 8);
    now = settled(of);
    assert_int_equal(now->flocks[0].count, 35); // what the file does at step 5 is of another future
    assert_true(sim_order(of, "take 0"));
    sim_go(of, settled(of)->jumps, 8);
    assert_true(settled(of)->hash == hash);
    sim_thread_stop(thread);
}

// ---- Time ----

/// A frame of a window: the viewer goes on, and its world works until the next.
static void show(viewer *of, sim *world, double seconds)
{
    viewer_advance(of, seconds, false);
    while (sim_has_work(world))
        sim_work(world);
}

/// A frame of a page: its world works before the frame is taken.
static void show_page(viewer *of, sim *world, double seconds)
{
    (void)viewer_ask(of, seconds, false);
    while (sim_has_work(world))
        sim_work(world);
    viewer_take(of, seconds);
}

/// Every frame shows a time of its own, between steps, and no time is lost, however many frames
/// there are.
static void test_time_goes_on_evenly(void **unused)
{
    (void)unused;
    static void (*const ways[])(viewer *, sim *, double) = {show, show_page};
    for (int way = 0; way < 2; way++)
        for (int rate = 25; rate <= 144; rate += 7) {
            sim *alone;
            viewer view;
            const settings set = settings_read(NULL);
            const sim_def def = {.name = "torus-0", .how = {.threads = 1}};
            assert_int_equal(sim_create(&def, &alone, NULL), COVEY_OK);
            viewer_init(&view, alone, &set, NULL);
            for (int k = 0; k < 5; k++)
                ways[way](&view, alone, 1.0 / rate);
            double before = view.clock.shown;
            for (int k = 1; k < 40; k++) {
                ways[way](&view, alone, 1.0 / rate);
                assert_true(fabs(view.clock.shown - before - k * set.speed / rate) < 1e-9);
            }
            viewer_free(&view);
            sim_destroy(alone);
        }
}

/// A page stops the work of a long frame when its budget is used up, with some steps taken and one
/// of them in a frame. Frames that are short come to later steps all the same.
static void test_time_goes_on_where_a_frame_had_no_time(void **unused)
{
    (void)unused;
    for (int pieces = 1; pieces < 14; pieces++) {
        sim *alone;
        viewer view;
        settings set = settings_read(NULL);
        set.speed = 60.0;
        const sim_def def = {.name = "torus-0", .how = {.threads = 1}};
        assert_int_equal(sim_create(&def, &alone, NULL), COVEY_OK);
        viewer_init(&view, alone, &set, NULL);
        assert_true(viewer_ask(&view, 0.25, false) == 15.0);
        for (int k = 0; k < pieces; k++)
            sim_work(alone);
        viewer_take(&view, 0.25);
        for (int k = 0; k < 60; k++)
            show_page(&view, alone, 1.0 / 60.0);
        assert_true(view.now->step > 40);
        viewer_free(&view);
        sim_destroy(alone);
    }
}

/// Whenever a viewer is paused, one more step is one more, and one back is one less.
static void test_a_pause_is_at_the_step_of_the_world(void **unused)
{
    (void)unused;
    for (int frames = 1; frames < 40; frames++) {
        sim *alone;
        viewer view;
        const settings set = settings_read(NULL);
        const sim_def def = {.name = "torus-0", .how = {.threads = 1}};
        assert_int_equal(sim_create(&def, &alone, NULL), COVEY_OK);
        viewer_init(&view, alone, &set, NULL);
        for (int k = 0; k < frames; k++)
            show(&view, alone, k % 3 == 0 ? 0.041 : 0.013);
        input_pause(&view);
        for (int k = 0; k < 3; k++)
            show(&view, alone, 0.016);
        uint64_t step = view.now->step;
        assert_true(view.clock.shown == (double)step);
        input_step(&view);
        for (int k = 0; k < 3; k++)
            show(&view, alone, 0.016);
        assert_int_equal(view.now->step, step + 1);
        input_back(&view);
        for (int k = 0; k < 3; k++)
            show(&view, alone, 0.016);
        assert_int_equal(view.now->step, step);
        viewer_free(&view);
        sim_destroy(alone);
    }
}

// ---- Sliders ----

static const covey_param *row_of(const frame *now, const char *name, int *number)
{
    const covey_param *row;
    for (*number = 0; (row = frame_param(&now->flocks[0], *number)) != NULL; ++*number)
        if (strcmp(row->name, name) == 0)
            return row;
    fail_msg("there is no parameter %s", name);
    return NULL;
}

static const slider *slider_of(const sliders *all, const frame *now, const char *name)
{
    int number;
    (void)row_of(now, name, &number);
    return &all->flocks[0].of[number];
}

static void test_a_restart_keeps_where_sliders_go_back_to(void **unused)
{
    (void)unused;
    sim *of = begin("torus-0");
    sliders *all = calloc(1, sizeof *all);
    sliders_follow(all, sim_frame(of));
    static const char *const orders[] = {"set flocks.0.cohesion 3", "restart", "seed 9"};
    for (size_t k = 0; k < 3; k++) {
        assert_true(sim_order(of, orders[k]));
        sliders_follow(all, settled(of));
        assert_true(slider_of(all, sim_frame(of), "cohesion")->base == 12.0);
    }
    assert_true(sim_order(of, "model reynolds"));
    const frame *now = settled(of);
    sliders_follow(all, now);
    int number;
    (void)row_of(now, "cohesion", &number);
    assert_true(all->flocks[0].of[number].base == now->flocks[0].params[number]);
    assert_true(sim_order(of, "open torus-0"));
    sliders_follow(all, settled(of));
    assert_true(slider_of(all, sim_frame(of), "cohesion")->base == 12.0);
    free(all);
    sim_thread_stop(thread);
}

/// A slider goes over all values allowed, from 0 to four times its beginning, further to a typed
/// one; a press at its end does not push that away.
static void test_sliders_have_ends_that_stay(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        double value, least, most;
    } rows[] = {
        {"cohesion", 12, 0, 48},       {"cohesion", 48, 0, 48},     {"cohesion", 100, 0, 100},
        {"cohesion", -5, -100, 100},   {"cohesion", 7, -100, 100}, // not back under the hand
        {"cohesion", -100, -100, 100}, {"radius", 1e-9, 1e-9, 300}, {"min_speed", 0, 0, 4 * 75.0},
    };
    sim *of = begin("torus-0");
    sliders *all = calloc(1, sizeof *all);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char order[64];
        (void)snprintf(order, sizeof order, "set flocks.0.%s %.9g", rows[k].name, rows[k].value);
        sliders_follow(all, sim_frame(of));
        assert_true(sim_order(of, order));
        const frame *now = settled(of);
        sliders_follow(all, now);
        const slider *one = slider_of(all, now, rows[k].name);
        if (one->least != rows[k].least || one->most != rows[k].most)
            fail_msg("%s: %g to %g", order, one->least, one->most);
    }
    free(all);
    sim_thread_stop(thread);
}

static void test_values_of_sliders_are_values_of_parameters(void **unused)
{
    (void)unused;
    static const covey_param whole = {.name = "k", .low = 1, .high = 9, .whole = true};
    assert_true(slider_value(&whole, 2.5) == 3.0);
    assert_true(slider_value(&whole, 0.2) == 1.0);
    assert_true(slider_value(&whole, 77.0) == 9.0);
}

/// The tables of all plug-ins that the library has, one after the other; NULL after the last.
static const covey_param *table_at(int k)
{
    int models = 0, motions = 0;
    while (covey_model_at(models) != NULL)
        models++;
    while (covey_motion_at(motions) != NULL)
        motions++;
    if (k < models)
        return covey_model_at(k)->params;
    if (k < models + motions)
        return covey_motion_at(k - models)->params;
    const covey_influence *influence = covey_influence_at(k - models - motions);
    return influence != NULL ? influence->params : NULL;
}

static void test_sliders_speak_in_words_and_reach_all_angles(void **unused)
{
    (void)unused;
    const frame now = {.reach = 1.0, .speed = 1.0, .push = 1.0};
    const covey_param *table;
    size_t rows = 0;
    for (int k = 0; (table = table_at(k)) != NULL; k++)
        for (const covey_param *row = table; row->name != NULL; row++, rows++) {
            char text[SLIDER_TEXT];
            slider track = slider_begin(row, row->initial, &now);
            slider_explain(&track, row, text);
            if (strstr(text, "e+") != NULL || strstr(text, "e-0") != NULL ||
                strstr(text, "e-1") != NULL)
                fail_msg("%s: %s", row->name, text);
            if (strcmp(row->unit, "rad") == 0 && row->high <= 6.3 && !(track.most == row->high))
                fail_msg("%s: a slider up to %g of %g", row->name, track.most, row->high);
        }
    assert_true(rows > 100);
    const covey_param *noise = covey_param_find(covey_model_find("vicsek")->params, "noise");
    assert_true(slider_begin(noise, 0.1, &now).most > 6.28);
}

static void test_sliders_tell_units_and_ranges(void **unused)
{
    (void)unused;
    char format[SLIDER_FORMAT], text[SLIDER_TEXT];
    covey_param row = {"r", 0, 75, 0, 1e9, "L", "How far.", NULL, false, false};
    const slider one = {.base = 60};
    slider_format(&row, 75, format);
    assert_string_equal(format, "%.4g L");
    slider_format(&row, 1e9, format);
    assert_string_equal(format, "no limit");
    slider_explain(&one, &row, text);
    assert_string_equal(text, "How far.\n0 L or more, initially 75.\n"
                              "Double click: back to 60. Ctrl+click: type.");
    row.low = -1e9;
    slider_explain(&one, &row, text);
    assert_non_null(strstr(text, "\nAny number, in L, "));
    row.low = 1;
    row.high = 3;
    row.whole = true;
    row.unit = "";
    slider_format(&row, 2, format);
    assert_string_equal(format, "%.0f");
    slider_explain(&one, &row, text);
    assert_non_null(strstr(text, "\n1 to 3, initially 75.\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_frame_is_one_step_whole),
        cmocka_unit_test(test_a_window_never_waits_for_the_world),
        cmocka_unit_test(test_an_agent_that_is_watched_is_told),
        cmocka_unit_test(test_frames_have_gaps_where_agents_went),
        cmocka_unit_test(test_plots_have_the_last_values_in_their_order),
        cmocka_unit_test(test_time_goes_back_and_another_way),
        cmocka_unit_test(test_a_world_works_without_a_thread),
        cmocka_unit_test(test_a_session_plays_and_is_taken_over),
        cmocka_unit_test(test_time_goes_on_evenly),
        cmocka_unit_test(test_time_goes_on_where_a_frame_had_no_time),
        cmocka_unit_test(test_a_pause_is_at_the_step_of_the_world),
        cmocka_unit_test(test_a_restart_keeps_where_sliders_go_back_to),
        cmocka_unit_test(test_sliders_have_ends_that_stay),
        cmocka_unit_test(test_values_of_sliders_are_values_of_parameters),
        cmocka_unit_test(test_sliders_speak_in_words_and_reach_all_angles),
        cmocka_unit_test(test_sliders_tell_units_and_ranges),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
