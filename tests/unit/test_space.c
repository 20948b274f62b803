// SPDX-License-Identifier: MIT
// Offsets and places, against exact integer arithmetic: the coordinates are whole numbers below
// 2^62 of some unit that is a power of two, each exact as a double.
#include "covey/space.h"
#include "geometry/space.h"
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { TRIALS = 100000 };

/// A whole number below `bound` that a double holds.
static int64_t exact_below(uint64_t *random, int64_t bound)
{
    double value = (double)test_below(random, (size_t)bound);
    return value < (double)bound ? (int64_t)value : 0;
}

/// The shortest way from a to b around `size`, exactly. Where the straight way is half of it within
/// its rounding, both ways are as short and the straight one is meant.
static int64_t shortest(int64_t a, int64_t b, int64_t size)
{
    int64_t straight = b - a;
    double half = (double)size * 0.5;
    if ((double)straight > half)
        return straight - size;
    return (double)straight < -half ? straight + size : straight;
}

static void assert_same_bits(double a, double b)
{
    if (memcmp(&a, &b, sizeof a) != 0)
        fail_msg("%a is not %a", a, b);
}

static void test_torus_offset_is_the_exact_one_rounded_once(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    for (int trial = 0; trial < TRIALS; trial++) {
        int64_t size = exact_below(&random, INT64_C(1) << (3 + trial % 60)) + 8;
        double unit = ldexp(1.0, (int)test_below(&random, 400) - 200);
        covey_space space = covey_space_torus((double)size * unit, (double)size * unit);
        int64_t a = exact_below(&random, size), b = exact_below(&random, size);
        b = trial % 3 > 0 ? b : size - 1 - (int64_t)((double)a); // across the seam
        b = (int64_t)(double)b < size ? (int64_t)(double)b : 0;
        covey_vec offset = covey_space_offset(&space, (covey_vec){(double)a * unit, 0},
                                              (covey_vec){(double)b * unit, 0});
        assert_same_bits(offset.x, (double)shortest(a, b, (int64_t)(double)size) * unit);
    }
}

static void test_torus_offset_is_antisymmetric_to_the_bit(void **unused)
{
    (void)unused;
    uint64_t random = 2;
    for (int trial = 0; trial < TRIALS; trial++) {
        double size = fabs(test_any_double(&random));
        if (!(size >= COVEY_MIN_SIDE && size <= COVEY_MAX_SIDE))
            continue;
        covey_space space = covey_space_torus(size, size);
        covey_vec a = {test_uniform(&random, 0, size), test_uniform(&random, 0, 1e-9 * size)};
        covey_vec b = {test_uniform(&random, 0, size),
                       size - test_uniform(&random, 0, 1e-9 * size)};
        b = covey_space_fold(&space, b);
        covey_vec there = covey_space_offset(&space, a, b), back = covey_space_offset(&space, b, a);
        assert_true(there.x == -back.x && there.y == -back.y);
        assert_true(fabs(there.x) <= 0.5 * size && fabs(there.y) <= 2e-9 * size);
    }
}

static void test_torus_offset_at_half_the_size_is_straight(void **unused)
{
    (void)unused;
    covey_space space = covey_space_torus(8, 6);
    covey_vec offset = covey_space_offset(&space, (covey_vec){1, 4}, (covey_vec){5, 1});
    assert_true(offset.x == 4 && offset.y == -3);
}

static void test_torus_offset_knows_the_nearest_image(void **unused)
{
    (void)unused;
    covey_space space = covey_space_torus(10, 20);
    covey_vec offset = covey_space_offset(&space, (covey_vec){1, 19}, (covey_vec){9, 2});
    assert_true(offset.x == -2 && offset.y == 3);
}

static void test_open_offset_is_the_difference(void **unused)
{
    (void)unused;
    covey_space space = covey_space_open();
    covey_vec offset = covey_space_offset(&space, (covey_vec){1, 1e300}, (covey_vec){-2, -1e300});
    assert_true(offset.x == -3 && offset.y == -2e300);
}

