// SPDX-License-Identifier: MIT
// Sweeps that grow, values that go together, conditions that end runs, and what is kept of them: a
// file that has grown has the rows of one that was made with the larger plan.
#define _POSIX_C_SOURCE 200809L
#include "support/files.h"
#include "support/program.h"

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
#define SCENE "vicsek-ordered", "--set", "count=20", "--steps", "60", "--every", "3", "--quiet"
#define ALL "--keep", "series,profiles,agents,trajectory"

static const char *const tables[] = {"runs",     "statistics", "series",
                                     "profiles", "agents",     "trajectory"};

static char *table_of(const char *path, const char *table)
{
    return program_output(
        &(program_case){.arguments = {"sweep", "show", path, "--csv", "-", "--table", table}});
}

static void check_same(const char *a, const char *b)
{
    for (size_t k = 0; k < LENGTH(tables); k++) {
        char *of_a = table_of(a, tables[k]), *of_b = table_of(b, tables[k]);
        assert_string_equal(of_a, of_b);
        assert_true(strchr(of_a, '\n')[1] != '\0');
        free(of_a);
        free(of_b);
    }
}

static void sweep(const char *vary, const char *seeds, const char *path, const char *option)
{
    program_expect(&(program_case){
        .arguments = {"sweep", SCENE, ALL, "--vary", vary, "--seeds", seeds, "-o", path, option}});
}

/// Number of lines of a text that have `part` in them.
static int lines_with(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = strstr(text, part); at != NULL; count++) {
        at = strchr(at, '\n');
        at = at != NULL ? strstr(at + 1, part) : NULL;
    }
    return count;
}

// Seeds, then values between the values of the file, then values by other words.
static void test_a_sweep_that_has_grown_is_the_larger_one(void **state)
{
    (void)state;
    const char *grown = files_path("grown.db"), *whole = files_path("whole.db");
    sweep("noise=1:3:2", "2,5", grown, NULL);
    char *before = table_of(grown, "runs");
    program_expect_message(&(program_case){
        .arguments = {"sweep", SCENE, ALL, "--vary", "noise=1:3:2", "--seeds", "1:5", "-o", grown},
        .code = 64,
        .says = "--grow adds the 6 runs that it lacks"});
    char *after = table_of(grown, "runs");
    assert_string_equal(before, after);
    sweep("noise=1:3:2", "1:5", grown, "--grow");
    sweep("noise=1:3:2", "1:5", whole, NULL);
    check_same(grown, whole);
    sweep("noise=1.0,2,3", "1:5", grown, "--grow");
    sweep("noise=1,2,3", "1:5", files_path("wider.db"), NULL);
    check_same(grown, files_path("wider.db"));
    sweep("noise=1.0,2,3", "1:5", grown, "--grow"); // again: nothing to do
    check_same(grown, files_path("wider.db"));
    free(before);
    free(after);
}

static void refuse(const char *path, const char *option, const char *value, const char *says)
{
    char *before = table_of(path, "runs");
    program_expect_message(
        &(program_case){.arguments = {"sweep", SCENE, ALL, "--vary", "noise=1,2", "--seeds", "1:2",
                                      "--grow", option, value, "-o", path},
                        .code = 64,
                        .says = says});
    char *after = table_of(path, "runs");
    assert_string_equal(before, after);
    free(before);
    free(after);
}

static void test_what_is_less_or_other_does_not_grow(void **state)
{
    (void)state;
    const char *path = files_path("less.db");
    sweep("noise=1,2", "1:2", path, NULL);
    refuse(path, "--seeds", "2:5", "\"seeds 1,2\", not \"seeds 2,3,4,5\"");
    refuse(path, "--steps", "90", "\"steps: 60\", not \"steps: 90\"");
    refuse(path, "--keep", "series", "not \"keep series\"");
    refuse(path, "--vary", "speed=1,2", "not \"vary speed=1,2\"");
    refuse(path, "--design", "latin:3", "this design needs a range low:high");
    const char *part = files_path("part.db");
    program_expect(&(program_case){
        .arguments = {"sweep", SCENE, "--vary", "noise=1,2", "--part", "1/2", "-o", part}});
    program_expect_message(&(program_case){.arguments = {"sweep", SCENE, "--vary", "noise=1,2,3",
                                                         "--part", "1/2", "--grow", "-o", part},
                                           .code = 64,
                                           .says = "a part of a sweep does not grow"});
}

