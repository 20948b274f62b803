// SPDX-License-Identifier: MIT
// The benchmark measures the scenes that it names: these have their neighbors and the same bits
// with every kernel, its statistics and bounds are those of the formula, its output can be read.
#include "bound.h"
#include "case.h"
#include "scene.h"
#include "series.h"
#include "support/files.h"
#include "support/process.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static covey_world *stepped(scene of, covey_kernel_kind kernel, int steps)
{
    covey_world *world;
    covey_error error;
    of.kernel = kernel;
    assert_int_equal(scene_create(&of, &world, &error), COVEY_OK);
    for (int k = 0; k < steps; k++)
        assert_int_equal(covey_world_step(world, SCENE_DT), COVEY_OK);
    return world;
}

static void test_every_scene_has_the_same_bits_with_the_reference_kernel(void **state)
{
    (void)state;
    const bench_case *row;
    int scenes = 0;
    for (int k = 0; (row = case_at(k)) != NULL; k++) {
        if (row->own.model == NULL)
            continue;
        scene small = row->own;
        small.count = 600;
        small.obstacles = ceil(row->own.obstacles * small.count / row->own.count); // as close
        covey_world *fast = stepped(small, COVEY_KERNEL_FASTEST, 3),
                    *plain = stepped(small, COVEY_KERNEL_REF, 3);
        if (covey_world_hash(fast) != covey_world_hash(plain))
            fail_msg("%s: the kernels differ", row->name);
        covey_world_destroy(fast);
        covey_world_destroy(plain);
        scenes++;
    }
    assert_true(scenes > 20);
    covey_world *world; // and the kernel asked for is the one that runs
    covey_error error;
    scene odd = {.model = "formal",
                 .count = 10,
                 .neighbors = 20,
                 .threads = 1,
                 .kernel = (covey_kernel_kind)99};
    assert_int_equal(scene_create(&odd, &world, &error), COVEY_ARG);
}

static void test_models_of_the_library_are_all_measured(void **state)
{
    (void)state;
    const covey_model *model;
    for (int k = 0; (model = covey_model_at(k)) != NULL; k++) {
        bool found = false;
        const bench_case *row;
        for (int c = 0; (row = case_at(c)) != NULL; c++)
            found = found || (case_is(row, "model") && strcmp(row->own.model, model->name) == 0);
        if (!found)
            fail_msg("no case measures %s", model->name);
    }
}

static void test_a_model_of_ones_own_has_the_same_bits_agent_by_agent(void **state)
{
    (void)state;
    const scene blocks = {.model = "followers", .count = 600, .neighbors = 20, .threads = 1};
    scene agents = blocks;
    agents.model = "followers-one";
    assert_true(scene_model("followers")->decide_block != NULL);
    assert_true(scene_model("followers-one")->decide_block == NULL);
    covey_world *a = stepped(blocks, COVEY_KERNEL_FASTEST, 20),
                *b = stepped(agents, COVEY_KERNEL_FASTEST, 20);
    assert_true(covey_world_hash(a) == covey_world_hash(b));
    covey_world_destroy(a);
    covey_world_destroy(b);
}

static void test_agents_have_the_neighbors_of_their_scene(void **state)
{
    (void)state;
    const bench_case *row;
    for (int k = 0; (row = case_at(k)) != NULL; k++) {
        // The zones of couzin exclude one another, and a predator senses less than its prey.
        // A shepherd senses the nearest of its prey, which it has none of here, and gautrais
        // senses its Voronoi neighbors, 6.
        if (!case_is(row, "model") || strcmp(row->own.model, "couzin") == 0 ||
            strcmp(row->own.model, "shepherd") == 0 || strcmp(row->own.model, "gautrais") == 0)
            continue;
        scene here = row->own;
        here.count = 8000;
        covey_world *world = stepped(here, COVEY_KERNEL_FASTEST, 1);
        covey_stats stats = covey_world_stats(world);
        double pairs = (double)stats.pairs / (double)stats.agent_steps;
        // 19 to 22: itself counts in some models, and 8,000 random agents have a mean neighbor
        // count of standard deviation below 0.08.
        if (!(pairs > 19.0 && pairs < 22.0))
            fail_msg("%s: %g pairs an agent", row->name, pairs);
        covey_world_destroy(world);
    }
}

static void test_a_crowd_is_in_one_radius_and_goes_two_ways(void **state)
{
    (void)state;
    const bench_case *row;
    int crowds = 0;
    for (int k = 0; (row = case_at(k)) != NULL; k++) {
        if (!case_is(row, "crowd"))
            continue;
        scene whole = row->own, parts = row->rival;
        whole.count = parts.count = 2000;
        covey_world *a = stepped(whole, COVEY_KERNEL_FASTEST, 1),
                    *b = stepped(parts, COVEY_KERNEL_FASTEST, 1);
        covey_stats of_whole = covey_world_stats(a), of_parts = covey_world_stats(b);
        assert_int_equal(of_whole.pairs, 2000 * 2000);
        assert_int_equal(of_parts.pairs, 2000 * 2000);
        assert_true(of_whole.candidates < of_parts.candidates / 4);
        covey_world_destroy(a);
        covey_world_destroy(b);
        crowds++;
    }
    assert_int_equal(crowds, 3);
}

