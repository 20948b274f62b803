// SPDX-License-Identifier: MIT
// The panel of a scenario: sliders under names of its own, and texts.
#include "support/scenario.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *with(const char *panel)
{
    static char text[2000];
    (void)snprintf(text, sizeof text,
                   "space: {kind: torus, width: 9, height: 9}\n"
                   "flocks:\n"
                   "  - {name: boids, model: torus, count: 3}\n"
                   "  - {name: mice, model: vicsek, count: 3}\n"
                   "influences: [{kind: goal, x: 2}, {kind: wind, x: 3}]\n"
                   "panel: %s\n",
                   panel);
    return text;
}

static void test_items_are_sliders_or_texts(void **unused)
{
    (void)unused;
    covey_scenario *scenario = scenario_read(with(
        "[{text: 'Try 0.'}, {slider: boids.cohesion, name: friends, low: 0, high: 30, text: 'a "
        "b'}, {slider: noise}, {slider: influences.1.x, low: -5}]"));
    covey_panel_item item = covey_scenario_panel(scenario, 0);
    assert_null(item.key);
    assert_string_equal(item.text, "Try 0.");
    assert_string_equal(item.name, "");
    assert_true(item.flock == -1 && item.influence == -1);
    item = covey_scenario_panel(scenario, 1);
    assert_string_equal(item.key, "boids.cohesion");
    assert_string_equal(item.name, "friends");
    assert_string_equal(item.text, "a b");
    assert_string_equal(item.row->name, "cohesion");
    assert_true(item.flock == 0 && item.influence == -1 && item.low == 0 && item.high == 30);
    item = covey_scenario_panel(scenario, 2);
    assert_string_equal(item.key, "mice.noise"); // the first flock that has it
    assert_string_equal(item.name, "noise");
    assert_true(item.flock == 1 && isnan(item.low) && isnan(item.high));
    item = covey_scenario_panel(scenario, 3);
    assert_string_equal(item.key, "influences.1.x");
    assert_true(item.flock == -1 && item.influence == 1 && item.low == -5 && isnan(item.high));
    item = covey_scenario_panel(scenario, 4);
    assert_true(item.key == NULL && item.text == NULL);
    assert_null(covey_scenario_panel(scenario, -1).text);
    scenario_set(scenario, covey_scenario_panel(scenario, 1).key, "4"); // keys can be set
    scenario_set(scenario, "panel.1.high", "20");
    assert_true(covey_scenario_panel(scenario, 1).high == 20);
    scenario_set(scenario, "panel.0", "~");
    assert_string_equal(covey_scenario_panel(scenario, 0).key, "boids.cohesion");
    covey_scenario_destroy(scenario);
}

static void test_the_panel_is_printed(void **unused)
{
    (void)unused;
    scenario_check_round_trip(with("{text: \"What: 'if'?\"}"));
    scenario_check_round_trip(with("[{slider: boids.cohesion, name: \"a: b\", low: -1, high: 2.5, "
                                   "text: \"x # y\"}, {slider: influences.0.weight}]"));
}

static void test_mistakes_have_their_place(void **unused)
{
    (void)unused;
    static const struct {
        const char *panel, *says;
    } rows[] = {
        {"3", "panel is a list of mappings"},
        {"[{name: a}]", "a slider, or a text alone"},
        {"[{text: a, low: 3}]", "a slider, or a text alone"},
        {"[{}]", "a slider, or a text alone"},
        {"[{slider: boids.courage}]", "boids has no parameter \"courage\""},
        {"[{slider: cats.noise}]", "\"cats.noise\" is no parameter of a flock or influence"},
        {"[{slider: influences.2.x}]", "one of the 2 influences"},
        {"[{slider: boids.cohesion, low: 5, high: 5}]", "goes from a low to a high value"},
        {"[{slider: mice.radius, low: -1}]", "goes from a low to a high value"},
        {"[{slider: boids.cohesion, low: much}]", "low"},
        {"[{slider: boids.cohesion, color: red}]", "color"},
        {"[{slider: boids.cohesion, name: ''}]", "name"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        covey_scenario *scenario;
        covey_scenario_def def = covey_scenario_def_default();
        covey_error error = {0};
        const char *text = with(rows[k].panel);
        assert_int_equal(covey_scenario_read(&def, text, strlen(text), &scenario, &error),
                         COVEY_INPUT);
        if (strstr(error.message, rows[k].says) == NULL)
            fail_msg("%s: %s", rows[k].panel, error.message);
        assert_int_equal(error.line, 6);
    }
}

static void test_there_are_at_most_as_many_items_as_a_panel_has(void **unused)
{
    (void)unused;
    char list[40 * 16] = "[";
    for (int k = 0; k < COVEY_MAX_PANEL; k++)
        strcat(list, "{text: a}, ");
    covey_scenario *scenario;
    covey_scenario_def def = covey_scenario_def_default();
    covey_error error = {0};
    char full[sizeof list], more[sizeof list];
    (void)snprintf(full, sizeof full, "%s]", list);
    (void)snprintf(more, sizeof more, "%s{text: b}]", list);
    const char *text = with(full);
    assert_int_equal(covey_scenario_read(&def, text, strlen(text), &scenario, &error), COVEY_OK);
    covey_scenario_destroy(scenario);
    text = with(more);
    assert_int_equal(covey_scenario_read(&def, text, strlen(text), &scenario, &error), COVEY_INPUT);
    assert_non_null(strstr(error.message, "more than 32 items"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_items_are_sliders_or_texts),
        cmocka_unit_test(test_the_panel_is_printed),
        cmocka_unit_test(test_mistakes_have_their_place),
        cmocka_unit_test(test_there_are_at_most_as_many_items_as_a_panel_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
