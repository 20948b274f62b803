// SPDX-License-Identifier: MIT
// All that a viewer opens: checkpoints, cases, recordings; and names that it cannot.
#include "view/sim.h"

#include "support/files.h"

#include <covey/checkpoint.h>
#include <covey/formal.h>

#include <math.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static sim *begin(const char *name)
{
    covey_error error = {0};
    const sim_def def = {.name = name, .how = {.threads = 1}};
    sim *made;
    if (sim_create(&def, &made, &error) != COVEY_OK)
        fail_msg("%s: %s", name, error.message);
    return made;
}

static const frame *after(sim *of, const char *order)
{
    if (order != NULL)
        assert_true(sim_order(of, order));
    sim_settle(of);
    return sim_frame(of);
}

static const frame *at(sim *of, uint64_t step)
{
    sim_go(of, sim_frame(of)->jumps, step);
    return after(of, NULL);
}

static void write_text(const char *path, const char *text)
{
    files_write(path, text, strlen(text));
}

// ---- Checkpoints ----

static const char flock[] = "space: {kind: torus, width: 300, height: 300}\n"
                            "flocks: {model: vicsek, count: 60, place: uniform}\n";

static covey_scenario *read_flock(void)
{
    covey_scenario_def how = covey_scenario_def_default();
    covey_scenario *scenario;
    assert_int_equal(covey_scenario_read(&how, flock, strlen(flock), &scenario, NULL), COVEY_OK);
    return scenario;
}

/// Writes the checkpoint of a step as a run does; returns the hash of a later one.
static uint64_t run(const char *path, uint64_t step, uint64_t end)
{
    covey_world_def engine = covey_world_def_default();
    covey_scenario *scenario = read_flock();
    covey_world *world;
    assert_int_equal(covey_scenario_world(scenario, &engine, &world, NULL), COVEY_OK);
    double dt = covey_scenario_plan(scenario).dt;
    for (uint64_t k = 0; k < end; k++) {
        if (k == step) {
            size_t size = covey_world_snapshot_size(world);
            void *bytes = malloc(size);
            assert_int_equal(covey_world_save(world, bytes, size), COVEY_OK);
            const covey_checkpoint kept = {
                .scenario = flock, .snapshot = bytes, .snapshot_size = size};
            assert_int_equal(covey_checkpoint_write(path, &kept, (covey_allocator){0}, NULL),
                             COVEY_OK);
            free(bytes);
        }
        assert_int_equal(covey_world_step(world, dt), COVEY_OK);
    }
    uint64_t hash = covey_world_hash(world);
    covey_world_destroy(world);
    covey_scenario_destroy(scenario);
    return hash;
}

static covey_status keep(void *context, const char *path, const void *bytes, size_t size,
                         covey_error *error)
{
    (void)path;
    (void)error;
    files_write(context, bytes, size);
    return COVEY_OK;
}

/// Steps go on from a checkpoint with the bits of the run; the record of what is changed then is
/// one from step 0.
static void test_a_checkpoint_goes_on(void **unused)
{
    (void)unused;
    const char *path = files_path("run.kept"), *record = files_path("kept.session");
    uint64_t hash = run(path, 20, 50);
    covey_error error = {0};
    char place[512];
    (void)snprintf(place, sizeof place, "%s", record);
    const sim_def def = {.name = path, .how = {.threads = 1}, .files = {place, keep, NULL}};
    sim *of;
    assert_int_equal(sim_create(&def, &of, &error), COVEY_OK);
    assert_int_equal(sim_frame(of)->step, 20);
    assert_int_equal(sim_frame(of)->begin, 20);
    assert_true(at(of, 50)->hash == hash);
    assert_int_equal(after(of, "go 3")->messages, 1); // there is nothing before
    assert_int_equal(sim_frame(of)->step, 50);
    (void)after(of, "go 30");
    (void)after(of, "set flocks.0.noise 3");
    uint64_t changed = at(of, 50)->hash;
    assert_true(changed != hash);
    (void)after(of, "save-session there");
    sim_destroy(of);
    of = begin(place);
    assert_int_equal(sim_frame(of)->step, 0);
    assert_true(at(of, 50)->hash == changed);
    sim_destroy(of);
}

// ---- Cases ----

static const char numbers[] = "2 1 5 1.5  1 0.5 0.25  3\n"
                              "0 0.5 1 0   0.25 -0.5 0 0   -1 0.125 0 2\n";

typedef struct reading {
    const char *text;
    size_t at;
} reading;

