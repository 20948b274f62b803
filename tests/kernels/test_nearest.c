// SPDX-License-Identifier: MIT
// The search for the nearest in a tree against the scan that defines it: the same bits for whatever
// zone, shape and space, for several flocks, and on any number of threads.
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

static test_pack draw(int trial, uint64_t *random)
{
    const double radii[] = {0, 0.3, 1, 2, 5, 50, DBL_MAX, DBL_MAX};
    test_pack drawn = test_pack_draw(trial, random);
    if (trial % 4 >= 2)
        test_pack_deepen(&drawn, test_uniform(random, 0.5, 6.0), random);
    bool blind = trial % 4 > 1;
    const covey_setting settings[TEST_PACK_SETTINGS] = {
        {"radius", radii[test_below(random, 8)]},
        {"inner", trial % 5 == 0 ? test_uniform(random, 0.0, 2.0) : 0.0},
        {"strict", (double)test_below(random, 2)},
        {"self", (double)test_below(random, 2)},
        {"weight", (double)test_below(random, COVEY_WEIGHT_RAMP + 1)},
        {"carry", (double)test_below(random, COVEY_CARRY_POSITION + 1)},
        {"blind_cos", blind ? test_uniform(random, -1.0, 1.0) : -1.0},
        {"falloff", (double)test_below(random, 2)},
        {"nearest", (double)(1 + test_below(random, trial % 3 == 0 ? COVEY_MAX_NEAREST : 8))},
        {"of", (double)(trial % 3)},
    };
    memcpy(drawn.settings, settings, sizeof settings);
    return drawn;
}

static covey_world *world_of(const test_pack *drawn, covey_kernel_kind kernel, int threads)
{
    covey_world_def def = covey_world_def_default();
    def.kernel = kernel;
    def.threads = threads;
    return test_pack_world(drawn, def, &test_probe);
}

static void test_the_tree_gives_the_percepts_of_the_scan(void **unused)
{
    (void)unused;
    static covey_percept a[TEST_PACK_AGENTS], b[TEST_PACK_AGENTS];
    uint64_t random = 1;
    size_t sensed = 0;
    for (int trial = 0; trial < (int)test_amount("COVEY_TEST_SCENARIOS", TRIALS); trial++) {
        test_pack drawn = draw(trial, &random);
        covey_kernel_kind kernel = trial % 2 == 0
                                       ? COVEY_KERNEL_SCALAR
                                       : COVEY_KERNEL_FASTEST; // two candidates at a time, or four
        covey_world *scan = world_of(&drawn, COVEY_KERNEL_REF, 1),
                    *tree = world_of(&drawn, kernel, 1);
        for (int flock = 0; flock < TEST_PACK_FLOCKS; flock++) {
            size_t count = covey_world_view(scan, flock).count;
            test_sense_all(scan, flock, a);
            test_sense_all(tree, flock, b);
            for (size_t id = 0; id < count; id++) {
                sensed += (size_t)a[id].count;
                if (memcmp(&a[id], &b[id], sizeof a[id]) != 0)
                    fail_msg("trial %d, flock %d, agent %zu: %g, not %g", trial, flock, id,
                             b[id].count, a[id].count);
            }
        }
        covey_world_destroy(tree);
        covey_world_destroy(scan);
        test_pack_destroy(&drawn);
    }
    assert_true(sensed > 1000); // or no two agents were near
}

