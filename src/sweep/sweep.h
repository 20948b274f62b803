// SPDX-License-Identifier: MIT
// Carries out a sweep: threads take runs from its file, one run a thread, until none is left.
#ifndef COVEY_SWEEP_SWEEP_H
#define COVEY_SWEEP_SWEEP_H

#include "covey/world.h"
#include "sweep/store.h"

typedef struct covey_sweep_def {
    const covey_sweep_plan *plan;
    covey_sweep_store *store;
    int threads;
    covey_kernel_kind kernel;
    bool (*stop)(void *context); ///< asked after each step; true ends the sweep. From any thread
    /// Gets the number of runs that are done, of all parts of this file. Never called from two
    /// threads at a time.
    void (*watch)(void *context, uint64_t done, uint64_t total);
    void *context;
} covey_sweep_def;

/// Runs until all runs of this part are in the file, also runs that other processes have taken: it
/// waits for them. COVEY_INTERRUPTED if `stop` ended it; COVEY_MEMORY, COVEY_SYSTEM, COVEY_IO,
/// COVEY_LOCKED: each run is in the file whole or not at all, and the same call goes on.
covey_status covey_sweep_go(const covey_sweep_def *def, covey_error *error);

/// Carries out one run without the file, and fills in its row; free with covey_sweep_row_free().
/// A run that diverges or is refused is a row, too, and COVEY_OK.
covey_status covey_sweep_run(const covey_sweep_def *def, uint64_t number, covey_sweep_row *row,
                             covey_error *error);
void covey_sweep_row_free(covey_sweep_row *row);

#endif