static covey_status give(void *context, void *bytes, size_t size, size_t *count)
{
    reading *self = context;
    size_t left = strlen(self->text) - self->at;
    *count = left < size ? left : size;
    memcpy(bytes, self->text + self->at, *count);
    self->at += *count;
    return COVEY_OK;
}

static covey_status take(void *context, const void *bytes, size_t size)
{
    strncat(context, bytes, size);
    return COVEY_OK;
}

/// The frames of a case are those of the protocol, with steps of several lengths.
static void test_a_case_is_what_the_protocol_says(void **unused)
{
    (void)unused;
    static const char steps[] = "0.125\n0.125\n0.5\n0.001\n";
    char text[512], lines[4096] = "", line[160];
    (void)snprintf(text, sizeof text, "%s%s", numbers, steps);
    covey_formal_def def = covey_formal_def_default();
    reading from = {.text = text};
    def.in = (covey_source){give, &from};
    def.out = (covey_sink){take, lines};
    assert_int_equal(covey_formal_run(&def, NULL, NULL), COVEY_OK);
    const char *path = files_path("three.in"), *next = lines;
    write_text(path, text);
    sim *of = begin(path);
    const frame *now = sim_frame(of);
    assert_true(now->rests);
    assert_string_equal(now->title, "Case three.in of the formal assignment");
    assert_int_equal(now->end, 4);
    for (uint64_t step = 1; step <= 4; step++) {
        now = at(of, step);
        for (size_t i = 0; i < 3; i++) {
            const frame_flock *agents = &now->flocks[0];
            (void)snprintf(line, sizeof line, "%.3f %.3f %.3f %.3f\n", agents->pos[0][i] + 0.0,
                           agents->pos[1][i] + 0.0, agents->vel[0][i] + 0.0,
                           agents->vel[1][i] + 0.0);
            size_t size = strcspn(next, "\n") + 1;
            assert_memory_equal(line, next, size);
            next += size;
        }
    }
    assert_string_equal(next, "");
    sim_destroy(of);
}

// ---- Recordings ----

static const char tracks[] = "t,id,x,y\n0,1,0,0\n0,5,4,0\n1,1,1,0\n1,5,4,2\n2,1,2,0\n2,7,9,9\n";

static void test_a_recording_plays_forward_and_back(void **unused)
{
    (void)unused;
    const char *path = files_path("own.csv");
    write_text(path, tracks);
    sim *of = begin(path);
    const frame *now = sim_frame(of);
    assert_true(now->recorded);
    assert_int_equal(now->end, 2);
    assert_int_equal(now->flocks_count, 1);
    assert_int_equal(now->flocks[0].count, 2);
    assert_true(now->flocks[0].vel[0][0] == 1.0); // made up from places
    now = at(of, 99);                             // ends at the last frame
    assert_int_equal(now->step, 2);
    assert_true(now->time == 2.0);
    assert_true(isnan(now->flocks[0].vel[0][1])); // seen once
    assert_true(frame_place(now, 0, 1, 0.0).x == 9.0);
    assert_int_equal(now->flocks[0].id[1], 7);
    assert_true(now->high.x >= 9.0 && now->low.x <= 0.0);
    assert_int_equal(now->series.count, 3);
    now = after(of, "go 1");
    assert_int_equal(now->step, 1);
    assert_int_equal(now->series.count, 2); // none from behind
    assert_true(now->flocks[0].pos[1][1] == 2.0);
    assert_int_equal(after(of, "restart")->step, 0);
    sim_destroy(of);
}

static void test_a_recording_is_not_changed(void **unused)
{
    (void)unused;
    static const char *const orders[] = {"set flocks.0.count 9", "clear",          "undo",
                                         "predator 1 2",         "seed 4",         "take 0",
                                         "save-session x",       "save-scenario x"};
    const char *path = files_path("own.csv");
    write_text(path, tracks);
    sim *of = begin(path);
    for (size_t k = 0; k < sizeof orders / sizeof *orders; k++) {
        const frame *now = after(of, orders[k]);
        assert_int_equal(now->messages, k + 1);
        assert_memory_equal(now->message, "this is a recording: ", 21);
        assert_int_equal(now->flocks[0].count, 2);
    }
    (void)after(of, "forget");
    assert_true(!after(of, "open torus-0")->recorded);
    assert_int_equal(after(of, "open ./none.csv")->flocks[0].count, 200); // the flock stays
    sim_destroy(of);
}

