// SPDX-License-Identifier: MIT
// Exponential and logarithm from + - * / alone, so that every IEEE machine gives the same bits.
//
// exp x = 2^k exp r with r = x - k ln 2, |r| <= 0.347, a sum of two doubles; ln 2 is split so that
// its upper part times k is exact (Cody and Waite, "Software manual for the elementary functions",
// 1980). A Taylor series finishes. Errors: half an ulp for the last rounding, and at most 0.25
// more: all terms beyond 1 + r sum to at most 0.067 and carry the roundings of r², of the series
// and of their product, 3.5 of 2^-53 together, where an ulp of the result is at least 2^-53. A
// subnormal result is rounded once more, when at least one bit of that error has left: 0.88 in all.
//
// log x = k ln 2 + log c + log(m/c) with x = 2^k m and c the sixteenth nearest to m, and
// log(m/c) = 2 artanh w, w = (m - c)/(m + c), |w| <= 1/44, w a sum of two doubles. All but the
// terms beyond 2w are kept as such sums. Errors: half an ulp for the last rounding and at most 0.02
// more: these terms are at most 1/5000 of 2w, and 2w is at most 1.1 times the result where the
// result is small, as c = 1 there or |log c| is 0.06 or more. Constants were computed with mpmath.
#include "covey/model.h"

#include "base/math_pair.h"

// ln 2 to 42 bits, so that a product with 11 more is exact, and the rest.
static const pair ln2 = {0x1.62e42fefa38p-1, 0x1.ef35793c7673p-45};

// exp r = 1 + r + r²/2! + ... for |r| <= 0.347; the first term left out is below 2^-63.
static double exp_series(pair r)
{
    double series = 1.0 / 87178291200;
    series = series * r.hi + 1.0 / 6227020800;
    series = series * r.hi + 1.0 / 479001600;
    series = series * r.hi + 1.0 / 39916800;
    series = series * r.hi + 1.0 / 3628800;
    series = series * r.hi + 1.0 / 362880;
    series = series * r.hi + 1.0 / 40320;
    series = series * r.hi + 1.0 / 5040;
    series = series * r.hi + 1.0 / 720;
    series = series * r.hi + 1.0 / 120;
    series = series * r.hi + 1.0 / 24;
    series = series * r.hi + 1.0 / 6;
    series = series * r.hi + 0.5;
    pair sum = exact_sum(1.0, r.hi);
    return sum.hi + (sum.lo + (r.hi * r.hi * series + (r.lo + r.lo * r.hi)));
}

double covey_exp(double x)
{
    if (x != x)
        return not_a_number();
    if (x > 0x1.62e42fefa39efp+9) // the last whose result is below 2^1024
        return HUGE_VAL;
    if (x < -746.0) // below 2^-1075
        return 0.0;
    double k = snap(x * 0x1.71547652b82fep+0, 1.0);
    double first = x - k * ln2.hi; // exact: a multiple of 2^-54 below 1/2, or x itself
    double value = exp_series(exact_sum(first, -k * ln2.lo));
    int exponent = (int)k;
    if (exponent < -1020) // perhaps subnormal: the last product rounds, once
        return value * power_of_two(exponent + 200) * 0x1p-200;
    return value * power_of_two(exponent - 1) * 2.0;
}

// log(i/16)
enum { FIRST_SIXTEENTH = 11 };
static const pair log_of_sixteenths[] = {
    {-0x1.7fafa3bd8151cp-2, 0x1.219024acd3b77p-58},
    {-0x1.269621134db92p-2, -0x1.e0efadd9db02bp-56},
    {-0x1.a93ed3c8ad9e3p-3, -0x1.bcafa9de97203p-57},
    {-0x1.1178e8227e47cp-3, 0x1.0e63a5f01c691p-58},
    {-0x1.08598b59e3a07p-4, 0x1.dd7009902bf32p-58},
    {0.0, 0.0},
    {0x1.f0a30c01162a6p-5, 0x1.85f325c5bbacdp-59},
    {0x1.e27076e2af2e6p-4, -0x1.61578001e0162p-60},
    {0x1.5ff3070a793d4p-3, -0x1.bc60efafc6f6ep-58},
    {0x1.c8ff7c79a9a22p-3, -0x1.4f689f8434012p-57},
    {0x1.1675cababa60ep-2, 0x1.ce63eab883717p-61},
    {0x1.4618bc21c5ec2p-2, 0x1.f42decdeccf1dp-56},
    {0x1.739d7f6bbd007p-2, -0x1.8c76ceb014b04p-56},
};

// (m - c)/(m + c); the difference is exact, as m is within 1/32 of c.
static pair split_quotient(double m, double c)
{
    double top = m - c;
    pair bottom = exact_sum(m, c);
    double quotient = top / bottom.hi;
    pair back = exact_product(quotient, bottom.hi);
    double left = ((top - back.hi) - back.lo) - quotient * bottom.lo;
    return (pair){quotient, left / bottom.hi};
}

// log m + k ln 2 for 0.703125 <= m <= 1.40625
static double log_split(double m, double k)
{
    int sixteenth = (int)(16.0 * m + 0.5);
    pair base = log_of_sixteenths[sixteenth - FIRST_SIXTEENTH];
    pair w = split_quotient(m, sixteenth / 16.0);
    double z = w.hi * w.hi; // at most 2^-10.9: the first term left out is below 2^-69 w
    double series = 1.0 / 11;
    series = series * z + 1.0 / 9;
    series = series * z + 1.0 / 7;
    series = series * z + 1.0 / 5;
    series = series * z + 1.0 / 3;
    pair whole = exact_sum(k * ln2.hi, base.hi);
    pair sum = exact_sum(whole.hi, 2.0 * w.hi);
    double tail = k * ln2.lo + (base.lo + 2.0 * (w.lo + w.hi * z * series));
    return sum.hi + (sum.lo + (whole.lo + tail));
}

double covey_log(double x)
{
    if (x == 0.0)
        return -HUGE_VAL;
    if (!(x > 0.0))
        return not_a_number();
    if (x > DBL_MAX)
        return x;
    int k = 0;
    if (x < DBL_MIN) {
        x *= 0x1p54;
        k = -54;
    }
    uint64_t bits = covey_bits_of(x);
    k += (int)(bits >> 52) - 1023;
    double m = covey_bits_double((bits & 0xfffffffffffff) | (uint64_t)1023 << 52);
    if (m > 1.40625) {
        m *= 0.5;
        k++;
    }
    return log_split(m, (double)k);
}
