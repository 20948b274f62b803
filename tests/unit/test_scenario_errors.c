// SPDX-License-Identifier: MIT
// An error in a scenario is told with its place, the sentence and, in the report, the line with a
// caret and the right form. Limits hold, files are checked, and memory that is refused leaves
// nothing behind.
#define _POSIX_C_SOURCE 200809L
#include "support/heap.h"
#include "support/scenario.h"

#include <covey/covey.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define FLOCK "flocks: {model: torus}\n"
#define SPACE "space: {kind: open, dim: 3}\n"

static char report[4000];

static covey_status read_text(const char *text, size_t size, covey_error *error)
{
    covey_scenario_def def = covey_scenario_def_default();
    def.name = "a.yaml";
    def.report = report;
    def.report_size = sizeof report;
    covey_scenario *scenario;
    *error = (covey_error){0};
    covey_status status = covey_scenario_read(&def, text, size, &scenario, error);
    assert_true((status == COVEY_OK) == (scenario != NULL));
    covey_scenario_destroy(scenario);
    return status;
}

static const struct {
    const char *text;
    unsigned line, column;
    const char *message;
} mistakes[] = {
    // Texts that are no YAML, or none of ours
    {"%YAML 9.9\n---\n" FLOCK, 1, 1, "scenarios are YAML 1.2, not \"9.9\""},
    {"# a\n%YAML\n---\n" FLOCK, 2, 1, "scenarios are YAML 1.2, not \"\""},
    {"%YAML 1.2\n%YAML 1.2\n---\n" FLOCK, 2, 1, "this is the second line with %YAML"},
    {"%TAG !a! b\n---\n" FLOCK, 1, 1, "directives (lines with %) are not used in scenarios"},
    {FLOCK "...\r%TAG !a! b\n---\n", 2, 5, "directives (lines with %) are not used in scenarios"},
    {"", 1, 1, "a scenario is a mapping of keys, not nothing"},
    {"abc", 1, 1, "a scenario is a mapping of keys, not a word"},
    {"- a\n", 1, 1, "a scenario is a mapping of keys, not a list"},
    {"flocks: {model: torus\n", 2, 1, "this is not YAML: missing comma in flow mapping"},
    {"a: 1\n\xff", 2, 1, "byte 0xff is not text in UTF-8"},
    {"a: \xc3\xa9 \xed\xa0\x80", 1, 6, "byte 0xed is not text in UTF-8"},
    {"a: \x01", 1, 4, "byte 0x01 is not text in UTF-8"},
    {FLOCK "---\n" FLOCK, 2, 1, "a scenario is one document, and here a second one begins"},
    {"flocks: !x {model: torus}\n", 1, 12, "tags (words with !) are not used in scenarios"},
    {"? [a]\n: 1\n", 1, 3, "a key is a word, not a list or mapping"},
    {"flocks: *a\n", 1, 10, "no anchor before this is called \"a\""},
    {"flocks: &a [*a]\n", 1, 14, "the anchor \"a\" would hold itself"},
    // Plans of sweeps
    {FLOCK "sweep: 3\n", 2, 8, "a sweep is a mapping of keys, not a word"},
    {FLOCK "sweep: {vary: noise}\n", 2, 15, "vary has keys with values, like noise: 0:6:0.5"},
    {FLOCK "sweep:\n  vary: {dt: 0:1}\n", 3, 14,
     "dt: 0:1 lacks a step, as in 0:1:0.1, or a design"},
    {FLOCK "sweep:\n  vary: {dt: [1, {a: 1}]}\n", 3, 18, "dt is a text, not a mapping"},
    {FLOCK "sweep:\n  vary: {dt: 0:1:1e-9}\n", 3, 14, "dt: there are more than 10000 values"},
    {FLOCK "sweep: {seeds: 1:200000}\n", 2, 16, "seeds: there are more than 100000"},
    {FLOCK "sweep: {design: cube:3}\n", 2, 17, "design: cube:3 is not grid, latin:N or random:N"},
    {FLOCK "sweep: {design: latin:0}\n", 2, 17,
     "design: latin:0: points are a whole number of 1 to 10000"},
    {FLOCK "sweep:\n  design: latin:3\n  vary: {dt: 1}\n", 4, 14,
     "dt: this design needs a range low:high, not 1"},
    {FLOCK "sweep: {discard: -1}\n", 2, 18, "discard is auto or a number of steps below 1e9"},
    {FLOCK "sweep: {keep: all}\n", 2, 15, "there is no word of keep \"all\""},
    {FLOCK "sweep: {measures: speed}\n", 2, 19, "there is no measure \"speed\""},
    // Keys
    {"dt: 1\n", 1, 1, "a scenario needs flocks"},
    {FLOCK "precision: sinlge\n", 2, 12, "there is no precision \"sinlge\"; did you mean single?"},
    {FLOCK "precision: 1\n", 2, 12, "there is no precision \"1\""},
    {FLOCK "precision: single\nspace: {kind: torus, width: 1, height: 1e-20}\n", 3, 40,
     "in single precision, height is from 8.67362e-19 to 1.15292e+18 L"},
    {FLOCK "stesp: 3\n", 2, 1, "there is no key \"stesp\" in a scenario; did you mean steps?"},
    {FLOCK "qwertyuiop: 3\n", 2, 1, "there is no key \"qwertyuiop\" in a scenario"},
    {FLOCK "dt: 3\nDT: 4\n", 3, 1, "there is no key \"DT\" in a scenario; did you mean dt?"},
    {FLOCK "dt: 3\ndt: 4\n", 3, 1, "dt is here twice, first in line 2"},
    {FLOCK "<<: {dt: 4}\n", 2, 1, "there is no key \"<<\" in a scenario"},
    // Numbers
    {FLOCK "dt: x\n", 2, 5, "dt is a number, not \"x\""},
    {FLOCK "dt: '1'\n", 2, 5, "dt is a number, not the text \"1\""},
    {FLOCK "dt: [1]\n", 2, 5, "dt is a number, not a list"},
    {FLOCK "dt:\n", 2, 1, "dt is a number, not nothing"},
    {FLOCK "dt: .inf\n", 2, 5, "dt is a finite number, not \".inf\""},
    {FLOCK "dt: -.INF\n", 2, 5, "dt is a finite number, not \"-.INF\""},
    {FLOCK "dt: .NaN\n", 2, 5, "dt is a finite number, not \".NaN\""},
    {FLOCK "dt: 1e400\n", 2, 5, "dt is a finite number, not \"1e400\""},
    {FLOCK "dt: 0,5\n", 2, 5, "dt is a number, not \"0,5\""},
    {FLOCK "dt: 0x10\n", 2, 5, "dt is a number, not \"0x10\""},
    {FLOCK "dt: 1e10\n", 2, 5, "dt is from -1000000000 to 1000000000 T, not \"1e10\""},
    {FLOCK "steps: 1.5\n", 2, 8, "steps is a whole number, not \"1.5\""},
    {"flocks: {model: reynolds, min_speed: 60}\n", 1, 38, "min_speed 60 is above max_speed 50"},
    {"flocks: {model: reynolds, max_speed: 6}\n", 1, 38, "min_speed 20 is above max_speed 6"},
    {"flocks: {model: torus, max_speed: 6, min_speed: 6.5}\n", 1, 49,
     "min_speed 6.5 is above max_speed 6"},
    {"flocks: {model: topological, neighbors: 6.5}\n", 1, 41,
     "neighbors is a whole number, not \"6.5\""},
    {FLOCK "every: 0\n", 2, 8, "every is from 1 to 1000000000000000 steps, not \"0\""},
    {FLOCK "seed: -1\n", 2, 7, "seed is a whole number from 0 to 18446744073709551615"},
    {FLOCK "seed: 18446744073709551616\n", 2, 7,
     "seed is a whole number from 0 to 18446744073709551615"},
    // Space
    {FLOCK "space: tours\n", 2, 8, "there is no space \"tours\"; did you mean torus?"},
    {FLOCK "space: torus\n", 2, 8, "a space of kind torus needs a width"},
    {FLOCK "space: {width: 3}\n", 2, 8, "space needs a kind"},
    {FLOCK "space: {kind: open, width: 3}\n", 2, 21, "the open plane has no width"},
    {FLOCK "space: {kind: torus, width: 3, height: 0}\n", 2, 40,
     "height is from 1e-200 to 1e+200 L, not \"0\""},
    {FLOCK "space: {kind: torus, width: 3, height: 3, depth: 0}\n", 2, 50,
     "depth is from 1e-200 to 1e+200 L, not \"0\""},
    {FLOCK "space: {kind: torus, width: 3, height: 3, dim: 3}\n", 2, 8,
     "a space of kind torus needs a depth in three dimensions"},
    {FLOCK "space: {kind: torus, width: 3, height: 3, depth: 3, dim: 2}\n", 2, 43,
     "a space of dim 2 has no depth"},
    {FLOCK "space: {kind: torus, width: 3, depth: 3}\n", 2, 8,
     "a space of kind torus needs a height"},
    {FLOCK "space: {kind: open, depth: 3}\n", 2, 21,
     "an open space has no depth; dim: 3 gives it three dimensions"},
    {FLOCK "space: {kind: open, dim: 3, width: 3}\n", 2, 29, "the open space has no width"},
    {FLOCK "space: {kind: open, dim: 4}\n", 2, 26, "dim is from 2 to 3 axes, not \"4\""},
    {FLOCK "space: {kind: open, dim: 2.5}\n", 2, 26, "dim is a whole number, not \"2.5\""},
    {FLOCK "precision: single\nspace: {kind: torus, width: 1, height: 1, depth: 1e-20}\n", 3, 50,
     "in single precision, depth is from 8.67362e-19 to 1.15292e+18 L"},
    {"flocks: {model: torus, place: {z: 1}}\n", 1, 32,
     "z needs three dimensions, and the space is a plane"},
    {"flocks: {model: torus, place: {depth: 1}}\n", 1, 32,
     "depth needs three dimensions, and the space is a plane"},
    {"flocks: {model: torus, place: {agents: [[1, 2, 3]]}}\n", 1, 40,
     "agents are a list of [x, y] or of [x, y, vx, vy]"},
    {SPACE "flocks: {model: couzin, place: {agents: [[1, 2]]}}\n", 2, 41,
     "agents are a list of [x, y, z] or of [x, y, z, vx, vy, vz]"},
    {SPACE "flocks: {model: couzin, place: {agents: [[1, 2, 3], [1, 2]]}}\n", 2, 53,
     "an agent is [x, y, z], like the first one"},
    {SPACE "flocks: {model: couzin}\ninfluences: {kind: obstacle, points: [[1, 2]]}\n", 3, 39,
     "in three dimensions a point is [x, y, z]"},
    {SPACE "flocks: {model: couzin}\ninfluences: {kind: obstacle, points: 3}\n", 3, 38,
     "points are a list like [[10, 20, 5], [30, 40, 5]], not a word"},
    // Flocks
    {"flocks:\n", 1, 1, "flocks are a list of mappings, or one mapping"},
    {"flocks: []\n", 1, 9, "flocks are a list of mappings, or one mapping"},
    {"flocks: [torus]\n", 1, 10, "a flock is a mapping like {model: torus, count: 100}"},
    {"flocks: {count: 3}\n", 1, 9, "a flock needs a model"},
    {"flocks: {model: tourus}\n", 1, 17, "there is no model \"tourus\"; did you mean torus?"},
    {"flocks: {model: [torus]}\n", 1, 17, "a model is a word, not a list"},
    {"flocks:\n  - model: torus\n    seperation: 12\n", 3, 5,
     "there is no key \"seperation\" in a flock of model torus; did you mean separation?"},
    {"flocks: {model: torus, motion: turn}\n", 1, 32, "there is no motion \"turn\" for torus"},
    {"flocks: {model: torus, name: 1st}\n", 1, 30,
     "a flock's name is a letter or _ and up to 30 letters, digits, _ or -, not \"1st\""},
    {"flocks: {model: torus, name: space}\n", 1, 30,
     "\"space\" is a key and cannot be a flock's name"},
    {"flocks: [{model: torus}, {model: torus}]\n", 1, 26,
     "there is a flock called \"torus\" already"},
    {"flocks: [{model: torus, name: _a}, {model: torus, name: _a}]\n", 1, 57,
     "there is a flock called \"_a\" already"},
    {"flocks: [{model: predator, hunts: boids}]\n", 1, 35,
     "there is no flock \"boids\" before this one"},
    {"flocks: {model: torus, sees: hawks}\n", 1, 30, "sees is a mapping of keys, not a word"},
    {"flocks: {model: torus, sees: {hawk: flee}}\n", 1, 31, "there is no key \"hawk\" in sees"},
    {"flocks: {model: torus, sees: {torus: fle}}\n", 1, 38,
     "there is no rule \"fle\"; did you mean flee?"},
    {"flocks: {model: torus, sees: {torus: {radius: 3}}}\n", 1, 38,
     "a response needs a rule like flee"},
    {"flocks: {model: torus, sees: {torus: {rule: flee, radius: 0}}}\n", 1, 59,
     "radius is from 1e-09 to 1000000000 L, not \"0\""},
    {"flocks: {model: torus, sees: {torus: {rule: flee, speed: 0}}}\n", 1, 51,
     "there is no key \"speed\" in a response"},
    {"flocks: {model: torus, sees: {torus: [flee, flee]}}\n", 1, 45,
     "torus has the rule flee for torus already"},
    {"flocks: {model: torus, radius: -3}\n", 1, 32,
     "radius is from 1e-09 to 1000000000 L, not \"-3\""},
    {"flocks: {model: torus, count: -1}\n", 1, 31,
     "count is from 0 to 1000000000 agents, not \"-1\""},
    {"flocks: {model: torus, centroid: shotest}\n", 1, 34,
     "there is no centroid \"shotest\"; did you mean shortest?"},
    // Places
    {"flocks: {model: torus, place: rings}\n", 1, 31,
     "there is no kind \"rings\"; did you mean ring?"},
    {"flocks: {model: torus, place: {hash: 1}}\n", 1, 32, "hash goes with a file"},
    {"flocks: {model: torus, place: {file: a.csv}}\n", 1, 38,
     "files cannot be used here: this scenario is not a file itself"},
    {"flocks: {model: torus, place: {agents: [[1]]}}\n", 1, 40,
     "agents are a list of [x, y] or of [x, y, vx, vy]"},
    {"flocks: {model: torus, place: {agents: [[1, 2], [1, 2, 3, 4]]}}\n", 1, 49,
     "an agent is [x, y], like the first one"},
    {"flocks: {model: torus, place: {agents: [[1, a]]}}\n", 1, 45, "y is a number, not \"a\""},
    {"flocks: {model: torus, count: 3, place: {agents: [[1, 2]]}}\n", 1, 31,
     "count is 3, but the agents that are given number 1"},
    // Dense crowds
    {FLOCK "dense: agregate\n", 2, 8, "there is no dense \"agregate\"; did you mean aggregate?"},
    {"flocks: [{model: topological}, {model: cucker_smale}]\ndense: aggregate\n", 2, 8,
     "dense: aggregate is for zones that only sum, and no flock has one: theirs weigh by distance, "
     "look for the nearest or have a blind angle"},
    // Schedules
    {"flocks: {model: torus}\nschedule: {set: dt, steps: [0], values: [1]}\n", 2, 17,
     "\"dt\" is no parameter of a flock or influence, like boids.noise or influences.0.weight"},
    // Influences
    {FLOCK "influences: 3\n", 2, 13, "influences are a list of mappings, or one mapping"},
    {FLOCK "influences: [wind]\n", 2, 14, "an influence is a mapping like {kind: wind, x: 1}"},
    {FLOCK "influences: {x: 1}\n", 2, 13, "an influence needs a kind"},
    {FLOCK "influences: {kind: winds}\n", 2, 20,
     "there is no influence \"winds\"; did you mean wind?"},
    {FLOCK "influences: {kind: wind, w: 1}\n", 2, 26,
     "there is no key \"w\" in an influence of kind wind"},
    {FLOCK "influences: {kind: wind, z: 1}\n", 2, 26,
     "z needs three dimensions, and the space is a plane"},
    {FLOCK "influences: {kind: wind, flock: tors}\n", 2, 33,
     "there is no flock \"tors\"; did you mean torus?"},
    {FLOCK "influences: {kind: wind, points: [[1, 2]]}\n", 2, 26,
     "an influence of kind wind has no points"},
    {FLOCK "influences: {kind: obstacle}\n", 2, 13, "an influence of kind obstacle needs points"},
    {FLOCK "influences: {kind: obstacle, points: []}\n", 2, 38,
     "an influence of kind obstacle needs at least 1 points, not 0"},
    {FLOCK "influences: {kind: obstacle, points: [1, 2]}\n", 2, 39, "a point is a pair [x, y]"},
    // Files
    {FLOCK "outputs: {a: 1}\n", 2, 10, "an output is a text, not a mapping"},
    {FLOCK "outputs: [a, '']\n", 2, 14, "an output is a text, not nothing"},
    {FLOCK "title: \"a\\nb\"\n", 2, 8, "title is one line of text without control characters"},
    {FLOCK "title: \"a\\x7f\"\n", 2, 8, "title is one line of text without control characters"},
    {FLOCK "title: \"a\\u0085\"\n", 2, 8, "title is one line of text without control characters"},
    {FLOCK "title: \"a\\u2028\"\n", 2, 8, "title is one line of text without control characters"},
    {FLOCK "title: \"a\\0b\"\n", 2, 8, "title is one line of text without control characters"},
};

