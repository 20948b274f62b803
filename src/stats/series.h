// SPDX-License-Identifier: MIT
// Statistics of a series of values that depend on the ones before, as measures of a flock do from
// step to step: a beginning that is left out, the integrated autocorrelation time, a mean with the
// error that follows from it, and whether the series holds still at all.
//
// tau is the integrated autocorrelation time in values, 1/2 + sum of rho(t) over t >= 1: 1/2 for
// independent values; a series of n values is worth n / (2 tau) independent ones (A. D.
// Sokal, "Monte Carlo methods in statistical mechanics", 1997). The sum ends at the first t >= 5
// tau, and is corrected for the mean that is known from the same values (U. Wolff, "Monte Carlo
// errors with less errors", 2004, equation 49).
//
// tau of few values is known badly, and errors that believed it would be too small. So `effective`
// is count / (2 t), where t is tau plus half its error, and tau counts as 1/2 unless it is below by
// two errors. Then the mean is within 1.96 errors of the truth in at least 94 of 100 series of 50
// values or more, independent or AR(1), or the series is said to be too short.
#ifndef COVEY_STATS_SERIES_H
#define COVEY_STATS_SERIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Fewer independent values than these: no error can be trusted.
#define COVEY_SERIES_FEW 20.0

/// Errors on each side of a mean that make an interval of 95 %.
#define COVEY_SERIES_ERRORS 1.959964

/// |z| from which a series is said not to be stationary: 1 in 370 normal numbers is larger.
#define COVEY_SERIES_DRIFT 3.0

/// Statistics of a series. NaN is unknown, as all errors of fewer than 4 values are; a constant
/// series has tau 1/2 and no error.
typedef struct covey_series {
    size_t count; ///< finite values
    double mean, sd;
    double low, high;
    double tau, tau_error;       ///< below 1/2, where values alternate, the error is a bound
    double effective;            ///< independent values that they are worth, at most; see below
    double error;                ///< standard error of the mean: sd / sqrt(effective)
    double square, fourth;       ///< means of the second and fourth powers
    double binder, binder_error; ///< 1 - fourth / (3 square^2); the error by a jackknife of blocks
    double variance_error;       ///< of sd^2, by the same jackknife
    double drift;                ///< z of the mean of the first fifth against that of the last half
    bool stationary;             ///< |drift| is small, or not known
    bool enough;                 ///< `effective` is not too few
} covey_series;

/// Takes the statistics of the finite ones of `count` values, which it may put in another place in
/// the array: `values` is working memory. Time count * 2048 at most.
covey_series covey_series_of(double *values, size_t count);

/// Returns how many values at the beginning are to be left out by MSER-5, at most half of them: the
/// number, a multiple of 5, for which the means of the remaining groups of 5 have the least squared
/// standard error (K. P. White, "An effective truncation heuristic for bias reduction in simulation
/// output", 1997). *settled is false if the least is at the end of the first half: the series is
/// still on its way. Values that are not finite are an end to looking: 0, not settled.
size_t covey_series_discard(const double *values, size_t count, bool *settled);

/// Leaves a beginning out as covey_series_discard chooses it of the finite ones of `count` values,
/// and takes the statistics of the rest, which begins at values[*first]. Where beginning and rest
/// do not clearly differ (by 4 errors), the choice was one among noise, and its price is paid: the
/// error takes in by how much leaving out has moved the mean. `scratch` has room for `count`
/// values.
covey_series covey_series_settled(const double *values, size_t count, double *scratch,
                                  size_t *first, bool *settled);

/// A number and the interval it is in with a certain probability.
typedef struct covey_interval {
    double value, low, high;
} covey_interval;

/// How intervals are made by the bootstrap.
typedef struct covey_bootstrap {
    size_t block;  ///< values in a row that stay together, about 2 tau; 1: independent values
    int draws;     ///< 1 to COVEY_BOOTSTRAP_DRAWS
    double level;  ///< 0.95: from 2.5 % to 97.5 % of the draws
    uint64_t seed; ///< of the random numbers
} covey_bootstrap;

enum { COVEY_BOOTSTRAP_DRAWS = 2000 };

/// Returns the ratio of the means of a and b, taken in pairs, with an interval by the circular
/// block bootstrap (D. N. Politis and J. P. Romano, 1992): percentiles of the ratios of means of
/// blocks that are drawn with replacement. NaN for no values.
covey_interval covey_series_ratio(const double *a, const double *b, size_t count,
                                  const covey_bootstrap *how);

/// Returns the mean of `count` independent values, with the interval of 95 % by Student's t: as
/// wide as few values need it. NaN for no values, and no interval for one.
covey_interval covey_series_mean(const double *values, size_t count);

/// Returns the Binder cumulant 1 - mean of fourth / (3 (mean of square)^2) over independent runs,
/// of which each gives one square and one fourth, with the interval of 95 % by a jackknife over
/// runs and Student's t (R. G. Miller, "The jackknife - a review", 1974).
covey_interval covey_series_binder(const double *square, const double *fourth, size_t count);

#endif
