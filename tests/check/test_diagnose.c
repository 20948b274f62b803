// SPDX-License-Identifier: MIT
// Programs with mistakes are named by them, and by nothing else.
#include "check/diagnose.h"
#include "support/mistakes.h"
#include "support/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { DIALECTS = STUDENT_DIALECTS, UNIT = STUDENT_UNIT, RANDOM_PAIRS = 120, CASES = 64 };

/// Outputs of a program for each case; forget() frees them.
static void print(const check_cases *cases, covey_variant variant, char *outputs[CASES])
{
    assert_in_range(cases->count, 1, CASES);
    for (size_t k = 0; k < cases->count; k++)
        outputs[k] = mistakes_output(&cases->items[k], variant);
}

static void forget(char *outputs[CASES])
{
    for (size_t k = 0; k < CASES; k++) {
        free(outputs[k]);
        outputs[k] = NULL;
    }
}

/// Diagnoses outputs, one for each case; NULL leaves a case out, and those cut short are weak.
static check_diagnosis diagnose(const check_cases *cases, char *const *outputs)
{
    covey_arena arena = {0};
    check_lines *answers = calloc(cases->count, sizeof *answers);
    check_evidence *evidence = calloc(cases->count, sizeof *evidence);
    check_diagnosis diagnosis;
    check_compare_def def = {0};
    size_t count = 0;
    for (size_t k = 0; k < cases->count; k++)
        if (outputs[k] != NULL) {
            assert_true(check_lines_read(&arena, outputs[k], strlen(outputs[k]), &answers[k]));
            evidence[count++] = (check_evidence){
                .problem = &cases->items[k].problem,
                .answer = &answers[k],
                .conclusive = answers[k].count,
                .open = answers[k].count <
                        cases->items[k].problem.steps * cases->items[k].problem.agents,
                .frames = SIZE_MAX,
                .agents = cases->items[k].problem.agents,
            };
        }
    assert_int_equal(check_diagnose(&def, cases->dialect, evidence, count, &diagnosis), COVEY_OK);
    free(answers);
    free(evidence);
    covey_arena_destroy(&arena);
    return diagnosis;
}

/// Diagnoses a student with the mistakes of a variant.
static check_diagnosis diagnose_student(const check_cases *cases, covey_variant variant)
{
    char *outputs[CASES] = {0};
    student_def student = mistakes_student_def(variant);
    for (size_t k = 0; k < cases->count; k++)
        outputs[k] = student_run_def(cases->items[k].input, &student);
    check_diagnosis diagnosis = diagnose(cases, outputs);
    forget(outputs);
    return diagnosis;
}

static bool is_mistake(int dialect, int mistake)
{
    return dialect != UNIT || mistake != COVEY_MISTAKE_COHESION_WITH_SELF;
}

/// In every way to make it; of many ways a third in each dialect.
static void expect_named(const check_cases *cases, int mistake)
{
    covey_variant variant = mistakes_variant(cases->dialect, COVEY_MISTAKE_BIT(mistake));
    for (; variant.choice < covey_mistakes_choices(variant.mistakes); variant.choice++) {
        if (variant.choice > 0 && variant.choice % DIALECTS != cases->dialect)
            continue;
        check_diagnosis found = diagnose_student(cases, variant);
        assert_int_equal(found.fit_count, 1);
        assert_int_equal(found.fits[0].variant.dialect, variant.dialect);
        assert_int_equal(found.fits[0].variant.mistakes, variant.mistakes);
        assert_int_equal(found.fits[0].variant.choice, variant.choice);
    }
}

static void test_every_single_mistake_is_named_and_no_other(void **state)
{
    (void)state;
    for (int d = 0; d < DIALECTS; d++) {
        covey_arena arena = {0};
        check_cases cases = mistakes_builtin(&arena, d);
        for (int m = 0; m < COVEY_MISTAKES; m++)
            if (is_mistake(d, m))
                expect_named(&cases, m);
        covey_arena_destroy(&arena);
    }
}

static void test_a_program_of_another_dialect_is_named_by_it(void **state)
{
    (void)state;
    for (int asked = 0; asked < DIALECTS; asked++)
        for (int d = 0; d < DIALECTS; d++) {
            covey_arena arena = {0};
            check_cases cases = mistakes_builtin(&arena, asked);
            check_diagnosis found = diagnose_student(&cases, mistakes_variant(d, 0));
            assert_int_equal(found.fit_count, 1);
            assert_int_equal(found.fits[0].variant.dialect, d);
            assert_int_equal(found.fits[0].variant.mistakes, 0);
            assert_int_equal(found.fits[0].cost, asked != d);
            covey_arena_destroy(&arena);
        }
}

static bool names(const check_diagnosis *found, int dialect, covey_mistake_set set)
{
    for (size_t k = 0; k < found->fit_count; k++)
        if (found->fits[k].variant.dialect == dialect && found->fits[k].variant.mistakes == set)
            return true;
    return false;
}

