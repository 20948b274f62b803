// SPDX-License-Identifier: MIT
// Intervals of ratios of means by drawing blocks of a series again.
#include "covey/model.h"
#include "stats/series.h"

#include <math.h>
#include <stdlib.h>

/// A function of the means of two columns.
typedef double combine(double a, double b);

static double ratio(double a, double b)
{
    return a / b;
}

static double binder(double square, double fourth)
{
    return 1.0 - fourth / (3.0 * square * square);
}

typedef struct columns {
    const double *a, *b;
    size_t count;
    combine *combine;
} columns;

static double whole(const columns *from)
{
    double a = 0.0, b = 0.0;
    for (size_t i = 0; i < from->count; i++) {
        a += from->a[i];
        b += from->b[i];
    }
    return from->combine(a / (double)from->count, b / (double)from->count);
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
    return from->combine(a / (double)count, b / (double)count);
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static covey_interval interval_of(const columns *from, const covey_bootstrap *how)
{
    const double unknown = (double)NAN;
    covey_interval found = {unknown, unknown, unknown};
    double drawn[COVEY_BOOTSTRAP_DRAWS];
    size_t draws = 0;
    if (from->count == 0)
        return found;
    found.value = whole(from);
    for (int k = 0; k < how->draws && k < COVEY_BOOTSTRAP_DRAWS; k++) {
        double value = draw(from, how, (uint64_t)k);
        if (!isnan(value))
            drawn[draws++] = value;
    }
    if (draws == 0 || from->count < 2)
        return found;
    qsort(drawn, draws, sizeof *drawn, compare);
    double tail = 0.5 * (1.0 - how->level) * (double)(draws - 1);
    found.low = drawn[(size_t)tail];
    found.high = drawn[draws - 1 - (size_t)tail];
    return found;
}

covey_interval covey_series_ratio(const double *a, const double *b, size_t count,
                                  const covey_bootstrap *how)
{
    return interval_of(&(columns){a, b, count, ratio}, how);
}

covey_interval covey_series_binder(const double *square, const double *fourth, size_t count,
                                   const covey_bootstrap *how)
{
    return interval_of(&(columns){square, fourth, count, binder}, how);
}
