// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_CIRCLE_H
#define COVEY_BASE_CIRCLE_H

/// The shortest way from a to b around a circle of length `size`. The one further round is brought
/// back by a subtraction that is exact, so the result is rounded once and antisymmetric.
static inline double covey_circle_offset(double a, double b, double size)
{
    double straight = b - a;
    if (straight > size * 0.5)
        return (b - size) - a;
    if (straight < size * -0.5)
        return b - (a - size);
    return straight;
}

#endif
