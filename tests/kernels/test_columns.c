// SPDX-License-Identifier: MIT
// Columns of a block against loops over their numbers, whatever their length.
#include "core/columns.h"

#include "support/random.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 300, TRIALS = 3000 };

static double draw(void)
{
    const double edges[] = {0.0, -0.0, 1.0, 2.0, 5e-324, 1e-40, 1e300, 0x1p24 + 1.0};
    double uniform = (double)(random_bits() >> 11) * 0x1p-53;
    return random_below(2) == 0 ? 4.0 * uniform - 1.0 : edges[random_below(8)];
}

static size_t draw_column(double *x)
{
    for (int k = 0; k < MOST; k++)
        x[k] = draw();
    return (size_t)random_below(MOST + 1);
}

static void assert_same(double found, double right)
{
    if (memcmp(&found, &right, sizeof found) != 0)
        fail_msg("%a, not %a", found, right);
}

static void test_columns_calculate_as_numbers_do(void **unused)
{
    (void)unused;
    double x[MOST], sum[MOST], most[MOST], lower[MOST], clear[MOST];
    for (int trial = 0; trial < TRIALS; trial++) {
        draw_column(sum);
        size_t count = draw_column(x);
        memcpy(most, sum, sizeof sum);
        memcpy(lower, x, sizeof x);
        memcpy(clear, x, sizeof x);
        double before[MOST];
        memcpy(before, sum, sizeof sum);
        covey_columns_add(x, count, sum);
        covey_columns_raise(x, count, most);
        covey_columns_lower(0.7, count, lower);
        covey_columns_clear(2.0, count, clear);
        for (size_t k = 0; k < MOST; k++) {
            bool inside = k < count;
            assert_same(sum[k], inside ? before[k] + x[k] : before[k]);
            assert_same(most[k], inside && x[k] > before[k] ? x[k] : before[k]);
            assert_same(lower[k], inside ? x[k] - 0.7 : x[k]);
            assert_same(clear[k], inside && x[k] == 2.0 ? 0.0 : x[k]);
        }
    }
}

static void test_columns_are_rounded_to_floats(void **unused)
{
    (void)unused;
    double x[MOST], rounded[MOST];
    for (int trial = 0; trial < TRIALS; trial++) {
        size_t count = draw_column(x);
        memcpy(rounded, x, sizeof x);
        covey_columns_round(count, rounded);
        for (size_t k = 0; k < MOST; k++) {
            volatile float nearest = (float)x[k];
            assert_same(rounded[k], k < count ? (double)nearest : x[k]);
        }
    }
}

static void test_one_number_in_a_column_tells(void **unused)
{
    (void)unused;
    const double strange[] = {HUGE_VAL, -HUGE_VAL, (double)NAN};
    double x[MOST];
    for (int trial = 0; trial < TRIALS; trial++) {
        size_t count = draw_column(x), place = (size_t)random_below(MOST);
        bool finite, any, inside = place < count;
        covey_columns_finite(x, count, &finite);
        assert_true(finite);
        x[place] = strange[trial % 3];
        covey_columns_finite(x, count, &finite);
        assert_int_equal(finite, !inside);
        memset(x, 0, sizeof x);
        covey_columns_any(x, count, &any);
        assert_false(any);
        x[place] = 5e-324;
        covey_columns_any(x, count, &any);
        assert_int_equal(any, inside);
    }
}

static void test_two_alike_in_both_columns_tell(void **unused)
{
    (void)unused;
    double x[MOST], y[MOST];
    for (int trial = 0; trial < TRIALS; trial++) {
        for (int k = 0; k < MOST; k++) { // alike in x here, in y there
            x[k] = k / 2;
            y[k] = (k + 1) / 2;
        }
        size_t count = (size_t)random_below(MOST + 1), place = (size_t)(1 + random_below(MOST - 1));
        bool repeat;
        covey_columns_repeat(x, y, count, &repeat);
        assert_false(repeat);
        x[place] = x[place - 1];
        y[place] = y[place - 1];
        covey_columns_repeat(x, y, count, &repeat);
        assert_int_equal(repeat, place < count);
    }
}

static void test_points_not_well_inside_are_outside(void **unused)
{
    (void)unused;
    const double size[] = {2.0, 1.0}, strange[] = {HUGE_VAL, -HUGE_VAL, (double)NAN};
    double x[MOST], y[MOST], outside[MOST];
    for (int trial = 0; trial < TRIALS; trial++) {
        draw_column(x);
        size_t count = draw_column(y);
        x[random_below(MOST)] = strange[trial % 3];
        y[random_below(MOST)] = strange[trial % 3];
        memset(outside, 0, sizeof outside);
        covey_columns_outside(x, size[0], count, outside);
        covey_columns_outside(y, size[1], count, outside);
        for (size_t k = 0; k < count; k++) {
            bool inside = x[k] > 0.0 && x[k] < 2.0 && y[k] > 0.0 && y[k] < 1.0;
            assert_same(outside[k], inside ? 0.0 : 1.0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_columns_calculate_as_numbers_do),
        cmocka_unit_test(test_columns_are_rounded_to_floats),
        cmocka_unit_test(test_one_number_in_a_column_tells),
        cmocka_unit_test(test_two_alike_in_both_columns_tell),
        cmocka_unit_test(test_points_not_well_inside_are_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
