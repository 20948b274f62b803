// SPDX-License-Identifier: MIT
// covey measure and covey convert: mistakes, tracks of others against numbers found by hand, and
// measures of a recorded run against those of the run itself.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/program.h"
#include "support/world.h"

#include <covey/measure.h>
#include <covey/scenario.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/// The first line of a table of measures, of all that the plane has.
static const char *columns(void)
{
    static char line[COVEY_MAX_MEASURES * 64];
    size_t used = (size_t)snprintf(line, sizeof line, "step,t,set,entries");
    for (int k = 0; covey_measure_at(k) != NULL; k++)
        if (covey_measure_fits(NULL, k, COVEY_PLANE))
            used +=
                (size_t)snprintf(line + used, sizeof line - used, ",%s", covey_measure_at(k)->name);
    (void)snprintf(line + used, sizeof line - used, "\n");
    return line;
}

static void write_text(const char *path, const char *text)
{
    files_write(path, text, strlen(text));
}

/// Two animals. Ada goes 10 pixels a frame to the right, Bob stands, is lost, and comes back 10 up.
#define TRACKS                                                                                     \
    "track;frame;pos_x;pos_y;note\n"                                                               \
    "Ada;0;0;0;\"first; seen\"\nBob;0;30;40;\n"                                                    \
    "Ada;1;10;0;\nBob;1;30;40;\n"                                                                  \
    "Ada;2;20;0;\nBob;2;NA;NA;lost\n"                                                              \
    "Ada;3;30;0;\nBob;3;30;50;\n"

// Frame 0: velocities (10, 0) and (0, 0): Bob at rest counts as no direction, polarization 1/2.
//   Offsets from the center (15, 20) are (-15, -20) and (15, 20): milling 20 / 25 / 2 = 0.4 for
//   Ada, 0 for Bob. Distance 50 = nearest; within 50: one cluster of all, whose polarization is
//   1/2. Speeds 10 and 0: mean 5, deviation 5. Extent 25.
// Frame 2: Ada alone has no neighbor. Frame 3: Bob comes from nowhere and has a place, but no
//   velocity; Ada flies (10, 0) at (0, -25) from the center: milling 1.
static void test_tracks_of_animals_give_what_is_found_by_hand(void **state)
{
    (void)state;
    const char *path = files_path("tracks.csv");
    write_text(path, TRACKS);
    char expected[3000];
    int expected_size =
        snprintf(expected, sizeof expected,
                 "# link 50\n%s0,0,flock,,0.5,0.4,50,50,0,1,1,0.5,5,1,25,25", columns());
    process covey = program_run(&(program_case){.arguments = {"measure", path, "--link", "50"}});
    assert_int_equal(covey.errors.size, 0);
    assert_int_equal(process_lines(&covey.output), 6);
    if (strncmp(covey.output.bytes, expected, (size_t)expected_size) != 0)
        fail_msg("%s", covey.output.bytes);
    assert_non_null(strstr(covey.output.bytes, "\n2,2,flock,,1,0,,,,1,1,,10,0,0,0"));
    assert_non_null(strstr(covey.output.bytes, "\n3,3,flock,,1,1,50,50,0,1,1,1,10,0,25,25"));
    process same = program_run(
        &(program_case){.arguments = {"measure", "-", "--link=50"}, .with.input = TRACKS});
    assert_string_equal(same.output.bytes, covey.output.bytes);
    process_free(&same);
    const char *file = files_path("measured");
    program_expect(&(program_case){.arguments = {"measure", path, "--link", "50", "-o", file}});
    size_t size;
    char *text = files_read(file, &size);
    assert_string_equal(text, covey.output.bytes);
    free(text);
    process_free(&covey);
    // one pixel less, and they are two clusters
    covey = program_run(&(program_case){.arguments = {"measure", path, "--link", "49"}});
    assert_non_null(strstr(covey.output.bytes, "\n0,0,flock,,0.5,0.4,50,50,0,2,0.5,,5,1,25,25"));
    process_free(&covey);
}

