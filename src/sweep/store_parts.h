// SPDX-License-Identifier: MIT
// The inside of a store, which its files share.
#ifndef COVEY_SWEEP_STORE_PARTS_H
#define COVEY_SWEEP_STORE_PARTS_H

#include "sweep/file.h"
#include "sweep/store.h"
#include "sweep/words.h"

enum { COVEY_SWEEP_OWNER = 160 };

struct covey_sweep_store {
    covey_sweep_file file;
    const covey_sweep_plan *plan; ///< NULL: a file that is only merged into
    char owner[COVEY_SWEEP_OWNER];
    int64_t renewed; ///< seconds, when the leases were renewed last
    // Statements, prepared once.
    sqlite3_stmt *next, *lease, *left, *forget, *run, *statistic, *series;
};

/// Writes the tables of a plan and the runs that are left into an open transaction.
covey_status covey_sweep_store_tables(covey_sweep_store *store, covey_error *error);

/// Prepares the statements that put rows.
covey_status covey_sweep_store_rows(covey_sweep_store *store, covey_error *error);

/// Fails if the file's plan is not `text`, with the first line that differs.
covey_status covey_sweep_store_same(const covey_sweep_file *file, const char *text,
                                    covey_error *error);

/// Turns the log on, prepares statements, and frees runs of processes that ended.
covey_status covey_sweep_store_begin(covey_sweep_store *store, covey_error *error);

#endif
