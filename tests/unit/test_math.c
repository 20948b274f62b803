// SPDX-License-Identifier: MIT
// Sine, cosine and arc tangent against MPFR with 200 bits, C's special cases, and the same bits on
// every machine. COVEY_TEST_RANDOM sets the number of random arguments of each function; the
// largest errors are printed if it is set.
#include "base/angle.h"
#include "base/bits.h"
#include "base/math_trig.h"
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

// Promised is 1 ulp; these are the bounds derived at the head of the sources.
#define WAVE_BOUND 0.92
#define ATAN_BOUND 0.52

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

// ---- Random arguments: integers and exact operations only, the same on every machine ----

// A whole number in [0, below).
static uint64_t draw_below(uint64_t *state, uint64_t below)
{
    return random_next(state) % below;
}

// Uniform in [-1, 1).
static double draw_unit(uint64_t *state)
{
    return (double)(random_next(state) >> 11) * 0x1p-52 - 1.0;
}

// Any sign and digits, with a biased exponent in [low, high]; 0 is subnormal.
static double draw_scaled(uint64_t *state, uint64_t low, uint64_t high)
{
    uint64_t exponent = low + draw_below(state, high - low + 1);
    return covey_bits_double((random_next(state) & 0x800fffffffffffff) | exponent << 52);
}

// x, not 0, moved by at most 3 ulp.
static double nudge(uint64_t *state, double x)
{
    return covey_bits_double(covey_bits_of(x) + draw_below(state, 7) - 3);
}

static double draw_circle(uint64_t *state)
{
    return draw_unit(state) * COVEY_PI;
}

static double draw_small(uint64_t *state)
{
    return draw_scaled(state, 1023 - 40, 1023 - 1);
}

static double draw_turns(uint64_t *state)
{
    return draw_scaled(state, 1023, 1023 + 20);
}

static double draw_near_multiple(uint64_t *state)
{
    uint64_t zeros = 12 + draw_below(state, 52);
    uint64_t k = 1 + (random_next(state) >> zeros);
    return nudge(state, (double)k * (COVEY_PI / 2.0));
}

static double draw_huge(uint64_t *state)
{
    return draw_scaled(state, 1023 + 19, 2046);
}

static double draw_tiny(uint64_t *state)
{
    return draw_scaled(state, 0, draw_below(state, 2) ? 0 : 1023 - 20);
}

typedef struct wave_family {
    const char *name;
    double (*draw)(uint64_t *state);
} wave_family;

static const wave_family wave_families[] = {
    {"circle", draw_circle}, {"small", draw_small},
    {"turns", draw_turns},   {"near multiples of pi/2", draw_near_multiple},
    {"huge", draw_huge},     {"tiny", draw_tiny},
};

typedef struct point {
    double y, x;
} point;

static point draw_plane(uint64_t *state)
{
    double y = draw_unit(state);
    return (point){y, draw_unit(state)};
}

static point draw_diagonal(uint64_t *state)
{
    double x = draw_scaled(state, 1, 2045);
    return (point){nudge(state, draw_below(state, 2) ? x : -x), x};
}

// Near the seams between one table entry and the next, and near the entries.
static point draw_seam(uint64_t *state)
{
    double x = draw_scaled(state, 600, 1400);
    double ratio = (1.0 + (double)draw_below(state, 16)) / 16.0;
    point p = {nudge(state, draw_below(state, 2) ? x * ratio : -x * ratio), x};
    return draw_below(state, 2) ? p : (point){p.x, p.y};
}

static point draw_any(uint64_t *state)
{
    double y = draw_scaled(state, 0, 2046);
    return (point){y, draw_scaled(state, 0, 2046)};
}

// Within 2^±70 of each other, and all over the range of exponents.
static point draw_alike(uint64_t *state)
{
    double x = draw_scaled(state, 0, 2046);
    uint64_t exponent = covey_bits_of(x) >> 52 & 0x7ff;
    uint64_t low = exponent > 70 ? exponent - 70 : 0;
    uint64_t high = exponent < 2046 - 70 ? exponent + 70 : 2046;
    return (point){draw_scaled(state, low, high), x};
}

