// SPDX-License-Identifier: MIT
// --axis: directions of animals along their bodies, in all tables by directions, from points,
// columns and headings, where animals swim backwards or rest.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/program.h"
#include "support/tracks.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// a swims backwards, b forwards, both heading right; c rests and heads up the picture, and loses
/// its nose. Velocities of a and b cancel out.
static const char mice[] = "scorer,n,n,n,n,n,n,n,n,n,n,n,n\nindividuals,a,a,a,a,b,b,b,b,c,c,c,c\n"
                           "bodyparts,tail,tail,nose,nose,tail,tail,nose,nose,tail,tail,nose,nose\n"
                           "coords,x,y,x,y,x,y,x,y,x,y,x,y\n"
                           "0,10,0,12,0,0,10,2,10,20,20,20,18\n1,9,0,11,0,1,10,3,10,20,20,20,18\n"
                           "2,8,0,10,0,2,10,4,10,20,20,,\n";

/// The same two as columns, and as headings, in degrees.
static const char columns[] = "id,t,x,y,tail_x,tail_y,x_Nose,y_Nose,heading\n"
                              "1,0,11,0,10,0,12,0,0\n2,0,1,10,0,10,2,10,0\n"
                              "1,1,10,0,9,0,11,0,0\n2,1,2,10,1,10,3,10,0\n"
                              "1,2,9,0,8,0,10,0,90\n2,2,3,10,2,10,4,10,\n";

static void write_text(const char *path, const char *text)
{
    files_write(path, text, strlen(text));
}

/// The output of covey measure (or convert, where the first word is that) of a text, with at most
/// six further words.
static char *table_of(const char *path, const char *const more[6])
{
    program_case row = {.arguments = {"measure", path}};
    for (int k = 0; k < 6 && more[k] != NULL; k++)
        row.arguments[2 + k] = more[k];
    process ran = program_run(&row);
    char *text = strdup(ran.output.bytes);
    process_free(&ran);
    return text;
}

/// Fails unless a table has a line.
static void expect_line(const char *path, const char *const more[6], const char *line)
{
    char *text = table_of(path, more);
    if (strstr(text, line) == NULL)
        fail_msg("%s is not in\n%s", line, text);
    free(text);
}

// |(1, 0) + (1, 0) + (0, 1)| / 3 = sqrt 5 / 3. In the last frame c has no direction, and is no
// third.
static void test_polarization_by_axis_is_not_that_of_velocities(void **state)
{
    (void)state;
    write_text("mice.csv", mice);
    expect_line("mice.csv", (const char *const[6]){"--link", "5"}, "\n0,0,flock,,0,");
    expect_line("mice.csv", (const char *const[6]){"--link", "5", "--axis", "tail:nose"},
                "# axis tail:nose\nstep,t,set,entries,polarization");
    expect_line("mice.csv", (const char *const[6]){"--link", "5", "--axis", "tail:nose"},
                "\n0,0,flock,,0.7453559924999299,");
    expect_line("mice.csv", (const char *const[6]){"--link", "5", "--axis", "tail:nose"},
                "\n2,2,flock,,1,");
    // c is seen from the picture's side: its nose is higher up, where y grows in covey
    write_text("still.csv", "scorer,n,n,n,n\nbodyparts,tail,tail,nose,nose\ncoords,x,y,x,y\n"
                            "0,20,20,20,18\n");
    expect_line("still.csv", (const char *const[6]){"--axis", "tail:nose", "--link", "1"},
                "\n0,0,flock,,1,"); // of a single frame there are no velocities
}

