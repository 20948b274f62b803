// SPDX-License-Identifier: MIT
// Statistics point by point: runs that differ by their seeds alone are taken together.
#include "sweep/points.h"

#include "sweep/file.h"
#include "sweep/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// One run of a point.
typedef struct run {
    double mean, error, sd, square, fourth, tau, effective, agents, variance_error;
    bool stationary, enough;
} run;

/// The columns that follow the variables' columns, as in run; the last two are flags.
static const char columns[] = "s.mean,s.error,s.sd,s.square,s.fourth,s.tau,s.effective,s.agents,"
                              "s.variance_error,s.stationary,s.enough";

// ---- Means over runs ----

typedef struct over_runs {
    double sum, squares;
    size_t count;
} over_runs;

static void add(over_runs *to, double value)
{
    if (!isfinite(value))
        return;
    to->sum += value;
    to->squares += value * value;
    to->count++;
}

static double mean_of(over_runs from)
{
    return from.count > 0 ? from.sum / (double)from.count : (double)NAN;
}

/// Standard error of the mean: the unbiased variance over the number of runs.
static double error_of(over_runs from)
{
    double n = (double)from.count, mean = mean_of(from);
    if (from.count < 2)
        return (double)NAN;
    double variance = (from.squares / n - mean * mean) * n / (n - 1.0);
    return sqrt(variance > 0.0 ? variance / n : 0.0);
}

/// Mean of the moments over runs, and the Binder cumulant of these.
static covey_interval binder_of(const run *runs, size_t count, double *scratch)
{
    size_t kept = 0;
    for (size_t k = 0; k < count; k++)
        if (isfinite(runs[k].square) && isfinite(runs[k].fourth)) {
            scratch[kept] = runs[k].square;
            scratch[count + kept++] = runs[k].fourth;
        }
    return covey_series_binder(scratch, scratch + count, kept);
}

/// The mean of means with its interval: over runs, or of one run by its error.
static covey_interval interval_of(const run *runs, size_t count, double *scratch, double within)
{
    size_t kept = 0;
    for (size_t k = 0; k < count; k++)
        if (isfinite(runs[k].mean))
            scratch[kept++] = runs[k].mean;
    covey_interval found = covey_series_mean(scratch, kept);
    if (kept == 1) {
        found.low = found.value - COVEY_SERIES_ERRORS * within;
        found.high = found.value + COVEY_SERIES_ERRORS * within;
    }
    return found;
}

static void summarize(const run *runs, size_t count, double *scratch, covey_sweep_point *point)
{
    over_runs means = {0}, errors = {0}, variances = {0}, chi = {0}, taus = {0}, effective = {0};
    over_runs chi_errors = {0};
    for (size_t k = 0; k < count; k++) {
        const run *one = &runs[k];
        if (!isfinite(one->mean))
            continue;
        add(&means, one->mean);
        add(&errors, one->error * one->error);
        add(&variances, one->sd * one->sd);
        add(&chi, one->agents * one->sd * one->sd);
        add(&chi_errors, one->agents * one->variance_error);
        add(&taus, one->tau);
        add(&effective, one->effective);
        point->drifting += !one->stationary;
        point->short_ones += !one->enough;
    }
    point->runs = means.count;
    point->within = sqrt(mean_of(errors) / (double)(errors.count > 0 ? errors.count : 1));
    point->mean = interval_of(runs, count, scratch, point->within);
    point->error = means.count > 1 ? error_of(means) : point->within;
    point->sd = sqrt(mean_of(variances));
    point->susceptibility = mean_of(chi);
    point->susceptibility_error = chi.count > 1 ? error_of(chi) : mean_of(chi_errors);
    point->tau = mean_of(taus);
    point->effective = effective.sum;
    point->binder = binder_of(runs, count, scratch);
}

// ---- Reading ----

/// The reading of a sweep's runs, in their order.
typedef struct reading {
    covey_sweep_file file;
    covey_sweep_points *found;
    size_t points_room;
    run *runs; ///< of the point
    size_t count, room;
} reading;

