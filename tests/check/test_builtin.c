// SPDX-License-Identifier: MIT
// Output of the simulator of mistakes, and rules that the built-in cases keep.
#include "support/golden.h"
#include "support/mistakes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { DIALECTS = STUDENT_DIALECTS, UNIT = STUDENT_UNIT, PROGRAMS = 6000 };

// ---- The simulator ----

static void expect_same(const check_case *of, covey_variant variant, const char *expected)
{
    char *output = mistakes_output(of, variant);
    if (strcmp(output, expected) != 0)
        fail_msg("%s, dialect %d, mistakes %llx: prints\n%s\nand not\n%s", of->name,
                 variant.dialect, (unsigned long long)variant.mistakes, output, expected);
    free(output);
}

static void test_without_mistakes_it_prints_the_bytes_of_the_library(void **state)
{
    (void)state;
    golden_cases golden = golden_load();
    for (int d = 0; d < DIALECTS; d++) {
        covey_arena arena = {0};
        check_cases cases = mistakes_builtin(&arena, d);
        for (size_t k = 0; k < golden.count; k++)
            mistakes_case(&cases, golden.at[k].name, golden.at[k].input);
        for (size_t k = 0; k < cases.count; k++)
            expect_same(&cases.items[k], (covey_variant){.dialect = d}, cases.items[k].expected);
        covey_arena_destroy(&arena);
    }
    golden_free(&golden);
}

/// Compares every way to make a mistake with the student's program that makes it so.
static void expect_as_students(const check_case *of, int dialect, int mistake)
{
    covey_variant variant = mistakes_variant(dialect, COVEY_MISTAKE_BIT(mistake));
    for (; variant.choice < covey_mistakes_choices(variant.mistakes); variant.choice++) {
        student_def student = mistakes_student_def(variant);
        char *output = student_run_def(of->input, &student);
        expect_same(of, variant, output);
        free(output);
    }
}

static void test_every_mistake_prints_what_a_student_with_it_prints(void **state)
{
    (void)state;
    for (int d = 0; d < DIALECTS; d++) {
        covey_arena arena = {0};
        check_cases cases = mistakes_builtin(&arena, d);
        for (size_t k = 0; k < cases.count; k++)
            for (int m = 0; m < COVEY_MISTAKES; m++)
                expect_as_students(&cases.items[k], d, m);
        covey_arena_destroy(&arena);
    }
}

static void test_every_mistake_has_its_words(void **state)
{
    (void)state;
    for (int m = 0; m < COVEY_MISTAKES; m++) {
        const covey_mistake_info *info = covey_mistakes_info(m);
        const char *second = strchr(info->hint, '\n');
        assert_non_null(second);
        assert_null(strchr(second + 1, '\n')); // two lines
        assert_true(strlen(info->rule) > 0);
        assert_true(info->what[strlen(info->what) - 1] != '.'); // part of a sentence
        for (int other = 0; other < m; other++)
            assert_string_not_equal(info->name, covey_mistakes_info(other)->name);
    }
    assert_null(covey_mistakes_info(COVEY_MISTAKES));
}

// ---- The cases ----

/// All that a program prints for all cases; the caller frees it.
static char *print_all(const check_cases *cases, covey_variant variant)
{
    char *all = calloc(1, 1);
    for (size_t k = 0; k < cases->count; k++) {
        char *one = mistakes_output(&cases->items[k], variant);
        char *grown = realloc(all, strlen(all) + strlen(one) + 2);
        assert_non_null(grown);
        all = strcat(strcat(grown, one), "#");
        free(one);
    }
    return all;
}

static bool has(covey_mistake_set set, int mistake)
{
    return (set & COVEY_MISTAKE_BIT(mistake)) != 0;
}

/// Whether the agent counts itself for cohesion makes no difference where the vector to the center
/// is normalized, since both centers lie in the same direction, nor where the mean of the n offsets
/// is multiplied by their number: (n + 1) · Σ r/(n + 1) = n · Σ r/n. Where positions are added up,
/// the sum with the agent itself leads from it the way that the mean of the others leads from 0.
static covey_mistake_set without_self(const covey_variant *program)
{
    covey_mistake_set set = program->mistakes;
    covey_mistake_set summed = COVEY_MISTAKE_BIT(COVEY_MISTAKE_COHESION_SUM) |
                               COVEY_MISTAKE_BIT(COVEY_MISTAKE_COHESION_WITH_SELF);
    bool normalizes = !has(set, COVEY_MISTAKE_COHESION_NOT_DIVIDED) &&
                      (program->dialect == UNIT) != has(set, COVEY_MISTAKE_COHESION_OTHER_SCALE);
    if (normalizes && (set & summed) == summed)
        return (set & ~summed) | COVEY_MISTAKE_BIT(COVEY_MISTAKE_COHESION_CENTER);
    if (has(set, COVEY_MISTAKE_COHESION_SUM) || has(set, COVEY_MISTAKE_COHESION_CENTER) ||
        has(set, COVEY_MISTAKE_COHESION_OVER_ALL))
        return set;
    return normalizes == has(set, COVEY_MISTAKE_ONCE_PER_NEIGHBOR)
               ? set
               : set & ~COVEY_MISTAKE_BIT(COVEY_MISTAKE_COHESION_WITH_SELF);
}

