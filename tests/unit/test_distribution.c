// SPDX-License-Identifier: MIT
// Truncated distributions: their shape is that of the whole one within the limits.
#include "core/distribution.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { DRAWS = 20000 };

static const covey_param any = {.name = "x", .low = -DBL_MAX, .high = DBL_MAX};

static double normal_below(double z)
{
    return 0.5 * erfc(-z * 0.70710678118654752);
}

/// The share of the untruncated distribution below x.
static double below(const covey_distribution *from, double x)
{
    if (from->kind == COVEY_DISTRIBUTION_UNIFORM)
        return (x - from->first) / (from->second - from->first);
    if (from->kind == COVEY_DISTRIBUTION_LOGNORMAL)
        return x <= 0.0 ? 0.0 : normal_below((log(x) - from->first) / from->second);
    return normal_below((x - from->first) / from->second);
}

/// Draws for many ids; fails if their distribution is off by more than a chance of one in 10^8
/// allows (Kolmogorov's: 2 exp(-2 n d²)).
static void expect_shape(covey_distribution from)
{
    covey_draws draws = covey_draws_of(&from, &any);
    assert_int_equal(covey_distribution_check(&from, &any, NULL), COVEY_OK);
    bool truncated = from.low > -DBL_MAX || from.high < DBL_MAX;
    double least = truncated ? below(&from, from.low) : 0.0;
    double most = truncated ? below(&from, from.high) : 1.0;
    enum { BINS = 64 };
    int up_to[BINS] = {0};
    double edge[BINS];
    for (int k = 0; k < BINS; k++)
        edge[k] = covey_draws_at(&draws, (k + 0.5) / (double)BINS);
    for (uint32_t id = 0; id < DRAWS; id++) {
        double x = covey_draws_agent(&draws, 7, "speed", id);
        assert_true(x >= from.low && x <= from.high);
        for (int k = 0; k < BINS; k++)
            up_to[k] += x <= edge[k];
    }
    for (int k = 0; k < BINS; k++) {
        double right = (below(&from, edge[k]) - least) / (most - least);
        assert_true(fabs(right - (k + 0.5) / (double)BINS) < 1e-9); // the quantile itself
        assert_true(fabs((double)up_to[k] / (double)DRAWS - right) <
                    sqrt(log(2e8) / 2.0 / (double)DRAWS));
    }
}

static void test_draws_have_the_shape_of_their_distribution(void **unused)
{
    (void)unused;
    covey_distribution one_sided = covey_distribution_normal(1, 0.5);
    one_sided.low = 0;
    covey_distribution narrow = covey_distribution_normal(1, 5);
    narrow.low = 0.9;
    narrow.high = 1.3;
    covey_distribution tail = covey_distribution_normal(0, 1);
    tail.low = -5.5;
    tail.high = -4.5;
    covey_distribution log_low = covey_distribution_lognormal(0.3, 0.8);
    log_low.low = 1;
    log_low.high = 4;
    expect_shape(covey_distribution_uniform(-2, 5));
    expect_shape(covey_distribution_normal(3, 0.25));
    expect_shape(covey_distribution_lognormal(-1, 0.5));
    expect_shape(one_sided);
    expect_shape(narrow);
    expect_shape(tail);
    expect_shape(log_low);
}

static void test_draws_differ_by_seed_name_and_id(void **unused)
{
    (void)unused;
    covey_distribution from = covey_distribution_uniform(0, 1);
    covey_draws draws = covey_draws_of(&from, &any);
    double x = covey_draws_agent(&draws, 7, "speed", 4);
    assert_true(x == covey_draws_agent(&draws, 7, "speed", 4));
    assert_true(x != covey_draws_agent(&draws, 8, "speed", 4));
    assert_true(x != covey_draws_agent(&draws, 7, "noise", 4));
    assert_true(x != covey_draws_agent(&draws, 7, "speed", 5));
}

static void test_constant_and_degenerate_ones_give_their_number(void **unused)
{
    (void)unused;
    covey_distribution all[] = {covey_distribution_number(2.5), covey_distribution_normal(2.5, 0),
                                covey_distribution_uniform(2.5, 2.5)};
    for (int k = 0; k < 3; k++) {
        covey_draws draws = covey_draws_of(&all[k], &any);
        assert_true(covey_draws_at(&draws, 0.3) == 2.5);
        assert_true(covey_distribution_typical(&all[k], &any) == 2.5);
    }
    covey_distribution skew = covey_distribution_lognormal(0, 1);
    assert_true(covey_distribution_typical(&skew, &any) == 1.0);
    skew.low = 3;
    assert_true(covey_distribution_typical(&skew, &any) == 3.0);
}

static void test_impossible_ones_are_refused(void **unused)
{
    (void)unused;
    static const char *const words[] = {"a", "b", NULL};
    const covey_param narrow = {.name = "x", .low = 0, .high = 1};
    const covey_param whole = {.name = "x", .low = 0, .high = 9, .whole = true};
    const covey_param choice = {.name = "x", .low = 0, .high = 1, .choices = words, .whole = true};
    covey_distribution bad[] = {
        covey_distribution_number(2),           covey_distribution_uniform(0.5, 1.5),
        covey_distribution_normal(9, 1),        covey_distribution_lognormal(8, 1),
        covey_distribution_normal(0.5, -1),     covey_distribution_number((double)NAN),
        covey_distribution_normal(HUGE_VAL, 1), covey_distribution_uniform(0.7, 0.2),
        covey_distribution_number(0.5),         covey_distribution_number(0.5),
    };
    enum { COUNT = sizeof bad / sizeof *bad };
    bad[COUNT - 1].low = (double)NAN;
    bad[COUNT - 2].low = 0.6;
    for (int k = 0; k < COUNT; k++)
        assert_int_equal(covey_distribution_check(&bad[k], &narrow, NULL), COVEY_ARG);
    covey_distribution one = covey_distribution_number(1);
    assert_int_equal(covey_distribution_check(&one, &narrow, NULL), COVEY_OK);
    assert_int_equal(covey_distribution_check(&one, &whole, NULL), COVEY_ARG);
    assert_int_equal(covey_distribution_check(&one, &choice, NULL), COVEY_ARG);
    assert_int_equal(covey_distribution_check(NULL, &narrow, NULL), COVEY_ARG);
    assert_int_equal(covey_distribution_check(&one, NULL, NULL), COVEY_ARG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_draws_have_the_shape_of_their_distribution),
        cmocka_unit_test(test_draws_differ_by_seed_name_and_id),
        cmocka_unit_test(test_constant_and_degenerate_ones_give_their_number),
        cmocka_unit_test(test_impossible_ones_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