static void test_each_mistake_has_its_sentence_and_place(void **state)
{
    (void)state;
    for (size_t k = 0; k < LENGTH(mistakes); k++) {
        covey_error error;
        assert_int_equal(read_text(mistakes[k].text, strlen(mistakes[k].text), &error),
                         COVEY_INPUT);
        char head[400];
        (void)snprintf(head, sizeof head, "a.yaml:%u:%u: %s\n", mistakes[k].line,
                       mistakes[k].column, mistakes[k].message);
        if (error.line != mistakes[k].line || error.column != mistakes[k].column ||
            strcmp(error.message, mistakes[k].message) != 0 ||
            strncmp(report, head, strlen(head)) != 0)
            fail_msg("%s\ngives %u:%u: %s\nand not %u:%u: %s\n%s", mistakes[k].text,
                     (unsigned)error.line, (unsigned)error.column, error.message, mistakes[k].line,
                     mistakes[k].column, mistakes[k].message, report);
    }
}

static void test_the_report_shows_the_line_and_what_is_possible(void **state)
{
    (void)state;
    covey_error error;
    const char *text = "title: x\nflocks:\n  - model: wicsek\n    noise: 1\n";
    read_text(text, strlen(text), &error);
    static const char head[] = "a.yaml:3:12: there is no model \"wicsek\"; did you mean vicsek?\n"
                               "    3 |   - model: wicsek\n"
                               "      |            ^~~~~~\n"
                               "possible here: formal, ";
    assert_memory_equal(report, head, sizeof head - 1);
    text = "flocks: {model: vicsek, noise: 7}\r\ndt: 1\r\n";
    read_text(text, strlen(text), &error);
    assert_string_equal(report, "a.yaml:1:32: noise is from 0 to 6.283185307179586 rad, not \"7\"\n"
                                "    1 | flocks: {model: vicsek, noise: 7}\n"
                                "      |                                ^\n"
                                "noise: Full width of the angular noise. It is from 0 to "
                                "6.283185307179586 rad.\n");
    text = "title: h\xc3\xa9\xc3\xa9\xc3\xa9ron\nflocks: {model: torus, name: \xc3\xa9}\n";
    read_text(text, strlen(text), &error);
    assert_non_null(strstr(report, "    2 | flocks: {model: torus, name: \xc3\xa9}\n"
                                   "      |                              ^\n"));
}

