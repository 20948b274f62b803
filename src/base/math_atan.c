// SPDX-License-Identifier: MIT
// Arc tangent from + - * / alone, so that every IEEE machine gives the same bits. The ratio t = n/d
// of the shorter leg to the longer is split at the nearest eighth c by atan t = atan c + atan w,
// w = (t - c)/(1 + ct) = (n - cd)/(d + cn), as a sum of two doubles; a Taylor series finishes on
// |w| <= 1/16. Errors: half an ulp for the last rounding and at most 0.02 more, from the terms
// beyond w, which are at most 1/700 of the result, and from rounding cn. Constants were computed
// with mpmath.
#include "covey/model.h"

#include "base/angle.h"

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
