// SPDX-License-Identifier: MIT
// Dialects by name, sums of differences, and which of them outputs follow.
#include "check/dialect.h"
#include "check/find_dialect.h"
#include "covey/formal.h"
#include "formal/dialect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST_AGENTS = 64 };

static covey_variant variant_of(const char *name)
{
    covey_variant variant;
    covey_error error = {0};
    if (covey_dialect_parse(name, &variant, NULL, &error) != COVEY_OK)
        fail_msg("%s: %s", name, error.message);
    return variant;
}

/// The built-in cases with the outputs of a dialect.
static check_cases cases_by(covey_arena *arena, const char *name)
{
    check_cases cases = {.arena = arena};
    covey_error error = {0};
    const check_builtin *row;
    for (int k = 0; (row = check_builtin_case(k)) != NULL; k++) {
        check_case_def def = {.name = row->name, .input = row->input};
        check_cases by = {.arena = arena, .sum = name};
        check_cases_output output;
        def.input_size = strlen(row->input);
        if (check_cases_run(&by, &def, false, &output, &error) != COVEY_OK)
            fail_msg("%s: %s", name, error.message);
        def.expected = output.text;
        def.expected_size = output.size;
        assert_int_equal(check_cases_add(&cases, &def, &error), COVEY_OK);
    }
    return cases;
}

static bool finds(const check_find *found, const covey_variant *wanted)
{
    bool same = false;
    for (size_t k = 0; k < found->fit_count; k++) {
        const covey_variant *fit = &found->fits[k];
        same = same || (fit->dialect == wanted->dialect && fit->mistakes == wanted->mistakes &&
                        fit->choice == wanted->choice);
    }
    return same;
}

/// `alone`: nothing else may fit.
static void expect_found(const char *name, bool alone)
{
    covey_arena arena = {0};
    check_cases cases = cases_by(&arena, name);
    check_find found;
    covey_error error = {0};
    covey_variant wanted = variant_of(name);
    assert_int_equal(check_find_dialect(&cases, &found, &error), COVEY_OK);
    if (found.fit_count == 0)
        fail_msg("%s: %zu of %zu cases", name, found.near_cases, found.cases);
    if (!finds(&found, &wanted) && found.fit_total <= found.fit_count) {
        char other[COVEY_DIALECT_NAME];
        covey_dialect_name(&found.fits[0], other);
        fail_msg("%s is taken for %s", name, other);
    }
    if (alone)
        assert_int_equal(found.fit_total, 1);
    covey_arena_destroy(&arena);
}

static void test_every_dialect_is_found(void **state)
{
    (void)state;
    for (int k = 0; covey_formal_dialect(k) != NULL; k++)
        expect_found(covey_formal_dialect(k), true);
}

/// A name with a difference, and the first value that it can have.
static void write_name(char name[COVEY_DIALECT_NAME], int dialect, int difference)
{
    covey_variant variant = {
        .dialect = dialect, .mistakes = COVEY_MISTAKE_BIT(difference), .decimals = 5, .digits = 7};
    covey_dialect_name(&variant, name);
}

/// What one difference gives in one dialect, a simpler one may give in another: cohesion of length
/// 1 in `text` is no difference in `unit`.
static void test_every_difference_is_found(void **state)
{
    (void)state;
    for (int k = 0; k < COVEY_MISTAKES; k++) {
        char name[COVEY_DIALECT_NAME];
        write_name(name, 0, k);
        expect_found(name, false);
    }
}

static void test_sums_of_three_and_more_are_found(void **state)
{
    (void)state;
    static const char *const sums[] = {
        "text+strict+alignment-difference",
        "text+in-place+alignment-difference+strict",
        "text+cohesion-with-self+truncated+clamp-per-axis+fy-from-fx",
        "unit+alignment-without-self+separation-squared+old-velocity",
        "suite2023+cohesion-sum+alignment-unit+print-order",
        "text+first-frame+not-clamped+cohesion-flipped+last-unseen",
    };
    for (size_t k = 0; k < sizeof sums / sizeof *sums; k++)
        expect_found(sums[k], k == 0);
}

/// One output that follows nothing leaves the others with their dialect, and is named.
static void test_what_remains_is_said(void **state)
{
    (void)state;
    covey_arena arena = {0};
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text text = {.memory = &memory};
    check_cases cases = cases_by(&arena, "unit+strict");
    check_find found;
    covey_error error = {0};
    cases.items[0].expected = "0.000 7.125 0.000 0.000\n0.000 -0.500 0.000 0.000\n";
    cases.items[0].expected_size = strlen(cases.items[0].expected);
    assert_int_equal(check_find_dialect(&cases, &found, &error), COVEY_OK);
    assert_int_equal(found.fit_count, 0);
    assert_int_equal(found.near_cases, cases.count - 1);
    assert_int_equal(check_find_put(&text, &cases, &found, "tests"), COVEY_OK);
    const char *words = covey_text_end(&text);
    char nearest[80];
    (void)snprintf(nearest, sizeof nearest, "The nearest is unit+strict, which gives %zu.",
                   cases.count - 1);
    assert_non_null(strstr(words, nearest));
    assert_non_null(strstr(words, "  worked: step 1, agent 1, y: expected 7.125, got 0.500\n"));
    covey_text_destroy(&text);
    covey_arena_destroy(&arena);
}

