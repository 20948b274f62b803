// SPDX-License-Identifier: MIT
// Graphs of tables: a column over another one, rows with the same x averaged.
#ifndef COVEY_CLI_PLOT_TABLE_H
#define COVEY_CLI_PLOT_TABLE_H

#include "graph.h"
#include "plot_sweep.h"
#include "table.h"

/// Draws `y` over `x`, a curve for each set or value of `by`. On failure writes a message. Of the
/// definition, the first file is the table's name; `statistic`, `flock` and `is_map` are not used.
covey_status plot_table(const plot_sweep_def *def, const table *from);

/// The page of a graph with the titles that are asked for, or `x` and this one.
graph_page plot_table_page(const plot_sweep_def *def, const char *y_title);

#endif
