// SPDX-License-Identifier: MIT
// Hands the agents of all ranks to rank 0 in the order of their ids, a block of ids at a time: so a
// frame is written that is never whole in the memory of a rank.
#include "base/heap_sort.h"
#include "dist/inside.h"

#include <stdlib.h>
#include <string.h>

enum {
    TAG_BLOCK = 5,
    BLOCK = 1 << 17, ///< ids
};

/// A flock on its way.
typedef struct stream {
    covey_dist *dist;
    int flock;
    size_t width;   ///< words of a row
    void *order;    ///< of the agents of this rank, by id
    size_t at;      ///< agents of it that have been handed over
    uint64_t *out;  ///< rows of this rank in a block
    uint64_t *in;   ///< of all ranks, on rank 0, a place for each id
    bool *is_there; ///< which places of `in` are taken
} stream;

static void give_room(stream *self)
{
    free(self->order);
    free(self->out);
    free(self->in);
    free(self->is_there);
}

static covey_status take_room(stream *self, covey_error *error)
{
    covey_dist *dist = self->dist;
    const covey_state *state = covey_dist_state(dist, self->flock);
    size_t mine = state->count, most = mine < BLOCK ? mine : BLOCK;
    bool first = dist->rank == 0;
    self->width = covey_part_ghost_width(dist->world, self->flock);
    self->order = malloc((2 * mine + 1) * sizeof *state->id);
    self->out = malloc(((first ? BLOCK : most) + 1) * self->width * sizeof *self->out);
    self->in = first ? malloc(BLOCK * self->width * sizeof *self->in) : NULL;
    self->is_there = first ? malloc(BLOCK * sizeof *self->is_there) : NULL;
    bool good = self->order != NULL && self->out != NULL &&
                (!first || (self->in != NULL && self->is_there != NULL));
    if (good)
        covey_id_order(state->id, mine, self->order,
                       (char *)self->order + mine * sizeof *state->id);
    return covey_dist_merge(dist, good ? COVEY_OK : covey_dist_no_memory(error));
}

/// The lowest id that no rank has handed over yet, UINT64_MAX if there is none or one rank has
/// failed.
static uint64_t next_id(const stream *self, bool failed)
{
    const covey_dist *dist = self->dist;
    const covey_state *state = covey_dist_state(dist, self->flock);
    uint64_t word[2] = {UINT64_MAX, !failed};
    if (self->at < state->count)
        word[0] = state->id[covey_id_order_at(self->order, self->at)];
    MPI_Allreduce(MPI_IN_PLACE, word, 2, MPI_UINT64_T, MPI_MIN, dist->comm);
    return word[1] != 0 ? word[0] : UINT64_MAX;
}

/// Packs the agents of this rank whose ids are below `end`. Returns their number.
static size_t pack(stream *self, uint64_t end)
{
    const covey_dist *dist = self->dist;
    const covey_state *state = covey_dist_state(dist, self->flock);
    size_t count = 0;
    for (; self->at < state->count; self->at++, count++) {
        size_t i = covey_id_order_at(self->order, self->at);
        if (state->id[i] >= end)
            break;
        covey_part_pack_one(dist->world, self->flock, i, self->width,
                            self->out + count * self->width);
    }
    return count;
}

/// Puts the rows in `out` to the places of their ids, the first of which is `begin`.
static void place(stream *self, uint64_t begin, size_t count)
{
    const size_t width = self->width;
    for (size_t k = 0; k < count; k++) {
        const uint64_t *row = self->out + k * width;
        size_t slot = (size_t)(row[0] - begin);
        memcpy(self->in + slot * width, row, width * sizeof *row);
        self->is_there[slot] = true;
    }
}

/// Receives the rows of other ranks, and closes the gaps of ids that are not there. Returns the
/// number of rows.
static size_t collect(stream *self, uint64_t begin, size_t mine)
{
    covey_dist *dist = self->dist;
    size_t all = 0;
    memset(self->is_there, 0, BLOCK * sizeof *self->is_there);
    place(self, begin, mine);
    for (int from = 1; from < dist->ranks; from++) {
        MPI_Status about;
        int words;
        MPI_Recv(self->out, (int)(BLOCK * self->width), MPI_UINT64_T, from, TAG_BLOCK, dist->comm,
                 &about);
        MPI_Get_count(&about, MPI_UINT64_T, &words);
        place(self, begin, (size_t)words / self->width);
    }
    for (size_t slot = 0; slot < BLOCK; slot++)
        if (self->is_there[slot]) {
            memmove(self->in + all * self->width, self->in + slot * self->width,
                    self->width * sizeof *self->in);
            all++;
        }
    return all;
}

static covey_status stream_flock(stream *self, const covey_run_taker *taker, covey_error *error)
{
    covey_dist *dist = self->dist;
    covey_status status = take_room(self, error), mine = COVEY_OK;
    uint64_t begin = 0;
    while (status == COVEY_OK && (begin = next_id(self, mine != COVEY_OK)) != UINT64_MAX) {
        size_t count = pack(self, begin + BLOCK);
        if (dist->rank == 0)
            mine = taker->take(taker->context, self->flock, self->in, collect(self, begin, count),
                               error);
        else
            MPI_Send(self->out, (int)(count * self->width), MPI_UINT64_T, 0, TAG_BLOCK, dist->comm);
    }
    give_room(self);
    return status == COVEY_OK ? mine : status;
}

covey_status covey_dist_stream(void *context, const covey_run_taker *taker, covey_error *error)
{
    covey_dist *self = context;
    covey_status status = COVEY_OK;
    covey_dist_part(self);
    for (int f = 0; f < covey_dist_flocks(self); f++) {
        stream each = {.dist = self, .flock = f};
        status = covey_dist_merge(self, stream_flock(&each, taker, error));
        if (status != COVEY_OK)
            break;
    }
    return status;
}
