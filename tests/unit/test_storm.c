// SPDX-License-Identifier: MIT
// A hand that does anything at any time: keys, mouse, buttons, sliders, orders and files at random,
// with pages of all sizes drawn in between. The viewer must come out of it with a world, a picture,
// and a session that replays. COVEY_TEST_EVENTS: how many events a storm has, COVEY_TEST_SEED: the
// first of its numbers.
#include "base/math_trig.h"
#include "view/buttons.h"
#include "view/gallery.h"
#include "view/input.h"
#include "view/inspect.h"
#include "view/matrix.h"
#include "view/plots.h"
#include "view/scenery.h"
#include "view/senses.h"
#include "view/sketch.h"

#include "support/files.h"
#include "support/random.h"
#include "support/world.h"
#include "view/slider.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { EVENTS = 1500, MOST_AGENTS = 3000, FILES = 4 };

typedef struct storm {
    viewer view;
    sim *world;
    view_draw *draw;
    sketch list;
    sliders values;
    scenery scene;
    char *saved; ///< the session that was written last
    size_t saved_size;
} storm;

// ---- Numbers and words ----

static double share(void)
{
    return (double)(random_bits() >> 11) * 0x1p-53;
}

/// A number that a slider, a field or a broken file may come up with.
static double any_number(void)
{
    static const double odd[] = {0.0, -0.0, 1.0, -1.0, 1e9, -1e9, 1e300, 1e-300, 0.5, 1e6};
    int kind = random_below(14);
    if (kind < 10)
        return odd[kind];
    return kind == 10 ? (double)NAN : kind == 11 ? (double)INFINITY : 200.0 * share() - 100.0;
}

static double any_length(void)
{
    static const double odd[] = {0.0, 1.0, 400.0, 1280.0, 1e5};
    return random_below(3) == 0 ? odd[random_below(5)] : 1500.0 * share();
}

// ---- What a hand does ----

static void press_key(storm *self)
{
    int count = 0;
    while (input_keys[count].name != NULL)
        count++;
    const input_key *row = &input_keys[random_below(count)];
    bool is_any = random_below(4) == 0;
    int code = is_any ? random_below(300) : row->code;
    (void)input_press(&self->view, code, is_any ? random_below(2) == 0 : row->control);
    if (random_below(4) != 0)
        (void)input_release(&self->view, code);
}

static void move_mouse(storm *self)
{
    bool is_far = random_below(20) == 0;
    input_motion(&self->view, is_far ? 2e9 * share() - 1e9 : any_length(),
                 is_far ? 2e9 * share() - 1e9 : any_length());
}

static void use_mouse(storm *self)
{
    move_mouse(self);
    input_button(&self->view, 1 + random_below(3), random_below(2) == 0);
    if (random_below(3) == 0)
        input_wheel(&self->view, 200.0 * share() - 100.0);
}

static void press_button(storm *self)
{
    button list[BUTTONS];
    int count = buttons_of(&self->view, (button_row)random_below(BUTTONS_KEEP + 1), list);
    const button *one = &list[random_below(count)];
    if (!one->is_idle)
        one->press(&self->view);
}

static void slide(storm *self)
{
    const frame *now = self->view.now;
    int flock = random_below(now->flocks_count), count = 0;
    while (frame_param(&now->flocks[flock], count) != NULL)
        count++;
    if (now->recorded || count == 0)
        return;
    const covey_param *row = frame_param(&now->flocks[flock], random_below(count));
    if (row->choices == NULL)
        viewer_param(&self->view, flock, row, any_number(), random_below(2) == 0);
}

static void change_scenery(storm *self)
{
    const frame *now = self->view.now;
    const char *list[SLIDER_LIST];
    int count = 0;
    scenery_kinds(now, list);
    while (list[count] != NULL)
        count++;
    if (now->recorded)
        return;
    int last = (int)now->influences_count < SCENERY ? (int)now->influences_count : SCENERY;
    if (last == 0 || random_below(3) == 0)
        scenery_add(&self->view, list[random_below(count)]);
    else if (random_below(3) == 0)
        scenery_bound(&self->view, random_below(2) == 0);
    else if (random_below(2) == 0)
        scenery_switch(&self->view, last - 1, &self->scene.items[last - 1]);
    else
        scenery_remove(&self->view, random_below(last));
}

