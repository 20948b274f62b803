// SPDX-License-Identifier: MIT
// Exact sums: against whole numbers, across all exponents, in every order.
#include "measures/sum.h"
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static double sum_of(const double *values, size_t count)
{
    covey_sum sum = {0};
    for (size_t i = 0; i < count; i++)
        covey_sum_add(&sum, values[i]);
    return covey_sum_value(&sum);
}

#define SUM(...)                                                                                   \
    sum_of((const double[]){__VA_ARGS__}, sizeof((double[]){__VA_ARGS__}) / sizeof(double))

static void test_one_number_is_its_own_sum_and_mean(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    for (int trial = 0; trial < 100000; trial++) {
        double x = test_any_double(&random);
        if (!(fabs(x) <= DBL_MAX))
            continue;
        covey_sum sum = {0};
        covey_sum_add(&sum, x);
        assert_true(covey_sum_value(&sum) == x && covey_sum_mean(&sum, 1) == x);
    }
}

static void test_values_that_cancel_leave_nothing_behind(void **unused)
{
    (void)unused;
    assert_true(SUM(1e300, 1.0, -1e300) == 1.0);
    assert_true(SUM(DBL_MAX, 0x1p-1074, DBL_MAX, -DBL_MAX, -DBL_MAX) == 0x1p-1074);
    assert_true(SUM(0x1p-1074, -DBL_MAX, DBL_MAX, -0x1p-1074) == 0.0);
    assert_true(SUM(-1e-300, 1e300, -1e300) == -1e-300);
    assert_true(SUM(-0.0, -0.0) == 0.0);
}

static void test_sums_round_to_nearest_and_ties_to_even(void **unused)
{
    (void)unused;
    assert_true(SUM(1.0, 0x1p-53) == 1.0);
    assert_true(SUM(1.0, 0x1p-53, 0x1p-1074) == 0x1.0000000000001p0);
    assert_true(SUM(1.0, 0x1p-53, -0x1p-1074) == 1.0);
    assert_true(SUM(0x1.0000000000001p0, 0x1p-53) == 0x1.0000000000002p0);
    assert_true(SUM(-1.0, -0x1p-53, -0x1p-300) == -0x1.0000000000001p0);
    assert_true(SUM(0x1.fffffffffffffp0, 0x1p-53) == 2.0);
}

// Two numbers: the processor's sum is the exact one rounded to nearest, too.
static void test_sums_of_two_are_those_of_the_processor(void **unused)
{
    (void)unused;
    uint64_t random = 2;
    for (int trial = 0; trial < 200000; trial++) {
        double a = test_any_double(&random);
        double b = ldexp(a, (int)test_below(&random, 120) - 60) * test_uniform(&random, -2, 2);
        if (fabs(a) <= DBL_MAX / 4 && fabs(b) <= DBL_MAX / 4 && SUM(a, b) != a + b)
            fail_msg("%a + %a is not %a", a, b, SUM(a, b));
    }
}

static void test_sums_and_means_stay_finite(void **unused)
{
    (void)unused;
    covey_sum sum = {0};
    for (int k = 0; k < 3; k++)
        covey_sum_add(&sum, -DBL_MAX);
    assert_true(covey_sum_value(&sum) == -DBL_MAX);
    assert_true(covey_sum_mean(&sum, 3) == -DBL_MAX);
    assert_true(covey_sum_mean(&sum, 6) == -DBL_MAX / 2);
}

static void test_order_changes_no_bit(void **unused)
{
    (void)unused;
    uint64_t random = 3;
    double values[200];
    for (int trial = 0; trial < 500; trial++) {
        for (size_t i = 0; i < 200; i++)
            do
                values[i] = test_any_double(&random);
            while (!(fabs(values[i]) <= DBL_MAX));
        double expected = sum_of(values, 200);
        for (size_t i = 200; i > 1; i--) {
            size_t j = test_below(&random, i);
            double kept = values[j];
            values[j] = values[i - 1];
            values[i - 1] = kept;
        }
        assert_true(sum_of(values, 200) == expected);
    }
}

// As if 2^29 - 2 numbers had come before.
static void test_carries_are_passed_on_in_time(void **unused)
{
    (void)unused;
    covey_sum sum = {.pending = (1 << 29) - 2};
    for (int k = 0; k < 1000; k++)
        covey_sum_add(&sum, k % 2 ? 0x1.fffffffffffffp0 : -0x1.ffffffffffffep0);
    assert_true(sum.pending == 998);
    assert_true(covey_sum_value(&sum) == 500 * 0x1p-52);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_number_is_its_own_sum_and_mean),
        cmocka_unit_test(test_values_that_cancel_leave_nothing_behind),
        cmocka_unit_test(test_sums_round_to_nearest_and_ties_to_even),
        cmocka_unit_test(test_sums_of_two_are_those_of_the_processor),
        cmocka_unit_test(test_sums_and_means_stay_finite),
        cmocka_unit_test(test_order_changes_no_bit),
        cmocka_unit_test(test_carries_are_passed_on_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
