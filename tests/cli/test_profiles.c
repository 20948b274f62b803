// SPDX-License-Identifier: MIT
// Profiles by the program: found by hand, of runs and of their records.
#include "support/files.h"
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_profiles_of_few_are_found_by_hand(void **state)
{
    (void)state;
    static const char tracks[] = "t,id,x,y,vx,vy\n0,1,0,0,1,0\n0,2,0,3,-1,0\n"
                                 "1,1,0,0,1,0\n1,2,0,3,3,0\n1,3,4,3,2,0\n";
    // at 0: u = 1, -1. At 1: u = -1, 1, 0 and c0 = 2/3: -3/2 at 3; 0 at 4 and 5.
    static const char rows[] = "step,t,set,profile,x,value,count\n"
                               "0,0,flock,correlation,3,-1,1\n"
                               "1,1,flock,correlation,3,-1.5,1\n"
                               "1,1,flock,correlation,5,0,2\n";
    program_expect(&(program_case){.arguments = {"measure", "-", "--profiles", "--bin", "2"},
                                   .with.input = tracks,
                                   .out = rows});
    program_expect(&(program_case){.arguments = {"measure", "-", "--profiles", "--link", "8"},
                                   .with.input = tracks,
                                   .out = rows});
}

static char *rows_of(const char *path)
{
    size_t size;
    char *text = files_read(path, &size);
    assert_non_null(text);
    files_drop_comments(text);
    return text;
}

/// A run writes the same profiles on any number of threads, and its recording gives them again.
static void test_profiles_of_a_run_are_those_of_its_recording(void **state)
{
    (void)state;
    const char *first = files_path("one.profiles"), *second = files_path("two.profiles"),
               *csv = files_path("recorded.csv");
    program_expect(&(program_case){.arguments = {"run", "couzin-mill", "--steps=20", "--every=10",
                                                 "--quiet", "--threads=1", "-o", csv, "--set",
                                                 "measures.bin=0.5", "--measure", first}});
    program_expect(
        &(program_case){.arguments = {"run", "couzin-mill", "--steps=20", "--every=10", "--quiet",
                                      "--threads=3", "-o", second, "--set", "measures.bin=0.5"}});
    char *one = rows_of(first), *two = rows_of(second);
    assert_true(strncmp(one, "step,t,set,profile,x,value,count\n0,0,couzin,correlation,", 56) == 0);
    assert_non_null(strstr(one, "\n20,"));
    assert_string_equal(one, two);
    process covey = program_run(&(program_case){.arguments = {"measure", csv, "--profiles"}});
    files_drop_comments(covey.output.bytes);
    assert_string_equal(covey.output.bytes, one);
    process_free(&covey);
    program_expect(&(program_case){.arguments = {"measure", csv, "--bin=1", "-o", second}});
    char *wider = rows_of(second);
    assert_true(strlen(wider) < strlen(one));
    assert_non_null(strstr(wider, ",correlation,0.5,"));
    free(one);
    free(two);
    free(wider);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_profiles_of_few_are_found_by_hand),
        cmocka_unit_test(test_profiles_of_a_run_are_those_of_its_recording),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
