// SPDX-License-Identifier: MIT
// The file of a sweep: a database of SQLite with a row for each run that is done, and the runs that
// are left. Several processes of one machine may work on it at a time: each takes runs by a lease,
// which a process that ended no longer renews. A run comes into the file in one transaction.
//
// Tables: `sweep` (the plan), `runs`, `statistics`, `series`, and `work`, the runs that are left,
// with their leases. All rows of a finished sweep follow from the plan alone.
#ifndef COVEY_SWEEP_STORE_H
#define COVEY_SWEEP_STORE_H

#include "stats/series.h"
#include "sweep/keep.h"
#include "sweep/plan.h"

typedef struct covey_sweep_store covey_sweep_store;

/// What a run came to.
typedef enum covey_sweep_outcome {
    COVEY_SWEEP_DONE,
    COVEY_SWEEP_DIVERGED, ///< numbers left their range
    COVEY_SWEEP_REFUSED,  ///< its values do not go together
} covey_sweep_outcome;

/// The statistics of a measure of a flock.
typedef struct covey_sweep_statistic {
    covey_series series;
    uint64_t discarded; ///< steps left out at the beginning
    bool settled;       ///< false: MSER-5 found no beginning that ends
} covey_sweep_statistic;

/// A run that is done.
typedef struct covey_sweep_row {
    uint64_t number;
    covey_sweep_outcome outcome;
    char message[256]; ///< "" unless it failed
    uint64_t steps, agents, hash;
    uint64_t flock_agents[COVEY_MAX_FLOCKS];
    size_t measures;                   ///< that are taken
    size_t samples;                    ///< times that they were taken
    size_t room;                       ///< for so many samples
    double *values;                    ///< [flock][measure][room]
    covey_sweep_statistic *statistics; ///< [flock][measure]
    bool stopped;                      ///< the plan's condition held at step `steps`
    covey_sweep_kept kept;
} covey_sweep_row;

/// Opens the file of a plan, or makes it. If `grows`, a file whose plan differs by fewer seeds,
/// values or random points alone takes the missing runs: its runs stay, with the numbers that they
/// have in the larger plan. COVEY_LOCKED while other processes work on it. COVEY_ARG if
/// it is a file of anything else, which stays as it is, or of another plan, with what differs;
/// COVEY_IO, COVEY_LOCKED, COVEY_MEMORY. *store is NULL on failure.
covey_status covey_sweep_store_open(const char *path, const covey_sweep_plan *plan, bool grows,
                                    covey_sweep_store **store, covey_error *error);

/// Gives leases back and closes. COVEY_IO.
covey_status covey_sweep_store_close(covey_sweep_store *store, covey_error *error);

/// Takes the first run that is left and free, also of a process that ended: all points with the
/// first seed, then with the next. COVEY_ARG if the sweep has grown meanwhile. *number is
/// UINT64_MAX if there is none; *left is the number of runs that are left, runs of others included.
covey_status covey_sweep_store_take(covey_sweep_store *store, uint64_t *number, uint64_t *left,
                                    covey_error *error);

/// Renews all leases of this process, if it is time to.
covey_status covey_sweep_store_renew(covey_sweep_store *store, covey_error *error);

/// Puts a run into the file, whole or not at all; a run that another process has put there stays.
covey_status covey_sweep_store_put(covey_sweep_store *store, const covey_sweep_row *row,
                                   covey_error *error);

/// Number of runs that ended so.
covey_status covey_sweep_store_count(covey_sweep_store *store, covey_sweep_outcome outcome,
                                     uint64_t *count, covey_error *error);

/// Number of runs of another results epoch than this covey's, or of none.
covey_status covey_sweep_store_strange(covey_sweep_store *store, uint64_t *count,
                                       covey_error *error);

/// Copies the rows of another part of the same sweep, in one transaction, or of one that differs by
/// seeds, values or random points alone: the sweep has those of both then. COVEY_ARG if it is of
/// another plan or no sweep. *added is their number.
covey_status covey_sweep_store_merge(covey_sweep_store *store, const char *path, uint64_t *added,
                                     covey_error *error);

/// Makes the file of a whole sweep with the plan of a part, to merge parts in; opens it if it is
/// there.
covey_status covey_sweep_store_merged(const char *path, const char *part, covey_sweep_store **store,
                                      covey_error *error);

#endif
