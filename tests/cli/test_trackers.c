// SPDX-License-Identifier: MIT
// covey measure and covey convert on files that other programs wrote or packed.
#define _XOPEN_SOURCE 700
#include "formats/gzip.h"
#include "support/files.h"
#include "support/program.h"

#include <covey/format.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void write_text(const char *path, const char *text)
{
    files_write(path, text, strlen(text));
}

#define TRACKS "id,t,x,y\n1,0,2,3\n2,0,5,7\n1,1,4,3\n2,1,5,6\n1,2,6,4\n2,2,5,5\n"

static void test_packed_tables_are_read_and_written_by_all_commands(void **state)
{
    (void)state;
    if (!covey_gzip_is_built())
        skip();
    const char *plain = files_path("loose.csv"), *packed = files_path("tight.csv.gz");
    const char *to = files_path("measured.csv.gz"), *same = files_path("measured.csv");
    write_text(plain, TRACKS);
    program_expect(&(program_case){.arguments = {"measure", plain, "-o", same}});
    char *wanted = program_output(&(program_case){.arguments = {"convert", plain, "-"}});
    program_expect(&(program_case){.arguments = {"convert", plain, packed}});
    char *found = program_output(&(program_case){.arguments = {"convert", packed, "-"}});
    assert_string_equal(found, wanted);
    free(found);
    free(wanted);
    program_expect(&(program_case){.arguments = {"measure", packed, "-o", to}});
    wanted = program_output(&(program_case){.arguments = {"stats", same}});
    found = program_output(&(program_case){.arguments = {"stats", to}});
    const char *behind = strchr(wanted, '\n'), *after = strchr(found, '\n'); // names of files
    assert_string_equal(after != NULL ? after : "", behind != NULL ? behind : "");
    free(found);
    free(wanted);
    size_t size;
    char *bytes = files_read(packed, &size);
    files_write(packed, bytes, size - 1);
    free(bytes);
    char says[700];
    (void)snprintf(says, sizeof says, "covey measure: %s: gzip, after line ", packed);
    program_expect_message(
        &(program_case){.arguments = {"measure", packed}, .code = 65, .says = says});
    bytes = files_read(to, &size);
    files_write(to, bytes, size - 1);
    free(bytes);
    (void)snprintf(says, sizeof says, "covey stats: %s: gzip: it is cut: its end is missing\n", to);
    program_expect_message(&(program_case){.arguments = {"stats", to}, .code = 65, .says = says});
    program_expect_message(&(program_case){.arguments = {"measure", plain, "--lags", "2", "-o", to},
                                           .code = 64,
                                           .says = "--lags writes plain text: "});
}

#define MOUSE                                                                                      \
    "scorer;n;n;n;n;n;n\nbodyparts;nose;nose;nose;tail;tail;tail\n"                                \
    "coords;x;y;likelihood;x;y;likelihood\n"                                                       \
    "0;1,5;2;0,9;3,5;4;0,2\n1;2,5;2;0,9;4,5;4;0,9\n"

