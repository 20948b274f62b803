// SPDX-License-Identifier: MIT
// The mode `dense: aggregate`: strips and trees against the plain sums that define it, bit for bit;
// its counts and sums against those made pair by pair; no quadratic time; memory.
#include "base/math_trig.h"
#include "core/world.h"
#include "support/heap.h"
#include "support/pack.h"
#include "support/probe.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TRIALS = 1000 };

/// Zones that only sum, but for every eighth trial.
static test_pack draw(int trial, uint64_t *random)
{
    const double radii[] = {0, 0.3, 1, 2, 5, 50, 1e-180, DBL_MAX / COVEY_MAX_ZONES};
    test_pack drawn = test_pack_draw(trial, random);
    if (trial % 4 >= 2)
        test_pack_deepen(&drawn, test_uniform(random, 0.5, 6.0), random);
    bool other = trial % 8 == 7;
    const covey_setting settings[TEST_PACK_SETTINGS] = {
        {"radius", radii[test_below(random, 8)]},
        {"inner", trial % 5 == 0 ? test_uniform(random, 0.0, 2.0) : 0.0},
        {"strict", (double)test_below(random, 2)},
        {"self", (double)test_below(random, 2)},
        {"weight", (double)test_below(random, other ? COVEY_WEIGHT_RAMP + 1 : 2)},
        {"carry", (double)test_below(random, COVEY_CARRY_POSITION + 1)},
        {"blind_cos", other ? test_uniform(random, -1.0, 1.0) : -1.0},
        {"falloff", other ? (double)test_below(random, 2) : 0.0},
        {"rings", (double)(1 + test_below(random, trial % 4 == 0 ? 4 : 1))},
        {"of", (double)(trial % 3)},
    };
    memcpy(drawn.settings, settings, sizeof settings);
    return drawn;
}

static covey_world *world_of(const test_pack *drawn, covey_dense dense, covey_kernel_kind kernel)
{
    covey_world_def def = covey_world_def_default();
    def.kernel = kernel;
    def.dense = dense;
    return test_pack_world(drawn, def, &test_probe);
}

// ---- Bits ----

static void test_strips_give_the_bits_of_the_plain_sums(void **unused)
{
    (void)unused;
    static covey_percept a[TEST_PACK_AGENTS * COVEY_MAX_ZONES],
        b[TEST_PACK_AGENTS * COVEY_MAX_ZONES];
    uint64_t random = 1;
    size_t sensed = 0;
    for (int trial = 0; trial < (int)test_amount("COVEY_TEST_SCENARIOS", TRIALS); trial++) {
        test_pack drawn = draw(trial, &random);
        covey_world *plain = world_of(&drawn, COVEY_DENSE_AGGREGATE, COVEY_KERNEL_REF);
        covey_world *strips = world_of(&drawn, COVEY_DENSE_AGGREGATE, COVEY_KERNEL_FASTEST);
        for (int flock = 0; flock < TEST_PACK_FLOCKS; flock++) {
            size_t all = covey_world_view(plain, flock).count * (size_t)drawn.settings[8].value;
            test_sense_all(plain, flock, a);
            test_sense_all(strips, flock, b);
            for (size_t k = 0; k < all; k++) {
                sensed += (size_t)a[k].count;
                if (memcmp(&a[k], &b[k], sizeof a[k]) != 0)
                    fail_msg("trial %d, flock %d, percept %zu: %g at (%a, %a), not %g at (%a, %a)",
                             trial, flock, k, b[k].count, b[k].offset.x, b[k].offset.y, a[k].count,
                             a[k].offset.x, a[k].offset.y);
            }
        }
        covey_world_destroy(strips);
        covey_world_destroy(plain);
        test_pack_destroy(&drawn);
    }
    assert_true(sensed > 1000); // or no two agents were near
}

/// Two zones of the same reach, a longer one, and separation pair by pair.
static const covey_setting formal[] = {{"r_c", 2}, {"r_s", 0.5}, {"r_a", 2}, {"K_s", 0.1}};

/// The same in three dimensions, but for the longer one.
static const covey_setting reynolds[] = {{"cohesion_radius", 2},
                                         {"separation_radius", 0.5},
                                         {"alignment_radius", 2},
                                         {"alignment_view", COVEY_TURN},
                                         {"cohesion_view", COVEY_TURN}};

