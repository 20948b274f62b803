// SPDX-License-Identifier: MIT
// Changes the influences of a world to match a changed list. A walk along the two lists, in the
// order in which influences act, finds the ones that are the same; the influences between them are
// changed, or added and removed.
#include "core/field.h"
#include "core/schedule.h"
#include "core/world.h"
#include "run/session.h"
#include "scenario/scenario.h"

#include <string.h>

bool covey_session_influences_same_word(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/// Returns the influence of the scenario that has this number in the world.
static const covey_bind_influence *influence_of(const covey_bind_plan *plan, size_t number)
{
    return &plan->influences[plan->order[number]];
}

static bool has_same_grid(const covey_world *world, const covey_field *field,
                          const covey_field *wanted)
{
    if (field == NULL || wanted == NULL)
        return field == wanted;
    return covey_field_equals(field, wanted, covey_space_dim(&world->def.space));
}

static bool has_same_triangles(const covey_influence_view *view, const covey_bind_influence *item)
{
    bool same = view->triangles_count == item->def.triangles_count;
    for (size_t k = 0; k < 3 * item->def.triangles_count && same; k++)
        same = view->triangles[k] == item->def.triangles[k];
    return same;
}

/// True if the influence of a handle has the kind, layers, flock, number of points, grid and
/// triangles of the item.
static bool is_alike(const covey_world *world, int handle, const covey_bind_influence *item)
{
    covey_influence_view view = covey_world_influence(world, handle);
    const char *flock = view.flock >= 0 ? covey_world_name(world, view.flock) : NULL;
    uint32_t layers = item->def.layers != 0 ? item->def.layers : COVEY_ALL_LAYERS;
    return view.kind == item->kind && view.layers == layers &&
           covey_session_influences_same_word(flock, item->def.flock) &&
           view.points_count == item->def.points_count &&
           has_same_grid(world, view.field, item->def.field) && has_same_triangles(&view, item);
}

static bool has_same_outline(const covey_world *world, int handle, const covey_bind_influence *item)
{
    covey_influence_view view = covey_world_influence(world, handle);
    bool same = true;
    for (int axis = 0; axis < COVEY_AXES && item->def.points[axis] != NULL; axis++)
        for (size_t k = 0; k < item->def.points_count && same; k++)
            same = view.points[axis][k] == item->def.points[axis][k];
    return same;
}

/// True if a parameter has the value of the item, or follows a schedule.
static bool has_same_value(const covey_world *world, int handle, const covey_setting *row)
{
    return covey_world_influence_param(world, handle, row->name) == row->value ||
           covey_schedule_has(world, -1, handle, row->name, NULL);
}

static bool is_same(const covey_world *world, int handle, const covey_bind_influence *item)
{
    bool same = is_alike(world, handle, item) && has_same_outline(world, handle, item);
    for (size_t s = 0; s < item->def.settings_count && same; s++)
        same = has_same_value(world, handle, &item->def.settings[s]);
    return same;
}

/// Moves an influence of the same kind to the outline of the item, and sets the parameters that
/// differ.
static covey_status change_influence(covey_world *world, int handle,
                                     const covey_bind_influence *item, covey_error *error)
{
    const double *points[COVEY_AXES] = {item->def.points[0], item->def.points[1],
                                        item->def.points[2]};
    covey_status status = COVEY_OK;
    if (!has_same_outline(world, handle, item)) {
        covey_influence_jump(world, handle); // an edit of the scenario passes over no agent
        status = covey_world_influence_move(world, handle, points, error);
    }
    for (size_t s = 0; s < item->def.settings_count && status == COVEY_OK; s++) {
        const covey_setting *row = &item->def.settings[s];
        if (!has_same_value(world, handle, row))
            status = covey_world_influence_set(world, handle, row->name, row->value, error);
    }
    return status;
}

/// A walk along the influences of a world and of the scenario, both in the order in which
/// they act.
typedef struct walk {
    covey_world *world;
    const covey_bind_plan *plan;
    size_t there, wanted;
} walk;

static int handle_at(const walk *self, size_t there)
{
    return covey_world_influence_at(self->world, (int)there);
}

/// Finds the next place where both lists have the same influence, or the end of both.
static walk find_same(const walk *self)
{
    walk next = *self;
    size_t there = (size_t)covey_world_influences(self->world);
    size_t wanted = self->plan->influences_count;
    for (; next.wanted < wanted; next.wanted++)
        for (next.there = self->there; next.there < there; next.there++)
            if (is_same(self->world, handle_at(self, next.there),
                        influence_of(self->plan, next.wanted)))
                return next;
    next.there = there;
    return next;
}

/// True if all influences up to `next` differ only in outline and parameters.
static bool are_alike(const walk *self, const walk *next)
{
    size_t count = next->there - self->there;
    bool alike = next->wanted - self->wanted == count;
    for (size_t k = 0; k < count && alike; k++)
        alike = is_alike(self->world, handle_at(self, self->there + k),
                         influence_of(self->plan, self->wanted + k));
    return alike;
}

/// True if only outlines and parameters differ, so that nothing is added or removed.
static bool differ_in_values(const walk *begin)
{
    walk now = *begin;
    while (now.wanted < now.plan->influences_count) {
        walk next = find_same(&now);
        if (!are_alike(&now, &next))
            return false;
        now.there = next.there + 1;
        now.wanted = next.wanted + 1;
    }
    return now.there >= (size_t)covey_world_influences(now.world);
}

/// Adds the influences of the scenario up to `next` before the world's, and stores their
/// handles.
static covey_status add_influences(walk *self, const walk *next, int *keep, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (size_t k = self->wanted; k < next->wanted && status == COVEY_OK; k++) {
        covey_influence_def def = influence_of(self->plan, k)->def;
        status = covey_world_influence_add(self->world, &def, &keep[k], error);
        if (status == COVEY_OK)
            covey_influence_bring(&self->world->influences, self->there++);
    }
    return status;
}

/// Changes the influences up to `next` to the scenario's, and stores their handles if `keep`
/// is not NULL.
static covey_status change_influences(const walk *self, const walk *next, int *keep,
                                      covey_error *error)
{
    covey_status status = COVEY_OK;
    for (size_t k = 0; self->there + k < next->there && status == COVEY_OK; k++) {
        int handle = handle_at(self, self->there + k);
        status = change_influence(self->world, handle, influence_of(self->plan, self->wanted + k),
                                  error);
        if (keep != NULL)
            keep[self->wanted + k] = handle;
    }
    return status;
}

/// Walks along both lists: changes and adds influences, and removes none.
static covey_status follow_influences(walk now, int *keep, covey_error *error)
{
    covey_status status = COVEY_OK;
    while (status == COVEY_OK && now.wanted < now.plan->influences_count) {
        walk next = find_same(&now);
        size_t passed = next.there - now.there;
        if (are_alike(&now, &next))
            status = change_influences(&now, &next, keep, error);
        else
            status = add_influences(&now, &next, keep, error);
        now.there += passed; // the added ones are before it now
        if (keep != NULL && status == COVEY_OK && next.wanted < now.plan->influences_count)
            keep[next.wanted] = handle_at(&now, now.there);
        now.there++;
        now.wanted = next.wanted + 1;
    }
    return status;
}

/// Removes all influences but `count`, whose handles are in the order in which they act.
static void remove_others(covey_world *world, const int *keep, size_t count)
{
    for (int k = covey_world_influences(world) - 1; k >= 0; k--) {
        int handle = covey_world_influence_at(world, k);
        if (count > 0 && keep[count - 1] == handle)
            count--;
        else
            (void)covey_world_influence_remove(world, handle, NULL);
    }
}

/// Removes the influences that were added, whose handles begin at `first`.
static void take_back(covey_world *world, int first)
{
    for (int k = covey_world_influences(world) - 1; k >= 0; k--)
        if (covey_world_influence_at(world, k) >= first)
            (void)covey_world_influence_remove(world, covey_world_influence_at(world, k), NULL);
}

covey_status covey_session_influences_set(covey_session *session, covey_error *error)
{
    const walk begin = {.world = session->world, .plan = &session->scenario->now.plan};
    size_t count = begin.plan->influences_count;
    if (differ_in_values(&begin))
        return follow_influences(begin, NULL, error);
    int first_new = begin.world->influences.next;
    int *keep = covey_memory_take(&session->memory, count, sizeof *keep);
    if (keep == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for influences");
    covey_status status = follow_influences(begin, keep, error);
    if (status == COVEY_OK)
        remove_others(begin.world, keep, count);
    else
        take_back(begin.world, first_new);
    covey_memory_give(&session->memory, keep, count, sizeof *keep);
    return status;
}
