// SPDX-License-Identifier: MIT
// Ids beyond 32 bits: wide ones are kept by sorts, files, snapshots and sessions, and draw random
// numbers of their own; narrow builds refuse them.
#include "base/heap_sort.h"
#include "core/part.h"
#include "core/world.h"
#include "covey/block.h"
#include "geometry/sort.h"
#include "run/session.h" // whose world is changed here
#include "support/files.h"
#include "support/process.h"
#include "support/session.h"
#include "support/tracks.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define PYTHON "/usr/bin/python3" // Debian's, which has Debian's h5py
#define BEYOND "5000000000"
#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
enum { COUNT = 5, MODULE_IS_MISSING = 77 };

/// In the order of their lower 32 bits they would stand otherwise.
static const uint64_t wide[COUNT] = {7, UINT64_C(0x100000003), UINT64_C(5000000000),
                                     UINT64_C(0x700000001), (UINT64_C(1) << 53) - 2};

static void need_wide(void)
{
    if (!COVEY_WIDE_IDS)
        skip();
}

/// A world of agents at one place, with the wide ids, the largest first.
static covey_world *make(void)
{
    static double x[COUNT], y[COUNT];
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(8, 8);
    def.seed = 3;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = test_flock_plain("vicsek", COUNT);
    flock.capacity = 3 * COUNT;
    flock.pos[0] = x;
    flock.pos[1] = y;
    test_world_add(world, &flock);
    covey_state *state = &world->flock[0]->state;
    for (size_t i = 0; i < COUNT; i++)
        state->id[i] = (covey_id)wide[COUNT - 1 - i];
    world->flock[0]->index.next = wide[COUNT - 2] + 1;
    covey_index_fill(&world->flock[0]->index, state->id, COUNT);
    return world;
}

// ---- In a world ----

