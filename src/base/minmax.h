// SPDX-License-Identifier: MIT
// The larger and the smaller of two numbers, and the shorter of the ways around a circle, without a
// call.
#ifndef COVEY_BASE_MINMAX_H
#define COVEY_BASE_MINMAX_H

/// As one instruction each; of NaN, the second.
static inline double covey_larger(double a, double b)
{
    return a > b ? a : b;
}

static inline double covey_smaller(double a, double b)
{
    return a < b ? a : b;
}

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
