// SPDX-License-Identifier: MIT
// Opens files of sweeps, and shares their runs among processes by leases.
#define _POSIX_C_SOURCE 200809L
#include "sweep/store.h"

#include "sweep/store_parts.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LEASE_S = 60, RENEW_S = 10, HOST = 64 };

// ---- Owners: HOST/PROCESS/TIME ----

static void name_host(char host[HOST])
{
    if (gethostname(host, HOST) != 0)
        (void)snprintf(host, HOST, "host");
    host[HOST - 1] = '\0';
    for (char *c = host; *c != '\0'; c++)
        if (*c == '/')
            *c = '_';
}

/// The time separates two processes with the same number.
static void name_owner(char owner[COVEY_SWEEP_OWNER])
{
    struct timespec now;
    char host[HOST];
    name_host(host);
    (void)clock_gettime(CLOCK_REALTIME, &now);
    (void)snprintf(owner, COVEY_SWEEP_OWNER, "%s/%ld/%lld.%09ld", host, (long)getpid(),
                   (long long)now.tv_sec, now.tv_nsec);
}

/// True if the owner was a process of this machine and there is none of its number any more. Other
/// processes that ended are known by their leases.
static bool has_ended(const char *owner)
{
    char host[HOST];
    name_host(host);
    size_t size = strlen(host);
    if (strncmp(owner, host, size) != 0 || owner[size] != '/')
        return false;
    long process = strtol(owner + size + 1, NULL, 10);
    return process > 0 && kill((pid_t)process, 0) != 0 && errno == ESRCH;
}

static void ended(sqlite3_context *context, int count, sqlite3_value **values)
{
    const unsigned char *owner = sqlite3_value_text(values[0]);
    (void)count;
    sqlite3_result_int(context, owner != NULL && has_ended((const char *)owner));
}

// ---- Opening ----

static covey_status create(covey_sweep_store *store, covey_error *error)
{
    // Without a log, so that the head of the file says from the first write on what it is.
    covey_status status = covey_sweep_file_begin(&store->file, error);
    if (status != COVEY_OK)
        return status;
    uint64_t tables;
    status = covey_sweep_file_tables(&store->file, &tables, error);
    if (status == COVEY_OK && tables == 0) // else another process was faster
        status = covey_sweep_file_mark(&store->file, error);
    if (status == COVEY_OK && tables == 0)
        status = covey_sweep_store_tables(store, error);
    return covey_sweep_file_end(&store->file, status, error);
}

covey_status covey_sweep_store_begin(covey_sweep_store *store, covey_error *error)
{
    const covey_sweep_file *file = &store->file;
    name_owner(store->owner);
    covey_status status = covey_sweep_file_layout(file, COVEY_ARG, error);
    if (status == COVEY_OK)
        status =
            covey_sweep_file_run(file, "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL", error);
    if (status == COVEY_OK && sqlite3_create_function(file->db, "ended", 1, SQLITE_UTF8, NULL,
                                                      ended, NULL, NULL) != SQLITE_OK)
        status = covey_sweep_file_fail(file, error);
    if (status == COVEY_OK)
        status = covey_sweep_file_prepare(file, "UPDATE work SET owner=?1,expires=?2 WHERE run=?3",
                                          &store->lease, error);
    if (status == COVEY_OK)
        status = covey_sweep_file_prepare(file, "SELECT count(*) FROM work", &store->left, error);
    if (status == COVEY_OK)
        status =
            covey_sweep_file_prepare(file, "DELETE FROM work WHERE run=?1", &store->forget, error);
    return status;
}

/// Prepares the statements by which runs are taken, breadth first.
static covey_status prepare_next(covey_sweep_store *store, covey_error *error)
{
    char sql[160];
    (void)snprintf(sql, sizeof sql,
                   "SELECT run FROM work WHERE owner IS NULL OR expires<?1 ORDER BY run%%%zu,run "
                   "LIMIT 1",
                   store->plan->seeds_count);
    covey_status status = covey_sweep_file_prepare(&store->file, sql, &store->next, error);
    if (status == COVEY_OK)
        status =
            covey_sweep_file_prepare(&store->file, "SELECT runs FROM sweep", &store->size, error);
    return status;
}

