// SPDX-License-Identifier: MIT
// How agents moved between two frames, and the correlation length and hull volume of flocks.
#include "base/math_trig.h"
#include "covey/measure.h"
#include "support/view.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static test_agents before, now;
static covey_agent_motion found[TEST_VIEW_MOST];

static void take(double elapsed)
{
    covey_view a = test_view(&before), b = test_view(&now);
    assert_int_equal(covey_measure_motion(&a, &b, elapsed, found, NULL), COVEY_OK);
}

static bool is_near(double value, double expected)
{
    return fabs(value - expected) <= 1e-14 * (1 + fabs(expected));
}

/// Two agents on circles, one each way, and one that speeds up straight ahead.
static void test_circles_and_lines_are_known(void **unused)
{
    (void)unused;
    before = now = (test_agents){.count = 0};
    for (int k = 0; k < 2; k++) {
        double turn = k == 0 ? 0.3 : -0.3;
        test_agents_add(&before, (covey_vec){0, 0, 0}, (covey_vec){0, 2, 0});
        test_agents_add(&now, (covey_vec){0, 0, 0}, (covey_vec){-2 * sin(turn), 2 * cos(turn), 0});
    }
    test_agents_add(&before, (covey_vec){0, 0, 0}, (covey_vec){3, 4, 0});
    test_agents_add(&now, (covey_vec){0, 0, 0}, (covey_vec){6, 8, 0});
    take(0.5);
    for (int k = 0; k < 2; k++) {
        assert_true(is_near(found[k].speed, 2));
        assert_true(is_near(found[k].acceleration, 2 * 2 * sin(0.15) / 0.5));
        assert_true(is_near(found[k].turning_rate, k == 0 ? 0.6 : -0.6));
    }
    assert_true(is_near(found[2].speed, 10) && is_near(found[2].acceleration, 10));
    assert_true(found[2].turning_rate == 0);
}

static void test_gaps_rest_and_unknown_velocities_are_empty(void **unused)
{
    (void)unused;
    before = now = (test_agents){.count = 0};
    for (int k = 0; k < 5; k++) {
        test_agents_add(&before, (covey_vec){0, 0, 0}, (covey_vec){1, 0, 0});
        test_agents_add(&now, (covey_vec){0, 0, 0}, (covey_vec){0, 1, 0});
    }
    before.id[1] = 7; // agent 1 was not there
    before.count = 4; // nor agent 4
    before.id[2] = 8;
    before.id[3] = 9;
    now.vel[0][0] = now.vel[1][0] = (double)NAN;
    take(1);
    assert_true(isnan(found[0].speed) && isnan(found[0].turning_rate));
    for (int k = 1; k < 5; k++)
        assert_true(found[k].speed == 1 && isnan(found[k].acceleration) &&
                    isnan(found[k].turning_rate));
    before.vel[0][0] = 0; // at rest: no heading, but a velocity
    now.vel[0][0] = 0;
    now.vel[1][0] = 3;
    take(1);
    assert_true(found[0].acceleration == 3 && isnan(found[0].turning_rate));
    covey_view view = test_view(&now);
    assert_int_equal(covey_measure_motion(NULL, &view, 0, found, NULL), COVEY_OK);
    assert_true(found[1].speed == 1 && isnan(found[1].acceleration));
}

/// In space the size of the turn is the same about any axis.
static void test_turns_in_space_have_a_size(void **unused)
{
    (void)unused;
    before = now = (test_agents){.space = covey_space_deep(covey_space_open(), 1)};
    test_agents_add(&before, (covey_vec){0, 0, 0}, (covey_vec){1, 0, 0});
    test_agents_add(&before, (covey_vec){0, 0, 0}, (covey_vec){0, 0, -5});
    test_agents_add(&now, (covey_vec){0, 0, 0}, (covey_vec){0, 0, 2});
    test_agents_add(&now, (covey_vec){0, 0, 0}, (covey_vec){0, 0, 5});
    take(2);
    assert_true(is_near(found[0].turning_rate, COVEY_PI / 4) &&
                is_near(found[1].turning_rate, COVEY_PI / 2));
    assert_true(is_near(found[1].acceleration, 5));
}

static void test_mistakes_of_callers_are_told(void **unused)
{
    (void)unused;
    covey_view view = test_view(&now);
    assert_int_equal(covey_measure_motion(NULL, NULL, 1, found, NULL), COVEY_ARG);
    assert_int_equal(covey_measure_motion(&view, &view, 1, NULL, NULL), COVEY_ARG);
    assert_int_equal(covey_measure_motion(&view, &view, 0, found, NULL), COVEY_ARG);
    assert_int_equal(covey_measure_motion(&view, &view, (double)NAN, found, NULL), COVEY_ARG);
    now.id[0] = now.id[1];
    assert_int_equal(covey_measure_motion(NULL, &view, 1, found, NULL), COVEY_ARG);
}

// ---- Correlation length ----

/// That of the profile, where it is a line between two points, for flocks that are no sample.
static void test_the_correlation_length_is_the_zero_of_the_profile(void **unused)
{
    (void)unused;
    static covey_profile profile;
    uint64_t random = 12;
    for (int trial = 0; trial < 10; trial++) {
        now = (test_agents){.space = trial % 2 ? covey_space_torus(8, 8) : covey_space_open()};
        for (int i = 0; i < 30 + 40 * trial; i++) {
            covey_vec pos = {test_uniform(&random, 0, 8), test_uniform(&random, 0, 8), 0};
            test_agents_add(&now, pos,
                            (covey_vec){sin(pos.x) + test_uniform(&random, -1, 1), cos(pos.y), 0});
        }
        test_profile(&now, "correlation", 1, 0.25, &profile);
        double x = 0, value = 1, zero = (double)NAN;
        for (size_t k = 0; k < profile.count && isnan(zero); k++) {
            const covey_profile_point *at = &profile.points[k];
            if (at->value <= 0)
                zero = x + (at->x - x) * value / (value - at->value);
            x = at->x;
            value = at->value;
        }
        assert_true(is_near(test_measure(&now, "correlation_length", 1), zero));
        test_agents_shuffle(&now, &random);
        assert_true(is_near(test_measure(&now, "correlation_length", 1), zero));
    }
}

