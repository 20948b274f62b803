// SPDX-License-Identifier: MIT
// The tree against a scan over all points, bit for bit, on many kinds of flocks.
#include "base/kdtree.h"
#include "support/view.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TRIALS = 600 };

static covey_memory memory;
static covey_kdtree tree;
static test_agents agents;
static covey_kdtree_hit expected[TEST_VIEW_MOST], found[TEST_VIEW_MOST];

static void build(void)
{
    covey_view view = test_view(&agents);
    covey_kdtree_source source = {.count = view.count, .pos = view.pos, .id = view.id};
    for (int axis = 0; axis < covey_space_dim(&view.space) && view.space.kind == COVEY_SPACE_TORUS;
         axis++)
        source.size[axis] = view.space.size[axis];
    assert_true(tree.capacity >= view.count);
    covey_kdtree_build(&tree, &source);
}

/// Agents of many kinds, a third of them in three dimensions.
static void draw(int trial, uint64_t *random)
{
    test_agents_draw(&agents, trial, random);
    if (trial % 3 != 0)
        return;
    agents.space = covey_space_deep(agents.space, 5);
    for (size_t i = 0; i < agents.count; i++)
        agents.pos[2][i] = trial % 2 ? test_uniform(random, 0, 5) : (double)test_below(random, 5);
}

static int create(void **unused)
{
    (void)unused;
    memory = covey_memory_init((covey_allocator){0});
    return covey_kdtree_init(&tree, &memory, TEST_VIEW_MOST) == COVEY_OK ? 0 : -1;
}

static int destroy(void **unused)
{
    (void)unused;
    covey_kdtree_free(&tree, &memory);
    return memory.bytes == 0 ? 0 : -1;
}

static int compare(const void *a, const void *b)
{
    const covey_kdtree_hit *first = a, *second = b;
    if (first->distance != second->distance)
        return first->distance < second->distance ? -1 : 1;
    return first->id < second->id ? -1 : first->id > second->id;
}

/// All points but `skip` by (distance, id).
static size_t scan(covey_vec p, uint32_t skip)
{
    size_t count = 0;
    for (uint32_t i = 0; i < agents.count; i++) {
        covey_vec place = {agents.pos[0][i], agents.pos[1][i], agents.pos[2][i]};
        double distance = covey_vec_length(covey_space_offset(&agents.space, p, place));
        if (i != skip)
            expected[count++] = (covey_kdtree_hit){distance, agents.id[i], i};
    }
    qsort(expected, count, sizeof *expected, compare);
    return count;
}

static covey_vec place_of(size_t i)
{
    return (covey_vec){agents.pos[0][i], agents.pos[1][i], agents.pos[2][i]};
}

static void check_nearest(covey_vec p, uint32_t skip, size_t limit)
{
    size_t count = scan(p, skip);
    count = count < limit ? count : limit;
    assert_int_equal(covey_kdtree_nearest(&tree, p, skip, limit, found), count);
    for (size_t k = 0; k < count; k++)
        if (memcmp(&found[k], &expected[k], sizeof found[k]) != 0)
            fail_msg("hit %zu is %u at %a, not %u at %a", k, found[k].id, found[k].distance,
                     expected[k].id, expected[k].distance);
}

static void test_nearest_are_those_of_a_scan(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    for (int trial = 0; trial < TRIALS; trial++) {
        draw(trial, &random);
        build();
        for (int query = 0; query < 20; query++) {
            covey_vec p = {test_uniform(&random, 0, 10), test_uniform(&random, 0, 7)};
            if (covey_space_dim(&agents.space) == COVEY_AXES)
                p.z = test_uniform(&random, 0, 5);
            size_t limit = test_below(&random, 12);
            check_nearest(p, COVEY_KDTREE_NONE, limit);
            if (agents.count == 0)
                continue;
            uint32_t i = (uint32_t)test_below(&random, agents.count);
            check_nearest(place_of(i), i, limit);
        }
        check_nearest((covey_vec){0, 0}, COVEY_KDTREE_NONE, agents.count);
    }
}

