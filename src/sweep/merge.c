// SPDX-License-Identifier: MIT
// Compares plans, and merges the parts of a sweep into one file.
#include "sweep/store_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Plans ----

static int line_size(const char *text)
{
    size_t size = strcspn(text, "\n");
    return (int)(size < 60 ? size : 60);
}

/// Fails with the first lines that differ.
static covey_status differs(const covey_sweep_file *file, const char *has, const char *asked,
                            covey_error *error)
{
    const char *line = has, *other = asked;
    for (size_t k = 0; has[k] == asked[k] && has[k] != '\0'; k++)
        if (has[k] == '\n') {
            line = has + k + 1;
            other = asked + k + 1;
        }
    while (*line == ' ')
        line++;
    while (*other == ' ')
        other++;
    return covey_fail(error, COVEY_ARG,
                      "%.60s holds another sweep: \"%.*s\", not \"%.*s\"; it stays as it is",
                      file->path, line_size(line), line, line_size(other), other);
}

covey_status covey_sweep_store_same(const covey_sweep_file *file, const char *text,
                                    covey_error *error)
{
    char *has;
    covey_status status = covey_sweep_file_text(file, "SELECT plan FROM sweep", &has, error);
    if (status == COVEY_OK && strcmp(has, text) != 0)
        status = differs(file, has, text, error);
    free(has);
    return status;
}

// ---- Merging ----

/// Attaches a part as the database `part`. A path that is no sweep is refused.
static covey_status attach(const covey_sweep_file *file, const char *path, covey_error *error)
{
    covey_sweep_file part = {.path = path};
    covey_status status = covey_sweep_file_open(&part, false, error); // is it a sweep at all?
    if (status != COVEY_OK)
        return status;
    (void)sqlite3_close(part.db);
    sqlite3_stmt *statement;
    status = covey_sweep_file_prepare(file, "ATTACH ?1 AS part", &statement, error);
    if (status != COVEY_OK)
        return status;
    (void)sqlite3_bind_text(statement, 1, path, -1, SQLITE_STATIC);
    status = covey_sweep_file_do(file, statement, error);
    (void)sqlite3_finalize(statement);
    return status;
}

static void detach(const covey_sweep_file *file)
{
    (void)sqlite3_exec(file->db, "DETACH part", NULL, NULL, NULL);
}

/// Copies the fresh runs of a table, with their numbers in the file.
static covey_status copy_table(covey_sweep_store *store, const char *table, covey_error *error)
{
    char question[256];
    char *columns, *sql = NULL;
    (void)snprintf(question, sizeof question,
                   "SELECT group_concat(',p.\"'||replace(name,'\"','\"\"')||'\"','') FROM (SELECT "
                   "name FROM pragma_table_info('%s','main') ORDER BY cid) WHERE name<>'run'",
                   table);
    covey_status status = covey_sweep_file_text(&store->file, question, &columns, error);
    if (status != COVEY_OK)
        return status;
    covey_words words = {0};
    covey_words_put(&words,
                    "INSERT INTO main.%s SELECT f.run%s FROM part.%s p JOIN temp.fresh f ON "
                    "p.run=f.old",
                    table, columns, table);
    sql = covey_words_end(&words);
    status = sql != NULL ? covey_sweep_file_run(&store->file, sql, error)
                         : covey_fail(error, COVEY_MEMORY, "no memory for the tables");
    free(sql);
    free(columns);
    return status;
}

static covey_status copy(covey_sweep_store *store, void *context, covey_error *error)
{
    uint64_t *added = context;
    static const char sql[] =
        "CREATE TEMP TABLE IF NOT EXISTS fresh(old INTEGER PRIMARY KEY,run INTEGER);"
        "DELETE FROM temp.fresh;"
        "INSERT INTO temp.fresh SELECT run,placed(run) FROM part.runs;"
        "DELETE FROM temp.fresh WHERE run IN (SELECT run FROM main.runs);"
        "DELETE FROM main.work WHERE run IN (SELECT run FROM temp.fresh)";
    covey_status status = covey_sweep_file_run(&store->file, sql, error);
    if (status == COVEY_OK)
        status = covey_sweep_store_each(store, copy_table, error);
    if (status == COVEY_OK)
        status =
            covey_sweep_file_whole(&store->file, "SELECT count(*) FROM temp.fresh", added, error);
    return status;
}

