// SPDX-License-Identifier: MIT
// Allocators that refuse, where files, scenarios, sessions and runs take memory: every allocation
// once, and from every allocation on for ever. The call then fails with COVEY_MEMORY, leaves things
// as they were and leaks nothing.
#include "support/files.h"
#include "support/heap.h"
#include "support/scenario.h"
#include "support/streams.h"

#include <covey/run.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { STEPS = 3 };

// ---- Outputs ----

static const covey_format *format; ///< that is tried

static const char *path_of(const char *stem)
{
    char name[64];
    (void)snprintf(name, sizeof name, "%s.%s", stem, format->name);
    return files_path(name);
}

/// One failure of an output that can be tried again.
static covey_status put(covey_output *output, uint64_t step)
{
    covey_frame_set sets[MADE_SETS];
    covey_error error = {0};
    files_frame(step, sets);
    covey_status status = covey_output_put(output, sets, MADE_SETS, &error);
    assert_int_equal(error.status, status);
    return status;
}

/// Writes the frames to a file, and tries failed calls again.
static covey_status write_frames(const char *path, test_heap *heap)
{
    covey_output_def def = files_def(path);
    covey_error error = {0};
    covey_output *output;
    def.format = format->name;
    def.allocator = test_heap_allocator(heap);
    covey_status status = covey_output_open(&def, &output, &error);
    assert_int_equal(error.status, status);
    assert_int_equal(output == NULL, status != COVEY_OK);
    for (uint64_t step = 0; step < STEPS && output != NULL; step++) {
        covey_status failed = put(output, step);
        if (failed == COVEY_OK)
            continue;
        assert_int_equal(failed, COVEY_MEMORY);
        assert_int_equal(put(output, step), heap->for_ever ? COVEY_MEMORY : COVEY_OK);
        status = failed;
    }
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    return status;
}

static covey_status write_again(test_heap *heap)
{
    const char *path = path_of("again");
    size_t size, same;
    covey_status status = write_frames(path, heap);
    char *wanted = files_read(path_of("whole"), &size), *written = files_read(path, &same);
    bool opened = written != NULL && same > 0;
    if (opened && !heap->for_ever && heap->calls > heap->fail_at) {
        assert_int_equal(same, size);
        assert_memory_equal(written, wanted, size);
    }
    free(wanted);
    free(written);
    (void)remove(path);
    return status;
}

/// An attempt at the file `whole` of each format that is written and, with `reads`, read.
static void fail_each_format(bool reads, covey_status (*attempt)(test_heap *heap), size_t least)
{
    for (int k = 0; (format = covey_format_at(k)) != NULL; k++) {
        if (!format->built || !format->writes || (reads && !format->reads))
            continue;
        test_heap heap = {0};
        assert_int_equal(write_frames(path_of("whole"), &heap), COVEY_OK);
        assert_true(test_heap_fail_everywhere(attempt) >= least);
    }
}

static void test_a_frame_that_found_no_memory_can_be_put_again(void **state)
{
    (void)state;
    fail_each_format(false, write_again, 4);
}

// ---- Inputs ----

static bool differences;

static covey_status read_all(const covey_input_def *from, int *frames)
{
    covey_input_def def = *from;
    covey_error error = {0};
    covey_input *input;
    const covey_frame_set *sets;
    int count = 1;
    *frames = -1;
    def.differences = differences;
    covey_status status = covey_input_open(&def, &input, &error);
    assert_int_equal(input == NULL, status != COVEY_OK);
    while (status == COVEY_OK && count > 0) {
        status = covey_input_next(input, &sets, &count, &error);
        ++*frames;
    }
    assert_int_equal(error.status, status);
    covey_input_close(input);
    return status;
}

static covey_status read_own(test_heap *heap)
{
    covey_input_def def = covey_input_def_default();
    int frames;
    def.path = path_of("whole");
    def.format = format->name;
    def.allocator = test_heap_allocator(heap);
    covey_status status = read_all(&def, &frames);
    if (status == COVEY_OK)
        assert_int_equal(frames, STEPS);
    return status;
}

