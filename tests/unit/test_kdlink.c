// SPDX-License-Identifier: MIT
// Groups against the closure of all pairs, on many kinds of flocks and at exact distances.
#include "base/kdtree.h"
#include "support/view.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { TRIALS = 800 };

static test_agents agents;
static uint32_t group[TEST_VIEW_MOST], expected[TEST_VIEW_MOST], work[TEST_VIEW_MOST + 1];

static double distance_of(size_t i, size_t j)
{
    covey_vec a = {agents.pos[0][i], agents.pos[1][i]}, b = {agents.pos[0][j], agents.pos[1][j]};
    return covey_vec_length(covey_space_offset(&agents.space, a, b));
}

static size_t link_all(double radius)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_kdtree tree;
    covey_view view = test_view(&agents);
    covey_kdtree_source source = {.count = view.count, .pos = view.pos, .id = view.id};
    for (int axis = 0; axis < COVEY_PLANE && view.space.kind == COVEY_SPACE_TORUS; axis++)
        source.size[axis] = view.space.size[axis];
    assert_int_equal(covey_kdtree_init(&tree, &memory, view.count), COVEY_OK);
    covey_kdtree_build(&tree, &source);
    assert_true(covey_kdlink_room(view.count) <= TEST_VIEW_MOST + 1);
    assert_true(covey_kdlink_room(view.count) >= ((size_t)2 << tree.depth) - 1);
    size_t groups = covey_kdlink_groups(&tree, radius, group, work);
    covey_kdtree_free(&tree, &memory);
    return groups;
}

/// Labels by spreading the lowest index until nothing changes.
static void spread(double radius)
{
    for (uint32_t i = 0; i < agents.count; i++)
        expected[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < agents.count; i++)
            for (size_t j = 0; j < agents.count; j++)
                if (expected[j] < expected[i] && distance_of(i, j) <= radius) {
                    expected[i] = expected[j];
                    changed = true;
                }
    }
}

static void test_groups_are_those_of_all_pairs(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    const double radii[] = {0, 1e-3, 0.1, 0.3, 0.5, 1, 1, 3, 6, 1e308};
    for (int trial = 0; trial < TRIALS; trial++) {
        test_agents_draw(&agents, trial, &random);
        double radius = radii[test_below(&random, 10)];
        if (trial % 3 == 0 && agents.count > 0)
            radius = distance_of(0, test_below(&random, agents.count));
        radius = radius < 1e308 ? radius : 1e308;
        size_t groups = link_all(radius), roots = 0;
        spread(radius);
        for (size_t i = 0; i < agents.count; i++) {
            roots += expected[i] == i;
            assert_true(group[i] < groups);
            assert_int_equal(group[i], group[expected[i]]);
        }
        assert_int_equal(groups, roots); // as many and nowhere split: the same
    }
}

static void test_many_in_one_place_are_one_group(void **unused)
{
    (void)unused;
    agents = (test_agents){.space = covey_space_open()};
    for (int k = 0; k < TEST_VIEW_MOST; k++)
        test_agents_add(&agents, (covey_vec){k % 2 ? 5 : -5, 3}, (covey_vec){0, 0});
    assert_int_equal(link_all(0), 2);
    assert_int_equal(link_all(10), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_groups_are_those_of_all_pairs),
        cmocka_unit_test(test_many_in_one_place_are_one_group),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
