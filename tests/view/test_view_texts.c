// SPDX-License-Identifier: MIT
// What the source texts let their users do, in the window by script: the rows of docs/texts.md that
// a hand can do and that no other test of the window holds.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/viewing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define DO_ALL(preset, first, rows) do_all(preset, first, rows, sizeof rows / sizeof *rows)

/// The keys of the torus project's program, its letters with Shift.
static void test_letters_with_shift_change_weights_and_radius(void **unused)
{
    (void)unused;
    static const deed torus[] = {
        {"key Shift+Q", "boids.separation", IS, "13"},
        {"key Shift+Q", "boids.separation", IS, "14"},
        {"key Shift+A", "boids.separation", IS, "13"},
        {"frames 1", "influences", IS, "0"}, // nothing attracts
        {"key Shift+W", "boids.alignment", IS, "11"},
        {"key Shift+S", "boids.alignment", IS, "10"},
        {"key Shift+E", "boids.cohesion", IS, "13"},
        {"key Shift+D", "boids.cohesion", IS, "12"},
        {"key Shift+R", "boids.radius", IS, "80"},
        {"key Shift+F", "boids.radius", IS, "75"},
        {"frames 1", "message", IS, "radius 75"},
        {"key Ctrl+Z", "boids.radius", IS, "80"},
        {"key Shift+G", "set.grid", IS, "1"}, // as without Shift
        {"hold Shift+Up", "influences.0.forward", MORE, NULL},
        {"release Up", "influences", IS, "0"},
    };
    static const deed formal[] = {
        {"key Shift+Q", "formal.K_s", IS, "4.1"},
        {"key Shift+S", "formal.K_a", IS, "0.7"},
        {"key Shift+E", "formal.K_c", IS, "4.1"},
        {"key Shift+R", "message", IS, "formal has no radius to change"},
    };
    static const deed alone[] = {
        {"key Shift+F", "boids.radius", IS, "5"}, // a boid's, and no shorter
        {"key Shift+F", "boids.radius", IS, "5"},
    };
    static const char near[] =
        "space: {kind: torus, width: 99, height: 99}\n"
        "flocks: {name: boids, model: torus, count: 2, body: 5, radius: 8}\n";
    files_write("near.yaml", near, sizeof near - 1);
    DO_ALL("torus-0", "frames 9", torus);
    DO_ALL("formal-all", "frames 1", formal);
    DO_ALL("./near.yaml", "frames 1", alone);
}

/// Formal assignment: rules alone and in pairs by switches, friction, mass, the equations.
static void test_the_formal_rules_have_switches_and_a_mass(void **unused)
{
    (void)unused;
    static const deed rows[] = {
        {"press formal.K_c.on", "formal.K_c", IS, "0"},
        {"press formal.K_s.on", "formal.K_s", IS, "0"},
        {"press formal.K_s.on", "formal.K_s", IS, "4"},
        {"slide formal.mass 0.9", "formal.mass", MORE, NULL},
        {"slide formal.drag 0.9", "formal.drag", MORE, NULL},
        {"choose formal.update new", "formal.update", IS, "1"},
        {"press restore", "formal.K_c", IS, "4"},
        {"frames 1", "formal.mass", IS, "1"},
        {"choose preset formal-cohesion", "name", IS, "formal-cohesion"},
        {"frames 1", "formal.K_s", IS, "0"},
        {"choose preset formal-no-cohesion", "name", IS, "formal-no-cohesion"},
        {"choose preset mobagen", "panel.6.value", IS, "0"},
        {"slide panel.6 1", "boids.min_speed", IS, "120"}, // the constant speed
        {"slide panel.7 0.3", "boids.max_force", LESS, NULL},
        {"key Ctrl+Z", "boids.min_speed", IS, "120"},
        {"press restore", "boids.min_speed", IS, "0"},
    };
    DO_ALL("formal-all", "key Space\nframes 1", rows);
}

/// Unicycle lesson: its speed input, trails of 200 steps.
static void test_the_lesson_has_its_speed_input_and_trails(void **unused)
{
    (void)unused;
    static const deed rows[] = {
        {"slide unicycle.u_s 0.9", "unicycle.u_s", MORE, NULL},
        {"press unicycle.k_c.on", "unicycle.k_c", IS, "0"},
        {"press \"section unicycle\"\nframes 3\nslide trails 1", "set.trails", IS, "200"},
        {"press \"section unicycle\"\nframes 3\nchoose unicycle.motion accelerate",
         "unicycle.motion", IS, "accelerate"},
        {"frames 1", "unicycle.count", IS, "60"}, // the same agents
        {"frames 1", "unicycle.u_s", IS, ""},
        {"key Space\nframes 9\nkey Space", "hash", OTHER, NULL},
        {"choose unicycle.motion kinematic", "unicycle.gain", IS, "1"},
        {"key Ctrl+Z", "unicycle.motion", IS, "accelerate"},
        {"key Ctrl+Z", "unicycle.u_s", MORE, NULL},
        {"choose preset lesson1-kinematic", "unicycle.gain", IS, "100"},
        {"choose preset lesson1-newtonian", "unicycle.max_speed", IS, "50"},
    };
    DO_ALL("lesson1", "frames 1", rows);
}

