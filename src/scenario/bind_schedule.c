// SPDX-License-Identifier: MIT
// Binds the schedules of a scenario: the parameter, by the key that covey_scenario_set() takes, and
// its values at steps.
#include "scenario/bind.h"

#include "core/response.h"

#include <stdio.h>
#include <string.h>

// ---- The parameter ----

/// Returns the text behind "word."; NULL if the text does not begin so.
static const char *behind(const char *text, const char *word)
{
    size_t size = strlen(word);
    bool begins = strncmp(text, word, size) == 0 && text[size] == '.';
    return begins ? text + size + 1 : NULL;
}

static const covey_param *find_in_flock(const covey_bind_flock *flock, const char *name)
{
    const covey_param *row = covey_param_find(flock->model->params, name);
    if (row == NULL && flock->motion->params != NULL)
        row = covey_param_find(flock->motion->params, name);
    for (size_t k = 0; k < flock->def.responses_count && row == NULL; k++)
        row = covey_reaction_row(&flock->def.responses[k], name);
    return row;
}

static covey_status fail_param(covey_bind *self, const covey_node *node, const char *of,
                               const char *name)
{
    char quoted[COVEY_REPORT_QUOTED];
    return covey_report_fail(self->report, node->at, "%s has no parameter %s", of,
                             covey_report_quote(quoted, name, strlen(name)));
}

/// Binds "influences.NUMBER.NAME"; `rest` is the text behind the first point.
static covey_status bind_influence(covey_bind *self, const covey_node *node, const char *rest,
                                   covey_bind_schedule *item)
{
    size_t number = 0, digits = strspn(rest, "0123456789"), count = self->plan->influences_count;
    for (size_t k = 0; k < digits && number <= count; k++)
        number = 10 * number + (size_t)(rest[k] - '0');
    if (digits == 0 || rest[digits] != '.' || number >= count)
        return covey_report_fail(self->report, node->at,
                                 "influences.NUMBER.NAME has the number of one of the %zu "
                                 "influences, which count from 0",
                                 count);
    const covey_influence *kind = self->plan->influences[number].kind;
    item->def.flock = -1;
    item->def.influence = (int)number;
    item->def.name = rest + digits + 1;
    item->row = covey_param_find(kind->params, item->def.name);
    char noun[80];
    (void)snprintf(noun, sizeof noun, "an influence of kind %s", kind->name);
    return item->row != NULL ? COVEY_OK : fail_param(self, node, noun, item->def.name);
}

/// Finds the flock: the one that the first word names, else the first that has the parameter.
static covey_status bind_flock(covey_bind *self, const covey_node *node, const char *text,
                               covey_bind_schedule *item)
{
    const covey_bind_plan *plan = self->plan;
    char quoted[COVEY_REPORT_QUOTED];
    for (size_t k = 0; k < plan->flocks_count; k++) {
        const char *name = behind(text, plan->flocks[k].def.name);
        if (name == NULL)
            continue;
        item->def.flock = (int)k;
        item->def.name = name;
        item->row = find_in_flock(&plan->flocks[k], name);
        return item->row != NULL ? COVEY_OK
                                 : fail_param(self, node, plan->flocks[k].def.name, name);
    }
    for (size_t k = 0; k < plan->flocks_count && item->row == NULL; k++) {
        item->def.flock = (int)k;
        item->def.name = text;
        item->row = find_in_flock(&plan->flocks[k], text);
    }
    if (item->row != NULL)
        return COVEY_OK;
    return covey_report_fail(self->report, node->at,
                             "%s is no parameter of a flock or influence, "
                             "like boids.noise or influences.0.weight",
                             covey_report_quote(quoted, text, strlen(text)));
}

/// Writes the key in full: with the name of the flock.
static covey_status name_in_full(covey_bind *self, const char *text, covey_bind_schedule *item)
{
    const char *flock = item->def.flock >= 0 ? self->plan->flocks[item->def.flock].def.name : "";
    bool whole = item->def.flock < 0 || item->def.name != text;
    size_t size = strlen(flock) + strlen(text) + 2;
    item->of = covey_arena_take(self->arena, size, 1);
    if (item->of == NULL)
        return covey_report_memory(self->report);
    (void)snprintf(item->of, size, "%s%s%s", whole ? "" : flock, whole ? "" : ".", text);
    item->def.name = item->of + strlen(item->of) - strlen(item->def.name);
    return COVEY_OK;
}

covey_status covey_bind_parameter(covey_bind *self, const covey_node *node, const char *text,
                                  covey_bind_schedule *item)
{
    const char *rest = behind(text, "influences");
    covey_status status =
        rest != NULL ? bind_influence(self, node, rest, item) : bind_flock(self, node, text, item);
    return status == COVEY_OK ? name_in_full(self, text, item) : status;
}

