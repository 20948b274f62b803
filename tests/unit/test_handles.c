// SPDX-License-Identifier: MIT
// Handles of influences stay when others are removed, and none is given twice.
#include "core/world.h"
#include "support/world.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const double xs[] = {1, 5, 3}, ys[] = {2, 2, 6};

static covey_world *make(void)
{
    covey_world *world = test_world_plain();
    covey_flock_def flock = covey_flock_def_default();
    flock.count = 3;
    test_world_add(world, &flock);
    return world;
}

static covey_influence_def def_of(const char *kind)
{
    covey_influence_def def = covey_influence_def_default();
    def.kind = kind;
    return def;
}

static int add(covey_world *world, const covey_influence_def *def)
{
    int handle = -1;
    assert_int_equal(covey_world_influence_add(world, def, &handle, NULL), COVEY_OK);
    return handle;
}

/// All that takes a handle refuses this one, with the same sentence.
static void assert_stale(covey_world *world, int handle)
{
    covey_error errors[3];
    char message[64];
    const double *points[COVEY_AXES] = {xs, ys};
    (void)snprintf(message, sizeof message, "there is no influence %d", handle);
    assert_int_equal(covey_world_influence_remove(world, handle, &errors[0]), COVEY_ARG);
    assert_int_equal(covey_world_influence_set(world, handle, "x", 1, &errors[1]), COVEY_ARG);
    assert_int_equal(covey_world_influence_move(world, handle, points, &errors[2]), COVEY_ARG);
    for (size_t k = 0; k < 3; k++)
        assert_string_equal(errors[k].message, message);
    assert_null(covey_world_influence(world, handle).kind);
    assert_true(isnan(covey_world_influence_param(world, handle, "x")));
}

/// Winds come and go; a plain list tells the influence of each handle and their order of work.
static void test_handles_stay_and_are_never_given_again(void **unused)
{
    (void)unused;
    enum { MOST = 12, ROUNDS = 400 };
    covey_world *world = make();
    int handles[MOST], count = 0, given = 0, stale = -1;
    uint64_t random = 3;
    for (int round = 0; round < ROUNDS; round++) {
        bool adds = count == 0 || (count < MOST && test_below(&random, 2) == 0);
        if (adds) {
            covey_setting x = {"x", given};
            covey_influence_def wind = def_of("wind");
            wind.settings = &x;
            wind.settings_count = 1;
            handles[count] = add(world, &wind);
            assert_int_equal(handles[count++], given++);
        } else {
            int k = (int)test_below(&random, (size_t)count);
            stale = handles[k];
            assert_int_equal(covey_world_influence_remove(world, stale, NULL), COVEY_OK);
            count--;
            memmove(&handles[k], &handles[k + 1], (size_t)(count - k) * sizeof *handles);
        }
        assert_int_equal(covey_world_influences(world), count);
        for (int k = 0; k < count; k++) {
            assert_int_equal(covey_world_influence_at(world, k), handles[k]);
            assert_true(covey_world_influence_param(world, handles[k], "x") == handles[k]);
        }
        assert_int_equal(covey_world_influence_at(world, count), -1);
        assert_int_equal(covey_world_influence_at(world, -1), -1);
        assert_stale(world, stale);
        assert_stale(world, given);
    }
    covey_world_destroy(world);
}

static void test_handles_that_run_out_say_so(void **unused)
{
    (void)unused;
    covey_world *world = make();
    covey_influence_def wind = def_of("wind");
    covey_error error;
    int handle = -1;
    add(world, &wind);
    world->influences.next = INT_MAX - 1;
    assert_int_equal(add(world, &wind), INT_MAX - 1);
    for (int k = 0; k < 2; k++) { // nor when one has become free
        assert_int_equal(covey_world_influence_add(world, &wind, &handle, &error), COVEY_ARG);
        assert_string_equal(
            error.message,
            "the world has given all handles of influences, none of which is used again");
        assert_int_equal(covey_world_influences(world), 2 - k);
        if (k == 0)
            assert_int_equal(covey_world_influence_remove(world, INT_MAX - 1, NULL), COVEY_OK);
    }
    covey_world_destroy(world);
}

/// A snapshot has the handles, and the next one.
static void test_a_restored_world_has_the_same_handles(void **unused)
{
    (void)unused;
    covey_world *world = make(), *other = make();
    covey_influence_def wind = def_of("wind"), goal = def_of("goal");
    add(world, &wind);
    add(world, &goal);
    add(world, &wind);
    add(world, &wind);
    assert_int_equal(covey_world_influence_remove(world, 0, NULL), COVEY_OK);
    assert_int_equal(covey_world_influence_remove(world, 3, NULL), COVEY_OK);
    assert_int_equal(covey_world_influence_set(world, 2, "x", 5, NULL), COVEY_OK);
    add(other, &goal);
    add(other, &wind);
    size_t size = covey_world_snapshot_size(world);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(covey_world_save(world, bytes, size), COVEY_OK);
    assert_int_equal(covey_world_restore(other, bytes, size, NULL), COVEY_OK);
    free(bytes);
    assert_stale(other, 0);
    assert_string_equal(covey_world_influence(other, 1).kind->name, "goal");
    assert_true(covey_world_influence_param(other, 2, "x") == 5.0);
    assert_int_equal(add(other, &wind), 4);
    covey_world_destroy(other);
    covey_world_destroy(world);
}

/// A world that adopts agents and has the same influences has their handles, too; otherwise its
/// influences get handles that were not given.
static void test_a_world_that_adopts_gives_no_handle_again(void **unused)
{
    (void)unused;
    covey_influence_def wind = def_of("wind"), goal = def_of("goal");
    covey_world *from = make(), *same = make();
    covey_world *other = make();
    add(from, &wind);
    add(from, &goal);
    add(from, &wind);
    assert_int_equal(covey_world_influence_remove(from, 0, NULL), COVEY_OK);
    add(same, &goal);
    add(same, &wind);
    add(other, &wind);
    add(other, &goal);
    assert_int_equal(covey_world_adopt(same, from, NULL), COVEY_OK);
    assert_int_equal(covey_world_influence_at(same, 0), 1);
    assert_int_equal(covey_world_influence_at(same, 1), 2);
    assert_int_equal(add(same, &wind), 3);
    assert_int_equal(covey_world_adopt(other, from, NULL), COVEY_OK);
    assert_int_equal(covey_world_influence_at(other, 0), 3);
    assert_int_equal(covey_world_influence_at(other, 1), 4);
    assert_stale(other, 1);
    assert_int_equal(add(other, &wind), 5);
    covey_world_destroy(other);
    covey_world_destroy(same);
    covey_world_destroy(from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_handles_stay_and_are_never_given_again),
        cmocka_unit_test(test_handles_that_run_out_say_so),
        cmocka_unit_test(test_a_restored_world_has_the_same_handles),
        cmocka_unit_test(test_a_world_that_adopts_gives_no_handle_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
