// SPDX-License-Identifier: MIT
// Clusters that touch, nearly touch, and lie across seams.
#include "support/view.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static test_agents agents;

static void add(double x, double y, double vx, double vy)
{
    test_agents_add(&agents, (covey_vec){x, y}, (covey_vec){vx, vy});
}

static void check(double link, double clusters, double largest)
{
    assert_true(test_measure(&agents, "clusters", link) == clusters);
    assert_true(test_measure(&agents, "cluster_largest", link) == largest);
}

static void test_groups_at_the_distance_are_one_and_beyond_two(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    for (int k = 0; k < 50; k++)
        add(k, 0, 1, 0);
    for (int k = 0; k < 30; k++)
        add(52 + k, 4, 1, 0);
    double link = hypot(3, 4);
    check(link, 1, 1);
    check(nextafter(link, 0), 2, 50.0 / 80);
    check(1, 2, 50.0 / 80);
    check(nextafter(1, 0), 80, 1.0 / 80);
}

static void test_clusters_join_across_seams_and_corners(void **unused)
{
    (void)unused;
    agents = (test_agents){.space = covey_space_torus(10, 8)};
    add(9.75, 4, 1, 0);
    add(0.25, 4, 1, 0);
    add(5, 7.75, 1, 0);
    add(5, 0.25, 1, 0);
    add(9.75, 7.75, 1, 0);
    add(0.25, 0.25, 1, 0);
    check(0.5, 4, 2.0 / 6);
    check(0.75, 3, 2.0 / 6);
    agents.space = covey_space_open();
    check(0.75, 6, 1.0 / 6);
}

static void test_polarization_inside_clusters_is_weighted_by_size(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    for (int k = 0; k < 3; k++)
        add(0, k, 2, 0); // 1
    for (int k = 0; k < 3; k++)
        add(20, k, 0, -0.5); // 1, another way
    for (int k = 0; k < 4; k++)
        add(40, k, 0, k % 2 ? 1 : -1); // 0
    add(60, 0, 1, 0);                  // alone: does not count
    assert_true(test_measure(&agents, "cluster_polarization", 1) == 0.6);
    assert_true(test_measure(&agents, "polarization", 1) < 0.5);
    assert_true(isnan(test_measure(&agents, "cluster_polarization", 0.5)));
}

static void test_no_agents_have_no_clusters(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    assert_true(test_measure(&agents, "clusters", 1) == 0);
    assert_true(isnan(test_measure(&agents, "cluster_largest", 1)));
    assert_true(isnan(test_measure(&agents, "cluster_polarization", 1)));
    add(7, 7, 1, 0);
    check(1, 1, 1);
    assert_true(isnan(test_measure(&agents, "cluster_polarization", 1)));
}

static void test_unknown_velocities_join_clusters_and_count_in_no_polarization(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    add(0, 0, 1, 0);
    add(1, 0, (double)NAN, (double)NAN); // between agents of known velocity
    add(2, 0, 1, 0);
    add(9, 0, (double)NAN, (double)NAN);
    add(10, 0, (double)NAN, (double)NAN);
    check(1, 2, 3.0 / 5);
    assert_true(test_measure(&agents, "cluster_polarization", 1) == 1);
}

static void test_link_zero_joins_the_coincident(void **unused)
{
    (void)unused;
    agents = (test_agents){.space = covey_space_torus(10, 10)};
    add(1, 1, 1, 0);
    add(1, 1, 1, 0);
    add(1, 1.0000000001, 1, 0);
    check(0, 2, 2.0 / 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_groups_at_the_distance_are_one_and_beyond_two),
        cmocka_unit_test(test_clusters_join_across_seams_and_corners),
        cmocka_unit_test(test_polarization_inside_clusters_is_weighted_by_size),
        cmocka_unit_test(test_no_agents_have_no_clusters),
        cmocka_unit_test(test_unknown_velocities_join_clusters_and_count_in_no_polarization),
        cmocka_unit_test(test_link_zero_joins_the_coincident),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
