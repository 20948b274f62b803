// SPDX-License-Identifier: MIT
// The engine of a run on several ranks: its beginning and end, looks at the whole, hashes.
#include "dist/inside.h"

#include "base/bits.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

int covey_dist_flocks(const covey_dist *self)
{
    return covey_world_flocks(self->world);
}

covey_status covey_dist_no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "a rank has no memory for its agents");
}

covey_vec covey_dist_place(const covey_dist *self, const uint64_t *row)
{
    int dim = covey_space_dim(&self->world->def.space);
    double pos[COVEY_AXES] = {0.0, 0.0, 0.0};
    memcpy(pos, row + COVEY_PART_POS, (size_t)dim * sizeof *pos);
    return (covey_vec){pos[0], pos[1], pos[2]};
}

covey_vec covey_dist_velocity(const covey_dist *self, const uint64_t *row)
{
    return covey_dist_place(self, row + covey_space_dim(&self->world->def.space));
}

covey_status covey_dist_merge(covey_dist *self, covey_status status)
{
    int mine = (int)status, all;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MAX, self->comm);
    self->stats.heard = self->stats.heard || (mine == (int)COVEY_OK && all != (int)COVEY_OK);
    return (covey_status)all;
}

// ---- The run ----

static covey_status begin(void *context, covey_world *world, covey_error *error)
{
    covey_dist *self = context;
    self->world = world;
    self->together = false;
    for (int f = 0; f < covey_dist_flocks(self); f++)
        self->together =
            self->together || world->flock[f]->hard || world->flock[f]->catches.radius > 0.0;
    // All ranks have all agents: for the first cut, each tells of a share of them.
    self->box[self->rank] =
        (covey_region){{-DBL_MAX, -DBL_MAX, -DBL_MAX}, {DBL_MAX, DBL_MAX, DBL_MAX}};
    covey_status status = covey_dist_keep(self, false) ? COVEY_OK : covey_dist_no_memory(error);
    for (int f = 0; f < covey_dist_flocks(self) && status == COVEY_OK; f++) {
        covey_rows *own = &self->own[f];
        size_t from = own->count * (size_t)self->rank / (size_t)self->ranks;
        size_t to = own->count * ((size_t)self->rank + 1) / (size_t)self->ranks;
        memmove(own->word, covey_rows_at(own, from), (to - from) * own->width * sizeof *own->word);
        own->count = to - from;
    }
    status = covey_dist_merge(self, status);
    if (status == COVEY_OK)
        status = covey_dist_cut(self, error);
    if (status == COVEY_OK && !covey_dist_keep(self, false))
        status = covey_dist_no_memory(error);
    return covey_dist_merge(self, status);
}

static covey_status look(void *context, covey_error *error)
{
    return covey_dist_bring(context, false, error);
}

static uint64_t hash(void *context)
{
    covey_dist *self = context;
    uint64_t sum = 0;
    int dim = covey_space_dim(&self->world->def.space);
    for (int f = 0; f < covey_dist_flocks(self); f++)
        for (size_t k = 0; k < self->own[f].count; k++) {
            const uint64_t *row = covey_rows_at(&self->own[f], k);
            double numbers[2 * COVEY_AXES];
            uint32_t id = (uint32_t)row[0];
            covey_hash_agents one = {.count = 1, .id = &id};
            memcpy(numbers, row + COVEY_PART_POS, 2 * (size_t)dim * sizeof *numbers);
            for (int axis = 0; axis < dim; axis++) {
                one.pos[axis] = &numbers[axis];
                one.vel[axis] = &numbers[dim + axis];
            }
            sum += covey_hash_flock(f, &one);
        }
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, self->comm);
    return sum;
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
    self->comm = ranks;
    MPI_Comm_rank(ranks, &self->rank);
    MPI_Comm_size(ranks, &self->ranks);
    self->box = calloc((size_t)self->ranks, sizeof *self->box);
    self->engine = (covey_run_engine){.context = self,
                                      .writes = self->rank == 0,
                                      .begin = begin,
                                      .step = covey_dist_step,
                                      .look = look,
                                      .hash = hash,
                                      .agree = agree};
    if (self->box == NULL) {
        free(self);
        return NULL;
    }
    return self;
}

void covey_dist_destroy(covey_dist *self)
{
    if (self == NULL)
        return;
    for (int f = 0; f < COVEY_MAX_FLOCKS; f++) {
        covey_rows_free(&self->own[f]);
        covey_rows_free(&self->all[f]);
        covey_parcels_free(&self->leaving[f]);
    }
    covey_dist_drop_cost(self);
    free(self->box);
    free(self);
}

const covey_run_engine *covey_dist_engine(covey_dist *self)
{
    return &self->engine;
}

covey_dist_stats covey_dist_stats_of(const covey_dist *self)
{
    return self->stats;
}
