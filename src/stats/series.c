// SPDX-License-Identifier: MIT
// Autocorrelation time, errors and drift of a series; see the header for the sources.
#include "stats/series.h"

#include <math.h>
#include <string.h>

enum {
    LAGS = 1024,   // until here a window is looked for, before pairs of values are joined
    WINDOW = 5,    // Sokal's: the sum ends at 5 tau
    SHORTEST = 6,  // and not before, where values alternate
    BLOCKS = 64,   // of a jackknife
    LEAST = 4,     // values of which errors are known
    GROUP = 5,     // of MSER-5
    JOINABLE = 256 // values that remain at least
};

/// Errors by which a beginning differs clearly from the rest.
static const double CLEAR = 4.0;

static const double unknown = (double)NAN;

static double mean_of(const double *values, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum / (double)count;
}

/// Covariance of values at a distance, with the mean of all, over the number of pairs.
static double covariance(const double *values, size_t count, double mean, size_t lag)
{
    double sum = 0.0;
    for (size_t i = 0; i + lag < count; i++)
        sum += (values[i] - mean) * (values[i + lag] - mean);
    return sum / (double)(count - lag);
}

typedef struct window {
    double tau, error, variance;
    bool closed; ///< the sum ended before the values did
} window;

/// Sums autocorrelations up to the first lag of 5 tau.
static window sum_window(const double *values, size_t count, double mean)
{
    window found = {.tau = 0.5, .variance = covariance(values, count, mean, 0)};
    if (!(found.variance > 0.0)) {
        found.closed = true;
        return found;
    }
    size_t most = count / 2 < LAGS ? count / 2 : LAGS, lag = 1;
    for (; lag < most && !found.closed; lag++) {
        found.tau += covariance(values, count, mean, lag) / found.variance;
        found.closed = lag >= SHORTEST && (double)lag >= (double)WINDOW * found.tau;
    }
    double n = (double)count, width = (double)(lag - 1);
    found.tau = found.tau > 0.0 ? found.tau : 0.5 / n; // values that cancel each other
    double spread = (width + 0.5 - found.tau) / n;
    found.tau *= 1.0 + (2.0 * width + 1.0) / n;
    // Wolff's equation 42; where values alternate it is for few lags too small: then a bound
    double size = found.tau > 0.5 ? found.tau : 0.5;
    found.error = 2.0 * size * sqrt(spread > 0.0 ? spread : 0.0);
    return found;
}

/// Joins values to the means of pairs.
static size_t join_pairs(double *values, size_t count)
{
    for (size_t i = 0; i + 1 < count; i += 2)
        values[i / 2] = 0.5 * values[i] + 0.5 * values[i + 1];
    return count / 2;
}

/// Finds tau. While a window is longer than LAGS, values are joined by pairs: the variance of the
/// mean stays, which is 2 tau variance / count. Changes the values.
static window find_tau(double *values, size_t count, double mean)
{
    size_t all = count;
    window first = sum_window(values, count, mean), found = first;
    while (!found.closed && count >= (size_t)2 * LAGS && count / 2 >= JOINABLE) {
        count = join_pairs(values, count);
        found = sum_window(values, count, mean);
    }
    if (count == all || !(first.variance > 0.0))
        return found;
    double factor = found.variance / first.variance * (double)all / (double)count;
    found.tau *= factor;
    found.error *= factor;
    found.variance = first.variance;
    return found;
}

// ---- Moments ----

typedef struct moments {
    double one, two, four;
} moments;

static moments moments_of(const double *values, size_t count)
{
    moments sum = {0};
    for (size_t i = 0; i < count; i++) {
        double square = values[i] * values[i];
        sum.one += values[i];
        sum.two += square;
        sum.four += square * square;
    }
    return sum;
}

static double binder_of(moments sum, double count)
{
    double two = sum.two / count;
    return two > 0.0 ? 1.0 - sum.four / count / (3.0 * two * two) : unknown;
}

