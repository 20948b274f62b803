// SPDX-License-Identifier: MIT
// The program covey where one of its calls for memory is refused, each in turn: it ends with 71 and
// says why.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/pictures.h"
#include "support/program.h"

#include <covey/draw.h> // which the program has then, too

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#ifndef COVEY_REFUSE
#define COVEY_REFUSE ""
#endif

enum { NO_MEMORY = 71 };

/// A folder that is the working one, with the files that the commands read.
static int setup(void **state)
{
    if (pictures_setup(state) != 0)
        return -1;
    program_expect(&(program_case){.arguments = {"run", "torus-obstacles", "--steps=4", "--quiet",
                                                 "-o", "run.csv", "--measure", "order.csv"}});
    return 0;
}

/// Runs a command with the call of this number refused; false if it makes fewer.
static bool refuse(const program_case *row, int number)
{
    char text[16];
    process covey;
    (void)snprintf(text, sizeof text, "%d", number);
    (void)unlink("refused");
    assert_int_equal(setenv("COVEY_REFUSE", text, 1), 0);
    assert_int_equal(setenv("COVEY_REFUSED", "refused", 1), 0);
    assert_int_equal(setenv("LD_PRELOAD", COVEY_REFUSE, 1), 0);
    program_start(&covey, row);
    assert_int_equal(unsetenv("LD_PRELOAD"), 0);
    process_finish(&covey);
    bool refused = access("refused", F_OK) == 0;
    if (refused && (covey.code != NO_MEMORY || strncmp(covey.errors.bytes, "covey ", 6) != 0))
        fail_msg("covey %s without block %d ends with %d: \"%s\"", row->arguments[0], number,
                 covey.code, covey.errors.bytes);
    process_free(&covey);
    return refused;
}

/// Fails unless every refusal is told, and there are at least `least` of them.
static void refuse_each(const program_case *row, int least)
{
    int number = 1;
    if (!process_can_limit_memory())
        skip();
    while (refuse(row, number))
        number++;
    assert_in_range(number, least + 1, 1000);
}

static void test_a_plot_without_memory_says_so(void **state)
{
    (void)state;
    refuse_each(&(program_case){.arguments = {"plot", "order.csv", "-o", "order.svg"}}, 5);
}

static void test_a_picture_without_memory_says_so(void **state)
{
    (void)state;
    refuse_each(
        &(program_case){.arguments = {"render", "run.csv", "-o", "x.svg", "--frame", "2", "--quiet",
                                      "--trails", "2", "--show", "forces", "--colour", "cluster"}},
        60);
}

static void test_a_run_without_memory_says_so(void **state)
{
    (void)state;
    refuse_each(&(program_case){.arguments = {"run", "torus-2", "--steps=2", "--quiet", "-o",
                                              "new.csv", "--measure", "new.measures.csv"}},
                40);
}

static void test_a_run_that_goes_on_without_memory_says_so(void **state)
{
    (void)state;
    const char *file = covey_format_find("h5md")->built ? "first.h5md" : "first.csv";
    program_expect(&(program_case){.arguments = {"run", "torus-2", "--steps=2", "--quiet", "-o",
                                                 file, "--checkpoint", "first.ckpt"}});
    refuse_each(
        &(program_case){.arguments = {"run", "--resume", "first.ckpt", "--steps=2", "--quiet"}},
        40);
}

static void test_fresh_cases_without_memory_are_not_drawn_again(void **state)
{
    (void)state;
    refuse_each(&(program_case){.arguments = {"check", "--make", ".", "2"}}, 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_plot_without_memory_says_so),
        cmocka_unit_test(test_a_picture_without_memory_says_so),
        cmocka_unit_test(test_a_run_without_memory_says_so),
        cmocka_unit_test(test_a_run_that_goes_on_without_memory_says_so),
        cmocka_unit_test(test_fresh_cases_without_memory_are_not_drawn_again),
    };
    return cmocka_run_group_tests(tests, setup, files_teardown);
}
