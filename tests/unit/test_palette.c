// SPDX-License-Identifier: MIT
// Colors can be told apart: from the paper, from each other, and by eyes that lack a kind of cone.
#include "base/math_trig.h"
#include "support/recorder.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { EYES = 3 }; ///< usual ones; without long-wave cones; without middle-wave cones

static double linear(uint8_t part)
{
    double value = part / 255.0;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

/// A color as these eyes see it, in linear parts of light: Viénot, Brettel and Mollon 1999,
/// "Digital video colourmaps for checking the legibility of displays by dichromats".
static void seen_by(int eyes, covey_color color, double rgb[3])
{
    static const double views[EYES][3][3] = {
        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
        {{0.11238, 0.88762, 0}, {0.11238, 0.88762, 0}, {0.00401, -0.00401, 1}},
        {{0.29275, 0.70725, 0}, {0.29275, 0.70725, 0}, {-0.02234, 0.02234, 1}},
    };
    const double light[3] = {linear(color.r), linear(color.g), linear(color.b)};
    for (int k = 0; k < 3; k++)
        rgb[k] = views[eyes][k][0] * light[0] + views[eyes][k][1] * light[1] +
                 views[eyes][k][2] * light[2];
}

/// How far two colors are from each other in CIELAB (D65): 2.3 can just be told apart.
static void lab_of(const double rgb[3], double lab[3])
{
    const double xyz[3] = {
        (0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.9505,
        0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2],
        (0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.089,
    };
    double f[3];
    for (int k = 0; k < 3; k++)
        f[k] = xyz[k] > 0.008856 ? cbrt(xyz[k]) : 7.787 * xyz[k] + 16.0 / 116.0;
    lab[0] = 116.0 * f[1] - 16.0;
    lab[1] = 500.0 * (f[0] - f[1]);
    lab[2] = 200.0 * (f[1] - f[2]);
}

static double distance(int eyes, covey_color a, covey_color b)
{
    double first[3], second[3], lab[2][3];
    seen_by(eyes, a, first);
    seen_by(eyes, b, second);
    lab_of(first, lab[0]);
    lab_of(second, lab[1]);
    return sqrt(pow(lab[0][0] - lab[1][0], 2) + pow(lab[0][1] - lab[1][1], 2) +
                pow(lab[0][2] - lab[1][2], 2));
}

/// Contrast of WCAG 2, from 1 to 21.
static double contrast(covey_color a, covey_color b)
{
    double bright = 0.2126 * linear(a.r) + 0.7152 * linear(a.g) + 0.0722 * linear(a.b) + 0.05;
    double dark = 0.2126 * linear(b.r) + 0.7152 * linear(b.g) + 0.0722 * linear(b.b) + 0.05;
    return bright > dark ? bright / dark : dark / bright;
}

static void test_headings_differ_for_all_eyes_and_go_round_without_a_break(void **state)
{
    (void)state;
    for (int theme = 0; theme < 2; theme++)
        for (int k = 0; k < 72; k++) {
            covey_color here = covey_palette_cycle((covey_theme)theme, COVEY_TURN * k / 72);
            covey_color next = covey_palette_cycle((covey_theme)theme, COVEY_TURN * (k + 1) / 72);
            covey_color quarter =
                covey_palette_cycle((covey_theme)theme, COVEY_TURN * (k + 18) / 72);
            covey_color half = covey_palette_cycle((covey_theme)theme, COVEY_TURN * (k + 36) / 72);
            assert_true(distance(0, here, next) < 9.0); // five degrees on
            for (int eyes = 0; eyes < EYES; eyes++) {
                assert_true(distance(eyes, here, half) >
                            25.0); // ten times the least difference seen
                assert_true(distance(eyes, here, quarter) > 11.5); // and five times
            }
        }
}

static void test_speeds_grow_lighter_from_end_to_end(void **state)
{
    (void)state;
    for (int theme = 0; theme < 2; theme++)
        for (int eyes = 0; eyes < EYES; eyes++) {
            double before = -1.0;
            for (int k = 0; k <= 16; k++) {
                double rgb[3], lab[3];
                seen_by(eyes, covey_palette_ramp((covey_theme)theme, k / 16.0), rgb);
                lab_of(rgb, lab);
                assert_true(lab[0] > before + 0.5);
                before = lab[0];
            }
        }
    covey_color low = covey_palette_ramp(COVEY_THEME_DARK, -1.0);
    covey_color nan = covey_palette_ramp(COVEY_THEME_DARK, (double)NAN);
    covey_color zero = covey_palette_ramp(COVEY_THEME_DARK, 0.0);
    assert_memory_equal(&low, &zero, sizeof zero);
    assert_memory_equal(&nan, &zero, sizeof zero);
}

static void test_kinds_differ_for_all_eyes(void **state)
{
    (void)state;
    for (size_t a = 0; a < 7; a++)
        for (size_t b = 0; b < a; b++)
            for (int k = 0; k < 2 * EYES; k++) {
                covey_theme theme = (covey_theme)(k % 2);
                double d =
                    distance(k / 2, covey_palette_kind(theme, a), covey_palette_kind(theme, b));
                if (!(d > 20.0)) // nine times the least difference seen
                    fail_msg("kinds %zu and %zu of theme %d: %g for eyes %d", a, b, theme, d,
                             k / 2);
            }
    covey_color first = covey_palette_kind(COVEY_THEME_LIGHT, 0);
    covey_color again = covey_palette_kind(COVEY_THEME_LIGHT, 7);
    assert_memory_equal(&first, &again, sizeof first);
}

/// Texts as WCAG 2.1 wants them (1.4.3: 4.5), and drawn parts (1.4.11: 3; a little less for the
/// light ends of scales and for obstacles, which are large).
static void test_all_is_seen_on_the_paper(void **state)
{
    (void)state;
    for (int t = 0; t < 2; t++) {
        covey_theme theme = (covey_theme)t;
        covey_color paper = covey_palette_role(theme, COVEY_ROLE_PAPER);
        assert_true(contrast(covey_palette_role(theme, COVEY_ROLE_INK), paper) > 7.0);
        assert_true(contrast(covey_palette_role(theme, COVEY_ROLE_MUTED), paper) > 4.5);
        assert_true(contrast(covey_palette_role(theme, COVEY_ROLE_HUNTER), paper) > 4.5);
        assert_true(contrast(covey_palette_role(theme, COVEY_ROLE_OBSTACLE), paper) > 1.9);
        for (int k = 0; k < 64; k++) {
            assert_true(contrast(covey_palette_cycle(theme, COVEY_TURN * k / 64), paper) > 2.0);
            assert_true(contrast(covey_palette_ramp(theme, k / 63.0), paper) > 1.8);
            assert_true(contrast(covey_palette_kind(theme, (size_t)k), paper) > 2.4);
            assert_true(contrast(covey_palette_doing(theme, k), paper) > 2.4);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_headings_differ_for_all_eyes_and_go_round_without_a_break),
        cmocka_unit_test(test_speeds_grow_lighter_from_end_to_end),
        cmocka_unit_test(test_kinds_differ_for_all_eyes),
        cmocka_unit_test(test_all_is_seen_on_the_paper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
