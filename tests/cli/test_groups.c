// SPDX-License-Identifier: MIT
// Tables of groups: centers, places and forces. Numbers of the second file are of a script of numpy
// 1.24 that knows nothing of covey: means, dot products and numpy.arctan2 over the same places.
#include "support/files.h"
#include "support/program.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PAIR "id,t,x,y\n1,0,0,0\n2,0,0,2\n1,1,1,0\n2,1,1,2\n1,2,2,0.5\n2,2,3,2\n1,3,3,1\n2,3,5,2\n"

// Both fly right; then 1 gets (0, 0.5) more and 2 gets (1, 0).
static void test_a_pair_is_found_by_hand(void **state)
{
    (void)state;
    char *text = program_output(
        &(program_case){.arguments = {"measure", "-", "--center"}, .with.input = PAIR});
    assert_string_equal(text, "set,t,agents,x,y,z,vx,vy,vz,speed,acceleration,turning_rate\n"
                              "flock,0,2,0,1,,1,0,,1,,\nflock,1,2,1,1,,1,0,,1,,\n"
                              "flock,2,2,2.5,1.25,,1.5,0.25,,1.5206906325745548,"
                              "0.5590169943749475,0.16514867741462683\n" // |(0.5, 0.25)|, atan 1/6
                              "flock,3,2,4,1.5,,1.5,0.25,,1.5206906325745548,0,0\n");
    free(text);
    text = program_output(
        &(program_case){.arguments = {"measure", "-", "--places"}, .with.input = PAIR});
    assert_non_null(strstr(text, "flock,1,1,0,-1,1\nflock,1,2,0,1,1\n")); // 2 is at the left
    free(text);
    // 1 sees 2 at its left and turns there by 0.5; 2 sees 1 at its right and speeds up by 1.
    text = program_output(&(program_case){
        .arguments = {"measure", "-", "--forces", "4", "--bin", "4"}, .with.input = PAIR});
    assert_non_null(strstr(text, "\nflock,-1.4835298642,2,1,0,1\n"));
    assert_non_null(strstr(text, "\nflock,1.65806278939,2,0,0.5,1\n"));
    free(text);
}

// A frame that is missing, and an agent that comes, make no acceleration; seams part no group.
static void test_groups_begin_anew_behind_gaps(void **state)
{
    (void)state;
    static const char tracks[] =
        "id,frame,x,y\n1,0,9,5\n2,0,1,5\n1,1,9.5,5\n2,1,1.5,5\n1,3,0,5\n2,3,2,5\n3,3,1,5\n"
        "1,4,0.5,5\n2,4,2.5,5\n3,4,1,9\n";
    char *text = program_output(&(program_case){
        .arguments = {"measure", "-", "--center", "--torus", "10,10"}, .with.input = tracks});
    assert_non_null(strstr(text, "\nflock,1,2,0.4999999999999998"));
    assert_non_null(strstr(text, "\nflock,3,3,1,5,,0.3333333333333333,1.3333333333333333,,"
                                 "1.3743685418725535,,\n")); // from places of 3 and 4 alone
    free(text);
    program_expect_message(&(program_case){.arguments = {"measure", "-", "--forces", "3"},
                                           .with.input = "id,t,x,y,z\n1,0,0,0,0\n1,1,0,0,1\n",
                                           .code = 65,
                                           .says = "forces are those of tracks in a plane"});
    program_expect_message(&(program_case){.arguments = {"measure", "-", "--forces", "0"},
                                           .with.input = tracks,
                                           .code = 64,
                                           .says = "--forces 0 is no distance"});
    program_expect_message(&(program_case){.arguments = {"measure", "-", "--forces=2", "--center"},
                                           .with.input = tracks,
                                           .code = 64,
                                           .says = "are two tables: ask for one"});
}

/// Fails unless a row of the table has these numbers behind its name, to 1e-9 of each.
static void check_row(const char *text, const char *begin, const double *wanted, int count)
{
    const char *row = strstr(text, begin);
    assert_non_null(row);
    row = strchr(row + 1, ',');
    for (int k = 0; k < count; k++) {
        char *end;
        while (*row == ',')
            row++;
        const double found = strtod(row, &end);
        assert_true(end != row && fabs(found - wanted[k]) <= 1e-9 * (1.0 + fabs(wanted[k])));
        row = end;
    }
}

static void test_groups_agree_with_numpy(void **state)
{
    (void)state;
    static const char tracks[] = "id,t,x,y\n"
                                 "0,0,5.55,0.35\n"
                                 "1,0,3.53,1.71\n"
                                 "2,0,3.54,3.58\n"
                                 "3,0,0.66,4\n"
                                 "0,0.5,5.91,2.81\n"
                                 "1,0.5,4.44,2.33\n"
                                 "2,0.5,4.2,4.05\n"
                                 "3,0.5,0.94,4.61\n"
                                 "0,1,6.95,3.49\n"
                                 "1,1,5.72,3.03\n"
                                 "2,1,5.01,5.62\n"
                                 "3,1,2.01,5.16\n"
                                 "0,1.5,7.66,4.56\n"
                                 "1,1.5,7.49,3.7\n"
                                 "2,1.5,5.69,6.92\n"
                                 "3,1.5,2.37,5.81\n";
    static const double center[] = {1.0,
                                    4.0,
                                    4.922499999999999,
                                    4.325,
                                    2.0999999999999996,
                                    1.75,
                                    2.733587386567329,
                                    2.096592473515059,
                                    -0.7754481990835754};
    static const double place[] = {1.5, 1.0, 0.04504714860293224, -2.2891883396528874,
                                   2.2896315205726876};
    static const double force[] = {2.181661564992912, 4.5, 0.07092302026985446, 0.31642261259580157,
                                   3.0}; // of the bin with most pairs
    char begin[40];
    char *text = program_output(
        &(program_case){.arguments = {"measure", "-", "--center"}, .with.input = tracks});
    check_row(text, "\nflock,1,", center, 9);
    free(text);
    text = program_output(
        &(program_case){.arguments = {"measure", "-", "--places"}, .with.input = tracks});
    check_row(text, "\nflock,1.5,1,", place, 5);
    free(text);
    text = program_output(&(program_case){
        .arguments = {"measure", "-", "--forces", "9", "--bin", "9"}, .with.input = tracks});
    (void)snprintf(begin, sizeof begin, "\nflock,%.6g", force[0]);
    check_row(text, begin, force, 5);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_pair_is_found_by_hand),
        cmocka_unit_test(test_groups_begin_anew_behind_gaps),
        cmocka_unit_test(test_groups_agree_with_numpy),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
