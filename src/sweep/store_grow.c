// SPDX-License-Identifier: MIT
// Files that grow: their runs get the numbers of the larger plan, and what it has besides is work.
#include "sweep/grow.h"
#include "sweep/plan_text.h"
#include "sweep/store_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The tables with runs that a sweep may have.
static const char tables[] = "'runs','statistics','series','profiles','agents','trajectory'";

// ---- Numbers in SQL ----

static void placed(sqlite3_context *context, int count, sqlite3_value **values)
{
    const covey_sweep_moves *moves = sqlite3_user_data(context);
    uint64_t place = covey_sweep_moves_place(moves, (uint64_t)sqlite3_value_int64(values[0]));
    (void)count;
    if (place == UINT64_MAX)
        sqlite3_result_error(context, "a run is not of the plan", -1);
    else
        sqlite3_result_int64(context, (int64_t)place);
}

static covey_status use_moves(covey_sweep_store *store, covey_sweep_moves *moves,
                              covey_error *error)
{
    if (sqlite3_create_function(store->file.db, "placed", 1, SQLITE_UTF8, moves, placed, NULL,
                                NULL) != SQLITE_OK)
        return covey_sweep_file_fail(&store->file, error);
    return COVEY_OK;
}

covey_status covey_sweep_store_each(covey_sweep_store *store, covey_sweep_store_with each,
                                    covey_error *error)
{
    char sql[256], names[8][16];
    int count = 0;
    sqlite3_stmt *statement;
    (void)snprintf(sql, sizeof sql,
                   "SELECT name FROM main.sqlite_master WHERE type='table' AND name IN (%s)",
                   tables);
    covey_status status = covey_sweep_file_prepare(&store->file, sql, &statement, error);
    if (status != COVEY_OK)
        return status;
    while (count < 8 && sqlite3_step(statement) == SQLITE_ROW)
        (void)snprintf(names[count++], sizeof *names, "%s",
                       (const char *)sqlite3_column_text(statement, 0));
    (void)sqlite3_finalize(statement);
    for (int k = 0; k < count && status == COVEY_OK; k++)
        status = each(store, names[k], error);
    return status;
}

covey_status covey_sweep_store_breadth(covey_sweep_store *store, uint64_t seeds, covey_error *error)
{
    char sql[160];
    (void)snprintf(sql, sizeof sql,
                   "DROP INDEX IF EXISTS main.breadth;"
                   "CREATE INDEX main.breadth ON work(run%%%llu,run)",
                   (unsigned long long)seeds);
    return covey_sweep_file_run(&store->file, sql, error);
}

// ---- Growing ----

/// Numbers below 0 keep rows apart while they move.
static covey_status move_rows(covey_sweep_store *store, const char *table, covey_error *error)
{
    char sql[160];
    (void)snprintf(sql, sizeof sql,
                   "UPDATE main.%s SET run=-1-placed(run);UPDATE main.%s SET run=-1-run", table,
                   table);
    return covey_sweep_file_run(&store->file, sql, error);
}

static covey_status put_plan(covey_sweep_store *store, const char *text, uint64_t runs,
                             covey_error *error)
{
    sqlite3_stmt *update;
    covey_status status = covey_sweep_file_prepare(
        &store->file, "UPDATE main.sweep SET plan=?1,runs=?2", &update, error);
    if (status != COVEY_OK)
        return status;
    (void)sqlite3_bind_text(update, 1, text, -1, SQLITE_STATIC);
    (void)sqlite3_bind_int64(update, 2, (int64_t)runs);
    status = covey_sweep_file_do(&store->file, update, error);
    (void)sqlite3_finalize(update);
    return status;
}

/// Fails while a run is held by another process, whose number would become another one's.
static covey_status check_idle(covey_sweep_store *store, covey_error *error)
{
    uint64_t held = 0;
    covey_status status = covey_sweep_store_free_ended(store, error);
    if (status == COVEY_OK)
        status =
            covey_sweep_file_whole(&store->file,
                                   "SELECT count(*) FROM main.work WHERE owner IS NOT NULL AND "
                                   "expires>=CAST(strftime('%s','now') AS INTEGER)",
                                   &held, error);
    if (status == COVEY_OK && held > 0)
        return covey_fail(error, COVEY_LOCKED,
                          "%.120s cannot grow while another process works on it", store->file.path);
    return status;
}

static covey_status become(covey_sweep_store *store, covey_sweep_moves *moves, const char *text,
                           covey_error *error)
{
    char sql[256];
    uint64_t runs = covey_sweep_runs(moves->to);
    covey_status status = check_idle(store, error);
    if (status == COVEY_OK)
        status = use_moves(store, moves, error);
    if (status == COVEY_OK)
        status = covey_sweep_store_each(store, move_rows, error);
    (void)snprintf(sql, sizeof sql,
                   "DELETE FROM main.work;"
                   "WITH RECURSIVE n(run) AS (SELECT 0 UNION ALL SELECT run+1 FROM n WHERE "
                   "run+1<%llu) INSERT INTO main.work(run) SELECT run FROM n WHERE run NOT IN "
                   "(SELECT run FROM main.runs)",
                   (unsigned long long)runs);
    if (status == COVEY_OK)
        status = covey_sweep_file_run(&store->file, sql, error);
    if (status == COVEY_OK)
        status = covey_sweep_store_breadth(store, moves->to->seeds_count, error);
    return status == COVEY_OK ? put_plan(store, text, runs, error) : status;
}

/// A plan that a file has.
typedef struct found {
    char *text;
    const char *rest; ///< behind its head
    covey_sweep_plan plan;
} found;

