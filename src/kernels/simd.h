// SPDX-License-Identifier: MIT
// Vectors with a number for each lane, and masks of lanes.
//
// A source that includes this is compiled several times (cmake/kernels.txt), with flags that say
//   COVEY_LANES   how many lanes a vector has,
//   COVEY_SINGLE  that the numbers are floats, not doubles,
//   COVEY_FUSED   that there is fused multiplication and addition, and AVX2 on x86-64,
//   COVEY_MASKED  that masks are as in AVX-512,
// and which instructions the compiler may use. Where there are none for such vectors, it goes
// through the lanes. No function may have a copy outside the object file that it was compiled in:
// the linker could choose the copy of another instruction set. So all of them are static, and
// expanded in place, as the way to pass a vector depends on the instruction set too.
#ifndef COVEY_KERNELS_SIMD_H
#define COVEY_KERNELS_SIMD_H

#include "base/fade.h"
#include "base/wider.h"
#include "kernels/falloff_at.h"

#include <stdbool.h>
#include <string.h>
#ifdef COVEY_MASKED
#include <immintrin.h>
#endif

#ifndef COVEY_LANES
#define COVEY_LANES 1
#endif

#if defined(__aarch64__) && !defined(COVEY_FUSED)
#define COVEY_FUSED // every CPU of that architecture has it
#endif

enum { LANES = COVEY_LANES };

typedef covey_real wide __attribute__((vector_size(COVEY_LANES * sizeof(covey_real))));
typedef covey_real_bits wide_bits __attribute__((vector_size(COVEY_LANES * sizeof(covey_real))));
typedef covey_real_int wide_int __attribute__((vector_size(COVEY_LANES * sizeof(covey_real))));

/// Doubles in both precisions.
typedef double doubles __attribute__((vector_size(COVEY_LANES * sizeof(double))));

/// Stands before a loop over lanes that the compiler has to unroll.
#define UNROLL COVEY_UNROLL(8)

// ---- Vectors ----

/// x in the lanes where `mask` is -1, 0 in the lanes where it is 0.
COVEY_INLINE wide choose(wide x, wide_int mask)
{
    return (wide)((wide_int)x & mask);
}

/// x in all lanes.
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

/// x|x|, which has the size of x² and the sign of x.
COVEY_INLINE wide signed_square(wide x)
{
    return x * (wide)((wide_int)x & COVEY_REAL_SIZE);
}

/// x/(d + soft): x/d where d is not tiny, and a finite number for d = 0.
COVEY_INLINE wide divide(wide x, wide d, covey_real soft)
{
    return x / (d + soft);
}

/// covey_space_around()
COVEY_INLINE wide around(wide own, wide other, covey_real size)
{
    wide straight = other - own;
    wide above = choose(spread(size), straight > size * (covey_real)0.5);
    wide below = choose(spread(size), straight < size * (covey_real)-0.5);
    return (other - above) - (own - below);
}

COVEY_INLINE doubles in_doubles(wide x)
{
#ifdef COVEY_SINGLE
    return __builtin_convertvector(x, doubles);
#else
    return x;
#endif
}

/// The negative of a sum of masks as doubles. The sum must be below 2^52: its bits are put in the
/// place of the last bits of 2^52, as AVX2 has no instruction that converts such integers.
COVEY_INLINE doubles number_of(wide_int count)
{
#ifdef COVEY_SINGLE
    return __builtin_convertvector(-count, doubles);
#else
    return (doubles)((wide_bits)-count | COVEY_FADE_WHOLE) - COVEY_FADE_SHIFT;
#endif
}

/// The root of each lane. Compilers make one instruction of this loop.
COVEY_INLINE wide root(wide x)
{
    UNROLL for (int lane = 0; lane < LANES; lane++) x[lane] = covey_real_root(x[lane]);
    return x;
}

/// The smaller of x and y, y where x is NaN.
COVEY_INLINE wide smaller(wide x, wide y)
{
    UNROLL for (int lane = 0; lane < LANES; lane++) x[lane] = x[lane] < y[lane] ? x[lane] : y[lane];
    return x;
}

