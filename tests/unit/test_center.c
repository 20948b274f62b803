// SPDX-License-Identifier: MIT
// The center of mass: the mean in the open plane, the circular mean on a torus.
#include "support/view.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static test_agents agents;

static covey_vec center(void)
{
    covey_view view = test_view(&agents);
    return covey_center(&view);
}

static void add(double x, double y)
{
    test_agents_add(&agents, (covey_vec){x, y}, (covey_vec){0, 0});
}

static void assert_near(covey_vec a, double x, double y)
{
    if (!(fabs(a.x - x) < 1e-13 && fabs(a.y - y) < 1e-13))
        fail_msg("(%g, %g) is not (%g, %g)", a.x, a.y, x, y);
}

static void test_center_of_no_agents_is_the_origin(void **unused)
{
    (void)unused;
    agents = (test_agents){.space = covey_space_torus(4, 4)};
    assert_true(center().x == 0 && center().y == 0);
}

static void test_center_in_the_plane_is_the_exact_mean(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    add(1e300, 1);
    add(-1e300, 2);
    add(6, 6);
    assert_true(center().x == 2 && center().y == 3);
    agents = (test_agents){0};
    add(DBL_MAX, -DBL_MAX);
    add(DBL_MAX, -DBL_MAX);
    assert_true(center().x == DBL_MAX && center().y == -DBL_MAX);
}

static void test_center_on_a_torus_lies_across_the_seam(void **unused)
{
    (void)unused;
    agents = (test_agents){.space = covey_space_torus(10, 20)};
    add(9, 19);
    add(2, 2);
    assert_near(center(), 0.5, 0.5);
    add(9.5, 0);
    add(1.5, 1);
    assert_near(center(), 0.5, 0.5);
    agents.pos[0][0] = 8; // off its partner now
    assert_true(center().x < 0.5 && center().x > 0.1);
}

static void test_center_is_inside_the_torus(void **unused)
{
    (void)unused;
    agents = (test_agents){.space = covey_space_torus(10, 20)};
    add(9, 19);
    assert_near(center(), 9, 19);
    add(0.8, 0.8);
    assert_near(center(), 9.9, 19.9);
}

static void test_axis_without_a_center_gives_its_middle(void **unused)
{
    (void)unused;
    agents = (test_agents){.space = covey_space_torus(8, 3)};
    for (int k = 0; k < 1000; k++)
        add(0.3 + k * 0.008, 1);
    assert_true(center().x == 4);
    assert_near(center(), 4, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_center_of_no_agents_is_the_origin),
        cmocka_unit_test(test_center_in_the_plane_is_the_exact_mean),
        cmocka_unit_test(test_center_on_a_torus_lies_across_the_seam),
        cmocka_unit_test(test_center_is_inside_the_torus),
        cmocka_unit_test(test_axis_without_a_center_gives_its_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
