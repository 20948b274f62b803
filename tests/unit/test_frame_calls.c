// SPDX-License-Identifier: MIT
// Handles of flocks, ids of parameters and places of influences do what the calls by numbers, names
// and points do.
#include "covey/handles.h"
#include "covey/query.h"
#include "covey/schedule.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SIDE 30.0

static covey_world *make(covey_space space)
{
    covey_world_def def = covey_world_def_default();
    def.space = space;
    return test_world_create(&def);
}

static int add_flock(covey_world *world, const char *name, const char *model)
{
    covey_flock_def def = covey_flock_def_default();
    def.name = name;
    def.model = model;
    def.count = 20;
    return test_world_add(world, &def);
}

static int add_influence(covey_world *world, const char *kind, size_t count, const double *x,
                         const double *y)
{
    covey_influence_def def = covey_influence_def_default();
    int handle;
    def.kind = kind;
    def.points[0] = x;
    def.points[1] = y;
    def.points_count = count;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_OK);
    return handle;
}

static void test_handles_of_flocks_never_shift(void **unused)
{
    (void)unused;
    covey_world *world = make(covey_space_torus(SIDE, SIDE));
    int a = covey_world_flock_handle(world, add_flock(world, "a", "reynolds"));
    int b = covey_world_flock_handle(world, add_flock(world, "b", "reynolds"));
    int c = covey_world_flock_handle(world, add_flock(world, "c", "reynolds"));
    size_t size = covey_world_snapshot_size(world);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(covey_world_save(world, bytes, size), COVEY_OK);
    assert_int_equal(covey_world_drop(world, covey_world_flock_of(world, a), NULL), COVEY_OK);
    assert_int_equal(covey_world_flock_of(world, a), -1);
    assert_string_equal(covey_world_name(world, covey_world_flock_of(world, b)), "b");
    assert_string_equal(covey_world_name(world, covey_world_flock_of(world, c)), "c");
    int d = covey_world_flock_handle(world, add_flock(world, "d", "reynolds"));
    assert_true(d != a && d != b && d != c && d >= 0);
    assert_int_equal(covey_world_flock_handle(world, 9), -1);
    assert_int_equal(covey_world_restore(world, bytes, size, NULL), COVEY_OK);
    assert_string_equal(covey_world_name(world, covey_world_flock_of(world, a)), "a");
    assert_int_equal(covey_world_flock_of(world, d), -1);
    covey_world_destroy(world);
    free(bytes);
}

/// Sets every parameter of a table by its id in one world and by its name in the other.
static void expect_same(covey_world *one, covey_world *other, const covey_param *table)
{
    for (const covey_param *row = table; row != NULL && row->name != NULL; row++) {
        double value = row->whole ? row->initial : 0.75 * row->initial;
        int id = covey_world_param_id(one, 0, row->name);
        assert_true(id >= 0);
        covey_error first = {.message = ""}, second = {.message = ""};
        covey_status status = covey_world_set(other, 0, row->name, value, &second);
        assert_int_equal(covey_world_set_by_id(one, 0, id, value, &first), status);
        assert_string_equal(first.message, second.message);
        double is = covey_world_param_by_id(one, 0, id);
        assert_true(is == covey_world_param(other, 0, row->name));
        assert_true(is == covey_world_param(one, 0, row->name));
        assert_int_equal(covey_world_set_by_id(one, 0, id, (double)NAN, NULL), COVEY_ARG);
    }
}

static void test_parameters_are_set_by_ids_as_by_names(void **unused)
{
    (void)unused;
    for (int k = 0; covey_model_at(k) != NULL; k++) {
        covey_world *one = make(covey_space_torus(SIDE, SIDE));
        covey_world *other = make(covey_space_torus(SIDE, SIDE));
        add_flock(one, "a", covey_model_at(k)->name);
        add_flock(other, "a", covey_model_at(k)->name);
        expect_same(one, other, covey_model_at(k)->params);
        expect_same(one, other, covey_world_motion(one, 0)->params);
        assert_int_equal(covey_world_param_id(one, 0, "no such"), -1);
        assert_int_equal(covey_world_set_by_id(one, 0, -1, 1, NULL), COVEY_ARG);
        assert_int_equal(covey_world_set_by_id(one, 0, 1000, 1, NULL), COVEY_ARG);
        covey_zone zones[2][COVEY_MAX_ZONES] = {{{0}}};
        int count = covey_world_zones(one, 0, zones[0]);
        assert_int_equal(covey_world_zones(other, 0, zones[1]), count);
        for (int z = 0; z < count; z++)
            assert_true(zones[0][z].radius == zones[1][z].radius &&
                        zones[0][z].blind_cos == zones[1][z].blind_cos);
        covey_world_destroy(one);
        covey_world_destroy(other);
    }
}

static void test_a_trait_set_by_its_id_is_one_number(void **unused)
{
    (void)unused;
    covey_world *world = make(covey_space_torus(SIDE, SIDE));
    add_flock(world, "a", "reynolds");
    const covey_trait trait = {"cohesion", covey_distribution_uniform(1, 2), NULL};
    assert_int_equal(covey_world_trait_add(world, 0, &trait, NULL), COVEY_OK);
    int id = covey_world_param_id(world, 0, "cohesion");
    assert_int_equal(covey_world_set_by_id(world, 0, id, 5, NULL), COVEY_OK);
    for (int i = 0; i < 20; i++)
        assert_true(covey_world_trait(world, 0, 0).values[i] == 5);
    covey_world_destroy(world);
}

