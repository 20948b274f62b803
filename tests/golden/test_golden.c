// SPDX-License-Identifier: MIT
// The formal protocol byte for byte: own cases in every dialect, the published suite, and the
// classic mistakes, which the cases must tell from the rules and from one another.
#include "support/golden.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// ---- Own cases ----

static void expect_equal(const golden_case *example, int dialect, const char *program,
                         const char *output)
{
    if (strcmp(output, example->expected[dialect]) != 0)
        fail_msg("%s, %s, %s prints\n%s\nand not\n%s", example->name, student_dialect_name(dialect),
                 program, output, example->expected[dialect]);
}

static void test_the_library_prints_every_case_byte_for_byte(void **state)
{
    golden_cases *cases = *state;
    for (size_t k = 0; k < cases->count; k++)
        for (int d = 0; d < STUDENT_DIALECTS; d++) {
            golden_run run =
                golden_covey(cases->at[k].input, (student_dialect)d, COVEY_FORMAL_FIXED);
            expect_equal(&cases->at[k], d, "the library", run.output);
            golden_run_free(&run);
        }
}

static void test_a_student_without_mistakes_prints_every_case_byte_for_byte(void **state)
{
    golden_cases *cases = *state;
    for (size_t k = 0; k < cases->count; k++)
        for (int d = 0; d < STUDENT_DIALECTS; d++) {
            char *output = student_run(cases->at[k].input, (student_dialect)d, STUDENT_NONE);
            expect_equal(&cases->at[k], d, "the student", output);
            free(output);
        }
}

static bool is_listed(const golden_cases *cases, const char *name, size_t size)
{
    for (size_t k = 0; k < cases->count; k++)
        if (strlen(cases->at[k].name) == size && memcmp(cases->at[k].name, name, size) == 0)
            return true;
    return false;
}

static void test_no_case_is_left_out_of_the_index(void **state)
{
    const golden_cases *cases = *state;
    DIR *folder = opendir(COVEY_SOURCE_DIR "/tests/golden/cases");
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        const char *ending = strchr(entry->d_name, '.');
        if (strcmp(ending, ".in") == 0 &&
            !is_listed(cases, entry->d_name, (size_t)(ending - entry->d_name)))
            fail_msg("index.txt does not list %s", entry->d_name);
    }
    (void)closedir(folder);
}

// ---- Mistakes ----

/// Outputs of every mistake for every case in one dialect.
typedef struct outputs {
    const golden_cases *cases;
    char **text; ///< mistake by mistake
} outputs;

static const char *output_of(const outputs *all, int mistake, size_t example)
{
    return all->text[(size_t)mistake * all->cases->count + example];
}

static outputs run_all(const golden_cases *cases, student_dialect dialect)
{
    outputs all = {cases, calloc(STUDENT_MISTAKES * cases->count, sizeof(char *))};
    assert_non_null(all.text);
    for (int m = 0; m < STUDENT_MISTAKES; m++)
        for (size_t k = 0; k < cases->count; k++)
            all.text[(size_t)m * cases->count + k] =
                student_run(cases->at[k].input, dialect, (student_mistake)m);
    return all;
}

static void free_all(outputs *all)
{
    for (size_t k = 0; k < STUDENT_MISTAKES * all->cases->count; k++)
        free(all->text[k]);
    free(all->text);
}

static bool differ(const outputs *all, int a, int b)
{
    for (size_t k = 0; k < all->cases->count; k++)
        if (strcmp(output_of(all, a, k), output_of(all, b, k)) != 0)
            return true;
    return false;
}

/// The direction to the center of the others is that to the center of all: where cohesion has
/// length 1, it makes no difference whether the agent counts itself.
static bool is_no_mistake(int dialect, int mistake)
{
    return dialect == STUDENT_UNIT && mistake == STUDENT_COHESION_WITH_SELF;
}

/// One row a mistake, one column a mistake, # where no case tells the two apart.
static void print_matrix(const outputs *all)
{
    for (int a = 0; a < STUDENT_MISTAKES; a++) {
        print_error("%-40s ", student_mistake_text(a));
        for (int b = 0; b < STUDENT_MISTAKES; b++)
            print_error("%c", a == b ? '\\' : differ(all, a, b) ? '.' : '#');
        print_error("\n");
    }
}

static void test_every_two_mistakes_are_told_apart_in_every_dialect(void **state)
{
    int same = 0;
    for (int d = 0; d < STUDENT_DIALECTS; d++) {
        outputs all = run_all(*state, (student_dialect)d);
        int same_here = 0;
        for (int a = 0; a < STUDENT_MISTAKES; a++) // row 0 is the program without mistakes
            for (int b = 0; b < a; b++)
                same_here += !is_no_mistake(d, a) && !differ(&all, a, b);
        if (same_here > 0) {
            print_error("\ndialect %s, %d pairs:\n", student_dialect_name(d), same_here);
            print_matrix(&all);
        }
        same += same_here;
        free_all(&all);
    }
    assert_int_equal(same, 0);
}

// ---- The published suite ----

static char *read_published(char letter, const char *ending)
{
    char path[1024];
    (void)snprintf(path, sizeof path, COVEY_SUITES "/test-%c%s", letter, ending);
    char *text = golden_read(path);
    if (text == NULL)
        fail_msg("%s is missing", path);
    return text;
}

static void skip_without_the_suite(void)
{
    DIR *suite = opendir(COVEY_SUITES);
    if (suite != NULL)
        (void)closedir(suite);
    else
        skip();
}

/// Letters of the published tests whose output the dialect does not print.
static void find_failures(student_dialect dialect, char *failures)
{
    for (const char *letter = "abcdefghijklmno"; *letter != '\0'; letter++) {
        char *input = read_published(*letter, ".in");
        char *expected = read_published(*letter, ".out");
        golden_run run = golden_covey(input, dialect, COVEY_FORMAL_FIXED);
        if (strcmp(run.output, expected) != 0)
            *failures++ = *letter;
        golden_run_free(&run);
        free(input);
        free(expected);
    }
    *failures = '\0';
}

static void test_suite2023_passes_all_15_published_tests(void **state)
{
    (void)state;
    skip_without_the_suite();
    char failures[16];
    find_failures(STUDENT_SUITE2023, failures);
    assert_string_equal(failures, "");
}

static void test_text_differs_from_the_published_tests_h_i_j_o_alone(void **state)
{
    (void)state;
    skip_without_the_suite();
    char failures[16];
    find_failures(STUDENT_TEXT, failures);
    assert_string_equal(failures, "hijo");
}

static int load(void **state)
{
    static golden_cases cases;
    cases = golden_load();
    *state = &cases;
    return 0;
}

static int unload(void **state)
{
    golden_free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_library_prints_every_case_byte_for_byte),
        cmocka_unit_test(test_a_student_without_mistakes_prints_every_case_byte_for_byte),
        cmocka_unit_test(test_no_case_is_left_out_of_the_index),
        cmocka_unit_test(test_every_two_mistakes_are_told_apart_in_every_dialect),
        cmocka_unit_test(test_suite2023_passes_all_15_published_tests),
        cmocka_unit_test(test_text_differs_from_the_published_tests_h_i_j_o_alone),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
