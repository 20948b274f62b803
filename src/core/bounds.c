// SPDX-License-Identifier: MIT
#include "core/bounds.h"

#include "base/heap_sort.h"
#include "base/minmax.h"
#include "core/moved.h"
#include "core/world.h"

// ---- Memory ----

bool covey_bounds_reserve(covey_memory *memory, size_t room, int axes, covey_bounds *bounds)
{
    bounds->ready = bounds->chart.ready = false;
    if (room <= bounds->room)
        return true;
    if (!covey_chart_reserve(memory, room, axes, &bounds->chart))
        return false;
    covey_bounds grown = {.room = room, .space = bounds->space};
    grown.always = covey_memory_take(memory, room, sizeof *grown.always);
    grown.ball = covey_memory_take(memory, room, sizeof *grown.ball);
    grown.named = covey_memory_take(memory, room, sizeof *grown.named);
    if (grown.always == NULL || grown.ball == NULL || grown.named == NULL ||
        !covey_boxtree_reserve(memory, room, &grown.solids) ||
        !covey_boxtree_reserve(memory, room, &grown.fields)) {
        covey_bounds_destroy(memory, &grown);
        return false;
    }
    grown.chart = bounds->chart;
    bounds->chart = (covey_chart){0};
    covey_bounds_destroy(memory, bounds);
    *bounds = grown;
    return true;
}

void covey_bounds_destroy(covey_memory *memory, covey_bounds *bounds)
{
    covey_chart_destroy(memory, &bounds->chart);
    covey_boxtree_destroy(memory, &bounds->solids);
    covey_boxtree_destroy(memory, &bounds->fields);
    covey_memory_give(memory, bounds->always, bounds->room, sizeof *bounds->always);
    covey_memory_give(memory, bounds->ball, bounds->room, sizeof *bounds->ball);
    covey_memory_give(memory, bounds->named, bounds->room, sizeof *bounds->named);
    *bounds = (covey_bounds){0};
}

// ---- Boxes ----

static covey_boxtree_box solid_box(const covey_world *world, const covey_influence_item *item)
{
    if (item->kind->solid == NULL)
        return covey_box_empty();
    double reach = item->kind->solid(item->params.values);
    covey_boxtree_box box = item->swept.is ? covey_moved_box(item) : item->shape->box;
    return covey_bounds_widen(&world->def.space, &box, reach);
}

static covey_bounds_ball solid_ball(const covey_world *world, const covey_influence_item *item)
{
    if (item->kind->solid == NULL)
        return (covey_bounds_ball){{0.0, 0.0, 0.0}, HUGE_VAL};
    const covey_shape *shape = item->shape;
    covey_vec center = shape->center;
    double radius = item->swept.is ? covey_moved_ball(item, &center) : shape->radius;
    double reach = covey_larger(item->kind->solid(item->params.values), 0.0);
    double by = covey_bounds_slack(&world->def.space, &shape->box, radius + reach);
    return (covey_bounds_ball){{center.x, center.y, center.z}, by};
}

/// Around all places that it reaches for any flock.
static covey_boxtree_box field_box(const covey_world *world, const covey_influence_item *item)
{
    if (covey_bounds_acts_everywhere(item) || covey_bounds_looks_ahead(item->kind) ||
        covey_bounds_names_agent(item->kind))
        return covey_box_empty();
    double most = 0.0;
    for (int number = 0; number < world->flock_count; number++) {
        double reach = item->kind->reach(item->params.values, world->flock[number]->body);
        most = covey_larger(reach, most);
    }
    return covey_bounds_widen(&world->def.space, &item->shape->box, most);
}

// ---- Trees ----

static void look_ahead(const covey_influence_item *item, covey_bounds *bounds)
{
    if (covey_bounds_looks_ahead(item->kind))
        bounds->sight = covey_larger(item->kind->ahead(item->params.values), bounds->sight);
}

static void look_at(const covey_influence_item *item, covey_bounds *bounds)
{
    look_ahead(item, bounds);
    for (int flock = 0; flock < COVEY_MAX_FLOCKS; flock++)
        bounds->solid[flock] = bounds->solid[flock] || covey_influence_stops(item, flock);
}

static void build(covey_world *world, covey_bounds *bounds)
{
    const covey_influence_list *list = &world->influences;
    bounds->chart.ready = false;
    bounds->sight = 0.0;
    bounds->always_count = bounds->named_count = bounds->moved = bounds->fitted = 0;
    bounds->named_ready = false;
    for (int flock = 0; flock < COVEY_MAX_FLOCKS; flock++)
        bounds->solid[flock] = false;
    for (size_t k = 0; k < list->count; k++) {
        const covey_influence_item *item = &list->item[k];
        look_at(item, bounds);
        bounds->solids.box[k] = solid_box(world, item);
        bounds->fields.box[k] = field_box(world, item);
        bounds->ball[k] = solid_ball(world, item);
        if (covey_bounds_names_agent(item->kind))
            bounds->named[bounds->named_count++].item = (uint32_t)k;
        else if (covey_bounds_acts_everywhere(item) && !covey_bounds_looks_ahead(item->kind))
            bounds->always[bounds->always_count++] = (uint32_t)k;
    }
    covey_boxtree_build(list->count, &bounds->solids);
    covey_boxtree_build(list->count, &bounds->fields);
}

// ---- Influences for one agent each ----

static bool comes_before(const void *context, const void *a, const void *b)
{
    (void)context;
    const covey_bounds_named *one = a, *other = b;
    return one->id != other->id ? one->id < other->id : one->item < other->item;
}