static void change_responses(storm *self)
{
    const frame *now = self->view.now;
    int count = now->flocks_count;
    matrix_cell cell = {random_below(count), random_below(count), random_below(MATRIX_RULES)};
    if (now->recorded)
        return;
    matrix_switch(&self->view, cell, random_below(2) == 0);
    matrix_weight(&self->view, cell, any_number(), random_below(2) == 0);
    if (random_below(4) == 0)
        matrix_hard(&self->view, cell.flock, random_below(2) == 0);
    if (random_below(4) == 0)
        senses_catch(&self->view, cell.flock, random_below(2) == 0, random_below(2) == 0);
    if (random_below(8) == 0)
        restore_all(&self->view, &self->values);
}

static void change_settings(storm *self)
{
    int count = 0;
    while (settings_table[count].name != NULL)
        count++;
    const covey_param *row = &settings_table[random_below(count)];
    double value = row->choices != NULL ? random_below(3) : any_number();
    const covey_setting change = {row->name, value};
    (void)covey_param_set(settings_table, &self->view.set, &change, NULL);
    plots_list plots;
    int kinds = plots_list_of(self->view.now, &plots);
    plots_choose(&self->view, random_below(PLOTS), plots.kinds[random_below(kinds)]);
    plots_choose_flock(&self->view, random_below(self->view.now->flocks_count));
}

/// Orders that no control gives so, or not at that time.
static void order(storm *self)
{
    static const char *const texts[] = {
        "agents 1000000000000",
        "agents -99",
        "agents +40",
        "set flocks.0.count 99999999999999",
        "set flocks.0.count -5",
        "set flocks.3.count 5",
        "set flocks.0 ~",
        "set space.size [0, 0]",
        "set dt 0",
        "model vicsek",
        "model torus",
        "model no",
        "weights torus-3",
        "go 99999999999999999999",
        "go -1",
        "go 3",
        "take 0",
        "take 15",
        "take 99",
        "forget",
        "restart",
        "seed 7",
        "seed x",
        "undo",
        "undo",
        "clear",
        "remove 10 10",
        "predator 700 500",
        "predator nan inf",
        "release steer",
        "hold pointer",
        "add {kind: wall",
        "add {kind: obstacle, points: [[1, 1]], radius: -1}",
        "save-session storm.session",
        "save-scenario storm.yaml",
        "save-plots storm.csv",
        "",
        " ",
        "set",
        "move influences.99 ~",
    };
    viewer_command(&self->view, "%s", texts[random_below(sizeof texts / sizeof *texts)]);
}

static void travel(storm *self)
{
    const frame *now = self->view.now;
    viewer_go(&self->view, random_below(3) == 0 ? any_number() : share() * (double)now->end);
    if (random_below(3) == 0)
        viewer_command(&self->view, "take %d", random_below(now->branches_count + 1));
    if (random_below(3) == 0)
        viewer_command(&self->view, "forget");
    for (int k = random_below(12); k > 0; k--)
        viewer_command(&self->view, "undo");
}

// ---- Files, whole and damaged ----

/// A file that the viewer wrote itself, a recording or a case, cut off or with other bytes.
static void drop_file(storm *self)
{
    static const char *const presets[] = {"torus-0", "torus-predators", "school",  "couzin-mill",
                                          "crowd",   "three-rules",     "mobagen", "formal"};
    static const char *const names[FILES] = {"whole.session", "whole.yaml", "whole.csv",
                                             "whole.in"};
    int which = random_below(FILES);
    size_t size;
    if (random_below(2) == 0) {
        viewer_open(&self->view, presets[random_below(8)]);
        return;
    }
    char *bytes = files_read(files_path(names[which]), &size);
    assert_non_null(bytes);
    size = random_below(4) == 0 ? (size_t)random_below((int)size + 1) : size;
    for (int k = random_below(5); k > 0 && size > 0; k--)
        bytes[random_below((int)size)] = (char)random_below(256);
    char name[64];
    (void)snprintf(name, sizeof name, "damaged%s", strchr(names[which], '.'));
    const char *path = files_path(name);
    files_write(path, bytes, size);
    viewer_open(&self->view, path);
    free(bytes);
}

// ---- What the viewer does about it ----

