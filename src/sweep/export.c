// SPDX-License-Identifier: MIT
// What a file holds, and its tables as CSV.
#include "base/writer.h"
#include "sweep/file.h"
#include "sweep/points.h"
#include "sweep/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool covey_sweep_is(const char *path)
{
    covey_sweep_kind kind;
    return covey_sweep_file_kind(path, &kind, NULL) == COVEY_OK && kind == COVEY_SWEEP_SWEEP;
}

covey_status covey_sweep_state_read(const char *path, covey_sweep_state *found, covey_error *error)
{
    static const char *const questions[] = {
        "SELECT count(*) FROM runs",
        "SELECT count(*) FROM runs WHERE outcome='diverged'",
        "SELECT count(*) FROM runs WHERE outcome='refused'",
        "SELECT part FROM sweep",
        "SELECT parts FROM sweep",
        "SELECT (SELECT count(*) FROM runs)+(SELECT count(*) FROM work)",
    };
    covey_sweep_file file = {.path = path};
    *found = (covey_sweep_state){0};
    uint64_t *answers[] = {&found->done, &found->diverged, &found->refused,
                           &found->part, &found->parts,    &found->total};
    covey_status status = covey_sweep_file_open(&file, false, error);
    for (size_t k = 0; k < sizeof questions / sizeof *questions && status == COVEY_OK; k++)
        status = covey_sweep_file_whole(&file, questions[k], answers[k], error);
    (void)sqlite3_close(file.db);
    return status;
}

covey_status covey_sweep_names(const char *path, bool flocks,
                               void (*each)(void *context, const char *name), void *context,
                               covey_error *error)
{
    // one run has them all
    const char *sql = flocks ? "SELECT DISTINCT flock FROM statistics WHERE run=(SELECT min(run) "
                               "FROM statistics) ORDER BY flock"
                             : "SELECT DISTINCT measure FROM statistics WHERE run=(SELECT min(run) "
                               "FROM statistics) ORDER BY measure";
    covey_sweep_file file = {.path = path};
    sqlite3_stmt *statement = NULL;
    covey_status status = covey_sweep_file_open(&file, false, error);
    if (status == COVEY_OK)
        status = covey_sweep_file_prepare(&file, sql, &statement, error);
    while (status == COVEY_OK && sqlite3_step(statement) == SQLITE_ROW)
        each(context, (const char *)sqlite3_column_text(statement, 0));
    (void)sqlite3_finalize(statement);
    (void)sqlite3_close(file.db);
    return status;
}

// ---- CSV ----

/// Puts a field, in quotes where it has to be (RFC 4180).
static void put_field(covey_words *line, const char *text)
{
    if (strpbrk(text, ",\"\n\r") == NULL)
        covey_words_put(line, "%s", text);
    else
        covey_words_quote(line, text);
}

static void put_cell(covey_words *line, sqlite3_stmt *from, int column)
{
    char text[COVEY_PRINT_SIZE];
    int type = sqlite3_column_type(from, column);
    if (type == SQLITE_FLOAT)
        covey_words_put(line, "%.*s",
                        (int)covey_print_shortest(text, sqlite3_column_double(from, column)), text);
    else if (type != SQLITE_NULL)
        put_field(line, (const char *)sqlite3_column_text(from, column));
}

static covey_status put_line(sqlite3_stmt *from, bool names, covey_sink sink, covey_error *error)
{
    covey_words line = {0};
    int columns = sqlite3_column_count(from);
    for (int k = 0; k < columns; k++) {
        if (k > 0)
            covey_words_put(&line, ",");
        if (names)
            put_field(&line, sqlite3_column_name(from, k));
        else
            put_cell(&line, from, k);
    }
    covey_words_put(&line, "\n");
    char *text = covey_words_end(&line);
    if (text == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for a row");
    covey_status status = sink.write(sink.context, text, strlen(text));
    free(text);
    if (status != COVEY_OK)
        (void)covey_fail(error, status, "writing failed");
    return status;
}

static covey_status put_rows(const covey_sweep_file *file, sqlite3_stmt *from, covey_sink sink,
                             covey_error *error)
{
    covey_status status = put_line(from, true, sink, error);
    int result = SQLITE_ROW;
    while (status == COVEY_OK && (result = sqlite3_step(from)) == SQLITE_ROW)
        status = put_line(from, false, sink, error);
    if (status == COVEY_OK && result != SQLITE_DONE)
        status = covey_sweep_file_fail(file, error);
    return status;
}

/// Fails for a table that only some sweeps have, and this one does not.
static covey_status check_table(const covey_sweep_file *file, const char *table, covey_error *error)
{
    char sql[96];
    uint64_t found = 0;
    (void)snprintf(sql, sizeof sql, "SELECT count(*) FROM sqlite_master WHERE name='%s'", table);
    covey_status status = covey_sweep_file_whole(file, sql, &found, error);
    if (status == COVEY_OK && found == 0)
        return covey_fail(error, COVEY_ARG, "%.120s has no %s: sweeps with --keep %s have",
                          file->path, table, table);
    return status;
}

covey_status covey_sweep_export(const char *path, const char *table, covey_sink sink,
                                covey_error *error)
{
    static const struct {
        const char *name, *sql;
    } tables[] = {{"runs", "SELECT * FROM runs ORDER BY run"},
                  {"statistics", "SELECT * FROM statistics ORDER BY run,flock,measure"},
                  {"series", "SELECT * FROM series ORDER BY run,flock,step"},
                  {"profiles", "SELECT * FROM profiles ORDER BY run,flock,profile,x"},
                  {"agents", "SELECT * FROM agents ORDER BY run,flock,id"},
                  {"trajectory", "SELECT * FROM trajectory ORDER BY run,step,flock,id"}};
    const char *sql = NULL;
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++)
        if (strcmp(table, tables[k].name) == 0)
            sql = tables[k].sql;
    if (sql == NULL)
        return covey_fail(error, COVEY_ARG, "there is no table %.60s", table);
    covey_sweep_file file = {.path = path};
    sqlite3_stmt *statement = NULL;
    covey_status status = covey_sweep_file_open(&file, false, error);
    if (status == COVEY_OK)
        status = check_table(&file, table, error);
    if (status == COVEY_OK)
        status = covey_sweep_file_prepare(&file, sql, &statement, error);
    if (status == COVEY_OK)
        status = put_rows(&file, statement, sink, error);
    (void)sqlite3_finalize(statement);
    (void)sqlite3_close(file.db);
    return status;
}