/// A parameter for another that is made of a swap with F_Smax where F_Smax is of no use.
static void forget_half(covey_variant *program)
{
    char one[16], other[16];
    const char *words = covey_mistakes_choice(program, COVEY_MISTAKE_SWAPPED);
    assert_int_equal(sscanf(words, "%15s and %15s", one, other), 2);
    if (strstr(words, "F_Smax") == NULL)
        return;
    char wanted[40];
    (void)sprintf(wanted, "F_Smax for %s", strcmp(one, "F_Smax") == 0 ? other : one);
    program->mistakes ^= COVEY_MISTAKE_BIT(COVEY_MISTAKE_SWAPPED);
    program->mistakes |= COVEY_MISTAKE_BIT(COVEY_MISTAKE_REPLACED);
    program->choice = 0;
    while (strcmp(covey_mistakes_choice(program, COVEY_MISTAKE_REPLACED), wanted) != 0)
        program->choice++;
}

/// A program in the fewest words. Without a clamp F_Smax is of no use, whatever is taken for it;
/// with K_s left out the side of the clamp is all the same.
static covey_variant reduced(const covey_variant *program)
{
    covey_variant plain = *program;
    plain.mistakes = without_self(program);
    bool clamped = !has(plain.mistakes, COVEY_MISTAKE_NOT_CLAMPED);
    if (!clamped && has(plain.mistakes, COVEY_MISTAKE_SWAPPED))
        forget_half(&plain);
    if (!clamped && has(plain.mistakes, COVEY_MISTAKE_REPLACED) &&
        strstr(covey_mistakes_choice(&plain, COVEY_MISTAKE_REPLACED), "for F_Smax") != NULL)
        plain.mistakes ^= COVEY_MISTAKE_BIT(COVEY_MISTAKE_REPLACED);
    if (has(plain.mistakes, COVEY_MISTAKE_GAIN_LEFT_OUT) &&
        strstr(covey_mistakes_choice(&plain, COVEY_MISTAKE_GAIN_LEFT_OUT), "K_s") != NULL)
        plain.mistakes &= ~COVEY_MISTAKE_BIT(COVEY_MISTAKE_CLAMP_OTHER_SIDE);
    plain.mistakes = without_self(&plain);
    if (covey_mistakes_choices(plain.mistakes) == 1)
        plain.choice = 0;
    return plain;
}

/// Lists a set of mistakes in all the ways to make them.
static size_t list_ways(covey_variant *programs, size_t count, int dialect, covey_mistake_set set)
{
    covey_variant variant = mistakes_variant(dialect, set);
    for (; variant.choice < covey_mistakes_choices(set); variant.choice++) {
        assert_true(count < PROGRAMS);
        programs[count++] = variant;
    }
    return count;
}

static size_t list_programs(covey_variant programs[PROGRAMS], int dialect)
{
    size_t count = list_ways(programs, 0, dialect, 0);
    for (int a = 0; a < COVEY_MISTAKES; a++) {
        count = list_ways(programs, count, dialect, COVEY_MISTAKE_BIT(a));
        for (int b = 0; b < a; b++)
            if (covey_mistakes_go_together(a, b))
                count = list_ways(programs, count, dialect,
                                  COVEY_MISTAKE_BIT(a) | COVEY_MISTAKE_BIT(b));
    }
    return count;
}

static bool are_alike(const covey_variant *a, const covey_variant *b)
{
    covey_variant one = reduced(a), other = reduced(b);
    return one.mistakes == other.mistakes && one.choice == other.choice;
}

static void test_all_mistakes_and_pairs_of_them_are_told_apart(void **state)
{
    (void)state;
    static covey_variant programs[PROGRAMS];
    static char *printed[PROGRAMS];
    for (int d = 0; d < DIALECTS; d++) {
        covey_arena arena = {0};
        check_cases cases = mistakes_builtin(&arena, d);
        size_t count = list_programs(programs, d);
        for (size_t k = 0; k < count; k++)
            printed[k] = print_all(&cases, programs[k]);
        for (size_t a = 0; a < count; a++)
            for (size_t b = 0; b < a; b++)
                if ((strcmp(printed[a], printed[b]) == 0) != are_alike(&programs[a], &programs[b]))
                    fail_msg("dialect %d: sets %llx, %d and %llx, %d", d,
                             (unsigned long long)programs[a].mistakes, programs[a].choice,
                             (unsigned long long)programs[b].mistakes, programs[b].choice);
        for (size_t k = 0; k < count; k++)
            free(printed[k]);
        covey_arena_destroy(&arena);
    }
}

