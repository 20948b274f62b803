// SPDX-License-Identifier: MIT
// Ids in files: with gaps, of agents that come and go, up to the largest.
#include "covey/format.h"
#include "support/files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 4, FRAMES = 4 };

/// Agents of a frame in the order of a view, which is not that of ids.
typedef struct frame {
    size_t count;
    covey_id id[MOST];
} frame;

static const frame same[FRAMES] = {{3, {9, 2, 4294967294}},
                                   {3, {4294967294, 9, 2}},
                                   {3, {2, 9, 4294967294}},
                                   {3, {9, 2, 4294967294}}};
static const frame changing[FRAMES] = {
    {3, {9, 2, 4294967294}}, {2, {9, 2}}, {4, {11, 9, 10, 2}}, {3, {12, 11, 9}}};

/// A number of an agent, by its id and the step.
static double number(covey_id id, uint64_t step, int which)
{
    return (double)id * 0.125 + (double)step + 10.0 * which;
}

static covey_status put(covey_output *output, const frame *now, uint64_t step, covey_error *error)
{
    double values[2 * COVEY_PLANE][MOST];
    for (int which = 0; which < 2 * COVEY_PLANE; which++)
        for (size_t i = 0; i < now->count; i++)
            values[which][i] = number(now->id[i], step, which);
    covey_frame_set set = {
        .set = "flock",
        .step = step,
        .time = 0.125 * (double)step,
        .space = covey_space_open(),
        .count = now->count,
        .id = now->id,
        .pos = {values[0], values[1]},
        .vel = {values[2], values[3]},
    };
    return covey_output_put(output, &set, 1, error);
}

static covey_output *open_output(const covey_output_def *def)
{
    covey_output *output;
    covey_error error = {0};
    if (covey_output_open(def, &output, &error) != COVEY_OK)
        fail_msg("%s: %s", def->path, error.message);
    return output;
}

static bool has(const frame *now, covey_id id)
{
    bool found = false;
    for (size_t i = 0; i < now->count; i++)
        found = found || now->id[i] == id;
    return found;
}

/// A file has these frames, with agents ascending by id.
static void expect(const char *path, const frame *frames)
{
    covey_input_def def = covey_input_def_default();
    covey_input *input;
    const covey_frame_set *sets;
    int count;
    def.path = path;
    assert_int_equal(covey_input_open(&def, &input, NULL), COVEY_OK);
    for (uint64_t step = 0; step < FRAMES; step++) {
        assert_int_equal(covey_input_next(input, &sets, &count, NULL), COVEY_OK);
        assert_int_equal(count, 1);
        assert_int_equal(sets->count, frames[step].count);
        for (size_t i = 0; i < sets->count; i++) {
            assert_true(i == 0 || sets->id[i] > sets->id[i - 1]);
            assert_true(has(&frames[step], sets->id[i]));
            for (int axis = 0; axis < COVEY_PLANE; axis++) {
                assert_true(sets->pos[axis][i] == number(sets->id[i], step, axis));
                assert_true(sets->vel[axis][i] == number(sets->id[i], step, COVEY_PLANE + axis));
            }
        }
    }
    assert_int_equal(covey_input_next(input, &sets, &count, NULL), COVEY_OK);
    assert_int_equal(count, 0);
    covey_input_close(input);
}

/// True for formats that hold one set of agents through all frames.
static bool is_fixed(const covey_format *format)
{
    return strcmp(format->name, "h5md") == 0;
}

static void test_ids_with_gaps_are_read_as_they_were_written(void **state)
{
    (void)state;
    int formats = 0;
    const covey_format *format;
    for (int k = 0; (format = covey_format_at(k)) != NULL; k++) {
        char name[64];
        if (!format->built || !format->reads || !format->writes)
            continue;
        (void)snprintf(name, sizeof name, "gaps%s", format->suffix);
        covey_output_def def = files_def(files_path(name));
        const frame *frames = is_fixed(format) ? same : changing;
        covey_output *output = open_output(&def);
        for (uint64_t step = 0; step < FRAMES; step++)
            assert_int_equal(put(output, &frames[step], step, NULL), COVEY_OK);
        assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
        expect(def.path, frames);
        formats++;
    }
    assert_true(formats >= 2);
}

/// Other agents, as many or not, are no frame of an H5MD file, also where a run goes on: the rows
/// of its frames are one agent each to all that read it.
static void test_h5md_refuses_other_agents(void **state)
{
    (void)state;
    const covey_format *format = covey_format_find("h5md");
    const char *message = "H5MD holds the same sets with the same agents in every frame";
    static const frame fewer = {2, {9, 2}}, other = {3, {9, 3, 4294967294}};
    if (!format->built)
        return;
    covey_output_def def = files_def(files_path("agents.h5md"));
    for (int k = 0; k < 2; k++) {
        covey_error errors[2];
        const covey_bookmark last = {.step = 1};
        def.resume = k == 1 ? &last : NULL;
        covey_output *output = open_output(&def);
        for (uint64_t step = 0; step < 2 && k == 0; step++)
            assert_int_equal(put(output, &same[step], step, NULL), COVEY_OK);
        assert_int_equal(put(output, &fewer, 2, &errors[0]), COVEY_ARG);
        assert_int_equal(put(output, &other, 2, &errors[1]), COVEY_ARG);
        for (int other_one = 0; other_one < 2; other_one++)
            assert_memory_equal(errors[other_one].message, message, strlen(message));
        assert_non_null(strstr(errors[0].message, "has 2 at step 2 and had 3"));
        for (uint64_t step = 2; step < FRAMES; step++)
            assert_int_equal(put(output, &same[step], step, NULL), COVEY_OK);
        assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
        expect(def.path, same);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ids_with_gaps_are_read_as_they_were_written),
        cmocka_unit_test(test_h5md_refuses_other_agents),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