static uint64_t hash_after_steps(const test_flock *agents, covey_space space,
                                 covey_kernel_kind kernel, int threads)
{
    covey_world_def def = covey_world_def_default();
    def.space = space;
    def.dense = COVEY_DENSE_AGGREGATE;
    def.kernel = kernel;
    def.threads = threads;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = test_flock_def(agents);
    bool deep = covey_space_dim(&space) == COVEY_AXES;
    flock.model = deep ? "reynolds" : "formal";
    flock.settings = deep ? reynolds : formal;
    flock.settings_count =
        deep ? sizeof reynolds / sizeof *reynolds : sizeof formal / sizeof *formal;
    test_world_add(world, &flock);
    test_world_steps(world, 10, 0.1);
    uint64_t hash = covey_world_hash(world);
    covey_world_destroy(world);
    return hash;
}

static void test_all_threads_and_kernels_give_the_same_states(void **unused)
{
    (void)unused;
    uint64_t random = 2;
    const int threads[] = {1, 2, 3, 8};
    for (int trial = 0; trial < 4 * TEST_SHAPES; trial++) {
        covey_space space = trial % 2 == 0 ? covey_space_torus(20, 31) : covey_space_open();
        test_flock agents =
            test_flock_create((test_shape)(trial / 2 % TEST_SHAPES), 600, 1.0, 20.0, &random);
        if (trial >= 2 * TEST_SHAPES) {
            test_flock_deepen(&agents, 7.0, trial % 3 == 0, &random);
            space = covey_space_deep(space, 7.0);
        }
        uint64_t expected = hash_after_steps(&agents, space, COVEY_KERNEL_REF, 1);
        for (int k = 0; k < 4; k++)
            assert_true(hash_after_steps(&agents, space, COVEY_KERNEL_FASTEST, threads[k]) ==
                        expected);
        assert_true(hash_after_steps(&agents, space, COVEY_KERNEL_SCALAR, 2) == expected);
        test_flock_destroy(&agents);
    }
}

// ---- Counts and sums ----

static void assert_near(double found, double expected, double bound)
{
    if (!(fabs(found - expected) <= bound))
        fail_msg("%a is not within %g of %a", found, bound, expected);
}

/// Bounds the error of n numbers of up to `most`: summed as covey/world.h says, in a flock of
/// `count`, and summed one by one, where each partial sum of up to n · most is rounded.
static double bound_of(double n, double most, size_t count)
{
    double unit = most * (double)count * 0x1p-61;
    return 1.5 * n * (unit > 0x1p-960 ? unit : 0x1p-960) + (n + 4) * (n + 4) * most * 0x1p-53;
}

static void test_counts_are_exact_and_sums_within_the_bound(void **unused)
{
    (void)unused;
    static covey_percept a[TEST_PACK_AGENTS], b[TEST_PACK_AGENTS];
    uint64_t random = 3;
    size_t sensed = 0;
    for (int trial = 0; trial < 400; trial++) {
        test_pack drawn = draw(trial, &random);
        double radius = 0.25 * (double)(1 + test_below(&random, 12)), place = 50.0;
        int carry = (int)drawn.settings[5].value;
        drawn.settings[0].value = radius;
        drawn.settings[1].value = 0.0;
        drawn.settings[4].value = COVEY_WEIGHT_ONE;
        drawn.settings[6].value = -1.0;
        drawn.settings[7].value = 0.0;
        drawn.settings[8].value = 1.0;
        if (trial % 2 == 0)
            drawn.space = covey_space_dim(&drawn.space) == COVEY_AXES
                              ? covey_space_deep(covey_space_torus(12, 9), 8)
                              : covey_space_torus(12, 9);
        covey_world *pairs = world_of(&drawn, COVEY_DENSE_PAIRS, COVEY_KERNEL_FASTEST);
        covey_world *sums = world_of(&drawn, COVEY_DENSE_AGGREGATE, COVEY_KERNEL_FASTEST);
        for (int flock = 0; flock < TEST_PACK_FLOCKS; flock++) {
            test_sense_all(pairs, flock, a);
            test_sense_all(sums, flock, b);
            for (size_t id = 0; id < drawn.agents[flock].count; id++) {
                double n = a[id].count, bound = bound_of(n, radius, TEST_PACK_AGENTS);
                assert_true(b[id].count == n && b[id].weight_sum == n);
                assert_near(b[id].offset.x, a[id].offset.x, bound);
                assert_near(b[id].offset.y, a[id].offset.y, bound);
                sensed += (size_t)n;
                if (carry == COVEY_CARRY_POSITION) // as large as those of the furthest sensed
                    place = fabs(drawn.agents[flock].pos[0][id]) +
                            fabs(drawn.agents[flock].pos[1][id]) + radius + 21.0;
                bound = bound_of(n, carry == COVEY_CARRY_POSITION ? place : 1.0, TEST_PACK_AGENTS);
                assert_near(b[id].carried.x, a[id].carried.x, bound);
                assert_near(b[id].carried.y, a[id].carried.y, bound);
            }
        }
        covey_world_destroy(sums);
        covey_world_destroy(pairs);
        test_pack_destroy(&drawn);
    }
    assert_true(sensed > 1000);
}

