// SPDX-License-Identifier: MIT
// Sine and cosine from + - * alone, so that every IEEE machine gives the same bits. The multiple of
// pi/2 is subtracted in the manner of Cody and Waite ("Software manual for the elementary
// functions", 1980) below 2^20 and of Payne and Hanek ("Radian reduction for trigonometric
// functions", 1983) above; the rest r, a sum of two doubles, has a relative error below 2^-60, as
// no double but 0 is nearer than 2^-62 to a multiple of pi/2. Taylor series finish on |r| <= pi/4.
// Errors: half an ulp for the last rounding; in sine at most 0.42 more, since all terms beyond r
// sum to at most 0.079 and carry four roundings and that of 1/6; in cosine at most 0.15 more, since
// all that is not exact is below 0.016. Constants were computed with mpmath.
#include "base/math_trig.h"
#include "base/angle.h"
#include "covey/model.h"

// An angle as quarter turns and a remainder of at most a hair over pi/4.
typedef struct turned {
    pair rest;
    unsigned quarters;
} turned;

// Two zero words, then the first 1184 bits of 2/pi behind the point.
static const uint32_t two_over_pi[] = {
    0x00000000, 0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
    0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
    0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b,
    0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
    0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046,
};

// Words of 2/pi that take part in one product. With 190 bits behind the point, of which the 53 of
// the argument spoil the last, 75 stay good behind 62 that cancel.
#define WORDS 6

static turned reduce_small(double x)
{
    double k;
    pair rest = quarter_rest(x, &k);
    return (turned){rest, (unsigned)(int)k & 3};
}

