// SPDX-License-Identifier: MIT
// What the viewer plots: measures that are chosen at any time, histograms, the table of them.
#include "view/measured.h"
#include "view/plots.h"
#include "view/scale.h"

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

static void begin(const char *name)
{
    test_viewer_begin(&view, &world, name);
}

static void end(void)
{
    test_viewer_end(&view, world);
}

static void run(int frames)
{
    for (int f = 0; f < frames; f++)
        viewer_advance(&view, 1.0 / 30.0, true);
}

// ---- Measures ----

static void test_the_first_plots_are_those_of_old(void **unused)
{
    (void)unused;
    static const char *const names[] = {"polarization", "milling", "nearest_mean", "clusters"};
    begin("torus-0");
    for (int k = 0; k < PLOTS; k++)
        assert_string_equal(plots_name(plots_kind(&view, k)), names[k]);
    end();
}

static double measured(const char *name)
{
    double values[COVEY_MAX_MEASURES];
    covey_view now = frame_view(view.now, 0);
    covey_measure_def def = covey_measure_def_default();
    def.link = view.now->link;
    assert_int_equal(covey_measure_all(&now, &def, values, NULL), COVEY_OK);
    return values[covey_measure_find(name)];
}

static void test_another_measure_is_there_at_once_also_at_rest(void **unused)
{
    (void)unused;
    char label[PLOTS_LABEL], wanted[PLOTS_LABEL];
    begin("torus-0");
    run(40);
    view.clock.runs = false;
    run(1);
    int before = view.now->series.count;
    assert_true(before > 5);
    plots_choose(&view, 1, covey_measure_find("extent_max"));
    run(1);
    const frame_series *series = &view.now->series;
    assert_in_range(series->count, before, before + 1);
    assert_true(isnan(series->values[1][0])); // not known any more
    assert_true(series->values[1][series->count - 1] == measured("extent_max"));
    assert_true(!isnan(series->values[0][0]));
    plots_label(&view, 1, label);
    (void)snprintf(wanted, sizeof wanted, "extent_max %.3g L", measured("extent_max"));
    assert_string_equal(label, wanted);
    plots_choose(&view, 1, 999); // there is none
    assert_int_equal(plots_kind(&view, 1), covey_measure_find("extent_max"));
    end();
}

static void test_another_flock_is_measured(void **unused)
{
    (void)unused;
    begin("torus-predators");
    run(20);
    plots_choose(&view, 0, covey_measure_find("speed_mean"));
    plots_choose_flock(&view, 1);
    run(1);
    const frame_series *series = &view.now->series;
    assert_int_equal(series->count, 1);
    double sum = 0.0;
    const frame_flock *flock = &view.now->flocks[1];
    for (size_t i = 0; i < flock->count; i++)
        sum += hypot(flock->vel[0][i], flock->vel[1][i]);
    assert_true(fabs(series->values[0][0] - sum / (double)flock->count) < 1e-9);
    plots_choose_flock(&view, 7);
    assert_int_equal(view.plotted, 1);
    viewer_open(&view, "torus-0");
    run(2);
    assert_int_equal(view.plotted, 0);
    end();
}

static void test_all_that_fits_the_world_can_be_plotted(void **unused)
{
    (void)unused;
    plots_list list;
    begin("torus-0");
    int count = plots_list_of(view.now, &list);
    assert_string_equal(list.names[0], "polarization");
    assert_string_equal(list.names[count - 1], "neighbors");
    assert_null(list.names[count]);
    for (int k = 0; k < count; k++) {
        assert_true(plots_text(list.kinds[k])[0] != '\0');
        assert_string_not_equal(list.names[k], "milling_axis_x"); // of three dimensions
    }
    end();
}

/// Where the scenario tells no link, the model's reach stands for it.
static void test_links_are_as_long_as_agents_sense(void **unused)
{
    (void)unused;
    const scale size = {.reach = 42.0};
    assert_true(scale_link(1.0, &size) == 42.0);
    assert_true(scale_link(75.0, &size) == 75.0);
    static const char text[] = "space: {kind: torus, width: 900, height: 900}\n"
                               "flocks: {model: torus, count: 50, radius: 80}\n";
    files_write(files_path("bare.yaml"), text, sizeof text - 1);
    begin(files_path("bare.yaml"));
    assert_true(view.now->link == 80.0);
    run(1);
    assert_true(view.now->series.values[3][0] == measured("clusters"));
    end();
}

// ---- The table ----

static char written[65536];

static covey_status keep(void *context, const char *path, const void *bytes, size_t size,
                         covey_error *error)
{
    (void)context;
    (void)path;
    (void)error;
    assert_true(size < sizeof written);
    memcpy(written, bytes, size);
    written[size] = '\0';
    return COVEY_OK;
}

