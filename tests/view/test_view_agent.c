// SPDX-License-Identifier: MIT
// The selected agent in the window, by script: its numbers, at every step of the past; and plots.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/viewing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void write_two(void)
{
    static const char two[] = "space: {kind: torus, width: 300, height: 200}\ndt: 0.1\n"
                              "flocks: {name: boids, model: torus, radius: 75,\n"
                              "         place: {agents: [[100, 50, 5, 0], [150, 50, 5, 0]]}}\n";
    files_write("two.yaml", two, sizeof two - 1);
}

static void test_the_panel_tells_the_selected_agent_in_numbers(void **unused)
{
    (void)unused;
    write_two();
    static const deed rows[] = {
        {"click @100 50", "agent.agent", IS, "boids 0"},
        {"press \"section agent\"\nframes 1", "agent.place", IS, "100, 50 L"},
        {"frames 1", "agent.heading", IS, "0.0\302\260"},
        {"frames 1", "agent.nearest", IS, "50 L"},
        {"frames 1", "agent.neighbors", IS, "1"},
        {"slide boids.radius 0.1\nframes 2", "agent.neighbors", IS, "0"},
        {"key Ctrl+Z\nframes 2", "agent.neighbors", IS, "1"},
        {"press step", "agent.place", OTHER, NULL},
        {"press back", "agent.place", IS, "100, 50 L"}, // why it turned: at the step of then
        {"key Escape", "agent.agent", IS, ""},
    };
    do_all("./two.yaml", "key Space\nframes 1\npress first", rows, sizeof rows / sizeof *rows);
}

/// The numbers of each step are the same on the way back.
static void test_going_back_tells_what_was_told_then(void **unused)
{
    (void)unused;
    said all =
        play("torus-0", "key Space\nframes 1\npress first\nframes 1\nclick @700 500\n"
                        "click @770 245\nframes 1\nsay\nkey .\nframes 1\nsay\n"
                        "key .\nframes 1\nsay\nkey ,\nframes 1\nsay\nkey ,\nframes 1\nsay\n");
    static const char *const names[] = {"agent.place", "agent.separation", "agent.cohesion",
                                        "agent.together"};
    assert_int_equal(all.count, 5);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        assert_string_not_equal(value(&all, 0, names[k]), "");
        assert_string_not_equal(value(&all, 0, names[k]), value(&all, 2, names[k]));
        assert_string_equal(value(&all, 0, names[k]), value(&all, 4, names[k]));
        assert_string_equal(value(&all, 1, names[k]), value(&all, 3, names[k]));
    }
    forget(&all);
}

static void test_all_agents_show_their_senses_and_rules(void **unused)
{
    (void)unused;
    static const deed rows[] = {{"key I", "set.all", IS, "1"},
                                {"press \"of all agents\"", "set.all", IS, "0"}};
    do_all("torus-0", "frames 1", rows, sizeof rows / sizeof *rows);
    said all = play_in("500x400", "torus-0",
                       "key Space\nkey Tab\nframes 4\nshot bare.png\nkey I\n"
                       "frames 2\nshot all.png\n");
    size_t sizes[2];
    char *one = files_read("bare.png", &sizes[0]), *other = files_read("all.png", &sizes[1]);
    assert_true(sizes[1] > 2 * sizes[0]); // circles, lines and arrows
    free(one);
    free(other);
    forget(&all);
}

// ---- The scenario's own panel ----