static void test_a_report_fits_any_buffer(void **state)
{
    (void)state;
    char text[3000], buffer[300];
    (void)snprintf(text, sizeof text, "%2000s{dt: 1}\n", "");
    covey_scenario_def def = covey_scenario_def_default();
    for (size_t size = 0; size <= sizeof buffer; size++) {
        memset(buffer, 'z', sizeof buffer);
        def.report = buffer;
        def.report_size = size;
        covey_scenario *scenario;
        assert_int_equal(covey_scenario_read(&def, text, strlen(text), &scenario, NULL),
                         COVEY_INPUT);
        for (size_t k = size; k < sizeof buffer; k++)
            assert_int_equal(buffer[k], 'z');
        assert_true(size == 0 || memchr(buffer, '\0', size) != NULL);
    }
}

// ---- Limits ----

static void test_a_text_that_grows_without_end_is_refused(void **state)
{
    (void)state;
    char text[2000] = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int k = 1; k < 10; k++) {
        char line[120];
        (void)snprintf(line, sizeof line, "a%d: &a%d [*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d]\n",
                       k, k, k - 1, k - 1, k - 1, k - 1, k - 1, k - 1, k - 1, k - 1);
        strcat(text, line);
    }
    covey_error error;
    assert_int_equal(read_text(text, strlen(text), &error), COVEY_INPUT);
    assert_string_equal(error.message, "there are more than 2097152 values");
}