static void test_agents_stand_in_the_order_of_all_bits(void **unused)
{
    (void)unused;
    need_wide();
    covey_world *world = make();
    covey_sort(&world->flock[0]->grid, &world->workers, &world->flock[0]->state,
               &world->flock[0]->next);
    covey_view view = covey_world_view(world, 0);
    uint32_t order[2 * COUNT];
    covey_view_order(&view, order);
    for (size_t i = 0; i < COUNT; i++) {
        assert_true(view.id[i] == wide[i]);
        assert_int_equal(order[i], i);
        assert_int_equal(covey_world_index(world, 0, (covey_id)wide[i]), i);
    }
    covey_id backwards[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        backwards[i] = (covey_id)wide[COUNT - 1 - i];
    covey_id_order(backwards, COUNT, order, order + COUNT);
    for (size_t i = 0; i < COUNT; i++)
        assert_int_equal(order[i], COUNT - 1 - i);
    covey_world_destroy(world);
}

static void test_agents_join_and_leave_beyond_32_bits(void **unused)
{
    (void)unused;
    need_wide();
    covey_world *world = make();
    const covey_pose pose = {{4, 4}, {1, 0}};
    covey_pose found;
    covey_id first = 0, second = 0;
    assert_int_equal(covey_world_remove(world, 0, (covey_id)wide[COUNT - 1], NULL), COVEY_OK);
    assert_int_equal(covey_world_spawn(world, 0, pose, &first, NULL), COVEY_OK);
    assert_true(first == wide[COUNT - 2] + 1);
    test_world_steps(world, 3, 0.25);
    assert_int_equal(covey_world_spawn(world, 0, pose, &second, NULL), COVEY_OK);
    assert_true(second == first + 1 && covey_world_next_id(world, 0) == second + 1);
    assert_int_equal(covey_world_put(world, 0, second, pose, NULL), COVEY_OK);
    assert_int_equal(covey_world_get(world, 0, second, &found, NULL), COVEY_OK);
    assert_true(found.pos.x == 4);
    assert_int_equal(covey_world_index(world, 0, 3), -1); // as 0x100000003 has it below
    assert_int_equal(covey_world_remove(world, 0, (covey_id)wide[1], NULL), COVEY_OK);
    covey_error error;
    assert_int_equal(covey_world_remove(world, 0, (covey_id)wide[1], &error), COVEY_ARG);
    assert_string_equal(error.message, "flock flock has no agent 4294967299");
    covey_world_destroy(world);
}

static void test_upper_bits_draw_numbers_of_their_own(void **unused)
{
    (void)unused;
    need_wide();
    for (unsigned bit = 32; bit < 53; bit++) {
        covey_id id = (covey_id)(UINT64_C(1) << bit | 9);
        double own = covey_uniform(4, 6, id, 2);
        assert_true(own != covey_uniform(4, 6, 9, 2));
        assert_true(own == covey_uniform(4, 6 | UINT64_C(1) << (bit + 11), 9, 2));
        covey_agent any = {.seed = 4, .step = 6};
        double drawn[1];
        covey_block_uniforms(&(covey_block){.count = 1, .any = &any, .id = &id}, 2, drawn);
        assert_true(drawn[0] == own);
    }
}

static void test_a_snapshot_has_all_bits(void **unused)
{
    (void)unused;
    need_wide();
    covey_world *world = make(), *other = make();
    world->flock[0]->index.next = wide[COUNT - 1] + 1;
    test_world_steps(world, 2, 0.25);
    size_t size = covey_world_snapshot_size(world);
    void *bytes = malloc(size);
    assert_true(bytes != NULL);
    assert_int_equal(covey_world_save(world, bytes, size), COVEY_OK);
    assert_int_equal(covey_world_restore(other, bytes, size, NULL), COVEY_OK);
    for (int step = 0; step < 3; step++) {
        assert_true(covey_world_hash(world) == covey_world_hash(other));
        test_world_steps(world, 1, 0.25);
        test_world_steps(other, 1, 0.25);
    }
    for (size_t i = 0; i < COUNT; i++)
        assert_true(covey_world_index(other, 0, (covey_id)wide[i]) >= 0);
    free(bytes);
    covey_world_destroy(world);
    covey_world_destroy(other);
}

static void test_a_session_orders_agents_beyond_32_bits(void **unused)
{
    (void)unused;
    need_wide();
    covey_session *session = session_begin(session_boids, 1);
    session->world->flock[0]->index.next = UINT64_C(5000000000);
    covey_index_fill(&session->world->flock[0]->index, session->world->flock[0]->state.id, 60);
    session_order(session, "set flocks.0.count 63");
    session_steps(session, 2);
    const covey_world *world = covey_session_world(session);
    assert_true(covey_world_index(world, 0, (covey_id)UINT64_C(5000000002)) >= 0);
    session_order(session, "remove flocks.0 5000000001");
    session_steps(session, 2);
    world = covey_session_world(session);
    assert_int_equal(covey_world_view(world, 0).count, 62);
    assert_int_equal(covey_world_index(world, 0, (covey_id)UINT64_C(5000000001)), -1);
    covey_session_destroy(session);
}

static void test_slices_of_a_flock_have_ids_beyond_32_bits(void **unused)
{
    (void)unused;
    need_wide();
    enum { PARTS = 100000, AGENTS = 50000 };
    const size_t all = (size_t)AGENTS * PARTS;
    covey_world *world[2];
    for (int k = 0; k < 2; k++) { // the second has the latter half of the first one's agents
        covey_world_def def = covey_world_def_default();
        def.space = covey_space_torus(1e5, 1e5);
        world[k] = test_world_create(&def);
        covey_part_take_slice(world[k], (covey_slice){(k + 1) * PARTS - 1, (k + 1) * PARTS});
        covey_flock_def flock = test_flock_plain("vicsek", all);
        test_world_add(world[k], &flock);
    }
    covey_view first = covey_world_view(world[0], 0), second = covey_world_view(world[1], 0);
    assert_int_equal(first.count, AGENTS);
    assert_int_equal(second.count, AGENTS / 2);
    assert_true(first.id[0] == all - AGENTS && covey_world_next_id(world[0], 0) == all);
    for (size_t i = 0; i < second.count; i++) {
        assert_true(second.id[i] == first.id[i + AGENTS / 2]);
        assert_true(second.pos[0][i] == first.pos[0][i + AGENTS / 2]);
    }
    covey_flock_def flock = covey_flock_def_default();
    flock.name = "more";
    flock.model = "vicsek";
    flock.count = (size_t)UINT64_C(1000000000001);
    covey_error error;
    int number;
    assert_int_equal(covey_world_add(world[0], &flock, &number, &error), COVEY_ARG);
    assert_string_equal(error.message,
                        "1000000000001 agents are more than the 1000000000000 that a "
                        "flock can have");
    covey_world_destroy(world[0]);
    covey_world_destroy(world[1]);
}

// ---- In files ----

static const char *const formats[] = {"csv", "extxyz", "h5md"};

static void test_files_keep_all_bits(void **unused)
{
    (void)unused;
    need_wide();
    covey_id ids[COUNT];
    const double x[COUNT] = {5, 4, 3, 2, 1}, y[COUNT] = {0};
    for (size_t i = 0; i < COUNT; i++)
        ids[i] = (covey_id)wide[COUNT - 1 - i];
    const covey_frame_set set = {.set = "flock",
                                 .space = covey_space_open(),
                                 .count = COUNT,
                                 .id = ids,
                                 .pos = {x, y},
                                 .vel = {y, y}};
    for (size_t k = 0; k < LENGTH(formats); k++) {
        const covey_format *format = covey_format_find(formats[k]);
        if (!format->built)
            continue;
        const char *path = files_path_for("wide", format);
        covey_output_def def = files_def(path);
        covey_output *output = files_open(&def);
        assert_int_equal(covey_output_put(output, &set, 1, NULL), COVEY_OK);
        assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
        covey_input_def how = covey_input_def_default();
        how.path = path;
        for (int trusted = 0; trusted < 2; trusted++) {
            how.trusted = trusted != 0;
            assert_string_equal(tracks_text(&how, NULL),
                                "flock@0(0): 7 1,0 0,0 4294967299 2,0 0,0 5000000000 3,0 0,0 "
                                "30064771073 4,0 0,0 9007199254740990 5,0 0,0\n");
        }
    }
}

/// Fails unless a text is read where ids are wide, and refused elsewhere.
static void check_text(const char *name, const char *text, const char *place)
{
    char refused[300];
    const char *path = files_path(name);
    files_write(path, text, strlen(text));
    covey_input_def how = covey_input_def_default();
    how.path = path;
    (void)snprintf(refused, sizeof refused,
                   "%s: found \"" BEYOND "\", expected id, a whole number from 0 to 4294967295 (up "
                   "to 9007199254740991 where covey is built with COVEY_WIDE_IDS)",
                   place);
    assert_string_equal(tracks_text(&how, NULL),
                        COVEY_WIDE_IDS ? "flock@0(0): " BEYOND " 2,3\n" : refused);
}

static void test_narrow_ids_refuse_wider_ones_in_texts(void **unused)
{
    (void)unused;
    check_text("wide.csv", "id,t,x,y\n" BEYOND ",0,2,3\n", "line 2, column 1");
    check_text("wide.xyz", "1\nProperties=id:I:1:pos:R:3\n" BEYOND " 2 3 0\n", "line 3, column 1");
}

static void test_narrow_ids_refuse_wider_ones_in_h5md(void **unused)
{
    (void)unused;
    static const char script[] =
        "import sys\n"
        "try:\n    import h5py, numpy\nexcept ImportError:\n    sys.exit(77)\n"
        "f = h5py.File(sys.argv[1], 'w')\n"
        "f.create_group('h5md').attrs['version'] = numpy.array([1, 1])\n"
        "g = f.create_group('particles/flock')\n"
        "for name, value in ('position', [[[2., 3.]]]), ('id', [[" BEYOND "]]):\n"
        "    e = g.create_group(name)\n"
        "    e['step'], e['time'] = [0], [0.]\n"
        "    e['value'] = numpy.array(value, dtype='f8' if name == 'position' else 'u8')\n"
        "b = g.create_group('box')\n"
        "b.attrs['dimension'], b.attrs['boundary'] = 2, numpy.array([b'none', b'none'])\n";
    const char *path = files_path("made.h5md");
    const char *const words[] = {PYTHON, "-c", script, path, NULL};
    if (access(PYTHON, X_OK) != 0 || !covey_format_find("h5md")->built)
        skip();
    process run = process_run(&(process_def){.arguments = words, .native = true});
    int code = run.code;
    process_free(&run);
    if (code == MODULE_IS_MISSING)
        skip();
    assert_int_equal(code, 0);
    covey_input_def how = covey_input_def_default();
    how.path = path;
    assert_string_equal(tracks_text(&how, NULL),
                        COVEY_WIDE_IDS
                            ? "flock@0(0): " BEYOND " 2,3\n"
                            : "frame 1 has the agent " BEYOND ", not id, a whole number from 0 to "
                              "4294967295 (up to 9007199254740991 where covey is built with "
                              "COVEY_WIDE_IDS)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents_stand_in_the_order_of_all_bits),
        cmocka_unit_test(test_agents_join_and_leave_beyond_32_bits),
        cmocka_unit_test(test_upper_bits_draw_numbers_of_their_own),
        cmocka_unit_test(test_a_snapshot_has_all_bits),
        cmocka_unit_test(test_a_session_orders_agents_beyond_32_bits),
        cmocka_unit_test(test_slices_of_a_flock_have_ids_beyond_32_bits),
        cmocka_unit_test(test_files_keep_all_bits),
        cmocka_unit_test(test_narrow_ids_refuse_wider_ones_in_texts),
        cmocka_unit_test(test_narrow_ids_refuse_wider_ones_in_h5md),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
