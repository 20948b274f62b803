// SPDX-License-Identifier: MIT
// Worlds that are kept as they lie in memory come back with the same bits, and bytes that no world
// was kept in are refused without harm. laws/rollback has random programs.
#include "core/snapshot.h"
#include "covey/batch.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { AGENTS = 61, CAPACITY = 80, STEPS = 15 };
#define SIDE 20.0

typedef struct bytes {
    unsigned char *at;
    size_t size;
} bytes;

static covey_world *make(covey_precision precision)
{
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_deep(covey_space_torus(SIDE, SIDE), SIDE);
    def.precision = precision;
    covey_world *world = test_world_create(&def);
    const covey_trait trait = {"max_speed", covey_distribution_uniform(25, 30), NULL};
    covey_flock_def flock = covey_flock_def_default();
    flock.model = "reynolds";
    flock.count = AGENTS;
    flock.capacity = CAPACITY;
    flock.place.speed = 1;
    flock.traits = &trait;
    flock.traits_count = 1;
    test_world_add(world, &flock);
    flock.name = "spins"; // whose motion keeps numbers of its own
    flock.model = "inertial_spin";
    flock.traits_count = 0;
    test_world_add(world, &flock);
    return world;
}

/// Gives agents user data and aims.
static void equip(covey_world *world)
{
    assert_int_equal(covey_world_user_take(world, 0, NULL), COVEY_OK);
    for (covey_id id = 0; id < AGENTS; id++) {
        const uint64_t user = 1000 + id;
        const covey_aim aim = covey_aim_place((covey_vec){(double)(id % 20), 5, 7}, 2);
        const covey_agents one = {1, &id};
        assert_int_equal(covey_world_user_put(world, 0, one, &user, NULL), COVEY_OK);
        assert_int_equal(covey_world_aim(world, 0, one, &aim, NULL), COVEY_OK);
    }
}

static bytes keep(const covey_world *world)
{
    bytes all = {NULL, covey_world_keep_size(world)};
    all.at = malloc(all.size);
    assert_non_null(all.at);
    assert_int_equal(covey_world_keep(world, all.at, all.size), COVEY_OK);
    return all;
}

static bytes save(const covey_world *world)
{
    bytes all = {NULL, covey_world_snapshot_size(world)};
    all.at = malloc(all.size);
    assert_non_null(all.at);
    assert_int_equal(covey_world_save(world, all.at, all.size), COVEY_OK);
    return all;
}

/// The snapshot of the world is `wanted`.
static void assert_is(const covey_world *world, const bytes *wanted)
{
    bytes now = save(world);
    assert_int_equal(now.size, wanted->size);
    assert_memory_equal(now.at, wanted->at, now.size);
    free(now.at);
}

static void test_a_kept_world_comes_back(void **unused)
{
    (void)unused;
    for (int precision = 0; precision < 2; precision++) {
        covey_world *world = make((covey_precision)precision), *made;
        const covey_pose pose = {{1, 2, 3}, {0, 0, 1}};
        equip(world);
        test_world_steps(world, STEPS, TEST_DT);
        assert_int_equal(covey_world_remove(world, 1, 4, NULL), COVEY_OK);
        bytes kept = keep(world), before = save(world);
        test_world_steps(world, STEPS, TEST_DT);
        bytes after = save(world);
        assert_int_equal(covey_world_spawn(world, 0, pose, NULL, NULL), COVEY_OK);
        assert_int_equal(covey_world_remove(world, 0, 9, NULL), COVEY_OK);
        assert_int_equal(covey_world_restore(world, kept.at, kept.size, NULL), COVEY_OK);
        assert_is(world, &before);
        assert_true(covey_world_index(world, 0, 9) >= 0);
        assert_int_equal(covey_world_create_from(kept.at, kept.size, NULL, NULL, &made, NULL),
                         COVEY_OK);
        assert_is(made, &before);
        test_world_steps(world, STEPS, TEST_DT);
        test_world_steps(made, STEPS, TEST_DT);
        assert_is(world, &after);
        assert_is(made, &after);
        covey_world_destroy(world);
        covey_world_destroy(made);
        free(kept.at);
        free(before.at);
        free(after.at);
    }
}

/// Where the kept column number `column` of 64-bit numbers of the first flock begins: behind ids.
static unsigned char *column_at(const covey_world *world, const bytes *kept, size_t column)
{
    size_t all = 0, ids = (AGENTS * sizeof(covey_id) + 7) / 8;
    for (int number = 0; number < 2; number++)
        all += covey_keep_words(world->flock[number], AGENTS);
    all += covey_snapshot_flock_words(world->flock[1], 0) + COVEY_SNAPSHOT_FOOTER;
    return kept->at + kept->size - (all - ids - column * AGENTS) * sizeof(uint64_t);
}

