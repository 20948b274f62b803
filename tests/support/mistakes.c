// SPDX-License-Identifier: MIT
#include "support/mistakes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

covey_cases mistakes_builtin(covey_arena *arena, int dialect)
{
    covey_cases cases = {.arena = arena, .dialect = dialect};
    covey_error error = {0};
    if (covey_cases_add_builtin(&cases, &error) != COVEY_OK)
        fail_msg("%s", error.message);
    return cases;
}

covey_variant mistakes_variant(int dialect, covey_mistake_set mistakes)
{
    return (covey_variant){.dialect = dialect, .mistakes = mistakes, .decimals = 6, .digits = 3};
}

char *mistakes_output(const covey_case *of, covey_variant variant)
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

const covey_case *mistakes_case(covey_cases *cases, const char *name, const char *input)
{
    covey_case_def def = {.name = name, .input = input, .input_size = strlen(input)};
    covey_error error = {0};
    if (covey_cases_add(cases, &def, &error) != COVEY_OK)
        fail_msg("%s", error.message);
    return &cases->at[cases->count - 1];
}
