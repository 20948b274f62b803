// SPDX-License-Identifier: MIT
// Truncated distributions by inversion: a uniform share of the part within the limits is a share of
// the whole, of which the quantile is taken. One random number makes one value, however narrow the
// limits are. Shares of the normal distribution below a limit come from its quantile by bisection.
#include "core/distribution.h"
#include "base/math_trig.h"

#include "base/bits.h"
#include "base/minmax.h"
#include "base/misuse.h"
#include "base/rounding.h"
#include "base/streams.h"
#include "covey/model.h"

#include <float.h>

#define LAST 0x1.fffffffffffffp-1 // the largest share below 1
#define LEAST_SHARE 1e-9

enum { BISECTIONS = 60 };

static const char *const names[] = {"number", "uniform", "normal", "lognormal", NULL};

const char *const *covey_distribution_names(void)
{
    return names;
}

static covey_distribution make(covey_distribution_kind kind, double first, double second)
{
    return (covey_distribution){kind, first, second, -DBL_MAX, DBL_MAX};
}

covey_distribution covey_distribution_number(double value)
{
    return make(COVEY_DISTRIBUTION_NUMBER, value, 0.0);
}

covey_distribution covey_distribution_uniform(double low, double high)
{
    return make(COVEY_DISTRIBUTION_UNIFORM, low, high);
}

covey_distribution covey_distribution_normal(double mean, double deviation)
{
    return make(COVEY_DISTRIBUTION_NORMAL, mean, deviation);
}

covey_distribution covey_distribution_lognormal(double mean, double deviation)
{
    return make(COVEY_DISTRIBUTION_LOGNORMAL, mean, deviation);
}

/// The share of the normal distribution below `limit` deviations, as its quantiles have it.
static double share_below(double limit)
{
    double low = 0.0, high = 1.0;
    if (!(limit > covey_normal_quantile(0.0)))
        return 0.0;
    if (!(limit < covey_normal_quantile(LAST)))
        return 1.0;
    for (int k = 0; k < BISECTIONS; k++) {
        double middle = 0.5 * (low + high);
        if (covey_normal_quantile(middle) < limit)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/// A limit in deviations from the mean; limits of a lognormal number are limits of its logarithm.
static double deviations(const covey_distribution *from, double limit)
{
    if (from->kind == COVEY_DISTRIBUTION_LOGNORMAL)
        limit = limit > 0.0 ? covey_log(limit) : -HUGE_VAL;
    return (limit - from->first) / from->second;
}

static bool is_bell(const covey_distribution *from)
{
    return from->kind == COVEY_DISTRIBUTION_NORMAL || from->kind == COVEY_DISTRIBUTION_LOGNORMAL;
}

covey_draws covey_draws_of(const covey_distribution *from, const covey_param *row)
{
    covey_draws draws = {.from = *from,
                         .low = covey_larger(from->low, row->low),
                         .high = covey_smaller(from->high, row->high),
                         .share_high = 1.0};
    if (is_bell(from) && from->second > 0.0) {
        draws.share_low = share_below(deviations(from, draws.low));
        draws.share_high = share_below(deviations(from, draws.high));
    }
    return draws;
}

static double within(const covey_draws *draws, double value)
{
    return covey_smaller(covey_larger(value, draws->low), draws->high);
}

/// The quantile of the distribution without its limits.
static double quantile(const covey_distribution *from, double share)
{
    switch (from->kind) {
    case COVEY_DISTRIBUTION_NUMBER:
        return from->first;
    case COVEY_DISTRIBUTION_UNIFORM:
        return from->first + (from->second - from->first) * share;
    case COVEY_DISTRIBUTION_NORMAL:
        return from->first + from->second * covey_normal_quantile(share);
    case COVEY_DISTRIBUTION_LOGNORMAL:
        return covey_exp(from->first + from->second * covey_normal_quantile(share));
    }
    return from->first;
}

double covey_draws_at(const covey_draws *draws, double share)
{
    share = draws->share_low + (draws->share_high - draws->share_low) * share;
    return within(draws, quantile(&draws->from, covey_smaller(share, LAST)));
}

double covey_draws_agent(const covey_draws *draws, uint64_t seed, const char *name, covey_id id)
{
    for (const char *c = name; *c != '\0'; c++)
        seed = covey_hash_word(seed, (unsigned char)*c);
    return covey_draws_at(draws, covey_uniform(seed, UINT64_MAX, id, COVEY_STREAM_TRAIT));
}

double covey_distribution_typical(const covey_distribution *from, const covey_param *row)
{
    COVEY_ROUND();
    if (from == NULL || row == NULL)
        return (double)NAN;
    covey_draws limits = {.low = covey_larger(from->low, row->low),
                          .high = covey_smaller(from->high, row->high)};
    double middle = from->first;
    if (from->kind == COVEY_DISTRIBUTION_UNIFORM)
        middle = 0.5 * from->first + 0.5 * from->second;
    if (from->kind == COVEY_DISTRIBUTION_LOGNORMAL)
        middle = covey_exp(middle);
    return within(&limits, middle);
}

static covey_status check_numbers(const covey_distribution *from, const covey_param *row,
                                  covey_error *error)
{
    bool uniform = from->kind == COVEY_DISTRIBUTION_UNIFORM;
    if (from->kind < COVEY_DISTRIBUTION_NUMBER || from->kind > COVEY_DISTRIBUTION_LOGNORMAL)
        return covey_fail(error, COVEY_ARG, "there is no distribution %d", (int)from->kind);
    if (!(fabs(from->first) <= DBL_MAX && fabs(from->second) <= DBL_MAX))
        return covey_fail(error, COVEY_ARG,
                          "the distribution of %s has a number that is not finite", row->name);
    if (uniform && from->first > from->second)
        return covey_fail(error, COVEY_ARG, "the distribution of %s goes from %g down to %g",
                          row->name, from->first, from->second);
    if (!uniform && from->second < 0.0)
        return covey_fail(error, COVEY_ARG, "the distribution of %s has a deviation of %g, below 0",
                          row->name, from->second);
    return COVEY_OK;
}

/// True if enough of the distribution is within the limits.
static bool reaches_limits(const covey_draws *draws)
{
    const covey_distribution *from = &draws->from;
    if (is_bell(from) && from->second > 0.0)
        return draws->share_high - draws->share_low >= LEAST_SHARE;
    double least = quantile(from, 0.0);
    double most = from->kind == COVEY_DISTRIBUTION_UNIFORM ? from->second : least;
    return least >= draws->low && most <= draws->high;
}

covey_status covey_distribution_check(const covey_distribution *from, const covey_param *row,
                                      covey_error *error)
{
    if (from == NULL || row == NULL)
        return covey_missing(error, __func__);
    if (row->choices != NULL || row->whole)
        return covey_fail(error, COVEY_ARG, "%s is %s and the same for all agents of a flock",
                          row->name, row->choices != NULL ? "a choice" : "a whole number");
    covey_status status = check_numbers(from, row, error);
    if (status != COVEY_OK)
        return status;
    covey_draws draws = covey_draws_of(from, row);
    if (from->low <= from->high && draws.low <= draws.high && reaches_limits(&draws))
        return COVEY_OK;
    return covey_fail(error, COVEY_ARG,
                      "the distribution of %s has too little or nothing within [%g, %g]", row->name,
                      draws.low, draws.high);
}
