// SPDX-License-Identifier: MIT
// Hard bodies in a heap, and on their way out of it: kernels, threads and snapshots change no bit.
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { AGENTS = 300, GIANTS = 20, STEPS = 45 };
#define DT 0.05

typedef struct setup {
    covey_space space;
    bool solid;
    covey_precision precision;
    covey_kernel_kind kernel;
    int threads;
} setup;

static void add_bodies(covey_world *world, const char *name, size_t count, double body)
{
    const covey_setting settings[] = {
        {"separation_radius", 2}, {"alignment_radius", 3}, {"cohesion_radius", 3}};
    covey_flock_def flock = covey_flock_def_default();
    flock.name = name;
    flock.model = "reynolds";
    flock.settings = settings;
    flock.settings_count = sizeof settings / sizeof *settings;
    flock.count = count;
    flock.body = body;
    flock.hard = true;
    test_world_add(world, &flock);
}

/// An empty world; NULL where this CPU does not run the kernel.
static covey_world *make(const setup *is)
{
    covey_world_def def = covey_world_def_default();
    def.space = is->space;
    def.precision = is->precision;
    def.kernel = is->kernel;
    def.threads = is->threads;
    covey_world *world;
    if (covey_world_create(&def, &world, NULL) != COVEY_OK)
        return NULL;
    add_bodies(world, "small", AGENTS, 0.2);
    add_bodies(world, "large", GIANTS, 0.7);
    const double x[] = {14}, y[] = {11};
    const covey_setting radius = {"radius", 2};
    covey_influence_def solid = covey_influence_def_default();
    solid.points[0] = x;
    solid.points[1] = y;
    solid.points_count = 1;
    solid.settings = &radius;
    solid.settings_count = 1;
    if (is->solid)
        test_world_obstacle(world, solid);
    return world;
}

/// Puts all agents near one point, some of them on it.
static void heap_up(covey_world *world)
{
    for (int flock = 0; flock < 2; flock++)
        for (covey_id id = 0; id < (flock == 0 ? AGENTS : GIANTS); id++) {
            covey_pose pose = {.pos = {10, 10, 0}, .vel = {1, 0, 0}};
            pose.pos.x += id % 3 == 0 ? 0.0 : 0.001 * (double)id;
            assert_int_equal(covey_world_put(world, flock, id, pose, NULL), COVEY_OK);
        }
}

/// The world of a setup goes on from the snapshot of this one, which is destroyed.
static covey_world *move_on(covey_world *world, const setup *is)
{
    test_saved saved = test_world_save(world);
    covey_world *next = make(is);
    assert_int_equal(covey_world_restore(next, saved.bytes, saved.size, NULL), COVEY_OK);
    free(saved.bytes);
    covey_world_destroy(world);
    return next;
}

/// Hashes of all steps.
static void take_hashes(const setup *is, bool moves, uint64_t hash[STEPS])
{
    covey_world *world = make(is);
    heap_up(world);
    for (int step = 0; step < STEPS; step++) {
        if (moves && step % 6 == 1)
            world = move_on(world, is);
        test_world_steps(world, 1, DT);
        hash[step] = covey_world_hash(world);
    }
    covey_world_destroy(world);
}

static void expect_bits(const setup *row)
{
    setup is = *row;
    uint64_t expected[STEPS], found[STEPS];
    is.threads = 1;
    take_hashes(&is, false, expected);
    is.threads = 3;
    for (int kind = 0; covey_kernel_names()[kind] != NULL; kind++) {
        is.kernel = (covey_kernel_kind)kind;
        covey_world *world = make(&is);
        if (world == NULL)
            continue;
        covey_world_destroy(world);
        take_hashes(&is, true, found);
        for (int step = 0; step < STEPS; step++)
            if (found[step] != expected[step])
                fail_msg("kernel %s: other bits after step %d", covey_kernel_names()[kind], step);
    }
}

static void test_heaps_have_the_same_bits_everywhere(void **unused)
{
    (void)unused;
    const covey_space torus = covey_space_torus(30, 25);
    const setup rows[] = {
        {.space = torus},
        {.space = torus, .solid = true},
        {.space = covey_space_open()},
        {.space = covey_space_reflecting(20, 20)},
        {.space = covey_space_deep(torus, 20)},
        {.space = torus, .precision = COVEY_PRECISION_SINGLE},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        expect_bits(&rows[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_heaps_have_the_same_bits_everywhere)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
