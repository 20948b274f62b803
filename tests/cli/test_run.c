// SPDX-License-Identifier: MIT
// covey run: its options and mistakes in them, messages, the same bits with any threads and
// kernel, and how it ends when something is in the way.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/program.h"
#include "support/world.h"

#include <covey/scenario.h>

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define SEE "; see covey run --help\n"
#define START ": vicsek-ordered: 300 agents, 1 steps, dt 1, seed 1\n1 step in "
#define IN_VAIN "covey run: standard output is for one of -o -, --measure -, --hash and --json\n"
#define FORMATS "there are <written>\n"
#define STEPS_RANGE "steps is from 0 to 1000000000000000 steps, not "
#define SEED_RANGE "seed is a whole number from 0 to 18446744073709551615\n"

static void pause_ms(long ms)
{
    (void)nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

/// Standard output of a run that goes well and says nothing else. The caller frees it.
static void write_text(const char *path, const char *text)
{
    files_write(path, text, strlen(text));
}

// ---- Mistakes ----

static const struct {
    const char *arguments[8];
    int code;
    const char *err;
} mistakes[] = {
    {{""}, 64, "covey run: a scenario is missing" SEE},
    {{"vicsek-orderd"},
     64,
     "covey run: there is no preset \"vicsek-orderd\" (did you mean vicsek-ordered?); see "
     "covey "
     "list presets (a file needs a slash or a dot in its name: ./vicsek-orderd)\n"},
    {{"bogus"},
     64,
     "covey run: there is no preset \"bogus\"; see covey list presets (a file needs a slash or "
     "a dot in its name: ./bogus)\n"},
    {{"/nowhere/x.yaml"},
     74,
     "covey run: cannot open /nowhere/x.yaml: No such file or directory\n"},
    {{"."}, 74, "covey run: cannot read .: Is a directory\n"},
    {{"torus-2", "torus-3"}, 64, "covey run: unexpected \"torus-3\"" SEE},
    {{"torus-2", "--step", "3"},
     64,
     "covey run: there is no option --step (did you mean --steps?)" SEE},
    {{"torus-2", "-x"}, 64, "covey run: there is no option -x" SEE},
    {{"torus-2", "--output"}, 64, "covey run: --output needs a value, FILE" SEE},
    {{"torus-2", "--steps", "-1"}, 64, "covey run: --steps -1: " STEPS_RANGE "\"-1\"\n"},
    {{"torus-2", "--steps", "1x"}, 64, "covey run: --steps 1x: steps is a number, not \"1x\"\n"},
    {{"torus-2", "--steps", "99999999999999999999"},
     64,
     "covey run: --steps 99999999999999999999: " STEPS_RANGE "\"99999999999999999999\"\n"},
    {{"torus-2", "--every", "0"},
     64,
     "covey run: --every 0: every is from 1 to 1000000000000000 steps, not \"0\"\n"},
    {{"torus-2", "--seed", "-1"}, 64, "covey run: --seed -1: " SEED_RANGE},
    {{"torus-2", "--seed=18446744073709551616"},
     64,
     "covey run: --seed 18446744073709551616: " SEED_RANGE},
    {{"torus-2", "--threads", "0"},
     64,
     "covey run: --threads 0 is not a whole number from 1 to 256\n"},
    {{"torus-2", "--set", "noise"}, 64, "covey run: --set noise is not KEY=VALUE\n"},
    {{"torus-2", "--set", "=2"}, 64, "covey run: --set =2 is not KEY=VALUE\n"},
    {{"torus-2", "--set", "cohesin=2"},
     64,
     "covey run: --set cohesin=2: there is no key \"cohesin\"; did you mean cohesion?\n"},
    {{"torus-2", "--set", "cohesion=much"},
     64,
     "covey run: --set cohesion=much: cohesion is a number, not \"much\"\n"},
    {{"couzin-mill", "--set", "blind_angle=90deg"},
     64,
     "covey run: --set blind_angle=90deg: blind_angle is a number in rad, without its unit: "
     "1.570796326794897, not \"90deg\"\n"},
    {{"couzin-mill", "--set", "attraction=-1.5 m"},
     64,
     "covey run: --set attraction=-1.5 m: attraction is a number in L, without its unit: -1.5, "
     "not \"-1.5 m\"\n"},
    {{"torus-2", "--link", "3"}, 64, "covey run: --link needs --measure FILE or --json\n"},
    {{"torus-2", "--checkpoint-every", "3"},
     64,
     "covey run: --checkpoint-every needs --checkpoint FILE\n"},
    {{"torus-2", "--checkpoint", "-"},
     64,
     "covey run: a checkpoint is a file and cannot be standard output\n"},
    {{"torus-2", "--checkpoint-every", "0", "--checkpoint", "x"},
     64,
     "covey run: --checkpoint-every 0 is not a whole number from 1 to 1000000000\n"},
    {{"--resume", "/nowhere/x"},
     74,
     "covey run: opening /nowhere/x failed: No such file or directory\n"},
    {{"--resume", "."}, 74, "covey run: reading . failed: Is a directory\n"},
    {{"--resume", "/dev/null"},
     65,
     "covey run: /dev/null: it is a device, and only files are read\n"},
    {{"torus-2", "--resume", "x"},
     64,
     "covey run: the checkpoint has its scenario, none is to be named" SEE},
    {{"--resume", "x", "--seed", "3"},
     64,
     "covey run: --resume goes on as the run began, without --seed\n"},
    {{"torus-2", "-o", "out"}, 64, "covey run: out has no suffix of a format; " FORMATS},
    {{"torus-2", "-o", "a.csv", "-oa.csv"}, 64, "covey run: a.csv is to be written twice\n"},
    {{"torus-2", "-o", "a.csv", "--measure", "a.csv"},
     64,
     "covey run: a.csv is to be written twice\n"},
    {{"torus-2", "-o", "-", "-o", "-"}, 64, IN_VAIN},
    {{"torus-2", "-o", "-", "--hash"}, 64, IN_VAIN},
    {{"torus-2", "--measure", "-", "--json"}, 64, IN_VAIN},
    {{"torus-2", "--hash", "--json"}, 64, IN_VAIN},
    {{"torus-2", "-o", "/nowhere/x.csv"},
     74,
     "covey run: opening /nowhere/x.csv failed: No such file or directory\n"},
};

static void test_each_mistake_has_its_message(void **state)
{
    (void)state;
    for (size_t k = 0; k < LENGTH(mistakes); k++) {
        program_case row = {.arguments = {"run"},
                            .code = mistakes[k].code,
                            .err = files_with_formats(mistakes[k].err)};
        for (int a = 0;
             a < 8 && mistakes[k].arguments[a] != NULL && mistakes[k].arguments[a][0] != '\0'; a++)
            row.arguments[a + 1] = mistakes[k].arguments[a];
        program_expect(&row);
    }
}

static void test_a_mistake_in_a_file_is_shown_with_a_caret(void **state)
{
    (void)state;
    const char *path = files_path("wrong.yaml");
    write_text(path, "space: open\ndt: 0.1\nflocks:\n  model: vicsek\n  radus: 3\n");
    char err[600];
    (void)snprintf(
        err, sizeof err,
        "%s:5:3: there is no key \"radus\" in a flock of model vicsek; did you mean "
        "radius?\n    5 |   radus: 3\n      |   ^~~~~\npossible here: name, model, "
        "motion, hunts, catch, sees, count, body, hard, hard_passes, layers, mask, place, radius, "
        "noise, vector_noise, voronoi, speed, "
        "update\n",
        path);
    program_expect(&(program_case){.arguments = {"run", path}, .code = 65, .err = err});
}

static void test_a_scenario_without_a_world_is_bad_input(void **state)
{
    (void)state;
    const char *path = files_path("outside.yaml");
    write_text(path, "space: {kind: reflecting, width: 10, height: 10}\nsteps: 1\nflocks:\n"
                     "  - model: vicsek\n    place: {agents: [[5, 50]]}\n");
    char err[600];
    (void)snprintf(err, sizeof err, "%s:4:5: agent 0 of flock vicsek is outside the space\n", path);
    program_expect(&(program_case){.arguments = {"run", path}, .code = 65, .err = err});
    program_expect(&(program_case){
        .arguments = {"run", "vicsek-ordered", "--set=space.kind=reflecting",
                      "--set=flocks={model: vicsek, place: {agents: [[9, 9]]}}"},
        .code = 65,
        .err = "covey run: vicsek-ordered: agent 0 of flock vicsek is outside the space\n"});
}

// ---- Messages ----

static void test_a_run_tells_its_beginning_and_its_end(void **state)
{
    (void)state;
    process covey = program_run(
        &(program_case){.arguments = {"run", "vicsek-ordered", "--steps", "1", "--threads", "1"}});
    assert_int_equal(covey.output.size, 0);
    char start[200];
    int size = snprintf(start, sizeof start, "covey %s" START, covey_version());
    assert_memory_equal(covey.errors.bytes, start, (size_t)size);
    assert_non_null(strstr(covey.errors.bytes, " s, hash "));
    assert_null(strchr(covey.errors.bytes, '\r'));
    assert_int_equal(process_lines(&covey.errors), 2);
    process_free(&covey);
    program_expect(
        &(program_case){.arguments = {"run", "vicsek-ordered", "--steps", "1", "--quiet"}});
}

static void test_a_run_with_measures_tells_the_last(void **state)
{
    (void)state;
    const char *path = files_path("last.csv");
    process covey = program_run(
        &(program_case){.arguments = {"run", "torus-predators", "--steps=3", "--measure", path}});
    size_t size;
    char *rows = files_read(path, &size), set[32] = "", expected[100];
    double polarization = 0.0;
    const char *row = strstr(rows, "\n3,"); // step, time, set, entries, polarization
    assert_non_null(row);
    assert_int_equal(sscanf(row, " 3,%*[^,],%31[^,],%*[^,],%lf", set, &polarization), 2);
    (void)snprintf(expected, sizeof expected, "\n%s: polarization %.3f, milling 0.", set,
                   polarization);
    assert_non_null(strstr(covey.errors.bytes, expected));
    assert_non_null(strstr(covey.errors.bytes, " clusters\n"));
    assert_int_equal(process_lines(&covey.errors), 4);
    process_free(&covey);
    free(rows);
}

static void test_the_state_at_the_start_is_a_run_of_no_steps(void **state)
{
    (void)state;
    char *none = program_output(
        &(program_case){.arguments = {"run", "torus-1", "--steps", "0", "--hash", "--quiet"}});
    char *some = program_output(
        &(program_case){.arguments = {"run", "torus-1", "--steps", "2", "--hash", "--quiet"}});
    assert_memory_equal(none, "0 ", 2);
    assert_memory_equal(none, some, strlen(none));
    free(none);
    free(some);
}

static void test_the_seed_may_be_any_of_64_bits(void **state)
{
    (void)state;
    static const char *const seeds[] = {"0", "1", "18446744073709551615"};
    char *found[LENGTH(seeds)];
    for (size_t k = 0; k < LENGTH(seeds); k++) {
        found[k] =
            program_output(&(program_case){.arguments = {"run", "torus-1", "--seed", seeds[k],
                                                         "--hash", "--quiet", "--steps", "1"}});
        for (size_t other = 0; other < k; other++)
            assert_string_not_equal(found[k], found[other]);
    }
    for (size_t k = 0; k < LENGTH(seeds); k++)
        free(found[k]);
}

static void test_a_printed_scenario_is_the_same_run(void **state)
{
    (void)state;
    const char *path = files_path("printed.yaml");
    char *text = program_output(
        &(program_case){.arguments = {"run", "torus-obstacles", "--set", "cohesion=3", "--set",
                                      "predators.count=4", "--steps", "9", "--print"}});
    assert_non_null(strstr(text, "\n    cohesion: 3\n"));
    write_text(path, text);
    char *again = program_output(&(program_case){.arguments = {"run", path, "--print"}});
    assert_string_equal(again, text);
    char *a = program_output(&(program_case){.arguments = {"run", path, "--hash", "--quiet"}});
    char *b = program_output(&(program_case){
        .arguments = {"run", "torus-obstacles", "--set=cohesion=3", "--set=predators.count=4",
                      "--steps=9", "--hash", "--quiet"}});
    assert_string_equal(a, b);
    free(text);
    free(again);
    free(a);
    free(b);
}

static void test_json_is_json(void **state)
{
    (void)state;
    static const char check[] =
        "import json, sys\n"
        "d = json.load(sys.stdin)\n"
        "assert d['seed'] == 18446744073709551615, d\n"
        "assert d['dt'] == 0.1 and d['steps'] == 4 and d['agents'] == 202\n"
        "assert d['precision'] == 'single' and d['dense'] == 'pairs'\n"
        "assert d['frames'] == 2 and d['status'] == 'COVEY_OK'\n"
        "assert d['scenario'].endswith('a \"b\" \\\\\\r\\x01\\ufffd.yaml'), d\n"
        "m = d['measures']\n"
        "assert set(m) == {'boids', 'predators'}, m\n"
        "assert 0 < m['boids']['polarization'] < 1, m\n"
        "assert m['boids']['clusters'] == 1, m\n"
        "print(d['hash'])\n";
    process python = process_run(&(process_def){
        .arguments = (const char *const[]){"/bin/sh", "-c", "command -v python3", NULL},
        .native = true});
    int found = python.code;
    process_free(&python);
    if (found != 0)
        skip();
    const char *path = files_path("a \"b\" \\\r\x01\xff.yaml"); // 0xff is no UTF-8
    char *text =
        program_output(&(program_case){.arguments = {"run", "torus-predators", "--print"}});
    write_text(path, text);
    char *json = program_output(&(program_case){
        .arguments = {"run", path, "--seed=18446744073709551615", "--steps=4",
                      "--set=precision=single", "--json", "--link=900", "--quiet"}});
    python =
        process_run(&(process_def){.arguments = (const char *const[]){"python3", "-c", check, NULL},
                                   .native = true,
                                   .input = json});
    if (python.code != 0)
        fail_msg("%s\n%s", json, python.errors.bytes);
    assert_int_equal(python.output.size, 17);
    free(text);
    free(json);
    process_free(&python);
}

// ---- The same bits ----

static bool has_kernel(const char *name)
{
    covey_world_def def = covey_world_def_default();
    assert_int_equal(covey_kernel_find(name, &def.kernel, NULL), COVEY_OK);
    covey_world *world;
    bool has = covey_world_create(&def, &world, NULL) == COVEY_OK;
    if (has)
        covey_world_destroy(world);
    return has;
}

static char *hashes_of(const char *preset, const char *threads, const char *kernel)
{
    assert_int_equal(kernel != NULL ? setenv("COVEY_KERNELS", kernel, 1) : 0, 0);
    char *hashes = program_output(&(program_case){
        .arguments = {"run", preset, "--steps", "50", "--hash", "--quiet", "--threads", threads}});
    assert_int_equal(unsetenv("COVEY_KERNELS"), 0);
    return hashes;
}

static void test_threads_and_kernels_give_the_same_hashes(void **state)
{
    (void)state;
    static const char *const ways[][2] = {
        {"2", "scalar"}, {"8", NULL}, {"1", "ref"}, {"2", "sse2"}, {"2", "neon"}};
    size_t amount = test_amount("COVEY_TEST_PRESETS", 100);
    const covey_preset *preset;
    for (int k = 0; (preset = covey_preset_at(k)) != NULL && (size_t)k < amount; k++) {
        char *first = hashes_of(preset->name, "1", NULL);
        for (size_t way = 0; way < LENGTH(ways); way++) {
            if (ways[way][1] != NULL && !has_kernel(ways[way][1]))
                continue;
            char *hashes = hashes_of(preset->name, ways[way][0], ways[way][1]);
            if (strcmp(hashes, first) != 0)
                fail_msg("%s with %s threads, kernel %s", preset->name, ways[way][0], ways[way][1]);
            free(hashes);
        }
        free(first);
    }
    assert_int_equal(setenv("COVEY_KERNELS", "bogus", 1), 0);
    process covey = program_run(&(program_case){.arguments = {"run", "torus-1"}, .code = 64});
    assert_string_equal(covey.errors.bytes,
                        "covey run: COVEY_KERNELS: there is no kernel called bogus\n");
    process_free(&covey);
    assert_int_equal(unsetenv("COVEY_KERNELS"), 0);
}

// ---- In the way ----

static void test_a_full_disk_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *option, *value;
        const char *err;
    } rows[] = {
        {"-o", "-", "covey run: writing standard output failed: No space left on device\n"},
        {"--measure", "-", "covey run: writing standard output failed: No space left on device\n"},
        {"--hash", "--quiet", "covey run: writing hashes failed: No space left on device\n"},
        {"--print", "--quiet",
         "covey run: writing standard output failed: No space left on device\n"},
        {"--json", "--quiet", "covey: writing failed: No space left on device\n"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++)
        program_expect(&(program_case){.arguments = {"run", "torus-1", "--steps", "3", "--quiet",
                                                     rows[k].option, rows[k].value},
                                       .with.out_file = "/dev/full",
                                       .code = 74,
                                       .err = rows[k].err});
    program_expect(&(program_case){
        .arguments = {"run", "torus-1", "--steps=3", "--quiet", "--measure", "/dev/full"},
        .code = 74,
        .err = "covey run: writing /dev/full failed: No space left on device\n"});
}

