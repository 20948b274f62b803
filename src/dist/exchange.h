// SPDX-License-Identifier: MIT
// Rows of agents on their way from rank to rank.
#ifndef COVEY_DIST_EXCHANGE_H
#define COVEY_DIST_EXCHANGE_H

#include "dist/rows.h"

#include <mpi.h>

/// Rows with the ranks that each goes to: copies of one row may go to several.
typedef struct covey_parcels {
    covey_rows rows;
    int *rank; ///< `rows.room`
    size_t room;
} covey_parcels;

void covey_parcels_free(covey_parcels *parcels);

/// Adds a row for a rank. False without memory.
bool covey_parcels_add(covey_parcels *parcels, const uint64_t *row, int rank);

/// Sends all parcels, which are then none, and appends the parcels that come to `to`: all ranks
/// call it. COVEY_MEMORY, on all ranks, if one of them has no memory, also where `failed` says so
/// beforehand; then nothing comes.
covey_status covey_exchange(MPI_Comm ranks, covey_parcels *parcels, bool failed, covey_rows *to,
                            covey_error *error);

#endif
