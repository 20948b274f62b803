// SPDX-License-Identifier: MIT
// Sessions: the effect of a command on the world, the parts that it leaves alone, and that its
// record gives the same bits again.
#include "run/session.h"
#include "support/files.h"
#include "support/scenario.h"
#include "support/session.h"
#include "support/world.h"

#include <covey/run.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static covey_vec place_of(const covey_session *session, int flock, covey_id id)
{
    covey_view view = covey_world_view(covey_session_world(session), flock);
    for (size_t i = 0; i < view.count; i++)
        if (view.id[i] == id)
            return (covey_vec){view.pos[0][i], view.pos[1][i]};
    fail();
    return (covey_vec){0, 0};
}

static size_t count_of(const covey_session *session, int flock)
{
    return covey_world_view(covey_session_world(session), flock).count;
}

static double param(const covey_session *session, const char *name)
{
    return covey_world_param(covey_session_world(session), 0, name);
}

// ---- A record, written and read again ----

/// All that can happen, with steps between.
static void play(covey_session *session)
{
    static const char *const commands[] = {
        "set separation 20",
        "move separation 25",
        "set influences.0 {kind: obstacle, points: [[150, 100]], radius: 20}",
        "set boids.count 80",
        "set flocks.1 {name: hawks, model: predator, hunts: boids, count: 2}",
        "move influences.1 {kind: pointer, x: 10, y: 20}",
        "move influences.1.x 30",
        "move influences.1 ~",
        "set influences.0.radius 30",
        "undo",
        "set flocks.0 {name: boids, model: vicsek, count: 70, radius: 30, speed: 40}",
        "set flocks.1 ~",
        "set boids.count 40",
        "undo",
        "undo",
        "set dt 0.05",
        "remove flocks.0 3",
    };
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) {
        session_order(session, commands[k]);
        session_steps(session, (int)(k % 4));
    }
}

static covey_status write_text(void *context, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, context) == size ? COVEY_OK : COVEY_IO;
}

static void write_session(const covey_session *session, const char *path)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(covey_session_write(session, (covey_sink){write_text, file}, NULL), COVEY_OK);
    assert_int_equal(fclose(file), 0);
}

static covey_session *open_session(const char *path, int threads)
{
    covey_session *session;
    covey_world_def engine = covey_world_def_default();
    engine.threads = threads;
    assert_int_equal(covey_session_open(path, &engine, &session, NULL), COVEY_OK);
    return session;
}

static void test_a_record_gives_the_same_bits_with_any_threads(void **unused)
{
    (void)unused;
    const char *path = files_path("record.session");
    covey_session *session = session_begin(session_boids, 1);
    play(session);
    uint64_t hash = covey_world_hash(covey_session_world(session)), end, told;
    uint64_t taken = covey_world_steps(covey_session_world(session));
    write_session(session, path);
    covey_session_destroy(session);
    for (int threads = 1; threads <= 3; threads++) {
        covey_session *again = open_session(path, threads);
        assert_true(covey_session_end(again, &end, &told));
        assert_int_equal(end, taken);
        assert_true(told == hash);
        assert_int_equal(covey_session_results(again), covey_results_epoch());
        covey_run_def def = covey_run_def_default();
        covey_run_result result;
        def.scenario = covey_session_scenario(again);
        def.replay = again;
        assert_int_equal(covey_run(&def, &result, NULL), COVEY_OK);
        assert_true(result.hash == hash && result.steps == taken);
        // Commands of a replay are recorded again.
        write_session(again, files_path("again.session"));
        size_t size, size_again;
        char *bytes = files_read(path, &size);
        char *bytes_again = files_read(files_path("again.session"), &size_again);
        assert_int_equal(size, size_again);
        assert_memory_equal(bytes, bytes_again, size);
        free(bytes);
        free(bytes_again);
        covey_session_destroy(again);
    }
}

/// The scenario tells no count: its agents do, until they are placed in another way.
static void test_a_replay_finds_values_that_the_scenario_left_out(void **unused)
{
    (void)unused;
    const char *path = files_path("brief.session");
    covey_session *session = session_begin(
        "flocks: [{model: torus, place: {agents: [[0, 1, 2, 0], [5, 1, 2, 0]]}}]\n", 1);
    session_order(session, "set flocks.0.place {kind: uniform, speed: 1}");
    assert_int_equal(count_of(session, 0), 2);
    session_order(session, "move flocks.0.count 12");
    session_steps(session, 3);
    write_session(session, path);
    covey_session *again = open_session(path, 1);
    session_steps(again, 3);
    assert_true(covey_world_hash(covey_session_world(again)) ==
                covey_world_hash(covey_session_world(session)));
    covey_session_destroy(again);
    covey_session_destroy(session);
}