static void test_any_number_of_threads_gives_the_states_of_the_scan(void **unused)
{
    (void)unused;
    uint64_t random = 2;
    const int threads[] = {1, 2, 8};
    for (int trial = 0; trial < 8; trial++) {
        covey_setting gain = {"gain", 0.01}, all[] = {{"nearest", 5}, {"weight", 2}, gain};
        test_flock agents =
            test_flock_create((test_shape)(trial % TEST_SHAPES), 700, 1.0, 20.0, &random);
        covey_flock_def flock = test_flock_def(&agents);
        flock.custom_model = &test_probe;
        flock.settings = all;
        flock.settings_count = 3;
        uint64_t expected = 0;
        for (int k = -1; k < 3; k++) {
            covey_world_def def = covey_world_def_default();
            def.space = trial % 2 == 0 ? covey_space_torus(20, 31) : covey_space_open();
            def.kernel = k < 0 ? COVEY_KERNEL_REF : COVEY_KERNEL_FASTEST;
            def.threads = k < 0 ? 1 : threads[k];
            covey_world *world = test_world_create(&def);
            test_world_add(world, &flock);
            test_world_steps(world, 10, 0.1);
            expected = k < 0 ? covey_world_hash(world) : expected;
            assert_true(covey_world_hash(world) == expected);
            covey_world_destroy(world);
        }
        test_flock_destroy(&agents);
    }
}

/// The hash of a flock of the model topological, whose crowd zone gives the grid a radius, after
/// some steps.
static uint64_t hash_of_starlings(const test_flock *agents, covey_space space, int trial,
                                  covey_kernel_kind kernel)
{
    const double neighbors[] = {7, 1, 3, 12};
    const covey_setting all[] = {{"neighbors", neighbors[trial % 4]}, {"separation_radius", 1.5}};
    covey_flock_def flock = test_flock_def(agents);
    flock.model = "topological";
    flock.settings = all;
    flock.settings_count = 2;
    covey_world_def def = covey_world_def_default();
    def.space = space;
    def.kernel = kernel;
    covey_world *world = test_world_create(&def);
    test_world_add(world, &flock);
    test_world_steps(world, 5, 0.1);
    uint64_t hash = covey_world_hash(world);
    covey_world_destroy(world);
    return hash;
}

static void test_a_look_around_gives_the_states_of_the_scan(void **unused)
{
    (void)unused;
    uint64_t random = 4;
    for (int trial = 0; trial < 16; trial++) {
        test_shape shape = trial < 8 ? TEST_UNIFORM : (test_shape)(trial % TEST_SHAPES);
        test_flock agents = test_flock_create(shape, 500, 1.0, 30.0, &random);
        covey_space space = trial % 2 == 0 ? covey_space_torus(30, 31) : covey_space_open();
        uint64_t expected = hash_of_starlings(&agents, space, trial / 2, COVEY_KERNEL_REF);
        assert_true(hash_of_starlings(&agents, space, trial / 2, COVEY_KERNEL_SCALAR) == expected);
        assert_true(hash_of_starlings(&agents, space, trial / 2, COVEY_KERNEL_FASTEST) == expected);
        test_flock_destroy(&agents);
    }
}

/// Counts the candidates of flock 0 of a world, of one zone.
static uint64_t candidates_of_a_step(covey_world *world)
{
    uint64_t before = covey_world_stats(world).candidates;
    test_world_steps(world, 1, 0.0);
    return covey_world_stats(world).candidates - before;
}

static void test_a_search_looks_at_few(void **unused)
{
    (void)unused;
    uint64_t random = 3;
    test_flock agents = test_flock_create(TEST_UNIFORM, 4096, 1.0, 64.0, &random);
    covey_flock_def flock = test_flock_def(&agents);
    covey_setting setting[] = {{"nearest", 6}, {"radius", DBL_MAX}};
    flock.custom_model = &test_probe;
    flock.settings = setting;
    flock.settings_count = 2;
    covey_world_def def = covey_world_def_default();
    covey_world *world = test_world_create(&def);
    test_world_add(world, &flock);
    assert_true(candidates_of_a_step(world) < UINT64_C(4096) * 100);
    covey_world_set(world, 0, "radius", 0.0, NULL);
    covey_world_set(world, 0, "nearest", 64.0, NULL);
    assert_true(candidates_of_a_step(world) < UINT64_C(4096) * 40); // leaves around the agent
    covey_world_destroy(world);
    test_flock_destroy(&agents);
}

