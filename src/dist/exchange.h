// SPDX-License-Identifier: MIT
// Rows of agents on their way from rank to rank.
#ifndef COVEY_DIST_EXCHANGE_H
#define COVEY_DIST_EXCHANGE_H

#include "dist/rows.h"

#include <mpi.h>

/// Rows with the ranks that each goes to: copies of one row may go to several.
typedef struct covey_exchange {
    covey_rows rows;
    int *rank; ///< `rows.room`
    size_t room;
} covey_exchange;

void covey_exchange_free(covey_exchange *exchange);

/// Adds a row for a rank. False without memory.
bool covey_exchange_add(covey_exchange *exchange, const uint64_t *row, int rank);

/// Sends all rows, which are then none, and appends the rows that come to `to`: all ranks
/// call it. COVEY_MEMORY, on all ranks, if one of them has no memory, also where `failed` says so
/// beforehand; then nothing comes.
covey_status covey_exchange_send(MPI_Comm ranks, covey_exchange *exchange, bool failed,
                                 covey_rows *to, covey_error *error);

#endif
