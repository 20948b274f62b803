// SPDX-License-Identifier: MIT
// Influences in the hand, by script: moved and resized by the mouse, walls drawn by clicks, all of
// it recorded and undone.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/viewing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Few agents, far from the hand; 100 L are a whole number of px, so that places come out whole.
static void write_scene(void)
{
    static const char text[] =
        "space: {kind: torus, width: 450, height: 300}\n"
        "flocks: {name: boids, model: torus, radius: 40, place: {agents: [[440, 10, 1, 0]]}}\n"
        "influences:\n"
        "  - {kind: goal, x: 100, y: 100, weight: 1}\n"
        "  - {kind: obstacle, points: [[300, 200]], radius: 40}\n"
        "  - {kind: obstacle, points: [[100, 200], [200, 200]], radius: 2}\n";
    files_write("scene.yaml", text, sizeof text - 1);
}

static void test_the_mouse_moves_and_resizes_influences(void **unused)
{
    (void)unused;
    write_scene();
    static const deed rows[] = {
        {"drag @100 100 @150 50", "influences.0.x", IS, "150"},
        {"frames 1", "influences.0.y", IS, "50"},
        {"frames 1", "undoable", IS, "1"},
        {"key Ctrl+Z", "influences.0.x", IS, "100"}, // as one change
        {"drag @300 200 @320 150", "influences.1.point", IS, "320 150"},
        {"drag @360 150 @380 150", "influences.1.radius", IS, "60"},
        {"frames 1", "influences.1.point", IS, "320 150"},
        {"drag @340 170 @330 170", "influences.1.point", IS, "310 150"}, // by its body
        {"drag @200 200 @250 250", "influences.2.point", IS, "100 200"}, // one end
        {"key Ctrl+Z", "influences.1.point", IS, "310 150"},
        {"drag @150 200 @150 250", "influences.2.point", IS, "100 250"}, // both
        {"frames 1", "influences", IS, "3"},
        {"drag @50 30 @70 30", "influences", IS, "4"}, // elsewhere it is a new obstacle
        {"click @310 150", "selected", IS, "-1 0"},    // a click moves nothing
        {"frames 1", "influences.1.point", IS, "310 150"},
    };
    do_all("./scene.yaml", "key Space\nkey Tab\nsize 932 760\nframes 3", rows,
           sizeof rows / sizeof *rows);
}

static void test_the_sides_of_walls_are_moved(void **unused)
{
    (void)unused;
    static const deed rows[] = {
        {"drag @200 5 @200 55", "influences.0.bottom", IS, "55"},
        {"frames 1", "influences.0.height", IS, "245"}, // the top stays
        {"drag @450 100 @400 100", "influences.0.width", IS, "400"},
        {"frames 1", "influences.0.left", IS, "0"},
        {"drag @0 100 @430 100", "influences.0.left", IS, "400"}, // not beyond the one across
        {"frames 1", "influences.0.width", IS, "0"},
        {"key Ctrl+Z", "influences.0.left", IS, "0"},
        {"frames 1", "influences.0.width", IS, "400"},
    };
    static const char text[] =
        "space: {kind: torus, width: 450, height: 300}\n"
        "flocks: {name: boids, model: torus, radius: 40, place: {agents: [[440, 10, 1, 0]]}}\n"
        "influences: {kind: wall, bottom: 5, width: 450, height: 295}\n";
    files_write("walled.yaml", text, sizeof text - 1);
    do_all("./walled.yaml", "key Space\nkey Tab\nsize 932 760\nframes 3", rows,
           sizeof rows / sizeof *rows);
}

static void test_walls_are_drawn_by_clicks(void **unused)
{
    (void)unused;
    static const deed rows[] = {
        {"key K\nclick @50 250\nclick @150 250\nclick @150 280\nkey Return", "influences", IS, "4"},
        {"frames 1", "influences.3.point", IS, "50 250"},
        {"key K\nclick @50 20\nclick @150 20\nclick @150 20", "influences", IS, "5"}, // twice
        {"key K\nclick @200 20\nkey Escape\nkey Return", "influences", IS, "5"},      // dropped
        {"key K\nclick @200 20\nkey Return", "influences", IS, "5"}, // one corner is no wall
        {"key K\nclick @200 20\nclick @220 20\nkey Backspace\nclick @240 20\nkey Return",
         "influences", IS, "6"},
        {"key Ctrl+Z", "influences", IS, "5"},
        {"frames 1", "selected", IS, "-1 0"}, // clicks were corners
    };
    write_scene();
    do_all("./scene.yaml", "key Space\nkey Tab\nsize 932 760\nframes 3", rows,
           sizeof rows / sizeof *rows);
}

/// What the hand did is in the session, and a run gives its bits.
static void test_what_was_moved_by_hand_replays_to_the_same_bits(void **unused)
{
    (void)unused;
    write_scene();
    said all = play_in("932x760", "./scene.yaml",
                       "key Tab\nframes 20\ndrag @100 100 @400 50\nframes 10\n"
                       "drag @340 200 @380 200\nframes 10\nkey K\nclick @390 10\n"
                       "click @390 90\nkey Return\nframes 30\nkey Space\nframes 1\nkey W\n"
                       "frames 1\nsay\n");
    assert_int_equal(all.count, 1);
    assert_string_equal(value(&all, 0, "influences"), "4");
    expect_replay(&all, 0);
    forget(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_mouse_moves_and_resizes_influences),
        cmocka_unit_test(test_the_sides_of_walls_are_moved),
        cmocka_unit_test(test_walls_are_drawn_by_clicks),
        cmocka_unit_test(test_what_was_moved_by_hand_replays_to_the_same_bits),
    };
    return cmocka_run_group_tests(tests, viewing_setup, files_teardown);
}
