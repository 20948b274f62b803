// SPDX-License-Identifier: MIT
// The tables of a sweep and the rows of its runs.
#include "covey/measure.h"
#include "sweep/store_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const outcomes[] = {"done", "diverged", "refused"};

/// The columns of `statistics` behind run, flock, measure and agents, in the order of
/// put_statistic().
#define STATISTICS                                                                                 \
    "samples,discarded,mean,error,sd,tau,tau_error,effective,low,high,square,fourth,binder,"       \
    "binder_error,variance_error,drift,stationary,enough,settled"
#define STATISTICS_MARKS "?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?"

/// Calls `put` for each measure that is taken.
static void each_measure(const covey_sweep_plan *plan, covey_words *sql, const char *flock,
                         void (*put)(covey_words *sql, const char *flock, const char *measure))
{
    for (int k = 0; k < COVEY_MAX_MEASURES; k++)
        if (plan->measures >> k & 1)
            put(sql, flock, covey_measure_at(k)->name);
}

/// A column of the mean and one of its error. Several flocks have separate names:
/// flock.measure.
static void put_pair(covey_words *sql, const char *flock, const char *measure)
{
    char name[2 * COVEY_NAME_SIZE + 16];
    for (int k = 0; k < 2; k++) {
        (void)snprintf(name, sizeof name, "%s%s%s%s", flock != NULL ? flock : "",
                       flock != NULL ? "." : "", measure, k == 0 ? "" : "_error");
        covey_words_put(sql, ",");
        covey_words_quote(sql, name);
        covey_words_put(sql, " REAL");
    }
}

static void put_column(covey_words *sql, const char *flock, const char *measure)
{
    (void)flock;
    covey_words_put(sql, ",");
    covey_words_quote(sql, measure);
    covey_words_put(sql, " REAL");
}

static void put_mark(covey_words *sql, const char *flock, const char *measure)
{
    (void)flock;
    (void)measure;
    covey_words_put(sql, ",?");
}