static void test_a_reader_that_leaves_is_no_failure(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"-o", "-"}, {"--measure", "-"}, {"--hash", "--quiet"}};
    for (size_t k = 0; k < LENGTH(rows); k++) {
        process covey;
        program_start(&covey,
                      &(program_case){.arguments = {"run", "torus-1", "--steps", "100000000",
                                                    "--quiet", rows[k][0], rows[k][1]}});
        assert_true(process_await_lines(&covey, 1));
        process_hang_up(&covey);
        process_finish(&covey);
        assert_int_equal(covey.code, 0);
        assert_int_equal(covey.errors.size, 0);
        process_free(&covey);
    }
}

static void test_a_locked_file_is_left_alone(void **state)
{
    (void)state;
    const char *path = files_path("locked.csv");
    covey_output_def def = files_def(path);
    covey_output *output;
    assert_int_equal(covey_output_open(&def, &output, NULL), COVEY_OK);
    char err[600];
    (void)snprintf(err, sizeof err, "covey run: another program is writing %s\n", path);
    program_expect(
        &(program_case){.arguments = {"run", "torus-1", "-o", path}, .code = 75, .err = err});
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
}

static void test_a_checkpoint_that_cannot_be_written_is_found_at_once(void **state)
{
    (void)state;
    process covey =
        program_run(&(program_case){.arguments = {"run", "torus-1", "--hash", "--quiet", "--steps",
                                                  "100000000", "--checkpoint", "/nowhere/x"},
                                    .code = 74});
    assert_int_equal(process_lines(&covey.output), 1);
    assert_string_equal(covey.errors.bytes, "covey run: making a file beside /nowhere/x failed: "
                                            "No such file or directory\n");
    process_free(&covey);
}