// sum += factor · digit, most significant word first, modulo the length.
static void add_product(uint32_t *sum, const uint32_t *factor, int words, uint32_t digit)
{
    uint64_t carry = 0;
    for (int i = words - 1; i >= 0; i--) {
        carry += sum[i] + (uint64_t)factor[i] * digit;
        sum[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

// The upper 128 bits of x · 2/pi mod 4 as fixed point with two bits before the point. Bits of 2/pi
// that contribute multiples of 4 are left out, so the product starts 54 bits before x's exponent.
static void quarters_of(double x, uint64_t fixed[2])
{
    uint64_t bits = covey_bits_of(x);
    unsigned start = (unsigned)(bits >> 52) - 1023 - 54 + 64;
    uint64_t digits = (bits & 0xfffffffffffff) | 0x10000000000000;
    uint32_t window[WORDS];
    for (unsigned i = 0; i < WORDS; i++) {
        const uint32_t *word = &two_over_pi[start / 32 + i];
        uint64_t joined = (uint64_t)word[0] << 32 | word[1];
        window[i] = (uint32_t)(joined << start % 32 >> 32);
    }
    uint32_t product[WORDS] = {0};
    add_product(product, window, WORDS, (uint32_t)digits);
    add_product(product, window + 1, WORDS - 1, (uint32_t)(digits >> 32));
    fixed[0] = (uint64_t)product[0] << 32 | product[1];
    fixed[1] = (uint64_t)product[2] << 32 | product[3];
}

// hi + lo of the fraction times pi/2; the fraction has 128 bits behind the point, the first 62 of
// which may be zero but never all.
static pair angle_of(uint64_t upper, uint64_t lower)
{
    int zeros = 0;
    for (; upper >> 63 == 0 && zeros < 64; zeros++) {
        upper = upper << 1 | lower >> 63;
        lower <<= 1;
    }
    double hi = (double)(upper >> 11);
    double lo = (double)((upper & 0x7ff) << 42 | lower >> 22) * 0x1p-53;
    pair angle = exact_product(hi, half_pi.hi);
    angle = exact_sum(angle.hi, angle.lo + (hi * half_pi.lo + lo * half_pi.hi));
    double scale = power_of_two(-53 - zeros);
    return (pair){angle.hi * scale, angle.lo * scale};
}

// For 2^20 <= |x| <= DBL_MAX.
static turned reduce_large(double x)
{
    uint64_t fixed[2];
    quarters_of(fabs(x), fixed);
    unsigned quarters = (unsigned)(fixed[0] >> 62);
    uint64_t upper = fixed[0] << 2 | fixed[1] >> 62;
    uint64_t lower = fixed[1] << 2;
    bool above_half = upper >> 63 != 0;
    if (above_half) { // 1 - fraction, and the angle back from the next quarter
        quarters++;
        lower = 0 - lower;
        upper = ~upper + (lower == 0);
    }
    pair rest = angle_of(upper, lower);
    if (above_half != is_negative(x))
        rest = (pair){-rest.hi, -rest.lo};
    return (turned){rest, is_negative(x) ? 0 - quarters : quarters};
}

static turned reduce(double x)
{
    if (fabs(x) <= 0x1.921fb54442d18p-1)
        return (turned){{x, 0.0}, 0};
    return fabs(x) < 0x1p20 ? reduce_small(x) : reduce_large(x);
}

static double wave(turned angle)
{
    double value = angle.quarters & 1 ? cosine(angle.rest) : sine(angle.rest);
    return angle.quarters & 2 ? -value : value;
}

double covey_sin(double x)
{
    if (!(fabs(x) <= DBL_MAX))
        return not_a_number();
    if (fabs(x) < 0x1p-27)
        return x; // the series would lose the sign of -0
    return wave(reduce(x));
}

double covey_cos(double x)
{
    if (!(fabs(x) <= DBL_MAX))
        return not_a_number();
    turned angle = reduce(x);
    angle.quarters++;
    return wave(angle);
}

covey_vec covey_direction(double angle)
{
    if (!(fabs(angle) <= DBL_MAX))
        return (covey_vec){not_a_number(), not_a_number(), 0.0};
    turned at = reduce(angle);
    covey_vec rest = {cosine(at.rest), sine(at.rest), 0.0};
    if (at.quarters & 1)
        rest = (covey_vec){-rest.y, rest.x, 0.0};
    if (at.quarters & 2)
        rest = (covey_vec){-rest.x, -rest.y, 0.0};
    return (covey_vec){rest.x, fabs(angle) < 0x1p-27 ? angle : rest.y, 0.0};
}

// ---- Arc tangent ----

// Arc tangent from + - * / alone, so that every IEEE machine gives the same bits. The ratio t = n/d
// of the shorter leg to the longer is split at the nearest eighth c by atan t = atan c + atan w,
// w = (t - c)/(1 + ct) = (n - cd)/(d + cn), as a sum of two doubles; a Taylor series finishes on
// |w| <= 1/16. Errors: half an ulp for the last rounding and at most 0.02 more, from the terms
// beyond w, which are at most 1/700 of the result, and from rounding cn. Constants were computed
// with mpmath.

// atan(n/d) for 0 <= n <= d, d > 0, also where one is infinite.
static pair atan_ratio(double n, double d)
{
    double t = n / d;
    if (t < 0x1p-60)
        return (pair){t, 0.0}; // t³/3 does not show; and the one rounding may be a subnormal's
    if (d > 0x1p500 || d < 0x1p-500) {
        double scale = d < 1.0 ? 0x1p600 : 0x1p-600;
        n *= scale;
        d *= scale;
    }
    double eighths = floor(8.0 * t + 0.5);
    return atan_near(n, d, eighths, atan_of_eighths[(int)eighths]);
}

double covey_atan2(double y, double x)
{
    if (x != x || y != y)
        return not_a_number();
    double rise = fabs(y);
    double run = fabs(x);
    if (rise == run && !(run > 0.0 && run <= DBL_MAX)) {
        rise = run > 0.0 ? 1.0 : 0.0; // C puts (inf, inf) on a diagonal and (0, 0) on the x axis
        run = 1.0;
    }
    double side = is_negative(x) ? -1.0 : 1.0;
    double angle = rise <= run ? turn_from(axis_of(side), atan_ratio(rise, run), side)
                               : turn_from(half_pi, atan_ratio(run, rise), -side);
    return is_negative(y) ? -angle : angle;
}
