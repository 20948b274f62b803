// SPDX-License-Identifier: MIT
// A library that sets other rules of rounding before the program begins changes no output.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#ifdef COVEY_ROUNDING

/// What a command says, and a file that it writes.
typedef struct command {
    const char *arguments[8];
    const char *input;
    const char *file;
} command;

static const command commands[] = {
    {{"formal", "--hash"}, "1 0 0 0 1 0 0 2\n0 0.5 0 0.1\n0 -0.5 0 0.7\n0.125\n", NULL},
    {{"run", "torus-0", "--steps", "20", "-o", "r.csv", "--quiet"}, "", "r.csv"},
    {{"run", "torus-0", "--print"}, "", NULL},
    {{"convert", "a.csv", "c.xyz"}, "", "c.xyz"},
    {{"measure", "a.csv", "-o", "m"}, "", "m"},
};

/// All that a command writes, in one text, which the caller frees.
static char *result_of(const command *row)
{
    program_case all = {.with.input = row->input};
    memcpy(all.arguments, row->arguments, sizeof row->arguments);
    process run = program_run(&all);
    size_t size;
    char *file = row->file != NULL ? files_read(files_path(row->file), &size) : NULL;
    const char *parts[] = {run.output.bytes, run.errors.bytes, file};
    size = 1;
    for (size_t k = 0; k < 3; k++)
        size += parts[k] != NULL ? strlen(parts[k]) : 0;
    char *text = calloc(size, 1);
    assert_non_null(text);
    for (size_t k = 0; k < 3; k++)
        if (parts[k] != NULL)
            (void)strcat(text, parts[k]);
    free(file);
    process_free(&run);
    return text;
}

static void test_all_commands_write_the_same_under_any_rules(void **state)
{
    (void)state;
    static const char tracks[] = "t,id,x,y\n0,0,1.1,2.3\n0,1,7.7,-0.3\n0.1,0,2.7,3.9\n"
                                 "0.1,1,1e-310,4.94e-324\n";
    static const char *const ways[] = {
        "up",
        "down",
        "zero",
#if defined(__SSE2__)
        "flush"
#endif
    };
    assert_int_equal(chdir(files_path("")), 0);
    files_write("a.csv", tracks, sizeof tracks - 1);
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) {
        assert_int_equal(unsetenv("LD_PRELOAD"), 0);
        char *usual = result_of(&commands[k]);
        assert_int_equal(setenv("LD_PRELOAD", COVEY_ROUNDING, 1), 0);
        for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
            assert_int_equal(setenv("COVEY_ROUND", ways[way], 1), 0);
            char *text = result_of(&commands[k]);
            assert_string_equal(text, usual);
            free(text);
        }
        free(usual);
    }
    assert_int_equal(unsetenv("LD_PRELOAD"), 0);
}

#else

static void test_all_commands_write_the_same_under_any_rules(void **state)
{
    (void)state;
    skip();
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_commands_write_the_same_under_any_rules),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
