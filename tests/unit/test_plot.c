// SPDX-License-Identifier: MIT
// Parts of a plot: panels, axes in round steps, lines that break where there is no value.
#include "support/recorder.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static recorder *draw(const covey_plot *plot)
{
    recorder *self = recorder_create();
    covey_plot_draw(plot, &self->canvas);
    return self;
}

static void test_axes_have_round_steps_units_and_the_whole_range_of_shares(void **state)
{
    (void)state;
    const double times[] = {0, 50, 100}, order[] = {0.1, 0.4, 0.6}, spacing[] = {31, 29, 17};
    const covey_plot_line lines[] = {{times, order, 3, 0}, {times, spacing, 3, 0}};
    const covey_plot_panel panels[] = {{"polarization", "", true, &lines[0], 1},
                                       {"nearest_mean", "L", false, &lines[1], 1}};
    covey_plot plot = covey_plot_default();
    plot.panels = panels;
    plot.panels_count = 2;
    recorder *drawn = draw(&plot);
    const char *const labels[] = {"polarization",
                                  "nearest_mean (L)",
                                  "time (T)",
                                  "0",
                                  "0.2",
                                  "0.4",
                                  "1",
                                  "10",
                                  "40",
                                  "20",
                                  "60",
                                  "100"};
    for (size_t k = 0; k < sizeof labels / sizeof *labels; k++)
        if (recorder_label(drawn, labels[k]) == NULL)
            fail_msg("there is no %s in\n%s", labels[k], drawn->text);
    assert_null(recorder_label(drawn, "50"));
    free(drawn);
}

/// Between steps there are none: the axis of a few has whole numbers.
static void test_steps_have_whole_numbers(void **unused)
{
    (void)unused;
    const double steps[] = {14, 15, 16}, times[] = {14, 14.5, 16}, values[] = {0.25, 0.25, 0.75};
    for (int whole = 0; whole < 2; whole++) {
        const covey_plot_line line = {whole == 1 ? steps : times, values, 3, 0};
        const covey_plot_panel panel = {"milling", "", true, &line, 1};
        covey_plot plot = covey_plot_default();
        plot.panels = &panel;
        plot.panels_count = 1;
        recorder *drawn = draw(&plot);
        assert_non_null(recorder_label(drawn, "14"));
        assert_non_null(recorder_label(drawn, "16"));
        assert_int_equal(recorder_label(drawn, "14.5") == NULL, whole);
        free(drawn);
    }
}

static void test_lines_break_where_there_is_no_value(void **state)
{
    (void)state;
    const double times[] = {0, 1, 2, 3, 4, 5};
    const double values[] = {0.1, 0.2, (double)NAN, 0.3, (double)NAN, 0.5};
    const covey_plot_line line = {times, values, 6, 2};
    const covey_plot_panel panel = {"milling", "", true, &line, 1};
    covey_plot plot = covey_plot_default();
    plot.panels = &panel;
    plot.panels_count = 1;
    recorder *drawn = draw(&plot);
    // One line of two points, and two points alone.
    const char *color = recorder_color(covey_palette_kind(COVEY_THEME_LIGHT, 2));
    assert_int_equal(recorder_count_of(drawn, "line", color), 3);
    int alone = 0;
    for (size_t k = 0; k < recorder_count(drawn, "line"); k++) {
        double x[2];
        const char *shown = recorder_line(drawn, "line", k);
        assert_int_equal(sscanf(shown, "line %lf %*f %lf", &x[0], &x[1]), 2);
        alone += memcmp(strchr(shown, '\n') - 8, color, 8) == 0 && x[0] == x[1];
    }
    assert_int_equal(alone, 2);
    free(drawn);
}

/// Histograms have axes of their own, and bars from the bottom.
static void test_bars_have_an_axis_of_their_own(void **unused)
{
    (void)unused;
    const double edges[] = {0, 10, 20, 30}, agents[] = {4, 0, 2, 0}, times[] = {0, 500};
    const covey_plot_line lines[] = {{edges, agents, 4, 0}, {times, times, 2, 0}};
    const covey_plot_panel panels[] = {{"agents", "", false, &lines[0], 1, "speed (L/T)", true},
                                       {"a", "", false, &lines[1], 1}};
    covey_plot plot = covey_plot_default();
    plot.panels = panels;
    plot.panels_count = 2;
    plot.axis = "step";
    plot.time_unit = "";
    recorder *drawn = draw(&plot);
    assert_non_null(recorder_label(drawn, "speed (L/T)"));
    assert_non_null(recorder_label(drawn, "step"));
    assert_non_null(recorder_label(drawn, "30"));
    assert_non_null(recorder_label(drawn, "500"));
    assert_int_equal(recorder_count(drawn, "polygon 4"), 2); // none where there are no agents
    // A plot is 331 px wide here: a bar of a third, less a half px at both sides.
    double left, bottom, other, top, right;
    assert_int_equal(sscanf(recorder_line(drawn, "polygon", 0), "polygon 4 %lf %lf %lf %lf %lf",
                            &left, &bottom, &other, &top, &right),
                     5);
    assert_true(left == other && bottom > top);
    assert_true(fabs(right - left - (331.0 / 3.0 - 1.0)) < 2.0);
    double second[4];
    assert_int_equal(sscanf(recorder_line(drawn, "polygon", 1), "polygon 4 %lf %lf %lf %lf",
                            &second[0], &second[1], &second[2], &second[3]),
                     4);
    assert_true(fabs((second[1] - second[3]) - 0.5 * (bottom - top)) < 0.02); // 2 of 4 agents
    free(drawn);
}

