// SPDX-License-Identifier: MIT
// Arc tangent from + - * / alone, so that every IEEE machine gives the same bits. The ratio t = n/d
// of the shorter leg to the longer is split at the nearest eighth c by atan t = atan c + atan w,
// w = (t - c)/(1 + ct) = (n - cd)/(d + cn), as a sum of two doubles; a Taylor series finishes on
// |w| <= 1/16. Errors: half an ulp for the last rounding and at most 0.02 more, from the terms
// beyond w, which are at most 1/700 of the result, and from rounding cn. Constants were computed
// with mpmath.
#include "covey/model.h"

#include "base/math_pair.h"

static const pair zero = {0.0, 0.0};
static const pair pi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};

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
static pair split_ratio(double n, double d, double c)
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
    pair base = atan_of_eighths[(int)eighths];
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

// from + angle, or from - angle if `back`.
static double turn_from(pair from, pair angle, bool back)
{
    double sign = back ? -1.0 : 1.0;
    pair sum = exact_sum(from.hi, sign * angle.hi);
    return sum.hi + (sum.lo + (from.lo + sign * angle.lo));
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
    bool left = is_negative(x);
    double angle;
    if (rise <= run)
        angle = turn_from(left ? pi : zero, atan_ratio(rise, run), left);
    else
        angle = turn_from(half_pi, atan_ratio(run, rise), !left);
    return is_negative(y) ? -angle : angle;
}