static void test_deep_long_and_large_texts_are_refused(void **state)
{
    (void)state;
    covey_error error;
    size_t size = COVEY_SCENARIO_MAX_BYTES + 1;
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, '#', size);
    assert_int_equal(read_text(text, size, &error), COVEY_INPUT);
    assert_string_equal(error.message, "the text is longer than 16777216 bytes");
    assert_int_equal(error.line, 0);
    memset(text, '[', size);
    assert_int_equal(read_text(text, 40, &error), COVEY_INPUT);
    assert_string_equal(error.message, "lists and mappings are more than 16 deep");
    assert_int_equal(error.column, 17);
    // libfyaml takes 350 bytes for each of these before it hands over the first.
    assert_int_equal(read_text(text, 200000, &error), COVEY_INPUT);
    free(text);
}

// ---- Files ----

static char folder[] = "/tmp/covey-scenario-XXXXXX";

static void write_file(const char *name, const char *text)
{
    char path[200];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

static covey_status open_file(const char *text, covey_scenario **scenario, covey_error *error)
{
    char path[200];
    write_file("a.yaml", text);
    (void)snprintf(path, sizeof path, "%s/a.yaml", folder);
    covey_scenario_def def = covey_scenario_def_default();
    *error = (covey_error){0};
    return covey_scenario_open(&def, path, scenario, error);
}

static void test_agents_come_from_a_file_beside_the_scenario(void **state)
{
    (void)state;
    static const char *const files[] = {
        "id,x,y,vx,vy\n1, 5 ,6,7,8\r\n\n0,1,2,3e0,4\n",
        "vy,color,x,y,vx,id\n4,red,1,2,3,0\n8,,5,6,7,1",
        "x,y,vx,vy\n1,2,3,4\n5,6,7,8\n\n",
    };
    covey_scenario *scenario;
    covey_error error;
    for (size_t k = 0; k < LENGTH(files); k++) {
        write_file("s.csv", files[k]);
        assert_int_equal(
            open_file("flocks: {model: torus, place: {file: s.csv}}\n", &scenario, &error),
            COVEY_OK);
        covey_flock_def def = covey_scenario_flock(scenario, 0);
        assert_int_equal(def.count, 2);
        assert_true(def.pos[0][0] == 1 && def.pos[1][0] == 2 && def.vel[0][0] == 3);
        assert_true(def.pos[0][1] == 5 && def.pos[1][1] == 6 && def.vel[1][1] == 8);
        char *printed = scenario_print(scenario);
        covey_scenario_destroy(scenario);
        assert_int_equal(open_file(printed, &scenario, &error), COVEY_OK);
        char *again = scenario_print(scenario);
        assert_string_equal(printed, again);
        covey_scenario_destroy(scenario);
        write_file("s.csv", "x,y\n1,2\n");
        assert_int_equal(open_file(printed, &scenario, &error), COVEY_INPUT);
        assert_non_null(strstr(error.message, "s.csv is not the file that this was written for"));
        free(printed);
        free(again);
    }
    write_file("s.csv", "X;pos_y;speed;heading;note\r\n1;2;3;0;\"a; b\"\r\n");
    assert_int_equal(open_file("flocks: {model: torus, place: {file: s.csv}}\n", &scenario, &error),
                     COVEY_OK);
    assert_true(covey_scenario_flock(scenario, 0).vel[0][0] == 3);
    covey_scenario_destroy(scenario);
}

static void test_each_mistake_in_a_file_of_agents_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *file, *message;
    } rows[] = {
        {"", "s.csv: the file has no header: expected a line such as "
             "set,t,id,x,y,vx,vy,heading,speed"},
        {"x\n1\n", "s.csv:1:1: expected a column y, pos_y or position_y"},
        {"x,y,vx\n", "s.csv:1:1: expected velocities, if any, as vx and vy or as "
                     "speed and heading"},
        {"x,y,speed\n", "s.csv:1:1: expected velocities, if any, as vx and vy "
                        "or as speed and heading"},
        {"x,y,pos_x\n", "s.csv:1:5: expected no second column of the same "
                        "meaning"},
        {"x,y\n1,2\n3,q\n", "s.csv:3:3: expected y, a decimal number"},
        {"x,y\n1,2\n3,NA\n", "s.csv:3:3: expected y, a decimal number"},
        {"x,y,vx,vy\n1,2,,4\n", "s.csv:2:5: expected vx, a decimal "
                                "number"},
        {"x,y\n1\n", "s.csv:2:2: expected as many fields as the header "
                     "has"},
        {"x,y\n1,2,3\n", "s.csv:2:5: expected the end of the line after as many fields "
                         "as the header has"},
        {"id,x,y\n1,2,3\n", "s.csv: ids are 0, 1, 2, ... each once"},
        {"id,x,y\n0,2,3\n0,2,3\n", "s.csv:3:1: an agent is there twice"},
        {"t,id,x,y\n0,0,2,3\n1,0,2,3\n", "s.csv: there are agents at more than one time"},
        {"set,x,y\na,2,3\nb,2,3\n",
         "s.csv: there are agents of several sets: a file has those of one flock"},
    };
    covey_scenario *scenario;
    covey_error error;
    for (size_t k = 0; k < LENGTH(rows); k++) {
        write_file("s.csv", rows[k].file);
        assert_int_equal(
            open_file("flocks: {model: torus, place: {file: s.csv}}\n", &scenario, &error),
            COVEY_INPUT);
        assert_string_equal(error.message, rows[k].message);
        assert_int_equal(error.column, 38);
    }
    assert_int_equal(
        open_file("flocks: {model: torus, place: {file: no.csv}}\n", &scenario, &error), COVEY_IO);
    assert_int_equal(error.line, 1);
    covey_scenario_def def = covey_scenario_def_default();
    assert_int_equal(covey_scenario_open(&def, "/nothing/there", &scenario, &error), COVEY_IO);
    assert_string_equal(error.message, "cannot open /nothing/there: No such file or directory");
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state)
{
    (void)state;
    char path[200];
    (void)snprintf(path, sizeof path, "%s/s.csv", folder);
    (void)unlink(path);
    (void)snprintf(path, sizeof path, "%s/a.yaml", folder);
    (void)unlink(path);
    return rmdir(folder);
}