/// Number of a column in the header of a table.
static int column_of(const process *covey, const char *name)
{
    const char *at = covey->output.bytes;
    while (strncmp(at, "step,", 5) != 0)
        at += strcspn(at, "\n") + 1;
    size_t size = strlen(name);
    for (int k = 0; *at != '\n'; k++) {
        size_t length = strcspn(at, ",\n");
        if (length == size && memcmp(at, name, size) == 0)
            return k;
        at += length + (at[length] == ',');
    }
    fail_msg("no column %s", name);
    return -1;
}

/// A column of the last row of a table, in a buffer that the next call changes.
static const char *last_field(const process *covey, const char *name)
{
    static char field[40];
    const char *end = covey->output.bytes + strlen(covey->output.bytes) - 1, *row = end;
    while (row[-1] != '\n')
        row--;
    for (int k = column_of(covey, name); k > 0 && row != NULL; k--)
        row = strchr(row, ',') + 1;
    size_t size = strcspn(row, ",\n");
    assert_true(size < sizeof field);
    memcpy(field, row, size);
    field[size] = '\0';
    return field;
}

// On a torus of 10: agent 0 goes from 9 by 2 to 11, which is 1; agent 1 stands at 21.5, which is
// 1.5. So they are 0.5 apart in the end, around 1.25.
static void test_places_beyond_the_seam_are_folded(void **state)
{
    (void)state;
    process covey = program_run(&(program_case){
        .arguments = {"measure", "-"},
        .with.input = "# covey 1\nset,t,id,x,y,vx,vy,heading,speed\n# torus 10 10\n# agents 2\n"
                      "a,0,0,9,5,,,,\na,0,1,21.5,-5,,,,\n"
                      "a,1,0,11,5,,,,\na,1,1,-8.5,15,,,,\n"});
    assert_int_equal(covey.errors.size, 0);
    assert_string_equal(last_field(&covey, "polarization"), "0.5");
    assert_string_equal(last_field(&covey, "nearest_mean"), "0.5");
    assert_string_equal(last_field(&covey, "clusters"), "1");
    assert_string_equal(last_field(&covey, "speed_mean"), "1");
    process_free(&covey);
}

// Half a unit a pixel, 10 frames a second: agent 1 goes from (9, 0) across the seam to (1, 0) in a
// second, agent 2 stands at (0, 3).
static void test_units_and_space_are_those_of_the_options(void **state)
{
    (void)state;
    static const char tracks[] = "t,frame,id,x,y\n7.5,20,1,18,0\n8.5,30,1,2,0\n"
                                 "7.5,20,2,0,6\n8.5,30,2,0,6\n";
    process covey =
        program_run(&(program_case){.arguments = {"measure", "-", "--fps", "10", "--scale=0.5",
                                                  "--torus", "10,10", "--link", "3.2"},
                                    .with.input = tracks});
    assert_string_equal(last_field(&covey, "t"), "3");
    assert_string_equal(last_field(&covey, "speed_mean"), "1");
    assert_string_equal(last_field(&covey, "nearest_mean"), "3.1622776601683795");
    assert_string_equal(last_field(&covey, "clusters"), "1");
    process_free(&covey);
    covey = program_run(
        &(program_case){.arguments = {"measure", "-", "--fps", "2"},
                        .with.input = "t,id,x,y,vx,vy\n5,1,0,0,1,0\n"}); // no frames: times are
    assert_string_equal(last_field(&covey, "t"), "2.5");
    assert_string_equal(last_field(&covey, "speed_mean"), "2");
    process_free(&covey);
    char head[400];
    (void)snprintf(head, sizeof head, "# link 1\n%s", columns());
    program_expect(&(program_case){.arguments = {"measure", "-", "--scale", "1e300"},
                                   .with.input = "t,id,x,y\n5,1,1e10,0\n",
                                   .code = 65,
                                   .out = head,
                                   .err = "covey measure: -: scaled by 1e+300, at 1 frames a "
                                          "second, step 0 is too large\n"});
}

