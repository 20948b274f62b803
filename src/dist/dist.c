// SPDX-License-Identifier: MIT
// The engine of a run on several ranks: its beginning and end, looks at the whole, hashes.
#include "core/bodies.h"
#include "dist/inside.h"

#include <float.h>
#include <stdlib.h>

int covey_dist_flocks(const covey_dist *self)
{
    return covey_world_flocks(self->world);
}

covey_state *covey_dist_state(const covey_dist *self, int flock)
{
    return &self->world->flock[flock]->state;
}

covey_status covey_dist_no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "a rank has no memory for its agents");
}

covey_status covey_dist_merge(covey_dist *self, covey_status status)
{
    int mine = (int)status, all;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MAX, self->comm);
    self->stats.heard = self->stats.heard || (mine == (int)COVEY_OK && all != (int)COVEY_OK);
    return (covey_status)all;
}

// ---- The run ----

/// All ranks have all agents: each keeps a share of them, for the first cut.
static void take_share(covey_dist *self)
{
    for (int f = 0; f < covey_dist_flocks(self); f++) {
        size_t count = covey_dist_state(self, f)->count;
        size_t from = count * (size_t)self->rank / (size_t)self->ranks;
        size_t to = count * ((size_t)self->rank + 1) / (size_t)self->ranks;
        for (size_t i = count; i-- > 0;)
            if (i < from || i >= to)
                covey_part_drop(self->world, f, i);
    }
}

/// What follows from the flocks that the world has.
static covey_status take_world(covey_dist *self, covey_world *world, covey_error *error)
{
    bool good = true;
    self->world = world;
    self->near_known = false; // it knows the space of the world
    if (self->merger.op != MPI_OP_NULL)
        covey_merger_destroy(&self->merger);
    self->merger = covey_merger_create(covey_dist_flocks(self));
    for (int f = 0; f < covey_dist_flocks(self); f++) {
        covey_index *index = &world->flock[f]->index;
        good = good && covey_dist_take_blocks(self, f);
        // A rank knows of its own ids; ids that are given later are above all.
        MPI_Allreduce(MPI_IN_PLACE, &index->next, 1, MPI_UINT64_T, MPI_MAX, self->comm);
    }
    good = good && covey_bodies_make_room(world) == COVEY_OK;
    return covey_dist_merge(self, good ? COVEY_OK : covey_dist_no_memory(error));
}

/// The first boxes, from the agents that each rank was given.
static covey_status cut_first(covey_dist *self, covey_error *error)
{
    covey_part_take(self->world, &self->part);
    if (self->world->slice.of == 0)
        take_share(self);
    covey_dist_measure(self);
    covey_dist_tell_totals(self);
    covey_points points;
    bool taken = covey_dist_take_points(self, false, &points);
    covey_status status = covey_dist_cut(self, taken, &points, error);
    if (status == COVEY_OK)
        status = covey_dist_find_near(self, error);
    if (status == COVEY_OK)
        status = covey_dist_migrate(self, error);
    for (int f = 0; f < covey_dist_flocks(self) && status == COVEY_OK; f++)
        (void)covey_dist_shrink(self, f); // the next step reports a lack of memory
    return status;
}

static covey_status begin(void *context, covey_world *world, covey_error *error)
{
    covey_dist *self = context;
    bool again = self->world != NULL;
    self->whole = self->whole || self->ranks == 1;
    covey_status status = take_world(self, world, error);
    if (status == COVEY_OK && self->ranks == 1)
        return COVEY_OK;
    if (status != COVEY_OK || !again)
        return status == COVEY_OK ? cut_first(self, error) : status;
    covey_dist_part(self);
    covey_dist_tell_totals(self);
    return COVEY_OK;
}

static covey_status gather(void *context, covey_error *error)
{
    covey_dist *self = context;
    covey_dist_part(self); // after a look, one rank has them all
    return covey_dist_gather(self, true, error);
}