// ---- fold ----

static double fold(double x, double size)
{
    covey_space space = covey_space_torus(size, 1);
    return covey_space_fold(&space, (covey_vec){x, 0}).x;
}

static void test_fold_always_ends_inside(void **unused)
{
    (void)unused;
    uint64_t random = 3;
    const double sizes[] = {COVEY_MIN_SIDE, 0.7, 1, 1.9, 1500, COVEY_MAX_SIDE};
    for (int trial = 0; trial < TRIALS; trial++) {
        double size = sizes[trial % 6];
        double multiple = size * (double)test_below(&random, 100);
        double below = nextafter(multiple, -DBL_MAX), above = nextafter(multiple, DBL_MAX);
        double places[] = {test_any_double(&random), multiple, below, above, -below, -above};
        for (size_t i = 0; i < sizeof places / sizeof *places; i++)
            if (!(fold(places[i], size) >= 0.0 && fold(places[i], size) < size))
                fail_msg("%a on a torus of %a is put at %a", places[i], size,
                         fold(places[i], size));
    }
}

static void test_fold_is_exact_one_round_away(void **unused)
{
    (void)unused;
    uint64_t random = 4;
    for (int trial = 0; trial < TRIALS; trial++) {
        double size = test_uniform(&random, 0.5, 2000.0);
        double x = test_uniform(&random, -size, 2.0 * size);
        double expected = x < 0.0 ? x + size : fmod(x, size); // one rounding, none
        assert_same_bits(fold(x, size), expected < size ? expected : 0.0);
    }
}

static void test_fold_leaves_points_inside_as_they_are(void **unused)
{
    (void)unused;
    uint64_t random = 5;
    for (int trial = 0; trial < TRIALS; trial++) {
        double x = test_uniform(&random, 0.0, 1500.0) * ldexp(1.0, -(int)test_below(&random, 1070));
        assert_same_bits(fold(x, 1500.0), x);
    }
}

static void test_fold_brings_a_hair_below_zero_to_zero(void **unused)
{
    (void)unused;
    assert_same_bits(fold(-5e-324, 1500.0), 0.0);
    assert_same_bits(fold(-1e-300, 1500.0), 0.0);
    assert_same_bits(fold(-1e-15, 1500.0), 0.0);
    assert_same_bits(fold(-0.0, 1500.0), 0.0);
    assert_same_bits(fold(1500.0, 1500.0), 0.0);
    assert_same_bits(fold(-1500.0, 1500.0), 0.0);
    assert_same_bits(fold(-0.5, 1500.0), 1499.5);
}

static void test_fold_leaves_nan_to_be_found(void **unused)
{
    (void)unused;
    assert_true(isnan(fold((double)NAN, 10.0)));
    assert_true(isnan(fold((double)INFINITY, 10.0)));
    assert_true(isnan(fold(-(double)INFINITY, 10.0)));
}

static void test_fold_does_nothing_in_the_open_plane(void **unused)
{
    (void)unused;
    covey_space space = covey_space_open();
    covey_vec folded = covey_space_fold(&space, (covey_vec){-1e308, -0.0});
    assert_same_bits(folded.x, -1e308);
    assert_same_bits(folded.y, -0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_torus_offset_is_the_exact_one_rounded_once),
        cmocka_unit_test(test_torus_offset_is_antisymmetric_to_the_bit),
        cmocka_unit_test(test_torus_offset_at_half_the_size_is_straight),
        cmocka_unit_test(test_torus_offset_knows_the_nearest_image),
        cmocka_unit_test(test_open_offset_is_the_difference),
        cmocka_unit_test(test_fold_always_ends_inside),
        cmocka_unit_test(test_fold_is_exact_one_round_away),
        cmocka_unit_test(test_fold_leaves_points_inside_as_they_are),
        cmocka_unit_test(test_fold_brings_a_hair_below_zero_to_zero),
        cmocka_unit_test(test_fold_leaves_nan_to_be_found),
        cmocka_unit_test(test_fold_does_nothing_in_the_open_plane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