static void test_within_are_those_of_a_scan(void **unused)
{
    (void)unused;
    uint64_t random = 2;
    const double radii[] = {0, 0.5, 1, 2, 3.6, 5, 100, 1e300};
    for (int trial = 0; trial < TRIALS; trial++) {
        draw(trial, &random);
        build();
        for (size_t query = 0; query < 20 && agents.count > 0; query++) {
            covey_vec p = place_of(test_below(&random, agents.count));
            size_t count = scan(p, COVEY_KDTREE_NONE);
            // Often exactly the distance of an agent.
            double radius = query % 2 ? radii[test_below(&random, 8)]
                                      : expected[test_below(&random, count)].distance;
            while (count > 0 && expected[count - 1].distance > radius)
                count--;
            covey_kdtree_query all = {p, COVEY_KDTREE_NONE, TEST_VIEW_MOST, radius, NULL, NULL};
            uint64_t candidates = 0;
            assert_int_equal(covey_kdtree_find(&tree, &all, found, &candidates), count);
            assert_true(candidates >= count);
            assert_memory_equal(found, expected, count * sizeof *found);
        }
    }
}

static void test_gap_and_reach_hold_every_distance(void **unused)
{
    (void)unused;
    uint64_t random = 3;
    for (int trial = 0; trial < TRIALS; trial++) {
        draw(trial, &random);
        build();
        size_t leaves = (size_t)1 << tree.depth;
        covey_kdtree_node a = {tree.depth, test_below(&random, leaves)};
        covey_kdtree_node b = {tree.depth, test_below(&random, leaves)};
        const covey_kdtree_box *boxes = tree.boxes;
        const covey_kdtree_box *at_a = &boxes[covey_kdtree_box_of(a)];
        const covey_kdtree_box *at_b = &boxes[covey_kdtree_box_of(b)];
        double gap = covey_kdtree_gap(&tree, at_a, at_b);
        double reach = covey_kdtree_reach(&tree, at_a, at_b);
        for (size_t i = covey_kdtree_begin(&tree, a); i < covey_kdtree_end(&tree, a); i++)
            for (size_t j = covey_kdtree_begin(&tree, b); j < covey_kdtree_end(&tree, b); j++) {
                double distance =
                    covey_kdtree_distance(&tree, tree.points[i].pos, tree.points[j].pos);
                assert_true(distance >= gap && distance <= reach);
            }
    }
}

static void test_a_crowd_at_one_place_gives_the_lowest_ids(void **unused)
{
    (void)unused;
    uint64_t random = 4;
    agents = (test_agents){.space = covey_space_torus(10, 10)};
    for (int k = 0; k < TEST_VIEW_MOST; k++)
        test_agents_add(&agents, (covey_vec){9, 9}, (covey_vec){0, 0});
    test_agents_shuffle(&agents, &random);
    build();
    assert_int_equal(covey_kdtree_nearest(&tree, (covey_vec){1, 1}, COVEY_KDTREE_NONE, 7, found),
                     7);
    for (uint32_t k = 0; k < 7; k++)
        assert_true(found[k].id == k && agents.id[found[k].index] == k);
}

static void test_too_many_points_are_refused(void **unused)
{
    (void)unused;
    covey_kdtree none;
    covey_memory little = covey_memory_init((covey_allocator){0});
    assert_int_equal(covey_kdtree_init(&none, &little, UINT32_MAX), COVEY_MEMORY);
    assert_int_equal(covey_kdtree_init(&none, &little, SIZE_MAX), COVEY_MEMORY);
    covey_kdtree_free(&none, &little);
    assert_int_equal(little.bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nearest_are_those_of_a_scan),
        cmocka_unit_test(test_within_are_those_of_a_scan),
        cmocka_unit_test(test_gap_and_reach_hold_every_distance),
        cmocka_unit_test(test_a_crowd_at_one_place_gives_the_lowest_ids),
        cmocka_unit_test(test_too_many_points_are_refused),
    };
    return cmocka_run_group_tests(tests, create, destroy);
}
