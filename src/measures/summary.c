// SPDX-License-Identifier: MIT
// Mean, spread and extremes of numbers, independent of their order: sums are exact, and squares are
// of numbers scaled by a power of two to at most 1, so that none overflows.
#include "measures/sum.h"

#include <math.h>

covey_summary covey_summary_of(double (*value)(const void *context, size_t i), const void *context,
                               size_t count)
{
    covey_sum sum = {0}, squares = {0}, deviations = {0};
    covey_summary found = {.min = HUGE_VAL, .max = -HUGE_VAL};
    size_t known = 0;
    for (size_t i = 0; i < count; i++) {
        double x = value(context, i);
        if (isnan(x))
            continue;
        known++;
        covey_sum_add(&sum, x);
        found.min = x < found.min ? x : found.min;
        found.max = x > found.max ? x : found.max;
    }
    if (known == 0) {
        double none = (double)NAN;
        return (covey_summary){none, none, none, none, none};
    }
    double mean = covey_sum_mean(&sum, known); // rounded twice, perhaps past an end
    found.mean = mean < found.min ? found.min : mean > found.max ? found.max : mean;
    int exponent;
    (void)frexp(found.max, &exponent);
    for (size_t i = 0; i < count; i++) {
        double x = ldexp(value(context, i), -exponent);
        if (isnan(x))
            continue;
        double deviation = x - ldexp(found.mean, -exponent);
        covey_sum_add(&squares, x * x);
        covey_sum_add(&deviations, deviation * deviation);
    }
    found.sd = ldexp(sqrt(covey_sum_mean(&deviations, known)), exponent);
    found.rms = ldexp(sqrt(covey_sum_mean(&squares, known)), exponent);
    return found;
}