/// The file of a run tells zones and bodies; its agents come and go.
static void test_a_trajectory_has_the_looks_of_its_scenario(void **unused)
{
    (void)unused;
    const char *path = files_path("run.csv");
    covey_output_def def = covey_output_def_default();
    def.path = path;
    def.provenance = (covey_provenance){covey_version(), flock, 1, 1.0};
    covey_output *output = files_open(&def);
    const covey_id id[] = {3, 70};
    const double x[] = {10, 20}, y[] = {30, 40}, none[] = {0, 0};
    covey_frame_set set = {.set = "vicsek", .count = 2, .id = id};
    covey_scenario *scenario = read_flock();
    set.space = covey_scenario_plan(scenario).space;
    covey_scenario_destroy(scenario);
    set.pos[0] = x;
    set.pos[1] = y;
    set.vel[0] = set.vel[1] = none;
    assert_int_equal(covey_output_put(output, &set, 1, NULL), COVEY_OK);
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    sim *of = begin(path);
    const frame *now = sim_frame(of);
    assert_int_equal(now->flocks_count, 1);
    assert_string_equal(now->flocks[0].model->name, "vicsek");
    assert_int_equal(now->flocks[0].zones_count, 1);
    assert_int_equal(now->flocks[0].count, 2);
    assert_int_equal(now->flocks[0].id[1], 70);
    assert_int_equal(now->space.kind, COVEY_SPACE_TORUS);
    sim_destroy(of);
}

// ---- Mistakes ----

static void test_names_that_cannot_be_opened_are_told(void **unused)
{
    (void)unused;
    static const char *const set[] = {"dt=0.5", NULL}, *const wrong[] = {"flocks.0.nose=1", NULL},
                             *const bare[] = {"dt", NULL};
    static const struct {
        const char *name, *text;
        const char *const *assign;
        covey_status status;
        const char *says;
    } rows[] = {
        {"torus-9", NULL, NULL, COVEY_ARG, "there is no preset torus-9"},
        {"none.ckpt", NULL, NULL, COVEY_IO, "none.ckpt"},
        {"back.in", "0 0 0 0 0 0 0 1  0 0 0 0  1 -1", NULL, COVEY_INPUT,
         "step 2 of the case is -1 long"},
        {"empty.in", "0 0 0 0 0 0 0 0 1", NULL, COVEY_INPUT, "the case has no agents to show"},
        {"still.in", "0 0 0 0 0 0 0 1 0 0 0 0", NULL, COVEY_INPUT, "the case has no steps to show"},
        {"words.in", "0 0 zero", NULL, COVEY_INPUT, "zero"},
        {"torn.csv", "t,id,x,y\n0,1,0\n", NULL, COVEY_INPUT, ""},
        {"head.csv", "t,id,x,y\n", NULL, COVEY_INPUT, "no frames"},
        {"own.csv", tracks, set, COVEY_ARG, "--set changes a scenario"},
        {"flock.yaml", flock, wrong, COVEY_ARG, "--set flocks.0.nose=1: there is no key"},
        {"flock.yaml", flock, bare, COVEY_ARG, "--set dt is not KEY=VALUE"},
        {"damaged",
         "\x89"
         "cvy\r\n\x1a\nxxxx",
         NULL, COVEY_INPUT, ""},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const char *path = k == 0 ? rows[k].name : files_path(rows[k].name);
        covey_error error = {0};
        sim *of;
        if (rows[k].text != NULL)
            write_text(path, rows[k].text);
        const sim_def def = {.name = path, .how = {.threads = 1, .assign = rows[k].assign}};
        if (sim_create(&def, &of, &error) != rows[k].status)
            fail_msg("%s: %d %s", path, error.status, error.message);
        assert_null(of);
        if (strstr(error.message, rows[k].says) == NULL)
            fail_msg("%s: %s", path, error.message);
    }
}

static void test_assignments_change_what_is_opened_first(void **unused)
{
    (void)unused;
    static const char *const assign[] = {"flocks.0.count=7", "seed=5", NULL};
    const sim_def def = {.name = "torus-0", .how = {.threads = 1, .assign = assign}};
    sim *of;
    assert_int_equal(sim_create(&def, &of, NULL), COVEY_OK);
    assert_int_equal(sim_frame(of)->flocks[0].count, 7);
    assert_int_equal(sim_frame(of)->seed, 5);
    assert_int_equal(after(of, "open torus-0")->flocks[0].count, 200);
    sim_destroy(of);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_checkpoint_goes_on),
        cmocka_unit_test(test_a_case_is_what_the_protocol_says),
        cmocka_unit_test(test_a_recording_plays_forward_and_back),
        cmocka_unit_test(test_a_recording_is_not_changed),
        cmocka_unit_test(test_a_trajectory_has_the_looks_of_its_scenario),
        cmocka_unit_test(test_names_that_cannot_be_opened_are_told),
        cmocka_unit_test(test_assignments_change_what_is_opened_first),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
