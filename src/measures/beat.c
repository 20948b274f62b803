// SPDX-License-Identifier: MIT
#include "measures/agents.h"

#include "base/misuse.h"

#include <float.h>
#include <math.h>

static bool is_same_space(const covey_space *a, const covey_space *b)
{
    bool same = a->kind == b->kind && covey_space_dim(a) == covey_space_dim(b);
    for (int axis = 0; axis < covey_space_dim(a) && a->kind != COVEY_SPACE_OPEN; axis++)
        same = same && a->size[axis] == b->size[axis];
    return same;
}

/// Finds the interval if a frame comes too early because others were missing between the first
/// two: a whole part of the time between those.
static double cut(double length, double passed, double rounding)
{
    enum { MOST_PARTS = 10 };
    for (int parts = 2; parts <= MOST_PARTS; parts++) {
        const double part = length / parts, count = floor(passed / part + 0.5);
        if (count >= 1.0 && fabs(passed - count * part) <= 0.01 * part + rounding)
            return part;
    }
    return length;
}

covey_status covey_beat_add(covey_beat *self, const char *use, const covey_space *space,
                            double time, covey_error *error)
{
    if (self->frames == 0) {
        *self = (covey_beat){.frames = 1, .last = time, .space = *space};
        return COVEY_OK;
    }
    if (!is_same_space(&self->space, space))
        return covey_fail(error, COVEY_INPUT, "%s need frames of one space", use);
    if (self->frames == 1)
        self->length = time - self->last;
    double passed = time - self->last, length = self->length;
    double rounding = 2.0 * DBL_EPSILON * (fabs(time) + fabs(self->last));
    if (self->steady == 1 && passed > 0.0 && passed < 0.99 * length)
        length = cut(length, passed, rounding);
    double count = floor(passed / length + 0.5);
    bool good =
        length > 0.0 && count >= 1.0 && fabs(passed - count * length) <= 0.01 * passed + rounding;
    if (!good)
        return covey_fail(error, COVEY_INPUT,
                          "%s need frames at one interval: the frame at %.15g is due at %.15g or "
                          "whole intervals later; resampled tracks have one",
                          use, time, self->last + self->length);
    self->shorter = length < self->length;
    self->follows = count == 1.0;
    self->stretch = (self->shorter ? self->frames - 1 : self->stretch) + !self->follows;
    self->steady = (self->shorter ? 0 : self->steady) + self->follows;
    self->length = length;
    self->last = time;
    self->frames++;
    return COVEY_OK;
}