static void test_random_points_grow_and_those_there_stay(void **state)
{
    (void)state;
    const char *grown = files_path("random.db"), *whole = files_path("random_whole.db");
    for (int points = 3; points <= 7; points += 4) {
        char design[16];
        (void)snprintf(design, sizeof design, "random:%d", points);
        program_expect(&(program_case){.arguments = {"sweep", SCENE, ALL, "--vary", "noise=1:3",
                                                     "--design", design, "-o", grown, "--grow"}});
    }
    program_expect(&(program_case){.arguments = {"sweep", SCENE, ALL, "--vary", "noise=1:3",
                                                 "--design", "random:7", "-o", whole}});
    check_same(grown, whole);
}

static void test_files_with_other_seeds_and_values_merge(void **state)
{
    (void)state;
    const char *whole = files_path("sum.db"), *merged = files_path("merged.db");
    const char *const parts[] = {files_path("m1.db"), files_path("m2.db"), files_path("m3.db")};
    char names[3][4096];
    for (int k = 0; k < 3; k++) // files_path() may use its memory again
        (void)snprintf(names[k], sizeof *names, "%s", parts[k]);
    sweep("noise=3,1", "3:4", names[0], NULL);
    sweep("noise=3,1", "1:3", names[1], NULL); // seed 3 is in both
    sweep("noise=2", "1:4", names[2], NULL);
    program_expect(&(program_case){
        .arguments = {"sweep", "merge", "-o", merged, names[0], names[1], names[2], "--quiet"}});
    sweep("noise=1,2,3", "1:4", whole, NULL);
    check_same(merged, whole);
    sweep("noise=1,2,3", "1:4", merged, NULL); // it is that sweep, whole
    program_expect(&(program_case){
        .arguments = {"sweep", SCENE, "--vary", "speed=0.01", "-o", files_path("other.db")}});
    program_expect_message(
        &(program_case){.arguments = {"sweep", "merge", "-o", merged, files_path("other.db")},
                        .code = 64,
                        .says = "holds another sweep"});
    check_same(merged, whole);
}

// Cut off after some runs, all points have as many of them as can be.
static void test_runs_are_taken_breadth_first(void **state)
{
    (void)state;
    const char *path = files_path("breadth.db");
    process covey;
    const program_case row = {.arguments = {"sweep", "vicsek-ordered", "--vary", "noise=1:4:1",
                                            "--seeds", "1:500", "--steps", "20", "--every", "1",
                                            "--threads", "1", "--quiet", "-o", path}};
    program_start(&covey, &row);
    for (int done = 0; done < 9;) {
        (void)nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
        const char *const show[] = {COVEY_PROGRAM, "sweep", "show", path, "--csv", "-", NULL};
        process shown = process_run(&(process_def){.arguments = show}); // once it is there
        done = shown.code == 0 ? (int)process_lines(&shown.output) - 1 : 0;
        process_free(&shown);
    }
    process_kill(&covey, SIGINT);
    process_finish(&covey);
    assert_int_equal(covey.code, 130);
    process_free(&covey);
    char *runs = table_of(path, "runs");
    int count[5] = {0}, most = 0, least = 500;
    for (const char *at = strchr(runs, '\n') + 1; *at != '\0'; at = strchr(at, '\n') + 1)
        count[strtol(strchr(at, ',') + 1, NULL, 10)]++;
    for (int noise = 1; noise <= 4; noise++) {
        most = count[noise] > most ? count[noise] : most;
        least = count[noise] < least ? count[noise] : least;
    }
    assert_true(least >= 2 && most < 500 && most - least <= 1);
    free(runs);
}

// ---- Values that go together ----

