// SPDX-License-Identifier: MIT
// Cuts the space into a box for each rank, by agents or their work, and brings agents to their box.
#include "dist/borders.h"
#include "dist/decompose.h"
#include "dist/inside.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 20000 }; ///< of a rank, from which boxes are cut: agents, or every few of them

/// Boxes are cut anew where a rank has this much more work than the mean.
#define UNEVEN 1.1

/// Points for the cut: agents of this rank, each standing for `stride` of them.
static bool take_points(const covey_dist *self, covey_points *points)
{
    int dim = covey_space_dim(&self->world->def.space);
    size_t all = 0;
    for (int f = 0; f < covey_dist_flocks(self); f++)
        all += self->own[f].count;
    size_t stride = all / MOST_POINTS + 1, number = 0;
    double *pos = malloc((all / stride + 1) * (size_t)dim * sizeof *pos);
    float *weight = malloc((all / stride + 1) * sizeof *weight);
    *points = (covey_points){.dim = dim, .pos = pos, .weight = weight};
    if (pos == NULL || weight == NULL)
        return false;
    for (int f = 0; f < covey_dist_flocks(self); f++)
        for (size_t k = 0; k < self->own[f].count; k++, number++) {
            if (number % stride != 0)
                continue;
            memcpy(pos + points->count * (size_t)dim,
                   covey_rows_at(&self->own[f], k) + COVEY_PART_POS, (size_t)dim * sizeof *pos);
            weight[points->count++] = self->work[f] != NULL ? self->work[f][k] : 1.0F;
        }
    return true;
}

covey_status covey_dist_cut(covey_dist *self, covey_error *error)
{
    covey_points points;
    covey_status status = take_points(self, &points) ? COVEY_OK : covey_dist_no_memory(error);
    status = covey_dist_merge(self, status);
    if (status == COVEY_OK)
        status = covey_decompose(self->comm, &points, self->box, error);
    free((void *)(uintptr_t)points.pos);
    free((void *)(uintptr_t)points.weight);
    self->part.own = self->box[self->rank];
    self->stats.cuts++;
    return status;
}

covey_status covey_dist_migrate(covey_dist *self, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (int f = 0; f < covey_dist_flocks(self) && status == COVEY_OK; f++) {
        covey_rows *own = &self->own[f];
        covey_parcels *leaving = &self->leaving[f];
        size_t kept = 0;
        bool good = true;
        leaving->rows.width = own->width;
        for (size_t k = 0; k < own->count; k++) {
            const uint64_t *row = covey_rows_at(own, k);
            int to = covey_borders_owner(self->box, self->ranks, self->rank,
                                         covey_dist_place(self, row));
            if (to != self->rank) {
                good = good && covey_parcels_add(leaving, row, to);
                continue;
            }
            if (kept < k)
                memcpy(covey_rows_at(own, kept), row, own->width * sizeof *row);
            kept++;
        }
        own->count = kept;
        self->stats.migrants += leaving->rows.count;
        status = covey_dist_send(self, f, !good, error);
    }
    return status;
}

covey_status covey_dist_balance(covey_dist *self, covey_error *error)
{
    double mine = 0.0, most, sum;
    for (int f = 0; f < covey_dist_flocks(self); f++)
        for (size_t k = 0; k < self->own[f].count; k++)
            mine += (double)self->work[f][k];
    MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, self->comm);
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, self->comm);
    self->stats.imbalance = sum > 0.0 ? most * self->ranks / sum : 1.0;
    if (self->stats.imbalance <= UNEVEN && !self->def.balance_always)
        return COVEY_OK;
    return covey_dist_cut(self, error);
}

// ---- Work ----

bool covey_dist_take_cost(covey_dist *self)
{
    bool good = true;
    for (int f = 0; f < covey_dist_flocks(self); f++) {
        size_t present = self->present[f], blocks = present / COVEY_BLOCK + 1;
        free(self->cost[f]);
        free(self->work[f]);
        self->cost[f] = calloc(blocks, sizeof *self->cost[f]);
        self->work[f] = calloc(present + 1, sizeof *self->work[f]);
        self->part.cost[f] = self->cost[f];
        good = good && self->cost[f] != NULL && self->work[f] != NULL;
    }
    return good;
}

void covey_dist_drop_cost(covey_dist *self)
{
    for (int f = 0; f < COVEY_MAX_FLOCKS; f++) {
        free(self->cost[f]);
        free(self->work[f]);
        self->cost[f] = self->work[f] = self->part.cost[f] = NULL;
    }
}