static void test_a_small_plot_has_numbers_that_do_not_touch(void **unused)
{
    (void)unused;
    const double times[] = {0, 600}, values[] = {0, 100};
    const covey_plot_line line = {times, values, 2, 0};
    const covey_plot_panel panel = {"milling", "", false, &line, 1};
    covey_plot plot = covey_plot_default();
    plot.panels = &panel;
    plot.panels_count = 1;
    plot.is_small = true;
    plot.width = 150;
    plot.height = 40;
    recorder *drawn = draw(&plot);
    assert_null(recorder_label(drawn, "milling"));
    assert_null(recorder_label(drawn, "time (T)"));
    assert_int_equal(recorder_count_of(drawn, "label ", " 0"), 2); // of both axes
    double before = 1e9, most_right = 0.0, x, y, size;
    char text[40];
    for (size_t k = 0; k < recorder_count(drawn, "label "); k++) {
        assert_int_equal(sscanf(recorder_line(drawn, "label ", k), "label %lf %lf %lf %*s %*s %39s",
                                &x, &y, &size, text),
                         4);
        if (x > 30.0) { // at the other axis
            most_right = fmax(most_right, x + 0.3 * size * (double)strlen(text));
            continue;
        }
        assert_true(before - y >= size); // from the bottom up
        before = y;
    }
    assert_true(fabs(most_right - plot.width) < 0.01); // not cut
    free(drawn);
}

static void test_colors_are_named_where_there_are_several(void **state)
{
    (void)state;
    const char *const names[] = {"boids", "hawks"};
    covey_plot plot = covey_plot_default();
    plot.names = names;
    plot.names_count = 1;
    recorder *drawn = draw(&plot);
    assert_null(recorder_label(drawn, "boids"));
    free(drawn);
    plot.names_count = 2;
    drawn = draw(&plot);
    assert_non_null(recorder_label(drawn, "boids"));
    assert_non_null(recorder_label(drawn, "hawks"));
    free(drawn);
}

/// Whatever the values, nothing is drawn outside the page, and numbers do not go on for ever.
static void test_odd_values_stay_on_the_page(void **state)
{
    (void)state;
    const double odd[][3] = {{0, 0, 0},
                             {-3, -2, -1},
                             {1e308, -1e308, 0},
                             {5e-324, 0, 0},
                             {(double)INFINITY, (double)NAN, 1},
                             {(double)NAN, (double)NAN, (double)NAN},
                             {1e17, 1e17 + 64, 1e17}};
    const double times[] = {0, 1, 2};
    for (size_t k = 0; k < 2 * sizeof odd / sizeof *odd; k++) {
        const covey_plot_line line = {k % 2 ? odd[k / 2] : times, k % 2 ? times : odd[k / 2], 3, 0};
        const covey_plot_panel panel = {"a", "L", false, &line, 1};
        covey_plot plot = covey_plot_default();
        plot.panels = &panel;
        plot.panels_count = 1;
        recorder *drawn = draw(&plot);
        size_t lines = recorder_count(drawn, "line");
        assert_in_range(lines, 2, 60);
        for (size_t l = 0; l < lines; l++) {
            double x[2], y[2];
            assert_int_equal(sscanf(recorder_line(drawn, "line", l), "line %lf %lf %lf %lf", &x[0],
                                    &y[0], &x[1], &y[1]),
                             4);
            for (int end = 0; end < 2; end++)
                assert_true(x[end] >= 0 && x[end] <= 800 && y[end] >= 0 && y[end] <= 600);
        }
        free(drawn);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_axes_have_round_steps_units_and_the_whole_range_of_shares),
        cmocka_unit_test(test_steps_have_whole_numbers),
        cmocka_unit_test(test_lines_break_where_there_is_no_value),
        cmocka_unit_test(test_bars_have_an_axis_of_their_own),
        cmocka_unit_test(test_a_small_plot_has_numbers_that_do_not_touch),
        cmocka_unit_test(test_colors_are_named_where_there_are_several),
        cmocka_unit_test(test_odd_values_stay_on_the_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
