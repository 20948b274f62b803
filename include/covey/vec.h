// SPDX-License-Identifier: MIT
// Vectors of the simulated space, in plain IEEE operations that give the same bits everywhere.
#ifndef COVEY_VEC_H
#define COVEY_VEC_H

#include "covey/base.h"

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Axes of the simulated space.
#define COVEY_AXES 2

typedef struct covey_vec {
    double x, y;
} covey_vec;

static inline covey_vec covey_vec_add(covey_vec a, covey_vec b)
{
    covey_vec sum = {a.x + b.x, a.y + b.y};
    return sum;
}

static inline covey_vec covey_vec_sub(covey_vec a, covey_vec b)
{
    covey_vec difference = {a.x - b.x, a.y - b.y};
    return difference;
}

static inline covey_vec covey_vec_scale(covey_vec v, double factor)
{
    covey_vec product = {v.x * factor, v.y * factor};
    return product;
}

static inline covey_vec covey_vec_divide(covey_vec v, double divisor)
{
    covey_vec quotient = {v.x / divisor, v.y / divisor};
    return quotient;
}

static inline double covey_vec_dot(covey_vec a, covey_vec b)
{
    return a.x * b.x + a.y * b.y;
}

// Powers of two, exact as they stand: C++ has 0x1p-900 from C++17 on only.

/// True while v·v neither overflows nor loses digits to underflow; `square` is covey_vec_dot(v, v).
static inline int covey_vec_square_is_safe(double square)
{
    return square >= 1.1830521861667747e-271 && square <= 1.0715086071862673e+301;
}

/// A power of two that brings a vector whose square is not safe into the safe range.
static inline double covey_vec_rescue(double square)
{
    return square < 1.0 ? 4.149515568880993e+180 : 2.409919865102884e-181;
}

/// Length of v: sqrt(x² + y²), also where the square would overflow or underflow. Infinite for a
/// vector with an infinite component or a length above DBL_MAX.
static inline double covey_vec_length(covey_vec v)
{
    double square = covey_vec_dot(v, v);
    if (covey_vec_square_is_safe(square))
        return sqrt(square);
    double factor = covey_vec_rescue(square);
    v = covey_vec_scale(v, factor);
    return sqrt(covey_vec_dot(v, v)) / factor;
}

/// v / |v|, and 0 for v = 0.
static inline covey_vec covey_vec_unit(covey_vec v)
{
    double square = covey_vec_dot(v, v);
    if (!covey_vec_square_is_safe(square)) {
        v = covey_vec_scale(v, covey_vec_rescue(square));
        square = covey_vec_dot(v, v);
        if (square == 0.0)
            return v;
    }
    return covey_vec_divide(v, sqrt(square));
}

/// v where |v| <= longest, else v shortened to that length; longest >= 0.
static inline covey_vec covey_vec_limit(covey_vec v, double longest)
{
    // Where |v| is shorter by more than all rounding there is, no root has to tell.
    double bar = 0.999 * (longest * longest);
    if (covey_vec_dot(v, v) < bar && bar > 1.2114454386347773e-268)
        return v;
    if (covey_vec_length(v) <= longest)
        return v;
    return covey_vec_scale(covey_vec_unit(v), longest);
}

#ifdef __cplusplus
}
#endif
#endif
