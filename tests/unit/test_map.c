// SPDX-License-Identifier: MIT
// Maps of neighbors: counted by hand, of places at random, and moved.
#include "base/math_trig.h"
#include "covey/map.h"
#include "support/view.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static test_agents agents;
static covey_map *map;

static void begin(double most, size_t rings)
{
    const covey_allocator plain = {0};
    assert_int_equal(covey_map_create(most, rings, plain, &map, NULL), COVEY_OK);
    assert_int_equal(covey_map_size(map), 0);
}

static void put(void)
{
    covey_view view = test_view(&agents);
    assert_int_equal(covey_map_add(map, &view, NULL), COVEY_OK);
}

/// The bin around a bearing and distance.
static covey_map_point at(double bearing, double distance)
{
    for (size_t k = 0; k < covey_map_size(map); k++) {
        covey_map_point point = covey_map_at(map, k);
        if (fabs(point.bearing - bearing) < COVEY_PI / 36 && fabs(point.distance - distance) < 0.5)
            return point;
    }
    fail_msg("there is no bin at %g, %g", bearing, distance);
    return (covey_map_point){0};
}

static void test_a_pair_is_counted_by_hand(void **unused)
{
    (void)unused;
    begin(4, 4);
    agents = (test_agents){.space = covey_space_torus(10, 10)};
    test_agents_add(&agents, (covey_vec){9.5, 5, 0}, (covey_vec){0, 1, 0});
    test_agents_add(&agents, (covey_vec){2, 5.1, 0}, (covey_vec){-1, 0, 0}); // over the seam
    test_agents_add(&agents, (covey_vec){5.5, 5, 0}, (covey_vec){0, 0, 0});  // rests: sees none
    put();
    put();
    assert_int_equal(covey_map_size(map), 4 * 36);
    double area = COVEY_PI / 36 * (9 - 4);
    covey_map_point right = at(-COVEY_PI / 2 + 0.05, 2.5), ahead = at(0.05, 2.5);
    assert_true(right.count == 2 && fabs(right.density - 2 / (4 * area)) < 1e-14);
    assert_true(ahead.count == 2);
    assert_true(at(COVEY_PI - 0.05, 3.5).count == 2); // the resting one is behind the second
    uint64_t all = 0;
    for (size_t k = 0; k < covey_map_size(map); k++)
        all += covey_map_at(map, k).count;
    assert_int_equal(all, 6);
    covey_map_destroy(map);
}

/// Places at random are as dense in each bin as in the whole, within 6 errors of a count.
static void test_random_places_are_as_dense_everywhere(void **unused)
{
    (void)unused;
    uint64_t random = 8;
    for (int deep = 0; deep < 2; deep++) {
        covey_space space = covey_space_torus(10, 10);
        begin(3, 3);
        for (int frame = 0; frame < 20; frame++) {
            agents = (test_agents){.space = deep ? covey_space_deep(space, 10) : space};
            for (int k = 0; k < 200; k++)
                test_agents_add(
                    &agents,
                    (covey_vec){test_uniform(&random, 0, 10), test_uniform(&random, 0, 10),
                                test_uniform(&random, 0, 10)},
                    (covey_vec){test_uniform(&random, -1, 1), test_uniform(&random, -1, 1),
                                deep ? test_uniform(&random, -1, 1) : 0});
            put();
        }
        assert_int_equal(covey_map_size(map), deep ? 54 : 108);
        for (size_t k = 0; k < covey_map_size(map); k++) {
            covey_map_point point = covey_map_at(map, k);
            double whole = 199.0 / (deep ? 1000 : 100), expected = whole / point.density;
            assert_true(point.count > 0);
            double error = 6 / sqrt((double)point.count * expected);
            assert_true(fabs(point.density / whole - 1) < error);
        }
        covey_map_destroy(map);
    }
}

/// Turned flocks have the same map: bearings are from each agent's own flight.
static void test_turns_shifts_and_order_change_nothing(void **unused)
{
    (void)unused;
    uint64_t random = 5;
    uint64_t kept[5 * 36];
    agents = (test_agents){.space = covey_space_torus(16, 16)};
    for (int k = 0; k < 80; k++) { // off the edges of bins by 1/64 at least in most cases
        double turn = test_uniform(&random, -COVEY_PI, COVEY_PI);
        test_agents_add(&agents,
                        (covey_vec){test_uniform(&random, 0, 16), test_uniform(&random, 0, 16), 0},
                        (covey_vec){cos(turn), sin(turn), 0});
    }
    begin(5, 5);
    put();
    for (size_t k = 0; k < 5 * 36; k++)
        kept[k] = covey_map_at(map, k).count;
    covey_map_destroy(map);
    test_agents_shuffle(&agents, &random);
    for (size_t i = 0; i < agents.count; i++) {
        double x = agents.pos[0][i], y = agents.pos[1][i], vx = agents.vel[0][i];
        agents.pos[0][i] = fmod(y + 7.5, 16);
        agents.pos[1][i] = fmod(32 - x, 16);
        agents.vel[0][i] = agents.vel[1][i];
        agents.vel[1][i] = -vx;
    }
    begin(5, 5);
    put();
    for (size_t k = 0; k < 5 * 36; k++)
        assert_int_equal(covey_map_at(map, k).count, kept[k]);
    covey_map_destroy(map);
}

static void test_mistakes_of_callers_are_told(void **unused)
{
    (void)unused;
    const covey_allocator plain = {0};
    covey_view view;
    assert_int_equal(covey_map_create(1, 1, plain, NULL, NULL), COVEY_ARG);
    assert_int_equal(covey_map_create(0, 1, plain, &map, NULL), COVEY_ARG);
    assert_int_equal(covey_map_create((double)NAN, 1, plain, &map, NULL), COVEY_ARG);
    assert_int_equal(covey_map_create(1, 0, plain, &map, NULL), COVEY_ARG);
    assert_int_equal(covey_map_create(1, COVEY_MAX_POINTS + 1, plain, &map, NULL), COVEY_ARG);
    assert_null(map);
    begin(6, 3);
    agents = (test_agents){.space = covey_space_torus(20, 11)};
    view = test_view(&agents);
    assert_int_equal(covey_map_add(map, &view, NULL), COVEY_INPUT); // beyond half of 11
    agents.space = covey_space_torus(20, 12);
    put();
    agents.space = covey_space_torus(20, 13);
    view = test_view(&agents);
    assert_int_equal(covey_map_add(map, &view, NULL), COVEY_INPUT);
    assert_int_equal(covey_map_add(NULL, &view, NULL), COVEY_ARG);
    assert_int_equal(covey_map_add(map, NULL, NULL), COVEY_ARG);
    assert_true(isnan(covey_map_at(map, 0).density)); // no agent has flown
    assert_true(covey_map_size(NULL) == 0 && covey_map_at(NULL, 0).count == 0);
    assert_true(covey_map_at(map, covey_map_size(map)).distance == 0);
    covey_map_destroy(map);
    covey_map_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_pair_is_counted_by_hand),
        cmocka_unit_test(test_random_places_are_as_dense_everywhere),
        cmocka_unit_test(test_turns_shifts_and_order_change_nothing),
        cmocka_unit_test(test_mistakes_of_callers_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
