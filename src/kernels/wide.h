// SPDX-License-Identifier: MIT
// Wide numbers: as many doubles as the file that includes this says there are lanes, all calculated
// with at once. The instruction set is that of the file, too; without one for vectors the compiler
// goes through the lanes.
#ifndef COVEY_KERNELS_WIDE_H
#define COVEY_KERNELS_WIDE_H

#include "base/fade.h"

#include <math.h>
#include <string.h>

#ifndef COVEY_LANES
#define COVEY_LANES 1
#endif

enum { LANES = COVEY_LANES };

typedef double wide __attribute__((vector_size(COVEY_LANES * sizeof(double))));
typedef uint64_t bits __attribute__((vector_size(COVEY_LANES * sizeof(uint64_t))));

/// -1 in some lanes, 0 in the others; or sums of that.
typedef int64_t mask __attribute__((vector_size(COVEY_LANES * sizeof(int64_t))));

/// Expanded in place: how wide numbers are passed depends on the instruction set.
#define INLINE static inline __attribute__((always_inline))

/// x in the lanes that `where` tells, 0 in the others.
INLINE wide choose(wide x, mask where)
{
    return (wide)((mask)x & where);
}

INLINE wide spread(double x)
{
    const wide zero = {0.0};
    return x - zero;
}

INLINE wide load(const double *x)
{
    wide loaded;
    memcpy(&loaded, x, sizeof loaded);
    return loaded;
}

/// x|x|, as large as x² and with the sign of x
INLINE wide signed_square(wide x)
{
    return x * (wide)((mask)x & INT64_MAX);
}

/// 1/d for d > 0 that is not tiny, and something finite for 0.
INLINE wide invert(wide d)
{
    return 1.0 / (d + 0x1p-1000);
}

/// The negative of sums of a mask's lanes, below 2^52.
INLINE wide number_of(mask count)
{
    return (wide)((bits)-count | COVEY_FADE_WHOLE) - 0x1p52;
}

/// Compilers make one instruction of this loop.
INLINE wide root(wide x)
{
    for (int lane = 0; lane < LANES; lane++)
        x[lane] = sqrt(x[lane]);
    return x;
}

#if COVEY_LANES == 4
#define ALL(x)                                                                                     \
    {                                                                                              \
        (x), (x), (x), (x)                                                                         \
    }
#elif COVEY_LANES == 2
#define ALL(x)                                                                                     \
    {                                                                                              \
        (x), (x)                                                                                   \
    }
#else
#define ALL(x)                                                                                     \
    {                                                                                              \
        (x)                                                                                        \
    }
#endif

static const wide log_series[] = COVEY_FADE_LOG(ALL);
static const wide exp_series[] = COVEY_FADE_EXP(ALL);

/// The larger of x and y; compilers make one instruction of this loop, too.
INLINE wide larger(wide x, double y)
{
    for (int lane = 0; lane < LANES; lane++)
        x[lane] = x[lane] > y ? x[lane] : y;
    return x;
}

/// covey_fade_exponent() of a finite q
INLINE wide fade_exponent(wide q, wide decay)
{
    bits all = (bits)(1.0 + q), k = (all - COVEY_FADE_HALF) >> 52;
    wide m = (wide)(all - (k << 52));
    wide s = (m - 1.0) / (m + 1.0), z = s * s, z2 = z * z, z4 = z2 * z2;
    wide series =
        COVEY_FADE_CUBIC(log_series, z, z2) + z4 * COVEY_FADE_CUBIC(log_series + 4, z, z2);
    wide y = -decay * ((wide)(k | COVEY_FADE_WHOLE) - 0x1p52 + s * series);
    return larger(y, COVEY_FADE_LEAST);
}

/// covey_fade_power()
INLINE wide fade_power(wide y)
{
    wide j = y + COVEY_FADE_ROUND, f = y - (j - COVEY_FADE_ROUND), f2 = f * f, f4 = f2 * f2;
    wide series =
        COVEY_FADE_CUBIC(exp_series, f, f2) + f4 * (COVEY_FADE_CUBIC(exp_series + 4, f, f2) +
                                                    f4 * COVEY_FADE_CUBIC(exp_series + 8, f, f2));
    return series * (wide)(((bits)j << 52) + COVEY_FADE_ONE);
}

#endif
