// SPDX-License-Identifier: MIT
// Statistics of repeated measurements: the smallest is the machine's best, the median its usual
// time, and the median absolute deviation how much its mood matters. None of them heeds a single
// bad one.
#include "series.h"

#include <math.h>
#include <stdlib.h>

void series_add(series *self, double value)
{
    if (self->count < SERIES_MOST)
        self->value[self->count++] = value;
}

double series_least(const series *self)
{
    double least = self->value[0];
    for (int k = 1; k < self->count; k++)
        least = self->value[k] < least ? self->value[k] : least;
    return least;
}

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

double series_median(const series *self)
{
    series sorted = *self;
    qsort(sorted.value, (size_t)sorted.count, sizeof *sorted.value, compare);
    int middle = sorted.count / 2;
    return sorted.count % 2 == 1 ? sorted.value[middle]
                                 : 0.5 * (sorted.value[middle - 1] + sorted.value[middle]);
}

double series_deviation(const series *self)
{
    double median = series_median(self);
    series away = {.count = self->count};
    for (int k = 0; k < self->count; k++)
        away.value[k] = fabs(self->value[k] - median);
    return series_median(&away);
}
