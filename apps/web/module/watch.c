// SPDX-License-Identifier: MIT
// What is watched: plots of measures and histograms, and the selected agent in numbers.
#include "page.h"

#include "view/inspect.h"
#include "view/plots.h"

#include <math.h>
#include <stdio.h>

// ---- Plots ----

/// All that a plot can show in this world.
void web_put_plot_kinds(covey_json *json, const web_page *self)
{
    plots_list list;
    int count = plots_list_of(self->view.now, &list);
    covey_json_list(json, "plot_kinds");
    for (int k = 0; k < count; k++) {
        covey_json_object(json, NULL);
        covey_json_whole(json, "kind", (uint64_t)list.kinds[k]);
        covey_json_string(json, "name", list.names[k]);
        covey_json_string(json, "text", plots_text(list.kinds[k]));
        covey_json_close(json);
    }
    covey_json_close(json);
}

void web_put_plots(covey_json *json, const viewer *of)
{
    covey_json_whole(json, "plotted", (uint64_t)of->plotted);
    covey_json_list(json, "plots");
    for (int k = 0; k < PLOTS; k++) {
        char label[PLOTS_LABEL];
        const frame_series *series = &of->now->series;
        double top = 0.0;
        plots_label(of, k, label);
        covey_json_object(json, NULL);
        covey_json_whole(json, "kind", (uint64_t)plots_kind(of, k));
        covey_json_string(json, "name", plots_name(plots_kind(of, k)));
        covey_json_string(json, "label", label);
        covey_json_list(json, "values");
        for (int i = 0; i < series->count; i++) {
            covey_json_number(json, NULL, series->values[k][i]);
            top = fmax(top, series->values[k][i]);
        }
        covey_json_close(json);
        covey_json_number(json, "top", top > 0.0 ? top : 1.0);
        covey_json_close(json);
    }
    covey_json_close(json);
}

void WEB_EXPORT(web_page_plot)(web_page *self, int k, int kind)
{
    plots_choose(&self->view, k, kind);
}

void WEB_EXPORT(web_page_plotted)(web_page *self, int flock)
{
    plots_choose_flock(&self->view, flock);
}

/// Makes the list of plot `k`, small, or for -1 of all. COVEY_MEMORY, COVEY_ARG.
int WEB_EXPORT(web_page_draw_plot)(web_page *self, int k, double width, double height, double unit)
{
    covey_error *error = web_failed();
    const view_draw_page page = {width, height, unit, false};
    if (k < -1 || k >= PLOTS)
        return (int)covey_fail(error, COVEY_ARG, "there is no such plot");
    canvas_clear(&self->list);
    covey_canvas to = canvas_of(&self->list);
    plots_draw(&self->view, k, &page, &to);
    if (self->list.failed)
        return (int)covey_fail(error, COVEY_MEMORY, "no memory for a plot");
    return (int)COVEY_OK;
}

// ---- The selected agent ----

void web_put_agent(covey_json *json, const viewer *of)
{
    inspect_line lines[INSPECT_LINES];
    int count = inspect_lines(of, lines);
    covey_json_list(json, "agent");
    for (int k = 0; k < count; k++) {
        const inspect_line *line = &lines[k];
        char color[8] = "";
        if (line->rule >= 0) {
            covey_color ink = covey_palette_kind((covey_theme)of->set.theme, (size_t)line->rule);
            (void)snprintf(color, sizeof color, "#%02x%02x%02x", ink.r, ink.g, ink.b);
        }
        covey_json_object(json, NULL);
        covey_json_string(json, "name", line->name);
        covey_json_string(json, "value", line->value);
        covey_json_string(json, "text", line->text);
        covey_json_string(json, "color", color);
        covey_json_close(json);
    }
    covey_json_close(json);
}