static covey_status run_words(const covey_sweep_file *file, covey_words *sql, covey_error *error)
{
    char *text = covey_words_end(sql);
    if (text == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for the tables");
    covey_status status = covey_sweep_file_run(file, text, error);
    free(text);
    return status;
}

static covey_status put_plan(covey_sweep_store *store, covey_error *error)
{
    const covey_sweep_plan *plan = store->plan;
    sqlite3_stmt *insert;
    char *text = covey_sweep_plan_text(plan);
    covey_status status = COVEY_MEMORY;
    if (text != NULL)
        status = covey_sweep_file_prepare(&store->file, "INSERT INTO sweep VALUES(?,?,?,?,?)",
                                          &insert, error);
    if (status == COVEY_OK) {
        (void)sqlite3_bind_text(insert, 1, text, -1, SQLITE_STATIC);
        (void)sqlite3_bind_int64(insert, 2, (int64_t)covey_sweep_runs(plan));
        (void)sqlite3_bind_int64(insert, 3, (int64_t)plan->part);
        (void)sqlite3_bind_int64(insert, 4, (int64_t)plan->parts);
        (void)sqlite3_bind_text(insert, 5, covey_version_text(), -1, SQLITE_STATIC);
        status = covey_sweep_file_do(&store->file, insert, error);
        (void)sqlite3_finalize(insert);
    }
    free(text);
    return status;
}

/// Each number of a run that this part has becomes a row of `work`.
static covey_status put_work(covey_sweep_store *store, covey_error *error)
{
    const covey_sweep_plan *plan = store->plan;
    covey_words sql = {0};
    covey_words_put(&sql,
                    "WITH RECURSIVE n(run) AS (SELECT %llu UNION ALL SELECT run+%llu FROM n WHERE "
                    "run+%llu<%llu) INSERT INTO work(run) SELECT run FROM n WHERE run<%llu",
                    (unsigned long long)(plan->part - 1), (unsigned long long)plan->parts,
                    (unsigned long long)plan->parts, (unsigned long long)covey_sweep_runs(plan),
                    (unsigned long long)covey_sweep_runs(plan));
    return run_words(&store->file, &sql, error);
}

covey_status covey_sweep_store_tables(covey_sweep_store *store, covey_error *error)
{
    const covey_sweep_plan *plan = store->plan;
    covey_words sql = {0};
    covey_words_put(&sql, "CREATE TABLE sweep(plan TEXT,runs INTEGER,part INTEGER,parts INTEGER,"
                          "version TEXT);"
                          "CREATE TABLE variables(number INTEGER PRIMARY KEY,key TEXT);"
                          "CREATE TABLE work(run INTEGER PRIMARY KEY,owner TEXT,expires INTEGER);"
                          "CREATE INDEX leases ON work(owner) WHERE owner IS NOT NULL;"
                          "CREATE TABLE runs(run INTEGER PRIMARY KEY");
    for (size_t k = 0; k < plan->variables_count; k++) {
        covey_words_put(&sql, ",");
        covey_words_quote(&sql, plan->variables[k].key);
    }
    covey_words_put(&sql,
                    ",seed INTEGER,version TEXT,outcome TEXT,message TEXT,steps INTEGER,"
                    "agents INTEGER,hash TEXT%s",
                    plan->until.text[0] != '\0' ? ",stopped INTEGER" : "");
    for (int k = 0; k < plan->flocks_count; k++)
        each_measure(plan, &sql, plan->flocks_count > 1 ? plan->flocks[k] : NULL, put_pair);
    covey_words_put(&sql, ");CREATE TABLE statistics(run INTEGER,flock TEXT,measure TEXT,agents "
                          "INTEGER," STATISTICS ",PRIMARY KEY(run,flock,measure)) WITHOUT ROWID;"
                          "CREATE TABLE series(run INTEGER,flock TEXT,step INTEGER");
    each_measure(plan, &sql, NULL, put_column);
    covey_words_put(&sql, ",PRIMARY KEY(run,flock,step)) WITHOUT ROWID;");
    covey_sweep_kept_tables(plan, &sql);
    for (size_t k = 0; k < plan->variables_count; k++) {
        covey_words_put(&sql, "INSERT INTO variables VALUES(%zu,'%s');", k, plan->variables[k].key);
    }
    covey_status status = run_words(&store->file, &sql, error);
    if (status == COVEY_OK)
        status = covey_sweep_store_breadth(store, plan->seeds_count, error);
    if (status == COVEY_OK)
        status = put_plan(store, error);
    return status == COVEY_OK ? put_work(store, error) : status;
}

/// Prepares an INSERT with `count` marks, then one for each measure of `flocks` flocks.
static covey_status prepare_insert(covey_sweep_store *store, const char *table, size_t count,
                                   int flocks, sqlite3_stmt **statement, covey_error *error)
{
    covey_words sql = {0};
    covey_words_put(&sql, "INSERT INTO %s VALUES(?", table);
    for (size_t k = 1; k < count; k++)
        covey_words_put(&sql, ",?");
    for (int k = 0; k < flocks; k++)
        each_measure(store->plan, &sql, NULL, put_mark);
    covey_words_put(&sql, ")");
    char *text = covey_words_end(&sql);
    if (text == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for the rows");
    covey_status status = covey_sweep_file_prepare(&store->file, text, statement, error);
    free(text);
    return status;
}

covey_status covey_sweep_store_rows(covey_sweep_store *store, covey_error *error)
{
    const covey_sweep_plan *plan = store->plan;
    size_t columns = plan->variables_count + 8 + (plan->until.text[0] != '\0');
    covey_status status =
        prepare_insert(store, "runs", columns, 2 * plan->flocks_count, &store->run, error);
    if (status == COVEY_OK)
        status = prepare_insert(store, "series", 3, 1, &store->series, error);
    if (status == COVEY_OK)
        status =
            covey_sweep_file_prepare(&store->file,
                                     "INSERT INTO statistics(run,flock,measure,agents," STATISTICS
                                     ") VALUES(?,?,?,?," STATISTICS_MARKS ")",
                                     &store->statistic, error);
    return status;
}

// ---- Rows ----

/// Binds a number; NaN is NULL, and SQLite makes that of it by itself.
static void put_number(sqlite3_stmt *to, int *at, double value)
{
    (void)sqlite3_bind_double(to, (*at)++, value);
}

static void put_whole(sqlite3_stmt *to, int *at, uint64_t value)
{
    (void)sqlite3_bind_int64(to, (*at)++, (int64_t)value);
}

static void put_text(sqlite3_stmt *to, int *at, const char *text)
{
    (void)sqlite3_bind_text(to, (*at)++, text, -1, SQLITE_TRANSIENT);
}

/// Binds a value of a variable as the number that it is, else as text.
static void put_value(sqlite3_stmt *to, int *at, const char *value)
{
    char *end;
    double number = strtod(value, &end);
    if (end == value || *end != '\0')
        put_text(to, at, value);
    else if (number == floor(number) && fabs(number) < 0x1p53)
        (void)sqlite3_bind_int64(to, (*at)++, (int64_t)number);
    else
        put_number(to, at, number);
}

static covey_status put_run(covey_sweep_store *store, const covey_sweep_row *row,
                            covey_error *error)
{
    const covey_sweep_plan *plan = store->plan;
    sqlite3_stmt *to = store->run;
    covey_sweep_value value;
    char hash[32];
    int at = 1;
    (void)sqlite3_clear_bindings(to);
    put_whole(to, &at, row->number);
    for (size_t k = 0; k < plan->variables_count; k++) {
        covey_sweep_value_of(plan, row->number, k, value);
        put_value(to, &at, value);
    }
    put_whole(to, &at, covey_sweep_seed_of(plan, row->number));
    put_text(to, &at, covey_version_text());
    put_text(to, &at, outcomes[row->outcome]);
    put_text(to, &at, row->message);
    put_whole(to, &at, row->steps);
    put_whole(to, &at, row->agents);
    (void)snprintf(hash, sizeof hash, "%016llx", (unsigned long long)row->hash);
    put_text(to, &at, row->outcome == COVEY_SWEEP_DONE ? hash : "");
    if (plan->until.text[0] != '\0') {
        if (row->stopped)
            (void)sqlite3_bind_int64(to, at, (int64_t)row->steps);
        at++; // else NULL
    }
    for (size_t k = 0; k < (size_t)plan->flocks_count * row->measures; k++) {
        put_number(to, &at, row->statistics[k].series.mean);
        put_number(to, &at, row->statistics[k].series.error);
    }
    return covey_sweep_file_do(&store->file, to, error);
}

static covey_status put_statistic(covey_sweep_store *store, const covey_sweep_row *row, int flock,
                                  const char *measure, const covey_sweep_statistic *statistic,
                                  covey_error *error)
{
    sqlite3_stmt *to = store->statistic;
    const covey_series *is = &statistic->series;
    const double numbers[] = {is->mean,           is->error,     is->sd,     is->tau,
                              is->tau_error,      is->effective, is->low,    is->high,
                              is->square,         is->fourth,    is->binder, is->binder_error,
                              is->variance_error, is->drift};
    int at = 1;
    put_whole(to, &at, row->number);
    put_text(to, &at, store->plan->flocks[flock]);
    put_text(to, &at, measure);
    put_whole(to, &at, row->flock_agents[flock]);
    put_whole(to, &at, is->count);
    put_whole(to, &at, statistic->discarded);
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        put_number(to, &at, numbers[k]);
    put_whole(to, &at, is->stationary);
    put_whole(to, &at, is->enough);
    put_whole(to, &at, statistic->settled);
    return covey_sweep_file_do(&store->file, to, error);
}

static covey_status put_statistics(covey_sweep_store *store, const covey_sweep_row *row,
                                   covey_error *error)
{
    const covey_sweep_statistic *next = row->statistics;
    for (int flock = 0; flock < store->plan->flocks_count; flock++)
        for (int k = 0; k < COVEY_MAX_MEASURES; k++) {
            if (!(store->plan->measures >> k & 1))
                continue;
            const char *measure = covey_measure_at(k)->name;
            covey_status status = put_statistic(store, row, flock, measure, next++, error);
            if (status != COVEY_OK)
                return status;
        }
    return COVEY_OK;
}

static covey_status put_series(covey_sweep_store *store, const covey_sweep_row *row,
                               covey_error *error)
{
    for (size_t flock = 0; flock < (size_t)store->plan->flocks_count; flock++)
        for (size_t sample = 0; sample < row->samples; sample++) {
            const double *values = row->values + flock * row->measures * row->room + sample;
            int at = 1;
            put_whole(store->series, &at, row->number);
            put_text(store->series, &at, store->plan->flocks[flock]);
            put_whole(store->series, &at, sample * store->plan->every);
            for (size_t k = 0; k < row->measures; k++)
                put_number(store->series, &at, values[k * row->room]);
            covey_status status = covey_sweep_file_do(&store->file, store->series, error);
            if (status != COVEY_OK)
                return status;
        }
    return COVEY_OK;
}

/// Takes the run off the list; false if another process did.
static covey_status forget(covey_sweep_store *store, uint64_t number, bool *was_there,
                           covey_error *error)
{
    (void)sqlite3_bind_int64(store->forget, 1, (int64_t)number);
    covey_status status = covey_sweep_file_do(&store->file, store->forget, error);
    *was_there = sqlite3_changes(store->file.db) > 0;
    return status;
}

covey_status covey_sweep_store_put(covey_sweep_store *store, const covey_sweep_row *row,
                                   covey_error *error)
{
    bool is_new = false;
    covey_status status = covey_sweep_file_begin(&store->file, error);
    if (status != COVEY_OK)
        return status;
    status = covey_sweep_store_check(store, error);
    if (status == COVEY_OK)
        status = forget(store, row->number, &is_new, error);
    if (status == COVEY_OK && is_new)
        status = put_run(store, row, error);
    bool measured = is_new && row->outcome == COVEY_SWEEP_DONE;
    if (status == COVEY_OK && measured)
        status = put_statistics(store, row, error);
    if (status == COVEY_OK && measured && (store->plan->keeps & COVEY_SWEEP_KEEP_SERIES))
        status = put_series(store, row, error);
    if (status == COVEY_OK && measured)
        status = covey_sweep_kept_put(store, row, error);
    return covey_sweep_file_end(&store->file, status, error);
}

covey_status covey_sweep_store_count(covey_sweep_store *store, covey_sweep_outcome outcome,
                                     uint64_t *count, covey_error *error)
{
    char sql[96];
    (void)snprintf(sql, sizeof sql, "SELECT count(*) FROM runs WHERE outcome='%s'",
                   outcomes[outcome]);
    return covey_sweep_file_whole(&store->file, sql, count, error);
}

covey_status covey_sweep_store_strange(covey_sweep_store *store, uint64_t *count,
                                       covey_error *error)
{
    char sql[96];
    (void)snprintf(sql, sizeof sql,
                   "SELECT count(*) FROM runs WHERE version NOT LIKE '%%; results %d)'",
                   covey_results_epoch());
    return covey_sweep_file_whole(&store->file, sql, count, error);
}
