// SPDX-License-Identifier: MIT
// Reads the words of a plan: "noise=0:6:0.5", "1:20", "latin:100".
#include "base/parse.h"
#include "sweep/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANGE_PARTS = 3 };

/// One of the words between commas.
typedef struct word {
    const char *bytes;
    size_t size;
} word;

static bool next_word(const char **text, word *found)
{
    if (*text == NULL)
        return false;
    int depth = 0; // commas inside brackets are of the value
    const char *end = *text;
    for (; *end != '\0' && (*end != ',' || depth > 0); end++)
        depth += (*end == '{' || *end == '[') - (*end == '}' || *end == ']');
    *found = (word){*text, (size_t)(end - *text)};
    *text = *end == ',' ? end + 1 : NULL;
    return true;
}

/// Reads up to 3 numbers with colons between; returns how many, or 0 if it is anything else.
static int numbers_of(word from, double numbers[RANGE_PARTS])
{
    int count = 0;
    const char *at = from.bytes, *end = from.bytes + from.size;
    while (count < RANGE_PARTS) {
        const char *colon = memchr(at, ':', (size_t)(end - at));
        size_t size = (size_t)((colon != NULL ? colon : end) - at);
        if (covey_parse_double(at, size, &numbers[count]) != COVEY_PARSE_OK)
            return 0;
        count++;
        if (colon == NULL)
            return count;
        at = colon + 1;
    }
    return 0;
}

covey_status covey_sweep_plan_design(covey_sweep_plan *plan, const char *text, covey_error *error)
{
    static const struct {
        const char *name;
        covey_sweep_design design;
    } designs[] = {{"latin:", COVEY_SWEEP_LATIN}, {"random:", COVEY_SWEEP_RANDOM}};
    if (strcmp(text, "grid") == 0)
        return COVEY_OK;
    for (size_t k = 0; k < sizeof designs / sizeof *designs; k++) {
        size_t size = strlen(designs[k].name);
        double points[RANGE_PARTS];
        if (strncmp(text, designs[k].name, size) != 0 ||
            numbers_of((word){text + size, strlen(text + size)}, points) != 1)
            continue;
        if (!(points[0] >= 1 && points[0] <= COVEY_SWEEP_VALUES && points[0] == floor(points[0])))
            return covey_fail(error, COVEY_ARG,
                              "--design %.40s: points are a whole number of 1 to %d", text,
                              COVEY_SWEEP_VALUES);
        plan->design = designs[k].design;
        plan->points = (uint64_t)points[0];
        return COVEY_OK;
    }
    return covey_fail(error, COVEY_ARG, "--design %.40s is not grid, latin:N or random:N", text);
}

// ---- Values ----

static covey_status too_many(covey_error *error, const char *key)
{
    return covey_fail(error, COVEY_ARG, "--vary %.60s has more than %d values", key,
                      COVEY_SWEEP_VALUES);
}

