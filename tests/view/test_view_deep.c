// SPDX-License-Identifier: MIT
// The viewer by its script on worlds of three dimensions: going round, views of the panel, clicks.
#include "support/files.h"
#include "support/viewing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/// Agents at rest in a box of 300 x 200 x 100: 0 and 1 in the middle of the view from the south, 1
/// nearer to the eye; 2 to the right.
static void write_deep(void)
{
    static const char deep[] =
        "space: {kind: torus, width: 300, height: 200, depth: 100}\n"
        "flocks: {model: torus, place: {agents: [[150, 150, 50, 0, 0, 0], [150, 50, 50, 0, 0, 0],"
        " [250, 50, 50, 0, 0, 0]]}}\n";
    files_write("deep.yaml", deep, sizeof deep - 1);
}

static void test_the_mouse_and_keys_go_round_in_three_dimensions(void **unused)
{
    (void)unused;
    write_deep();
    static const deed rows[] = {
        {"frames 1", "elevation", IS, "0.383972"},
        {"drag 400 200 450 200", "azimuth", LESS, NULL}, // the world follows the hand
        {"frames 1", "influences", IS, "0"},             // and that made no obstacle
        {"drag 450 200 450 240", "elevation", MORE, NULL},
        {"drag 450 200 450 400", "elevation", IS, "1.5708"},
        {"key X", "eye", IS, "0"},
        {"key X", "eye", MORE, NULL},
        {"wheel 2", "eye", LESS, NULL}, // it comes nearer
        {"frames 1", "zoom", IS, "1.44"},
        {"drag 400 200 450 200 middle", "pan", OTHER, NULL},
        {"key H", "zoom", IS, "1"},
        {"frames 1", "elevation", IS, "0.383972"},
        {"hold Right\nframes 9\nrelease Right", "azimuth", MORE, NULL},
        {"hold Left\nframes 9\nrelease Left", "azimuth", LESS, NULL},
        {"hold Up\nframes 9\nrelease Up", "elevation", MORE, NULL},
        {"hold Down\nframes 9\nrelease Down", "elevation", LESS, NULL},
        {"frames 1", "influences", IS, "0"}, // the arrows steer no agent
    };
    do_all("./deep.yaml", "key Tab\nkey Space", rows, sizeof rows / sizeof *rows);
}

static void test_the_panel_has_views_of_three_dimensions(void **unused)
{
    (void)unused;
    write_deep();
    static const deed rows[] = {
        {"press above", "elevation", IS, "1.5708"},
        {"frames 1", "azimuth", IS, "0"},
        {"press level", "elevation", IS, "0"},
        {"press perspective", "set.perspective", IS, "0"},
        {"frames 1", "eye", IS, "0"},
        {"press \"see all\"", "azimuth", IS, "0.523599"},
    };
    do_all("./deep.yaml", "key Space", rows, sizeof rows / sizeof *rows);
    static const deed plane[] = {{"key X", "set.perspective", IS, "1"}, // which has none
                                 {"frames 1", "eye", IS, ""}};
    do_all("torus-0", "key Space", plane, sizeof plane / sizeof *plane);
}

static void test_of_agents_behind_each_other_a_click_selects_the_nearest(void **unused)
{
    (void)unused;
    write_deep();
    static const deed rows[] = {
        {"click @150 50,50", "selected", IS, "0 1"},
        {"click @250 50,50", "selected", IS, "0 2"},
        {"click @20 50,50", "selected", IS, "-1 2"},
        {"key H\nclick @150 150,50", "selected", IS, "0 0"}, // no longer in line
        {"wheel 3", "center", IS, "150 150"},                // followed
    };
    do_all("./deep.yaml", "key Space\npress level", rows, sizeof rows / sizeof *rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_mouse_and_keys_go_round_in_three_dimensions),
        cmocka_unit_test(test_the_panel_has_views_of_three_dimensions),
        cmocka_unit_test(test_of_agents_behind_each_other_a_click_selects_the_nearest),
    };
    return cmocka_run_group_tests(tests, viewing_setup, files_teardown);
}