static void test_a_run_that_diverges_names_step_and_agent(void **state)
{
    (void)state;
    const char *path = files_path("boom.yaml");
    write_text(path, "space: open\ndt: 1e9\nsteps: 9\nflocks:\n  model: formal\n  place:\n    "
                     "agents: [[0, 0, 1, 1], [5, 5, 1e300, 0]]\n");
    process covey =
        program_run(&(program_case){.arguments = {"run", path, "--json", "--quiet"}, .code = 70});
    assert_non_null(strstr(covey.output.bytes, "\"status\": \"COVEY_DIVERGED\""));
    assert_non_null(strstr(covey.errors.bytes, "covey run: step 1: "));
    assert_int_equal(process_lines(&covey.errors), 1);
    process_free(&covey);
}

// ---- Signals ----

static void test_an_interrupt_ends_the_step_and_closes_the_files(void **state)
{
    (void)state;
    const char *path = files_path("stopped.csv"), *saved = files_path("stopped.ckpt");
    process covey;
    program_start(
        &covey, &(program_case){.arguments = {"run", "torus-1", "--steps", "100000000", "--every=1",
                                              "--hash", "-o", path, "--checkpoint", saved}});
    assert_true(process_await_lines(&covey, 5));
    process_kill(&covey, SIGINT);
    process_finish(&covey);
    assert_int_equal(covey.code, 130);
    char expected[600];
    size_t steps = process_lines(&covey.output) - 1;
    (void)snprintf(expected, sizeof expected,
                   "\ncovey run: stopped after step %zu; go on with: covey run --resume %s\n",
                   steps, saved);
    assert_non_null(strstr(covey.errors.bytes, expected));
    process_free(&covey);
    size_t size, agents = 0;
    char *text = files_read(path, &size);
    for (const char *line = text; (line = strstr(line, "\nboids,")) != NULL; line++)
        agents++;
    assert_int_equal(agents, 200 * (steps + 1));
    free(text);
}

