// SPDX-License-Identifier: MIT

#include "view/plots.h"

#include <math.h>
#include <stdio.h>

// ---- Kinds ----

typedef struct kind_row {
    const char *name, *axis, *text;
} kind_row;

/// The row of a histogram; NULL for any other number.
static const kind_row *histogram_row(int kind)
{
    static const kind_row rows[] = {
        {"speeds", "speed (L/T)", "How many agents fly at a speed, at the step that is shown."},
        {"headings", "heading (\302\260)",
         "How many agents fly in a direction, counterclockwise from the right."},
        {"neighbors", "neighbors",
         "How many agents have so many others within the distance of links."},
    };
    return kind >= PLOT_SPEEDS && kind < PLOT_KINDS ? &rows[kind - PLOT_SPEEDS] : NULL;
}

const char *plots_name(int kind)
{
    const kind_row *row = histogram_row(kind);
    const covey_measure *measure = kind >= 0 && row == NULL ? covey_measure_at(kind) : NULL;
    return row != NULL ? row->name : measure != NULL ? measure->name : "";
}

const char *plots_text(int kind)
{
    const kind_row *row = histogram_row(kind);
    const covey_measure *measure = kind >= 0 && row == NULL ? covey_measure_at(kind) : NULL;
    return row != NULL ? row->text : measure != NULL ? measure->title : "";
}

int plots_list_of(const frame *now, plots_list *list)
{
    const covey_measure_def def = covey_measure_def_default();
    int count = 0;
    for (int k = 0; k < COVEY_MAX_MEASURES && covey_measure_at(k) != NULL; k++)
        if (covey_measure_fits(&def, k, covey_space_dim(&now->space)))
            list->kinds[count++] = k;
    for (int k = PLOT_SPEEDS; k < PLOT_KINDS; k++)
        list->kinds[count++] = k;
    for (int k = 0; k < count; k++)
        list->names[k] = plots_name(list->kinds[k]);
    list->names[count] = NULL;
    return count;
}

static double *setting_of(settings *set, int k)
{
    double *const rows[PLOTS] = {&set->plot_1, &set->plot_2, &set->plot_3, &set->plot_4};
    return rows[k];
}

int plots_kind(const viewer *of, int k)
{
    settings set = of->set;
    return (int)*setting_of(&set, k);
}

void plots_choose(viewer *self, int k, int kind)
{
    if (k >= 0 && k < PLOTS && plots_name(kind)[0] != '\0')
        *setting_of(&self->set, k) = kind;
}

void plots_choose_flock(viewer *self, int flock)
{
    if (flock >= 0 && flock < self->now->flocks_count)
        self->plotted = flock;
}

// ---- Values ----

/// The series that plot `k` shows; NULL while the world has not measured it.
static const double *values_of(const viewer *of, int k)
{
    const frame_series *series = &of->now->series;
    int kind = plots_kind(of, k);
    return series->plots.of[k] == kind && histogram_row(kind) == NULL ? series->values[k] : NULL;
}

void plots_label(const viewer *of, int k, char label[PLOTS_LABEL])
{
    const frame_series *series = &of->now->series;
    const double *values = values_of(of, k);
    int kind = plots_kind(of, k);
    (void)snprintf(label, PLOTS_LABEL, "%s", plots_name(kind));
    if (values == NULL || series->count == 0 || isnan(values[series->count - 1]))
        return;
    double value = values[series->count - 1];
    const char *unit = covey_measure_at(kind)->unit;
    (void)snprintf(label, PLOTS_LABEL, "%s %.3g%s%s", plots_name(kind), value,
                   unit[0] != '\0' ? " " : "", unit);
}

// ---- The picture ----

/// A panel and all that it points to.
typedef struct sheet {
    covey_plot_panel panels[PLOTS];
    covey_plot_line lines[PLOTS];
    histogram bins[PLOTS];
} sheet;

static void put_histogram(sheet *self, const viewer *of, int k, int kind)
{
    covey_view view = frame_view(of->now, of->plotted < of->now->flocks_count ? of->plotted : 0);
    histogram *bins = &self->bins[k];
    histogram_take(bins, &view, (frame_histogram)kind, of->now->link);
    size_t edges = bins->count > 0 ? (size_t)bins->count + 1 : 0;
    self->lines[k] = (covey_plot_line){bins->edges, bins->agents, edges, 0};
    self->panels[k] = (covey_plot_panel){.title = "agents",
                                         .unit = "",
                                         .lines = &self->lines[k],
                                         .lines_count = 1,
                                         .axis = histogram_row(kind)->axis,
                                         .is_bars = true};
}

static bool is_share(int kind)
{
    const char *const shares[] = {"polarization", "milling", "cluster_largest",
                                  "cluster_polarization"};
    for (size_t k = 0; k < sizeof shares / sizeof *shares; k++)
        if (covey_measure_find(shares[k]) == kind)
            return true;
    return false;
}

static void put_measure(sheet *self, const viewer *of, int k, int kind)
{
    const frame_series *series = &of->now->series;
    const double *values = values_of(of, k);
    const covey_measure *measure = covey_measure_at(kind);
    self->lines[k] =
        (covey_plot_line){series->steps, values, values != NULL ? (size_t)series->count : 0, 0};
    self->panels[k] = (covey_plot_panel){.title = plots_name(kind),
                                         .unit = measure != NULL ? measure->unit : "",
                                         .is_share = is_share(kind),
                                         .lines = &self->lines[k],
                                         .lines_count = 1};
}

/// Texts of a page that is too small for four plots are small.
static double shrunk(const view_draw_page *page)
{
    double width = page->width / (380.0 * page->unit), height = page->height / (280.0 * page->unit);
    return fmin(fmax(fmin(width, height), 0.6), 1.0);
}

void plots_draw(const viewer *of, int k, const view_draw_page *page, const covey_canvas *canvas)
{
    sheet self;
    int first = k >= 0 ? k : 0, end = k >= 0 ? k + 1 : PLOTS;
    char title[FRAME_TEXT + COVEY_NAME_SIZE + 8];
    const frame *now = of->now;
    for (int p = first; p < end; p++) {
        int kind = plots_kind(of, p);
        if (histogram_row(kind) != NULL)
            put_histogram(&self, of, p, kind);
        else
            put_measure(&self, of, p, kind);
    }
    covey_plot plot = covey_plot_default();
    int flock = of->plotted < now->flocks_count ? of->plotted : 0;
    (void)snprintf(title, sizeof title, "%s: %s", now->title[0] != '\0' ? now->title : now->name,
                   now->flocks_count > 0 ? now->flocks[flock].name : "");
    plot.width = page->width;
    plot.height = page->height;
    plot.unit = page->unit * (k < 0 ? shrunk(page) : 1.0);
    plot.theme = (covey_theme)of->set.theme;
    plot.title = title;
    plot.axis = now->recorded ? "frame" : "step";
    plot.time_unit = "";
    plot.is_small = k >= 0;
    plot.panels = &self.panels[first];
    plot.panels_count = (size_t)(end - first);
    covey_plot_draw(&plot, canvas);
}