static covey_status read_arrays(test_heap *heap)
{
    covey_input_def def = covey_input_def_default();
    int frames;
    def.path = COVEY_SOURCE_DIR "/tests/fuzz/corpus-npy/places.npy";
    def.allocator = test_heap_allocator(heap);
    return read_all(&def, &frames);
}

/// A table of another program, in which agents have words and rows go animal by animal.
static covey_status read_foreign(test_heap *heap)
{
    static char text[20000];
    size_t size = (size_t)snprintf(text, sizeof text, "individual,t,x,y\n");
    for (int agent = 0; agent < 40; agent++)
        for (int t = 0; t < 10; t++)
            size += (size_t)snprintf(text + size, sizeof text - size, "\"fish \"\"%d\",%d,%d,%d\n",
                                     agent, t, agent + t, agent - t);
    tape bytes = {.bytes = text, .size = size};
    covey_input_def def = covey_input_def_default();
    int frames;
    def.format = "csv";
    def.source = tape_source(&bytes);
    def.allocator = test_heap_allocator(heap);
    covey_status status = read_all(&def, &frames);
    if (status == COVEY_OK)
        assert_int_equal(frames, 10);
    return status;
}

static void test_reading_without_memory_leaks_nothing(void **state)
{
    (void)state;
    for (int turn = 0; turn < 2; turn++) {
        differences = turn == 1;
        assert_true(test_heap_fail_everywhere(read_foreign) >= 20);
        assert_true(test_heap_fail_everywhere(read_arrays) >= 4);
        fail_each_format(true, read_own, 8);
    }
}

// ---- Checkpoints ----

static covey_status write_and_read_checkpoint(test_heap *heap)
{
    const char *path = files_path("one.ckpt");
    const covey_checkpoint_value values[] = {{"steps", 7}, {"every", 3}};
    const covey_checkpoint whole = {"text", "bytes", 5, values, 2};
    covey_allocator allocator = test_heap_allocator(heap);
    covey_checkpoint *read = NULL;
    covey_error error = {0};
    covey_status status = covey_checkpoint_write(path, &whole, allocator, &error);
    if (status == COVEY_OK)
        status = covey_checkpoint_read(path, allocator, &read, &error);
    assert_int_equal(error.status, status);
    assert_int_equal(read == NULL, status != COVEY_OK);
    covey_checkpoint_destroy(read);
    (void)remove(path);
    return status;
}

static void test_a_checkpoint_without_memory_is_not_written_and_leaks_nothing(void **state)
{
    (void)state;
    assert_true(test_heap_fail_everywhere(write_and_read_checkpoint) >= 8);
    size_t size;
    assert_null(files_read(files_path("one.ckpt.new"), &size));
}

// ---- Scenarios ----

static const char boids[] =
    "space: {kind: torus, width: 300, height: 200}\n"
    "flocks:\n"
    "  - {name: boids, model: torus, count: 20, place: {speed: 75}}\n"
    "  - {name: hawks, model: predator, hunts: boids, place: {agents: [[1, 2, 0, 0], [3, 4, 1, "
    "1]]}}\n"
    "influences: {kind: obstacle, points: [[150, 100]]}\n"
    "outputs: [a.csv]\n";

static covey_status read_scenario(test_heap *heap, covey_scenario **scenario)
{
    covey_scenario_def def = covey_scenario_def_default();
    covey_error error = {0};
    def.allocator = test_heap_allocator(heap);
    covey_status status = covey_scenario_read(&def, boids, strlen(boids), scenario, &error);
    assert_int_equal(error.status, status);
    assert_int_equal(*scenario == NULL, status != COVEY_OK);
    return status;
}

static covey_status read_and_change_scenario(test_heap *heap)
{
    covey_scenario *scenario;
    covey_world *world = NULL;
    covey_world_def engine = covey_world_def_default();
    covey_error error = {0};
    engine.allocator = test_heap_allocator(heap);
    covey_status status = read_scenario(heap, &scenario);
    if (status != COVEY_OK)
        return status;
    char *before = scenario_print(scenario);
    status = covey_scenario_set(scenario, "influences.1", "{kind: wind, x: 3}", &error);
    if (status != COVEY_OK) {
        char *after = scenario_print(scenario);
        assert_string_equal(after, before);
        free(after);
    }
    if (status == COVEY_OK)
        status = covey_scenario_world(scenario, &engine, &world, &error);
    assert_int_equal(error.status, status);
    assert_int_equal(world == NULL, status != COVEY_OK);
    covey_world_destroy(world);
    covey_scenario_destroy(scenario);
    free(before);
    return status;
}

