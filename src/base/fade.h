// SPDX-License-Identifier: MIT
// A power law for inner loops, from + - * / and the bits of doubles alone, in steps without
// branches that a kernel can take in all its lanes.
//
// (1 + q)^-decay = 2^y with y = -decay log2(1 + q). With 1 + q = 2^k m, sqrt(1/2) <= m < sqrt(2),
// and s = (m - 1)/(m + 1), log2 m = s P(s²); and with j the whole number nearest to y,
// 2^y = 2^j (1 + f R(f)), f = y - j. P and R are the polynomials that are wrong by the smallest
// part of the result, 2^-59 and 2^-58 (Remez' algorithm, with mpmath). Errors, for the rounded
// 1 + q: y carries seven roundings and a little, of each of which ln 2 reaches the result, and the
// last series less than four; so the result is wrong by at most (4 + 5 |y|) 2^-53 of itself, in
// floats by (4 + 5 |y|) 2^-24.
#ifndef COVEY_BASE_FADE_H
#define COVEY_BASE_FADE_H

#include "base/real.h"

// COVEY_FADE_LEAST: results are held at 2^COVEY_FADE_LEAST or above.
// COVEY_FADE_HALF: bits of sqrt(1/2), rounded up: subtracted from the bits of 1 + q, they leave k
// in front.
// COVEY_FADE_ONE: bits of 1.
// COVEY_FADE_SHIFT and its bits, COVEY_FADE_WHOLE: a power of two; a whole number below it in place
// of its last bits is added to it.
// COVEY_FADE_ROUND: added, rounds to a whole number, which the last bits then are.
#ifdef COVEY_SINGLE
#define COVEY_FADE_LEAST (-100.0f)
#define COVEY_FADE_HALF UINT32_C(0x3f3504f4)
#define COVEY_FADE_ONE UINT32_C(0x3f800000)
#define COVEY_FADE_SHIFT 0x1p23f
#define COVEY_FADE_WHOLE UINT32_C(0x4b000000)
#define COVEY_FADE_ROUND 0x1.8p23f
#else
#define COVEY_FADE_LEAST (-1000.0)
#define COVEY_FADE_HALF UINT64_C(0x3fe6a09e667f3bcd)
#define COVEY_FADE_ONE UINT64_C(0x3ff0000000000000)
#define COVEY_FADE_SHIFT 0x1p52
#define COVEY_FADE_WHOLE UINT64_C(0x4330000000000000)
#define COVEY_FADE_ROUND 0x1.8p52
#endif

/// Coefficients of P and of 1 + f R(f), as X(c) makes them constants.
#define COVEY_FADE_LOG(X)                                                                          \
    {                                                                                              \
        X(0x1.71547652b82fep+1), X(0x1.ec709dc3a047dp-1), X(0x1.2776c50ee381ap-1),                 \
            X(0x1.a61762d6c065ep-2), X(0x1.484afb69653edp-2), X(0x1.0ca163b284e4ap-2),             \
            X(0x1.c46d70778a54cp-3), X(0x1.b5990a5060405p-3),                                      \
    }
#define COVEY_FADE_EXP(X)                                                                          \
    {                                                                                              \
        X(1.0), X(0x1.62e42fefa39efp-1), X(0x1.ebfbdff82c5a4p-3), X(0x1.c6b08d7049fe8p-5),         \
            X(0x1.3b2ab6fba011ap-7), X(0x1.5d87fe78cd6dcp-10), X(0x1.4309130ed8be4p-13),           \
            X(0x1.ffcbfba97c5fbp-17), X(0x1.62bfc79d7186ep-20), X(0x1.b5267cea70220p-24),          \
            X(0x1.e61b4f58f77f1p-28), X(0x1.e79ba5e155e1dp-32),                                    \
    }

/// Four terms of a polynomial, from the coefficient c on: numbers, or vectors of them. x2 is x².
#define COVEY_FADE_CUBIC(c, x, x2) (((c)[0] + (x) * (c)[1]) + (x2) * ((c)[2] + (x) * (c)[3]))

#define COVEY_FADE_ITSELF(c) (covey_real)(c)

/// y, for q >= 0, also infinite, and decay >= 0.
static inline covey_real covey_fade_exponent(covey_real q, covey_real decay)
{
    static const covey_real log_series[] = COVEY_FADE_LOG(COVEY_FADE_ITSELF);
    const covey_real one = 1;
    covey_real_bits bits = covey_real_to_bits(one + q);
    covey_real_bits k = (bits - COVEY_FADE_HALF) >> COVEY_REAL_FRACTION;
    covey_real m = covey_real_of_bits(bits - (k << COVEY_REAL_FRACTION));
    covey_real s = (m - one) / (m + one), z = s * s, z2 = z * z, z4 = z2 * z2;
    covey_real series =
        COVEY_FADE_CUBIC(log_series, z, z2) + z4 * COVEY_FADE_CUBIC(log_series + 4, z, z2);
    covey_real whole = covey_real_of_bits(k | COVEY_FADE_WHOLE) - COVEY_FADE_SHIFT;
    covey_real y = -decay * (whole + s * series);
    return y > COVEY_FADE_LEAST ? y : COVEY_FADE_LEAST;
}

/// 2^y for y from COVEY_FADE_LEAST to 0.
static inline covey_real covey_fade_power(covey_real y)
{
    static const covey_real exp_series[] = COVEY_FADE_EXP(COVEY_FADE_ITSELF);
    covey_real j = y + COVEY_FADE_ROUND, f = y - (j - COVEY_FADE_ROUND), f2 = f * f, f4 = f2 * f2;
    covey_real series =
        COVEY_FADE_CUBIC(exp_series, f, f2) + f4 * (COVEY_FADE_CUBIC(exp_series + 4, f, f2) +
                                                    f4 * COVEY_FADE_CUBIC(exp_series + 8, f, f2));
    covey_real_bits power = (covey_real_to_bits(j) << COVEY_REAL_FRACTION) + COVEY_FADE_ONE;
    return series * covey_real_of_bits(power);
}

/// (1 + q)^-decay
static inline covey_real covey_fade(covey_real q, covey_real decay)
{
    return covey_fade_power(covey_fade_exponent(q, decay));
}

#endif
