// SPDX-License-Identifier: MIT
// The picture of a viewer: title and caption, wind, agents of a recording.
#include "view/scenery.h"
#include "view/slider.h"
#include "view/view_draw.h"

#include "support/files.h"
#include "support/recorder.h"
#include "support/viewer.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static sim *world;
static viewer view;
static view_draw *pictures;
static recorder *drawn;

static void begin(const char *name)
{
    test_viewer_begin(&view, &world, name);
    pictures = view_draw_create();
    drawn = recorder_create();
}

static void end(void)
{
    view_draw_destroy(pictures);
    test_viewer_end(&view, world);
    free(drawn);
}

/// Carries out an order, or none, and draws.
static void draw(const char *order)
{
    const view_draw_page page = {800, 600, 1, true};
    if (order != NULL)
        viewer_command(&view, "%s", order);
    viewer_advance(&view, 0.0, true);
    recorder_clear(drawn);
    view_draw_draw(pictures, &view, &page, &drawn->canvas);
}

static bool has_label(const char *text)
{
    return recorder_count_of(drawn, "label ", text) > 0;
}

static void test_the_title_tells_of_changes(void **unused)
{
    (void)unused;
    static const char title[] = "Torus boids, the default weights";
    char changed[80];
    (void)snprintf(changed, sizeof changed, "%s (changed)", title);
    begin("torus-0");
    draw(NULL);
    assert_true(has_label(title));
    draw("set flocks.0.cohesion 3");
    assert_true(has_label(changed));
    draw("undo");
    assert_true(has_label(title) && !has_label(changed));
    end();
}

static void test_wind_is_drawn_where_it_blows(void **unused)
{
    (void)unused;
    begin("torus-0");
    draw(NULL);
    size_t calm = recorder_count(drawn, "dart ");
    draw("add {kind: wind, x: 20, y: 10}");
    size_t windy = recorder_count(drawn, "dart ");
    assert_true(windy >= calm + 20);
    draw("set influences.0.x 0");
    assert_int_equal(recorder_count(drawn, "dart "), windy); // it blows along y
    draw("set influences.0.y 0");
    assert_int_equal(recorder_count(drawn, "dart "), calm);
    end();
}

/// The view draws a kind as it says of itself, whatever its name is.
static void test_wind_and_walls_are_known_by_their_mark(void **unused)
{
    (void)unused;
    covey_influence wind = *covey_influence_find("wind"), wall = *covey_influence_find("wall");
    wind.name = "breeze";
    wall.name = "fence";
    frame_influence items[] = {
        {.kind = &wall, .flock = -1},
        {.kind = &wind, .flock = -1, .params = {3, 4, 0, 1, 0}}}; // and strength
    frame now = {.influences = items, .influences_count = 2};
    assert_true(wind_of(&now).x == 3.0 && wind_of(&now).y == 4.0);
    assert_true(scenery_is_bounded(&now));
    wind.mark = wall.mark = COVEY_INFLUENCE_UNMARKED;
    assert_true(wind_of(&now).x == 0.0 && wind_of(&now).y == 0.0);
    assert_false(scenery_is_bounded(&now));
}

/// Agents whose velocity is unknown are discs, at their places.
static void test_a_recording_is_drawn_frame_by_frame(void **unused)
{
    (void)unused;
    static const char tracks[] = "t,id,x,y\n0,1,0,0\n2,1,4,0\n2,2,4,4\n";
    const char *path = files_path("own.csv");
    files_write(path, tracks, sizeof tracks - 1);
    begin(path);
    view.clock.runs = false;
    draw(NULL);
    assert_true(has_label("t = 0.0 T   frame 0   paused"));
    assert_int_equal(recorder_count(drawn, "dart "), 1);
    draw("go 1");
    assert_true(has_label("t = 2.0 T   frame 1   paused"));
    assert_int_equal(recorder_count(drawn, "dart "), 1);
    end();
}

// ---- Rest ----

