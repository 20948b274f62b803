// SPDX-License-Identifier: MIT
// covey sweep and covey stats from outside: rows against single runs, processes that share a sweep,
// parts, designs, files that are not to be touched, and messages.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/program.h"

#include <covey/base.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define SCENE "vicsek-ordered", "--set", "count=20", "--steps", "60", "--every", "3", "--quiet"

static char *table_of(const char *path, const char *table)
{
    return program_output(
        &(program_case){.arguments = {"sweep", "show", path, "--csv", "-", "--table", table}});
}

/// Field `column` of line `line`, both from 0; in a buffer that the next call changes.
static const char *field(const char *text, int line, const char *column)
{
    static char found[64];
    int number = 0;
    for (const char *c = strstr(text, column); c > text; c--)
        number += c[-1] == ',';
    for (; line > 0; line--)
        text = strchr(text, '\n') + 1;
    for (; number > 0; number--)
        text += strcspn(text, ",\n") + 1;
    (void)snprintf(found, sizeof found, "%.*s", (int)strcspn(text, ",\n"), text);
    return found;
}

// ---- Rows ----

// The hash is that of covey run, and the mean that of its table from step 30 on.
static void test_a_row_is_what_a_single_run_gives(void **state)
{
    (void)state;
    const char *path = files_path("rows.db");
    program_expect(&(program_case){.arguments = {"sweep", SCENE, "--vary", "noise=1:3:1", "--seeds",
                                                 "4,7", "--discard", "30", "-o", path}});
    char *runs = table_of(path, "runs"), line[160];
    int count = 0;
    for (int noise = 1; noise <= 3; noise++)
        for (int seed = 4; seed <= 7; seed += 3) {
            count++;
            char set[32], seed_text[32];
            (void)snprintf(set, sizeof set, "noise=%d", noise);
            (void)snprintf(seed_text, sizeof seed_text, "%d", seed);
            char *hashes = program_output(&(program_case){
                .arguments = {"run", SCENE, "--set", set, "--seed", seed_text, "--hash"}});
            (void)snprintf(line, sizeof line, "60 %s\n", field(runs, count, "hash"));
            assert_non_null(strstr(hashes, line));
            char *measures = program_output(&(program_case){
                .arguments = {"run", SCENE, "--set", set, "--seed", seed_text, "--measure", "-"}});
            double sum = 0.0;
            int rows = 0;
            const char *table = strstr(measures, "step,");
            for (int k = 11; k <= 21; k++, rows++) // steps 30, 33, … 60
                sum += strtod(field(table, k, "polarization"), NULL);
            assert_true(fabs(strtod(field(runs, count, "polarization"), NULL) - sum / rows) <
                        1e-14);
            assert_int_equal(strtol(field(runs, count, "noise"), NULL, 10), noise);
            assert_int_equal(strtol(field(runs, count, "seed"), NULL, 10), seed);
            free(hashes);
            free(measures);
        }
    char *statistics = table_of(path, "statistics");
    assert_int_equal(strtol(field(statistics, 1, "samples"), NULL, 10), 11);
    assert_int_equal(strtol(field(statistics, 1, "discarded"), NULL, 10), 30);
    assert_int_equal(strtol(field(statistics, 1, "agents"), NULL, 10), 20);
    free(statistics);
    free(runs);
}

static void check_same(const char *a, const char *b)
{
    static const char *const tables[] = {"runs", "statistics", "series"};
    for (size_t k = 0; k < LENGTH(tables); k++) {
        char *of_a = table_of(a, tables[k]), *of_b = table_of(b, tables[k]);
        assert_string_equal(of_a, of_b);
        assert_true(strchr(of_a, '\n')[1] != '\0');
        free(of_a);
        free(of_b);
    }
}

#define NOISES "--vary", "noise=0:5:1", "--seeds", "1:3", "--keep", "series"

