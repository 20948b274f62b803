// SPDX-License-Identifier: MIT
// Wide numbers: as many doubles, or floats where COVEY_SINGLE is defined, as the file that includes
// this says there are lanes, all calculated with at once. The instruction set is that of the file,
// too; without one for vectors the compiler goes through the lanes. COVEY_FUSED says that it has
// fused multiplication and addition. Functions are expanded in place: how wide numbers are passed
// depends on the instruction set, too.
#ifndef COVEY_KERNELS_WIDE_H
#define COVEY_KERNELS_WIDE_H

#include "base/fade.h"
#include "base/wider.h"
#include "kernels/fall.h"

#include <string.h>

#ifndef COVEY_LANES
#define COVEY_LANES 1
#endif

#if defined(__aarch64__) && !defined(COVEY_FUSED)
#define COVEY_FUSED // every CPU of that architecture has it
#endif

enum { LANES = COVEY_LANES };

typedef covey_real wide __attribute__((vector_size(COVEY_LANES * sizeof(covey_real))));
typedef covey_real_bits bits __attribute__((vector_size(COVEY_LANES * sizeof(covey_real))));

/// -1 in some lanes, 0 in the others; or sums of that.
typedef covey_real_int mask __attribute__((vector_size(COVEY_LANES * sizeof(covey_real))));

/// Doubles whatever the precision.
typedef double doubles __attribute__((vector_size(COVEY_LANES * sizeof(double))));

/// Before a loop over lanes, of which nothing is to be left.
#define UNROLL _Pragma("GCC unroll 8")

/// x in the lanes that `where` tells, 0 in the others.
COVEY_INLINE wide choose(wide x, mask where)
{
    return (wide)((mask)x & where);
}

COVEY_INLINE wide spread(covey_real x)
{
    const wide zero = {0};
    return x - zero;
}

COVEY_INLINE wide load(const covey_real *x)
{
    wide loaded;
    memcpy(&loaded, x, sizeof loaded);
    return loaded;
}

/// x|x|, as large as x² and with the sign of x
COVEY_INLINE wide signed_square(wide x)
{
    return x * (wide)((mask)x & COVEY_REAL_SIZE);
}

/// x/(d + soft): x/d where d is not tiny, and something finite for 0.
COVEY_INLINE wide divide(wide x, wide d, covey_real soft)
{
    return x / (d + soft);
}

/// covey_space_around()
COVEY_INLINE wide around(wide own, wide their, covey_real size)
{
    wide straight = their - own;
    wide above = choose(spread(size), straight > size * (covey_real)0.5);
    wide below = choose(spread(size), straight < size * (covey_real)-0.5);
    return (their - above) - (own - below);
}

COVEY_INLINE doubles in_doubles(wide x)
{
#ifdef COVEY_SINGLE
    return __builtin_convertvector(x, doubles);
#else
    return x;
#endif
}

/// The negative of sums of a mask's lanes, below 2^52.
COVEY_INLINE doubles number_of(mask count)
{
#ifdef COVEY_SINGLE
    return __builtin_convertvector(-count, doubles);
#else
    return (doubles)((bits)-count | COVEY_FADE_WHOLE) - COVEY_FADE_SHIFT;
#endif
}

/// Compilers make one instruction of this loop.
COVEY_INLINE wide root(wide x)
{
    for (int lane = 0; lane < LANES; lane++)
        x[lane] = covey_real_root(x[lane]);
    return x;
}

#define TWICE(x) (covey_real)(x), (covey_real)(x)

#if COVEY_LANES == 8
#define ALL(x)                                                                                     \
    {                                                                                              \
        TWICE(x), TWICE(x), TWICE(x), TWICE(x)                                                     \
    }
#elif COVEY_LANES == 4
#define ALL(x)                                                                                     \
    {                                                                                              \
        TWICE(x), TWICE(x)                                                                         \
    }