static void test_a_second_interrupt_ends_at_once(void **state)
{
    (void)state;
    // The thread sanitizer holds signals back until the step ends: it must end, too.
    const char *agents = TEST_SANITIZED ? "count=20000" : "count=100000";
    process covey;
    program_start(&covey, &(program_case){.arguments = {"run", "torus-1", "--set", agents,
                                                        "--threads=1", "--hash", "--quiet"}});
    assert_true(process_await_lines(&covey, 1)); // a step of some seconds begins
    pause_ms(20);
    process_kill(&covey, SIGINT);
    pause_ms(20);
    process_kill(&covey, SIGINT);
    process_finish(&covey);
    assert_int_equal(covey.code, 130);
    process_free(&covey);
}

static void test_an_interrupt_ends_a_long_step_in_its_midst(void **state)
{
    (void)state;
    if (TEST_SANITIZED) // a step would take minutes, and the thread sanitizer holds signals back
        skip();
    const char *path = files_path("crowded.yaml");
    write_text(path, "space: open\nflocks: {model: reynolds, count: 60000, place: {kind: disc, "
                     "radius: 0.01}}\n");
    process covey;
    program_start(&covey, &(program_case){.arguments = {"run", path, "--hash", "--quiet"}});
    assert_true(process_await_lines(&covey, 1)); // a step of all pairs begins
    pause_ms(20);
    process_kill(&covey, SIGINT);
    process_finish(&covey);
    assert_int_equal(covey.code, 130);
    assert_non_null(strstr(covey.errors.bytes, "covey run: stopped after step 0\n"));
    process_free(&covey);
}