static void test_processes_that_share_a_sweep_give_the_rows_of_one(void **state)
{
    (void)state;
    const char *alone = files_path("alone.db"), *shared = files_path("shared.db");
    program_expect(&(program_case){.arguments = {"sweep", SCENE, NOISES, "-o", alone}});
    process others[4];
    const program_case row = {.arguments = {"sweep", SCENE, NOISES, "-o", shared}};
    for (size_t k = 0; k < LENGTH(others); k++)
        program_start(&others[k], &row);
    for (size_t k = 0; k < LENGTH(others); k++) {
        process_finish(&others[k]);
        assert_string_equal(others[k].errors.bytes, "");
        assert_int_equal(others[k].code, 0);
        process_free(&others[k]);
    }
    check_same(alone, shared);
}

/// A file with the text of a table replaced by another of the same length.
static void forge(const char *from, const char *to, const char *told)
{
    static const char table[] = "CREATE TABLE variables(number INTEGER PRIMARY KEY,key TEXT)";
    size_t size, length = strlen(table);
    char *bytes = files_read(from, &size), *at = NULL;
    for (size_t k = 0; k + length <= size && at == NULL; k++)
        at = memcmp(bytes + k, table, length) == 0 ? bytes + k : NULL;
    assert_non_null(at);
    assert_true(strlen(told) <= length);
    memset(at, ' ', length);
    memcpy(at, told, strlen(told));
    files_write(to, bytes, size);
    free(bytes);
}

/// The tables of a part are made anew by its own words, which may be those of a stranger.
static void test_a_forged_part_does_nothing_but_fail(void **state)
{
    (void)state;
    static const char *const told[] = {
        "CREATE TABLE variables(a,b);COMMIT;ATTACH 'o.db' AS o",
        "CREATE VIRTUAL TABLE variables USING fts5(a,b)",
        "CREATE TABLE variables(a,b);PRAGMA writable_schema=ON",
    };
    const char *part = files_path("forged_from.db"), *forged = files_path("forged.db");
    program_expect(&(program_case){
        .arguments = {"sweep", SCENE, NOISES, "-o", part, "--part", "1/2", "--quiet"}});
    for (size_t k = 0; k < LENGTH(told); k++) {
        forge(part, forged, told[k]);
        process covey = program_run(&(program_case){
            .arguments = {"sweep", "merge", "-o", files_path("made.db"), forged}, .code = 65});
        assert_int_equal(process_lines(&covey.errors), 1);
        process_free(&covey);
        assert_int_equal(access("o.db", F_OK), -1);
        assert_int_equal(access(files_path("o.db"), F_OK), -1);
        assert_int_equal(remove(files_path("made.db")), 0);
    }
}

static void test_merged_parts_are_the_whole_sweep(void **state)
{
    (void)state;
    const char *whole = files_path("whole.db"), *merged = files_path("merged.db");
    const char *part[2] = {files_path("part1.db"), files_path("part2.db")};
    program_expect(&(program_case){.arguments = {"sweep", SCENE, NOISES, "-o", whole}});
    program_expect(
        &(program_case){.arguments = {"sweep", SCENE, NOISES, "--part=1/2", "-o", part[0]}});
    program_expect(
        &(program_case){.arguments = {"sweep", SCENE, NOISES, "--part=2/2", "-o", part[1]}});
    char *runs = table_of(part[1], "runs");
    assert_string_equal(field(runs, 1, "run"), "1");
    assert_string_equal(field(runs, 9, "run"), "17");
    free(runs);
    program_expect(&(program_case){
        .arguments = {"sweep", "merge", "-o", merged, part[0], part[1], "--quiet"}});
    check_same(whole, merged);
    // again adds nothing; a part alone is resumed as a whole
    program_expect(
        &(program_case){.arguments = {"sweep", "merge", "-o", merged, part[1], "--quiet"}});
    check_same(whole, merged);
    const char *rest = files_path("rest.db");
    program_expect(
        &(program_case){.arguments = {"sweep", "merge", "-o", rest, part[1], "--quiet"}});
    program_expect(&(program_case){.arguments = {"sweep", SCENE, NOISES, "-o", rest}});
    check_same(whole, rest);
    program_expect_message(
        &(program_case){.arguments = {"sweep", SCENE, NOISES, "--part=1/3", "-o", part[0]},
                        .code = 64,
                        .says = "is for part 1/2 of the sweep, not 1/3"});
}

