// SPDX-License-Identifier: MIT
// Frames of which the agents come some at a time.
#include "formats/output_some.h"
#include "support/files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// More agents than a chunk of H5MD has, by a number that divides neither it nor the pieces.
enum { MANY = 131072 + 7001, TEXT = 7001, FEW = 5, SETS = 2, COLUMNS = 4, FRAMES = 3 };

typedef struct agents {
    uint32_t id[MANY];
    double column[COLUMNS][MANY];
} agents;

/// Agents of a step, ids ascending with gaps.
static void make(agents *to, uint64_t step)
{
    for (size_t i = 0; i < MANY; i++) {
        to->id[i] = (uint32_t)(3 * i + 1);
        for (size_t k = 0; k < COLUMNS; k++)
            to->column[k][i] = (double)(i * (k + 1)) / 7.0 + (double)step;
    }
}

/// Agents of the first set in a test of a format.
static size_t many_of(const covey_format *format)
{
    return format->fixed ? MANY : TEXT;
}

static void sets_of(const agents *from, uint64_t step, size_t many, covey_frame_set sets[SETS])
{
    for (size_t k = 0; k < SETS; k++)
        sets[k] = (covey_frame_set){.set = k == 0 ? "many" : "few",
                                    .step = step,
                                    .time = 0.5 * (double)step,
                                    .space = covey_space_torus(1e6, 1e6),
                                    .count = k == 0 ? many : FEW,
                                    .id = from->id,
                                    .pos = {from->column[0], from->column[1]},
                                    .vel = {from->column[2], from->column[3]}};
}

static covey_frame_set without_arrays(const covey_frame_set *set)
{
    covey_frame_set bare = *set;
    bare.id = NULL;
    for (int axis = 0; axis < COVEY_AXES; axis++)
        bare.pos[axis] = bare.vel[axis] = NULL;
    return bare;
}

static covey_frame_set some_of(const covey_frame_set *set, size_t begin, size_t count)
{
    covey_frame_set some = *set;
    some.count = count;
    some.id += begin;
    for (int axis = 0; axis < COVEY_PLANE; axis++) {
        some.pos[axis] += begin;
        some.vel[axis] += begin;
    }
    return some;
}

static covey_status begin(covey_output *output, const covey_frame_set sets[SETS])
{
    const covey_frame_set bare[SETS] = {without_arrays(&sets[0]), without_arrays(&sets[1])};
    return covey_output_begin(output, bare, SETS, NULL);
}

/// Puts a set in pieces of `size` agents, the first of them empty.
static void put_pieces(covey_output *output, const covey_frame_set *sets, int number, size_t size)
{
    const covey_frame_set none = some_of(&sets[number], 0, 0);
    assert_int_equal(covey_output_some(output, number, &none, NULL), COVEY_OK);
    for (size_t at = 0; at < sets[number].count; at += size) {
        size_t left = sets[number].count - at;
        const covey_frame_set some = some_of(&sets[number], at, left < size ? left : size);
        assert_int_equal(covey_output_some(output, number, &some, NULL), COVEY_OK);
    }
}

/// Writes a file of whole frames, if `size` is 0, or in pieces of that size.
static char *write_file(const char *name, size_t size, agents *room, size_t *bytes)
{
    covey_output_def def = files_def(files_path("some"));
    covey_frame_set sets[SETS];
    size_t many = many_of(covey_format_find(name));
    def.format = name;
    (void)remove(def.path);
    covey_output *output = files_open(&def);
    for (uint64_t step = 0; step < FRAMES; step++) {
        make(room, step);
        sets_of(room, step, many, sets);
        if (size == 0) {
            assert_int_equal(covey_output_put(output, sets, SETS, NULL), COVEY_OK);
            continue;
        }
        assert_int_equal(begin(output, sets), COVEY_OK);
        for (int k = 0; k < SETS; k++)
            put_pieces(output, sets, k, size);
        assert_int_equal(covey_output_end(output, NULL), COVEY_OK);
    }
    covey_bookmark last;
    assert_int_equal(covey_output_bookmark(output, &last), COVEY_OK);
    assert_int_equal(last.step, FRAMES - 1);
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    char *all = files_read(def.path, bytes);
    assert_non_null(all);
    return all;
}

static void test_frames_in_pieces_make_the_file_of_whole_ones(void **state)
{
    static const char *const names[] = {"csv", "extxyz", "digest", "h5md"};
    (void)state;
    agents *room = malloc(sizeof *room);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        size_t size, whole_size;
        if (!covey_format_find(names[k])->built)
            continue;
        char *whole = write_file(names[k], 0, room, &whole_size);
        char *pieces = write_file(names[k], 997, room, &size);
        assert_int_equal(size, whole_size);
        assert_memory_equal(pieces, whole, size);
        free(pieces);
        free(whole);
    }
    free(room);
}