static void test_points_go_by_their_options_in_every_command(void **state)
{
    (void)state;
    const char *path = files_path("mouse.csv"), *to = files_path("mouse.xyz");
    write_text(path, MOUSE);
    char *text = program_output(&(program_case){
        .arguments = {"convert", path, "-", "--decimal", "comma", "--point", "nose", "--y-down"}});
    assert_non_null(strstr(text, "\nflock,0,0,1.5,-2,,,,\nflock,1,0,2.5,-2,,,,\n"));
    free(text);
    text = program_output(&(program_case){
        .arguments = {"convert", path, "-", "--decimal=comma", "--likelihood", "0.5", "--y-up"}});
    assert_non_null(strstr(text, "\nflock,0,0,1.5,2,,,,\nflock,1,0,3.5,3,,,,\n"));
    free(text);
    text = program_output(&(program_case){
        .arguments = {"measure", path, "--decimal=comma", "--fps", "10", "--y-up"}});
    assert_non_null(strstr(text, "\n1,0.1,flock,,1,")); // one agent flies its own way
    free(text);
    program_expect(
        &(program_case){.arguments = {"convert", path, to, "--decimal", "comma", "--y-up"}});
    static const struct {
        const char *arguments[6];
        int code;
        const char *says;
    } rows[] = {
        {{"convert", NULL, "-"}, 65, "column 3: found \"1,5\", expected a decimal number with a "},
        {{"convert", NULL, "-", "--decimal=comma", "--point=paw"},
         64,
         "covey convert: the file has no point paw: it has nose, tail\n"},
        {{"measure", NULL, "--likelihood", "2"}, 64, "--likelihood 2 is no number from 0 to 1"},
        {{"measure", NULL, "--decimal", "dot"}, 64, "--decimal"},
        {{"convert", "XYZ", "-", "--point", "nose"},
         64,
         "covey convert: the format extxyz has no points of agents\n"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        program_case row = {.code = rows[k].code, .says = rows[k].says};
        memcpy(row.arguments, rows[k].arguments, sizeof rows[k].arguments);
        row.arguments[1] = rows[k].arguments[1] == NULL ? path : to;
        program_expect_message(&row);
    }
}

// A picture's y is mirrored and a line says so, unless it was asked for; pixels become lengths.
static void test_pictures_are_mirrored_aloud(void **state)
{
    (void)state;
    const char *path = files_path("spots.csv");
    write_text(path, "x,y,frame,particle\n1,2,0,7\n2,4,1,7\n");
    static const struct {
        const char *options[4], *row;
    } rows[] = {
        {{"--y-down"}, "\nflock,0,7,1,-2,"},
        {{"--y-up"}, "\nflock,0,7,1,2,"},
        {{"--y-down", "--fps=10", "--scale=0.5", "--torus=8,8"}, "# torus 8 8\n"},
        {{"--y-up", "--fps=10", "--scale=0.5"}, "\nflock,0.1,7,1,2,"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        program_case row = {.arguments = {"convert", path, "-"}};
        memcpy(row.arguments + 3, rows[k].options, sizeof rows[k].options);
        char *text = program_output(&row); // and nothing on standard error
        assert_non_null(strstr(text, rows[k].row));
        free(text);
    }
    char *down = program_output(&(program_case){.arguments = {"convert", path, "-", "--y-down"}});
    char says[300];
    (void)snprintf(says, sizeof says,
                   "covey convert: %s: y of tracked pictures points down and is mirrored (--y-up "
                   "leaves it)\n",
                   path);
    program_expect(&(program_case){.arguments = {"convert", path, "-"}, .out = down, .err = says});
    free(down);
    program_expect_message(
        &(program_case){.arguments = {"measure", path, "--y-up", "--y-down"},
                        .code = 64,
                        .says = "covey measure: --y-down and --y-up: choose one"});
}

// Two are 3 apart over a seam in the first frame that has two.
static void test_clusters_of_tracks_are_linked_by_how_near_agents_are(void **state)
{
    (void)state;
    const char *path = files_path("near.csv");
    write_text(path, "t,id,x,y\n0,1,1,0\n1,1,1,0\n1,2,18,0\n2,1,1,0\n2,2,7.5,0\n");
    char *text =
        program_output(&(program_case){.arguments = {"measure", path, "--torus", "20,20"}});
    assert_true(strncmp(text, "# link 6\nstep,", 14) == 0);
    assert_non_null(strstr(text, "\n1,1,flock,,0.5,0,3,3,0,1,1,"));
    free(text);
}

#define FISH "frame,time,X#wcentroid (cm),Y#wcentroid (cm)\n"

static void test_trex_has_a_file_for_each_animal(void **state)
{
    (void)state;
    const char *first = files_path("video_fish0.csv"), *last = files_path("video_fish12.csv");
    write_text(first, FISH "0,0,1,2\n1,0.04,2,2\n");
    write_text(files_path("video_fish3.csv"), FISH "0,0,inf,inf\n1,0.04,5,6\n");
    write_text(last, FISH "1,0.04,7,8\n3,0.12,8,8\n");
    write_text(files_path("other_fish1.csv"), FISH "0,0,9,9\n");
    write_text(files_path("video_fish1.csv.old"), FISH "0,0,9,9\n");
    write_text(files_path("video_fishes.csv"), FISH "0,0,9,9\n");
    static const char all[] = "\n# agents 1\nflock,0,0,1,2,,,,\n# agents 3\nflock,0.04,0,2,2,,,,\n"
                              "flock,0.04,3,5,6,,,,\nflock,0.04,12,7,8,,,,\n# agents 1\n"
                              "flock,0.12,12,8,8,,,,\n";
    char *text = program_output(&(program_case){.arguments = {"convert", first, "-", "--y-up"}});
    assert_non_null(strstr(text, all));
    char *same = program_output(&(program_case){.arguments = {"convert", last, "-", "--y-up"}});
    assert_string_equal(same, text); // any of them names all
    free(same);
    free(text);
    // Files that are only numbered may be of other videos.
    const char *trial = files_path("trial1.csv");
    write_text(trial, FISH "0,0,1,2\n");
    write_text(files_path("trial2.csv"), FISH "0,0,9,9\n");
    text = program_output(&(program_case){.arguments = {"convert", trial, "-", "--y-up"}});
    assert_non_null(strstr(text, "\nflock,0,0,1,2,,,,\n"));
    assert_null(strstr(text, "9,9"));
    free(text);
    // A mistake is told with its file.
    char says[700];
    write_text(last, FISH "1,0.04,7,eight\n");
    (void)snprintf(says, sizeof says,
                   "covey convert: %s: in %s, line 2, column 10: found \"eight\"", first, last);
    program_expect_message(
        &(program_case){.arguments = {"convert", first, "-"}, .code = 65, .says = says});
    write_text(last, "frame,X#wcentroid (cm),Y#wcentroid (cm)\n1,7,8\n");
    (void)snprintf(says, sizeof says,
                   "in %s, line 1, column 1: found \"frame,X#wcentroid (cm),Y\""
                   "..., expected the header of the file of the first animal",
                   last);
    program_expect_message(
        &(program_case){.arguments = {"convert", first, "-"}, .code = 65, .says = says});
}

/// Writes an array of numpy: its head, and `zeros` bytes behind it.
static void write_array(const char *path, const char *head, size_t zeros)
{
    char bytes[256] = "\x93NUMPY\x01";
    size_t length = strlen(head);
    assert_true(10 + length + zeros <= sizeof bytes);
    bytes[8] = (char)length;
    memcpy(bytes + 10, head, length);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, 10 + length + zeros, file), 10 + length + zeros);
    assert_int_equal(fclose(file), 0);
}

