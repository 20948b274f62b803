// SPDX-License-Identifier: MIT
// Spacing is the distance of each agent to its nearest neighbor, which may be at the same place.
// With fewer than two agents all columns are undefined.
#include "measures/agents.h"
#include "measures/sum.h"

static double distance_at(const void *context, size_t i)
{
    const double *distances = context;
    return distances[i];
}

static covey_status compute(covey_measure_work *work, double *values)
{
    size_t count = work->view->count;
    const bool deep = covey_agents_dim(work->view) == COVEY_AXES;
    if (count < 2)
        return COVEY_OK;
    const covey_kdtree *tree = covey_measure_tree(work);
    if (tree == NULL)
        return COVEY_MEMORY;
    double *distances = covey_memory_take(&work->shared->memory, count, sizeof *distances);
    if (distances == NULL)
        return COVEY_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const covey_kdtree_point *point = &tree->points[i]; // in this order the tree stays cached
        covey_vec pos = {point->pos[0], point->pos[1], deep ? point->pos[2] : 0.0};
        covey_kdtree_hit hit = {0};
        (void)covey_kdtree_nearest(tree, pos, point->index, 1, &hit);
        distances[i] = covey_agents_finite(hit.distance);
    }
    covey_summary found = covey_summary_of(distance_at, distances, count);
    values[0] = found.mean;
    values[1] = found.min;
    values[2] = found.sd;
    covey_memory_give(&work->shared->memory, distances, count, sizeof *distances);
    return COVEY_OK;
}

#define SOURCE "Clark & Evans 1954, doi:10.2307/1931034"

static const covey_measure columns[] = {
    {"nearest_mean", "Mean distance to the nearest neighbor.", "L", SOURCE, false, NULL},
    {"nearest_min", "Smallest distance of two agents.", "L", SOURCE, false, NULL},
    {"nearest_sd", "Standard deviation of the distance to the nearest neighbor.", "L", SOURCE,
     false, NULL},
    {0},
};

const covey_measure_group covey_measure_spacing = {
    .name = "spacing", .columns = columns, .compute = compute};
