// SPDX-License-Identifier: MIT
// Sine, cosine and arc tangent without a branch, for the functions of one angle (math_trig.c, which
// describes the methods and their errors) and for blocks of agents.
#ifndef COVEY_BASE_ANGLE_H
#define COVEY_BASE_ANGLE_H

#include "base/math_pair.h"
#include "base/math_trig.h"
#include "covey/model.h"

// ---- Sine and cosine ----

// The rest of x beyond so many quarter turns, for |x| < 2^20, as k has 20 bits then and
// its products with parts of 33 bits are exact.
COVEY_INLINE pair quarter_rest(double x, double *quarters)
{
    double k = snap(x * 0x1.45f306dc9c883p-1, 1.0);
    double first = x - k * 0x1.921fb544p+0; // exact: the two are within a factor of 2
    pair second = exact_sum(first, -k * 0x1.0b4611a6p-34);
    pair third = exact_sum(second.hi, -k * 0x1.3198a2ep-69);
    double tail = (second.lo + third.lo) - k * 0x1.b839a252049c1p-104;
    *quarters = k;
    return exact_sum(third.hi, tail);
}

// sin r = r - r³/3! + ... for |r| <= pi/4; the first term left out is below 2^-62 r.
COVEY_INLINE double sine(pair r)
{
    double z = r.hi * r.hi;
    double series = 1.0 / 355687428096000;
    series = series * z - 1.0 / 1307674368000;
    series = series * z + 1.0 / 6227020800;
    series = series * z - 1.0 / 39916800;
    series = series * z + 1.0 / 362880;
    series = series * z - 1.0 / 5040;
    series = series * z + 1.0 / 120;
    series = series * z - 1.0 / 6;
    return r.hi + (r.hi * z * series + r.lo * (1.0 - 0.5 * z));
}

// cos r = 1 - r²/2! + ... for |r| <= pi/4; the first term left out is below 2^-67. With a the
// part of r.hi down to 2^-26 and b the rest, 1 - a²/2 is exact and the remainder is small.
COVEY_INLINE double cosine(pair r)
{
    double z = r.hi * r.hi;
    double series = -1.0 / 6402373705728000;
    series = series * z + 1.0 / 20922789888000;
    series = series * z - 1.0 / 87178291200;
    series = series * z + 1.0 / 479001600;
    series = series * z - 1.0 / 3628800;
    series = series * z + 1.0 / 40320;
    series = series * z - 1.0 / 720;
    series = series * z + 1.0 / 24;
    double a = snap(r.hi, 0x1p-26);
    double b = r.hi - a;
    return (1.0 - 0.5 * a * a) + (z * z * series - (0.5 * b * (r.hi + a) + r.hi * r.lo));
}

/// covey_direction(), its bits, for angles below 2^20 in size.
COVEY_INLINE covey_vec covey_direction_within(double angle)
{
    double k;
    pair rest = quarter_rest(angle, &k);
    double c = cosine(rest), s = fabs(angle) < 0x1p-27 ? angle : sine(rest);
    double quarter = k - snap(k, 4.0); // -2 … 2
    bool half = fabs(quarter) > 1.5, odd = fabs(quarter) == 1.0;
    covey_vec at = {odd ? s : c, odd ? c : s, 0.0};
    at.x = (half | (quarter == 1.0)) ? -at.x : at.x;
    at.y = (half | (quarter == -1.0)) ? -at.y : at.y;
    return at;
}

// ---- Arc tangent ----