static void test_published_outputs_follow_suite2023(void **state)
{
    (void)state;
    covey_arena arena = {0};
    check_cases cases = {.arena = &arena};
    check_find found;
    covey_error error = {0};
    if (access(COVEY_SUITES, F_OK) != 0)
        skip();
    assert_int_equal(check_cases_add_folder(&cases, COVEY_SUITES, &error), COVEY_OK);
    assert_int_equal(check_find_dialect(&cases, &found, &error), COVEY_OK);
    assert_int_equal(found.fit_total, 1);
    assert_int_equal(found.fits[0].mistakes, 0);
    assert_string_equal(covey_formal_dialect(found.fits[0].dialect), "suite2023");
    covey_arena_destroy(&arena);
}

// ---- Names ----

/// What is written is read as the same, for every difference and each value of it.
static void test_names_are_read_as_they_are_written(void **state)
{
    (void)state;
    for (int dialect = 0; covey_formal_dialect(dialect) != NULL; dialect++)
        for (int k = 0; k < COVEY_MISTAKES; k++)
            for (int c = 0; c < covey_mistakes_choices(COVEY_MISTAKE_BIT(k)); c++) {
                covey_variant variant = {.dialect = dialect,
                                         .mistakes = COVEY_MISTAKE_BIT(k),
                                         .decimals = 4,
                                         .digits = 4,
                                         .choice = c};
                char name[COVEY_DIALECT_NAME];
                covey_dialect_name(&variant, name);
                covey_variant read = variant_of(name);
                assert_int_equal(read.dialect, dialect);
                assert_int_equal(read.mistakes, variant.mistakes);
                assert_int_equal(read.choice, c);
                if (k == COVEY_MISTAKE_DECIMALS)
                    assert_int_equal(read.decimals, 4);
                if (k == COVEY_MISTAKE_SIGNIFICANT)
                    assert_int_equal(read.digits, 4);
            }
    assert_int_equal(variant_of("ai4games-2026").dialect, variant_of("unit").dialect);
    assert_int_equal(variant_of("strict").dialect, variant_of("text").dialect);
}

static void test_names_that_are_wrong_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *name, *message;
    } rows[] = {
        {"", "there is no dialect or difference \"\""},
        {"txet", "did you mean text?"},
        {"text+strit", "did you mean strict?"},
        {"text+", "there is no dialect or difference \"\""},
        {"text+unit", "unit is a dialect"},
        {"text+strict+strict", "strict stands twice"},
        {"text+strict+cohesion-strict", "strict and cohesion-strict contradict each other"},
        {"text+not-clamped+clamp-per-axis", "contradict each other"},
        {"text+decimals=4+decimals=6", "decimals stands twice"},
        {"text+strict=1", "strict takes no value"},
        {"text+decimals", "needs a value, as in decimals=6"},
        {"text+decimals=18", "needs a value"},
        {"text+decimals=-1", "needs a value"},
        {"text+significant=0", "needs a value"},
        {"text+gain-left-out=K", "needs a value, as in gain-left-out=K_c"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        covey_arena arena = {0};
        check_dialect dialect;
        covey_error error = {0};
        assert_int_equal(check_dialect_read(&dialect, rows[k].name, &arena, &error), COVEY_ARG);
        if (strstr(error.message, rows[k].message) == NULL)
            fail_msg("%s: %s", rows[k].name, error.message);
        covey_arena_destroy(&arena);
    }
}

// ---- Sums that run ----

/// Expects the output of a case to be that of a whole program.
static void expect_output(const check_case *of, covey_variant variant, const char *name)
{
    covey_mistakes_agent room[2 * MOST_AGENTS];
    char line[COVEY_MISTAKES_LINE];
    const char *at = of->expected;
    covey_mistakes_run run;
    assert_in_range(of->problem.agents, 0, MOST_AGENTS);
    covey_mistakes_start(&of->problem, variant, room, &run);
    for (size_t step = 0; step < covey_mistakes_steps(&run); step++) {
        bool shows = covey_mistakes_shows(&run, step);
        covey_mistakes_step(&run, step);
        for (size_t i = 0; shows && i < of->problem.agents; i++) {
            size_t size = covey_mistakes_line(&run, &run.agents[i], line);
            if (strncmp(at, line, size) != 0 || at[size] != '\n')
                fail_msg("%s, case %s, step %zu", name, of->name, step + 1);
            at += size + 1;
        }
    }
    assert_int_equal(*at, '\0');
}

/// The protocol does the steps of a sum one by one as the whole program does them.
static void test_a_sum_runs_as_the_program_with_its_mistakes(void **state)
{
    (void)state;
    for (int k = 0; k < COVEY_MISTAKES; k++) {
        covey_arena arena = {0};
        char name[COVEY_DIALECT_NAME];
        write_name(name, 2, k);
        check_cases cases = cases_by(&arena, name);
        for (size_t c = 0; c < cases.count; c++)
            expect_output(&cases.items[c], variant_of(name), name);
        covey_arena_destroy(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_dialect_is_found),
        cmocka_unit_test(test_every_difference_is_found),
        cmocka_unit_test(test_sums_of_three_and_more_are_found),
        cmocka_unit_test(test_what_remains_is_said),
        cmocka_unit_test(test_published_outputs_follow_suite2023),
        cmocka_unit_test(test_names_are_read_as_they_are_written),
        cmocka_unit_test(test_names_that_are_wrong_are_refused),
        cmocka_unit_test(test_a_sum_runs_as_the_program_with_its_mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
