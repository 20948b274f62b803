// SPDX-License-Identifier: MIT
// Allocators that refuse: every allocation once, and from every allocation on for ever. The call
// then fails with COVEY_MEMORY, leaves things as they were and leaks nothing.
#include "support/heap.h"
#include "support/streams.h"

#include <covey/covey.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// ---- Worlds ----

/// Of the worlds at hand.
static covey_precision precision;

static covey_world *make_world(test_heap *memory, int threads, covey_status *status)
{
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(100, 100);
    def.threads = threads;
    def.precision = precision;
    def.allocator = test_heap_allocator(memory);
    covey_world *world;
    covey_error error = {0};
    *status = covey_world_create(&def, &world, &error);
    assert_int_equal(error.status, *status);
    assert_int_equal(world == NULL, *status != COVEY_OK);
    return world;
}

static covey_status add_flock(covey_world *world, const char *name)
{
    covey_flock_def def = covey_flock_def_default();
    def.model = "formal";
    def.name = name;
    def.count = 500;
    int flock = -7;
    covey_error error = {0};
    covey_status status = covey_world_add(world, &def, &flock, &error);
    assert_int_equal(error.status, status);
    assert_int_equal(flock == -7, status != COVEY_OK);
    return status;
}

static covey_status create_world(test_heap *memory)
{
    covey_status status;
    covey_world_destroy(make_world(memory, 3, &status));
    return status;
}

static covey_status create_world_and_flocks(test_heap *memory)
{
    covey_status status;
    covey_world *world = make_world(memory, 1, &status);
    static const char *const names[] = {"first", "second"};
    for (int k = 0; k < 2 && status == COVEY_OK; k++) {
        uint64_t hash = covey_world_hash(world);
        size_t bytes = covey_world_stats(world).bytes;
        status = add_flock(world, names[k]);
        assert_int_equal(covey_world_flocks(world), status == COVEY_OK ? k + 1 : k);
        assert_int_equal(covey_world_stats(world).bytes, memory->bytes);
        if (status != COVEY_OK) { // as before: it even steps
            assert_true(covey_world_hash(world) == hash);
            assert_int_equal(covey_world_stats(world).bytes, bytes);
            assert_int_equal(covey_world_step(world, 0.1), COVEY_OK);
        }
    }
    covey_world_destroy(world);
    return status;
}

static void test_a_world_without_memory_is_not_made(void **state)
{
    (void)state;
    assert_true(test_heap_fail_everywhere(create_world) >= 2);
}

static void test_a_flock_without_memory_leaves_its_world_as_before(void **state)
{
    (void)state;
    for (precision = 0; precision <= COVEY_PRECISION_SINGLE; precision++)
        assert_true(test_heap_fail_everywhere(create_world_and_flocks) >= 10);
    precision = COVEY_PRECISION_DOUBLE;
}

static void test_steps_and_snapshots_allocate_nothing(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        test_heap memory = {0};
        covey_status status;
        covey_world *world = make_world(&memory, threads, &status);
        assert_int_equal(add_flock(world, "first"), COVEY_OK);
        assert_int_equal(add_flock(world, "second"), COVEY_OK);
        size_t calls = memory.calls, size = covey_world_snapshot_size(world);
        void *snapshot = malloc(size);
        assert_non_null(snapshot);
        memory.fail_at = 1;
        memory.for_ever = true;
        assert_int_equal(covey_world_save(world, snapshot, size), COVEY_OK);
        for (int step = 0; step < 20; step++)
            assert_int_equal(covey_world_step(world, 0.1), COVEY_OK);
        assert_int_equal(covey_world_restore(world, snapshot, size, NULL), COVEY_OK);
        for (int step = 0; step < 20; step++)
            assert_int_equal(covey_world_step(world, 0.1), COVEY_OK);
        assert_int_equal(covey_world_set(world, 0, "r_c", 7, NULL), COVEY_OK);
        assert_int_equal(covey_world_step(world, 0.1), COVEY_OK);
        assert_int_equal(memory.calls, calls);
        free(snapshot);
        covey_world_destroy(world);
        test_heap_check_empty(&memory);
    }
}

// ---- Formal runs ----

enum { AGENTS = 2500 }; // the room for them grows twice

static char input[AGENTS * 20];
static page out, hashes, trace;
static size_t bytes_in_run;

static bool note_bytes(void *context)
{
    bytes_in_run = ((const test_heap *)context)->bytes;
    return false;
}

static covey_status run_formal(test_heap *memory)
{
    tape in = {.bytes = input, .size = strlen(input)};
    page_clear(&out);
    page_clear(&hashes);
    page_clear(&trace);
    covey_formal_def def = covey_formal_def_default();
    def.threads = 2;
    def.in = tape_source(&in);
    def.out = page_sink(&out);
    def.hashes = page_sink(&hashes);
    def.trace = page_sink(&trace);
    def.allocator = test_heap_allocator(memory);
    def.stop = note_bytes;
    def.stop_context = memory;
    covey_stats stats;
    covey_error error = {0};
    covey_status status = covey_formal_run(&def, &stats, &error);
    assert_int_equal(error.status, status);
    if (status == COVEY_OK)
        assert_int_equal(stats.bytes, bytes_in_run);
    size_t lines = 0;
    for (size_t k = 0; k < out.size; k++)
        lines += out.bytes[k] == '\n';
    assert_int_equal(lines, status == COVEY_OK ? 2 * AGENTS : 0); // memory is taken before frames
    return status;
}

static void test_a_formal_run_without_memory_writes_nothing_and_leaks_nothing(void **state)
{
    (void)state;
    size_t used = (size_t)snprintf(input, sizeof input, "1 1 1 1 1 1 1 %d\n", AGENTS);
    for (int k = 0; k < AGENTS; k++)
        used += (size_t)snprintf(input + used, sizeof input - used, "%d 0 0 1\n", k);
    (void)snprintf(input + used, sizeof input - used, "0.1\n0.1\n");
    assert_true(test_heap_fail_everywhere(run_formal) >= 25);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_world_without_memory_is_not_made),
        cmocka_unit_test(test_a_flock_without_memory_leaves_its_world_as_before),
        cmocka_unit_test(test_steps_and_snapshots_allocate_nothing),
        cmocka_unit_test(test_a_formal_run_without_memory_writes_nothing_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