static double variance_of(moments sum, double count)
{
    return sum.two / count - sum.one / count * (sum.one / count);
}

/// Finds the errors of the Binder cumulant and of the variance: from block to block left out.
static void jackknife(const double *values, size_t count, covey_series *found)
{
    size_t blocks = count < BLOCKS ? count : BLOCKS;
    if (found->effective < 4.0 * (double)blocks) // blocks of 8 tau hardly depend on each other
        blocks = (size_t)(found->effective / 4.0);
    if (blocks < LEAST)
        return;
    size_t size = count / blocks;
    moments all = moments_of(values, blocks * size);
    double rest = (double)((blocks - 1) * size), sum[2] = {0.0, 0.0}, squares[2] = {0.0, 0.0};
    for (size_t k = 0; k < blocks; k++) {
        moments block = moments_of(values + k * size, size);
        moments without = {all.one - block.one, all.two - block.two, all.four - block.four};
        double value[2] = {binder_of(without, rest), variance_of(without, rest)};
        for (int i = 0; i < 2; i++) {
            sum[i] += value[i];
            squares[i] += value[i] * value[i];
        }
    }
    double n = (double)blocks, spread[2];
    for (int i = 0; i < 2; i++)
        spread[i] = (n - 1.0) * (squares[i] / n - sum[i] / n * (sum[i] / n));
    found->binder_error = sqrt(spread[0] > 0.0 ? spread[0] : 0.0);
    found->variance_error = sqrt(spread[1] > 0.0 ? spread[1] : 0.0);
}

// ---- The series ----

/// Squared error of the mean of a part by the part's own tau; that of few values is often too small
/// by chance, so it counts as 1/2 at least.
static double squared_error(const double *values, size_t count, double mean)
{
    double copy[JOINABLE * 2];
    size_t join = count / (sizeof copy / sizeof *copy) + 1, parts = count / join;
    for (size_t k = 0; k < parts; k++)
        copy[k] = mean_of(values + k * join, join);
    window found = sum_window(copy, parts, mean);
    return 2.0 * (found.tau > 0.5 ? found.tau : 0.5) * found.variance / (double)(parts - 1);
}

/// The mean of the first fifth against that of the last half (J. Geweke, 1992).
static double find_drift(const double *values, size_t count)
{
    size_t first = count / 5, last = count / 2;
    if (first < LEAST)
        return unknown;
    const double *end = values + (count - last);
    double a = mean_of(values, first), b = mean_of(end, last);
    double error = sqrt(squared_error(values, first, a) + squared_error(end, last, b));
    if (error > 0.0)
        return (a - b) / error;
    return fabs(a - b) > 1e-12 * (fabs(a) + fabs(b)) ? (double)INFINITY : 0.0;
}

/// The time that errors are made of. Below 1/2 only where values clearly alternate: else few values
/// would be worth more than they are. Half its error is added, which makes the interval of 95 % of
/// a short series as wide as it has to be.
static double careful(const window *time)
{
    double least = time->tau + 2.0 * time->error < 0.5 ? 0.0 : 0.5;
    return (time->tau > least ? time->tau : least) + 0.5 * time->error;
}

static size_t keep_finite(double *values, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(values[i]))
            values[kept++] = values[i];
    return kept;
}

/// Fills in the parts that follow from the moments.
static void take_moments(const double *values, covey_series *found)
{
    moments sum = moments_of(values, found->count);
    double n = (double)found->count;
    found->low = found->high = values[0];
    for (size_t i = 1; i < found->count; i++) {
        found->low = values[i] < found->low ? values[i] : found->low;
        found->high = values[i] > found->high ? values[i] : found->high;
    }
    found->mean = mean_of(values, found->count);
    if (found->low == found->high) // a constant, whatever its sum rounds to
        found->mean = found->low;
    found->square = sum.two / n;
    found->fourth = sum.four / n;
    found->binder = binder_of(sum, n);
}

