// SPDX-License-Identifier: MIT
// Holds the tracks of a file, and fills gaps: an animal that is missing in a few frames is put on
// the straight way between the places before and after.
#include "formats/mend.h"

#include "formats/interval.h"

#include "covey/vec.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILLED = 100000, MOST_WINDOW = 9999, MOST = 100000000 };

static covey_status no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "out of memory: tracks are held whole to change them");
}

bool covey_mend_is_wanted(const covey_input_def *def)
{
    return def->fill != 0 || def->smooth != 0 || def->resample != 0.0;
}

covey_status covey_mend_init(covey_mend *series, covey_memory *memory, const covey_input_def *def,
                             covey_error *error)
{
    *series = (covey_mend){
        .memory = memory, .fill = def->fill, .smooth = def->smooth, .resample = def->resample};
    if (def->fill < 0 || def->fill > MOST_FILLED)
        return covey_fail(error, COVEY_ARG, "fill = %d is not from 0 to %d", def->fill,
                          MOST_FILLED);
    if (def->smooth != 0 && (def->smooth < 3 || def->smooth > MOST_WINDOW || def->smooth % 2 == 0))
        return covey_fail(error, COVEY_ARG, "smooth = %d is no odd number from 3 to %d",
                          def->smooth, MOST_WINDOW);
    if (!(def->resample >= 0.0 && isfinite(def->resample)))
        return covey_fail(error, COVEY_ARG, "resample = %g is not positive and finite",
                          def->resample);
    return COVEY_OK;
}

void covey_mend_destroy(covey_mend *series)
{
    if (series->memory == NULL)
        return;
    covey_memory_give(series->memory, series->points, series->room, sizeof *series->points);
    covey_memory_give(series->memory, series->moments, series->moments_room,
                      sizeof *series->moments);
    *series = (covey_mend){0};
}

void covey_mend_say(covey_mend *series, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(series->notes[series->notes_count++], COVEY_MEND_NOTE, format, arguments);
    va_end(arguments);
}

// ---- Taking ----

covey_status covey_mend_add(covey_mend *series, const covey_mend_point *point, covey_error *error)
{
    if (series->count >= MOST)
        return covey_fail(error, COVEY_INPUT, "filled tracks have more than %d places", MOST);
    if (series->count == series->room) {
        size_t room = series->room + series->room / 2 + 64;
        covey_mend_point *grown =
            covey_memory_grow(series->memory, series->points, series->room, room, sizeof *grown);
        if (grown == NULL)
            return no_memory(error);
        series->points = grown;
        series->room = room;
    }
    series->points[series->count++] = *point;
    return COVEY_OK;
}

static covey_status add_moment(covey_mend *self, const covey_mend_moment *moment,
                               covey_error *error)
{
    if (self->moments_count >= MOST)
        return covey_fail(error, COVEY_INPUT, "filled tracks have more than %d frames", MOST);
    if (self->moments_count == self->moments_room) {
        size_t room = self->moments_room + self->moments_room / 2 + 64;
        covey_mend_moment *grown =
            covey_memory_grow(self->memory, self->moments, self->moments_room, room, sizeof *grown);
        if (grown == NULL)
            return no_memory(error);
        self->moments = grown;
        self->moments_room = room;
    }
    self->moments[self->moments_count++] = *moment;
    return COVEY_OK;
}

static bool is_same_space(const covey_space *a, const covey_space *b)
{
    const int dim = covey_space_dim(a);
    bool same = a->kind == b->kind && dim == covey_space_dim(b);
    for (int axis = 0; axis < dim && a->kind != COVEY_SPACE_OPEN; axis++)
        same = same && a->size[axis] == b->size[axis];
    return same;
}

covey_status covey_mend_take(covey_mend *series, const covey_frame *frame, covey_error *error)
{
    if (series->moments_count == 0) {
        series->space = frame->space;
        series->numbered = frame->numbered;
        series->pixels = frame->pixels;
        series->every = frame->every;
    }
    if (!is_same_space(&series->space, &frame->space))
        return covey_fail(error, COVEY_INPUT, "tracks that are changed need frames of one space");
    const covey_mend_moment moment = {
        .key = frame->numbered ? (double)frame->step : frame->time,
        .time = frame->time,
        .step = frame->step,
    };
    covey_status status = add_moment(series, &moment, error);
    for (size_t i = 0; i < frame->count && status == COVEY_OK; i++) {
        const covey_row *row = &frame->rows[i];
        covey_mend_point point = {series->moments_count - 1, row->set, row->id, {0}, {0}, {0}};
        memcpy(point.pos, row->pos, sizeof point.pos);
        memcpy(point.vel, row->vel, sizeof point.vel);
        memcpy(point.axis, row->axis, sizeof point.axis);
        status = covey_mend_add(series, &point, error);
    }
    return status;
}