/// Relative errors of forces: a few roundings of a float, and of a double where float shows.
static const double shake = 5e-7, small_shake = 1e-14;

/// The cases in which a program in float prints something else.
static bool shows_float(const check_case *of)
{
    return strncmp(of->name, "digits", strlen("digits")) == 0;
}

static bool shows_ties(const check_case *of)
{
    return strcmp(of->name, "ties") == 0;
}

/// The case in which all values are short in binary, so that a float prints it all the same.
static bool is_long(const check_case *of)
{
    return strcmp(of->name, "long-step") == 0;
}

static void test_no_case_depends_on_rounding(void **state)
{
    (void)state;
    for (int d = 0; d < DIALECTS; d++) {
        covey_arena arena = {0};
        check_cases cases = mistakes_builtin(&arena, d);
        for (size_t k = 0; k < cases.count; k++)
            for (int round = 1; round <= 50 && !is_long(&cases.items[k]); round++) {
                double most = shows_float(&cases.items[k]) ? small_shake : shake;
                covey_variant variant = {.dialect = d, .jitter = most * round / 50};
                expect_same(&cases.items[k], variant, cases.items[k].expected);
            }
        covey_arena_destroy(&arena);
    }
}

/// "ties" alone is about numbers half way between two decimals.
static void test_all_cases_but_the_ties_are_unambiguous(void **state)
{
    (void)state;
    for (int d = 0; d < DIALECTS; d++) {
        covey_arena arena = {0};
        check_cases cases = mistakes_builtin(&arena, d);
        for (size_t k = 0; k < cases.count; k++) {
            covey_mistakes_agent room[2 * 30];
            assert_true(cases.items[k].problem.agents <= 30);
            if (check_cases_is_unambiguous(d, &cases.items[k], room) == shows_ties(&cases.items[k]))
                fail_msg("%s, dialect %d", cases.items[k].name, d);
        }
        covey_arena_destroy(&arena);
    }
}

/// Many programs divide by r_c in every case, also where cohesion has no weight.
static void test_one_case_alone_has_a_cohesion_radius_of_zero(void **state)
{
    (void)state;
    covey_arena arena = {0};
    check_cases cases = mistakes_builtin(&arena, 0);
    for (size_t k = 0; k < cases.count; k++)
        if ((cases.items[k].problem.r_c > 0) == (strcmp(cases.items[k].name, "zero") == 0))
            fail_msg("%s", cases.items[k].name);
    covey_arena_destroy(&arena);
}

/// A mistake that shows in some cases and nowhere else.
static void expect_in(int mistake, bool (*is_one)(const check_case *of))
{
    for (int d = 0; d < DIALECTS; d++) {
        covey_arena arena = {0};
        check_cases cases = mistakes_builtin(&arena, d);
        covey_variant variant = mistakes_variant(d, COVEY_MISTAKE_BIT(mistake));
        for (size_t k = 0; k < cases.count; k++) {
            char *output = mistakes_output(&cases.items[k], variant);
            bool same = strcmp(output, cases.items[k].expected) == 0;
            if (same == is_one(&cases.items[k]))
                fail_msg("%s, dialect %d: %s", cases.items[k].name, d, output);
            free(output);
        }
        covey_arena_destroy(&arena);
    }
}

/// Every program in float prints the same wrong digits there.
static void test_float_shows_in_the_cases_of_digits_alone(void **state)
{
    (void)state;
    expect_in(COVEY_MISTAKE_FLOAT, shows_float);
}

/// Languages round decimals such as 4444.3835, which are no ties in binary, in different ways.
static void test_ties_show_in_the_case_of_ties_alone(void **state)
{
    (void)state;
    expect_in(COVEY_MISTAKE_HALF_AWAY, shows_ties);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_mistakes_it_prints_the_bytes_of_the_library),
        cmocka_unit_test(test_every_mistake_prints_what_a_student_with_it_prints),
        cmocka_unit_test(test_every_mistake_has_its_words),
        cmocka_unit_test(test_all_mistakes_and_pairs_of_them_are_told_apart),
        cmocka_unit_test(test_no_case_depends_on_rounding),
        cmocka_unit_test(test_all_cases_but_the_ties_are_unambiguous),
        cmocka_unit_test(test_one_case_alone_has_a_cohesion_radius_of_zero),
        cmocka_unit_test(test_float_shows_in_the_cases_of_digits_alone),
        cmocka_unit_test(test_ties_show_in_the_case_of_ties_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
