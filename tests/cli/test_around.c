// SPDX-License-Identifier: MIT
// covey plot of bins around an agent: tables of covey measure --forces and --map. Pictures are
// compared with one another, and bins of few pairs stay blank.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/pictures.h"
#include "support/program.h"

#include <covey/draw.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD "set,bearing,distance,speeding,turning,count\n"

/// Draws a table into a file, with at most four further words.
static void draw(const char *text, const char *picture, const char *const more[4])
{
    files_write("bins.csv", text, strlen(text));
    program_case row = {.arguments = {"plot", "bins.csv", "-o", picture}};
    for (int k = 0; k < 4 && more != NULL && more[k] != NULL; k++)
        row.arguments[4 + k] = more[k];
    program_expect(&row);
}

static bool are_same(const char *one, const char *other, const char *const more[4])
{
    draw(one, "one.png", more);
    draw(other, "other.png", more);
    pictures_expect_png("one.png", 960, 420);
    return pictures_are_same("one.png", "other.png");
}

// Bins are 2 wide, of 10 degrees: one ahead, one to the left, and one with 9 pairs.
#define ROWS(ahead, left, thin)                                                                    \
    HEAD "flock,0.0872664625997,1," ahead ",0,40\nflock,1.65806278939,3,0," left ",10\n"           \
         "flock,-2.18166156499,1," thin ",0,9\n"

static void test_bins_of_few_pairs_stay_blank(void **state)
{
    (void)state;
    const char *table = ROWS("0.5", "0.3", "-0.1");
    assert_true(are_same(table, ROWS("0.5", "0.3", "-9"), NULL));
    assert_false(are_same(table, ROWS("-0.5", "0.3", "-0.1"), NULL));
    assert_false(are_same(table, ROWS("0.5", "-0.3", "-0.1"), NULL));
    const char *const all[4] = {"--least", "9"};
    assert_false(are_same(table, ROWS("0.5", "0.3", "-9"), all));
    draw(table, "other.png", all);
    draw(table, "one.png", NULL);
    assert_false(pictures_are_same("one.png", "other.png"));
}

/// The first corner of the shape of a color in a picture as text.
static covey_vec first_of(const char *svg, const char *color)
{
    char begin[80];
    covey_vec corner = {0};
    (void)snprintf(begin, sizeof begin, "fill:%s;fill-opacity:1;\" d=\"M ", color);
    const char *at = strstr(svg, begin);
    assert_non_null(at);
    assert_int_equal(sscanf(at + strlen(begin), "%lf %lf", &corner.x, &corner.y), 2);
    return corner;
}

static void test_left_is_left_and_ahead_is_up(void **state)
{
    (void)state;
    // the ends of the scale, each in one bin: the disc is around (160, 198)
    draw(HEAD "f,1.65806278939,1,1,0,40\nf,-0.0872664625997,3,-1,0,40\n", "ends.svg", NULL);
    size_t size;
    char *svg = files_read("ends.svg", &size);
    covey_vec red = first_of(svg, "rgb(69.803922%,9.411765%,16.862745%)");
    covey_vec blue = first_of(svg, "rgb(12.941176%,40%,67.45098%)");
    assert_true(red.x > 105 && red.x < 140 && fabs(red.y - 198) < 12);
    assert_true(blue.y > 90 && blue.y < 150 && fabs(blue.x - 160) < 25 && blue.x > 158);
    assert_null(strstr(strstr(svg, "rgb(12.941176%,40%,67.45098%)") + 1,
                       "rgb(12.941176%,40%,67.45098%)")); // no turn is not the lowest of turns
    free(svg);
    // Where the program writes it: a pair of which one is at the left of the other and turns there.
    static const char tracks[] =
        "id,t,x,y\n1,0,0,0\n2,0,0,2\n1,1,1,0\n2,1,1,2\n1,2,2,0.5\n2,2,3,2\n";
    files_write("two.csv", tracks, strlen(tracks));
    program_expect(&(program_case){
        .arguments = {"measure", "two.csv", "--forces", "4", "--bin", "2", "-o", "forces.csv"}});
    program_expect(&(program_case){
        .arguments = {"plot", "forces.csv", "-o", "own.png", "--least", "1", "--title", "x"}});
    draw(HEAD "flock,-1.4835298642,3,1,0,1\nflock,1.65806278939,3,0,0.5,1\n", "other.png",
         (const char *const[4]){"--least", "1", "--title", "x"});
    assert_true(pictures_are_same("own.png", "other.png"));
}

static void test_options_and_sets_change_the_picture(void **state)
{
    (void)state;
    static const char *const options[][4] = {
        {"--theme", "dark"}, {"--title", "guppies"}, {"--size", "640x320"}, {"--flock", "two"}};
    const char *table = HEAD "one,0.0872664625997,1,0.5,0,40\ntwo,1.65806278939,1,0,0.2,10\n";
    draw(table, "plain.png", NULL);
    for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
        draw(table, "other.png", options[k]);
        assert_false(pictures_are_same("plain.png", "other.png"));
    }
    draw("set,bearing,distance,density,count\nf,0.0872664625997,1,0.5,40\n", "map.png", NULL);
    pictures_expect_png("map.png", 960, 420);
}

static void test_mistakes_have_messages(void **state)
{
    (void)state;
    static const struct {
        const char *table, *option, *says;
        int code;
    } rows[] = {
        {HEAD "f,0,1,0,0,9\n", "--least=10", "no bin has 10 pairs", 65},
        {HEAD "f,0,1,0,0,9\n", "--x=bearing", "is of bins around an agent: there is no --x", 64},
        {HEAD "f,0,1,0,0,99\n", "--flock=g", "there is no set \"g\" (did you mean f?)", 64},
        {HEAD "f,0,1,0,0,99\nf,0,2.5,0,0,99\n", "--least=1", "of one width", 65},
        {HEAD, "--least=1", "the table has no rows", 65},
        {"t,a\n0,1\n", "--least=1", "--least is for forces and maps", 64},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        files_write("bad.csv", rows[k].table, strlen(rows[k].table));
        program_expect_message(
            &(program_case){.arguments = {"plot", "bad.csv", "-o", "bad.png", rows[k].option},
                            .code = rows[k].code,
                            .says = rows[k].says});
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bins_of_few_pairs_stay_blank),
        cmocka_unit_test(test_left_is_left_and_ahead_is_up),
        cmocka_unit_test(test_options_and_sets_change_the_picture),
        cmocka_unit_test(test_mistakes_have_messages),
    };
    return cmocka_run_group_tests(tests, pictures_setup, files_teardown);
}
