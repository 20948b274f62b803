// SPDX-License-Identifier: MIT
#include "support/mistakes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

check_cases mistakes_builtin(covey_arena *arena, int dialect)
{
    check_cases cases = {.arena = arena, .dialect = dialect};
    covey_error error = {0};
    if (check_cases_add_builtin(&cases, &error) != COVEY_OK)
        fail_msg("%s", error.message);
    return cases;
}

covey_variant mistakes_variant(int dialect, covey_mistake_set mistakes)
{
    return (covey_variant){.dialect = dialect, .mistakes = mistakes, .decimals = 6, .digits = 3};
}

char *mistakes_output(const check_case *of, covey_variant variant)
{
    size_t agents = of->problem.agents, used = 0;
    covey_mistakes_agent *room = calloc(2 * agents + 1, sizeof *room);
    char *text = malloc(agents * (of->problem.steps + 2) * COVEY_MISTAKES_LINE + 1);
    assert_non_null(room);
    assert_non_null(text);
    covey_mistakes_run run;
    covey_mistakes_start(&of->problem, variant, room, &run);
    for (size_t step = 0; step < covey_mistakes_steps(&run); step++) {
        covey_mistakes_step(&run, step);
        for (size_t i = 0; i < agents && covey_mistakes_shows(&run, step); i++) {
            used += covey_mistakes_line(&run, &run.agents[i], text + used);
            text[used++] = '\n';
        }
    }
    text[used] = '\0';
    free(room);
    return text;
}

student_mistake mistakes_student(int mistake)
{
    return (student_mistake)(mistake + 1); // the same list, behind "none"
}

/// The place of a parameter in the input.
static int place_of(const char *name)
{
    static const char *const names[] = {"r_c", "r_s", "F_Smax", "r_a", "K_c", "K_s", "K_a"};
    for (int k = 0; k < 7; k++)
        if (strcmp(names[k], name) == 0)
            return k;
    fail_msg("no parameter is called %s", name);
    return 0;
}

/// Takes parameters as the words for a choice say: "r_c and r_s", "r_c for r_s", "K_c", "K_c, ...".
static void take(const char *words, int takes[7])
{
    char one[16] = "", link[16] = "", other[16] = "";
    int count = sscanf(words, "%15s %15s %15s", one, link, other);
    for (int k = 4; k < 7 && strchr(one, ',') != NULL; k++)
        takes[k] = 7;
    if (count == 1)
        takes[place_of(one)] = 7;
    if (count != 3 || strchr(one, ',') != NULL)
        return;
    takes[place_of(other)] = place_of(one);
    if (strcmp(link, "and") == 0)
        takes[place_of(one)] = place_of(other);
}

student_def mistakes_student_def(covey_variant variant)
{
    student_def def = {.dialect = (student_dialect)variant.dialect, .takes = {0, 1, 2, 3, 4, 5, 6}};
    int count = 0;
    for (int m = 0; m < COVEY_MISTAKES; m++) {
        if ((variant.mistakes & COVEY_MISTAKE_BIT(m)) == 0)
            continue;
        assert_in_range(count, 0, 1);
        def.mistakes[count++] = mistakes_student(m);
        take(covey_mistakes_choice(&variant, m), def.takes);
    }
    return def;
}

const check_case *mistakes_case(check_cases *cases, const char *name, const char *input)
{
    check_case_def def = {.name = name, .input = input, .input_size = strlen(input)};
    covey_error error = {0};
    if (check_cases_add(cases, &def, &error) != COVEY_OK)
        fail_msg("%s", error.message);
    return &cases->items[cases->count - 1];
}