static void test_sums_of_short_numbers_are_exact(void **unused)
{
    (void)unused;
    test_scene made = {.space = covey_space_torus(40, 30),
                       .count = 5,
                       .x = {0.25, 39.75, 0.5, 20, 0.25},
                       .y = {29.75, 0.25, 29.25, 10, 29.75},
                       .vx = {100, 1, -3, 1000, 0.5},
                       .vy = {0, 2, 4, 0, 0},
                       .settings = {{"radius", 2}, {"weight", 1}, {"carry", 1}}};
    for (int kernel = 0; kernel < 2; kernel++) {
        covey_world_def def = covey_world_def_default();
        def.space = made.space;
        def.dense = COVEY_DENSE_AGGREGATE;
        def.kernel = kernel == 0 ? COVEY_KERNEL_REF : COVEY_KERNEL_FASTEST;
        covey_world *world = test_world_create(&def);
        covey_flock_def flock = test_scene_def(&made);
        test_world_add(world, &flock);
        covey_percept percept = test_sense(world, 0, 0, 0);
        assert_true(percept.count == 3.0 && percept.weight_sum == 3.0);
        assert_true(percept.offset.x == -0.25 && percept.offset.y == 0.0);
        assert_true(percept.carried.x == -1.5 && percept.carried.y == 6.0);
        covey_world_set(world, 0, "carry", COVEY_CARRY_POSITION, NULL);
        percept = test_sense(world, 0, 0, 0);
        assert_true(percept.carried.x == 40.5 && percept.carried.y == 59.25);
        covey_world_set(world, 0, "self", 1, NULL);
        percept = test_sense(world, 0, 0, 0);
        assert_true(percept.count == 4.0 && percept.carried.x == 40.75);
        covey_world_set(world, 0, "carry", COVEY_CARRY_HEADING, NULL);
        covey_world_set(world, 0, "radius", 0.5, NULL);
        percept = test_sense(world, 0, 0, 0); // itself and the one on the same place
        assert_true(percept.count == 2.0 && percept.carried.x == 2.0);
        covey_world_destroy(world);
    }
}

// ---- Time ----

enum { CROWD = 20000, FEW = 1000 * CROWD };

/// Agents looked at in a step of a flock whose zone has the radius 1.
static uint64_t candidates_of(const test_flock *agents, covey_space space)
{
    covey_world_def def = covey_world_def_default();
    def.space = space;
    def.dense = COVEY_DENSE_AGGREGATE;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = test_flock_def(agents);
    covey_setting settings[] = {{"weight", 1}, {"carry", 1}};
    flock.custom_model = &test_probe;
    flock.settings = settings;
    flock.settings_count = 2;
    test_world_add(world, &flock);
    test_world_steps(world, 1, 0.0);
    uint64_t candidates = covey_world_stats(world).candidates;
    assert_true(covey_world_stats(world).pairs > (uint64_t)agents->count * agents->count / 4);
    covey_world_destroy(world);
    return candidates;
}