/// The window draws nothing while this is true: all that changes the picture ends it.
static void test_a_paused_viewer_is_still_until_there_is_input(void **unused)
{
    (void)unused;
    begin("torus-0");
    draw(NULL);
    assert_false(viewer_is_still(&view)); // it runs
    view.clock.runs = false;
    draw(NULL);
    draw(NULL);
    assert_true(viewer_is_still(&view));
    viewer_command(&view, "agents 1");
    assert_false(viewer_is_still(&view));
    draw(NULL);
    draw(NULL);
    assert_true(viewer_is_still(&view));
    viewer_say(&view, "a");
    assert_false(viewer_is_still(&view));
    viewer_advance(&view, 60.0, true);
    assert_true(viewer_is_still(&view));
    view.hand.pull = 1;
    assert_false(viewer_is_still(&view));
    viewer_advance(&view, 0.0, true);
    view.hand.pull = 0;
    assert_false(viewer_is_still(&view)); // it is still held
    draw(NULL);
    draw(NULL);
    assert_true(viewer_is_still(&view));
    view.requests.shot = true;
    assert_false(viewer_is_still(&view));
    end();
}

/// The view of an open world goes on to follow its agents for a while.
static void test_a_view_that_follows_is_not_still(void **unused)
{
    (void)unused;
    static const char text[] =
        "space: {kind: open}\nflocks: {name: a, model: reynolds, count: 9}\n";
    files_write(files_path("open.yaml"), text, sizeof text - 1);
    begin(files_path("open.yaml"));
    view.clock.runs = false;
    draw(NULL);
    draw(NULL);
    assert_true(viewer_is_still(&view));
    draw("set flocks.0.place {kind: disc, radius: 900}");
    draw("set flocks.0.count 30"); // far away
    assert_false(viewer_is_still(&view));
    for (int k = 0; k < 300; k++)
        draw(NULL);
    assert_true(viewer_is_still(&view));
    end();
}

/// A fixed view stays where open agents fly away; one that follows has its agent in the middle.
static void test_the_camera_stays_or_follows(void **unused)
{
    (void)unused;
    static const char text[] = "space: {kind: open}\ndt: 1\n"
                               "flocks: {name: a, model: reynolds, place: {agents: [[0, 0, 5, 0], "
                               "[90, 9, 5, 0]]}}\n";
    files_write(files_path("away.yaml"), text, sizeof text - 1);
    begin(files_path("away.yaml"));
    draw(NULL);
    covey_vec low = view.camera.low, high = view.camera.high;
    view.set.camera = CAMERA_FIXED;
    for (int k = 0; k < 30; k++)
        viewer_advance(&view, 0.1, true);
    assert_true(view.now->step > 50);
    assert_memory_equal(&view.camera.low, &low, sizeof low);
    assert_memory_equal(&view.camera.high, &high, sizeof high);
    view.set.camera = CAMERA_FOLLOW;
    view.selected_flock = 0;
    view.selected = 1;
    draw(NULL);
    covey_vec place;
    assert_true(viewer_selected(&view, &place));
    assert_true(fabs(view.camera.lens.center.x - place.x) < 1e-9);
    view.set.camera = CAMERA_ALL;
    draw(NULL);
    assert_true(fabs(view.camera.lens.center.x - place.x) > 1.0);
    char title[SLIDER_TEXT];
    slider_title("torus-1", title);
    assert_string_equal(title, "Torus boids, high cohesion");
    slider_title("none", title);
    assert_string_equal(title, "");
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_title_tells_of_changes),
        cmocka_unit_test(test_wind_is_drawn_where_it_blows),
        cmocka_unit_test(test_wind_and_walls_are_known_by_their_mark),
        cmocka_unit_test(test_a_recording_is_drawn_frame_by_frame),
        cmocka_unit_test(test_a_paused_viewer_is_still_until_there_is_input),
        cmocka_unit_test(test_a_view_that_follows_is_not_still),
        cmocka_unit_test(test_the_camera_stays_or_follows),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