static void test_a_scenario_without_memory_is_as_before(void **state)
{
    (void)state;
    assert_true(test_heap_fail_everywhere(read_and_change_scenario) >= 30);
}

// ---- Sessions ----

/// State that must not change where a command is refused.
typedef struct snapshot {
    char *scenario;
    uint64_t hash;
    size_t undoable;
} snapshot;

static snapshot take_snapshot(covey_session *session)
{
    return (snapshot){scenario_print(covey_session_scenario(session)),
                      covey_world_hash(covey_session_world(session)),
                      covey_session_undoable(session)};
}

static covey_status play(covey_session *session)
{
    static const char *const commands[] = {"set separation 20", "set boids.count 30",
                                           "move boids.count 25", "undo"};
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) {
        snapshot before = take_snapshot(session);
        covey_error error = {0};
        covey_status status = covey_session_do(session, commands[k], &error);
        assert_int_equal(error.status, status);
        snapshot after = take_snapshot(session);
        if (status != COVEY_OK) {
            assert_string_equal(after.scenario, before.scenario);
            assert_true(after.hash == before.hash && after.undoable == before.undoable);
        }
        free(before.scenario);
        free(after.scenario);
        if (status != COVEY_OK)
            return status;
        assert_int_equal(covey_session_step(session, NULL), COVEY_OK);
    }
    return COVEY_OK;
}

static covey_status play_session(test_heap *heap)
{
    covey_scenario *scenario;
    covey_session *session = NULL;
    covey_world_def engine = covey_world_def_default();
    engine.allocator = test_heap_allocator(heap);
    covey_status status = read_scenario(heap, &scenario);
    if (status == COVEY_OK)
        status = covey_session_create(scenario, &engine, &session, NULL);
    assert_int_equal(session == NULL, status != COVEY_OK);
    if (status == COVEY_OK)
        status = play(session);
    covey_session_destroy(session);
    return status;
}

static void test_a_command_without_memory_changes_nothing(void **state)
{
    (void)state;
    assert_true(test_heap_fail_everywhere(play_session) >= 60);
}

// ---- Runs ----

static covey_status run_scenario(test_heap *heap)
{
    covey_scenario *scenario = scenario_read("flocks: {model: torus, count: 20}\nsteps: 4\n");
    covey_run_def def = covey_run_def_default();
    covey_run_result result;
    covey_error error = {0};
    char outputs[600], measures[600];
    (void)snprintf(outputs, sizeof outputs, "[%s, %s]", files_path("r.csv"), files_path("r.xyz"));
    (void)snprintf(measures, sizeof measures, "%s", files_path("r.measures"));
    scenario_set(scenario, "outputs", outputs);
    scenario_set(scenario, "measures.file", measures);
    def.scenario = scenario;
    def.engine.allocator = test_heap_allocator(heap);
    def.checkpoint = files_path("r.ckpt");
    def.checkpoint_every = 2;
    covey_status status = covey_run(&def, &result, &error);
    assert_int_equal(error.status, status);
    covey_scenario_destroy(scenario);
    if (status == COVEY_OK && heap->fail_at > 0 && heap->calls >= heap->fail_at) {
        assert_int_equal(result.flocks_count, 0); // values that were not measured are not told
        status = COVEY_MEMORY;
    }
    return status;
}

static void test_a_run_without_memory_says_so_and_leaks_nothing(void **state)
{
    (void)state;
    assert_true(test_heap_fail_everywhere(run_scenario) >= 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_frame_that_found_no_memory_can_be_put_again),
        cmocka_unit_test(test_reading_without_memory_leaks_nothing),
        cmocka_unit_test(test_a_checkpoint_without_memory_is_not_written_and_leaks_nothing),
        cmocka_unit_test(test_a_scenario_without_memory_is_as_before),
        cmocka_unit_test(test_a_command_without_memory_changes_nothing),
        cmocka_unit_test(test_a_run_without_memory_says_so_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