static covey_status open_whole(covey_sweep_store *store, bool grows, covey_error *error)
{
    uint64_t tables = 0;
    covey_status status = covey_sweep_file_open(&store->file, true, error);
    if (status == COVEY_OK)
        status = covey_sweep_file_tables(&store->file, &tables, error);
    if (status == COVEY_OK && tables == 0)
        status = create(store, error);
    if (status != COVEY_OK)
        return status;
    char *text = covey_sweep_plan_text(store->plan);
    if (text == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for the plan");
    status = covey_sweep_store_begin(store, error);
    if (status == COVEY_OK)
        status = covey_sweep_store_grow(store, text, grows, error);
    free(text);
    uint64_t part = 0, parts = 0;
    if (status == COVEY_OK)
        status = covey_sweep_file_whole(&store->file, "SELECT part FROM sweep", &part, error);
    if (status == COVEY_OK)
        status = covey_sweep_file_whole(&store->file, "SELECT parts FROM sweep", &parts, error);
    if (status == COVEY_OK && (part != store->plan->part || parts != store->plan->parts))
        return covey_fail(
            error, COVEY_ARG, "%.120s is for part %llu/%llu of the sweep, not %llu/%llu",
            store->file.path, (unsigned long long)part, (unsigned long long)parts,
            (unsigned long long)store->plan->part, (unsigned long long)store->plan->parts);
    if (status == COVEY_OK)
        status = prepare_next(store, error);
    return status == COVEY_OK ? covey_sweep_store_rows(store, error) : status;
}

covey_status covey_sweep_store_open(const char *path, const covey_sweep_plan *plan, bool grows,
                                    covey_sweep_store **store, covey_error *error)
{
    *store = calloc(1, sizeof **store);
    if (*store == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for the sweep");
    (*store)->file.path = path;
    (*store)->plan = plan;
    covey_status status = open_whole(*store, grows, error);
    if (status != COVEY_OK) {
        (void)covey_sweep_store_close(*store, NULL);
        *store = NULL;
    }
    return status;
}

covey_status covey_sweep_store_close(covey_sweep_store *store, covey_error *error)
{
    sqlite3_stmt *statements[] = {store->next,   store->lease, store->left,      store->size,
                                  store->forget, store->run,   store->statistic, store->series};
    for (size_t k = 0; k < sizeof statements / sizeof *statements; k++)
        (void)sqlite3_finalize(statements[k]);
    covey_status status = COVEY_OK;
    sqlite3_stmt *give = NULL;
    if (store->lease != NULL && store->file.db != NULL) {
        status = covey_sweep_file_prepare(
            &store->file, "UPDATE work SET owner=NULL,expires=NULL WHERE owner=?1", &give, error);
        if (status == COVEY_OK) {
            (void)sqlite3_bind_text(give, 1, store->owner, -1, SQLITE_STATIC);
            status = covey_sweep_file_do(&store->file, give, error);
            (void)sqlite3_finalize(give);
        }
    }
    if (store->file.db != NULL && sqlite3_close(store->file.db) != SQLITE_OK && status == COVEY_OK)
        status = covey_fail(error, COVEY_IO, "%.150s cannot be closed", store->file.path);
    free(store);
    return status;
}

// ---- Leases ----

static int64_t now_s(void)
{
    return (int64_t)time(NULL);
}

covey_status covey_sweep_store_free_ended(covey_sweep_store *store, covey_error *error)
{
    return covey_sweep_file_run(&store->file,
                                "UPDATE work SET owner=NULL,expires=NULL WHERE owner IN (SELECT "
                                "owner FROM (SELECT DISTINCT owner FROM work WHERE owner IS NOT "
                                "NULL) WHERE ended(owner))",
                                error);
}

/// Reads the number of a statement's row; UINT64_MAX for no row.
static covey_status ask(covey_sweep_store *store, sqlite3_stmt *statement, uint64_t *number,
                        covey_error *error)
{
    int result = sqlite3_step(statement);
    *number = result == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(statement, 0) : UINT64_MAX;
    covey_status status = COVEY_OK;
    if (result != SQLITE_ROW && result != SQLITE_DONE)
        status = covey_sweep_file_fail(&store->file, error);
    (void)sqlite3_reset(statement);
    return status;
}

covey_status covey_sweep_store_check(covey_sweep_store *store, covey_error *error)
{
    uint64_t runs = 0;
    covey_status status = ask(store, store->size, &runs, error);
    if (status == COVEY_OK && runs != covey_sweep_runs(store->plan))
        return covey_fail(error, COVEY_ARG,
                          "%.120s has grown by another command; give that command to go on",
                          store->file.path);
    return status;
}

static covey_status take(covey_sweep_store *store, uint64_t *number, uint64_t *left,
                         covey_error *error)
{
    covey_status status = covey_sweep_store_check(store, error);
    if (status == COVEY_OK)
        status = covey_sweep_store_free_ended(store, error);
    (void)sqlite3_bind_int64(store->next, 1, now_s());
    if (status == COVEY_OK)
        status = ask(store, store->next, number, error);
    if (status == COVEY_OK)
        status = ask(store, store->left, left, error);
    if (status != COVEY_OK || *number == UINT64_MAX)
        return status;
    (void)sqlite3_bind_text(store->lease, 1, store->owner, -1, SQLITE_STATIC);
    (void)sqlite3_bind_int64(store->lease, 2, now_s() + LEASE_S);
    (void)sqlite3_bind_int64(store->lease, 3, (int64_t)*number);
    return covey_sweep_file_do(&store->file, store->lease, error);
}

covey_status covey_sweep_store_take(covey_sweep_store *store, uint64_t *number, uint64_t *left,
                                    covey_error *error)
{
    *number = *left = UINT64_MAX;
    covey_status status = covey_sweep_file_begin(&store->file, error);
    if (status != COVEY_OK)
        return status;
    return covey_sweep_file_end(&store->file, take(store, number, left, error), error);
}

covey_status covey_sweep_store_renew(covey_sweep_store *store, covey_error *error)
{
    if (now_s() - store->renewed < RENEW_S)
        return COVEY_OK;
    store->renewed = now_s();
    sqlite3_stmt *renew;
    covey_status status = covey_sweep_file_prepare(
        &store->file, "UPDATE work SET expires=?1 WHERE owner=?2", &renew, error);
    if (status != COVEY_OK)
        return status;
    (void)sqlite3_bind_int64(renew, 1, now_s() + LEASE_S);
    (void)sqlite3_bind_text(renew, 2, store->owner, -1, SQLITE_STATIC);
    status = covey_sweep_file_do(&store->file, renew, error);
    (void)sqlite3_finalize(renew);
    return status;
}
