// SPDX-License-Identifier: MIT
// Mean, spread and ends of numbers, also where their squares leave the range of doubles.
#include "measures/sum.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static double value_at(const void *context, size_t i)
{
    const double *values = context;
    return values[i];
}

static void test_known_numbers(void **unused)
{
    (void)unused;
    const double values[] = {2, 4, 4, 4, 5, 5, 7, 9};
    covey_summary found = covey_summary_of(value_at, values, 8);
    assert_true(found.mean == 5 && found.sd == 2 && found.min == 2 && found.max == 9);
    assert_true(fabs(found.rms - sqrt(29)) < 1e-15);
}

static void test_no_numbers_have_no_summary(void **unused)
{
    (void)unused;
    covey_summary found = covey_summary_of(value_at, NULL, 0);
    assert_true(isnan(found.mean) && isnan(found.sd) && isnan(found.rms));
    assert_true(isnan(found.min) && isnan(found.max));
}

static void test_equal_numbers_have_no_spread(void **unused)
{
    (void)unused;
    const double values[] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
    for (size_t count = 1; count <= 7; count++) {
        covey_summary found = covey_summary_of(value_at, values, count);
        assert_true(found.mean == 0.1 && found.sd == 0.0);
    }
}

static void test_huge_and_tiny_numbers_keep_their_spread(void **unused)
{
    (void)unused;
    const double huge[] = {0x1p1023, 0x1p1022 * 3.0}, tiny[] = {0x1p-1060, 0x1p-1060 * 3.0};
    covey_summary found = covey_summary_of(value_at, huge, 2);
    assert_true(found.mean == 0x1p1020 * 10 && found.sd == 0x1p1021);
    found = covey_summary_of(value_at, tiny, 2);
    assert_true(found.mean == 0x1p-1059 && found.sd == 0x1p-1060);
    const double most[] = {DBL_MAX, DBL_MAX, DBL_MAX};
    found = covey_summary_of(value_at, most, 3);
    assert_true(found.mean == DBL_MAX && found.sd == 0);
    assert_true(found.rms <= DBL_MAX && found.rms > DBL_MAX * (1 - 0x1p-51)); // of rounded squares
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_numbers),
        cmocka_unit_test(test_no_numbers_have_no_summary),
        cmocka_unit_test(test_equal_numbers_have_no_spread),
        cmocka_unit_test(test_huge_and_tiny_numbers_keep_their_spread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
