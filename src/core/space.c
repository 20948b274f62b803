// SPDX-License-Identifier: MIT
// Offsets and places in the open plane and on the torus.
#include "core/space.h"

covey_space covey_space_open(void)
{
    return (covey_space){.kind = COVEY_SPACE_OPEN};
}

covey_space covey_space_torus(double width, double height)
{
    return (covey_space){.kind = COVEY_SPACE_TORUS, .size = {width, height}};
}

covey_vec covey_space_offset(const covey_space *space, covey_vec a, covey_vec b)
{
    return covey_space_between(space, a, b);
}

/// x - size·floor(x / size) can round to size itself or, where the quotient or product was rounded
/// up, to less than 0. NaN stays NaN.
static double fold(double x, double size)
{
    double folded = x - size * floor(x / size);
    return folded >= size || folded < 0.0 ? 0.0 : folded;
}

covey_vec covey_space_fold(const covey_space *space, covey_vec p)
{
    if (space->kind == COVEY_SPACE_TORUS) {
        p.x = fold(p.x, space->size[0]);
        p.y = fold(p.y, space->size[1]);
    }
    return p;
}

covey_status covey_space_check(const covey_space *space, covey_error *error)
{
    if (space->kind == COVEY_SPACE_OPEN)
        return COVEY_OK;
    if (space->kind != COVEY_SPACE_TORUS)
        return covey_fail(error, COVEY_ARG, "there is no space of kind %d", (int)space->kind);
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        double size = space->size[axis];
        if (!(size >= COVEY_SPACE_SIZE_LOW && size <= COVEY_SPACE_SIZE_HIGH))
            return covey_fail(error, COVEY_ARG, "torus size %g is outside [%g, %g]", size,
                              COVEY_SPACE_SIZE_LOW, COVEY_SPACE_SIZE_HIGH);
    }
    return COVEY_OK;
}
