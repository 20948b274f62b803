// SPDX-License-Identifier: MIT
// Binds the plan of a sweep: the words of `covey sweep`, as texts that are known to be right. What
// keys and values the scenario itself takes is tried when it is swept.
#include "scenario/bind.h"

#include "base/values.h"
#include "covey/measure.h"
#include "covey/scenario.h"

#include <stdio.h>
#include <string.h>

enum { KEY_SIZE = 2 * COVEY_NAME_SIZE - 1, LIST_SIZE = 1 << 16, WORD_SIZE = 40, KEYS = 16 };

static bool is_taken(void *unused, const char *value)
{
    (void)unused, (void)value;
    return true;
}

static bool are_taken(void *unused, uint64_t first, uint64_t count)
{
    (void)unused, (void)first, (void)count;
    return true;
}

/// Reads a scalar, or the scalars of a list with commas between.
static covey_status bind_list(covey_bind *self, const covey_node *node, const char *name,
                              const char **text)
{
    covey_bind_limits limits = {LIST_SIZE, false};
    if (node->kind != COVEY_NODE_LIST)
        return covey_bind_text(self, node, name, limits, text);
    size_t size = 1;
    for (const covey_node *item = node->first; item != NULL; item = item->next) {
        const char *word;
        covey_status status = covey_bind_text(self, item, name, limits, &word);
        if (status != COVEY_OK)
            return status;
        size += strlen(word) + 1;
    }
    char *joined = covey_arena_take(self->arena, size, 1);
    if (joined == NULL)
        return covey_report_memory(self->report);
    size_t used = 0;
    joined[0] = '\0';
    for (const covey_node *item = node->first; item != NULL; item = item->next)
        used +=
            (size_t)snprintf(joined + used, size - used, "%s%s", used > 0 ? "," : "", item->text);
    *text = joined;
    return COVEY_OK;
}

static covey_status refuse(covey_bind *self, const covey_node *node, const char *name,
                           covey_status status, const char *reason)
{
    if (status == COVEY_OK)
        return COVEY_OK;
    return covey_report_fail(self->report, node->at, "%s: %s", name, reason);
}

static covey_status bind_key(covey_bind *self, const covey_node *node, bool is_grid,
                             const char **vary)
{
    covey_values_reason reason;
    const char *values;
    double range[2];
    if (strlen(node->key) > KEY_SIZE || strchr(node->key, '=') != NULL)
        return covey_report_fail(self->report, node->key_at, "this is no key that can vary");
    covey_status status = bind_list(self, node, node->key, &values);
    if (status != COVEY_OK)
        return status;
    status = is_grid ? covey_values_list(values, is_taken, NULL, reason)
                     : covey_values_range(values, range, reason);
    if (status != COVEY_OK)
        return refuse(self, node, node->key, status, reason);
    size_t size = strlen(node->key) + strlen(values) + 2;
    char *text = covey_arena_take(self->arena, size, 1);
    if (text == NULL)
        return covey_report_memory(self->report);
    (void)snprintf(text, size, "%s=%s", node->key, values);
    *vary = text;
    return COVEY_OK;
}

static covey_status bind_vary(covey_bind *self, const covey_node *map, bool is_grid,
                              covey_sweep_words *sweep)
{
    size_t count = covey_node_count(map);
    if (map->kind != COVEY_NODE_MAP)
        return covey_report_fail(self->report, map->at,
                                 "vary has keys with values, like noise: 0:6:0.5");
    if (count > KEYS)
        return covey_report_fail(self->report, map->at, "at most %d keys vary", KEYS);
    const char **vary = covey_arena_take(self->arena, count + 1, sizeof *vary);
    if (vary == NULL)
        return covey_report_memory(self->report);
    sweep->vary = vary;
    for (const covey_node *node = map->first; node != NULL; node = node->next) {
        covey_status status = bind_key(self, node, is_grid, &vary[sweep->vary_count]);
        if (status != COVEY_OK)
            return status;
        sweep->vary_count++;
    }
    return COVEY_OK;
}

static covey_status bind_measures(covey_bind *self, const covey_node *node, const char **text)
{
    covey_status status = bind_list(self, node, "measures", text);
    if (status != COVEY_OK || strcmp(*text, "all") == 0)
        return status;
    covey_report_words words = {.where = NULL};
    const covey_measure *measure;
    for (int k = 0; (measure = covey_measure_at(k)) != NULL; k++)
        covey_report_add(&words, measure->name);
    for (const char *at = *text; at != NULL;) {
        char name[WORD_SIZE];
        const char *comma = strchr(at, ',');
        size_t size = comma != NULL ? (size_t)(comma - at) : strlen(at);
        (void)snprintf(name, sizeof name, "%.*s", (int)(size < WORD_SIZE ? size : WORD_SIZE), at);
        if (!covey_report_knows(&words, name))
            return covey_report_unknown(self->report, node->at, "measure", name, &words);
        at = comma != NULL ? comma + 1 : NULL;
    }
    return COVEY_OK;
}

