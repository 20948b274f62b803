// SPDX-License-Identifier: MIT
#include "dist/exchange.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void covey_exchange_free(covey_exchange *exchange)
{
    covey_rows_free(&exchange->rows);
    free(exchange->rank);
    exchange->rank = NULL;
    exchange->room = 0;
}

bool covey_exchange_add(covey_exchange *exchange, const uint64_t *row, int rank)
{
    if (exchange->rows.count == exchange->room) {
        size_t room = 2 * exchange->room + 64;
        int *grown = realloc(exchange->rank, room * sizeof *grown);
        if (grown == NULL)
            return false;
        exchange->rank = grown;
        exchange->room = room;
    }
    exchange->rank[exchange->rows.count] = rank;
    return covey_rows_add(&exchange->rows, row, 1);
}

/// Counts and places, in rows, of a message to or from each rank.
typedef struct mail {
    int ranks;
    int *count, *begin; ///< of `ranks` each, in one block
    size_t all;
} mail;

static bool take_mail(mail *self, int ranks)
{
    self->ranks = ranks;
    self->count = calloc(2 * (size_t)ranks, sizeof *self->count);
    self->begin = self->count != NULL ? self->count + ranks : NULL;
    return self->count != NULL;
}

/// Sets the places from the counts. False if there is more than a message can hold.
static bool add_up(mail *self)
{
    self->all = 0;
    for (int k = 0; k < self->ranks; k++) {
        self->begin[k] = self->all < INT_MAX ? (int)self->all : INT_MAX;
        self->all += (size_t)self->count[k];
    }
    return self->all < INT_MAX;
}

/// The rows in the order of the ranks that they go to.
static uint64_t *sort_rows(const covey_exchange *exchange, const mail *out)
{
    const covey_rows *rows = &exchange->rows;
    uint64_t *sorted = malloc((rows->count * rows->width + 1) * sizeof *sorted);
    int *next = malloc(((size_t)out->ranks + 1) * sizeof *next);
    if (sorted != NULL && next != NULL) {
        memcpy(next, out->begin, (size_t)out->ranks * sizeof *next);
        for (size_t k = 0; k < rows->count; k++)
            memcpy(sorted + (size_t)next[exchange->rank[k]]++ * rows->width, covey_rows_at(rows, k),
                   rows->width * sizeof *sorted);
    } else {
        free(sorted);
        sorted = NULL;
    }
    free(next);
    return sorted;
}

/// True if it is on all ranks.
static bool all_good(MPI_Comm ranks, bool good)
{
    int mine = good, all;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, ranks);
    return all != 0;
}

/// A type of MPI for rows, so that messages are counted in rows.
static MPI_Datatype type_of_row(size_t width)
{
    MPI_Datatype row;
    MPI_Type_contiguous((int)width, MPI_UINT64_T, &row);
    MPI_Type_commit(&row);
    return row;
}

static covey_status no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "a rank has no memory for agents of others");
}

covey_status covey_exchange_send(MPI_Comm ranks, covey_exchange *exchange, bool failed,
                                 covey_rows *to, covey_error *error)
{
    int count;
    mail out = {0}, in = {0};
    MPI_Comm_size(ranks, &count);
    bool good = take_mail(&out, count) && take_mail(&in, count) && !failed;
    for (size_t k = 0; k < exchange->rows.count && good; k++)
        out.count[exchange->rank[k]]++;
    uint64_t *sorted = good && add_up(&out) ? sort_rows(exchange, &out) : NULL;
    good = all_good(ranks, sorted != NULL);
    if (good) {
        MPI_Alltoall(out.count, 1, MPI_INT, in.count, 1, MPI_INT, ranks);
        good = all_good(ranks, add_up(&in) && covey_rows_reserve(to, to->count + in.all));
    }
    if (good) {
        MPI_Datatype row = type_of_row(to->width);
        MPI_Alltoallv(sorted, out.count, out.begin, row, covey_rows_at(to, to->count), in.count,
                      in.begin, row, ranks);
        MPI_Type_free(&row);
        to->count += in.all;
    }
    exchange->rows.count = 0;
    free(sorted);
    free(out.count);
    free(in.count);
    return good ? COVEY_OK : no_memory(error);
}
