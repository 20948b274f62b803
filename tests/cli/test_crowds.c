// SPDX-License-Identifier: MIT
// Dense crowds in covey run: the mode that sums them as a whole, and the advice to take it; and the
// warning of steps that are too long.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/// Returns the output of a run without messages. The caller frees it.
static char *hashes_of(const char *path, const char *threads)
{
    return program_output(
        &(program_case){.arguments = {"run", path, "--hash", "--quiet", "--threads", threads}});
}

/// A crowd whose agents see a good part of one another, some beyond the seam.
static void write_crowd(const char *path, const char *dense)
{
    char text[400];
    (void)snprintf(text, sizeof text,
                   "space: {kind: torus, width: 20, height: 30}\ndense: %s\nsteps: 50\n"
                   "flocks: {model: formal, count: 700, r_c: 4, r_s: 0.5, r_a: 4, K_s: 0.01}\n",
                   dense);
    files_write(path, text, strlen(text));
}

static void test_a_crowd_summed_as_a_whole_has_hashes_of_its_own(void **state)
{
    (void)state;
    const char *path = files_path("crowd.yaml"), *saved = files_path("crowd.ckpt");
    write_crowd(path, "pairs");
    char *pairs = hashes_of(path, "1");
    write_crowd(path, "aggregate");
    char *first = hashes_of(path, "1");
    assert_string_not_equal(first, pairs);
    static const char *const threads[] = {"2", "8"}, *const kernels[] = {"scalar", "ref"};
    for (size_t k = 0; k < LENGTH(threads); k++) {
        char *hashes = hashes_of(path, threads[k]);
        assert_string_equal(hashes, first);
        free(hashes);
        assert_int_equal(setenv("COVEY_KERNELS", kernels[k], 1), 0);
        hashes = hashes_of(path, threads[k]);
        assert_string_equal(hashes, first);
        free(hashes);
        assert_int_equal(unsetenv("COVEY_KERNELS"), 0);
    }
    free(program_output(&(program_case){
        .arguments = {"run", path, "--steps", "20", "--quiet", "--hash", "--checkpoint", saved}}));
    char *rest = program_output(&(program_case){
        .arguments = {"run", "--resume", saved, "--steps", "50", "--quiet", "--hash"}});
    assert_non_null(strstr(first, rest));
    assert_int_equal(strncmp(rest, "20 ", 3), 0);
    free(rest);
    free(first);
    free(pairs);
}

/// Returns the report of --stats on two steps of `count` agents in a disc of radius 1.
static process stats_of(const char *count, const char *radius, const char *dense)
{
    char agents[32], way[32];
    (void)snprintf(agents, sizeof agents, "count=%s", count);
    (void)snprintf(way, sizeof way, "dense=%s", dense);
    return program_run(
        &(program_case){.arguments = {"run", "formal", "--set", "place={kind: disc, radius: 1}",
                                      "--set", agents, "--set", radius, "--set", way, "--steps=2",
                                      "--threads=3", "--stats", "--quiet"}});
}

static void test_stats_tell_the_cost_and_advise_against_pairs_in_crowds(void **state)
{
    (void)state;
    static const struct {
        const char *count, *radius, *dense;
        bool advised;
    } rows[] = {
        {"501", "r_c=3", "pairs", true},
        {"501", "r_c=3", "aggregate", false}, // it is followed
        {"500", "r_c=3", "pairs", false},
        {"501", "r_s=3", "pairs", false}, // it does not help: separation weighs by distance
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        process covey = stats_of(rows[k].count, rows[k].radius, rows[k].dense);
        char start[80];
        int size = snprintf(start, sizeof start, "agents   %s (steps: 2, threads: 3)\ntime     ",
                            rows[k].count);
        assert_memory_equal(covey.errors.bytes, start, (size_t)size);
        assert_int_equal(process_lines(&covey.errors), rows[k].advised ? 5 : 4);
        bool advised = strstr(covey.errors.bytes,
                              "\nadvice   501 neighbors of an agent are only summed: a scenario "
                              "with dense: aggregate may be faster\n") != NULL;
        assert_int_equal(advised, rows[k].advised);
        process_free(&covey);
    }
}

static void test_a_mode_that_no_model_can_follow_is_refused_at_its_line(void **state)
{
    (void)state;
    const char *path = files_path("nearest.yaml");
    static const char text[] = "flocks: {model: topological}\ndense: aggregate\n";
    files_write(path, text, strlen(text));
    process covey = program_run(&(program_case){.arguments = {"run", path}, .code = 65});
    char start[300];
    int size = snprintf(start, sizeof start,
                        "%s:2:8: dense: aggregate is for zones that only sum, ", path);
    assert_memory_equal(covey.errors.bytes, start, (size_t)size);
    process_free(&covey);
}

static void test_steps_that_are_unstable_are_warned_of_once(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        const char *dt = kind == 1 ? "dt=0.9" : "dt=1.1";
        const char *preset = kind == 2 ? "torus-2" : "morse-mill"; // torus has no limit
        process covey = program_run(
            &(program_case){.arguments = {"run", preset, "--set", dt, "--steps", "2", "--quiet"}});
        assert_string_equal(covey.errors.bytes,
                            kind > 0 ? ""
                                     : "covey run: warning: steps of dt 1.1 are unstable from 1 on "
                                       "for agents of this start: give a shorter dt\n");
        process_free(&covey);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_crowd_summed_as_a_whole_has_hashes_of_its_own),
        cmocka_unit_test(test_stats_tell_the_cost_and_advise_against_pairs_in_crowds),
        cmocka_unit_test(test_a_mode_that_no_model_can_follow_is_refused_at_its_line),
        cmocka_unit_test(test_steps_that_are_unstable_are_warned_of_once),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
