// SPDX-License-Identifier: MIT
// The distribution of group sizes (E. Bonabeau, L. Dagorn, P. Freon, "Scaling in animal group-size
// distributions", 1999): how many clusters there are of each size, agents alone included. Clusters
// are those of the measure `clusters`. x is the size, and sizes without a cluster have no point.
#include "measures/agents.h"

/// Counts agents by the size of their cluster; the size is at most the number of agents.
static covey_status count_agents(covey_measure_work *work, covey_agent_values *values,
                                 uint32_t *agents)
{
    const covey_view *view = work->view;
    covey_status status = covey_measure_agents(view, work->def, values, NULL);
    for (size_t i = 0; i < view->count && status == COVEY_OK; i++)
        agents[values[i].cluster_size]++;
    return status;
}

static covey_status take(covey_measure_work *work, covey_profile *profile)
{
    size_t count = work->view->count;
    covey_memory *memory = &work->shared->memory;
    covey_agent_values *values = covey_memory_take(memory, count, sizeof *values);
    uint32_t *agents = covey_memory_take(memory, count + 1, sizeof *agents);
    covey_status status = values != NULL && agents != NULL ? COVEY_OK : COVEY_MEMORY;
    for (size_t size = 0; size <= count && status == COVEY_OK; size++)
        agents[size] = 0;
    if (status == COVEY_OK)
        status = count_agents(work, values, agents);
    // There are at most sqrt(2 N) sizes: of more than half a million agents the largest are cut.
    for (size_t size = 1; size <= count && status == COVEY_OK; size++)
        if (agents[size] > 0 && profile->count < COVEY_MAX_POINTS) {
            uint64_t clusters = agents[size] / size;
            profile->points[profile->count++] =
                (covey_profile_point){(double)size, (double)clusters, clusters};
        }
    covey_memory_give(memory, values, count, sizeof *values);
    covey_memory_give(memory, agents, count + 1, sizeof *agents);
    return status;
}

static const covey_measure columns[] = {
    {"group_sizes", "Number of clusters of each size, agents alone included.", "",
     "Bonabeau et al. 1999, doi:10.1073/pnas.96.8.4472", false, NULL},
    {0},
};

const covey_measure_group covey_measure_group_sizes = {
    .name = "group_sizes", .columns = columns, .profile = take};