static void test_a_wrong_hash_is_told(void **unused)
{
    (void)unused;
    const char *path = files_path("wrong.session");
    covey_session *session = session_begin(session_boids, 1);
    session_steps(session, 3);
    write_session(session, path);
    covey_session_destroy(session);
    size_t size;
    char *bytes = files_read(path, &size);
    bytes[size - 2] = bytes[size - 2] == '0' ? '1' : '0';
    files_write(path, bytes, size);
    free(bytes);
    covey_session *again = open_session(path, 1);
    covey_run_def def = covey_run_def_default();
    covey_error error = {0};
    def.scenario = covey_session_scenario(again);
    def.replay = again;
    assert_int_equal(covey_run(&def, NULL, &error), COVEY_INPUT);
    assert_non_null(strstr(error.message, "the session ended with hash"));
    covey_session_destroy(again);
}

static void test_damaged_files_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *lines;
        unsigned line;
    } rows[] = {
        {"", 4},                              // no end
        {"3 end 12\n4 undo\n", 5},            // something behind it
        {"3 undo\n2 end 12\n", 5},            // steps fall
        {"x undo\n3 end 12\n", 4},            // no step
        {"3 end\n", 4},                       // no hash: no command of that name, no end either
        {"3 end 12g\n", 4},                   // no hash
        {"99999999999999999999 end 12\n", 4}, // no 64 bits
        {"3 end 12", 4},                      // no newline
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char text[256];
        covey_session *session;
        covey_error error = {0};
        covey_world_def engine = covey_world_def_default();
        (void)snprintf(text, sizeof text, "# covey session 1\nflocks: {model: torus}\n...\n%s",
                       rows[k].lines);
        files_write(files_path("bad.session"), text, strlen(text));
        assert_int_equal(covey_session_open(files_path("bad.session"), &engine, &session, &error),
                         COVEY_INPUT);
        assert_null(session);
        if (k != 4) // which is found at the end of the file
            assert_int_equal(error.line, rows[k].line);
    }
    files_write(files_path("bad.session"), "flocks: {model: torus}\n", 23);
    covey_session *session;
    covey_world_def engine = covey_world_def_default();
    assert_int_equal(covey_session_open(files_path("bad.session"), &engine, &session, NULL),
                     COVEY_INPUT);
    assert_int_equal(covey_session_open(files_path("none.session"), &engine, &session, NULL),
                     COVEY_IO);
}

// ---- Commands ----

static void test_parameters_change_without_moving_agents(void **unused)
{
    (void)unused;
    covey_session *session = session_begin(session_boids, 1);
    session_steps(session, 5);
    uint64_t hash = covey_world_hash(covey_session_world(session));
    const covey_world *world = covey_session_world(session);
    session_order(session, "set separation 33");
    assert_true(param(session, "separation") == 33);
    assert_ptr_equal(world, covey_session_world(session)); // not made anew
    assert_true(covey_world_hash(covey_session_world(session)) == hash);
    covey_session_destroy(session);
}

static void test_responses_change_without_a_new_world(void **unused)
{
    (void)unused;
    covey_session *session = session_begin(
        "space: {kind: torus, width: 300, height: 200}\n"
        "flocks:\n"
        "  - {name: boids, model: torus, count: 20, sees: {geese: {rule: align, radius: 15},\n"
        "     hawks: [flee, chase]}}\n"
        "  - {name: geese, model: torus, count: 5}\n"
        "  - {name: hawks, model: torus, count: 3}\n",
        1);
    session_steps(session, 3);
    const covey_world *world = covey_session_world(session);
    session_order(session, "set boids.sees.geese.radius 25");
    assert_true(param(session, "geese.align.radius") == 25);
    session_order(session, "set boids.sees {geese: {rule: align, radius: 25}, hawks: "
                           "[{rule: flee, lead: 2}, {rule: chase, weight: 7}]}");
    assert_true(param(session, "hawks.flee.lead") == 2);
    assert_true(param(session, "hawks.chase") == 7);
    assert_ptr_equal(world, covey_session_world(session)); // not made anew
    session_steps(session, 3);
    session_order(session, "undo");
    session_order(session, "undo");
    assert_true(param(session, "geese.align.radius") == 15);
    assert_true(param(session, "hawks.flee.lead") == 0);
    covey_session_destroy(session);
}