/// The larger of x and y, y where x is NaN.
COVEY_INLINE wide larger(wide x, wide y)
{
    UNROLL for (int lane = 0; lane < LANES; lane++) x[lane] = x[lane] > y[lane] ? x[lane] : y[lane];
    return x;
}

/// 0, 1, 2 ...
COVEY_INLINE wide lane_numbers(void)
{
    wide numbers = {0};
    UNROLL for (int lane = 0; lane < LANES; lane++) numbers[lane] = (covey_real)lane;
    return numbers;
}

// ---- Masks of lanes ----

// A lane mask is the result of comparing two vectors: a vector that is -1 in the lanes where the
// comparison holds and 0 in the others, or, for AVX-512, a bit for each lane. Sums over the lanes
// of a mask are made without a branch: of two or three candidates one is inside a zone, and a
// branch would be predicted wrong each third time.

#ifdef COVEY_MASKED
typedef __mmask8 lane_mask;
#ifdef COVEY_SINGLE
#define COMPARE _mm256_cmp_ps_mask
#define ADD_MASKED _mm256_mask_add_ps
#define ADD_MASKED_WHOLE _mm256_mask_add_epi32
#else
#define COMPARE _mm256_cmp_pd_mask
#define ADD_MASKED _mm256_mask_add_pd
#define ADD_MASKED_WHOLE _mm256_mask_add_epi64
#endif
#else
typedef wide_int lane_mask;
#endif

COVEY_INLINE lane_mask is_at_most(wide a, wide b)
{
#ifdef COVEY_MASKED
    return COMPARE(a, b, _CMP_LE_OQ);
#else
    return a <= b;
#endif
}

COVEY_INLINE lane_mask is_above(wide a, wide b)
{
#ifdef COVEY_MASKED
    return COMPARE(a, b, _CMP_GT_OQ);
#else
    return a > b;
#endif
}

COVEY_INLINE lane_mask is_not(wide a, wide b)
{
#ifdef COVEY_MASKED
    return COMPARE(a, b, _CMP_NEQ_UQ);
#else
    return a != b;
#endif
}

/// True also where a or b is NaN.
COVEY_INLINE lane_mask is_not_below(wide a, wide b)
{
#ifdef COVEY_MASKED
    return COMPARE(a, b, _CMP_NLT_UQ);
#else
    return ~(a < b);
#endif
}

// ---- Adding under a mask ----

/// A lane mask in the form that sums are multiplied by.
typedef struct mask_share {
    lane_mask inside;
    wide share; ///< 1 in the lanes of the mask, 0 in the others; not set for COVEY_MASKED
} mask_share;

COVEY_INLINE mask_share share_of(lane_mask inside)
{
#ifdef COVEY_MASKED
    return (mask_share){.inside = inside};
#else
    return (mask_share){inside, choose(spread(1), inside)};
#endif
}

/// Adds -1 to the lanes of a mask.
COVEY_INLINE wide_int count_inside(wide_int count, lane_mask inside)
{
#ifdef COVEY_MASKED
    const wide_int zero = {0};
    return (wide_int)ADD_MASKED_WHOLE((__m256i)count, inside, (__m256i)count, (__m256i)(zero - 1));
#else
    return count + inside;
#endif
}

/// A dividend for a weight that is added by add_weighted(): 1 in the lanes of the mask. In the
/// other lanes it is 0 where add_weighted() adds in all lanes, and 1 where it adds in those of the
/// mask.
COVEY_INLINE wide one_inside(const mask_share *mask)
{
#ifdef COVEY_MASKED
    (void)mask;
    return spread(1);
#else
    return mask->share;
#endif
}

/// A finite weight for add_weighted(): unchanged in the lanes of the mask, in the others 0 where
/// add_weighted() adds in all lanes.
COVEY_INLINE wide weight_inside(wide weight, const mask_share *mask)
{
#ifdef COVEY_MASKED
    (void)mask;
    return weight;
#else
    return choose(weight, mask->inside);
#endif
}

