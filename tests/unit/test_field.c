// SPDX-License-Identifier: MIT
// Grids of vectors: two are the same if all their nodes, places and vectors are.
#include "core/field.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void test_equal_grids_have_the_same_nodes_and_vectors(void **unused)
{
    (void)unused;
    const double x[] = {1, 2, 3, 4, 5, 6}, y[] = {6, 5, 4, 3, 2, 1}, copy[] = {1, 2, 3, 4, 5, 6},
                 other[] = {1, 2, 3, 4, 5, 7};
    const covey_field field = {
        .low = {-1, -2, 0}, .cell = {2, 3, 0}, .count = {3, 2, 1}, .value = {x, y}};
    covey_field same = field;
    same.value[0] = copy;
    assert_true(covey_field_equals(&field, &same, 2));
    assert_true(covey_field_hash(1, &field, 2) == covey_field_hash(1, &same, 2));
    for (int k = 0; k < 5; k++) {
        covey_field changed = field;
        if (k == 0)
            changed.value[0] = other;
        if (k == 1)
            changed.value[1] = x;
        if (k == 2)
            changed.low.y = -3;
        if (k == 3)
            changed.cell.x = 4;
        if (k == 4) {
            changed.count[0] = 2;
            changed.count[1] = 3;
        }
        assert_false(covey_field_equals(&field, &changed, 2));
        assert_true(covey_field_hash(1, &field, 2) != covey_field_hash(1, &changed, 2));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_grids_have_the_same_nodes_and_vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