static void test_columns_and_headings_are_axes(void **state)
{
    (void)state;
    write_text("columns.csv", columns);
    expect_line("columns.csv", (const char *const[6]){"--link", "5", "--axis", "tail:nose"},
                "\n0,0,flock,,1,");
    expect_line("columns.csv", (const char *const[6]){"--link=5", "--axis=heading", "--degrees"},
                "\n1,1,flock,,1,");
    expect_line("columns.csv", (const char *const[6]){"--link=5", "--axis=heading", "--compass"},
                "\n1,1,flock,,1,");
    expect_line("columns.csv", (const char *const[6]){"--link", "5"}, "\n0,0,flock,,0,");
    // all that goes by directions: 2 is at the left of 1, whose velocity points the other way
    expect_line("columns.csv", (const char *const[6]){"--axis", "tail:nose", "--places"},
                "flock,0,1,5,-5,");
    expect_line("columns.csv", (const char *const[6]){"--axis", "tail:nose", "--lags", "1"},
                "flock,heading_memory,1,1,4\n");
    expect_line("columns.csv", (const char *const[6]){"--axis=heading", "--degrees", "--lags", "1"},
                "flock,turning_rate,1,0.5235987755982988,3\n"); // (0 + 0 + pi/2) / 3
    expect_line("columns.csv", (const char *const[6]){"--axis=heading", "--degrees", "--motion"},
                "flock,2,1,1,0,1.5707963267948966\n"); // turns on the spot, and goes on as it went
    expect_line("columns.csv", (const char *const[6]){"--axis", "tail:nose", "--agents"},
                ",14.142135623730951,2.356194490192345,1,"); // 3/4 pi: behind to the left
    expect_line("columns.csv", (const char *const[6]){"--axis=tail:nose", "--map=20", "--bin=20"},
                "flock,2.18166156499,10,0.00954929658551372,2");
}

// 1 swims backwards and slows down: its acceleration is to the right, where its nose is. 2 is to
// the left of it, behind.
static void test_forces_are_along_the_axis(void **state)
{
    (void)state;
    write_text("slow.csv",
               "id,t,x,y,tail_x,tail_y,nose_x,nose_y\n1,0,11,0,10,0,12,0\n"
               "1,1,9,0,8,0,10,0\n1,2,8,0,7,0,9,0\n2,0,4,5,,,,\n2,1,4,5,,,,\n2,2,4,5,,,,\n");
    expect_line("slow.csv",
                (const char *const[6]){"--forces", "9", "--bin", "9", "--axis=tail:nose"},
                "\nflock,2.35619449019,4.5,1,0,1\n");
    expect_line("slow.csv", (const char *const[6]){"--forces", "9", "--bin", "9"},
                "\nflock,-0.785398163397,4.5,-1,0,1\n");
}

static void test_axes_are_mended_as_places_are(void **state)
{
    (void)state;
    static const char lost[] = "id,frame,x,y,tail_x,tail_y,nose_x,nose_y\n1,0,0,0,0,0,1,0\n"
                               "1,2,2,0,2,0,2,1\n1,3,3,0,,,3,1\n1,4,4,0,4,0,4,3\n";
    write_text("lost.csv", lost);
    // half of the way from (1, 0) to (0, 1), which is 45 degrees; unknown in frame 3
    process ran = program_run(&(program_case){
        .arguments = {"convert", "lost.csv", "-", "--fill", "1", "--axis", "tail:nose"}});
    assert_non_null(strstr(ran.output.bytes, "\nflock,1,1,1,0,,,0.7853981633974483,\n"));
    assert_non_null(strstr(ran.output.bytes, "\nflock,3,1,3,0,,,,\n"));
    assert_non_null(
        strstr(ran.errors.bytes, "directions are those of the body, from tail to nose"));
    process_free(&ran);
    ran = program_run(&(program_case){.arguments = {"convert", "lost.csv", "-", "--resample", "0.5",
                                                    "--fill", "1", "--axis", "tail:nose"}});
    assert_non_null(
        strstr(ran.output.bytes, "\nflock,0.5,1,0.5,0,,,0.3217505543966422,\n")); // atan 1/3
    process_free(&ran);
    // the parabola nearest to y = 0, 3, 0, 0 is 0.75 - 0.3 t - 0.75 (t^2 - 1.25), t from the
    // middle: at frame 1 it is 1.65, and x is 2
    write_text("even.csv", "id,frame,x,y,tail_x,tail_y,nose_x,nose_y\n1,0,0,0,0,0,2,0\n"
                           "1,1,1,0,1,0,3,3\n1,2,2,0,2,0,4,0\n1,3,3,0,3,0,5,0\n");
    ran = program_run(&(program_case){
        .arguments = {"convert", "even.csv", "-", "--smooth", "5", "--axis", "tail:nose"}});
    const char *row = strstr(ran.output.bytes, "\nflock,1,1,");
    double heading = 0.0;
    assert_non_null(row);
    assert_int_equal(sscanf(row, "\nflock,1,1,%*f,%*f,%*f,%*f,%lf", &heading), 1);
    assert_true(fabs(heading - atan(1.65 / 2.0)) < 1e-12);
    process_free(&ran);
}

