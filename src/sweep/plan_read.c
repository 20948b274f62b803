// SPDX-License-Identifier: MIT
// Reads the words of a plan: "noise=0:6:0.5", "1:20", "latin:100".
#include "sweep/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

covey_status covey_sweep_plan_design(covey_sweep_plan *plan, const char *text, covey_error *error)
{
    covey_values_reason reason;
    if (covey_values_design_of(text, &plan->design, &plan->points, reason) == COVEY_OK)
        return COVEY_OK;
    return covey_fail(error, COVEY_ARG, "--design %s", reason);
}

// ---- Values ----

static bool add_value(void *context, const char *value)
{
    covey_sweep_variable *variable = context;
    if (variable->count == variable->room) {
        size_t room = 2 * variable->room + 16;
        void *values = realloc(variable->values, room * sizeof *variable->values);
        if (values == NULL)
            return false;
        variable->values = values;
        variable->room = room;
    }
    (void)snprintf(variable->values[variable->count++], COVEY_VALUES_WORD, "%s", value);
    return true;
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

static covey_status take_values(const covey_sweep_plan *plan, covey_sweep_variable *variable,
                                const char *text, covey_error *error)
{
    covey_values_reason reason;
    double range[2] = {0, 0};
    covey_status status = plan->design == COVEY_VALUES_GRID
                              ? covey_values_list(text, add_value, variable, reason)
                              : covey_values_range(text, range, reason);
    variable->low = range[0];
    variable->high = range[1];
    if (status == COVEY_MEMORY)
        return covey_fail(error, status, "no memory for the values of %.60s", variable->key);
    if (status != COVEY_OK)
        return covey_fail(error, status, "--vary %.60s: %s", variable->key, reason);
    size_t twice;
    if (has_twice(variable, &twice))
        return covey_fail(error, COVEY_ARG, "--vary %.60s has the value %s twice", variable->key,
                          variable->values[twice]);
    return COVEY_OK;
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
    return take_values(plan, variable, equals + 1, error);
}

// ---- Seeds ----

static bool add_seeds(void *context, uint64_t first, uint64_t count)
{
    covey_sweep_plan *plan = context;
    uint64_t *seeds = realloc(plan->seeds, (plan->seeds_count + (size_t)count) * sizeof *seeds);
    if (seeds == NULL)
        return false;
    plan->seeds = seeds;
    for (uint64_t k = 0; k < count; k++)
        seeds[plan->seeds_count++] = first + k;
    return true;
}

static int compare(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

covey_status covey_sweep_plan_seeds(covey_sweep_plan *plan, const char *text, covey_error *error)
{
    covey_values_reason reason;
    covey_status status = covey_values_seeds(text, add_seeds, plan, reason);
    if (status == COVEY_MEMORY)
        return covey_fail(error, status, "no memory for the seeds");
    if (status != COVEY_OK)
        return covey_fail(error, status, "--seeds: %s", reason);
    qsort(plan->seeds, plan->seeds_count, sizeof *plan->seeds, compare);
    for (size_t k = 1; k < plan->seeds_count; k++)
        if (plan->seeds[k] == plan->seeds[k - 1])
            return covey_fail(error, COVEY_ARG, "--seeds has %llu twice",
                              (unsigned long long)plan->seeds[k]);
    return COVEY_OK;
}
