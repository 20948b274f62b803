// SPDX-License-Identifier: MIT
// Clusters: agents at most `link` apart belong to one cluster, and so do all that a chain of such
// pairs joins (single linkage). A single agent is a cluster of one. The polarization inside
// clusters is the mean over the clusters of two or more agents, weighted by their number of agents:
// the sum over clusters of |sum of v/|v||, divided by the number of agents in them; it is undefined
// if there are none. Agents whose velocity is unknown belong to a cluster, but do not count for its
// polarization.
#include "base/kdtree.h"
#include "measures/agents.h"
#include "measures/sum.h"

/// The agents of each group side by side: group g has member[begin[g]] … member[begin[g +
/// 1] - 1].
typedef struct grouping {
    size_t groups;
    uint32_t *group;  ///< by agent
    uint32_t *member; ///< agents, sorted by group; scratch while groups are found
    uint32_t *begin;
} grouping;

static void collect(grouping *self, size_t count)
{
    for (size_t g = 0; g <= self->groups; g++)
        self->begin[g] = 0;
    for (size_t i = 0; i < count; i++)
        self->begin[self->group[i]]++;
    for (size_t g = 1; g <= self->groups; g++)
        self->begin[g] += self->begin[g - 1];
    // Now each begin is at the end of its group; it moves down with each member.
    for (size_t i = count; i-- > 0;)
        self->member[--self->begin[self->group[i]]] = (uint32_t)i;
}

/// Returns |sum of v/|v|| over the agents of a group whose velocity is known, and adds their number
/// to *known.
static double aligned(const covey_view *view, const uint32_t *member, size_t count, size_t *known)
{
    covey_sum_vectors sum = {0};
    for (size_t k = 0; k < count; k++) {
        covey_vec ahead = covey_agents_ahead(view, member[k]);
        if (isnan(ahead.x))
            continue;
        ++*known;
        covey_sum_vectors_add(&sum, covey_vec_unit(ahead), covey_agents_dim(view));
    }
    return covey_vec_length(covey_sum_vectors_value(&sum));
}

static void describe(const covey_view *view, const grouping *self, double *values)
{
    size_t largest = 0, together = 0;
    covey_sum order = {0};
    for (size_t g = 0; g < self->groups; g++) {
        size_t size = self->begin[g + 1] - self->begin[g];
        largest = size > largest ? size : largest;
        if (size < 2)
            continue;
        covey_sum_add(&order, aligned(view, self->member + self->begin[g], size, &together));
    }
    values[0] = (double)self->groups;
    values[1] = (double)largest / (double)view->count;
    values[2] = together > 0 ? covey_agents_share(covey_sum_mean(&order, together)) : (double)NAN;
}

static covey_status compute(covey_measure_work *work, double *values)
{
    const covey_view *view = work->view;
    values[0] = 0.0;
    if (view->count == 0)
        return COVEY_OK;
    const covey_kdtree *tree = covey_measure_tree(work);
    if (tree == NULL)
        return COVEY_MEMORY;
    size_t room = covey_kdlink_room(view->count);
    covey_memory *memory = &work->shared->memory;
    grouping found = {
        .group = covey_memory_take(memory, view->count, sizeof *found.group),
        .member = covey_memory_take(memory, room, sizeof *found.member),
        .begin = covey_memory_take(memory, view->count + 1, sizeof *found.begin),
    };
    covey_status status = COVEY_MEMORY;
    if (found.group != NULL && found.member != NULL && found.begin != NULL) {
        found.groups = covey_kdlink_groups(tree, work->def->link, found.group, found.member);
        collect(&found, view->count);
        describe(view, &found, values);
        status = COVEY_OK;
    }
    covey_memory_give(memory, found.group, view->count, sizeof *found.group);
    covey_memory_give(memory, found.member, room, sizeof *found.member);
    covey_memory_give(memory, found.begin, view->count + 1, sizeof *found.begin);
    return status;
}

#define SOURCE "single linkage at the distance `link`"

static const covey_measure columns[] = {
    {"clusters", "Number of clusters, agents alone included.", "", SOURCE, false, NULL},
    {"cluster_largest", "Share of all agents that the largest cluster has.", "", SOURCE, false,
     NULL},
    {"cluster_polarization", "Polarization inside clusters of two or more, by their size.", "",
     SOURCE, true, "where there is no cluster of two"},
    {0},
};

const covey_measure_group covey_measure_clusters = {
    .name = "clusters", .columns = columns, .compute = compute};