static void test_a_pixel_is_a_positive_number_of_units(void **state)
{
    (void)state;
    const char *const wrong[] = {"0", "-0", "-1", "nan", "inf", "-inf", "1e999", "1x", ""};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        char message[80];
        (void)snprintf(message, sizeof message, "covey measure: --scale %s is no positive number\n",
                       wrong[k]);
        program_expect(&(program_case){
            .arguments = {"measure", "x.csv", "--scale", wrong[k]}, .code = 64, .err = message});
    }
}

static void test_each_mistake_has_its_message(void **state)
{
    (void)state;
    static const struct {
        const char *arguments[6];
        int code;
        const char *err;
    } rows[] = {
        {{"measure"}, 64, "covey measure: TRACKS... is missing; see covey measure --help\n"},
        {{"measure", "/nowhere/x.csv"},
         74,
         "covey measure: opening /nowhere/x.csv failed: No such file or directory\n"},
        {{"measure", "/tmp"},
         64,
         "covey measure: /tmp has no suffix of a format; there are <read>\n"},
        {{"measure", "/tmp", "--from", "csv"},
         74,
         "covey measure: reading /tmp failed: Is a directory\n"},
        {{"measure", "/proc/self/mem", "--from", "csv"}, // nothing is there at its begin
         74,
         "covey measure: reading /proc/self/mem failed after line 0: Input/output error\n"},
        {{"measure", "x", "--from", "bogus"},
         64,
         "covey measure: there is no format called bogus; there are <read>\n"},
        {{"measure", "x.csv", "--link", "-1"}, 64, "covey measure: --link -1 is no distance\n"},
        {{"measure", "x.csv", "--link", "nan"}, 64, "covey measure: --link nan is no distance\n"},
        {{"measure", "x.csv", "--bin", "-1"}, 64, "covey measure: --bin -1 is no width\n"},
        {{"measure", "x.csv", "--fps", "0"}, 64, "covey measure: --fps 0 is no positive number\n"},
        {{"measure", "x.csv", "--scale", "-1"},
         64,
         "covey measure: --scale -1 is no positive number\n"},
        {{"measure", "x.csv", "--torus", "5"},
         64,
         "covey measure: --torus 5 is no width,height or width,height,depth\n"},
        {{"measure", "x.csv", "--torus", "5,0"},
         64,
         "covey measure: --torus 5,0 is no width,height or width,height,depth\n"},
        {{"measure", "x.csv", "--link", "1e999"},
         64,
         "covey measure: --link 1e999 is no distance\n"},
        {{"convert", "x.csv"}, 64, "covey convert: A... B are missing; see covey convert --help\n"},
        {{"convert", "x.csv", "y"},
         64,
         "covey convert: y has no suffix of a format; there are <written>\n"},
        {{"convert", "x.csv", "y", "--to=no"},
         64,
         "covey convert: there is no format called no; there are <all>\n"},
        {{"convert", "x.digest", "y.csv"}, 64, "covey convert: the format digest cannot be read\n"},
        {{"convert", "a", "b", "c"},
         64,
         "covey convert: unexpected \"b\": several files are of an animal each, with --id-from "
         "file\n"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        program_case row = {.code = rows[k].code, .err = files_with_formats(rows[k].err)};
        memcpy(row.arguments, rows[k].arguments, sizeof rows[k].arguments);
        program_expect(&row);
    }
}

static void test_damage_names_file_line_and_column(void **state)
{
    (void)state;
    const char *path = files_path("damaged.csv"), *to = files_path("kept.csv");
    write_text(path, "id,t,x,y\n1,0,0,0\n1,1,0,0\n1,2,0,zero\n");
    char err[600];
    (void)snprintf(err, sizeof err, "covey convert: %s: line 4, column 7: ", path);
    process covey = program_run(&(program_case){.arguments = {"convert", path, to}, .code = 65});
    assert_memory_equal(covey.errors.bytes, err, strlen(err));
    process_free(&covey);
    size_t size;
    char *text = files_read(to, &size);
    assert_non_null(strstr(text, "\nflock,0,1,0,0,")); // good rows are there
    free(text);
}

static void test_input_files_are_never_written(void **state)
{
    (void)state;
    const char *path = files_path("precious.csv");
    write_text(path, TRACKS);
    char detour[600], err[1300];
    (void)snprintf(detour, sizeof detour, "%.*s/./precious.csv", (int)(strrchr(path, '/') - path),
                   path);
    const char *const targets[] = {path, detour};
    for (size_t k = 0; k < LENGTH(targets); k++) {
        (void)snprintf(err, sizeof err, "covey convert: %s cannot be both read and written\n",
                       path);
        program_expect(
            &(program_case){.arguments = {"convert", path, targets[k]}, .code = 64, .err = err});
        (void)snprintf(err, sizeof err, "covey measure: %s cannot be both read and written\n",
                       path);
        program_expect(&(program_case){
            .arguments = {"measure", path, "-o", targets[k]}, .code = 64, .err = err});
    }
    size_t size;
    char *text = files_read(path, &size);
    assert_string_equal(text, TRACKS);
    free(text);
}

static void test_full_disks_and_readers_that_leave(void **state)
{
    (void)state;
    static const char *const commands[][3] = {{"measure"}, {"convert", "-"}};
    const char *path = files_path("tracks.csv");
    write_text(path, TRACKS);
    for (size_t k = 0; k < LENGTH(commands); k++) {
        char err[80];
        (void)snprintf(err, sizeof err,
                       "covey %s: writing standard output failed: No space left on device\n",
                       commands[k][0]);
        program_case row = {.arguments = {commands[k][0], path, commands[k][1]},
                            .with.out_file = "/dev/full",
                            .code = 74,
                            .err = err};
        program_expect(&row);
        row.with.out_file = process_unread;
        row.code = 0;
        row.err = NULL;
        program_expect(&row);
    }
}

// ---- Recorded runs ----

/// And without the entries into obstacles, the fourth column, which only the run itself knows.
static void drop_entries(char *text)
{
    char *to = text;
    for (const char *line = text; *line != '\0';) {
        const char *end = line + strcspn(line, "\n"), *entries = line;
        for (int k = 0; k < 3; k++)
            entries = strchr(entries, ',') + 1;
        const char *rest = entries + strcspn(entries, ",");
        memmove(to, line, (size_t)(entries - line));
        to += entries - line;
        memmove(to, rest, (size_t)(end - rest));
        to += end - rest;
        *to++ = '\n';
        line = end + (*end == '\n');
    }
    *to = '\0';
}

static char *rows_of(const char *path)
{
    size_t size;
    char *text = files_read(path, &size);
    assert_non_null(text);
    files_drop_comments(text);
    return text;
}

static void record(const char *preset, const char *tracks, const char *measures)
{
    program_expect(
        &(program_case){.arguments = {"run", preset, "--steps", "40", "--every", "8", "--quiet",
                                      "-o", tracks, "--measure", measures, "--link", "15"}});
}

static void check_preset(const char *preset)
{
    const char *csv = files_path("a.csv"), *own = files_path("own.csv"), *xyz = files_path("b.xyz"),
               *h5md = files_path("c.h5md"), *end = files_path("d.csv");
    record(preset, csv, own);
    process covey = program_run(&(program_case){.arguments = {"measure", csv}});
    char *measures = rows_of(own);
    files_drop_comments(covey.output.bytes);
    drop_entries(covey.output.bytes);
    drop_entries(measures);
    if (strcmp(measures, covey.output.bytes) != 0)
        fail_msg("%s:\n%s\n%s", preset, measures, covey.output.bytes);
    free(measures);
    process_free(&covey);
    const char *last = end;
    program_expect(&(program_case){.arguments = {"convert", csv, xyz}});
    if (covey_format_find("h5md")->built) {
        program_expect(&(program_case){.arguments = {"convert", xyz, h5md}});
        program_expect(&(program_case){.arguments = {"convert", h5md, end}});
    } else {
        program_expect(&(program_case){.arguments = {"convert", xyz, end}});
    }
    size_t sizes[2];
    char *before = files_read(csv, &sizes[0]), *after = files_read(last, &sizes[1]);
    if (strcmp(before, after) != 0) // rows and origin
        fail_msg("%s changes when it is converted", preset);
    free(before);
    free(after);
}

static void test_a_recorded_run_measures_and_converts_like_the_run(void **state)
{
    (void)state;
    size_t amount = test_amount("COVEY_TEST_PRESETS", 100);
    const covey_preset *preset;
    for (int k = 0; (preset = covey_preset_at(k)) != NULL && (size_t)k < amount; k++)
        check_preset(preset->name);
}

static void check_clusters(const char *const *arguments, const char *clusters)
{
    program_case given = {.arguments = {"measure"}};
    for (int k = 0; arguments[k] != NULL; k++)
        given.arguments[k + 1] = arguments[k];
    process covey = program_run(&given);
    assert_string_equal(last_field(&covey, "clusters"), clusters);
    process_free(&covey);
}

/// Runs a scenario into a file; false where its format is not built.
static bool run_to(const char *yaml, const char *file)
{
    if (!covey_format_of(file)->built)
        return false;
    program_expect(&(program_case){.arguments = {"run", yaml, "--quiet", "-o", file}});
    return true;
}

// Two at rest, 8 apart, of one cluster at the link of the scenario, 10.
static void test_clusters_of_a_run_are_linked_as_in_the_run(void **state)
{
    (void)state;
    const char *yaml = files_path("pair.yaml");
    write_text(yaml,
               "measures: {link: 10}\nsteps: 1\n"
               "flocks: {model: cucker_smale, place: {agents: [[0, 0, 0, 0], [8, 0, 0, 0]]}}\n");
    static const char *const names[] = {"pair.csv", "pair.xyz", "pair.h5md"};
    for (size_t k = 0; k < LENGTH(names); k++) {
        const char *run = files_path(names[k]);
        if (!run_to(yaml, run))
            continue;
        check_clusters((const char *[]){run, NULL}, "1");
        check_clusters((const char *[]){run, "--link", "7", NULL}, "2");
        check_clusters((const char *[]){run, "--scale", "2", NULL}, "1"); // both twice as long
        check_clusters((const char *[]){run, "--scale", "2", "--link", "10", NULL}, "2");
    }
}

/// Agent 0 flies (-0.5, 0) all the time: where time goes back or stays, too.
static void check_dt(const char *dt, const char *last_time)
{
    const char *yaml = files_path("dt.yaml");
    char text[200];
    (void)snprintf(text, sizeof text,
                   "space: open\ndt: %s\nsteps: 2\nflocks:\n  model: cucker_smale\n  name: flock\n"
                   "  place: {agents: [[4, 0, -0.5, 0]]}\n",
                   dt);
    write_text(yaml, text);
    static const char *const names[] = {"dt.csv", "dt.xyz", "dt.h5md"};
    for (size_t k = 0; k < LENGTH(names); k++) {
        const char *to = files_path(names[k]);
        if (!run_to(yaml, to))
            continue;
        process covey = program_run(&(program_case){.arguments = {"measure", to}});
        assert_int_equal(covey.errors.size, 0);
        assert_string_equal(last_field(&covey, "speed_mean"), "0.5");
        assert_string_equal(last_field(&covey, "t"), last_time);
        if (strstr(covey.output.bytes, "\n0,0,flock,,1,") == NULL)
            fail_msg("%s", covey.output.bytes);
        process_free(&covey);
    }
}

static void test_runs_without_later_times_are_read(void **state)
{
    (void)state;
    check_dt("-1", "-2");
    check_dt("0", "0");
}

// Agent 0, a, is not there at first: "17" could then be taken for a number.
static void test_words_for_agents_stay_in_tables(void **state)
{
    (void)state;
    static const char expected[] = "set,t,id,x,y,vx,vy,heading,speed,label\n# agents 3\n"
                                   "flock,0,1,1,1,,,,,17\n"
                                   "flock,0,2,2,2,,,,,\"Bob \"\"B\"\", jr.\"\n"
                                   "flock,0,3,3,3,,,,,\xe9t\xe9\n";
    const char *path = files_path("words"), *to = files_path("words.csv");
    write_text(path, "id,t,x,y\na,0,NA,NA\n17,0,1,1\n\"Bob \"\"B\"\", jr.\",0,2,2\n"
                     "\xe9t\xe9,0,3,3\n");
    program_expect(&(program_case){.arguments = {"convert", "--from=csv", path, to}});
    size_t size;
    char *text = files_read(to, &size);
    assert_string_equal(text, expected);
    free(text);
    // and again, where numbers go by the files there
    process covey = program_run(&(program_case){.arguments = {"convert", to, "-"}});
    assert_non_null(strstr(covey.output.bytes, "\nflock,0,0,1,1,,,,,17\n"));
    assert_non_null(strstr(covey.output.bytes, "\nflock,0,1,2,2,,,,,\"Bob \"\"B\"\", jr.\"\n"));
    process_free(&covey);
}

static void test_suffixes_may_be_in_capitals(void **state)
{
    (void)state;
    const char *path = files_path("TRACKS.CSV"), *to = files_path("out.Xyz");
    write_text(path, TRACKS);
    program_expect(&(program_case){.arguments = {"convert", path, to}});
    size_t size;
    char *text = files_read(to, &size);
    assert_memory_equal(text, "2\nProperties=", 13);
    free(text);
}

static void test_names_of_sets_are_letters_of_utf8(void **state)
{
    (void)state;
    char head[400];
    (void)snprintf(head, sizeof head, "# link 1\n%s", columns());
    program_expect(&(program_case){.arguments = {"measure", "-"},
                                   .with.input = "set,t,id,x,y\nb\xe4r,0,1,2,3\n",
                                   .code = 64,
                                   .out = head,
                                   .err = "covey measure: a set cannot be called \"b\\xe4r\" in a "
                                          "file: names are up to 63 bytes of letters, digits, _, "
                                          "-, . and UTF-8, and begin with no point\n"});
    process covey = program_run(&(program_case){
        .arguments = {"measure", "-"}, .with.input = "set,t,id,x,y\nb\xc3\xa4r,0,1,2,3\n"});
    assert_non_null(strstr(covey.output.bytes, "\n0,0,b\xc3\xa4r,,"));
    process_free(&covey);
}

static void test_formats_go_by_name_or_suffix(void **state)
{
    (void)state;
    static const char *const names[] = {"extxyz", "xyz"};
    const char *path = files_path("table"), *to = files_path("other");
    write_text(path, TRACKS);
    for (size_t k = 0; k < LENGTH(names); k++) {
        program_expect(
            &(program_case){.arguments = {"convert", path, to, "--from", "csv", "--to", names[k]}});
        size_t size; // covey did not make them
        char *text = files_read(to, &size);
        assert_null(strstr(text, "covey"));
        assert_null(strstr(text, "seed"));
        assert_null(strstr(text, "dt"));
        free(text);
        process covey =
            program_run(&(program_case){.arguments = {"convert", to, "-", "--from", names[k]}});
        assert_string_equal(covey.output.bytes,
                            "set,t,id,x,y,vx,vy,heading,speed\n# agents 2\n"
                            "flock,0,0,0,0,,,,\nflock,0,1,30,40,,,,\n"
                            "flock,1,0,10,0,,,,\nflock,1,1,30,40,,,,\n"
                            "# agents 1\nflock,2,0,20,0,,,,\n"
                            "# agents 2\nflock,3,0,30,0,,,,\nflock,3,1,30,50,,,,\n");
        process_free(&covey);
    }
    process covey = program_run(
        &(program_case){.arguments = {"convert", path, "-", "--from=csv", "--differences"}});
    assert_non_null(strstr(covey.output.bytes, "\nflock,1,0,10,0,10,0,0,10,Ada\n"));
    process_free(&covey);
}

// Agent 2 has no velocity: a gap in CSV, NaN in H5MD; extended XYZ has all velocities or none.
static void test_unknown_velocities_stay_unknown_in_every_format(void **state)
{
    (void)state;
    static const struct {
        const char *name, *known;
    } files[] = {{"a.csv", "1,0,0,1"}, {"a.xyz", ",,,"}, {"a.h5md", "1,0,0,1"}};
    const char *path = files_path("partly");
    write_text(path, "id,t,x,y,vx,vy\n1,0,0,0,1,0\n2,0,5,5,NA,NA\n");
    for (size_t k = 0; k < LENGTH(files); k++) {
        const char *to = files_path(files[k].name);
        if (!covey_format_of(to)->built)
            continue;
        program_expect(&(program_case){.arguments = {"convert", "--from=csv", path, to}});
        process covey = program_run(&(program_case){.arguments = {"convert", to, "-"}});
        char rows[99];
        (void)snprintf(rows, sizeof rows, "\nflock,0,1,0,0,%s\nflock,0,2,5,5,,,,\n",
                       files[k].known);
        assert_null(strstr(covey.output.bytes, "# covey")); // nor does H5MD claim the origin
        if (strstr(covey.output.bytes, rows) == NULL)
            fail_msg("%s: %s", files[k].name, covey.output.bytes);
        process_free(&covey);
    }
    const char *to = files_path("late.h5md");
    if (!covey_format_of(to)->built)
        return;
    write_text(path, "id,t,x,y,vx,vy\n1,0,0,0,NA,NA\n1,1,5,5,1,1\n");
    program_expect(&(program_case){.arguments = {"convert", "--from=csv", path, to},
                                   .code = 64,
                                   .err = "covey convert: H5MD holds velocities from the first "
                                          "frame on\n"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tracks_of_animals_give_what_is_found_by_hand),
        cmocka_unit_test(test_places_beyond_the_seam_are_folded),
        cmocka_unit_test(test_units_and_space_are_those_of_the_options),
        cmocka_unit_test(test_a_pixel_is_a_positive_number_of_units),
        cmocka_unit_test(test_each_mistake_has_its_message),
        cmocka_unit_test(test_damage_names_file_line_and_column),
        cmocka_unit_test(test_input_files_are_never_written),
        cmocka_unit_test(test_full_disks_and_readers_that_leave),
        cmocka_unit_test(test_a_recorded_run_measures_and_converts_like_the_run),
        cmocka_unit_test(test_clusters_of_a_run_are_linked_as_in_the_run),
        cmocka_unit_test(test_unknown_velocities_stay_unknown_in_every_format),
        cmocka_unit_test(test_runs_without_later_times_are_read),
        cmocka_unit_test(test_words_for_agents_stay_in_tables),
        cmocka_unit_test(test_suffixes_may_be_in_capitals),
        cmocka_unit_test(test_names_of_sets_are_letters_of_utf8),
        cmocka_unit_test(test_formats_go_by_name_or_suffix),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