static void test_a_scenario_shows_sliders_of_its_own(void **unused)
{
    (void)unused;
    static const char text[] =
        "space: {kind: torus, width: 300, height: 200}\ndt: 0.1\n"
        "flocks: {name: boids, model: torus, count: 20}\n"
        "influences: {kind: wind}\n"
        "panel:\n"
        "  - text: Things to try\n"
        "  - {slider: boids.cohesion, name: friends, low: 0, high: 30, text: How near?}\n"
        "  - {slider: influences.0.x, low: -50, high: 50}\n";
    files_write("class.yaml", text, sizeof text - 1);
    static const deed rows[] = {
        {"slide panel.1 1", "boids.cohesion", IS, "30"},
        {"frames 1", "panel.1.value", IS, "30"},
        {"press panel.1.on", "boids.cohesion", IS, "0"},
        {"key Ctrl+Z\nkey Ctrl+Z", "boids.cohesion", OTHER, NULL},
        {"slide panel.2 0", "influences.0.x", IS, "-50"},
        {"press \"section all\"\nframes 2\nslide boids.alignment 0", "boids.alignment", IS, "0"},
    };
    do_all("./class.yaml", "key Space\npress plots", rows, sizeof rows / sizeof *rows);
    static const char closed[] = "frames 2\nslide boids.alignment 0\n"; // not there at first
    files_write("closed", closed, sizeof closed - 1);
    program_expect_message(
        &(program_case){.arguments = {"view", "./class.yaml", "--script", "closed"},
                        .code = 65,
                        .says = "closed:2: slide: there is no such control"});
}

// ---- Flocks among each other ----

static void test_many_flocks_respond_by_two_lists(void **unused)
{
    (void)unused;
    static const char text[] = "space: {kind: torus, width: 30, height: 30}\ndt: 0.1\nflocks:\n"
                               "- {name: a, model: vicsek, count: 9, speed: 0.1}\n"
                               "- {name: b, model: vicsek, count: 9, speed: 0.1}\n"
                               "- {name: c, model: vicsek, count: 9, speed: 0.1}\n";
    static const deed rows[] = {
        {"choose flock c\nchoose \"the other\" b\npress c.flee.b", "c.sees.1", IS, "flee"},
        {"choose flock a\nchoose \"the other\" a\npress a.align.a", "a.sees.0", IS, "align"},
        {"press \"response 2.0\"\npress c.flee.b", "c.sees.1", IS, ""}, // back to these two
        {"frames 1", "a.sees.0", IS, "align"},
    };
    files_write("many.yaml", text, sizeof text - 1);
    do_all("many.yaml", "key Space", rows, sizeof rows / sizeof *rows);
}

static void test_flocks_respond_to_each_other_as_the_panel_says(void **unused)
{
    (void)unused;
    static const char text[] = "space: {kind: torus, width: 30, height: 30}\ndt: 0.1\n"
                               "flocks: {name: birds, model: vicsek, count: 90, speed: 0.1}\n";
    static const deed rows[] = {
        {"move @15 15\nkey P\nframes 1", "message", IS,
         "birds do not see predators: 'let them flee' in the panel changes that"},
        {"press \"let them flee\"", "birds.sees.1", IS, "flee"},
        {"key Ctrl+Z", "birds.sees.1", IS, ""},
        {"press birds.separate.predators", "birds.sees.1", IS, "separate"},
        {"press birds.cohere.birds", "birds.sees.0", IS, "cohere"},
        {"press birds.align.predators", "birds.sees.1.align", IS, "4"},
        {"frames 1", "birds.sees.1.separate", IS, "4"}, // one of several
        {"hold \"Left Ctrl\"\npress birds.align.predators.weight\nrelease \"Left Ctrl\"\n"
         "type 3\nkey Return",
         "birds.sees.1.align", IS, "3"},
        {"press birds.align.predators", "birds.sees.1.align", IS, ""},
        {"frames 1", "birds.sees.0.cohere", IS, "4"},
        {"press birds.align.predators", "birds.sees.1.align", IS, "3"}, // as it was
        {"press birds.cohere.birds", "birds.sees.0", IS, ""},
        {"key Ctrl+Z", "birds.sees.0", IS, "cohere"},
        {"press predators.chase.birds", "predators.sees.0", IS, "chase"},
        {"key Ctrl+Z", "predators.sees.0", IS, ""},
        {"press predators.hard", "predators.hard", IS, "0"}, // its agents have no bodies
        {"press predators.catch", "predators.catches", MORE, NULL},
        {"press predators.birth", "predators.births", IS, "1"},
        {"slide predators.chase 1\nslide predators.max_speed 1\nkey Space\nframes 400",
         "predators.caught", MORE, NULL},
        {"frames 1", "birds.count", IS, "90"}, // as many as before
        {"press predators.catch", "predators.catches", IS, "0"},
    };
    files_write("birds.yaml", text, sizeof text - 1);
    do_all("./birds.yaml", "key Space\npress plots", rows, sizeof rows / sizeof *rows);
    static const deed seen[] = {
        {"move @700 500\nkey P\nframes 1", "message", IS, ""}, // boids of that model see them
        {"press boids.hard", "boids.hard", IS, "1"},
        {"press predators.hard", "predators.hard", IS, "1"},
        {"key Ctrl+Z\nkey Ctrl+Z", "boids.hard", IS, "0"},
    };
    do_all("torus-0", "key Space\npress plots", seen, sizeof seen / sizeof *seen);
}