covey_series covey_series_of(double *values, size_t count)
{
    covey_series found = {.count = keep_finite(values, count),
                          .mean = unknown,
                          .sd = unknown,
                          .low = unknown,
                          .high = unknown,
                          .tau = unknown,
                          .tau_error = unknown,
                          .effective = unknown,
                          .error = unknown,
                          .square = unknown,
                          .fourth = unknown,
                          .binder = unknown,
                          .binder_error = unknown,
                          .variance_error = unknown,
                          .drift = unknown,
                          .stationary = true};
    if (found.count == 0)
        return found;
    take_moments(values, &found);
    if (found.count < LEAST)
        return found;
    double n = (double)found.count;
    if (found.low == found.high) {
        found.sd = found.error = found.tau_error = found.drift = found.variance_error = 0.0;
        found.binder_error = 0.0;
        found.tau = 0.5;
        found.effective = n;
        found.stationary = found.enough = true;
        return found;
    }
    found.drift = find_drift(values, found.count);
    found.stationary = !(fabs(found.drift) > COVEY_SERIES_DRIFT);
    double variance = covariance(values, found.count, found.mean, 0);
    // tau's search joins values in place: the jackknife needs them before, and tau before that
    window time = sum_window(values, found.count, found.mean);
    found.effective = n / (2.0 * time.tau);
    jackknife(values, found.count, &found);
    if (!time.closed)
        time = find_tau(values, found.count, found.mean);
    found.tau = time.tau;
    found.tau_error = time.error;
    found.effective = n / (2.0 * careful(&time));
    double share = 1.0 - 1.0 / (found.effective > 2.0 ? found.effective : 2.0);
    found.sd = sqrt(variance / share); // the mean takes its part of the variance
    found.error = found.sd / sqrt(found.effective);
    found.enough = time.closed && found.effective >= COVEY_SERIES_FEW;
    return found;
}

size_t covey_series_discard(const double *values, size_t count, bool *settled)
{
    size_t groups = count / GROUP, best = 0;
    double least = (double)INFINITY, sum = 0.0, squares = 0.0, first = count > 0 ? values[0] : 0.0;
    *settled = false;
    if (groups < 2)
        return 0;
    for (size_t k = groups; k-- > 0;) { // from the end, so that sums grow by one group
        double group = mean_of(values + k * GROUP, GROUP) - first, left = (double)(groups - k);
        if (!isfinite(group))
            return 0;
        sum += group;
        squares += group * group;
        double error = (squares - sum * sum / left) / (left * left);
        if (k <= groups / 2 && error <= least) {
            least = error;
            best = k;
        }
    }
    *settled = best < groups / 2;
    return best * GROUP;
}

/// The price of choosing a beginning that need not be one: how far leaving it out moved the mean.
static double price_of(const double *left_out, size_t first, size_t rest, const covey_series *found)
{
    double way = mean_of(left_out, first) - found->mean,
           share = (double)first / (double)(first + rest);
    double error = found->error / sqrt(share); // of this way, were both parts of one series
    return fabs(way) < CLEAR * error ? share * way : 0.0;
}

covey_series covey_series_settled(const double *values, size_t count, double *scratch,
                                  size_t *first, bool *settled)
{
    memcpy(scratch, values, count * sizeof *scratch);
    size_t known = keep_finite(scratch, count);
    size_t left_out = covey_series_discard(scratch, known, settled), rest = known - left_out;
    memmove(scratch, scratch + left_out, rest * sizeof *scratch);
    covey_series found = covey_series_of(scratch, rest);
    size_t seen = 0, at = 0;
    for (; seen < left_out; at++) // the beginning comes back, in which values may be missing
        if (isfinite(values[at]))
            scratch[seen++] = values[at];
    *first = at;
    if (left_out > 0 && found.error > 0.0)
        found.error = hypot(found.error, price_of(scratch, left_out, rest, &found));
    return found;
}
