// SPDX-License-Identifier: MIT
// What formulas are made of that are written once and used twice: for one agent, and for blocks of
// agents, of whom compilers calculate several at a time if there is no branch. What takes a branch
// there (squares that are not safe, as a rule) is left in doubt: that agent is asked again, by
// itself.
//
// `doubt` is NULL for one agent; else *doubt becomes 1 where there is one. While it stays 0,
// results have the bits of those for one agent.
#ifndef COVEY_BASE_DOUBT_H
#define COVEY_BASE_DOUBT_H

#include "base/wider.h"
#include "covey/vec.h"

#include <stdbool.h>
#include <stddef.h>

/// Leaves what is not sure in doubt.
COVEY_INLINE void covey_doubt_unless(bool sure, double *doubt)
{
    if (doubt != NULL)
        *doubt = sure ? *doubt : 1.0;
}

/// True for 0, by one comparison: gcc 12 gives up on more.
COVEY_INLINE bool covey_doubt_is_zero(covey_vec v)
{
    return fabs(v.x) + fabs(v.y) == 0.0;
}

/// True if the square of v is safe; in doubt if it is not and v is not 0.
COVEY_INLINE bool covey_doubt_square(covey_vec v, double square, double *doubt)
{
    bool safe = (square >= 0x1p-900) & (square <= 0x1p1000);
    covey_doubt_unless(safe | covey_doubt_is_zero(v), doubt);
    return safe;
}

/// covey_vec_length()
COVEY_INLINE double covey_doubt_length(covey_vec v, double *doubt)
{
    if (doubt == NULL)
        return covey_vec_length(v);
    double square = covey_vec_dot(v, v);
    (void)covey_doubt_square(v, square, doubt);
    return sqrt(square);
}

/// covey_vec_unit()
COVEY_INLINE covey_vec covey_doubt_unit(covey_vec v, double *doubt)
{
    if (doubt == NULL)
        return covey_vec_unit(v);
    double square = covey_vec_dot(v, v);
    return covey_vec_divide(v, covey_doubt_square(v, square, doubt) ? sqrt(square) : 1.0);
}

/// covey_vec_limit(), with a doubt if `longest` is tiny.
COVEY_INLINE covey_vec covey_doubt_limit(covey_vec v, double longest, double *doubt)
{
    if (doubt == NULL)
        return covey_vec_limit(v, longest);
    double square = covey_vec_dot(v, v), length = sqrt(square);
    covey_doubt_unless(square <= (longest >= 0x1p-400 ? 0x1p1000 : -1.0), doubt);
    bool within = length <= longest; // who has no safe square because it is small is, too
    v = covey_vec_divide(v, within ? 1.0 : length);
    return covey_vec_scale(v, within ? 1.0 : longest);
}

/// covey_vec_limit() to 1 of what is hardly ever longer; in doubt if it may be.
COVEY_INLINE covey_vec covey_doubt_short(covey_vec v, double *doubt)
{
    if (doubt == NULL)
        return covey_vec_limit(v, 1.0);
    covey_doubt_unless(covey_vec_dot(v, v) <= 1.0, doubt);
    return v;
}

#endif