/// Of the picture that is shown, also behind a way back: births of the last 30 steps.
static void test_colors_tell_what_agents_do(void **unused)
{
    (void)unused;
    static const char text[] =
        "space: {kind: torus, width: 1000, height: 1000}\ndt: 0.1\nflocks:\n"
        "  - {name: boids, model: torus, place: {agents: [[500, 500, 10, 0], [800, 800, 10, 0]]}}\n"
        "  - {name: hawks, model: predator, hunts: boids, radius: 90,\n"
        "     catch: {radius: 40, births: yes}, place: {agents: [[520, 500, 0, 0]]}}\n";
    static const deed rows[] = {
        {"choose color doing\nframes 2", "boids.doing.fleeing", IS, "1"},
        {"frames 1", "boids.doing.nothing acts", IS, "1"},
        {"frames 1", "hawks.doing.chasing", IS, "1"},
        {"press step\nframes 1\npress step\nframes 1", "boids.doing.fleeing", IS, ""},
        {"frames 1", "boids.doing.born lately", IS, "1"},
        {"key Space\nframes 120\nkey Space\nframes 2", "boids.doing.born lately", IS, ""},
        {"press first\nframes 2", "boids.doing.fleeing", IS, "1"},
        {"slide time 0.3\nframes 2", "boids.doing.born lately", IS, "1"},
        {"key C\nframes 2", "set.coloring", IS, "0"},
        {"frames 1", "boids.doing.born lately", IS, ""},
    };
    files_write("doing.yaml", text, sizeof text - 1);
    do_all("./doing.yaml", "key Space\npress plots\npress first\nframes 1", rows,
           sizeof rows / sizeof *rows);
}

// ---- Plots ----

static void test_plots_are_chosen_enlarged_and_saved(void **unused)
{
    (void)unused;
    static const deed rows[] = {
        {"choose \"plot 4\" neighbors", "set.plot_4", IS, "34"},
        {"choose \"plot 1\" hull_area", "set.plot_1", MORE, NULL},
        {"choose measured predators\nframes 2", "measured", IS, "1"},
        {"key Y", "plots", IS, "1"},
        {"key Escape", "plots", IS, "0"},
        {"press enlarge\nframes 2", "plots", IS, "1"},
        {"press enlarge", "plots", IS, "0"},
        {"press table", "message", SAVED, "plots-1.csv"},
        {"press \"plots as picture\"\nframes 1", "message", SAVED, "plots-1.png"},
    };
    do_all("torus-predators", "frames 30\nkey Space", rows, sizeof rows / sizeof *rows);
    size_t size;
    char *table = files_read("plots-1.csv", &size);
    assert_memory_equal(table, "step,time,hull_area,milling,nearest_mean\n", 41);
    free(table);
    char *picture = files_read("plots-1.png", &size);
    assert_memory_equal(picture, "\x89PNG", 4);
    free(picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_panel_tells_the_selected_agent_in_numbers),
        cmocka_unit_test(test_going_back_tells_what_was_told_then),
        cmocka_unit_test(test_a_scenario_shows_sliders_of_its_own),
        cmocka_unit_test(test_many_flocks_respond_by_two_lists),
        cmocka_unit_test(test_flocks_respond_to_each_other_as_the_panel_says),
        cmocka_unit_test(test_colors_tell_what_agents_do),
        cmocka_unit_test(test_plots_are_chosen_enlarged_and_saved),
        cmocka_unit_test(test_all_agents_show_their_senses_and_rules),
    };
    return cmocka_run_group_tests(tests, viewing_setup, files_teardown);
}
