// SPDX-License-Identifier: MIT
// A ring of moments, each with its agents sorted by id.
#include "draw/trail.h"

#include "base/misuse.h"

#include <stdlib.h>

covey_status covey_trail_create(size_t length, covey_allocator allocator, covey_trail **trail,
                                covey_error *error)
{
    if (trail == NULL)
        return covey_missing(error, __func__);
    *trail = NULL;
    if (length < 1 || length > 100000)
        return covey_fail(error, COVEY_ARG, "a trail has 1 to 100000 moments, not %zu", length);
    covey_memory memory = covey_memory_init(allocator);
    covey_trail *made = covey_memory_take(&memory, 1, sizeof *made);
    if (made != NULL)
        made->moments = covey_memory_take(&memory, length, sizeof *made->moments);
    if (made == NULL || made->moments == NULL) {
        covey_memory_give(&memory, made, 1, sizeof *made);
        return covey_fail(error, COVEY_MEMORY, "no memory for a trail of %zu moments", length);
    }
    made->memory = memory;
    made->length = length;
    *trail = made;
    return COVEY_OK;
}

void covey_trail_destroy(covey_trail *trail)
{
    if (trail == NULL)
        return;
    covey_memory memory = trail->memory;
    for (size_t k = 0; k < trail->length; k++)
        covey_memory_give(&memory, trail->moments[k].agents, trail->moments[k].room,
                          sizeof *trail->moments[k].agents);
    covey_memory_give(&memory, trail->moments, trail->length, sizeof *trail->moments);
    covey_memory_give(&memory, trail, 1, sizeof *trail);
}

static int compare(const void *a, const void *b)
{
    const covey_trail_agent *first = a, *second = b;
    return (first->id > second->id) - (first->id < second->id);
}

covey_status covey_trail_add(covey_trail *trail, const covey_view *view, covey_error *error)
{
    if (trail == NULL || view == NULL)
        return covey_missing(error, __func__);
    size_t at = trail->count < trail->length ? trail->count : trail->oldest;
    covey_trail_moment *moment = &trail->moments[at];
    if (moment->room < view->count) {
        void *grown = covey_memory_grow(&trail->memory, moment->agents, moment->room, view->count,
                                        sizeof *moment->agents);
        if (grown == NULL)
            return covey_fail(error, COVEY_MEMORY, "no memory for a trail of %zu agents",
                              view->count);
        moment->agents = grown;
        moment->room = view->count;
    }
    for (size_t i = 0; i < view->count; i++)
        moment->agents[i] = (covey_trail_agent){
            view->id[i], {view->pos[0][i], view->pos[1][i]}, {view->vel[0][i], view->vel[1][i]}};
    moment->count = view->count;
    if (view->count > 0)
        qsort(moment->agents, moment->count, sizeof *moment->agents, compare);
    if (trail->count < trail->length)
        trail->count++;
    else
        trail->oldest = (trail->oldest + 1) % trail->length;
    return COVEY_OK;
}

const covey_trail_moment *covey_trail_moment_at(const covey_trail *trail, size_t index)
{
    return &trail->moments[(trail->oldest + index) % trail->length];
}

const covey_trail_agent *covey_trail_find(const covey_trail_moment *moment, uint32_t id)
{
    if (moment->count == 0)
        return NULL;
    covey_trail_agent wanted = {.id = id};
    return bsearch(&wanted, moment->agents, moment->count, sizeof wanted, compare);
}

void covey_trail_changes(const covey_trail *trail, const covey_view *view, covey_vec *changes)
{
    if (trail == NULL || view == NULL || changes == NULL)
        return;
    const covey_trail_moment *last =
        trail->count > 0 ? covey_trail_moment_at(trail, trail->count - 1) : NULL;
    for (size_t i = 0; i < view->count; i++) {
        const covey_trail_agent *before = last != NULL ? covey_trail_find(last, view->id[i]) : NULL;
        changes[i] = (covey_vec){0, 0};
        if (before == NULL)
            continue;
        covey_vec change =
            covey_vec_sub((covey_vec){view->vel[0][i], view->vel[1][i]}, before->vel);
        if (isfinite(change.x) && isfinite(change.y))
            changes[i] = change;
    }
}