/// Looks at the agents that they name, and sorts them where these have changed.
static void settle_named(const covey_influence_list *list, covey_bounds *bounds)
{
    bool sorted = true;
    if (bounds->named_ready)
        return;
    for (size_t k = 0; k < bounds->named_count; k++) {
        const covey_influence_item *item = &list->item[bounds->named[k].item];
        bounds->named[k].id = item->kind->only(item->params.values);
        sorted = sorted && (k == 0 || comes_before(NULL, &bounds->named[k - 1], &bounds->named[k]));
    }
    if (!sorted)
        covey_heap_sort(bounds->named, bounds->named_count, sizeof *bounds->named, comes_before,
                        NULL);
    bounds->named_ready = true;
}

const covey_bounds_named *covey_bounds_find_named(const covey_bounds *bounds, covey_id id)
{
    size_t low = 0, high = bounds->named_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (bounds->named[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return bounds->named + low;
}

/// Gives solids that rest since the last step boxes without their move.
static void settle_wide(covey_world *world)
{
    covey_influence_list *list = &world->influences;
    for (size_t k = 0; k < list->count && list->wide; k++) {
        if (list->item[k].wide && !list->item[k].swept.is)
            covey_bounds_change(world, k);
        list->item[k].wide = false;
    }
    list->wide = false;
}

void covey_bounds_settle(covey_world *world)
{
    covey_bounds *bounds = &world->influences.bounds;
    settle_wide(world);
    // Boxes that have moved spoil a tree slowly: it is fitted to them when an eighth has, and built
    // again when each has eight times.
    if (!bounds->ready || bounds->moved > 8 * world->influences.count) {
        bool charted = bounds->ready && bounds->chart.ready; // by moves no influence comes or goes
        bounds->space = &world->def.space;
        build(world, bounds);
        bounds->ready = true;
        bounds->chart.ready = charted;
    } else if (bounds->moved - bounds->fitted > world->influences.count / 8) {
        covey_boxtree_fit(&bounds->solids);
        covey_boxtree_fit(&bounds->fields);
        bounds->fitted = bounds->moved;
    }
    settle_named(&world->influences, bounds);
    covey_chart_settle(world, &bounds->chart);
}

/// L; across a seam of a torus none.
static double way_between(const covey_space *space, const covey_bounds_ball *from,
                          const covey_bounds_ball *to)
{
    double square = 0.0;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        double way = fabs(to->center[axis] - from->center[axis]);
        bool round = space->kind == COVEY_SPACE_TORUS && way > 0.5 * space->size[axis];
        square += round ? 0.0 : way * way;
    }
    return sqrt(square);
}

void covey_bounds_change(covey_world *world, size_t index)
{
    const covey_influence_item *item = &world->influences.item[index];
    covey_bounds *bounds = &world->influences.bounds;
    if (!bounds->ready)
        return;
    if (covey_bounds_names_agent(item->kind)) {
        bounds->named_ready = false;
        return;
    }
    covey_boxtree_box solid = solid_box(world, item), field = field_box(world, item);
    covey_boxtree_move(&bounds->solids, index, &solid);
    covey_boxtree_move(&bounds->fields, index, &field);
    covey_bounds_ball before = bounds->ball[index];
    bounds->ball[index] = solid_ball(world, item);
    look_ahead(item, bounds);
    double way = way_between(&world->def.space, &before, &bounds->ball[index]);
    covey_chart_change(world, &bounds->chart, index, way);
    bounds->moved++;
}

// ---- Searching ----

/// Finds items of a tree that a box meets, or an image of it.
static void find(const covey_boxtree *tree, const covey_space *space, const covey_boxtree_box *box,
                 covey_finds *found)
{
    if (tree->count == 0)
        return;
    covey_turns_range range = covey_bounds_turns(space, box, &tree->node[1]);
    int turn[COVEY_AXES];
    for (turn[0] = range.low[0]; turn[0] <= range.high[0]; turn[0]++)
        for (turn[1] = range.low[1]; turn[1] <= range.high[1]; turn[1]++)
            for (turn[2] = range.low[2]; turn[2] <= range.high[2]; turn[2]++) {
                covey_boxtree_box image = covey_bounds_turned(space, box, turn);
                covey_boxtree_find(tree, &image, found);
            }
}

static void search(covey_among *self, size_t from)
{
    const covey_bounds *bounds = &self->list->bounds;
    covey_finds_begin(&self->found, from);
    self->next = 0;
    find(&bounds->solids, bounds->space, &self->box, &self->found);
    if (self->fields) {
        find(&bounds->fields, bounds->space, &self->span, &self->found);
        for (size_t k = 0; k < bounds->always_count; k++)
            covey_finds_add(&self->found, bounds->always[k]);
    }
    covey_finds_end(&self->found);
}

static void begin(covey_among *self, size_t from)
{
    self->plain = !self->list->bounds.ready;
    self->next = from;
    if (!self->plain)
        search(self, from);
}

void covey_among_solids(const covey_influence_list *list, const covey_boxtree_box *box, double body,
                        size_t from, covey_among *self)
{
    self->list = list;
    self->fields = false;
    if (list->bounds.ready)
        self->box = covey_bounds_widen(list->bounds.space, box, body);
    begin(self, from);
}

void covey_among_fields(const covey_influence_list *list, const covey_boxtree_box *span,
                        const covey_boxtree_box *rays, covey_among *self)
{
    self->list = list;
    self->box = *rays;
    self->span = *span;
    self->fields = true;
    begin(self, 0);
}

ptrdiff_t covey_among_next(covey_among *self)
{
    if (self->plain)
        return self->next < self->list->count ? (ptrdiff_t)self->next++ : -1;
    while (self->next == self->found.count && self->found.more)
        search(self, (size_t)self->found.last + 1);
    return self->next < self->found.count ? (ptrdiff_t)self->found.item[self->next++] : -1;
}