static void test_parameters_of_influences_have_ids(void **unused)
{
    (void)unused;
    covey_world *world = make(covey_space_torus(SIDE, SIDE));
    int wind = add_influence(world, "wind", 0, NULL, NULL);
    for (const covey_param *row = covey_influence_find("wind")->params; row->name != NULL; row++) {
        int id = covey_world_influence_param_id(world, wind, row->name);
        double value = row->low + 0.25 * (row->high - row->low);
        assert_int_equal(covey_world_influence_set_by_id(world, wind, id, value, NULL), COVEY_OK);
        assert_true(covey_world_influence_param(world, wind, row->name) == value);
    }
    assert_int_equal(covey_world_influence_set_by_id(world, wind, 99, 0, NULL), COVEY_ARG);
    assert_int_equal(covey_world_influence_set_by_id(world, wind, -1, 0, NULL), COVEY_ARG);
    assert_int_equal(covey_world_influence_set_by_id(world, 7, 0, 0, NULL), COVEY_ARG);
    covey_world_destroy(world);
}

static void test_an_influence_is_brought_to_a_place(void **unused)
{
    (void)unused;
    covey_world *world = make(covey_space_torus(SIDE, SIDE));
    const double x[] = {10, 12, 11}, y[] = {10, 10, 13};
    int goal = add_influence(world, "goal", 0, NULL, NULL);
    int stone = add_influence(world, "obstacle", 3, x, y);
    int wind = add_influence(world, "wind", 0, NULL, NULL);
    const covey_vec to = {4, 5, 0}, far = {4, 2e9, 0};
    assert_int_equal(covey_world_influence_place(world, goal, to, NULL), COVEY_OK);
    assert_true(covey_world_influence_param(world, goal, "x") == 4 &&
                covey_world_influence_param(world, goal, "y") == 5);
    assert_int_equal(covey_world_influence_place(world, goal, far, NULL), COVEY_ARG);
    assert_true(covey_world_influence_param(world, goal, "x") == 4 &&
                covey_world_influence_param(world, goal, "y") == 5);
    assert_int_equal(covey_world_influence_place(world, stone, to, NULL), COVEY_OK);
    covey_influence_view view = covey_world_influence(world, stone);
    for (int k = 0; k < 3; k++)
        assert_true(view.points[0][k] == x[k] - 6 && view.points[1][k] == y[k] - 5);
    const covey_vec nowhere = {(double)NAN, 0, 0};
    assert_int_equal(covey_world_influence_place(world, stone, nowhere, NULL), COVEY_ARG);
    assert_true(covey_world_influence(world, stone).points[0][0] == 4);
    int found;
    assert_int_equal(covey_world_inside(world, COVEY_ALL_FLOCKS, (covey_vec){5, 6, 0}, 0, &found),
                     COVEY_OK);
    assert_int_equal(found, stone);
    assert_int_equal(covey_world_influence_place(world, wind, to, NULL), COVEY_ARG);
    assert_int_equal(covey_world_influence_place(world, 9, to, NULL), COVEY_ARG);
    const uint64_t steps[] = {0, 9};
    const double values[] = {1, 2};
    const covey_schedule plan = {
        .flock = -1, .influence = goal, .name = "y", .count = 2, .steps = steps, .values = values};
    assert_int_equal(covey_world_schedule_add(world, &plan, NULL), COVEY_OK);
    assert_int_equal(covey_world_influence_place(world, goal, (covey_vec){1, 1, 0}, NULL),
                     COVEY_ARG);
    assert_true(covey_world_influence_param(world, goal, "x") == 4);
    covey_world_destroy(world);
}

static void test_null_is_refused(void **unused)
{
    (void)unused;
    covey_world *world = make(covey_space_torus(SIDE, SIDE));
    const covey_vec place = {1, 1, 0};
    covey_error error;
    add_flock(world, "a", "reynolds");
    int goal = add_influence(world, "goal", 0, NULL, NULL);
    assert_int_equal(covey_world_flock_handle(NULL, 0), -1);
    assert_int_equal(covey_world_flock_of(NULL, 0), -1);
    assert_int_equal(covey_world_param_id(NULL, 0, "cohesion"), -1);
    assert_int_equal(covey_world_param_id(world, 0, NULL), -1);
    assert_int_equal(covey_world_set_by_id(NULL, 0, 0, 1, &error), COVEY_ARG);
    assert_true(isnan(covey_world_param_by_id(NULL, 0, 0)));
    assert_int_equal(covey_world_influence_param_id(NULL, goal, "x"), -1);
    assert_int_equal(covey_world_influence_param_id(world, goal, NULL), -1);
    assert_int_equal(covey_world_influence_set_by_id(NULL, goal, 0, 0, &error), COVEY_ARG);
    assert_int_equal(covey_world_influence_place(NULL, goal, place, &error), COVEY_ARG);
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_handles_of_flocks_never_shift),
        cmocka_unit_test(test_parameters_are_set_by_ids_as_by_names),
        cmocka_unit_test(test_a_trait_set_by_its_id_is_one_number),
        cmocka_unit_test(test_parameters_of_influences_have_ids),
        cmocka_unit_test(test_null_is_refused),
        cmocka_unit_test(test_an_influence_is_brought_to_a_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
