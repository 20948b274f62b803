// SPDX-License-Identifier: MIT
// Worlds that are made of snapshots alone: their plugins, missing pointers, forged bytes.
#include "base/bits.h"
#include "core/snapshot.h"
#include "covey/describe.h"
#include "support/probe.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { STEPS = 30 };
#define DT 0.05

/// The state alone, as checkpoints have it.
static test_saved save_state(const covey_world *world)
{
    test_saved saved = {.size = covey_snapshot_state_size(world)};
    saved.bytes = malloc(saved.size);
    assert_non_null(saved.bytes);
    covey_snapshot_state_save(world, saved.bytes);
    return saved;
}

static void test_missing_pointers_are_refused(void **unused)
{
    (void)unused;
    covey_world *world = test_probe_world(2, 1), *other = world;
    covey_flock_def def = covey_flock_def_default();
    covey_error error;
    assert_int_equal(covey_world_definition(NULL, 0, &def), COVEY_ARG);
    assert_int_equal(covey_world_definition(world, 0, NULL), COVEY_ARG);
    assert_int_equal(covey_world_definition(world, -1, &def), COVEY_ARG);
    covey_world_def made = covey_world_def_default();
    assert_int_equal(covey_world_def_of(NULL, &made), COVEY_ARG);
    assert_int_equal(covey_world_def_of(world, NULL), COVEY_ARG);
    assert_int_equal(covey_world_create_from(NULL, 9, NULL, NULL, &other, &error), COVEY_ARG);
    assert_int_equal(covey_world_create_from("", 0, NULL, NULL, NULL, &error), COVEY_ARG);
    assert_int_equal(covey_world_create_from("", 0, NULL, NULL, &other, NULL), COVEY_INPUT);
    assert_null(other);
    assert_null(covey_member_find(NULL, "seed"));
    assert_null(covey_member_find(covey_members_world(), NULL));
    covey_world_destroy(world);
}

/// A model of the program is found by its name, or the snapshot is refused.
static void test_a_world_is_made_of_a_snapshot_with_its_plugins(void **unused)
{
    (void)unused;
    covey_world *world = test_probe_world(50, 1), *other;
    test_world_steps(world, STEPS, DT);
    test_saved saved = test_world_save(world), state = save_state(world);
    covey_error error = {.status = COVEY_OK};
    const covey_model *const models[] = {&test_probe, NULL};
    const covey_plugins plugins = {.models = models};
    covey_world_def engine = covey_world_def_default();
    engine.threads = 3;
    assert_int_equal(
        covey_world_create_from(saved.bytes, saved.size, &engine, NULL, &other, &error),
        COVEY_INPUT);
    assert_null(other);
    assert_string_equal(error.message, "there is no model called probe");
    assert_int_equal(
        covey_world_create_from(state.bytes, state.size, &engine, &plugins, &other, &error),
        COVEY_INPUT);
    assert_string_equal(error.message, "the snapshot has format 4, which has no definitions to "
                                       "make a world of");
    assert_int_equal(
        covey_world_create_from(saved.bytes, saved.size, &engine, &plugins, &other, &error),
        COVEY_OK);
    assert_int_equal(covey_world_def_of(other, &engine), COVEY_OK);
    assert_int_equal(engine.threads, 3);
    test_world_steps(world, STEPS, DT);
    test_world_steps(other, STEPS, DT);
    assert_true(covey_world_hash(world) == covey_world_hash(other));
    free(state.bytes);
    free(saved.bytes);
    covey_world_destroy(other);
    covey_world_destroy(world);
}

/// Bytes of a recipe that are changed and hashed anew, as hostile ones, do no harm.
static void test_forged_recipes_do_no_harm(void **unused)
{
    (void)unused;
    covey_world *world = test_probe_world(4, 1);
    test_world_obstacle(
        world, (covey_influence_def){.points = {(double[]){4}, (double[]){4}}, .points_count = 1});
    test_saved saved = test_world_save(world);
    uint64_t recipe, random = 7, kept;
    (void)covey_bytes_take(saved.bytes + 16, &recipe);
    for (size_t trial = 0; trial < test_amount("COVEY_FORGED", 20000); trial++) {
        unsigned char *word = saved.bytes + 8 * (3 + test_below(&random, (size_t)recipe));
        const uint64_t others[] = {
            0, 1, 2, 7, UINT64_MAX, test_bits(&random), covey_bits_of(test_any_double(&random))};
        (void)covey_bytes_take(word, &kept);
        (void)covey_bytes_put(word, others[test_below(&random, 7)]);
        (void)covey_bytes_put(saved.bytes + saved.size - 8,
                              covey_bytes_hash(saved.bytes, saved.size / 8 - 1));
        covey_world *other = test_probe_world(4, 1);
        (void)covey_world_restore(other, saved.bytes, saved.size, NULL);
        test_world_steps(other, 1, DT);
        covey_world_destroy(other);
        if (covey_world_create_from(saved.bytes, saved.size, NULL, NULL, &other, NULL) == COVEY_OK)
            covey_world_destroy(other);
        (void)covey_bytes_put(word, kept);
    }
    free(saved.bytes);
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_missing_pointers_are_refused),
        cmocka_unit_test(test_a_world_is_made_of_a_snapshot_with_its_plugins),
        cmocka_unit_test(test_forged_recipes_do_no_harm),
    };
    return cmocka_run_group_tests_name("recipe", tests, NULL, NULL);
}
