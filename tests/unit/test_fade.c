// SPDX-License-Identifier: MIT
// The power law of a zone's decay: exact where it can be, near the exponential of the logarithm
// elsewhere, and held above 0.
#include "base/fade.h"
#include "covey/model.h"
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void test_powers_of_two_are_exact(void **unused)
{
    (void)unused;
    for (int k = 0; k <= 1000; k++) {
        double power = ldexp(1.0, k < 52 ? k : 52); // 1 + q is exact so far
        assert_true(covey_fade(power - 1.0, 1.0) == 1.0 / power);
        assert_true(covey_fade(1.0, k) == ldexp(1.0, -k));
        assert_true(covey_fade(3.0, 0.5 * k) == ldexp(1.0, -k));
        assert_true(covey_fade(0.0, k) == 1.0);
        assert_true(covey_fade(power, 0.0) == 1.0);
    }
}

/// Both ways round 1 + q alike. Let y be log2 of the result. This one promises (4 + 5 |y|) 2^-53;
/// covey_log, an ulp, and the product with the decay, half an ulp, add 3 ln 2 |y| 2^-53, and
/// covey_exp an ulp, 2 · 2^-53.
static void test_it_is_the_exponential_of_the_logarithm(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    for (int trial = 0; trial < 200000; trial++) {
        double q = covey_exp(test_uniform(&random, -40, 40));
        double decay = covey_exp(test_uniform(&random, -8, 7));
        double power = -decay * covey_log(1.0 + q);
        if (power < -690.0) // near 2^-1000
            continue;
        double expected = covey_exp(power), found = covey_fade(q, decay);
        if (!(fabs(found - expected) <= (6.0 + 7.1 * 1.4427 * -power) * 0x1p-53 * expected))
            fail_msg("(1 + %a)^-%a is not %a, but about %a", q, decay, found, expected);
    }
}

static void test_it_falls_with_distance_and_decay(void **unused)
{
    (void)unused;
    for (int k = -200; k < 200; k++) {
        double q = covey_exp(0.1 * k), next = covey_exp(0.1 * (k + 1));
        assert_true(covey_fade(next, 0.25) < covey_fade(q, 0.25));
        assert_true(covey_fade(1.5, next) <= covey_fade(1.5, q));
    }
}

static void test_extremes_are_held_above_zero(void **unused)
{
    (void)unused;
    const double far[] = {0x1p600, DBL_MAX, HUGE_VAL};
    for (size_t k = 0; k < 3; k++) {
        assert_true(covey_fade(far[k], 1000.0) == 0x1p-1000);
        assert_true(covey_fade(far[k], DBL_MAX) == 0x1p-1000);
    }
    assert_true(covey_fade(HUGE_VAL, 0.5) == 0x1p-512);
    assert_true(covey_fade(5e-324, 1.0) == 1.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_powers_of_two_are_exact),
        cmocka_unit_test(test_it_is_the_exponential_of_the_logarithm),
        cmocka_unit_test(test_it_falls_with_distance_and_decay),
        cmocka_unit_test(test_extremes_are_held_above_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