// Near an axis: the results on the right reach through the subnormals to zero.
static point draw_axis(uint64_t *state)
{
    uint64_t exponent = 1023 + draw_below(state, 1023);
    double x = draw_scaled(state, exponent, exponent);
    uint64_t low = exponent < 1080 ? 0 : exponent - 1080;
    return (point){draw_scaled(state, low, low + draw_below(state, 80)), x};
}

static point draw_subnormal(uint64_t *state)
{
    double y = draw_scaled(state, 0, 1);
    return (point){y, draw_scaled(state, 0, draw_below(state, 60))};
}

typedef struct plane_family {
    const char *name;
    point (*draw)(uint64_t *state);
} plane_family;

static const plane_family plane_families[] = {
    {"plane", draw_plane},         {"diagonal", draw_diagonal},
    {"seams", draw_seam},          {"any", draw_any},
    {"alike", draw_alike},         {"axis", draw_axis},
    {"subnormal", draw_subnormal},
};

// ---- Errors ----
//
// MPFR's numbers are cleared before use because MemorySanitizer does not see the library fill them.

// Distance of `got` from the exact value in units of the last place of doubles there.
static double ulps(double got, const mpfr_t exact)
{
    if (!isfinite(got))
        return HUGE_VAL;
    if (mpfr_zero_p(exact))
        return got == 0.0 ? 0.0 : HUGE_VAL;
    long last = (long)mpfr_get_exp(exact) - 53;
    if (last < -1074)
        last = -1074;
    mpfr_t error = {{0}};
    mpfr_init2(error, 200);
    mpfr_sub_d(error, exact, got, MPFR_RNDN);
    mpfr_mul_2si(error, error, -last, MPFR_RNDN);
    double distance = fabs(mpfr_get_d(error, MPFR_RNDA));
    mpfr_clear(error);
    return distance;
}

static double sin_error(double x)
{
    mpfr_t exact = {{0}};
    mpfr_init2(exact, 200);
    mpfr_set_d(exact, x, MPFR_RNDN);
    mpfr_sin(exact, exact, MPFR_RNDN);
    double error = ulps(covey_sin(x), exact);
    mpfr_clear(exact);
    return error;
}

static double cos_error(double x)
{
    mpfr_t exact = {{0}};
    mpfr_init2(exact, 200);
    mpfr_set_d(exact, x, MPFR_RNDN);
    mpfr_cos(exact, exact, MPFR_RNDN);
    double error = ulps(covey_cos(x), exact);
    mpfr_clear(exact);
    return error;
}

static double atan2_error(point p)
{
    mpfr_t y = {{0}};
    mpfr_t x = {{0}};
    mpfr_inits2(200, y, x, (mpfr_ptr)NULL);
    mpfr_set_d(y, p.y, MPFR_RNDN);
    mpfr_set_d(x, p.x, MPFR_RNDN);
    mpfr_atan2(y, y, x, MPFR_RNDN);
    double error = ulps(covey_atan2(p.y, p.x), y);
    mpfr_clears(y, x, (mpfr_ptr)NULL);
    return error;
}

static void report(const char *function, const char *family, double worst)
{
    if (getenv("COVEY_TEST_RANDOM"))
        print_message("%s, %s: at most %.4f ulp\n", function, family, worst);
}

static void check_wave(const char *name, double (*error_at)(double x))
{
    long count = random_count() / (long)LENGTH(wave_families);
    uint64_t state = 1;
    for (size_t f = 0; f < LENGTH(wave_families); f++) {
        double worst = 0.0;
        for (long i = 0; i < count; i++) {
            double x = wave_families[f].draw(&state);
            double error = error_at(x);
            worst = fmax(worst, error);
            if (!(error <= WAVE_BOUND))
                fail_msg("%s(%a) is off by %g ulp", name, x, error);
        }
        report(name, wave_families[f].name, worst);
    }
}

static void test_sin_is_within_one_ulp(void **unused)
{
    (void)unused;
    check_wave("sin", sin_error);
}

static void test_cos_is_within_one_ulp(void **unused)
{
    (void)unused;
    check_wave("cos", cos_error);
}