// ---- Designs ----

// Each of the 20 slices of each key has one point, and numbers of agents are whole.
static void test_a_latin_design_has_a_point_in_each_slice(void **state)
{
    (void)state;
    enum { POINTS = 20 };
    const char *path = files_path("latin.db");
    program_expect(
        &(program_case){.arguments = {"sweep", "vicsek-ordered", "--steps", "1", "--vary",
                                      "noise=1:5", "--vary", "count=10:29", "--design", "latin:20",
                                      "--measures", "polarization", "--quiet", "-o", path}});
    char *runs = table_of(path, "runs");
    int noise[POINTS] = {0}, count[POINTS] = {0};
    for (int k = 1; k <= POINTS; k++) {
        noise[(int)((strtod(field(runs, k, "noise"), NULL) - 1.0) / 4.0 * (double)POINTS)]++;
        const char *agents = field(runs, k, "count");
        assert_null(strchr(agents, '.'));
        count[strtol(agents, NULL, 10) - 10]++;
    }
    for (int k = 0; k < POINTS; k++)
        assert_true(noise[k] == 1 && count[k] == 1);
    free(runs);
}

// ---- Failures ----

// Morse's potential with far too long steps.
// ---- Plans of scenarios ----

static void test_a_scenario_brings_its_plan_along(void **state)
{
    (void)state;
    static const char plan[] = "space: {kind: torus, width: 5, height: 5}\n"
                               "steps: 30\nevery: 3\n"
                               "flocks: {model: vicsek, count: 20}\n"
                               "sweep:\n"
                               "  vary: {noise: \"1:3:1\", update: [old, new]}\n"
                               "  seeds: 2:3\n  discard: 9\n  keep: series\n"
                               "  measures: [polarization, clusters]\n";
    const char *scenario = files_path("plan.yaml");
    files_write(scenario, plan, sizeof plan - 1);
    const char *own = files_path("own.db"), *told = files_path("told.db");
    program_expect(&(program_case){.arguments = {"sweep", scenario, "--quiet", "-o", own}});
    program_expect(&(program_case){.arguments = {"sweep", scenario, "--vary", "noise=1,2,3",
                                                 "--vary", "update=old,new", "--seeds", "2,3",
                                                 "--discard", "9", "--keep", "series", "--measures",
                                                 "polarization,clusters", "--quiet", "-o", told}});
    static const char *const tables[] = {"runs", "statistics", "series"};
    for (int k = 0; k < 3; k++) {
        char *one = table_of(own, tables[k]), *other = table_of(told, tables[k]);
        assert_string_equal(one, other);
        free(one);
        free(other);
    }
    const char *less = files_path("less.db");
    program_expect(&(program_case){.arguments = {"sweep", scenario, "--vary", "noise=4", "--seeds",
                                                 "7", "--quiet", "-o", less}});
    char *runs = table_of(less, "runs");
    assert_null(strstr(strchr(runs, '\n') + 1, "\n1,")); // one run
    assert_string_equal(field(runs, 1, "noise"), "4");
    assert_null(strstr(runs, "update"));
    free(runs);
    const char *plain = files_path("plain.yaml");
    char *canonical =
        program_output(&(program_case){.arguments = {"run", scenario, "--print", "--quiet"}});
    files_write(plain, canonical, strlen(canonical));
    char *again = program_output(&(program_case){.arguments = {"run", plain, "--print"}});
    assert_string_equal(canonical, again);
    assert_non_null(strstr(canonical, "\nsweep:\n  vary:\n    \"noise\": \"1:3:1\"\n"));
    free(canonical);
    free(again);
}

