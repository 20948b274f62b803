// SPDX-License-Identifier: MIT
// Exponential and logarithm against MPFR with 200 bits, C's special cases, and the same bits on
// every machine. COVEY_TEST_RANDOM sets the number of random arguments of each function; the
// largest errors are printed if it is set.
#include "base/bits.h"
#include "covey/model.h"
#include "support/random.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <mpfr.h>

// Promised is 1 ulp; these are the bounds derived at the head of the source.
#define EXP_BOUND 0.75
#define EXP_SUBNORMAL_BOUND 0.88
#define LOG_BOUND 0.52

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

// ---- Random arguments: integers and exact operations only, the same on every machine ----

// Uniform in [low, high).
static double draw_between(uint64_t *state, double low, double high)
{
    return low + (double)(random_next(state) >> 11) * 0x1p-53 * (high - low);
}

// Any digits, with a biased exponent in [low, high]; 0 is subnormal.
static double draw_scaled(uint64_t *state, uint64_t low, uint64_t high)
{
    uint64_t exponent = low + random_next(state) % (high - low + 1);
    return covey_bits_double((random_next(state) & 0xfffffffffffff) | exponent << 52);
}

// x, not 0, moved by at most 3 ulp.
static double nudge(uint64_t *state, double x)
{
    return covey_bits_double(covey_bits_of(x) + random_next(state) % 7 - 3);
}

static double draw_power(uint64_t *state)
{
    return draw_between(state, -1.0, 1.0);
}

static double draw_any_power(uint64_t *state)
{
    return draw_between(state, -745.2, 709.8);
}

static double draw_small_power(uint64_t *state)
{
    double x = draw_scaled(state, 1023 - 60, 1023 - 1);
    return random_next(state) % 2 ? x : -x;
}

// Where one multiple of ln 2 takes over from the next.
static double draw_seam_power(uint64_t *state)
{
    double k = (double)(random_next(state) % 2098) - 1074.5;
    return nudge(state, k * 0x1.62e42fefa39efp-1);
}

static double draw_subnormal_power(uint64_t *state)
{
    return draw_between(state, -745.2, -707.0);
}

static double draw_number(uint64_t *state)
{
    return draw_between(state, 0.5, 2.0);
}

static double draw_any_number(uint64_t *state)
{
    return draw_scaled(state, 0, 2046);
}

static double draw_subnormal_number(uint64_t *state)
{
    return covey_bits_double(1 + (random_next(state) >> (12 + random_next(state) % 52)));
}

static double draw_near_one(uint64_t *state)
{
    double distance = draw_scaled(state, 1023 - 53, 1023 - 4);
    return random_next(state) % 2 ? 1.0 + distance : 1.0 - distance;
}

// Where one sixteenth takes over from the next.
static double draw_seam_number(uint64_t *state)
{
    double scale = draw_scaled(state, 1, 2045);
    scale = covey_bits_double(covey_bits_of(scale) & ~UINT64_C(0xfffffffffffff));
    return nudge(state, scale * (1.0 + (double)(random_next(state) % 32) / 32.0));
}

typedef struct family {
    const char *name;
    double (*draw)(uint64_t *state);
} family;

static const family powers[] = {
    {"unit", draw_power},
    {"any", draw_any_power},
    {"small", draw_small_power},
    {"seams", draw_seam_power},
    {"subnormal", draw_subnormal_power},
};
static const family numbers[] = {
    {"around one", draw_number}, {"any", draw_any_number},    {"subnormal", draw_subnormal_number},
    {"near one", draw_near_one}, {"seams", draw_seam_number},
};

// ---- Errors ----

// Distance of `got` from the exact value in units of the last place of doubles there. Infinity is
// right for results that round beyond DBL_MAX.
static double ulps(double got, const mpfr_t exact)
{
    if (!isfinite(got))
        return isinf(got) && isinf(mpfr_get_d(exact, MPFR_RNDN)) ? 0.0 : HUGE_VAL;
    if (mpfr_zero_p(exact))
        return got == 0.0 ? 0.0 : HUGE_VAL;
    long last = (long)mpfr_get_exp(exact) - 53;
    if (last < -1074)
        last = -1074;
    mpfr_t error = {{0}}; // cleared as MemorySanitizer does not see the library fill it
    mpfr_init2(error, 200);
    mpfr_sub_d(error, exact, got, MPFR_RNDN);
    mpfr_mul_2si(error, error, -last, MPFR_RNDN);
    double distance = fabs(mpfr_get_d(error, MPFR_RNDA));
    mpfr_clear(error);
    return distance;
}

typedef int exact_function(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t round);

static double error_of(double (*function)(double), exact_function *exactly, double x)
{
    mpfr_t exact = {{0}};
    mpfr_init2(exact, 200);
    mpfr_set_d(exact, x, MPFR_RNDN);
    exactly(exact, exact, MPFR_RNDN);
    double error = ulps(function(x), exact);
    mpfr_clear(exact);
    return error;
}

static void check_powers(const family *drawn, uint64_t *state)
{
    double worst = 0.0;
    for (long i = 0; i < random_count() / (long)LENGTH(powers); i++) {
        double x = drawn->draw(state);
        double error = error_of(covey_exp, mpfr_exp, x);
        worst = fmax(worst, error);
        if (!(error <= (x < -708.39 ? EXP_SUBNORMAL_BOUND : EXP_BOUND)))
            fail_msg("exp(%a) is off by %g ulp", x, error);
    }
    if (getenv("COVEY_TEST_RANDOM"))
        print_message("exp, %s: at most %.4f ulp\n", drawn->name, worst);
}