static void test_values_that_go_together_are_no_product(void **state)
{
    (void)state;
    const char *path = files_path("with.db"), *other = files_path("with_other.db");
    program_expect(
        &(program_case){.arguments = {"sweep", "vicsek-ordered", "--steps", "20", "--with",
                                      "count=10,40:space.width=2.5,5:space.height=2.5,5", "--vary",
                                      "noise=1,2", "--quiet", "-o", path}});
    char *runs = table_of(path, "runs");
    assert_int_equal(lines_with(runs, "\n"), 5);
    assert_int_equal(lines_with(runs, ",10,2.5,2.5,1,1,"), 1);
    assert_int_equal(lines_with(runs, ",10,2.5,2.5,2,1,"), 1);
    assert_int_equal(lines_with(runs, ",40,5,5,1,1,"), 1);
    assert_int_equal(lines_with(runs, ",40,5,5,2,1,"), 1);
    program_expect(
        &(program_case){.arguments = {"sweep", "vicsek-ordered", "--steps", "20", "--with",
                                      "count=10:space.width=2.5:space.height=2.5", "--with",
                                      "count=40:space.width=5:space.height=5", "--vary",
                                      "noise=1,2", "--quiet", "-o", other}});
    char *same = table_of(other, "runs");
    assert_string_equal(runs, same);
    program_expect(
        &(program_case){// and they grow
                        .arguments = {"sweep", "vicsek-ordered", "--steps", "20", "--with",
                                      "count=10,20,40:space.width=2.5,3,5:space.height=2.5,3,5",
                                      "--vary", "noise=1,2", "--quiet", "--grow", "-o", path}});
    free(runs);
    runs = table_of(path, "runs");
    assert_int_equal(lines_with(runs, ",20,3,3,2,1,"), 1);
    assert_int_equal(lines_with(runs, "\n"), 7);
    program_expect(&(program_case){.arguments = {"plot", path, "--x", "count", "--by", "noise",
                                                 "-o", files_path("with.svg")}});
    free(runs);
    free(same);
}

// ---- Conditions ----

static void test_a_run_ends_when_its_condition_holds(void **state)
{
    (void)state;
    const char *path = files_path("until.db");
    program_expect(
        &(program_case){.arguments = {"sweep", SCENE, "--vary", "noise=0.1,6", "--seeds", "1:2",
                                      "--until", "polarization>=0.8", "--keep", "series",
                                      "--measures", "milling,polarization", "-o", path}});
    char *runs = table_of(path, "runs"), *series = table_of(path, "series");
    for (int run = 0; run < 4; run++) {
        const char *at = strchr(runs, '\n') + 1;
        for (int k = 0; k < run; k++)
            at = strchr(at, '\n') + 1;
        char word[12][64];
        for (int k = 0; k < 12; k++, at += strcspn(at, ",\n") + 1)
            (void)snprintf(word[k], sizeof *word, "%.*s", (int)strcspn(at, ",\n"), at);
        // run,noise,seed,version,outcome,message,steps,agents,hash,stopped
        assert_string_equal(word[4], "done");
        assert_string_equal(word[9], run < 2 ? word[6] : "");
        assert_int_equal(strtol(word[6], NULL, 10) < 60, run < 2);
        char last[96];
        (void)snprintf(last, sizeof last, "\n%d,vicsek,%s,", run, word[6]);
        const char *sample = strstr(series, last); // there, and no sample before
        assert_non_null(sample);
        assert_int_equal(strtod(sample + strlen(last), NULL) >= 0.8, run < 2);
        for (const char *row = series; row < sample; row = strchr(row + 1, '\n')) {
            (void)snprintf(last, sizeof last, "\n%d,vicsek,", run);
            if (strncmp(row, last, strlen(last)) == 0)
                assert_true(strtod(strchr(row + strlen(last), ',') + 1, NULL) < 0.8);
        }
    }
    free(runs);
    free(series);
}

/// Makes the rows of a file those of another results epoch.
static void change_results(const char *path)
{
    char word[40];
    size_t size;
    int changed = 0;
    char *bytes = files_read(path, &size);
    const size_t length =
        (size_t)snprintf(word, sizeof word, "; results %d)", covey_results_epoch());
    for (size_t k = 0; k + length <= size; k++)
        if (memcmp(bytes + k, word, length) == 0) {
            bytes[k + length - 2] = bytes[k + length - 2] == '9' ? '0' : '9';
            changed++;
        }
    assert_int_equal(changed, 3); // two runs, and the sweep
    files_write(path, bytes, size);
    free(bytes);
}

