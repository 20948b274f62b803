// SPDX-License-Identifier: MIT
// Graphs of numbers over numbers: curves with bands of errors, and maps of two axes.
#ifndef COVEY_CLI_GRAPH_H
#define COVEY_CLI_GRAPH_H

#include <covey/draw.h>

enum { GRAPH_NAME = 96 };

/// A curve; values that are not finite are gaps. x ascends.
typedef struct graph_curve {
    char name[GRAPH_NAME];
    const double *x, *y, *low, *high;
    size_t count;
} graph_curve;

/// The page of a graph.
typedef struct graph_page {
    double width, height, unit; ///< as in covey_plot
    covey_theme theme;
    const char *title, *x_title, *y_title;
} graph_page;

/// A sheet with two axes. On a logarithmic axis values that are not positive are gaps.
typedef struct graph {
    graph_page page;
    bool log_x, log_y;
    const graph_curve *curves;
    size_t curves_count;
} graph;

void graph_draw(const graph *self, const covey_canvas *canvas);

/// A cell of a map for each pair of values, row after row from the lowest: its color is the value.
typedef struct graph_map {
    graph_page page;
    const char *value_title;
    const char *const *x_names, *const *y_names; ///< of columns and rows
    size_t x_count, y_count;
    const double *values; ///< NaN: no cell
} graph_map;

void graph_map_draw(const graph_map *self, const covey_canvas *canvas);

#endif
