// SPDX-License-Identifier: MIT
// Intervals: of ratios of means by drawing blocks of a series again, and of means and of Binder
// cumulants over independent runs by Student's t.
#include "covey/model.h"
#include "stats/series.h"

#include <math.h>
#include <stdlib.h>

static const double unknown = (double)NAN;

// ---- Ratios ----

typedef struct columns {
    const double *a, *b;
    size_t count;
} columns;

static double whole(const columns *from)
{
    double a = 0.0, b = 0.0;
    for (size_t i = 0; i < from->count; i++) {
        a += from->a[i];
        b += from->b[i];
    }
    return a / b;
}

/// Draws blocks with replacement until there are as many values as before.
static double draw(const columns *from, const covey_bootstrap *how, uint64_t number)
{
    double a = 0.0, b = 0.0;
    size_t taken = 0, count = from->count;
    for (uint32_t block = 0; taken < count; block++) {
        double place = covey_uniform(how->seed, number, block, 0) * (double)count;
        size_t start = (size_t)place < count ? (size_t)place : count - 1;
        for (size_t k = 0; k < how->block && taken < count; k++, taken++) {
            size_t i = (start + k) % count; // the series is a ring, so that all count the same
            a += from->a[i];
            b += from->b[i];
        }
    }
    return a / b;
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

covey_interval covey_series_ratio(const double *a, const double *b, size_t count,
                                  const covey_bootstrap *how)
{
    columns from = {a, b, count};
    covey_interval found = {unknown, unknown, unknown};
    double drawn[COVEY_BOOTSTRAP_DRAWS];
    size_t draws = 0;
    if (count == 0)
        return found;
    found.value = whole(&from);
    for (int k = 0; k < how->draws && k < COVEY_BOOTSTRAP_DRAWS; k++) {
        double value = draw(&from, how, (uint64_t)k);
        if (!isnan(value))
            drawn[draws++] = value;
    }
    if (draws == 0 || count < 2)
        return found;
    qsort(drawn, draws, sizeof *drawn, compare);
    double tail = 0.5 * (1.0 - how->level) * (double)(draws - 1);
    found.low = drawn[(size_t)tail];
    found.high = drawn[draws - 1 - (size_t)tail];
    return found;
}

// ---- Independent runs ----

/// Share of Student's t between -angle and angle, where t = sqrt(freedom) tan(angle): the integral
/// of cos^(freedom - 1), by Simpson's rule.
static double share_within(double angle, double freedom)
{
    enum { PARTS = 256 };
    double sum = 0.0, scale = lgamma(0.5 * (freedom + 1.0)) - lgamma(0.5 * freedom) - lgamma(0.5);
    for (int k = 0; k <= PARTS; k++) {
        double weight = k == 0 || k == PARTS ? 1.0 : k % 2 == 1 ? 4.0 : 2.0;
        sum += weight * pow(cos(angle * (double)k / (double)PARTS), freedom - 1.0);
    }
    return 2.0 * exp(scale) * sum * angle / (3.0 * (double)PARTS);
}

/// The t beyond which 1 of 20 values of Student's distribution are: 12.7 for 1, 2.0 for 60.
static double student_t(size_t freedom)
{
    double low = 0.0, high = acos(0.0), nu = (double)freedom;
    for (int k = 0; k < 60; k++) {
        double middle = 0.5 * (low + high);
        *(share_within(middle, nu) < 0.95 ? &low : &high) = middle;
    }
    return sqrt(nu) * tan(low);
}

/// The interval around a value, by the squares of distances from the mean of `count` values, which
/// are `factor` times independent.
static covey_interval interval_of(double value, double squares, size_t count, double factor)
{
    covey_interval found = {value, unknown, unknown};
    if (count < 2)
        return found;
    double half = student_t(count - 1) * sqrt(factor * squares / (double)count);
    found.low = value - half;
    found.high = value + half;
    return found;
}

covey_interval covey_series_mean(const double *values, size_t count)
{
    double sum = 0.0, squares = 0.0;
    for (size_t k = 0; k < count; k++)
        sum += values[k];
    double mean = count > 0 ? sum / (double)count : unknown;
    for (size_t k = 0; k < count; k++)
        squares += (values[k] - mean) * (values[k] - mean);
    return interval_of(mean, squares, count, 1.0 / (double)(count > 1 ? count - 1 : 1));
}

static double binder_of(double square, double fourth, double count)
{
    return 1.0 - fourth * count / (3.0 * square * square);
}

covey_interval covey_series_binder(const double *square, const double *fourth, size_t count)
{
    double two = 0.0, four = 0.0, sum = 0.0, squares = 0.0, n = (double)count;
    if (count == 0)
        return (covey_interval){unknown, unknown, unknown};
    for (size_t k = 0; k < count; k++) {
        two += square[k];
        four += fourth[k];
    }
    for (size_t k = 0; k < count && count > 1; k++) // without one run each
        sum += binder_of(two - square[k], four - fourth[k], n - 1.0);
    for (size_t k = 0; k < count && count > 1; k++) {
        double way = binder_of(two - square[k], four - fourth[k], n - 1.0) - sum / n;
        squares += way * way;
    }
    return interval_of(binder_of(two, four, n), squares, count, n - 1.0);
}