/// Two halves that fly apart from each other: C(r) is 1 within and -1 between them.
static void test_two_halves_have_the_length_of_one(void **unused)
{
    (void)unused;
    for (int deep = 0; deep < 2; deep++) {
        now = (test_agents){.count = 0};
        if (deep)
            now.space = covey_space_deep(covey_space_open(), 1);
        for (int k = 0; k < 8; k++) // 0 1 2 3, then 20 21 22 23
            test_agents_add(&now, (covey_vec){k % 4 + (k < 4 ? 0 : 20), 0, 0},
                            (covey_vec){5, k < 4 ? 1 : -1, deep});
        // from the bin of 3, with its middle at 3.125, to that of 17, at 17.125: half way
        assert_true(is_near(test_measure(&now, "correlation_length", 1), 10.125));
    }
    for (int k = 0; k < 8; k++)
        now.vel[1][k] = 2;
    assert_true(isnan(test_measure(&now, "correlation_length", 1)));
}

// ---- Hull ----

static void test_hulls_of_solids_are_known(void **unused)
{
    (void)unused;
    now = (test_agents){.space = covey_space_deep(covey_space_open(), 1)};
    const covey_vec still = {0, 0, 0};
    for (int k = 0; k < 64; k++) // a box of lattice points, most of them on its faces
        test_agents_add(&now, (covey_vec){k % 4, 2 * (k / 4 % 4), 3 * (k / 16)}, still);
    assert_true(is_near(test_measure(&now, "hull_volume", 1), 3 * 6 * 9));
    now.count = 0;
    for (int k = 0; k < 6; k++) // an octahedron
        test_agents_add(&now,
                        (covey_vec){k == 0   ? 3
                                    : k == 1 ? -3
                                             : 0,
                                    k == 2   ? 3
                                    : k == 3 ? -3
                                             : 0,
                                    k == 4   ? 3
                                    : k == 5 ? -3
                                             : 0},
                        still);
    test_agents_add(&now, still, still);
    assert_true(is_near(test_measure(&now, "hull_volume", 1), 36));
    now.count = 0;
    for (int k = 0; k < 20; k++) // a plane has no volume
        test_agents_add(&now, (covey_vec){k % 5, k / 5, k % 5 + 2 * (k / 5)}, still);
    assert_true(test_measure(&now, "hull_volume", 1) == 0);
}

/// Six times the volume, over all triples that have all others at one side.
static void test_the_hull_is_that_of_all_faces(void **unused)
{
    (void)unused;
    uint64_t random = 3;
    for (int trial = 0; trial < 12; trial++) {
        now = (test_agents){.space = covey_space_deep(covey_space_open(), 1)};
        for (int k = 0; k < 5 + 2 * trial; k++)
            test_agents_add(&now,
                            (covey_vec){test_uniform(&random, -1, 1), test_uniform(&random, -2, 2),
                                        test_uniform(&random, -1, 3)},
                            (covey_vec){1, 0, 0});
        double six = 0;
        covey_view view = test_view(&now);
        for (size_t f = 0; f < view.count * view.count * view.count; f++) {
            size_t a = f % view.count, b = f / view.count % view.count,
                   c = f / view.count / view.count;
            covey_vec p = covey_vec_at(view.pos, a), q = covey_vec_at(view.pos, b),
                      r = covey_vec_at(view.pos, c);
            covey_vec u = covey_vec_sub(q, p), v = covey_vec_sub(r, p);
            covey_vec normal = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z,
                                u.x * v.y - u.y * v.x};
            bool is_face = a < b && a < c && b != c; // each once
            for (size_t d = 0; d < view.count; d++)
                is_face = is_face &&
                          (d == a || d == b || d == c ||
                           covey_vec_dot(normal, covey_vec_sub(covey_vec_at(view.pos, d), p)) < 0);
            six += is_face ? covey_vec_dot(normal, p) : 0;
        }
        assert_true(is_near(test_measure(&now, "hull_volume", 1), six / 6));
        double kept = test_measure(&now, "hull_volume", 1);
        test_agents_shuffle(&now, &random);
        assert_true(test_measure(&now, "hull_volume", 1) == kept);
        for (size_t k = 0; k < now.count; k++) {
            double x = now.pos[0][k], y = now.pos[1][k];
            now.pos[0][k] = 0.6 * x - 0.8 * y + 40;
            now.pos[1][k] = 0.8 * x + 0.6 * y - 7;
        }
        assert_true(fabs(test_measure(&now, "hull_volume", 1) - kept) < 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_circles_and_lines_are_known),
        cmocka_unit_test(test_gaps_rest_and_unknown_velocities_are_empty),
        cmocka_unit_test(test_turns_in_space_have_a_size),
        cmocka_unit_test(test_mistakes_of_callers_are_told),
        cmocka_unit_test(test_the_correlation_length_is_the_zero_of_the_profile),
        cmocka_unit_test(test_two_halves_have_the_length_of_one),
        cmocka_unit_test(test_hulls_of_solids_are_known),
        cmocka_unit_test(test_the_hull_is_that_of_all_faces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