// ---- Order ----

int covey_mend_by_agent(const void *a, const void *b)
{
    const covey_mend_point *p = a, *q = b;
    if (p->set != q->set)
        return p->set < q->set ? -1 : 1;
    if (p->id != q->id)
        return p->id < q->id ? -1 : 1;
    return (p->moment > q->moment) - (p->moment < q->moment);
}

int covey_mend_by_moment(const void *a, const void *b)
{
    const covey_mend_point *p = a, *q = b;
    if (p->moment != q->moment)
        return p->moment < q->moment ? -1 : 1;
    return covey_mend_by_agent(a, b);
}

/// Finds the interval between frames, if the file does not have it: that of most.
static covey_status find_interval(covey_mend *self, covey_error *error)
{
    const size_t count = self->moments_count;
    if (self->every > 0.0 || count < 2)
        return COVEY_OK;
    double *keys = covey_memory_take(self->memory, 2 * count, sizeof *keys);
    if (keys == NULL)
        return no_memory(error);
    for (size_t k = 0; k < count; k++)
        keys[k] = self->moments[k].key;
    self->every = covey_interval_of(keys, count, false, keys + count);
    covey_memory_give(self->memory, keys, 2 * count, sizeof *keys);
    return COVEY_OK;
}

// ---- Gaps ----

/// The frames that are missing between two.
static double missing_between(const covey_mend *self, size_t a, size_t b)
{
    const double passed = self->moments[b].key - self->moments[a].key;
    return self->every > 0.0 ? floor(passed / self->every + 0.5) - 1.0 : 0.0;
}

/// Adds the frames that are missing, where they are few, and marks other gaps.
static covey_status fill_moments(covey_mend *self, covey_error *error)
{
    covey_mend_moment *old = self->moments;
    const size_t count = self->moments_count, room = self->moments_room;
    size_t *number = covey_memory_take(self->memory, count, sizeof *number);
    covey_status status = number != NULL || count == 0 ? COVEY_OK : no_memory(error);
    double *missing = covey_memory_take(self->memory, count, sizeof *missing);
    for (size_t k = 0; k < count && missing != NULL; k++)
        missing[k] = k > 0 ? missing_between(self, k - 1, k) : 0.0;
    if (missing == NULL && count > 0)
        status = no_memory(error);
    self->moments = NULL;
    self->moments_count = self->moments_room = 0;
    for (size_t k = 0; k < count && status == COVEY_OK; k++) {
        const double more = missing[k] <= self->fill ? missing[k] : 0.0;
        for (double j = 1.0; j <= more && status == COVEY_OK; j++) {
            const double part = j / (more + 1.0);
            covey_mend_moment made = {.key = old[k - 1].key + part * (old[k].key - old[k - 1].key),
                                      .time =
                                          old[k - 1].time + part * (old[k].time - old[k - 1].time)};
            made.step = self->numbered ? (uint64_t)(made.key + 0.5) : 0;
            status = add_moment(self, &made, error);
        }
        old[k].breaks = missing[k] > self->fill;
        number[k] = self->moments_count;
        if (status == COVEY_OK)
            status = add_moment(self, &old[k], error);
    }
    for (size_t i = 0; i < self->count && status == COVEY_OK; i++)
        self->points[i].moment = number[self->points[i].moment];
    for (size_t k = 0; k < self->moments_count && !self->numbered; k++)
        self->moments[k].step = k;
    covey_memory_give(self->memory, missing, count, sizeof *missing);
    covey_memory_give(self->memory, number, count, sizeof *number);
    covey_memory_give(self->memory, old, room, sizeof *old);
    return status;
}

covey_vec covey_mend_between(const covey_mend *series, const covey_mend_point *from,
                             const covey_mend_point *to, double part)
{
    const covey_space *space = &series->space;
    const bool deep = covey_space_dim(space) == COVEY_AXES;
    const covey_vec a = {from->pos[0], from->pos[1], deep ? from->pos[2] : 0.0};
    const covey_vec b = {to->pos[0], to->pos[1], deep ? to->pos[2] : 0.0};
    const covey_vec way =
        covey_space_offset(space, covey_space_fold(space, a), covey_space_fold(space, b));
    return covey_space_fold(space, covey_vec_add(a, covey_vec_scale(way, part)));
}

