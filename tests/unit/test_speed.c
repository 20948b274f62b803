// SPDX-License-Identifier: MIT
// Mean speed and its coefficient of variation.
#include "support/view.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static test_agents agents;

static void add(double vx, double vy)
{
    test_agents_add(&agents, (covey_vec){0, 0}, (covey_vec){vx, vy});
}

static void test_known_speeds(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    add(3, 4);
    add(-5, 0);
    assert_true(test_measure(&agents, "speed_mean", 1) == 5);
    assert_true(test_measure(&agents, "speed_cv", 1) == 0);
    add(0, 15);
    add(0, -15);
    assert_true(test_measure(&agents, "speed_mean", 1) == 10);
    assert_true(test_measure(&agents, "speed_cv", 1) == 0.5);
}

static void test_rest_has_no_variation_and_no_agents_no_speed(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    assert_true(isnan(test_measure(&agents, "speed_mean", 1)));
    for (int k = 0; k < 3; k++) {
        assert_true(isnan(test_measure(&agents, "speed_cv", 1)));
        add(0, 0);
        assert_true(test_measure(&agents, "speed_mean", 1) == 0);
    }
}

static void test_unknown_velocities_are_no_speeds(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    add((double)NAN, (double)NAN);
    assert_true(isnan(test_measure(&agents, "speed_mean", 1)));
    add(3, 4);
    assert_true(test_measure(&agents, "speed_mean", 1) == 5);
    assert_true(test_measure(&agents, "speed_cv", 1) == 0);
}

static void test_speeds_beyond_doubles_count_as_the_largest(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    add(DBL_MAX, DBL_MAX);
    add(0, 0);
    assert_true(test_measure(&agents, "speed_mean", 1) == DBL_MAX / 2);
    assert_true(test_measure(&agents, "speed_cv", 1) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_speeds),
        cmocka_unit_test(test_rest_has_no_variation_and_no_agents_no_speed),
        cmocka_unit_test(test_unknown_velocities_are_no_speeds),
        cmocka_unit_test(test_speeds_beyond_doubles_count_as_the_largest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