static covey_status read_found(const covey_sweep_file *file, const char *sql, found *to,
                               covey_error *error)
{
    covey_error own = {0};
    covey_status status = covey_sweep_file_text(file, sql, &to->text, error);
    if (status == COVEY_OK)
        status = covey_sweep_plan_of_text(to->text, &to->plan, &to->rest, &own);
    if (status != COVEY_OK && own.message[0] != '\0')
        return covey_fail(error, status == COVEY_MEMORY ? status : COVEY_INPUT,
                          "%.100s is not whole: its plan: %.120s", file->path, own.message);
    return status;
}

static void free_found(found *is)
{
    free(is->text);
    covey_sweep_plan_free(&is->plan);
}

/// Says how the plan of a file and another one differ, and whether growing would help.
static covey_status refuse(covey_sweep_store *store, const found *has, const char *text, bool all,
                           covey_error *error)
{
    covey_error own = *error;
    covey_status status = covey_sweep_store_same(&store->file, text, error);
    if (!all)
        return status;
    own = *error;
    uint64_t lacks = covey_sweep_runs(store->plan) - covey_sweep_runs(&has->plan);
    return covey_fail(error, status, "%.190s; --grow adds the %llu run%s that it lacks",
                      own.message, (unsigned long long)lacks, lacks == 1 ? "" : "s");
}

/// Makes the file one of the store's plan, in an open transaction.
static covey_status grow(covey_sweep_store *store, const char *text, bool grows, covey_error *error)
{
    found has = {.plan = covey_sweep_plan_default()}, asked = {.plan = covey_sweep_plan_default()};
    covey_sweep_moves moves = {0};
    uint64_t parts = 1;
    bool all = false;
    covey_status status = read_found(&store->file, "SELECT plan FROM main.sweep", &has, error);
    if (status == COVEY_OK && strcmp(has.text, text) == 0) // another process was faster
        goto end;
    if (status == COVEY_OK)
        status = covey_sweep_plan_of_text(text, &asked.plan, &asked.rest, error);
    if (status == COVEY_OK && strcmp(has.rest, asked.rest) == 0)
        status = covey_sweep_moves_make(&has.plan, store->plan, &moves, &all, error);
    if (status == COVEY_OK)
        status =
            covey_sweep_file_whole(&store->file, "SELECT parts FROM main.sweep", &parts, error);
    all = all && covey_sweep_runs(store->plan) > covey_sweep_runs(&has.plan);
    if (status == COVEY_OK && all && grows && (parts > 1 || store->plan->parts > 1))
        status = covey_fail(error, COVEY_ARG,
                            "%.120s: a part of a sweep does not grow; merge the "
                            "parts first",
                            store->file.path);
    else if (status == COVEY_OK)
        status = all && grows ? become(store, &moves, text, error)
                              : refuse(store, &has, text, all && !grows, error);
end:
    covey_sweep_moves_free(&moves);
    free_found(&has);
    free_found(&asked);
    return status;
}

covey_status covey_sweep_store_grow(covey_sweep_store *store, const char *text, bool grows,
                                    covey_error *error)
{
    char *has;
    covey_status status =
        covey_sweep_file_text(&store->file, "SELECT plan FROM sweep", &has, error);
    bool same = status == COVEY_OK && strcmp(has, text) == 0;
    free(has);
    if (status != COVEY_OK || same)
        return status;
    status = covey_sweep_file_begin(&store->file, error);
    if (status != COVEY_OK)
        return status;
    return covey_sweep_file_end(&store->file, grow(store, text, grows, error), error);
}

// ---- Merging ----

covey_status covey_sweep_store_join(covey_sweep_store *store, covey_sweep_store_copy copy,
                                    void *context, covey_error *error)
{
    found has = {.plan = covey_sweep_plan_default()}, part = {.plan = covey_sweep_plan_default()};
    found sum = {.plan = covey_sweep_plan_default()};
    covey_sweep_moves moves = {0}, moved = {0};
    covey_error why = {0};
    bool all = true;
    covey_status status = read_found(&store->file, "SELECT plan FROM main.sweep", &has, error);
    if (status == COVEY_OK)
        status = read_found(&store->file, "SELECT plan FROM part.sweep", &part, error);
    if (status == COVEY_OK && strcmp(has.rest, part.rest) != 0)
        status = covey_sweep_store_same(&store->file, part.text, error);
    if (status == COVEY_OK)
        status = read_found(&store->file, "SELECT plan FROM main.sweep", &sum, error);
    if (status == COVEY_OK && covey_sweep_plan_add(&sum.plan, &part.plan, &why) != COVEY_OK) {
        status = covey_sweep_store_same(&store->file, part.text, error);
        status = status == COVEY_OK ? covey_fail(error, why.status, "%s", why.message) : status;
    }
    if (status == COVEY_OK)
        status = covey_sweep_moves_make(&has.plan, &sum.plan, &moves, &all, error);
    if (status == COVEY_OK && covey_sweep_runs(&sum.plan) > covey_sweep_runs(&has.plan)) {
        char *text = covey_sweep_plan_text_of(&sum.plan, has.rest);
        status = text == NULL ? covey_fail(error, COVEY_MEMORY, "no memory for the plan")
                              : become(store, &moves, text, error);
        free(text);
    }
    if (status == COVEY_OK)
        status = covey_sweep_moves_make(&part.plan, &sum.plan, &moved, &all, error);
    if (status == COVEY_OK)
        status = use_moves(store, &moved, error);
    if (status == COVEY_OK)
        status = copy(store, context, error);
    covey_sweep_moves_free(&moves);
    covey_sweep_moves_free(&moved);
    free_found(&has);
    free_found(&part);
    free_found(&sum);
    return status;
}