static covey_status bind_set(covey_bind *self, const covey_node *map, covey_bind_schedule *item)
{
    const covey_node *node = covey_node_find(map, "set");
    if (node == NULL)
        return covey_report_fail(self->report, map->at, "a schedule needs set: the parameter");
    const char *text;
    covey_bind_limits limits = {200, false};
    covey_status status = covey_bind_text(self, node, "set", limits, &text);
    if (status != COVEY_OK)
        return status;
    status = covey_bind_parameter(self, node, text, item);
    for (size_t k = 0; k < self->plan->schedules_count && status == COVEY_OK; k++)
        if (strcmp(self->plan->schedules[k].of, item->of) == 0)
            status =
                covey_report_fail(self->report, node->at, "%s has a schedule already", item->of);
    return status;
}

// ---- Steps and values ----

static covey_status bind_list(covey_bind *self, const covey_node *map, const char *key,
                              const covey_node **list)
{
    const covey_node *node = covey_node_find(map, key);
    if (node == NULL)
        return covey_report_fail(self->report, map->at, "a schedule needs %s", key);
    if (node->kind != COVEY_NODE_LIST || node->first == NULL)
        return covey_report_fail(self->report, node->at, "%s are a list like [0, 1000]", key);
    if (covey_node_count(node) > COVEY_MAX_SCHEDULE_POINTS)
        return covey_report_fail(self->report, node->at, "there are more than %d %s",
                                 COVEY_MAX_SCHEDULE_POINTS, key);
    *list = node;
    return COVEY_OK;
}

static covey_status bind_steps(covey_bind *self, const covey_node *list, covey_bind_schedule *item)
{
    static const covey_param row = {.name = "a step",
                                    .text = "The step of the world from which the value counts.",
                                    .low = 0,
                                    .high = 1e15,
                                    .unit = "steps",
                                    .whole = true};
    size_t k = 0;
    for (const covey_node *node = list->first; node != NULL; node = node->next, k++) {
        double value;
        covey_status status = covey_bind_row(self, node, &row, &value);
        if (status != COVEY_OK)
            return status;
        item->steps[k] = (uint64_t)value;
        if (k > 0 && item->steps[k] <= item->steps[k - 1])
            return covey_report_fail(self->report, node->at, "steps rise from one to the next");
    }
    return COVEY_OK;
}

static covey_status bind_values(covey_bind *self, const covey_node *list, covey_bind_schedule *item)
{
    size_t k = 0;
    for (const covey_node *node = list->first; node != NULL; node = node->next, k++) {
        covey_status status = covey_bind_row(self, node, item->row, &item->values[k]);
        if (status != COVEY_OK)
            return status;
    }
    return COVEY_OK;
}

static covey_status bind_points(covey_bind *self, const covey_node *map, covey_bind_schedule *item)
{
    const covey_node *steps = NULL, *values = NULL;
    covey_status status = bind_list(self, map, "steps", &steps);
    if (status == COVEY_OK)
        status = bind_list(self, map, "values", &values);
    if (status != COVEY_OK)
        return status;
    item->def.count = covey_node_count(steps);
    if (covey_node_count(values) != item->def.count)
        return covey_report_fail(self->report, values->at,
                                 "there are %zu values for %zu steps; each step has one",
                                 covey_node_count(values), item->def.count);
    item->steps = covey_arena_take(self->arena, item->def.count, sizeof *item->steps);
    item->values = covey_arena_take(self->arena, item->def.count, sizeof *item->values);
    item->def.steps = item->steps;
    item->def.values = item->values;
    if (item->steps == NULL || item->values == NULL)
        return covey_report_memory(self->report);
    status = bind_steps(self, steps, item);
    return status == COVEY_OK ? bind_values(self, values, item) : status;
}

covey_status covey_bind_schedule_item(covey_bind *self, const covey_node *node, void *to)
{
    covey_bind_schedule *item = to;
    const covey_member *table = covey_members_schedule();
    *item = (covey_bind_schedule){.node = node, .def = {.flock = -1, .influence = -1}};
    covey_report_words words = {.count = 0};
    covey_keys_add(&words, table, NULL);
    covey_status status = covey_bind_keys(self, node, "a schedule", &words);
    if (status == COVEY_OK)
        status = bind_set(self, node, item);
    bool jumps = status == COVEY_OK && (item->row->choices != NULL || item->row->whole);
    const covey_node *form = status == COVEY_OK ? covey_node_find(node, "form") : NULL;
    item->def.form = jumps ? COVEY_SCHEDULE_STEPS : COVEY_SCHEDULE_LINEAR;
    if (status == COVEY_OK)
        status = covey_bind_members(self, node, table, NULL, &item->def);
    if (status == COVEY_OK && jumps && item->def.form == COVEY_SCHEDULE_LINEAR)
        return covey_report_fail(self->report, form->at,
                                 "%s has nothing between two values: its schedule goes by steps",
                                 item->of);
    return status == COVEY_OK ? bind_points(self, node, item) : status;
}
