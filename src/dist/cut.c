// SPDX-License-Identifier: MIT
// Cuts the space into a box for each rank, by agents and their work.
#include "base/bits.h"
#include "dist/inside.h"

#include <stdlib.h>

enum { MOST_POINTS = 8000 }; ///< of a rank, from which boxes are cut: agents, or every few of them

static size_t count_all(const covey_dist *self)
{
    size_t all = 0;
    for (int f = 0; f < covey_dist_flocks(self); f++)
        all += covey_dist_state(self, f)->count;
    return all;
}

/// Where in so many agents the k-th point is taken: anywhere, as agents may lie in a regular order.
static size_t any_of(size_t k, size_t stride)
{
    return (size_t)(covey_hash_word(MOST_POINTS, k) % stride);
}

void covey_dist_free_points(covey_points *points)
{
    free((void *)(uintptr_t)points->pos);
    free((void *)(uintptr_t)points->weight);
    *points = (covey_points){.count = 0};
}

/// Adds an agent of a flock to the points.
static void add_point(const covey_dist *self, int f, size_t i, float share, covey_points *points)
{
    const covey_state *state = covey_dist_state(self, f);
    double *pos = (double *)(uintptr_t)points->pos + points->count * (size_t)points->dim;
    float *weight = (float *)(uintptr_t)points->weight;
    for (int axis = 0; axis < points->dim; axis++)
        pos[axis] = state->pos[axis][i];
    weight[points->count++] =
        share * (self->block[f][i / COVEY_BLOCK].cost + COVEY_DIST_WORK_OF_AGENT);
}

bool covey_dist_take_points(const covey_dist *self, bool stepped, covey_points *points)
{
    int dim = covey_space_dim(&self->world->def.space);
    size_t all = count_all(self), stride = all / MOST_POINTS + 1, most = all / stride + 1, k = 0;
    *points = (covey_points){.dim = dim,
                             .pos = malloc(most * (size_t)dim * sizeof(double)),
                             .weight = malloc(most * sizeof(float))};
    if (points->pos == NULL || points->weight == NULL)
        return false;
    size_t next = any_of(0, stride), first = 0;
    for (int f = 0; f < covey_dist_flocks(self); f++) {
        size_t end = first + covey_dist_state(self, f)->count;
        for (; next < end; next = k * stride + any_of(k, stride)) {
            if (!stepped || covey_part_stepped(self->world, f, next - first))
                add_point(self, f, next - first, (float)stride, points);
            k++;
        }
        first = end;
    }
    return true;
}

covey_status covey_dist_cut(covey_dist *self, bool taken, covey_points *points, covey_error *error)
{
    covey_status status = taken ? COVEY_OK : covey_dist_no_memory(error);
    status = covey_dist_merge(self, status);
    if (status == COVEY_OK)
        status = covey_decompose(self->comm, points, self->box, error);
    covey_dist_free_points(points);
    self->part.own = self->box[self->rank];
    self->near_known = false;
    self->stats.cuts++;
    return status;
}
