// SPDX-License-Identifier: MIT
// Forces, places in a group and its motion, counted by hand, by velocities and by body axes; and
// the mistakes of callers.
#include "base/math_trig.h"
#include "covey/forces.h"
#include "support/view.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const covey_allocator plain;
static covey_forces *forces;
static test_agents before, now, agents;

/// The bin around a bearing and distance, of bins of 1.
static covey_force at(double bearing, double distance)
{
    for (size_t k = 0; k < covey_forces_size(forces); k++) {
        covey_force bin = covey_forces_at(forces, k);
        if (fabs(bin.bearing - bearing) < COVEY_PI / 36 && fabs(bin.distance - distance) < 0.5)
            return bin;
    }
    fail_msg("there is no bin at %g, %g", bearing, distance);
    return (covey_force){0};
}

/// Agent 0 flies up, speeds up by 0.5 and turns right by 0.25 a T, and sees agent 1 at its left.
static void two_agents(void)
{
    before = now = (test_agents){.count = 0};
    test_agents_add(&before, (covey_vec){0, 0, 0}, (covey_vec){0, 1, 0});
    test_agents_add(&before, (covey_vec){-2.5, 0.1, 0}, (covey_vec){0, 0, 0}); // rests: sees none
    test_agents_add(&now, (covey_vec){0, 2, 0}, (covey_vec){0.5, 2, 0});
    test_agents_add(&now, (covey_vec){-2.5, 0.1, 0}, (covey_vec){1, 0, 0});
}

static void test_a_pair_is_counted_by_hand(void **unused)
{
    (void)unused;
    two_agents();
    covey_view a = test_view(&before), b = test_view(&now);
    assert_int_equal(covey_forces_create(4, 4, plain, &forces, NULL), COVEY_OK);
    assert_int_equal(covey_forces_add(forces, &a, &b, 2, NULL), COVEY_OK);
    covey_force left = at(COVEY_PI / 2, 2.5);
    assert_true(left.speeding == 0.5 && left.turning == -0.25 && left.count == 1);
    uint64_t all = 0;
    for (size_t k = 0; k < covey_forces_size(forces); k++) {
        covey_force bin = covey_forces_at(forces, k);
        all += bin.count;
        assert_true((bin.count == 0) == isnan(bin.speeding));
    }
    assert_int_equal(all, 1);
    covey_forces_destroy(forces);
}

/// The same agents whose bodies point down: what was left is right, and what was ahead is behind;
/// and the one at rest sees the other at its left, ahead.
static void test_axes_turn_the_frame(void **unused)
{
    (void)unused;
    const double x[] = {0, 1}, y[] = {-1, 0};
    two_agents();
    covey_view a = test_view(&before), b = test_view(&now);
    a.heading[0] = b.heading[0] = x;
    a.heading[1] = b.heading[1] = y;
    assert_int_equal(covey_forces_create(4, 4, plain, &forces, NULL), COVEY_OK);
    assert_int_equal(covey_forces_add(forces, &a, &b, 2, NULL), COVEY_OK);
    covey_force right = at(-COVEY_PI / 2, 2.5), ahead = at(-0.04, 2.5);
    assert_true(right.speeding == -0.5 && right.turning == 0.25 && right.count == 1);
    assert_true(ahead.speeding == 0.5 && ahead.turning == 0 && ahead.count == 1);
    covey_forces_destroy(forces);
    covey_agent_place places[2];
    assert_int_equal(covey_measure_places(&a, places, NULL), COVEY_OK);
    // the mean heading is to the right and down; agent 0 is to the right of the center
    assert_true(places[0].front > 0.8 && places[0].left > 0.8 && places[1].front < -0.8);
    a.heading[0] = NULL;
    assert_int_equal(covey_measure_places(&a, places, NULL), COVEY_OK);
    assert_true(fabs(places[0].front + 0.05) < 1e-15 && places[0].left == -1.25);
    assert_true(fabs(covey_polarization(&b) - sqrt(0.5)) < 1e-15);
}