/// All on one point, on two at exactly the radius, on the seam, in a square half as wide as the
/// radius with some far away: each looks at a strip or two of the 20000 at most.
static void test_a_crowd_is_not_quadratic(void **unused)
{
    (void)unused;
    uint64_t random = 4;
    const covey_space torus = covey_space_torus(4, 6);
    test_flock crowd = test_flock_create(TEST_UNIFORM, CROWD, 1.0, 0.5, &random);
    crowd.pos[0][7] = 1e300;
    crowd.pos[1][8] = -1e300;
    assert_in_range(candidates_of(&crowd, covey_space_open()), 1, FEW);
    crowd.pos[0][7] = crowd.pos[1][8] = 0.0;
    assert_true(candidates_of(&crowd, torus) < FEW);
    for (size_t id = 0; id < CROWD; id++)
        for (int axis = 0; axis < COVEY_PLANE; axis++)
            crowd.pos[axis][id] -= axis == 0 ? 0.25 : 0.0;
    assert_true(candidates_of(&crowd, torus) < FEW);
    for (int apart = 0; apart < 2; apart++) {
        for (size_t id = 0; id < CROWD; id++) {
            crowd.pos[0][id] = apart == 1 && id % 2 == 0 ? 1.5 : 0.5;
            crowd.pos[1][id] = 0.5;
        }
        assert_true(candidates_of(&crowd, covey_space_open()) < FEW);
        assert_true(candidates_of(&crowd, torus) < FEW);
    }
    test_flock_destroy(&crowd);
}

/// In three dimensions an agent looks at those around the rim of its ball, which are the power 2/3
/// of all; nearly none where all are within, or on one point.
static void test_a_crowd_in_space_is_not_quadratic(void **unused)
{
    (void)unused;
    uint64_t random = 5, few[2];
    const covey_space spaces[] = {covey_space_deep(covey_space_open(), 0),
                                  covey_space_deep(covey_space_torus(4, 6), 5)};
    for (int kind = 0; kind < 2; kind++) {
        for (int size = 0; size < 2; size++) {
            const size_t count = size == 0 ? CROWD / 8 : CROWD;
            test_flock crowd = test_flock_create(TEST_UNIFORM, count, 1.0, 1.2, &random);
            test_flock_deepen(&crowd, 1.2, false, &random);
            if (kind == 0)
                crowd.pos[0][7] = 1e300;
            few[size] = candidates_of(&crowd, spaces[kind]);
            for (size_t id = 0; id < crowd.count; id++)
                for (int axis = 0; axis < COVEY_AXES; axis++)
                    crowd.pos[axis][id] *= size == 1 ? 0.0 : kind == 0 && id == 7 ? 1.0 : 0.4;
            uint64_t none = candidates_of(&crowd, spaces[kind]);
            if (!(none <= 30 * crowd.count))
                fail_msg("kind %d, size %d: %llu", kind, size, (unsigned long long)none);
            test_flock_destroy(&crowd);
        }
        // 8 times as many agents: 32 times as many looks, not 64.
        print_message("%llu, %llu\n", (unsigned long long)few[0], (unsigned long long)few[1]);
        assert_true(few[1] < 45 * few[0]);
    }
}

// ---- Worlds ----

static covey_world *world_on(test_heap *heap, covey_space space)
{
    covey_world_def def = covey_world_def_default();
    def.space = space;
    def.allocator = test_heap_allocator(heap);
    def.dense = COVEY_DENSE_AGGREGATE;
    return test_world_create(&def);
}

static void check_memory(covey_space space, int pieces)
{
    test_heap heap = {0};
    covey_world *world = world_on(&heap, space);
    covey_flock_def flock = covey_flock_def_default();
    covey_setting settings[] = {{"weight", 2}, {"gain", 0.1}};
    flock.custom_model = &test_probe;
    flock.settings = settings;
    flock.settings_count = 2;
    flock.count = 500;
    test_world_add(world, &flock);
    size_t bytes = covey_world_stats(world).bytes;
    covey_error error;
    int failed = 0;
    for (int more = 0; failed == more; more++) {
        test_heap_refuse(&heap, (size_t)more);
        if (covey_world_set(world, 0, "weight", 1, &error) == COVEY_OK)
            break;
        failed++;
        assert_int_equal(error.status, COVEY_MEMORY);
        assert_true(covey_world_param(world, 0, "weight") == 2.0);
        assert_int_equal(covey_world_stats(world).bytes, bytes);
    }
    assert_int_equal(failed, pieces);
    assert_true(covey_world_stats(world).bytes > bytes);
    size_t calls = heap.calls;
    test_heap_refuse(&heap, 0);
    test_world_steps(world, 3, 0.1);
    assert_int_equal(heap.calls, calls); // a step takes none
    covey_world_destroy(world);
    test_heap_check_empty(&heap);
}