static covey_status look(void *context, covey_error *error)
{
    return covey_dist_gather(context, false, error);
}

static uint64_t hash(void *context)
{
    covey_dist *self = context;
    bool counts = !self->whole || self->rank == 0;
    uint64_t sum = counts ? covey_world_hash(self->world) : 0;
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, self->comm);
    return sum;
}

static uint64_t count(void *context, int flock)
{
    const covey_dist *self = context;
    return self->ranks == 1 ? covey_dist_state(self, flock)->count : self->part.total[flock].count;
}

static uint64_t agents(void *context)
{
    const covey_dist *self = context;
    uint64_t all = 0;
    for (int f = 0; f < covey_dist_flocks(self); f++)
        all += count(context, f);
    return all;
}

static void part(void *context)
{
    covey_dist_part(context);
}

static void collect(void *context, const uint64_t *mine, int count, uint64_t *all)
{
    const covey_dist *self = context;
    MPI_Gather(mine, count, MPI_UINT64_T, all, count, MPI_UINT64_T, 0, self->comm);
}

static uint64_t tell(void *context, uint64_t word)
{
    const covey_dist *self = context;
    MPI_Bcast(&word, 1, MPI_UINT64_T, 0, self->comm);
    return word;
}

static covey_status agree(void *context, covey_status status)
{
    // An interruption counts less than a failure, and more than nothing.
    covey_dist *self = context;
    int mine = status == COVEY_INTERRUPTED ? 1 : status == COVEY_OK ? 0 : 1 + (int)status, all;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MAX, self->comm);
    self->stats.heard = self->stats.heard || (mine <= 1 && all > 1);
    return all == 0 ? COVEY_OK : all == 1 ? COVEY_INTERRUPTED : (covey_status)(all - 1);
}

covey_dist *covey_dist_create(MPI_Comm ranks, const covey_dist_def *def)
{
    covey_dist *self = calloc(1, sizeof *self);
    if (self == NULL)
        return NULL;
    self->def = *def;
    MPI_Comm_dup(ranks, &self->comm);
    MPI_Comm_set_errhandler(self->comm, MPI_ERRORS_RETURN);
    self->messages.ranks = self->comm;
    self->merger.op = MPI_OP_NULL;
    MPI_Comm_rank(ranks, &self->rank);
    MPI_Comm_size(ranks, &self->ranks);
    self->box = calloc((size_t)self->ranks, sizeof *self->box);
    self->engine = (covey_run_engine){.context = self,
                                      .writes = self->rank == 0,
                                      .slice = {self->rank, self->ranks > 1 ? self->ranks : 0},
                                      .begin = begin,
                                      .gather = gather,
                                      .step = covey_dist_step,
                                      .look = look,
                                      .stream = covey_dist_stream,
                                      .part = part,
                                      .collect = collect,
                                      .count = count,
                                      .tell = tell,
                                      .hash = hash,
                                      .agents = agents,
                                      .agree = agree};
    if (self->box == NULL) {
        covey_dist_destroy(self);
        return NULL;
    }
    return self;
}

void covey_dist_destroy(covey_dist *self)
{
    if (self == NULL)
        return;
    for (int f = 0; f < COVEY_MAX_FLOCKS; f++) {
        free(self->block[f]);
        free(self->marks[f]);
    }
    covey_exchange_free(&self->exchange);
    covey_messages_free(&self->messages);
    covey_borders_free(&self->near);
    covey_owned_cells_free(&self->cells);
    if (self->merger.op != MPI_OP_NULL)
        covey_merger_destroy(&self->merger);
    MPI_Comm_free(&self->comm);
    free(self->box);
    free(self);
}

const covey_run_engine *covey_dist_engine(covey_dist *self)
{
    return &self->engine;
}

covey_dist_stats covey_dist_stats_of(const covey_dist *self)
{
    covey_dist_stats stats = self->stats;
    stats.bytes_sent += self->messages.words_sent * sizeof(uint64_t);
    return stats;
}
