// SPDX-License-Identifier: MIT
// A ring of frames, each with its agents sorted by id.
#include "draw/trail.h"

#include "base/misuse.h"
#include "draw/context.h"

#include <stdlib.h>

covey_status covey_trail_create(size_t length, covey_allocator allocator, covey_trail **trail,
                                covey_error *error)
{
    if (trail == NULL)
        return covey_missing(error, __func__);
    *trail = NULL;
    if (length < 1 || length > 100000)
        return covey_fail(error, COVEY_ARG, "a trail has 1 to 100000 frames, not %zu", length);
    covey_memory memory = covey_memory_init(allocator);
    covey_trail *made = covey_memory_take(&memory, 1, sizeof *made);
    if (made != NULL)
        made->frames = covey_memory_take(&memory, length, sizeof *made->frames);
    if (made == NULL || made->frames == NULL) {
        covey_memory_give(&memory, made, 1, sizeof *made);
        return covey_fail(error, COVEY_MEMORY, "no memory for a trail of %zu frames", length);
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
        covey_memory_give(&memory, trail->frames[k].agents, trail->frames[k].room,
                          sizeof *trail->frames[k].agents);
    covey_memory_give(&memory, trail->frames, trail->length, sizeof *trail->frames);
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
    covey_trail_frame *frame = &trail->frames[at];
    if (frame->room < view->count) {
        void *grown = covey_memory_grow(&trail->memory, frame->agents, frame->room, view->count,
                                        sizeof *frame->agents);
        if (grown == NULL)
            return covey_fail(error, COVEY_MEMORY, "no memory for a trail of %zu agents",
                              view->count);
        frame->agents = grown;
        frame->room = view->count;
    }
    for (size_t i = 0; i < view->count; i++)
        frame->agents[i] = (covey_trail_agent){view->id[i], covey_vec_at(view->pos, i),
                                               covey_vec_at(view->vel, i)};
    frame->count = view->count;
    frame->elapsed = trail->elapsed;
    if (view->count > 0)
        qsort(frame->agents, frame->count, sizeof *frame->agents, compare);
    if (trail->count < trail->length)
        trail->count++;
    else
        trail->oldest = (trail->oldest + 1) % trail->length;
    return COVEY_OK;
}

void covey_trail_pace(covey_trail *trail, double elapsed)
{
    if (trail != NULL)
        trail->elapsed = elapsed > 0.0 ? elapsed : 0.0;
}

bool covey_trail_jumped(const covey_space *space, const covey_trail_agent *from,
                        const covey_trail_agent *to, double elapsed)
{
    double fastest = fmax(covey_vec_length(from->vel), covey_vec_length(to->vel));
    double way = covey_vec_length(covey_vec_sub(to->pos, from->pos));
    return space->kind == COVEY_SPACE_RESPAWN && elapsed > 0.0 && way > 2.0 * fastest * elapsed;
}

const covey_trail_frame *covey_trail_frame_at(const covey_trail *trail, size_t index)
{
    return &trail->frames[(trail->oldest + index) % trail->length];
}

const covey_trail_agent *covey_trail_find(const covey_trail_frame *frame, covey_id id)
{
    if (frame->count == 0)
        return NULL;
    covey_trail_agent wanted = {.id = id};
    return bsearch(&wanted, frame->agents, frame->count, sizeof wanted, compare);
}

void covey_trail_changes(const covey_trail *trail, const covey_view *view, covey_vec *changes)
{
    if (trail == NULL || view == NULL || changes == NULL)
        return;
    const covey_trail_frame *last =
        trail->count > 0 ? covey_trail_frame_at(trail, trail->count - 1) : NULL;
    for (size_t i = 0; i < view->count; i++) {
        const covey_trail_agent *before = last != NULL ? covey_trail_find(last, view->id[i]) : NULL;
        covey_trail_agent now = {view->id[i], covey_vec_at(view->pos, i),
                                 covey_vec_at(view->vel, i)};
        changes[i] = (covey_vec){0, 0, 0.0};
        if (before == NULL || covey_trail_jumped(&view->space, before, &now, trail->elapsed))
            continue;
        covey_vec change = covey_vec_sub(now.vel, before->vel);
        if (isfinite(change.x) && isfinite(change.y) && isfinite(change.z))
            changes[i] = change;
    }
}
