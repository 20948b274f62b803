// SPDX-License-Identifier: MIT
// The power law of a zone's decay in floats: exact where it can be, near that of doubles elsewhere,
// and held above 0.
#define COVEY_SINGLE
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
    for (int k = 0; k <= 100; k++) {
        float power = ldexpf(1.0f, k < 23 ? k : 23); // 1 + q is exact so far
        assert_true(covey_fade(power - 1.0f, 1.0f) == 1.0f / power);
        assert_true(covey_fade(1.0f, (float)k) == ldexpf(1.0f, -k));
        assert_true(covey_fade(3.0f, 0.5f * (float)k) == ldexpf(1.0f, -k));
        assert_true(covey_fade(0.0f, (float)k) == 1.0f);
        assert_true(covey_fade(power, 0.0f) == 1.0f);
    }
}

/// With y = log2 of the result, this one promises (4 + 5 |y|) 2^-24 for the rounded 1 + q; what
/// doubles add is far below the 1 that is left for it.
static void test_it_is_the_exponential_of_the_logarithm(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    for (int trial = 0; trial < 200000; trial++) {
        float q = (float)covey_exp(test_uniform(&random, -18, 40));
        float decay = (float)covey_exp(test_uniform(&random, -8, 4));
        double power = -(double)decay * covey_log((double)(1.0f + q));
        if (power < -69.0) // near 2^-100
            continue;
        double expected = covey_exp(power), found = (double)covey_fade(q, decay);
        if (!(fabs(found - expected) <= (5.0 + 5.0 * 1.4427 * -power) * 0x1p-24 * expected))
            fail_msg("(1 + %a)^-%a is not %a, but about %a", (double)q, (double)decay, found,
                     expected);
    }
}

static void test_extremes_are_held_above_zero(void **unused)
{
    (void)unused;
    const float far[] = {0x1p120f, FLT_MAX, HUGE_VALF};
    for (size_t k = 0; k < 3; k++) {
        assert_true(covey_fade(far[k], 1000.0f) == 0x1p-100f);
        assert_true(covey_fade(far[k], FLT_MAX) == 0x1p-100f);
    }
    assert_true(covey_fade(0.0f, FLT_MAX) == 1.0f);
    assert_true(covey_fade(1e-45f, 1.0f) == 1.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_powers_of_two_are_exact),
        cmocka_unit_test(test_it_is_the_exponential_of_the_logarithm),
        cmocka_unit_test(test_extremes_are_held_above_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