/// True if a cheaper program prints the same in all cases, as the simulator has it too.
static bool has_a_cheaper_twin(const check_cases *cases, const check_diagnosis *found,
                               covey_variant pair)
{
    if (found->fit_count == 0 || found->fits[0].cost >= 2)
        return false;
    char *pairs[CASES] = {0}, *twins[CASES] = {0};
    bool same = true;
    print(cases, pair, pairs);
    print(cases, found->fits[0].variant, twins);
    for (size_t k = 0; k < cases->count; k++)
        same = same && strcmp(pairs[k], twins[k]) == 0;
    forget(pairs);
    forget(twins);
    return same;
}

static void test_random_pairs_are_named_or_what_prints_the_same(void **state)
{
    (void)state;
    covey_arena arena[DIALECTS] = {{0}};
    check_cases cases[DIALECTS];
    for (int d = 0; d < DIALECTS; d++)
        cases[d] = mistakes_builtin(&arena[d], d);
    int named = 0;
    random_state = 6;
    for (int round = 0; round < RANDOM_PAIRS;) {
        int d = random_below(DIALECTS);
        int a = random_below(COVEY_MISTAKES);
        int b = random_below(COVEY_MISTAKES);
        if (!covey_mistakes_go_together(a, b))
            continue;
        round++;
        covey_variant pair = mistakes_variant(d, COVEY_MISTAKE_BIT(a) | COVEY_MISTAKE_BIT(b));
        pair.choice = random_below(covey_mistakes_choices(pair.mistakes));
        check_diagnosis found = diagnose_student(&cases[d], pair);
        bool right = names(&found, d, pair.mistakes) || has_a_cheaper_twin(&cases[d], &found, pair);
        if (!right)
            print_message("not named: %s and %s, dialect %d\n", covey_mistakes_info(a)->name,
                          covey_mistakes_info(b)->name, d);
        named += right;
    }
    assert_true(named >= RANDOM_PAIRS * 95 / 100);
    for (int d = 0; d < DIALECTS; d++)
        covey_arena_destroy(&arena[d]);
}

static void test_any_count_of_decimals_is_named(void **state)
{
    (void)state;
    covey_arena arena = {0};
    check_cases cases = mistakes_builtin(&arena, 0);
    for (int decimals = 0; decimals <= 17; decimals++) {
        char *outputs[CASES] = {0};
        covey_variant variant = {.mistakes = COVEY_MISTAKE_BIT(COVEY_MISTAKE_DECIMALS),
                                 .decimals = decimals};
        if (decimals == 3)
            continue;
        print(&cases, variant, outputs);
        check_diagnosis found = diagnose(&cases, outputs);
        assert_true(names(&found, 0, COVEY_MISTAKE_BIT(COVEY_MISTAKE_DECIMALS)));
        assert_int_equal(found.fits[0].variant.decimals, decimals);
        forget(outputs);
    }
    covey_arena_destroy(&arena);
}

static void test_any_count_of_significant_digits_is_named(void **state)
{
    (void)state;
    covey_arena arena = {0};
    check_cases cases = mistakes_builtin(&arena, 0);
    for (int digits = 1; digits <= 17; digits++) {
        char *outputs[CASES] = {0};
        covey_variant variant = {.mistakes = COVEY_MISTAKE_BIT(COVEY_MISTAKE_SIGNIFICANT),
                                 .digits = digits};
        print(&cases, variant, outputs);
        check_diagnosis found = diagnose(&cases, outputs);
        assert_int_equal(found.fit_count, 1);
        assert_true(names(&found, 0, COVEY_MISTAKE_BIT(COVEY_MISTAKE_SIGNIFICANT)));
        forget(outputs);
    }
    covey_arena_destroy(&arena);
}

/// A program that is wrong, in a way that is on no list, in all cases but those that hold it up.
static void test_an_unknown_mistake_has_no_name(void **state)
{
    (void)state;
    covey_arena arena = {0};
    check_cases cases = mistakes_builtin(&arena, 0);
    char *outputs[CASES] = {0};
    print(&cases, (covey_variant){0}, outputs);
    for (size_t k = 0; k < cases.count; k++)
        for (char *c = outputs[k]; *c != '\0'; c++)
            *c = *c == '7' ? '8' : *c;
    check_diagnosis found = diagnose(&cases, outputs);
    assert_int_equal(found.fit_count, 0);
    assert_int_equal(found.cases, cases.count);
    forget(outputs);
    covey_arena_destroy(&arena);
}

static void test_near_is_only_a_mistake_that_explains_most(void **state)
{
    (void)state;
    covey_arena arena = {0};
    check_cases cases = mistakes_builtin(&arena, 0);
    char *outputs[CASES] = {0};
    covey_variant variant = {.mistakes = COVEY_MISTAKE_BIT(COVEY_MISTAKE_COHESION_WITH_SELF)};
    print(&cases, variant, outputs);
    *strchr(outputs[1], '.') = ','; // one case as no variant prints it
    check_diagnosis found = diagnose(&cases, outputs);
    assert_int_equal(found.fit_count, 0);
    assert_int_equal(found.near_count, 1); // a second mistake explains no more
    assert_int_equal(found.near[0].variant.mistakes, variant.mistakes);
    assert_int_equal(found.near[0].explained, cases.count - 1);
    forget(outputs);
    covey_arena_destroy(&arena);
}

