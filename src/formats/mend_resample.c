// SPDX-License-Identifier: MIT
// Makes times even: tracks whose places are seconds apart, as those of collars, get places at
// common times, on the straight ways between. A way that takes longer than one and a half
// intervals, and the intervals that are to be filled, is a gap.
#include "formats/mend.h"

#include "covey/vec.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_PLACES = 100000000 };

static const double on_time = 1e-6; // of an interval: rounding of times

static double time_of(const covey_mend *self, size_t i)
{
    return self->moments[self->points[i].moment].time;
}

static bool is_of_one(const covey_mend *self, size_t i, size_t j)
{
    return self->points[i].set == self->points[j].set && self->points[i].id == self->points[j].id;
}

static int by_size(const void *a, const void *b)
{
    const double *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

/// The longest way of an agent that is no gap; its points are those from `begin` to `end`.
static double reach_of(const covey_mend *self, size_t begin, size_t end, double *room)
{
    double usual = self->resample;
    const size_t count = end - begin - 1;
    for (size_t k = 0; k < count; k++)
        room[k] = time_of(self, begin + k + 1) - time_of(self, begin + k);
    if (count > 0) {
        qsort(room, count, sizeof *room, by_size);
        usual = fmax(usual, room[count / 2]);
    }
    return (self->fill + 1.5) * usual;
}

/// An agent on its way from one point to another, and the number of the last time that it got.
typedef struct walk {
    covey_mend *to;
    double start; ///< time of number 0
    double last;
} walk;

/// Puts an agent at the times between two points, or, if they are one, at that of the point.
static covey_status put(walk *self, const covey_mend *from, size_t i, size_t j, covey_error *error)
{
    const covey_mend_point *a = &from->points[i], *b = &from->points[j];
    const double step = from->resample, begin = time_of(from, i), end = time_of(from, j);
    const double first = ceil((begin - self->start) / step - on_time);
    const double last = floor((end - self->start) / step + on_time);
    covey_status status = COVEY_OK;
    if (last - first + (double)self->to->count > MOST_PLACES || !(last < 0x1p53))
        return covey_fail(error, COVEY_INPUT,
                          "at times %g apart, the tracks have more than %d places", step,
                          MOST_PLACES);
    for (double k = fmax(first, self->last + 1.0); k <= last && status == COVEY_OK; k++) {
        double part = end > begin ? (self->start + k * step - begin) / (end - begin) : 0.0;
        part = part > 0.0 ? fmin(part, 1.0) : 0.0;
        const covey_vec at = covey_mend_between(from, a, b, part);
        covey_mend_point made = *a;
        const double place[COVEY_AXES] = {at.x, at.y, at.z};
        const int dim = covey_space_dim(&from->space);
        for (int axis = 0; axis < COVEY_AXES; axis++) {
            made.pos[axis] = axis < dim ? place[axis] : a->pos[axis];
            made.vel[axis] = a->vel[axis] + part * (b->vel[axis] - a->vel[axis]);
        }
        if (part > 0.0)
            covey_mend_turn(a, b, part, made.axis);
        made.moment = (size_t)k;
        self->last = k;
        status = covey_mend_add(self->to, &made, error);
    }
    return status;
}

/// Puts an agent, whose points are those from `begin` to `end`.
static covey_status put_agent(walk *self, const covey_mend *from, size_t begin, size_t end,
                              double *room, covey_error *error)
{
    const double reach = reach_of(from, begin, end, room);
    covey_status status = COVEY_OK;
    self->last = -1.0;
    for (size_t i = begin; i < end && status == COVEY_OK; i++) {
        const bool more = i + 1 < end && time_of(from, i + 1) - time_of(from, i) <= reach;
        status = put(self, from, i, more ? i + 1 : i, error);
    }
    return status;
}

/// Makes the moments of the times that points have, and lets points have their numbers.
static covey_status make_moments(covey_mend *self, double start, covey_error *error)
{
    size_t count = 0;
    if (self->count == 0)
        return COVEY_OK;
    qsort(self->points, self->count, sizeof *self->points, covey_mend_by_moment);
    for (size_t i = 0; i < self->count; i++)
        count += i == 0 || self->points[i].moment != self->points[i - 1].moment;
    self->moments = covey_memory_take(self->memory, count, sizeof *self->moments);
    if (self->moments == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory: tracks are held whole");
    self->moments_room = count;
    for (size_t i = 0, before = 0; i < self->count; i++) {
        covey_mend_point *point = &self->points[i];
        const size_t number = point->moment;
        const double key = (double)number;
        if (i == 0 || number != before)
            self->moments[self->moments_count++] = (covey_mend_moment){
                key, start + key * self->resample, number, i > 0 && number != before + 1};
        before = number;
        point->moment = self->moments_count - 1;
    }
    qsort(self->points, self->count, sizeof *self->points, covey_mend_by_agent);
    return COVEY_OK;
}

covey_status covey_mend_resample(covey_mend *series, covey_error *error)
{
    covey_mend made = *series;
    made.points = NULL;
    made.moments = NULL;
    made.count = made.room = made.moments_count = made.moments_room = 0;
    made.numbered = true;
    made.every = 1.0;
    double *room = covey_memory_take(series->memory, series->count + 1, sizeof *room);
    covey_status status =
        room != NULL ? COVEY_OK : covey_fail(error, COVEY_MEMORY, "out of memory");
    walk way = {.to = &made, .start = series->moments_count > 0 ? series->moments[0].time : 0.0};
    for (size_t k = 0; k < series->moments_count; k++)
        way.start = fmin(way.start, series->moments[k].time);
    for (size_t begin = 0, end; begin < series->count && status == COVEY_OK; begin = end) {
        end = begin + 1;
        while (end < series->count && is_of_one(series, begin, end))
            end++;
        status = put_agent(&way, series, begin, end, room, error);
    }
    covey_memory_give(series->memory, room, series->count + 1, sizeof *room);
    if (status == COVEY_OK)
        status = make_moments(&made, way.start, error);
    const size_t count = series->count;
    covey_mend_destroy(series);
    *series = made;
    covey_mend_say(series, "%zu places became %zu at times %.6g apart, on straight ways between",
                   count, made.count, made.resample);
    return status;
}
