// SPDX-License-Identifier: MIT
// The plots of a viewer: which there are, their names and values of now, and how they are drawn on
// any canvas.
#ifndef COVEY_VIEW_PLOTS_H
#define COVEY_VIEW_PLOTS_H

#include "view/frame.h"
#include "view/view_draw.h"

#ifdef __cplusplus
extern "C" {
#endif

/// All that a plot of this world can show, by name, with a NULL behind the last, and its numbers as
/// frame_plots has them. Returns how many there are.
typedef struct plots_list {
    const char *names[PLOT_KINDS + 1];
    int kinds[PLOT_KINDS];
} plots_list;
int plots_list_of(const frame *now, plots_list *list);

/// The kind that plot `k` of a viewer shows now, and a choice of another one. The setting "plot_1"
/// of settings_table is that of plot 0.
int plots_kind(const viewer *of, int k);
void plots_choose(viewer *self, int k, int kind);

/// Measures the flock of this number from now on.
void plots_choose_flock(viewer *self, int flock);

/// The name of a kind, "" for none, and its meaning; and the name with the value of now, as
/// "polarization 0.24".
enum { PLOTS_LABEL = 64 };
void plots_label(const viewer *of, int k, char label[PLOTS_LABEL]);
const char *plots_name(int kind);
const char *plots_text(int kind);

/// Draws plot `k`, small, or for -1 all with titles: over steps, histograms of the step that is
/// shown. `is_window` has no meaning. Histograms of neighbors take the time of a measurement.
void plots_draw(const viewer *of, int k, const view_draw_page *page, const covey_canvas *canvas);

// ---- Histograms ----

// How many agents of a flock fly at a speed, in a direction, or with so many neighbors.

enum { HISTOGRAM_BINS = 32 };

/// Bin k holds the agents from edges[k] up to edges[k + 1].
typedef struct histogram {
    int count;                         ///< of bins; 0: there are no agents
    double edges[HISTOGRAM_BINS + 1];  ///< L/T, degrees from -180 to 180, or neighbors
    double agents[HISTOGRAM_BINS + 1]; ///< the last one, of no bin, is 0
} histogram;

/// Counts the agents of a view; agents with unknown velocity are in no bin of motion. `link` as in
/// covey_measure_agents(). Without memory there is no bin.
void histogram_take(histogram *self, const covey_view *view, frame_histogram kind, double link);

#ifdef __cplusplus
}
#endif
#endif