static void test_statistics_are_those_of_known_numbers(void **state)
{
    (void)state;
    series odd = {0}, even = {0};
    const double values[] = {7, 1, 100, 4, 2};
    for (int k = 0; k < 5; k++)
        series_add(&odd, values[k]);
    assert_true(series_least(&odd) == 1 && series_median(&odd) == 4);
    assert_true(series_deviation(&odd) == 3); // of 3, 3, 96, 0, 2
    for (int k = 0; k < 4; k++)
        series_add(&even, values[k]);
    assert_true(series_median(&even) == 5.5);
}

/// A machine whose parts can each be made the slowest.
static const machine quick = {.add = 1e3,
                              .multiply = 1e3,
                              .mixed = HUGE_VAL,
                              .divide = 1e3,
                              .root = 1e3,
                              .l1 = 1e6,
                              .l2 = HUGE_VAL,
                              .memory = HUGE_VAL,
                              .l2_size = 1e4};

static void test_bounds_are_those_of_the_busiest_part(void **state)
{
    (void)state;
    const scene formal = {.model = "formal", .count = 1000, .neighbors = 20, .threads = 1},
                plain = {.model = "three_rule", .count = 1000, .neighbors = 20, .threads = 1},
                torus = {.model = "torus", .count = 1000, .neighbors = 20, .threads = 1},
                blind = {.model = "reynolds", .count = 1000, .neighbors = 20, .threads = 1};
    // Offsets, square: 3 additions, 2 multiplications. For three zones of one radius a comparison,
    // a count and a selection of 1 or 0. Σ r: 2 fused with the sum. Σ r/d²: 2 and 2 additions.
    // Σ v: 2 fused. All that for the 20 of 40 candidates that one of four agents holds, since there
    // is a division; where there is none, for all.
    machine slow = quick;
    slow.add = 1;
    assert_true(bound_time(&slow, &formal, 40, 20, 1) == 5.0 * (3 + 1 + 2));
    assert_true(bound_time(&slow, &plain, 40, 20, 1) == 10.0 * (3 + 1));
    slow = quick;
    slow.multiply = 1;
    assert_true(bound_time(&slow, &formal, 40, 20, 1) == 5.0 * (2 + 2 + 2 + 2));
    // The same with a blind angle: the product with the heading, its size, its share of d².
    assert_true(bound_time(&slow, &blind, 40, 20, 1) == 5.0 * (8 + 4));
    slow = quick;
    slow.mixed =
        1; // and picking: for each of four agents 3 on quantized positions of eight candidates
    assert_true(bound_time(&slow, &formal, 40, 20, 1) == 5.0 * (6 + 8 + 2) + 10.0 * 1.5);
    slow = quick;
    slow.divide = 0.5;
    assert_true(bound_time(&slow, &formal, 40, 20, 1) == 5.0 * 2);
    slow.root = 0.25; // the linear weight needs 1/d
    assert_true(bound_time(&slow, &torus, 40, 20, 1) == 5.0 * (2 + 4));
    slow = quick;
    slow.l1 = 32; // a load a ns: x, y, vx, vy
    assert_true(bound_time(&slow, &formal, 40, 20, 1) == 5.0 * 4);
    slow = quick;
    slow.multiply = 1;
    slow.memory = 0.5; // 1,000 agents of 100 bytes are more than the second cache holds
    assert_true(bound_time(&slow, &formal, 40, 20, 100) == 5.0 * 8 + 200.0);
    assert_true(bound_time(&slow, &formal, 40, 20, 1) == 5.0 * 8);
    const scene two = {.model = "formal", .count = 1000, .neighbors = 20, .threads = 2},
                nearest = {.model = "topological", .count = 1000, .neighbors = 20, .threads = 1};
    const scene crowd = {
        .model = "formal", .count = 1000, .neighbors = 999, .threads = 1, .in_disc = true};
    assert_true(bound_time(&slow, &two, 40, 20, 100) == 5.0 * 4 + 100.0);
    scene single = two;
    single.precision = COVEY_PRECISION_SINGLE;
    assert_true(bound_time(&slow, &single, 40, 20, 100) == 0.0);
    assert_true(bound_time(&slow, &nearest, 40, 20, 100) == 0.0);
    assert_true(bound_time(&slow, &crowd, 40, 20, 100) == 0.0);
}

