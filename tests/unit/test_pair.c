// SPDX-License-Identifier: MIT
// The radial distribution function against closed forms: the pairs of a lattice, counted by hand;
// 1 for random places; the same after a shift across the seam.
#include "base/math_trig.h"
#include "support/view.h"
#include "support/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static test_agents agents;
static covey_profile found;

static void take(double bin)
{
    test_profile(&agents, "pair_distribution", 1, bin, &found);
}

static void add(double x, double y, double z)
{
    test_agents_add(&agents, (covey_vec){x, y, z}, (covey_vec){1, 0, 0});
}

// A square lattice of 8 x 8, one apart, on a torus of 8: each agent has 4 others at 1, 4 at sqrt 2,
// 4 at 2, 8 at sqrt 5, 4 at sqrt 8, 4 at 3, 8 at sqrt 10 and 8 at sqrt 13. Bins of 0.5 up to 4.
static void test_a_lattice_has_the_pairs_counted_by_hand(void **state)
{
    (void)state;
    static const uint64_t others[8] = {0, 0, 8, 0, 12, 4, 12, 8};
    agents = (test_agents){.space = covey_space_torus(8, 8)};
    for (int k = 0; k < 64; k++)
        add(k % 8 + 0.25, k / 8 + 0.25, 0);
    take(0.5);
    assert_int_equal(found.count, 8);
    for (size_t k = 0; k < 8; k++) {
        double low = 0.5 * (double)k, high = low + 0.5;
        double ring = COVEY_PI * (high * high - low * low);
        double expected = (double)others[k] * 64.0 / 63.0 / ring; // density of others: 63 / 64
        assert_true(found.points[k].x == low + 0.25);
        assert_int_equal(found.points[k].count, 32 * others[k]);
        assert_true(fabs(found.points[k].value - expected) < 1e-12);
    }
}

// Two agents in a space of 4 x 6 x 5 at the distance 1.5: one pair of one.
static void test_shells_are_those_of_spheres_in_three_dimensions(void **state)
{
    (void)state;
    agents = (test_agents){.space = covey_space_deep(covey_space_torus(4, 6), 5)};
    add(3.9, 1, 1);
    add(1.4, 1, 1); // 1.5 across the seam
    take(1);
    assert_int_equal(found.count, 2);
    assert_true(found.points[0].value == 0 && found.points[0].count == 0);
    assert_int_equal(found.points[1].count, 1);
    assert_true(fabs(found.points[1].value - 120 / (4.0 / 3.0 * COVEY_PI * (8 - 1))) < 1e-12);
}

// Places anywhere: g = 1 within 4 standard deviations of the number of pairs, and the same numbers
// after a shift across the seam (distances round, so pairs near a rim may change bins: none does).
static void test_random_places_have_one_and_a_shift_changes_nothing(void **state)
{
    (void)state;
    uint64_t random = 5;
    agents = (test_agents){.space = covey_space_torus(32, 16)};
    for (int k = 0; k < 250; k++) // on a lattice of 2^-10, on which shifts are exact
        add(floor(test_uniform(&random, 0, 32) * 1024) / 1024,
            floor(test_uniform(&random, 0, 16) * 1024) / 1024, 0);
    take(1);
    covey_profile before = found;
    assert_int_equal(found.count, 8);
    for (size_t k = 0; k < found.count; k++) {
        double expected = (double)found.points[k].count / found.points[k].value;
        assert_true(fabs(found.points[k].value - 1) < 4 / sqrt(expected));
    }
    for (size_t k = 0; k < agents.count; k++) {
        agents.pos[0][k] = fmod(agents.pos[0][k] + 13, 32);
        agents.pos[1][k] = fmod(agents.pos[1][k] + 9, 16);
    }
    take(1);
    assert_memory_equal(&before, &found, sizeof found);
}

static void test_the_open_plane_has_no_density(void **state)
{
    (void)state;
    agents = (test_agents){0};
    add(0, 0, 0);
    add(1, 0, 0);
    take(0.5);
    assert_int_equal(found.count, 0);
    agents = (test_agents){.space = covey_space_torus(8, 8)};
    add(0, 0, 0);
    take(0.5);
    assert_int_equal(found.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_lattice_has_the_pairs_counted_by_hand),
        cmocka_unit_test(test_shells_are_those_of_spheres_in_three_dimensions),
        cmocka_unit_test(test_random_places_have_one_and_a_shift_changes_nothing),
        cmocka_unit_test(test_the_open_plane_has_no_density),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