static covey_status bind_discard(covey_bind *self, const covey_node *node, const char **text)
{
    covey_bind_limits limits = {WORD_SIZE, false};
    covey_status status = covey_bind_text(self, node, "discard", limits, text);
    if (status != COVEY_OK || strcmp(*text, "auto") == 0)
        return status;
    if (strlen(*text) < 10 && strspn(*text, "0123456789") == strlen(*text))
        return COVEY_OK;
    return covey_report_fail(self->report, node->at,
                             "discard is auto or a number of steps below 1e9");
}

static covey_status bind_keep(covey_bind *self, const covey_node *node, const char **text)
{
    covey_report_words words = {.where = NULL};
    static const char *const known[] = {"summary", "series", "profiles", "agents", "trajectory"};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        covey_report_add(&words, known[k]);
    covey_status status = bind_list(self, node, "keep", text);
    for (const char *at = status == COVEY_OK ? *text : NULL; at != NULL;) {
        char name[WORD_SIZE];
        size_t size = strcspn(at, ",");
        (void)snprintf(name, sizeof name, "%.*s", (int)(size < WORD_SIZE ? size : WORD_SIZE), at);
        if (!covey_report_knows(&words, name))
            return covey_report_unknown(self->report, node->at, "word of keep", name, &words);
        at = at[size] == ',' ? at + size + 1 : NULL;
    }
    return status;
}

/// Texts alone; `covey sweep` reads them, as it knows the measures and keys.
static covey_status bind_with(covey_bind *self, const covey_node *list, covey_sweep_words *sweep)
{
    covey_bind_limits limits = {LIST_SIZE, false};
    if (list->kind != COVEY_NODE_LIST)
        return covey_report_fail(self->report, list->at,
                                 "with is a list of texts like \"count=40,100:space.width=3,5\"");
    const char **with = covey_arena_take(self->arena, covey_node_count(list) + 1, sizeof *with);
    if (with == NULL)
        return covey_report_memory(self->report);
    sweep->with = with;
    for (const covey_node *item = list->first; item != NULL; item = item->next) {
        covey_status status = covey_bind_text(self, item, "with", limits, &with[sweep->with_count]);
        if (status != COVEY_OK)
            return status;
        if (strchr(with[sweep->with_count++], '=') == NULL)
            return covey_report_fail(self->report, item->at,
                                     "with: this is not KEY=VALUES:KEY=VALUES");
    }
    return COVEY_OK;
}

static covey_status bind_until(covey_bind *self, const covey_node *node, const char **text)
{
    covey_bind_limits limits = {2 * WORD_SIZE, false};
    covey_status status = covey_bind_text(self, node, "until", limits, text);
    if (status == COVEY_OK && strpbrk(*text, "<>") == NULL)
        return covey_report_fail(self->report, node->at,
                                 "until is MEASURE < NUMBER, with <, <=, > or >=");
    return status;
}

/// Binds what says which runs there are: the design, by which values are read, keys and seeds.
static covey_status bind_runs(covey_bind *self, const covey_node *map, covey_sweep_words *sweep)
{
    const covey_node *vary = covey_node_find(map, "vary"), *seeds = covey_node_find(map, "seeds"),
                     *design = covey_node_find(map, "design"), *with = covey_node_find(map, "with");
    covey_bind_limits limits = {WORD_SIZE, false};
    covey_values_design found = COVEY_VALUES_GRID;
    covey_values_reason reason;
    covey_status status = COVEY_OK;
    uint64_t points;
    if (design != NULL)
        status = covey_bind_text(self, design, "design", limits, &sweep->design);
    if (design != NULL && status == COVEY_OK)
        status = refuse(self, design, "design",
                        covey_values_design_of(sweep->design, &found, &points, reason), reason);
    if (vary != NULL && status == COVEY_OK)
        status = bind_vary(self, vary, found == COVEY_VALUES_GRID, sweep);
    if (with != NULL && status == COVEY_OK)
        status = bind_with(self, with, sweep);
    if (seeds != NULL && status == COVEY_OK)
        status = bind_list(self, seeds, "seeds", &sweep->seeds);
    if (seeds != NULL && status == COVEY_OK)
        status = refuse(self, seeds, "seeds",
                        covey_values_seeds(sweep->seeds, are_taken, NULL, reason), reason);
    return status;
}

covey_status covey_bind_sweep(covey_bind *self, const covey_node *map, covey_bind_plan *plan)
{
    covey_sweep_words *sweep = &plan->sweep;
    covey_report_words words = {.count = 0};
    covey_keys_add(&words, covey_keys_sweep(), NULL);
    covey_status status = covey_bind_keys(self, map, "a sweep", &words);
    if (status == COVEY_OK)
        status = bind_runs(self, map, sweep);
    const struct {
        const char *key;
        covey_status (*bind)(covey_bind *self, const covey_node *node, const char **text);
        const char **text;
    } rows[] = {{"discard", bind_discard, &sweep->discard},
                {"keep", bind_keep, &sweep->keep},
                {"measures", bind_measures, &sweep->measures},
                {"until", bind_until, &sweep->until}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows && status == COVEY_OK; k++) {
        const covey_node *node = covey_node_find(map, rows[k].key);
        if (node != NULL)
            status = rows[k].bind(self, node, rows[k].text);
    }
    return status;
}