static void test_a_zone_that_begins_to_sum_takes_memory_or_stays(void **unused)
{
    (void)unused;
    check_memory(covey_space_open(), 6);
    check_memory(covey_space_deep(covey_space_open(), 0), 3);
}

static void test_a_restored_world_sums_without_memory(void **unused)
{
    (void)unused;
    uint64_t hash[2];
    static unsigned char bytes[65536];
    for (int k = 0; k < 2; k++) {
        test_heap heap = {0};
        covey_world *world = world_on(&heap, covey_space_open());
        covey_flock_def flock = covey_flock_def_default();
        covey_setting settings[] = {{"weight", 2}, {"gain", 0.1}, {"radius", 100}};
        flock.custom_model = &test_probe;
        flock.settings = settings;
        flock.settings_count = 3;
        flock.count = 500;
        test_world_add(world, &flock);
        if (k == 0) {
            covey_world_set(world, 0, "weight", 1, NULL);
            assert_int_equal(covey_world_save(world, bytes, sizeof bytes), COVEY_OK);
        } else {
            test_heap_refuse(&heap, 0);
            size_t size = covey_world_snapshot_size(world);
            assert_int_equal(covey_world_restore(world, bytes, size, NULL), COVEY_OK);
        }
        test_world_steps(world, 5, 0.1);
        hash[k] = covey_world_hash(world);
        covey_world_destroy(world);
    }
    assert_true(hash[0] == hash[1]);
}

static void test_snapshots_do_not_change_the_mode(void **unused)
{
    (void)unused;
    const covey_dense dense[] = {COVEY_DENSE_PAIRS, COVEY_DENSE_PAIRS, COVEY_DENSE_AGGREGATE};
    covey_world *world[3];
    static unsigned char bytes[65536];
    for (int k = 0; k < 3; k++) {
        covey_world_def def = covey_world_def_default();
        def.dense = dense[k];
        world[k] = test_world_create(&def);
        covey_flock_def flock = covey_flock_def_default();
        test_world_add(world[k], &flock);
    }
    size_t size = covey_world_snapshot_size(world[0]);
    assert_int_equal(covey_world_save(world[0], bytes, sizeof bytes), COVEY_OK);
    assert_int_equal(covey_world_restore(world[1], bytes, size, NULL), COVEY_OK);
    assert_int_equal(covey_world_restore(world[2], bytes, size, NULL), COVEY_INPUT);
    assert_int_equal(covey_world_save(world[2], bytes, sizeof bytes), COVEY_OK);
    assert_int_equal(covey_world_restore(world[2], bytes, size, NULL), COVEY_OK);
    assert_int_equal(covey_world_restore(world[0], bytes, size, NULL), COVEY_INPUT);
    for (int k = 0; k < 3; k++)
        covey_world_destroy(world[k]);
}

static void test_a_mode_that_there_is_none_of_is_refused(void **unused)
{
    (void)unused;
    covey_world_def def = covey_world_def_default();
    covey_world *world;
    covey_error error;
    def.dense = (covey_dense)2;
    assert_int_equal(covey_world_create(&def, &world, &error), COVEY_ARG);
    assert_string_equal(error.message, "there is no way 2 to sum a dense crowd");
    assert_null(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strips_give_the_bits_of_the_plain_sums),
        cmocka_unit_test(test_all_threads_and_kernels_give_the_same_states),
        cmocka_unit_test(test_counts_are_exact_and_sums_within_the_bound),
        cmocka_unit_test(test_sums_of_short_numbers_are_exact),
        cmocka_unit_test(test_a_crowd_is_not_quadratic),
        cmocka_unit_test(test_a_crowd_in_space_is_not_quadratic),
        cmocka_unit_test(test_a_zone_that_begins_to_sum_takes_memory_or_stays),
        cmocka_unit_test(test_a_restored_world_sums_without_memory),
        cmocka_unit_test(test_snapshots_do_not_change_the_mode),
        cmocka_unit_test(test_a_mode_that_there_is_none_of_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
