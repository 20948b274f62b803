// SPDX-License-Identifier: MIT
// Sources and sinks of a formal run that fail, end or dawdle at every possible place: the status is
// theirs, and the files hold whole frames, all those that were due.
#include "support/streams.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

// Two agents that fly straight on, and time steps of one digit: a cut leaves them whole or away.
#define HEAD "1 1 1 1 0 0 0 2\n1 2 3 4\n5 6 7 8\n"
#define INPUT HEAD "1\n0\n2\n1\n"
#define SIZE (sizeof INPUT - 1)
#define STEPS 4

static const char *const frames[STEPS + 1] = {
    "4.000 6.000 3.000 4.000\n12.000 14.000 7.000 8.000\n",
    "4.000 6.000 3.000 4.000\n12.000 14.000 7.000 8.000\n",
    "10.000 14.000 3.000 4.000\n26.000 30.000 7.000 8.000\n",
    "13.000 18.000 3.000 4.000\n33.000 38.000 7.000 8.000\n",
    "",
};

static page out, hashes, trace;

/// A run of `in` into `out`, from a clean sheet.
static covey_formal_def def_of(tape *in)
{
    page_clear(&out);
    page_clear(&hashes);
    page_clear(&trace);
    covey_formal_def def = covey_formal_def_default();
    def.in = tape_source(in);
    def.out = page_sink(&out);
    return def;
}

/// Fails unless `out` holds the first `count` frames and nothing else.
static void check_frames(size_t count)
{
    const char *next = out.bytes;
    for (size_t k = 0; k < count; k++) {
        assert_memory_equal(next, frames[k], strlen(frames[k]));
        next += strlen(frames[k]);
    }
    assert_string_equal(next, "");
}

/// Frames that are due when the first `size` bytes of INPUT have been read and the next waited for.
static size_t frames_due(size_t size)
{
    size_t due = 0;
    for (size_t k = sizeof HEAD - 1; k < size; k++)
        due += INPUT[k] == '\n';
    return due;
}

// ---- Reading ----

static void test_pieces_of_any_size_give_the_same_frames(void **state)
{
    (void)state;
    for (size_t piece = 1; piece <= SIZE; piece++) {
        tape in = {.bytes = INPUT, .size = SIZE, .piece = piece};
        covey_formal_def def = def_of(&in);
        assert_int_equal(covey_formal_run(&def, NULL, NULL), COVEY_OK);
        check_frames(STEPS);
    }
}

static void test_a_failing_read_keeps_the_frames_before_it(void **state)
{
    (void)state;
    static const covey_status failures[] = {COVEY_IO, COVEY_INTERRUPTED};
    for (size_t k = 0; k < LENGTH(failures) * (SIZE + 1); k++) {
        size_t whole = k / LENGTH(failures);
        tape in = {.bytes = INPUT,
                   .size = SIZE,
                   .piece = 1,
                   .fail_at = whole + 1,
                   .failure = failures[k % LENGTH(failures)]};
        covey_formal_def def = def_of(&in);
        covey_error error = {0};
        assert_int_equal(covey_formal_run(&def, NULL, &error), in.failure);
        assert_int_equal(error.status, in.failure);
        assert_true(error.message[0] != '\0');
        check_frames(frames_due(whole));
    }
}

static void test_an_input_may_end_at_every_byte(void **state)
{
    (void)state;
    for (size_t size = 0; size <= SIZE; size++) {
        tape in = {.bytes = INPUT, .size = size};
        covey_formal_def def = def_of(&in);
        covey_error error = {0};
        covey_status status = covey_formal_run(&def, NULL, &error);
        bool has_agents = size >= sizeof HEAD - 2; // the last newline may be missing
        assert_int_equal(status, has_agents ? COVEY_OK : COVEY_INPUT);
        assert_int_equal(error.status, status);
        assert_int_equal(error.line > 0 && error.column > 0, !has_agents);
        bool in_step = has_agents && size > 0 && size >= sizeof HEAD && INPUT[size - 1] != '\n';
        check_frames(frames_due(size) + (in_step ? 1 : 0));
    }
}