static void test_more_and_fewer_agents_leave_the_others_where_they_are(void **unused)
{
    (void)unused;
    covey_session *session = session_begin(session_boids, 1);
    session_steps(session, 5);
    covey_vec first = place_of(session, 0, 3);
    session_order(session, "set boids.count 90");
    assert_int_equal(count_of(session, 0), 90);
    assert_true(place_of(session, 0, 3).x == first.x && place_of(session, 0, 3).y == first.y);
    assert_int_equal(covey_world_steps(covey_session_world(session)), 5);
    session_order(session, "set boids.count 10");
    assert_int_equal(count_of(session, 0), 10);
    assert_true(place_of(session, 0, 3).x == first.x && place_of(session, 0, 3).y == first.y);
    covey_session_destroy(session);
}

/// The effect of an influence must not depend on whether the world was made anew for it.
static void test_a_world_made_anew_goes_on_with_the_same_bits(void **unused)
{
    (void)unused;
    static const char *const models[] = {
        "flocks: {name: boids, model: torus, count: 60}\n",
        "flocks: {name: boids, model: unicycle, count: 60}\n",
        "flocks: {name: boids, model: couzin, count: 60}\n",
        "flocks: {name: boids, model: topological, count: 60}\n",
    };
    for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
        covey_session *plain = session_begin(models[k], 1), *changed = session_begin(models[k], 2);
        session_steps(plain, 4);
        session_steps(changed, 4);
        session_order(changed, "set influences.0 {kind: wind, x: 0, y: 0}");
        session_steps(plain, 4);
        session_steps(changed, 4);
        assert_true(covey_world_hash(covey_session_world(plain)) ==
                    covey_world_hash(covey_session_world(changed)));
        covey_session_destroy(plain);
        covey_session_destroy(changed);
    }
}

static void test_undo_takes_back_one_command_with_its_parts(void **unused)
{
    (void)unused;
    covey_session *session = session_begin(session_boids, 1);
    session_order(session, "set separation 20");
    session_order(session, "move separation 21");
    session_order(session, "move alignment 5");
    session_order(session, "set cohesion 1");
    assert_int_equal(covey_session_undoable(session), 2);
    session_order(session, "undo");
    assert_true(param(session, "cohesion") == 12 && param(session, "separation") == 21);
    session_order(session, "undo");
    assert_true(param(session, "separation") == 12 && param(session, "alignment") == 10);
    assert_int_equal(covey_session_undoable(session), 0);
    assert_int_equal(covey_session_do(session, "undo", NULL), COVEY_INPUT);
    covey_session_destroy(session);
}

/// The versions count as larger than they are, by the rest of the room for them: enough for one
/// more, and a byte less.
static void test_undo_forgets_the_oldest_beyond_64_mib(void **unused)
{
    (void)unused;
    for (size_t over = 0; over < 2; over++) {
        covey_session *session = session_begin(session_boids, 1);
        session_order(session, "set separation 10");
        session_order(session, "set separation 20");
        size_t each = session->undo[0].room;
        session->undo_bytes = COVEY_SESSION_UNDO_BYTES - each + over;
        session_order(session, "set separation 30");
        assert_int_equal(session->undo[2 - over].room, each);
        assert_int_equal(covey_session_undoable(session), 3 - over);
        session_order(session, "undo");
        session_order(session, "undo");
        assert_true(param(session, "separation") == 10);
        covey_session_destroy(session);
    }
}

static void test_refused_commands_change_nothing(void **unused)
{
    (void)unused;
    static const char *const refused[] = {
        "",
        "flip",
        "set",
        "set separation",
        "set seperation 3",
        "set separation 1e99",
        "set seed 8",
        "set space.width 10",
        "set dense aggregate",
        "set precision single",
        "set influences.2 {kind: wind}",
        "set influences.0 ~",
        "set boids.count 20\n1 undo",
        "set flocks.0 ~",
        "set flocks.1 {name: boids, model: torus}",
        "set influences.0 {kind: wind, flock: nobody}",
    };
    covey_session *session = session_begin(session_boids, 1);
    session_steps(session, 2);
    write_session(session, files_path("before.session"));
    char *scenario = scenario_print(covey_session_scenario(session));
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        covey_error error = {0};
        if (covey_session_do(session, refused[k], &error) != COVEY_INPUT)
            fail_msg("%s was taken", refused[k]);
        assert_true(error.message[0] != '\0');
        char *now = scenario_print(covey_session_scenario(session));
        assert_string_equal(now, scenario);
        free(now);
    }
    write_session(session, files_path("after.session"));
    size_t size, size_after;
    char *before = files_read(files_path("before.session"), &size);
    char *after = files_read(files_path("after.session"), &size_after);
    assert_int_equal(size, size_after);
    assert_memory_equal(before, after, size);
    free(before);
    free(after);
    free(scenario);
    covey_session_destroy(session);
}

