// SPDX-License-Identifier: MIT
// Looks at the whole: the agents of all ranks come to rank 0, or to all, a few at a time.
#include "dist/inside.h"

#include <stdlib.h>

enum {
    TAG_GATHER = 3,
    MOST_ROWS = 1 << 14, ///< of one message
};

/// Agents of one rank on their way.
typedef struct passage {
    covey_dist *dist;
    int flock;
    size_t width;
    uint64_t *rows;
} passage;

/// Passes on agents of rank `from`, which has them at its index `begin`.
static void pass(passage *self, int from, bool all, size_t begin, size_t count)
{
    covey_dist *dist = self->dist;
    int words = (int)(count * self->width);
    if (dist->rank == from)
        covey_part_pack(dist->world, self->flock, begin, begin + count, self->rows);
    if (all)
        MPI_Bcast(self->rows, words, MPI_UINT64_T, from, dist->comm);
    else if (dist->rank == from)
        MPI_Send(self->rows, words, MPI_UINT64_T, 0, TAG_GATHER, dist->comm);
    else
        MPI_Recv(self->rows, words, MPI_UINT64_T, from, TAG_GATHER, dist->comm, MPI_STATUS_IGNORE);
    if (dist->rank != from && !dist->failed)
        (void)covey_part_add(dist->world, self->flock, self->rows, count, self->width);
}

static void pass_flock(passage *self, const uint64_t *count, bool all)
{
    covey_dist *dist = self->dist;
    for (int from = 0; from < dist->ranks; from++) {
        bool takes_part = all || dist->rank == 0 || dist->rank == from;
        bool is_root = from == 0 && !all;
        for (uint64_t begin = 0; begin < count[from] && takes_part && !is_root;) {
            uint64_t left = count[from] - begin, some = left < MOST_ROWS ? left : MOST_ROWS;
            pass(self, from, all, begin, some);
            begin += some;
        }
    }
}

static uint64_t sum(const uint64_t *count, int ranks)
{
    uint64_t all = 0;
    for (int k = 0; k < ranks; k++)
        all += count[k];
    return all;
}

covey_status covey_dist_gather(covey_dist *self, bool all, covey_error *error)
{
    bool good = true;
    if (self->whole)
        return COVEY_OK;
    for (int f = 0; f < covey_dist_flocks(self) && good; f++) {
        passage each = {.dist = self, .flock = f, .width = covey_part_width(self->world, f)};
        uint64_t mine = covey_dist_state(self, f)->count;
        uint64_t *count = malloc((size_t)self->ranks * sizeof *count);
        each.rows = malloc(MOST_ROWS * each.width * sizeof *each.rows);
        good = covey_dist_merge(
                   self, count != NULL && each.rows != NULL ? COVEY_OK : COVEY_MEMORY) == COVEY_OK;
        if (good) {
            MPI_Allgather(&mine, 1, MPI_UINT64_T, count, 1, MPI_UINT64_T, self->comm);
            if (all || self->rank == 0)
                (void)covey_dist_reserve(self, f, sum(count, self->ranks) - mine);
            pass_flock(&each, count, all);
        }
        free(count);
        free(each.rows);
    }
    self->whole = true;
    if (good && (all || self->rank == 0))
        covey_part_take(self->world, NULL);
    good = good && !self->failed;
    return covey_dist_merge(self, good ? COVEY_OK : covey_dist_no_memory(error));
}

void covey_dist_part(covey_dist *self)
{
    if (!self->whole || self->ranks == 1)
        return;
    self->whole = false;
    if (!self->world->has_part)
        covey_dist_keep_owned(self);
    covey_part_take(self->world, &self->part);
    for (int f = 0; f < covey_dist_flocks(self); f++)
        (void)covey_dist_shrink(self, f);
}