// atan(i/8)
static const pair atan_of_eighths[] = {
    {0.0, 0.0},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

// (n - c d)/(d + c n). The rounding of c n alone shows, by at most 1/70 ulp of atan c.
COVEY_INLINE pair split_ratio(double n, double d, double c)
{
    pair cd = exact_product(c, d);
    pair top = exact_sum(n, -cd.hi);
    pair bottom = exact_sum(d, c * n);
    top.lo -= cd.lo;
    double ratio = top.hi / bottom.hi;
    pair back = exact_product(ratio, bottom.hi);
    double left = ((top.hi - back.hi) - back.lo) + (top.lo - ratio * bottom.lo);
    return (pair){ratio, left / bottom.hi};
}

// atan(n/d) for n/d near so many eighths, `base` their arc tangent.
COVEY_INLINE pair atan_near(double n, double d, double eighths, pair base)
{
    pair w = split_ratio(n, d, eighths / 8.0);
    double z = w.hi * w.hi; // at most 2^-8: the first term left out is below 2^-59 w
    double series = 1.0 / 13;
    series = series * z - 1.0 / 11;
    series = series * z + 1.0 / 9;
    series = series * z - 1.0 / 7;
    series = series * z + 1.0 / 5;
    series = series * z - 1.0 / 3;
    pair sum = exact_sum(base.hi, w.hi);
    return (pair){sum.hi, sum.lo + (base.lo + (w.lo + w.hi * z * series))};
}

// The angle of the axis that is nearer to a point, up to its sign: 0 to the right, π to the left.
COVEY_INLINE pair axis_of(double side)
{
    pair pi = {COVEY_PI, 0x1.1a62633145c07p-53};
    return (pair){side < 0.0 ? pi.hi : 0.0, side < 0.0 ? pi.lo : 0.0};
}

// from + sign angle
COVEY_INLINE double turn_from(pair from, pair angle, double sign)
{
    pair sum = exact_sum(from.hi, sign * angle.hi);
    return sum.hi + (sum.lo + (from.lo + sign * angle.lo));
}

/// atan_of_eighths[eighths], chosen without a table, which few vectors can look into.
COVEY_INLINE pair atan_chosen(double eighths)
{
    pair base = atan_of_eighths[0];
#define COVEY_ATAN_FROM(i)                                                                         \
    base.hi = eighths >= (i) ? atan_of_eighths[i].hi : base.hi;                                    \
    base.lo = eighths >= (i) ? atan_of_eighths[i].lo : base.lo
    COVEY_ATAN_FROM(1);
    COVEY_ATAN_FROM(2);
    COVEY_ATAN_FROM(3);
    COVEY_ATAN_FROM(4);
    COVEY_ATAN_FROM(5);
    COVEY_ATAN_FROM(6);
    COVEY_ATAN_FROM(7);
    COVEY_ATAN_FROM(8);
#undef COVEY_ATAN_FROM
    return base;
}

// The legs of a triangle with the angle wanted, the longer one d, which is not 0.
typedef struct legs {
    double n, d;
    bool steep; // the longer one rises
} legs;

COVEY_INLINE legs legs_of(covey_vec v)
{
    double rise = fabs(v.y), run = fabs(v.x);
    run = rise + run == 0.0 ? 1.0 : run;
    bool corner = (rise > DBL_MAX) & (run > DBL_MAX); // C has it on a diagonal
    rise = corner ? 1.0 : rise;
    run = corner ? 1.0 : run;
    bool steep = rise > run;
    return (legs){steep ? run : rise, steep ? rise : run, steep};
}

// atan(n/d) for 0 <= n <= d, 0 < d, also an infinite one; see atan_ratio().
COVEY_INLINE pair atan_of_legs(double n, double d)
{
    double t = n / d;
    double scale = d > 0x1p500 ? 0x1p-600 : 1.0;
    scale = d < 0x1p-500 ? 0x1p600 : scale;
    double shifted = 8.0 * t + 0.5, nearest = snap(shifted, 1.0);
    double eighths = nearest > shifted ? nearest - 1.0 : nearest; // floor(), also for SSE2
    pair near = atan_near(n * scale, d * scale, eighths, atan_chosen(eighths));
    bool small = t < 0x1p-60;
    return (pair){small ? t : near.hi, small ? 0.0 : near.lo};
}

/// covey_atan2(v.y, v.x), its bits except for a NaN.
COVEY_INLINE double covey_angle(covey_vec v)
{
    legs of = legs_of(v);
    pair angle = atan_of_legs(of.n, of.d);
    double side = copysign(1.0, v.x);
    pair axis = axis_of(side);
    pair from = {of.steep ? half_pi.hi : axis.hi, of.steep ? half_pi.lo : axis.lo};
    return copysign(turn_from(from, angle, of.steep ? -side : side), v.y);
}

#endif
