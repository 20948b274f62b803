// SPDX-License-Identifier: MIT
// The runs of a plan: numbers to points and seeds. Seeds change fastest, so that each point is
// whole as early as can be.
#include "sweep/plan.h"
#include "base/writer.h"

#include "covey/measure.h"
#include "covey/model.h"
#include "sweep/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Random numbers of designs have a separate seed: a design is the same for all seeds of runs.
#define DESIGN_SEED UINT64_C(0x636f7665795f7377)

covey_sweep_plan covey_sweep_plan_default(void)
{
    return (covey_sweep_plan){
        .points = 1, .every = 1, .measures = UINT64_MAX, .part = 1, .parts = 1};
}

void covey_sweep_plan_free(covey_sweep_plan *plan)
{
    for (size_t k = 0; k < plan->variables_count; k++)
        free(plan->variables[k].values);
    free(plan->seeds);
    free(plan->scenario);
    *plan = covey_sweep_plan_default();
}

// ---- Numbers of runs ----

uint64_t covey_sweep_points_of(const covey_sweep_plan *plan)
{
    if (plan->design != COVEY_VALUES_GRID)
        return plan->points;
    uint64_t points = 1;
    for (size_t k = 0; k < plan->variables_count; k++) {
        points *= plan->variables[k].tied ? 1 : plan->variables[k].count;
        if (points > COVEY_SWEEP_RUNS)
            return (uint64_t)COVEY_SWEEP_RUNS + 1; // more than any plan may have
    }
    return points;
}

uint64_t covey_sweep_runs(const covey_sweep_plan *plan)
{
    return covey_sweep_points_of(plan) * plan->seeds_count;
}

bool covey_sweep_has(const covey_sweep_plan *plan, uint64_t number)
{
    return number % plan->parts == plan->part - 1;
}

uint64_t covey_sweep_seed_of(const covey_sweep_plan *plan, uint64_t number)
{
    return plan->seeds[number % plan->seeds_count];
}

/// Place of run `index` in a random order of `count` runs: the number of runs with a lower random
/// number, which needs no memory of them.
static uint64_t place_in_order(uint64_t index, uint64_t count, size_t variable)
{
    uint64_t place = 0;
    double own = covey_uniform(DESIGN_SEED, index, (uint32_t)variable, 0);
    for (uint64_t other = 0; other < count; other++) {
        double value = covey_uniform(DESIGN_SEED, other, (uint32_t)variable, 0);
        place += value < own || (value == own && other < index);
    }
    return place;
}

/// The value of a range at a point: in a latin design at a random place of the slice that the point
/// has of this variable.
static double place_of(const covey_sweep_plan *plan, uint64_t point, size_t k)
{
    const covey_sweep_variable *variable = &plan->variables[k];
    double share = covey_uniform(DESIGN_SEED, point, (uint32_t)k, 1);
    if (plan->design == COVEY_VALUES_LATIN)
        share = ((double)place_in_order(point, plan->points, k) + share) / (double)plan->points;
    double width = variable->high - variable->low + (variable->whole ? 1.0 : 0.0);
    double value = variable->low + share * width;
    if (variable->whole)
        value = floor(value);
    return value < variable->high ? value : variable->high;
}

void covey_sweep_value_of(const covey_sweep_plan *plan, uint64_t number, size_t k,
                          covey_sweep_value value)
{
    uint64_t point = number / plan->seeds_count;
    const covey_sweep_variable *variable = &plan->variables[k];
    if (plan->design != COVEY_VALUES_GRID) {
        char text[COVEY_PRINT_SIZE];
        size_t size = covey_print_shortest(text, place_of(plan, point, k));
        (void)snprintf(value, COVEY_VALUES_WORD, "%.*s", (int)size, text);
        return;
    }
    for (size_t later = plan->variables_count - 1; later > k; later--)
        if (!plan->variables[later].tied)
            point /= plan->variables[later].count;
    while (variable->tied) // with whose key it goes: the place among its values is that one's
        variable--;
    point %= variable->count;
    variable = &plan->variables[k];
    memcpy(value, variable->values[point], COVEY_VALUES_WORD);
}

covey_status covey_sweep_apply(const covey_sweep_plan *plan, uint64_t number,
                               covey_scenario *scenario, covey_error *error)
{
    covey_status status = COVEY_OK;
    covey_sweep_value value;
    for (size_t k = 0; k < plan->variables_count && status == COVEY_OK; k++) {
        covey_sweep_value_of(plan, number, k, value);
        status = covey_scenario_set(scenario, plan->variables[k].key, value, error);
    }
    (void)snprintf(value, sizeof value, "%llu",
                   (unsigned long long)covey_sweep_seed_of(plan, number));
    return status == COVEY_OK ? covey_scenario_set(scenario, "seed", value, error) : status;
}

