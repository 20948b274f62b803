// SPDX-License-Identifier: MIT
// Polarization of flocks whose headings are known.
#include "support/view.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static test_agents agents;

static double polarization(void)
{
    covey_view view = test_view(&agents);
    return covey_polarization(&view);
}

static void test_polarization_of_no_agents_is_undefined(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    assert_true(isnan(polarization()));
}

static void test_agents_of_unknown_velocity_do_not_count(void **unused)
{
    (void)unused;
    covey_vec unknown = {(double)NAN, (double)NAN};
    agents = (test_agents){0};
    test_agents_add(&agents, (covey_vec){0, 0}, unknown);
    assert_true(isnan(polarization()));
    test_agents_add(&agents, (covey_vec){0, 0}, (covey_vec){0, 5});
    assert_true(polarization() == 1.0);
}

static void test_one_heading_is_one_whatever_the_speeds(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    const double speeds[] = {1, 0x1p-1060, 1e300, 7, 0.1};
    for (int k = 0; k < 5; k++) {
        test_agents_add(&agents, (covey_vec){k, 0}, (covey_vec){3 * speeds[k], 4 * speeds[k]});
        assert_true(polarization() > 1 - 1e-15 && polarization() <= 1);
    }
}

static void test_opposite_headings_cancel(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    test_agents_add(&agents, (covey_vec){0, 0}, (covey_vec){0.3, 0.7});
    test_agents_add(&agents, (covey_vec){0, 0}, (covey_vec){-0.3, -0.7});
    assert_true(polarization() == 0.0);
}

static void test_agents_at_rest_count_as_no_direction(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    test_agents_add(&agents, (covey_vec){0, 0}, (covey_vec){5, 0});
    test_agents_add(&agents, (covey_vec){0, 0}, (covey_vec){0, 5});
    test_agents_add(&agents, (covey_vec){0, 0}, (covey_vec){5, 0});
    test_agents_add(&agents, (covey_vec){0, 0}, (covey_vec){0, 0});
    assert_true(fabs(polarization() - sqrt(5) / 4) < 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_polarization_of_no_agents_is_undefined),
        cmocka_unit_test(test_agents_of_unknown_velocity_do_not_count),
        cmocka_unit_test(test_one_heading_is_one_whatever_the_speeds),
        cmocka_unit_test(test_opposite_headings_cancel),
        cmocka_unit_test(test_agents_at_rest_count_as_no_direction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
