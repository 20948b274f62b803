// SPDX-License-Identifier: MIT
// Numbers clusters so that a cluster keeps its number from frame to frame.
#include "base/kdtree.h"
#include "base/memory.h"
#include "base/misuse.h"
#include "covey/draw.h"

#include <float.h>
#include <stdlib.h>

typedef struct group {
    covey_id lowest; ///< id of its agents
    uint32_t agents;
    uint32_t index; ///< as kdlink numbers it
} group;

/// Sizes in agents; `scratch` has `room`.
typedef struct work {
    covey_memory memory;
    covey_kdtree tree;
    size_t count, room;
    uint32_t *of, *number, *scratch;
    group *groups;
} work;

static covey_status take(work *self)
{
    covey_memory *memory = &self->memory;
    self->of = covey_memory_take(memory, self->count, sizeof *self->of);
    self->number = covey_memory_take(memory, self->count, sizeof *self->number);
    self->scratch = covey_memory_take(memory, self->room, sizeof *self->scratch);
    self->groups = covey_memory_take(memory, self->count, sizeof *self->groups);
    if (self->of == NULL || self->number == NULL || self->scratch == NULL || self->groups == NULL)
        return COVEY_MEMORY;
    return covey_kdtree_init(&self->tree, memory, self->count);
}

static void give(work *self)
{
    covey_memory *memory = &self->memory;
    covey_memory_give(memory, self->of, self->count, sizeof *self->of);
    covey_memory_give(memory, self->number, self->count, sizeof *self->number);
    covey_memory_give(memory, self->scratch, self->room, sizeof *self->scratch);
    covey_memory_give(memory, self->groups, self->count, sizeof *self->groups);
    covey_kdtree_free(&self->tree, memory);
}

static int compare(const void *a, const void *b)
{
    const group *first = a, *second = b;
    return (first->lowest > second->lowest) - (first->lowest < second->lowest);
}

static void number(work *self, const covey_view *view, size_t count)
{
    for (size_t g = 0; g < count; g++)
        self->groups[g] = (group){COVEY_NO_AGENT, 0, (uint32_t)g};
    for (size_t i = 0; i < view->count; i++) {
        group *g = &self->groups[self->of[i]];
        g->agents++;
        g->lowest = view->id[i] < g->lowest ? view->id[i] : g->lowest;
    }
    qsort(self->groups, count, sizeof *self->groups, compare);
    uint32_t next = 1;
    for (size_t g = 0; g < count; g++)
        self->number[self->groups[g].index] = self->groups[g].agents > 1 ? next++ : 0;
}

covey_status covey_picture_clusters(const covey_view *view, double link, covey_allocator allocator,
                                    uint32_t *clusters, covey_error *error)
{
    if (view == NULL || clusters == NULL)
        return covey_missing(error, __func__);
    if (!(link >= 0.0 && link <= DBL_MAX))
        return covey_fail(error, COVEY_ARG, "link = %g is not a finite distance", link);
    if (view->count == 0)
        return COVEY_OK;
    work self = {.memory = covey_memory_init(allocator),
                 .count = view->count,
                 .room = covey_kdlink_room(view->count)};
    covey_kdtree_source source = {.count = view->count, .pos = view->pos, .id = view->id};
    for (int axis = 0;
         axis < covey_space_dim(&view->space) && view->space.kind == COVEY_SPACE_TORUS; axis++)
        source.size[axis] = view->space.size[axis];
    covey_status status = take(&self);
    if (status == COVEY_OK) {
        covey_kdtree_build(&self.tree, &source);
        number(&self, view, covey_kdlink_groups(&self.tree, link, self.of, self.scratch));
        for (size_t i = 0; i < view->count; i++)
            clusters[i] = self.number[self.of[i]];
    } else {
        (void)covey_fail(error, status, "no memory to find the clusters of %zu agents",
                         view->count);
    }
    give(&self);
    return status;
}