#define HEAD(kind, shape) "{'descr': '" kind "', 'fortran_order': False, 'shape': " shape ", }\n"

/// A head of a few bytes tells as many frames as it likes, as none has an animal.
static void test_arrays_of_numpy_end_and_are_refused_in_words(void **state)
{
    (void)state;
    const char *path = files_path("places.npy");
    write_array(path, HEAD("<f8", "(999999999999999999, 0, 2)"), 0);
    char *text = program_output(&(program_case){.arguments = {"convert", path, "-", "--y-up"}});
    files_drop_comments(text);
    assert_string_equal(text, "set,t,id,x,y,vx,vy,heading,speed\n");
    free(text);
    write_array(path, HEAD("<f2", "(2, 1, 2)"), 8);
    program_expect_message(&(program_case){
        .arguments = {"convert", path, "-"}, .code = 65, .says = "real ones have 4 or 8 bytes"});
}

/// Two frames of an animal, the second at infinity: no gap, and no table without rows.
static void test_infinite_places_of_an_array_are_refused(void **state)
{
    (void)state;
    const char *path = files_path("infinite.npy");
    const double places[] = {1.0, 2.0, 3.0, (double)INFINITY};
    write_array(path, HEAD("<f8", "(2, 1, 2)"), sizeof places);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, -(long)sizeof places, SEEK_END), 0);
    assert_int_equal(fwrite(places, sizeof places, 1, file), 1);
    assert_int_equal(fclose(file), 0);
    program_expect_message(&(program_case){.arguments = {"measure", path},
                                           .code = 65,
                                           .says = "frame 1, animal 1: a place is infinite"});
}