static void test_atan2_is_within_one_ulp(void **unused)
{
    (void)unused;
    long count = random_count() / (long)LENGTH(plane_families);
    uint64_t state = 2;
    for (size_t f = 0; f < LENGTH(plane_families); f++) {
        double worst = 0.0;
        for (long i = 0; i < count; i++) {
            point p = plane_families[f].draw(&state);
            double error = atan2_error(p);
            worst = fmax(worst, error);
            if (!(error <= ATAN_BOUND))
                fail_msg("atan2(%a, %a) is off by %g ulp", p.y, p.x, error);
        }
        report("atan2", plane_families[f].name, worst);
    }
}

// The doubles nearest to multiples of pi/2 of all (by continued fractions for every exponent), the
// first of them 6381956970095103 * 2^797; and where one reduction takes over from another.
static void test_hard_arguments_are_within_one_ulp(void **unused)
{
    (void)unused;
    static const double hard[] = {
        0x1.6ac5b262ca1ffp+849,
        0x1.6c6cbc45dc8dep+5,
        0x1.6ac5b262ca1ffp+850,
        0x1.6c6cbc45dc8dep+6,
        0x1.b951f1572eba5p+23,
        0x1.504cac51f1eafp+131,
        0x1.e009c53148be1p+991,
        0x1.4c96c11134d36p+577,
        0x1.fffffffffffffp+1023,
        0x1.921fb54442d17p-1,
        0x1.921fb54442d18p-1,
        0x1.921fb54442d19p-1,
        0x1.fffffffffffffp+19,
        0x1p+20,
        0x1.0000000000001p+20,
        0x1.fffffffffffffp-28,
        0x1p-27,
        0x1.0000000000001p-27,
    };
    for (size_t i = 0; i < LENGTH(hard); i++) {
        if (!(sin_error(hard[i]) <= WAVE_BOUND && sin_error(-hard[i]) <= WAVE_BOUND))
            fail_msg("sin(%a) is off by %g ulp", hard[i], sin_error(hard[i]));
        if (!(cos_error(hard[i]) <= WAVE_BOUND && cos_error(-hard[i]) <= WAVE_BOUND))
            fail_msg("cos(%a) is off by %g ulp", hard[i], cos_error(hard[i]));
    }
}

// ---- Special values ----

static void assert_same(double got, double expected)
{
    if (covey_bits_of(got) != covey_bits_of(expected))
        fail_msg("%a instead of %a", got, expected);
}

static void test_sin_and_cos_keep_signs_of_zero_and_reject_infinity(void **unused)
{
    (void)unused;
    assert_same(covey_sin(0.0), 0.0);
    assert_same(covey_sin(-0.0), -0.0);
    assert_same(covey_sin(-0x1p-1074), -0x1p-1074);
    assert_same(covey_cos(0.0), 1.0);
    assert_same(covey_cos(-0.0), 1.0);
    assert_same(covey_cos(0x1p-1074), 1.0);
    static const uint64_t rejected[] = {
        0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
        0xfff8000000000000, 0x7fffffffffffffff, 0xffffffffffffffff,
    };
    for (size_t i = 0; i < LENGTH(rejected); i++) {
        assert_int_equal(covey_bits_of(covey_sin(covey_bits_double(rejected[i]))),
                         0x7ff8000000000000);
        assert_int_equal(covey_bits_of(covey_cos(covey_bits_double(rejected[i]))),
                         0x7ff8000000000000);
    }
}