// ---- The progress line ----

/// Returns the text of `covey run` on a terminal of `columns`.
static char *shown_on_terminal(const char *columns)
{
    char command[1000];
    (void)snprintf(command, sizeof command,
                   "stty cols %s; exec %s run torus-2 --set count=%d --steps 300 --threads 1",
                   columns, COVEY_PROGRAM, TEST_SANITIZED ? 1000 : 6000);
    process script = process_run(&(process_def){
        .arguments = (const char *const[]){"script", "-qec", command, "/dev/null", NULL},
        .native = true});
    assert_int_equal(script.code, 0);
    char *shown = script.output.bytes;
    script.output.bytes = NULL;
    process_free(&script);
    return shown;
}

static void test_the_progress_line_fits_the_terminal_and_goes_away(void **state)
{
    (void)state;
    process script = process_run(&(process_def){
        .arguments =
            (const char *const[]){"/bin/sh", "-c", "command -v script && command -v stty", NULL},
        .native = true});
    int found = script.code;
    process_free(&script);
    if (found != 0 || getenv("COVEY_RUN") != NULL)
        skip();
    static const char *const columns[] = {"100", "80", "40", "3"};
    for (size_t k = 0; k < LENGTH(columns); k++) {
        char *shown = shown_on_terminal(columns[k]);
        size_t drawn = 0;
        for (char *line = strchr(shown, '\r'); line != NULL; line = strchr(line + 1, '\r')) {
            size_t size = strcspn(line + 1, "\r\033\n");
            if (line[1] != '[' && line[1] != ' ')
                continue;
            drawn++;
            assert_true(size < (size_t)atoi(columns[k]));
            if (k == 0) {
                assert_memory_equal(line + 1, "[", 1);
                assert_non_null(strstr(line, " %  step "));
                assert_non_null(strstr(line, " of 300  "));
                assert_non_null(strstr(line, " agent steps/s  "));
                assert_non_null(strstr(line, " left\033[K"));
            }
        }
        assert_true(drawn > 0);
        assert_non_null(strstr(shown, "\r\033[K300 steps in "));
        free(shown);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_mistake_has_its_message),
        cmocka_unit_test(test_a_mistake_in_a_file_is_shown_with_a_caret),
        cmocka_unit_test(test_a_scenario_without_a_world_is_bad_input),
        cmocka_unit_test(test_a_run_tells_its_beginning_and_its_end),
        cmocka_unit_test(test_a_run_with_measures_tells_the_last),
        cmocka_unit_test(test_the_state_at_the_start_is_a_run_of_no_steps),
        cmocka_unit_test(test_the_seed_may_be_any_of_64_bits),
        cmocka_unit_test(test_a_printed_scenario_is_the_same_run),
        cmocka_unit_test(test_json_is_json),
        cmocka_unit_test(test_threads_and_kernels_give_the_same_hashes),
        cmocka_unit_test(test_a_full_disk_is_said),
        cmocka_unit_test(test_a_reader_that_leaves_is_no_failure),
        cmocka_unit_test(test_a_locked_file_is_left_alone),
        cmocka_unit_test(test_a_checkpoint_that_cannot_be_written_is_found_at_once),
        cmocka_unit_test(test_a_run_that_diverges_names_step_and_agent),
        cmocka_unit_test(test_an_interrupt_ends_the_step_and_closes_the_files),
        cmocka_unit_test(test_a_second_interrupt_ends_at_once),
        cmocka_unit_test(test_an_interrupt_ends_a_long_step_in_its_midst),
        cmocka_unit_test(test_the_progress_line_fits_the_terminal_and_goes_away),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