bool covey_mend_has_axis(const covey_mend_point *point)
{
    return point->axis[0] != 0.0 || point->axis[1] != 0.0 || point->axis[2] != 0.0;
}

void covey_mend_turn(const covey_mend_point *from, const covey_mend_point *to, double part,
                     double axis[COVEY_AXES])
{
    const bool known = covey_mend_has_axis(from) && covey_mend_has_axis(to);
    for (int k = 0; k < COVEY_AXES; k++)
        axis[k] = known ? from->axis[k] + part * (to->axis[k] - from->axis[k]) : 0.0;
}

/// True if no gap of frames is between two.
static bool are_joined(const covey_mend *self, size_t a, size_t b)
{
    for (size_t k = a + 1; k <= b; k++)
        if (self->moments[k].breaks)
            return false;
    return true;
}

/// Adds the places of an agent between two of its points.
static covey_status fill_between(covey_mend *self, size_t i, covey_error *error)
{
    const covey_mend_point a = self->points[i], b = self->points[i + 1];
    const covey_mend_moment *from = &self->moments[a.moment], *to = &self->moments[b.moment];
    covey_status status = COVEY_OK;
    for (size_t k = a.moment + 1; k < b.moment && status == COVEY_OK; k++) {
        const double part = (self->moments[k].time - from->time) / (to->time - from->time);
        const covey_vec at = covey_mend_between(self, &a, &b, part);
        const double none = (double)NAN;
        covey_mend_point made = {
            k,  a.set, a.id, {at.x, at.y, a.pos[2] == a.pos[2] ? at.z : none}, {none, none, none},
            {0}};
        covey_mend_turn(&a, &b, part, made.axis);
        status = covey_mend_add(self, &made, error);
    }
    return status;
}

static covey_status fill(covey_mend *self, covey_error *error)
{
    const size_t count = self->count;
    size_t gaps = 0;
    covey_status status = COVEY_OK;
    for (size_t i = 0; i + 1 < count && status == COVEY_OK; i++) {
        const covey_mend_point *a = &self->points[i], *b = a + 1;
        const size_t missing = b->moment - a->moment - 1;
        if (a->set != b->set || a->id != b->id || missing < 1 || missing > (size_t)self->fill ||
            !are_joined(self, a->moment, b->moment))
            continue;
        gaps++;
        status = fill_between(self, i, error);
    }
    if (self->count > count)
        qsort(self->points, self->count, sizeof *self->points, covey_mend_by_agent);
    covey_mend_say(self,
                   "%zu gaps of up to %d frames are filled: %zu places are on straight "
                   "ways between others",
                   gaps, self->fill, self->count - count);
    return status;
}

// ---- All ----

/// Of points that keep their moments.
static covey_status fill_frames(covey_mend *self, covey_error *error)
{
    covey_status status = find_interval(self, error);
    if (status == COVEY_OK)
        status = fill_moments(self, error);
    return status == COVEY_OK && self->fill > 0 ? fill(self, error) : status;
}

covey_status covey_mend_finish(covey_mend *series, covey_error *error)
{
    covey_status status = COVEY_OK;
    if (series->count > 0)
        qsort(series->points, series->count, sizeof *series->points, covey_mend_by_agent);
    if (series->resample > 0.0)
        status = covey_mend_resample(series, error);
    else
        status = fill_frames(series, error);
    if (status == COVEY_OK && series->smooth > 0)
        status = covey_mend_smooth(series, error);
    if (series->count > 0)
        qsort(series->points, series->count, sizeof *series->points, covey_mend_by_moment);
    return status;
}

covey_status covey_mend_next(covey_mend *series, covey_frame *frame, covey_error *error)
{
    covey_status status = COVEY_OK;
    if (series->next == series->count)
        return COVEY_OK;
    const size_t number = series->points[series->next].moment;
    const covey_mend_moment *moment = &series->moments[number];
    frame->time = moment->time;
    frame->step = moment->step;
    frame->space = frame->deep = series->space;
    frame->pixels = series->pixels;
    frame->numbered = series->numbered;
    frame->every = series->every;
    for (; series->next < series->count && status == COVEY_OK; series->next++) {
        const covey_mend_point *point = &series->points[series->next];
        if (point->moment != number)
            break;
        covey_row row = {.set = point->set, .id = point->id};
        memcpy(row.pos, point->pos, sizeof row.pos);
        memcpy(row.vel, point->vel, sizeof row.vel);
        memcpy(row.axis, point->axis, sizeof row.axis);
        status = covey_frame_add(frame, &row, error);
    }
    return status;
}