static void test_every_frame_is_out_before_more_input_is_asked_for(void **state)
{
    (void)state;
    tape in = {.bytes = INPUT, .size = SIZE, .piece = 1};
    covey_formal_def def = def_of(&in);
    assert_int_equal(covey_formal_run(&def, NULL, NULL), COVEY_OK);
    assert_int_equal(out.writes, STEPS);
}

enum { BULK_STEPS = 20000, BULK_SIZE = sizeof HEAD - 1 + 2 * BULK_STEPS };

/// HEAD and BULK_STEPS time steps.
static const char *bulk_input(void)
{
    static char input[BULK_SIZE];
    memcpy(input, HEAD, sizeof HEAD - 1);
    for (size_t k = sizeof HEAD - 1; k < BULK_SIZE; k += 2)
        memcpy(input + k, "0\n", 2);
    return input;
}

static void test_bulk_input_is_written_in_bulk(void **state)
{
    (void)state;
    tape in = {.bytes = bulk_input(), .size = BULK_SIZE};
    covey_formal_def def = def_of(&in);
    def.hashes = page_sink(&hashes);
    covey_stats stats;
    assert_int_equal(covey_formal_run(&def, &stats, NULL), COVEY_OK);
    assert_int_equal(stats.steps, BULK_STEPS);
    assert_true(out.size > 900000);
    assert_in_range(out.writes, 1, 8); // frames of 48 bytes, pieces of 256 KiB
    assert_in_range(hashes.writes, 1, 8);
}

// ---- Writing ----

static page *const sinks[] = {&out, &hashes, &trace};

static void test_a_failing_write_keeps_the_frames_before_it(void **state)
{
    (void)state;
    static const covey_status failures[] = {COVEY_IO, COVEY_CLOSED};
    for (size_t k = 0; k < LENGTH(sinks) * STEPS * LENGTH(failures); k++) {
        page *sink = sinks[k % LENGTH(sinks)];
        tape in = {.bytes = INPUT, .size = SIZE, .piece = 1};
        covey_formal_def def = def_of(&in);
        def.hashes = page_sink(&hashes);
        def.trace = page_sink(&trace);
        sink->fail_at = 1 + k / LENGTH(sinks) % STEPS;
        sink->failure = failures[k / LENGTH(sinks) / STEPS];
        covey_error error = {0};
        covey_status expected = sink == &out ? sink->failure : COVEY_IO; // those were asked for
        assert_int_equal(covey_formal_run(&def, NULL, &error), expected);
        assert_string_equal(error.message, "writing failed");
        assert_int_equal(sink->writes, sink->fail_at); // a failed sink is left alone
        check_frames(sink->fail_at - (sink == &out ? 1 : 0));
    }
}

static void test_a_write_that_fails_in_bulk_is_the_last(void **state)
{
    (void)state;
    static const covey_status failures[] = {COVEY_IO, COVEY_CLOSED};
    for (size_t k = 0; k < LENGTH(sinks) * LENGTH(failures); k++) {
        page *sink = sinks[k % LENGTH(sinks)];
        tape in = {.bytes = bulk_input(), .size = BULK_SIZE};
        covey_formal_def def = def_of(&in);
        covey_sink *const places[] = {&def.out, &def.hashes, &def.trace};
        *places[k % LENGTH(sinks)] = page_sink(sink);
        sink->fail_at = 1;
        sink->failure = failures[k / LENGTH(sinks)];
        covey_status expected = sink == &out ? sink->failure : COVEY_IO;
        covey_error error = {0};
        assert_int_equal(covey_formal_run(&def, NULL, &error), expected);
        assert_int_equal(error.status, expected);
        assert_string_equal(error.message, "writing failed");
        assert_int_equal(sink->writes, 1);
    }
}

static void test_a_write_without_memory_says_so(void **state)
{
    (void)state;
    for (size_t fail_at = 1; fail_at <= STEPS; fail_at++) {
        tape in = {.bytes = INPUT, .size = SIZE, .piece = 1};
        covey_formal_def def = def_of(&in);
        out.fail_at = fail_at;
        out.failure = COVEY_MEMORY;
        covey_error error = {0};
        assert_int_equal(covey_formal_run(&def, NULL, &error), COVEY_MEMORY);
        assert_string_equal(error.message, "out of memory");
    }
}

