// SPDX-License-Identifier: MIT
#include "covey/delays.h"

#include "base/memory.h"
#include "base/misuse.h"
#include "base/rounding.h"
#include "measures/agents.h"

#include <string.h>

/// The agents of a frame that have a heading, ascending by id.
typedef struct headings {
    size_t count, room;
    covey_id *id;
    covey_vec *unit;
    uint64_t stretch; ///< as in covey_beat
} headings;

struct covey_delays {
    covey_memory memory;
    size_t most;
    covey_beat frames;
    headings *frame;
    size_t room; ///< frames that fit
};

/// All headings as a table: a row for each agent, a column for each frame; x is NaN where there is
/// none.
typedef struct rows {
    size_t agents, frames;
    covey_id *id;
    covey_vec *unit;
    const headings *frame; ///< of each column
} rows;

static covey_status no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "no memory for the headings of so many agents");
}

covey_status covey_delays_create(size_t most, covey_allocator allocator, covey_delays **made,
                                 covey_error *error)
{
    if (made == NULL)
        return covey_missing(error, __func__);
    *made = NULL;
    if (most < 1 || most > COVEY_MAX_POINTS)
        return covey_fail(error, COVEY_ARG, "there are 1 to %d delays", COVEY_MAX_POINTS);
    covey_memory memory = covey_memory_init(allocator);
    covey_delays *delays = covey_memory_take(&memory, 1, sizeof *delays);
    if (delays == NULL)
        return no_memory(error);
    *delays = (covey_delays){.memory = memory, .most = most};
    *made = delays;
    return COVEY_OK;
}

static void free_headings(covey_memory *memory, headings *frame)
{
    covey_memory_give(memory, frame->id, frame->room, sizeof *frame->id);
    covey_memory_give(memory, frame->unit, frame->room, sizeof *frame->unit);
}

void covey_delays_destroy(covey_delays *delays)
{
    if (delays == NULL)
        return;
    covey_memory memory = delays->memory;
    for (size_t k = 0; k < delays->frames.frames; k++)
        free_headings(&memory, &delays->frame[k]);
    covey_memory_give(&memory, delays->frame, delays->room, sizeof *delays->frame);
    covey_memory_give(&memory, delays, 1, sizeof *delays);
}

// ---- Frames ----

/// Room for one more frame; false without memory.
static bool grow(covey_delays *self)
{
    if (self->frames.frames < self->room)
        return true;
    size_t room = 2 * self->room + 64;
    headings *frame = covey_memory_take(&self->memory, room, sizeof *frame);
    if (frame == NULL)
        return false;
    if (self->room > 0)
        memcpy(frame, self->frame, self->room * sizeof *frame);
    covey_memory_give(&self->memory, self->frame, self->room, sizeof *frame);
    self->frame = frame;
    self->room = room;
    return true;
}

static bool copy_headings(covey_memory *memory, const covey_view *view, headings *to)
{
    *to = (headings){.room = view->count > 0 ? view->count : 1};
    to->id = covey_memory_take(memory, to->room, sizeof *to->id);
    to->unit = covey_memory_take(memory, to->room, sizeof *to->unit);
    if (to->id == NULL || to->unit == NULL) {
        free_headings(memory, to);
        return false;
    }
    for (size_t i = 0; i < view->count; i++) {
        covey_vec ahead = covey_agents_ahead(view, i);
        if (isnan(ahead.x))
            continue;
        covey_vec unit = covey_vec_unit(ahead);
        to->id[to->count] = view->id[i];
        to->unit[to->count] = unit;
        to->count += covey_vec_dot(unit, unit) > 0.0;
    }
    return true;
}

covey_status covey_delays_add(covey_delays *delays, const covey_view *view, double time,
                              covey_error *error)
{
    COVEY_ROUND();
    if (delays == NULL || view == NULL)
        return covey_missing(error, __func__);
    headings made;
    if (!grow(delays) || !copy_headings(&delays->memory, view, &made))
        return no_memory(error);
    covey_status status = covey_beat_add(&delays->frames, "delays", &view->space, time, error);
    if (status == COVEY_OK) {
        for (uint64_t k = 0; delays->frames.shorter && k + 1 < delays->frames.frames; k++)
            delays->frame[k].stretch = k;
        made.stretch = delays->frames.stretch;
        delays->frame[delays->frames.frames - 1] = made;
        return COVEY_OK;
    }
    free_headings(&delays->memory, &made);
    return status;
}

// ---- The table ----

/// Unites two ascending lists of ids without repetitions; returns the length.
static size_t unite(const covey_id *a, size_t a_count, const covey_id *b, size_t b_count,
                    covey_id *to)
{
    size_t count = 0;
    for (size_t i = 0, j = 0; i < a_count || j < b_count;) {
        bool first = j == b_count || (i < a_count && a[i] <= b[j]);
        covey_id id = first ? a[i] : b[j];
        i += i < a_count && a[i] == id;
        j += j < b_count && b[j] == id;
        if (to != NULL)
            to[count] = id;
        count++;
    }
    return count;
}