static void test_the_table_has_a_row_a_step(void **unused)
{
    (void)unused;
    const settings set = settings_read(NULL);
    const sim_def def = {.name = "torus-0", .how = {.threads = 1}, .files = {.write = keep}};
    assert_int_equal(sim_create(&def, &world, NULL), COVEY_OK);
    viewer_init(&view, world, &set, NULL);
    plots_choose(&view, 1, PLOT_SPEEDS);
    plots_choose(&view, 2, 0); // polarization twice: one column
    run(12);
    viewer_command(&view, "save-plots a.csv");
    run(1);
    assert_string_equal(view.message, "saved a.csv");
    static const char head[] = "step,time,polarization,clusters\n0,0,";
    assert_memory_equal(written, head, sizeof head - 1);
    const frame_series *series = &view.now->series;
    char row[200];
    (void)snprintf(row, sizeof row, "\n10,1,%.17g,%.17g\n", series->values[0][2],
                   series->values[3][2]);
    assert_non_null(strstr(written, row));
    for (int k = 0; k < PLOTS; k++)
        plots_choose(&view, k, PLOT_HEADINGS);
    viewer_command(&view, "restart");
    run(1);
    viewer_command(&view, "save-plots b.csv");
    run(1);
    assert_string_equal(view.message, "there are no measures in these plots");
    end();
}

// ---- Histograms ----

static void test_histograms_count_every_agent_once(void **unused)
{
    (void)unused;
    static test_agents agents;
    histogram bins;
    agents = (test_agents){.space = covey_space_torus(100, 100)};
    test_agents_add(&agents, (covey_vec){10, 10}, (covey_vec){3, 0});
    test_agents_add(&agents, (covey_vec){12, 10}, (covey_vec){0, 12});
    test_agents_add(&agents, (covey_vec){50, 50}, (covey_vec){-12, 0});
    test_agents_add(&agents, (covey_vec){98, 10}, (covey_vec){0, 0});
    const covey_view all = test_view(&agents);
    histogram_take(&bins, &all, PLOT_SPEEDS, 1);
    assert_int_equal(bins.count, 13); // of width 1, and 12 is in the last
    assert_true(bins.edges[13] == 13.0);
    assert_true(bins.agents[0] == 1 && bins.agents[3] == 1 && bins.agents[12] == 2);
    histogram_take(&bins, &all, PLOT_HEADINGS, 1);
    assert_int_equal(bins.count, 24);
    assert_true(bins.edges[0] == -180 && bins.edges[24] == 180);
    assert_true(bins.agents[12] == 1 && bins.agents[18] == 1 && bins.agents[23] == 1);
    double sum = 0.0;
    for (int k = 0; k < bins.count; k++)
        sum += bins.agents[k];
    assert_true(sum == 3); // one rests
    histogram_take(&bins, &all, PLOT_NEIGHBORS, 13);
    assert_int_equal(bins.count, 3);
    // 2 from 10 to 12; 12 from 98 to 10 across the seam, 14 from 98 to 12.
    assert_true(bins.agents[0] == 1 && bins.agents[1] == 2 && bins.agents[2] == 1);
    agents.count = 0;
    const covey_view none = test_view(&agents);
    histogram_take(&bins, &none, PLOT_SPEEDS, 1);
    assert_int_equal(bins.count, 0);
}

static void test_plots_are_drawn_with_their_names(void **unused)
{
    (void)unused;
    const view_draw_page page = {800, 600, 1, false};
    begin("torus-0");
    recorder *drawn = recorder_create();
    plots_choose(&view, 3, PLOT_SPEEDS);
    run(20);
    plots_draw(&view, -1, &page, &drawn->canvas);
    assert_non_null(recorder_label(drawn, "polarization"));
    assert_non_null(recorder_label(drawn, "nearest_mean (L)"));
    assert_non_null(recorder_label(drawn, "speed (L/T)"));
    assert_non_null(recorder_label(drawn, "step"));
    assert_true(recorder_count(drawn, "polygon 4") >= 1);
    free(drawn);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_first_plots_are_those_of_old),
        cmocka_unit_test(test_another_measure_is_there_at_once_also_at_rest),
        cmocka_unit_test(test_another_flock_is_measured),
        cmocka_unit_test(test_all_that_fits_the_world_can_be_plotted),
        cmocka_unit_test(test_links_are_as_long_as_agents_sense),
        cmocka_unit_test(test_the_table_has_a_row_a_step),
        cmocka_unit_test(test_histograms_count_every_agent_once),
        cmocka_unit_test(test_plots_are_drawn_with_their_names),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