/// Makes room for more values.
static covey_status grow(covey_sweep_variable *variable, size_t more, covey_error *error)
{
    if (more > COVEY_SWEEP_VALUES - variable->count)
        return too_many(error, variable->key);
    void *values = realloc(variable->values, (variable->count + more) * sizeof *variable->values);
    if (values == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for the values of %.60s", variable->key);
    variable->values = values;
    return COVEY_OK;
}

/// Adds low, low + step, … up to high; in decimals, so that 0.1 * 3 is 0.3.
static covey_status add_range(covey_sweep_variable *variable, const double range[RANGE_PARTS],
                              covey_error *error)
{
    double count = floor((range[1] - range[0]) / range[2] + 1e-9) + 1.0;
    if (!(range[2] != 0.0 && count >= 1.0))
        return covey_fail(error, COVEY_ARG, "--vary %.60s: from %g to %g there is no way by %g",
                          variable->key, range[0], range[1], range[2]);
    if (count > COVEY_SWEEP_VALUES)
        return too_many(error, variable->key);
    covey_status status = grow(variable, (size_t)count, error);
    for (size_t k = 0; k < (size_t)count && status == COVEY_OK; k++) {
        double value = range[0] + (double)k * range[2];
        double step = fabs(range[2]);
        (void)snprintf(variable->values[variable->count++], COVEY_SWEEP_VALUE_SIZE, "%.12g",
                       fabs(value) < 1e-9 * step ? 0.0 : value);
    }
    return status;
}

static covey_status add_word(covey_sweep_variable *variable, word from, covey_error *error)
{
    double range[RANGE_PARTS];
    int numbers = numbers_of(from, range);
    if (numbers == 3)
        return add_range(variable, range, error);
    if (numbers == 2)
        return covey_fail(error, COVEY_ARG,
                          "--vary %.60s: %.*s lacks a step, as in %g:%g:%g, or a design",
                          variable->key, (int)from.size, from.bytes, range[0], range[1],
                          (range[1] - range[0]) / 10);
    if (from.size == 0 || from.size >= COVEY_SWEEP_VALUE_SIZE)
        return covey_fail(error, COVEY_ARG, "--vary %.60s: a value %s", variable->key,
                          from.size == 0 ? "is missing" : "is too long");
    covey_status status = grow(variable, 1, error);
    if (status == COVEY_OK)
        (void)snprintf(variable->values[variable->count++], COVEY_SWEEP_VALUE_SIZE, "%.*s",
                       (int)from.size, from.bytes);
    return status;
}

static covey_status take_values(const covey_sweep_plan *plan, covey_sweep_variable *variable,
                                const char *text, covey_error *error)
{
    word next;
    double range[RANGE_PARTS];
    if (plan->design != COVEY_SWEEP_GRID) {
        if (numbers_of((word){text, strlen(text)}, range) != 2 || !(range[0] < range[1]))
            return covey_fail(error, COVEY_ARG,
                              "--vary %.60s=%.60s: this design needs a range low:high",
                              variable->key, text);
        variable->low = range[0];
        variable->high = range[1];
        return COVEY_OK;
    }
    while (next_word(&text, &next)) {
        covey_status status = add_word(variable, next, error);
        if (status != COVEY_OK)
            return status;
    }
    return COVEY_OK;
}

static bool has_twice(const covey_sweep_variable *variable, size_t *which)
{
    for (size_t i = 0; i < variable->count && variable->count <= 1000; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(variable->values[i], variable->values[j]) == 0) {
                *which = i;
                return true;
            }
    return false;
}

covey_status covey_sweep_plan_vary(covey_sweep_plan *plan, const char *text, covey_error *error)
{
    const char *equals = strchr(text, '=');
    if (plan->variables_count == COVEY_SWEEP_VARIABLES)
        return covey_fail(error, COVEY_ARG, "at most %d keys vary", COVEY_SWEEP_VARIABLES);
    covey_sweep_variable *variable = &plan->variables[plan->variables_count];
    *variable = (covey_sweep_variable){0};
    if (equals == NULL || equals == text || (size_t)(equals - text) >= sizeof variable->key)
        return covey_fail(error, COVEY_ARG, "--vary %.100s is not KEY=VALUES", text);
    (void)snprintf(variable->key, sizeof variable->key, "%.*s", (int)(equals - text), text);
    for (size_t k = 0; k < plan->variables_count; k++)
        if (strcmp(plan->variables[k].key, variable->key) == 0)
            return covey_fail(error, COVEY_ARG, "--vary has %.60s twice", variable->key);
    plan->variables_count++;
    covey_status status = take_values(plan, variable, equals + 1, error);
    size_t twice;
    if (status == COVEY_OK && has_twice(variable, &twice))
        return covey_fail(error, COVEY_ARG, "--vary %.60s has the value %s twice", variable->key,
                          variable->values[twice]);
    return status;
}

// ---- Seeds ----

static covey_status add_seeds(covey_sweep_plan *plan, word from, covey_error *error)
{
    double range[RANGE_PARTS];
    int numbers = numbers_of(from, range);
    if (numbers == 1)
        range[1] = range[0];
    if (numbers < 1 || numbers > 2 || !(range[0] >= 0 && range[1] >= range[0]) ||
        range[1] >= 0x1p53 || range[0] != floor(range[0]) || range[1] != floor(range[1]))
        return covey_fail(error, COVEY_ARG, "--seeds: \"%.*s\" is no seed and no range first:last",
                          (int)(from.size < 60 ? from.size : 60), from.bytes);
    double count = range[1] - range[0] + 1.0;
    if (count > (double)(COVEY_SWEEP_SEEDS - plan->seeds_count))
        return covey_fail(error, COVEY_ARG, "--seeds are more than %d", COVEY_SWEEP_SEEDS);
    uint64_t *seeds = realloc(plan->seeds, (plan->seeds_count + (size_t)count) * sizeof *seeds);
    if (seeds == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for the seeds");
    plan->seeds = seeds;
    for (size_t k = 0; k < (size_t)count; k++)
        seeds[plan->seeds_count++] = (uint64_t)range[0] + k;
    return COVEY_OK;
}

static int compare(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

covey_status covey_sweep_plan_seeds(covey_sweep_plan *plan, const char *text, covey_error *error)
{
    word next;
    covey_status status = COVEY_OK;
    while (status == COVEY_OK && next_word(&text, &next))
        status = add_seeds(plan, next, error);
    if (status != COVEY_OK)
        return status;
    qsort(plan->seeds, plan->seeds_count, sizeof *plan->seeds, compare);
    for (size_t k = 1; k < plan->seeds_count; k++)
        if (plan->seeds[k] == plan->seeds[k - 1])
            return covey_fail(error, COVEY_ARG, "--seeds has %llu twice",
                              (unsigned long long)plan->seeds[k]);
    return COVEY_OK;
}