/// Each format that writes trajectories, from the library's list.
static void test_tables_are_not_named_as_trajectories(void **state)
{
    (void)state;
    const covey_format *format;
    int refused = 0;
    for (int k = 0; (format = covey_format_at(k)) != NULL; k++) {
        char name[COVEY_NAME_SIZE + 8];
        (void)snprintf(name, sizeof name, "table%s", format->suffix);
        const covey_format *found = covey_format_of(name);
        bool is_table = found == NULL || strcmp(found->name, "csv") == 0;
        if (is_table || strcmp(found->name, "profiles") == 0 ||
            strcmp(found->name, "agents") == 0 || strcmp(found->name, "measures") == 0)
            continue;
        program_expect_message(&(program_case){
            .arguments = {"run", "torus-0", "--steps", "1", "--measure", files_path(name)},
            .code = 64,
            .says = "measures are a table: name it .csv"});
        program_expect_message(
            &(program_case){.arguments = {"measure", "-", "-o", files_path(name)},
                            .with.input = "t,id,x,y\n0,1,0,0\n",
                            .code = 64,
                            .says = "this is a table: name it .csv"});
        refused++;
    }
    assert_true(refused >= 2);
}

static void test_a_measure_asks_for_one_table(void **state)
{
    (void)state;
    program_expect_message(
        &(program_case){.arguments = {"measure", "-", "--motion", "--lags", "3"},
                        .with.input = "t,id,x,y\n0,1,0,0\n",
                        .code = 64,
                        .says = "covey measure: --lags and --motion are two tables: ask for one"});
    program_expect_message(&(program_case){
        .arguments = {"measure", "-", "--agents", "--profiles"},
        .with.input = "t,id,x,y\n0,1,0,0\n",
        .code = 64,
        .says = "covey measure: --profiles and --agents are two tables: ask for one"});
}

/// A head alone would look as if something were missing.
static void test_statistics_of_no_numbers_say_so(void **state)
{
    (void)state;
    const char *path = files_path("empty.csv");
    write_text(path, "t,x\n0,nan\n1,\n2,nan\n");
    char *text = program_output(&(program_case){.arguments = {"stats", path}});
    assert_non_null(strstr(text, "No series has a finite number"));
    free(text);
    write_text(path, "t,x\n0,nan\n1,3\n2,nan\n");
    text = program_output(&(program_case){.arguments = {"stats", path}});
    assert_null(strstr(text, "No series"));
    free(text);
}

/// Columns beyond 64 and long names of sets are as good as others.
static void test_statistics_have_all_columns_and_sets(void **state)
{
    (void)state;
    enum { COLUMNS = 100, LONG = 70 };
    const char *path = files_path("wide.csv");
    char table[8192], name[LONG + 1];
    size_t used = (size_t)snprintf(table, sizeof table, "t,set");
    for (int k = 0; k < COLUMNS; k++)
        used += (size_t)snprintf(table + used, sizeof table - used, ",column%d", k);
    memset(name, 'n', LONG);
    name[LONG] = '\0';
    for (int row = 0; row < 4; row++) {
        used += (size_t)snprintf(table + used, sizeof table - used, "\n%d,%s%c", row / 2, name,
                                 'a' + row % 2);
        for (int k = 0; k < COLUMNS; k++)
            used += (size_t)snprintf(table + used, sizeof table - used, ",%d", k);
    }
    write_text(path, table);
    char *text = program_output(&(program_case){.arguments = {"stats", path}});
    assert_non_null(strstr(text, "column99"));
    assert_non_null(strstr(text, "nna "));
    assert_non_null(strstr(text, "nnb "));
    free(text);
    const char *ratio = "column99/column33";
    text = program_output(&(program_case){.arguments = {"stats", path, "--ratio", ratio}});
    assert_non_null(strstr(text, "column99/column33  3  from"));
    free(text);
    program_expect_message(
        &(program_case){.arguments = {"stats", path, "--measures", "column99,column100"},
                        .code = 64,
                        .says = "there is no measure \"column100\""});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clusters_of_tracks_are_linked_by_how_near_agents_are),
        cmocka_unit_test(test_packed_tables_are_read_and_written_by_all_commands),
        cmocka_unit_test(test_points_go_by_their_options_in_every_command),
        cmocka_unit_test(test_pictures_are_mirrored_aloud),
        cmocka_unit_test(test_trex_has_a_file_for_each_animal),
        cmocka_unit_test(test_arrays_of_numpy_end_and_are_refused_in_words),
        cmocka_unit_test(test_infinite_places_of_an_array_are_refused),
        cmocka_unit_test(test_tables_are_not_named_as_trajectories),
        cmocka_unit_test(test_a_measure_asks_for_one_table),
        cmocka_unit_test(test_statistics_of_no_numbers_say_so),
        cmocka_unit_test(test_statistics_have_all_columns_and_sets),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
