// SPDX-License-Identifier: MIT
// Sessions give each id and each handle once, whatever commands add and remove, and tell files of
// the time when they did not.
#include "support/files.h"
#include "support/scenario.h"
#include "support/session.h"
#include "support/world.h"

#include <covey/session.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static size_t count_of(const covey_session *session, int flock)
{
    return covey_world_view(covey_session_world(session), flock).count;
}

static bool has_agent(const covey_session *session, covey_id id)
{
    return covey_world_index(covey_session_world(session), 0, id) >= 0;
}

/// Agents that come after others went are others: neither a command nor an undo brings one back.
static void test_agents_that_went_do_not_come_back_under_their_ids(void **unused)
{
    (void)unused;
    covey_session *session = session_begin(session_boids, 1);
    session_steps(session, 5);
    session_order(session, "set boids.count 40"); // of 60
    assert_true(has_agent(session, 39) && !has_agent(session, 40) && !has_agent(session, 60));
    session_steps(session, 1);
    session_order(session, "set boids.count 50");
    assert_true(has_agent(session, 39) && !has_agent(session, 40) && !has_agent(session, 59));
    assert_true(has_agent(session, 60) && has_agent(session, 69) && !has_agent(session, 70));
    session_order(session, "undo"); // 40 again, then 60
    assert_int_equal(count_of(session, 0), 40);
    assert_true(has_agent(session, 39) && !has_agent(session, 60));
    session_order(session, "undo");
    assert_int_equal(count_of(session, 0), 60);
    assert_true(!has_agent(session, 69) && has_agent(session, 70) && has_agent(session, 89));
    covey_session_destroy(session);
}

/// The agent of an id goes, all others stay, and the world is the one that the library makes of it.
static void test_one_agent_is_removed(void **unused)
{
    (void)unused;
    static const char *const wrong[] = {"remove flocks.0 7",  "remove flocks.0 60",
                                        "remove flocks.1 0",  "remove flocks.0",
                                        "remove flocks.0 1 ", "remove boids 1"};
    covey_session *session = session_begin(session_boids, 1);
    covey_session *other = session_begin(session_boids, 1);
    session_steps(session, 5);
    session_steps(other, 5);
    session_order(session, "remove flocks.0 7");
    session_order(other, "set flocks.0.count 59");
    assert_int_equal(count_of(session, 0), 59);
    assert_int_equal(covey_scenario_flock(covey_session_scenario(session), 0).count, 59);
    for (uint32_t id = 0; id < 60; id++) {
        covey_pose pose, there;
        assert_true(has_agent(session, id) == (id != 7));
        if (id == 7 || id == 59)
            continue;
        assert_int_equal(covey_world_get(covey_session_world(session), 0, id, &pose, NULL),
                         COVEY_OK);
        assert_int_equal(covey_world_get(covey_session_world(other), 0, id, &there, NULL),
                         COVEY_OK);
        assert_memory_equal(&pose, &there, sizeof pose);
    }
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        assert_int_equal(covey_session_do(session, wrong[k], NULL), COVEY_INPUT);
    session_order(session, "set influences.0 {kind: wind, x: 1}"); // a world made anew, or not
    session_order(session, "set boids.body 2");                    // made anew
    session_steps(session, 1);
    assert_true(!has_agent(session, 7) && has_agent(session, 59) && count_of(session, 0) == 59);
    session_order(session, "undo");
    session_order(session, "undo");
    session_order(session, "undo");
    assert_true(!has_agent(session, 7) && has_agent(session, 60) && count_of(session, 0) == 60);
    covey_session_destroy(session);
    covey_session_destroy(other);
}

/// Handles of the influences, in the order in which they act.
static void expect_handles(const covey_session *session, const char *handles)
{
    const covey_world *world = covey_session_world(session);
    char found[64] = "";
    for (int k = 0; k < covey_world_influences(world); k++)
        (void)snprintf(found + strlen(found), sizeof found - strlen(found), "%s%d",
                       k > 0 ? " " : "", covey_world_influence_at(world, k));
    assert_string_equal(found, handles);
}

/// Obstacles for all act first, so that they come before the influences that are there already.
static void test_influences_keep_their_handles(void **unused)
{
    (void)unused;
    static const struct {
        const char *command, *handles;
    } rows[] = {
        {"set influences.0 {kind: wind, x: 1}", "0"},
        {"set influences.1 {kind: goal, x: 5, y: 5}", "0 1"},
        {"set influences.2 {kind: obstacle, points: [[10, 10]], radius: 2}", "2 0 1"},
        {"set influences.3 {kind: obstacle, points: [[50, 10]], radius: 2}", "2 3 0 1"},
        {"set influences.2.radius 3", "2 3 0 1"},
        {"set influences.3.points [[60, 10]]", "2 3 0 1"},
        {"move influences.0 ~", "2 3 1"},
        {"undo", "2 4 5 1"}, // one obstacle is as before, and the wind is back: which is which?
        {"set influences.2 ~", "4 5 1"},
        {"set boids.count 70", "4 5 1"},                  // a world made anew
        {"set influences.2 {kind: wind, x: 3}", "5 1 6"}, // for the obstacle
        {"set influences []", ""},
        {"set influences.0 {kind: goal}", "7"},
    };
    covey_session *session = session_begin(session_boids, 1);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        session_order(session, rows[k].command);
        session_steps(session, 1);
        expect_handles(session, rows[k].handles);
    }
    covey_session_destroy(session);
}

