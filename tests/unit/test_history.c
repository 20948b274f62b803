// SPDX-License-Identifier: MIT
// Histories: every step of the past has the same bits again, with all kinds of commands on the way,
// and what is done in the past makes a branch.
#include "support/files.h"
#include "support/session.h"

#include <covey/history.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { STEPS = 80 };

static uint64_t hash_of(const covey_session *session)
{
    return covey_world_hash(covey_session_world(session));
}

static uint64_t step_of(const covey_session *session)
{
    return covey_world_steps(covey_session_world(session));
}

static covey_history *begin(covey_session *session, size_t most)
{
    covey_history *history;
    assert_int_equal(covey_history_create(session, most, &history, NULL), COVEY_OK);
    return history;
}

static void go(covey_history *history, uint64_t step)
{
    covey_error error = {0};
    if (covey_history_go(history, step, &error) != COVEY_OK)
        fail_msg("step %d: %s", (int)step, error.message);
}

static void order(covey_history *history, covey_session *session, const char *command)
{
    session_order(session, command);
    assert_int_equal(covey_history_changed(history, NULL), COVEY_OK);
}

/// A moment: everything that must be there again.
typedef struct moment {
    uint64_t hash;
    size_t undoable;
    double separation;
} moment;

static moment moment_of(const covey_session *session)
{
    return (moment){hash_of(session), covey_session_undoable(session),
                    covey_world_param(covey_session_world(session), 0, "separation")};
}

static void expect_moment(const covey_session *session, uint64_t step, const moment *then)
{
    moment now = moment_of(session);
    if (step_of(session) != step || now.hash != then->hash || now.undoable != then->undoable ||
        now.separation != then->separation)
        fail_msg("step %d is not as it was: separation %g, was %g", (int)step, now.separation,
                 then->separation);
}

/// Flocks, influences and parameters change on the way, are undone, and agents go and come.
static void play(covey_history *history, covey_session *session, moment moments[STEPS + 1])
{
    static const struct {
        uint64_t step;
        const char *command;
    } rows[] = {
        {3, "set separation 20"},
        {3, "move separation 25"},
        {9, "set influences.0 {kind: obstacle, points: [[150, 100]], radius: 20}"},
        {17, "set boids.count 80"},
        {21, "set flocks.1 {name: hawks, model: predator, hunts: boids, count: 2}"},
        {30, "set boids.count 40"},
        {31, "undo"},
        {40, "set influences.0.radius 30"},
        {47, "undo"},
        {47, "undo"},
        {55, "set dt 0.05"},
        {70, "undo"},
    };
    size_t next = 0, count = sizeof rows / sizeof *rows;
    for (uint64_t step = 0; step <= STEPS; step++) {
        go(history, step);
        while (next < count && rows[next].step == step)
            order(history, session, rows[next++].command);
        moments[step] = moment_of(session);
    }
}

static void test_every_step_of_the_past_has_its_bits(void **unused)
{
    (void)unused;
    static moment moments[STEPS + 1];
    covey_session *session = session_begin(session_boids, 1);
    covey_history *history = begin(session, 200000000);
    play(history, session, moments);
    for (uint64_t k = 0; k <= 3 * STEPS; k++) {
        uint64_t step = (k * 37) % (STEPS + 1);
        go(history, step);
        expect_moment(session, step, &moments[step]);
        assert_int_equal(covey_history_end(history), STEPS);
    }
    for (uint64_t step = STEPS; step-- > 0;) {
        go(history, step);
        expect_moment(session, step, &moments[step]);
    }
    assert_int_equal(covey_history_branches(history), 0);
    covey_history_destroy(history);
    covey_session_destroy(session);
}

static covey_status put(void *context, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, context) == size ? COVEY_OK : COVEY_IO;
}

static char *record_of(const covey_session *session, const char *path)
{
    size_t size;
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(covey_session_write(session, (covey_sink){put, file}, NULL), COVEY_OK);
    assert_int_equal(fclose(file), 0);
    return files_read(path, &size);
}

/// From a file, back and forth, then to the end: the record is the file.
static void test_a_session_of_a_file_can_be_scrubbed(void **unused)
{
    (void)unused;
    static moment moments[STEPS + 1];
    const char *path = files_path("history.session");
    covey_session *session = session_begin(session_boids, 1);
    covey_history *history = begin(session, 200000000);
    play(history, session, moments);
    char *written = record_of(session, path);
    covey_history_destroy(history);
    covey_session_destroy(session);
    covey_world_def engine = covey_world_def_default();
    assert_int_equal(covey_session_open(path, &engine, &session, NULL), COVEY_OK);
    history = begin(session, 200000000);
    assert_int_equal(covey_history_end(history), STEPS);
    static const uint64_t steps[] = {50, 3, 22, 48, 0, 31, STEPS};
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        go(history, steps[k]);
        expect_moment(session, steps[k], &moments[steps[k]]);
    }
    char *again = record_of(session, files_path("again.session"));
    assert_string_equal(written, again);
    free(written);
    free(again);
    covey_history_destroy(history);
    covey_session_destroy(session);
}