/// The canonical form has a list where the text has the one response itself.
static void test_a_key_of_a_single_response_varies(void **state)
{
    (void)state;
    const char *path = files_path("sees.db");
    program_expect(&(program_case){.arguments = {"sweep", "leader-following", "--vary",
                                                 "followers.sees.leader.weight=1,2", "--steps", "3",
                                                 "--every", "3", "--quiet", "-o", path}});
    char *runs = table_of(path, "runs");
    for (int k = 1; k <= 2; k++)
        assert_string_equal(field(runs, k, "outcome"), "done");
    free(runs);
}

static void test_runs_that_fail_are_rows_and_the_rest_goes_on(void **state)
{
    (void)state;
    const char *path = files_path("failed.db"), *scene = files_path("scene.yaml");
    static const char text[] = "space: {kind: open}\nsteps: 50\n"
                               "flocks: {model: morse, count: 20,\n"
                               "  place: {kind: uniform, width: 1, height: 1}}\n";
    files_write(scene, text, sizeof text - 1);
    program_expect_message(
        &(program_case){.arguments = {"sweep", scene, "--vary", "dt=1000,0.01", "-o", path},
                        .code = 70,
                        .says = "1 run diverged; column message of the runs says why"});
    char *runs = table_of(path, "runs");
    assert_string_equal(field(runs, 1, "outcome"), "diverged");
    assert_non_null(strstr(runs, ",at step 5: the state left the range of finite numbers,5,20,,"));
    assert_string_equal(field(runs, 2, "outcome"), "done");
    assert_int_equal(strtol(field(runs, 2, "steps"), NULL, 10), 50);
    free(runs);
}

// ---- Files that stay as they are ----

static void check_untouched(const char *name, const void *bytes, size_t size, const char *says)
{
    const char *path = files_path(name);
    files_write(path, bytes, size);
    int files = files_count();
    program_expect_message(
        &(program_case){.arguments = {"sweep", SCENE, "-o", path}, .code = 64, .says = says});
    size_t found_size;
    char *found = files_read(path, &found_size);
    assert_int_equal(found_size, size);
    assert_memory_equal(found, bytes, size);
    assert_int_equal(files_count(), files); // no log beside it
    free(found);
}

static void test_files_of_others_are_not_touched(void **state)
{
    (void)state;
    unsigned char database[4096] = "SQLite format 3";
    database[16] = 0x10; // pages of 4096 bytes; no application
    database[18] = database[19] = 2;
    check_untouched("other.db", database, sizeof database, "is no file of a sweep");
    check_untouched("notes.txt", "notes\n", 6, "is no file of a sweep");
}

// Bytes 60 to 63 of a database of SQLite are the number of its layout.
static void test_files_of_another_layout_are_refused_by_readers_too(void **state)
{
    (void)state;
    const char *path = files_path("later.db");
    program_expect(&(program_case){.arguments = {"sweep", SCENE, "--vary", "noise=1", "--seeds",
                                                 "1:2", "-o", path, "--quiet"}});
    size_t size;
    char *bytes = files_read(path, &size);
    bytes[63] = 0; // as it is between the making of the file and its first tables
    files_write(path, bytes, size);
    program_expect_message(&(program_case){
        .arguments = {"sweep", "show", path}, .code = 65, .says = "has only begun"});
    bytes[63] = 99;
    files_write(path, bytes, size);
    free(bytes);
    static const char says[] = "is of another version of covey (layout 99)";
    program_expect_message(
        &(program_case){.arguments = {"sweep", "show", path}, .code = 65, .says = says});
    program_expect_message(&(program_case){.arguments = {"stats", path}, .code = 65, .says = says});
}

