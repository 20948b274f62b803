// SPDX-License-Identifier: MIT
// The measures of a flock over the steps that were taken, for plots: the last ones, each at a step
// of its own, while others may be chosen at any time.
#ifndef COVEY_VIEW_MEASURED_H
#define COVEY_VIEW_MEASURED_H

#include "view/frame.h"

#include <covey/formal.h>

/// The moment that is measured.
typedef struct measured_now {
    covey_view view; ///< of the flock of the series
    double link;     ///< as in covey_measure_def
    double time;     ///< T
} measured_now;

/// Chooses what is measured from now on: the values of another flock are forgotten, those of
/// another measure unknown. True if that changes anything.
bool measured_choose(frame_series *self, const frame_plots *plots);

/// Adds the values of a moment, in place of the values of the same step; the oldest make room.
void measured_add(frame_series *self, const measured_now *now);

/// Forgets all behind a step.
void measured_cut(frame_series *self, uint64_t step);

/// Writes the table: a column for steps, times and each measure, once.
covey_status measured_write(const frame_series *self, covey_sink sink);

#endif
