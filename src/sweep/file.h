// SPDX-License-Identifier: MIT
// SQLite for the files of this room: statements, errors, and how a file is known to be a sweep.
#ifndef COVEY_SWEEP_FILE_H
#define COVEY_SWEEP_FILE_H

#include "covey/base.h"

#include <sqlite3.h>

/// "covy", in the head of the file, and the layout of its tables.
enum { COVEY_SWEEP_APPLICATION = 0x636f7679, COVEY_SWEEP_LAYOUT = 1 };

/// A database and the path that messages name.
typedef struct covey_sweep_file {
    sqlite3 *db;
    const char *path;
} covey_sweep_file;

/// What a path leads to, found without SQLite, so that no byte of another program's file changes.
typedef enum covey_sweep_kind {
    COVEY_SWEEP_ABSENT, ///< no file, or an empty one
    COVEY_SWEEP_SWEEP,
    COVEY_SWEEP_FOREIGN,
} covey_sweep_kind;

/// COVEY_IO if it cannot be read.
covey_status covey_sweep_file_kind(const char *path, covey_sweep_kind *kind, covey_error *error);

/// Opens a file that is a sweep or absent. On failure nothing is open. COVEY_ARG for a foreign one,
/// COVEY_INPUT for one with views, triggers or virtual tables, by which a file could do as it
/// likes.
covey_status covey_sweep_file_open(covey_sweep_file *file, bool writes, covey_error *error);

/// Fails with the last message of SQLite and the status that fits to it.
covey_status covey_sweep_file_fail(const covey_sweep_file *file, covey_error *error);

/// Runs statements without results.
covey_status covey_sweep_file_run(const covey_sweep_file *file, const char *sql,
                                  covey_error *error);

/// Fails with `other` for a file that another version laid out otherwise.
covey_status covey_sweep_file_layout(const covey_sweep_file *file, covey_status other,
                                     covey_error *error);

/// Writes into the head of the file that it is a sweep.
covey_status covey_sweep_file_mark(const covey_sweep_file *file, covey_error *error);

/// Prepares a statement.
covey_status covey_sweep_file_prepare(const covey_sweep_file *file, const char *sql,
                                      sqlite3_stmt **statement, covey_error *error);

/// Carries out a statement that has no results, and makes it ready for the next time.
covey_status covey_sweep_file_do(const covey_sweep_file *file, sqlite3_stmt *statement,
                                 covey_error *error);

/// Begins a transaction that writes; ends it well, or takes it back if `status` is a failure, and
/// returns the first failure.
covey_status covey_sweep_file_begin(const covey_sweep_file *file, covey_error *error);
covey_status covey_sweep_file_end(const covey_sweep_file *file, covey_status status,
                                  covey_error *error);

/// Reads one whole number; COVEY_INPUT if there is no row.
covey_status covey_sweep_file_whole(const covey_sweep_file *file, const char *sql, uint64_t *value,
                                    covey_error *error);

/// Reads one text, which the caller frees; COVEY_INPUT if there is none. *text is NULL on failure.
covey_status covey_sweep_file_text(const covey_sweep_file *file, const char *sql, char **text,
                                   covey_error *error);

/// Number of tables: 0 for a new file, and for one that a killed process began.
covey_status covey_sweep_file_tables(const covey_sweep_file *file, uint64_t *tables,
                                     covey_error *error);

#endif