// ---- The state as a scenario ----

/// The agents of two worlds, in the order of ids, are in the same places with the same velocities.
static void expect_same_agents(const covey_world *one, const covey_world *other)
{
    enum { MOST = 200 };
    covey_view a = covey_world_view(one, 0), b = covey_world_view(other, 0);
    uint32_t order_a[2 * MOST], order_b[2 * MOST];
    assert_true(a.count == b.count && a.count <= MOST);
    covey_view_order(&a, order_a);
    covey_view_order(&b, order_b);
    for (size_t k = 0; k < a.count; k++)
        for (int axis = 0; axis < COVEY_PLANE; axis++) {
            assert_true(a.pos[axis][order_a[k]] == b.pos[axis][order_b[k]]);
            assert_true(a.vel[axis][order_a[k]] == b.vel[axis][order_b[k]]);
        }
}

static void test_a_saved_state_begins_where_the_session_was(void **unused)
{
    (void)unused;
    covey_session *session = session_begin(session_boids, 1);
    play(session);
    const char *path = files_path("state.yaml");
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(covey_session_write_state(session, (covey_sink){write_text, file}, NULL),
                     COVEY_OK);
    assert_int_equal(fclose(file), 0);
    covey_scenario *scenario;
    covey_scenario_def def = covey_scenario_def_default();
    assert_int_equal(covey_scenario_open(&def, path, &scenario, NULL), COVEY_OK);
    covey_world *world = scenario_world(scenario);
    expect_same_agents(world, covey_session_world(session));
    assert_int_equal(covey_world_next_id(world, 0), count_of(session, 0)); // numbered anew
    assert_int_equal(covey_world_influences(world), 1);
    covey_world_destroy(world);
    covey_scenario_destroy(scenario);
    covey_session_destroy(session);
}

/// A saved state says in its title that it is not the scenario as it began.
static void test_a_saved_state_says_that_it_is_changed(void **unused)
{
    (void)unused;
    static const char *const rows[][2] = {
        {"undo", "title: \"Boids, \\\"many\\\"\"\n"},
        {"set separation 30", "title: \"Boids, \\\"many\\\" (changed)\"\n"},
    };
    for (size_t k = 0; k < 2; k++) {
        char text[400];
        (void)snprintf(text, sizeof text, "title: 'Boids, \"many\"'\n%s", session_boids);
        covey_session *session = session_begin(text, 1);
        session_order(session, "set separation 20");
        session_order(session, rows[k][0]);
        const char *path = files_path("titled.yaml");
        FILE *file = fopen(path, "wb");
        assert_int_equal(covey_session_write_state(session, (covey_sink){write_text, file}, NULL),
                         COVEY_OK);
        assert_int_equal(fclose(file), 0);
        char *saved = files_read(path, &(size_t){0});
        assert_non_null(strstr(saved, rows[k][1]));
        free(saved);
        covey_session_destroy(session);
    }
}

// ---- Rules ----

