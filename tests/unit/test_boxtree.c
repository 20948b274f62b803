// SPDX-License-Identifier: MIT
// A tree of boxes finds what a look at every box finds, in ascending order, after moves too.
#include "base/boxtree.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static covey_boxtree_box random_box(uint64_t *random, double extent)
{
    covey_boxtree_box box;
    for (int axis = 0; axis < COVEY_BOX_AXES; axis++) {
        box.low[axis] = test_uniform(random, -50, 50);
        box.high[axis] = box.low[axis] + test_uniform(random, 0, extent);
    }
    return test_below(random, 20) == 0 ? covey_box_empty() : box;
}

/// Searches again from the last item found, as often as there are more.
static void assert_finds(const covey_boxtree *tree, const covey_boxtree_box *box)
{
    covey_finds found;
    size_t next = 0;
    do {
        covey_finds_begin(&found, next);
        covey_boxtree_find(tree, box, &found);
        covey_boxtree_find(tree, box, &found); // as through an image on a torus
        covey_finds_end(&found);
        for (size_t k = 0; k < found.count; k++, next++) {
            while (next < found.item[k])
                assert_false(covey_box_meets(&tree->box[next++], box));
            assert_true(next == found.item[k] && covey_box_meets(&tree->box[next], box));
        }
        if (found.more)
            while (next <= found.last)
                assert_false(covey_box_meets(&tree->box[next++], box));
    } while (found.more);
    for (; next < tree->count; next++)
        assert_false(covey_box_meets(&tree->box[next], box));
}

static void test_a_search_finds_all_in_order(void **unused)
{
    (void)unused;
    const size_t counts[] = {0, 1, 4, 5, 100, 3000};
    uint64_t random = 1;
    for (size_t trial = 0; trial < sizeof counts / sizeof *counts; trial++) {
        covey_memory memory = covey_memory_init((covey_allocator){0});
        covey_boxtree tree = {0};
        size_t count = counts[trial];
        assert_true(covey_boxtree_reserve(&memory, count + 1, &tree));
        for (size_t k = 0; k < count; k++)
            tree.box[k] = random_box(&random, 9);
        covey_boxtree_build(count, &tree);
        for (int k = 0; k < 200; k++) {
            covey_boxtree_box box = random_box(&random, k % 10 == 0 ? 100 : 20);
            assert_finds(&tree, &box);
            if (count == 0)
                continue;
            covey_boxtree_box moved = random_box(&random, 30);
            covey_boxtree_move(&tree, test_below(&random, count), &moved);
            if (k % 50 == 49)
                covey_boxtree_fit(&tree);
        }
        covey_boxtree_destroy(&memory, &tree);
        assert_int_equal(memory.bytes, 0);
    }
}

static void test_a_fitted_tree_has_the_nodes_of_its_boxes(void **unused)
{
    (void)unused;
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_boxtree tree = {0};
    assert_true(covey_boxtree_reserve(&memory, 9, &tree));
    for (size_t k = 0; k < 9; k++)
        tree.box[k] = (covey_boxtree_box){{(double)k, 0, 0}, {(double)k, 0, 0}};
    covey_boxtree_build(9, &tree);
    const covey_boxtree_box far = {{99, 0, 0}, {99, 0, 0}}, near = {{5, 0, 0}, {5, 0, 0}};
    covey_boxtree_move(&tree, 5, &far);
    covey_boxtree_move(&tree, 5, &near);
    assert_true(tree.node[1].high[0] == 99.0);
    covey_boxtree_fit(&tree);
    assert_true(tree.node[1].low[0] == 0.0 && tree.node[1].high[0] == 8.0);
    covey_boxtree_destroy(&memory, &tree);
}

static void test_boxes_that_are_no_numbers_or_endless_are_kept_apart(void **unused)
{
    (void)unused;
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_boxtree tree = {0};
    assert_true(covey_boxtree_reserve(&memory, 9, &tree));
    for (size_t k = 0; k < 9; k++) {
        double x = k == 3 ? (double)NAN : (double)k, far = k == 5 ? HUGE_VAL : 0.0;
        tree.box[k] = (covey_boxtree_box){{x - far, 0, 0}, {x + far, 0, 0}};
    }
    covey_boxtree_build(9, &tree);
    const covey_boxtree_box at = {{7, 0, 0}, {7, 0, 0}};
    covey_finds found;
    covey_finds_begin(&found, 0);
    covey_boxtree_find(&tree, &at, &found);
    covey_finds_end(&found);
    assert_int_equal(found.count, 2);
    assert_int_equal(found.item[0], 5);
    assert_int_equal(found.item[1], 7);
    covey_boxtree_destroy(&memory, &tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_search_finds_all_in_order),
        cmocka_unit_test(test_a_fitted_tree_has_the_nodes_of_its_boxes),
        cmocka_unit_test(test_boxes_that_are_no_numbers_or_endless_are_kept_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
