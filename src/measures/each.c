// SPDX-License-Identifier: MIT
// What single agents have: their nearest, their neighbors, their cluster. The local order is that
// of T. Vicsek's rule, the length of the mean heading within a radius; bearings of the nearest are
// those of M. Ballerini et al., "Empirical investigation of starling flocks", 2008, measured from
// the agent's own flight.
#include "base/misuse.h"
#include "base/rounding.h"
#include "measures/agents.h"
#include "measures/sum.h"
#include "measures/voronoi.h"

typedef struct around {
    const covey_view *view;
    covey_sum_vectors headings;
    size_t known;   ///< headings in the sum
    uint32_t count; ///< agents within the radius, the one at hand with them
} around;

static void meet(void *context, const covey_kdtree_hit *hit)
{
    around *self = context;
    self->count++;
    const covey_vec ahead = covey_agents_ahead(self->view, hit->index);
    if (isnan(ahead.x))
        return;
    covey_sum_vectors_add(&self->headings, covey_vec_unit(ahead), covey_agents_dim(self->view));
    self->known++;
}

/// The angle from the flight of an agent to a direction.
static double bearing_of(const covey_view *view, size_t i, covey_vec offset)
{
    const covey_vec ahead = covey_agents_ahead(view, i);
    if (isnan(ahead.x))
        return (double)NAN;
    return covey_agents_angle(ahead, offset, covey_agents_dim(view));
}

static void find_nearest(const covey_kdtree *tree, const covey_view *view, size_t i,
                         covey_agent_values *to)
{
    covey_kdtree_hit hit;
    covey_vec pos = covey_agents_pos(view, i);
    to->nearest = to->bearing = (double)NAN;
    if (covey_kdtree_nearest(tree, pos, (uint32_t)i, 1, &hit) == 0)
        return;
    to->nearest = covey_agents_finite(hit.distance);
    to->bearing = bearing_of(
        view, i, covey_space_offset(&view->space, pos, covey_agents_pos(view, hit.index)));
}

static void look_around(const covey_kdtree *tree, const covey_view *view, double link, size_t i,
                        covey_agent_values *to)
{
    around near = {.view = view};
    covey_kdtree_within(tree, covey_agents_pos(view, i), link, meet, &near);
    to->neighbors = near.count - 1; // without itself
    to->local_order = (double)NAN;
    if (near.known > 0 && !isnan(covey_agents_ahead(view, i).x))
        to->local_order = covey_agents_share(
            covey_vec_length(covey_sum_vectors_mean(&near.headings, near.known)));
}

/// Clusters count from 0 in the order of the lowest ids in them.
static void name_clusters(const covey_view *view, const uint32_t *order, const uint32_t *group,
                          uint32_t *scratch, covey_agent_values *values)
{
    uint32_t *name = scratch, *size = scratch + view->count, names = 0;
    for (size_t k = 0; k < view->count; k++)
        name[k] = UINT32_MAX, size[k] = 0;
    for (size_t k = 0; k < view->count; k++)
        size[group[k]]++;
    for (size_t k = 0; k < view->count; k++) {
        size_t i = order[k];
        if (name[group[i]] == UINT32_MAX)
            name[group[i]] = names++;
        values[i].cluster = name[group[i]];
        values[i].cluster_size = size[group[i]];
    }
}

/// `scratch` is room for two numbers an agent, or for covey_kdlink_room(); order for two an agent.
typedef struct rooms {
    uint32_t *group, *order, *scratch;
    size_t scratch_size;
} rooms;

static bool take_rooms(covey_memory *memory, size_t count, rooms *self)
{
    size_t link = covey_kdlink_room(count);
    self->scratch_size = link > 2 * count ? link : 2 * count;
    self->group = covey_memory_take(memory, count, sizeof *self->group);
    self->order = covey_memory_take(memory, 2 * count, sizeof *self->order);
    self->scratch = covey_memory_take(memory, self->scratch_size, sizeof *self->scratch);
    return self->group != NULL && self->order != NULL && self->scratch != NULL;
}

static void give_rooms(covey_memory *memory, size_t count, rooms *self)
{
    covey_memory_give(memory, self->group, count, sizeof *self->group);
    covey_memory_give(memory, self->order, 2 * count, sizeof *self->order);
    covey_memory_give(memory, self->scratch, self->scratch_size, sizeof *self->scratch);
}

static covey_status find_values(covey_measure_work *work, void *found)
{
    covey_agent_values *values = found;
    const covey_view *view = work->view;
    covey_memory *memory = &work->shared->memory;
    const covey_kdtree *tree = covey_measure_tree(work);
    rooms room = {0};
    if (tree == NULL)
        return COVEY_MEMORY;
    bool whole = take_rooms(memory, view->count, &room);
    if (whole) {
        (void)covey_kdlink_groups(tree, work->def->link, room.group, room.scratch);
        covey_view_order(view, room.order);
        name_clusters(view, room.order, room.group, room.scratch, values);
        for (size_t k = 0; k < view->count; k++) {
            size_t i = tree->points[k].index; // in this order the tree stays cached
            find_nearest(tree, view, i, &values[i]);
            look_around(tree, view, work->def->link, i, &values[i]);
        }
    }
    give_rooms(memory, view->count, &room);
    return whole ? COVEY_OK : COVEY_MEMORY;
}

// ---- Cells ----

static covey_status find_cells(covey_measure_work *work, void *found)
{
    double *sizes = found;
    const covey_kdtree *tree = covey_measure_tree(work);
    covey_voronoi cells = {.memory = &work->shared->memory};
    covey_status status = tree != NULL ? COVEY_OK : COVEY_MEMORY;
    for (size_t k = 0; k < work->view->count && status == COVEY_OK; k++) {
        size_t i = tree->points[k].index;
        status = covey_voronoi_cell(&cells, tree, work->view, i, &sizes[i]);
    }
    covey_voronoi_free(&cells);
    return status;
}

// ---- Both ----

/// Lets `find` fill `found`, which has an entry for each agent of the view.
static covey_status measure_each(const covey_view *view, const covey_measure_def *def,
                                 covey_status find(covey_measure_work *, void *), void *found,
                                 covey_error *error)
{
    covey_status status = covey_measure_check(def, error);
    if (status != COVEY_OK || view->count == 0)
        return status;
    covey_measure_shared shared = {.memory = covey_memory_init(def->allocator)};
    covey_measure_work work = {.view = view, .def = def, .shared = &shared};
    status = find(&work, found);
    covey_kdtree_free(&shared.tree, &shared.memory);
    if (status != COVEY_OK)
        return covey_fail(error, status, "no memory to measure %zu agents", view->count);
    return COVEY_OK;
}

covey_status covey_measure_agents(const covey_view *view, const covey_measure_def *def,
                                  covey_agent_values *values, covey_error *error)
{
    COVEY_ROUND();
    if (view == NULL || def == NULL || (values == NULL && view->count > 0))
        return covey_missing(error, __func__);
    return measure_each(view, def, find_values, values, error);
}

covey_status covey_measure_cells(const covey_view *view, const covey_measure_def *def,
                                 double *sizes, covey_error *error)
{
    COVEY_ROUND();
    if (view == NULL || def == NULL || (sizes == NULL && view->count > 0))
        return covey_missing(error, __func__);
    return measure_each(view, def, find_cells, sizes, error);
}
