// SPDX-License-Identifier: MIT
// Measures in three dimensions: known values, the plane as a special case, and axes that may be
// named in any order.
#include "base/math_trig.h"
#include "support/view.h"
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static test_agents agents, other;

static void measure(const test_agents *of, double link, double values[COVEY_MAX_MEASURES])
{
    covey_view view = test_view(of);
    covey_measure_def def = covey_measure_def_default();
    def.link = link;
    assert_int_equal(covey_measure_all(&view, &def, values, NULL), COVEY_OK);
}

static double value(const char *name)
{
    return test_measure(&agents, name, 1);
}

static covey_space cube(double side)
{
    return covey_space_deep(covey_space_torus(side, side), side);
}

static void assert_near(double found, double expected, double error)
{
    if (!(fabs(found - expected) <= error))
        fail_msg("%.17g is not %.17g", found, expected);
}

static covey_vec cross(covey_vec a, covey_vec b)
{
    return (covey_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// ---- Known values ----

/// A shell of rings that all rotate around one axis: at the polar angle t, r/|r| x v/|v| has the
/// component sin(t) along it.
static double add_shell(covey_vec axis, covey_vec center, double radius)
{
    enum { RINGS = 8, ON_RING = 24 };
    covey_vec one = covey_vec_unit(cross(axis, (covey_vec){0.3, -0.4, 0.5})),
              two = cross(axis, one);
    double sum = 0;
    for (int ring = 0; ring < RINGS; ring++)
        for (int k = 0; k < ON_RING; k++) {
            double polar = COVEY_PI * (ring + 0.5) / (double)RINGS,
                   around = 2 * COVEY_PI * k / (double)ON_RING;
            covey_vec out =
                covey_vec_add(covey_vec_scale(axis, covey_cos(polar)),
                              covey_vec_scale(one, covey_sin(polar) * covey_cos(around)));
            out = covey_vec_add(out, covey_vec_scale(two, covey_sin(polar) * covey_sin(around)));
            covey_vec vel = covey_vec_scale(cross(axis, out), 1 + k % 3);
            test_agents_add(&agents, covey_vec_add(center, covey_vec_scale(out, radius)), vel);
            sum += covey_sin(polar);
        }
    return sum / (RINGS * ON_RING);
}

static void check_shell(covey_space space, covey_vec center, covey_vec axis)
{
    agents = (test_agents){.space = space};
    double expected = add_shell(axis, center, 2);
    assert_near(value("milling"), expected, 1e-13);
    assert_near(value("milling_axis_x"), axis.x, 1e-13);
    assert_near(value("milling_axis_y"), axis.y, 1e-13);
    assert_near(value("milling_axis_z"), axis.z, 1e-13);
    assert_near(value("polarization"), 0, 1e-13);
    assert_near(value("extent_rms"), 2, 1e-13);
    assert_near(value("extent_max"), 2, 1e-13);
    covey_view view = test_view(&agents);
    covey_vec found = covey_center(&view), inside = covey_space_fold(&space, center);
    assert_true(covey_vec_length(covey_space_offset(&space, found, inside)) < 1e-13);
}

static void test_a_rotating_shell_has_its_axis(void **state)
{
    (void)state;
    const covey_vec axes[] = {{0, 0, 1}, {1, 0, 0}, {0, -1, 0}, {0.6, 0, -0.8}, {0.48, 0.6, 0.64}};
    for (size_t k = 0; k < sizeof axes / sizeof *axes; k++) {
        check_shell(covey_space_deep(covey_space_open(), 0), (covey_vec){-7, 3, 12}, axes[k]);
        check_shell(cube(10), (covey_vec){5, 4, 9.5}, axes[k]); // across the seam
    }
}

static void test_shells_against_each_other_have_no_axis(void **state)
{
    (void)state;
    agents = (test_agents){.space = covey_space_deep(covey_space_open(), 0)};
    add_shell((covey_vec){0, 0, 1}, (covey_vec){0, 0, 0}, 1);
    add_shell((covey_vec){0, 0, -1}, (covey_vec){0, 0, 0}, 1);
    assert_near(value("milling"), 0, 1e-15);
    assert_true(isnan(value("milling_axis_x")) && isnan(value("milling_axis_z")));
}

static void test_flight_along_z_is_polarized(void **state)
{
    (void)state;
    agents = (test_agents){.space = covey_space_deep(covey_space_open(), 0)};
    for (int k = 0; k < 10; k++)
        test_agents_add(&agents, (covey_vec){0, 0, k}, (covey_vec){0, 0, 2});
    assert_true(value("polarization") == 1 && value("speed_mean") == 2 && value("speed_cv") == 0);
    assert_true(value("extent_max") == 4.5);
    test_agents_add(&agents, (covey_vec){0, 0, 4.5}, (covey_vec){2, 1, -2}); // speed 3
    assert_near(value("speed_mean"), 23.0 / 11, 1e-14);
    test_agents_add(&agents, (covey_vec){0, 0, 4.5},
                    (covey_vec){(double)NAN, (double)NAN, (double)NAN});
    assert_near(value("speed_mean"), 23.0 / 11, 1e-14);
}

/// The radius of gyration of a ball is sqrt(3/5) of its radius; of n agents, it has a standard
/// deviation of about 0.26 R / sqrt(n).
static void test_a_uniform_ball_has_its_radius_of_gyration(void **state)
{
    (void)state;
    uint64_t random = 7;
    agents = (test_agents){.space = covey_space_deep(covey_space_open(), 0)};
    while (agents.count < TEST_VIEW_MOST) {
        covey_vec at = {test_uniform(&random, -1, 1), test_uniform(&random, -1, 1),
                        test_uniform(&random, -1, 1)};
        if (covey_vec_length(at) <= 1)
            test_agents_add(&agents, covey_vec_scale(at, 5), (covey_vec){0, 0, 0});
    }
    assert_near(value("extent_rms"), 5 * sqrt(0.6), 5 * 4 * 0.26 / sqrt(TEST_VIEW_MOST));
    assert_true(value("extent_max") > 4.9 && value("extent_max") < 5.1);
}

/// A cubic lattice around a torus: all neighbors are one edge away.
static void test_a_cubic_lattice_has_its_edge(void **state)
{
    (void)state;
    agents = (test_agents){.space = cube(8)};
    for (int k = 0; k < 512; k++)
        test_agents_add(&agents, (covey_vec){k % 8, k / 8 % 8, k / 64}, (covey_vec){0, 0, 1});
    assert_true(value("nearest_mean") == 1 && value("nearest_min") == 1 &&
                value("nearest_sd") == 0);
    assert_true(test_measure(&agents, "clusters", 1) == 1);
    assert_true(test_measure(&agents, "clusters", 0.99) == 512);
    for (size_t i = 0; i < agents.count; i++)
        agents.pos[2][i] *= agents.pos[2][i] < 4 ? 0.5 : 1; // layers at 0, 0.5, 1, 1.5, 4, 5, 6, 7
    assert_true(test_measure(&agents, "clusters", 0.5) == 64 + 4 * 64);
    assert_true(value("clusters") == 1);
    assert_near(test_measure(&agents, "cluster_largest", 0.5), 4.0 / 512, 1e-15);
}

/// The nearest of uniform points of density 1 is 0.55396 away in the mean, with a standard
/// deviation of 0.2013 (P. Hertz, Math. Ann. 67, 387, 1909); neighbors share their distances, which
/// makes the error of the mean of n some 1.3 of 0.2013 / sqrt(n).
static void test_uniform_points_have_the_distance_of_hertz(void **state)
{
    (void)state;
    uint64_t random = 5;
    agents = (test_agents){.space = cube(16)};
    for (int k = 0; k < TEST_VIEW_MOST; k++) {
        covey_vec at = {test_uniform(&random, 0, 16), test_uniform(&random, 0, 16),
                        test_uniform(&random, 0, 16)};
        test_agents_add(&agents, at, (covey_vec){0, 0, 0});
    }
    assert_near(value("nearest_mean"), 0.55396, 4 * 1.3 * 0.2013 / sqrt(TEST_VIEW_MOST));
    assert_near(value("nearest_sd"), 0.2013, 0.01);
}

// ---- The plane as a special case ----

static void test_a_flat_flock_has_the_bits_of_the_plane(void **state)
{
    (void)state;
    uint64_t random = 11;
    for (int trial = 0; trial < 60; trial++) {
        test_agents_draw(&agents, trial, &random);
        other = agents;
        other.space = covey_space_deep(agents.space, 20);
        double plane[COVEY_MAX_MEASURES], space[COVEY_MAX_MEASURES];
        measure(&agents, 0.5, plane);
        measure(&other, 0.5, space);
        for (int k = 0; covey_measure_at(k) != NULL; k++)
            if (covey_measure_fits(NULL, k, 2) && covey_measure_fits(NULL, k, 3) &&
                memcmp(&plane[k], &space[k], sizeof *plane) != 0)
                fail_msg("trial %d: %s is %.17g, not %.17g", trial, covey_measure_at(k)->name,
                         space[k], plane[k]);
            else if (!covey_measure_fits(NULL, k, 2) || !covey_measure_fits(NULL, k, 3))
                assert_true(isnan(covey_measure_fits(NULL, k, 2) ? space[k] : plane[k]));
    }
}

// ---- Axes in another order ----

static void draw(uint64_t *random, int trial)
{
    agents = (test_agents){.space = covey_space_deep(covey_space_open(), 0)};
    if (trial % 2 == 0)
        agents.space = covey_space_deep(covey_space_torus(10, 7), 4);
    for (int i = 0; i < 150; i++) {
        covey_vec pos = {test_uniform(random, 0, 10), test_uniform(random, 0, 7),
                         test_uniform(random, 0, 4)};
        covey_vec vel = {test_uniform(random, -1, 1), test_uniform(random, -1, 1),
                         test_uniform(random, -1, 1)};
        test_agents_add(&agents, pos, covey_vec_scale(vel, (double)test_below(random, 3)));
    }
}

/// The agents with x called y, y called z, z called x.
static void turn_axes(void)
{
    other = agents;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        int to = (axis + 1) % COVEY_AXES;
        other.space.size[to] = agents.space.size[axis];
        memcpy(other.pos[to], agents.pos[axis], sizeof other.pos[to]);
        memcpy(other.vel[to], agents.vel[axis], sizeof other.vel[to]);
    }
}

static void test_axes_may_be_named_in_any_order(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (int trial = 0; trial < 20; trial++) {
        draw(&random, trial);
        turn_axes();
        double before[COVEY_MAX_MEASURES], after[COVEY_MAX_MEASURES];
        measure(&agents, 0.8, before);
        measure(&other, 0.8, after);
        int first = covey_measure_find("milling_axis_x");
        for (int k = 0; covey_measure_at(k) != NULL; k++) {
            if (!covey_measure_fits(NULL, k, 3))
                continue;
            bool is_axis = k >= first && k < first + COVEY_AXES;
            int as = is_axis ? first + (k - first + 1) % COVEY_AXES : k;
            if (!(fabs(after[as] - before[k]) <= 1e-13 * (1 + fabs(before[k]))))
                fail_msg("trial %d: %s is %.17g, not %.17g", trial, covey_measure_at(k)->name,
                         after[as], before[k]);
        }
    }
}

// ---- Profiles ----

/// Three agents on z at 0, 1, 3 with velocities along z of 2, -1, -1: c0 is 2, and the products of
/// the pairs at the distances 1, 2, 3 are -2, 1, -2.
static void test_correlation_is_over_distance_in_space(void **state)
{
    (void)state;
    static covey_profile found;
    agents = (test_agents){.space = covey_space_deep(covey_space_open(), 0)};
    const double z[] = {0, 1, 3}, vz[] = {2, -1, -1};
    for (int k = 0; k < 3; k++)
        test_agents_add(&agents, (covey_vec){0, 0, z[k]}, (covey_vec){0, 0, vz[k]});
    covey_view view = test_view(&agents);
    covey_measure_def def = covey_measure_def_default();
    def.bin = 1;
    assert_int_equal(covey_profile_take(covey_profile_of(NULL, 0), &view, &def, &found, NULL),
                     COVEY_OK);
    assert_int_equal(found.count, 3);
    const double expected[] = {-1, 0.5, -1};
    for (int k = 0; k < 3; k++) {
        assert_true(found.points[k].x == k + 1.5 && found.points[k].count == 1);
        assert_near(found.points[k].value, expected[k], 1e-15);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_rotating_shell_has_its_axis),
        cmocka_unit_test(test_shells_against_each_other_have_no_axis),
        cmocka_unit_test(test_flight_along_z_is_polarized),
        cmocka_unit_test(test_a_uniform_ball_has_its_radius_of_gyration),
        cmocka_unit_test(test_a_cubic_lattice_has_its_edge),
        cmocka_unit_test(test_uniform_points_have_the_distance_of_hertz),
        cmocka_unit_test(test_a_flat_flock_has_the_bits_of_the_plane),
        cmocka_unit_test(test_axes_may_be_named_in_any_order),
        cmocka_unit_test(test_correlation_is_over_distance_in_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