static double held_in(double count, double neighbors)
{
    scene one = {.model = "formal", .count = count, .neighbors = neighbors, .threads = 1};
    covey_world *world = stepped(one, COVEY_KERNEL_FASTEST, 1);
    double held = scene_held(&one, world);
    covey_world_destroy(world);
    return held;
}

static void test_four_agents_hold_the_neighbors_of_each(void **state)
{
    (void)state;
    assert_true(held_in(200, 400) == 200.0); // all are near each other, across the seam, too
    assert_true(held_in(3, 1000) == 0.0);    // there are no four
    // Discs around four in a rectangle of one by a half, as agents of a row stand side by side,
    // hold at most 20 + 2 · (1 + 1/2) · 20/π + 1/2 · 20/π = 42.
    double held = held_in(2000, 20);
    assert_true(held > 20.0 && held < 42.0);
}

static process run(const char *const *arguments)
{
    return process_run(&(process_def){.arguments = arguments});
}

static void test_counted_steps_are_as_many_as_asked(void **state)
{
    (void)state;
    const char *const arguments[] = {COVEY_BENCH_PROGRAM, "--count",       "--steps", "4",
                                     "size-1k",           "kernel-vicsek", NULL};
    process bench = run(arguments);
    assert_int_equal(bench.code, 0);
    assert_string_equal(bench.output.bytes, "size-1k 4000\nkernel-vicsek 40000\n");
    process_free(&bench);
    const char *const fewer[] = {COVEY_BENCH_PROGRAM, "--count", "--agents", "70", "size", NULL};
    bench = run(fewer);
    assert_string_equal(bench.output.bytes,
                        "size-1k 210\nsize-10k 210\nsize-100k 210\nsize-1m 210\n");
    process_free(&bench);
}

static void test_a_case_is_reported_in_json(void **state)
{
    (void)state;
    const char *file = files_path("bench.json");
    const char *const arguments[] = {COVEY_BENCH_PROGRAM,
                                     "size-1k",
                                     "threads-100k",
                                     "--repetitions",
                                     "2",
                                     "--threads",
                                     "2",
                                     "--seconds",
                                     "0.001",
                                     "--json",
                                     file,
                                     NULL};
    process bench = run(arguments);
    assert_int_equal(bench.code, 0);
    process_free(&bench);
    const char read[] = "import json, sys\n"
                        "found = json.load(open(sys.argv[1]))\n"
                        "print([case['case'] for case in found['cases']])\n"
                        "one, _, two = found['cases']\n"
                        "assert one['count'] == 1000 and one['threads'] == 1\n"
                        "assert 0 < one['min'] <= one['median'] and one['bound'] > 0\n"
                        "assert two['threads'] == 2 and two['rival'] == '1 thread'\n"
                        "assert 0 < two['ratio_min'] <= two['ratio_median']\n"
                        "assert all(rate > 0 for rate in found['machine'].values())\n";
    const char *const python[] = {"/usr/bin/python3", "-c", read, file, NULL};
    process reader = process_run(&(process_def){.arguments = python, .native = true});
    assert_string_equal(reader.errors.bytes, "");
    assert_string_equal(reader.output.bytes, "['size-1k', 'threads-100k-1', 'threads-100k-2']\n");
    process_free(&reader);
}

static void test_unknown_words_are_refused(void **state)
{
    (void)state;
    const char *const unknown[] = {COVEY_BENCH_PROGRAM, "siz", NULL};
    process bench = run(unknown);
    assert_int_equal(bench.code, 64);
    assert_string_equal(bench.errors.bytes,
                        "covey-bench: there is no case siz; see covey-bench --list\n");
    process_free(&bench);
    const char *const none[] = {COVEY_BENCH_PROGRAM, "--repetitions", "0", NULL};
    bench = run(none);
    assert_int_equal(bench.code, 64);
    assert_non_null(strstr(bench.errors.bytes, "--repetitions takes a number from 1 to 99\n"));
    process_free(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_scene_has_the_same_bits_with_the_reference_kernel),
        cmocka_unit_test(test_models_of_the_library_are_all_measured),
        cmocka_unit_test(test_a_model_of_ones_own_has_the_same_bits_agent_by_agent),
        cmocka_unit_test(test_agents_have_the_neighbors_of_their_scene),
        cmocka_unit_test(test_a_crowd_is_in_one_radius_and_goes_two_ways),
        cmocka_unit_test(test_statistics_are_those_of_known_numbers),
        cmocka_unit_test(test_bounds_are_those_of_the_busiest_part),
        cmocka_unit_test(test_four_agents_hold_the_neighbors_of_each),
        cmocka_unit_test(test_counted_steps_are_as_many_as_asked),
        cmocka_unit_test(test_a_case_is_reported_in_json),
        cmocka_unit_test(test_unknown_words_are_refused),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