static void test_runs_of_other_results_are_seen(void **state)
{
    (void)state;
    char says[200];
    const char *path = files_path("epoch.db");
    sweep("noise=1", "1:2", path, NULL);
    sweep("noise=1", "1:2", path, NULL); // nothing to say
    change_results(path);
    (void)snprintf(says, sizeof says, "covey sweep: warning: 2 runs in %s are not of results %d, ",
                   path, covey_results_epoch());
    program_expect_message(&(program_case){.arguments = {"sweep", SCENE, ALL, "--vary", "noise=1",
                                                         "--seeds", "1:3", "-o", path, "--grow"},
                                           .says = says});
    char *runs = table_of(path, "runs");
    assert_int_equal(lines_with(runs, covey_version_text()), 1);
    free(runs);
}

static void test_mistakes_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *option, *value, *says;
    } rows[] = {
        {"--until", "polarization", "is not MEASURE < NUMBER"},
        {"--until", "polarization < x", "is not MEASURE < NUMBER"},
        {"--until", "order < 1", "there is no measure \"order\""},
        {"--until", "birds.polarization < 1", "there is no flock \"birds\""},
        {"--keep", "series,all", "profiles, agents and trajectory, not all"},
        {"--with", "count=1,2:noise=1", "count has 2 values and noise 1"},
        {"--with", "count", "is not KEY=VALUES:KEY=VALUES"},
        {"--with", "count=1:count=2", "has count twice"},
        {"--with", "count=1,1:noise=2,2", "count=1 and what goes with it twice"},
        {"--with", "count=1:noise=9", "9 is refused"},
        {"--with", "speed=1:noise=1", "--vary has speed twice"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        bool varies = strstr(rows[k].says, "--vary") != NULL;
        program_expect_message(
            &(program_case){.arguments = {"sweep", "vicsek-ordered", "-o", "x.db", rows[k].option,
                                          rows[k].value, varies ? "--vary" : NULL, "speed=1,2"},
                            .code = 64,
                            .says = rows[k].says});
        assert_int_not_equal(access("x.db", F_OK), 0);
    }
}

static void test_a_scenario_brings_all_of_it_along(void **state)
{
    (void)state;
    static const char text[] = "space: {kind: torus, width: 5, height: 5}\nsteps: 30\nevery: 3\n"
                               "flocks: {model: vicsek, count: 20}\n"
                               "sweep:\n  with: [\"count=10,20:noise=0.1,0.2\"]\n"
                               "  keep: [series, agents]\n  until: polarization > 0.9\n";
    const char *scene = files_path("plan.yaml"), *path = files_path("plan.db");
    files_write(scene, text, sizeof text - 1);
    program_expect(&(program_case){.arguments = {"sweep", scene, "--quiet", "-o", path}});
    char *runs = table_of(path, "runs"), *agents = table_of(path, "agents");
    assert_non_null(strstr(runs, ",stopped,"));
    assert_int_equal(lines_with(agents, "\n"), 31);
    char *printed = program_output(&(program_case){.arguments = {"run", scene, "--print"}});
    assert_non_null(strstr(printed, "- \"count=10,20:noise=0.1,0.2\""));
    assert_non_null(strstr(printed, "until: \"polarization > 0.9\""));
    free(printed);
    free(agents);
    free(runs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_sweep_that_has_grown_is_the_larger_one),
        cmocka_unit_test(test_what_is_less_or_other_does_not_grow),
        cmocka_unit_test(test_random_points_grow_and_those_there_stay),
        cmocka_unit_test(test_files_with_other_seeds_and_values_merge),
        cmocka_unit_test(test_runs_are_taken_breadth_first),
        cmocka_unit_test(test_values_that_go_together_are_no_product),
        cmocka_unit_test(test_a_run_ends_when_its_condition_holds),
        cmocka_unit_test(test_runs_of_other_results_are_seen),
        cmocka_unit_test(test_mistakes_are_named),
        cmocka_unit_test(test_a_scenario_brings_all_of_it_along),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
