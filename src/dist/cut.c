// SPDX-License-Identifier: MIT
// Cuts the space into a box for each rank, by agents and their work.
#include "dist/decompose.h"
#include "dist/inside.h"

#include <stdlib.h>

enum { MOST_POINTS = 20000 }; ///< of a rank, from which boxes are cut: agents, or every few of them

static size_t count_all(const covey_dist *self)
{
    size_t all = 0;
    for (int f = 0; f < covey_dist_flocks(self); f++)
        all += covey_dist_state(self, f)->count;
    return all;
}

/// Points for the cut: agents of this rank, each standing for `stride` of them.
static bool take_points(const covey_dist *self, covey_points *points)
{
    int dim = covey_space_dim(&self->world->def.space);
    size_t all = count_all(self), stride = all / MOST_POINTS + 1, number = 0;
    double *pos = malloc((all / stride + 1) * (size_t)dim * sizeof *pos);
    float *weight = malloc((all / stride + 1) * sizeof *weight);
    *points = (covey_points){.dim = dim, .pos = pos, .weight = weight};
    if (pos == NULL || weight == NULL)
        return false;
    for (int f = 0; f < covey_dist_flocks(self); f++)
        for (size_t i = 0; i < covey_dist_state(self, f)->count; i++, number++) {
            if (number % stride != 0)
                continue;
            for (int axis = 0; axis < dim; axis++)
                pos[points->count * (size_t)dim + (size_t)axis] =
                    covey_dist_state(self, f)->pos[axis][i];
            weight[points->count++] =
                self->block[f][i / COVEY_BLOCK].cost + COVEY_DIST_WORK_OF_AGENT;
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
    self->near_known = false;
    self->stats.cuts++;
    return status;
}