/// A shot of a file after so many steps, with or without trails; the caller frees it.
static char *shot_of(const char *file, int steps, bool trails, size_t *size)
{
    char script[256];
    (void)snprintf(
        script, sizeof script,
        "key Space\nframes 2\nkey ,\nframes 3\nkey ,\nframes 3\nkey ,\nframes 3\n%sframes 2\n"
        "%skey .\nframes 9\nshot trail.png\nsay\n",
        trails ? "key L\n" : "", steps == 2 ? "key .\nframes 3\n" : "");
    said all = play_in("320x240", file, script); // too narrow for the panel
    assert_int_equal(atoi(value(&all, 0, "step")), steps);
    forget(&all);
    return files_read("trail.png", size);
}

/// In a world, and in the recording of a run.
static void test_no_trail_leads_to_where_an_agent_appears(void **unused)
{
    (void)unused;
    static const char gone[] =
        "space: {kind: respawn, width: 100, height: 100}\ndt: 1\nsteps: 9\n"
        "flocks: {model: formal, K_a: 0, place: {agents: [[99, 50, 3, 0]]}}\n";
    static const char *const files[] = {"./gone.yaml", "gone.csv"};
    files_write("gone.yaml", gone, sizeof gone - 1);
    program_expect(&(program_case){.arguments = {"run", "gone.yaml", "-o", "gone.csv", "--quiet"}});
    for (int k = 0; k < 4; k++) {
        size_t sizes[2];
        const char *file = files[k / 2];
        char *with = shot_of(file, 1 + k % 2, true, &sizes[0]);
        char *without = shot_of(file, 1 + k % 2, false, &sizes[1]);
        bool same = sizes[0] == sizes[1] && memcmp(with, without, sizes[0]) == 0;
        if (same != (k % 2 == 0))
            fail_msg("%s, step %d", file, 1 + k % 2);
        free(with);
        free(without);
    }
}

/// Three rules: the demo's sliders end at 1, its reset, and its stage stays in sight.
static void test_the_demo_has_its_sliders_and_its_stage(void **unused)
{
    (void)unused;
    static const deed rows[] = {
        {"frames 1", "center", IS, "400 300"},
        {"slide panel.0 1", "three_rule.alignment", IS, "1"},
        {"slide panel.1 1", "three_rule.cohesion", IS, "1"},
        {"slide panel.2 0.5", "three_rule.separation", MORE, NULL},
        {"press restore", "three_rule.alignment", IS, "0.1"},
        {"frames 1", "three_rule.separation", IS, "0.1"},
    };
    DO_ALL("three-rules-demo", "key Space\nframes 1", rows);
}

/// Agents in a corner do not draw the camera there if there are walls; without walls they do.
static void test_walls_of_an_open_world_stay_in_sight(void **unused)
{
    (void)unused;
    static const char stage[] =
        "space: open\n"
        "flocks: {model: formal, place: {agents: [[100, 100, 9, 9], [110, 100, 9, 9]]}}\n"
        "influences: {kind: wall, left: 50, width: 800, height: 600}\n";
    static const deed rows[] = {
        {"frames 1", "center", IS, "450 300"},
        {"frames 30", "center", IS, "450 300"},
        {"press \"bounded area\"\nframes 30", "center", LESS, NULL},
    };
    files_write("stage.yaml", stage, sizeof stage - 1);
    DO_ALL("./stage.yaml", "frames 1", rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_letters_with_shift_change_weights_and_radius),
        cmocka_unit_test(test_the_formal_rules_have_switches_and_a_mass),
        cmocka_unit_test(test_the_lesson_has_its_speed_input_and_trails),
        cmocka_unit_test(test_no_trail_leads_to_where_an_agent_appears),
        cmocka_unit_test(test_the_demo_has_its_sliders_and_its_stage),
        cmocka_unit_test(test_walls_of_an_open_world_stay_in_sight),
    };
    return cmocka_run_group_tests(tests, viewing_setup, files_teardown);
}