static void test_a_packed_frame_in_pieces_is_one_member(void **state)
{
    size_t size[2];
    char *bytes[2];
    (void)state;
    agents *room = malloc(sizeof *room);
    make(room, 0);
    covey_frame_set sets[SETS];
    sets_of(room, 0, TEXT, sets);
    for (int k = 0; k < 2; k++) {
        covey_output_def def = files_def(files_path("some.csv.gz"));
        covey_output *output;
        if (covey_output_open(&def, &output, NULL) == COVEY_ARG) { // built without zlib
            free(room);
            return;
        }
        if (k == 0)
            assert_int_equal(covey_output_put(output, sets, SETS, NULL), COVEY_OK);
        else {
            assert_int_equal(begin(output, sets), COVEY_OK);
            put_pieces(output, sets, 0, 1009);
            put_pieces(output, sets, 1, 2);
            assert_int_equal(covey_output_end(output, NULL), COVEY_OK);
        }
        assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
        bytes[k] = files_read(def.path, &size[k]);
    }
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(bytes[0], bytes[1], size[0]);
    free(bytes[0]);
    free(bytes[1]);
    free(room);
}

/// Frames of a file that is read; its status at the end is that of a good file.
static int frames_of(const char *path)
{
    covey_input_def def = covey_input_def_default();
    covey_input *input;
    const covey_frame_set *sets;
    int count = 1, frames = 0;
    def.path = path;
    assert_int_equal(covey_input_open(&def, &input, NULL), COVEY_OK);
    for (; count > 0; frames += count > 0)
        assert_int_equal(covey_input_next(input, &sets, &count, NULL), COVEY_OK);
    covey_input_close(input);
    return frames;
}

/// The ways in which a frame can be broken off.
enum { LEFT, LACKING, UNORDERED, TOO_MANY, OTHERS, WAYS };

static void break_off(covey_output *output, covey_frame_set sets[SETS], int way)
{
    static const uint32_t unordered[2] = {7, 4};
    covey_frame_set some = some_of(&sets[0], 0, 2);
    assert_int_equal(begin(output, sets), COVEY_OK);
    if (way == LACKING) {
        put_pieces(output, sets, 0, sets[0].count);
        assert_int_equal(covey_output_end(output, NULL), COVEY_ARG);
    }
    if (way == UNORDERED) {
        some.id = unordered;
        assert_int_equal(covey_output_some(output, 0, &some, NULL), COVEY_ARG);
    }
    if (way == TOO_MANY)
        assert_int_equal(covey_output_some(output, 1, &some, NULL), COVEY_ARG);
    if (way == OTHERS) { // as many, of other ids, which only h5md notices
        some = sets[0];
        some.id++;
        some.count--;
        assert_int_equal(covey_output_some(output, 0, &some, NULL), COVEY_OK);
        const uint32_t last = 5000000;
        some = some_of(&sets[0], sets[0].count - 1, 1);
        some.id = &last;
        assert_int_equal(covey_output_some(output, 0, &some, NULL), COVEY_ARG);
    }
    if (way != LEFT)
        assert_int_equal(covey_output_put(output, sets, SETS, NULL), COVEY_ARG);
}

static void test_a_frame_that_is_broken_off_is_taken_back(void **state)
{
    static const char *const paths[] = {"broken.csv", "broken.xyz", "broken.h5md"};
    (void)state;
    agents *room = malloc(sizeof *room);
    for (size_t k = 0; k < sizeof paths / sizeof *paths; k++)
        for (int way = 0; way < WAYS; way++) {
            covey_output_def def = files_def(files_path(paths[k]));
            covey_frame_set sets[SETS];
            size_t many = many_of(covey_format_of(def.path));
            bool is_h5md = many == MANY;
            if (!covey_format_of(def.path)->built || (way == OTHERS && !is_h5md))
                continue;
            covey_output *output = files_open(&def);
            make(room, 0);
            sets_of(room, 0, many, sets);
            assert_int_equal(covey_output_put(output, sets, SETS, NULL), COVEY_OK);
            sets_of(room, 1, many, sets);
            break_off(output, sets, way);
            assert_int_equal(covey_output_close(output, NULL), way == LEFT ? COVEY_OK : COVEY_ARG);
            assert_int_equal(frames_of(def.path), 1);
        }
    free(room);
}

static void test_tables_of_measures_need_whole_frames(void **state)
{
    (void)state;
    covey_output_def def = files_def(files_path("table.csv"));
    covey_output *output = files_open(&def);
    assert_true(covey_output_takes_some(output));
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    def.format = "measures";
    output = files_open(&def);
    assert_false(covey_output_takes_some(output));
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frames_in_pieces_make_the_file_of_whole_ones),
        cmocka_unit_test(test_a_packed_frame_in_pieces_is_one_member),
        cmocka_unit_test(test_a_frame_that_is_broken_off_is_taken_back),
        cmocka_unit_test(test_tables_of_measures_need_whole_frames),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
