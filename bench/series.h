// SPDX-License-Identifier: MIT
#ifndef BENCH_SERIES_H
#define BENCH_SERIES_H

enum { SERIES_MOST = 99 };

/// Times or ratios of several repetitions.
typedef struct series {
    double value[SERIES_MOST];
    int count;
} series;

/// Adds a value; beyond SERIES_MOST it is left out.
void series_add(series *self, double value);

/// Of at least one value. The deviation is the median absolute deviation from the median.
double series_least(const series *self);
double series_median(const series *self);
double series_deviation(const series *self);

#endif