/// The torus model adds its rules up, so the share of each is known: all of them give the change of
/// velocity in a step that no limit of speed cuts.
static void test_rules_add_up_to_what_an_agent_does(void **unused)
{
    (void)unused;
    covey_session *session = session_begin(session_boids, 1);
    static const char *const rules[] = {"separation", "alignment", "cohesion", "flight"};
    session_order(session, "set max_speed 1e9");
    session_steps(session, 3);
    covey_vec sum = {0, 0}, push, before = {0, 0}, after = {0, 0};
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) {
        assert_int_equal(covey_session_rule(session, 0, 5, rules[k], &push), COVEY_OK);
        sum = covey_vec_add(sum, push);
    }
    covey_view view = covey_world_view(covey_session_world(session), 0);
    for (size_t i = 0; i < view.count; i++)
        if (view.id[i] == 5)
            before = (covey_vec){view.vel[0][i], view.vel[1][i]};
    session_steps(session, 1);
    view = covey_world_view(covey_session_world(session), 0);
    for (size_t i = 0; i < view.count; i++)
        if (view.id[i] == 5)
            after = (covey_vec){view.vel[0][i], view.vel[1][i]};
    // Three differences of sums of some tens: a few units in the last place of each.
    assert_true(fabs(after.x - before.x - sum.x) < 1e-10);
    assert_true(fabs(after.y - before.y - sum.y) < 1e-10);
    assert_int_equal(covey_session_rule(session, 0, 5, "radius", &push), COVEY_ARG);
    assert_int_equal(covey_session_rule(session, 0, 99, "cohesion", &push), COVEY_ARG);
    assert_int_equal(covey_session_rule(session, 3, 5, "cohesion", &push), COVEY_ARG);
    covey_session_destroy(session);
}

/// Two speeds that go up or down together pass each other on the way.
static void test_speeds_that_go_together_may_pass_each_other(void **unused)
{
    (void)unused;
    covey_session *session = session_begin("flocks: {name: boids, model: reynolds, count: 5}\n", 1);
    session_order(session, "set flocks.0 {name: boids, model: reynolds, count: 5, min_speed: 60, "
                           "max_speed: 90}");
    const covey_world *world = covey_session_world(session);
    assert_true(covey_world_param(world, 0, "min_speed") == 60.0);
    assert_true(covey_world_param(world, 0, "max_speed") == 90.0);
    session_order(session, "set flocks.0 {name: boids, model: reynolds, count: 5, min_speed: 1, "
                           "max_speed: 2}");
    world = covey_session_world(session);
    assert_true(covey_world_param(world, 0, "min_speed") == 1.0);
    assert_true(covey_world_param(world, 0, "max_speed") == 2.0);
    assert_int_equal(covey_session_do(session, "set boids.min_speed 3", NULL), COVEY_INPUT);
    covey_session_destroy(session);
}

static void test_a_session_that_has_begun_is_not_restored(void **unused)
{
    (void)unused;
    covey_world_def engine = covey_world_def_default();
    for (int begun = 0; begun < 2; begun++) {
        covey_scenario *scenario = NULL;
        covey_session *session;
        covey_scenario_def how = covey_scenario_def_default();
        static const char text[] = "flocks: {model: vicsek, count: 9}\n";
        assert_int_equal(covey_scenario_read(&how, text, sizeof text - 1, &scenario, NULL),
                         COVEY_OK);
        assert_int_equal(covey_session_create(scenario, &engine, &session, NULL), COVEY_OK);
        if (begun > 0)
            assert_int_equal(covey_session_do(session, "set flocks.0.noise 1", NULL), COVEY_OK);
        // bytes that are no snapshot
        assert_int_equal(covey_session_restore(session, text, sizeof text, NULL),
                         begun > 0 ? COVEY_ARG : COVEY_INPUT);
        assert_int_equal(covey_world_steps(covey_session_world(session)), 0);
        covey_session_destroy(session);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_record_gives_the_same_bits_with_any_threads),
        cmocka_unit_test(test_a_replay_finds_values_that_the_scenario_left_out),
        cmocka_unit_test(test_a_wrong_hash_is_told),
        cmocka_unit_test(test_damaged_files_are_refused),
        cmocka_unit_test(test_parameters_change_without_moving_agents),
        cmocka_unit_test(test_responses_change_without_a_new_world),
        cmocka_unit_test(test_more_and_fewer_agents_leave_the_others_where_they_are),
        cmocka_unit_test(test_a_world_made_anew_goes_on_with_the_same_bits),
        cmocka_unit_test(test_undo_takes_back_one_command_with_its_parts),
        cmocka_unit_test(test_undo_forgets_the_oldest_beyond_64_mib),
        cmocka_unit_test(test_refused_commands_change_nothing),
        cmocka_unit_test(test_a_saved_state_begins_where_the_session_was),
        cmocka_unit_test(test_a_saved_state_says_that_it_is_changed),
        cmocka_unit_test(test_rules_add_up_to_what_an_agent_does),
        cmocka_unit_test(test_speeds_that_go_together_may_pass_each_other),
        cmocka_unit_test(test_a_session_that_has_begun_is_not_restored),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