/// A world that followed many commands is to the bit the one that the scenario makes, with the
/// agents of the session in it.
static void test_influences_are_those_of_a_world_made_anew(void **unused)
{
    (void)unused;
    static const char *const rows[] = {
        "set influences.0 {kind: wind, x: 1}",
        "set influences.1 {kind: goal, x: 5, y: 5, weight: 7}",
        "set influences.2 {kind: obstacle, points: [[150, 100]], radius: 20}",
        "set influences.3 {kind: obstacle, points: [[50, 10]], radius: 2}",
        "set influences.3.points [[60, 110]]",
        "set influences.2.radius 13",
        "move influences.0 ~",
        "undo",
        "set influences [{kind: goal}, {kind: obstacle, points: [[20, 20]]}, {kind: wind, y: 2}]",
        "undo",
    };
    covey_session *session = session_begin(session_boids, 1);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        session_order(session, rows[k]);
        covey_world *made;
        covey_world_def engine = covey_world_def_default();
        assert_int_equal(
            covey_scenario_world(covey_session_scenario(session), &engine, &made, NULL), COVEY_OK);
        assert_int_equal(covey_world_adopt(made, covey_session_world(session), NULL), COVEY_OK);
        for (int step = 0; step < 6; step++) {
            session_steps(session, 1);
            assert_int_equal(
                covey_world_step(made, covey_scenario_plan(covey_session_scenario(session)).dt),
                COVEY_OK);
            assert_true(covey_world_hash(made) == covey_world_hash(covey_session_world(session)));
        }
        covey_world_destroy(made);
    }
    covey_session_destroy(session);
}

static covey_status write_text(void *context, const void *bytes, size_t size)
{
    char *text = context;
    strncat(text, bytes, size);
    return COVEY_OK;
}

/// Agents of a saved state count from 0, and `steer` goes with the one that it had.
static void test_a_saved_state_steers_the_same_agent(void **unused)
{
    (void)unused;
    static char text[1 << 16];
    covey_session *session = session_begin(session_boids, 1);
    session_order(session, "set boids.count 40"); // of 60
    session_order(session, "set boids.count 50");
    session_order(session, "set influences.0 {kind: steer, agent: 62, forward: 90}");
    session_order(session,
                  "set influences.1 {kind: steer, agent: 45, flock: boids, forward: 90}"); // gone
    session_steps(session, 3);
    text[0] = '\0';
    assert_int_equal(covey_session_write_state(session, (covey_sink){write_text, text}, NULL),
                     COVEY_OK);
    assert_non_null(strstr(text, "agent: 42\n"));
    assert_non_null(strstr(text, "agent: 50\n"));
    covey_session_destroy(session);
}

/// A session file with these lines, opened; its scenario has 60 boids.
static covey_session *open_lines(const char *first, const char *lines, covey_error *error)
{
    char text[512];
    covey_session *session;
    covey_world_def engine = covey_world_def_default();
    (void)snprintf(text, sizeof text, "%s%s...\n%s", first, session_boids, lines);
    files_write(files_path("format.session"), text, strlen(text));
    (void)covey_session_open(files_path("format.session"), &engine, &session, error);
    return session;
}

/// Files of format 1 are given again where their bits are still those that they had.
static void test_formats_of_files_are_told_apart(void **unused)
{
    (void)unused;
    static const char lines[] = "1 set boids.count 40\n2 set boids.count 50\n3 end 0\n";
    covey_error error = {0};
    assert_null(open_lines("# covey session 3\n", lines, &error));
    assert_string_equal(error.message,
                        "the session has format 3, and this version of covey reads formats 1 to 2");
    assert_int_equal(error.line, 1);
    assert_null(open_lines("# covey session x\n", lines, &error));
    assert_string_equal(error.message, "this is no session of covey");
    assert_null(open_lines("# covey session 0\n", lines, &error));
    for (int format = 1; format <= 2; format++) {
        const char *first = format == 1 ? "# covey session 1\n" : "# covey session 2\n";
        covey_session *session = open_lines(first, lines, NULL);
        assert_non_null(session);
        session_steps(session, 2);
        covey_status status = covey_session_step(session, &error);
        assert_int_equal(status, format == 1 ? COVEY_INPUT : COVEY_OK);
        assert_int_equal(count_of(session, 0), format == 1 ? 40 : 50);
        assert_true(format == 2 ||
                    strstr(error.message, "agents are added after others went") != NULL);
        assert_true(format == 2 || error.line == 7);
        if (format == 1) // a command of now is another thing
            session_order(session, "set boids.count 45");
        covey_session_destroy(session);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_saved_state_steers_the_same_agent),
        cmocka_unit_test(test_formats_of_files_are_told_apart),
        cmocka_unit_test(test_agents_that_went_do_not_come_back_under_their_ids),
        cmocka_unit_test(test_one_agent_is_removed),
        cmocka_unit_test(test_influences_keep_their_handles),
        cmocka_unit_test(test_influences_are_those_of_a_world_made_anew),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
