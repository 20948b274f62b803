// SPDX-License-Identifier: MIT
// Exact sums and products of two doubles as unevaluated sums (T. J. Dekker, "A
// floating-point technique for extending the available precision", 1971). They need round to
// nearest and a compiler that neither contracts nor reorders.
#ifndef COVEY_BASE_MATH_PAIR_H
#define COVEY_BASE_MATH_PAIR_H

#include "base/bits.h"
#include "base/wider.h"

#include <float.h>
#include <stdbool.h>

_Static_assert(FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 1, "doubles must not carry extra digits");
_Static_assert(DBL_MANT_DIG == 53 && DBL_MAX_EXP == 1024, "double must be IEEE binary64");

// The number hi + lo, where |lo| is at most about an ulp of hi.
typedef struct pair {
    double hi, lo;
} pair;

static const pair half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

static inline bool is_negative(double x)
{
    return covey_bits_of(x) >> 63 != 0;
}

// The same NaN on every machine: the sign of one that an operation makes differs between them.
static inline double not_a_number(void)
{
    return covey_bits_double(0x7ff8000000000000);
}

// A power of two with a normal result.
static inline double power_of_two(int exponent)
{
    return covey_bits_double((uint64_t)(exponent + 1023) << 52);
}

// The multiple of `unit`, a power of two, nearest to x: the sum has no room for smaller bits.
COVEY_INLINE double snap(double x, double unit)
{
    double big = 0x1.8p52 * unit;
    return (x + big) - big;
}

// a + b exactly (Knuth, TAOCP 4.2.2, theorem B).
COVEY_INLINE pair exact_sum(double a, double b)
{
    double sum = a + b;
    double from_b = sum - a;
    return (pair){sum, (a - (sum - from_b)) + (b - from_b)};
}

// The upper 26 bits of x and the rest (Veltkamp: 2^27 + 1).
COVEY_INLINE pair halves(double x)
{
    double shifted = 134217729.0 * x;
    double hi = shifted - (shifted - x);
    return (pair){hi, x - hi};
}

// a · b exactly (Dekker), where nothing over- or underflows.
COVEY_INLINE pair exact_product(double a, double b)
{
    double product = a * b;
    pair p = halves(a);
    pair q = halves(b);
    double error = ((p.hi * q.hi - product) + p.hi * q.lo + p.lo * q.hi) + p.lo * q.lo;
    return (pair){product, error};
}

#endif