static covey_status keep(void *context, const char *path, const void *bytes, size_t size,
                         covey_error *error)
{
    storm *self = context;
    (void)error;
    if (strstr(path, ".session") == NULL)
        return COVEY_OK;
    free(self->saved);
    self->saved = malloc(size + 1);
    assert_non_null(self->saved);
    memcpy(self->saved, bytes, size);
    self->saved_size = size;
    return COVEY_OK;
}

static void draw(storm *self)
{
    viewer *view = &self->view;
    const covey_canvas canvas = sketch_canvas(&self->list);
    view->page.box = (covey_box){any_length(), 0.0, any_length(), any_length()};
    view->page.window_height = view->page.box.height;
    view_draw_page page = {view->page.box.width, view->page.box.height, view->page.unit, true};
    view_draw_draw(self->draw, view, &page, &canvas);
    inspect_line lines[INSPECT_LINES];
    assert_in_range(inspect_lines(view, lines), 0, INSPECT_LINES);
    page.is_window = false;
    plots_draw(view, random_below(PLOTS + 1) - 1, &page, &canvas);
    char state[BUTTONS_STATE];
    buttons_state(view, state);
}

static void check(const storm *self)
{
    const viewer *view = &self->view;
    const frame *now = view->now;
    assert_true(now->flocks_count > 0 && now->step >= now->begin && now->step <= now->end);
    assert_true(view->camera.zoom > 0.0 && isfinite(view->camera.zoom));
    assert_true(isfinite(view->camera.pan.x + view->camera.pan.y + view->camera.pan.z));
    assert_true(isfinite(view->clock.wanted) && isfinite(view->clock.shown));
    assert_true(view->selected_flock < now->flocks_count);
}

/// Time goes by; a window would carry out what it is asked for.
static void advance(storm *self)
{
    viewer *view = &self->view;
    static const double times[] = {0.0, 1.0 / 60.0, 1.0 / 60.0, 0.25, 1e-9};
    viewer_advance(view, times[random_below(5)], true);
    sliders_follow(&self->values, view->now);
    scenery_follow(&self->scene, view->now);
    view->requests.is_filmed =
        view->requests.film ? !view->requests.is_filmed : view->requests.is_filmed;
    view->requests.film = view->requests.shot = view->requests.plots = view->requests.ends = false;
    view->set.fast = 0.0;
    view->set.speed = fmin(view->set.speed, 120.0);
    check(self);
    if (view->now->flocks[0].count > MOST_AGENTS)
        viewer_open(view, "torus-0");
}

static void begin(storm *self, const char *name)
{
    *self = (storm){.draw = view_draw_create()};
    const settings set = settings_read(NULL);
    const sim_def def = {
        .name = name, .how = {.threads = 1}, .files = {.context = self, .write = keep}};
    covey_error error = {0};
    assert_non_null(self->draw);
    if (sim_create(&def, &self->world, &error) != COVEY_OK)
        fail_msg("%s", error.message);
    viewer_init(&self->view, self->world, &set, NULL);
    sliders_follow(&self->values, self->view.now);
    scenery_follow(&self->scene, self->view.now);
}

static void end(storm *self)
{
    viewer_free(&self->view);
    sim_destroy(self->world);
    view_draw_destroy(self->draw);
    sketch_free(&self->list);
    free(self->saved);
}

/// Saves the session and takes its steps again: to the same hash, unless its numbers had blown up.
static void replay(storm *self)
{
    covey_world_def engine = covey_world_def_default();
    covey_session *again;
    covey_error error = {0};
    uint64_t steps, hash;
    self->saved_size = 0;
    viewer_command(&self->view, "save-session storm.session");
    viewer_advance(&self->view, 0.0, true);
    if (self->saved_size == 0) // a recording
        return;
    const char *path = files_path("storm.session");
    files_write(path, self->saved, self->saved_size);
    if (covey_session_open(path, &engine, &again, &error) != COVEY_OK)
        fail_msg("%s", error.message);
    assert_true(covey_session_end(again, &steps, &hash));
    covey_status status = COVEY_OK;
    while (status == COVEY_OK && covey_world_steps(covey_session_world(again)) < steps)
        status = covey_session_step(again, &error);
    if (status == COVEY_OK)
        status = covey_session_catch_up(again, &error);
    const covey_world *world = covey_session_world(again);
    if (status == COVEY_OK && covey_world_error(world)->status == COVEY_OK)
        assert_int_equal(covey_world_hash(world), hash);
    else if (status != COVEY_DIVERGED)
        fail_msg("step %d: %s", (int)covey_world_steps(world), error.message);
    covey_session_destroy(again);
}