// ---- Worlds that cannot be, and memory ----

static void test_a_world_that_is_refused_tells_the_line(void **state)
{
    (void)state;
    covey_scenario *scenario =
        scenario_read("space: {kind: reflecting, width: 10, height: 10}\nflocks:\n"
                      "  - {name: a, model: torus}\n"
                      "  - {name: b, model: torus, place: {agents: [[11, 2]]}}\n");
    covey_world_def engine = covey_world_def_default();
    covey_world *world;
    covey_error error;
    assert_int_equal(covey_scenario_world(scenario, &engine, &world, &error), COVEY_INPUT);
    assert_int_equal(error.status, COVEY_INPUT);
    assert_null(world);
    assert_int_equal(error.line, 4);
    assert_int_equal(error.column, 5);
    assert_string_equal(error.message, "agent 0 of flock b is outside the space");
    covey_scenario_destroy(scenario);
}

/// Reads, changes and makes a scenario that is long enough for several blocks of memory.
static covey_status use_memory(test_heap *heap)
{
    char text[9000] = "flocks: {model: torus, place: {agents: [";
    for (int k = 0; k < 200; k++)
        (void)snprintf(text + strlen(text), 40, "[%d, 2, 3, 4],", k);
    strcat(text, "]}}\ninfluences: {kind: obstacle, points: [[-1000, 0]]}\n");
    covey_scenario_def def = covey_scenario_def_default();
    def.allocator = test_heap_allocator(heap);
    covey_world_def engine = covey_world_def_default();
    engine.allocator = def.allocator;
    covey_error error = {0};
    covey_scenario *scenario;
    covey_world *world = NULL;
    covey_status status = covey_scenario_read(&def, text, strlen(text), &scenario, &error);
    if (status == COVEY_OK)
        status = covey_scenario_set(scenario, "title", "A longer title than before", &error);
    if (status == COVEY_OK)
        status = covey_scenario_world(scenario, &engine, &world, &error);
    assert_int_equal(error.status, status);
    assert_int_equal(error.message[0] != '\0', status != COVEY_OK);
    covey_world_destroy(world);
    covey_scenario_destroy(scenario);
    return status;
}

static void test_memory_that_is_refused_leaves_nothing_behind(void **state)
{
    (void)state;
    assert_true(test_heap_fail_everywhere(use_memory) >= 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_mistake_has_its_sentence_and_place),
        cmocka_unit_test(test_the_report_shows_the_line_and_what_is_possible),
        cmocka_unit_test(test_a_report_fits_any_buffer),
        cmocka_unit_test(test_a_text_that_grows_without_end_is_refused),
        cmocka_unit_test(test_deep_long_and_large_texts_are_refused),
        cmocka_unit_test(test_agents_come_from_a_file_beside_the_scenario),
        cmocka_unit_test(test_each_mistake_in_a_file_of_agents_is_told),
        cmocka_unit_test(test_a_world_that_is_refused_tells_the_line),
        cmocka_unit_test(test_memory_that_is_refused_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
