// SPDX-License-Identifier: MIT
// No command calculates, reads or writes numbers under other rules of rounding.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#ifdef COVEY_ROUNDING

static bool lies_there(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0;
}

static void check_all(void)
{
    static const char *const rows[][6] = {
        {"formal"},
        {"run", "torus-0", "--quiet"},
        {"run", "torus-0", "--print"},
        {"convert", "a.csv", "b.xyz"},
        {"measure", "a.csv", "-o", "b.xyz"},
        {"render", "a.csv", "-o", "b.xyz.png"},
        {"plot", "m", "-o", "b.xyz.png"},
        {"list", "models"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char says[120];
        (void)snprintf(says, sizeof says,
                       "covey %s: a thread does not round to nearest or flushes subnormal numbers "
                       "to zero\n",
                       rows[k][0]);
        program_case row = {.code = 71, .err = says, .out = "", .with.input = ""};
        memcpy(row.arguments, rows[k], sizeof rows[k]);
        program_expect(&row);
    }
    assert_false(lies_there("b.xyz") || lies_there("b.xyz.png"));
    program_case version = {.arguments = {"version"}, .code = 0};
    process run = program_run(&version);
    process_free(&run);
}

static void test_no_command_calculates_under_other_rules(void **state)
{
    (void)state;
    static const char tracks[] = "t,id,x,y\n0,0,1,2\n1,0,2,3\n";
    assert_int_equal(chdir(files_path("")), 0);
    files_write("a.csv", tracks, sizeof tracks - 1);
    program_expect(&(program_case){.arguments = {"measure", "a.csv", "-o", "m"}});
    assert_int_equal(setenv("LD_PRELOAD", COVEY_ROUNDING, 1), 0);
    static const char *const ways[] = {
        "up",
        "down",
        "zero",
#if defined(__SSE2__)
        "flush"
#endif
    };
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        assert_int_equal(setenv("COVEY_ROUND", ways[k], 1), 0);
        check_all();
    }
    assert_int_equal(setenv("COVEY_ROUND", "nearest", 1), 0);
    program_expect(&(program_case){.arguments = {"convert", "a.csv", "b.xyz"}});
    assert_int_equal(unsetenv("LD_PRELOAD"), 0);
}

#else

static void test_no_command_calculates_under_other_rules(void **state)
{
    (void)state;
    skip();
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_command_calculates_under_other_rules),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
