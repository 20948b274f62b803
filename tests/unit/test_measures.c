// SPDX-License-Identifier: MIT
// What holds for all measures: their list, their independence of order, their failures.
#include "support/heap.h"
#include "support/view.h"
#include "support/world.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static test_agents agents;

static void test_the_list_is_complete_and_names_are_distinct(void **unused)
{
    (void)unused;
    int count = 0;
    for (const covey_measure *row; (row = covey_measure_at(count)) != NULL; count++) {
        assert_int_equal(covey_measure_find(row->name), count);
        for (const char *c = row->name; *c != 0; c++)
            assert_true(islower((unsigned char)*c) || *c == '_');
        assert_true(strlen(row->title) > 0 && row->title[strlen(row->title) - 1] == '.');
        assert_true(row->unit != NULL && strlen(row->source) > 0);
    }
    assert_true(count >= 12 && count < COVEY_MAX_MEASURES);
    assert_null(covey_measure_at(-1));
    assert_null(covey_measure_at(count + 1));
    assert_int_equal(covey_measure_find("beauty"), -1);
    assert_int_equal(covey_measure_find(NULL), -1);
}

/// Without clusters of two there is no polarization in them, at rest no variation of speeds.
static bool is_undefined_here(const covey_view *view, double link, int k)
{
    const char *name = covey_measure_at(k)->name;
    bool at_rest = test_measure(&agents, "speed_mean", link) == 0;
    bool apart = test_measure(&agents, "clusters", link) == (double)view->count;
    return (at_rest && strcmp(name, "speed_cv") == 0) ||
           (apart && strcmp(name, "cluster_polarization") == 0);
}

static void test_order_of_agents_changes_no_bit(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    for (int trial = 0; trial < 600; trial++) {
        test_agents_draw(&agents, trial, &random);
        covey_view view = test_view(&agents);
        covey_measure_def def = covey_measure_def_default();
        def.link = test_uniform(&random, 0, 2);
        double expected[COVEY_MAX_MEASURES] = {0}, found[COVEY_MAX_MEASURES] = {0};
        assert_int_equal(covey_measure_all(&view, &def, expected, NULL), COVEY_OK);
        for (int again = 0; again < 3; again++) {
            test_agents_shuffle(&agents, &random);
            assert_int_equal(covey_measure_all(&view, &def, found, NULL), COVEY_OK);
            assert_memory_equal(found, expected, sizeof found);
        }
        double named[] = {covey_polarization(&view), covey_milling(&view)};
        assert_memory_equal(&expected[covey_measure_find("polarization")], &named[0],
                            sizeof *named);
        assert_memory_equal(&expected[covey_measure_find("milling")], &named[1], sizeof *named);
        for (int k = 0; covey_measure_at(k) != NULL && view.count > 1; k++)
            assert_true(isfinite(expected[k]) || is_undefined_here(&view, def.link, k));
    }
}

static void test_only_wanted_values_are_written(void **unused)
{
    (void)unused;
    uint64_t random = 2;
    test_agents_draw(&agents, 1, &random);
    covey_view view = test_view(&agents);
    covey_measure_def def = covey_measure_def_default();
    double all[COVEY_MAX_MEASURES] = {0};
    assert_int_equal(covey_measure_all(&view, &def, all, NULL), COVEY_OK);
    for (int wanted = 0; covey_measure_at(wanted) != NULL; wanted++) {
        double values[COVEY_MAX_MEASURES];
        for (int k = 0; k < COVEY_MAX_MEASURES; k++)
            values[k] = -7;
        def.wanted = UINT64_C(1) << wanted;
        assert_int_equal(covey_measure_all(&view, &def, values, NULL), COVEY_OK);
        for (int k = 0; k < COVEY_MAX_MEASURES; k++)
            assert_true(values[k] == (k == wanted ? all[k] : -7) ||
                        (k == wanted && isnan(all[k]) && isnan(values[k])));
    }
}

static void test_a_link_that_is_no_distance_is_refused(void **unused)
{
    (void)unused;
    agents = (test_agents){0};
    covey_view view = test_view(&agents);
    const double links[] = {-1, -1e-300, HUGE_VAL, (double)NAN};
    for (int k = 0; k < 4; k++) {
        covey_measure_def def = covey_measure_def_default();
        def.link = links[k];
        double values[COVEY_MAX_MEASURES] = {5};
        covey_error error;
        assert_int_equal(covey_measure_all(&view, &def, values, &error), COVEY_ARG);
        assert_int_equal(error.status, COVEY_ARG);
        assert_true(values[0] == 5);
    }
}

// ---- Memory ----

static covey_status measure(test_heap *memory)
{
    covey_view view = test_view(&agents);
    covey_measure_def def = covey_measure_def_default();
    def.allocator = test_heap_allocator(memory);
    double values[COVEY_MAX_MEASURES] = {-7};
    covey_error error = {0};
    covey_status status = covey_measure_all(&view, &def, values, &error);
    assert_int_equal(error.status, status);
    assert_int_equal(values[0] == -7, status != COVEY_OK);
    return status;
}

static void test_without_memory_nothing_is_written_and_nothing_leaks(void **unused)
{
    (void)unused;
    uint64_t random = 3;
    test_agents_draw(&agents, 1, &random);
    assert_true(agents.count > 1);
    assert_true(test_heap_fail_everywhere(measure) >= 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_list_is_complete_and_names_are_distinct),
        cmocka_unit_test(test_order_of_agents_changes_no_bit),
        cmocka_unit_test(test_only_wanted_values_are_written),
        cmocka_unit_test(test_a_link_that_is_no_distance_is_refused),
        cmocka_unit_test(test_without_memory_nothing_is_written_and_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
