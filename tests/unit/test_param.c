// SPDX-License-Identifier: MIT
// Parameter tables: values that are set are in range, refused values change nothing.
#include "covey/param.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

typedef struct bird {
    double wings, weight, kind;
} bird;

static const char *const kinds[] = {"wren", "rook", "swan", NULL};

static const covey_param table[] = {
    COVEY_PARAM(bird, wings, 2, 0, 4, "", "How many."),
    COVEY_PARAM(bird, weight, 0.5, -DBL_MAX, DBL_MAX, "kg", "In air."),
    COVEY_PARAM_CHOICE(bird, kind, 1, 3, kinds, "Which."),
    {0},
};

static const bird initial = {2, 0.5, 1};

static void test_init_writes_the_initial_values(void **unused)
{
    (void)unused;
    bird values = {9, 9, 9};
    covey_param_init(table, &values);
    assert_memory_equal(&values, &initial, sizeof values);
}

static void test_find_knows_the_rows_and_no_others(void **unused)
{
    (void)unused;
    assert_ptr_equal(covey_param_find(table, "wings"), &table[0]);
    assert_ptr_equal(covey_param_find(table, "kind"), &table[2]);
    assert_null(covey_param_find(table, "Wings"));
    assert_null(covey_param_find(table, "wing"));
    assert_null(covey_param_find(table, ""));
    assert_null(covey_param_find(table, NULL));
}

static void test_set_changes_one_value(void **unused)
{
    (void)unused;
    bird values = initial;
    covey_setting setting = {"weight", -1e300};
    assert_int_equal(covey_param_set(table, &values, &setting, NULL), COVEY_OK);
    assert_true(values.wings == 2 && values.weight == -1e300 && values.kind == 1);
    assert_true(covey_param_value(&table[1], &values) == -1e300);
}

static void test_set_takes_both_ends_of_the_range(void **unused)
{
    (void)unused;
    const covey_setting settings[] = {
        {"wings", 0}, {"wings", 4}, {"weight", DBL_MAX}, {"kind", 0}, {"kind", 2}};
    bird values = initial;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        assert_int_equal(covey_param_set(table, &values, &settings[i], NULL), COVEY_OK);
}

static void test_set_refuses_and_says_why(void **unused)
{
    (void)unused;
    const struct {
        covey_setting setting;
        const char *message;
    } cases[] = {
        {{"beak", 1}, "there is no parameter called beak"},
        {{NULL, 1}, "there is no parameter called (NULL)"},
        {{"wings", 5}, "wings = 5 is outside [0, 4]"},
        {{"wings", -0.25}, "wings = -0.25 is outside [0, 4]"},
        {{"wings", (double)INFINITY}, "wings = inf is outside [0, 4]"},
        {{"kind", 3}, "kind = 3 is outside [0, 2]"},
        {{"kind", 0.5}, "kind = 0.5 is not a whole number"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bird values = initial;
        covey_error error;
        assert_int_equal(covey_param_set(table, &values, &cases[i].setting, &error), COVEY_ARG);
        assert_int_equal(error.status, COVEY_ARG);
        assert_string_equal(error.message, cases[i].message);
        assert_memory_equal(&values, &initial, sizeof values);
    }
}

static void test_set_refuses_nan(void **unused)
{
    (void)unused;
    const char *const names[] = {"wings", "weight", "kind"};
    for (size_t i = 0; i < 3; i++) {
        bird values = initial;
        covey_setting setting = {names[i], (double)NAN};
        assert_int_equal(covey_param_set(table, &values, &setting, NULL), COVEY_ARG);
        assert_memory_equal(&values, &initial, sizeof values);
    }
}

static void test_choices_are_found_by_name(void **unused)
{
    (void)unused;
    assert_int_equal(covey_param_choice(&table[2], "wren"), 0);
    assert_int_equal(covey_param_choice(&table[2], "swan"), 2);
    assert_int_equal(covey_param_choice(&table[2], "goose"), -1);
    assert_int_equal(covey_param_choice(&table[0], "wren"), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_init_writes_the_initial_values),
        cmocka_unit_test(test_find_knows_the_rows_and_no_others),
        cmocka_unit_test(test_set_changes_one_value),
        cmocka_unit_test(test_set_takes_both_ends_of_the_range),
        cmocka_unit_test(test_set_refuses_and_says_why),
        cmocka_unit_test(test_set_refuses_nan),
        cmocka_unit_test(test_choices_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
