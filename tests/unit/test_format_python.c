// SPDX-License-Identifier: MIT
// Our files read by other people's programs, and theirs by us: pandas, h5py, MDAnalysis; skipped
// where those are not installed.
#include "support/files.h"
#include "support/process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define PYTHON "/usr/bin/python3"

enum { STEPS = 3, SETS = 2, AGENTS = 3, MODULE_IS_MISSING = 77 };

static const covey_id ids[AGENTS] = {1, 2, 5};
static const char *const names[SETS] = {"a", "b"};

/// Small numbers with many digits, for all of those programs keep 32 bits at least.
static double number(int step, int set, int axis, int i)
{
    return (1 + step + 4 * set + 8 * axis + 64 * i) / 7.0;
}

static const char *make_file(const char *name, int dim)
{
    const char *path = files_path(name);
    covey_output_def def = files_def(path);
    def.dim = dim;
    covey_output *output;
    covey_error error = {0};
    if (covey_output_open(&def, &output, &error) != COVEY_OK)
        fail_msg("%s", error.message);
    for (int step = 0; step < STEPS; step++) {
        covey_frame_set sets[SETS];
        double numbers[SETS][2 * COVEY_AXES][AGENTS];
        for (int k = 0; k < SETS; k++) {
            for (int at = 0; at < 2 * dim * AGENTS; at++)
                numbers[k][at / AGENTS][at % AGENTS] = number(step, k, at / AGENTS, at % AGENTS);
            sets[k] = (covey_frame_set){.set = names[k],
                                        .step = (uint64_t)step,
                                        .time = step / 8.0,
                                        .space = covey_space_torus(100, 50),
                                        .count = AGENTS,
                                        .id = ids};
            if (dim == COVEY_AXES)
                sets[k].space = covey_space_deep(sets[k].space, 25);
            for (int axis = 0; axis < dim; axis++) {
                sets[k].pos[axis] = numbers[k][axis];
                sets[k].vel[axis] = numbers[k][dim + axis];
            }
        }
        assert_int_equal(covey_output_put(output, sets, SETS, &error), COVEY_OK);
    }
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    return path;
}

/// Returns the output of a script for a format or kind and a file, which process_free() frees.
static process run_script(const char *script, const char *format, const char *path)
{
    if (access(PYTHON, X_OK) != 0)
        skip();
    const char *const arguments[] = {PYTHON, script, format, path, NULL};
    process_def def = {.arguments = arguments, .native = true};
    process run = process_run(&def);
    if (run.code == MODULE_IS_MISSING) {
        process_free(&run);
        skip();
    }
    if (run.code != 0)
        fail_msg("%s", run.errors.bytes);
    return run;
}

static process read_back(const char *format, const char *path)
{
    return run_script(COVEY_SOURCE_DIR "/tests/support/read_back.py", format, path);
}

/// The next word; fails at the end.
static const char *next_word(char **at)
{
    *at += strspn(*at, " \n");
    char *word = *at;
    *at += strcspn(*at, " \n");
    assert_true(*at > word);
    if (**at != '\0')
        *(*at)++ = '\0';
    return word;
}

static void expect_number(char **at, double expected)
{
    assert_true(strtod(next_word(at), NULL) == expected);
}

static void expect_words(char **at, const char *words)
{
    char copy[200];
    (void)snprintf(copy, sizeof copy, "%s", words);
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " "))
        assert_string_equal(next_word(at), word);
}

static void expect_agents(char **at, int step, int set, int dim)
{
    for (int i = 0; i < AGENTS; i++) {
        assert_string_equal(next_word(at), names[set]);
        expect_number(at, (double)ids[i]);
        for (int axis = 0; axis < 2 * dim; axis++)
            expect_number(at, number(step, set, axis, i));
    }
}

static void check_csv(int dim)
{
    static const int columns[2][2 * COVEY_AXES] = {{0, 1, 2, 3}, {0, 1, 3, 4, 2, 5}};
    process run = read_back("csv", make_file("x.csv", dim));
    char *at = run.output.bytes;
    expect_words(&at, "set t id x y vx vy heading speed");
    if (dim == COVEY_AXES)
        expect_words(&at, "z vz");
    for (int k = 0; k < STEPS * SETS * AGENTS; k++) {
        int i = k % AGENTS, set = k / AGENTS % SETS, step = k / AGENTS / SETS;
        assert_string_equal(next_word(&at), names[set]);
        expect_number(&at, step / 8.0);
        expect_number(&at, (double)ids[i]);
        for (int column = 0; column < 2 * dim; column++)
            expect_number(&at, number(step, set, columns[dim - 2][column], i));
    }
    assert_string_equal(at, "");
    process_free(&run);
}