covey_status covey_sweep_store_merge(covey_sweep_store *store, const char *path, uint64_t *added,
                                     covey_error *error)
{
    covey_status status = attach(&store->file, path, error);
    if (status != COVEY_OK)
        return status;
    status = covey_sweep_file_begin(&store->file, error);
    if (status == COVEY_OK)
        status = covey_sweep_file_end(&store->file,
                                      covey_sweep_store_join(store, copy, added, error), error);
    detach(&store->file);
    return status;
}

/// Makes a table or index as a part has it. The text is that of a file that others may have made:
/// it is one statement that makes it, with nothing behind.
static covey_status make_table(const covey_sweep_file *file, const char *part, const char *sql,
                               covey_error *error)
{
    sqlite3_stmt *statement = NULL;
    const char *rest = "";
    bool makes = strncmp(sql, "CREATE TABLE ", 13) == 0 || strncmp(sql, "CREATE INDEX ", 13) == 0;
    if (makes && sqlite3_prepare_v2(file->db, sql, -1, &statement, &rest) != SQLITE_OK)
        return covey_sweep_file_fail(file, error);
    covey_status status =
        makes && *rest == '\0'
            ? covey_sweep_file_do(file, statement, error)
            : covey_fail(error, COVEY_INPUT, "%.150s has a table of another kind, as no sweep has",
                         part);
    (void)sqlite3_finalize(statement);
    return status;
}

/// Makes the tables of the attached part, empty, with the plan of all parts and all runs left.
static covey_status make_tables(const covey_sweep_file *file, const char *part, covey_error *error)
{
    sqlite3_stmt *statement;
    covey_status status = covey_sweep_file_prepare(
        file, "SELECT sql FROM part.sqlite_master WHERE sql IS NOT NULL ORDER BY rowid", &statement,
        error);
    if (status != COVEY_OK)
        return status;
    int result = SQLITE_ROW;
    while (status == COVEY_OK && (result = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *sql = (const char *)sqlite3_column_text(statement, 0);
        status = make_table(file, part, sql != NULL ? sql : "", error);
    }
    if (status == COVEY_OK && result != SQLITE_DONE)
        status = covey_sweep_file_fail(file, error);
    (void)sqlite3_finalize(statement);
    if (status != COVEY_OK)
        return status;
    uint64_t runs = 0;
    status = covey_sweep_file_whole(file, "SELECT runs FROM part.sweep", &runs, error);
    if (status == COVEY_OK && runs > COVEY_SWEEP_RUNS)
        status = covey_fail(error, COVEY_INPUT, "%.150s tells of %llu runs", part,
                            (unsigned long long)runs);
    if (status == COVEY_OK)
        status = covey_sweep_file_mark(file, error);
    if (status != COVEY_OK)
        return status;
    return covey_sweep_file_run(
        file,
        "INSERT INTO main.variables SELECT * FROM part.variables;"
        "INSERT INTO main.sweep SELECT plan,runs,1,1,version FROM part.sweep;"
        "WITH RECURSIVE n(run) AS (SELECT 0 UNION ALL SELECT run+1 FROM n WHERE run+1<(SELECT runs "
        "FROM main.sweep)) INSERT INTO main.work(run) SELECT run FROM n",
        error);
}

static covey_status create(covey_sweep_store *store, const char *part, covey_error *error)
{
    covey_status status = attach(&store->file, part, error);
    if (status != COVEY_OK)
        return status;
    status = covey_sweep_file_begin(&store->file, error);
    if (status == COVEY_OK)
        status = covey_sweep_file_end(&store->file, make_tables(&store->file, part, error), error);
    detach(&store->file);
    return status;
}

covey_status covey_sweep_store_merged(const char *path, const char *part, covey_sweep_store **store,
                                      covey_error *error)
{
    uint64_t tables = 0;
    *store = calloc(1, sizeof **store);
    if (*store == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for the sweep");
    (*store)->file.path = path;
    covey_status status = covey_sweep_file_open(&(*store)->file, true, error);
    if (status == COVEY_OK)
        status = covey_sweep_file_tables(&(*store)->file, &tables, error);
    if (status == COVEY_OK && tables == 0)
        status = create(*store, part, error);
    if (status == COVEY_OK)
        status = covey_sweep_store_begin(*store, error);
    if (status != COVEY_OK) {
        (void)covey_sweep_store_close(*store, NULL);
        *store = NULL;
    }
    return status;
}
