// SPDX-License-Identifier: MIT
// Which of a group's agents hold a candidate, and sums that only they add to: vectors of -1 and 0,
// or, where COVEY_MASKED is defined, the masks of AVX-512, with which adding leaves out lanes.
#ifndef COVEY_KERNELS_WIDE_HELD_H
#define COVEY_KERNELS_WIDE_HELD_H

#include "kernels/wide.h"

#include <stdbool.h>

#ifdef COVEY_MASKED
#include <immintrin.h>

typedef __mmask8 held;
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
typedef mask held;
#endif

/// Whom a slot holds, at the moment.
typedef struct holding {
    held inside;
    wide share; ///< 1 for who is inside, else 0; not set where there are masks
} holding;

// ---- Comparing ----

COVEY_INLINE held is_at_most(wide a, wide b)
{
#ifdef COVEY_MASKED
    return COMPARE(a, b, _CMP_LE_OQ);
#else
    return a <= b;
#endif
}

COVEY_INLINE held is_above(wide a, wide b)
{
#ifdef COVEY_MASKED
    return COMPARE(a, b, _CMP_GT_OQ);
#else
    return a > b;
#endif
}

COVEY_INLINE held is_not(wide a, wide b)
{
#ifdef COVEY_MASKED
    return COMPARE(a, b, _CMP_NEQ_UQ);
#else
    return a != b;
#endif
}

/// Also of NaN.
COVEY_INLINE held is_not_below(wide a, wide b)
{
#ifdef COVEY_MASKED
    return COMPARE(a, b, _CMP_NLT_UQ);
#else
    return ~(a < b);
#endif
}

COVEY_INLINE bool has_lane(held inside, int lane)
{
#ifdef COVEY_MASKED
    return (inside >> lane & 1) != 0;
#else
    return inside[lane] != 0;
#endif
}

// ---- Adding ----

/// Adds -1 for who is inside.
COVEY_INLINE mask count_inside(mask count, held inside)
{
#ifdef COVEY_MASKED
    const mask zero = {0};
    return (mask)ADD_MASKED_WHOLE((__m256i)count, inside, (__m256i)count, (__m256i)(zero - 1));
#else
    return count + inside;
#endif
}

COVEY_INLINE holding holding_of(held inside)
{
#ifdef COVEY_MASKED
    return (holding){.inside = inside};
#else
    return (holding){inside, choose(spread(1), inside)};
#endif
}

/// 1 for who is inside, and no matter what for the others, for who divides by it and adds by
/// add_weighted().
COVEY_INLINE wide one_inside(const holding *whom)
{
#ifdef COVEY_MASKED
    (void)whom;
    return spread(1);
#else
    return whom->share;
#endif
}

/// A finite weight for who is inside, and no matter what for the others, likewise.
COVEY_INLINE wide weight_inside(wide weight, const holding *whom)
{
#ifdef COVEY_MASKED
    (void)whom;
    return weight;
#else
    return choose(weight, whom->inside);
#endif
}

/// sum + x for who is inside, sum for the others; x is a product with one of these weights. Sums
/// begin with 0, so none is -0.
COVEY_INLINE wide add_weighted(wide sum, wide x, const holding *whom)
{
#ifdef COVEY_MASKED
    return ADD_MASKED(sum, whom->inside, sum, x);
#else
    (void)whom;
    return sum + x;
#endif
}

/// sum + x for who is inside, sum for the others; x has to be finite. The product with 1 or 0 is
/// exact: whether it is rounded before it is added or not makes no difference.
COVEY_INLINE wide add_inside(wide sum, wide x, const holding *whom)
{
#if defined(COVEY_MASKED)
    return ADD_MASKED(sum, whom->inside, sum, x);
#elif defined(COVEY_FUSED)
    for (int lane = 0; lane < LANES; lane++) // one instruction
        sum[lane] = covey_real_fused(x[lane], whom->share[lane], sum[lane]);
    return sum;
#else
    return sum + choose(x, whom->inside);
#endif
}

#endif
