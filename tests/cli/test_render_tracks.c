// SPDX-License-Identifier: MIT
// covey render of recorded tracks takes the options that covey measure takes. Pictures are compared
// with those of tables that need none.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/pictures.h"
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void write_text(const char *path, const char *text)
{
    files_write(path, text, strlen(text));
}

/// Draws a table, without its name, with at most six further words.
static void draw(const char *table, const char *picture, const char *const more[6])
{
    program_case row = {.arguments = {"render", table, "-o", picture, "--bare", "--quiet", "--size",
                                      "320x240", "--frame", "1"}};
    for (int k = 0; k < 6 && more != NULL && more[k] != NULL; k++)
        row.arguments[10 + k] = more[k];
    program_expect(&row);
}

static bool are_same(const char *table, const char *const more[6], const char *other)
{
    draw(table, "one.png", more);
    draw(other, "other.png", NULL);
    pictures_expect_png("one.png", 320, 240);
    return pictures_are_same("one.png", "other.png");
}

static void test_columns_units_and_gaps_are_as_for_measures(void **state)
{
    (void)state;
    write_text("plain.csv", "id,t,x,y\n1,0,0,0\n2,0,9,9\n1,1,2,1\n2,1,9,8\n1,2,4,1\n2,2,9,7\n");
    write_text("odd.csv", "Fish,Frame no,px,py\n1,0,0,0\n2,0,90,-90\n1,1,20,-10\n2,1,90,-80\n"
                          "1,2,40,-10\n2,2,90,-70\n");
    assert_true(are_same("odd.csv",
                         (const char *const[6]){"--columns=id=Fish,frame=Frame no,x=px,y=py",
                                                "--scale=0.1", "--y-down"},
                         "plain.csv"));
    assert_false(are_same(
        "odd.csv",
        (const char *const[6]){"--columns=id=Fish,frame=Frame no,x=px,y=py", "--scale=0.1"},
        "plain.csv")); // upside down
    write_text("lost.csv", "id,frame,x,y\n1,0,0,0\n2,0,9,9\n2,1,9,8\n1,2,4,2\n2,2,9,7\n");
    write_text("whole.csv", "id,frame,x,y\n1,0,0,0\n2,0,9,9\n1,1,2,1\n2,1,9,8\n1,2,4,2\n2,2,9,7\n");
    assert_false(are_same("lost.csv", NULL, "whole.csv"));
    assert_true(are_same("lost.csv", (const char *const[6]){"--fill", "1"}, "whole.csv"));
}

static void test_darts_point_along_bodies(void **state)
{
    (void)state;
    write_text("bodies.csv", "id,t,x,y,tail_x,tail_y,nose_x,nose_y\n1,0,9,0,9,0,12,0\n"
                             "2,0,0,9,0,9,0,12\n1,1,8,0,8,0,11,0\n2,1,0,9,0,9,0,12\n");
    write_text("ahead.csv", "id,t,x,y,vx,vy\n1,0,9,0,1,0\n2,0,0,9,0,1\n1,1,8,0,1,0\n2,1,0,9,0,1\n");
    assert_true(are_same("bodies.csv", (const char *const[6]){"--axis", "tail:nose"}, "ahead.csv"));
    assert_false(are_same("bodies.csv", NULL, "ahead.csv"));
}

static void test_a_file_of_each_animal_is_drawn(void **state)
{
    (void)state;
    write_text("a.csv", "t,x,y\n0,0,0\n1,2,1\n");
    write_text("b.csv", "t,x,y\n0,9,9\n1,9,8\n");
    write_text("both.csv", "id,t,x,y\n0,0,0,0\n1,0,9,9\n0,1,2,1\n1,1,9,8\n");
    assert_true(
        are_same("a.csv", (const char *const[6]){"b.csv", "--id-from", "file"}, "both.csv"));
}

static void test_scenarios_have_no_tracks(void **state)
{
    (void)state;
    program_expect_message(
        &(program_case){.arguments = {"render", "torus-2", "-o", "x.png", "--fill", "2"},
                        .code = 64,
                        .says = "covey render: --fill is of tracks, and torus-2 is a scenario"});
    program_expect_message(
        &(program_case){.arguments = {"render", "both.csv", "a.csv", "-o", "x.png"},
                        .code = 64,
                        .says = "unexpected \"a.csv\": several files are of an animal each"});
    program_expect_message(
        &(program_case){.arguments = {"render", "both.csv", "-o", "x.png", "--axis", "a:b"},
                        .code = 64,
                        .says = "the file has no columns a_x and a_y"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_columns_units_and_gaps_are_as_for_measures),
        cmocka_unit_test(test_darts_point_along_bodies),
        cmocka_unit_test(test_a_file_of_each_animal_is_drawn),
        cmocka_unit_test(test_scenarios_have_no_tracks),
    };
    return cmocka_run_group_tests(tests, pictures_setup, files_teardown);
}