static void test_a_converted_file_keeps_headings(void **state)
{
    (void)state;
    write_text("mice.csv", mice);
    process ran = program_run(&(program_case){
        .arguments = {"convert", "mice.csv", "kept.csv", "--axis", "tail:nose", "--differences"}});
    process_free(&ran);
    expect_line("kept.csv", (const char *const[6]){"--link", "5"}, "\n0,0,flock,,0,");
    expect_line("kept.csv", (const char *const[6]){"--link", "5", "--axis", "heading"},
                "\n0,0,flock,,0.7453559924999299,");
}

/// Fails unless covey convert of a file with an axis writes a line.
static void expect_converted(const char *path, const char *axis, const char *more, const char *line)
{
    process ran = program_run(
        &(program_case){.arguments = {"convert", path, "-", "--y-up", "--axis", axis, more}});
    if (strstr(ran.output.bytes, line) == NULL)
        fail_msg("%s is not in\n%s", line, ran.output.bytes);
    process_free(&ran);
}

static void test_each_tracker_of_points_has_axes(void **state)
{
    (void)state;
    write_text("flies.csv", "track,frame_idx,instance.score,head.x,head.y,head.score,thorax.x,"
                            "thorax.y,thorax.score\nann,0,0.9,5,5,0.9,9,5,0.9\n"
                            "bob,0,0.9,5,25,0.9,9,25,0.8\n");
    expect_converted("flies.csv", "head:thorax", NULL, "\nflock,0,1,7,25,,,0,,bob\n");
    expect_converted("flies.csv", "head:thorax", "--likelihood=0.85",
                     "\nflock,0,1,5,25,,,,,bob\n"); // the thorax is not sure enough
    write_text("pool_fish0.csv", "frame,time,X (cm),Y (cm),X#wcentroid (cm),Y#wcentroid (cm)\n"
                                 "0,0,1,2,3,2\n1,0.04,inf,inf,4,2\n");
    expect_converted("pool_fish0.csv", "head:wcentroid", NULL, "\nflock,0,0,3,2,,,0,\n");
    expect_converted("pool_fish0.csv", "head:wcentroid", NULL, "\nflock,0.04,0,4,2,,,,\n");
    const char *arrays = tracks_make("trex"); // the head is 1 to the right of the centroid
    if (arrays != NULL)
        expect_converted(arrays, "wcentroid:head", "--from=npy", "\nflock,1,0,1,2,,,0,\n");
    write_text("numbers.csv", "time,x1,y1,x2,y2\n0,10,10,40,50\n");
    program_expect_message(
        &(program_case){.arguments = {"measure", "numbers.csv", "--axis", "x1:x2"},
                        .code = 64,
                        .says = "the file has one point of each animal, and no axis"});
}

static void test_an_axis_that_is_not_there_is_refused(void **state)
{
    (void)state;
    write_text("mice.csv", mice);
    write_text("columns.csv", columns);
    static const struct {
        const char *path, *axis, *says;
        int code;
    } rows[] = {
        {"mice.csv", "tail", "an axis is TAIL:NOSE, two points of an animal, or heading", 64},
        {"mice.csv", "tail:tail", "an axis is TAIL:NOSE", 64},
        {"mice.csv", ":nose", "an axis is TAIL:NOSE", 64},
        {"mice.csv", "tail:snout", "the file has no point snout: it has tail, nose", 64},
        {"mice.csv", "heading", "the table has no column of headings", 64},
        {"columns.csv", "tail:snout", "the file has no columns snout_x and snout_y", 64},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        program_expect_message(
            &(program_case){.arguments = {"measure", rows[k].path, "--axis", rows[k].axis},
                            .code = rows[k].code,
                            .says = rows[k].says});
    program_expect_message(
        &(program_case){.arguments = {"convert", "mice.csv", "x.xyz", "--axis", "tail:nose"},
                        .code = 64,
                        .says = "the format extxyz holds no headings, which a body axis makes"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_polarization_by_axis_is_not_that_of_velocities),
        cmocka_unit_test(test_columns_and_headings_are_axes),
        cmocka_unit_test(test_forces_are_along_the_axis),
        cmocka_unit_test(test_axes_are_mended_as_places_are),
        cmocka_unit_test(test_a_converted_file_keeps_headings),
        cmocka_unit_test(test_each_tracker_of_points_has_axes),
        cmocka_unit_test(test_an_axis_that_is_not_there_is_refused),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