/// sum + x in the lanes of the mask, sum in the others; x is a product with a weight made by one of
/// the two functions above. Sums begin with 0, so none is -0, and adding 0 changes no bit of them.
COVEY_INLINE wide add_weighted(wide sum, wide x, const mask_share *mask)
{
#ifdef COVEY_MASKED
    return ADD_MASKED(sum, mask->inside, sum, x);
#else
    (void)mask;
    return sum + x;
#endif
}

/// sum + x in the lanes of the mask, sum in the others; x must be finite. One fused instruction
/// multiplies x by 1 or 0 and adds it: that product is exact, so the result has the bits of a
/// product that is rounded before it is added.
COVEY_INLINE wide add_inside(wide sum, wide x, const mask_share *mask)
{
#if defined(COVEY_MASKED)
    return ADD_MASKED(sum, mask->inside, sum, x);
#elif defined(COVEY_FUSED)
    for (int lane = 0; lane < LANES; lane++)
        sum[lane] = covey_real_fused(x[lane], mask->share[lane], sum[lane]);
    return sum;
#else
    return sum + choose(x, mask->inside);
#endif
}

// ---- Functions of the distance ----

// Coefficients of base/fade.h in all lanes.
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

static const wide log_series[] = COVEY_FADE_LOG(ALL);
static const wide exp_series[] = COVEY_FADE_EXP(ALL);

/// The parts of q in which covey_fade_exponent() calculates: 1 + q = 2^whole (1 + part)/(1 - part).
typedef struct fade_parts {
    wide whole, part;
} fade_parts;

COVEY_INLINE fade_parts fade_parts_of(wide q)
{
    const covey_real one = 1;
    wide_bits all = (wide_bits)(one + q), k = (all - COVEY_FADE_HALF) >> COVEY_REAL_FRACTION;
    wide m = (wide)(all - (k << COVEY_REAL_FRACTION));
    return (fade_parts){(wide)(k | COVEY_FADE_WHOLE) - COVEY_FADE_SHIFT, (m - one) / (m + one)};
}

/// covey_fade_exponent() of a finite q with these parts.
COVEY_INLINE wide fade_exponent(fade_parts parts, wide decay)
{
    wide s = parts.part, z = s * s, z2 = z * z, z4 = z2 * z2;
    wide series =
        COVEY_FADE_CUBIC(log_series, z, z2) + z4 * COVEY_FADE_CUBIC(log_series + 4, z, z2);
    wide y = -decay * (parts.whole + s * series);
    return larger(y, spread(COVEY_FADE_LEAST));
}

/// covey_fade_power()
COVEY_INLINE wide fade_power(wide y)
{
    wide j = y + COVEY_FADE_ROUND, f = y - (j - COVEY_FADE_ROUND), f2 = f * f, f4 = f2 * f2;
    wide series =
        COVEY_FADE_CUBIC(exp_series, f, f2) + f4 * (COVEY_FADE_CUBIC(exp_series + 4, f, f2) +
                                                    f4 * COVEY_FADE_CUBIC(exp_series + 8, f, f2));
    return series * (wide)(((wide_bits)j << COVEY_REAL_FRACTION) + COVEY_FADE_ONE);
}

/// covey_falloff_at(). The coefficients of a piece are loaded lane by lane, as every instruction
/// set can.
COVEY_INLINE wide falloff_at(const covey_falloff *table, wide d)
{
    const covey_real half = (covey_real)0.5, round = COVEY_FALLOFF_ROUND;
    wide x = d * COVEY_FALLOFF_SCALE(table);
    wide whole = (smaller(x, spread((covey_real)COVEY_FALLOFF_PIECES - half)) - half) + round;
    wide t = x - (whole - round);
    wide c0 = {0}, c1 = {0}, c2 = {0}, c3 = {0};
    wide_bits piece = (wide_bits)whole % COVEY_FALLOFF_PIECES;
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

#endif
