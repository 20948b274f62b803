// SPDX-License-Identifier: MIT
// Kernels called once for a whole flock, or for any range of it, with columns of that many
// percepts: they have the bits of block after block.
#include "core/perceive.h"
#include "support/pack.h"
#include "support/probe.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TRIALS = 8, MOST_AGENTS = 5 * COVEY_BLOCK, COLUMNS = 8, RANGES = 3 };

// ---- Columns ----

static const double guard = -0x1.75p9;

/// Columns of `count` percepts in each zone. Each is memory of its own, with a guard behind it.
typedef struct long_columns {
    size_t count;
    double *memory[COVEY_MAX_ZONES][COLUMNS];
    covey_percept_columns zone[COVEY_MAX_ZONES];
} long_columns;

static long_columns columns_create(size_t count)
{
    long_columns made = {.count = count};
    for (int z = 0; z < COVEY_MAX_ZONES; z++) {
        double **memory = made.memory[z];
        for (int k = 0; k < COLUMNS; k++) {
            memory[k] = calloc(count + 1, sizeof *memory[k]);
            assert_non_null(memory[k]);
            memory[k][count] = guard;
        }
        made.zone[z] = (covey_percept_columns){memory[0],
                                               {memory[1], memory[2], memory[6]},
                                               {memory[3], memory[4], memory[7]},
                                               memory[5]};
    }
    return made;
}

/// No kernel has written behind them.
static void columns_destroy(long_columns *columns)
{
    for (int z = 0; z < COVEY_MAX_ZONES; z++)
        for (int k = 0; k < COLUMNS; k++) {
            assert_true(columns->memory[z][k][columns->count] == guard);
            free(columns->memory[z][k]);
        }
}

// ---- Worlds ----

/// Agents of any shape, but for those beyond all floats.
static test_flock draw_flock(covey_precision precision, uint64_t *random)
{
    test_shape shape = (test_shape)test_below(random, TEST_SHAPES);
    if (precision == COVEY_PRECISION_SINGLE && shape == TEST_OUTLIER)
        shape = TEST_DUPLICATES;
    return test_flock_create(shape, test_below(random, MOST_AGENTS + 1), 1.0, 12.0, random);
}

/// A random world of flocks of that model; the trial decides on precision and sums.
static covey_world *draw_world(const covey_model *model, int trial, uint64_t *random)
{
    covey_world_def def = covey_world_def_default();
    def.kernel = test_kernel;
    def.precision = trial % 4 == 1 ? COVEY_PRECISION_SINGLE : COVEY_PRECISION_DOUBLE;
    def.dense = trial % 4 == 2 ? COVEY_DENSE_AGGREGATE : COVEY_DENSE_PAIRS;
    test_pack drawn = {.space = test_pack_space(trial % 8 < 6, random)};
    for (int k = 0; k < TEST_PACK_FLOCKS; k++)
        drawn.agents[k] = draw_flock(def.precision, random);
    if (trial / 4 == 1 && !model->plane_only)
        test_pack_deepen(&drawn, 4.0, random);
    covey_world *world = test_pack_world(&drawn, def, model);
    test_pack_destroy(&drawn);
    covey_world_sort(world);
    return world;
}

// ---- Percepts ----

/// The percepts of all agents, block after block: percepts[i * zones + zone].
static void perceive_blocks(const covey_world *world, const covey_flock *flock,
                            covey_percept *percepts)
{
    static covey_senses senses; // too large for some stacks
    int zones = flock->plan.count;
    covey_perceive_begin(flock, &senses);
    for (size_t begin = 0; begin < flock->state.count; begin += COVEY_BLOCK) {
        size_t left = flock->state.count - begin;
        size_t end = begin + (left < COVEY_BLOCK ? left : COVEY_BLOCK);
        covey_perceive(world, flock, begin, end, &senses);
        for (size_t i = begin; i < end; i++)
            for (int z = 0; z < zones; z++)
                percepts[i * (size_t)zones + (size_t)z] = covey_percepts_at(
                    &senses.zone[z], i - begin, covey_state_is_deep(&flock->state));
    }
}

/// Agents begin … end - 1 have these percepts when they sense in one call. Returns how many agents
/// they count.
static double assert_range(const covey_world *world, const covey_flock *flock, size_t begin,
                           size_t end, const covey_percept *expected)
{
    double counted = 0.0;
    size_t zones = (size_t)flock->plan.count;
    long_columns columns = columns_create(end - begin);
    covey_perceive_range(world, flock, begin, end, columns.zone);
    for (size_t i = begin; i < end; i++)
        for (size_t z = 0; z < zones; z++) {
            covey_percept found = covey_percept_columns_at(&columns.zone[z], i - begin);
            if (memcmp(&found, &expected[i * zones + z], sizeof found) != 0)
                fail_msg("%s: agents %zu to %zu of %zu, agent %zu, zone %zu: other percepts",
                         flock->model->name, begin, end, flock->state.count, i, z);
            counted += found.count;
        }
    columns_destroy(&columns);
    return counted;
}

/// Flocks as a whole, and ranges of them. Returns how many agents those of flocks count.
static double assert_flocks(const covey_world *world, uint64_t *random)
{
    static covey_percept expected[MOST_AGENTS * COVEY_MAX_ZONES];
    double counted = 0.0;
    for (int number = 0; number < TEST_PACK_FLOCKS; number++) {
        const covey_flock *flock = world->flock[number];
        size_t count = flock->state.count;
        perceive_blocks(world, flock, expected);
        counted += assert_range(world, flock, 0, count, expected);
        for (int range = 0; range < RANGES; range++) {
            size_t begin = test_below(random, count + 1);
            size_t end = begin + test_below(random, count - begin + 1);
            (void)assert_range(world, flock, begin, end, expected);
        }
    }
    return counted;
}

static void test_ranges_have_the_percepts_of_blocks_with_zones_of_each_model(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    for (int k = 0; covey_model_at(k) != NULL; k++) {
        double counted = 0.0;
        for (int trial = 0; trial < TRIALS; trial++) {
            covey_world *world = draw_world(covey_model_at(k), trial, &random);
            counted += assert_flocks(world, &random);
            covey_world_destroy(world);
        }
        assert_true(counted > 1000.0); // or no agents were near each other
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranges_have_the_percepts_of_blocks_with_zones_of_each_model),
    };
    int failures = 0;
    while (test_next_kernel())
        failures +=
            cmocka_run_group_tests_name(covey_kernel_names()[test_kernel], tests, NULL, NULL);
    return failures;
}
