// SPDX-License-Identifier: MIT
// Extent around the center of mass, in the plane and across seams.
#include "support/view.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static test_agents agents;

static void add(double x, double y)
{
    test_agents_add(&agents, (covey_vec){x, y}, (covey_vec){0, 0});
}

static double rms(void)
{
    return test_measure(&agents, "extent_rms", 1);
}

static double most(void)
{
    return test_measure(&agents, "extent_max", 1);
}

static void test_known_extent(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    assert_true(isnan(rms()) && isnan(most()));
    add(10, 10);
    assert_true(rms() == 0 && most() == 0);
    add(16, 18);
    assert_true(rms() == 5 && most() == 5);
    add(13, 14);
    add(13, 14);
    assert_true(fabs(rms() - sqrt(12.5)) < 1e-15 && most() == 5);
}

static void test_extent_goes_across_the_seam(void **unused)
{
    (void)unused;
    agents = (test_agents){.space = covey_space_torus(100, 100)};
    add(97, 96);
    add(3, 4);
    assert_true(fabs(rms() - 5) < 1e-12 && fabs(most() - 5) < 1e-12);
}

static void test_huge_extent_is_a_number(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    add(DBL_MAX, DBL_MAX);
    add(-DBL_MAX, -DBL_MAX);
    assert_true(rms() == DBL_MAX && most() == DBL_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_extent),
        cmocka_unit_test(test_extent_goes_across_the_seam),
        cmocka_unit_test(test_huge_extent_is_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
