// SPDX-License-Identifier: MIT
// Milling of mills, of flight to and fro, of flocks that fly straight.
#include "base/math_trig.h"
#include "support/view.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static test_agents agents;

enum { BIRDS = 100 };

static double milling(void)
{
    covey_view view = test_view(&agents);
    return covey_milling(&view);
}

/// Birds on circles of different radii around (x, y), flying at an angle to the way out.
static void circle(covey_space space, double x, double y, double angle)
{
    agents = (test_agents){.space = space};
    for (int k = 0; k < BIRDS; k++) {
        double at = 2 * COVEY_PI * k / (double)BIRDS, radius = k % 2 ? 3 : 1.5;
        covey_vec pos = {x + radius * covey_cos(at), y + radius * covey_sin(at)};
        covey_vec vel = {covey_cos(at + angle), covey_sin(at + angle)};
        test_agents_add(&agents, pos, covey_vec_scale(vel, 1 + k % 3));
    }
}

static void check_circles(covey_space space, double x, double y)
{
    circle(space, x, y, COVEY_PI / 2);
    assert_true(fabs(milling() - 1) < 1e-13);
    circle(space, x, y, -COVEY_PI / 2);
    assert_true(fabs(milling() - 1) < 1e-13);
    circle(space, x, y, COVEY_PI / 6);
    assert_true(fabs(milling() - 0.5) < 1e-13);
    circle(space, x, y, 0);
    assert_true(milling() < 1e-13);
    circle(space, x, y, COVEY_PI);
    assert_true(milling() < 1e-13);
}

static void test_mills_give_one_and_radial_flight_nothing(void **unused)
{
    (void)unused;
    check_circles(covey_space_open(), 0, 0);
    check_circles(covey_space_open(), -70, 12);
}

static void test_mills_across_the_seams_give_one(void **unused)
{
    (void)unused;
    check_circles(covey_space_torus(10, 9), 5, 4);
    check_circles(covey_space_torus(10, 9), 0.5, 4);
    check_circles(covey_space_torus(10, 9), 9.75, 8.9);
    check_circles(covey_space_torus(10, 9), 0, 0);
}

static void test_two_mills_against_each_other_cancel(void **unused)
{
    (void)unused;
    circle(covey_space_open(), 0, 0, COVEY_PI / 2);
    for (int k = 0; k < BIRDS; k++)
        test_agents_add(&agents, (covey_vec){agents.pos[0][k], agents.pos[1][k]},
                        (covey_vec){-agents.vel[0][k], -agents.vel[1][k]});
    assert_true(milling() == 0);
}

static void test_a_lone_agent_does_not_mill_and_no_agents_are_undefined(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    assert_true(isnan(milling()));
    test_agents_add(&agents, (covey_vec){3, 4}, (covey_vec){1, 1});
    assert_true(milling() == 0);
    test_agents_add(&agents, (covey_vec){3, 4}, (covey_vec){2, 1}); // all at the center
    assert_true(milling() == 0);
    agents = (test_agents){0};
    test_agents_add(&agents, (covey_vec){1, 0}, (covey_vec){0, 1});
    test_agents_add(&agents, (covey_vec){-1, 0}, (covey_vec){(double)NAN, (double)NAN});
    assert_true(milling() == 1); // around the center of both
}

static void test_places_at_the_end_of_doubles_give_a_number(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    test_agents_add(&agents, (covey_vec){DBL_MAX, 0}, (covey_vec){0, 1});
    test_agents_add(&agents, (covey_vec){-DBL_MAX, 0}, (covey_vec){0, -1});
    test_agents_add(&agents, (covey_vec){-DBL_MAX, 0}, (covey_vec){0, -1});
    assert_true(milling() == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mills_give_one_and_radial_flight_nothing),
        cmocka_unit_test(test_mills_across_the_seams_give_one),
        cmocka_unit_test(test_two_mills_against_each_other_cancel),
        cmocka_unit_test(test_a_lone_agent_does_not_mill_and_no_agents_are_undefined),
        cmocka_unit_test(test_places_at_the_end_of_doubles_give_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