// C17 F.10.1.4, with the angles rounded to nearest.
static void test_atan2_has_the_special_values_of_c(void **unused)
{
    (void)unused;
    const double inf = HUGE_VAL;
    const struct {
        double y, x, angle;
    } cases[] = {
        {0.0, -0.0, COVEY_PI},
        {0.0, 0.0, 0.0},
        {0.0, -2.0, COVEY_PI},
        {0.0, 2.0, 0.0},
        {0.0, -inf, COVEY_PI},
        {0.0, inf, 0.0},
        {2.0, 0.0, COVEY_PI / 2.0},
        {2.0, -0.0, COVEY_PI / 2.0},
        {2.0, -inf, COVEY_PI},
        {2.0, inf, 0.0},
        {inf, 2.0, COVEY_PI / 2.0},
        {inf, -2.0, COVEY_PI / 2.0},
        {inf, 0.0, COVEY_PI / 2.0},
        {inf, -0.0, COVEY_PI / 2.0},
        {inf, -inf, 0x1.2d97c7f3321d2p+1},
        {inf, inf, COVEY_PI / 4.0},
        {0x1p-1074, -inf, COVEY_PI},
        {0x1p-1074, inf, 0.0},
        {0.0, -0x1p-1074, COVEY_PI},
        {0x1p-1074, 1.0, 0x1p-1074},
        {inf, DBL_MAX, COVEY_PI / 2.0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_same(covey_atan2(cases[i].y, cases[i].x), cases[i].angle);
        assert_same(covey_atan2(-cases[i].y, cases[i].x), -cases[i].angle);
    }
    static const double others[] = {0.0, -1.0, HUGE_VAL, -HUGE_VAL};
    const double nan = covey_bits_double(0xfff8000000000001);
    assert_int_equal(covey_bits_of(covey_atan2(nan, nan)), 0x7ff8000000000000);
    for (size_t i = 0; i < LENGTH(others); i++) {
        assert_int_equal(covey_bits_of(covey_atan2(nan, others[i])), 0x7ff8000000000000);
        assert_int_equal(covey_bits_of(covey_atan2(others[i], nan)), 0x7ff8000000000000);
    }
}

static void test_mirrored_arguments_give_mirrored_bits(void **unused)
{
    (void)unused;
    uint64_t state = 3;
    for (int i = 0; i < 10000; i++) {
        double x = draw_scaled(&state, 0, 2046);
        assert_same(covey_sin(-x), -covey_sin(x));
        assert_same(covey_cos(-x), covey_cos(x));
        point p = draw_alike(&state);
        assert_same(covey_atan2(-p.y, p.x), -covey_atan2(p.y, p.x));
    }
}

// ---- Golden bits ----

static uint64_t mixed(uint64_t hash, double value)
{
    hash = (hash ^ covey_bits_of(value)) * 0x100000001b3;
    return hash ^ hash >> 29;
}

static uint64_t wave_hash(double (*function)(double x))
{
    uint64_t hash = 0;
    uint64_t state = 4;
    for (size_t i = 0; i < 10000; i++)
        hash = mixed(hash, function(wave_families[i % LENGTH(wave_families)].draw(&state)));
    return hash;
}

static uint64_t plane_hash(double (*function)(double y, double x))
{
    uint64_t hash = 0;
    uint64_t state = 5;
    for (size_t i = 0; i < 10000; i++) {
        point p = plane_families[i % LENGTH(plane_families)].draw(&state);
        hash = mixed(hash, function(p.y, p.x));
    }
    return hash;
}

// Equal for gcc and clang, all levels of optimisation, x86-64, aarch64, s390x and WebAssembly.
static void test_results_are_the_same_bits_on_every_machine(void **unused)
{
    (void)unused;
    assert_int_equal(wave_hash(covey_sin), 0x2214e6200aed15c7);
    assert_int_equal(wave_hash(covey_cos), 0xfd64072c396e94bc);
    assert_int_equal(plane_hash(covey_atan2), 0x9f694036003926c4);
}

static void test_a_direction_has_the_bits_of_cos_and_sin(void **unused)
{
    (void)unused;
    uint64_t state = 6;
    const double special[] = {0.0, -0.0, 0x1p-28, HUGE_VAL, -HUGE_VAL, DBL_MAX};
    for (size_t i = 0; i < 20000 + LENGTH(special); i++) {
        double x = i < LENGTH(special) ? special[i]
                                       : wave_families[i % LENGTH(wave_families)].draw(&state);
        covey_vec found = covey_direction(x);
        if (covey_bits_of(found.x) != covey_bits_of(covey_cos(x)) ||
            covey_bits_of(found.y) != covey_bits_of(covey_sin(x)))
            fail_msg("of %a: (%a, %a)", x, found.x, found.y);
    }
}

static void check_direction_within(double angle)
{
    covey_vec found = covey_direction_within(angle), right = covey_direction(angle);
    if (memcmp(&found, &right, sizeof found) != 0)
        fail_msg("of %a: (%a, %a), not (%a, %a)", angle, found.x, found.y, right.x, right.y);
}

static void test_the_formula_of_a_direction_has_its_bits(void **unused)
{
    (void)unused;
    uint64_t state = 7;
    for (int eighth = -800; eighth <= 800; eighth++) { // where quarter turns change
        double angle = eighth * (COVEY_PI / 4.0);
        check_direction_within(angle);
        check_direction_within(nextafter(angle, -HUGE_VAL));
        check_direction_within(nextafter(angle, HUGE_VAL));
    }
    const double special[] = {-0.0, 0x1p-28, -0x1p-27, 5e-324, -5e-324, nextafter(0x1p20, 0)};
    for (size_t i = 0; i < LENGTH(special); i++)
        check_direction_within(special[i]);
    for (size_t i = 0; i < 20000; i++) {
        double angle = wave_families[i % LENGTH(wave_families)].draw(&state);
        if (fabs(angle) < 0x1p20)
            check_direction_within(angle);
    }
}

/// In all eight octants. Of a NaN it is enough that it is one.
static void check_angle(double y, double x)
{
    for (int octant = 0; octant < 8; octant++) {
        double rise = octant & 1 ? x : y, run = octant & 1 ? y : x;
        covey_vec v = {octant & 2 ? -run : run, octant & 4 ? -rise : rise};
        double found = covey_angle(v), right = covey_atan2(v.y, v.x);
        if (covey_bits_of(found) != covey_bits_of(right) && !(isnan(found) && isnan(right)))
            fail_msg("of (%a, %a): %a, not %a", v.x, v.y, found, right);
    }
}

static void test_the_formula_of_an_angle_has_its_bits(void **unused)
{
    (void)unused;
    uint64_t state = 8;
    for (int i = 0; i <= 16; i++) { // where the eighths change
        check_angle(i / 16.0, 1.0);
        check_angle(nextafter(i / 16.0, 1.0), 1.0);
        check_angle(nextafter(i / 16.0, 0.0), 1.0);
    }
    for (int i = 0; i < 20000; i++) {
        double y = (double)draw_below(&state, 1 << 30), x = (double)draw_below(&state, 1 << 30);
        check_angle(y, x);
        check_angle(ldexp(y, (int)draw_below(&state, 2090) - 1090),
                    ldexp(x, (int)draw_below(&state, 2090) - 1090));
    }
}

/// Legs whose products leave the range, or of a ratio that is its own arc tangent.
static void test_the_formula_of_an_angle_holds_for_all_vectors(void **unused)
{
    (void)unused;
    const double wild[] = {0.0,      5e-324,  0x1p-1022, 0x1p-501,   0x1p-500, 0x1p-61,
                           0x1p-60,  0x1p-59, 1.0,       0x1p440,    0x1p500,  0x1p501,
                           0x1p1023, DBL_MAX, HUGE_VAL,  (double)NAN};
    for (size_t i = 0; i < LENGTH(wild); i++)
        for (size_t k = 0; k < LENGTH(wild); k++) {
            check_angle(wild[i], wild[k]);
            check_angle(wild[i], 3.0 * wild[k]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sin_is_within_one_ulp),
        cmocka_unit_test(test_cos_is_within_one_ulp),
        cmocka_unit_test(test_atan2_is_within_one_ulp),
        cmocka_unit_test(test_hard_arguments_are_within_one_ulp),
        cmocka_unit_test(test_sin_and_cos_keep_signs_of_zero_and_reject_infinity),
        cmocka_unit_test(test_atan2_has_the_special_values_of_c),
        cmocka_unit_test(test_mirrored_arguments_give_mirrored_bits),
        cmocka_unit_test(test_results_are_the_same_bits_on_every_machine),
        cmocka_unit_test(test_a_direction_has_the_bits_of_cos_and_sin),
        cmocka_unit_test(test_the_formula_of_a_direction_has_its_bits),
        cmocka_unit_test(test_the_formula_of_an_angle_has_its_bits),
        cmocka_unit_test(test_the_formula_of_an_angle_holds_for_all_vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