static void test_another_plan_is_refused_and_the_file_stays(void **state)
{
    (void)state;
    const char *path = files_path("plan.db");
    program_expect(&(program_case){.arguments = {"sweep", SCENE, NOISES, "-o", path}});
    char *before = table_of(path, "runs");
    static const struct {
        const char *option, *value, *says;
    } others[] = {
        {"--seeds", "1:4", "\"seeds 1,2,3\", not \"seeds 1,2,3,4\""},
        {"--discard", "30", "\"discard auto\", not \"discard 30\""},
        {"--keep", "summary", "\"keep series\", not \"keep summary\""},
        {"--steps", "61", "\"steps: 60\", not \"steps: 61\""},
        {"--vary", "speed=1,2", "not \"vary speed=1,2\""},
        {"--measures", "polarization", "not \"measures polarization\""},
    };
    for (size_t k = 0; k < LENGTH(others); k++)
        program_expect_message(&(program_case){
            .arguments = {"sweep", SCENE, NOISES, others[k].option, others[k].value, "-o", path},
            .code = 64,
            .says = others[k].says});
    char *after = table_of(path, "runs");
    assert_string_equal(before, after);
    free(before);
    free(after);
}

// ---- Messages ----

static void test_mistakes_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *arguments[8];
        const char *says;
    } rows[] = {
        {{"sweep"}, "is missing; see covey sweep --help"},
        {{"sweep", "vicsek-ordered"}, "-o FILE is missing"},
        {{"sweep", "vicsek-ordered", "-o", "-"}, "the database has to be a file"},
        {{"sweep", "vicsek-ordered", "-o", ":memory:"}, "the database has to be a file"},
        {{"sweep", "vicsek-ordered", "-o", "x.db", "--vary", "noise=0:6"}, "lacks a step"},
        {{"sweep", "vicsek-ordered", "-o", "x.db", "--vary", "noise=0:6:-1"}, "no way by -1"},
        {{"sweep", "vicsek-ordered", "-o", "x.db", "--vary", "noise=1,1"}, "the value 1 twice"},
        {{"sweep", "vicsek-ordered", "-o", "x.db", "--vary", "noise=1,9"},
         "9 is refused: noise is"},
        {{"sweep", "vicsek-ordered", "-o", "x.db", "--vary", "noize=1"}, "did you mean noise?"},
        {{"sweep", "vicsek-ordered", "-o", "x.db", "--vary", "seed=1"}, "has an option of its own"},
        {{"sweep", "vicsek-ordered", "-o", "x.db", "--vary", "noise=0:1:1e-9"}, "10000 values"},
        {{"sweep", "vicsek-ordered", "-o", "x.db", "--vary", "noise"}, "is not KEY=VALUES"},
        {{"sweep", "vicsek-ordered", "-o", "x.db", "--seeds", "3:1"}, "no range first:last"},
        {{"sweep", "vicsek-ordered", "-o", "x.db", "--seeds", "1,1"}, "has 1 twice"},
        {{"sweep", "vicsek-ordered", "-o", "x.db", "--part", "3/2"}, "--part is K/N"},
        {{"sweep", "vicsek-ordered", "-o", "x.db", "--design", "latin:1:2"},
         "is not grid, latin:N"},
        {{"sweep", "vicsek-ordered", "-o", "x.db", "--measures", "polarisation"},
         "did you mean polarization?"},
        {{"sweep", "vicsek-ordered", "-o", "x.db", "--discard", "2000"}, "leaves nothing"},
        {{"sweep", "merge", "-o", "x.db"}, "the parts are missing"},
        {{"sweep", "show"}, "one file is to be named"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        program_case row = {.code = 64, .says = rows[k].says};
        memcpy(row.arguments, rows[k].arguments, sizeof rows[k].arguments);
        program_expect_message(&row);
        assert_int_not_equal(access("x.db", F_OK), 0);
    }
    program_expect_message(&(program_case){
        .arguments = {"sweep", "show", "/dev/null"}, .code = 65, .says = "is no file of a sweep"});
}

// ---- covey stats ----

