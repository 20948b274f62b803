// SPDX-License-Identifier: MIT
// Offsets and places in the open plane, on the torus and between walls.
#include "geometry/space.h"

covey_space covey_space_open(void)
{
    return (covey_space){.kind = COVEY_SPACE_OPEN, .dim = 2};
}

covey_space covey_space_torus(double width, double height)
{
    return (covey_space){.kind = COVEY_SPACE_TORUS, .dim = 2, .size = {width, height}};
}

covey_space covey_space_reflecting(double width, double height)
{
    return (covey_space){.kind = COVEY_SPACE_REFLECTING, .dim = 2, .size = {width, height}};
}

covey_space covey_space_respawn(double width, double height)
{
    return (covey_space){.kind = COVEY_SPACE_RESPAWN, .dim = 2, .size = {width, height}};
}

covey_space covey_space_deep(covey_space plane, double depth)
{
    plane.dim = 3;
    plane.size[2] = plane.kind == COVEY_SPACE_OPEN ? 0.0 : depth;
    return plane;
}

const char *const *covey_space_names(void)
{
    static const char *const names[] = {"open", "torus", "reflecting", "respawn", NULL};
    return names;
}

covey_vec covey_space_offset(const covey_space *space, covey_vec a, covey_vec b)
{
    if (space == NULL)
        return (covey_vec){0, 0, 0.0};
    return covey_space_between(space, a, b);
}

/// x - size·floor(x / size) can round to size itself or, where the quotient or product was rounded
/// up, to less than 0. NaN stays NaN.
static double fold(double x, double size)
{
    double folded = x - size * floor(x / size);
    return folded >= size || folded < 0.0 ? 0.0 : folded;
}

/// x as seen in the mirrors at 0 and size: the same on both sides of 0, the same again every two
/// sizes, and backwards half of the time. Exact where nothing is folded, up to two sizes away.
static double mirror(double x, double size)
{
    double folded = fold(fabs(x), 2.0 * size);
    return folded > size ? 2.0 * size - folded : folded;
}

covey_vec covey_space_fold(const covey_space *space, covey_vec p)
{
    if (space == NULL)
        return p;
    const bool deep = covey_space_dim(space) == COVEY_AXES;
    if (space->kind == COVEY_SPACE_TORUS) {
        p.x = fold(p.x, space->size[0]);
        p.y = fold(p.y, space->size[1]);
        p.z = deep ? fold(p.z, space->size[2]) : p.z;
    }
    if (space->kind == COVEY_SPACE_REFLECTING) {
        p.x = mirror(p.x, space->size[0]);
        p.y = mirror(p.y, space->size[1]);
        p.z = deep ? mirror(p.z, space->size[2]) : p.z;
    }
    return p;
}

bool covey_space_holds(const covey_space *space, covey_vec p)
{
    return space->kind == COVEY_SPACE_OPEN ||
           (p.x >= 0.0 && p.x <= space->size[0] && p.y >= 0.0 && p.y <= space->size[1] &&
            (covey_space_dim(space) < COVEY_AXES || (p.z >= 0.0 && p.z <= space->size[2])));
}

/// True if x comes out of an odd number of mirrors.
static bool is_backwards(double x, double size)
{
    return (fold(fabs(x), 2.0 * size) > size) != (x < 0.0);
}

covey_vec covey_space_mirror(const covey_space *space, covey_vec p, covey_vec v)
{
    covey_vec seen = {is_backwards(p.x, space->size[0]) ? -v.x : v.x,
                      is_backwards(p.y, space->size[1]) ? -v.y : v.y, v.z};
    if (covey_space_dim(space) == COVEY_AXES && is_backwards(p.z, space->size[2]))
        seen.z = -v.z;
    return seen;
}

covey_status covey_space_check(const covey_space *space, covey_error *error)
{
    if (space->dim != 0 && space->dim != COVEY_PLANE && space->dim != COVEY_AXES)
        return covey_fail(error, COVEY_ARG, "a space has 2 or 3 dimensions, not %d", space->dim);
    if (space->kind == COVEY_SPACE_OPEN)
        return COVEY_OK;
    if (space->kind != COVEY_SPACE_TORUS && space->kind != COVEY_SPACE_REFLECTING &&
        space->kind != COVEY_SPACE_RESPAWN)
        return covey_fail(error, COVEY_ARG, "there is no space of kind %d", (int)space->kind);
    for (int axis = 0; axis < covey_space_dim(space); axis++) {
        double size = space->size[axis];
        if (!(size >= COVEY_MIN_SIDE && size <= COVEY_MAX_SIDE))
            return covey_fail(error, COVEY_ARG, "%s size %g is outside [%g, %g]",
                              covey_space_names()[space->kind], size, COVEY_MIN_SIDE,
                              COVEY_MAX_SIDE);
    }
    return COVEY_OK;
}