/// A number of the fifth agent is replaced: the bytes are refused and the world stays.
static void expect_refused(size_t column, size_t word, uint64_t bits)
{
    covey_world *world = make(COVEY_PRECISION_DOUBLE);
    equip(world);
    bytes kept = keep(world), before = save(world);
    memcpy(column_at(world, &kept, column) + (word + 5) * sizeof bits, &bits, sizeof bits);
    assert_int_equal(covey_world_restore(world, kept.at, kept.size, NULL), COVEY_INPUT);
    assert_is(world, &before);
    covey_world_destroy(world);
    free(kept.at);
    free(before.at);
}

static void test_numbers_that_no_agent_has_are_refused(void **unused)
{
    (void)unused;
    for (size_t axis = 0; axis < 3; axis++) {
        expect_refused(axis, 0, covey_bits_of(-1.0));
        expect_refused(axis, 0, covey_bits_of(SIDE + 1));
    }
    expect_refused(6, 0, covey_bits_of(-1.0)); // a highest speed
    expect_refused(6, 0, covey_bits_of((double)NAN));
    expect_refused(8, 0, covey_bits_of((double)NAN)); // an aim, behind the user data
}

static void test_ids_that_no_agent_has_are_refused(void **unused)
{
    (void)unused;
    covey_world *world = make(COVEY_PRECISION_DOUBLE);
    bytes kept = keep(world), before = save(world);
    const covey_id beyond = AGENTS;
    memcpy(column_at(world, &kept, 0) - (AGENTS * sizeof beyond + 7) / 8 * 8, &beyond,
           sizeof beyond);
    assert_int_equal(covey_world_restore(world, kept.at, kept.size, NULL), COVEY_INPUT);
    assert_is(world, &before);
    covey_world_destroy(world);
    free(kept.at);
    free(before.at);
}

static void test_damaged_bytes_are_refused_or_do_no_harm(void **unused)
{
    (void)unused;
    covey_world *world = make(COVEY_PRECISION_DOUBLE), *single = make(COVEY_PRECISION_SINGLE);
    equip(world);
    bytes kept = keep(world), before = save(world);
    for (size_t size = 0; size < kept.size; size += size < 4000 ? 1 : 97) {
        unsigned char *part = malloc(size > 0 ? size : 1); // a checker sees reads beyond it
        assert_non_null(part);
        memcpy(part, kept.at, size);
        assert_int_equal(covey_world_restore(world, part, size, NULL), COVEY_INPUT);
        free(part);
    }
    assert_int_equal(covey_world_restore(single, kept.at, kept.size, NULL), COVEY_INPUT);
    assert_is(world, &before);
    uint64_t random = 3;
    for (int k = 0; k < 2000; k++) {
        size_t at = test_below(&random, kept.size);
        unsigned char was = kept.at[at];
        kept.at[at] ^= (unsigned char)(1U << test_below(&random, 8));
        if (covey_world_restore(world, kept.at, kept.size, NULL) == COVEY_OK)
            (void)covey_world_step(world, TEST_DT);
        kept.at[at] = was;
    }
    assert_int_equal(covey_world_restore(world, kept.at, kept.size, NULL), COVEY_OK);
    assert_is(world, &before);
    covey_world_destroy(world);
    covey_world_destroy(single);
    free(kept.at);
    free(before.at);
}

static void test_a_short_buffer_and_null_are_refused(void **unused)
{
    (void)unused;
    covey_world *world = make(COVEY_PRECISION_DOUBLE);
    bytes kept = keep(world);
    memset(kept.at, 0x5a, kept.size);
    assert_int_equal(covey_world_keep(world, kept.at, kept.size - 1), COVEY_ARG);
    for (size_t k = 0; k < kept.size; k++)
        assert_int_equal(kept.at[k], 0x5a);
    assert_int_equal(covey_world_keep(NULL, kept.at, kept.size), COVEY_ARG);
    assert_int_equal(covey_world_keep(world, NULL, kept.size), COVEY_ARG);
    assert_int_equal(covey_world_keep_size(NULL), 0);
    covey_world_destroy(world);
    free(kept.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_kept_world_comes_back),
        cmocka_unit_test(test_numbers_that_no_agent_has_are_refused),
        cmocka_unit_test(test_ids_that_no_agent_has_are_refused),
        cmocka_unit_test(test_damaged_bytes_are_refused_or_do_no_harm),
        cmocka_unit_test(test_a_short_buffer_and_null_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