/// A command in the past begins another course, also one that the old course has, too.
static void test_taking_over_in_the_past_keeps_the_old_future(void **unused)
{
    (void)unused;
    static moment moments[STEPS + 1];
    covey_session *session = session_begin(session_boids, 1);
    covey_history *history = begin(session, 200000000);
    play(history, session, moments);
    go(history, 39);
    order(history, session, "set influences.0.radius 30");
    assert_int_equal(covey_history_branches(history), 1);
    assert_int_equal(covey_history_branch_end(history, 0), STEPS);
    assert_int_equal(covey_history_end(history), 39);
    go(history, 55);
    moment between = moment_of(session);
    go(history, 60);
    moment other = moment_of(session);
    go(history, 55); // from a snapshot of the new course
    expect_moment(session, 55, &between);
    go(history, 60);
    assert_true(other.hash != moments[60].hash || other.undoable != moments[60].undoable);
    assert_int_equal(covey_history_take(history, 0, NULL), COVEY_OK);
    expect_moment(session, 60, &moments[60]);
    assert_int_equal(covey_history_end(history), STEPS);
    go(history, STEPS);
    expect_moment(session, STEPS, &moments[STEPS]);
    assert_int_equal(covey_history_branch_end(history, 0), 60);
    assert_int_equal(covey_history_take(history, 0, NULL), COVEY_OK);
    expect_moment(session, 60, &other);
    go(history, 20);
    expect_moment(session, 20, &moments[20]);
    assert_int_equal(covey_history_forget(history, 1), COVEY_ARG);
    assert_int_equal(covey_history_forget(history, 0), COVEY_OK);
    assert_int_equal(covey_history_branches(history), 0);
    assert_int_equal(covey_history_take(history, 0, NULL), COVEY_ARG);
    covey_history_destroy(history);
    covey_session_destroy(session);
}

/// A wrong command in the past is none: the future stays. At the end there is nothing to branch.
static void test_only_commands_in_the_past_make_branches(void **unused)
{
    (void)unused;
    covey_session *session = session_begin(session_boids, 1);
    covey_history *history = begin(session, 200000000);
    go(history, 20);
    go(history, 10);
    assert_int_equal(covey_session_do(session, "set separation far", NULL), COVEY_INPUT);
    assert_int_equal(covey_history_changed(history, NULL), COVEY_OK);
    assert_int_equal(covey_history_end(history), 20);
    go(history, 20);
    order(history, session, "set separation 33");
    assert_int_equal(covey_history_branches(history), 0);
    assert_int_equal(covey_history_end(history), 20);
    go(history, 25);
    go(history, 5);
    go(history, 25);
    assert_true(moment_of(session).separation == 33);
    go(history, 24); // stepped to its end, where a command waits to be given again
    order(history, session, "set separation 34");
    go(history, 20);
    assert_int_equal(covey_history_take(history, 0, NULL), COVEY_OK);
    go(history, 24);
    assert_true(moment_of(session).separation == 33);
    covey_history_destroy(history);
    covey_session_destroy(session);
}

/// With little memory marks lie further apart, and the way back is the same.
static void test_memory_stays_below_its_bound(void **unused)
{
    (void)unused;
    static moment moments[STEPS + 1];
    covey_session *session = session_begin(session_boids, 1);
    size_t most = 2 * covey_world_snapshot_size(covey_session_world(session)) + 20000;
    covey_history *history = begin(session, most);
    play(history, session, moments);
    for (uint64_t step = STEPS; step-- > 0; step -= step > 6 ? 6 : 0) {
        go(history, step);
        expect_moment(session, step, &moments[step]);
        assert_true(covey_history_memory(history) <= most);
    }
    covey_history_destroy(history);
    history = begin(session, 1); // nothing fits
    go(history, step_of(session) + 5);
    covey_error error = {0};
    assert_int_equal(covey_history_go(history, 0, &error), COVEY_INPUT);
    assert_string_equal(error.message, "there is no way back to step 0");
    covey_history_destroy(history);
    covey_session_destroy(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_step_of_the_past_has_its_bits),
        cmocka_unit_test(test_a_session_of_a_file_can_be_scrubbed),
        cmocka_unit_test(test_taking_over_in_the_past_keeps_the_old_future),
        cmocka_unit_test(test_only_commands_in_the_past_make_branches),
        cmocka_unit_test(test_memory_stays_below_its_bound),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
