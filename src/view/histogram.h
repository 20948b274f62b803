// SPDX-License-Identifier: MIT
// How many agents of a flock fly at a speed, in a direction, or with so many neighbors.
#ifndef COVEY_VIEW_HISTOGRAM_H
#define COVEY_VIEW_HISTOGRAM_H

#include "view/frame.h"

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

#endif
