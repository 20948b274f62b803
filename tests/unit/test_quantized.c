// SPDX-License-Identifier: MIT
// Spots: of two agents within a distance none is beyond its bound, wherever they are, and few
// others are within.
#include "geometry/quantized.h"
#include "support/random.h"
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/// The square of the distance between two quantized positions, the shorter way round.
static int64_t quantized_square(uint32_t a, uint32_t b)
{
    int64_t dx = (int16_t)(uint16_t)(a - b), dy = (int16_t)(uint16_t)((a >> 16) - (b >> 16));
    return dx * dx + dy * dy;
}

static int64_t square_between(double scale, covey_vec a, covey_vec b)
{
    return quantized_square(covey_quantized(scale, a.x, a.y), covey_quantized(scale, b.x, b.y));
}

/// Two agents at their distance, in units, between coordinates of about `size` units.
static void assert_within(double scale, double size, uint64_t *random)
{
    double length = test_uniform(random, 0.0, 4096.0), angle = test_uniform(random, -3.2, 3.2);
    covey_vec a = {test_uniform(random, -size, size), test_uniform(random, -size, size)};
    covey_vec b = {a.x + length * cos(angle), a.y + length * sin(angle)};
    a = (covey_vec){a.x / scale, a.y / scale};
    b = (covey_vec){b.x / scale, b.y / scale};
    double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
    int64_t found = square_between(scale, a, b);
    if (found >= covey_quantized_bound(scale, square, false))
        fail_msg("%a %a, %a %a at scale %a: %lld is not below %d", a.x, a.y, b.x, b.y, scale,
                 (long long)found, covey_quantized_bound(scale, square, false));
}

static void test_no_agent_within_the_radius_is_left_out(void **unused)
{
    (void)unused;
    const double scales[] = {1.0, 0.1, 1024.0 / 0.3, 0x1p-40, 0x1.234p300};
    const double sizes[] = {1.0, 1e4, 1e6, 0x1p40, 0x1p49};
    uint64_t random = 1;
    for (long trial = 0; trial < random_count(); trial++)
        assert_within(scales[trial % 5], sizes[trial / 5 % 5], &random);
}

/// Rounded away from each other, they are nearly a unit further apart on either axis.
static void test_rounding_is_allowed_for(void **unused)
{
    (void)unused;
    const double less = 0.5 - 0x1p-30;
    covey_vec a = {less, less};
    for (int k = 1; k < 2890; k++) {
        covey_vec b = {k + 1.0 - less, k + 1.0 - less};
        double offset = b.x - a.x;
        assert_true(square_between(1.0, a, b) == 2 * (k + 1) * (k + 1));
        assert_true(square_between(1.0, a, b) <
                    covey_quantized_bound(1.0, 2.0 * offset * offset, false));
    }
}

static void test_others_are_left_out(void **unused)
{
    (void)unused;
    const double scale = 4096.0;
    const covey_vec here = {3.25, -7.0};
    for (int k = 0; k < 64; k++) {
        double angle = 0.1 * k, far = 1.0 + 4.0 / 4096.0; // two units of the bound, two of rounding
        covey_vec there = {here.x + far * cos(angle), here.y + far * sin(angle)};
        assert_true(square_between(scale, here, there) >= covey_quantized_bound(scale, 1.0, false));
    }
}

static void test_bounds_beyond_all_leave_no_agent_out(void **unused)
{
    (void)unused;
    const double bounds[] = {DBL_MAX, HUGE_VAL, 0x1p40};
    for (size_t k = 0; k < sizeof bounds / sizeof *bounds; k++)
        assert_int_equal(covey_quantized_bound(1.0, bounds[k], false), INT32_MAX);
    assert_int_equal(covey_quantized_bound(1.0, 0.0, false), 5);
    assert_int_equal(covey_quantized_bound(1.0, -1.0, false), 5);
}

static void test_many_are_found_as_one(void **unused)
{
    (void)unused;
    enum { MOST = 37 };
    double x[MOST] = {0}, y[MOST] = {0};
    uint64_t random = 2;
    for (size_t count = 0; count <= MOST; count++) {
        uint32_t quantized[MOST + 1];
        quantized[count] = 77;
        for (size_t i = 0; i < count; i++) {
            x[i] = test_uniform(&random, -1e6, 1e6);
            y[i] = test_uniform(&random, -1e6, 1e6);
        }
        covey_quantized_find(1024.0 / 0.7, count, x, y, quantized);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(quantized[i], covey_quantized(1024.0 / 0.7, x[i], y[i]));
        assert_int_equal(quantized[count], 77);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_agent_within_the_radius_is_left_out),
        cmocka_unit_test(test_rounding_is_allowed_for),
        cmocka_unit_test(test_others_are_left_out),
        cmocka_unit_test(test_bounds_beyond_all_leave_no_agent_out),
        cmocka_unit_test(test_many_are_found_as_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