#elif COVEY_LANES == 2
#define ALL(x)                                                                                     \
    {                                                                                              \
        TWICE(x)                                                                                   \
    }
#else
#define ALL(x)                                                                                     \
    {                                                                                              \
        (covey_real)(x)                                                                            \
    }
#endif

/// The smaller of x and y, y where x is NaN.
COVEY_INLINE wide smaller(wide x, wide y)
{
    for (int lane = 0; lane < LANES; lane++)
        x[lane] = x[lane] < y[lane] ? x[lane] : y[lane];
    return x;
}

/// The larger of x and y, likewise.
COVEY_INLINE wide larger(wide x, wide y)
{
    for (int lane = 0; lane < LANES; lane++)
        x[lane] = x[lane] > y[lane] ? x[lane] : y[lane];
    return x;
}

/// 0, 1, 2 ...
COVEY_INLINE wide lane_numbers(void)
{
    wide numbers = {0};
    UNROLL for (int lane = 0; lane < LANES; lane++) numbers[lane] = (covey_real)lane;
    return numbers;
}

static const wide log_series[] = COVEY_FADE_LOG(ALL);
static const wide exp_series[] = COVEY_FADE_EXP(ALL);

/// 1 + q = 2^whole (1 + part)/(1 - part)
typedef struct fading {
    wide whole, part;
} fading;

COVEY_INLINE fading fade_parts(wide q)
{
    const covey_real one = 1;
    bits all = (bits)(one + q), k = (all - COVEY_FADE_HALF) >> COVEY_REAL_FRACTION;
    wide m = (wide)(all - (k << COVEY_REAL_FRACTION));
    return (fading){(wide)(k | COVEY_FADE_WHOLE) - COVEY_FADE_SHIFT, (m - one) / (m + one)};
}

/// covey_fade_exponent() of a finite q, of which these are the parts.
COVEY_INLINE wide fade_exponent(fading parts, wide decay)
{
    wide s = parts.part, z = s * s, z2 = z * z, z4 = z2 * z2;
    wide series =
        COVEY_FADE_CUBIC(log_series, z, z2) + z4 * COVEY_FADE_CUBIC(log_series + 4, z, z2);
    wide y = -decay * (parts.whole + s * series);
    return larger(y, spread(COVEY_FADE_LEAST));
}

/// covey_falloff_at()
COVEY_INLINE wide falloff_at(const covey_falloff *table, wide d)
{
    const covey_real half = (covey_real)0.5, round = COVEY_FALLOFF_ROUND;
    wide x = d * COVEY_FALLOFF_SCALE(table);
    wide whole = (smaller(x, spread(COVEY_FALLOFF_PIECES - half)) - half) + round;
    wide t = x - (whole - round);
    wide c0 = {0}, c1 = {0}, c2 = {0}, c3 = {0};
    bits piece = (bits)whole % COVEY_FALLOFF_PIECES;
    UNROLL for (int lane = 0; lane < LANES; lane++)
    {
        const covey_real *from = COVEY_FALLOFF_PIECE(table)[piece[lane]];
        c0[lane] = from[0];
        c1[lane] = from[1];
        c2[lane] = from[2];
        c3[lane] = from[3];
    }
    return ((c3 * t + c2) * t + c1) * t + c0;
}

/// covey_fade_power()
COVEY_INLINE wide fade_power(wide y)
{
    wide j = y + COVEY_FADE_ROUND, f = y - (j - COVEY_FADE_ROUND), f2 = f * f, f4 = f2 * f2;
    wide series =
        COVEY_FADE_CUBIC(exp_series, f, f2) + f4 * (COVEY_FADE_CUBIC(exp_series + 4, f, f2) +
                                                    f4 * COVEY_FADE_CUBIC(exp_series + 8, f, f2));
    return series * (wide)(((bits)j << COVEY_REAL_FRACTION) + COVEY_FADE_ONE);
}

#endif