// Rows 1, 2, 3, … drift; a constant does not. Means by hand.
static void test_stats_of_a_table_say_aloud_what_is_wrong(void **state)
{
    (void)state;
    const char *path = files_path("table.csv");
    char text[4096];
    size_t used = (size_t)snprintf(text, sizeof text, "step,t,set,rising,same\n");
    for (int k = 0; k <= 100; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%d,%d,birds,%d,0.25\n", 10 * k,
                                 k, k);
    files_write(path, text, used);
    char *said = program_output(&(program_case){.arguments = {"stats", path, "--discard", "500"}});
    assert_non_null(strstr(said, "birds        rising                    51        50         75"));
    assert_non_null(
        strstr(said, "birds        same                      51        50       0.25          0"));
    assert_non_null(strstr(said, "1 of 2 series are NOT STATIONARY"));
    assert_non_null(strstr(said, "1 of 2 series are TOO SHORT"));
    free(said);
    said = program_output(
        &(program_case){.arguments = {"stats", path, "--ratio", "rising/same", "--discard", "0"}});
    assert_non_null(strstr(said, "birds        rising/same  200  from "));
    free(said);
    said = program_output(&(program_case){.arguments = {"stats", path, "--measures", "rising"}});
    assert_non_null(strstr(said, "1 of 1 series are UNSETTLED"));
    free(said);
    program_expect_message(&(program_case){.arguments = {"stats", path, "--measures", "risin"},
                                           .code = 64,
                                           .says = "did you mean rising?"});
    program_expect_message(&(program_case){
        .arguments = {"stats", path, "--flock", "fish"}, .code = 64, .says = "no flock \"fish\""});
    program_expect_message(&(program_case){
        .arguments = {"stats", path, "--ratio", "rising"}, .code = 64, .says = "is not A/B"});
}

// A field that is empty is no value; the beginning ends where it does without the gaps.
static void test_stats_of_a_table_with_gaps_are_of_its_values(void **state)
{
    (void)state;
    const char *path = files_path("gaps.csv");
    char text[16384];
    size_t used = (size_t)snprintf(text, sizeof text, "step,t,set,a\n");
    for (int k = 0; k < 400; k++) // each second one is missing; the first 25 are far off
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 k % 2 ? "%d,%d,birds,\n" : "%d,%d,birds,%d\n", k, k,
                                 k < 50 ? 900 : k * k * 7 % 13);
    files_write(path, text, used);
    char *said = program_output(&(program_case){.arguments = {"stats", path}});
    assert_non_null(
        strstr(said, "birds        a                        170        59          6 "));
    assert_null(strstr(said, "UNSETTLED"));
    free(said);
    files_write(path, "step,t,set,a\n0,0,birds,1\n", 25);
    said = program_output(&(program_case){.arguments = {"stats", path, "--discard", "0"}});
    assert_non_null(strstr(said, "1 of 1 series are TOO SHORT"));
    assert_null(strstr(said, "STATIONARY")); // nothing is known of it
    free(said);
}

// chi of a flock is its agents times the variance; Binder's cumulant that of the moments.
static void test_stats_of_a_sweep_follow_from_its_rows(void **state)
{
    (void)state;
    const char *path = files_path("stats.db");
    program_expect(&(program_case){.arguments = {"sweep", SCENE, "--vary", "noise=3", "--seeds",
                                                 "1:5", "--discard", "30", "--measures",
                                                 "polarization", "-o", path}});
    char *rows = table_of(path, "statistics");
    double square = 0, fourth = 0, mean = 0, squares = 0, chi = 0;
    for (int k = 1; k <= 5; k++) {
        double one = strtod(field(rows, k, "mean"), NULL), sd = strtod(field(rows, k, "sd"), NULL);
        square += strtod(field(rows, k, "square"), NULL) / 5;
        fourth += strtod(field(rows, k, "fourth"), NULL) / 5;
        mean += one / 5;
        squares += one * one / 5;
        chi += 20 * sd * sd / 5;
    }
    char *said = program_output(&(program_case){.arguments = {"stats", path}});
    const char *line = strstr(said, "\n    3");
    double found[14];
    assert_non_null(line);
    for (int k = 0; k < 14; k++) {
        char *end;
        found[k] = strtod(k == 0 ? line + 6 : line, &end);
        line = end;
    }
    double error = sqrt((squares - mean * mean) / 4), half = 2.7764 * error; // Student's t of 4
    const double expected[] = {5, mean, mean - half, mean + half, error};
    for (int k = 0; k < 5; k++)
        assert_true(fabs(found[k] / expected[k] - 1) < 1e-3); // four digits are printed
    assert_true(fabs(found[9] / chi - 1) < 1e-3);
    assert_true(fabs(found[11] / (1 - fourth / (3 * square * square)) - 1) < 1e-3);
    assert_true(found[12] < found[11] && found[13] > found[11]);
    free(said);
    free(rows);
}