static void test_exp_is_within_one_ulp(void **unused)
{
    (void)unused;
    uint64_t state = 1;
    for (size_t f = 0; f < LENGTH(powers); f++)
        check_powers(&powers[f], &state);
}

static void check_numbers(const family *drawn, uint64_t *state)
{
    double worst = 0.0;
    for (long i = 0; i < random_count() / (long)LENGTH(numbers); i++) {
        double x = drawn->draw(state);
        double error = error_of(covey_log, mpfr_log, x);
        worst = fmax(worst, error);
        if (!(error <= LOG_BOUND))
            fail_msg("log(%a) is off by %g ulp", x, error);
    }
    if (getenv("COVEY_TEST_RANDOM"))
        print_message("log, %s: at most %.4f ulp\n", drawn->name, worst);
}

static void test_log_is_within_one_ulp(void **unused)
{
    (void)unused;
    uint64_t state = 2;
    for (size_t f = 0; f < LENGTH(numbers); f++)
        check_numbers(&numbers[f], &state);
}

// ---- Special values ----

static void assert_same(double got, double expected)
{
    if (covey_bits_of(got) != covey_bits_of(expected))
        fail_msg("%a instead of %a", got, expected);
}

static void test_exp_has_the_special_values_of_c(void **unused)
{
    (void)unused;
    assert_same(covey_exp(0.0), 1.0);
    assert_same(covey_exp(-0.0), 1.0);
    assert_same(covey_exp(0x1p-1074), 1.0);
    assert_same(covey_exp(-0x1p-1074), 1.0);
    assert_same(covey_exp(HUGE_VAL), HUGE_VAL);
    assert_same(covey_exp(-HUGE_VAL), 0.0);
    assert_same(covey_exp(DBL_MAX), HUGE_VAL);
    assert_same(covey_exp(-DBL_MAX), 0.0);
}

// exp(0x1.62e42fefa39efp+9) is 2^1024 (1 - 2.4e-14), exp(-0x1.74910d52d3052p+9) 2^-1075 (1 -
// 1.4e-14), and their neighbors are beyond.
static void test_exp_ends_where_doubles_end(void **unused)
{
    (void)unused;
    assert_true(covey_exp(0x1.62e42fefa39efp+9) <= DBL_MAX);
    assert_same(covey_exp(0x1.62e42fefa39f0p+9), HUGE_VAL);
    assert_same(covey_exp(-0x1.74910d52d3051p+9), 0x1p-1074);
    assert_same(covey_exp(-0x1.74910d52d3052p+9), 0.0);
    assert_same(covey_exp(-746.0), 0.0);
    assert_same(covey_exp(nextafter(-746.0, -DBL_MAX)), 0.0);
}

static void test_log_has_the_special_values_of_c(void **unused)
{
    (void)unused;
    assert_same(covey_log(0.0), -HUGE_VAL);
    assert_same(covey_log(-0.0), -HUGE_VAL);
    assert_same(covey_log(1.0), 0.0);
    assert_same(covey_log(HUGE_VAL), HUGE_VAL);
    const double nan = covey_bits_double(0x7ff8000000000000);
    assert_same(covey_log(-0x1p-1074), nan);
    assert_same(covey_log(-1.0), nan);
    assert_same(covey_log(-HUGE_VAL), nan);
}

static void test_nan_gives_the_one_nan(void **unused)
{
    (void)unused;
    const uint64_t all[] = {0x7ff8000000000000, 0xfff8000000000000, 0x7fffffffffffffff,
                            0xffffffffffffffff};
    for (size_t i = 0; i < LENGTH(all); i++) {
        double nan = covey_bits_double(all[i]);
        assert_int_equal(covey_bits_of(covey_exp(nan)), 0x7ff8000000000000);
        assert_int_equal(covey_bits_of(covey_log(nan)), 0x7ff8000000000000);
    }
}

static void test_logarithms_of_powers_of_two_are_multiples_of_one(void **unused)
{
    (void)unused;
    for (int k = -1074; k <= 1023; k++)
        assert_true(fabs(covey_log(ldexp(1.0, k)) - k * 0x1.62e42fefa39efp-1) <= 0x1p-43);
}

// ---- Golden bits ----

static uint64_t hash_of(double (*function)(double), const family families[5])
{
    uint64_t hash = 0;
    uint64_t state = 3;
    for (size_t i = 0; i < 10000; i++) {
        double value = function(families[i % 5].draw(&state));
        hash = (hash ^ covey_bits_of(value)) * 0x100000001b3;
        hash ^= hash >> 29;
    }
    return hash;
}

static void test_results_are_the_same_bits_on_every_machine(void **unused)
{
    (void)unused;
    assert_int_equal(hash_of(covey_exp, powers), 0x3cd5f8cce680996f);
    assert_int_equal(hash_of(covey_log, numbers), 0x5c349b49a6054dea);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exp_is_within_one_ulp),
        cmocka_unit_test(test_log_is_within_one_ulp),
        cmocka_unit_test(test_exp_has_the_special_values_of_c),
        cmocka_unit_test(test_exp_ends_where_doubles_end),
        cmocka_unit_test(test_log_has_the_special_values_of_c),
        cmocka_unit_test(test_nan_gives_the_one_nan),
        cmocka_unit_test(test_logarithms_of_powers_of_two_are_multiples_of_one),
        cmocka_unit_test(test_results_are_the_same_bits_on_every_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
