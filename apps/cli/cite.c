// SPDX-License-Identifier: MIT
// How a run is cited: covey itself, as CITATION.cff has it; the sources of all models and
// influences of the scenario, as their tables have them; and the command that comes to the same
// bits, with the version, the commit and the results epoch.
#include "cite.h"

#include <stdio.h>
#include <string.h>

/// As CITATION.cff says: authors, title and abstract, and the year of this version.
/// tests/cli/test_cite.c compares the two.
static const char of_covey[] = "The covey authors: covey. A flocking simulator with the same bits "
                               "on every machine, as a library, a program, a window, a page and a "
                               "Python module.";
static const char year[] = "2026";

enum { SOURCES_MAX = 64 };

typedef struct cited {
    const char *name;
    const char *source;
} cited;

typedef struct cited_list {
    cited at[SOURCES_MAX];
    int count;
} cited_list;

// ---- Sources ----

/// Adds a name that is not there yet. What covey itself thought of has no other source.
static void add(cited_list *list, const char *name, const char *from)
{
    bool there = from == NULL || strcmp(from, "covey") == 0 || list->count == SOURCES_MAX;
    for (int k = 0; k < list->count && !there; k++)
        there = strcmp(list->at[k].name, name) == 0;
    if (!there)
        list->at[list->count++] = (cited){name, from};
}

static void add_all(cited_list *list, const covey_scenario *scenario)
{
    for (int k = 0; k < covey_scenario_flocks(scenario); k++) {
        const covey_model *model = covey_model_find(covey_scenario_flock(scenario, k).model);
        if (model != NULL)
            add(list, model->name, model->source);
    }
    for (int k = 0, number;; k++) {
        const char *kind = covey_scenario_influence(scenario, k, &number).kind;
        if (kind == NULL)
            return;
        const covey_influence *influence = covey_influence_find(kind);
        if (influence != NULL)
            add(list, influence->name, influence->source);
    }
}

/// True if an entry before has the source of entry `index`.
static bool was_before(const cited_list *list, int index)
{
    for (int k = 0; k < index; k++)
        if (strcmp(list->at[k].source, list->at[index].source) == 0)
            return true;
    return false;
}

/// Each source once, below the names of all that it is of.
static void print_sources(const cited_list *list)
{
    for (int k = 0; k < list->count; k++) {
        const char *from = list->at[k].source;
        if (was_before(list, k))
            continue;
        printf("\n%s", list->at[k].name);
        for (int other = k + 1; other < list->count; other++)
            if (strcmp(list->at[other].source, from) == 0)
                printf(", %s", list->at[other].name);
        printf(":\n  %s\n", from);
    }
}

// ---- The run ----

/// Prints a word of a command so that a shell takes it as one.
static void print_word(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+./=,:@%";
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        printf(" %s", word);
        return;
    }
    printf(" '");
    for (; *word != '\0'; word++)
        printf(*word == '\'' ? "'\\''" : "%c", *word);
    printf("'");
}

/// Prints the options that results depend on.
static void print_options(const command *self, const options *given)
{
    static const char *const kept[] = {"resume", "replay", "set", "steps"};
    for (int row = 0; self->options[row].name != NULL; row++) {
        const option *is = &self->options[row];
        bool keeps = false;
        for (size_t k = 0; k < sizeof kept / sizeof *kept; k++)
            keeps = keeps || strcmp(is->name, kept[k]) == 0;
        if (!keeps || given->value[row] == NULL)
            continue;
        for (int k = 0; k < given->repeat_count && is->repeats; k++)
            if (given->repeat[k].row == row) {
                printf(" --%s", is->name);
                print_word(given->repeat[k].value);
            }
        if (!is->repeats) {
            printf(" --%s", is->name);
            print_word(given->value[row]);
        }
    }
}

static void print_run(const command *self, const options *given, const covey_scenario *scenario)
{
    const covey_plan plan = covey_scenario_plan(scenario);
    const bool named = given->operand_count > 0;
    printf("\nThis run:\n  covey run");
    if (named)
        print_word(given->operands[0]);
    print_options(self, given);
    if (named)
        printf(" --seed %llu", (unsigned long long)plan.seed);
    printf("\n  covey %s, seed %llu, dt %g, %llu steps\n", covey_version_text(),
           (unsigned long long)plan.seed, plan.dt, (unsigned long long)plan.steps);
}

void cite_print(const command *self, const options *given, const covey_scenario *scenario)
{
    cited_list list = {.count = 0};
    add_all(&list, scenario);
    printf("covey:\n  %s Version %s, %s.\n", of_covey, covey_version(), year);
    print_sources(&list);
    print_run(self, given, scenario);
}
