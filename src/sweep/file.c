// SPDX-License-Identifier: MIT
// Opens and asks databases; a file that is no sweep is left alone.
#define _POSIX_C_SOURCE 200809L
#include "sweep/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAD = 100, APPLICATION_AT = 68, WAIT_MS = 60000 };

/// The head of a database (https://www.sqlite.org/fileformat2.html, 1.3) has the number of the
/// application in 4 bytes from 68 on. It is there from the first transaction on.
static covey_sweep_kind kind_of(const unsigned char *head, size_t size)
{
    static const char magic[16] = "SQLite format 3";
    if (size == 0)
        return COVEY_SWEEP_ABSENT;
    if (size < HEAD || memcmp(head, magic, sizeof magic) != 0)
        return COVEY_SWEEP_FOREIGN;
    const unsigned char *at = head + APPLICATION_AT;
    uint32_t application =
        (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | (uint32_t)at[3];
    return application == COVEY_SWEEP_APPLICATION ? COVEY_SWEEP_SWEEP : COVEY_SWEEP_FOREIGN;
}

covey_status covey_sweep_file_kind(const char *path, covey_sweep_kind *kind, covey_error *error)
{
    unsigned char head[HEAD];
    size_t size = 0;
    *kind = COVEY_SWEEP_ABSENT;
    struct stat is;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); // a pipe is not waited for
    if (file < 0 && errno == ENOENT)
        return COVEY_OK;
    if (file >= 0 && fstat(file, &is) == 0 && !S_ISREG(is.st_mode)) {
        (void)close(file);
        *kind = COVEY_SWEEP_FOREIGN;
        return COVEY_OK;
    }
    ssize_t got = file < 0 ? -1 : 1;
    while (got > 0 && size < sizeof head) {
        got = read(file, head + size, sizeof head - size);
        size += got > 0 ? (size_t)got : 0;
    }
    int why = errno;
    if (file >= 0)
        (void)close(file);
    if (got < 0)
        return covey_fail(error, COVEY_IO, "%.150s: %s", path, strerror(why));
    *kind = kind_of(head, size);
    return COVEY_OK;
}

covey_status covey_sweep_file_fail(const covey_sweep_file *file, covey_error *error)
{
    covey_status status = COVEY_IO;
    switch (sqlite3_errcode(file->db) & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        status = COVEY_LOCKED;
        break;
    case SQLITE_NOMEM:
        status = COVEY_MEMORY;
        break;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR: // a table is missing, or is not as it should be
        status = COVEY_INPUT;
        break;
    default:
        break;
    }
    const int code = sqlite3_errcode(file->db) & 0xff;
    if ((code == SQLITE_CANTOPEN || code == SQLITE_READONLY) && access(file->path, R_OK) == 0)
        return covey_fail(error, status,
                          "%.120s: its folder cannot be written, and a sweep is read with files "
                          "beside it: copy it elsewhere",
                          file->path);
    int why = status == COVEY_IO ? sqlite3_system_errno(file->db) : 0;
    return covey_fail(error, status, "%.120s: %.60s%s%.50s", file->path, sqlite3_errmsg(file->db),
                      why != 0 ? ": " : "", why != 0 ? strerror(why) : "");
}

covey_status covey_sweep_file_mark(const covey_sweep_file *file, covey_error *error)
{
    char head[96];
    (void)snprintf(head, sizeof head, "PRAGMA application_id=%d;PRAGMA user_version=%d",
                   COVEY_SWEEP_APPLICATION, COVEY_SWEEP_LAYOUT);
    return covey_sweep_file_run(file, head, error);
}

/// Fails for a schema that is more than tables of rows and their indexes.
static covey_status check_schema(const covey_sweep_file *file, covey_error *error)
{
    uint64_t others = 0;
    covey_status status = covey_sweep_file_whole(
        file,
        "SELECT count(*) FROM sqlite_master WHERE type NOT IN ('table','index') OR sql LIKE "
        "'CREATE VIRTUAL%'",
        &others, error);
    if (status == COVEY_OK && others > 0)
        return covey_fail(error, COVEY_INPUT,
                          "%.150s has views, triggers or virtual tables, as no sweep has",
                          file->path);
    return status;
}

covey_status covey_sweep_file_layout(const covey_sweep_file *file, covey_status other,
                                     covey_error *error)
{
    uint64_t layout;
    covey_status status = covey_sweep_file_whole(file, "PRAGMA user_version", &layout, error);
    if (status == COVEY_OK && layout == 0) // written with the first tables, after the file is made
        return covey_fail(error, other, "%.120s has only begun: it has no runs yet", file->path);
    if (status == COVEY_OK && layout != COVEY_SWEEP_LAYOUT)
        return covey_fail(error, other, "%.120s is of another version of covey (layout %llu)",
                          file->path, (unsigned long long)layout);
    return status;
}