static void test_pandas_reads_csv_bit_for_bit(void **state)
{
    (void)state;
    check_csv(2);
    check_csv(3);
}

static void check_h5md(int dim)
{
    process run = read_back("h5md", make_file("x.h5md", dim));
    char *at = run.output.bytes;
    expect_words(&at, "1 1 covey 18446744073709551614 0x1.0000000000000p-3");
    for (int set = 0; set < SETS; set++) {
        assert_string_equal(next_word(&at), names[set]);
        expect_words(&at, dim == 3 ? "3 periodic periodic periodic" : "3 periodic periodic none");
        for (int step = 0; step < STEPS; step++) {
            expect_number(&at, step);
            expect_number(&at, step / 8.0);
            expect_words(&at, "100.0 0.0 0.0 0.0 50.0 0.0 0.0 0.0");
            expect_words(&at, dim == 3 ? "25.0" : "1.0");
            expect_agents(&at, step, set, dim);
        }
    }
    assert_string_equal(at, "");
    process_free(&run);
}

static void test_h5py_reads_h5md_bit_for_bit(void **state)
{
    (void)state;
    if (!covey_format_find("h5md")->built)
        skip();
    check_h5md(2);
    check_h5md(3);
}

static void check_mdanalysis(int dim)
{
    process run = read_back("mdanalysis", make_file("x.h5md", dim));
    char *at = run.output.bytes;
    for (int step = 0; step < STEPS; step++) {
        expect_number(&at, step);
        expect_number(&at, step / 8.0);
        expect_words(&at, dim == 3 ? "100.0 50.0 25.0" : "100.0 50.0 1.0");
        expect_words(&at, "90.0 90.0 90.0");
        for (int k = 0; k < 2 * AGENTS; k++)
            for (int axis = 0; axis < 3; axis++) {
                double expected = number(step, 0, k < AGENTS ? axis : dim + axis, k % AGENTS);
                double read = strtod(next_word(&at), NULL); // it keeps 32 bits
                assert_true((float)read == (axis >= dim ? 0.0f : (float)expected));
            }
    }
    assert_string_equal(at, "");
    process_free(&run);
}

static void test_mdanalysis_reads_the_first_set_of_h5md(void **state)
{
    (void)state;
    if (!covey_format_find("h5md")->built)
        skip();
    check_mdanalysis(2);
    check_mdanalysis(3);
}

/// h5py stores strings with a length or without, and so does MDAnalysis, which writes by it.
static void test_a_torus_of_h5py_is_a_torus(void **state)
{
    (void)state;
    static const char *const kinds[] = {"ascii", "utf8", "long", "free", "free-ascii", "open"};
    if (!covey_format_find("h5md")->built)
        skip();
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const char *path = files_path("theirs.h5md");
        process run = run_script(COVEY_SOURCE_DIR "/tests/support/write_h5md.py", kinds[k], path);
        process_free(&run);
        covey_input_def def = covey_input_def_default();
        covey_input *input;
        const covey_frame_set *sets;
        int count;
        def.path = path;
        assert_int_equal(covey_input_open(&def, &input, NULL), COVEY_OK);
        assert_int_equal(covey_input_next(input, &sets, &count, NULL), COVEY_OK);
        assert_int_equal(count, 1);
        bool torus = strcmp(kinds[k], "open") != 0;
        assert_int_equal(sets->space.kind, torus ? COVEY_SPACE_TORUS : COVEY_SPACE_OPEN);
        assert_true(!torus || (sets->space.size[0] == 10 && sets->space.size[1] == 20));
        covey_input_close(input);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pandas_reads_csv_bit_for_bit),
        cmocka_unit_test(test_h5py_reads_h5md_bit_for_bit),
        cmocka_unit_test(test_mdanalysis_reads_the_first_set_of_h5md),
        cmocka_unit_test(test_a_torus_of_h5py_is_a_torus),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
