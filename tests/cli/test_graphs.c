// SPDX-License-Identifier: MIT
// covey plot --x of tables: rows with the same x are averaged, bands are standard errors, and axes
// have the titles asked for. Pictures are compared with those of tables with the same means.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/pictures.h"
#include "support/program.h"

#include <covey/draw.h>

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/// Draws b over a of a table into a file, with at most four further arguments.
static void draw(const char *text, const char *picture, const char *const more[4])
{
    files_write("table.csv", text, strlen(text));
    program_case row = {
        .arguments = {"plot", "table.csv", "-o", picture, "--x", "a", "--y", "b", "--title", ""}};
    for (int k = 0; k < 4 && more != NULL; k++)
        row.arguments[10 + k] = more[k];
    program_expect(&row);
}

static bool are_same(const char *one, const char *other, const char *const more[4])
{
    draw(one, "one.png", more);
    draw(other, "other.png", more);
    pictures_expect_png("one.png", 800, 560);
    return pictures_are_same("one.png", "other.png");
}

/// The standard error of two values m - e and m + e is e; that of four, two of them m - d and two
/// m + d, is d / sqrt 3.
static void test_a_point_is_the_mean_and_its_band_the_standard_error(void **state)
{
    (void)state;
    const char *two = "a,b\n1,0.4\n1,0.6\n3,1\n2,0.75\n";
    assert_true(are_same(two,
                         "a,b\n3,1\n1,0.3267949192431123\n1,0.6732050807568877\n2,0.75\n"
                         "1,0.3267949192431123\n1,0.6732050807568877\n",
                         NULL));
    assert_false(are_same(two, "a,b\n1,0.5\n2,0.75\n3,1\n", NULL));
    assert_false(are_same(two, "a,b\n1,0.38\n1,0.62\n2,0.75\n3,1\n", NULL));
    assert_true(are_same("a,b\n1,0.5\n1,0.5\n2,1\n", "# by a test\nb,a\n0.5,1\n1,2\n,3\n", NULL));
}

static void test_curves_are_sets_or_values_of_a_column(void **state)
{
    (void)state;
    const char *sets = "set,a,b\nn 7,0,1\nn 9,0,2\nn 9,1,3\nn 7,1,1\n";
    const char *values = "n,a,b\n7,0,1\n7,1,1\n9,0,2\n9,1,3\n";
    draw(sets, "one.png", NULL);
    draw(values, "other.png", (const char *const[4]){"--by", "n"});
    assert_true(pictures_are_same("one.png", "other.png"));
    draw(values, "other.png", NULL);
    assert_false(pictures_are_same("one.png", "other.png"));
}

static void test_options_change_the_graph(void **state)
{
    (void)state;
    const char *table = "a,b\n1,1\n10,20\n100,300\n";
    static const char *const options[][4] = {
        {"--log", "x"},         {"--log", "y"},      {"--log", "xy"},       {"--x-title", "noise"},
        {"--y-title", "noise"}, {"--theme", "dark"}, {"--size", "320x240"},
    };
    draw(table, "plain.png", NULL);
    for (size_t k = 0; k < LENGTH(options); k++) {
        draw(table, "other.png", options[k]);
        assert_false(pictures_are_same("plain.png", "other.png"));
    }
    draw(table, "other.png", (const char *const[4]){"--x-title", "a", "--y-title", "b"});
    assert_true(pictures_are_same("plain.png", "other.png"));
}

static void test_mistakes_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *arguments[6];
        int code;
        const char *err;
    } mistakes[] = {
        {{"--x", "aa", "--y", "b"},
         64,
         "covey plot: there is no column \"aa\" (did you mean a?) in sets.csv\n"},
        {{"--x", "a"}, 64, "covey plot: there is no column \"polarization\" in sets.csv\n"},
        {{"--x", "a", "--y", "set"}, 64, "covey plot: there is no column \"set\" in sets.csv\n"},
        {{"--x", "a", "--y", "b", "--by", "n"},
         64,
         "covey plot: sets.csv has several sets, which are curves without --by n\n"},
        {{"--x", "a", "--y", "b", "--map"},
         64,
         "covey plot: --map is for sweeps, and sets.csv is none\n"},
        {{"--x", "a", "--columns", "b"},
         64,
         "covey plot: --columns is for panels over time; over --x there is --y COLUMN\n"},
        {{"--y", "b"}, 64, "covey plot: --y needs --x COLUMN\n"},
        {{"--y-title", "b"}, 64, "covey plot: --y-title needs --x COLUMN\n"},
        {{"--x", "a", "--y", "empty"}, 65, "covey plot: sets.csv: no row has both a and empty\n"},
    };
    const char *table = "set,a,b,n,empty\nx,1,1,2,\ny,2,2,3,\n";
    files_write("sets.csv", table, strlen(table));
    for (size_t k = 0; k < LENGTH(mistakes); k++) {
        program_case row = {.arguments = {"plot", "sets.csv", "-o", "none.png"},
                            .code = mistakes[k].code,
                            .err = mistakes[k].err};
        memcpy(row.arguments + 4, mistakes[k].arguments, sizeof mistakes[k].arguments);
        program_expect(&row);
    }
    assert_null(files_read("none.png", &(size_t){0}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_point_is_the_mean_and_its_band_the_standard_error),
        cmocka_unit_test(test_curves_are_sets_or_values_of_a_column),
        cmocka_unit_test(test_options_change_the_graph),
        cmocka_unit_test(test_mistakes_are_named),
    };
    return cmocka_run_group_tests(tests, pictures_setup, files_teardown);
}
