// SPDX-License-Identifier: MIT
// A sweep as it is read: tables as text, and the statistics of a measure point by point, a point
// being all runs that differ by their seeds alone.
#ifndef COVEY_SWEEP_POINTS_H
#define COVEY_SWEEP_POINTS_H

#include "covey/formal.h"
#include "stats/series.h"
#include "sweep/plan.h"

/// A measure at a point. Errors between seeds are standard errors of the mean over runs, NaN for
/// one run; few runs need more than two of them: intervals have as many.
typedef struct covey_sweep_point {
    covey_sweep_value values[COVEY_SWEEP_VARIABLES];
    double numbers[COVEY_SWEEP_VARIABLES]; ///< the same; NaN for a word
    size_t runs;                           ///< that are done and have the measure
    covey_interval mean;                   ///< over runs of their means, 95 % by Student's t
    double error;                          ///< of it, between seeds; that of the run for one run
    double within;                         ///< of it, from the series of the runs
    double sd;                             ///< root of the mean variance in a run
    double susceptibility;                 ///< agents * variance in a run, mean over runs
    double susceptibility_error;           ///< between seeds; that of the run for one run
    covey_interval binder;                 ///< of the moments over all runs, 95 % between seeds
    double tau;                            ///< samples; mean over runs
    double effective;                      ///< independent samples of all runs
    size_t drifting;                       ///< runs that are not stationary
    size_t short_ones;                     ///< runs with too few independent samples
} covey_sweep_point;

/// The statistics of a point in the order of tables: mean, low, high, error, within, sd, tau,
/// effective, susceptibility and its error, binder, its low and high.
enum { COVEY_SWEEP_POINT_NUMBERS = 13 };
void covey_sweep_point_numbers(const covey_sweep_point *point,
                               double numbers[COVEY_SWEEP_POINT_NUMBERS]);

/// All points of a measure of a flock, in the order of their runs.
typedef struct covey_sweep_points {
    char keys[COVEY_SWEEP_VARIABLES][COVEY_NAME_SIZE * 2];
    size_t keys_count;
    covey_sweep_point *points;
    size_t count;
} covey_sweep_points;

/// Reads them. `flock` NULL is the first one. COVEY_ARG if there is no such measure or flock,
/// COVEY_IO, COVEY_INPUT for a file that is no sweep, COVEY_MEMORY.
covey_status covey_sweep_points_read(const char *path, const char *flock, const char *measure,
                                     covey_sweep_points *found, covey_error *error);
void covey_sweep_points_free(covey_sweep_points *found);

/// True if a file is that of a sweep, by its head.
bool covey_sweep_is(const char *path);

/// What a file holds.
typedef struct covey_sweep_state {
    uint64_t total, done, diverged, refused;
    uint64_t part, parts;
} covey_sweep_state;
covey_status covey_sweep_state_read(const char *path, covey_sweep_state *found, covey_error *error);

/// Calls each(context, name) for the measures or, if `flocks`, for the flocks of a file, in order.
covey_status covey_sweep_names(const char *path, bool flocks,
                               void (*each)(void *context, const char *name), void *context,
                               covey_error *error);

/// Writes a table as CSV, by its rows' numbers: "runs", "statistics", "series" or one that is kept
/// on request. NaN is an empty field. COVEY_ARG for a table that is not there; the sink's statuses.
covey_status covey_sweep_export(const char *path, const char *table, covey_sink sink,
                                covey_error *error);

#endif
