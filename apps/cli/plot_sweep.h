// SPDX-License-Identifier: MIT
// Plots of sweeps: curves over a key, and maps of two.
#ifndef COVEY_CLI_PLOT_SWEEP_H
#define COVEY_CLI_PLOT_SWEEP_H

#include "command.h"
#include "graph.h"
#include "image_output.h"
#include "table.h"

enum { PLOT_SWEEPS = 8 };

/// What is to be drawn. Texts are from the command line.
typedef struct plot_sweep_def {
    const command *self;
    const char *const *files;
    int files_count;
    const char *x, *y, *by; ///< keys and a measure; `by` may be NULL
    const char *flock;      ///< NULL: the first one
    const char *statistic;  ///< "mean", "binder", "chi", "sd" or "tau"
    bool is_map;            ///< x and by are its axes
    bool log_x, log_y;
    covey_theme theme;
    const char *title;             ///< NULL: none
    const char *x_title, *y_title; ///< of the axes; NULL: their key and measure
    image_output *pages;
} plot_sweep_def;

/// Draws it on a page. On failure writes a message.
covey_status plot_sweep(const plot_sweep_def *def);

// ---- Tables ----

// Graphs of tables: a column over another one, rows with the same x averaged.

/// Draws `y` over `x`, a curve for each set or value of `by`. On failure writes a message. Of the
/// definition, the first file is the table's name; `statistic`, `flock` and `is_map` are not used.
covey_status plot_table(const plot_sweep_def *def, const table *from);

/// True for a table of bins by bearing and distance, as covey measure --forces and --map write
/// them.
bool plot_around_is(const table *from);

/// Draws such a table: discs of accelerations, or of densities, and of the number of pairs. Bins of
/// fewer than `least` pairs stay blank. `x`, `y` and `by` of the definition are not used, `flock`
/// is a set. On failure writes a message.
covey_status plot_around(const plot_sweep_def *def, const table *from, long least);

/// The page of a graph with the titles that are asked for, or `x` and this one.
graph_page plot_table_page(const plot_sweep_def *def, const char *y_title);

// ---- Sweeps as text ----

// Sweeps on the terminal and as CSV.

/// True if the file is a sweep.
bool sweep_show_is(const char *path);

/// Prints how far a sweep is, and a table of its points: mean and error of some measures, by
/// default of polarization. On failure writes a message.
covey_status sweep_show(const command *self, const char *path, const char *measures);

/// Writes a table of a sweep, `rows`, as CSV; "-" is standard output. On failure writes a message.
covey_status sweep_show_csv(const command *self, const char *path, const char *rows,
                            const char *to);

/// Prints the statistics of measures at each point, with what is wrong with them below.
covey_status sweep_show_statistics(const command *self, const char *path, const char *flock,
                                   const char *measures);

#endif
