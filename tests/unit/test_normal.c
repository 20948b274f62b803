// SPDX-License-Identifier: MIT
// Normal numbers: quantiles against the error function of C, mirrored, at the ends.
#include "base/math_trig.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/// A wrong quantile by `error` changes the tail by density times error; erfc is off by a few ulps,
/// and 1/sqrt(2) times x rounds: x² times that shows in the tail. Sixteen digits leave room for 8
/// ulps of both.
static void check(double uniform)
{
    double x = covey_normal_quantile(uniform), q = (uniform - 0.5) + 0x1p-54;
    double tail = 0.5 * erfc(fabs(x) * 0.70710678118654752);
    double expected = 0.5 - fabs(q), density = 0.3989422804014327 * exp(-0.5 * x * x);
    double room = 8 * 0x1p-53 * (fabs(x) * density + (1.0 + x * x) * expected);
    if (!(fabs(tail - expected) <= room && (x > 0.0) == (q > 0.0)))
        fail_msg("of %a: %.17g, tail %.17g, not %.17g", uniform, x, tail, expected);
}

static void test_quantiles_are_those_of_the_normal_distribution(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    for (int trial = 0; trial < 100000; trial++)
        check(floor(test_uniform(&random, 0, 1) * 0x1p53) * 0x1p-53);
    for (int k = 2; k <= 53; k++) {
        check(ldexp(1.0, -k));
        check(1.0 - ldexp(1.0, -k));
    }
    check(0.0);
}

static void test_both_sides_are_mirrored(void **unused)
{
    (void)unused;
    for (int k = 0; k < 1000; k++) {
        double low = k * 0x1p-11, high = 1.0 - low - 0x1p-53; // steps of the same rank
        assert_true(covey_normal_quantile(low) == -covey_normal_quantile(high));
    }
}

static void test_moments_are_those_of_the_normal_distribution(void **unused)
{
    (void)unused;
    enum { COUNT = 100000 };
    double sum = 0.0, squares = 0.0, fourths = 0.0;
    for (int k = 0; k < COUNT; k++) {
        double x = covey_normal_quantile((k + 0.5) / (double)COUNT);
        sum += x;
        squares += x * x;
        fourths += x * x * x * x;
    }
    // Equal steps leave out the ends: some 1e-5 of the squares, 1e-3 of the fourth powers.
    assert_true(fabs(sum / (double)COUNT) < 1e-9);
    assert_true(fabs(squares / (double)COUNT - 1.0) < 2e-4);
    assert_true(fabs(fourths / (double)COUNT - 3.0) < 1e-2);
}

static void test_a_column_has_the_bits_of_single_quantiles(void **unused)
{
    (void)unused;
    enum { COUNT = 67 };
    uint64_t random = 2;
    for (int trial = 0; trial < 1000; trial++) {
        double uniform[COUNT], found[COUNT];
        for (int k = 0; k < COUNT; k++)
            uniform[k] = test_uniform(&random, 0, 1);
        uniform[trial % COUNT] = 0.075; // where the middle ends
        covey_normal_quantiles(uniform, COUNT, found);
        for (int k = 0; k < COUNT; k++)
            assert_true(found[k] == covey_normal_quantile(uniform[k]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quantiles_are_those_of_the_normal_distribution),
        cmocka_unit_test(test_both_sides_are_mirrored),
        cmocka_unit_test(test_moments_are_those_of_the_normal_distribution),
        cmocka_unit_test(test_a_column_has_the_bits_of_single_quantiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