/// Lists the ids of all frames. False without memory.
static bool list_ids(covey_delays *self, rows *all)
{
    for (size_t k = 0; k < self->frames.frames; k++) {
        const headings *frame = &self->frame[k];
        size_t count = unite(all->id, all->agents, frame->id, frame->count, NULL);
        if (count == all->agents)
            continue;
        covey_id *id = covey_memory_take(&self->memory, count, sizeof *id);
        if (id == NULL)
            return false;
        (void)unite(all->id, all->agents, frame->id, frame->count, id);
        covey_memory_give(&self->memory, all->id, all->agents, sizeof *id);
        all->id = id;
        all->agents = count;
    }
    return true;
}

static void free_rows(covey_memory *memory, rows *all)
{
    covey_memory_give(memory, all->id, all->agents, sizeof *all->id);
    covey_memory_give(memory, all->unit, all->agents * all->frames, sizeof *all->unit);
}

static bool make_rows(covey_delays *self, rows *all)
{
    *all = (rows){.frames = (size_t)self->frames.frames, .frame = self->frame};
    if (!list_ids(self, all))
        return false;
    size_t cells = all->agents * all->frames;
    all->unit = covey_memory_take(&self->memory, cells, sizeof *all->unit);
    if (all->unit == NULL && cells > 0)
        return false;
    for (size_t k = 0; k < cells; k++)
        all->unit[k] = (covey_vec){(double)NAN, 0, 0};
    for (size_t frame = 0; frame < all->frames; frame++) {
        const headings *from = &self->frame[frame];
        for (size_t i = 0, row = 0; i < from->count; i++) {
            while (all->id[row] != from->id[i])
                row++;
            all->unit[row * all->frames + frame] = from->unit[i];
        }
    }
    return true;
}

// ---- Delays ----

/// The mean cosine between the headings of a, and the headings of b `lag` frames later without a
/// gap.
static double correlate(const rows *all, size_t a, size_t b, long lag, uint64_t *count)
{
    const covey_vec *of_a = &all->unit[a * all->frames], *of_b = &all->unit[b * all->frames];
    size_t begin = lag < 0 ? (size_t)-lag : 0;
    size_t end = lag > 0 ? all->frames - (size_t)lag : all->frames;
    double sum = 0.0;
    *count = 0;
    for (size_t t = begin; t < end; t++) {
        size_t later = (size_t)((long)t + lag);
        double cosine = covey_vec_dot(of_a[t], of_b[later]);
        bool known = !isnan(cosine) && all->frame[t].stretch == all->frame[later].stretch;
        sum += known ? cosine : 0.0;
        *count += known;
    }
    return sum / (double)*count;
}

/// 0, 1, -1, 2, -2, …: of equal values the first is taken.
static long lag_of(size_t k)
{
    return k % 2 == 0 ? -(long)(k / 2) : (long)(k / 2 + 1);
}

/// Finds the delay of agents a and b of the table.
static covey_delay find(const rows *all, size_t most, double interval, size_t a, size_t b)
{
    double value[2 * COVEY_MAX_POINTS + 1];
    uint64_t count[2 * COVEY_MAX_POINTS + 1], largest = 0;
    size_t reach = most < all->frames ? most : all->frames - 1;
    for (size_t k = 0; k <= 2 * reach; k++) {
        value[k] = correlate(all, a, b, lag_of(k), &count[k]);
        largest = count[k] > largest ? count[k] : largest;
    }
    covey_delay found = {all->id[a], all->id[b], (double)NAN, (double)NAN, 0};
    for (size_t k = 0; k <= 2 * reach && largest > 0; k++)
        if (2 * count[k] >= largest && !(value[k] <= found.correlation)) {
            found.delay = interval * (double)lag_of(k);
            found.correlation = value[k];
            found.count = count[k];
        }
    return found;
}

void covey_delays_free(covey_delays *delays, covey_delay *found, size_t count)
{
    if (delays != NULL)
        covey_memory_give(&delays->memory, found, count, sizeof *found);
}

covey_status covey_delays_find(covey_delays *delays, covey_delay **found, size_t *count,
                               covey_error *error)
{
    COVEY_ROUND();
    if (delays == NULL || found == NULL || count == NULL)
        return covey_missing(error, __func__);
    rows all;
    *found = NULL;
    *count = 0;
    bool good = make_rows(delays, &all);
    size_t pairs = all.agents < 2 ? 0 : all.agents * (all.agents - 1) / 2;
    covey_delay *list = NULL;
    if (good && pairs > 0)
        list = covey_memory_take(&delays->memory, pairs, sizeof *list);
    size_t at = 0;
    for (size_t a = 0; list != NULL && a < all.agents; a++)
        for (size_t b = a + 1; b < all.agents; b++)
            list[at++] = find(&all, delays->most, delays->frames.length, a, b);
    free_rows(&delays->memory, &all);
    if (!good || (pairs > 0 && list == NULL))
        return no_memory(error);
    *found = list;
    *count = at;
    return COVEY_OK;
}