// ---- covey plot ----

// That curves, bands and axes are at their places is seen in the pictures of the documents; here,
// that each kind is drawn and that a wrong question gets an answer.
static void test_sweeps_are_plotted_as_svg(void **state)
{
    (void)state;
    const char *path = files_path("plot.db"), *picture = files_path("plot.svg");
    static const struct {
        const char *arguments[6];
    } good[] = {
        {{"--x", "noise", "--by", "count"}},
        {{"--x", "count", "--by", "noise", "--log", "xy"}},
        {{"--x", "noise", "--by", "count", "--map"}},
        {{"--x", "noise", "--by", "count", "--statistic", "binder"}},
        {{"--x", "noise", "--by", "count", "--y-title", "order"}},
    };
    static const struct {
        const char *arguments[6], *says;
    } bad[] = {
        {{"--by", "count"}, "needs --x KEY"},
        {{"--x", "noise"}, "another key varies, too; name it by --by: count"},
        {{"--x", "noize", "--by", "count"}, "no key \"noize\" varies (did you mean noise?)"},
        {{"--x", "noise", "--map"}, "needs a second axis, --by KEY"},
        {{"--x", "noise", "--by", "count", "--y", "milling"},
         "has no run with the measure milling"},
        {{"--x", "noise", "--columns", "milling"}, "--columns is for tables"},
    };
    program_expect(
        &(program_case){.arguments = {"sweep", "vicsek-ordered", "--vary", "noise=1,3", "--vary",
                                      "count=10,20", "--seeds", "1:2", "--steps", "20", "--every",
                                      "1", "--measures", "polarization", "--quiet", "-o", path}});
    for (size_t k = 0; k < LENGTH(good); k++) {
        program_case row = {.arguments = {"plot", path, "-o", picture}};
        memcpy(row.arguments + 4, good[k].arguments, sizeof good[k].arguments);
        program_expect(&row);
        size_t size;
        char *text = files_read(picture, &size);
        assert_non_null(text);
        assert_non_null(strstr(text, "<svg"));
        free(text);
    }
    for (size_t k = 0; k < LENGTH(bad); k++) {
        program_case row = {
            .arguments = {"plot", path, "-o", picture}, .code = 64, .says = bad[k].says};
        memcpy(row.arguments + 4, bad[k].arguments, sizeof bad[k].arguments);
        program_expect_message(&row);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_row_is_what_a_single_run_gives),
        cmocka_unit_test(test_processes_that_share_a_sweep_give_the_rows_of_one),
        cmocka_unit_test(test_merged_parts_are_the_whole_sweep),
        cmocka_unit_test(test_a_forged_part_does_nothing_but_fail),
        cmocka_unit_test(test_a_latin_design_has_a_point_in_each_slice),
        cmocka_unit_test(test_a_scenario_brings_its_plan_along),
        cmocka_unit_test(test_a_key_of_a_single_response_varies),
        cmocka_unit_test(test_runs_that_fail_are_rows_and_the_rest_goes_on),
        cmocka_unit_test(test_files_of_others_are_not_touched),
        cmocka_unit_test(test_files_of_another_layout_are_refused_by_readers_too),
        cmocka_unit_test(test_another_plan_is_refused_and_the_file_stays),
        cmocka_unit_test(test_mistakes_are_named),
        cmocka_unit_test(test_stats_of_a_table_say_aloud_what_is_wrong),
        cmocka_unit_test(test_stats_of_a_table_with_gaps_are_of_its_values),
        cmocka_unit_test(test_stats_of_a_sweep_follow_from_its_rows),
        cmocka_unit_test(test_sweeps_are_plotted_as_svg),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
