// SPDX-License-Identifier: MIT
// Vectors of the simulated space, in plain IEEE operations that give the same bits everywhere.
#ifndef COVEY_VEC_H
#define COVEY_VEC_H

#include "covey/base.h"

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Axes that a vector has room for, and the axes of the plane. A space says how many are its own:
/// see covey_space_dim().
#define COVEY_AXES 3
#define COVEY_PLANE 2

/// z is 0 in the plane. There, sums of squares have the bits of x and y alone.
typedef struct covey_vec {
    double x, y, z;
} covey_vec;

/// The vector at place i of columns, one for each axis; that of z is NULL in the plane.
COVEY_INLINE covey_vec covey_vec_at(const double *const *columns, size_t i)
{
    covey_vec v = {columns[0][i], columns[1][i], columns[2] != NULL ? columns[2][i] : 0.0};
    return v;
}

COVEY_INLINE covey_vec covey_vec_add(covey_vec a, covey_vec b)
{
    covey_vec sum = {a.x + b.x, a.y + b.y, a.z + b.z};
    return sum;
}

COVEY_INLINE covey_vec covey_vec_sub(covey_vec a, covey_vec b)
{
    covey_vec difference = {a.x - b.x, a.y - b.y, a.z - b.z};
    return difference;
}

COVEY_INLINE covey_vec covey_vec_scale(covey_vec v, double factor)
{
    covey_vec product = {v.x * factor, v.y * factor, v.z * factor};
    return product;
}

COVEY_INLINE covey_vec covey_vec_divide(covey_vec v, double divisor)
{
    covey_vec quotient = {v.x / divisor, v.y / divisor, v.z / divisor};
    return quotient;
}

COVEY_INLINE double covey_vec_dot(covey_vec a, covey_vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// Squares of very long vectors overflow, squares of very short ones lose their digits. Vectors are
// scaled by a power of two before they are squared, which is exact, and by 1 as a rule: so the
// functions below hold for all vectors and have no branch, and compilers calculate several at once.
// The powers of two stand as decimals, exact ones: C++ has 0x1p-900 from C++17 on only.

/// True while v·v neither overflows nor loses digits to underflow; `square` is covey_vec_dot(v, v).
COVEY_INLINE bool covey_vec_square_is_safe(double square)
{
    return square >= 1.1830521861667747e-271 && square <= 1.0715086071862673e+301;
}

/// The power of two that makes the square of a vector safe; 1 where it is safe as it is.
COVEY_INLINE double covey_vec_scale_up(double square)
{
    double scale = square < 1.1830521861667747e-271 ? 4.149515568880993e+180 : 1.0;
    return square > 1.0715086071862673e+301 ? 2.409919865102884e-181 : scale;
}

/// 1/covey_vec_scale_up(square), exactly.
COVEY_INLINE double covey_vec_scale_back(double square)
{
    double scale = square < 1.1830521861667747e-271 ? 2.409919865102884e-181 : 1.0;
    return square > 1.0715086071862673e+301 ? 4.149515568880993e+180 : scale;
}

/// Length of v: sqrt(x² + y² + z²). Infinite for a vector with an infinite component or a length
/// above DBL_MAX.
COVEY_INLINE double covey_vec_length(covey_vec v)
{
    double square = covey_vec_dot(v, v);
    covey_vec scaled = covey_vec_scale(v, covey_vec_scale_up(square));
    return sqrt(covey_vec_dot(scaled, scaled)) * covey_vec_scale_back(square);
}

/// v / |v|, and 0 for v = 0.
COVEY_INLINE covey_vec covey_vec_unit(covey_vec v)
{
    covey_vec scaled = covey_vec_scale(v, covey_vec_scale_up(covey_vec_dot(v, v)));
    double length = sqrt(covey_vec_dot(scaled, scaled));
    return covey_vec_divide(scaled, length == 0.0 ? 1.0 : length);
}

/// v where |v| <= longest, else v shortened to that length; longest >= 0.
COVEY_INLINE covey_vec covey_vec_limit(covey_vec v, double longest)
{
    covey_vec shortened = covey_vec_scale(covey_vec_unit(v), longest);
    bool within = covey_vec_length(v) <= longest;
    covey_vec limited = {within ? v.x : shortened.x, within ? v.y : shortened.y,
                         within ? v.z : shortened.z};
    return limited;
}

/// True for the vector 0. One comparison: gcc 12 makes no vectors of more.
COVEY_INLINE bool covey_vec_is_zero(covey_vec v)
{
    return fabs(v.x) + fabs(v.y) + fabs(v.z) == 0.0;
}

#ifdef __cplusplus
}
#endif
#endif
