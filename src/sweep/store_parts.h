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
    sqlite3_stmt *next, *lease, *left, *size, *forget, *run, *statistic, *series;
};

/// Writes the tables of a plan and the runs that are left into an open transaction.
covey_status covey_sweep_store_tables(covey_sweep_store *store, covey_error *error);

/// Prepares the statements that put rows.
covey_status covey_sweep_store_rows(covey_sweep_store *store, covey_error *error);

/// Fails if the file's plan is not `text`, with the first line that differs.
covey_status covey_sweep_store_same(const covey_sweep_file *file, const char *text,
                                    covey_error *error);

/// Fails if the sweep has grown since this process opened it: numbers of runs are others then.
covey_status covey_sweep_store_check(covey_sweep_store *store, covey_error *error);

/// Frees runs of processes that ended.
covey_status covey_sweep_store_free_ended(covey_sweep_store *store, covey_error *error);

/// Makes the index by which runs are taken: all points with one seed, then with the next.
covey_status covey_sweep_store_breadth(covey_sweep_store *store, uint64_t seeds,
                                       covey_error *error);

/// The tables that are kept on request, and their rows of a run.
void covey_sweep_kept_tables(const covey_sweep_plan *plan, covey_words *sql);
covey_status covey_sweep_kept_put(covey_sweep_store *store, const covey_sweep_row *row,
                                  covey_error *error);

/// Fails if the file's plan is not `text`, or grows to it. COVEY_ARG, COVEY_LOCKED.
covey_status covey_sweep_store_grow(covey_sweep_store *store, const char *text, bool grows,
                                    covey_error *error);

/// Calls `each` for the tables that have rows of runs.
typedef covey_status (*covey_sweep_store_with)(covey_sweep_store *store, const char *table,
                                               covey_error *error);
covey_status covey_sweep_store_each(covey_sweep_store *store, covey_sweep_store_with each,
                                    covey_error *error);

/// Calls `copy` in an open transaction, with the plan of the attached part added to the file's; in
/// SQL, placed(run) is the number that a run of the part has in the file.
typedef covey_status (*covey_sweep_store_copy)(covey_sweep_store *store, void *context,
                                               covey_error *error);
covey_status covey_sweep_store_join(covey_sweep_store *store, covey_sweep_store_copy copy,
                                    void *context, covey_error *error);

/// Turns the log on, prepares statements, and frees runs of processes that ended.
covey_status covey_sweep_store_begin(covey_sweep_store *store, covey_error *error);

#endif