covey_status covey_sweep_file_open(covey_sweep_file *file, bool writes, covey_error *error)
{
    covey_sweep_kind kind;
    covey_status status = covey_sweep_file_kind(file->path, &kind, error);
    if (status == COVEY_OK && kind == COVEY_SWEEP_FOREIGN)
        return covey_fail(error, writes ? COVEY_ARG : COVEY_INPUT,
                          "%.150s is no file of a sweep; it is left as it is", file->path);
    if (status == COVEY_OK && kind == COVEY_SWEEP_ABSENT && !writes)
        return covey_fail(error, COVEY_IO, "%.150s: there is no sweep in it", file->path);
    if (status != COVEY_OK)
        return status;
    // Also a reader writes beside the file: it may have to finish the work of a killed process.
    int flags = SQLITE_OPEN_READWRITE | (writes ? SQLITE_OPEN_CREATE : 0);
    int result = sqlite3_open_v2(file->path, &file->db, flags, NULL);
    if ((result & 0xff) == SQLITE_CANTOPEN && !writes) {
        (void)sqlite3_close(file->db);
        result = sqlite3_open_v2(file->path, &file->db, SQLITE_OPEN_READONLY, NULL);
    }
    if (result != SQLITE_OK) {
        status = covey_sweep_file_fail(file, error);
        (void)sqlite3_close(file->db);
        file->db = NULL;
        return status;
    }
    (void)sqlite3_busy_timeout(file->db, WAIT_MS);
    (void)sqlite3_extended_result_codes(file->db, 1);
    (void)sqlite3_db_config(file->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    status = check_schema(file, error);
    if (status == COVEY_OK && !writes)
        status = covey_sweep_file_layout(file, COVEY_INPUT, error);
    if (status != COVEY_OK) {
        (void)sqlite3_close(file->db);
        file->db = NULL;
    }
    return status;
}

covey_status covey_sweep_file_run(const covey_sweep_file *file, const char *sql, covey_error *error)
{
    if (sqlite3_exec(file->db, sql, NULL, NULL, NULL) != SQLITE_OK)
        return covey_sweep_file_fail(file, error);
    return COVEY_OK;
}

covey_status covey_sweep_file_prepare(const covey_sweep_file *file, const char *sql,
                                      sqlite3_stmt **statement, covey_error *error)
{
    if (sqlite3_prepare_v2(file->db, sql, -1, statement, NULL) != SQLITE_OK)
        return covey_sweep_file_fail(file, error);
    return COVEY_OK;
}

covey_status covey_sweep_file_do(const covey_sweep_file *file, sqlite3_stmt *statement,
                                 covey_error *error)
{
    int result = sqlite3_step(statement);
    covey_status status = COVEY_OK;
    if (result != SQLITE_DONE && result != SQLITE_ROW)
        status = covey_sweep_file_fail(file, error);
    (void)sqlite3_reset(statement);
    return status;
}

covey_status covey_sweep_file_begin(const covey_sweep_file *file, covey_error *error)
{
    return covey_sweep_file_run(file, "BEGIN IMMEDIATE", error);
}

covey_status covey_sweep_file_end(const covey_sweep_file *file, covey_status status,
                                  covey_error *error)
{
    if (status == COVEY_OK)
        status = covey_sweep_file_run(file, "COMMIT", error);
    if (status != COVEY_OK)
        (void)sqlite3_exec(file->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

/// Takes the first row of a question, which is finalized later; COVEY_INPUT if there is none.
static covey_status ask(const covey_sweep_file *file, const char *sql, sqlite3_stmt **statement,
                        covey_error *error)
{
    *statement = NULL;
    covey_status status = covey_sweep_file_prepare(file, sql, statement, error);
    if (status != COVEY_OK)
        return status;
    int result = sqlite3_step(*statement);
    if (result == SQLITE_DONE)
        return covey_fail(error, COVEY_INPUT, "%.150s is not whole: a row is missing", file->path);
    return result == SQLITE_ROW ? COVEY_OK : covey_sweep_file_fail(file, error);
}

covey_status covey_sweep_file_whole(const covey_sweep_file *file, const char *sql, uint64_t *value,
                                    covey_error *error)
{
    sqlite3_stmt *statement;
    covey_status status = ask(file, sql, &statement, error);
    if (status == COVEY_OK)
        *value = (uint64_t)sqlite3_column_int64(statement, 0);
    (void)sqlite3_finalize(statement);
    return status;
}

covey_status covey_sweep_file_text(const covey_sweep_file *file, const char *sql, char **text,
                                   covey_error *error)
{
    sqlite3_stmt *statement;
    covey_status status = ask(file, sql, &statement, error);
    const char *has = (const char *)sqlite3_column_text(statement, 0);
    *text = NULL;
    if (status == COVEY_OK && has == NULL)
        status =
            covey_fail(error, COVEY_INPUT, "%.150s is not whole: a text is missing", file->path);
    if (status == COVEY_OK && (*text = strdup(has)) == NULL)
        status = covey_fail(error, COVEY_MEMORY, "no memory for a text of %.150s", file->path);
    (void)sqlite3_finalize(statement);
    return status;
}

covey_status covey_sweep_file_tables(const covey_sweep_file *file, uint64_t *tables,
                                     covey_error *error)
{
    return covey_sweep_file_whole(file, "SELECT count(*) FROM sqlite_master", tables, error);
}