/// A mistake that explains half of the wrong cases, or makes a right one wrong, is not near.
static void test_nothing_is_near_that_explains_half_or_is_refuted(void **state)
{
    (void)state;
    covey_arena arena = {0};
    check_cases cases = {.arena = &arena};
    static const char pair[] = "2 0 0 0 1 0 0 2\n0 1 0 0\n0 0 0 0\n0.125";
    for (int k = 0; k < 3; k++)
        mistakes_case(&cases, "pair", pair);
    char *outputs[CASES] = {0};
    covey_variant variant = {.mistakes = COVEY_MISTAKE_BIT(COVEY_MISTAKE_COHESION_WITH_SELF)};
    print(&cases, variant, outputs);
    *strchr(outputs[0], '.') = ',';
    check_diagnosis found = diagnose(&cases, outputs);
    assert_true(found.near_count > 0); // two of three
    assert_int_equal(found.near[0].newly, 2);
    *strchr(outputs[1], '.') = ',';
    found = diagnose(&cases, outputs);
    assert_int_equal(found.near_count, 0); // one of three
    forget(outputs);
    print(&cases, variant, outputs);
    *strchr(outputs[0], '.') = ',';
    mistakes_case(&cases, "pair", pair);
    outputs[3] = mistakes_output(&cases.items[3], (covey_variant){0});
    found = diagnose(&cases, outputs);
    assert_int_equal(found.near_count, 0); // two of three, and the last speaks against it
    forget(outputs);
    covey_arena_destroy(&arena);
}

/// Of a program that stops early in some cases, a fit and a near miss are for the others, and for
/// what is there.
static void test_cases_cut_short_count_only_where_explained(void **state)
{
    (void)state;
    covey_arena arena = {0};
    check_cases cases = mistakes_builtin(&arena, 0);
    char *outputs[CASES] = {0};
    covey_variant variant = {.mistakes = COVEY_MISTAKE_BIT(COVEY_MISTAKE_COHESION_WITH_SELF)};
    print(&cases, variant, outputs);
    outputs[2][0] = '\0';
    *strrchr(outputs[3], '\n') = '\0';
    *strrchr(outputs[3], '\n') = '\0';
    check_diagnosis found = diagnose(&cases, outputs);
    assert_int_equal(found.cases, cases.count - 1); // the first lines of the second count
    assert_int_equal(found.fit_count, 1);
    assert_int_equal(found.fits[0].variant.mistakes, variant.mistakes);
    assert_int_equal(found.fits[0].also, 0);
    *strchr(outputs[1], '.') = ',';
    found = diagnose(&cases, outputs);
    assert_int_equal(found.fit_count, 0);
    assert_int_equal(found.near[0].explained, cases.count - 2);
    outputs[3][0] = '7';
    found = diagnose(&cases, outputs);
    assert_int_equal(found.near[0].explained, cases.count - 3);
    forget(outputs);
    covey_arena_destroy(&arena);
}

/// A single frame of many agents is compared, or left out where it would take too long.
static void test_large_cases_are_cut_or_left_out(void **state)
{
    (void)state;
    static const size_t agents[] = {300, 2000};
    for (size_t k = 0; k < 2; k++) {
        covey_arena arena = {0};
        check_cases cases = {.arena = &arena};
        char *input = malloc(agents[k] * 32 + 100), *end = input;
        end += sprintf(end, "1 1 1 1 1 1 1 %zu\n", agents[k]);
        for (size_t i = 0; i < agents[k]; i++)
            end += sprintf(end, "%zu 0 0 1\n", 3 * i);
        (void)strcpy(end, "0.1 0.1");
        const check_case *large = mistakes_case(&cases, "large", input);
        char *output = mistakes_output(
            large,
            (covey_variant){.mistakes = COVEY_MISTAKE_BIT(COVEY_MISTAKE_ALIGNMENT_DIFFERENCE)});
        check_diagnosis found = diagnose(&cases, &output);
        assert_int_equal(found.large, k == 1);
        assert_int_equal(found.cases, k == 0);
        assert_int_equal(names(&found, 0, COVEY_MISTAKE_BIT(COVEY_MISTAKE_ALIGNMENT_DIFFERENCE)),
                         k == 0);
        free(input);
        free(output);
        covey_arena_destroy(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_single_mistake_is_named_and_no_other),
        cmocka_unit_test(test_a_program_of_another_dialect_is_named_by_it),
        cmocka_unit_test(test_random_pairs_are_named_or_what_prints_the_same),
        cmocka_unit_test(test_any_count_of_decimals_is_named),
        cmocka_unit_test(test_any_count_of_significant_digits_is_named),
        cmocka_unit_test(test_an_unknown_mistake_has_no_name),
        cmocka_unit_test(test_near_is_only_a_mistake_that_explains_most),
        cmocka_unit_test(test_nothing_is_near_that_explains_half_or_is_refuted),
        cmocka_unit_test(test_cases_cut_short_count_only_where_explained),
        cmocka_unit_test(test_large_cases_are_cut_or_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
