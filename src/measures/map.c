// SPDX-License-Identifier: MIT
// Counts neighbors by bearing and distance; see the header for the source. Counts are whole
// numbers, so the order of agents and frames does not matter.
#include "covey/map.h"

#include "base/kdtree.h"
#include "base/math_trig.h"
#include "base/misuse.h"
#include "base/rounding.h"
#include "measures/agents.h"

struct covey_map {
    covey_memory memory;
    double most;
    size_t rings;
    covey_space space;
    uint64_t frames, agents; ///< so far, agents that fly
    uint64_t *counts;        ///< of ring r and bearing b at b * rings + r
};

/// An agent that looks around.
typedef struct looking {
    covey_map *map;
    const covey_view *view;
    size_t i;
} looking;

void covey_map_destroy(covey_map *map)
{
    if (map == NULL)
        return;
    covey_memory memory = map->memory;
    covey_memory_give(&memory, map->counts, map->rings * COVEY_MAP_BEARINGS, sizeof *map->counts);
    covey_memory_give(&memory, map, 1, sizeof *map);
}

covey_status covey_map_create(double most, size_t rings, covey_allocator allocator,
                              covey_map **made, covey_error *error)
{
    if (made == NULL)
        return covey_missing(error, __func__);
    *made = NULL;
    if (!(most > 0.0 && most <= DBL_MAX))
        return covey_fail(error, COVEY_ARG, "a map reaches to a finite distance above 0, not %g",
                          most);
    if (rings < 1 || rings > COVEY_MAX_POINTS)
        return covey_fail(error, COVEY_ARG, "a map has 1 to %d bins of distances",
                          COVEY_MAX_POINTS);
    covey_memory memory = covey_memory_init(allocator);
    covey_map *map = covey_memory_take(&memory, 1, sizeof *map);
    if (map != NULL) {
        *map = (covey_map){.memory = memory, .most = most, .rings = rings};
        map->counts =
            covey_memory_take(&map->memory, rings * COVEY_MAP_BEARINGS, sizeof *map->counts);
    }
    if (map == NULL || map->counts == NULL) {
        covey_map_destroy(map);
        return covey_fail(error, COVEY_MEMORY, "no memory for a map");
    }
    *made = map;
    return COVEY_OK;
}

// ---- Frames ----

static size_t bearings_of(const covey_map *map)
{
    return covey_space_dim(&map->space) == COVEY_AXES ? COVEY_MAP_BEARINGS / 2 : COVEY_MAP_BEARINGS;
}

static double lowest_of(const covey_map *map)
{
    return covey_space_dim(&map->space) == COVEY_AXES ? 0.0 : -COVEY_PI;
}

static void meet(void *context, const covey_kdtree_hit *hit)
{
    const looking *self = context;
    covey_map *map = self->map;
    const covey_view *view = self->view;
    if (hit->index == self->i)
        return;
    covey_vec offset = covey_space_offset(&view->space, covey_agents_pos(view, self->i),
                                          covey_agents_pos(view, hit->index));
    double bearing =
        covey_agents_angle(covey_agents_ahead(view, self->i), offset, covey_agents_dim(view));
    double ring = hit->distance / map->most * (double)map->rings;
    if (isnan(bearing) || !(ring < (double)map->rings))
        return;
    size_t turn = (size_t)((bearing - lowest_of(map)) / COVEY_PI * (COVEY_MAP_BEARINGS / 2));
    turn = turn < bearings_of(map) ? turn : bearings_of(map) - 1;
    map->counts[turn * map->rings + (size_t)ring]++;
}

static covey_status check_space(covey_map *map, const covey_space *space, covey_error *error)
{
    const int dim = covey_space_dim(space);
    bool same = map->space.kind == space->kind && covey_space_dim(&map->space) == dim;
    for (int axis = 0; axis < dim && space->kind != COVEY_SPACE_OPEN; axis++)
        same = same && map->space.size[axis] == space->size[axis];
    if (map->frames > 0 && !same)
        return covey_fail(error, COVEY_INPUT, "a map needs frames of one space");
    for (int axis = 0; axis < dim && space->kind == COVEY_SPACE_TORUS; axis++)
        if (map->most > 0.5 * space->size[axis])
            return covey_fail(error, COVEY_INPUT,
                              "a map to the distance %.15g is too large for a torus with a side of "
                              "%.15g: it may reach to half of it",
                              map->most, space->size[axis]);
    return COVEY_OK;
}

covey_status covey_map_add(covey_map *map, const covey_view *view, covey_error *error)
{
    COVEY_ROUND();
    if (map == NULL || view == NULL)
        return covey_missing(error, __func__);
    covey_status status = check_space(map, &view->space, error);
    if (status != COVEY_OK)
        return status;
    covey_measure_def def = covey_measure_def_default();
    covey_measure_shared shared = {.memory = covey_memory_init(map->memory.allocator)};
    covey_measure_work work = {.view = view, .def = &def, .shared = &shared};
    const covey_kdtree *tree = view->count > 0 ? covey_measure_tree(&work) : NULL;
    if (view->count > 0 && tree == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory to measure %zu agents", view->count);
    map->space = view->space;
    map->frames++;
    for (size_t i = 0; i < view->count; i++) {
        looking self = {map, view, i};
        if (!(covey_vec_length(covey_agents_ahead(view, i)) > 0.0))
            continue;
        map->agents++;
        covey_kdtree_within(tree, covey_agents_pos(view, i), map->most, meet, &self);
    }
    covey_kdtree_free(&shared.tree, &shared.memory);
    return COVEY_OK;
}

// ---- Results ----

size_t covey_map_size(const covey_map *map)
{
    return map != NULL && map->frames > 0 ? map->rings * bearings_of(map) : 0;
}

/// The area of a bin, or its volume.
static double size_of(const covey_map *map, size_t turn, size_t ring)
{
    const double width = map->most / (double)map->rings,
                 angle = COVEY_PI / (COVEY_MAP_BEARINGS / 2);
    const double low = (double)ring * width, high = (double)(ring + 1) * width;
    if (covey_space_dim(&map->space) != COVEY_AXES)
        return 0.5 * angle * (high - low) * (high + low);
    double cap = covey_cos((double)turn * angle) - covey_cos((double)(turn + 1) * angle);
    return 2.0 / 3.0 * COVEY_PI * cap * (high * high * high - low * low * low);
}

covey_map_point covey_map_at(const covey_map *map, size_t index)
{
    COVEY_ROUND();
    if (index >= covey_map_size(map))
        return (covey_map_point){0};
    size_t turn = index / map->rings, ring = index % map->rings;
    uint64_t count = map->counts[index];
    double density = (double)count / ((double)map->agents * size_of(map, turn, ring));
    return (covey_map_point){
        .bearing = lowest_of(map) + ((double)turn + 0.5) * COVEY_PI / (COVEY_MAP_BEARINGS / 2),
        .distance = ((double)ring + 0.5) * map->most / (double)map->rings,
        .density = map->agents > 0 ? covey_agents_finite(density) : (double)NAN,
        .count = count};
}
