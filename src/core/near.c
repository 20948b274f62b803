// SPDX-License-Identifier: MIT
// Solids are looked for around the box of a block of agents, then those found around each agent.
#include "core/near.h"

#include "base/minmax.h"
#include "core/cells.h"

#include <float.h>

enum { FEW = 32 };

/// Some of the influences of a world, in the order of all: those in `some`, or all if they are more
/// than it holds.
typedef struct neighborhood {
    covey_influence_list list;
    covey_influence_item some[FEW];
} neighborhood;

covey_span covey_near_span(const covey_block *agents)
{
    covey_span span;
    for (int axis = 0; axis < COVEY_PLANE; axis++) {
        covey_extent extent = covey_cells_extent(agents->pos[axis], 0, agents->count);
        span.low[axis] = extent.low;
        span.high[axis] = extent.high;
    }
    return span;
}

bool covey_near_acts(const covey_influence_item *item, const covey_span *span, double body)
{
    if (item->kind->reach == NULL || item->shape == NULL)
        return true;
    double reach = item->kind->reach(item->params.values, body);
    return covey_shape_is_near_span(item->shape, span, reach * (1.0 + 0x1p-40));
}

// ---- Solids ----

/// The largest coordinate of the span and of all images of a shape.
static double size_of(const covey_space *space, const covey_shape *shape, const covey_span *span)
{
    const double center[COVEY_AXES] = {shape->center.x, shape->center.y};
    double size = 0.0;
    for (int axis = 0; axis < COVEY_PLANE; axis++) {
        double torus = space->kind == COVEY_SPACE_TORUS ? 2.0 * space->size[axis] : 0.0;
        size = covey_larger(size, fabs(center[axis]) + shape->radius + torus);
        size = covey_larger(size, covey_larger(fabs(span->low[axis]), fabs(span->high[axis])));
    }
    return size;
}

/// False only if no agent on a way of that length from the span comes nearer to the solid than
/// twice the margin (see collide.c): once for the margin, once for rounding.
static bool may_stop(const covey_path *path, const covey_influence_item *item,
                     const covey_span *span, double body, double way)
{
    if (!covey_influence_stops(item, path->flock))
        return false;
    double reach = item->kind->solid(item->params.values) + body;
    double size = size_of(path->space, item->shape, span) + way;
    double margin = reach * 0x1p-26 + size * path->grain;
    return covey_shape_is_near_span(item->shape, span, reach + way + 2.0 * margin);
}

/// Gathers the solids that are near.
static void look_around(const covey_path *path, const covey_span *span, double body, double way,
                        neighborhood *near)
{
    near->list = (covey_influence_list){.item = near->some};
    for (size_t k = 0; k < path->influences->count; k++) {
        const covey_influence_item *item = &path->influences->item[k];
        if (!may_stop(path, item, span, body, way))
            continue;
        if (near->list.count == FEW) {
            near->list = *path->influences;
            return;
        }
        near->some[near->list.count++] = *item;
    }
}

// ---- Ways ----

typedef struct ways {
    double length[COVEY_BLOCK];
    double longest; ///< of those that are finite
} ways;

static void measure(const covey_block *from, const covey_moves *to, ways *made)
{
    made->longest = 0.0;
    for (size_t k = 0; k < from->count; k++) {
        covey_vec way = {to->pos[0][k] - from->pos[0][k], to->pos[1][k] - from->pos[1][k], 0.0};
        double length = covey_vec_length(way);
        made->length[k] = length;
        if (length > made->longest && length <= DBL_MAX)
            made->longest = length;
    }
}

static bool may_meet(const covey_path *path, const neighborhood *near, covey_vec p, double body,
                     double way)
{
    covey_span place = {{p.x, p.y}, {p.x, p.y}};
    for (size_t k = 0; k < near->list.count; k++)
        if (may_stop(path, &near->list.item[k], &place, body, way))
            return true;
    return false;
}

void covey_near_hold(const covey_path *path, const covey_block *from, const covey_moves *to,
                     double held[COVEY_BLOCK])
{
    double body = from->any->body;
    ways made;
    measure(from, to, &made);
    covey_span span = covey_near_span(from);
    neighborhood near;
    look_around(path, &span, body, made.longest, &near);
    for (size_t k = 0; k < from->count && near.list.count > 0; k++) {
        covey_vec p = {from->pos[0][k], from->pos[1][k], 0.0};
        if (may_meet(path, &near, p, body, made.length[k]))
            held[k] = 1.0;
    }
}

// ---- Entries ----

uint64_t covey_near_entries(const covey_path *path, const covey_block *agents)
{
    double body = agents->any->body;
    covey_span span = covey_near_span(agents);
    neighborhood near;
    look_around(path, &span, body, 0.0, &near);
    uint64_t entries = 0;
    for (size_t k = 0; k < agents->count && near.list.count > 0; k++) {
        covey_vec p = {agents->pos[0][k], agents->pos[1][k], 0.0};
        entries += covey_influence_holds(&near.list, path->flock, p, body);
    }
    return entries;
}
