// SPDX-License-Identifier: MIT
// Maps of what is around an agent: discs of bins by bearing and distance, the agent in the middle,
// flying up.
#ifndef COVEY_CLI_GRAPH_POLAR_H
#define COVEY_CLI_GRAPH_POLAR_H

#include "graph.h"

/// A disc and its scale of colors.
typedef struct graph_polar_panel {
    const char *title;    ///< with the unit
    const double *values; ///< of ring r and sector s at s * rings + r; NaN: the bin is blank
    bool diverges;        ///< the scale is blue below 0, red above
    bool is_log;          ///< of values above 0
} graph_polar_panel;

typedef struct graph_polar {
    graph_page page;  ///< without titles of axes
    const char *note; ///< below all
    size_t sectors, rings;
    double low, high; ///< bearings of the first and behind the last sector, rad
    double reach;     ///< L
    const graph_polar_panel *panels;
    size_t panels_count;
} graph_polar;

void graph_polar_draw(const graph_polar *self, const covey_canvas *canvas);

#endif