static covey_status no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "no memory for the points");
}

static covey_status read_keys(reading *self, covey_error *error)
{
    sqlite3_stmt *statement;
    covey_status status = covey_sweep_file_prepare(
        &self->file, "SELECT key FROM variables ORDER BY number", &statement, error);
    if (status != COVEY_OK)
        return status;
    covey_sweep_points *found = self->found;
    while (sqlite3_step(statement) == SQLITE_ROW && found->keys_count < COVEY_SWEEP_VARIABLES)
        (void)snprintf(found->keys[found->keys_count++], sizeof *found->keys, "%s",
                       (const char *)sqlite3_column_text(statement, 0));
    (void)sqlite3_finalize(statement);
    return COVEY_OK;
}

/// Closes the last point with the runs that were read for it.
static covey_status close_point(reading *self, covey_error *error)
{
    covey_sweep_points *found = self->found;
    if (found->count == 0)
        return COVEY_OK;
    double *scratch = calloc(2 * self->count + 1, sizeof *scratch);
    if (scratch == NULL)
        return no_memory(error);
    summarize(self->runs, self->count, scratch, &found->points[found->count - 1]);
    free(scratch);
    self->count = 0;
    return COVEY_OK;
}

static covey_status open_point(reading *self, covey_error *error)
{
    covey_sweep_points *found = self->found;
    if (found->count == self->points_room) {
        self->points_room = 2 * self->points_room + 64;
        void *points = realloc(found->points, self->points_room * sizeof *found->points);
        if (points == NULL)
            return no_memory(error);
        found->points = points;
    }
    found->points[found->count++] = (covey_sweep_point){0};
    return COVEY_OK;
}

static bool is_same_point(const reading *self, const covey_sweep_point *next)
{
    const covey_sweep_points *found = self->found;
    if (found->count == 0)
        return false;
    for (size_t k = 0; k < found->keys_count; k++)
        if (strcmp(found->points[found->count - 1].values[k], next->values[k]) != 0)
            return false;
    return true;
}

static double number_at(sqlite3_stmt *from, int column)
{
    int type = sqlite3_column_type(from, column);
    bool has = type == SQLITE_INTEGER || type == SQLITE_FLOAT;
    return has ? sqlite3_column_double(from, column) : (double)NAN;
}

static covey_status take_run(reading *self, sqlite3_stmt *from, covey_error *error)
{
    covey_sweep_point next = {0};
    int at = 0;
    for (size_t k = 0; k < self->found->keys_count; k++, at++) {
        const unsigned char *text = sqlite3_column_text(from, at);
        next.numbers[k] = number_at(from, at);
        (void)snprintf(next.values[k], sizeof next.values[k], "%s",
                       text != NULL ? (const char *)text : "");
    }
    covey_status status = COVEY_OK;
    if (!is_same_point(self, &next)) {
        status = close_point(self, error);
        if (status == COVEY_OK)
            status = open_point(self, error);
        if (status == COVEY_OK)
            self->found->points[self->found->count - 1] = next;
    }
    if (status == COVEY_OK && self->count == self->room) {
        self->room = 2 * self->room + 64;
        void *runs = realloc(self->runs, self->room * sizeof *self->runs);
        if (runs == NULL)
            return no_memory(error);
        self->runs = runs;
    }
    if (status != COVEY_OK)
        return status;
    run *one = &self->runs[self->count++];
    double *numbers[] = {&one->mean,      &one->error,  &one->sd,
                         &one->square,    &one->fourth, &one->tau,
                         &one->effective, &one->agents, &one->variance_error};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        *numbers[k] = number_at(from, at++);
    one->stationary = sqlite3_column_int(from, at++) != 0;
    one->enough = sqlite3_column_int(from, at) != 0;
    return COVEY_OK;
}