static void test_a_bad_input_that_cannot_be_reported_whole_is_a_failed_write(void **state)
{
    (void)state;
    tape in = {.bytes = INPUT "x", .size = SIZE + 1};
    covey_formal_def def = def_of(&in);
    out.fail_at = 1;
    out.failure = COVEY_IO;
    assert_int_equal(covey_formal_run(&def, NULL, NULL), COVEY_IO);
}

// ---- Stopping ----

static bool stop_when_zero(void *context)
{
    size_t *left = context;
    return --*left == 0;
}

static void test_stop_ends_the_run_after_a_whole_frame(void **state)
{
    (void)state;
    for (size_t steps = 1; steps <= STEPS; steps++) {
        size_t left = steps;
        tape in = {.bytes = INPUT, .size = SIZE};
        covey_formal_def def = def_of(&in);
        def.stop = stop_when_zero;
        def.stop_context = &left;
        covey_error error = {0};
        assert_int_equal(covey_formal_run(&def, NULL, &error), COVEY_INTERRUPTED);
        char message[40];
        (void)snprintf(message, sizeof message, "stopped after step %zu", steps);
        assert_string_equal(error.message, message);
        check_frames(steps);
    }
}

static void test_a_diverging_run_names_step_and_agent(void **state)
{
    (void)state;
    static const char text[] = "0 0 0 0 0 0 0 2\n1 2 0 0\n0 0 0 10\n1\n1e308\n1\n";
    tape in = {.bytes = text, .size = sizeof text - 1};
    covey_formal_def def = def_of(&in);
    covey_error error = {0};
    assert_int_equal(covey_formal_run(&def, NULL, &error), COVEY_DIVERGED);
    assert_int_equal(error.status, COVEY_DIVERGED);
    assert_int_equal(error.step, 2);
    assert_int_equal(error.id, 1);
    assert_string_equal(out.bytes, "1.000 2.000 0.000 0.000\n0.000 10.000 0.000 10.000\n");
}

static void test_a_definition_without_streams_or_dialect_is_refused(void **state)
{
    (void)state;
    tape in = {.bytes = INPUT, .size = SIZE};
    covey_error error;
    covey_formal_def def = def_of(&in);
    def.in.read = NULL;
    assert_int_equal(covey_formal_run(&def, NULL, &error), COVEY_ARG);
    def = def_of(&in);
    def.out.write = NULL;
    assert_int_equal(covey_formal_run(&def, NULL, &error), COVEY_ARG);
    assert_string_equal(error.message, "a formal run needs an input and an output");
    def = def_of(&in);
    def.dialect = "Text";
    assert_int_equal(covey_formal_run(&def, NULL, &error), COVEY_ARG);
    assert_string_equal(error.message, "there is no dialect called Text");
    def.dialect = NULL;
    assert_int_equal(covey_formal_run(&def, NULL, &error), COVEY_ARG);
    assert_int_equal(in.reads, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces_of_any_size_give_the_same_frames),
        cmocka_unit_test(test_a_failing_read_keeps_the_frames_before_it),
        cmocka_unit_test(test_an_input_may_end_at_every_byte),
        cmocka_unit_test(test_every_frame_is_out_before_more_input_is_asked_for),
        cmocka_unit_test(test_bulk_input_is_written_in_bulk),
        cmocka_unit_test(test_a_failing_write_keeps_the_frames_before_it),
        cmocka_unit_test(test_a_write_that_fails_in_bulk_is_the_last),
        cmocka_unit_test(test_a_write_without_memory_says_so),
        cmocka_unit_test(test_a_bad_input_that_cannot_be_reported_whole_is_a_failed_write),
        cmocka_unit_test(test_stop_ends_the_run_after_a_whole_frame),
        cmocka_unit_test(test_a_diverging_run_names_step_and_agent),
        cmocka_unit_test(test_a_definition_without_streams_or_dialect_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