/// Candidates of a crowd of starlings, all of them within the radius of the grid.
static uint64_t candidates_in_crowd(size_t count)
{
    enum { MOST = 300 };
    double x[MOST], y[MOST], zeros[MOST] = {0};
    assert_in_range(count, 1, MOST);
    for (size_t k = 0; k < count; k++) { // a spiral, all distances different
        x[k] = 5.5 + 0.001 * (double)k * covey_cos((double)k);
        y[k] = 5.5 + 0.001 * (double)k * covey_sin((double)k);
    }
    const covey_setting all[] = {{"neighbors", 7}, {"separation_radius", 1}};
    covey_flock_def flock = covey_flock_def_default();
    flock.model = "topological";
    flock.settings = all;
    flock.settings_count = 2;
    flock.count = count;
    flock.pos[0] = x;
    flock.pos[1] = y;
    flock.vel[0] = flock.vel[1] = zeros;
    covey_world *world = test_world_plain();
    test_world_add(world, &flock);
    uint64_t candidates = candidates_of_a_step(world);
    covey_world_destroy(world);
    return candidates;
}

static void test_a_look_around_is_given_up_beyond_256_candidates(void **unused)
{
    (void)unused;
    double each[4]; // candidates of an agent among 254 and more
    for (size_t k = 0; k < 4; k++)
        each[k] = (double)candidates_in_crowd(254 + k) / (double)(254 + k);
    assert_true(each[2] < 256.0 + 200.0); // fewer than the crowd: in a circle as wide as for others
    assert_true(each[1] - each[0] < 4.0 && each[2] - each[1] < 4.0);
    assert_true(each[3] - each[2] > 8.0); // 257 were looked for in vain, then the tree was asked
}

// ---- Memory ----

static void test_nearest_is_switched_on_between_steps_or_not_at_all(void **unused)
{
    (void)unused;
    test_heap heap = {0};
    covey_world_def def = covey_world_def_default();
    def.allocator = test_heap_allocator(&heap);
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    flock.custom_model = &test_probe;
    flock.count = 500;
    test_world_add(world, &flock);
    size_t bytes = covey_world_stats(world).bytes;
    size_t agent_bytes = covey_world_stats(world).agent_bytes;
    covey_error error;
    test_heap_refuse(&heap, 0);
    assert_int_equal(covey_world_set(world, 0, "nearest", 3, &error), COVEY_MEMORY);
    assert_string_equal(error.message,
                        "no memory to find neighbors among the 500 agents of flock flock");
    assert_true(covey_world_param(world, 0, "nearest") == 0.0);
    assert_int_equal(covey_world_stats(world).bytes, bytes);
    heap.fail_at = 0;
    assert_int_equal(covey_world_set(world, 0, "nearest", 3, &error), COVEY_OK);
    size_t more = covey_world_stats(world).bytes - bytes;
    assert_true(more > 0);
    assert_int_equal(covey_world_stats(world).agent_bytes, agent_bytes + more);
    size_t calls = heap.calls;
    test_world_steps(world, 3, 0.1);
    assert_int_equal(heap.calls, calls); // a step takes none
    covey_world_destroy(world);
}

static void test_a_flock_that_finds_no_memory_for_a_tree_is_not_added(void **unused)
{
    (void)unused;
    covey_setting setting = {"nearest", 3}, of_prey = {"of", COVEY_OF_PREY};
    covey_setting both[] = {setting, of_prey};
    covey_flock_def prey = covey_flock_def_default(), hunter = covey_flock_def_default();
    prey.count = 300;
    hunter.name = "hunter";
    hunter.custom_model = &test_probe;
    hunter.hunts = "flock";
    hunter.settings = both;
    hunter.settings_count = 2;
    hunter.count = 5;
    int added = 0, failed = 0;
    for (size_t allowed = 0; added == 0; allowed++) {
        test_heap heap = {0};
        covey_world_def def = covey_world_def_default();
        def.allocator = test_heap_allocator(&heap);
        covey_world *world = test_world_create(&def);
        test_world_add(world, &prey);
        size_t bytes = covey_world_stats(world).bytes;
        size_t agent_bytes = covey_world_stats(world).agent_bytes;
        test_heap_refuse(&heap, allowed);
        int number;
        added = covey_world_add(world, &hunter, &number, NULL) == COVEY_OK;
        failed += !added;
        assert_int_equal(covey_world_flocks(world), 1 + added);
        assert_true(added || covey_world_stats(world).bytes == bytes);
        assert_true(added || covey_world_stats(world).agent_bytes == agent_bytes);
        covey_world_destroy(world);
    }
    assert_true(failed > 5);
}