static void test_groups_move_as_those_that_stay(void **unused)
{
    (void)unused;
    two_agents();
    test_agents_add(&now, (covey_vec){5, 5, 0}, (covey_vec){9, 9, 0}); // comes, and turns nothing
    covey_view a = test_view(&before), b = test_view(&now);
    covey_group_motion found;
    assert_int_equal(covey_measure_group_motion(&a, &b, 2, &found, NULL), COVEY_OK);
    assert_true(fabs(found.vel.x - 3.5) < 1e-15 && fabs(found.vel.y - 11.0 / 3.0) < 1e-14);
    // from (0, 0.5) to (0.75, 1)
    assert_true(fabs(found.acceleration - sqrt(0.5625 + 0.25) / 2) < 1e-15);
    assert_true(fabs(found.turning_rate + atan(0.75) / 2) < 1e-15);
    assert_int_equal(covey_measure_group_motion(NULL, &b, 0, &found, NULL), COVEY_OK);
    assert_true(isnan(found.acceleration) && isnan(found.turning_rate) && found.speed > 5);
}

static void test_mistakes_of_callers_are_told(void **unused)
{
    (void)unused;
    covey_group_motion motion;
    two_agents();
    agents = before;
    covey_view view = test_view(&agents), deep = view;
    deep.space = covey_space_deep(covey_space_open(), 0);
    forces = NULL;
    assert_int_equal(covey_forces_create(1, 1, plain, NULL, NULL), COVEY_ARG);
    assert_int_equal(covey_forces_create(0, 1, plain, &forces, NULL), COVEY_ARG);
    assert_int_equal(covey_forces_create(1, 0, plain, &forces, NULL), COVEY_ARG);
    assert_int_equal(covey_forces_create(1, COVEY_MAX_POINTS + 1, plain, &forces, NULL), COVEY_ARG);
    assert_null(forces);
    assert_int_equal(covey_forces_create(1, 2, plain, &forces, NULL), COVEY_OK);
    assert_int_equal(covey_forces_add(NULL, &view, &view, 1, NULL), COVEY_ARG);
    assert_int_equal(covey_forces_add(forces, NULL, &view, 1, NULL), COVEY_ARG);
    assert_int_equal(covey_forces_add(forces, &view, NULL, 1, NULL), COVEY_ARG);
    assert_int_equal(covey_forces_add(forces, &view, &view, 0, NULL), COVEY_ARG);
    assert_int_equal(covey_forces_add(forces, &view, &deep, 1, NULL), COVEY_INPUT);
    assert_true(covey_forces_size(forces) == 72 && covey_forces_at(forces, 72).distance == 0);
    assert_true(covey_forces_size(NULL) == 0 && covey_forces_at(NULL, 0).count == 0);
    covey_forces_destroy(forces);
    covey_forces_destroy(NULL);
    assert_int_equal(covey_measure_places(NULL, NULL, NULL), COVEY_ARG);
    assert_int_equal(covey_measure_places(&view, NULL, NULL), COVEY_ARG);
    assert_int_equal(covey_measure_group_motion(&view, NULL, 1, &motion, NULL), COVEY_ARG);
    assert_int_equal(covey_measure_group_motion(&view, &view, 1, NULL, NULL), COVEY_ARG);
    assert_int_equal(covey_measure_group_motion(&view, &view, 0, &motion, NULL), COVEY_ARG);
    agents.id[1] = agents.id[0];
    assert_int_equal(covey_measure_group_motion(NULL, &view, 1, &motion, NULL), COVEY_ARG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_pair_is_counted_by_hand),
        cmocka_unit_test(test_axes_turn_the_frame),
        cmocka_unit_test(test_groups_move_as_those_that_stay),
        cmocka_unit_test(test_mistakes_of_callers_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
