// SPDX-License-Identifier: MIT
// Lengths, unit vectors and limits hold for all vectors there are: they have the bits of functions
// that take another way where a square is not safe, one by one and in loops that become vectors. Of
// NaN only that it is one is compared.
#include "base/bits.h"
#include "covey/vec.h"
#include "support/random.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { VECTORS = 4096, ROUNDS = 100 };

// ---- The careful way ----

static bool is_safe(double square)
{
    return square >= 0x1p-900 && square <= 0x1p1000;
}

static double rescue(double square)
{
    return square < 1.0 ? 0x1p600 : 0x1p-600;
}

static double careful_length(covey_vec v)
{
    double square = v.x * v.x + v.y * v.y;
    if (is_safe(square))
        return sqrt(square);
    double factor = rescue(square);
    v = (covey_vec){v.x * factor, v.y * factor};
    return sqrt(v.x * v.x + v.y * v.y) / factor;
}

static covey_vec careful_unit(covey_vec v)
{
    double square = v.x * v.x + v.y * v.y;
    if (!is_safe(square)) {
        double factor = rescue(square);
        v = (covey_vec){v.x * factor, v.y * factor};
        square = v.x * v.x + v.y * v.y;
        if (square == 0.0)
            return v;
    }
    double length = sqrt(square);
    return (covey_vec){v.x / length, v.y / length};
}

static covey_vec careful_limit(covey_vec v, double longest)
{
    if (careful_length(v) <= longest)
        return v;
    covey_vec unit = careful_unit(v);
    return (covey_vec){unit.x * longest, unit.y * longest};
}

// ---- Vectors ----

/// Any exponent, any of the numbers at which something changes, or a small difference from one.
static double draw(void)
{
    const double edges[] = {0.0,     5e-324,   DBL_MIN, 0x1p-451, 0x1p-450,   0x1p-449, 0x1p-422,
                            0.6,     0.8,      1.0,     0x1p499,  0x1p500,    0x1p501,  0x1p511,
                            0x1p512, 0x1p1023, DBL_MAX, HUGE_VAL, (double)NAN};
    const int count = sizeof edges / sizeof *edges;
    double sign = random_below(2) == 0 ? 1.0 : -1.0;
    if (random_below(3) == 0) {
        double edge = edges[random_below(count)];
        return sign *
               (random_below(2) == 0 ? edge : nextafter(edge, random_below(2) ? 0.0 : HUGE_VAL));
    }
    double fraction = 1.0 + (double)(random_bits() >> 12) * 0x1p-52;
    return sign * ldexp(fraction, random_below(2100) - 1076);
}

typedef struct columns {
    double x[VECTORS], y[VECTORS], longest[VECTORS];
    double length[VECTORS], unit[2][VECTORS], limited[2][VECTORS];
} columns;

/// Half of the vectors have components of similar size, and limits as long as they are.
static void draw_columns(columns *all)
{
    for (size_t k = 0; k < VECTORS; k++) {
        all->x[k] = draw();
        all->y[k] = random_below(2) == 0 ? draw() : all->x[k] * (0.5 + random_below(4));
        double length = careful_length((covey_vec){all->x[k], all->y[k]});
        double beside = nextafter(length, random_below(2) == 0 ? 0.0 : HUGE_VAL);
        all->longest[k] = random_below(3) == 0   ? fabs(draw())
                          : random_below(2) == 0 ? length
                                                 : beside;
    }
}

COVEY_BODY void calculate_body(const columns *from, columns *restrict to)
{
    for (size_t k = 0; k < VECTORS; k++) {
        covey_vec v = {from->x[k], from->y[k]};
        covey_vec unit = covey_vec_unit(v), limited = covey_vec_limit(v, from->longest[k]);
        to->length[k] = covey_vec_length(v);
        to->unit[0][k] = unit.x;
        to->unit[1][k] = unit.y;
        to->limited[0][k] = limited.x;
        to->limited[1][k] = limited.y;
    }
}

COVEY_WIDER(static void, calculate, (const columns *from, columns *to), (from, to))

// ---- Tests ----

static bool is_same(double a, double b)
{
    return covey_bits_of(a) == covey_bits_of(b) || (a != a && b != b);
}

static void check(const char *name, covey_vec of, covey_vec found, covey_vec right)
{
    if (!is_same(found.x, right.x) || !is_same(found.y, right.y))
        fail_msg("%s of (%a, %a): (%a, %a), not (%a, %a)", name, of.x, of.y, found.x, found.y,
                 right.x, right.y);
}

static void test_functions_of_vectors_have_the_bits_of_careful_ones(void **unused)
{
    (void)unused;
    static columns from, loop;
    for (int round = 0; round < ROUNDS; round++) {
        draw_columns(&from);
        calculate(&from, &loop);
        for (size_t k = 0; k < VECTORS; k++) {
            covey_vec v = {from.x[k], from.y[k]}, unit = careful_unit(v);
            covey_vec limited = careful_limit(v, from.longest[k]);
            covey_vec length = {careful_length(v), 0.0};
            check("unit", v, covey_vec_unit(v), unit);
            check("unit in a loop", v, (covey_vec){loop.unit[0][k], loop.unit[1][k]}, unit);
            check("length", v, (covey_vec){covey_vec_length(v), 0.0}, length);
            check("length in a loop", v, (covey_vec){loop.length[k], 0.0}, length);
            check("limit", v, covey_vec_limit(v, from.longest[k]), limited);
            check("limit in a loop", v, (covey_vec){loop.limited[0][k], loop.limited[1][k]},
                  limited);
        }
    }
}

static void test_unit_vectors_of_extremes_are_unit_vectors(void **unused)
{
    (void)unused;
    const double sizes[] = {5e-324, 1e-310, 1e-200, 1e-155, 1.0, 1e154, 1e200, DBL_MAX / 4};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        covey_vec unit = covey_vec_unit((covey_vec){3.0 * sizes[k], -4.0 * sizes[k]});
        assert_true(fabs(unit.x - 0.6) <= DBL_EPSILON && fabs(unit.y + 0.8) <= DBL_EPSILON);
    }
    covey_vec none = covey_vec_unit((covey_vec){0.0, -0.0});
    assert_true(covey_vec_is_zero(none) && signbit(none.y) && !signbit(none.x));
    assert_true(covey_vec_length((covey_vec){3e-200, 4e-200}) == 5e-200);
    assert_true(covey_vec_length((covey_vec){HUGE_VAL, 1.0}) == HUGE_VAL);
}

static void test_only_0_is_zero(void **unused)
{
    (void)unused;
    assert_true(covey_vec_is_zero((covey_vec){0.0, -0.0}));
    assert_false(covey_vec_is_zero((covey_vec){5e-324, 0.0}));
    assert_false(covey_vec_is_zero((covey_vec){0.0, -5e-324}));
    assert_false(covey_vec_is_zero((covey_vec){(double)NAN, 0.0}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions_of_vectors_have_the_bits_of_careful_ones),
        cmocka_unit_test(test_unit_vectors_of_extremes_are_unit_vectors),
        cmocka_unit_test(test_only_0_is_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