static void test_a_restored_world_searches_without_memory_for_a_tree(void **unused)
{
    (void)unused;
    uint64_t hash[2];
    unsigned char bytes[65536];
    for (int k = 0; k < 2; k++) {
        test_heap heap = {0};
        covey_world_def def = covey_world_def_default();
        def.allocator = test_heap_allocator(&heap);
        covey_world *world = test_world_create(&def);
        covey_flock_def flock = covey_flock_def_default();
        flock.custom_model = &test_probe;
        flock.count = 500;
        test_world_add(world, &flock);
        if (k == 0) {
            covey_world_set(world, 0, "nearest", 3, NULL);
            covey_world_set(world, 0, "gain", 0.1, NULL);
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

// ---- By hand ----

static void test_each_of_a_crowd_leaves_itself_out(void **unused)
{
    (void)unused;
    test_scene crowd = {.space = covey_space_open(),
                        .count = 4,
                        .vx = {1, 2, 4, 8},
                        .settings = {{"nearest", 2}, {"carry", 1}, {"self", 1}}};
    const double expected[] = {1 + 2 + 4, 2 + 1 + 4, 4 + 1 + 2, 8 + 1 + 2}; // itself, lowest ids
    covey_world *world = test_scene_world(crowd.space);
    covey_flock_def def = test_scene_def(&crowd);
    test_world_add(world, &def);
    for (uint32_t id = 0; id < 4; id++)
        assert_true(test_sense(world, 0, id, 0).carried.x == expected[id]);
    covey_world_destroy(world);
}

static void test_of_two_as_far_the_lower_id_is_nearer(void **unused)
{
    (void)unused;
    test_scene row = {.space = covey_space_torus(8, 8),
                      .count = 5,
                      .x = {4, 6, 2, 5, 0},
                      .y = {1, 1, 1, 1, 1},
                      .vx = {0, 1, 2, 4, 8},
                      .settings = {{"nearest", 2}, {"radius", 10}, {"carry", 1}}};
    assert_true(test_scene_sense(&row, 0).carried.x == 4 + 1); // 3 at distance 1, 1 before 2
    row.x[1] = 7.5;
    assert_true(test_scene_sense(&row, 0).carried.x == 4 + 2);
    row.x[0] = 7;
    row.settings[0].value = 1;
    assert_true(test_scene_sense(&row, 0).carried.x == 1); // 0.5 off, across nothing
    row.x[1] = 3;
    assert_true(test_scene_sense(&row, 0).carried.x == 8); // 1 across the seam
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_tree_gives_the_percepts_of_the_scan),
        cmocka_unit_test(test_any_number_of_threads_gives_the_states_of_the_scan),
        cmocka_unit_test(test_a_look_around_gives_the_states_of_the_scan),
        cmocka_unit_test(test_a_search_looks_at_few),
        cmocka_unit_test(test_a_look_around_is_given_up_beyond_256_candidates),
        cmocka_unit_test(test_nearest_is_switched_on_between_steps_or_not_at_all),
        cmocka_unit_test(test_a_flock_that_finds_no_memory_for_a_tree_is_not_added),
        cmocka_unit_test(test_a_restored_world_searches_without_memory_for_a_tree),
        cmocka_unit_test(test_each_of_a_crowd_leaves_itself_out),
        cmocka_unit_test(test_of_two_as_far_the_lower_id_is_nearer),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    test_kernel = COVEY_KERNEL_REF;
    const struct CMUnitTest by_hand[] = {tests[7], tests[8]};
    return failures + cmocka_run_group_tests_name("ref", by_hand, NULL, NULL);
}
