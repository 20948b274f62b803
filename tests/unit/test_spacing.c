// SPDX-License-Identifier: MIT
// Distances to the nearest neighbor on lattices, across seams and against a scan.
#include "support/view.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static test_agents agents;

static double mean(void)
{
    return test_measure(&agents, "nearest_mean", 1);
}

static double least(void)
{
    return test_measure(&agents, "nearest_min", 1);
}

static double spread(void)
{
    return test_measure(&agents, "nearest_sd", 1);
}

static void add(double x, double y)
{
    test_agents_add(&agents, (covey_vec){x, y}, (covey_vec){0, 0});
}

static void test_square_lattice(void **unused)
{
    (void)unused;
    for (int torus = 0; torus < 2; torus++) {
        agents = (test_agents){.space = torus ? covey_space_torus(15, 10) : covey_space_open()};
        for (int k = 0; k < 600; k++)
            add(0.5 * (k % 30), 0.5 * (k / 30));
        assert_true(mean() == 0.5 && least() == 0.5 && spread() == 0);
    }
}

static void test_hexagonal_lattice(void **unused)
{
    (void)unused;
    double row = sqrt(0.75);
    agents = (test_agents){.space = covey_space_torus(20, 20 * row)};
    for (int k = 0; k < 400; k++)
        add(k % 20 + 0.5 * (k / 20 % 2), k / 20 * row);
    assert_true(fabs(mean() - 1) < 1e-14 && fabs(least() - 1) < 1e-14 && spread() < 1e-14);
}

static void test_nearest_is_across_the_seam_and_the_corner(void **unused)
{
    (void)unused;
    agents = (test_agents){.space = covey_space_torus(16, 16)};
    add(15.5, 8);
    add(0.5, 8);
    assert_true(mean() == 1);
    add(0.5, 0.5);
    add(13.5, 12.5);
    assert_true(least() == 1 && mean() == (1 + 1 + 5 + hypot(2, 4.5)) / 4);
}

static void test_known_spread(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    add(0, 0);
    add(1, 0);
    add(100, 0);
    add(103, 0);
    assert_true(mean() == 2 && least() == 1 && spread() == 1);
}

static void test_without_a_neighbor_there_is_no_distance(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    assert_true(isnan(mean()) && isnan(least()) && isnan(spread()));
    add(1, 1);
    assert_true(isnan(mean()) && isnan(least()) && isnan(spread()));
    add(1, 1);
    assert_true(mean() == 0 && least() == 0 && spread() == 0);
    add(1, 4);
    assert_true(mean() == 1 && least() == 0);
}

static void test_outliers_give_numbers(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    add(DBL_MAX, DBL_MAX);
    add(-DBL_MAX, -DBL_MAX);
    assert_true(mean() == DBL_MAX && spread() == 0);
    add(-DBL_MAX, -DBL_MAX);
    assert_true(least() == 0 && mean() == DBL_MAX / 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_square_lattice),
        cmocka_unit_test(test_hexagonal_lattice),
        cmocka_unit_test(test_nearest_is_across_the_seam_and_the_corner),
        cmocka_unit_test(test_known_spread),
        cmocka_unit_test(test_without_a_neighbor_there_is_no_distance),
        cmocka_unit_test(test_outliers_give_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
