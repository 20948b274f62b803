// SPDX-License-Identifier: MIT
// Laws of all measures: their list, their independence of order, their failures.
#include "support/heap.h"
#include "support/view.h"
#include "support/world.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
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
            if (!isfinite(expected[k]) && covey_measure_at(k)->undefined == NULL &&
                covey_measure_fits(NULL, k, covey_space_dim(&view.space)))
                fail_msg("trial %d: %s is %g", trial, covey_measure_at(k)->name, expected[k]);
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

// ---- Measures of one's own ----

static covey_status count_agents(covey_measure_work *work, double *values)
{
    values[0] = (double)work->view->count;
    values[2] = work->def->link; // values[1] stays undefined
    return COVEY_OK;
}

static covey_status put_two(covey_measure_work *work, covey_profile *profile)
{
    profile->points[0] = (covey_profile_point){work->def->bin, 1, 7};
    profile->points[1] = (covey_profile_point){2 * work->def->bin, 0.5, 8};
    profile->count = 2;
    return COVEY_OK;
}

static const covey_measure own_columns[] = {
    {.name = "agents"}, {.name = "none"}, {.name = "link"}, {0}};
static const covey_measure own_axis[] = {{.name = "two"}, {0}};
static const covey_measure_group own_numbers = {"own", own_columns, count_agents, NULL},
                                 own_profile = {"two", own_axis, NULL, put_two};

static void test_measures_of_ones_own_are_numbered_behind_the_librarys(void **unused)
{
    (void)unused;
    const covey_measure_group *const own[] = {&own_profile, &own_numbers, NULL};
    uint64_t random = 4;
    test_agents_draw(&agents, 1, &random);
    covey_view view = test_view(&agents);
    covey_measure_def def = covey_measure_def_default();
    double values[COVEY_MAX_MEASURES], library[COVEY_MAX_MEASURES];
    int count = 0;
    while (covey_measure_at(count) != NULL)
        count++;
    assert_int_equal(covey_measure_all(&view, &def, library, NULL), COVEY_OK);
    def.custom = own;
    assert_int_equal(covey_measure_all(&view, &def, values, NULL), COVEY_OK);
    assert_memory_equal(values, library, (size_t)count * sizeof *values);
    for (int k = 0; k < 3; k++)
        assert_ptr_equal(covey_measure_of(&def, count + k), &own_columns[k]);
    assert_null(covey_measure_of(&def, count + 3));
    assert_true(values[count] == (double)view.count && isnan(values[count + 1]) &&
                values[count + 2] == 1.0);
    int profiles = 0;
    while (covey_profile_of(&def, profiles) != NULL)
        profiles++;
    assert_ptr_equal(covey_profile_of(&def, profiles - 1), &own_profile);
    assert_null(covey_profile_of(NULL, profiles - 1));
}

static void test_bins_are_a_quarter_of_the_link_unless_given(void **unused)
{
    (void)unused;
    covey_view view = test_view(&agents);
    covey_measure_def def = covey_measure_def_default();
    static covey_profile found;
    def.link = 6;
    assert_int_equal(covey_profile_take(&own_profile, &view, &def, &found, NULL), COVEY_OK);
    assert_true(found.count == 2 && found.points[0].x == 1.5);
    def.bin = 4;
    assert_int_equal(covey_profile_take(&own_profile, &view, &def, &found, NULL), COVEY_OK);
    assert_true(found.count == 2 && found.points[1].x == 8);
    def.bin = -1;
    assert_int_equal(covey_profile_take(&own_profile, &view, &def, &found, NULL), COVEY_ARG);
    assert_int_equal(found.count, 0);
}

/// Says that it has more points than there is room for, and puts none.
static covey_status claim_many(covey_measure_work *work, covey_profile *profile)
{
    (void)work;
    profile->count = COVEY_MAX_POINTS + 1;
    return COVEY_OK;
}

static void test_a_profile_of_more_points_than_there_is_room_for_is_refused(void **unused)
{
    (void)unused;
    static const covey_measure_group many = {"many", own_axis, NULL, claim_many};
    const covey_view view = test_view(&agents);
    const covey_measure_def def = covey_measure_def_default();
    static covey_profile found;
    covey_error error = {0};
    assert_int_equal(covey_profile_take(&many, &view, &def, &found, &error), COVEY_ARG);
    assert_string_equal(error.message, "the profile many has 1001 points, more than 1000");
    assert_int_equal(found.count, 0);
}

static void test_columns_have_names_of_their_own_that_a_table_can_have(void **unused)
{
    (void)unused;
    static const char *const bad[] = {"",     "a,b", "a\nb",    "A",   "a b",          "\"",
                                      "step", "t",   "entries", "set", "polarization", "twice"};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        const covey_measure columns[] = {{.name = "twice"}, {.name = bad[k]}, {0}};
        const covey_measure_group group = {"own", columns, count_agents, NULL};
        const covey_measure_group *const own[] = {&group, NULL};
        covey_measure_def def = covey_measure_def_default();
        covey_error error = {0};
        def.custom = own;
        assert_int_equal(covey_measure_check(&def, &error), COVEY_ARG);
        assert_non_null(strstr(error.message, "of your group own has"));
    }
    const covey_measure axes[][2] = {{{.name = "correlation"}, {0}}, {{.name = "step"}, {0}}};
    for (int k = 0; k < 2; k++) { // profiles stand in rows, and have the library's beside them
        const covey_measure_group group = {"own", axes[k], NULL, put_two};
        const covey_measure_group *const own[] = {&group, NULL};
        covey_measure_def def = covey_measure_def_default();
        def.custom = own;
        assert_int_equal(covey_measure_check(&def, NULL), k == 0 ? COVEY_ARG : COVEY_OK);
    }
}

static void test_more_measures_than_there_is_room_for_are_refused(void **unused)
{
    (void)unused;
    char names[COVEY_MAX_MEASURES][16];
    covey_measure columns[COVEY_MAX_MEASURES + 2] = {0};
    const covey_measure_group group = {"own", columns, count_agents, NULL};
    const covey_measure_group *const own[] = {&group, NULL};
    covey_measure_def def = covey_measure_def_default();
    def.custom = own;
    int count = 0;
    while (covey_measure_at(count) != NULL)
        count++;
    for (int k = 0; count + k <= COVEY_MAX_MEASURES; k++) {
        if (k > 0)
            assert_int_equal(covey_measure_check(&def, NULL), COVEY_OK);
        (void)snprintf(names[k], sizeof names[k], "own_%d", k);
        columns[k].name = names[k];
    }
    assert_int_equal(covey_measure_check(&def, NULL), COVEY_ARG);
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
        cmocka_unit_test(test_measures_of_ones_own_are_numbered_behind_the_librarys),
        cmocka_unit_test(test_bins_are_a_quarter_of_the_link_unless_given),
        cmocka_unit_test(test_a_profile_of_more_points_than_there_is_room_for_is_refused),
        cmocka_unit_test(test_columns_have_names_of_their_own_that_a_table_can_have),
        cmocka_unit_test(test_more_measures_than_there_is_room_for_are_refused),
        cmocka_unit_test(test_without_memory_nothing_is_written_and_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
