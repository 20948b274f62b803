// SPDX-License-Identifier: MIT
#include "measures/beat.h"

#include "base/misuse.h"

#include <math.h>

static bool is_same_space(const covey_space *a, const covey_space *b)
{
    bool same = a->kind == b->kind && covey_space_dim(a) == covey_space_dim(b);
    for (int axis = 0; axis < covey_space_dim(a) && a->kind != COVEY_SPACE_OPEN; axis++)
        same = same && a->size[axis] == b->size[axis];
    return same;
}

covey_status covey_beat_add(covey_beat *self, const char *use, const covey_space *space,
                            double time, covey_error *error)
{
    if (self->frames == 0)
        *self = (covey_beat){.first = time, .space = *space};
    else if (!is_same_space(&self->space, space))
        return covey_fail(error, COVEY_INPUT, "%s need frames of one space", use);
    else if (self->frames == 1)
        self->length = time - self->first;
    double due = self->first + (double)self->frames * self->length;
    bool rises = self->frames == 0 || self->length > 0.0;
    if (!rises || !(fabs(time - due) <= 1e-6 * (fabs(due) + self->length)))
        return covey_fail(error, COVEY_INPUT,
                          "%s need frames at one interval: the frame at %.9g is due at %.9g", use,
                          time, due);
    self->frames++;
    return COVEY_OK;
}