// ---- Tests ----

/// Writes what drop_file() damages: a session with changes, its scenario, tracks and a case.
static void make_files(void)
{
    static const char tracks[] = "frame,id,x,y\n0,1,0,0\n0,2,1,1\n1,1,0.5,0\n1,2,1,1.5\n"
                                 "2,1,1,0\n2,2,1,2\n";
    static const char problem[] = "1 0.4 3 1 0.5 0.3 0.2 2\n0 0.5 0 0\n0 -0.5 0 0\n0.125\n0.125\n";
    static storm made;
    begin(&made, "torus-predators");
    viewer_command(&made.view, "agents -150");
    viewer_command(&made.view, "add {kind: obstacle, points: [[700, 500]], radius: 60, weight: 9}");
    viewer_advance(&made.view, 0.25, true);
    viewer_command(&made.view, "set flocks.0.cohesion 3");
    viewer_command(&made.view, "undo");
    viewer_command(&made.view, "save-session a.session");
    viewer_advance(&made.view, 0.25, true);
    assert_non_null(made.saved);
    files_write(files_path("whole.session"), made.saved, made.saved_size);
    files_write(files_path("whole.csv"), tracks, sizeof tracks - 1);
    files_write(files_path("whole.in"), problem, sizeof problem - 1);
    const covey_preset *preset = covey_preset_find("torus-obstacles");
    files_write(files_path("whole.yaml"), preset->text, preset->size);
    end(&made);
}

static void test_a_storm_of_input_leaves_a_viewer_that_works(void **unused)
{
    (void)unused;
    static void (*const deeds[])(storm *) = {
        press_key,        press_key,      press_key, use_mouse, use_mouse, move_mouse,
        press_button,     slide,          slide,     order,     travel,    change_scenery,
        change_responses, change_settings};
    static storm self;
    random_state = test_amount("COVEY_TEST_SEED", 20);
    make_files();
    begin(&self, "torus-predators");
    viewer_command(&self.view, "agents -150");
    for (size_t k = test_amount("COVEY_TEST_EVENTS", EVENTS); k > 0; k--) {
        if (random_below(60) == 0) {
            replay(&self);
            drop_file(&self);
        }
        deeds[random_below(sizeof deeds / sizeof *deeds)](&self);
        if (random_below(3) == 0)
            advance(&self);
        if (random_below(6) == 0)
            draw(&self);
    }
    replay(&self);
    viewer_open(&self.view, "torus-0");
    self.view.requests.is_filmed = false;
    self.view.clock.runs = true;
    for (int k = 0; k < 10; k++)
        viewer_advance(&self.view, 0.1, true);
    assert_string_equal(self.view.now->name, "torus-0");
    assert_int_equal(self.view.now->flocks[0].count, 200);
    assert_true(self.view.now->step > 0);
    end(&self);
}

/// 64 corners with nine digits each are more than a kilobyte of an order.
static void test_a_wall_can_have_all_its_corners(void **unused)
{
    (void)unused;
    static storm self;
    begin(&self, "torus-0");
    viewer *view = &self.view;
    view->page.box = (covey_box){0.0, 0.0, 1000.0, 700.0};
    const covey_canvas canvas = sketch_canvas(&self.list);
    view_draw_draw(self.draw, view, &(view_draw_page){1000.0, 700.0, 1.0, true}, &canvas);
    input_outline(view);
    for (int k = 0; k < VIEWER_CORNERS; k++) { // the last one ends the wall
        double angle = COVEY_TURN * k / (double)VIEWER_CORNERS;
        input_motion(view, 500.0 + 300.0 * cos(angle), 350.0 + 300.0 * sin(angle));
        input_button(view, 1, true);
        input_button(view, 1, false);
    }
    viewer_advance(view, 0.1, true);
    assert_false(view->hand.is_outlining);
    assert_int_equal(view->now->influences_count, 1);
    assert_int_equal(view->now->influences[0].points_count, VIEWER_CORNERS);
    end(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_wall_can_have_all_its_corners),
        cmocka_unit_test(test_a_storm_of_input_leaves_a_viewer_that_works),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
