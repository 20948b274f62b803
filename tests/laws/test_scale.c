// SPDX-License-Identifier: MIT
// Flocks that would ruin a naive grid: their cost is bounded by counting distances computed and
// bytes held, not by the clock.
// COVEY_TEST_AGENTS: number of agents.
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MANY = 300000, BYTES_PER_AGENT = 256 };

static size_t agents_now(void)
{
    return test_amount("COVEY_TEST_AGENTS", MANY);
}

static void settings_of(double radius, covey_setting settings[4])
{
    settings[0] = (covey_setting){"r_c", radius};
    settings[1] = (covey_setting){"r_s", radius};
    settings[2] = (covey_setting){"r_a", radius};
    settings[3] = (covey_setting){"K_a", 0.0};
}

/// Two steps of these agents hold few bytes and compute at most `candidates` distances for each.
static void check(covey_space space, const test_flock *agents, double radius, double candidates)
{
    covey_setting settings[4];
    settings_of(radius, settings);
    covey_world *world = test_world_of(space, agents, settings, 4);
    test_world_steps(world, 2, 0.0);
    covey_stats stats = covey_world_stats(world);
    assert_true(stats.agent_bytes <= BYTES_PER_AGENT * agents->count);
    double each = (double)stats.candidates / (double)stats.agent_steps;
    if (!(each <= candidates))
        fail_msg("%g candidates an agent", each);
    covey_world_destroy(world);
}

// About 3 neighbors in a circle of r = 1; a group of four looks at 3 rows of at most 4.25 widths.
static const double usual_candidates = 20;

static void test_an_outlier_at_1e300_costs_nothing(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    size_t count = agents_now();
    test_flock agents = test_flock_create(TEST_OUTLIER, count, 1.0, sqrt((double)count), &random);
    check(covey_space_open(), &agents, 1.0, usual_candidates);
    test_flock_destroy(&agents);
}

static void test_outliers_on_every_scale_cost_nothing(void **unused)
{
    (void)unused;
    uint64_t random = 2;
    size_t count = agents_now();
    test_flock agents = test_flock_create(TEST_UNIFORM, count, 1.0, sqrt((double)count), &random);
    for (size_t id = 0; id < count; id += 1000)
        for (int axis = 0; axis < COVEY_PLANE; axis++)
            agents.pos[axis][id] *= ldexp(1.0, (int)test_below(&random, 1000));
    check(covey_space_open(), &agents, 1.0, usual_candidates);
    test_flock_destroy(&agents);
}

static void test_a_tiny_radius_in_a_huge_domain_meets_no_agent(void **unused)
{
    (void)unused;
    uint64_t random = 3;
    test_flock agents = test_flock_create(TEST_UNIFORM, agents_now(), 1.0, 1e15, &random);
    check(covey_space_open(), &agents, 1e-6, 2.0);
    check(covey_space_torus(1e15, 1e15), &agents, 1e-6, 2.0);
    test_flock_destroy(&agents);
}

static void test_a_crowd_on_one_point_is_looked_at_once_a_task(void **unused)
{
    (void)unused;
    uint64_t random = 4;
    test_flock agents = test_flock_create(TEST_UNIFORM, agents_now(), 1.0, 0.0, &random);
    check(covey_space_open(), &agents, 1.0, 256);
    test_flock_destroy(&agents);
}

static void test_a_line_at_the_radius_costs_its_neighbors(void **unused)
{
    (void)unused;
    uint64_t random = 5;
    test_flock agents = test_flock_create(TEST_LINE, agents_now(), 1.0, 1.0, &random);
    check(covey_space_open(), &agents, 1.0, 8.0);
    for (size_t id = 0; id < agents.count; id++) { // the same along the other axis
        agents.pos[1][id] = agents.pos[0][id];
        agents.pos[0][id] = 0.5;
    }
    check(covey_space_open(), &agents, 1.0, 8.0);
    for (size_t id = 0; id < agents.count; id++) // and across both
        agents.pos[0][id] = agents.pos[1][id];
    check(covey_space_open(), &agents, 1.5, 8.0);
    test_flock_destroy(&agents);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_outlier_at_1e300_costs_nothing),
        cmocka_unit_test(test_outliers_on_every_scale_cost_nothing),
        cmocka_unit_test(test_a_tiny_radius_in_a_huge_domain_meets_no_agent),
        cmocka_unit_test(test_a_crowd_on_one_point_is_looked_at_once_a_task),
        cmocka_unit_test(test_a_line_at_the_radius_costs_its_neighbors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
