// SPDX-License-Identifier: MIT
// Plots of sweeps: curves over a key, and maps of two.
#ifndef COVEY_CLI_PLOT_SWEEP_H
#define COVEY_CLI_PLOT_SWEEP_H

#include "image_output.h"

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

#endif
