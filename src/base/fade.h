// SPDX-License-Identifier: MIT
// A power law for inner loops, from + - * / and the bits of doubles alone, in steps without
// branches that a kernel can take in all its lanes.
//
// (1 + q)^-decay = 2^y with y = -decay log2(1 + q). With 1 + q = 2^k m, sqrt(1/2) <= m < sqrt(2),
// and s = (m - 1)/(m + 1), log2 m = s P(s²); and with j the whole number nearest to y,
// 2^y = 2^j (1 + f R(f)), f = y - j. P and R are the polynomials that are wrong by the smallest
// part of the result, 2^-59 and 2^-58 (Remez' algorithm, with mpmath). Errors, for the rounded
// 1 + q: y carries seven roundings and a little, of each of which ln 2 reaches the result, and the
// last series less than four; so the result is wrong by at most (4 + 5 |y|) 2^-53 of itself.
#ifndef COVEY_BASE_FADE_H
#define COVEY_BASE_FADE_H

#include "base/bits.h"

/// Results are held at 2^COVEY_FADE_LEAST or above.
#define COVEY_FADE_LEAST (-1000.0)

/// Bits of sqrt(1/2), rounded up: subtracted from those of 1 + q, they leave k in front.
#define COVEY_FADE_HALF UINT64_C(0x3fe6a09e667f3bcd)
#define COVEY_FADE_ONE UINT64_C(0x3ff0000000000000)

/// Bits of 2^52; a whole number below it in place of the last ones is added to it.
#define COVEY_FADE_WHOLE UINT64_C(0x4330000000000000)

/// Added, rounds to a whole number, which the last bits then are.
#define COVEY_FADE_ROUND 0x1.8p52

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

/// Four terms of a polynomial, from the coefficient c on: doubles, or vectors of them. x2 is x².
#define COVEY_FADE_CUBIC(c, x, x2) (((c)[0] + (x) * (c)[1]) + (x2) * ((c)[2] + (x) * (c)[3]))

#define COVEY_FADE_ITSELF(c) c

/// y, for q >= 0, also infinite, and decay >= 0.
static inline double covey_fade_exponent(double q, double decay)
{
    static const double log_series[] = COVEY_FADE_LOG(COVEY_FADE_ITSELF);
    uint64_t bits = covey_bits_of(1.0 + q);
    uint64_t k = (bits - COVEY_FADE_HALF) >> 52;
    double m = covey_bits_double(bits - (k << 52));
    double s = (m - 1.0) / (m + 1.0), z = s * s, z2 = z * z, z4 = z2 * z2;
    double series =
        COVEY_FADE_CUBIC(log_series, z, z2) + z4 * COVEY_FADE_CUBIC(log_series + 4, z, z2);
    double y = -decay * (covey_bits_double(k | COVEY_FADE_WHOLE) - 0x1p52 + s * series);
    return y > COVEY_FADE_LEAST ? y : COVEY_FADE_LEAST;
}

/// 2^y for y from COVEY_FADE_LEAST to 0.
static inline double covey_fade_power(double y)
{
    static const double exp_series[] = COVEY_FADE_EXP(COVEY_FADE_ITSELF);
    double j = y + COVEY_FADE_ROUND, f = y - (j - COVEY_FADE_ROUND), f2 = f * f, f4 = f2 * f2;
    double series =
        COVEY_FADE_CUBIC(exp_series, f, f2) + f4 * (COVEY_FADE_CUBIC(exp_series + 4, f, f2) +
                                                    f4 * COVEY_FADE_CUBIC(exp_series + 8, f, f2));
    return series * covey_bits_double((covey_bits_of(j) << 52) + COVEY_FADE_ONE);
}

/// (1 + q)^-decay
static inline double covey_fade(double q, double decay)
{
    return covey_fade_power(covey_fade_exponent(q, decay));
}

#endif