// ---- Trying ----

/// The option that names a key: the first of keys that go together says it by the one behind.
static const char *option_of(const covey_sweep_variable *variable)
{
    return variable->tied || variable->leads ? "--with" : "--vary";
}

static covey_status refused(const covey_sweep_variable *variable, const char *value,
                            covey_error *error)
{
    char why[sizeof error->message];
    (void)snprintf(why, sizeof why, "%s", error->message);
    covey_status status = error->status == COVEY_MEMORY ? COVEY_MEMORY : COVEY_ARG;
    return covey_fail(error, status, "%s %.40s: %.40s is refused: %.150s", option_of(variable),
                      variable->key, value, why);
}

static covey_status try_value(const covey_sweep_variable *variable, const char *value,
                              covey_scenario *scenario, covey_error *error)
{
    covey_status status = covey_scenario_set(scenario, variable->key, value, error);
    return status == COVEY_OK ? status : refused(variable, value, error);
}

/// Tries both ends of a range, and a number between that is not whole.
static covey_status try_range(covey_sweep_variable *variable, covey_scenario *scenario,
                              covey_error *error)
{
    covey_sweep_value text;
    const double ends[] = {variable->low, variable->high};
    bool ends_whole = true;
    for (int k = 0; k < 2; k++) {
        (void)snprintf(text, sizeof text, "%.17g", ends[k]);
        covey_status status = try_value(variable, text, scenario, error);
        if (status != COVEY_OK)
            return status;
        ends_whole = ends_whole && ends[k] == floor(ends[k]);
    }
    double between = variable->low + 0.5;
    covey_error ignored;
    if (ends_whole && between < variable->high) {
        (void)snprintf(text, sizeof text, "%.17g", between);
        variable->whole = covey_scenario_set(scenario, variable->key, text, &ignored) != COVEY_OK;
    }
    return COVEY_OK;
}

static covey_status put_words(void *context, const void *bytes, size_t size)
{
    covey_words *text = context;
    covey_words_put(text, "%.*s", (int)size, (const char *)bytes);
    return text->failed ? COVEY_MEMORY : COVEY_OK;
}

static covey_status take_scenario(covey_sweep_plan *plan, const covey_scenario *scenario,
                                  covey_error *error)
{
    covey_words text = {0};
    (void)covey_scenario_print(scenario, (covey_sink){put_words, &text});
    plan->scenario = covey_words_end(&text);
    if (plan->scenario == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for the scenario");
    plan->flocks_count = covey_scenario_flocks(scenario);
    for (int k = 0; k < plan->flocks_count; k++)
        (void)snprintf(plan->flocks[k], sizeof *plan->flocks, "%s",
                       covey_scenario_flock(scenario, k).name);
    const covey_space space = covey_scenario_plan(scenario).space;
    plan->dim = covey_space_dim(&space);
    for (int k = 0; k < COVEY_MAX_MEASURES; k++)
        if (covey_measure_at(k) == NULL || !covey_measure_fits(NULL, k, plan->dim))
            plan->measures &= ~(UINT64_C(1) << k);
    plan->measures &= (UINT64_C(1) << COVEY_MAX_MEASURES) - 1;
    return COVEY_OK;
}

covey_status covey_sweep_plan_try(covey_sweep_plan *plan, covey_scenario *scenario,
                                  covey_error *error)
{
    covey_status status = take_scenario(plan, scenario, error);
    for (size_t k = 0; k < plan->variables_count && status == COVEY_OK; k++) {
        covey_sweep_variable *variable = &plan->variables[k];
        if (strcmp(variable->key, "seed") == 0 || strcmp(variable->key, "every") == 0)
            return covey_fail(error, COVEY_ARG, "%s %s: %s has an option of its own",
                              option_of(variable), variable->key, variable->key);
        if (variable->count == 0)
            status = try_range(variable, scenario, error);
        for (size_t i = 0; i < variable->count && status == COVEY_OK; i++)
            status = try_value(variable, variable->values[i], scenario, error);
        // the keys that follow are tried with their first value
        if (status == COVEY_OK && variable->count > 1)
            status = try_value(variable, variable->values[0], scenario, error);
    }
    if (status == COVEY_OK && covey_sweep_points_of(plan) > COVEY_SWEEP_RUNS / plan->seeds_count)
        return covey_fail(error, COVEY_ARG, "a sweep has at most %d runs", COVEY_SWEEP_RUNS);
    return status;
}