static covey_status read_runs(reading *self, const char *flock, const char *measure,
                              covey_error *error)
{
    covey_words sql = {0};
    sqlite3_stmt *statement;
    covey_words_put(&sql, "SELECT ");
    for (size_t k = 0; k < self->found->keys_count; k++) {
        covey_words_put(&sql, "r.");
        covey_words_quote(&sql, self->found->keys[k]);
        covey_words_put(&sql, ",");
    }
    covey_words_put(&sql,
                    "%s FROM runs r JOIN statistics s ON s.run=r.run WHERE s.measure=?1 AND "
                    "s.flock=?2 ORDER BY r.run",
                    columns);
    char *text = covey_words_end(&sql);
    if (text == NULL)
        return no_memory(error);
    covey_status status = covey_sweep_file_prepare(&self->file, text, &statement, error);
    free(text);
    if (status != COVEY_OK)
        return status;
    (void)sqlite3_bind_text(statement, 1, measure, -1, SQLITE_STATIC);
    (void)sqlite3_bind_text(statement, 2, flock, -1, SQLITE_STATIC);
    int result = SQLITE_ROW;
    while (status == COVEY_OK && (result = sqlite3_step(statement)) == SQLITE_ROW)
        status = take_run(self, statement, error);
    if (status == COVEY_OK && result != SQLITE_DONE)
        status = covey_sweep_file_fail(&self->file, error);
    (void)sqlite3_finalize(statement);
    return status == COVEY_OK ? close_point(self, error) : status;
}

/// Finds the first flock, or fails unless there is one of that name with the measure.
static covey_status find_flock(reading *self, const char *flock, const char *measure,
                               char name[COVEY_NAME_SIZE * 2], covey_error *error)
{
    sqlite3_stmt *statement;
    covey_status status = covey_sweep_file_prepare(
        &self->file,
        "SELECT flock FROM statistics WHERE measure=?1 AND (?2 IS NULL OR flock=?2) LIMIT 1",
        &statement, error);
    if (status != COVEY_OK)
        return status;
    (void)sqlite3_bind_text(statement, 1, measure, -1, SQLITE_STATIC);
    (void)sqlite3_bind_text(statement, 2, flock, -1, SQLITE_STATIC);
    int result = sqlite3_step(statement);
    if (result == SQLITE_ROW)
        (void)snprintf(name, COVEY_NAME_SIZE * 2, "%s",
                       (const char *)sqlite3_column_text(statement, 0));
    else if (result != SQLITE_DONE)
        status = covey_sweep_file_fail(&self->file, error);
    else
        status = covey_fail(error, COVEY_ARG, "%.120s has no run with the measure %.40s%s%.40s",
                            self->file.path, measure, flock != NULL ? " of " : "",
                            flock != NULL ? flock : "");
    (void)sqlite3_finalize(statement);
    return status;
}

covey_status covey_sweep_points_read(const char *path, const char *flock, const char *measure,
                                     covey_sweep_points *found, covey_error *error)
{
    reading self = {.file = {.path = path}, .found = found};
    char name[COVEY_NAME_SIZE * 2];
    *found = (covey_sweep_points){0};
    covey_status status = covey_sweep_file_open(&self.file, false, error);
    if (status == COVEY_OK)
        status = read_keys(&self, error);
    if (status == COVEY_OK)
        status = find_flock(&self, flock, measure, name, error);
    if (status == COVEY_OK)
        status = read_runs(&self, name, measure, error);
    (void)sqlite3_close(self.file.db);
    free(self.runs);
    return status;
}

void covey_sweep_point_numbers(const covey_sweep_point *is,
                               double numbers[COVEY_SWEEP_POINT_NUMBERS])
{
    const double all[COVEY_SWEEP_POINT_NUMBERS] = {is->mean.value,
                                                   is->mean.low,
                                                   is->mean.high,
                                                   is->error,
                                                   is->within,
                                                   is->sd,
                                                   is->tau,
                                                   is->effective,
                                                   is->susceptibility,
                                                   is->susceptibility_error,
                                                   is->binder.value,
                                                   is->binder.low,
                                                   is->binder.high};
    memcpy(numbers, all, sizeof all);
}

void covey_sweep_points_free(covey_sweep_points *found)
{
    free(found->points);
    *found = (covey_sweep_points){0};
}
