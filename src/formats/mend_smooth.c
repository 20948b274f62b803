// SPDX-License-Identifier: MIT
// Smooths tracks: each place becomes that of the parabola through the places around it that is
// nearest in squares, and the velocity its slope there. At equal intervals this is the filter of
// A. Savitzky and M. J. E. Golay, "Smoothing and differentiation of data by simplified least
// squares procedures", 1964; near the ends of a track, the first or last window is evaluated off
// its middle.
#include "formats/mend.h"

#include "covey/vec.h"

#include <math.h>

/// Sums over a window: of powers of time, and of those times a coordinate, on each axis.
typedef struct sums {
    double s[5], t[COVEY_AXES][3];
} sums;

static covey_vec place_of(const covey_mend *self, const covey_mend_point *point)
{
    const bool deep = covey_space_dim(&self->space) == COVEY_AXES;
    return (covey_vec){point->pos[0], point->pos[1], deep ? point->pos[2] : 0.0};
}

/// Adds a point `u` units of time and `way` from the one that is smoothed.
static void add(sums *to, double u, covey_vec way)
{
    const double at[COVEY_AXES] = {way.x, way.y, way.z};
    double power = 1.0;
    for (int k = 0; k < 5; k++) {
        to->s[k] += power;
        for (int axis = 0; axis < COVEY_AXES && k < 3; axis++)
            to->t[axis][k] += power * at[axis];
        power *= u;
    }
}

/// The parabola at u = 0: its value and its slope; false if it is not determined.
static bool solve(const double s[5], const double t[3], double *value, double *slope)
{
    const double a = s[2] * s[4] - s[3] * s[3], b = s[1] * s[4] - s[2] * s[3];
    const double c = s[1] * s[3] - s[2] * s[2], p = t[1] * s[4] - s[3] * t[2];
    const double whole = s[0] * a - s[1] * b + s[2] * c;
    *value = (t[0] * a - s[1] * p + s[2] * (t[1] * s[3] - s[2] * t[2])) / whole;
    *slope = (s[0] * p - t[0] * b + s[2] * (s[1] * t[2] - t[1] * s[2])) / whole;
    return whole > 0.0 && isfinite(*value) && isfinite(*slope);
}

/// Smooths the body axis of point i: it is the way between two points of the animal, which are
/// smoothed as its place is. It stays as it is where one of the window is unknown; `axes` are those
/// of the file.
static void smooth_axis(covey_mend *self, const covey_vec *axes, size_t begin, size_t size,
                        size_t i, double span)
{
    covey_mend_point *point = &self->points[i];
    const double now = self->moments[point->moment].time;
    sums window = {{0}, {{0}}};
    for (size_t k = begin; k < begin + size; k++) {
        if (!(covey_vec_dot(axes[k], axes[k]) > 0.0))
            return;
        add(&window, (self->moments[self->points[k].moment].time - now) / span,
            covey_vec_sub(axes[k], axes[i]));
    }
    const double old[COVEY_AXES] = {axes[i].x, axes[i].y, axes[i].z};
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        double value, slope;
        if (solve(window.s, window.t[axis], &value, &slope))
            point->axis[axis] = old[axis] + value;
    }
}

/// Smooths point i of a track, with the `size` points from `begin` on; `ways` are unwrapped places,
/// and behind them all body axes.
static void smooth_point(covey_mend *self, const covey_vec *ways, size_t begin, size_t size,
                         size_t i)
{
    covey_mend_point *point = &self->points[i];
    const covey_mend_moment *moments = self->moments;
    const double now = moments[point->moment].time;
    const double span = moments[self->points[begin + size - 1].moment].time -
                        moments[self->points[begin].moment].time;
    sums window = {{0}, {{0}}};
    for (size_t k = begin; k < begin + size; k++)
        add(&window, (moments[self->points[k].moment].time - now) / span,
            covey_vec_sub(ways[k], ways[i]));
    double value[COVEY_AXES], slope[COVEY_AXES];
    for (int axis = 0; axis < COVEY_AXES; axis++)
        if (!solve(window.s, window.t[axis], &value[axis], &slope[axis]))
            return;
    const covey_vec at = covey_space_fold(
        &self->space, covey_vec_add(ways[i], (covey_vec){value[0], value[1], value[2]}));
    const double place[COVEY_AXES] = {at.x, at.y, at.z};
    const int dim = covey_space_dim(&self->space);
    for (int axis = 0; axis < dim; axis++) {
        point->pos[axis] = place[axis];
        point->vel[axis] = slope[axis] / span;
    }
    smooth_axis(self, ways + self->count, begin, size, i, span);
}

/// Smooths a track without gaps, of the points from `begin` to `end`.
static void smooth_track(covey_mend *self, covey_vec *ways, size_t begin, size_t end)
{
    const size_t count = end - begin;
    const size_t wide = (size_t)self->smooth < count ? (size_t)self->smooth : count;
    const covey_space *space = &self->space;
    if (count < 3)
        return;
    ways[begin] = covey_space_fold(space, place_of(self, &self->points[begin]));
    covey_vec before = ways[begin];
    for (size_t k = begin + 1; k < end; k++) {
        const covey_vec now = covey_space_fold(space, place_of(self, &self->points[k]));
        ways[k] = covey_vec_add(ways[k - 1], covey_space_offset(space, before, now));
        before = now;
    }
    for (size_t i = begin; i < end; i++) {
        const size_t half = wide / 2, last = end - wide;
        size_t from = i - begin > half ? i - half : begin;
        smooth_point(self, ways, from < last ? from : last, wide, i);
    }
}

/// True if point k goes on with the track of the point before.
static bool goes_on(const covey_mend *self, size_t k)
{
    const covey_mend_point *a = &self->points[k - 1], *b = &self->points[k];
    return a->set == b->set && a->id == b->id && b->moment == a->moment + 1 &&
           !self->moments[b->moment].breaks;
}

covey_status covey_mend_smooth(covey_mend *series, covey_error *error)
{
    const size_t count = series->count;
    covey_vec *ways = covey_memory_take(series->memory, 2 * count, sizeof *ways);
    if (ways == NULL && count > 0)
        return covey_fail(error, COVEY_MEMORY, "out of memory: tracks are held whole");
    for (size_t k = 0; k < count; k++) {
        const double *axis = series->points[k].axis;
        ways[count + k] = (covey_vec){axis[0], axis[1], axis[2]};
    }
    for (size_t begin = 0, end; begin < count; begin = end) {
        end = begin + 1;
        while (end < count && goes_on(series, end))
            end++;
        smooth_track(series, ways, begin, end);
    }
    covey_memory_give(series->memory, ways, 2 * count, sizeof *ways);
    covey_mend_say(series, "places and velocities are those of parabolas through %d frames",
                   series->smooth);
    return COVEY_OK;
}
