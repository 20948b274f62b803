// SPDX-License-Identifier: MIT
// The plan as text, line by line, and back from the text that a file has.
#include "sweep/plan_text.h"

#include "covey/measure.h"
#include "sweep/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Writing ----

static void put_variable(covey_words *text, const covey_sweep_variable *variable)
{
    if (variable->tied)
        covey_words_put(text, ":%s=", variable->key);
    else
        covey_words_put(text, "%s %s=", variable->leads ? "with" : "vary", variable->key);
    if (variable->count == 0)
        covey_words_put(text, "%.17g:%.17g", variable->low, variable->high);
    for (size_t i = 0; i < variable->count; i++)
        covey_words_put(text, "%s%s", i > 0 ? "," : "", variable->values[i]);
}

static void put_head(covey_words *text, const covey_sweep_plan *plan)
{
    static const char *const designs[] = {"grid", "latin", "random"};
    for (size_t k = 0; k < plan->variables_count; k++) {
        put_variable(text, &plan->variables[k]);
        if (k + 1 == plan->variables_count || !plan->variables[k + 1].tied)
            covey_words_put(text, "\n");
    }
    covey_words_put(text, "seeds ");
    for (size_t k = 0; k < plan->seeds_count; k++)
        covey_words_put(text, "%s%llu", k > 0 ? "," : "", (unsigned long long)plan->seeds[k]);
    covey_words_put(text, "\ndesign %s", designs[plan->design]);
    if (plan->design != COVEY_VALUES_GRID)
        covey_words_put(text, ":%llu", (unsigned long long)plan->points);
}

static void put_keeps(covey_words *text, unsigned keeps)
{
    const char *word;
    covey_words_put(text, "\nkeep %s", keeps == 0 ? "summary" : "");
    for (int k = 0, some = 0; (word = covey_sweep_keep_word(k)) != NULL; k++)
        if (keeps >> k & 1)
            covey_words_put(text, "%s%s", some++ > 0 ? "," : "", word);
}

char *covey_sweep_plan_text(const covey_sweep_plan *plan)
{
    covey_words text = {0};
    put_head(&text, plan);
    if (plan->discard == COVEY_SWEEP_AUTO)
        covey_words_put(&text, "\ndiscard auto");
    else
        covey_words_put(&text, "\ndiscard %llu", (unsigned long long)plan->discard);
    covey_words_put(&text, "\nevery %llu", (unsigned long long)plan->every);
    put_keeps(&text, plan->keeps);
    if (plan->until.text[0] != '\0')
        covey_words_put(&text, "\nuntil %s", plan->until.text);
    covey_words_put(&text, "\nmeasures");
    const covey_measure *measure;
    for (int k = 0; (measure = covey_measure_at(k)) != NULL; k++)
        if (plan->measures >> k & 1)
            covey_words_put(&text, " %s", measure->name);
    covey_words_put(&text, "\nscenario\n%s", plan->scenario);
    return covey_words_end(&text);
}

char *covey_sweep_plan_text_of(const covey_sweep_plan *plan, const char *rest)
{
    covey_words text = {0};
    put_head(&text, plan);
    covey_words_put(&text, "\n%s", rest);
    return covey_words_end(&text);
}

// ---- Reading ----

static bool is(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

static covey_status take_line(covey_sweep_plan *plan, const char *text, size_t size,
                              covey_error *error)
{
    char *copy = calloc(size + 1, 1);
    if (copy == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for the plan");
    memcpy(copy, text, size);
    char *value = copy + strcspn(copy, " ");
    value += *value == ' ';
    covey_status status = is(copy, "vary ")    ? covey_sweep_plan_vary(plan, value, error)
                          : is(copy, "with ")  ? covey_sweep_plan_with(plan, value, error)
                          : is(copy, "seeds ") ? covey_sweep_plan_seeds(plan, value, error)
                                               : COVEY_OK;
    free(copy);
    return status;
}

/// The design stands behind the keys, whose values are read by it.
static covey_status take_design(covey_sweep_plan *plan, const char *text, covey_error *error)
{
    char design[64];
    const char *at = text;
    while (at != NULL && !is(at, "design ") && !is(at, "scenario")) {
        at = strchr(at, '\n');
        at = at != NULL ? at + 1 : NULL;
    }
    if (at == NULL || !is(at, "design "))
        return covey_fail(error, COVEY_ARG, "there is no design");
    at += strlen("design ");
    (void)snprintf(design, sizeof design, "%.*s", (int)(strcspn(at, "\n") % sizeof design), at);
    return covey_sweep_plan_design(plan, design, error);
}

covey_status covey_sweep_plan_of_text(const char *text, covey_sweep_plan *plan, const char **rest,
                                      covey_error *error)
{
    covey_status status = take_design(plan, text, error);
    while (status == COVEY_OK && *text != '\0' && !is(text, "discard ")) {
        size_t size = strcspn(text, "\n");
        status = take_line(plan, text, size, error);
        text += size + (text[size] == '\n');
    }
    *rest = text;
    bool whole = *text != '\0' && plan->seeds_count > 0 &&
                 covey_sweep_points_of(plan) <= COVEY_SWEEP_RUNS / plan->seeds_count;
    if (status == COVEY_OK && !whole)
        return covey_fail(error, COVEY_ARG, "it has no seeds, or too many runs");
    return status;
}
